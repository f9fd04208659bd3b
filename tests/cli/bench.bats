# shellcheck shell=bash disable=SC2154
# bench.bats -- the program behind `make bench` from outside: its command line, its table and its JSON.

load helpers

bench="$PWD/build/bench"

@test "bench --json" {
    run_both "$bench" train.steps=120 --json
    jq -e '.ms_per_step > 0 and .share_of_peak > 0 and .memory_mb > 0 and (.kernels | length) > 0' "$output_file"
    jq -e '([.parts[]] | add | . > 0.999 and . < 1.001) and (.parts | length) == 9 and (has("shape") | not)' "$output_file"
}

@test "bench --shape: settings on the command line go before its own" {
    run_both "$bench" --shape small-all train.steps=60 train.batch=4 model.d_model=16 --json
    [ "$status" = 0 ]
    jq -e '.shape == "small-all" and .rows == 36 and .targets == 36 and .vocabulary == 64 and .batch == 4 and .d_model == 16' \
        "$output_file"
    jq -re .config "$output_file" >"$work/c.ini"
    run_both "$bench" "$work/c.ini" --json
    jq -e '.rows == 36 and .targets == 36 and .batch == 4 and .d_model == 16' "$output_file"
    refused 2 "--shape smal-all: there is no such shape (did you mean small-all?)" "$bench" --shape smal-all
    refused 2 "there are default, small-one, small-all, wide-all, words-all, bert-one, all" "$bench" --shape quick
    refused 2 "--shape default: task.fillers: an option of order, first and" "$bench" --shape default task.name=shift
    refused 2 "bench needs train.steps of 60 or more" "$bench" --shape default train.steps=59 train.warmup=5
}

@test "bench --shape all: one table" {
    run_both "$bench" --shape all train.steps=60 train.batch=1 model.d_model=8 model.d_ff=8
    [ "$status" = 0 ]
    for shape in default small-one small-all wide-all words-all bert-one; do
        [ "$(grep -c "^$shape " "$output_file")" = 2 ]
    done
    refused 2 "bench needs train.steps of 60 or more" "$bench" --shape all train.steps=50
}

@test "bench --long" {
    run_both "$bench" --long eval.lengths="8 64 200" --threads 2 --json
    [ "$status" = 0 ]
    jq -e '[.one[] | .rows, .targets] == [8, 1, 64, 1, 200, 1] and [.all[].targets] == [7, 63, 199]' "$output_file"
    jq -e '[.one[], .all[]] | all(.fits and .row_us > 0 and .memory_mb > 0)' "$output_file"
    run_both "$bench" --long eval.lengths="8 64"
    [ "$(grep -cE '^ +(8|64) ' "$output_file")" = 2 ]
    refused 2 "--long measures evaluation, --shape a training step" "$bench" --long --shape default
    refused 2 "command line: task.words: --long sets it by itself" "$bench" --long task.words=20
    refused 2 "eval.lengths: '2x': --long takes up to 32 numbers of rows from 2 to 65536" "$bench" --long eval.lengths=2x
}

@test "bench --long: what does not fit is said, and nothing longer is tried" {
    run_both limited -v 700000 "$bench" --long model.d_model=1024 eval.lengths='64 60000 65536' --json
    [ "$status" = 0 ]
    jq -e '[.one[].fits] == [true, false, false]' "$output_file"
    grep -q 'warning: 60000 rows, one asked, do not fit into 0.7 GB' "$error_file"
    [ "$(grep -c 'rows, one asked' "$error_file")" = 1 ]
}
