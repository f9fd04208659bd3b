# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# lock.bats -- the lock of a run's folder: who holds it and how far he is, what is left of it, and file systems that have
# none; two calls that share a comparison's folder. And the one line of a job script that starts a run, goes on with it, and tells its result.

load helpers
export COLUMNS=1000 # a sentence stays on one line

teardown() {
    [ -z "${process:-}" ] || kill -KILL "$process" 2>/dev/null || true
}

# without_locks ERROR COMMAND...: as on a file system whose fcntl locks fail with this error number.
without_locks() {
    LOCK_ERROR=$1 "${preload[@]}" LD_PRELOAD=failing_lock.so "${@:2}"
}

needs_failing_lock() {
    [ -e build/torture/failing_lock.so ] || skip "build/torture/failing_lock.so is not built"
}

# In a run's folder: whether its holder tells what the filter says of it.
tells() { [ -s "$work/run/.lock" ] && jq -e "$1" "$work/run/.lock" >/dev/null; }

# says help files: While a run is trained, and after it stopped, its folder holds the file .lock
@test "who trains a run tells where, and how far it is, in the file of its lock" {
    "$poslab" train "${long[@]/2400/20000000}" --run "$work/run" >/dev/null 2>&1 & # who trains tells so every second
    process=$!
    wait_for tells '.step > 0'
    [ "$(wc -c <"$work/run/.lock")" = 256 ]
    [ "$(wc -l <"$work/run/.lock")" = 1 ]
    jq -e --argjson pid "$process" --arg host "$(uname -n)" --argjson now "$(date +%s)" 'keys == ["evaluating", "host",
        "pid", "step", "steps", "steps_per_second", "time"] and .host == $host and .pid == $pid and .steps == 20000000 and
        .steps_per_second > 0 and .evaluating == false and .time <= $now and .time > $now - 60' "$work/run/.lock"
    told=$(jq .step "$work/run/.lock")
    wait_for tells ".step > $told"
    run_both "$poslab" train --run "$work/run" --resume
    [ "$status" = 73 ]
    grep -qE "^poslab: $work/run is in use by another poslab process \($process on $(uname -n), step [0-9]+ of 20000000\); \
wait for it or choose another --run$" "$error_file"
    kill -TERM "$process"
    status=0
    wait "$process" || status=$?
    [ "$status" = 75 ]
    # of a run that stopped the last word stays, and is of the checkpoint's step
    step=$(head -c 4000 "$work/run/checkpoint.safetensors" | grep -aoP '"step":"\K[0-9]+' | head -n 1)
    tells ".step == $step"
}

@test "after its last step it says that it evaluates" {
    "$poslab" train "${small[@]/eval.examples=50/eval.examples=2000000}" --run "$work/run" >/dev/null 2>&1 &
    process=$!
    wait_for tells '.evaluating and .step == 60'
    kill -TERM "$process"
    wait "$process" || true
}

@test "no lock is left in the folders of finished runs and comparisons, whoever left one there" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    "$poslab" compare "${small[@]}" compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    [ -z "$(find "$work" -name .lock)" ]
    touch "$work/run/.lock" "$work/c/.lock" "$work/c/none-seed1/.lock"
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
    "$poslab" compare "${small[@]}" compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    [ -z "$(find "$work" -name .lock)" ]
}

@test "a file system without locks: exit code 74 with what to do, and nothing is trained" {
    needs_failing_lock
    for error in 37 38 95 22; do # ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL
        for command in train compare; do
            rm -rf "$work/run"
            run_both without_locks $error "$poslab" $command "${small[@]}" --run "$work/run"
            [ "$status" = 74 ]
            [ "$(grep -c '^poslab: ' "$error_file")" = 1 ]
            grep -qE "^poslab: cannot lock $work/run/.lock: .+; this file system has no locks, .* --run, .*\(Lustre: mount -o flock\)$" "$error_file"
            [ ! -s "$output_file" ]
            [ -z "$(find "$work/run" -name config.ini)" ]
        done
    done
}

@test "what only reads works on a file system without locks" {
    needs_failing_lock
    "$poslab" compare "${small[@]}" compare.seeds=1..1 --run "$work/c" >/dev/null 2>&1
    run=$work/c/learned-seed1
    rm -rf "$work/c/compare.json"
    for command in "eval $run" "show positions $run" "runs $run --verify" "report $work/c" "show neighbours $run X" \
        "train --run $run --resume"; do
        ! lacks "$command" || continue
        # shellcheck disable=SC2086
        run_both without_locks 37 "$poslab" $command
        [ "$status" = 0 ]
        [ -s "$output_file" ]
    done
    rm "$run/eval.tsv"
    run_both without_locks 37 "$poslab" train --run "$run" --resume
    [ "$status" = 74 ]
    [ ! -e "$run/eval.tsv" ]
}

@test "a finished run in a folder that is only readable is told all the same" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    chmod a-w "$work/run"
    as_user "$poslab" train --run "$work/run" --resume >"$work/again"
    chmod u+w "$work/run"
    grep -qF "The run is in $work/run: config.ini, metrics.jsonl, checkpoint.safetensors, eval.tsv" "$work/again"
}

# says help train: If DIR holds no run, --resume starts one
@test "train --resume starts a run that is not there, goes on with it, and tells what it came to" {
    line=(train configs/first.ini "${small[@]:1}" --run "$work/run" --resume)
    "$poslab" train configs/first.ini "${small[@]:1}" --run "$work/whole" >"$work/expected" 2>/dev/null
    run_both "$poslab" "${line[@]}"
    [ "$status" = 0 ]
    sed "s:$work/whole:$work/run:g" "$work/expected" | diff - "$output_file"
    for file in config.ini checkpoint.safetensors; do cmp "$work/run/$file" "$work/whole/$file"; done
    before=$(cd "$work/run" && stat -c '%n %Y %i' -- *)
    run_both "$poslab" "${line[@]}"
    [ "$status" = 0 ]
    sed "s:$work/whole:$work/run:g" "$work/expected" | diff - "$output_file"
    [ "$before" = "$(cd "$work/run" && stat -c '%n %Y %i' -- *)" ]
    refused 2 "$work/run cannot be extended: the rate of every step depends on the last one (train.schedule = linear or cosine; with train.schedule=constant a run can be extended); \`poslab train --from $work/run train.steps=N\` starts a new run with its weights; or train again" \
        "$poslab" "${line[@]/train.steps=60/train.steps=70}"
}

@test "a run that another call finishes just before this one locks it is told, not trained again" {
    build/torture/intercept 0 pass true || skip "system calls cannot be intercepted here"
    cd "$work"
    poslab=$OLDPWD/build/poslab intercept=$OLDPWD/build/torture/intercept
    line=(train "${small[@]}" train.keep=none --run run --resume)
    "$intercept" -l calls 0 pass "$poslab" "${line[@]}" >expected 2>/dev/null
    number=$(awk -F '\t' '$2 ~ /open/ && $4 ~ /lock/ { print $1; exit }' calls)
    rm -r run
    "$intercept" "$number" "'$poslab' ${line[*]@Q} >/dev/null 2>&1; stat -c %i run/eval.tsv >finished" \
        "$poslab" "${line[@]}" >output 2>/dev/null
    diff expected output
    [ "$(cat finished)" = "$(stat -c %i run/eval.tsv)" ]
    [ "$(ls -A run)" = "$(printf 'config.ini\neval.tsv')" ]
}

@test "a run that diverged: eval says what failure.json says, with its model or without one" {
    diverging=("${small[@]}" train.learning_rate=1e9 train.clip=0)
    "$poslab" train "${diverging[@]}" --run "$work/run" >/dev/null 2>&1 || true
    why=$(jq -r .text "$work/run/failure.json")
    refused 65 "$work/run has no checkpoint.safetensors; its training failed after step $(jq .step "$work/run/failure.json"): $why" \
        "$poslab" eval "$work/run"
    "$poslab" train "${small[@]}" --run "$work/other" >/dev/null 2>&1
    rm "$work/other/eval.tsv"
    printf '{"version":1,"code":3,"text":"diverged at step 61","step":60,"host":"far"}' >"$work/other/failure.json"
    run_both "$poslab" show positions "$work/other"
    [ "$status" = 0 ]
    [ "$(cat "$error_file")" = "poslab: warning: $work/other failed after step 60: diverged at step 61; this is its model of step 60" ]
}

@test "a full disk says what to do, and the same call goes on" {
    needs_failing_lock
    command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null || skip "tracing a process is not allowed here"
    status=0
    strace -f -o "$work/calls" -e trace=fsync -e inject=fsync:error=ENOSPC:when=3 \
        "$poslab" train "${small[@]}" --run "$work/run" --resume >/dev/null 2>"$work/stderr" || status=$?
    [ "$status" = 74 ]
    grep -qE "^poslab: cannot .*: No space left on device; nothing is lost: free some space and run the same command again$" "$work/stderr"
    "$poslab" train "${small[@]}" --run "$work/run" --resume >/dev/null 2>&1
}

@test "two calls for all of it beside each other share the work" {
    s=("${long[@]:0:4}" eval.lengths=1x
        'compare.members=learned, none' compare.seeds=1 --run "$work/c" --jobs 1)
    "${held[@]}" "$poslab" compare --full "${s[@]}" >"$work/one" 2>"$work/one.err" &
    process=$!
    wait_for test -s "$work/c/learned-seed1/metrics.jsonl"
    first=$(children_of "$process")
    run_both "$poslab" compare --full "${s[@]}"
    [ "$status" = 75 ]
    grep -qF "learned-seed1 has no result yet: $work/c/learned-seed1 is in use by another poslab process ($first on $(uname -n)" "$error_file"
    [ -e "$work/c/none-seed1/eval.tsv" ]
    let_go
    wait "$process"
    process=
    grep -qF '2 models in ' "$work/one"
    grep -qF '(0 finished before)' "$work/one"
    jq -e '[.members[] | has("failure")] | any | not' "$work/c/compare.json"
    "$poslab" runs "$work/c" --verify
}

@test "a member that is in use at first is trained when the others are" {
    s=("${long[@]:0:4}" eval.lengths=1x
        'compare.members=learned, none' compare.seeds=1 --run "$work/c" --jobs 1)
    "${held_saved[@]}" "$poslab" compare "${s[@]}" >/dev/null 2>&1 &
    stop_at test -s "$work/c/learned-seed1/checkpoint.safetensors"
    rm "$work/go"
    rows=$(($(wc -l <"$work/c/learned-seed1/metrics.jsonl") + 1))
    "${held[@]}" CLOCK_ROWS=$rows "$poslab" train --run "$work/c/learned-seed1" --resume >/dev/null 2>&1 &
    process=$!
    wait_for has_rows "$rows" "$work/c/learned-seed1" # it keeps its lock
    "${held[@]}" CLOCK_UNTIL="$work/go on" "$poslab" compare --full "${s[@]}" >"$work/one" 2>"$work/one.err" &
    call=$!
    wait_for test -s "$work/c/none-seed1/metrics.jsonl"
    kill -TERM "$process"
    let_go
    wait "$process" || true
    : >"$work/go on"
    process=$call
    wait "$call"
    process=
    grep -qF '2 models in ' "$work/one"
    jq -e '[.members[] | has("failure")] | any | not' "$work/c/compare.json"
}
