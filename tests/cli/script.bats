# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# script.bats -- what `poslab script` prints is run: by a stand-in for Slurm and by GNU parallel.

load helpers
load same

# A folder that a shell would read in ways of its own.
odd="it's \$HOME & #1"
c=("${small[@]}" train.products=portable 'compare.encodings=learned, rope' compare.seeds=1..3)

# Trained by one call, once for all tests: folder and table.
setup() {
    set_work
    whole="$BATS_FILE_TMPDIR/whole"
    poslab=$(realpath "$program")
    [ -e "$whole.table" ] || {
        "$poslab" compare "${c[@]}" --run "$whole" >"$whole.new" 2>/dev/null
        mv "$whole.new" "$whole.table"
    }
    mkdir "$work/bin" "$work/$odd"
    for name in sbatch srun scontrol; do ln -s "$PWD/tests/cli/slurm.bash" "$work/bin/$name"; done
    export SLURM_STAND_IN="$work" PARALLEL_HOME="$work"
    cd "$work/$odd" || return
}

# printed ENGINE OPTION...: its script, of three parts in the folder `the parts`, which it does not make.
printed() {
    "$poslab" script 'the parts' --engine "$1" --parts 3 "${@:2}" "${c[@]}" >"$work/script.$1"
    [ -z "$(ls -A)" ]
}

# The table that the comparison prints once all is there; nothing was left to be trained.
merged_well() {
    "$poslab" status 'the parts'
    "$poslab" compare "${c[@]}" --run 'the parts' >"$work/parts.table" 2>/dev/null
    grep -q '^Which .*? *6 one-layer models$' "$work/parts.table" # all were finished before
    same_table "$whole.table" "$work/parts.table"
    same_results "$whole" 'the parts'
}

submitted() {
    PATH="$work/bin:$PATH" run_both sbatch "$work/script.slurm"
    cat "$error_file"
    [ "$status" = 0 ]
}

@test "slurm: an array of parts trains all, and what is printed goes to a log of each task" {
    printed slurm
    (cd / && submitted) # it knows its folder
    [ "$(sort "$work/ended")" = $'1 0\n2 0\n3 0' ]
    [ "$(find . -maxdepth 1 -type f | wc -l)" = 3 ]
    [ "$(cat ./*.* | grep -c "^part [123]/3 of $PWD/the parts: 2 of 2 models finished (0 before) in ")" = 3 ]
    merged_well
}

# told_to_stop TASK MEMBERS: one of three is told to stop once it trains; which then ends as a run by itself does.
told_to_stop() {
    local member='the parts/learned-steps=2400-seed1'
    c=("${small[@]}" train.products=blas "compare.members=$2" compare.seeds=1..1)
    printed slurm
    USR1_TO=$1 TRAINS="$member/metrics.jsonl" submitted
    "$poslab" train "${small[@]/train.steps=60/train.steps=2400}" encoding.name=learned --run "$work/alone" >/dev/null 2>&1
    same_member "$work/alone" "$member"
}

@test "slurm: a task that is told to stop is requeued, alone, and its log is kept" {
    told_to_stop 2 'none, learned steps=2400, rope'
    [ "$(sort "$work/ended")" = $'1 0\n2 0\n2 75\n3 0' ]
    [ "$(cat ./*.* | grep -c "^part 2/3 of $PWD/the parts: [01] of 1 models finished")" = 2 ]
    "$poslab" status 'the parts'
}

@test "slurm: the last task, whose number is the array's, and a site that requeues by itself" {
    REQUEUE_EXIT=75 told_to_stop 3 'none, rope, learned steps=2400'
    [ "$(sort "$work/ended")" = $'1 0\n2 0\n3 0\n3 75' ]
}

@test "slurm: a failed task is not requeued" {
    c=("${small[@]}" 'compare.members=learned, rope learning_rate=1e9 clip=0' compare.seeds=1..1)
    printed slurm
    submitted
    [ "$(sort "$work/ended")" = $'1 0\n2 1\n3 0' ]
    run_both "$poslab" status 'the parts'
    [ "$status" = 1 ]
}

@test "parallel: all parts, then the table; a part that fails stops no other" {
    command -v parallel >/dev/null || skip 'there is no GNU parallel here (make test-deps installs it)'
    printed parallel
    run_both sh "$work/script.parallel"
    cat "$error_file"
    [ "$status" = 0 ]
    same_table "$whole.table" <(grep -v '^part ' "$output_file")
    merged_well
    rm -r 'the parts'
    c=("${small[@]}" 'compare.members=rope learning_rate=1e9 clip=0, learned' compare.seeds=1..1)
    printed parallel
    run_both sh "$work/script.parallel"
    [ "$status" = 1 ]
    [ -e 'the parts/learned-seed1/eval.json' ]
    [ ! -e 'the parts/compare.json' ]
}

@test "a config file, and values that a shell would read otherwise, arrive as they are" {
    printf '[compare]\nencodings = learned\nseeds = 1..2\n' >"$work/a 'b'.ini"
    for engine in slurm parallel; do
        [ $engine != parallel ] || command -v parallel >/dev/null || continue
        "$poslab" script "$work/$odd/the parts" --engine $engine --parts 2 "$work/a 'b'.ini" "${small[@]}" >"$work/script.$engine"
        case $engine in
            slurm) submitted ;;
            parallel) sh "$work/script.parallel" >/dev/null ;;
        esac
        [ -e "$work/$odd/the parts/learned-seed2/eval.json" ]
        rm -r "$work/$odd/the parts"
    done
}

@test "what cannot be printed is refused" {
    for bad in 'abacus' '' Slurm; do
        refused 2 --engine "$poslab" script parts --engine "$bad" --parts 4
    done
    for bad in 0 -1 x 1.5 '' 99999999999999999999; do
        refused 2 --parts "$poslab" script parts --engine slurm --parts "$bad"
    done
    for bad in $'1\n#SBATCH --wrap=x' '' 'x y' '1;2' 2; do # two minutes: models would stop as soon as they begin
        refused 2 --time "$poslab" script parts --engine slurm --parts 4 --time "$bad"
    done
    "$poslab" script parts --engine slurm --parts 4 --time 0:02:01 task.name=first >/dev/null
    run_both "$poslab" script $'a\nb' --engine slurm --parts 4
    [ "$status" = 2 ]
    [ -z "$(ls -A)" ]
}
