# completion.zsh FOLDER LINE -- what an interactive zsh finds when a tab follows the line; the script is FOLDER/_poslab.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
zpty -w shell 'compadd() { local -a found; builtin compadd -A found "$@"; builtin compadd "$@"; print -rl -- $found >>|'"$1/found"' }'
zpty -w shell "print re''ady"
zpty -r -m shell said '*ready*'
zpty -n -w shell "$2"$'\t'
sleep 0.2
zpty -n -w shell $'\C-u\nprint fin''ished\n'
zpty -r -m shell said '*finished*'
