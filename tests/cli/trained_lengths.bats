# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# trained_lengths.bats -- comparisons whose models were trained on texts of different lengths (compare.grid=task.words=...):
# each model is the run that `train` makes, lengths are words and no multiples, and nothing is said of all models that
# holds for some.

load helpers
# shellcheck source=tests/cli/same.bash
source tests/cli/same.bash

options=(task.name=order train.steps=20 train.warmup=5 eval.examples=50 "eval.lengths=8 32 128")

setup_file() {
    "$poslab" compare alibi rope none compare.grid='task.words=4..8,4..16,4..64' "${options[@]}" compare.seeds=1..2 \
        --run "$BATS_FILE_TMPDIR/c" --full --width 200 >"$BATS_FILE_TMPDIR/full" 2>/dev/null
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
    full="$BATS_FILE_TMPDIR/full"
}

@test "each model is the run of these words, to the bit" {
    for words in 8 64; do
        "$poslab" train alibi task.words=4..$words "${options[@]}" seed=2 --run "$work/run$words" >/dev/null 2>&1
        same_member "$c/alibi-task.words=4..$words-seed2" "$work/run$words"
    done
    "$poslab" runs "$c" --verify >/dev/null
}

@test "a folder gets more lengths, and keeps what is finished" {
    cp -r "$c" "$work/c"
    state_of "$work/c/alibi-task.words=4..8-seed1" >"$work/before"
    "$poslab" compare alibi compare.grid='task.words=4..8,4..32' "${options[@]}" compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    state_of "$work/c/alibi-task.words=4..8-seed1" | diff "$work/before" -
    [ "$("$poslab" compare "$work/c" --json | jq -c '[.summary[] | select(.encoding == "alibi").settings.words] | unique')" = '["4..16","4..32","4..64","4..8"]' ]
}

@test "the table has the numbers of each run, at words that are no multiples" {
    for row in rope:8 rope:64 none:16; do
        for seed in 1 2; do
            run="$c/${row%:*}-task.words=4..${row#*:}-seed$seed/eval.tsv"
            jq -e --arg name "${row%:*} task.words=4..${row#*:}" --argjson seed $seed \
                --argjson at "$(column "$run" value extend | jq -s .)" --argjson in_range "$(column "$run" value in_range)" \
                '[.members[] | select(.name == $name and .seed == $seed and .policy == "extend").accuracy] == [{value: $at, in_range: $in_range}]' "$c/compare.json"
        done
    done
    jq -e '.lengths == [8, 32, 128] and .trained_length == null' "$c/compare.json"
    [ "$("$poslab" compare "$c" --csv | sed 1d | grep ^rope | cut -d , -f 7-10 | sort -u)" = "4..16,128,128,128
4..16,32,32,32
4..16,8,8,8
4..16,in_range,,
4..64,128,128,128
4..64,32,32,32
4..64,8,8,8
4..64,in_range,,
4..8,128,128,128
4..8,32,32,32
4..8,8,8,8
4..8,in_range,," ]
    grep -q '^20 steps on lengths that differ between models; ' "$full"
    [ "$(sed -n 's/^words .*weights  *//p' "$full" | head -n 1 | tr -s ' ')" = 'own lengths | 8 32 | 128' ] # 32 are longer for some
    [ "$(grep -cE '[0-9]x\b' "$full")" = 0 ] # no multiple
    "$poslab" compare "$c" --width 100 >"$work/first"
    grep -q 'Trained on lengths that differ between models\.$' "$work/first"
    grep -q '^right answers, %  *own lengths | *8 words *32 words | *128 words | *128 words$' "$work/first"
    [ "$(grep -cE '[0-9]x\b' "$work/first")" = 0 ]
}

@test "sentences about the longest length name no multiple of it" {
    "$poslab" compare learned rope compare.grid='task.words=4..8,4..16' task.name=first train.steps=120 train.warmup=10 \
        eval.examples=50 eval.lengths=128 compare.seeds=1..2 --run "$work/c" --width 100 >"$work/first" 2>/dev/null
    grep -q '^2 At 128 words, as they are, ' "$work/first"
    [ "$(grep -cE '[0-9]x\b' "$work/first")" = 0 ]
}

@test "what a model was trained on is its own: reasons, levels, differences" {
    for words in 8 16 64; do
        tr '\n' ' ' <"$full" | grep -qF "alibi task.words=4..$words: Words up to $words away look as in training;"
    done
    # of how many examples in range each had in training
    [ "$(fact "$c/alibi-task.words=4..8-seed1/eval.tsv" seen)" != "$(fact "$c/alibi-task.words=4..64-seed1/eval.tsv" seen)" ]
    [ "$(grep -c 'were also in training' "$full")" = 0 ]
    # another level for each: what is known from trained positions, and all but chance in range
    "$poslab" eval "$c/rope-task.words=4..8-seed1" --json | jq -e '[.baselines[].name] | index("trained positions")'
    jq -e '[.baselines[] | .name, .accuracy.in_range] == ["chance", 0.5, "blind to segments", null]' "$c/compare.json"
    # in range those of the same lengths are compared, at a length all are
    jq -e '[.paired[] | select(.b == "none task.words=4..8")] | length > 0 and all(.accuracy | .in_range.mean != null)' "$c/compare.json"
    "$poslab" compare "$c" --json compare.pairs='alibi+extend task.words=4..64 - alibi+extend task.words=4..8' >"$work/pairs.json"
    jq -e '.paired[0].accuracy | .in_range.mean == null and (.mean | all(. != null))' "$work/pairs.json"
}

@test "a chart by length shades no trained lengths, and begins with the shortest of all" {
    "$poslab" plot "$c" --to "$work/f.svg"
    [ "$(grep -cE 'Shaded|>trained<|; trained on' "$work/f.svg")" = 0 ]
    [ "$(grep -oE "<text class='mid' x='[0-9.]*' y='[0-9.]*'>[0-9]+<" "$work/f.svg" | grep -oE '[0-9]+<' | sort -nu | paste -sd ' ')" = '4< 8< 32< 128<' ]
    [ "$(awk -F , '$1 == "rope task.words=4..8" && $2 == "in range" { print $5 "-" $6 }' "$work/f.csv")" = 4-8 ]
}
