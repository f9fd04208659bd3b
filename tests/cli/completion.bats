#!/usr/bin/env bats
# completion.bats -- what bash and zsh complete: each reads its script itself, as after installing.
# shellcheck disable=SC2154

load helpers

# In a folder with a config and two runs of its own.
setup() {
    work="$BATS_TEST_TMPDIR"
    tests="$PWD/tests/cli"
    mkdir -p "$work/here/configs" "$work/here/runs/mine" "$work/here/runs/other"
    touch "$work/here/configs/own.ini" "$work/here/notes.txt"
    "$poslab" completion bash >"$work/poslab.bash"
    "$poslab" completion zsh >"$work/_poslab"
    cd "$work/here" || return
    # zsh completes in a terminal alone; without one, or without zsh, bash is asked alone
    zsh=
    if command -v zsh >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then zsh=there; fi
}

# in_bash WORD...: the replies to these words, the last of which is being typed.
in_bash() {
    # shellcheck disable=SC2016
    bash --norc -c 'source "$1" && shift && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) && _poslab && printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$work/poslab.bash" "$@" | sort | paste -sd ' '
}

# in_zsh LINE: what it offers after a tab.
in_zsh() {
    : >"$work/found"
    timeout 60 zsh -f "$tests/completion.zsh" "$work" "$1" >/dev/null
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
    completes 'always auto' poslab plot norms x --colour a
    completes 'mixers models' poslab list m
    completes 'explain' poslab help expl
}

@test "keys and values of settings, lists too" {
    completes 'encoding.' poslab train --resume enc
    completes 'train.schedule= train.seed= train.shards= train.sparse= train.steps=' poslab train train.s
    completes 'rope.base= rope.fraction= rope.layout=' poslab sample rope.
    completes 'constant cosine' poslab train train.schedule = co
    completes 'alibi' poslab train encoding.name = ali
    completes 'interpolate' poslab eval x eval.policies = inter
    [ "$(in_bash poslab compare compare.encodings = learned,ro)" = learned,rope ]
    [ "$(in_bash poslab train encoding.name = rope+a)" = rope+alibi ]
    [ -z "$zsh" ] || [ "$(in_zsh 'poslab compare compare.encodings=learned,ro')" = rope ]
    # where = parts no words, as COMP_WORDBREAKS may say
    [ "$(in_bash poslab train train.schedule=co)" = 'train.schedule=constant train.schedule=cosine' ]
    [ "$(in_bash poslab train train.schedule =)" = 'constant cosine linear' ]
}

@test "configs, of the program and of this folder; runs of this folder" {
    completes own poslab train ow
    completes bert poslab train be
    [ "$(in_bash poslab status runs/)" = 'runs/mine runs/other' ]
    [ -z "$zsh" ] || [[ "$(in_zsh 'poslab status runs/')" == *'runs/mine runs/other' ]]
    [ -z "$(in_bash poslab train --run '')" ]
    [ -z "$(in_bash poslab train task.train = no)" ]
}

# words WHAT: those that the script has for it.
words() {
    # shellcheck disable=SC1091
    (source "$work/poslab.bash" && echo " $(_poslab_words "$1") ")
}

@test "every command, option and setting is there: the registries are the source" {
    all=$(words commands)
    for command in $("$poslab" help commands | awk '/help TOPIC/ { exit } /^  [a-z]+ / { print $1 }'); do
        [[ "$all" == *" $command "* ]]
        options=$(words "options $command")
        for option in $("$poslab" help "$command" | awk '/^  --[a-z]+ / { print $1 }'); do
            [[ "$options" == *" $option "* ]] || { echo "$command $option"; return 1; }
        done
    done
    all=$(words 'keys train')
    for key in $("$poslab" list settings --json | jq -r '.settings[].key'); do
        [[ "$all" == *" $key= "* ]] || { echo "$key"; return 1; }
    done
}

@test "a shell that there is no script for" {
    refused 2 "completion: there is none for 'fish', but for bash and zsh" "$poslab" completion fish
    refused 2 'completion needs the shell: bash or zsh' "$poslab" completion
}
