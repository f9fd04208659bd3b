#!/usr/bin/env bats
# why.bats -- of models that have learned a task: what a longer text brings, and what was measured there. The same
# sentences everywhere, with the numbers of the table.

load helpers
# Three models that learn within a second, each as it is and squeezed.
trained() {
    "$poslab" compare none learned rope task=first train.steps=400 compare.seeds=1..3 eval.lengths=4x eval.examples=300 \
        'eval.policies=extend interpolate' --run "$work/c" --json >"$work/json" 2>/dev/null
}

# A share as a table prints it; and what is said of a row, from the means alone.
# shellcheck disable=SC2016 # of jq
oracle='def shown: 100 * . | if . > 99 or . < 1 then (10 * . | round / 10 | tostring | if test("[.]") or . == "100" or . == "0" then . else . + ".0" end)
        else round | tostring end;
    .summary as $rows | .why[] | . as $w |
    ($rows[] | select(.encoding == $w.model and .policy == $w.policy).accuracy) as $own |
    ($rows[] | select(.encoding == $w.model and .policy == ($w.cell // "extend")).accuracy.mean[0] | shown) as $cell |
    ($own.mean[0] | shown) as $now |
    if .kind == "falls_by_new" then
        "On this task it falls from \($own.in_range.mean | shown) to \($now) %. With interpolate none of this happens, and the same model reaches " +
        "\($cell) %: so this costs it \(($cell | tonumber) - ($now | tonumber) | floor) points or more."
    elif .cell then "On this task it holds all the same: \($now) % at 64 words (without interpolate \($cell) %)."
    else .sentence end'

# says help compare: --full prints every policy, length, difference and seed, and of each model what the longest texts bring that training had not, and what was measured there
# says help compare: why [{model, policy, words, fact, price, kind, cell, sentence}], at the longest length: fact is what the encoding gives and whether training had it, price what the policy costs, sentence what was measured
# says help compare: A reason is named only where cell, the same model under another policy, shows it
@test "a model falls by what is new where squeezed it does not, in the numbers of the table; --full, report and show say the same" {
    trained
    [ "$(jq -c '.why | map([.model, .policy, .words, .kind, .cell])' "$work/json")" = '[["none","extend",64,"not_learned",null],["learned","extend",64,"falls_by_new","interpolate"],["learned","interpolate",64,"holds","extend"],["rope","extend",64,"falls_by_new","interpolate"],["rope","interpolate",64,"holds","extend"]]' ]
    [ "$(jq -r "$oracle" "$work/json")" = "$(jq -r '.why[].sentence' "$work/json")" ]
    "$poslab" compare "$work/c" --full | tr '\n' ' ' >"$work/full"
    if there report; then "$poslab" report "$work/c" >/dev/null; fi
    for model in learned rope; do
        says=$(jq -r --arg model "$model" '.why | map(select(.model == $model)) | "\(.[0].fact) \(.[0].sentence) Under interpolate: \(.[1].price) \(.[1].sentence)"' "$work/json")
        grep -F " $model: $says " "$work/full"
        if there report; then grep -F "<p><b>$model</b>: $says</p>" "$work/c/report.html"; fi
        "$poslab" show encoding "$work/c/$model-seed1" --view ruler --length 64 --json >"$work/ruler"
        diff <(jq -c --arg model "$model" '.why[] | select(.model == $model) | [.policy, .fact, .price, .kind, .cell]' "$work/json") \
            <(jq -c '.ruler[] | select(.kind) | [.policy, .fact, .price, .kind, .cell]' "$work/ruler")
        "$poslab" show encoding "$work/c/$model-seed1" --view unseen --length 64 --json >"$work/map"
        diff <(jq '.ruler[0] | [.fact, .price, .kind, .cell, .sentence]' "$work/ruler") <(jq '[.fact, .price, .kind, .cell, .sentence]' "$work/map")
        "$poslab" show encoding "$work/c/$model-seed1" --view unseen --length 64 --width 250 | grep -qxF "$(jq -r .sentence "$work/map")"
    done
    # of one run its own numbers, and of another length or encoding none
    now=$(jq '.members[] | select(.encoding == "rope" and .seed == 1 and .policy == "extend").accuracy.value[0] * 100 | round' "$work/json")
    jq -r '.ruler[0].sentence' "$work/ruler" | grep -E "^On this task it falls from [0-9.]+ to $now % \(one seed\)\. With interpolate "
    for other in '--length 32' '--length 64 encoding.base=50'; do
        # shellcheck disable=SC2086 # options
        "$poslab" show "$work/c/rope-seed1" --view ruler $other --json | jq -e '[.ruler[] | has("kind") or has("sentence")] | any | not'
    done
    "$poslab" show "$work/c/rope-seed1" --view ruler --length 64 eval.policies=interpolate --json | jq -e '.ruler[0] | has("sentence")'
}

@test "without all seeds nothing is said of what was measured; without checkpoints all of it is" {
    trained
    rm "$work"/c/*/checkpoint*.safetensors
    "$poslab" compare "$work/c" --json | jq -c .why >"$work/again"
    jq -c .why "$work/json" | diff - "$work/again"
    rm -r "$work/c/rope-seed2"
    "$poslab" compare "$work/c" --json |
        jq -e '.why | map(select(.model == "rope")) | map(.kind, .cell, .sentence) == ["none", null, "", "none", null, ""]'
    "$poslab" compare "$work/c" --json | jq -c '.why | map(select(.model != "rope"))' >"$work/others"
    jq -c '.why | map(select(.model != "rope"))' "$work/json" | diff - "$work/others"
}
