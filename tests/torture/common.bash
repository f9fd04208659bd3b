# shellcheck shell=bash disable=SC2034
# common.bash -- what the attacks share: the program, a run so small that it takes some milliseconds, a folder in
# memory, and how losses are told.
#
# An attack is `NAME.sh N [MORE]`: at most N attempts of each kind, spread evenly over all that there are, or `all`. It
# prints rows "attack, tried, survived, lost" separated by tabs, and each loss on stderr with what repeats it. What it
# could not do is a row with 0 tried and the reason in the fourth field.
set -u
root=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
poslab=${POSLAB:-$root/build/poslab}
tools=${TORTURE_TOOLS:-$root/build/torture}
most=${1:-100}

# A run with four saves, of a model with some 400 weights; the same of any task and encoding; two such in a comparison.
tiny=(model.d_model=8 model.heads=1 model.d_ff=0 train.steps=20 train.batch=4 train.warmup=2 train.shards=1
    train.checkpoint_every=5 train.log_every=5 eval.examples=8 'eval.lengths=1x 2x')
first=(task.name=first task.words=2..4 task.fillers=3 "${tiny[@]}")
small=(encoding.name=learned learned.max_position_embeddings=9 "${first[@]}")
two=(compare "${first[@]}" 'compare.members=learned max_position_embeddings=9, none' compare.seeds=1..1 --run run
    --jobs=1)

memory=/dev/shm
[ -w "$memory" ] || memory=$root/build/torture
work=$(mktemp -d "$memory/poslab-torture.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/here"
cd "$work/here" || exit 1

# there ROOM: this checkout has that room.
there() { [ -d "$root/src/rooms/$1" ]; }

# left_out ATTACK REASON...
left_out() {
    printf '%s\t0\t0\tleft out: %s\n' "$1" "${*:2}"
}

# need ATTACK PROGRAM...: whether all of them are there, and system calls can be intercepted.
need() {
    local attack=$1 program
    shift
    for program; do
        if ! command -v "$program" >/dev/null && [ ! -e "$tools/$program" ]; then
            left_out "$attack" "there is no $program here"
            return 1
        elif [ "$program" = intercept ] && ! "$tools/intercept" 0 pass true 2>"$work/err"; then
            left_out "$attack" "$(head -n 1 "$work/err")"
            return 1
        fi
    done
}

# The clock stands still for all that follows, so that files of two runs are the same bytes.
stop_clock() {
    export LD_LIBRARY_PATH=$tools LD_PRELOAD=still_clock.so OMP_NUM_THREADS=1 # LD_PRELOAD cuts paths at blanks
}

begin() {
    attack=$1 tried=0 lost=0 repeat=
}

# lose TEXT...: what happened; $repeat says how to see it again.
lose() {
    lost=$((lost + 1))
    printf 'lost: %s: %s\n      repeat: %s\n' "$attack" "$*" "$repeat" >&2
}

# An attack that tried nothing proved nothing: it is lost.
end() {
    if [ "$tried" = 0 ]; then
        tried=1 repeat="$0"
        lose 'nothing was tried'
    fi
    printf '%s\t%d\t%d\t%d\n' "$attack" "$tried" $((tried - lost)) "$lost"
}

# spread COUNT: the numbers from 1 to COUNT, or $most of them.
spread() {
    awk -v n="$1" -v most="$most" 'BEGIN {
        if (most == "all" || most > n) most = n
        for (i = 0; i < most; i++) print 1 + int((i + 0.5) * n / most)
    }'
}

# The program and all that it starts, for at most five minutes: 124 where that was not enough.
limited() {
    timeout -k 1 300 "$poslab" "$@"
}

# same FOLDER FOLDER [-x PATTERN...]: all files are the same bytes, and no other file is there, but for these. A lock, of
# a run that is not finished, tells whose it was.
same() {
    diff -r -x .lock "${@:3}" "$1" "$2" # all of it, so that a loss can say which line
}

# shortly TEXT: its first lines as one.
shortly() {
    head -n 4 <<<"$1" | cut -c 1-200 | paste -sd ' '
}

# What was damaged is put aside for the user.
aside=(-x '*damaged*')

# calls COMMAND...: writes the numbered calls of the program to $work/calls.
calls() {
    "$tools/intercept" -l "$work/calls" 0 pass "$poslab" "$@" >"$work/out" 2>"$work/err"
}

# go_on COMMAND...: continues as a user would after an interruption: `train` gets --resume if its folder holds a run and
# the command does not have it already; other commands are repeated.
go_on() {
    local i folder=
    for ((i = 2; i < $#; i++)); do
        [ "${!i}" != --run ] || folder=${*:i+1:1}
    done
    if [[ $1 = train && " $* " != *' --resume '* && -e ${folder:-none}/config.ini ]]; then
        set -- train --run "$folder" --resume
    fi
    limited "$@"
}
