#!/usr/bin/env bats
# completion.bats -- what bash and zsh complete: each reads its script itself, as after installing, and asks the program.
# shellcheck disable=SC2154

load ../../cli/helpers

# In a folder with a config and two runs of its own.
setup() {
    set_work
    tests="$PWD/tests/rooms/completion"
    mkdir -p "$work/here/configs" "$work/here/runs/mine" "$work/here/runs/other"
    touch "$work/here/configs/own.ini" "$work/here/notes.txt"
    "$poslab" completion bash >"$work/poslab.bash"
    "$poslab" completion zsh >"$work/_poslab"
    cd "$work/here" || return
    # zsh completes in a terminal alone; without one, or without zsh, bash is asked alone
    zsh=
    if command -v zsh >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then zsh=there; fi
}

# in_bash WORD...: the replies to these words, the last of which is being typed; bash takes key=value for three words.
in_bash() {
    # shellcheck disable=SC2016
    bash --norc -c 'source "$1" && shift && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _poslab && printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$work/poslab.bash" "$program" "${@:2}" | sort -u | paste -sd ' '
}

# in_zsh LINE: what it offers after a tab.
in_zsh() {
    : >"$work/found"
    timeout 300 zsh -f "$tests/completion.zsh" "$work" "$1" >/dev/null
    sed '/^$/d' "$work/found" | sort -u | paste -sd ' '
}

# completes EXPECTED WORD...: bash and zsh say the same. bash takes key=value for three words.
completes() {
    local expected=$1 line
    shift
    line="$*"
    [ "$(in_bash "$@")" = "$expected" ] || { echo "bash, $line: $(in_bash "$@")"; return 1; }
    [ -z "$zsh" ] || [ "$(in_zsh "${line// = /=}")" = "$expected" ] || { echo "zsh, $line: $(in_zsh "${line// = /=}")"; return 1; }
}

@test "commands, options of a command, names of encodings, policies, tasks and configs, files" {
    completes train poslab tr
    completes '--jobs --json' poslab compare --j
    completes 'rope' poslab train --resume rop
    completes 'alibi' poslab train encoding.name = ali
    completes 'interpolate' poslab eval x eval.policies = inter
    completes 'shift' poslab show task shif
    completes 'own' poslab train ow
    completes 'explain' poslab help expl
    completes notes.txt poslab train task.text = not
    completes notes.txt poslab runs not
    [ "$(in_bash poslab runs runs/)" = 'runs/mine runs/other' ]
    [ -z "$(in_bash poslab runs rop)" ]
    cd "$work"
    completes gpt2 poslab train gpt2
}

# words [WORD...]: what the program prints.
words() {
    echo " $("$poslab" completion words ${1:+-- "$@"} | paste -sd ' ') "
}

@test "every command, option and name is there: the registries are the source" {
    all=$(words)
    commands=$("$poslab" help commands | awk '/help TOPIC/ { exit } /^  [a-z]+ / { print $1 }')
    names=$("$poslab" help --json | jq -r '(.encodings, .policies, .tasks)[].name')
    [ -n "$commands" ]
    [ -n "$names" ]
    for command in $commands; do
        [[ "$all" == *" $command "* ]]
        options=$(words "$command" --)
        known=$("$poslab" help "$command" | awk '/^  --[a-z]+ / { print $1 }')
        [ -n "$known" ] || ! "$poslab" help "$command" | sed -n "/^usage/,/^ *$/p" | grep -q -- --options
        for option in $known; do
            [[ "$options" == *" $option "* ]] || { echo "$command $option"; return 1; }
        done
    done
    all=$(words train '')
    for name in $names; do
        [[ "$all" == *" $name "* ]] || { echo "$name"; return 1; }
    done
}
