#!/bin/bash
# tests/coverage.sh: do printed intervals hold the mean? The same comparison with eight values of eval.seed: learned,
# rope and index under clamp and wrap, beyond the trained length. A cell's mean over the eight must lie in at least 93 %
# of the intervals that were printed for it. One TAP line; results stay in build/coverage, or in $OUT.
set -u
cd "$(dirname "$0")/.." || exit 1
poslab=${POSLAB:-build/poslab}
out=${OUT:-build/coverage}
rm -rf "${out:?}"
mkdir -p "$out"
for seed in 1 2 3 4 5 6 7 8; do
    "$poslab" compare --run "$out/$seed" --json compare.members='learned, rope, index' eval.policies='clamp wrap' \
        eval.lengths='1.5x 2x 4x' eval.seed="$seed" >"$out/$seed.json" 2>"$out/$seed.log" || exit 1
done
jq -rs '[.[].summary[] | select(.applicable) | . as $row | range(3) as $i
        | {cell: "\($row.name) \($i)", mean: $row.accuracy.mean[$i], low: $row.accuracy.low[$i], high: $row.accuracy.high[$i]}]
    | group_by(.cell) | map((map(.mean) | add / length) as $true | map(.low <= $true and $true <= .high)) | flatten
    | "\(map(select(.)) | length) \(length)"' "$out"/?.json |
    awk '{ ok = $2 > 0 && $1 >= 0.93 * $2; printf "%s 1 - intervals hold the mean in %d of %d cells\n1..1\n", ok ? "ok" : "not ok", $1, $2
        exit !ok }'
