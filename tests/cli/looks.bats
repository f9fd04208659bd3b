# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# looks.bats -- a command that trains nothing changes no file of a folder, and needs no right to write there; a disk
# that is full stops a comparison with one line.

load helpers

s=(task.name=first train.steps=20 train.warmup=2 eval.examples=10 eval.lengths=1x\ 2x)

# A comparison, a run and claims that are finished.
setup_file() (
    # shellcheck source=tests/cli/helpers.bash disable=SC1091
    source "$BATS_TEST_DIRNAME/helpers.bash"
    cd "$BATS_FILE_TMPDIR" || return
    mkdir all
    "$poslab" compare none rope "${s[@]}" compare.seeds=1..2 --run all/c
    "$poslab" train learned "${s[@]}" --run all/l
    write_claim mine.ini
    ! there claims || "$poslab" claims mine.ini --seeds 1 --run all/claims
) >/dev/null 2>&1

setup() {
    set_work
    cp -rp "$BATS_FILE_TMPDIR/all" "$BATS_FILE_TMPDIR/mine.ini" "$work"
    cd "$work" || return
}

# Every name, with what only a change of content, name or folder changes.
seen() { find "$work/all" -printf '%P %i %m %s %T@ %C@\n' | sort; }

# The looks: command lines, with what they write elsewhere. Each command has at least one.
looks() {
    while read -r line; do lacks "$line" || echo "$line"; done <<'END'
compare --run all/c
compare --run all/c rope --full
compare none rope task.name=first train.steps=20 train.warmup=2 eval.examples=10 eval.lengths=2x compare.seeds=1..2 --run all/c
compare --run all/c eval.policies=clamp,extend eval.lengths=2x --json
compare --run all/c rope rope.base=10000
compare --run all/c compare.gate=0.1
compare --run all/c --metric all --csv
compare --run all/c --dry-run
compare --run all/c --part 1/2
compare --run all/c --to out.md
compare all/c
train learned task.name=first train.steps=20 train.warmup=2 eval.examples=10 eval.lengths=1x,2x --run all/l
train --run all/l --resume
train --run all/c/rope-seed1 --resume
claims mine.ini --seeds 1 --run all/claims
predict all/l --to out.tsv
predict all/c
explain all/l
plot all/c
plot all/l --to out.svg
show similarity all/l
show attention all/c
eval all/l
eval all/c/rope-seed2 eval.lengths=3x
report all/c --to out.html
report all/l --to out.html
claims mine.ini --seeds 1 --run all/claims --to out.html
runs all
runs all/c
runs all --watch
runs all --verify
show task task.name=first
show neighbours all/l x0
export all/l --out out
help settings
help
completion bash
END
}

@test "no look changes a file, however one looks: names, bytes and times of all folders stay" {
    seen >before
    commands=$("$poslab" help commands | awk '/help TOPIC/ { exit } /^  [a-z]+ / { print $1 }')
    [ -n "$commands" ]
    for command in $commands; do
        looks | grep -q "^$command\b" || { echo "no look of $command"; return 1; }
    done
    looks | while read -r line; do
        # shellcheck disable=SC2086
        "$poslab" $line >stdout 2>stderr </dev/null || true
        seen | diff before - || { echo "changed by $line"; return 1; }
        ! grep -E '(^|[^.0-9])0 [a-z]+ in [0-9.]+ s' stdout || { echo "a figure of nothing: $line"; return 1; }
    done
    "$poslab" compare --run all/c 'compare.pairs=rope - none' >/dev/null 2>&1
    seen | diff before -
}

# read_only COMMAND...: what it prints when the folders cannot be written to, not even by root.
read_only() {
    # shellcheck disable=SC2016
    unshare --map-root-user --mount sh -c 'mount --bind all all && mount -o remount,bind,ro all && "$@"' - "$@"
}

@test "what is finished is looked at in folders that cannot be written: the same output, and no lock is asked for" {
    unshare --map-root-user --mount true 2>/dev/null || skip "no mount namespaces here"
    read_only touch all/new 2>/dev/null && skip "a folder cannot be made read-only here"
    looks | while read -r line; do
        status=0 there=0
        # shellcheck disable=SC2086
        "$poslab" $line >here 2>/dev/null </dev/null || status=$?
        # shellcheck disable=SC2086
        read_only "$poslab" $line >stdout 2>stderr </dev/null || there=$?
        [ "$status" = "$there" ] || { echo "$line: $status, $there: $(cat stderr)"; return 1; }
        ! grep -E 'Read-only|\.lock' stderr || { echo "$line"; return 1; }
    done
    status=0
    read_only "$poslab" compare --run all/c compare.seeds=1..3 >stdout 2>stderr || status=$?
    [ "$status" = 74 ]
    [ "$(grep -c 'Read-only file system' stderr)" = 1 ]
}

@test "train of a finished run prints its table again, in a folder of any name; other settings are refused" {
    run_both "$poslab" train learned "${s[@]}" --run all/l
    [ "$status" = 0 ]
    cp stdout named
    [ "$(cat stderr)" = 'poslab: all/l holds this run already; nothing is trained' ]
    "$poslab" train learned "${s[@]}" >first 2>/dev/null
    "$poslab" train learned "${s[@]}" >again 2>stderr
    cmp first again
    grep -q ' holds this run already; nothing is trained$' stderr
    diff <(sed '/^The run is in /,$d' first) <(sed '/^The run is in /,$d' named)
    refused 2 'all/l was begun with other settings (train.batch = 64 there, 32 here)' \
        "$poslab" train learned "${s[@]}" train.batch=32 --run all/l
}

@test "a full disk: no other member is begun, one line says so, and the same call finishes the comparison" {
    unshare --map-root-user --mount true 2>/dev/null || skip "no mount namespaces here"
    mkdir disk
    # shellcheck disable=SC2016
    unshare --map-root-user --mount sh -c 'mount -t tmpfs -o size=400k tmpfs disk || exit 99
        "$@" >stdout 2>stderr
        echo $? >full
        ls disk/c >begun
        mount -o remount,size=20m disk
        "$@" >again 2>&1
        echo $? >freed
        cp -rp disk/c done' - "$poslab" compare "${s[@]}" compare.seeds=1..10 --run disk/c --jobs 1 || skip "no tmpfs here"
    [ "$(cat full freed | tr '\n' ' ')" = '74 0 ' ]
    grep '^poslab' stderr >lines
    [ "$(wc -l <lines)" = 1 ]
    grep -qE '^poslab: cannot write disk/c/.*: No space left on device; nothing is lost: free some space and run the same command again$' lines
    [ "$(grep -c seed begun)" -lt 20 ]
    [ ! -s stdout ]
    "$poslab" runs ./done --verify
    "$poslab" compare "${s[@]}" compare.seeds=1..10 --run whole >/dev/null 2>&1
    for member in whole/*/; do
        cmp "$member/checkpoint.safetensors" "done/$(basename "$member")/checkpoint.safetensors"
    done
}

@test "no figure of nothing: claims without a model, a part without a member" {
    if there claims; then
        "$poslab" claims 6 --run formulas >stdout 2>/dev/null
        grep -qx 'Nothing was trained; claims.json is in formulas.' stdout
    fi
    [ "$("$poslab" compare --run all/c --part 9/9 2>/dev/null)" = 'part 9/9 of all/c: no models' ]
}
