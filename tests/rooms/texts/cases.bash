# shellcheck shell=bash disable=SC2154
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row train_text text train "${tiny[@]}" task.name=next task.text=text.txt.gz task.words=2..4 --run run

part_text() { yes 'a ship came in. the ship went out again. a man came in.' | head -n 20 | gzip >text.txt.gz; }
