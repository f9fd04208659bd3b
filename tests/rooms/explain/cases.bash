# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row explain - explain alibi+t5 --full
