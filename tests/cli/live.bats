# shellcheck shell=bash disable=SC2154
# live.bats -- the engine of the live page, as a program of this processor: its checkpoints and evaluations are those of
# `poslab train` and `poslab eval`, to the byte and to the last digit. What it is in WebAssembly tests/browser tells.

load helpers
# shellcheck source=tests/live/law.bash
source "$BATS_TEST_DIRNAME/../live/law.bash"

setup_file() {
    [ -x "$live" ] || skip "no build/live here (make test-programs)"
}

# numbers: of an evaluation, as the page has them
numbers() {
    jq -c '{lengths, baselines: [{name: "chance", in_range: .in_range.accuracy.chance, at: .chance.accuracy},
        (.baselines // [] | .[] | {name, in_range: .accuracy.in_range, at: .accuracy.at})], rows: [.policies[] | {policy, accuracy: .accuracy.value, loss: .loss.value}],
        in_range: {accuracy: .in_range.accuracy.value, loss: .in_range.loss.value}}'
}

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
        "$poslab" eval "$work/run" --json | numbers >"$work/program"
        sed -n 4p "$work/answers" | jq -c '{lengths, baselines, rows: [.rows[] | {policy, accuracy, loss}],
            in_range: {accuracy: .in_range.accuracy, loss: .in_range.loss}}' >"$work/page"
        diff "$work/program" "$work/page"
        count=$((count + 1))
    done < <(law_settings)
    [ "$count" -ge 30 ]
}

@test "what is saved is a checkpoint for poslab eval" {
    { said do=open train.steps=30 train.warmup=5; said do=train steps=11; said do=save; } | "$live" "$work/part" >/dev/null
    "$poslab" eval "$work/part" eval.examples=10 --json | jq -e '.steps == 11'
}

@test "what the page has in place of libunistring does what it does" {
    build/stand_ins >"$work/own"
    build/stand_ins_real >"$work/real"
    diff -a "$work/own" "$work/real" | head -n 20
    cmp "$work/own" "$work/real"
    [ "$(wc -l <"$work/own")" -gt 200000 ]
}
