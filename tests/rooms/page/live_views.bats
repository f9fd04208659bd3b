# shellcheck shell=bash disable=SC2154,SC2016
# live_views.bats -- what the engine of the live page answers about texts and shows of encodings, beside what the program
# prints of the same checkpoint: digit for digit.

load ../../cli/helpers
# shellcheck source=tests/rooms/page/live/law.bash
source "$BATS_TEST_DIRNAME/live/law.bash"

setup() {
    [ -x "$live" ] || skip "no build/live here (make test-programs)"
    set_work
}

# trained SETTING=VALUE...: a model in $work/run, and the messages that train the same model in the engine.
trained() {
    rm -rf "$work/run"
    "$poslab" train train.steps=20 eval.examples=20 eval.lengths=1x train.products=portable "$@" --run "$work/run" >/dev/null 2>&1
    { said do=open train.steps=20 "$@"; said do=train; } >"$work/model"
}

# asked POLICY TEXT_A TEXT_B: the answer of that model about them.
asked() {
    said do=ask policy="$1" text_a="$2" text_b="$3" | cat "$work/model" - | "$live" | tail -n 1
}

# same FILTER_OF_THE_PAGE FILE FILTER_OF_THE_PROGRAM FILE
same() {
    diff <(jq -c "$1" "$2") <(jq -c "$3" "$4")
}

# compare POLICY TEXT_A TEXT_B: answers, attention and tables
compare() {
    local policy=(eval.policies="$1") part
    asked "$@" >"$work/page"
    "$poslab" predict "$work/run" "${policy[@]}" --json -- "$2" ${3:+"$3"} >"$work/predict"
    "$poslab" show embedding "$work/run" "${policy[@]}" --json -- "$2" "$3" >"$work/embedding"
    same '.targets[] | [.row, .answer, .probability, .probabilities[:10]]' "$work/page" \
        '.predictions[0].targets[] | [.row, .answer, .probability, .probabilities]' "$work/predict"
    # a model without positions has none to tell
    same '.rows[] | [.word, .segment, .position]' "$work/page" \
        '(.encoding == "none") as $none | [.words, .segments, (.positions | map(if $none then null else . end))] | transpose[]' "$work/embedding"
    for part in token segment position sum; do
        same ".parts.${part}[]" "$work/page" ".${part}[]" "$work/embedding"
    done
    if [ "$(jq .attention "$work/page")" = null ]; then
        refused 2 'which has no weights to show' "$poslab" show attention "$work/run" "${policy[@]}" --json -- "$2" "$3"
        return
    fi
    "$poslab" show attention "$work/run" "${policy[@]}" --json -- "$2" "$3" >"$work/attention"
    # a row of a causal model ends with itself: the program has 0 for what comes later
    jq -c --slurpfile program "$work/attention" '.attention as $page | $program[0].heads[] | .head as $head | .targets[] |
        {is: $page[$head - 1][.row], should: .weights} | .is == .should[:.is | length] and all(.should[.is | length:][]; . == 0)' \
        "$work/page" >"$work/weights"
    [ -s "$work/weights" ] && ! grep -v true "$work/weights"
}

@test "answers about texts, their attention and their tables are those of predict and show" {
    local model count=0
    for model in encoding.name=learned encoding.name=alibi 'encoding.name=learned model.causal=yes task.cls=last' \
        'encoding.name=none model.mixer=gru' 'encoding.name=rope model.d_model=64 model.heads=2'; do
        # shellcheck disable=SC2086 # settings
        trained $model
        echo "$model"
        compare extend 'w1 X w2 Y' 'Y w3 X'
        compare extend 'w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 X Y' 'w1 w2 w3 Y w4 X'
        count=$((count + 1))
    done
    [ "$count" = 5 ]
}

@test "a task of several targets, and a policy" {
    trained task.name=reverse encoding.name=sinusoidal
    compare interpolate 'w3 w1 w2 w5' ''
    compare ntk 'w3 w1 w2 w5 w3 w1 w2 w5 w3 w1 w2 w5 w3 w1 w2 w5 w3 w1 w2' ''
    # and what is refused is refused with the same line
    asked wrap 'w3 nonsense' '' >"$work/page"
    run_both "$poslab" predict "$work/run" eval.policies=wrap -- 'w3 nonsense'
    [ "$status" = "$(jq .code "$work/page")" ]
    grep -qF -- "$(jq -r .error "$work/page")" "$error_file"
}
