#!/usr/bin/env bats
# counts_of_one.bats -- where there is one step, example, seed, model or length, no output speaks of several.
# shellcheck disable=SC2154

load helpers

@test "one step, example, seed and model are not steps, examples, seeds and models" {
    cd "$work"
    {
        "$poslab" train none train.epochs=1 task.examples=1 train.batch=1 eval.examples=1 --run run
        "$poslab" eval run --full
        "$poslab" show attention run --to picture.svg
        "$poslab" compare learned compare.seeds=1 train.steps=1 eval.examples=1 eval.lengths=1x --run one
        "$poslab" compare --run one --full
        "$poslab" compare none learned compare.seeds=1 train.steps=1 eval.examples=1 'eval.lengths=1x 2x' --run two
        "$poslab" runs two --verify
        "$poslab" plot extrapolation two --to chart.svg
    } >said 2>&1
    grep -q 'seed 1, 1 step;' said # they speak of it
    grep -q '1 step on 4\.\.16 words; 1 example at each length' said
    sed 's/<[^>]*>/ /g' picture.svg chart.svg >>said
    # "seed 1 differs" and "step 1 is" are no counts; "0 of 1 models" counts what there may be
    ! grep -nE '(^|[ (])1 [a-z]*[^s]s\b' said | grep -vE '(seed|step|of|head|row) 1 [a-z]' || return 1
}
