# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row runs folder runs runs
row runs_json folder runs runs --json
row runs_one compared runs run
row runs_one_json compared runs run --json
row runs_watch compared runs run --watch
row runs_verify folder runs runs --verify
row runs_verify_json compared runs run --verify --json
