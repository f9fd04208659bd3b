#!/bin/bash
# fuzz.sh N: inputs of libFuzzer's making for what reads files and command lines: 100 N for each target of FUZZ that is
# built, or 2 million in all. It goes on from what it learned before, in build/fuzz/corpus; a finding is left in
# build/fuzz. It stops a target at its first finding.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
targets=()
for target in ${FUZZ:-}; do
    if [ -x "$root/build/asan/fuzz_$target" ]; then
        targets+=("$target")
    else
        left_out "fuzz: $target" 'it is not built: that needs clang'
    fi
done
[ ${#targets[@]} -gt 0 ] || { left_out fuzz 'there are no targets (make torture builds them)'; exit 0; }
inputs=$([ "$most" = all ] && echo $((2000000 / ${#targets[@]} + 1)) || echo $((100 * most)))
cd "$root" || exit 1
export TMPDIR=$work/here

for target in "${targets[@]}"; do
    begin "fuzz: $target"
    mkdir -p "build/fuzz/corpus/$target"
    repeat="build/asan/fuzz_$target FILE"
    seeds=$(compgen -G "tests/fuzz/seeds/$target" || compgen -G "tests/rooms/*/seeds/$target")
    "build/asan/fuzz_$target" -runs="$inputs" -max_len=4096 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/$target-" "build/fuzz/corpus/$target" "$seeds" \
        >"$work/out" 2>"$work/err"
    code=$?
    tried=$(awk '/^stat::number_of_executed_units/ { print $2 }' "$work/err")
    tried=${tried:-1}
    if [ $code != 0 ]; then
        repeat=$(grep -oE 'Test unit written to .*' "$work/err" | sed "s|.* to |build/asan/fuzz_$target |")
        lose "$(grep -m 1 -E 'ERROR|Assertion|runtime error' "$work/err")"
    fi
    end
done
