# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# run_log.bats -- metrics.jsonl: on disk before the checkpoint; when a run goes on it is cut to the checkpoint's step, and
# lost rows are counted. It stops nothing and changes no byte of the model.

load helpers

# A run of 60 steps, with a row every 10 and a checkpoint every 20.
setup_file() {
    "$poslab" train "${small[@]}" train.checkpoint_every=20 --run "$BATS_FILE_TMPDIR/whole" >/dev/null 2>&1
}

# The same as a kill near its end leaves it: at step 40, with rows up to 60.
setup() {
    work="$BATS_TEST_TMPDIR"
    run="$work/run"
    whole="$BATS_FILE_TMPDIR/whole"
    log="$run/metrics.jsonl"
    mkdir "$run"
    cp "$whole/config.ini" "$whole/metrics.jsonl" "$run"
    cp "$whole/checkpoint.previous.safetensors" "$run/checkpoint.safetensors"
}

# resumed ROWS [WARNING]: the run goes on to the same bytes; the log has rows of these steps, and stderr the warning
# alone.
resumed() {
    run_both "$poslab" train --run "$run" --resume
    [ "$status" = 0 ]
    cmp "$run/checkpoint.safetensors" "$whole/checkpoint.safetensors"
    [ "$(jq -c .step "$log" | tr '\n' ' ')" = "$1 " ]
    [ "$(grep -v '^training' "$error_file")" = "${2:+poslab: warning: $2}" ]
}

@test "rows after the checkpoint, and a piece of one, are dropped without a word" {
    printf '{"step": 70, "lo' >>"$log"
    resumed '10 20 30 40 50 60'
    [ "$(ls "$run")" = "$(printf 'checkpoint.previous.safetensors\ncheckpoint.safetensors\nconfig.ini\neval.json\nmetrics.jsonl')" ]
}

@test "what repeats of the rows is the same as undisturbed" {
    resumed '10 20 30 40 50 60'
    repeats='del(.seconds, .tokens_per_second)'
    diff <(jq -c "$repeats" "$log") <(jq -c "$repeats" "$whole/metrics.jsonl")
}

@test "a log that is gone: told, and the run goes on" {
    rm "$log"
    resumed '50 60' "$log: 4 rows lost"
    jq -e '.seconds > 0' "$run/eval.json"
}

@test "a log cut short: told, and its rows stay" {
    head -n 2 "$whole/metrics.jsonl" >"$log"
    resumed '10 20 50 60' "$log: 2 rows lost"
    [ ! -e "$run/metrics.damaged-1.jsonl" ]
}

@test "a log cut within its last row: told, and the piece is dropped" {
    head -n 4 "$whole/metrics.jsonl" | head -c -20 >"$log"
    resumed '10 20 30 50 60' "$log: 1 row lost"
}

@test "a garbled row: told, and the others stay" {
    sed -i '3s/.*/{"step": 30, "loss": 0.5/' "$log"
    resumed '10 20 40 50 60' "$log: 1 row lost"
    [ ! -e "$run/metrics.damaged-1.jsonl" ]
}

@test "lines that are no rows, and rows twice: dropped" {
    for edit in '2i\\0' '2i{"step": 15, "seconds": 1, "tokens_per_second": 1}' '2p'; do
        setup_again
        sed -i "$edit" "$log"
        resumed '10 20 30 40 50 60'
    done
}

@test "a file that does not begin with a row: told, and saved beside any other" {
    printf 'my notes\n' | cat - "$log" >"$work/before"
    cp "$work/before" "$log"
    : >"$run/metrics.damaged-1.jsonl"
    resumed '10 20 30 40 50 60' "$log: it is not a run log; the file as it was is metrics.damaged-2.jsonl"
    cmp "$work/before" "$run/metrics.damaged-2.jsonl"
    [ ! -s "$run/metrics.damaged-1.jsonl" ]
}

@test "a file of another program in its place: told, and saved" {
    printf 'my notes\n' >"$log"
    resumed '50 60' "$log: 4 rows lost; the file as it was is metrics.damaged-1.jsonl"
    [ "$(cat "$run/metrics.damaged-1.jsonl")" = 'my notes' ]
}

setup_again() {
    rm -rf "$run"
    setup
}

@test "a folder in the place of the log is no damage: exit code 74, and it stays" {
    rm "$log"
    mkdir "$log"
    refused 74 "$log: it is a folder, not a file" "$poslab" train --run "$run" --resume
    [ -d "$log" ]
}

@test "a comparison tells it of its members" {
    "$poslab" compare "${small[@]}" train.checkpoint_every=20 compare.seeds=1..1 --run "$work/c" >/dev/null 2>&1
    member="$work/c/learned-seed1"
    mv "$member/checkpoint.previous.safetensors" "$member/checkpoint.safetensors"
    rm "$member/eval.json" "$member/metrics.jsonl"
    run_both "$poslab" compare "${small[@]}" train.checkpoint_every=20 compare.seeds=1..1 --run "$work/c"
    [ "$status" = 0 ]
    grep -qxF "poslab: warning: $member/metrics.jsonl: 4 rows lost" "$error_file"
}

@test "rows are on disk before the checkpoint that stands on them" {
    command -v strace >/dev/null || skip "strace is not installed"
    strace -y -e trace=write,fsync,rename,renameat,renameat2 -o "$work/calls" \
        "$poslab" train "${small[@]}" train.checkpoint_every=20 --run "$work/traced" >/dev/null 2>&1
    awk '/^write\(.*metrics\.jsonl>/ { written = 1 }
         /^fsync\(.*metrics\.jsonl>/ { written = 0 }
         /^rename.*, "[^"]*\/checkpoint\.safetensors"/ { saved++; lost += written }
         END { exit !(saved == 3 && lost == 0) }' "$work/calls"
    grep -q '^write(.*metrics\.jsonl>' "$work/calls"
}
