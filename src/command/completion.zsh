# How zsh completes: the words of the function above that begin as what is typed.
_poslab() {
    emulate -L zsh
    setopt null_glob
    local command=$words[2] before=$words[CURRENT-1] key more
    local -a found names prefixes
    if (( CURRENT == 2 )); then
        found=(${=$(_poslab_words commands)})
    elif [[ $PREFIX == *=* ]]; then
        key=${PREFIX%%=*}
        compset -P '*='
        compset -P '*[,+]'
        found=(${=$(_poslab_words "values $key")})
        (( $#found )) || found=(./)
    else
        [[ $before != --* ]] || found=(${=$(_poslab_words "values $before")})
        if (( ! $#found )); then
            [[ $PREFIX == -* ]] && more=options || more=operands
            found=(${=$(_poslab_words "$more $command")})
            [[ $PREFIX != *.* ]] || found+=(${=$(_poslab_words "keys $command")})
        fi
    fi
    for more in $found; do
        case $more in
            ./) _files; return ;;
            configs/) names+=(configs/*.ini(N:t:r)) ;;
            runs/) names+=(runs/*(N/)) ;;
            *[.=]) prefixes+=($more) ;;
            *) names+=($more) ;;
        esac
    done
    compadd -a names
    compadd -S '' -a prefixes
    [[ -n $key ]] || (( CURRENT == 2 )) || [[ $PREFIX == -* ]] || _files
}

# Read as a file of $fpath, or by eval.
if [[ $funcstack[1] == _poslab ]]; then
    _poslab "$@"
else
    compdef _poslab poslab
fi
