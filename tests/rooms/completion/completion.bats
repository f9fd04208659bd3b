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
    line="$*"
    line="$program ${line#poslab }"
    # shellcheck disable=SC2016
    COMP_LINE=${line// = /=} bash --norc -c 'source "$1" && COMP_POINT=${#COMP_LINE} && _poslab && printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$work/poslab.bash" | sort | paste -sd ' '
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

@test "commands, options and their values" {
    completes 'train' poslab tr
    completes '--jobs --json' poslab compare --j
    completes 'shift similarity' poslab show --view s
    completes 'always auto' poslab plot learning x --colour a
    completes 'mixers models' poslab list m
    completes 'explain' poslab help expl
}

@test "keys and values of settings, lists too" {
    completes 'encoding. encoding= encodings=' poslab train --resume enc
    completes 'train.schedule= train.seed= train.shards= train.sparse= train.steps=' poslab train train.s
    completes 'rope.base= rope.fraction= rope.layout= rope.yarn_alpha= rope.yarn_beta=' poslab sample rope.
    completes 'constant cosine' poslab train train.schedule = co
    completes 'alibi' poslab train encoding.name = ali
    completes 'interpolate' poslab eval x eval.policies = inter
    [ "$(in_bash poslab compare compare.encodings = learned,ro)" = learned,rope ]
    [ "$(in_bash poslab train encoding.name = rope+a)" = rope+alibi ]
    [ -z "$zsh" ] || [ "$(in_zsh 'poslab compare compare.encodings=learned,ro')" = rope ]
}

@test "encodings and mixers where members are named, keys without a section, a value to begin with" {
    completes 'rope rope_theta=' poslab compare rop
    completes 't5' poslab train t5
    completes 'beta1= beta2=' poslab train be
    completes '1..10' poslab compare seeds = 1
    completes '1..10' poslab compare compare.seeds = 1
    completes '0.004' poslab train lr = 0
    completes '0.004' poslab train --lr ''
    completes 'interpolate' poslab eval x --policies inter
}

@test "configs of this folder, else of the program; runs of this folder" {
    completes own poslab train ow
    [ "$(in_bash poslab status runs/)" = 'runs/mine runs/other' ]
    [ -z "$zsh" ] || [ "$(in_zsh 'poslab status runs/')" = 'runs/mine runs/other' ]
    [ -z "$(in_bash poslab train --run '')" ]
    [ -z "$(in_bash poslab train task.train = no)" ]
    cd "$work"
    completes gpt2 poslab train gpt2
}

# words WORD...: those that the last word may become.
words() {
    echo " $("$poslab" completion words -- "$@" | paste -sd ' ') "
}

@test "every command, option and setting is there: the registries are the source" {
    all=$(words '')
    commands=$("$poslab" help commands | awk '/help TOPIC/ { exit } /^  [a-z]+ / { print $1 }')
    keys=$("$poslab" list settings --json | jq -r '.settings[].key')
    [ -n "$commands" ]
    [ -n "$keys" ]
    for command in $commands; do
        [[ "$all" == *" $command "* ]]
        options=$(words "$command" --)
        known=$("$poslab" help "$command" | awk '/^  --[a-z]+ / { print $1 }')
        [ -n "$known" ] || ! "$poslab" help "$command" | sed -n "/^usage/,/^ *$/p" | grep -q -- --options
        for option in $known; do
            [[ "$options" == *" $option "* ]] || { echo "$command $option"; return 1; }
        done
    done
    for key in $keys; do
        [[ "$(words train "$key")" == *" $key= "* ]] || { echo "$key"; return 1; }
    done
}
