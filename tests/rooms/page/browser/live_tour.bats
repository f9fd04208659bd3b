# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# live_tour.bats -- the tour of the live page: what its steps set, whether what they say is true, its keys.

load ../../../browser/driver
load ../../../cli/results
load panels

@test "each step of the tour sets what it says" {
    live_open "$small"
    page_press t
    for step in 1 2 3 4 5 6 7 8; do
        [ "$(text_of '#tour h2' | cut -d. -f1)" = $step ]
        now=$(page_run 'return [[...document.querySelectorAll("#members :checked")].map(e => e.value).join(),
            document.querySelector("#tabs [aria-selected=true]").id, document.querySelector("#length").value,
            (document.querySelector("#policy :checked") || {}).value || "", document.querySelector("#steps").value, document.querySelector("#seeds").value]' | jq -r 'join(" ")')
        echo "$step: $now"
        case $step in
        1) [ "$now" = 'none tab-train 0  800 1..3' ] ;;
        2) [ "$now" = 'none,learned tab-train 0  800 1..3' ] ;;
        3) [ "$now" = 'none,learned tab-train 1  800 1..3' ] ;;
        4) [ "$now" = 'none,learned,sinusoidal tab-train 1  800 1..3' ] ;;
        5) [ "$now" = 'none,learned,sinusoidal tab-train 2 interpolate 800 1..3' ] ;;
        6) [ "$now" = 'learned,rope,alibi tab-train 1  800 1..3' ] ;;
        7) [[ "$now" = 'none,learned tab-sentence '* ]] ;;
        8)
            [ "$now" = 'learned,rope tab-train 2 interpolate 800 1..3' ]
            returns '["order","shift"]' 'return [...document.querySelectorAll(".task")].map(e => e.textContent)'
            ;;
        esac
        [ "$(page_run 'return document.querySelectorAll("#tour .say p").length')" -ge 2 ]
        [ $step != 7 ] || hash=$(becomes true 'return location.hash.includes("tour=7")' && page_run 'return location.hash.slice(1)' | jq -r .)
        page_press "$right"
    done
    returns true 'return document.querySelector("#tour").hidden'
    live_open "$hash" # an address that is whole
    [[ "$(text_of '#tour h2')" = 7.* ]]
    returns 0 'return document.querySelectorAll(".failure").length'
}

@test "a step starts from the page's defaults, whatever was set before" {
    live_open "$small&encodings=t5&task=shift&policy=clamp&a=w1%20w2%20w3&model.d_model=16&tab=sentence"
    page_press t
    page_run 'document.querySelectorAll("#tour .dot")[6].click()' >/dev/null
    becomes true 'return location.hash === "#a=w1%20X%20w2%20Y&b=Y%20w3%20X&encodings=none,learned&model=learned%20seed%201&other=swap&tab=sentence&tour=7"'
    becomes true 'return document.querySelector("#sentence-a").value === "w1 X w2 Y" && document.querySelector("#sentence-b").value === "Y w3 X"'
    page_run 'const s = document.querySelector("#task"); s.value = "first"; s.dispatchEvent(new Event("change"))' >/dev/null
    becomes true 'return document.querySelector("#sentence-question").textContent === "Question: does X come before Y?"'
    returns '["w1 X w2 Y",false]' 'return [document.querySelector("#sentence-a").value, document.querySelector("#sentence-b").checkVisibility()]'
}

@test "what the tour says is true of the program's numbers, seed by seed" {
    "$poslab" compare train.products=portable compare.members=none,learned,sinusoidal,rope,alibi compare.seeds=1..3 'eval.lengths=1x 1.5x 2x 4x 8x 16x' \
        'eval.policies=extend clamp interpolate' \
        --run "$BATS_TEST_TMPDIR/c" >/dev/null 2>&1
    for e in none learned sinusoidal rope alibi; do for s in 1 2 3; do
        jq -Rcn --arg e $e '[inputs | select(startswith("#") | not) | split("\t")] | {e: $e,
            loss: (map(select(.[0] == "in_range" and .[3] == "loss"))[0][6] | tonumber),
            p: (map(select(.[3] == "accuracy" and .[5] != "" and .[5] != "sum" and .[0] != "in_range"))
                | group_by(.[0]) | map({(.[0][0]): map(.[6] | tonumber)}) | add)}' "$BATS_TEST_TMPDIR/c/$e-seed$s/eval.tsv"
    done; done | jq -s 'group_by(.e) | map({(.[0].e): .}) | add' >"$BATS_TEST_TMPDIR/all"
    # lengths: 1x 1.5x 2x 4x 8x 16x
    holds() { jq -e "$1" "$BATS_TEST_TMPDIR/all" >/dev/null || { echo "does not hold: $1"; return 1; }; }
    holds '.none | all(.p.extend | all(. > 0.48 and . < 0.52))'
    holds '.none | all(.loss > 0.68 and .loss < 0.7)'
    holds '.learned | all(.p.extend[0] > 0.99 and .loss < 0.01)'
    holds '.learned | all(.p.extend[2] > 0.55 and .p.extend[2] < 0.9 and .p.extend[4] < 0.6)'
    holds '.sinusoidal | all(.p.extend[0] > 0.99 and .p.extend[2] < 0.9)'
    holds '.learned + .sinusoidal | all(.p.interpolate[3] - .p.extend[3] >= 0.2)'
    holds '.learned + .sinusoidal | all(.p.clamp[3] > .p.extend[3] and .p.clamp[3] < .p.interpolate[3])'
    holds '([.learned[].p.extend[1]] | max) as $l | .rope + .alibi | all(.p.extend[1] > $l)'
    holds '([.rope[].p.extend[2]] | max) as $r | .alibi | all(.p.extend[2] > $r)'
    holds '([.rope[].p.extend[3]] | max) as $r | .alibi | all(.p.extend[3] > $r)'
    holds '.rope | all(.p.interpolate[3] > .p.extend[3])'
    "$poslab" compare train.products=portable task.name=shift train.batch=8 compare.members=rope compare.seeds=1..3 eval.lengths=4x \
        --run "$BATS_TEST_TMPDIR/shift" --json 2>/dev/null >"$BATS_TEST_TMPDIR/json"
    jq -e '.summary[] | select(.policy == "extend").accuracy.mean[-1] > .99' "$BATS_TEST_TMPDIR/json"
    jq -e '.summary[] | select(.policy == "interpolate").accuracy.mean[-1] | . > .055 and . < .07' "$BATS_TEST_TMPDIR/json"
    for s in 1 2 3; do
        [[ "$("$poslab" predict "$BATS_TEST_TMPDIR/c/learned-seed$s" 'w1 X w2 Y' 'Y w3 X')" = *'->  no '* ]]
        [[ "$("$poslab" predict "$BATS_TEST_TMPDIR/c/learned-seed$s" 'w1 X w2 Y' 'X w3 Y')" = *'->  yes '* ]]
    done
}

@test "the tour goes by arrow keys and ends by Escape; fields keep their own arrows" {
    live_open "$small&encodings=learned&tour=3"
    page_press "$right"
    [[ "$(text_of '#tour h2')" = 4.* ]]
    page_press "$left" "$left"
    [[ "$(text_of '#tour h2')" = 2.* ]]
    page_run 'document.querySelector("#length").focus()' >/dev/null
    page_press "$right"
    [[ "$(text_of '#tour h2')" = 2.* ]]
    page_press '?' "$escape"
    returns '[false,false]' 'return [document.querySelector("#keys").open, document.querySelector("#tour").hidden]'
    page_press "$escape"
    returns true 'return document.querySelector("#tour").hidden'
    returns '"tour-start"' 'return document.activeElement.id'
}
