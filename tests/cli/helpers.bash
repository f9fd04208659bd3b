# shellcheck shell=bash disable=SC2034
# helpers.bash -- what the command-line tests share: the program, a small run, a fresh folder.

# Called by its bare name, as it is when installed, so that what it prints says `poslab`; it is found in its own folder.
program="${POSLAB:-$PWD/build/poslab}"
[[ "$program" == /* ]] || program="$PWD/$program"
PATH="${program%/*}:$PATH"
poslab="${program##*/}"
# shellcheck source=tests/cli/results.bash
source "${BASH_SOURCE[0]%/*}/results.bash"

# Settings of a run that takes a tenth of a second.
small=(task.name=first train.steps=60 train.warmup=10 eval.examples=50 'eval.lengths=1x 2x')

setup() { set_work; }

# set_work: for a setup of one's own, too.
set_work() {
    work="$BATS_TEST_TMPDIR"
    held=("${clock[@]}" CLOCK_AFTER=metrics.jsonl "CLOCK_UNTIL=$work/go")
    held_saved=("${clock[@]}" CLOCK_AFTER=checkpoint.safetensors "CLOCK_UNTIL=$work/go")
    need_typed
}

# Before a command: its clock is that of torture/still_clock.c, which the test moves; what is preloaded is found by its
# bare name, because LD_PRELOAD cuts paths at blanks. With `held` a run waits, once it has a row in its log (`held_saved`:
# a checkpoint), until let_go: whatever a test does to it meanwhile it does in the middle of that run.
preload=(env "LD_LIBRARY_PATH=$PWD/build/torture")
clock=("${preload[@]}" LD_PRELOAD=still_clock.so)
let_go() { : >"$work/go"; }

# run_both COMMAND...: status in $status, stdout in $output_file, stderr in $error_file.
run_both() {
    output_file="$work/stdout"
    error_file="$work/stderr"
    status=0
    "$@" >"$output_file" 2>"$error_file" || status=$?
}

# there ROOM: this checkout has that room. need ROOM: a test that is about it is skipped in one that has not.
checkout=$PWD
there() { [ -d "$checkout/src/rooms/$1" ]; }
need() { there "$1" || skip "there is no room $1"; }

# What it looks like where the words of a room that was deleted are typed; core has them.
declare -gA typed=()
before='(poslab"?|program"|named|safe|seen|show|plot|help|name=|baseline/|["(|]) ?'
while IFS='"' read -r start name _ words _; do
    if [ -n "$start" ]; then room=$name; else words=$name; fi
    ! there "$room" || continue
    for word in $words; do
        if [[ $word == *.* ]]; then typed[$room]+="|$word="; else typed[$room]+="|${before}${word}[^a-z_.=-]"; fi
    done
done < <(sed -nE '/known\[\] = \{/,/^\};/s/^ *(\{?")/\1/p' "$checkout/src/core/base/room.c")

# need_typed: skips a test that types one, itself or in a function that it calls. A function that asks `there ROOM` minds
# that room by itself.
need_typed() {
    local functions=("$BATS_TEST_NAME" setup_file) seen=' ' name text room
    [ ${#typed[@]} -gt 0 ] || return 0
    while [ ${#functions[@]} -gt 0 ]; do
        name=${functions[0]} functions=("${functions[@]:1}")
        if [[ $seen == *" $name "* ]] || ! declare -F "$name" >/dev/null; then continue; fi
        seen+="$name "
        text=$(declare -f "$name")
        for room in "${!typed[@]}"; do
            [[ $text == *"there $room"* || ! $text =~ ${typed[$room]#|} ]] || need "$room"
        done
        # shellcheck disable=SC2206 # words
        functions+=(${text//[^a-z_]/ })
    done
}

# lacks COMMAND_LINE: it types such a word, of the room in $lacked; so a table leaves it out.
lacks() {
    for lacked in "${!typed[@]}"; do
        [[ ! "poslab $* " =~ ${typed[$lacked]#|} ]] || return 0
    done
    return 1
}

# write_claim FILE: a claim with an experiment of its own, of a tenth of a second.
write_claim() {
    cat >"$1" <<'INI'
[experiment mine]
summary         = task first, 60 steps
task.name       = first
train.steps     = 60
train.warmup    = 10
compare.members = none, learned
eval.lengths    = 1x 2x
eval.examples   = 50
eval.policies   = extend clamp

[claim]
number   = 42
sentence = Clamping is better than rows that were never trained.
measured = A learned table at twice its length.
factors  = task, length

[table better]
heads  = clamp, extend, more
test   = more
margin = 2
added  = after numbers were seen
row    = first, in range | mine learned | mine none
row    = first, 2x | mine learned clamp 2x | mine learned extend 2x | added
INI
}

# sampled OPTION...: examples of a task as rows that predict reads, with their answers.
sampled() {
    "$poslab" show task "$@" --json |
        jq -r '"label\ttext_a\ttext_b", (.examples[] | [([.targets[].answer] | join(" "))] + .texts | @tsv)'
}

# as_user COMMAND...: without root's right to read and write what is closed to its owner.
as_user() {
    if [ "$EUID" != 0 ]; then
        "$@"
        return
    fi
    setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search "$@"
}

# limited OPTION KILOBYTES COMMAND...: under `ulimit OPTION KILOBYTES`, for at most five minutes. OpenBLAS has one thread:
# each takes 128 MB or more at its start, and there are as many as the machine has cores.
limited() {
    # shellcheck disable=SC2016
    OPENBLAS_NUM_THREADS=1 timeout -s KILL 300 bash -c 'ulimit "$1" "$2" && shift 2 && exec "$@"' bash "$@"
}

# refused CODE TEXT COMMAND...: exit code, one line on stderr that holds the text, nothing on stdout.
refused() {
    local code=$1 text=$2 printed
    shift 2
    run_both "$@"
    mapfile printed <"$error_file"
    if [ "$status" != "$code" ] || [ -s "$output_file" ] || [ ${#printed[@]} != 1 ] || [[ ${printed[0]} != *"$text"*$'\n' ]]; then
        echo "command: $*"
        echo "expected exit code $code and: $text"
        echo "got exit code $status and: $(cat "$error_file")"
        echo "on stdout: $(head -c 300 "$output_file")"
        return 1
    fi
}

# well_formed FILE...: in a page or picture every element that begins ends, in order; attributes stand in quotes or have
# no blank; no bare & or >.
well_formed() {
    local file
    for file; do
        awk -v file="$file" -v RS='<' '
            function fail(why) { printf "%s: %s in <%.60s\n", file, why, $0; bad = 1; exit 1 }
            NR == 1 || /^[!?]/ { next }
            raw { if ($0 !~ "^/" raw ">") next; raw = "" }
            {
                tag = $0
                gsub(/=\047[^\047]*\047|="[^"]*"/, "", tag)
                if (!match(tag, ">")) fail("no end of a tag")
                text = substr(tag, RSTART + 1)
                tag = substr(tag, 1, RSTART - 1)
                name = tag
                sub(/^\//, "", name)
                sub(/[ \n\/].*/, "", name)
                if (name ~ /^(script|style)$/ && tag !~ /^\//) raw = name
                else if (text ~ />/ || text ~ /&[^a-z#]/ || text ~ /&$/) fail("a bare > or &")
                if (tag ~ /^\//) {
                    if (!depth || open[depth] != name) fail(depth ? "no end of <" open[depth] ">" : "nothing to end")
                    depth--
                } else if (tag !~ /\/$/ && name !~ /^(meta|br|wbr|input|link|col|hr|img)$/) {
                    open[++depth] = name
                }
            }
            END { if (!bad && (NR < 2 || depth)) { print file ": no end of <" open[depth] ">"; exit 1 } }' "$file" || return 1
    done
}

# stop_at COMMAND...: stops the background process, which is held, once the command succeeds; it must say that it can be
# run again.
stop_at() {
    local process=$! status=0
    wait_for "$@"
    kill -TERM "$process"
    let_go
    wait "$process" || status=$?
    [ "$status" = 75 ]
}

# edit FILE PROGRAM: changes an eval.tsv in place as sed does, another file as jq does, and its checksum with it.
edit() {
    if [[ $1 == *.tsv ]]; then sed -E "$2" "$1"; else jq "$2" "$1"; fi >"$work/edited" && cp "$work/edited" "$1" && sign "$1"
}

# damage FILE AT: that byte becomes another, whatever it was.
damage() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    # shellcheck disable=SC2059
    printf "\\$(printf %o $((byte ^ 255)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# children_of PROCESS: their numbers.
children_of() { cat /proc/[0-9]*/stat 2>/dev/null | awk -v parent="$1" '$4 == parent { print $1 }'; }

# has_rows COUNT RUN: its run log has at least so many rows.
has_rows() { [ -e "$2/metrics.jsonl" ] && [ "$(wc -l <"$2/metrics.jsonl")" -ge "$1" ]; }

# wait_for COMMAND...: until it is true.
wait_for() {
    for _ in $(seq 6000); do
        "$@" && return
        sleep 0.02
    done
    echo "never true: $*"
    return 1
}

# Settings of a run that can be disturbed before its end.
long=(task.name=first train.steps=2400 train.checkpoint_every=100 eval.examples=50 'eval.lengths=1x 2x')

# What the long run ends with when nobody disturbs it; worked out once.
undisturbed() {
    [ -e "$BATS_FILE_TMPDIR/whole/eval.tsv" ] ||
        "$poslab" train "${long[@]}" --run "$BATS_FILE_TMPDIR/whole" >/dev/null 2>&1
    echo "$BATS_FILE_TMPDIR/whole/checkpoint.safetensors"
}

# finish_and_compare FOLDER: resumed, the long run ends with the same bytes, and its log has every row.
finish_and_compare() {
    "$poslab" train --run "$1" --resume >/dev/null 2>&1
    cmp "$1/checkpoint.safetensors" "$(undisturbed)"
    jq -es 'map(.step) == [range(10; 2410; 10)]' "$1/metrics.jsonl" >/dev/null
}

# widest FILE: characters in its longest line.
widest() { LC_ALL=C.UTF-8 awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$1"; }
