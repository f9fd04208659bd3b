#!/usr/bin/env bats
# completion.bats -- what bash and zsh complete: the printed scripts are read by the shells themselves.
# shellcheck disable=SC2154

load helpers

# In a folder with a config and two runs of its own.
setup() {
    work="$BATS_TEST_TMPDIR"
    mkdir -p "$work/here/configs" "$work/here/runs/mine" "$work/here/runs/other"
    touch "$work/here/configs/own.ini" "$work/here/notes.txt"
    "$poslab" completion bash >"$work/poslab.bash"
    "$poslab" completion zsh >"$work/_poslab"
    cd "$work/here" || return
}

# in_bash WORD...: the replies to these words, of which the last is being typed; one a line.
in_bash() {
    bash --norc -c 'source "$1" && shift && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) && _poslab && printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$work/poslab.bash" "$@" | sort | tr '\n' ' '
}

# in_zsh LINE: what an interactive zsh makes of the line and a tab.
in_zsh() {
    zsh -f -c '
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PS1=; PS2=; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; zstyle \":completion:*\" menu no; unsetopt beep; bindkey -e; print ready"
        zpty -m z ready "*ready*ready*" || exit 1
        zpty -n -w z "$2"$'"'\\\\t\\\\n'"'
    ' zsh "$work" "$1"
}
