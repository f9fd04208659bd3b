# shellcheck shell=bash disable=SC2154
# stay.bats -- a run writes only in its folder, whatever links are in there.

load helpers

setup_file() {
    "$program" train "${small[@]}" --run "$BATS_FILE_TMPDIR/run" >/dev/null 2>&1
    "$program" compare "${small[@]}" compare.members=none compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" >/dev/null 2>&1
}

# A run to be continued from its last checkpoint, and a file of the user's that it must not touch.
begun() {
    rm -rf "$work/run"
    cp -r "$BATS_FILE_TMPDIR/run" "$work/run"
    rm "$work/run/eval.tsv"
    echo precious >"$work/mine"
}

# refuses WHY: the run does not continue, and neither its folder nor the user's file changes.
refuses() {
    local before
    before=$(cd "$work/run" && find . -type f -exec cksum {} + | sort)
    run_both timeout 300 "$poslab" train --run "$work/run" --resume
    [ "$status" = 74 ]
    [ "$(cat "$error_file")" = "poslab: cannot write $work/run/.lock: $1" ]
    [ "$before" = "$(cd "$work/run" && find . -type f -exec cksum {} + | sort)" ]
    [ "$(cat "$work/mine")" = precious ]
}

@test "a lock that is a symbolic link, a hard link or not a file is refused, and nothing is written" {
    begun
    ln -s ../mine "$work/run/.lock"
    refuses 'it is a symbolic link, and another file would change; rename it'
    begun
    ln -s ../nowhere "$work/run/.lock"
    refuses 'it is a symbolic link, and another file would change; rename it'
    [ ! -e "$work/nowhere" ]
    begun
    ln "$work/mine" "$work/run/.lock"
    refuses 'it is a hard link, and the same file elsewhere would change; rename it'
    begun
    mkfifo "$work/run/.lock"
    refuses 'it is not a file'
    begun
    mkdir "$work/run/.lock"
    refuses 'Is a directory'
    rmdir "$work/run/.lock"
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
    cmp "$work/run/checkpoint.safetensors" "$BATS_FILE_TMPDIR/run/checkpoint.safetensors"
}

@test "a lock whose owner does not own the folder is refused; your own lock in a shared folder is not" {
    [ "$(id -u)" = 0 ] || skip "only root can give files away"
    begun
    touch "$work/run/.lock"
    chown 1234 "$work/run/.lock"
    refuses 'it belongs neither to you nor to the owner of its folder; rename it'
    chown 1234 "$work/run"
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
    begun
    chown 1234 "$work/run"
    touch "$work/run/.lock"
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
}

@test "a run's file that is a link is replaced; the linked file stays unchanged" {
    for link in 'ln -s' ln; do
        for file in metrics.jsonl config.ini checkpoint.previous.safetensors eval.tsv; do
            begun
            rm -f "$work/run/$file" "$work/run/checkpoint.safetensors" # the run starts over
            $link "$work/mine" "$work/run/$file"
            run_both "$poslab" train "${small[@]}" --run "$work/run" --resume
            [ "$(cat "$work/mine")" = precious ]
            [ "$status" = 0 ] || [[ $file != metrics.jsonl ]]
        done
    done
}

@test "a member is not trained in a linked folder; a finished member can be read from one" {
    cp -r "$BATS_FILE_TMPDIR/c" "$work/c"
    mkdir "$work/mine"
    rm -r "$work/c/none-seed2"
    ln -s ../mine "$work/c/none-seed2"
    refused 2 "$work/c/none-seed2 is a symbolic link, so the model would be written outside $work/c: move the folder here, or name another folder with --run" \
        "$poslab" compare "${small[@]}" compare.members=none compare.seeds=1..2 --run "$work/c"
    [ -z "$(ls -A "$work/mine")" ]
    rm "$work/c/none-seed2"
    ln -s "$BATS_FILE_TMPDIR/c/none-seed2" "$work/c/none-seed2"
    "$poslab" plot extrapolation "$work/c" | grep -qF none
}
