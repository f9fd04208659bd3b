#!/bin/bash
# faults.sh N [CASE...|K/M]: every system call of a command fails once, or does half of its work; in all cases of
# cases.bash, in those named, or in every Mth from the Kth on.
#
# Right is exit status 0 with the very output and files of an undisturbed run, and nothing that could not be synced; or
# another status with a message, all files under their final names as they were or as they should be, and a second call
# that ends as an undisturbed run does. What ends in a signal, hangs or says nothing is lost. A report may leave out
# what could not be read if it says so on the page.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
# shellcheck source=tests/torture/cases.bash
. "$root/tests/torture/cases.bash"
need fault intercept jq || exit 0
stop_clock
[ $# -gt 0 ] && shift

# The faults that can meet a call.
faults_of() {
    case $1 in
        write*|pwrite*) echo ENOSPC EIO EDQUOT EINTR short ;;
        open*+create|mkdir*) echo ENOSPC EIO EDQUOT EINTR ;;
        open*) echo EIO EINTR EMFILE ;;
        f*sync|sync*) echo EIO ENOSPC EDQUOT EINTR ;;
        link*) echo EIO ENOSPC EDQUOT EPERM ;;
        rename*) echo EIO ENOSPC EDQUOT ;;
        read|pread*) echo EIO EINTR short ;;
        close) echo EIO ENOSPC EDQUOT EINTR ;;
        fcntl|flock) echo ENOLCK EINTR ;;
        *truncate|fallocate) echo EIO ENOSPC EINTR ;;
        clone|*fork) echo EAGAIN ;;
        pipe*) echo EMFILE ;;
        *) echo EIO ;;
    esac
}

# said CODE: the exit code is in the manual, and there is a message. A failed member has a line of its own; `--verify`
# prints what it found.
said() {
    local lines
    [[ ${command[*]} != *--verify* || $1 != 74 ]] || { grep -qE "$reason" "$work/out" && return; }
    lines=$(tr '\r' '\n' <"$work/err" | grep -c '^poslab: ')
    [[ " 1 2 65 73 74 75 " == *" $1 "* ]] && [ "$lines" -ge 1 ]
}

# False: the fault met nothing, such as half of a write of one byte.
check_fault() {
    local number=$1 fault=$2 code hit path
    fresh
    call "$tools/intercept" -l "$work/hit" "$number" "$fault" "$poslab" "${command[@]}"
    code=$?
    IFS=$'\t' read -r _ hit _ path <"$work/hit" || return 1
    tried=$((tried + 1))
    repeat="$fault at call $number ($hit $path) of poslab ${command[*]@Q}"
    if [ $code = 0 ]; then
        if is_complete && [ "$fault" != EINTR ] && [[ $hit = *sync* ]]; then
            lose "exit status 0, and what was not synced may be gone tomorrow"
        fi
    elif [ $code = 124 ]; then
        lose "hangs"
    elif ! said $code; then
        lose "exit status $code, and says: $(head -c 300 "$work/err" | tail -n 1)"
    else
        ends_well
    fi
    return 0
}

# A new name in a folder that is not synced may be gone after a power cut: prints each rename and link that no fsync of
# its folder follows before the process makes another file, or ends.
unsynced() {
    awk -F '\t' -v here="$PWD" '
        { path = $4 ~ /^\// ? $4 : here "/" $4; folder = path; sub(/\/[^\/]*$/, "", folder) }
        $2 ~ /^(rename|link)/ { due[$3 " " folder] = $4 }
        $2 ~ /^f(data)?sync$/ { delete due[$3 " " path] }
        $2 ~ /[+]create$/ { for (each in due) if (index(each, $3 " ") == 1) { print due[each]; delete due[each] } }
        END { for (each in due) print due[each] }' "$work/calls"
}

attack_case() {
    local number name fault faults left
    undisturbed fault "$1" calls || return 0
    repeat="poslab ${command[*]@Q}"
    left=$(unsynced)
    [ -z "$left" ] || lose "a rename whose folder is not synced: $left"
    cut -f 1,2 "$work/calls" | while read -r number name; do
        for fault in $(faults_of "$name"); do
            echo "$number $fault"
        done
    done >"$work/faults"
    mapfile -t faults <"$work/faults"
    for number in $(spread ${#faults[@]}); do
        # shellcheck disable=SC2086 # two words
        check_fault ${faults[number - 1]} || [ "$most" = all ] || check_fault ${faults[number]:-${faults[0]}}
    done
    end
}

for each in $(chosen "$@"); do
    attack_case "$each"
done
