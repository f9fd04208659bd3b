# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# figures_full.bats -- pictures, pages and tables where the disk is full or fails; what a report could not read; words
# that look like formats.

load helpers

setup_file() {
    "$poslab" compare "${small[@]}" 'compare.members=learned, rope' compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
}

@test "a full disk under stdout: 74 from every command that prints" {
    [ -e /dev/full ] || skip "no /dev/full here"
    while read -r line; do
        ! lacks "$line" || continue
        read -ra words <<<"$line"
        run_both sh -c '"$@" >/dev/full' sh "$poslab" "${words[@]}"
        [ "$status" = 74 ] || { echo "$line: $status $(cat "$error_file")"; return 1; }
        grep -q 'cannot write to standard output: No space left on device' "$error_file"
    done <<END
help
help --json
help settings
help train
--version
show task task.name=first --count 3
show task task.name=first --count 3 --json
show encoding rope
show attention $c/rope-seed1
explain encodings rope --json
eval $c/rope-seed1
eval $c/rope-seed1 --json
show neighbours $c/rope-seed1 X
plot extrapolation $c
plot learning $c
report $c --to $work/page.html
export $c/rope-seed1 --out $work
END
}

@test "ENOSPC and EIO while a picture, page or table is written: 74, and what was there stays as it was" {
    strace true 2>/dev/null || skip "no strace here"
    cd "$work"
    mkdir out
    for command in "plot extrapolation $c --to out/new.svg" "report $c --to out/new.html" \
        "export $c/rope-seed1 --out out"; do
        ! lacks "$command" || continue
        read -ra words <<<"$command"
        for file in new.svg new.csv new.html vectors.tsv metadata.tsv; do echo old >"out/$file"; done
        sha256sum out/* >before
        for fault in fsync:error=ENOSPC fsync:error=EIO rename:error=ENOSPC; do
            for file in new.svg new.csv new.html vectors.tsv metadata.tsv; do echo old >"out/$file"; done
            run_both strace -qq -f -o trace -e inject="$fault" "$poslab" "${words[@]}"
            [ "$status" = 74 ] || { echo "$command, $fault: $status"; return 1; }
            grep -qE 'No space left on device|Input/output error' "$error_file"
            sha256sum out/* | diff before -
        done
    done
}

# on_small_disk ROOM COMMAND...: runs it in a folder with room for so many bytes; each file that it leaves must be one of
# those in whole/. Prints its exit code.
on_small_disk() {
    # shellcheck disable=SC2016
    unshare --mount bash -c '
        mount -t tmpfs -o size="$1" none disk && cd disk || exit 99
        status=0
        "${@:2}" >/dev/null 2>../said || status=$?
        for file in *; do
            [ ! -e "$file" ] || cmp "$file" "../whole/$file" >&2 || exit 98
        done
        echo "$status"' bash "$@"
}

@test "a full disk: no file is torn, and 74" {
    [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null || skip "only root can mount a small disk"
    cd "$work"
    mkdir disk whole
    for command in "plot extrapolation $c --to p.svg" "report $c --to r.html" "export $c/rope-seed1 --out ."; do
        ! lacks "$command" || continue
        read -ra words <<<"$command"
        (cd whole && "$poslab" "${words[@]}" >/dev/null)
        for room in 4k 8k 16k 1m; do
            status=$(on_small_disk "$room" "$poslab" "${words[@]}")
            echo "$command, $room: $status"
            if [ "$status" = 0 ]; then [ "$room" != 4k ]; else
                [ "$status" = 74 ]
                [ "$room" != 1m ]
                grep -q 'No space left on device' said
            fi
        done
    done
}

@test "report: what could not be read is named with its reason; nothing missing, no such section" {
    cp -r "$c" "$work/d"
    "$poslab" report "$work/d" >/dev/null
    if grep -q 'id=missing' "$work/d/report.html"; then false; fi
    for file in "$work"/d/learned-seed1/checkpoint*.safetensors; do
        damage "$file" 20000
    done
    rm "$work/d/rope-seed2/eval.tsv"
    run_both "$poslab" report "$work/d"
    [ "$status" = 0 ]
    sed -n '/<section id=missing>/,/<\/section>/p' "$work/d/report.html" >"$work/missing"
    grep -q '<h2>Missing here, and why</h2>' "$work/missing"
    [ "$(grep -c '<li>' "$work/missing")" = 2 ]
    grep -q "<li>learned: .*d/learned-seed1/checkpoint.*damaged" "$work/missing"
    grep -q '<li>rope-seed2: it was not run to its end</li>' "$work/missing"
    rm "$work"/d/learned-seed2/metrics.jsonl
    "$poslab" report "$work/d" >/dev/null
    grep -q '<li>learned-seed2: cannot open .*metrics.jsonl: No such file' "$work/d/report.html"
}

@test "words and names with % are drawn as they are" {
    cd "$work"
    {
        printf 'label\ttext_a\ttext_b\n'
        for _ in $(seq 20); do printf 'yes\t100%% %%s X\t%%n %%d\nno\tX %%s 100%%\t%%d %%n\n'; done
    } >words.tsv
    mkdir 'a%sb%n'
    "$poslab" train task.name=tsv task.tokens=spaces task.train=words.tsv task.test=words.tsv train.steps=10 train.warmup=2 \
        --run 'a%sb%n/run' >/dev/null 2>&1
    "$poslab" show attention 'a%sb%n/run' '100% %s X' '%n %d' --to 'p%s%n.svg'
    [ -s 'p%s%n.svg' ]
    [ -s 'p%s%n.csv' ]
    grep -q '100%' 'p%s%n.svg'
    grep -q '%n' 'p%s%n.svg'
    grep -q '^[^,]*,100%,' 'p%s%n.csv' || grep -q '100%' 'p%s%n.csv'
    run_both "$poslab" show attention 'a%sb%n/run' '100% %s X' '%n %d'
    grep -q '100%' "$output_file"
    grep -q '%n' "$output_file"
    "$poslab" report 'a%sb%n/run' --to r.html
    grep -q '<title>poslab: a%sb%n/run</title>' r.html
    grep -q '100%' r.html
    "$poslab" plot extrapolation 'a%sb%n/run' --title '5 %s of 100% %n' --to t.svg
    grep -q '5 %s of 100% %n' t.svg
}
