#!/bin/bash
# bits.sh N: a checkpoint and an evaluation with one bit changed, or cut short, at 100 N of all bits and lengths in one
# process, and at N of them through the command line. Each must be refused as bad data, with the file's name.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
need 'bits' bits || exit 0
stop_clock

limited train "${small[@]}" --run run >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
many=$([ "$most" = all ] && echo 0 || echo $((100 * most)))

for file in checkpoint evaluation; do
    cp -r run copy
    if counts=$("$tools/bits" "$file" copy "$many" 2>"$work/err"); then
        printf 'bits: %s\t%s\n' "$file" "$counts"
    else
        printf 'bits: %s\t1\t0\t1\n' "$file"
        echo "lost: bits: $file: $tools/bits ended with exit status $?" >&2
    fi
    cat "$work/err" >&2
    rm -rf copy
done

# By what users call: the whole program, one file of several ways to name it.
attack_calls() {
    local size n byte code number
    size=$(stat -c %s run/checkpoint.safetensors)
    begin 'bits: what reads a checkpoint'
    for ((n = 1; n <= most; n++)); do
        number=$((n * 7919 % (9 * size)))
        cp run/checkpoint.safetensors copy.safetensors
        if [ $number -lt $((8 * size)) ]; then
            byte=$(od -An -tu1 -j $((number / 8)) -N 1 run/checkpoint.safetensors)
            # shellcheck disable=SC2059 # the byte is the format
            printf "\\$(printf %o $((byte ^ 1 << number % 8)))" |
                dd of=copy.safetensors bs=1 seek=$((number / 8)) conv=notrunc 2>/dev/null
        else
            truncate -s $((number - 8 * size)) copy.safetensors
        fi
        case $((n % 3)) in
            1) there tables && command=(export copy.safetensors --out table) ;;
            2) there predict && command=(predict copy.safetensors 'X Y') ;;
            *) false ;;
        esac || command=(eval copy.safetensors)
        tried=$((tried + 1))
        repeat="bit $number (from $((8 * size)) on: length) of the checkpoint, poslab ${command[*]@Q}"
        limited "${command[@]}" >"$work/out" 2>"$work/err"
        code=$?
        if [ $code != 65 ] || [ -s "$work/out" ] || ! grep -q 'copy.safetensors' "$work/err"; then
            lose "exit status $code, and says: $(head -c 200 "$work/err" | tail -n 1)"
        fi
    done
    end
}
[ "$most" != all ] || most=300
attack_calls
