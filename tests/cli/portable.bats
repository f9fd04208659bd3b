# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# portable.bats -- train.products = portable: the same bytes whatever the processor is taken for, and who is told.

load helpers

setup() {
    set_work
    tiny=("${small[@]}" train.products=portable)
}

# What the metadata of a run's checkpoint say.
recorded() {
    local file="$1/checkpoint.safetensors"
    tail -c +9 "$file" | head -c "$(od -A n -t u8 -N 8 "$file")" | jq -r .__metadata__.kernels
}

# same A B: the checkpoints to the byte, and all of the evaluations but the time they took.
same() {
    cmp "$1/checkpoint.safetensors" "$2/checkpoint.safetensors"
    diff <(evaluation "$1/eval.tsv") <(evaluation "$2/eval.tsv")
}

# everywhere NAME SETTING...: trained on several sets of OpenBLAS's kernels, and with a C library that must not use
# fused products.
everywhere() {
    local name=$1 one
    shift
    for one in Haswell Nehalem; do
        run_both env OPENBLAS_CORETYPE="$one" "$poslab" train "${tiny[@]}" "$@" --run "$work/$name-$one"
        [ "$status" = 0 ] || {
            cat "$error_file"
            return 1
        }
        same "$work/$name-Haswell" "$work/$name-$one"
    done
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2 "$poslab" train "${tiny[@]}" "$@" --run "$work/$name-libm"
    same "$work/$name-Haswell" "$work/$name-libm"
}

# says README.md: with `train.products=portable` also on every x86 processor
# says runs/README.md: With `train.products=portable`, our own matrix products, every x86 processor gives the same bits
@test "the same bytes on every set of kernels, for every way to encode positions" {
    for encoding in rope t5 'sinusoidal + alibi'; do
        everywhere "${encoding%% *}$RANDOM" "encoding.name=$encoding"
    done
}

@test "the same bytes on every set of kernels, for every mixer and for all targets" {
    for mixer in rnn lstm gru; do
        everywhere $mixer model.mixer=$mixer encoding.name=none
    done
    everywhere lazy train.sparse=lazy task.fillers=500
    tiny=(task.name=reverse task.words=20 train.steps=20 train.warmup=5 eval.examples=20 eval.lengths=1x
        train.products=portable)
    everywhere all model.activation=gelu model.norm=post train.schedule=cosine model.d_model=64 model.d_ff=300
}

# says help settings: The same settings and seed give bit-identical results, with any number of threads and after any interruption
# says README.md: The same settings and seed give bit-identical results, with any number of threads and after any interruption
@test "the same bytes with threads, and resumed" {
    "$poslab" train "${tiny[@]}" --run "$work/one"
    "$poslab" train "${tiny[@]}" --threads 3 --run "$work/three"
    same "$work/one" "$work/three"
    OPENBLAS_CORETYPE=Nehalem "$poslab" train "${tiny[@]}" train.checkpoint_every=20 --run "$work/on"
    cp -r "$work/on" "$work/back"
    mv "$work/back/checkpoint.previous.safetensors" "$work/back/checkpoint.safetensors"
    rm "$work/back/eval.tsv"
    run_both env OPENBLAS_CORETYPE=Haswell "$poslab" train --run "$work/back" --resume
    [ "$status" = 0 ]
    [ "$(grep -c warning "$error_file")" = 0 ]
    same "$work/on" "$work/back"
    grep -qx 'products = portable' "$work/back/config.ini"
}

@test "recorded as portable: checkpoint, evaluation, comparison and report; evaluated anew it stays so" {
    c=("${tiny[@]}" 'compare.members=learned,none' compare.seeds=1..1)
    OPENBLAS_CORETYPE=Haswell "$poslab" compare "${c[@]}" --run "$work/c"
    [ "$(recorded "$work/c/learned-seed1")" = portable ]
    [ "$(fact "$work/c/learned-seed1/eval.tsv" kernels)" = portable ]
    cp "$work/c/learned-seed1/eval.tsv" "$work/before.json"
    rm "$work/c/learned-seed1/eval.tsv"
    OPENBLAS_CORETYPE=Nehalem "$poslab" train --run "$work/c/learned-seed1" --resume
    diff <(evaluation "$work/before.json") \
        <(evaluation "$work/c/learned-seed1/eval.tsv")
    OPENBLAS_CORETYPE=Nehalem run_both "$poslab" compare "${c[@]}" --run "$work/c"
    [ "$(grep -c Mixed "$output_file")" = 0 ]
    jq -e '.kernels == ["portable"] and (has("kernels_note") | not)' "$work/c/compare.json"
    "$poslab" report "$work/c"
    grep -qF ' on the same kernels (portable). ' "$work/c/report.html"
}

@test "predict gives the same digits" {
    "$poslab" train task.name=order train.steps=40 train.warmup=5 eval.examples=50 eval.lengths=1x \
        train.products=portable --run "$work/run"
    for one in Haswell Nehalem; do
        OPENBLAS_CORETYPE=$one "$poslab" predict "$work/run" "w1 X w2 Y" "Y w3 X" --json >"$work/$one.json"
    done
    cmp "$work/Haswell.json" "$work/Nehalem.json"
    jq -e '.predictions[0].targets[0].probability > 0.4' "$work/Haswell.json"
}

# says help variables: Runs with train.products=portable use none
@test "it needs none of OpenBLAS's buffers" {
    model=(task.name=reverse task.words=16 model.d_model=64 train.batch=16 train.steps=20 train.warmup=2 eval.examples=20
        eval.lengths=1x)
    found=
    # downwards: with still less, OpenBLAS 0.3.29 waits forever where it is loaded
    for megabytes in 580 540 500 460 420 380 340 300 260 220 180 140 100; do
        run_both limited -v $((1024 * megabytes)) "$poslab" train "${model[@]}" --run "$work/blas-$megabytes"
        grep -q 'OpenBLAS needs 128 MB more address space' "$error_file" || continue
        run_both limited -v $((1024 * megabytes)) "$poslab" train "${model[@]}" train.products=portable --run "$work/portable-$megabytes"
        [ "$status" = 0 ]
        found=yes
        break
    done
    [ -n "$found" ] || skip "OpenBLAS has its buffers wherever the program starts"
}

@test "other products than those of a run or a comparison are another run: refused" {
    "$poslab" train "${small[@]}" --run "$work/run"
    refused 2 'train.products' "$poslab" train "${tiny[@]}" --run "$work/run" --resume
}
