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
    set_work
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

@test "a log that is gone: told, and the run goes on" {
    rm "$log"
    resumed '50 60' "$log: 4 rows lost"
    fact "$run/eval.tsv" seconds | grep -q '[1-9]'
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
    rm "$member/eval.tsv" "$member/metrics.jsonl"
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
