#!/bin/bash
# tests/encodings.sh: every encoding on five tasks, causal and bidirectional, as two Markdown tables for runs/README.md
# (`make encodings`). Encodings that read a number of the position also train on random positions.
#
# A cell has the mean accuracy in % at 1x, 2x, 4x and 8x of the trained length, and the 95 % interval at 8x. Models
# answer at the end of the text. Results stay in build/encodings: running it again trains nothing twice.
set -eu
cd "$(dirname "$0")/.." || exit 1
poslab=${POSLAB:-build/poslab} seeds=${SEEDS:-10}
out=${OUT:-build/encodings}
tasks=(first flip shift order find)
members=$("$poslab" help encodings --json | jq -r '[.encodings[].name] | join(", ")')
for name in learned sinusoidal rope; do
    members+=", $name positions=random"
done
mkdir -p "$out"

# table MASK SETTING
table() {
    local files=() task last
    for task in "${tasks[@]}"; do
        last=(task.cls=last)
        [ "$task" != shift ] || last=() # its targets are all words
        "$poslab" compare --run "$out/$task-$1" --seeds "$seeds" task.name="$task" "${last[@]}" "$2" \
            compare.members="$members" eval.lengths="1x 2x 4x 8x" eval.policies="extend yarn" >/dev/null
        files+=("$out/$task-$1/compare.json")
    done
    jq -rs --arg mask "$1" '
        def percent: . * 100 | round | tostring;
        def row(cells): "| " + (cells | join(" | ")) + " |";
        def cell: (.mean | map(percent) | join(" ")) + " [\(.low[-1] | percent)-\(.high[-1] | percent)]";
        row(["\($mask)"] + map("`\(.task)`")), "|---" * (1 + length) + "|",
        row(["chance"] + map(.chance.accuracy | map(percent) | join(" "))),
        (. as $all | .[0].summary | keys[] as $i | row([$all[0].summary[$i].name] + ($all | map(.summary[$i].accuracy | cell))))
    ' "${files[@]}"
}

table causal model.causal=yes
echo
table bidirectional model.causal=no
