#!/bin/bash
# tests/encodings.sh: every encoding on six tasks, as a Markdown table for runs/README.md (`make encodings`). Those that
# read the number of a position also train on random positions.
#
# A cell has the mean accuracy in % at 1x, 2x, 4x and 8x of the trained length, and the 95 % interval at 8x. Models
# are causal. All tasks but `shift` and `add` are answered at the end of the text, where a causal model sees all of it;
# so, apart from the buckets of t5, the mask matters for these two alone. Results stay in build/encodings: running it again trains nothing twice.
set -eu
cd "$(dirname "$0")/.." || exit 1
poslab=${POSLAB:-build/poslab} seeds=${SEEDS:-10}
out=${OUT:-build/encodings}
columns=(first flip order find shift 'shift, no mask' add)
members=$("$poslab" help encodings --json | jq -r '[.encodings[].name] | join(", ")')
for name in learned sinusoidal rope; do
    members+=", $name+extend positions=random"
done
mkdir -p "$out"

files=()
for column in "${columns[@]}"; do
    task=${column%,*} mask=yes last=(task.cls=last)
    [ "$task" = "$column" ] || mask=no
    [ "$task" != shift ] || last=() # its targets are all words
    [ "$task" != add ] || last=(task.words=1..10 task.coupled=yes train.batch=16 train.steps=8000 train.learning_rate=.008)
    "$poslab" compare --run "$out/$task-$mask" --seeds "$seeds" task.name="$task" "${last[@]}" model.causal="$mask" \
        compare.members="$members" eval.lengths="1x 2x 4x 8x" eval.policies="extend yarn" >/dev/null
    files+=("$out/$task-$mask/compare.json")
done
jq -rs '
    def percent: . * 100 | round | tostring;
    def row(cells): "| " + (cells | join(" | ")) + " |";
    def interval: [.low[-1], .high[-1]] | map(percent) | if . == ["100", "100"] then "" else " [\(join("-"))]" end;
    def cell: (.mean | map(percent) | join(" ")) + interval;
    row(["encoding"] + $ARGS.positional), "|---" * (1 + length) + "|",
    row(["chance"] + map(.chance.accuracy | map(percent) | join(" "))),
    (. as $all | .[0].summary | keys[] as $i | row([$all[0].summary[$i].name] + ($all | map(.summary[$i].accuracy | cell))))
' "${files[@]}" --args "${columns[@]}"
