#!/bin/bash
# memory.sh [EVERY [COMMAND...]]: memory that runs out at the Nth allocation, for every N (or each EVERY-th) and every
# command below, once for that allocation alone and once for all later ones as well.
#
# Survived is: exit code 70 and a line with "out of memory", or all that the command does without a fault (exit code,
# stdout, files); a comparison may also say it of a member. In both cases the command, called again, does all of it.
# On stdout one line: attack, tried, survived, lost, with tabs between them; on stderr each loss. Exit code 1 where
# anything is lost.
set -u
cd "$(dirname "$0")/../.." || exit 2
every=${1:-1}
shift
poslab=${POSLAB:-$PWD/build/poslab}
failing=${FAILING_MALLOC:-$PWD/build/torture/failing_malloc.so}
work=$(mktemp -d "${TMPDIR:-/tmp}/poslab-memory.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT

small=(task.name=first train.steps=12 train.warmup=4 train.checkpoint_every=5 train.batch=8 eval.examples=20
    'eval.lengths=1x 2x' eval.seed=1)
pair=("${small[@]}" 'compare.encodings=rope, none' compare.seeds=1..1)

# What is attacked (capitals stand for what is above or a text): a name, whether it writes files, and the words of its
# command line. `run` and `pair` lie ready; `new` is written.
commands() {
    cat <<'END'
list reads list
list-json reads list encodings --json
help reads help
help-train reads help train
show reads show encoding rope
show-json reads show encoding rope --json
show-attention reads show attention run
show-positions reads show positions run
show-embedding reads show embedding run --json
explain reads explain encodings rope
sample reads sample task.name=first --count 3
sample-json reads sample task.name=chase --count 2 --json
metrics reads eval run --metric all
plot-attention reads plot attention run TEXT
predict reads predict run TEXT --count 3 --json
neighbours reads neighbours run X Y --json
eval reads eval run
eval-json reads eval run --json
export writes export run --out new
export-npy writes export run --table position --to npy --out new
plot writes plot extrapolation pair --to new.svg
plot-similarity writes plot similarity rope --to new.svg
plot-screen reads plot learning pair
report writes report pair --to new.html
compare-again writes compare PAIR --run pair
train writes train SMALL --run new
resume writes train --run half --resume
compare writes compare PAIR --jobs 1 --run new
END
}

# A folder as every attempt finds it
prepare() {
    mkdir "$work/ready"
    ln -s "$PWD/data" "$PWD/configs" "$work/ready"
    cd "$work/ready" || exit 2
    { "$poslab" train "${small[@]}" --run run && "$poslab" compare "${pair[@]}" --run pair &&
        "$poslab" train "${small[@]}" --run half; } >/dev/null 2>&1 || exit 2
    rm -f half/eval.json half/checkpoint.safetensors
    mv half/checkpoint.previous.safetensors half/checkpoint.safetensors || exit 2
    head -n 1 half/metrics.jsonl >half/log && mv half/log half/metrics.jsonl
}

fresh() {
    [ "$kind" = writes ] || { cd "$work/ready" && return; }
    rm -rf "$work/now"
    cp -a "$work/ready" "$work/now"
    cd "$work/now" || exit 2
}

# What lies in the folder, times and speeds put aside.
files() {
    [ "$kind" = writes ] || return
    find . -type f ! -name .lock ! -name '*.json' ! -name '*.jsonl' -exec sha256sum {} + | sort -k 2
    find . -name '*.json*' | sort | while read -r file; do
        echo "$file $(sed -E 's/"(seconds|tokens_per_second|xxh3_128)": [^,}]*//g' "$file" | sha256sum)"
    done
}

# attempt WORDS...: runs the command in a fresh folder; its exit code
attempt() {
    timeout 60 "$poslab" "$@" >"$work/out" 2>"$work/err" </dev/null
}

tried=0 lost=0
lose() {
    lost=$((lost + 1))
    echo "lost: $1: $2: $(tr '\n' '|' <"$work/err" | tail -c 200)" >&2
}

# Called again without a fault, it must do all that it did not do.
finish_and_compare() {
    [ "$kind" = writes ] || return
    case $name in
        train) attempt "${words[@]}" --resume || attempt "${words[@]}" ;;
        compare*) attempt "${words[@]}" || attempt "${words[@]}" --retry-failed ;;
        *) attempt "${words[@]}" ;;
    esac
    files >"$work/files"
    cmp -s "$work/files" "$work/whole.files" || lose "$1" 'called again, the files differ'
}

# One fault. Shell variables: name kind words code (that without a fault).
fault() {
    local n=$1 all=$2 got=0 where="$name, allocation $1, FAIL_ALL=$2"
    fresh
    tried=$((tried + 1))
    FAIL_AT=$n FAIL_ALL=$all LD_PRELOAD=$failing attempt "${words[@]}" || got=$?
    if [ "$got" = 70 ] || { [ "$got" = 1 ] && [ "${words[0]}" = compare ]; }; then
        if grep -q 'out of memory' "$work/err"; then
            finish_and_compare "$where"
        else
            lose "$where" "exit code $got without a reason"
        fi
    elif [ "$got" != "$code" ]; then
        lose "$where" "exit code $got"
    else
        files >"$work/files"
        plain "$work/out" | cmp -s - "$work/whole.out" || lose "$where" 'what it printed differs'
        cmp -s "$work/files" "$work/whole.files" || lose "$where" 'the files differ'
    fi
}

# What was printed, without times
plain() { sed -E 's/"(seconds|tokens_per_second)": [^,}]*//g; s/[0-9.]+ s\b//g' "$1"; }

attack() {
    local n count
    code=0
    fresh
    COUNT_IN=$work/count LD_PRELOAD=$failing attempt "${words[@]}" || code=$?
    [ "$code" = 0 ] || lose "$name" "without a fault, exit code $code"
    plain "$work/out" >"$work/whole.out"
    files >"$work/whole.files"
    count=$(od -An -tu4 "$work/count" | tr -d ' ')
    for ((n = 1; n <= count; n += every)); do
        fault "$n" 0
        fault "$n" 1
    done
}

prepare
while read -r name kind line; do
    [ $# -eq 0 ] || [[ " $* " = *" $name "* ]] || continue
    words=()
    for word in $line; do
        case $word in
            SMALL) words+=("${small[@]}") ;;
            PAIR) words+=("${pair[@]}") ;;
            TEXT) words+=('w1 X w2 Y') ;;
            *) words+=("$word") ;;
        esac
    done
    attack
done < <(commands)
printf 'malloc failing at every N\t%d\t%d\t%d\n' "$tried" "$((tried - lost))" "$lost"
[ "$lost" = 0 ]
