# shellcheck shell=bash disable=SC2154
# plain.bats -- src/plain/plain.c is poslab in one file: the same examples, weights and right answers. The two share no
# line of code, so what is wrong in one of them, the other one shows. plain_short is plain.c with 20 steps of training and
# 1000 examples of evaluation, so that a percentage with one digit is a number of right answers.

load helpers

plain=build/plain short=build/plain_short positions=embeddings.position_embeddings.weight

setup_file() {
    [ -x build/plain_short ] || skip 'no build/plain_short here (make test-programs)'
}

# same_steps ENCODING: 20 steps of both with doubles, on poslab's own products and on those of BLAS.
same_steps() {
    local products
    "$short" train "$1" "$work/plain" 20 3
    for products in portable blas; do
        build/double/core/poslab train --run "$work/$products" encoding.name="$1" train.seed=3 train.steps=20 train.warmup=4 \
            train.products=$products eval.examples=10 eval.lengths=2x
        python3 tests/cli/same_tensors.py "$work/plain" "$work/$products/checkpoint.safetensors" 1e-12
    done
}

@test "after 20 steps every weight and moment is that of plain.c: none" {
    same_steps none
}

@test "after 20 steps every weight and moment is that of plain.c: learned" {
    same_steps learned
}

@test "after 20 steps every weight and moment is that of plain.c: sinusoidal" {
    same_steps sinusoidal
}

@test "plain.c counts the right answers of poslab's models, in range and at each length, under each policy" {
    local encoding policies
    for encoding in none learned sinusoidal; do
        policies=extend
        [ $encoding = none ] || policies+=' interpolate'
        "$poslab" train --run "$work/$encoding" encoding.name=$encoding train.steps=150 train.warmup=10 train.seed=2 \
            train.products=portable eval.examples=1000 'eval.lengths=32 64 128' "eval.policies=$policies"
        for policy in $policies; do
            { column "$work/$encoding/eval.tsv" sum in_range; column "$work/$encoding/eval.tsv" sum "$policy"; } | paste -s
        done | awk '{ printf "%.1f %.1f %.1f %.1f\n", $1 / 10, $2 / 10, $3 / 10, $4 / 10 }' >"$work/known"
        "$short" eval "$work/$encoding/checkpoint.safetensors" >"$work/table"
        sed '1,/^---/d; s/^[ a-z]*//; s/|//' "$work/table" | awk '{ print $1, $2, $3, $4 }' | diff "$work/known" -
    done
    grep -q '^sinusoidal ' "$work/table" # the last encoding, and its policy
    grep -q '^  interpolate ' "$work/table"
}

@test "25 steps and 35 more, through a file, are 60 steps, byte for byte" {
    "$plain" train learned "$work/whole" 60
    "$plain" train learned "$work/parts" 25
    "$plain" train learned "$work/parts" 60
    cmp "$work/whole" "$work/parts"
}

@test "poslab exports the positions of plain.c's checkpoint as those of any model" {
    "$short" train learned "$work/plain.safetensors" 20
    build/double/core/poslab train --run "$work/run" train.steps=20 train.warmup=4 eval.examples=10 eval.lengths=2x
    build/double/core/poslab show positions "$work/run" --json |
        jq -r '.matrix[:17][] | map(. * 1e6 | round) | @tsv' >"$work/known"
    "$poslab" export "$work/plain.safetensors" --table $positions --out "$work/out"
    head -n 17 "$work/out/vectors.tsv" |
        jq -Rr 'split("\t") | map(tonumber * 1e6 | round) | @tsv' | diff "$work/known" -
}

@test "plain.c refuses in one line what it cannot read or write, and replaces no other model" {
    local checkpoint="$work/run/checkpoint.safetensors" status=0
    local few=(train.steps=4 train.warmup=1 eval.examples=10 eval.lengths=2x)
    "$poslab" train --run "$work/run" "${few[@]}"
    "$poslab" train --run "$work/gelu" "${few[@]}" model.activation=gelu
    "$poslab" train --run "$work/wide" "${few[@]}" model.d_model=64
    "$poslab" train --run "$work/rope" "${few[@]}" encoding.name=rope
    "$short" train learned "$work/plain" 4
    cp "$work/plain" "$work/before"
    cp "$checkpoint" "$work/run_before"
    head -c 30000 "$checkpoint" >"$work/cut"
    refused 2 'usage: plain' "$plain" eval
    refused 2 'usage: plain' "$plain" train rope "$work/new"
    refused 2 'usage: plain' "$plain" train learned "$work/new" 801
    refused 2 'usage: plain' "$plain" train learned "$work/new" 20x
    refused 2 'usage: plain' "$plain" train learned "$work/new" 20 -1
    refused 1 'cannot be read: No such file' "$plain" eval "$work/new"
    refused 1 'is not a model of this program' "$plain" eval "$work"
    refused 1 'is not a model of this program' "$plain" eval tests/cli/plain.bats
    refused 1 'is not complete' "$plain" eval "$work/cut"
    refused 1 'was not trained with activation = relu' "$plain" eval "$work/gelu/checkpoint.safetensors"
    refused 1 "does not have the tensors of this program's model" "$plain" eval "$work/wide/checkpoint.safetensors"
    refused 1 'has an encoding that this program does not have' "$plain" eval "$work/rope/checkpoint.safetensors"
    refused 1 'has another model' "$plain" train sinusoidal "$work/plain"
    refused 1 'has another model' "$plain" train learned "$work/plain" 5 2
    refused 1 'has another model' "$plain" train learned "$work/plain" 3
    refused 1 'has another model' "$plain" train learned "$checkpoint"
    cmp "$work/plain" "$work/before"
    cmp "$checkpoint" "$work/run_before"
    [ ! -e "$work/new" ]
    "$short" eval "$work/plain" >/dev/full 2>"$work/stderr" || status=$?
    [ "$status" = 1 ]
    grep -qx 'plain: standard output: cannot be written: No space left on device' "$work/stderr"
    mkdir "$work/plain.new"
    refused 1 'cannot be written: Is a directory' "$short" train learned "$work/plain" 4
}
