# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# keep.bats -- train.keep: which files of a finished run stay, whatever happens meanwhile; and what is said of a run
# without a model.

load helpers
export COLUMNS=1000 # a sentence stays on one line

# A run with three saves, so that there is a checkpoint before the last.
saving=("${small[@]}" train.checkpoint_every=20)
results='config.ini eval.tsv'
last="checkpoint.safetensors $results metrics.jsonl"
all="checkpoint.previous.safetensors $last"

# files FOLDER: all of them, by name, hidden ones too.
files() { (cd "$1" && find . -mindepth 1 -printf '%P\n' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'); }

# numbers FOLDER: of an evaluation, without the time that it took.
numbers() { evaluation "$1/eval.tsv"; }

@test "a finished run has 5, 4 or 2 files; its numbers and its model are the same" {
    for keep in all last none; do
        "$poslab" train "${saving[@]}" train.keep=$keep --run "$work/$keep" >"$work/$keep.txt" 2>/dev/null
        grep -qx "keep = $keep" "$work/$keep/config.ini"
        numbers "$work/$keep" >"$work/$keep.json"
    done
    [ "$(files "$work/all")" = "$all" ]
    [ "$(files "$work/last")" = "$last" ]
    [ "$(files "$work/none")" = "$results" ]
    cmp "$work/all/checkpoint.safetensors" "$work/last/checkpoint.safetensors"
    cmp "$work/all.json" "$work/last.json"
    cmp "$work/all.json" "$work/none.json"
    grep -qF "The run is in $work/last: config.ini, metrics.jsonl, checkpoint.safetensors, eval.tsv." "$work/last.txt"
    grep -qF "The run is in $work/none: config.ini, eval.tsv." "$work/none.txt"
    "$poslab" help train --all | tr -s ' \n' ' ' | grep -qF 'A finished run has at most 5 files: config.ini, eval.tsv, metrics.jsonl, checkpoint.safetensors and checkpoint.previous.safetensors. With train.keep=last it has 4: checkpoint.previous.safetensors is left out. With train.keep=none it has 2, config.ini and eval.tsv'
    "$poslab" help settings --all | tr -s ' \n' ' ' | grep -q 'keep .*all *| *last *| *none'
}

# says help train: train.keep changes no result
# says help train: A finished run may be rerun with another train.keep: files are deleted, and deleted ones do not come back
@test "a finished run is the same whatever train.keep says, and what went does not come back" {
    "$poslab" train "${saving[@]}" --run "$work/run" >/dev/null 2>&1
    before=$(cksum "$work/run/config.ini")
    for keep in all last all none last all; do
        "$poslab" train "${saving[@]}" train.keep=$keep --run "$work/run" --resume >/dev/null 2>&1
        case $keep in
            all) [ "$(files "$work/run")" = "${now:-$all}" ] ;;
            last) now=${now:-$last} ;;
            none) now=$results ;;
        esac
        [ "$(files "$work/run")" = "${now:-$all}" ]
    done
    [ "$before" = "$(cksum "$work/run/config.ini")" ]
}

@test "a run that stopped keeps its checkpoints, and goes on under another train.keep to the same bytes" {
    "${held[@]}" CLOCK_AFTER=checkpoint.previous.safetensors "$poslab" train "${long[@]}" train.keep=none --run "$work/run" >/dev/null 2>&1 &
    stop_at test -s "$work/run/checkpoint.previous.safetensors"
    [ "$(files "$work/run")" = ".lock ${all/eval.tsv /}" ]
    "$poslab" train --run "$work/run" --resume train.keep=last >/dev/null 2>&1
    [ "$(files "$work/run")" = "$last" ]
    cmp "$work/run/checkpoint.safetensors" "$(undisturbed)"
}

# says help compare: train.keep says which other files stay
# says help compare: A new train.keep applies to finished members, too
@test "a comparison keeps what its present call says: finished members are pruned, nothing comes back or is trained again" {
    c=("${saving[@]}" 'compare.members=learned, none' compare.seeds=1..1 --run "$work/c")
    "$poslab" compare "${c[@]}" --csv >"$work/table" 2>/dev/null
    [ "$(files "$work/c/none-seed1")" = "$all" ]
    results_before=$(stat -c '%n %Y %i' "$work"/c/*/eval.tsv)
    for keep in last none all; do
        [ $keep = none ] || "$poslab" compare "${c[@]}" train.keep=$keep --csv 2>/dev/null | cmp - "$work/table"
        "$poslab" compare --run "$work/c" train.keep=$keep --csv 2>/dev/null | cmp - "$work/table" # its other settings hold
        case $keep in last) now=$last ;; *) now=$results ;; esac
        for member in learned-seed1 none-seed1; do [ "$(files "$work/c/$member")" = "$now" ]; done
    done
    [ "$results_before" = "$(stat -c '%n %Y %i' "$work"/c/*/eval.tsv)" ]
    "$poslab" runs "$work/c" --verify >"$work/verified"
    [ "$(cat "$work/verified")" = '3 of 3 folders ok; 2 runs keep no checkpoint.' ]
}

@test "last: the checkpoint before stays where it is the only one that can be read" {
    c=("${saving[@]}" compare.members=none compare.seeds=1..1 --run "$work/c")
    "$poslab" compare "${c[@]}" >/dev/null 2>&1
    cp "$work/c/none-seed1/checkpoint.safetensors" "$work/good"
    damage "$work/c/none-seed1/checkpoint.safetensors" 9000
    "$poslab" compare "${c[@]}" train.keep=last >/dev/null 2>&1
    [ "$(files "$work/c/none-seed1")" = "$all" ]
    "$poslab" train --run "$work/c/none-seed1" --resume train.keep=last >/dev/null 2>&1
    cmp "$work/good" "$work/c/none-seed1/checkpoint.safetensors"
    [ "$(files "$work/c/none-seed1")" = "checkpoint.damaged-1.safetensors $last" ]
}

@test "a member in use is not pruned, and nobody waits for it" {
    c=("${saving[@]}" compare.members=none compare.seeds=1..1 --run "$work/c")
    "$poslab" compare "${c[@]}" >/dev/null 2>&1
    mkfifo "$work/go"
    # perl holds the lock as another program on another host would: F_SETLK (6) with Linux's struct flock for F_WRLCK (1)
    perl -e 'open my $f, ">>", $ARGV[0] or die; my $all = pack "s s x4 q q l x4", 1, 0, 0, 0, 0;
        fcntl($f, 6, $all) or die; $| = 1;
        print "locked\n"; 1 while <STDIN>' \
        "$work/c/none-seed1/.lock" <"$work/go" >"$work/locked" &
    exec 7>"$work/go"
    wait_for test -s "$work/locked"
    "$poslab" compare "${c[@]}" train.keep=none >/dev/null 2>&1
    [ "$(files "$work/c/none-seed1")" = ".lock $all" ]
    exec 7>&-
    wait
    "$poslab" compare "${c[@]}" train.keep=none >/dev/null 2>&1
    [ "$(files "$work/c/none-seed1")" = "$results" ]
}

@test "killed before any of its last calls, a run that keeps nothing is finished by the same call" {
    build/torture/intercept 0 pass true || skip "system calls cannot be intercepted here"
    cd "$work"
    poslab=$OLDPWD/build/poslab intercept=$OLDPWD/build/torture/intercept
    line=("${saving[@]}" train.keep=none --run run --resume)
    "$intercept" -l calls 0 pass "$poslab" train "${line[@]}" >/dev/null 2>&1
    numbers run >expected
    count=$(wc -l <calls)
    [ "$(grep unlink calls | grep -vc failure.json)" = 4 ] # three files and the lock
    saved=$(awk -F '\t' '$2 ~ /rename/ && $4 ~ /checkpoint/ { print $1; exit }' calls)
    kills=0
    while read -r number; do
        rm -rf run
        "$intercept" "$number" kill "$poslab" train "${line[@]}" >/dev/null 2>&1 || true
        # the result is there before the model goes
        [ "$number" -le "$saved" ] || [ -e run/eval.tsv ] || "$poslab" export run --out table >/dev/null 2>&1
        "$poslab" train "${line[@]}" >/dev/null 2>&1
        [ "$(files run)" = "$results" ]
        numbers run | cmp - expected
        kills=$((kills + 1))
    done < <(awk -F '\t' -v last="$count" '$2 ~ /unlink|rename/ || $1 > last - 12 { print $1 }' calls)
    [ $kills -ge 16 ]
}

@test "without a model: what needs one says that none was kept and how to have it again; the rest works" {
    "$poslab" compare "${saving[@]}" 'compare.members=learned, none' compare.seeds=1..2 train.keep=none --run "$work/c" >/dev/null 2>&1
    run=$work/c/learned-seed1
    says="$run is finished, and no checkpoint was kept (train.keep = none); to get the model back: poslab train \
$run/config.ini train.keep=last --run ANOTHER_FOLDER"
    before=$(find "$work/c" -type f -exec cksum {} + | sort)
    refused 2 "$says" "$poslab" eval "$run"
    refused 2 "$says" "$poslab" predict "$run" 'w1 X w2 Y'
    refused 2 "$says" "$poslab" show attention "$run" 'w1 X w2 Y'
    refused 2 "$says" "$poslab" export "$run" --out "$work/out"
    refused 2 "$says" "$poslab" show "$run" --to "$work/map.svg"
    "$poslab" plot extrapolation "$work/c" --to "$work/curves.svg" >/dev/null
    "$poslab" runs "$work/c" --verify >/dev/null
    "$poslab" train --run "$run" --resume | grep -qF "The run is in $run: config.ini, eval.tsv."
    [ "$before" = "$(find "$work/c" -type f -exec cksum {} + | sort)" ]
    # what is advised works
    "$poslab" train "$run/config.ini" train.keep=last --run "$work/again" >/dev/null 2>&1
    "$poslab" predict "$work/again" 'w1 X w2 Y' >/dev/null
    diff <(numbers "$run") <(numbers "$work/again")
}

@test "without models a report draws what it has, and says in one line what it has not" {
    c=("${saving[@]}" 'compare.members=learned, none, baseline/bag' compare.seeds=1..2 --run "$work/c")
    "$poslab" compare "${c[@]}" train.keep=none >/dev/null 2>&1
    "$poslab" report "$work/c" >/dev/null
    [ "$(sed -n '/<section id=missing>/,/<.section>/p' "$work/c/report.html" | grep -c '<li>')" = 1 ]
    grep -qF '<li>4 of 6 models: no checkpoint was kept (train.keep = none), so there are no pictures of positions and attention' \
        "$work/c/report.html"
    grep -q '<section id=curves>' "$work/c/report.html"
    grep -qE '<section id=(positions|attention|learning)>' "$work/c/report.html" && return 1
    "$poslab" compare "${c[@]:0:$((${#c[@]} - 1))}" "$work/d" train.keep=last >/dev/null 2>&1
    "$poslab" report "$work/d" >/dev/null
    grep -qE '<section id=positions>' "$work/d/report.html"
    grep -qF '<section id=missing>' "$work/d/report.html" && return 1
    true
}

@test "without a model an eval.tsv that cannot be read is refused, not trained over; set aside, it is made anew" {
    "$poslab" train "${saving[@]}" train.keep=none --run "$work/run" >/dev/null 2>&1
    numbers "$work/run" >"$work/expected"
    sed -i 's/steps = 60/steps = 61/' "$work/run/eval.tsv"
    before=$(cksum "$work/run/eval.tsv")
    says="its checksum does not fit, so it was changed or damaged; no checkpoint was kept to make a new one: rename it, \
then \`poslab train --run $work/run --resume\` trains the model again"
    refused 65 "$work/run/eval.tsv: $says" "$poslab" train --run "$work/run" --resume
    refused 65 "$work/run/eval.tsv: $says" "$poslab" report "$work/run"
    [ "$before" = "$(cksum "$work/run/eval.tsv")" ]
    mv "$work/run/eval.tsv" "$work/run/eval.old.tsv"
    "$poslab" train --run "$work/run" --resume >/dev/null 2>&1
    [ "$(files "$work/run")" = 'config.ini eval.old.tsv eval.tsv' ]
    numbers "$work/run" | cmp - "$work/expected"
}
