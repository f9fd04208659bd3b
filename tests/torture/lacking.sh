#!/bin/bash
# lacking.sh: prints what cases.bash has no case for, one per line: commands, formats of rows (read, read from gzip,
# written), values of --to, formats of vectors. The lists come from the program itself. Exit status 1 if a
# case is missing.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash" 1
# shellcheck source=tests/torture/cases.bash
. "$root/tests/torture/cases.bash"
stop_clock
status=0

# want PATTERN: there must be a case whose command matches.
want() {
    local each command
    for each in "${names[@]}"; do
        eval "command=(${command_of[$each]})"
        printf '%s\n' "${command[*]:2}"
    done | grep -qE -- "$1" || { echo "no case: $1"; status=1; }
}

# taken COMMAND...: prints the list at the end of its error message: "expected tsv, csv or jsonl".
taken() {
    "$poslab" "$@" 2>&1 | grep -oE '([.a-z0-9]+, )*[.a-z0-9]+( or [.a-z0-9]+)?$' | sed 's/ or /, /; s/, /\n/g'
}

# each LEAST PATTERN: reads at least LEAST lines; each, in place of %, must have a case.
each() {
    local form count=0
    while read -r form; do
        count=$((count + 1))
        want "${2//%/${form#.}}"
    done
    [ $count -ge "$1" ] || { echo "$2: the program names $count, fewer than $1"; status=1; }
}

each 6 '^%( |$)' < <("$poslab" help commands | sed -nE '/help TOPIC/q; s/^  ([a-z]+) .*/\1/p')
each 4 '^compare .*--to [^ ]*\.%( |$)' < <(taken compare --to none)
each 3 '^plot .*--to [^ ]*\.%( |$)' < <(taken plot extrapolation x --to none)
each 3 '^show .*--to [^ ]*\.%( |$)' < <(taken show rope --to none)

for own in $(compgen -A function lacking_); do "$own"; done # of rooms

exit $status
