# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# verify.bats -- runs --verify: each thing that does not fit is named in a line, and nothing is written.

load ../../cli/helpers

setup_file() {
    "${POSLAB:-$PWD/build/poslab}" compare task.name=first train.steps=60 train.warmup=10 eval.examples=50 \
        'eval.lengths=1x 2x' compare.members=learned,none compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" >/dev/null 2>&1
}

# A comparison of our own.
fresh() {
    cp -r "$BATS_FILE_TMPDIR/c" "$work/c"
    c="$work/c"
}

# lines CODE LINE...: verify exits with the code and prints exactly these lines.
lines() {
    local code=$1
    shift
    run_both "$poslab" runs "$c" --verify
    printf '%s\n' "$@" >"$work/expected"
    if [ "$status" != "$code" ] || [ -s "$error_file" ] || ! diff "$output_file" "$work/expected"; then
        echo "exit code $status; on stderr: $(cat "$error_file")"
        return 1
    fi
}

@test "verify: a comparison whose files fit; each is read and none is touched" {
    fresh
    before=$(find "$c" -type f -exec cksum {} + | sort; find "$c" -printf '%p %T@\n' | sort)
    lines 0 '5 of 5 folders ok.'
    [ "$before" = "$(find "$c" -type f -exec cksum {} + | sort; find "$c" -printf '%p %T@\n' | sort)" ]
    "$poslab" runs "$c" --verify --json | jq -e --arg c "$c" '.problems == 0 and (.folders | length) == 5
        and .folders[0] == {folder: ($c + "/learned-seed1"), status: "ok", step: 60, steps: 60, problems: []}
        and .folders[4] == {folder: $c, status: "ok", finished: 4, models: 4, problems: []}'
    ln -s c "$work/again" # a folder is checked once, even in a loop of links
    ln -s . "$work/loop"
    [ "$("$poslab" runs "$work" --verify)" = '5 of 5 folders ok.' ]
}

# says help runs: With --verify
@test "verify: what does not fit is named, file by file, to the end" {
    fresh
    sed -i 's/seed = 1/seed = 2/' "$c/learned-seed1/eval.tsv"
    sed -i 's/^steps = 60/steps = 61/' "$c/learned-seed2/config.ini"
    cp "$c/none-seed2/checkpoint.safetensors" "$c/none-seed1/"
    rm "$c/none-seed2/metrics.jsonl"
    lines 65 "$c/learned-seed1/eval.tsv: its checksum does not fit, so it was changed or damaged; \
\`poslab train --run $c/learned-seed1 --resume\` writes a new one" \
        "$c/learned-seed2/config.ini: its settings are not those of the comparison's config.ini (train.steps = 61 there, 60 here)" \
        "$c/learned-seed2/checkpoint.safetensors: its settings are not those of the run's config.ini (train.steps = 60 there, 61 here)" \
        "$c/learned-seed2/eval.tsv: steps: not as in the run's config.ini; \`poslab train --run $c/learned-seed2 --resume\` writes a new one" \
        "$c/none-seed1/checkpoint.safetensors: its settings are not those of the run's config.ini (train.seed = 2 there, 1 here)" \
        "$c/none-seed2/metrics.jsonl: 6 rows lost" '0 of 5 folders ok; 6 problems.'
    run_both "$poslab" runs "$c" --verify --json
    [ "$status" = 65 ]
    jq -e --arg c "$c" '.problems == 6 and (.folders[4] | .status == "problem" and .problems == [])
        and .folders[3].problems == [$c + "/none-seed2/metrics.jsonl: 6 rows lost"]' "$output_file"
}

@test "verify: compare.json that was changed, or is from another eval.tsv, is named, and compare writes a new one" {
    fresh
    anew="; \`poslab compare $c/config.ini --run $c\` writes a new one"
    sed -i 's/"gate": 0.95/"gate": 0.9/' "$c/compare.json"
    lines 65 "$c/compare.json: its checksum does not fit, so it was changed or damaged$anew" '4 of 5 folders ok; 1 problem.'
    "$poslab" compare "$c/config.ini" --run "$c" >/dev/null 2>&1
    lines 0 '5 of 5 folders ok.'
    edit "$c/none-seed1/eval.tsv" 's/^# seconds = .*/# seconds = 7/'
    lines 65 "$c/compare.json: its numbers are not from none-seed1/eval.tsv$anew" '4 of 5 folders ok; 1 problem.'
    "$poslab" compare "$c/config.ini" --run "$c" >/dev/null 2>&1
    lines 0 '5 of 5 folders ok.'
}

@test "verify: a run that failed for good says so, with its step and exit code" {
    c="$work/c"
    run_both "$poslab" compare task.name=first train.learning_rate=1e9 train.clip=0 train.steps=60 eval.examples=50 \
        compare.members=none compare.seeds=1 --run "$c"
    [ "$status" = 1 ]
    step=$(jq .step "$c/none-seed1/failure.json")
    lines 0 "$c/none-seed1: failed after step $step of 60 (exit code 3)" "$c: unfinished, 0 of 1 models, 1 failed" \
        '0 of 2 folders ok, 2 unfinished.'
    "$poslab" runs "$c" --verify --json | jq -e --argjson step "$step" '.folders[0].status == "failed" and .folders[0].step == $step
        and .folders[1].status == "unfinished"'
    jq '.step = 60' "$c/none-seed1/failure.json" >"$work/last" # while it was evaluated
    cp "$work/last" "$c/none-seed1/failure.json"
    "$poslab" runs "$c" --verify | grep -qF 'failed after step 60 of 60'
    echo '{}' >"$c/none-seed1/failure.json"
    lines 65 "$c/none-seed1/failure.json: version: expected 1, found nothing; the run is tried again" \
        '0 of 2 folders ok; 1 problem.'
}

@test "verify: a run that was stopped is unfinished, and its log reaches its checkpoint" {
    "${held[@]}" CLOCK_ROWS=2 "$poslab" train task.name=first train.steps=1000000 eval.examples=50 eval.lengths=1x --run "$work/run" >/dev/null 2>&1 &
    stop_at has_rows 2 "$work/run" # of steps 10 and 20
    c="$work/run"
    run_both "$poslab" runs "$c" --verify
    [ "$status" = 0 ]
    step=$(sed -nE '1s/.*unfinished, step ([0-9]+) of 1000000$/\1/p' "$output_file")
    [ "$step" -ge 20 ]
    printf '{"step": 999999, "loss"' >>"$c/metrics.jsonl" # a line that was being written
    "$poslab" runs "$c" --verify >/dev/null
    : >"$c/metrics.jsonl"
    lines 65 "$c/metrics.jsonl: $((step / 10)) rows lost" '0 of 1 folder ok; 1 problem.'
}

# says help runs: If a run keeps no checkpoint (train.keep=none), its other files are checked
@test "verify: a run without its checkpoint; folders of folders" {
    fresh
    mv "$c/none-seed1" "$work/one"
    c="$work/one"
    rm "$c/checkpoint.safetensors" "$c/metrics.jsonl"
    lines 0 '1 of 1 folder ok; 1 run keeps no checkpoint.'
    edit "$c/eval.tsv" 's/^# steps = /# strides = /'
    refused_line=$("$poslab" runs "$c" --verify | head -n 1) || true
    [[ $refused_line == "$c/eval.tsv:"*": expected a line that can come next, found '# strides = 60'; no checkpoint was kept to make a new one: rename it, \
then \`poslab train --run $c --resume\` trains the model again" ]]
    mkdir -p "$work/all/nested/deep" "$work/all/other"
    mv "$c" "$work/all/nested/deep/one"
    mv "$work/c" "$work/all/c"
    run_both "$poslab" runs "$work/all" --verify
    [ "$status" = 65 ]
    [ "$(tail -n 1 "$output_file")" = '3 of 6 folders ok, 1 unfinished; 2 problems.' ]
    grep -qF "$work/all/c/none-seed1/eval.tsv is missing, but compare.json has its results" "$output_file"
}

@test "verify: runs/example, which keeps neither checkpoints nor run logs" {
    cp -r runs/example "$work/example"
    rm -f "$work"/example/*/{*.safetensors,metrics.jsonl}
    folders=$(find "$work/example" -name config.ini | wc -l)
    [ "$("$poslab" runs "$work/example" --verify)" = "$folders of $folders folders ok; $((folders - 1)) runs keep no checkpoint." ]
}

@test "verify: claims are comparisons, each checked" {
    "$poslab" claims 11 --seeds 1 --run "$work/c" >/dev/null 2>&1
    run_both "$poslab" runs "$work/c" --verify
    [ "$status" = 0 ]
    folders=$(find "$work/c" -name config.ini | wc -l)
    [ "$folders" -gt 4 ]
    [ "$(cat "$output_file")" = "$folders of $folders folders ok." ]
}

@test "verify: a file whose name turns the direction of text is shown escaped, and its result can be read" {
    text="$work/"$'odd\u202ename.txt'
    for k in {1..300}; do echo "the cat saw w$((k % 17)) and w$((k % 5))"; done >"$text"
    "$poslab" train configs/next.ini task.text="$text" task.tokens=spaces train.steps=3 train.warmup=1 eval.examples=5 \
        --run "$work/run" >/dev/null 2>&1
    c="$work/run"
    lines 0 '1 of 1 folder ok.'
    [[ $(fact "$c/eval.tsv" note) == "$work/odd\\xe2\\x80\\xaename.txt"* ]]
}
