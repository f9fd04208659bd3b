# shellcheck shell=bash
# How bash completes: the words of the function above that begin as what is typed. bash takes key=value for three words.
_poslab() {
    local word=${COMP_WORDS[COMP_CWORD]} before='' command=${COMP_WORDS[1]} key='' lead='' words='' found file
    ((COMP_CWORD == 0)) || before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [[ $word == = ]]; then
        key=$before word=''
    elif [[ $before == = ]]; then
        key=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == *=* ]]; then
        key=${word%%=*} lead=$key= word=${word#*=}
    elif [[ $before == --* ]]; then
        words=$(_poslab_words "values $before")
    fi
    if [[ $key ]]; then
        words=$(_poslab_words "values $key")
        words=${words:-./}
        [[ $word != *[,+]* ]] || lead+=${word%"${word##*[,+]}"} word=${word##*[,+]}
    elif ((COMP_CWORD == 1)); then
        words=$(_poslab_words commands)
    elif [[ ! $words ]]; then
        words=$(_poslab_words "$([[ $word == -* ]] && echo options || echo operands) $command")
        [[ $word != *.* ]] || words+=" $(_poslab_words "keys $command")"
    fi
    [[ $words != ./ ]] || return 0 # file names, as bash completes them
    for found in $words; do
        case $found in
            configs/) for file in configs/*.ini; do file=${file##*/} && _poslab_reply "${file%.ini}"; done ;;
            runs/) for file in runs/*/; do _poslab_reply "${file%/}"; done ;;
            *) _poslab_reply "$found" ;;
        esac
    done
    [[ ${COMPREPLY[0]} != *[.=] ]] || compopt -o nospace 2>/dev/null || :
}

# Adds a word if it begins as what is typed; a pattern that nothing matched is none.
_poslab_reply() {
    [[ $1 == *'*'* || $1 != "$word"* ]] || COMPREPLY+=("$lead$1")
}

complete -o default -F _poslab poslab
