# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# kernels.bats -- runs and comparisons on several sets of OpenBLAS's kernels: which computed what, and who is told.

load helpers
export COLUMNS=1000 # a sentence stays on one line

# Two sets that this processor can run and OpenBLAS knows by these names.
setup() {
    set_work
    for one in Haswell Nehalem; do
        run_both env OPENBLAS_CORETYPE="$one" "$poslab" --version
        grep -qF "OpenBLAS kernels: $one)" "$output_file" || skip "OpenBLAS has no kernels $one here"
    done
}

on() {
    local kernels=$1
    shift
    run_both env OPENBLAS_CORETYPE="$kernels" "$poslab" "$@"
    [ "$status" = 0 ]
}

# What the metadata of a run's checkpoint, and its evaluation, say.
recorded() {
    local file="$1/checkpoint.safetensors"
    tail -c +9 "$file" | head -c "$(od -A n -t u8 -N 8 "$file")" | jq -r .__metadata__.kernels
    fact "$1/eval.tsv" kernels
}

# Back to the checkpoint before the last, and as if it had not been evaluated.
rewind() {
    mv "$1/checkpoint.previous.safetensors" "$1/checkpoint.safetensors"
    rm "$1/eval.tsv"
}

@test "a run that goes on with the same kernels has their name; with others it is mixed, which its results say" {
    on Haswell train "${small[@]}" train.checkpoint_every=20 --run "$work/run"
    cp "$work/run/checkpoint.safetensors" "$work/whole"
    rewind "$work/run"
    cp -r "$work/run" "$work/other"
    on Haswell train --run "$work/run" --resume
    [ "$(grep -c 'Mixed kernels' "$output_file")" = 0 ]
    [ "$(recorded "$work/run")" = $'Haswell\nHaswell' ]
    cmp "$work/run/checkpoint.safetensors" "$work/whole"
    on Nehalem train --run "$work/other" --resume
    grep -q '^Mixed kernels: ' "$output_file"
    [ "$(recorded "$work/other")" = $'mixed\nmixed' ]
    rm "$work/run/eval.tsv"
    on Nehalem train --run "$work/run" --resume # evaluates it on others
    grep -q '^Mixed kernels: ' "$output_file"
    [ "$(recorded "$work/run")" = $'Haswell\nmixed' ]
}

@test "a comparison on one set says nothing; one that mixes them says so on the screen, in JSON and in the report" {
    c=(task.name=first train.steps=60 train.warmup=10 eval.examples=50 eval.lengths=1x 'compare.members=learned,none')
    on Haswell compare "${c[@]}" compare.seeds=1..1 --run "$work/c"
    [ "$(grep -c 'Mixed' "$output_file")" = 0 ]
    jq -e '.kernels == ["Haswell"] and (has("kernels_note") | not)' "$work/c/compare.json"
    on Nehalem compare "${c[@]}" compare.seeds=1..2 --run "$work/c"
    grep -q '^Mixed kernels: ' "$output_file"
    jq -e '.kernels == ["mixed"] and (.kernels_note | startswith("Mixed kernels: "))' "$work/c/compare.json"
    need report
    on Haswell report "$work/c"
    grep -qF "<p>Mixed kernels: " "$work/c/report.html"
    grep -qF ' on the same kernels (mixed). ' "$work/c/report.html"
}

@test "where OpenBLAS takes a processor with AVX2 for one of its oldest, it is told to use newer kernels; whoever chose has his choice" {
    grep -qw avx2 /proc/cpuinfo || skip "this processor has no AVX2"
    # shellcheck disable=SC2016
    echo 'extern char *getenv(const char *); char *openblas_get_corename(void) { char *k = getenv("OPENBLAS_CORETYPE"); return k ? k : "Prescott"; }' |
        gcc -shared -fPIC -x c - -o "$work/blas.so"
    run_both env -u OPENBLAS_CORETYPE LD_PRELOAD="$work/blas.so" "$poslab" train "${small[@]}" --run "$work/a run"
    [ "$status" = 0 ]
    [ "$(recorded "$work/a run" | sort -u)" = Haswell ]
    run_both env OPENBLAS_CORETYPE=Prescott LD_PRELOAD="$work/blas.so" "$poslab" --version
    grep -qF "OpenBLAS kernels: Prescott)" "$output_file"
}
