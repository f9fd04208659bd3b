#!/bin/bash
# power.sh N: power cuts. A run and a comparison work on an ext4 file system in a file; at every system call they are
# stopped and the file is copied: that is what a disk would hold, for nothing that is only in memory is in it. Each copy
# is mounted, which replays its journal, and the same call must end there as if it was never disturbed; where lines of
# the run log were lost, it must say so. From the first save on a checkpoint must be readable.
#
# Mounted in two ways, data=ordered and data=writeback,noauto_da_alloc, where a file that was renamed before it was
# synced is empty after a cut. And in both also with a commit of the journal in front of each copy: then all names are
# new on the disk, and bytes are only where the program saw to it.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
need 'power cut' intercept mkfs.ext4 mount || exit 0

mounted=$work/mounted image=$work/image
mkdir "$mounted"
clean() {
    cd /
    mountpoint -q "$mounted" && umount -l "$mounted"
    rm -rf "$work"
}
trap clean EXIT

# mount_image FILE OPTIONS
mount_image() {
    mount -o "loop,$2" "$1" "$mounted" 2>"$work/err" && cd "$mounted" || return
}
unmount() {
    cd "$work/here" && umount "$mounted"
}

make_image() {
    rm -f "$image"
    truncate -s 8M "$image"
    mkfs.ext4 -q -F -b 1024 -J size=1 -E lazy_itable_init=0,lazy_journal_init=0 "$image" 2>"$work/err"
}

if [ "$(id -u)" != 0 ]; then
    left_out 'power cut' 'only root can mount'
    exit 0
elif ! make_image || ! mount_image "$image" data=ordered; then
    left_out 'power cut' "cannot mount an image: $(head -n 1 "$work/err")"
    exit 0
fi
unmount
stop_clock

# check_copy FILE OPTIONS SAVED COMMAND...: what a cut left behind.
check_copy() {
    local copy=$1 options=$2 saved=$3 why=
    shift 3
    tried=$((tried + 1))
    if ! mount_image "$copy" "$options"; then
        lose "cannot be mounted: $(head -n 1 "$work/err")"
        return
    fi
    if [ "$saved" = saved ] && ! limited show positions run >/dev/null 2>"$work/err"; then
        lose "no checkpoint can be read: $(tail -n 1 "$work/err")"
    elif ! go_on "$@" >/dev/null 2>"$work/err"; then
        lose "cannot go on: $(tail -n 1 "$work/err")"
    elif ! why=$(same "$work/whole" run "${aside[@]}" -x metrics.jsonl); then
        lose "ends otherwise: $(shortly "$why")"
    elif ! same "$work/whole" run "${aside[@]}" >/dev/null && ! grep -q 'metrics\.jsonl' "$work/err"; then
        lose "the run log lost lines, and nothing is said"
    fi
    unmount
}

# attack_power OPTIONS BEFORE COMMAND...
attack_power() {
    local options=$1 before=$2 number readable saved=0
    shift 2
    rm -rf "$work"/copy.* run
    make_image
    calls "$@"
    mv run "$work/whole"
    # all that comes after the second line of the log comes after a whole save; a comparison's members are not looked at
    [ "$1" != train ] || saved=$(awk -F '\t' '$2 == "write" && $4 ~ /metrics/ && ++n == 2 { print $1 }' "$work/calls")
    spread "$(wc -l <"$work/calls")" >"$work/numbers"
    mount_image "$image" "$options" || exit 1
    touch other
    sync -f other
    "$tools/intercept" -s 120 0 "case ' $(tr '\n' ' ' <"$work/numbers")' in
        *\" \$CALL \"*) $before cp --sparse=always $image $work/copy.\$CALL ;; esac" \
        "$poslab" "$@" >/dev/null 2>"$work/err" || exit 1
    unmount
    while read -r number; do
        repeat="a copy at call $number ($(sed -n "${number}p" "$work/calls" | cut -f 2,4 | tr '\t' ' '))"
        repeat+=", $options, $before: ${*@Q}"
        readable=$([ "$saved" = 0 ] || [ "$number" -lt "$saved" ] || echo saved)
        check_copy "$work/copy.$number" "$options" "$readable" "$@"
        rm -f "$work/copy.$number"
    done <"$work/numbers"
    rm -rf "$work/whole"
}

commit='date >>other; sync other;'
for options in data=ordered data=writeback,noauto_da_alloc; do
    begin "power cut: $options"
    for before in '' "$commit"; do
        attack_power "$options" "$before" train "${small[@]}" --run run
        attack_power "$options" "$before" "${two[@]}"
    done
    end
done
