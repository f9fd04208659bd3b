# unfinished.bats -- what report and plot show of models that are not finished.
# shellcheck shell=bash disable=SC2154
load helpers

# lacks EXPRESSION FILE: no line of the file fits.
lacks() {
    [ "$(grep -cE -- "$1" "$2")" = 0 ]
}

# begin NAME SETTING...: models that train until they are stopped; returns once the member of that name does.
begin() {
    "$poslab" compare task.name=first train.warmup=10 train.log_every=5 eval.examples=50 'eval.lengths=1x 2x' \
        compare.seeds=1..1 "${@:2}" --run "$work/c" >"$work/log" 2>&1 3>&- &
    trainer=$!
    wait_for test -s "$work/c/$1/metrics.jsonl"
}

teardown() {
    [ -z "$trainer" ] || kill -TERM "$trainer" 2>/dev/null || true
    wait
}

@test "learning curves so far: of models that run, of one that was stopped, with a last line that is half written" {
    begin rope-seed1 train.steps=2000000 compare.members=none,rope,alibi --jobs 2
    wait_for test -s "$work/c/none-seed1/metrics.jsonl"
    refused 2 "$work/c has no result yet: no model in it is finished, 2 of 3 are being trained; \`poslab plot learning $work/c\` shows them" \
        "$poslab" report "$work/c"
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
    refused 2 "'nine'" "$poslab" plot learning "$work/c" nine
}

@test "a report shows what is finished and lists what still trains" {
    begin rope-steps=2000000-seed1 compare.members="none steps=20, rope steps=2000000" --jobs 1
    "$poslab" report "$work/c" >/dev/null
    grep -qF '>none' "$work/c/report.html"
    grep -qE '<li>rope-steps=2000000-seed1: it is running(, step [0-9]+ of 2000000)?</li>' "$work/c/report.html"
}

@test "a chart of results names the models that are not finished" {
    "$poslab" compare "${small[@]}" compare.members=none,rope compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    rm -r "$work/c/rope-seed2" "$work/c/compare.json"
    mv "$work/c/none-seed1/eval.tsv" "$work/eval.tsv"
    "$poslab" plot extrapolation "$work/c" | tr -s '\n ' ' ' >"$work/text"
    grep -qE 'Not finished: none-seed1 \(stopped(, step [0-9]+ of 60)?\), rope-seed2 \(waiting\)\.' "$work/text"
    rm "$work/c/rope-seed1/eval.tsv"
    mv "$work/eval.tsv" "$work/c/none-seed1/eval.tsv"
    refused 2 "there is no row 'rope' in the result yet: no model of that name is finished" "$poslab" plot extrapolation "$work/c" rope
}
