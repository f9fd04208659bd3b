#!/bin/bash
# kill_compare.sh N: a comparison that is killed or told to stop at every one of its system calls: all its processes at
# once, the one that makes the call alone, the caller of the members alone (and then at once the same call again, while
# members may still run), and all of them politely, twice within milliseconds. The same call again must end with the
# files of a comparison that was never disturbed. A polite signal loses no checkpoint.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
need 'kill: compare' intercept || exit 0
stop_clock

# disturbed NUMBER ACTION COMMAND...: in the background or not; whether the call came.
disturbed() {
    "$tools/intercept" -l "$work/hit" "$1" "$2" "$poslab" "${@:3}" >/dev/null 2>"$work/err"
}
reached() {
    [ -s "$work/hit" ] || return 1
    tried=$((tried + 1))
}

# The same call again, and all is as it should be; a run that stopped may have one checkpoint more.
ends_well() {
    local why
    if ! go_on "$@" >/dev/null 2>"$work/err"; then
        lose "called again, it fails: $(tail -n 1 "$work/err")"
    elif ! why=$(same "$work/whole" run "${more[@]}"); then
        lose "called again, it ends otherwise: $(shortly "$why")"
    fi
}

# Members that had made steps have something to go on from.
has_checkpoints() {
    local folder
    for folder in run run/*/; do
        if [ -s "$folder/metrics.jsonl" ] && [ ! -e "$folder/eval.tsv" ] &&
            [ ! -e "$folder/checkpoint.safetensors" ]; then
            echo "$folder"
            return 1
        fi
    done
}

kill_one() {
    rm -rf run
    disturbed "$1" "$2" "${@:3}"
    reached || return 0
    repeat="$2 at call $1 of poslab ${*:3}"
    ends_well "${@:3}"
}

# The caller is gone and its members may be there: in use is an answer, a wrong result is not.
call_at_once() {
    local number=$1 code background
    shift
    rm -rf run "$work/hit"
    # shellcheck disable=SC2016 # intercept sets it
    disturbed "$number" 'kill -KILL $PROGRAM' "$@" &
    background=$!
    while [ ! -s "$work/hit" ] && kill -0 $background 2>/dev/null; do sleep 0.002; done
    repeat="kill -KILL of the first process at call $number, and again at once: poslab ${*@Q}"
    limited "$@" >/dev/null 2>"$work/err"
    code=$?
    wait $background
    reached || return 0
    case $code in
        0 | 1 | 73 | 75) ends_well "$@" ;; # 1 with a message of what failed; the last call decides
        *) lose "called again at once, exit status $code: $(tail -n 1 "$work/err")" ;;
    esac
}

polite() {
    local number=$1 signal=$2 later=$3 code folder
    shift 3
    rm -rf run
    disturbed "$number" "kill -$signal -\$PROGRAM; (sleep $later; kill -$signal -\$PROGRAM) 2>/dev/null &" "$@"
    code=$?
    reached || return 0
    repeat="SIG$signal to the group at call $number and again after $later s: poslab ${*@Q}"
    if [ $code != 0 ] && [ $code != 75 ] && [ -d run ] && [ -n "$(find run -name config.ini)" ]; then
        lose "exit status $code: $(tail -n 1 "$work/err")"
    elif ! folder=$(has_checkpoints); then
        lose "no checkpoint in $folder"
    else
        ends_well "$@"
    fi
}

# sweep ATTACK COMMAND...: one attempt at each call.
sweep() {
    local signals=(TERM HUP USR1 XCPU INT) more=() number n=0
    [[ $1 != signal* ]] || more=(-x checkpoint.previous.safetensors)
    begin "$1"
    for number in $(spread "$(wc -l <"$work/calls")"); do
        n=$((n + 1))
        case $1 in
            *'all of'*) kill_one "$number" killall "${@:2}" ;;
            *'one of'*) kill_one "$number" kill "${@:2}" ;;
            *'at once'*) call_at_once "$number" "${@:2}" ;;
            signal*) polite "$number" "${signals[n % 5]}" 0.00$((n * 7 % 10)) "${@:2}" ;;
        esac
    done
    end
}

# undisturbed COMMAND...: its calls, and its folder in $work/whole.
undisturbed() {
    rm -rf run "$work/whole"
    calls "$@" || { cat "$work/err" >&2; exit 1; }
    mv run "$work/whole"
}

undisturbed "${two[@]}"
sweep 'kill: compare, all of its processes' "${two[@]}"
sweep 'kill: compare, one of its processes' "${two[@]}"
longer=("${two[@]/train.steps=*/train.steps=400}")
longer=("${longer[@]/--jobs=1/--jobs=2}")
undisturbed "${longer[@]}"
sweep 'kill: compare, and call it again at once' "${longer[@]}"
longer=("${longer[@]/train.checkpoint_every=*/train.checkpoint_every=0}")
undisturbed "${longer[@]}"
sweep 'signal: compare, twice' "${longer[@]}"
longer=(train "${small[@]/train.steps=*/train.steps=400}" --run run)
longer=("${longer[@]/train.checkpoint_every=*/train.checkpoint_every=0}")
undisturbed "${longer[@]}"
sweep 'signal: train, twice' "${longer[@]}"
