# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# members.bats -- members of a comparison that differ, fail, crash, are in use elsewhere or lose their parent.

load helpers
export COLUMNS=1000 # a sentence stays on one line

# Everything in a folder: names, times of change and contents.
state_of() {
    find "$1" -printf '%P %T@ %s\n' | sort
    find "$1" -type f -exec sha256sum {} + | sort
}

teardown() {
    [ -z "${process:-}" ] || kill -KILL "$process" 2>/dev/null || true
}

gone() { ! kill -0 "$1" 2>/dev/null; }

# leave_failure FOLDER CODE TEXT: as an earlier call left it.
leave_failure() {
    mkdir -p "$1"
    printf '{"version":1,"code":%d,"text":"%s","step":17,"host":"far"}' "$2" "$3" >"$1/failure.json"
}

@test "an option that a finished comparison was not begun with is refused, wherever it stands" {
    c=("${small[@]}" 'compare.members=learned, rope, sinusoidal' compare.seeds=1..1 --run "$work/c")
    "$poslab" compare "${c[@]}" >/dev/null 2>&1
    before=$(state_of "$work/c")
    while IFS='|' read -r key there; do
        says="holds a comparison with other settings ($there there, ${key#*=} here)"
        refused 2 "$says" "$poslab" compare "$key" "${c[@]}"
        refused 2 "$says" "$poslab" compare "${c[@]:0:3}" "$key" "${c[@]:3}"
        refused 2 "$says" "$poslab" compare "${c[@]}" "$key"
        [ "$before" = "$(state_of "$work/c")" ]
    done <<'END'
rope.base=100|rope: rope.base = 10000
encoding.base=100|rope: rope.base = 10000
rope.fraction=0.5|rope: rope.fraction = 1
sinusoidal.scale=2|sinusoidal: sinusoidal.scale = 0.18
learned.std=0.5|learned: learned.std = 0.02
attention.log_length=yes|learned: attention.log_length = no
END
    # two at once, one of them the default
    refused 2 '(rope: rope.base = 10000 there, 100 here)' "$poslab" compare "${c[@]}" rope.fraction=1 rope.base=100
    [ "$before" = "$(state_of "$work/c")" ]
}

@test "an option with its default is no difference" {
    c=("${small[@]}" 'compare.members=learned, rope' compare.seeds=1..1 --run "$work/c")
    "$poslab" compare "${c[@]}" >/dev/null 2>&1
    run_both "$poslab" compare "${c[@]}" rope.base=1e4 --full
    [ "$status" = 0 ]
    grep -qF '2 models in ' "$output_file"
    grep -qF '(2 finished before)' "$output_file"
    refused 2 '(train.clip = 1 there, 2 here)' "$poslab" compare "${c[@]}" train.clip=2
}

@test "a member that diverges leaves failure.json, and each call trains it once more" {
    c=("${small[@]}" 'compare.members=learned, rope learning_rate=1e9 clip=0' compare.seeds=1..1 --run "$work/c")
    failed="$work/c/rope-learning_rate=1e9-clip=0-seed1"
    run_both "$poslab" compare "${c[@]}" --json
    [ "$status" = 1 ]
    grep -q "^poslab: ${failed##*/} failed (exit code 3): diverged at step " "$error_file"
    [ "$(tail -n 1 "$error_file")" = 'poslab: run the same command again to retry failed models' ]
    [ "$(grep -c '^$' "$error_file")" = 0 ]
    if grep -q 'failed before' "$error_file"; then false; fi
    jq -e --arg host "$(uname -n)" '.version == 1 and .code == 3 and .host == $host and
        (.step + 1 | "diverged at step \(.):") as $start | .text | startswith($start)' "$failed/failure.json"
    jq -S 'del(.seconds)' "$output_file" >"$work/first"
    before=$(state_of "$failed")
    run_both "$poslab" compare "${c[@]}" --json
    [ "$status" = 1 ]
    grep -qxF "poslab: 1 model in $work/c failed before; training again" "$error_file"
    [ "$(grep -c "^poslab: ${failed##*/} failed (exit code 3): diverged at step " "$error_file")" = 1 ]
    jq -S 'del(.seconds)' "$output_file" | diff "$work/first" -
    [ "$before" != "$(state_of "$failed")" ]
    before=$(state_of "$work/c")
    run_both "$poslab" compare "$work/c" # it only reads
    [ "$before" = "$(state_of "$work/c")" ]
}

@test "a member that failed before is trained to its end, and its failure is gone" {
    leave_failure "$work/c/learned-seed1" 70 'killed by signal 9'
    run_both "$poslab" compare "${small[@]}" compare.seeds=1..2 --run "$work/c" --full
    [ "$status" = 0 ]
    [ "$(grep -v '^comparing' "$error_file")" = "poslab: 1 model in $work/c failed before; training again" ]
    grep -qF '(0 finished before)' "$output_file"
    [ -e "$work/c/learned-seed1/eval.tsv" ]
    [ ! -e "$work/c/learned-seed1/failure.json" ]
}

@test "a failure.json that cannot be read is told, and the member is trained" {
    printf '{"version":1,"code":3,"text":"diverged","step":-1,"host":"far"}' >"$work/bad"
    mkdir -p "$work/c/none-seed1"
    cp "$work/bad" "$work/c/none-seed1/failure.json"
    run_both "$poslab" compare "${small[@]}" compare.seeds=1..1 --run "$work/c"
    [ "$status" = 0 ]
    grep -qF "warning: $work/c/none-seed1/failure.json: step: expected a whole number from 0" "$error_file"
    grep -qF 'found -1; the run is tried again' "$error_file"
    [ ! -e "$work/c/none-seed1/failure.json" ]
}

# says help files: Commands that only read a model say so and move nothing
@test "a damaged checkpoint of a member that is ignored is told" {
    "$poslab" compare "${small[@]}" train.checkpoint_every=20 compare.seeds=1..1 --run "$work/c" >/dev/null 2>&1
    rm "$work/c/none-seed1/eval.tsv"
    damage "$work/c/none-seed1/checkpoint.safetensors" 9000
    run_both "$poslab" compare "${small[@]}" train.checkpoint_every=20 compare.seeds=1..1 --run "$work/c"
    [ "$status" = 0 ]
    grep -q 'warning: .*/none-seed1/.*damaged' "$error_file"
}

@test "a full disk is no failure that lasts: the member is tried again" {
    (
        ulimit -f 20
        run_both "$poslab" compare "${small[@]}" compare.members=learned compare.seeds=1..1 --run "$work/c"
        [ "$status" = 1 ]
        grep -qF "learned-seed1 failed (exit code 74): cannot write $work/c/learned-seed1/checkpoint.safetensors" "$error_file"
    )
    [ ! -e "$work/c/learned-seed1/failure.json" ]
    "$poslab" compare "${small[@]}" compare.members=learned compare.seeds=1..1 --run "$work/c" >/dev/null 2>&1
}

# says help train: --resume tries it again
@test "train: a run that diverges leaves failure.json, and --resume tries it again" {
    diverging=("${small[@]}" train.learning_rate=1e9 train.clip=0 --run "$work/run")
    run_both "$poslab" train "${diverging[@]}"
    [ "$status" = 3 ]
    [ "poslab: $(jq -r .text "$work/run/failure.json")" = "$(tail -n 1 "$error_file")" ]
    : >"$work/run/failure.json"
    run_both "$poslab" train --run "$work/run" --resume
    [ "$status" = 3 ]
    jq -e '.code == 3' "$work/run/failure.json"
}

long+=('compare.members=learned, none' compare.seeds=1..1)

# says help compare: Each model has a process and a folder of its own inside --run DIR
@test "a member that is killed is a failure that lasts; the others are trained" {
    "${held_saved[@]}" "$poslab" compare "${long[@]}" --run "$work/c" --jobs 1 >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$work/c/learned-seed1/checkpoint.safetensors"
    kill -KILL "$(children_of "$process")"
    let_go
    status=0
    wait "$process" || status=$?
    [ "$status" = 1 ]
    grep -qF 'learned-seed1 failed (exit code 70): killed by signal 9' "$work/log"
    jq -e '.code == 70 and .text == "killed by signal 9" and .step >= 0' "$work/c/learned-seed1/failure.json"
    [ -e "$work/c/none-seed1/eval.tsv" ]
    "$poslab" compare "${long[@]}" --run "$work/c" >/dev/null 2>&1
    [ ! -e "$work/c/learned-seed1/failure.json" ]
}

@test "children end with a parent that is killed, and the same command goes on to the same bytes" {
    "$poslab" compare "${long[@]}" --run "$work/whole" --jobs 2 >/dev/null 2>&1
    "${held_saved[@]}" "$poslab" compare "${long[@]}" --run "$work/c" --jobs 2 >/dev/null 2>&1 &
    process=$!
    wait_for test -s "$work/c/learned-seed1/checkpoint.safetensors"
    wait_for test -s "$work/c/none-seed1/checkpoint.safetensors"
    mapfile -t children < <(children_of "$process")
    [ "${#children[@]}" = 2 ]
    kill -KILL "$process"
    wait "$process" || true
    let_go
    run_both "$poslab" compare "${long[@]}" --run "$work/c" --jobs 2
    [ "$status" = 0 ]
    for child in "${children[@]}"; do
        gone "$child" || grep -q '^State:.Z' "/proc/$child/status"
    done
    for member in learned-seed1 none-seed1; do
        cmp "$work/c/$member/checkpoint.safetensors" "$work/whole/$member/checkpoint.safetensors"
        jq -es 'map(.step) == [range(10; 2410; 10)]' "$work/c/$member/metrics.jsonl" >/dev/null
    done
}

@test "a member in use elsewhere: exit code 75, and the others are trained" {
    "${held_saved[@]}" "$poslab" compare "${long[@]}" --run "$work/c" --jobs 2 >/dev/null 2>&1 &
    stop_at test -s "$work/c/learned-seed1/checkpoint.safetensors"
    touch "$work/before"
    "$poslab" train --run "$work/c/learned-seed1" --resume >/dev/null 2>&1 &
    process=$!
    wait_for test "$work/c/learned-seed1/checkpoint.safetensors" -nt "$work/before"
    kill -STOP "$process" # it keeps its lock
    run_both "$poslab" compare "${long[@]}" --run "$work/c"
    [ "$status" = 75 ]
    grep -qF "learned-seed1 has no result yet: $work/c/learned-seed1 is in use by another poslab process" "$error_file"
    [ "$(grep -c '^$' "$error_file")" = 0 ]
    [ "$(tail -n 1 "$error_file")" = "poslab: 1 of 2 models were stopped or are in use elsewhere; run the same command again to train them" ]
    [ -e "$work/c/none-seed1/eval.tsv" ]
    [ ! -e "$work/c/learned-seed1/failure.json" ]
    kill -CONT "$process"
    kill -TERM "$process"
    wait "$process" || true
    "$poslab" compare "${long[@]}" --run "$work/c" >/dev/null 2>&1
}

@test "means say of how many seeds they are, everywhere" {
    "$poslab" compare "${small[@]}" compare.seeds=1..3 compare.members=learned,sinusoidal,none eval.policies=extend --run "$work/c" >/dev/null 2>&1
    rm -r "$work/c/learned-seed1"
    leave_failure "$work/c/learned-seed1" 3 'diverged at step 18'
    run_both "$poslab" compare "$work/c" --full --width 200
    [ "$status" = 0 ]
    grep -qF 'Accuracy in %: mean of 2 to 3 of 3 seeds [95 % interval]' "$output_file"
    grep -qF 'Differences from none in accuracy, in points, by seed (2 to 3 of 3 seeds):' "$output_file"
    [ "$(sed -n '/^chance/,/^Bars/p' "$output_file" | awk '/^(learned|sinusoidal|none)/ { print $4 }' | tr '\n' ' ')" = "2 3 3 " ]
    "$poslab" compare "$work/c" --json | jq -e '[.summary[].n] == [2, 3, 3] and [.paired[].n] == [2, 3]'
    "$poslab" compare "$work/c" --csv >"$work/csv"
    [ "$(awk -F, '$1 == "learned+extend" { print $14 }' "$work/csv" | sort -u)" = 2 ]
    [ "$(awk -F, '$1 == "sinusoidal+extend" { print $14 }' "$work/csv" | sort -u)" = 3 ]
    "$poslab" report "$work/c" >/dev/null
    grep -qF 'mean of 2 to 3 of 3 seeds' "$work/c/report.html"
    grep -qF 'seeds 1..3, 60 steps, 8 of 9 models finished' "$work/c/report.html"
    grep -qF 'diverged at step 18' "$work/c/report.html"
    [ "$(cat "$output_file" "$work/c/report.html" | grep -c 'mean of 3 seeds')" = 0 ]
}
