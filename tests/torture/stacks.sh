#!/bin/bash
# stacks.sh N [CASE...]: all cases of cases.bash, or those named, on a stack of 512 kB, threads included: N does not
# matter. Right is what comes of the usual stack.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
# shellcheck source=tests/torture/cases.bash
. "$root/tests/torture/cases.bash"
need stack intercept jq || exit 0
stop_clock
[ $# -gt 0 ] && shift

on_a_small_stack() (
    ulimit -s 512
    limited "$@"
)

for each in $(chosen "$@"); do
    undisturbed stack "$each" call limited || continue
    fresh
    tried=1 repeat="(ulimit -s 512; poslab ${command[*]@Q})"
    if call on_a_small_stack "${command[@]}"; then
        is_complete
    else
        lose "fails: $(tail -n 1 "$work/err")"
    fi
    end
done
