# shellcheck shell=bash
# Completes commands, options and names, which poslab prints, and files; `poslab completion bash` prints this script.
_poslab() {
    local word=${COMP_WORDS[COMP_CWORD]#=} asked=(words) files=() # bash takes key=value for three words
    ((COMP_CWORD < 2)) || { asked+=(-- "${COMP_WORDS[1]}" "$word"); files=(-f); }
    mapfile -t COMPREPLY < <(compgen "${files[@]}" -W "$("${COMP_WORDS[0]/#\~/$HOME}" completion "${asked[@]}" 2>/dev/null)" -- "$word")
}

complete -o filenames -F _poslab poslab
