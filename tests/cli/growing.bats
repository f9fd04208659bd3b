# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# growing.bats -- a comparison that gets more members, lengths or policies; calls that ask for some of them.

load helpers
export COLUMNS=1000 # a sentence stays on one line

base=(task.name=first train.steps=60 train.warmup=10 eval.examples=50)

teardown() {
    [ -z "${process:-}" ] || kill -KILL "$process" 2>/dev/null || true
}

# call FOLDER SETTING...: a comparison there, with the line that says how much of it was finished before.
call() {
    [[ " $* " == *' --part '* ]] || set -- "$@" --full
    run_both "$poslab" compare "${base[@]}" "${@:2}" --run "$work/$1"
}

# said TEXT: all that was said on stderr, but for the progress line.
said() {
    [ "$(grep '^poslab' "$error_file")" = "$1" ] || { cat "$error_file"; return 1; }
}

# All of a comparison's results but for how long they took.
results_of() {
    jq -S 'del(.seconds, .xxh3_128, .evaluations, (.. | .seconds?, .tokens_per_second?))' "$work/$1/compare.json"
}

# same_as_new FOLDER SETTING...: it has the results of a comparison with these settings that never grew.
same_as_new() {
    "$poslab" compare "${base[@]}" "${@:2}" --run "$work/new" >/dev/null 2>&1
    diff <(results_of new) <(results_of "$1")
    diff "$work/new/config.ini" "$work/$1/config.ini"
    for member in "$work"/new/*/; do
        diff "$member/config.ini" "$work/$1/$(basename "$member")/config.ini"
        diff <(without checkpoint "$member/eval.tsv") \
            <(without checkpoint "$work/$1/$(basename "$member")/eval.tsv")
    done
    run_both "$poslab" runs "$work/$1" --verify
    [ "$status" = 0 ]
    folders=$(find "$work/new" -type d | wc -l)
    [[ "$(cat "$output_file")" == "$folders of $folders folders ok"* ]]
    rm -r "$work/new"
}

# What a model is: each member's checkpoint and run log.
models_of() {
    (cd "$work/$1" && find . -name '*.safetensors' -printf '%P %T@\n' -o -name metrics.jsonl -exec sha256sum {} + | sort)
}

state_of() {
    (cd "$work/$1" && find . -type f -printf '%P %T@\n' -exec sha256sum {} + | sort)
}

@test "what all models have is in the comparison's config.ini: it grows without naming it again" {
    call c none learned compare.seeds=1 embedding.freeze=token encoding.extrapolation=extend
    [ "$status" = 0 ]
    grep -qx 'freeze = token' "$work/c/config.ini"
    run_both "$poslab" compare rope --run "$work/c"
    [ "$status" = 0 ]
    for member in "$work"/c/*-seed1; do
        grep -qx 'freeze = token' "$member/config.ini" || { echo "$member"; return 1; }
    done
    members=("$work"/c/*-seed1)
    [ ${#members[@]} = 3 ]
}

# says help compare: Run it again after an interruption, or with more seeds, encodings, lengths or policies: it trains what is missing
# says README.md: Rerun a comparison with more seeds, members or lengths: only what is missing is computed
@test "more seeds, encodings, members and values of a grid: what is new is trained, the rest is read" {
    s=('eval.lengths=1x 2x')
    call c "${s[@]}" compare.members=learned compare.seeds=2..3
    before=$(models_of c)
    call c "${s[@]}" 'compare.members=rope, learned' compare.seeds=1..3
    [ "$status" = 0 ]
    grep -qF '6 models in ' "$output_file"
    grep -qF '(2 finished before)' "$output_file"
    said ''
    [ "$before" = "$(models_of c | grep -E 'learned-seed[23]/')" ]
    same_as_new c "${s[@]}" 'compare.members=rope, learned' compare.seeds=1..3
    call c "${s[@]}" 'compare.members=rope, learned, rope base=100' compare.seeds=1..3
    grep -qF '(6 finished before)' "$output_file"
    same_as_new c "${s[@]}" 'compare.members=rope, learned, rope base=100' compare.seeds=1..3
    grid=("${s[@]}" compare.members=rope compare.seeds=1..2)
    call g "${grid[@]}" compare.grid=learning_rate=0.002
    call g "${grid[@]}" compare.grid=learning_rate=0.001,0.002
    grep -qF '4 models in ' "$output_file"
    grep -qF '(2 finished before)' "$output_file"
    same_as_new g "${grid[@]}" compare.grid=learning_rate=0.001,0.002
}

@test "more lengths and policies: finished models are evaluated anew, and none is trained" {
    s=('compare.members=learned, rope' compare.seeds=1..2)
    call c "${s[@]}" 'eval.lengths=1x 2x' eval.policies=clamp
    models=$(models_of c)
    call c "${s[@]}" 'eval.lengths=1x 2x 4x' 'eval.policies=clamp interpolate'
    [ "$status" = 0 ]
    grep -qF '(0 finished before)' "$output_file"
    [ "$models" = "$(models_of c)" ]
    same_as_new c "${s[@]}" 'eval.lengths=1x 2x 4x' 'eval.policies=clamp interpolate'
    call c "${s[@]}" 'eval.lengths=1x 2x 4x' 'eval.policies=clamp interpolate'
    grep -qF '(4 finished before)' "$output_file"
    call c "${s[@]}" 'eval.lengths=8x 1x 2x 4x' eval.policies=all
    [ "$models" = "$(models_of c)" ]
    same_as_new c "${s[@]}" 'eval.lengths=8x 1x 2x 4x' eval.policies=all
}

@test "a member of a comparison that grew has its lengths everywhere: eval, and eval.tsv made anew" {
    s=(compare.members=learned compare.seeds=1)
    call c "${s[@]}" eval.lengths=1x
    call c "${s[@]}" 'eval.lengths=1x 3x'
    m="$work/c/learned-seed1"
    [ "$("$poslab" eval "$m" --json | jq -c .lengths)" = "$(column "$m/eval.tsv" to chance | sed 1d | jq -cs .)" ]
    [ "$("$poslab" eval "$m" --json | jq -c '.lengths | length')" = 2 ]
    [ "$("$poslab" eval "$m" eval.lengths=2x --json | jq -c '.lengths | length')" = 1 ]
    evaluation "$m/eval.tsv" >"$work/good"
    printf ' ' >>"$m/eval.tsv"
    "$poslab" train --run "$m" --resume >/dev/null 2>&1
    evaluation "$m/eval.tsv" | diff "$work/good" -
    rm "$m/eval.tsv"
    call c "${s[@]}" 'eval.lengths=1x 3x'
    evaluation "$m/eval.tsv" | diff "$work/good" -
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
}

@test "fewer or other lengths and policies: those are printed, and none is lost" {
    s=(compare.members=learned compare.seeds=1)
    call c "${s[@]}" 'eval.lengths=1x 2x' 'eval.policies=clamp interpolate'
    before=$(state_of c | grep -vw 'compare\.json')
    cp "$work/c/compare.json" "$work/all"
    printed() { # LENGTHS POLICIES SETTING...: of compare --json
        run_both "$poslab" compare "${base[@]}" "${s[@]}" "${@:3}" --run "$work/c" --json
        [ "$status" = 0 ]
        [ "$(jq -c '[.lengths, [.members[].policy]]' "$output_file")" = "[$1,$2]" ] || { cat "$output_file"; return 1; }
    }
    printed '[16]' '["clamp","interpolate"]' eval.lengths=1x 'eval.policies=clamp interpolate'
    [ "$(jq '.members[0].accuracy.value[0]' "$output_file")" = \
        "$(jq '.members[0].accuracy.value[0]' "$work/c/compare.json")" ]
    printed '[16,32]' '["interpolate"]' 'eval.lengths=2x 1x' eval.policies=interpolate
    [ "$(jq -c '.members[0].accuracy.value' "$output_file")" = "$(jq -c '.members[1].accuracy.value' "$work/c/compare.json")" ]
    printed '[16]' '["clamp","interpolate"]' eval.lengths=1x 'eval.policies=interpolate clamp'
    [ "$before" = "$(state_of c | grep -vw 'compare\.json')" ]
    cmp "$work/all" "$work/c/compare.json"
    models=$(models_of c)
    printed '[32,64]' '["clamp"]' 'eval.lengths=2x 4x' eval.policies=clamp
    printed '[16]' '["wrap"]' eval.lengths=1x eval.policies=wrap
    [ "$models" = "$(models_of c)" ]
    [ "$(jq -c '[.lengths, [.members[].policy]]' "$work/c/compare.json")" = '[[16,32,64],["clamp","wrap","interpolate"]]' ]
    grep -qx 'lengths = 1x 2x 4x' "$work/c/config.ini"
    grep -qx 'policies = clamp wrap interpolate' "$work/c/config.ini"
    refused 2 "$work/c: eval.policies: refuse " \
        "$poslab" compare "${base[@]}" "${s[@]}" eval.lengths=1x eval.policies=refuse --run "$work/c"
    refused 2 'eval.seed = 1 there, 2 here' "$poslab" compare "${base[@]}" "${s[@]}" eval.seed=2 --run "$work/c"
    "$poslab" runs "$work/c" --verify
}

@test "members that were evaluated at different lengths: what one lacks has no number, until all are asked for" {
    call c 'compare.members=learned, rope' compare.seeds=1..2 eval.lengths=1x eval.policies=clamp
    models=$(models_of c)
    call c compare.members=rope compare.seeds=1..1 eval.lengths=2x eval.policies=clamp
    [ "$status" = 0 ]
    at() { jq -c "[.members[] | [.name, .seed, (.accuracy.value | map(. != null))]]" "$work/c/compare.json"; }
    [ "$(at)" = '[["learned",1,[true,false]],["learned",2,[true,false]],["rope",1,[true,true]],["rope",2,[true,false]]]' ]
    jq -e '.chance.accuracy == [0.5, 0.5] and (.summary[] | select(.name == "rope+clamp") | .accuracy.mean[1] != null)' "$work/c/compare.json"
    "$poslab" report "$work/c" >/dev/null
    "$poslab" runs "$work/c" --verify
    run_both "$poslab" runs "$work/c" --json
    jq -e '.finished == 1 and .waiting == 3' "$output_file"
    "$poslab" compare --run "$work/c" >/dev/null 2>&1
    [ "$(at)" = '[["learned",1,[true,true]],["learned",2,[true,true]],["rope",1,[true,true]],["rope",2,[true,true]]]' ]
    [ "$models" = "$(models_of c)" ]
    s=('compare.members=learned, rope' compare.seeds=1..2 'eval.lengths=1x 2x' eval.policies=clamp)
    same_as_new c "${s[@]}"
}

# says help compare: if train.keep=none left no checkpoint, they are trained again
@test "models without a checkpoint are trained again for new lengths, which is told before" {
    s=('compare.members=learned, rope' compare.seeds=1..1 train.keep=none)
    call c "${s[@]}" eval.lengths=1x
    [ "$(cd "$work/c/rope-seed1" && echo *)" = 'config.ini eval.tsv' ]
    call c "${s[@]}" 'eval.lengths=1x 2x'
    [ "$status" = 0 ]
    [ "$(head -n 1 "$error_file")" = "poslab: 2 finished models in $work/c kept no checkpoint to evaluate at new lengths or policies; training again" ]
    [ "$(cd "$work/c/rope-seed1" && echo *)" = 'config.ini eval.tsv' ]
    same_as_new c "${s[@]}" 'eval.lengths=1x 2x'
}

@test "a model that is trained again for new lengths keeps its old result until the new one is there" {
    s=("${long[@]:0:4}" compare.members=none
        compare.seeds=1 --run "$work/c")
    "$poslab" compare "${s[@]}" train.keep=none eval.lengths=1x >/dev/null 2>&1
    cp "$work/c/none-seed1/eval.tsv" "$work/old"
    "${held_saved[@]}" "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x' >/dev/null 2>&1 &
    stop_at test -s "$work/c/none-seed1/checkpoint.safetensors"
    cmp "$work/old" "$work/c/none-seed1/eval.tsv"
    grep -qx 'lengths = 1x' "$work/c/none-seed1/config.ini"
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
    grep -qE 'none-seed1: unfinished, step [0-9]+ of 2400$' "$output_file"
    grep -qx "$work/c: unfinished, 0 of 1 models" "$output_file"
    "$poslab" runs "$work/c/none-seed1" --verify
    "$poslab" report "$work/c" >/dev/null
    run_both "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x'
    [ "$status" = 0 ]
    said ''
    [ "$(column "$work/c/none-seed1/eval.tsv" to chance | wc -l)" = 3 ] # in range, and two lengths
    grep -qx 'lengths = 1x 2x' "$work/c/none-seed1/config.ini"
    "$poslab" runs "$work/c" --verify
}

@test "a new eval.tsv beside an old config.ini, as a kill may leave them: only config.ini is written" {
    s=(compare.members=learned compare.seeds=1)
    m="$work/c/learned-seed1"
    call c "${s[@]}" eval.lengths=1x
    cp "$m/config.ini" "$work/old.ini"
    call c "${s[@]}" 'eval.lengths=1x 2x'
    cp "$m/config.ini" "$work/new.ini"
    cp "$work/old.ini" "$m/config.ini"
    evaluation=$(stat -c %Y.%i "$m/eval.tsv")
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
    call c "${s[@]}" 'eval.lengths=1x 2x'
    [ "$status" = 0 ]
    cmp "$work/new.ini" "$m/config.ini"
    [ "$evaluation" = "$(stat -c %Y.%i "$m/eval.tsv")" ]
}

@test "a run that was stopped goes on with the lengths that its comparison has by now" {
    s=("${long[@]:0:4}" compare.members=none compare.seeds=1)
    "${held_saved[@]}" "$poslab" compare "${s[@]}" eval.lengths=1x --run "$work/c" >/dev/null 2>&1 &
    stop_at test -s "$work/c/none-seed1/checkpoint.safetensors"
    run_both "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x' --run "$work/c"
    [ "$status" = 0 ]
    "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x' --run "$work/new" >/dev/null 2>&1
    cmp "$work/c/none-seed1/checkpoint.safetensors" "$work/new/none-seed1/checkpoint.safetensors"
    cmp "$work/c/none-seed1/config.ini" "$work/new/none-seed1/config.ini"
    diff <(results_of new) <(results_of c)
}

@test "a call for some of the models prints these; the folder keeps all, and compare.json has all" {
    s=('eval.lengths=1x 2x')
    call c "${s[@]}" 'compare.members=learned, rope, none' compare.seeds=1..2
    before=$(state_of c | grep -vw 'compare\.json')
    cp "$work/c/compare.json" "$work/all"
    call c "${s[@]}" compare.members=learned compare.seeds=2..2 --json
    [ "$status" = 0 ]
    said ''
    [ "$(jq -c '[.members[] | [.name, .seed]] | unique' "$output_file")" = '[["learned",2]]' ]
    [ "$before" = "$(state_of c | grep -vw 'compare\.json')" ]
    cmp "$work/all" "$work/c/compare.json"
    call c "${s[@]}" 'compare.members=rope, t5' compare.seeds=2..4 --csv
    [ "$(cut -d, -f3 "$output_file" | grep . | sort -u | tr '\n' ' ')" = 'encoding rope t5 ' ]
    [ "$(jq -c '[.members[] | [.encoding, .seed]] | unique' "$work/c/compare.json")" = \
        '[["learned",1],["learned",2],["none",1],["none",2],["rope",1],["rope",2],["rope",3],["rope",4],["t5",2],["t5",3],["t5",4]]' ]
    grep -qx 'members = none, learned, rope seeds=1..4, t5 seeds=2..4' "$work/c/config.ini"
    "$poslab" runs "$work/c" --verify
    "$poslab" runs "$work/c" | grep -qF '11 of 11 models finished'
    models=$(models_of c)
    run_both "$poslab" compare --run "$work/c" --full
    grep -qF '11 models in ' "$output_file"
    grep -qF '(11 finished before)' "$output_file"
    [ "$models" = "$(models_of c)" ]
}

@test "seeds of the command line in place of a member's own: those are printed, and compare.json has all that config.ini lists" {
    printf '[compare]\nmembers = none seeds=1..3, rope\nseeds = 1..2\n' >"$work/own.ini"
    call c eval.lengths=1x "$work/own.ini"
    cp "$work/c/compare.json" "$work/all"
    call c eval.lengths=1x "$work/own.ini" compare.seeds=1..2
    [ "$status" = 0 ]
    grep -qF '4 models in ' "$output_file"
    cmp "$work/all" "$work/c/compare.json"
}

@test "a part adds its members and removes none" {
    s=('eval.lengths=1x 2x' compare.seeds=1)
    call c "${s[@]}" 'compare.members=learned, rope'
    before=$(models_of c)
    call c "${s[@]}" compare.members=learned --part 1/2
    grep -qF "part 1/2 of $work/c: 1 of 1 models finished (1 before) in " "$output_file"
    call c "${s[@]}" 'compare.members=rope, none' --part 2/2
    grep -qF "part 2/2 of $work/c: 1 of 1 models finished (0 before) in " "$output_file"
    grep -qx 'members = none, learned, rope' "$work/c/config.ini"
    [ "$before" = "$(models_of c | grep -v none-seed1)" ]
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
    [ "$(cat "$output_file")" = "$(printf '%s\n' "$work/c: unfinished, compare.json does not have all results yet" '3 of 4 folders ok, 1 unfinished.')" ]
    call c "${s[@]}" 'compare.members=learned, rope, none'
    grep -qF '(3 finished before)' "$output_file"
    call c "${s[@]}" 'compare.members=none, learned, rope'
    same_as_new c "${s[@]}" 'compare.members=none, learned, rope'
}

@test "new lengths in parts: each evaluates its own; in between the others are unfinished, and nothing is wrong" {
    s=('compare.members=learned, rope' compare.seeds=1)
    call c "${s[@]}" eval.lengths=1x
    "$poslab" runs "$work/c"
    call c "${s[@]}" 'eval.lengths=1x 2x' --part 2/2
    grep -qF "part 2/2 of $work/c: 1 of 1 models finished (0 before) in " "$output_file"
    run_both "$poslab" runs "$work/c" --json
    [ "$status" = 75 ]
    jq -e '.finished == 1 and .waiting == 1 and .failed == 0 and .stopped == 0' "$output_file"
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
    [ "$(cat "$output_file")" = "$(printf '%s\n' "$work/c/learned-seed1: unfinished, to be evaluated" \
        "$work/c: unfinished, 1 of 2 models" '1 of 3 folders ok, 2 unfinished.')" ]
    "$poslab" report "$work/c" >/dev/null
    call c "${s[@]}" 'eval.lengths=1x 2x' --part 1/2
    grep -qF "part 1/2 of $work/c: 1 of 1 models finished (0 before) in " "$output_file"
    "$poslab" runs "$work/c"
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
    [ "$(head -n 1 "$output_file")" = "$work/c: unfinished, compare.json does not have all results yet" ]
    call c "${s[@]}" 'eval.lengths=1x 2x'
    same_as_new c "${s[@]}" 'eval.lengths=1x 2x'
}

# says help compare: Pairs and the pass mark (compare.gate) are those of one call
@test "another gate and other pairs are of one call: rows that policies add stay, and the folder is as it was" {
    s=('eval.lengths=1x 2x' 'compare.members=learned, rope' compare.seeds=1..2)
    call c "${s[@]}"
    before=$(state_of c)
    call c "${s[@]}" compare.gate=0.5 'compare.pairs=learned+clamp - rope+clamp' --json
    [ "$status" = 0 ]
    jq -e '.gate == 0.5 and [.paired[] | [.a, .b]] == [["learned+clamp", "rope+clamp"]]' "$output_file"
    [ "$before" = "$(state_of c)" ]
    run_both "$poslab" compare --run "$work/c" --json
    jq -e '.gate == 0.95 and (.paired | length > 1)' "$output_file"
    same_as_new c "${s[@]}"
    call new "${s[@]}" compare.gate=0.5 'compare.pairs=learned+clamp - rope+clamp'
    cmp "$work/c/config.ini" "$work/new/config.ini"
    diff <(results_of new) <(results_of c)
}

@test "an option is no difference where it is of new members alone" {
    s=(eval.lengths=1x compare.seeds=1)
    call c "${s[@]}" compare.members=learned
    call c "${s[@]}" 'compare.members=learned, rope' rope.base=100
    [ "$status" = 0 ]
    grep -qF '(1 finished before)' "$output_file"
    refused 2 'holds a comparison with other settings (rope: rope.base = 100 there, 200 here)' \
        "$poslab" compare "${base[@]}" "${s[@]}" 'compare.members=learned, rope, none' rope.base=200 --run "$work/c"
    refused 2 'holds a comparison with other settings (rope: rope.base = 100 there, 10000 here)' \
        "$poslab" compare "${base[@]}" "${s[@]}" 'compare.members=learned, rope, none' --run "$work/c"
    "$poslab" train task.name=first train.steps=60 eval.lengths=1x --run "$work/run" >/dev/null 2>&1
    refused 2 "$work/run holds a run" \
        "$poslab" compare "${base[@]}" "${s[@]}" compare.members=learned --run "$work/run"
}

@test "parts that begin at the same instant in a folder that is not there both go on" {
    s=(eval.lengths=1x 'compare.members=learned, none' compare.seeds=1..2)
    for _ in $(seq 6); do
        rm -rf "$work/c"
        "$poslab" compare "${base[@]}" "${s[@]}" --run "$work/c" --jobs 1 --part 1/2 >"$work/one" 2>"$work/one.err" &
        process=$!
        call c "${s[@]}" --jobs 1 --part 2/2
        [ "$status" = 0 ]
        wait "$process"
        grep -q ': 2 of 2 models finished (0 before)' "$work/one"
        grep -q ': 2 of 2 models finished (0 before)' "$output_file"
    done
    process=
    [ -z "$(find "$work/c" -name '.lock' -o -name '*.tmp*')" ]
}
