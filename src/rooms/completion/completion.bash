# shellcheck shell=bash
# Completes command lines of poslab, which is asked at each tab; `poslab completion bash` prints this script.
_poslab() {
    local words line=${COMP_LINE:0:COMP_POINT} last
    read -ra words <<<"$line"
    [[ $line != *[[:blank:]] ]] || words+=('')
    last=${words[${#words[@]} - 1]}
    mapfile -t COMPREPLY < <("${words[0]/#\~/$HOME}" completion words -- "${words[@]:1}" 2>/dev/null)
    # bash takes key=value for three words
    [[ $last != *=* || $COMP_WORDBREAKS != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}")
    [[ ${COMPREPLY[0]} != *[.=] ]] || compopt -o nospace 2>/dev/null || :
}

complete -o default -F _poslab poslab
