# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# rotation.bats -- checkpoints that follow each other: killed or failing at any call, damaged, unreadable; what killed
# runs leave; and what is no file at all.

load helpers

saving=("${small[@]}" train.checkpoint_every=20 train.log_every=20)

needs_strace() {
    command -v strace >/dev/null || skip "strace is not installed"
    strace -o /dev/null true 2>/dev/null || skip "tracing a process is not allowed here"
}

# with FAULT COMMAND...: the command with a fault as strace injects it ("fsync:error=EIO:when=2"); its calls are in
# $work/calls, its status in $status.
with() {
    local fault=$1 call=${1%%:*}
    shift
    status=0
    strace -f -o "$work/calls" -e trace="$call" -e inject="$fault" "$@" >"$work/stdout" 2>"$work/stderr" || status=$?
}

# with_path PATH FAULT COMMAND...: the same, for the calls about one path alone.
with_path() {
    local path=$1
    shift
    with "$1" -P "$path" "${@:2}"
}

was_injected() { grep -qE 'INJECTED|killed by SIGKILL' "$work/calls"; }

# What an undisturbed run ends with, and a run that was killed in its third save, after which the newest checkpoint is
# of step 40 and the one before of step 20; both made once.
prepare() {
    whole=$BATS_FILE_TMPDIR/whole killed=$BATS_FILE_TMPDIR/killed
    [ -e "$whole/eval.tsv" ] || "$poslab" train "${saving[@]}" --run "$whole" >/dev/null 2>&1
    if [ ! -e "$killed" ]; then
        # renames: config.ini, one for step 20, two each for 40 and 60
        with "/^rename:signal=KILL:when=5" "$poslab" train "${saving[@]}" --run "$BATS_FILE_TMPDIR/first"
        [ "$status" = 137 ]
        mv "$BATS_FILE_TMPDIR/first" "$killed"
    fi
    [ "$(step_of "$killed/checkpoint.safetensors")" = 40 ]
    [ "$(step_of "$killed/checkpoint.previous.safetensors")" = 20 ]
}

# The step that a checkpoint is of; nothing where it is not whole.
step_of() {
    "$poslab" eval "$1" >/dev/null 2>&1 && head -c 4000 "$1" | grep -aoP '"step":"\K[0-9]+' | head -n 1
}

# A fresh $run with the checkpoints of steps 40 and 20.
fresh() {
    run=$work/run
    rm -rf "$run"
    cp -r "$killed" "$run"
}

# A fresh $run whose newest checkpoint is damaged; the damaged bytes are in $work/damaged, too.
fresh_damaged() {
    fresh
    damage "$run/checkpoint.safetensors" 50000
    cp "$run/checkpoint.safetensors" "$work/damaged"
}

# Whatever happened, a checkpoint can be read, and the run resumed ends as if nothing had; no temporary file is left.
nothing_lost() {
    ls -l "$run"
    [ -n "$(step_of "$run/checkpoint.safetensors")$(step_of "$run/checkpoint.previous.safetensors")" ]
    "$poslab" train --run "$run" --resume >/dev/null
    cmp "$run/checkpoint.safetensors" "$whole/checkpoint.safetensors"
    cmp "$run/checkpoint.previous.safetensors" "$whole/checkpoint.previous.safetensors"
    [ -z "$(find "$run" -name '*.tmp??????')" ]
}

damaged_is_kept() {
    [ "$(find "$run" -name 'checkpoint.damaged-*' | wc -l)" = 1 ]
    cmp "$run/checkpoint.damaged-1.safetensors" "$work/damaged"
}

# sweep CALL FAULT FRESH CHECK...: the resumed run with the fault at every call of this kind, one after another.
sweep() {
    local call=$1 fault=$2 fresh=$3 check n=0 survived=0
    shift 3
    while :; do
        n=$((n + 1))
        "$fresh"
        with "$call:$fault:when=$n" "$poslab" train --run "$run" --resume
        was_injected || break
        echo "$call $fault at call $n: exit code $status: $(tail -n 1 "$work/stderr")"
        case $fault in
            error=EIO) [ "$status" = 74 ] ;;
            error=*) [ "$status" = 74 ] || [ "$status" = 0 ] ;; # the progress line may be lost
            *) [ "$status" = 137 ] ;;
        esac
        for check; do "$check"; done
        survived=$((survived + 1))
    done
    [ "$status" = 0 ]
    echo "$survived of $call"
    [ "$survived" -ge "$least" ]
}

@test "a run saved over and over makes no hard link, and its files have the mode of any new file" {
    needs_strace
    (umask 027 && strace -f -o "$work/calls" -e trace=link,linkat,unlink,unlinkat \
        "$poslab" train "${saving[@]}" --run "$work/run" >/dev/null 2>&1)
    grep -E '\blink(at)?\(' "$work/calls" && return 1
    for file in config.ini metrics.jsonl checkpoint.safetensors checkpoint.previous.safetensors eval.tsv; do
        [ "$(stat -c %a "$work/run/$file")" = 640 ]
    done
    [ "$(step_of "$work/run/checkpoint.safetensors")" = 60 ]
    [ "$(step_of "$work/run/checkpoint.previous.safetensors")" = 40 ]
}

@test "the newest checkpoint is synced, then the one before is replaced, then the newest, then the folder is synced" {
    needs_strace
    strace -f -y -o "$work/calls" -e trace='fsync,/^rename' "$poslab" train "${saving[@]}" --run "$work/run" >/dev/null 2>&1
    # ID rename("FOLDER/NAME.HOST-ID.tmpXXXXXX", ...) = 0, or renameat, as the calls without ids, folders and letters
    sed -E -e 's/^[0-9]+ +//; s/\.'"$(uname -n)"'-[0-9]+\.tmp[A-Za-z0-9]{6}/.tmp/g; s/ +=/ =/; s/fsync\([0-9]+/fsync(N/' \
        -e 's/renameat2?\(AT_FDCWD, ("[^"]*"), AT_FDCWD, ("[^"]*")(, 0)?\)/rename(\1, \2)/' \
        -e "s:$work/run/::g; s:$(realpath "$work/run")/?::g" "$work/calls" |
        grep -vF metrics.jsonl | grep -A 99 -m 1 checkpoint | head -n 11 >"$work/order"
    save=('fsync(N<checkpoint.safetensors.tmp>) = 0'
        'rename("checkpoint.safetensors", "checkpoint.previous.safetensors") = 0'
        'rename("checkpoint.safetensors.tmp", "checkpoint.safetensors") = 0'
        'fsync(N<>) = 0')
    printf '%s\n' "${save[0]}" "${save[@]:2}" "${save[@]}" "${save[@]}" >"$work/expected"
    diff "$work/order" "$work/expected"
}

@test "killed at every rename and sync of a resumed run: nothing is lost" {
    needs_strace
    prepare
    least=4 sweep "/^rename" signal=KILL fresh nothing_lost
    least=6 sweep fsync signal=KILL fresh nothing_lost
}

@test "killed at every rename and sync with the newest damaged: the damaged file is moved, and nothing is lost" {
    needs_strace
    prepare
    least=6 sweep "/^rename" signal=KILL fresh_damaged nothing_lost damaged_is_kept
    least=9 sweep fsync signal=KILL fresh_damaged nothing_lost damaged_is_kept
}

@test "an error of every rename and sync with the newest damaged: exit code 74, and nothing is lost" {
    needs_strace
    prepare
    least=6 sweep "/^rename" error=EIO fresh_damaged nothing_lost damaged_is_kept
    least=9 sweep fsync error=EIO fresh_damaged nothing_lost damaged_is_kept
}

@test "a full disk at every write with the newest damaged: nothing is lost" {
    needs_strace
    prepare
    least=5 sweep write error=ENOSPC fresh_damaged nothing_lost damaged_is_kept
}

@test "writes and syncs that are interrupted are gone on with; a file system without modes or folders to sync is fine" {
    needs_strace
    prepare
    for fault in write:error=EINTR:when=1 fsync:error=EINTR:when=1+2 fsync:error=EINVAL:when=2 fchmod:error=EPERM; do
        rm -rf "$work/run"
        with "$fault" "$poslab" train "${saving[@]}" --run "$work/run"
        echo "$fault: exit code $status: $(tail -n 1 "$work/stderr")"
        [ "$status" = 0 ]
        cmp "$work/run/checkpoint.safetensors" "$whole/checkpoint.safetensors"
    done
    rm -rf "$work/run"
    with fchmod:error=EIO "$poslab" train "${saving[@]}" --run "$work/run"
    [ "$status" = 74 ]
    [ -z "$(find "$work/run" -name '*.tmp*')" ]
}

@test "a save that fails leaves no temporary file behind" {
    needs_strace
    prepare
    for fault in "/^rename:error=EIO:when=2" "/^rename:error=EIO:when=3" write:error=ENOSPC:when=3 fsync:error=EIO:when=3; do
        fresh
        rm -f "$run"/*.tmp*
        with "$fault" "$poslab" train --run "$run" --resume
        echo "$fault: exit code $status: $(tail -n 1 "$work/stderr")"
        was_injected
        [ "$status" = 74 ]
        [ -z "$(find "$run" -name '*.tmp*')" ]
    done
}

@test "train --resume says in one line which damaged file was moved where, and replaces none that was moved before" {
    needs_strace
    prepare
    fresh_damaged
    echo mine >"$run/checkpoint.damaged-1.safetensors"
    run_both "$poslab" train --run "$run" --resume
    [ "$status" = 0 ]
    [ "$(grep -c warning "$error_file")" = 1 ]
    grep -qE "^poslab: warning: $run/checkpoint.safetensors: .*damaged: .*; going back to \
$run/checkpoint.previous.safetensors, step 20; the damaged file is now checkpoint.damaged-2.safetensors$" "$error_file"
    [ "$(cat "$run/checkpoint.damaged-1.safetensors")" = mine ]
    cmp "$run/checkpoint.damaged-2.safetensors" "$work/damaged"
    cmp "$run/checkpoint.safetensors" "$whole/checkpoint.safetensors"
}

@test "compare says which member's damaged file was moved where" {
    c=("${saving[@]}" "compare.members=learned,sinusoidal" compare.seeds=1..1)
    "$poslab" compare "${c[@]}" --run "$work/c" >/dev/null 2>&1
    member=$work/c/sinusoidal-seed1
    cp "$member/checkpoint.safetensors" "$work/good"
    damage "$member/checkpoint.safetensors" 50000
    cp "$member/checkpoint.safetensors" "$work/damaged"
    rm "$member/eval.tsv"
    run_both "$poslab" compare "${c[@]}" --run "$work/c"
    [ "$status" = 0 ]
    [ "$(grep -c warning "$error_file")" = 1 ]
    grep -qE "^poslab: warning: $member/checkpoint.safetensors: .*; going back to \
$member/checkpoint.previous.safetensors, step 40; the damaged file is now checkpoint.damaged-1.safetensors$" "$error_file"
    cmp "$member/checkpoint.damaged-1.safetensors" "$work/damaged"
    cmp "$member/checkpoint.safetensors" "$work/good"
}

readers() {
    printf '%s\n' eval "export --out $work/out" predict neighbours "show positions" "show attention" \
        "show encoding"
}

# reader COMMAND... RUN: the command with the run where its operand stands.
reader() {
    local run=$1
    shift
    case $1 in
        show | plot) "$poslab" "$1" "$2" "$run" ;;
        predict) "$poslab" predict "$run" 'w1 X w2 Y' ;;
        neighbours) "$poslab" show neighbours "$run" X ;;
        *) "$poslab" "$1" "$run" "${@:2}" ;;
    esac
}

@test "what reads a model says which one answers where the newest is damaged or missing, and moves nothing" {
    needs_strace
    prepare
    for state in damaged missing; do
        fresh_damaged
        [ $state = damaged ] || rm "$run/checkpoint.safetensors"
        before=$(cd "$run" && cksum -- * .lock)
        while read -r command; do
            # shellcheck disable=SC2086
            run_both reader "$run" $command
            echo "$state, $command: exit code $status: $(cat "$error_file")"
            [ "$status" = 0 ]
            grep -qE "^poslab: warning: $run.*; going back to $run/checkpoint.previous.safetensors, step 20$" "$error_file"
            [ "$before" = "$(cd "$run" && cksum -- * .lock)" ]
        done < <(readers)
    done
}

@test "a checkpoint that cannot be opened or read is no damage: exit code 74, no answer, nothing moved" {
    needs_strace
    prepare
    fresh
    before=$(cd "$run" && cksum -- checkpoint*.safetensors)
    export poslab
    export -f reader
    for fault in openat:error=EIO openat:error=EACCES openat:error=EMFILE read:error=EIO read:error=EIO:when=2 \
        %%stat:error=EIO; do
        while read -r command; do
            # shellcheck disable=SC2016,SC2086
            with_path "$run/checkpoint.safetensors" "$fault" bash -c 'reader "$@"' bash "$run" $command
            echo "$fault, $command: exit code $status: $(cat "$work/stderr")"
            was_injected || { [ "$fault" = read:error=EIO:when=2 ] && continue; }
            [ "$status" = 74 ]
            [ ! -s "$work/stdout" ]
            grep -qE "^poslab: cannot (open|read|look at) $run/checkpoint.safetensors: " "$work/stderr"
            [ "$(wc -l <"$work/stderr")" = 1 ]
        done < <(readers)
        with_path "$run/checkpoint.safetensors" "${fault%:when=2}" "$poslab" train --run "$run" --resume
        [ "$status" = 74 ]
        grep -qE "^poslab: cannot (open|read|look at) $run/checkpoint.safetensors: " "$work/stderr"
        [ "$before" = "$(cd "$run" && cksum -- checkpoint*.safetensors)" ]
    done
}

@test "a config.ini that cannot be looked at or read is not missing: exit code 74" {
    needs_strace
    prepare
    for fault in %%stat:error=EIO openat:error=EACCES read:error=EIO; do
        fresh
        with_path "$run/config.ini" "$fault" "$poslab" train --run "$run" --resume
        was_injected
        [ "$status" = 74 ]
        grep -qE "^poslab: cannot (open|read) $run/config.ini: " "$work/stderr"
    done
}

@test "with the newest damaged, one before that cannot be read is exit code 74, and nothing is moved" {
    needs_strace
    prepare
    fresh_damaged
    for command in eval "train --resume --run"; do
        # shellcheck disable=SC2086
        with_path "$run/checkpoint.previous.safetensors" read:error=EIO "$poslab" $command "$run"
        [ "$status" = 74 ]
        grep -qF "cannot read $run/checkpoint.previous.safetensors: Input/output error" "$work/stderr"
        cmp "$run/checkpoint.safetensors" "$work/damaged"
    done
}

@test "files of the task that changed are no damage: exit code 65, no older model, nothing moved" {
    printf 'label\ttext_a\n' >"$work/train.tsv"
    for i in $(seq 40); do printf 'yes\tgood %d\nno\tbad %d\n' "$i" "$i"; done >>"$work/train.tsv"
    head -n 20 "$work/train.tsv" >"$work/test.tsv"
    rows=(task.name=tsv "task.train=$work/train.tsv" "task.test=$work/test.tsv" train.steps=60 train.checkpoint_every=20)
    "$poslab" train "${rows[@]}" --run "$work/run" >/dev/null 2>&1
    rm "$work/run/eval.tsv"
    sed -i 's/good/fine/' "$work/train.tsv"
    # the one before is even of the files as they are now
    "$poslab" train "${rows[@]}" --run "$work/other" >/dev/null 2>&1
    cp "$work/other/checkpoint.safetensors" "$work/run/checkpoint.previous.safetensors"
    before=$(cd "$work/run" && cksum -- checkpoint*.safetensors)
    refused 65 "the files of task tsv are not those that the run began with" "$poslab" train --run "$work/run" --resume
    printf 'broken' >"$work/train.tsv"
    refused 65 "$work/train.tsv" "$poslab" train --run "$work/run" --resume
    [ "$before" = "$(cd "$work/run" && cksum -- checkpoint*.safetensors)" ]
}

@test "the next lock removes what killed runs left of their own files, and nothing else" {
    "$poslab" train "${saving[@]}" --run "$work/run" >/dev/null 2>&1
    rm "$work/run/eval.tsv"
    mkdir -p "$work/run/below" "$work/run/eval.tsv.node3-5.tmpFOLDER"
    gone=(config.ini.node3-1234.tmpAbC123 checkpoint.safetensors.a.b-1.tmpabcdef metrics.jsonl.x-y-77.tmp000000
        eval.tsv.node3-5.tmpZZZZZZ)
    stay=(eval.tsv.tmpabcdef eval.tsv.tmp-1.tmpabcde eval.tsv.-1.tmpabcdef eval.tsv.node3-.tmpabcdef eval.tsv.node3-1x.tmpabcdef
        eval.tsvnode3-1.tmpabcdef eval.tsv.1234.tmpabcdef report.html.tmpabcdef curves.csv.tmpabcdef eval.tsv.tmpabcde eval.tsv.tmpabcdefg eval.tsv.tmp my-eval.tsv.tmpabcdef
        eval.tsvx.tmpabcdef checkpoint.safetensors.backup below/eval.tsv.tmpabcdef notes.tmpabcdef)
    for file in "${gone[@]}" "${stay[@]}"; do echo "$file" >"$work/run/$file"; done
    ln -s notes.tmpabcdef "$work/run/eval.tsv.node3-5.tmpLINKED"
    "$poslab" predict "$work/run" 'w1 X w2 Y' >/dev/null # has no lock
    [ -e "$work/run/config.ini.node3-1234.tmpAbC123" ]
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
    for file in "${gone[@]}"; do [ ! -e "$work/run/$file" ]; done
    for file in "${stay[@]}"; do [ "$(cat "$work/run/$file")" = "$file" ]; done
    [ -d "$work/run/eval.tsv.node3-5.tmpFOLDER" ]
    [ -L "$work/run/eval.tsv.node3-5.tmpLINKED" ]
}

@test "a comparison cleans its own folder, a member its own" {
    c=("${small[@]}" compare.members=learned compare.seeds=1..2)
    "$poslab" compare "${c[@]}" --run "$work/c" >/dev/null 2>&1
    rm "$work/c/learned-seed2/eval.tsv"
    for folder in "$work/c" "$work/c/learned-seed1" "$work/c/learned-seed2"; do echo x >"$folder/config.ini.node3-5.tmpabcdef"; done
    "$poslab" compare "${c[@]}" --run "$work/c" >/dev/null 2>&1
    [ ! -e "$work/c/config.ini.node3-5.tmpabcdef" ]
    [ ! -e "$work/c/learned-seed2/config.ini.node3-5.tmpabcdef" ]
    [ -e "$work/c/learned-seed1/config.ini.node3-5.tmpabcdef" ] # finished: nobody took its lock
}

# refused_at_once TEXT COMMAND...: exit code 74 without waiting for anybody to open the other end.
refused_at_once() {
    refused 74 "$1" timeout -k 1 300 "${@:2}"
}

@test "a FIFO or device where a file is expected is refused at once" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    mkfifo "$work/fifo" "$work/fifo.ini"
    refused_at_once "cannot read $work/fifo: it is not a file" "$poslab" eval "$work/fifo"
    refused_at_once "cannot read $work/fifo.ini: it is not a file" "$poslab" train "$work/fifo.ini"
    ! there claims || refused_at_once "cannot read $work/fifo.ini: it is not a file" "$poslab" claims "$work/fifo.ini"
    refused 2 'a text cannot come from standard input or a pipe' timeout -k 1 300 "$poslab" show task task.name=next "task.text=$work/fifo"
    refused_at_once "cannot read /dev/zero: it is not a file" "$poslab" eval /dev/zero
    refused_at_once "cannot write $work/fifo: it is not a file" "$poslab" report "$work/run" --to "$work/fifo"
    ln -s /dev/null "$work/null"
    refused_at_once "cannot write $work/null: it is not a file" "$poslab" report "$work/run" --to "$work/null"
    [ -p "$work/fifo" ]
    for file in checkpoint.safetensors config.ini metrics.jsonl eval.tsv .lock; do
        rm -rf "$work/copy"
        cp -r "$work/run" "$work/copy"
        [ $file = eval.tsv ] || rm "$work/copy/eval.tsv"
        rm -f "$work/copy/$file" # a finished run has no lock
        mkfifo "$work/copy/$file"
        [ $file = eval.tsv ] ||
            refused_at_once "$work/copy/$file: it is not a file" "$poslab" train --run "$work/copy" --resume
        [ -p "$work/copy/$file" ]
    done
    refused_at_once "$work/copy/.lock: it is not a file" "$poslab" train --run "$work/copy" --resume
    rm "$work/run/metrics.jsonl"
    mkfifo "$work/run/metrics.jsonl"
    timeout -k 1 300 "$poslab" report "$work/run"
}

@test "standard input is read as before: a redirected file by its name, lines by predict" {
    printf 'label\ttext_a\n' >"$work/rows.tsv"
    for i in $(seq 9); do printf 'yes\tgood %d\nno\tbad %d\n' "$i" "$i"; done >>"$work/rows.tsv"
    "$poslab" show task task.name=tsv task.train=/dev/stdin "task.test=$work/rows.tsv" <"$work/rows.tsv"
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    printf 'w1 X w2 Y\nY w3 X\n' | "$poslab" predict "$work/run" --json | jq -e '.predictions | length == 2'
}
