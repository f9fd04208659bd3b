#!/bin/bash
# slurm.bash -- stands in for Slurm: called as `sbatch SCRIPT`, as `srun OPTION... COMMAND...` inside of one, and as
# `scontrol requeue JOB`, by names that a test links to it. Anything else of Slurm's is refused, as is what Slurm refuses.
#
# sbatch runs the tasks of an array two at a time and returns when none is left, and writes "TASK CODE" of each time one
# ended to $SLURM_STAND_IN/ended. A site as most are: exit code 75 is a failure, and only `scontrol requeue` starts a task
# again; with REQUEUE_EXIT=75 the site does it as well. USR1_TO=TASK is told to stop, once, when it trains: as a time
# limit does it, USR1 to what srun runs and not to the script.
set -u
here=$SLURM_STAND_IN
number=7 # of the array, and of its last task: Slurm does not make another for it

refuse() {
    echo "${0##*/}: error: $*" >&2
    exit 1
}

# The options of a script: lines before the first command.
options_of() {
    awk '/^#SBATCH / { sub(/^#SBATCH +/, ""); print; next } /^#/ || /^[ \t]*$/ { next } { exit }' "$1" |
        xargs -n 1 printf '%s\n'
}

read_option() {
    case $1 in
        --array=1-*) count=${1#--array=1-} ;;
        --output=*) output=${1#*=} ;;
        --open-mode=append) append=yes ;;
        --requeue) requeue=yes ;;
        --signal=USR1@*) ;;
        --time=[1-9]* | --ntasks=1 | --cpus-per-task=1 | --mem=?*) ;;
        *) refuse "what is $1" ;;
    esac
}

# run_task TASK RESTARTS: once; its exit code goes to $here/ended. Slurm expands % in the folder's name, too.
run_task() {
    local id=$((number + $1)) file=$PWD/$output code=0
    [ "$1" != "$count" ] || id=$number
    file=${file//%A/$number} file=${file//%a/$1} file=${file//%x/name} file=${file//%j/$id}
    [ "$append" = yes ] || : >"$file"
    env SLURM_JOB_ID="$id" SLURM_ARRAY_JOB_ID=$number SLURM_ARRAY_TASK_ID="$1" SLURM_ARRAY_TASK_COUNT="$count" \
        SLURM_RESTART_COUNT="$2" "$here/script" >>"$file" 2>&1 </dev/null || code=$?
    echo "$1 $code" >>"$here/ended"
    [ $code != "${REQUEUE_EXIT:-none}" ] || : >"$here/requeue.$1"
}

run_until_done() {
    local restarts=0
    run_task "$1" 0
    while [ -e "$here/requeue.$1" ] && [ $restarts -lt 20 ]; do
        rm "$here/requeue.$1"
        restarts=$((restarts + 1))
        run_task "$1" $restarts
    done
}

sbatch() {
    local option task count=0 output='slurm-%A_%a.out' append=no requeue=no
    [ $# = 1 ] || refuse 'expected a script'
    head -n 1 "$1" | grep -q '^#!/' || refuse 'This does not look like a batch script.'
    cp "$1" "$here/script"
    chmod +x "$here/script"
    while IFS= read -r option; do read_option "$option"; done < <(options_of "$1")
    [ "$count" -gt 0 ] || refuse 'no --array'
    [ $requeue = yes ] || refuse 'no --requeue'
    echo "Submitted batch job $number"
    for ((task = 1; task <= count; task++)); do
        [ $task -le 2 ] || wait -n
        run_until_done $task &
    done
    wait
}

# Once, as soon as the task trains, which is when the file $TRAINS is there.
tell_to_stop() {
    [ "${USR1_TO:-}" = "$SLURM_ARRAY_TASK_ID" ] && [ "$SLURM_RESTART_COUNT" = 0 ] || return 0
    while kill -0 "$1" 2>/dev/null && [ ! -s "$TRAINS" ]; do sleep 0.01; done
    kill -USR1 "$1"
}

srun() {
    local code=0
    while [[ ${1:-} == --* ]]; do
        case $1 in
            --ntasks=1) shift ;;
            *) refuse "what is $1" ;;
        esac
    done
    nice "$@" & # what is told to stop must not be done before
    tell_to_stop $!
    while kill -0 $! 2>/dev/null; do code=0; wait $! || code=$?; done
    [ $code = 0 ] || echo "srun: error: node1: task 0: Exited with exit code $code" >&2
    exit $code
}

# Of the whole array where it is named, as Slurm does it: one more reason to name the task.
scontrol() {
    case $* in
        "requeue ${number}_"[1-9]*) : >"$here/requeue.${2#*_}" ;;
        requeue*) refuse "requeue $2: the whole array, or a number that may be it" ;;
        *) refuse "what is $*" ;;
    esac
}

case ${0##*/} in
    sbatch | srun | scontrol) "${0##*/}" "$@" ;;
    *) refuse 'is called as sbatch, srun or scontrol' ;;
esac
