#compdef poslab
# Completes commands, options and names, which poslab prints, and files; `poslab completion zsh` prints this script.
emulate -L zsh
compset -P '*='
local -a asked=(words) names
(( CURRENT < 3 )) || asked+=(-- "$words[2]" "$PREFIX")
names=(${(f)"$(${~words[1]} completion "${(@)asked}" 2>/dev/null)"})
compadd -a names
(( CURRENT < 3 )) || _files
