# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# slurm.bats -- configs/slurm.sh, edited as a user does, run by a stand-in for Slurm.

load helpers
load same

c=("${small[@]}" train.products=portable 'compare.members=learned, rope' compare.seeds=1..3)

setup() {
    set_work
    poslab=$(realpath "$program")
    mkdir "$work/bin" "$work/here"
    for name in sbatch srun scontrol; do ln -s "$PWD/tests/cli/slurm.bash" "$work/bin/$name"; done
    ln -s "$poslab" "$work/bin/poslab"
    slurm=$PWD/configs/slurm.sh
    export SLURM_STAND_IN="$work"
    cd "$work/here" || return
}

# submitted SETTING...: an array of three parts, which train that in the folder `parts`.
submitted() {
    line="sweep=(${*@Q} --run parts)" awk '/^sweep=/ { $0 = ENVIRON["line"] } 1' "$slurm" | sed 's/^#SBATCH --array=.*/#SBATCH --array=1-3/' >"$work/sweep.sh"
    PATH="$work/bin:$PATH" run_both sbatch "$work/sweep.sh"
    cat "$error_file"
    [ "$status" = 0 ]
}

@test "slurm: an array of parts trains all, with a log of each task; the table is that of one call" {
    submitted "${c[@]}"
    [ "$(sort "$work/ended")" = $'1 0\n2 0\n3 0' ]
    [ "$(find . -maxdepth 1 -type f | wc -l)" = 3 ]
    [ "$(cat ./*.* | grep -c '^part [123]/3 of parts: 2 of 2 models finished (0 before) in ')" = 3 ]
    "$poslab" runs parts
    "$poslab" compare "${c[@]}" --run "$work/whole" >"$work/whole.table" 2>/dev/null
    "$poslab" compare --run parts >"$work/parts.table" 2>/dev/null
    grep -q '^Which .*? *6 one-layer models$' "$work/parts.table" # all were finished before
    same_table "$work/whole.table" "$work/parts.table"
    same_results "$work/whole" parts
}

# told_to_stop TASK MEMBERS: one of three is told to stop once it trains; which then ends as a run by itself does.
told_to_stop() {
    local member='parts/learned-steps=2400-seed1'
    export USR1_TO=$1 TRAINS="$member/metrics.jsonl"
    submitted "${small[@]}" "compare.members=$2" compare.seeds=1..1
    "$poslab" train "${small[@]/train.steps=60/train.steps=2400}" encoding.name=learned --run "$work/alone" >/dev/null 2>&1
    same_member "$work/alone" "$member"
}

@test "slurm: a task that is told to stop is requeued, alone, and its log is kept" {
    told_to_stop 2 'none, learned steps=2400, rope'
    [ "$(sort "$work/ended")" = $'1 0\n2 0\n2 75\n3 0' ]
    [ "$(cat ./*.* | grep -c '^part 2/3 of parts: [01] of 1 models finished')" = 2 ]
    "$poslab" runs parts
}

@test "slurm: the last task, whose number is the array's, and a site that requeues by itself" {
    export REQUEUE_EXIT=75
    told_to_stop 3 'none, rope, learned steps=2400'
    [ "$(sort "$work/ended")" = $'1 0\n2 0\n3 0\n3 75' ]
}

@test "slurm: a failed task is not requeued" {
    submitted "${small[@]}" 'compare.members=learned, rope learning_rate=1e9 clip=0' compare.seeds=1..1
    [ "$(sort "$work/ended")" = $'1 0\n2 1\n3 0' ]
    run_both "$poslab" runs parts
    [ "$status" = 1 ]
}
