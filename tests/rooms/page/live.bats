# shellcheck shell=bash disable=SC2154
# live.bats -- the engine of the live page, as a program of this processor: its checkpoints and evaluations are those of
# `poslab train` and `poslab eval`, to the byte and to the last digit. What it is in WebAssembly tests/browser tells.

load ../../cli/helpers
# shellcheck source=tests/rooms/page/live/law.bash
source "$BATS_TEST_DIRNAME/live/law.bash"

setup() {
    [ -x "$live" ] || skip "no build/live here (make test-programs)"
    set_work
}

# numbers: of an evaluation, as the page has them
numbers() {
    jq -c '{lengths, baselines: [{name: "chance", in_range: .in_range.accuracy.chance, at: .chance.accuracy},
        (.baselines // [] | .[] | {name, in_range: .accuracy.in_range, at: .accuracy.at})], rows: [.policies[] | {policy, accuracy: .accuracy.value, loss: .loss.value}],
        in_range: {accuracy: .in_range.accuracy.value, loss: .in_range.loss.value}}'
}

# says runs/README.md: It trains with `train.products=portable`: weights and accuracies are bit for bit those of the command that it copies
@test "every model of the law: the checkpoint of poslab train to the byte, the numbers of poslab eval to the digit" {
    local settings count=0
    while read -ra settings; do
        echo "${settings[@]}"
        rm -rf "$work/run" "$work/bytes"
        { said do=open "${settings[@]}"; said do=train steps=7; said do=train; said do=evaluate; said do=save; } |
            "$live" "$work/bytes" >"$work/answers"
        if grep '"error"' "$work/answers"; then return 1; fi
        "$poslab" train "${settings[@]}" train.products=portable --run "$work/run" >/dev/null 2>&1
        cmp "$work/run/checkpoint.safetensors" "$work/bytes"
        "$poslab" eval "$work/run" --json >>"$work/evaluations"
        sed -n 4p "$work/answers" >>"$work/pages"
        count=$((count + 1))
    done < <(law_settings)
    [ "$count" -ge 30 ]
    numbers <"$work/evaluations" >"$work/program"
    jq -c '{lengths, baselines: [.baselines[] | {name, in_range, at}], rows: [.rows[] | {policy, accuracy, loss}],
        in_range: {accuracy: .in_range.accuracy, loss: .in_range.loss}}' "$work/pages" >"$work/page"
    [ "$(wc -l <"$work/page")" = "$count" ]
    diff "$work/program" "$work/page"
}

@test "what is saved is a checkpoint for poslab eval" {
    { said do=open train.steps=30 train.warmup=5; said do=train steps=11; said do=save; } | "$live" "$work/part" >/dev/null
    "$poslab" eval "$work/part" eval.examples=10 --json | jq -e '.steps == 11'
}

# chart_of FOLDER: the message about the models of a comparison under their first policy
chart_of() {
    said do=chart trained=4..16 examples=60 baseline=chance in_range=0.5 points=16,0.5,32,0.5 | sed '$d'
    "$poslab" eval "$1/rope-seed1" --json | jq -r '.baselines[] | .name as $name | .accuracy |
        "baseline = \($name)\nin_range = \(.in_range)\npoints = 16,\(.at[0]),32,\(.at[1])"'
    local encoding seed
    for encoding in learned rope; do
        said model=$encoding encoding=$encoding | sed '$d'
        for seed in 1 2; do
            "$poslab" eval "$1/$encoding-seed$seed" --json | jq -r --arg seed $seed '.in_range.accuracy.value as $in | .policies[0].accuracy.value |
                "seed = \($seed)\nin_range = \($in)\npoints = 16,\(.[0]),32,\(.[1])"'
        done
    done
    said as="$2" kind=extrapolation
}

@test "a chart saved by the page has the CSV of poslab plot, and an SVG with its own style sheet; a view that of poslab show" {
    "$poslab" compare compare.members=learned,rope compare.seeds=2 train.steps=30 train.warmup=5 eval.examples=60 eval.lengths=1x,2x \
        train.products=portable --run "$work/c" >/dev/null 2>&1
    "$poslab" plot extrapolation "$work/c" learned rope --to "$work/plot.svg"
    "$poslab" show encoding rope --view ruler --length 64 --to "$work/ruler.svg"
    { chart_of "$work/c" csv; chart_of "$work/c" svg; said do=encoding encoding.name=rope view=ruler length=64 as=csv; } | "$live" >"$work/answers"
    jq -js '.[0].file' "$work/answers" | diff - "$work/plot.csv"
    jq -rs '.[1].file' "$work/answers" >"$work/page.svg"
    python3 -c 'import sys, xml.dom.minidom as xml; xml.parse(sys.argv[1])' "$work/page.svg"
    grep -q "xmlns='http://www.w3.org/2000/svg' width='720'" "$work/page.svg"
    grep -qF '.k1 .line' "$work/page.svg"
    grep -qF '>Accuracy by length<' "$work/page.svg"
    jq -js '.[2].file[0]' "$work/answers" | diff - "$work/ruler.csv"
}

@test "what the page has in place of libunistring does what it does" {
    build/stand_ins >"$work/own"
    build/stand_ins_real >"$work/real"
    diff -a "$work/own" "$work/real" | head -n 20
    cmp "$work/own" "$work/real"
    [ "$(wc -l <"$work/own")" -gt 200000 ]
}

@test "an example of the page has the right answer: whether X comes before Y in passage B" {
    { said do=open train.steps=10; said do=sample count=20; } | "$live" | jq -r '.examples[]? |
        [(.words as $w | [.segments | to_entries[] | select(.value == 1).key | $w[.]] | join(" ")), .answer] | @tsv' >"$work/samples"
    [ "$(wc -l <"$work/samples")" = 20 ]
    awk -F '\t' '{ is = index(" " $1 " ", " X ") < index(" " $1 " ", " Y ") ? "yes" : "no"
        if (is != $2) { print; wrong++ }; seen[$2]++ } END { exit wrong || !seen["yes"] || !seen["no"] }' "$work/samples"
}
