# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# signals.bats -- polite signals, many of them, and when they come while nothing is trained; broken pipes, full files.

load helpers

# Without a checkpoint before its end.
once=("${long[@]:0:2}" train.checkpoint_every=0 "${long[@]:3}")
# Trained at once, evaluated for minutes.
evaluating=(task.name=first train.steps=60 train.warmup=10 eval.examples=10000000 'eval.lengths=1x 2x')

teardown() {
    [ -z "${process:-}" ] || kill -KILL "$process" 2>/dev/null || true
}

# ends CODE: the process in $process ends with it.
ends() {
    local status=0
    wait "$process" || status=$?
    if [ "$status" != "$1" ]; then
        echo "ended with $status, not $1: $(cat "$work/log")"
        return 1
    fi
}

# flood SIGNAL PROCESS: sends it until there is nobody to get it.
flood() {
    while kill -"$1" -- "$2" 2>/dev/null; do :; done
}

@test "HUP, USR1 and XCPU: exit code 75 and a checkpoint of the last step; resumed, the same bytes" {
    for signal in HUP USR1 XCPU; do
        rm -f "$work/go"
        "${held[@]}" "$poslab" train "${once[@]}" --run "$work/$signal" >/dev/null 2>"$work/log" &
        process=$!
        wait_for test -s "$work/$signal/metrics.jsonl"
        kill -"$signal" "$process"
        let_go
        ends 75
        step=$(sed -n 's/^.*stopped after step \([0-9]*\) of 2400, checkpoint written.*$/\1/p' "$work/log")
        [ "$step" -gt 0 ]
        [ "$("$poslab" eval "$work/$signal" --json | jq .steps)" = "$step" ]
    done
    [ ! -e "$work/HUP/checkpoint.previous.safetensors" ]
}

# says help codes: QUIT and KILL end the program without a checkpoint; the last one is still there
@test "a stopped run that was signalled over and over has its checkpoint, and ends with the same bytes" {
    "${held[@]}" "$poslab" train "${long[@]}" --run "$work/run" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/run/metrics.jsonl"
    kill -INT "$process"
    let_go
    flood INT "$process"
    ends 75
    grep -q "checkpoint written" "$work/log"
    finish_and_compare "$work/run"
}

@test "a group that is signalled over and over: every member has its checkpoint" {
    c=("${once[@]}" 'compare.members=learned, none' compare.seeds=1..1 --run "$work/c" --jobs 2)
    setsid "${held[@]}" "$poslab" compare "${c[@]}" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/c/learned-seed1/metrics.jsonl"
    wait_for test -s "$work/c/none-seed1/metrics.jsonl"
    kill -TERM -- "-$process"
    let_go
    flood TERM "-$process"
    ends 75
    grep -q 'stopped; finished models are kept; run the same command again' "$work/log"
    [ -s "$work/c/learned-seed1/checkpoint.safetensors" ]
    [ -s "$work/c/none-seed1/checkpoint.safetensors" ]
    [ ! -e "$work/c/learned-seed1/failure.json" ]
}

@test "HUP is ignored under nohup" {
    nohup "${held[@]}" "$poslab" train "${long[@]}" --run "$work/run" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/run/metrics.jsonl"
    kill -HUP "$process"
    let_go
    ends 0
    cmp "$work/run/checkpoint.safetensors" "$(undisturbed)"
}

# says help codes: stopped by a signal with a checkpoint written, or a member of a comparison is in use elsewhere: run the same command again, with --resume for train
@test "a member that is stopped by itself is to be run again" {
    c=("${long[@]}" 'compare.members=learned, none' compare.seeds=1..1 --run "$work/c" --jobs 1)
    "${held[@]}" "$poslab" compare "${c[@]}" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/c/learned-seed1/metrics.jsonl"
    kill -USR1 "$(children_of "$process")"
    let_go
    ends 75
    grep -q '^poslab: learned-seed1 has no result yet: stopped after step [0-9]* of 2400, checkpoint written' "$work/log"
    grep -q '^poslab: 1 of 2 models were stopped or are in use elsewhere; run the same command again' "$work/log"
    [ -e "$work/c/none-seed1/eval.tsv" ]
    "$poslab" compare "${c[@]}" >/dev/null 2>&1
    cmp "$work/c/learned-seed1/checkpoint.safetensors" "$(undisturbed)"
}

@test "an evaluation ends when it is told to: exit code 75, the model is trained" {
    "$poslab" train "${evaluating[@]}" --run "$work/run" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/run/checkpoint.safetensors"
    kill -TERM "$process"
    ends 75
    [ "$(tail -n 1 "$work/log")" = "poslab: stopped during evaluation, the model is trained; continue with --run $work/run --resume" ]
    [ ! -e "$work/run/eval.tsv" ]
    [ "$(tail -n 1 "$work/run/metrics.jsonl" | jq .step)" = 60 ]
}

@test "a comparison in its evaluations ends when it is told to, and keeps what is trained" {
    "$poslab" compare "${evaluating[@]}" compare.members=none compare.seeds=1..1 --run "$work/c" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/c/none-seed1/checkpoint.safetensors"
    kill -TERM "$process"
    ends 75
    [ ! -e "$work/c/none-seed1/eval.tsv" ]
    [ ! -e "$work/c/compare.json" ]
}

@test "while files are read, a signal ends the program at once with exit code 75, and nothing is left" {
    [ -d /proc/self/fd ] || skip "there is no /proc"
    yes "$(seq -s ' ' 1 2000)" | head -c 60000000 >"$work/text" || true
    text=(task.name=next "task.text=$work/text" model.causal=yes)
    for command in train compare; do
        "$poslab" "$command" "${text[@]}" --run "$work/run" >/dev/null 2>"$work/log" &
        process=$!
        reads() { find "/proc/$process/fd" -lname "$work/text" 2>/dev/null | grep -q .; }
        wait_for reads
        kill -USR1 "$process"
        ends 75
        [ "$(grep -c . "$work/log")" = 1 ]
        grep -qxF 'poslab: stopped by a signal; nothing is lost, run the same command again' "$work/log"
        [ ! -e "$work/run" ]
    done
}

@test "a file that grows beyond the shell's limit: exit code 74 with a message" {
    (
        ulimit -f 20
        run_both "$poslab" train "${small[@]}" --run "$work/run"
        [ "$status" = 74 ]
        [ "$(tail -n 1 "$error_file")" = "poslab: cannot write $work/run/checkpoint.safetensors: File too large" ]
    )
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
    [ -e "$work/run/eval.tsv" ]
}

@test "nobody reads what is printed: the results are in the folder" {
    "$poslab" train "${small[@]}" --run "$work/run" 2>"$work/log" | true
    [ -e "$work/run/eval.tsv" ]
    "$poslab" compare "${long[@]}" compare.members=none compare.seeds=1..1 --run "$work/c" 2>&1 | true
    [ -e "$work/c/none-seed1/eval.tsv" ]
    [ -e "$work/c/compare.json" ]
}
