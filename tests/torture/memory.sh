#!/bin/bash
# memory.sh N [CASE...|K/M]: memory runs out at an allocation, in all cases of cases.bash, in those named, or in every
# Mth from the Kth on: N times in each, half of them at that allocation alone, half at all later ones as well. With N =
# `all` it is every 53rd allocation, with `each` every one (hours).
#
# A case survives with exit status 70 and a line with "out of memory", or with the complete result; a comparison may
# also say it of a member, with status 1. Then the command, called again, must end with the complete result.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
# shellcheck source=tests/torture/cases.bash
. "$root/tests/torture/cases.bash"
need memory failing_malloc.so intercept jq || exit 0
stop_clock
export OPENBLAS_CORETYPE=Haswell # OpenBLAS's kernels for AVX-512 allocate, and do not check that they got anything
[ $# -gt 0 ] && shift

failing() {
    LD_PRELOAD="$LD_PRELOAD failing_malloc.so" "$@"
}
counted() {
    COUNT_IN=$work/count failing limited "$@" >"$work/out" 2>"$work/err"
}

check_memory() {
    local code
    fresh
    tried=$((tried + 1))
    repeat="FAIL_AT=$1 FAIL_ALL=$2 LD_LIBRARY_PATH=$tools LD_PRELOAD=failing_malloc.so poslab ${command[*]@Q}"
    FAIL_AT=$1 FAIL_ALL=$2 failing call limited "${command[@]}"
    code=$?
    if [ $code = 0 ]; then
        is_complete
    elif [ $code != 70 ] && ! [[ $code = 1 && ${command[0]} = @(compare|claims) ]]; then
        lose "exit status $code: $(tail -n 1 "$work/err")"
    elif ! grep -q 'out of memory' "$work/err"; then
        lose "exit status $code without a reason: $(tail -n 1 "$work/err")"
    else
        ends_well
    fi
}

for each in $(chosen "$@"); do
    undisturbed memory "$each" counted || continue
    count=$(od -An -tu4 "$work/count" | tr -d ' ')
    case $most in
        all) numbers=$(seq 1 53 "$count") ;;
        each) numbers=$(seq "$count") ;;
        *) numbers=$(most=$(((most + 1) / 2)) && spread "$count") ;;
    esac
    for number in $numbers; do
        check_memory "$number" 0
        check_memory "$number" 1
    done
    end
done
