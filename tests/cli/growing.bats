# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# growing.bats -- a comparison that gets more members, lengths or policies, or loses some; calls that share its folder.

load helpers
export COLUMNS=1000 # a sentence stays on one line

base=(task.name=first train.steps=60 train.warmup=10 eval.examples=50)

teardown() {
    [ -z "${process:-}" ] || kill -KILL "$process" 2>/dev/null || true
}

# call FOLDER SETTING...: a comparison there, or a part of it.
call() {
    local full=(--full)
    [[ "$*" != *--part* ]] || full=()
    run_both "$poslab" compare "${full[@]}" "${base[@]}" "${@:2}" --run "$work/$1"
}

# said TEXT: all that was said on stderr, but for the progress line.
said() {
    [ "$(grep '^poslab' "$error_file")" = "$1" ] || { cat "$error_file"; return 1; }
}

# All of a comparison's results but for how long they took.
results_of() {
    jq -S 'del(.seconds, .xxh3_128, (.. | .seconds?, .tokens_per_second?))' "$work/$1/compare.json"
}

# same_as_new FOLDER SETTING...: it has the results of a comparison with these settings that never grew.
same_as_new() {
    "$poslab" compare "${base[@]}" "${@:2}" --run "$work/new" >/dev/null 2>&1
    diff <(results_of new) <(results_of "$1")
    diff "$work/new/config.ini" "$work/$1/config.ini"
    for member in "$work"/new/*/; do
        diff "$member/config.ini" "$work/$1/$(basename "$member")/config.ini"
        diff <(jq -S 'del(.seconds, .tokens_per_second, .xxh3_128)' "$member/eval.json") \
            <(jq -S 'del(.seconds, .tokens_per_second, .xxh3_128)' "$work/$1/$(basename "$member")/eval.json")
    done
    run_both "$poslab" verify "$work/$1"
    [ "$status" = 0 ]
    [ "$(tail -n 1 "$output_file")" = "$(find "$work/new" -type d | wc -l) folders, 0 problems." ]
    rm -r "$work/new"
}

# What a model is: each member's checkpoint and run log.
models_of() {
    (cd "$work/$1" && find . -name '*.safetensors' -printf '%P %T@\n' -o -name metrics.jsonl -exec sha256sum {} \; | sort)
}

state_of() {
    (cd "$work/$1" && find . -type f -printf '%P %T@ ' -exec sha256sum {} \; | sort)
}

@test "more seeds, encodings, members and values of a grid: what is new is trained, the rest is read" {
    s=('eval.lengths=1x 2x')
    call c "${s[@]}" compare.encodings=learned compare.seeds=2..3
    before=$(models_of c)
    call c "${s[@]}" 'compare.encodings=rope, learned' compare.seeds=1..3
    [ "$status" = 0 ]
    grep -qF '6 models in ' "$output_file"
    grep -qF '(2 finished before)' "$output_file"
    said ''
    [ "$before" = "$(models_of c | grep -E 'learned-seed[23]/')" ]
    same_as_new c "${s[@]}" 'compare.encodings=rope, learned' compare.seeds=1..3
    call c "${s[@]}" 'compare.members=rope, learned, rope base=100' compare.seeds=1..3
    grep -qF '(6 finished before)' "$output_file"
    same_as_new c "${s[@]}" 'compare.members=rope, learned, rope base=100' compare.seeds=1..3
    grid=("${s[@]}" compare.encodings=rope compare.seeds=1..2)
    call g "${grid[@]}" compare.grid=learning_rate=0.002
    call g "${grid[@]}" compare.grid=learning_rate=0.001,0.002
    grep -qF '4 models in ' "$output_file"
    grep -qF '(2 finished before)' "$output_file"
    same_as_new g "${grid[@]}" compare.grid=learning_rate=0.001,0.002
}

@test "more lengths and policies: finished models are evaluated anew, and none is trained" {
    s=('compare.encodings=learned, rope' compare.seeds=1..2)
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

@test "a member of a comparison that grew has its lengths everywhere: eval, and eval.json made anew" {
    s=(compare.encodings=learned compare.seeds=1)
    call c "${s[@]}" eval.lengths=1x
    call c "${s[@]}" 'eval.lengths=1x 3x'
    m="$work/c/learned-seed1"
    [ "$("$poslab" eval "$m" --json | jq -c .lengths)" = "$(jq -c .lengths "$m/eval.json")" ]
    [ "$("$poslab" eval "$m" --json | jq -c '.lengths | length')" = 2 ]
    [ "$("$poslab" eval "$m" eval.lengths=2x --json | jq -c '.lengths | length')" = 1 ]
    jq -S 'del(.seconds, .tokens_per_second, .xxh3_128)' "$m/eval.json" >"$work/good"
    printf ' ' >>"$m/eval.json"
    "$poslab" eval "$m" | grep -qxF "$m has a new eval.json."
    jq -S 'del(.seconds, .tokens_per_second, .xxh3_128)' "$m/eval.json" | diff "$work/good" -
    rm "$m/eval.json"
    call c "${s[@]}" 'eval.lengths=1x 3x'
    jq -S 'del(.seconds, .tokens_per_second, .xxh3_128)' "$m/eval.json" | diff "$work/good" -
    run_both "$poslab" verify "$work/c"
    [ "$status" = 0 ]
}

@test "fewer lengths or policies are other settings, and refused" {
    s=(compare.encodings=learned compare.seeds=1)
    call c "${s[@]}" 'eval.lengths=1x 2x' 'eval.policies=clamp interpolate'
    before=$(state_of c)
    less() {
        refused 2 "holds a comparison with other settings ($1)" "$poslab" compare "${base[@]}" "${s[@]}" "${@:2}" --run "$work/c"
        [ "$before" = "$(state_of c)" ]
    }
    less 'eval.lengths = 1x 2x there, 1x here' eval.lengths=1x 'eval.policies=clamp interpolate'
    less 'eval.lengths = 1x 2x there, 2x 4x here' 'eval.lengths=2x 4x' 'eval.policies=clamp interpolate'
    less 'eval.policies = clamp interpolate there, clamp here' 'eval.lengths=1x 2x' eval.policies=clamp
    less 'eval.lengths = 1x 2x there, 1x 2x 4x here' 'eval.lengths=1x 2x 4x' eval.policies=clamp
    less 'eval.seed = 1 there, 2 here' 'eval.lengths=1x 2x 4x' 'eval.policies=clamp interpolate' eval.seed=2
    call e "${s[@]}" eval.lengths=1x eval.policies=error
    refused 2 'eval.policies = error there, all here' "$poslab" compare "${base[@]}" "${s[@]}" eval.lengths=1x --run "$work/e"
    call a "${s[@]}" eval.lengths=1x
    refused 2 'eval.policies = all there, clamp here' "$poslab" compare "${base[@]}" "${s[@]}" eval.lengths=1x \
        eval.policies=clamp --run "$work/a"
    call m eval.lengths=1x 'compare.members=rope+ntk+clamp' compare.seeds=1
    refused 2 'eval.policies = ntk clamp there, ntk here' "$poslab" compare "${base[@]}" eval.lengths=1x \
        'compare.members=rope+ntk' compare.seeds=1 --run "$work/m"
}

@test "models without a checkpoint are trained again for new lengths, which is told before" {
    s=('compare.encodings=learned, rope' compare.seeds=1..1 train.keep=none)
    call c "${s[@]}" eval.lengths=1x
    [ "$(cd "$work/c/rope-seed1" && echo *)" = 'config.ini eval.json' ]
    call c "${s[@]}" 'eval.lengths=1x 2x'
    [ "$status" = 0 ]
    [ "$(head -n 1 "$error_file")" = "poslab: 2 finished models in $work/c kept no checkpoint to evaluate at new lengths or policies: trained again" ]
    [ "$(cd "$work/c/rope-seed1" && echo *)" = 'config.ini eval.json' ]
    same_as_new c "${s[@]}" 'eval.lengths=1x 2x'
}

@test "a model that is trained again for new lengths keeps its old result until the new one is there" {
    s=(task.name=first train.steps=20000 train.checkpoint_every=500 eval.examples=50 compare.encodings=none
        compare.seeds=1 --run "$work/c")
    "$poslab" compare "${s[@]}" train.keep=none eval.lengths=1x >/dev/null 2>&1
    cp "$work/c/none-seed1/eval.json" "$work/old"
    "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x' >/dev/null 2>&1 &
    stop_at -s "$work/c/none-seed1/checkpoint.safetensors"
    cmp "$work/old" "$work/c/none-seed1/eval.json"
    grep -qx 'lengths = 1x' "$work/c/none-seed1/config.ini"
    run_both "$poslab" verify "$work/c"
    [ "$status" = 0 ]
    grep -qE 'none-seed1  unfinished, step [0-9]+ of 20000$' "$output_file"
    grep -qE "^$work/c  +unfinished, 0 of 1 models$" "$output_file"
    "$poslab" verify "$work/c/none-seed1"
    refused 2 'it is still to be evaluated at new lengths or policies' "$poslab" report "$work/c"
    run_both "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x'
    [ "$status" = 0 ]
    said ''
    [ "$(jq -c '.lengths | length' "$work/c/none-seed1/eval.json")" = 2 ]
    grep -qx 'lengths = 1x 2x' "$work/c/none-seed1/config.ini"
    "$poslab" verify "$work/c"
}

@test "a new eval.json beside an old config.ini, as a kill may leave them: only config.ini is written" {
    s=(compare.encodings=learned compare.seeds=1)
    m="$work/c/learned-seed1"
    call c "${s[@]}" eval.lengths=1x
    cp "$m/config.ini" "$work/old.ini"
    call c "${s[@]}" 'eval.lengths=1x 2x'
    cp "$m/config.ini" "$work/new.ini"
    cp "$work/old.ini" "$m/config.ini"
    evaluation=$(stat -c %Y.%i "$m/eval.json")
    run_both "$poslab" verify "$work/c"
    [ "$status" = 0 ]
    call c "${s[@]}" 'eval.lengths=1x 2x'
    [ "$status" = 0 ]
    cmp "$work/new.ini" "$m/config.ini"
    [ "$evaluation" = "$(stat -c %Y.%i "$m/eval.json")" ]
}

@test "a run that was stopped goes on with the lengths that its comparison has by now" {
    s=(task.name=first train.steps=20000 train.checkpoint_every=500 eval.examples=50 compare.encodings=none compare.seeds=1)
    "$poslab" compare "${s[@]}" eval.lengths=1x --run "$work/c" >/dev/null 2>&1 &
    stop_at -s "$work/c/none-seed1/checkpoint.safetensors"
    run_both "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x' --run "$work/c"
    [ "$status" = 0 ]
    "$poslab" compare "${s[@]}" 'eval.lengths=1x 2x' --run "$work/new" >/dev/null 2>&1
    cmp "$work/c/none-seed1/checkpoint.safetensors" "$work/new/none-seed1/checkpoint.safetensors"
    cmp "$work/c/none-seed1/config.ini" "$work/new/none-seed1/config.ini"
    diff <(results_of new) <(results_of c)
}

@test "members that no longer belong are told in one line, with three names, and left alone" {
    s=('eval.lengths=1x 2x')
    call c "${s[@]}" 'compare.encodings=learned, rope, none' compare.seeds=1..2
    before=$(state_of c | grep -v ^compare.json | grep -v ^config.ini)
    call c "${s[@]}" compare.encodings=learned compare.seeds=2
    [ "$status" = 0 ]
    said "poslab: 5 models in $work/c no longer belong to it and are left alone: learned-seed1, rope-seed1, rope-seed2, ..."
    [ "$before" = "$(state_of c | grep -v ^compare.json | grep -v ^config.ini)" ]
    [ "$(jq -c '[.members[] | select(.policy == "clamp") | [.name, .seed]]' "$work/c/compare.json")" = '[["learned",2]]' ]
    call c "${s[@]}" compare.encodings=learned compare.seeds=2
    said ''
    call c "${s[@]}" 'compare.encodings=learned, rope, none' compare.seeds=1..2 # they are still there
    grep -qF '(6 finished before)' "$output_file"
    call c "${s[@]}" 'compare.encodings=learned, rope, none' compare.seeds=2..2
    said "poslab: 3 models in $work/c no longer belong to it and are left alone: learned-seed1, rope-seed1, none-seed1"
}

@test "a part takes no member away; it adds some" {
    s=('eval.lengths=1x 2x' compare.seeds=1)
    call c "${s[@]}" 'compare.encodings=learned, rope'
    before=$(state_of c)
    refused 2 "$work/c has 1 more model (rope-seed1), and --part removes none; name another folder with --run" \
        "$poslab" compare "${base[@]}" "${s[@]}" compare.encodings=learned --run "$work/c" --part 1/2
    refused 2 "$work/c has 1 more model (learned-seed1), and --part removes none" \
        "$poslab" compare "${base[@]}" "${s[@]}" 'compare.encodings=rope, none' --run "$work/c" --part 2/2
    [ "$before" = "$(state_of c)" ]
    call c "${s[@]}" 'compare.encodings=learned, rope, none' --part 3/3
    [ "$status" = 0 ]
    grep -qF "part 3/3 of $work/c: 1 of 1 models finished (0 before) in " "$output_file"
    grep -qx 'encodings = learned, rope, none' "$work/c/config.ini"
    run_both "$poslab" verify "$work/c"
    [ "$status" = 0 ] # compare.json is of fewer members, until it is made anew
    call c "${s[@]}" 'compare.encodings=learned, rope, none' compare.gate=0.5 --part 1/3
    grep -qx 'gate = 0.95' "$work/c/config.ini"
    "$poslab" verify "$work/c"
    call c "${s[@]}" 'compare.encodings=learned, rope, none'
    grep -qF '(3 finished before)' "$output_file"
    same_as_new c "${s[@]}" 'compare.encodings=learned, rope, none'
}

@test "new lengths in parts: each evaluates its own; in between the others are unfinished, and nothing is wrong" {
    s=('compare.encodings=learned, rope' compare.seeds=1)
    call c "${s[@]}" eval.lengths=1x
    "$poslab" status "$work/c"
    call c "${s[@]}" 'eval.lengths=1x 2x' --part 2/2
    grep -qF "part 2/2 of $work/c: 1 of 1 models finished (0 before) in " "$output_file"
    run_both "$poslab" status "$work/c" --json
    [ "$status" = 75 ]
    jq -e '.finished == 1 and .waiting == 1 and .failed == 0 and .stopped == 0' "$output_file"
    run_both "$poslab" verify "$work/c"
    [ "$status" = 0 ]
    grep -qE 'learned-seed1  unfinished, ' "$output_file"
    grep -qE 'rope-seed1 +ok$' "$output_file"
    grep -qE "^$work/c +unfinished, 1 of 2 models$" "$output_file"
    "$poslab" report "$work/c" >/dev/null
    grep -qF 'it is still to be evaluated at new lengths or policies' "$work/c/report.html"
    call c "${s[@]}" 'eval.lengths=1x 2x' --part 1/2
    grep -qF "part 1/2 of $work/c: 1 of 1 models finished (0 before) in " "$output_file"
    "$poslab" status "$work/c"
    run_both "$poslab" verify "$work/c"
    [ "$status" = 0 ]
    call c "${s[@]}" 'eval.lengths=1x 2x'
    same_as_new c "${s[@]}" 'eval.lengths=1x 2x'
}

@test "another gate and other pairs: nothing is trained" {
    s=('eval.lengths=1x 2x' 'compare.encodings=learned, rope' compare.seeds=1..2)
    call c "${s[@]}"
    before=$(models_of c)
    call c "${s[@]}" compare.gate=0.5 'compare.pairs=learned+clamp - rope+clamp'
    [ "$status" = 0 ]
    grep -qF '(4 finished before)' "$output_file"
    [ "$before" = "$(models_of c)" ]
    jq -e '.gate == 0.5 and [.paired[] | [.a, .b]] == [["learned+clamp", "rope+clamp"]]' "$work/c/compare.json"
    same_as_new c "${s[@]}" compare.gate=0.5 'compare.pairs=learned+clamp - rope+clamp'
}

@test "an option is no difference where it is of new members alone" {
    s=(eval.lengths=1x compare.seeds=1)
    call c "${s[@]}" compare.encodings=learned
    call c "${s[@]}" 'compare.encodings=learned, rope' rope.base=100
    [ "$status" = 0 ]
    grep -qF '(1 finished before)' "$output_file"
    refused 2 'holds a comparison with other settings (rope.base = 100 there, 200 here)' \
        "$poslab" compare "${base[@]}" "${s[@]}" 'compare.encodings=learned, rope, none' rope.base=200 --run "$work/c"
    refused 2 'holds a comparison with other settings (rope.base = 100 there, (not set) here)' \
        "$poslab" compare "${base[@]}" "${s[@]}" 'compare.encodings=learned, rope, none' --run "$work/c"
    "$poslab" train task.name=first train.steps=60 eval.lengths=1x --run "$work/run" >/dev/null 2>&1
    refused 2 "$work/run holds a run, not a comparison; name another folder with --run" \
        "$poslab" compare "${base[@]}" "${s[@]}" compare.encodings=learned --run "$work/run"
}

@test "without --run: a folder with the same models or fewer is taken, else one named by what differs" {
    cd "$work"
    one() {
        local full=(--full)
        [[ "$*" != *--part* ]] || full=()
        run_both "$poslab" compare "${full[@]}" "${base[@]}" eval.lengths=1x "$@"
    }
    taken() {
        grep -qF "are in runs/$1." "$output_file"
        said "poslab: the folder is runs/$1, since runs/compare holds something else"
    }
    one 'compare.encodings=none' compare.seeds=1
    one 'compare.encodings=none' compare.seeds=1..2
    grep -qF '2 models in ' "$output_file"
    grep -qF 'are in runs/compare.' "$output_file"
    said ''
    one 'compare.encodings=none' compare.seeds=1
    taken compare-seeds-1
    one 'compare.encodings=none' compare.seeds=1 --part 1/1
    grep -q '^part 1/1 of runs/compare-seeds-1: 1 of 1 models finished (1 before)' "$output_file"
    one 'compare.encodings=none' compare.seeds=1..2 --part 1/1
    grep -q '^part 1/1 of runs/compare: 2 of 2 models finished (2 before)' "$output_file"
    one compare.encodings=learned compare.seeds=1..2
    taken compare-learned
    one compare.encodings=none compare.seeds=1..2 train.batch=32
    taken compare-batch-32
    # what differs from that folder in turn, and a number where nothing else can be said in 46 characters
    one compare.encodings=none compare.seeds=1..2 train.batch=32 model.d_model=16 train.weight_decay=0.02
    taken compare-d_model-16-batch-32
    one compare.encodings=none compare.seeds=1..2 train.batch=32 model.d_model=16 train.weight_decay=0.04
    taken compare-weight_decay-0.04
    base=("${base[@]/task.name=first/task.name=reverse}")
    one compare.encodings=none compare.seeds=1..2
    taken compare-reverse
    for name in runs/*; do [ "${#name}" -le 51 ]; done
}

@test "without --run: folders of older names are found, and foreign ones passed over" {
    cd "$work"
    one() { run_both "$poslab" compare --full "${base[@]}" eval.lengths=1x compare.encodings=none "$@"; }
    one compare.seeds=1..2 --run runs/compare
    one compare.seeds=1 --run runs/compare-7
    one compare.seeds=1
    grep -qF 'are in runs/compare-7.' "$output_file"
    mkdir runs/compare-3
    one compare.seeds=1 train.batch=32 --run runs/compare-batch-32
    one compare.seeds=1 train.batch=32
    grep -qF 'are in runs/compare-batch-32.' "$output_file"
    [ -z "$(ls runs/compare-3)" ]
    rm -r runs
    mkdir -p runs/compare
    touch runs/compare/notes.txt
    one compare.seeds=1
    today=runs/compare-$(date +%Y-%m-%d)
    said "poslab: the folder is $today, since runs/compare holds something else"
    one compare.seeds=1
    grep -qF "are in $today." "$output_file"
    [ "$(ls runs/compare)" = notes.txt ]
}

@test "parts that begin at the same instant in a folder that is not there both go on" {
    s=(eval.lengths=1x 'compare.encodings=learned, none' compare.seeds=1..2)
    for _ in $(seq 12); do
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

@test "two calls for all of it beside each other share the work" {
    s=(task.name=first train.steps=20000 train.checkpoint_every=500 eval.examples=50 eval.lengths=1x
        'compare.encodings=learned, none' compare.seeds=1 --run "$work/c" --jobs 1)
    "$poslab" compare --full "${s[@]}" >"$work/one" 2>"$work/one.err" &
    process=$!
    wait_for test -s "$work/c/learned-seed1/metrics.jsonl"
    first=$(children_of "$process")
    kill -STOP "$first" # it keeps its member
    run_both "$poslab" compare --full "${s[@]}"
    [ "$status" = 75 ]
    grep -qF "learned-seed1 has no result yet: $work/c/learned-seed1 is in use by another poslab process ($first on $(uname -n)" "$error_file"
    [ -e "$work/c/none-seed1/eval.json" ]
    kill -CONT "$first"
    wait "$process"
    process=
    grep -qF '2 models in ' "$work/one"
    grep -qF '(0 finished before)' "$work/one"
    jq -e '[.members[] | has("failure")] | any | not' "$work/c/compare.json"
    "$poslab" verify "$work/c"
}

@test "a member that is in use at first is trained when the others are" {
    s=(task.name=first train.steps=20000 train.checkpoint_every=500 eval.examples=50 eval.lengths=1x
        'compare.encodings=learned, none' compare.seeds=1 --run "$work/c" --jobs 1)
    "$poslab" compare "${s[@]}" >/dev/null 2>&1 &
    stop_at -s "$work/c/learned-seed1/checkpoint.safetensors"
    touch "$work/before"
    "$poslab" train --run "$work/c/learned-seed1" --resume >/dev/null 2>&1 &
    process=$!
    wait_for test "$work/c/learned-seed1/metrics.jsonl" -nt "$work/before"
    kill -STOP "$process" # it keeps its lock
    "$poslab" compare --full "${s[@]}" >"$work/one" 2>"$work/one.err" &
    call=$!
    wait_for test -s "$work/c/none-seed1/metrics.jsonl"
    kill -TERM "$process"
    kill -CONT "$process"
    wait "$process" || true
    process=$call
    wait "$call"
    process=
    grep -qF '2 models in ' "$work/one"
    jq -e '[.members[] | has("failure")] | any | not' "$work/c/compare.json"
}
