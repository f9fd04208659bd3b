# shellcheck shell=bash disable=SC2154,SC2030,SC2031,SC2054
# faults.bats -- runs that are interrupted, damaged, in each other's way or bound to fail.

load helpers

# Starts a long run in the background and waits until it has written a checkpoint; it is held until let_go.
start_long() {
    rm -f "$work/go"
    "${held_saved[@]}" "$poslab" train "${long[@]}" --run "$1" >/dev/null 2>"$work/log" &
    process=$!
    wait_for test -s "$1/metrics.jsonl"
    wait_for test -e "$1/checkpoint.safetensors"
}

@test "SIGTERM and SIGINT: exit code 75 and a checkpoint; resumed, the same bytes as undisturbed" {
    for signal in TERM INT; do
        start_long "$work/$signal"
        # a background process of a shell ignores SIGINT, poslab asks for it again
        kill -"$signal" "$process"
        let_go
        status=0
        wait "$process" || status=$?
        [ "$status" = 75 ]
        grep -q "checkpoint written; continue with --run $work/$signal --resume" "$work/log"
        finish_and_compare "$work/$signal"
    done
}

@test "killed without warning: resumed, the same bytes as undisturbed" {
    start_long "$work/run"
    kill -KILL "$process"
    wait "$process" || true
    finish_and_compare "$work/run"
}

@test "a damaged checkpoint: the one before is used, with a warning, and the end is the same" {
    start_long "$work/run"
    kill -TERM "$process"
    let_go
    wait "$process" || true
    [ -e "$work/run/checkpoint.previous.safetensors" ]
    damage "$work/run/checkpoint.safetensors" 50000
    run_both "$poslab" train --run "$work/run" --resume
    [ "$status" = 0 ]
    grep -q 'warning: .*damaged: .*going back to .*checkpoint.previous.safetensors' "$error_file"
    cmp "$work/run/checkpoint.safetensors" "$(undisturbed)"
}

@test "a checkpoint cut short or changed anywhere is refused with exit code 65" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    size=$(wc -c <"$work/run/checkpoint.safetensors")
    for length in 0 7 8 100 3000 $((size / 2)) $((size - 1)); do
        head -c "$length" "$work/run/checkpoint.safetensors" >"$work/cut"
        refused 65 "$work/cut" "$poslab" eval "$work/cut"
    done
    cp "$work/run/checkpoint.safetensors" "$work/longer"
    printf 'x' >>"$work/longer"
    refused 65 "$work/longer" "$poslab" eval "$work/longer"
    refused 65 "$work/run/metrics.jsonl: not a safetensors file" "$poslab" eval "$work/run/metrics.jsonl"
}

@test "a folder in use: exit code 73" {
    start_long "$work/run"
    refused 73 "in use by another poslab process" "$poslab" train --run "$work/run" --resume
    kill -TERM "$process"
    let_go
    wait "$process" || true
}

@test "a folder below a file cannot be made: exit code 2" {
    : >"$work/file"
    refused 2 "$work/file is a file" "$poslab" train "${small[@]}" --run "$work/file/run"
}

@test "a run that diverges: exit code 3, with step and tensor" {
    run_both "$poslab" train "${small[@]}" train.learning_rate=1e9 train.clip=0 --run "$work/run"
    [ "$status" = 3 ]
    grep -qE 'diverged at step [0-9]+: .*(weight|bias|loss).* is not finite; try a lower train.learning_rate' "$error_file"
}

@test "a comparison whose members diverge names them and ends with exit code 1" {
    run_both "$poslab" compare "${small[@]}" train.learning_rate=1e9 train.clip=0 compare.seeds=1..1 --run "$work/c" --json
    [ "$status" = 1 ]
    grep -q 'learned-seed1 failed (exit code 3): diverged at step' "$error_file"
    jq -e '.members | map(.policy == null and (.failure | startswith("diverged"))) | all' "$output_file"
}

@test "an interrupted comparison goes on, and ends as if it never was" {
    c=("${long[@]/2400/1200}" compare.members=learned,sinusoidal compare.seeds=1)
    "$poslab" compare "${c[@]}" --run "$work/whole" --jobs 2 >/dev/null 2>&1
    "${held[@]}" CLOCK_AFTER=../learned-seed1/eval.tsv "$poslab" compare "${c[@]}" --run "$work/c" --jobs 1 >/dev/null 2>"$work/log" &
    stop_at test -e "$work/c/learned-seed1/eval.tsv"
    before=$(ls -l --time-style=full-iso "$work/c/learned-seed1/checkpoint.safetensors")
    "$poslab" compare "${c[@]}" --run "$work/c" >/dev/null 2>&1
    [ "$before" = "$(ls -l --time-style=full-iso "$work/c/learned-seed1/checkpoint.safetensors")" ]
    for member in learned-seed1 sinusoidal-seed1; do
        cmp "$work/c/$member/checkpoint.safetensors" "$work/whole/$member/checkpoint.safetensors"
    done
    timeless='del(.seconds, .tokens_per_second, .run_log, .xxh3_128, .evaluations) | del(.. | .seconds?, .tokens_per_second?)'
    [ "$(jq -S "$timeless" "$work/c/compare.json")" = "$(jq -S "$timeless" "$work/whole/compare.json")" ]
}

@test "a member of a comparison is the run that train makes" {
    "$poslab" compare "${small[@]}" compare.seeds=2..2 --run "$work/c" >/dev/null 2>&1
    "$poslab" train "${small[@]}" encoding.name=sinusoidal train.seed=2 --run "$work/run" >/dev/null 2>&1
    cmp "$work/c/sinusoidal-seed2/checkpoint.safetensors" "$work/run/checkpoint.safetensors"
    cmp "$work/c/sinusoidal-seed2/config.ini" "$work/run/config.ini"
}

@test "a folder with another comparison in it is refused" {
    "$poslab" compare "${small[@]}" compare.seeds=1..1 --run "$work/c" >/dev/null 2>&1
    refused 2 "holds a comparison with other settings (train.steps = 60 there, 70 here)" \
        "$poslab" compare "${small[@]:0:1}" train.steps=70 "${small[@]:2}" compare.seeds=1..1 --run "$work/c"
}

@test "valgrind finds nothing in a short run" {
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    # its processor has fewer instructions than the kernels that tests/run names
    env -u OPENBLAS_CORETYPE valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
        "$poslab" train task.name=first train.steps=12 train.warmup=2 train.batch=8 train.shards=2 eval.examples=5 eval.lengths=1x --run "$work/run" >/dev/null 2>"$work/log"
}

# cannot FILE CALLS COMMAND...: the command says which of these system calls failed, if each always fails on the file.
cannot() {
    local call file=$1 calls=$2
    shift 2
    for call in $calls; do
        LC_ALL=C refused 74 "cannot $call ${file}: Input/output error" \
            "$OLDPWD/build/torture/intercept" -c "$call" -p "$file" 0 EIO "$@"
    done
}

@test "a file of any kind that the system cannot read: a message with the reason, and exit code 74" {
    [ "$(uname)" = Linux ] || skip "system calls are intercepted on Linux alone"
    build/torture/intercept 0 pass true || skip "system calls cannot be intercepted here"
    cp -r tests/data/chase configs/claims/01-order.ini "$work"
    cd "$work"
    "$poslab" train "${small[@]}" --run run >/dev/null 2>&1
    "$poslab" export run --to word2vec --out out >/dev/null
    mkdir compared begun public
    printf '[compare]\nmembers = learned, none\nseeds = 1..1\n' >compared/config.ini
    cp run/config.ini begun/
    header='{"wte.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}'
    printf "\\x$(printf %02x ${#header})\\0\\0\\0\\0\\0\\0\\0%s0123456789abcdef" "$header" >public/model.safetensors
    printf 'a\nb\n' >public/vocab.txt
    printf 'label,text_a\nyes,a b\nno,b a\n' >rows.csv
    printf '{"label":"yes","text_a":"a b"}\n' >rows.jsonl
    printf 'a b c\n' | gzip >text.gz
    new=("$poslab" train task.name=first train.steps=1 --run new)
    cannot run/checkpoint.safetensors 'read open' "$poslab" predict run 'X Y'
    cannot run/checkpoint.safetensors 'read open' "${new[@]}" train.from=run
    cannot run/config.ini 'read open' "$poslab" train --resume --run run
    cannot run/metrics.jsonl 'read open' "$poslab" plot learning run
    cannot begun/config.ini 'read open' "$poslab" train --resume --run begun
    cannot begun/config.ini 'read open' "$poslab" runs begun
    cannot begun/config.ini 'read open' "${new[@]:0:4}" --run begun
    cannot compared/config.ini 'read open' "$poslab" report compared
    two=("$poslab" compare "${small[@]}" compare.members=learned,none compare.seeds=1 --run two)
    run_both "$OLDPWD/build/torture/intercept" -c open -p two/none-seed1/eval.tsv 0 EIO "${two[@]}" # just trained
    [ "$status $(tail -n 1 "$error_file")" = '74 poslab: cannot open two/none-seed1/eval.tsv: Input/output error' ]
    [ ! -s "$output_file" ]
    cannot two/none-seed1/eval.tsv 'read open' "${two[@]}"
    ! there claims || cannot 01-order.ini 'read open' "$poslab" claims 01-order.ini --run new
    cannot public/model.safetensors open "$poslab" show neighbours public a
    cannot public/vocab.txt 'read open' "$poslab" export public --out new
    cannot out/vectors.txt 'read open' "${new[@]}" embedding.token=out/vectors.txt
    cannot rows.csv 'read open' "$poslab" show task task.name=tsv task.train=rows.csv
    cannot rows.jsonl 'read open' "$poslab" train rows.jsonl --run new
    cannot text.gz 'read open' "$poslab" show task task.name=next task.text=text.gz
    cannot chase/nouns.txt 'read open' "$poslab" show task task.name=chase task.data=chase
    LC_ALL=C refused 74 'cannot open rows.csv: Input/output error' \
        "$OLDPWD/build/torture/intercept" -c stat -p rows.csv 0 EIO "$poslab" show task task.name=tsv task.train=rows.csv
    [ ! -e new ]
}
