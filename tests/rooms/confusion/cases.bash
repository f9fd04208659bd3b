# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

! there rows || row show_confusion labelled+rows show confusion run --json
