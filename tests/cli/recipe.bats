# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# recipe.bats -- epochs, early stopping, class weights, and the line about a model that learned by heart.

load helpers
export COLUMNS=1000 # a sentence stays on one line
load same

# rows FILE COUNT RARE TEXT: rows of a text each, told apart by a word of their own where TEXT has @; the first are rare.
rows() {
    local i
    printf 'label\ttext_a\n' >"$1"
    for i in $(seq "$2"); do
        printf '%s\t%s\n' "$([ "$i" -le "$3" ] && echo rare || echo usual)" "${4/@/$i}" >>"$1"
    done
}

# Its loss goes up and down, so that it ends early; with a constant rate a shorter run has the same steps.
early=(task.name=order train.schedule=constant train.warmup=50 train.learning_rate=0.02 train.validate_every=15 eval.examples=200 'eval.lengths=1x 2x')
# Long enough to be killed in; 10 validations.
long=(task.name=first train.steps=1000 train.checkpoint_every=70 train.patience=1000 train.validate_every=100 eval.examples=50
    'eval.lengths=1x 2x')

# best FOLDER: the step with the smallest validation loss of the run log.
best() {
    jq -s 'map(select(.validation_loss)) | min_by(.validation_loss).step' "$1/metrics.jsonl"
}

# refused_by_verify TEXT: of the run in $work/r.
refused_by_verify() {
    run_both "$poslab" runs "$work/r" --verify
    [ "$status" = 65 ] && grep -qF -- "$1" "$output_file" && return
    cat "$output_file"
    return 1
}

# says help train: train.epochs=N makes N passes over the rows of a file (or over task.examples) instead of train.steps. How many steps that is is printed before training begins
@test "epochs: 10 rows, 4 in a batch, 3 times over are 8 steps; told, written down, and resumed" {
    rows "$work/rows.tsv" 10 5 'w@ x'
    d=(task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" train.batch=4 train.log_every=1)
    "$poslab" train "${d[@]}" train.epochs=3 --run "$work/r" >"$work/table" 2>"$work/log"
    grep -qx 'poslab: 8 steps = 3.2 passes over 10 examples' "$work/log"
    jq -es 'map(.step) == [1, 2, 3, 4, 5, 6, 7, 8]' "$work/r/metrics.jsonl"
    grep -qx 'steps = 8' "$work/r/config.ini"
    grep -qx 'epochs = 3' "$work/r/config.ini"
    "$poslab" train --run "$work/r" train.epochs=3 --resume >"$work/again" 2>"$work/log"
    cmp "$work/table" "$work/again"
    [ ! -s "$work/log" ]
    "$poslab" train "$work/r/config.ini" --run "$work/s" >/dev/null 2>&1
    same_member "$work/r" "$work/s"
    "$poslab" train "${d[@]}" train.steps=8 train.warmup=0 --run "$work/t" >/dev/null 2>&1
    diff <(logged "$work/r/metrics.jsonl") <(logged "$work/t/metrics.jsonl")
    refused 2 'cannot be extended: the rate of every step depends on the last one' "$poslab" train --run "$work/r" train.steps=60 --resume
}

@test "epochs in a comparison: members of a grid have their own steps, and all of it is read back" {
    rows "$work/rows.tsv" 10 5 'w@ x'
    c=(task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" train.batch=4 'compare.members=none, learned' compare.seeds=1..2
        'compare.grid=epochs=2,6' --run "$work/c")
    "$poslab" compare "${c[@]}" --part 1/2 >/dev/null 2>&1
    "$poslab" compare "${c[@]}" --json >/dev/null 2>"$work/log"
    diff <(grep ' passes ' "$work/log") - <<'END'
poslab: none epochs=2: 5 steps = 2 passes over 10 examples
poslab: none epochs=6: 15 steps = 6 passes over 10 examples
END
    jq -e '[.members[].steps] | unique == [5, 15]' "$work/c/compare.json"
    "$poslab" runs "$work/c" --json | jq -e '.models == 8 and .finished == 8'
    "$poslab" runs "$work/c" --verify | grep -q '^9 of 9 folders ok'
    "$poslab" compare --full "${c[@]}" | grep -q '(8 finished before)'
    "$poslab" compare --full "$work/c/config.ini" --run "$work/c" | grep -q '(8 finished before)'
}

# Of 10 examples 4 in a batch: the steps are rounded up. Two values of six are left, of three seeds each.
@test "epochs in a comparison: of many recipes four are printed, and how many models have others" {
    rows "$work/rows.tsv" 10 5 'w@ x'
    "$poslab" compare none task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" train.batch=4 compare.seeds=1..3 \
        compare.grid=epochs=1,2,3,4,5,6 --run "$work/c" >/dev/null 2>"$work/log"
    diff <(grep -v '^comparing' "$work/log") - <<'END'
poslab: none epochs=1: 3 steps = 1.2 passes over 10 examples
poslab: none epochs=2: 5 steps = 2 passes over 10 examples
poslab: none epochs=3: 8 steps = 3.2 passes over 10 examples
poslab: none epochs=4: 10 steps = 4 passes over 10 examples
poslab: 6 more models have other numbers
END
    "$poslab" compare none task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" train.batch=4 compare.seeds=1 \
        compare.grid=epochs=1,2,3,4,5 --dry-run --run "$work/d" 2>&1 >/dev/null | grep -qx 'poslab: 1 more model has other numbers'
}

# says help train: Training ends after N validations without a smaller loss
# says help train: The schedule is that of train.steps, so train.schedule=constant is the usual choice
@test "early stopping: the weights are those of the smallest validation loss, as in a run of so many steps" {
    "$poslab" train "${early[@]}" train.steps=300 train.patience=3 --run "$work/r" >"$work/table" 2>"$work/log"
    grep -q 'poslab: validated every 15 steps on 256 examples; training ends after 3 validations without a smaller loss' "$work/log"
    step=$(best "$work/r")
    last=$(jq -s 'last.step' "$work/r/metrics.jsonl")
    [ "$last" = $((step + 45)) ]
    [ "$last" -lt 300 ]
    loss=$(jq -s 'map(.validation_loss | values) | min' "$work/r/metrics.jsonl")
    line=$(printf 'Early stopping: training took %d steps; the weights are those of step %d, which had the smallest validation loss, %.4f.' \
        "$last" "$step" "$loss")
    grep -qxF "$line" "$work/table"
    [ "$(fact "$work/r/eval.tsv" steps) $(fact "$work/r/eval.tsv" validation.steps)" = "$step $last" ]
    "$poslab" train "${early[@]}" "train.steps=$step" --run "$work/s" >/dev/null 2>&1
    # steps to 99 % are of all that was trained
    keys='validation.*|steps_to_99|checkpoint'
    diff <(without "$keys" "$work/r/eval.tsv") <(without "$keys" "$work/s/eval.tsv")
}

@test "a run that ended early is finished: nothing trains it further, and status, verify and eval know it" {
    "$poslab" train "${early[@]}" train.steps=300 train.patience=2 --run "$work/r" >"$work/table" 2>/dev/null
    before=$(cd "$work/r" && cksum checkpoint.safetensors metrics.jsonl eval.tsv)
    "$poslab" train --run "$work/r" --resume >"$work/again" 2>"$work/log"
    [ ! -s "$work/log" ]
    cmp "$work/table" "$work/again"
    [ "$before" = "$(cd "$work/r" && cksum checkpoint.safetensors metrics.jsonl eval.tsv)" ]
    "$poslab" runs "$work/r" --json | jq -e '.models == 1 and .finished == 1'
    "$poslab" runs "$work/r" --verify | grep -q '^1 of 1 folder ok'
    # without its result it is evaluated, not trained
    cp "$work/r/eval.tsv" "$work/eval.tsv"
    rm "$work/r/eval.tsv"
    "$poslab" train --run "$work/r" --resume >/dev/null 2>&1
    diff <(evaluation "$work/r/eval.tsv") <(evaluation "$work/eval.tsv")
    "$poslab" eval "$work/r" >"$work/anew" 2>/dev/null
    diff <(grep . "$work/anew") <(sed "/^The run is in/,\$d" "$work/table" | grep .)
    [ "$before" = "$(cd "$work/r" && cksum checkpoint.safetensors metrics.jsonl; echo "${before##*$'\n'}")" ]
    # what does not fit is named
    edit "$work/r/eval.tsv" 's/^# validation.steps = .*/# validation.steps = 900/'
    refused_by_verify "eval.tsv: steps: not as in the run's config.ini"
    edit "$work/r/eval.tsv" '/^# validation/d'
    refused_by_verify "eval.tsv: steps: not as in the run's config.ini"
    # more patience needs a checkpoint of before its end
    refused 2 'cannot be extended: it ended by train.patience' "$poslab" train --run "$work/r" train.patience=3 --resume
}

@test "killed and resumed at several steps, with any number of threads: the same bytes" {
    for way in dense lazy; do
        "$poslab" train "${long[@]}" train.sparse=$way --run "$work/$way" >/dev/null 2>&1
        for at in 1 2; do
            rm -f "$work/go"
            rows=$(($(wc -l <"$work/$way-pieces/metrics.jsonl" 2>/dev/null || echo 0) + 20))
            "${held[@]}" CLOCK_ROWS=$rows "$poslab" train "${long[@]}" train.sparse=$way --run "$work/$way-pieces" --resume --threads "$at" >/dev/null 2>&1 &
            process=$!
            wait_for has_rows $rows "$work/$way-pieces"
            kill -"$([ $at = 2 ] && echo TERM || echo KILL)" "$process"
            let_go
            wait "$process" || true
        done
        [ ! -e "$work/$way-pieces/eval.tsv" ]
        "$poslab" train --run "$work/$way-pieces" --resume >/dev/null 2>&1
        same_member "$work/$way" "$work/$way-pieces"
        jq -es 'map(select(.validation_loss).step) == [range(100; 1100; 100)]' "$work/$way/metrics.jsonl"
    done
}

@test "members that end early are the same with any number of jobs, and the table says where they ended" {
    c=("${early[@]}" train.steps=300 train.patience=2 'compare.members=none, learned' compare.seeds=1..2)
    "$poslab" compare --full "${c[@]}" --jobs 1 --run "$work/one" >"$work/table" 2>/dev/null
    "$poslab" compare "${c[@]}" --jobs 4 --run "$work/four" >/dev/null 2>&1
    same_results "$work/one" "$work/four"
    grep -q '^Early stopping: training took [0-9]* to [0-9]* steps; weights are those of step [0-9]* to [0-9]*' "$work/table"
    for member in "$work"/one/*/; do
        [ "$(best "$member")" = "$(fact "$member/eval.tsv" steps)" ]
    done
}

@test "rows that validate are not trained on: both are told, and the log has their loss" {
    rows "$work/rows.tsv" 50 25 'w@ x'
    d=(task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" train.batch=4 train.epochs=4)
    "$poslab" train "${d[@]}" train.patience=1 train.validation=0.2 --run "$work/r" >"$work/table" 2>"$work/log"
    grep -qx 'poslab: 40 steps = 4 passes over 40 examples' "$work/log"
    grep -q 'validated every 13 steps on 10 examples, of 10 set aside (train.validation)' "$work/log"
    grep -q 'Training accuracy: [0-9.]* % of 40 answers' "$work/table"
    # without early stopping none is set aside
    "$poslab" train "${d[@]}" train.validation=0.2 --run "$work/s" >"$work/table" 2>"$work/log"
    grep -qx 'poslab: 50 steps = 4 passes over 50 examples' "$work/log"
    refused 2 'train.validation = 0.001 sets none of 50 training rows aside' "$poslab" train "${d[@]}" train.patience=1 train.validation=0.001
}

# says help train: train.class_weights=balanced gives every label the same weight in the training loss, however many rows have it
@test "class weights: where the text says nothing, the answer is the share of a label, or all alike" {
    rows "$work/rows.tsv" 10 2 'a b'
    for weights in none balanced; do
        "$poslab" train task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" train.batch=10 train.epochs=100 model.d_model=8 \
            train.class_weights=$weights --run "$work/$weights" >/dev/null 2>&1
        "$poslab" predict "$work/$weights" 'a b' --json |
            jq '.predictions[0].targets[0].probabilities[] | select(.answer == "rare").probability' >"$work/$weights.rare"
    done
    jq -e '. > 0.19 and . < 0.21' "$work/none.rare"
    jq -e '. > 0.49 and . < 0.51' "$work/balanced.rare"
}

@test "learned by heart: told by train, eval, compare and report, and only where it is so" {
    r=(task.examples=30 'eval.lengths=1x 2x' eval.examples=400)
    "$poslab" train "${r[@]}" train.steps=200 --run "$work/r" >"$work/table" 2>/dev/null
    line=$(grep '^Memorised: 100.0 % on its training examples, [0-9.]* % on new ones in range.$' "$work/table")
    "$poslab" eval "$work/r" | grep -qxF "$line"
    rows "$work/rows.tsv" 10 5 'w@ x'
    rows "$work/test.tsv" 40 20 'v@ x'
    "$poslab" train task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/test.tsv" train.epochs=200 train.batch=10 --run "$work/t" >"$work/table" 2>/dev/null
    tsv=$(grep '^Memorised: 100.0 % on its training examples, 50.0 % on new ones in range.$' "$work/table")
    "$poslab" eval "$work/t" | grep -qxF "$tsv"
    "$poslab" report "$work/r" --to "$work/r.html" >/dev/null
    grep -q 'Memorised: learned (100.0 % on its training examples, ' "$work/r.html"
    "$poslab" compare --full "${r[@]}" train.steps=200 'compare.members=none, learned' compare.seeds=1..2 --run "$work/c" >"$work/table" 2>/dev/null
    grep -q 'Memorised: .*learned (100.0 % on its training examples, [0-9.]* % on new ones in range; 2 of 2 seeds)' "$work/table"
    "$poslab" train "${r[@]}" train.steps=2 train.warmup=0 --run "$work/s" >"$work/table" 2>/dev/null
    grep -q 'Training accuracy' "$work/table"
    [ "$(grep -c 'Memorised' "$work/table")" = 0 ]
}
