#!/bin/bash
# tests/encodings.sh: every encoding on four tasks, as a Markdown table for runs/README.md (`make encodings`).
#
# A cell has the mean accuracy in % at 1x, 2x, 4x and 8x of the trained length, and the 95 % interval at 8x. Models are
# causal and answer at the end of the text. Results stay in build/encodings: running it again trains nothing twice.
set -eu
cd "$(dirname "$0")/.." || exit 1
poslab=${POSLAB:-build/poslab} seeds=${SEEDS:-10}
out=${OUT:-build/encodings}
tasks=(first flip shift order)
members=$("$poslab" help encodings --json | jq -r '[.encodings[].name] | join(", ")')
mkdir -p "$out"

for task in "${tasks[@]}"; do
    last=(task.cls=last)
    [ "$task" != shift ] || last=() # its targets are all words
    "$poslab" compare --run "$out/$task" --seeds "$seeds" task.name="$task" "${last[@]}" model.causal=yes \
        compare.members="$members" eval.lengths="1x 2x 4x 8x" eval.policies="extend yarn" >/dev/null
done

files=()
for task in "${tasks[@]}"; do
    files+=("$out/$task/compare.json")
done
jq -rs '
    def percent: . * 100 | round | tostring;
    def row(cells): "| " + (cells | join(" | ")) + " |";
    def cell: (.mean | map(percent) | join(" ")) + " [\(.low[-1] | percent)-\(.high[-1] | percent)]";
    row(["encoding"] + map("`\(.task)`")), "|---" * (1 + length) + "|",
    row(["chance"] + map(.chance.accuracy | map(percent) | join(" "))),
    (. as $all | .[0].summary | keys[] as $i | row([$all[0].summary[$i].name] + ($all | map(.summary[$i].accuracy | cell))))
' "${files[@]}"
