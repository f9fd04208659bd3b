#!/bin/bash
# tests/link.sh PROGRAM ROOM...: links poslab with these rooms alone, of what the release build has compiled.
set -eu
cd "$(dirname "$0")/.."
program=$1
shift
list=$(mktemp -d)
trap 'rm -r "$list"' EXIT
objects=(build/release/main.o build/release/rooms.o) names=()
add() {
    for file; do
        case $file in
            *.c) file=${file%.c} ;;
            *.css | *.js | *.txt | *.bash | *.zsh) ;;
            *) continue ;;
        esac
        objects+=("build/release/${file#src/}.o")
    done
}
add src/core/*/*
for room; do
    names+=("room_$room")
    for file in "src/rooms/$room"/*; do
        other=${file##*/with_} other=${other%.c}
        if [[ $file != */with_* ]]; then
            add "$file"
        elif [[ " $* " = *" $other "* ]]; then
            add "$file"
            names+=("room_${room}_with_$other")
        fi
    done
done
{
    echo '#include "base/room.h"'
    [ ${#names[@]} = 0 ] || printf 'extern const struct room %s;\n' "${names[@]}"
    echo 'const struct room *const rooms[] = {'
    [ ${#names[@]} = 0 ] || printf '    &%s,\n' "${names[@]}"
    echo '    0};'
} >"$list/list.c"
quick=() # a linker that takes a third of the time, where there is one
! command -v ld.lld >/dev/null || quick=(-fuse-ld=lld)
# shellcheck disable=SC2046 # libraries
${CC:-gcc} "${quick[@]}" -s -std=c11 -fopenmp -Isrc/core "$list/list.c" "${objects[@]}" -o "$program" $(tr ' ' '\n' <build/release/parts | grep '^-')
