#!/bin/bash
# kill.sh N: SIGKILL before every system call of a run with four saves, and in the middle of every write. From the first
# save on there must be a checkpoint that can be read; resumed, the run must end with the bytes of one that was never
# disturbed, without its lock. The same from a folder whose newest checkpoint is damaged and the one before is good; and
# of runs that keep fewer files once they are finished (train.keep), and of runs that are extended.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
need 'kill: train' intercept || exit 0
stop_clock
resume=go_on # what comes after a kill

# check_kill START NUMBER ACTION SAVED COMMAND...: one kill; SAVED is `saved` where a save came before. START is the
# folder that it begins from, or -.
check_kill() {
    local start=$1 number=$2 action=$3 saved=$4 why
    shift 4
    rm -rf run
    [ "$start" = - ] || cp -r "$start" run
    "$tools/intercept" -l "$work/hit" "$number" "$action" "$poslab" "$@" >/dev/null 2>&1
    [ -s "$work/hit" ] || return 0
    tried=$((tried + 1))
    repeat="$action at call $number ($(cut -f 2,4 "$work/hit" | tr '\t' ' ')) of poslab ${*@Q}"
    if [ "$saved" = saved ] && ! results_alone && ! limited show positions run >/dev/null 2>"$work/err"; then
        lose "no checkpoint can be read: $(tail -n 1 "$work/err")"
    elif ! "$resume" "$@" >/dev/null 2>"$work/err"; then
        lose "cannot go on: $(tail -n 1 "$work/err")"
    elif ! why=$(same "$work/whole" run "${but[@]}"); then
        lose "ends otherwise: $(shortly "$why")"
    elif [ -e run/.lock ]; then
        lose "leaves its lock behind"
    fi
}

# Whether the run is finished, and is to keep no model.
results_alone() { [ -e run/eval.tsv ] && grep -qx 'keep = none' run/config.ini; }

# sweep START SAVED COMMAND...: SAVED is the number of the first call that comes after a save.
sweep() {
    local start=$1 saved=$2 number count
    shift 2
    count=$(wc -l <"$work/calls")
    for number in $(spread "$count"); do
        check_kill "$start" "$number" kill "$([ "$number" -lt "$saved" ] || echo saved)" "$@"
    done
    while read -r number; do
        check_kill "$start" "$number" tear "$([ "$number" -lt "$saved" ] || echo saved)" "$@"
    done < <(awk -F '\t' -v share="$(spread "$count" | wc -l)" -v count="$count" \
        '$2 == "write" && (n++ == 0 || rand() * count < share) { print $1 }' "$work/calls")
}

# The folder after two saves: killed as it logs the step of the third.
make_half() {
    local third
    third=$(awk -F '\t' '$2 == "write" && $4 ~ /metrics/ && ++n == 3 { print $1 }' "$work/calls")
    rm -rf run "$work/half"
    "$tools/intercept" "$third" kill "$poslab" train "$@" --run run >/dev/null 2>&1
    mv run "$work/half"
}

# damage HOW: the folder with two saves, the newest damaged.
damage() {
    local file=$work/damaged/checkpoint.safetensors size
    rm -rf "$work/damaged"
    cp -r "$work/half" "$work/damaged"
    size=$(stat -c %s "$file")
    case $1 in
        short) truncate -s $((size / 2)) "$file" ;;
        empty) truncate -s 0 "$file" ;;
        *) printf x | dd of="$file" bs=1 seek=$(($1 < 0 ? size + $1 : $1)) conv=notrunc 2>/dev/null ;;
    esac
}

# attack_run NAME MORE...: all of this for runs with these settings besides.
attack_run() {
    local name=$1 saved how
    shift
    local settings=("${small[@]}" "$@")
    rm -rf run "$work/whole"
    calls train "${settings[@]}" --run run || exit 1
    mv run "$work/whole"
    saved=$(awk -F '\t' '$2 ~ /rename/ && $4 ~ /checkpoint/ { print $1 + 1; exit }' "$work/calls")
    but=()
    begin "kill: train, $name"
    sweep - "$saved" train "${settings[@]}" --run run
    end
    make_half "${settings[@]}"
    but=("${aside[@]}")
    begin "kill: resume with a damaged newest, $name"
    for how in 4 900 -700 short empty; do
        damage "$how"
        rm -rf run
        cp -r "$work/damaged" run
        calls train --run run --resume
        sweep "$work/damaged" 0 train --run run --resume
    done
    end
}

# resume_extended COMMAND...: what is there is the run as it was or the longer one, and goes on as that; then it is
# extended again.
resume_extended() {
    limited train --run run --resume || return
    same "$work/whole" run || same "$work/old" run || { echo "neither the old run nor the longer one" >&2; return 1; }
    limited "$@"
}

# attack_extension NAME MORE...: a finished run gets more steps, from its last checkpoint or from the one before.
attack_extension() {
    local name=$1
    shift
    local settings=("${small[@]}" train.schedule=constant "$@")
    rm -rf run "$work/whole" "$work/old"
    limited train "${settings[@]}" --run run >/dev/null 2>&1 || exit 1
    mv run "$work/whole"
    limited train "${settings[@]/train.steps=20/train.steps=13}" --run run >/dev/null 2>&1 || exit 1
    cp -r run "$work/old"
    calls train --run run --resume train.steps=20
    but=()
    begin "kill: extend, $name"
    resume=resume_extended
    sweep "$work/old" 0 train --run run --resume train.steps=20
    end
}

attack_run dense
attack_run lazy train.sparse=lazy
attack_run 'dense, keeps the last' train.keep=last
attack_run 'dense, keeps results alone' train.keep=none
attack_extension 'from the last'
attack_extension 'from the one before' train.sparse=lazy
