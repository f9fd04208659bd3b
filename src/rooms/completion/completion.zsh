#compdef poslab
# Completes command lines of poslab, which is asked at each tab; `poslab completion zsh` prints this script.
_poslab() {
    emulate -L zsh
    local -a names=(${(f)"$(${~words[1]} completion words -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)"})
    local -a prefixes=(${(M)names:#*[.=]})
    names=(${names:#*[.=]})
    if [[ $PREFIX == *=* ]]; then
        compset -P '*='
        compset -P '*[,+]'
        names=(${names##*[=,+]})
    fi
    compadd -a names
    compadd -S '' -a prefixes
    (( $#names + $#prefixes )) || _files
}

# Read as a file of $fpath, or by eval.
if [[ $funcstack[1] == _poslab ]]; then
    _poslab "$@"
else
    compdef _poslab poslab
fi
