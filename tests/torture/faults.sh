#!/bin/bash
# faults.sh N [CASE...|K/M]: every system call of a command fails once, or does half of its work; of all commands, of
# those named, or of every Mth from the Kth on.
#
# Right is exit status 0 with the very output and files of an undisturbed run, and nothing that could not be synced; or
# another status with a message, all files under their final names as they were or as they should be, and a second call
# that ends as an undisturbed run does. What ends in a signal, hangs or says nothing is lost. A report may leave out
# what could not be read if it says so on the page.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
need fault intercept jq || exit 0
stop_clock
[ $# -gt 0 ] && shift

run=(--run run)
rows=(task.name=tsv task.train=rows.tsv task.test=rows.tsv)

# ---- Cases: the folder `run` that each begins with, or -, and its command.
cases=(train train_none resume resume_finished eval compare compare_half report train_lazy train_rows train_threads resume_damaged
    eval_json eval_anew eval_file compare_again compare_csv report_run
    plot_extrapolation plot_shift plot_learning plot_heatmap plot_similarity plot_attention plot_screen
    export export_npy export_segment predict predict_lines neighbours
    show_embedding show_attention show_positions sample)

# case_of NAME: $start and $command.
case_of() {
    start=whole
    case $1 in
        train) start=- command=(train "${small[@]}" "${run[@]}") ;;
        train_none) start=- command=(train "${small[@]}" train.keep=none "${run[@]}" --resume) ;;
        resume_finished) command=(train "${run[@]}" --resume) ;;
        train_lazy) start=- command=(train "${small[@]}" train.sparse=lazy "${run[@]}") ;;
        train_rows) start=- command=(train "${tiny[@]}" "${rows[@]}" "${run[@]}") ;;
        train_threads) start=- command=(train "${small[@]/train.shards=1/train.shards=2}" "${run[@]}" --threads 2) ;;
        resume) start=half command=(train "${run[@]}" --resume) ;;
        resume_damaged) start=damaged command=(train "${run[@]}" --resume) ;;
        eval) command=(eval run --threads 1) ;;
        eval_json) command=(eval run --json eval.lengths=3x --threads 1) ;;
        eval_file) command=(eval run/checkpoint.safetensors --csv --threads 1) ;;
        eval_anew) start=unevaluated command=(eval run --threads 1) ;;
        compare) start=- command=("${two[@]}") ;;
        compare_half) start=compared_half command=("${two[@]}") ;;
        compare_again) start=compared command=("${two[@]}" --json) ;;
        compare_csv) start=compared command=("${two[@]}" --csv) ;;
        report) start=compared command=(report run) ;;
        report_run) command=(report run --to run/page.html) ;;
        plot_extrapolation) start=compared command=(plot extrapolation run --to run/picture.svg) ;;
        plot_shift) command=(plot shift run sinusoidal --to run/picture.svg) ;;
        plot_learning) start=compared command=(plot learning run --to run/picture.svg) ;;
        plot_heatmap) command=(plot heatmap run --to run/picture.svg) ;;
        plot_similarity) command=(plot similarity run --to run/picture.svg) ;;
        plot_attention) command=(plot attention run 'X Y' --to run/picture.svg) ;;
        plot_screen) start=compared command=(plot extrapolation run) ;;
        export) command=(export run --out run/table) ;;
        export_npy) command=(export run --table position --to npy --out run/table) ;;
        export_segment) command=(export run --table segment --out run/table --json) ;;
        predict) command=(predict run 'X Y') ;;
        predict_lines) command=(predict run --json) ;;
        neighbours) command=(neighbours run X) ;;
        show_embedding) command=(show embedding run 'X Y') ;;
        show_attention) command=(show attention run 'X Y') ;;
        show_positions) command=(show positions run) ;;
        sample) command=(sample "${rows[@]}") ;;
        *) echo "faults.sh: there is no case $1; there are: ${cases[*]}" >&2; exit 2 ;;
    esac
}

quietly() { "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }; }

# The folders that cases begin with, in $work/starts.
make_starts() {
    local third
    mkdir -p "$work/starts"
    quietly limited train "${small[@]}" --run "$work/starts/whole"
    cp -r "$work/starts/whole" "$work/starts/unevaluated"
    rm "$work/starts/unevaluated/eval.json"
    calls train "${small[@]}" "${run[@]}"
    third=$(awk -F '\t' '$2 == "write" && $4 ~ /metrics/ && ++n == 3 { print $1 }' "$work/calls")
    rm -rf run
    "$tools/intercept" "$third" kill "$poslab" train "${small[@]}" "${run[@]}" >/dev/null 2>&1
    mv run "$work/starts/half"
    cp -r "$work/starts/half" "$work/starts/damaged"
    printf x | dd of="$work/starts/damaged/checkpoint.safetensors" bs=1 seek=4 conv=notrunc 2>/dev/null
    quietly limited "${two[@]}"
    mv run "$work/starts/compared"
    cp -r "$work/starts/compared" "$work/starts/compared_half"
    rm -r "$work/starts/compared_half/compare.json" "$work/starts/compared_half/none-seed1"
    printf 'label\ttext_a\nyes\ta b c\nno\tb a c\nyes\ta c b\nno\tb c a\n' >rows.tsv
}

fresh() {
    rm -rf run
    [ "$start" = - ] || cp -r "$work/starts/$start" run
}

# Standard input is for predict_lines.
call() {
    "$@" <<<'X Y' >"$work/out" 2>"$work/err"
}

# How many members were finished before, and whether a file was there, depend on where the first call failed.
lasting() { sed -e 's/([0-9]* finished before)//' -e '/ has a new eval.json/d' -e '/^$/d' "$1"; }
same_output() {
    cmp -s "$work/out" "$work/expected" || cmp -s <(lasting "$work/out") <(lasting "$work/expected")
}

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

# said CODE: it is one of those that the manual has, and there is a message. A failed member has a line of its own.
said() {
    local lines
    lines=$(tr '\r' '\n' <"$work/err" | grep -c '^poslab: ')
    [[ " 1 2 65 73 74 75 " == *" $1 "* ]] && [ "$lines" -ge 1 ]
}

# Under its final name each file is as it was before or as it should be.
no_half_file() {
    local file name
    while IFS= read -r -d '' file; do
        name=${file#run/}
        case ${name##*/} in
            compare.json) jq -e . "$file" >/dev/null 2>&1 && continue ;; # a failed member is named there
            *.tmp* | .* | metrics.jsonl | checkpoint* | failure.json) continue ;; # judged by the second call
        esac
        cmp -s "$file" "$work/end/$name" || cmp -s "$file" "$work/starts/$start/$name" || { echo "$file"; return 1; }
    done < <(find run -type f -print0 2>/dev/null)
}

# Files as after an undisturbed call; a report must at least say what it leaves out.
same_end() {
    same "$work/end" run "${but[@]}" && return 0
    [[ ${command[0]} = report && ${1:-} = lenient ]] && grep -qi 'missing here' run/*.html
}

check_fault() {
    local number=$1 fault=$2 code why
    fresh
    call "$tools/intercept" -l "$work/hit" "$number" "$fault" "$poslab" "${command[@]}"
    code=$?
    [ -s "$work/hit" ] || return 0
    tried=$((tried + 1))
    repeat="$fault at call $number ($(cut -f 2,4 "$work/hit" | tr '\t' ' ')) of poslab ${command[*]@Q}"
    if [ $code = 0 ]; then
        if ! same_output; then
            lose "exit status 0 with another output: $(head -c 200 "$work/err" | tail -n 1)"
        elif ! why=$(same_end lenient); then
            lose "exit status 0 with other files: $(head -n 1 <<<"$why")"
        elif [ "$fault" != EINTR ] && cut -f 2 "$work/hit" | grep -q sync; then
            lose "exit status 0, and what was not synced may be gone tomorrow"
        fi
        return
    fi
    if [ $code = 124 ]; then
        lose "hangs"
    elif ! said $code; then
        lose "exit status $code, and says: $(head -c 300 "$work/err" | tail -n 1)"
    elif ! why=$(no_half_file); then
        lose "half a file under its final name: $why"
    elif ! call go_on "${command[@]}"; then
        lose "a second call fails: $(tail -n 1 "$work/err")"
    elif ! same_output || ! why=$(same_end); then
        lose "a second call ends otherwise: $(head -n 1 <<<"$why") $(grep warning "$work/err")"
    fi
}

attack_case() {
    local number name fault
    case_of "$1"
    but=()
    [[ $1 != *damaged* ]] || but=("${aside[@]}")
    fresh
    calls "${command[@]}" <<<'X Y' || { cat "$work/err" >&2; exit 1; }
    cp "$work/out" "$work/expected"
    rm -rf "$work/end"
    cp -r run "$work/end"
    begin "fault: $1"
    cut -f 1,2 "$work/calls" | while read -r number name; do
        for fault in $(faults_of "$name"); do
            echo "$number $fault"
        done
    done >"$work/faults"
    for number in $(spread "$(wc -l <"$work/faults")"); do
        # shellcheck disable=SC2046 # two words
        check_fault $(sed -n "${number}p" "$work/faults")
    done
    end
}

make_starts
if [[ ${1:-1/1} == */* ]]; then
    part=${1:-1/1} chosen=()
    for ((k = ${part%/*} - 1; k < ${#cases[@]}; k += ${part#*/})); do chosen+=("${cases[k]}"); done
    set -- "${chosen[@]}"
fi
for each; do
    attack_case "$each"
done
