# report_renews.bats -- report --watch from outside: pages while models train, the last one, and what it refuses.
# shellcheck shell=bash disable=SC2154
load helpers

differ() {
    [ "$(cmp -s "$1" "$2" && echo same)" = '' ]
}

# lacks EXPRESSION FILE: no line of the file fits.
lacks() {
    [ "$(grep -cE -- "$1" "$2")" = 0 ]
}

# Nothing in the folder is finished: two models train until they are stopped.
begin() {
    "$poslab" compare task.name=first train.warmup=10 train.log_every=5 eval.examples=50 'eval.lengths=1x 2x' \
        train.steps=2000000 compare.encodings=none,rope,alibi compare.seeds=1..1 --jobs 2 --run "$work/c" >"$work/log" 2>&1 3>&- &
    trainer=$!
    wait_for test -s "$work/c/none-seed1/metrics.jsonl"
    wait_for test -s "$work/c/rope-seed1/metrics.jsonl"
}

teardown() {
    [ -z "$trainer" ] || kill -TERM "$trainer" 2>/dev/null || true
    [ -z "$writer" ] || kill -TERM "$writer" 2>/dev/null || true
    wait
}

@test "where all is finished, the page is that of a report without --watch, at once" {
    "$poslab" train "${small[@]}" --run "$work/r" >/dev/null 2>&1
    run_both "$poslab" report "$work/r" --watch
    [ "$status" = 0 ]
    [ "$(cat "$output_file")" = "$work/r/report.html" ]
    [ ! -s "$error_file" ]
    "$poslab" report "$work/r" --to "$work/plain.html" >/dev/null
    cmp "$work/r/report.html" "$work/plain.html"
    lacks 'id=progress' "$work/plain.html"
}

@test "nothing is finished: progress, learning curves, the configuration; signals end it with a whole page" {
    begin
    refused 2 "$work/c has no result yet: no model in it is finished, 2 of 3 are being trained;" "$poslab" report "$work/c"
    "$poslab" report "$work/c" --watch >"$work/out" 2>"$work/error" 3>&- &
    writer=$!
    wait_for test -s "$work/out"
    [ "$(cat "$work/out")" = "$work/c/report.html" ]
    cp "$work/c/report.html" "$work/first.html"
    tr -d '\n' <"$work/first.html" | grep -qE '<section id=progress data-written=[0-9]+ data-seconds=3>'
    grep -q '<p class=counts>0 of 3 models finished, 2 running, 1 waiting' "$work/first.html"
    grep -qE '<progress max=100 value=[0-9.]+>[0-9]+ %</progress>' "$work/first.html"
    grep -qE '^<li>none-seed1: step [0-9]+ of 2000000' "$work/first.html"
    grep -q '<section id=learning>' "$work/first.html"
    grep -q 'rope (running)' "$work/first.html"
    grep -q '<section id=repeat>' "$work/first.html"
    lacks '<section id=(table|curves|failed|missing|attention)>' "$work/first.html"
    well_formed "$work/first.html"
    # it is written again
    wait_for differ "$work/first.html" "$work/c/report.html"
    kill -TERM "$writer"
    status=0
    wait "$writer" || status=$?
    [ "$status" = 75 ]
    [ ! -s "$work/error" ]
    lacks 'id=progress' "$work/c/report.html"
    [ "$(tail -n 1 "$work/c/report.html")" = '</body></html>' ]
    grep -qE '<li>alibi-seed1: it was not run to its end</li>' "$work/c/report.html"
    grep -qE '<li>rope-seed1: it is running(, step [0-9]+ of 2000000)?</li>' "$work/c/report.html"
}

@test "learning curves so far: of models that run, of one that was stopped, with a last line that is half written" {
    begin
    "$poslab" plot learning "$work/c" --to "$work/l.svg" >/dev/null
    grep -q '^none (running),mean,' "$work/l.csv"
    grep -q '^rope (running),mean,' "$work/l.csv"
    lacks '^chance' "$work/l.csv"
    sed 's/<[^>]*>/ /g' "$work/l.svg" | tr -s ' \n' ' ' | grep -q 'Not finished: none-seed1 (running'
    kill -TERM "$trainer"
    wait "$trainer" || true
    printf '{"step": 7, "loss": 0.' >>"$work/c/none-seed1/metrics.jsonl"
    "$poslab" plot learning "$work/c" none --to "$work/one.svg" >/dev/null 2>"$work/error"
    [ ! -s "$work/error" ]
    [ "$(cut -d, -f1 "$work/one.csv" | sort -u)" = $'curve\nnone (stopped)' ]
    # the mean of the accuracies of the first sixtieth, worked out from the log
    expected=$(jq -R 'fromjson? | select(.step <= 2000000 / 60) | .accuracy' "$work/c/none-seed1/metrics.jsonl" | jq -s 'add / length * 100')
    sed -n 2p "$work/one.csv" | jq -Re --argjson x "$expected" 'split(",")[-1] | tonumber - $x | fabs < 1e-4'
    refused 2 "there is no row 'nine' in the result (did you mean none?)" "$poslab" plot learning "$work/c" nine
}

@test "a chart of results names the models that are not finished" {
    "$poslab" compare "${small[@]}" compare.encodings=none,rope compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    rm -r "$work/c/rope-seed2" "$work/c/compare.json"
    mv "$work/c/none-seed1/eval.json" "$work/eval.json"
    "$poslab" plot extrapolation "$work/c" | tr -s '\n ' ' ' >"$work/text"
    grep -qE 'Not finished: none-seed1 \(stopped(, step [0-9]+ of 60)?\), rope-seed2 \(waiting\)\.' "$work/text"
    rm "$work/c/rope-seed1/eval.json"
    mv "$work/eval.json" "$work/c/none-seed1/eval.json"
    refused 2 "there is no row 'rope' in the result yet: no model of that name is finished" "$poslab" plot extrapolation "$work/c" rope
}

@test "--watch is refused where nothing trains: tables, several comparisons, a folder of none" {
    "$poslab" train "${small[@]}" --run "$work/both/a" >/dev/null 2>&1
    cp -r "$work/both/a" "$work/both/b"
    refused 2 "report --watch is for one run or comparison; $work/both holds 2" "$poslab" report "$work/both" --watch
}
