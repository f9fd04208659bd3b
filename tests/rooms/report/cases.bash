# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row report compared report run
row report_run whole report run --to page.html
