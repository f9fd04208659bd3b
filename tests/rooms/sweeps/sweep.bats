# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# sweep.bats -- plot sweep: a chart over a setting that members differ in, in a terminal and as files, and what is asked
# for that is not there.

load ../../cli/helpers

# Two encodings with two learning rates, rope with a base besides, and a model that has none; two seeds.
setup_file() {
    "$poslab" compare "${small[@]}" compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" \
        compare.members="learned learning_rate=0.002, learned learning_rate=0.03, rope learning_rate=0.002, rope base=9 learning_rate=0.03, none" \
        >/dev/null 2>&1
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
}

@test "plot sweep: in a terminal of 80 columns and 24 lines" {
    env -u COLUMNS LC_ALL=C.UTF-8 TERM=xterm-256color script -qec \
        "stty cols 80 rows 24; '$poslab' plot sweep '$c' --over base --at in_range" "$work/seen" >/dev/null </dev/null
    sed -e '1d;$d' "$work/seen" | tr -d '\r' | sed -e '/^$/,$d' -e 's/\x1b\[[0-9;]*m//g' >"$work/plain"
    [ "$(head -n 1 "$work/plain")" = "Accuracy in range, by base" ]
    [ "$(wc -l <"$work/plain")" -le 24 ]
    [ "$(LC_ALL=C.UTF-8 wc -L <"$work/plain")" -le 80 ]
    tr '\n' ' ' <"$work/plain" | grep -q 'Not shown, since they have no base:'
}

@test "report: a figure in range and one at the longest length for each setting that members differ in" {
    "$poslab" report "$c" --to "$work/r.html"
    [ "$(grep -o "<text class='title'[^<]*, by [a-z_]*<" "$work/r.html" | sed 's/.*>\(.*\)</\1/' | uniq)" = "Accuracy in range, by learning_rate
Accuracy at 32 words, by learning_rate
Accuracy in range, by base
Accuracy at 32 words, by base" ]
    "$poslab" report "$c/none-seed1" --to "$work/r.html"
    [ "$(grep -c 'id=sweeps' "$work/r.html")" = 0 ]
}

# says help plot: sweep RESULT --over KEY [KIND...] draws one curve for each combination of the other settings that differ
# says help plot: A KIND is a row's name without options, rope or rope+interpolate
@test "plot sweep: chosen by kind, policy and value" {
    "$poslab" plot sweep "$c" rope+clamp --over learning_rate base=1e4 --to "$work/f.svg"
    [ "$(cut -d , -f 1 "$work/f.csv" | sed 1d | sort -u)" = "$(printf 'chance\nrope+clamp\ntrained positions')" ]
    grep -q 'base=10000</text>' "$work/f.svg"
}

# ranges RANGES: a comparison of two encodings trained on these words, in no time.
ranges() {
    "$poslab" compare alibi rope compare.grid="task.words=$1" train.steps=4 train.warmup=1 eval.examples=50 eval.lengths=128 \
        compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
}

@test "plot sweep: by trained length, the longest of each, on a logarithmic axis" {
    ranges 4..8,4..16,4..64
    "$poslab" plot sweep "$work/c" --to "$work/f.svg"
    grep -q '>Accuracy at 128 words, by trained length<' "$work/f.svg"
    for encoding in alibi rope; do # each point is the mean of its model at 128 words
        awk -F , -v encoding=$encoding '$1 == encoding && $2 == "mean" { print $6, $9 }' "$work/f.csv" |
            diff - <(jq -r --arg encoding $encoding '.summary[] | select(.encoding == $encoding and .policy == "extend")
                | "\(.settings.words | ltrimstr("4..")) \(.accuracy.mean[0] * 10000 | round / 100)"' "$work/c/compare.json")
    done
    # from 8 to 16 is a third of the way to 64
    grep -oE "<text class='mid' x='[0-9.]*' y='[0-9.]*'>[0-9]+<" "$work/f.svg" | sed -E "s/.*x='([0-9.]*)'.*>([0-9]+)</\2 \1/" |
        awk '{ at[$1] = $2 } END { off = 3 * (at[16] - at[8]) - (at[64] - at[8]); exit !(NR == 3 && at[64] > at[8] && off * off < 0.1) }'
}

@test "plot sweep: trained lengths that begin differently are words along the axis" {
    ranges 4..8,8,6..16
    "$poslab" plot sweep "$work/c" --to "$work/f.svg"
    for words in 4..8 8..8 6..16; do
        grep -q ">$words</text>" "$work/f.svg"
    done
    grep -q '>Accuracy at 128 words, by words<' "$work/f.svg"
}

# many COUNT: a comparison of four encodings with so many learning rates each, in no time.
many() {
    run_both "$poslab" compare task.name=first train.steps=1 train.warmup=0 train.batch=2 eval.examples=2 \
        "eval.lengths=1x 2x" model.d_model=8 model.d_ff=4 compare.members=learned,rope,alibi,none compare.seeds=1..1 \
        "compare.grid=learning_rate=1e-3..1e-2 log $1" --run "$work/many-$1" --full --width 80
    [ "$status" = 0 ]
}

@test "compare --full has a paragraph about each of 24 models, and none of more" {
    for rates in 6 7; do
        many $rates
        [ "$(grep -cE '^(learned|rope|alibi) [^:]*: ' "$output_file")" = $((rates == 6 ? 18 : 0)) ]
    done
}

@test "compare: of many rows the first policies, of very many none, and where they are" {
    many 9
    [ "$(grep -c '^[a-z]*+extend learning_rate=\|^none learning_rate=' "$output_file")" = 36 ]
    [ "$(grep -c learning_rate= "$output_file")" = 36 ]
    rows=$(jq '.summary | length' "$work/many-9/compare.json")
    [ "$rows" -gt 100 ]
    grep -q "The first policy of each model: compare.json and --csv have all $rows rows." "$output_file"
    grep -q "27 models; compare.json and the report name their seeds." "$output_file"
    many 26
    rows=$(jq '.summary | length' "$work/many-26/compare.json")
    grep -q "^$rows rows: too many for a terminal. compare.json and --csv have all of them;" "$output_file"
    [ "$(grep -c learning_rate= "$output_file")" = 0 ]
    [ "$(sed '/^Next: /,$d' "$output_file" | wc -L)" -le 80 ]
    [ "$(wc -l <"$output_file")" -lt 30 ]
}
