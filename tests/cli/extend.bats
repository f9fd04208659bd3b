#!/usr/bin/env bats
# extend.bats -- train --run DIR --resume train.steps=MORE: what comes of it is the run that had so many steps from the
# start, or it is refused and nothing changes.
# shellcheck disable=SC2154

load helpers
load same

setup() {
    set_work
    cd "$work" || exit
}

# train SETTING...: a small run, with what is not given as in `usual`.
usual=(task.name=first train.schedule=constant train.warmup=10 train.checkpoint_every=20 eval.examples=50 'eval.lengths=1x 2x')
train() {
    local setting rest=()
    for setting in "${usual[@]}"; do
        [[ " $* " == *" ${setting%%=*}="* ]] || rest+=("$setting")
    done
    "$poslab" train "${rest[@]}" "$@" >/dev/null 2>&1
}

# extended FOLDER SETTING...: goes on with the run.
extended() {
    local folder=$1
    shift
    "$poslab" train --run "$folder" --resume "$@" >/dev/null 2>&1
}

# same_run FOLDER FOLDER: every file but the checkpoint before.
same_run() {
    same_member "$1" "$2" && cmp "$1/config.ini" "$2/config.ini" && "$poslab" runs "$1" --verify >/dev/null
}

# refused_and_untouched TEXT FOLDER SETTING...
refused_and_untouched() {
    local text=$1 folder=$2
    shift 2
    rm -rf before
    cp -r "$folder" before
    refused 2 "$text" "$poslab" train --run "$folder" --resume "$@"
    diff -r -x .lock before "$folder"
}

# says help train: A run with train.schedule=constant can be extended by more train.steps
@test "a finished run with more steps is the run that had them from the start" {
    train --run whole train.steps=130
    for steps in 60 75; do # a row of the log after step 75 is one that the longer run does not have
        train --run "run$steps" train.steps=$steps
        extended "run$steps" train.steps=130
        same_run whole "run$steps"
    done
    [ "$(fact run75/eval.tsv steps)" = 130 ]
    [ "$(tail -n 1 run75/metrics.jsonl | jq .step)" = 130 ]
}

@test "twice, by threads, and interrupted" {
    train --run whole train.steps=2400 train.checkpoint_every=200
    train --run run train.steps=25 train.checkpoint_every=200
    extended run train.steps=45 --threads 2
    "${held[@]}" CLOCK_ROWS=7 "$poslab" train --run run --resume train.steps=2400 >/dev/null 2>&1 &
    wait_for has_rows 7 run
    kill -TERM $!
    let_go
    wait $! || [ $? = 75 ]
    [ ! -e run/eval.tsv ]
    extended run
    same_run whole run
}

@test "whatever instant an extension is killed at, the old run or the longer one goes on" {
    train --run whole train.steps=130
    train --run old train.steps=75
    cp -r old run
    rm run/eval.tsv # killed after the first file
    "$poslab" runs run --verify >/dev/null
    cp -r run other
    extended run
    same_run old run
    extended other train.steps=130
    same_run whole other
    cp -r old run2
    rm run2/eval.tsv
    cp whole/config.ini run2/ # killed after the second
    "$poslab" runs run2 --verify >/dev/null
    extended run2
    same_run whole run2
    cp -r old run3
    rm run3/eval.tsv
    cp whole/config.ini run3/
    sed -i '$d' run3/metrics.jsonl
    extended run3 # its log has been cleaned of the row that the longer run does not have
    same_run whole run3
}

@test "epochs: more passes over a fixed set" {
    epochs=(task.examples=640 train.batch=32)
    train --run whole "${epochs[@]}" train.warmup=5 train.epochs=6
    train --run run "${epochs[@]}" train.warmup=5 train.epochs=3
    extended run train.epochs=6
    same_run whole run
    train --run warm "${epochs[@]}" train.warmup=10 train.epochs=3
    refused_and_untouched 'its warm-up is a tenth of all steps' warm train.epochs=6
}

# says help train: So it works only if no earlier step would change: with train.schedule=constant and a warm-up of a fixed number of steps
@test "where an earlier step would have been another one it says why, and nothing changes" {
    train --run run train.steps=60
    refused_and_untouched 'run has done 60 steps; train.steps = 59 is not more' run train.steps=59
    refused_and_untouched 'run has done 60 steps; train.steps = 9 is not more' run train.steps=9 # and the warm-up is 10
    rm -f run/.lock
    refused_and_untouched 'run has done 60 steps; train.steps = 9 is not more' run train.steps=9
    [ ! -e run/.lock ]
    refused_and_untouched 'was begun with other settings (train.batch = 64 there, 32 here)' run train.steps=90 train.batch=32
    refused_and_untouched 'with train.patience it trains on other examples than without' run train.steps=90 train.patience=2
    for schedule in linear cosine; do
        train --run $schedule train.steps=60 train.schedule=$schedule
        refused_and_untouched "$schedule cannot be extended: the rate of every step depends on the last one" $schedule train.steps=90
        refused_and_untouched "\`poslab train --from $schedule train.steps=N\` starts a new run" $schedule train.steps=90
    done
    train --run none train.steps=60 train.keep=none
    refused_and_untouched 'none cannot be extended: no checkpoint was kept (train.keep = none); train it again' none train.steps=90
}

@test "while the rate grows the schedule does not matter" {
    train --run whole train.steps=60 train.warmup=40 train.schedule=linear
    train --run run train.steps=45 train.warmup=40 train.schedule=linear
    extended run train.steps=60 # from the checkpoint of step 40
    same_run whole run
}

# says help train: If the last checkpoint cannot be extended, as after early stopping, the one before it is tried
@test "where the last checkpoint will not do, the one before it may: a lazy table, early stopping" {
    lazy=(train.sparse=lazy)
    train --run whole "${lazy[@]}" train.steps=130
    train --run run "${lazy[@]}" train.steps=75 # checkpoints of steps 60 and 75
    extended run train.steps=130
    same_run whole run
    train --run short "${lazy[@]}" train.steps=15
    refused_and_untouched 'its last step wrote the delayed updates of the token table (train.sparse = lazy)' short train.steps=130
    early=(train.patience=50 train.validate_every=10)
    train --run early_whole "${early[@]}" train.steps=130
    train --run early "${early[@]}" train.steps=75
    extended early train.steps=130
    same_run early_whole early
    train --run early_short "${early[@]}" train.steps=15
    refused_and_untouched 'it ended by train.patience, and the best weights replaced the last ones' early_short train.steps=130
}

# says help train: train.epochs is extended in the same way, and early stopping by a larger train.patience
# says help train: After that, more steps change nothing; only a larger train.patience does
@test "a run that ended by patience needs more patience, not more steps" {
    settings=(train.validate_every=2 train.steps=60 task.examples=64 train.checkpoint_every=2 train.learning_rate=0.5)
    train --run whole "${settings[@]}" train.patience=9
    train --run run "${settings[@]}" train.patience=2
    ended=$(fact run/eval.tsv validation.steps)
    [ "$ended" -lt 60 ]
    refused_and_untouched "run was stopped early by train.patience = 2 after step $ended; to train further give a larger train.patience" run train.steps=90
    extended run train.patience=9
    same_run whole run
}
