# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row completion_words - completion words -- plot ''
