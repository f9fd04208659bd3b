# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# status.bats -- runs RUN: what is counted, what is told of it, its exit codes, and that it leaves no trace.

load ../../cli/helpers

# A comparison of two labels and two seeds, trained once for all tests.
setup_file() {
    "${POSLAB:-$PWD/build/poslab}" compare task.name=first train.steps=60 train.warmup=10 eval.examples=50 \
        'eval.lengths=1x 2x' 'compare.members=learned, none' compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" >/dev/null 2>&1
}

# Who watches does so until all is finished: a test that fails must not wait for that.
teardown() {
    [ ! -e "$work/process" ] || kill "$(cat "$work/process")" 2>/dev/null || true
}

# One of our own.
fresh() {
    cp -r "$BATS_FILE_TMPDIR/c" "$work/c"
    c="$work/c"
}

failure='{"version": 1, "code": 3, "text": "diverged at step 8", "step": 7, "host": "node7"}'

# Nobody has seed 2 of learned, seed 1 of none failed, seed 2 waits; and a run that is no member.
disturbed() {
    fresh
    rm "$c/learned-seed2"/{eval.tsv,checkpoint*}
    rm -r "$c/none-seed2"
    rm "$c/none-seed1"/*
    cp "$c/learned-seed1/config.ini" "$c/none-seed1"
    echo "$failure" >"$c/none-seed1/failure.json"
    cp -r "$c/learned-seed1" "$c/old-seed1"
}

says() {
    local code=$1 dir=$2
    shift 2
    run_both "$poslab" runs "$dir"
    printf '%s\n' "$@" >"$work/expected"
    if [ "$status" != "$code" ] || [ -s "$error_file" ] || ! diff "$output_file" "$work/expected"; then
        echo "exit code $status; on stderr: $(cat "$error_file")"
        return 1
    fi
}

@test "status: all finished is 0, and what prints the table" {
    cd "$BATS_FILE_TMPDIR"
    says 0 c 'c: 4 of 4 models finished' 'The table: poslab compare c/config.ini --run c'
    says 0 c/none-seed1/ 'c/none-seed1: 1 of 1 model finished'
}

# says help runs: 0 if all are finished, 75 if some can still be trained, 1 if only failures are left
# says help glossary: Ended before its last step, with a checkpoint; the same command continues it
# says help runs: waiting models are only counted
@test "status: what is stopped, failed and waiting is 75, nothing but failures 1; nothing is written" {
    disturbed
    edit "$c/learned-seed1/eval.tsv" 's/^# seconds = .*/# seconds = 120/'
    touch -d '2026-01-01 12:00:00' "$c/learned-seed1/checkpoint.safetensors"
    touch -d '2026-01-01 12:01:00' "$c/learned-seed1/eval.tsv"
    before=$(find "$c" -printf '%p %T@ %s\n' | sort)
    cd "$work"
    # two times 120 s of training and a minute of evaluation
    says 75 c 'c: 1 of 4 models finished, 1 stopped, 1 failed, 1 waiting; about 6.0 min left' 'with one process' '' \
        'none-seed1 failed after step 7 of 60 (exit code 3, on node7): diverged at step 8' \
        'Nothing is running. To continue: poslab compare c/config.ini --run c'
    run_both "$poslab" runs c --json
    [ "$status" = 75 ]
    jq -e '(.seconds_left - 360 | fabs) < 1e-3 and del(.seconds_left) == {folder: "c", models: 4, finished: 1, running: 0,
        stopped: 1, failed: 1, waiting: 1, of_one_process: true,
        folders: [{folder: "c", single: false, models: 4, finished: 1, running: 0, stopped: 1, failed: 1, waiting: 1}],
        unfinished: [{folder: "c/learned-seed2", status: "stopped", step: 0, steps: 60},
            {folder: "c/none-seed1", status: "failed", step: 7, steps: 60, host: "node7", code: 3,
                why: "diverged at step 8"}]}' "$output_file"
    [ "$before" = "$(find "$c" -printf '%p %T@ %s\n' | sort)" ]
    cp "$c/learned-seed1/eval.tsv" "$c/learned-seed2"
    cp -r "$c/learned-seed1" "$c/none-seed2"
    rm -r "$c/old-seed1"
    says 1 c 'c: 3 of 4 models finished, 1 failed' '' \
        'none-seed1 failed after step 7 of 60 (exit code 3, on node7): diverged at step 8' \
        'To try again: poslab compare c/config.ini --run c'
}

# says help runs: An unfinished model that is running also has host, process, steps_per_second, evaluating and time (last heard, seconds since 1970)
@test "status: who runs a model, where and how fast, though it failed before; then it is finished" {
    "$poslab" train "${long[@]/2400/20000000}" --run "$work/run" >/dev/null 2>&1 & # who trains tells so every second
    process=$!
    echo "$failure" >"$work/failure"
    wait_for grep -q '"steps_per_second": [1-9]' "$work/run/.lock"
    cp "$work/failure" "$work/run/failure.json"
    cd "$work" # a short name, which no column cuts off
    run_both "$poslab" runs run
    "$poslab" runs run --json >json || true
    kill -TERM $process
    wait $process || true
    [ "$status" = 75 ]
    grep -Eq "^run: 0 of 1 model finished, 1 running; about .* left$" <(tr '\n' ' ' <"$output_file" | sed 's/  running .*//; s/ *$//')
    grep -Eqx "run +[0-9]+ of 20000000 +[0-9]+  $(uname -n | tr -c '[:alnum:]\n.-' _) \($process\)" "$output_file"
    jq -e --argjson process $process '.running == 1 and .failed == 0 and .of_one_process == false and .seconds_left > 0
        and (.unfinished[0] | .status == "running" and .process == $process and .steps == 20000000 and .step > 0
            and .steps_per_second > 0 and .evaluating == false and .time > 1.7e9)' "$work/json"
    rm "$work/run/failure.json"
    run_both "$poslab" runs "$work/run"
    [ "$status" = 75 ]
    tr '\n' ' ' <"$output_file" | grep -q '1 stopped' # a long name breaks the line
    grep -qx "Nothing is running. To continue: poslab train --run $work/run --resume" "$output_file"
}

@test "status of claims: comparisons that are not finished, and one that cannot be read hides no other" {
    disturbed
    echo '[]' >"$work/claims.json"
    cp -r "$BATS_FILE_TMPDIR/c" "$work/d"
    rm -r "$work/d/none-seed2"
    mkdir -p "$work/deep/er" "$work/empty"
    cp -r "$BATS_FILE_TMPDIR/c" "$work/deep/er/e"
    cd "$work"
    run_both "$poslab" runs .
    [ "$status" = 75 ]
    grep -q '^\.: 8 of 12 models finished, 1 stopped, 1 failed, 2 waiting' "$output_file"
    grep -qx 'not finished  finished  running  stopped  failed  waiting' "$output_file"
    grep -qx './c             1 of 4                 1       1        1' "$output_file"
    grep -qx './d             3 of 4                                  1' "$output_file"
    [ "$(grep -c ' of 4 ' "$output_file")" = 2 ]
    grep -q '^c/none-seed1 failed after step 7 of 60' "$output_file"
    sed -i 's/^steps/stepz/' d/config.ini
    run_both "$poslab" runs .
    [ "$status" = 75 ]
    grep -q '^\.: 5 of 8 models finished' "$output_file"
    grep -q '^poslab: warning: ./d/config.ini:.*stepz' "$error_file"
    refused 2 'd/config.ini' "$poslab" runs d
}

@test "status: a folder of which nothing may be changed, and one that may not be looked into" {
    disturbed
    chmod -R a-w "$c"
    run_both as_user "$poslab" runs "$c"
    chmod -R u+w "$c"
    [ "$status" = 75 ]
    [ ! -s "$error_file" ]
    [ ! -e "$c/learned-seed2/.lock" ]
    chmod a-x "$c/learned-seed2"
    run_both as_user "$poslab" runs "$c"
    chmod u+x "$c/learned-seed2"
    [ "$status" = 74 ]
    grep -q "cannot look at $c/learned-seed2/eval.tsv: Permission denied" "$error_file"
}

# reads: how often the watching process has read from a file. looks: it has read again since $before.
reads() { awk '/^syscr/ { print $2 }' "/proc/$watching/io"; }
looks() { [ "$(reads)" -gt "$before" ]; }

# says help runs: --watch counts the models of DIR, also of a folder of runs, and refreshes every
@test "status --watch: a line each time that a count has changed, until nothing can go on" {
    disturbed
    rm -r "$c/none-seed1" "$c/old-seed1"
    "$poslab" runs "$c" --watch >"$work/watched" 3>&- &
    watching=$!
    wait_for test -s "$work/watched"
    for _ in 1 2; do # when it reads a second time, its first look is over, and printed nothing
        before=$(reads)
        wait_for looks
    done
    [ "$(wc -l <"$work/watched")" = 1 ]
    "$poslab" compare --run "$c" "$c/config.ini" >/dev/null 2>&1
    wait $watching
    grep -q "^$c: 1 of 4 models finished, 1 stopped, 2 waiting" "$work/watched"
    [ "$(tail -n 1 "$work/watched")" = "$c: 4 of 4 models finished" ]
    run_both "$poslab" runs "$c" --watch
    [ "$status" = 0 ]
    [ "$(cat "$output_file")" = "$c: 4 of 4 models finished" ]
}

drawn() { [ "$(grep -c ' 1 of 4 models finished' "$work/seen")" -ge "$1" ]; }

@test "status --watch: on a terminal in place, no more than it has lines; Ctrl-C ends it, 75" {
    command -v script >/dev/null || skip 'there is no script (util-linux)'
    disturbed
    for name in a b d e f g h; do cp -r "$c/old-seed1" "$c/$name"; done
    cd "$work" # a short name, so that the first line is one
    script -qfec "stty cols 60 rows 6; echo \$\$ >process; exec '$poslab' runs c --watch" "$work/seen" \
        </dev/null >/dev/null &
    terminal=$!
    wait_for drawn 2
    kill -INT "$(cat "$work/process")"
    status=0
    wait $terminal || status=$?
    [ "$status" = 75 ]
    # of more lines five are drawn, and as many are wiped; what comes last has no room
    grep -q $'^\e\\[5A\r\e\\[J'"c: 1 of 4" "$work/seen"
    [ "$(grep -c 'Nothing is running' "$work/seen")" = 0 ]
}

@test "status --watch: a text that exactly fills the last line of the terminal takes no extra line" {
    command -v script >/dev/null || skip 'there is no script (util-linux)'
    disturbed
    cd "$work"
    # the command is never wrapped: lengthen its folder's name until it fills three lines exactly
    while line=$("$poslab" runs "${c##*/}" | tail -n 1) && [ $((${#line} % 3)) != 0 ]; do
        mv "$c" "${c}c"; c+=c
    done
    width=$((${#line} / 3))
    script -qfec "stty cols $width rows 50; echo \$\$ >process; exec '$poslab' runs ${c##*/} --watch" "$work/seen" \
        </dev/null >/dev/null &
    terminal=$!
    wait_for grep -q $'^\e\\[[0-9]*A\r\e\\[J' "$work/seen"
    kill -INT "$(cat "$work/process")"
    wait $terminal || [ $? = 75 ]
    taken=$(sed -n '2,/^Nothing is running/p' "$work/seen" | tr -d '\r' | fold -w "$width" | wc -l)
    [ "$(grep -aoP '\x1b\[\K[0-9]+(?=A)' "$work/seen" | head -n 1)" = "$taken" ]
}

@test "a folder is counted once, however many links point to it; circular links are no problem" {
    "$poslab" train "${small[@]}" --run "$work/in/zrun" >/dev/null 2>&1
    "$poslab" compare "${small[@]}" compare.members=none,learned compare.seeds=1..1 --run "$work/in/zcmp" >/dev/null 2>&1
    mkdir "$work/in/group"
    ln -s ../zrun "$work/in/group/r"
    ln -s ../zcmp/none-seed1 "$work/in/group/m"
    ln -s ../.. "$work/in/group/up"
    ln -s zrun "$work/in/a"
    ln -s . "$work/in/self"
    ln -s none-seed1 "$work/in/zcmp/latest"
    [ "$("$poslab" runs "$work/in" --watch)" = "$work/in: 3 of 3 models finished" ]
    echo '[]' >"$work/in/claims.json"
    "$poslab" runs "$work/in" --json >"$work/json"
    rm "$work/in/claims.json"
    jq -e --arg in "$work/in" '.models == 3 and ([.folders[].folder] == ["\($in)/zcmp", "\($in)/zrun"])' "$work/json"
    "$poslab" runs "$work/in" --json | jq -e '[.runs[].name] | sort == ["group", "zcmp", "zrun"]'
    "$poslab" runs "$work/in/a" --json | jq -e '.models == 1'
    "$poslab" runs "$work/in/group" --json | jq -e '[.runs[].name] | sort == ["m", "r", "up"]'
}
