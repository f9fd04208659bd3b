# shellcheck shell=bash disable=SC2034,SC2154
# cases.bash -- the commands that faults.sh and memory.sh attack, what is in their folder before, and how a disturbed
# call is compared with an undisturbed one. Source it after common.bash.
#
# A case is `row NAME START COMMAND...`; those of a room are in its own cases.bash. START says what is in the folder: parts joined by +, or - for nothing. The
# function part_NAME makes a part, once. `cli/torture.bats` wants a case for every command, for every format of rows,
# tables and vectors, and for every value of an option --to.

names=()
declare -A start_of command_of
row() {
    names+=("$1")
    start_of[$1]=$2
    command_of[$1]=${*@Q} # the whole row, quoted
}

lopsided=("${first[@]}" compare.seeds=1..1 --jobs=1)

row train - train "${small[@]}" --run run
row train_none - train "${small[@]}" train.keep=none --run run --resume
row train_lazy - train "${small[@]}" train.sparse=lazy --run run
row train_threads - train "${small[@]/train.shards=1/train.shards=2}" --run run --threads 2
row train_member - train 'rope base=100' "${first[@]}"
row train_from whole train --from run train.seed=2 --run new
row train_extended constant train --run run --resume train.steps=30
row resume half train --run run --resume
row resume_finished whole train --run run --resume
row resume_damaged damaged train --run run --resume
row eval whole eval run --threads 1
row eval_json whole eval run --json eval.lengths=3x --threads 1
row eval_file whole eval run/checkpoint.safetensors --csv --threads 1
row eval_anew unevaluated eval run --metric all --threads 1
row compare - "${two[@]}"
row compare_half compared_half "${two[@]}"
row compare_again compared "${two[@]}" --json
row compare_csv compared "${two[@]}" --csv
for form in md tex csv json; do
    row "compare_to_$form" compared compare --run run --to "table.$form" --full
done
row compare_longer compared compare --run run eval.lengths='1x 3x' --jobs=1
row compare_baseline - compare none baseline/bag "${lopsided[@]}" --run run
row compare_grid - compare none "${lopsided[@]/train.batch=4/train.beta1=0.9}" compare.grid=batch=3,4 --run run
row compare_from whole compare learned --from run compare.seeds=1..1 --jobs=1 --run new
row compare_dry - "${two[@]}" --dry-run
row part - "${two[@]}" --part 1/2
row part_last parted "${two[@]}" --part 2/2
row merge parts "${two[@]}"
row plot_extrapolation compared plot extrapolation run --to picture.svg
row plot_png compared plot extrapolation run --to picture.png
row plot_pdf compared plot extrapolation run --to picture.pdf
row plot_screen compared plot extrapolation run
row plot_learning compared plot learning run --to picture.svg
row show_encoding - show encoding rope --view shift
row show_embedding whole show embedding run 'X Y'
row show_attention whole show attention run 'X Y' --json
row show_positions whole show positions run
row show_to whole show run --to picture.svg
row show_attention_to whole show attention run 'X Y' --to picture.png
row show_pdf - show rope --view similarity --to picture.pdf
row help_list - help settings
row help_json - help --json
row help - help
row help_word - help rope

for own in "$root"/tests/rooms/*/cases.bash; do
    # shellcheck source=/dev/null
    . "$own"
done

# ---- Parts. Each function runs in its own empty folder; if it fails, the attack ends.

made() {
    "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; echo "cannot make: ${*@Q}" >&2; exit 1; }
}
part_whole() { made limited train "${small[@]}" --run run; }
part_unevaluated() { lay whole && rm run/eval.tsv; }
part_other() { made limited train "${small[@]}" train.seed=2 --run other; }
part_constant() { made limited train "${small[@]}" train.schedule=constant --run run; }
# Killed while it logs the step of its third checkpoint.
part_half() {
    local third
    calls train "${small[@]}" --run run
    third=$(awk -F '\t' '$2 == "write" && $4 ~ /metrics/ && ++n == 3 { print $1 }' "$work/calls")
    rm -rf run
    "$tools/intercept" "$third" kill "$poslab" train "${small[@]}" --run run >/dev/null 2>&1
    [ -s run/checkpoint.safetensors ] && [ ! -e run/eval.tsv ] || exit 1
}
part_damaged() {
    lay half
    printf x | dd of=run/checkpoint.safetensors bs=1 seek=4 conv=notrunc 2>/dev/null
}
part_compared() { made limited "${two[@]}"; }
part_compared_half() { lay compared && rm -r run/compare.json run/none-seed1; }
part_parted() { made limited "${two[@]}" --part 1/2; }
part_parts() { lay parted && made limited "${two[@]}" --part 2/2; }
part_longer() { made limited compare none "${lopsided[@]/train.steps=20/train.steps=25}" --run longer; }
part_folder() { mkdir runs && cd runs && lay compared+longer; }
# lay START: copies the parts into the current folder.
lay() {
    local part
    for part in ${1//+/ }; do
        [ "$part" = - ] && continue
        if [ ! -d "$work/parts/$part" ]; then
            mkdir -p "$work/making.$part" "$work/parts"
            (cd "$work/making.$part" && "part_$part") || exit 1
            mv "$work/making.$part" "$work/parts/$part"
        fi
        cp -a "$work/parts/$part/." .
    done
}

# ---- Attempts

# chosen [NAME...|K/M]: prints these cases, or every Mth from the Kth on, or all.
chosen() {
    local k part=${1:-1/1}
    if [[ $part == */* ]]; then
        for ((k = ${part%/*} - 1; k < ${#names[@]}; k += ${part#*/})); do echo "${names[k]}"; done
    else
        printf '%s\n' "$@"
    fi
}

# Makes the folder in which a case begins.
fresh() {
    cd "$work" && rm -rf here && mkdir here && cd here && lay "$start"
}

# Runs a command; some read the line from standard input.
call() {
    "$@" <<<'X Y' >"$work/out" 2>"$work/err"
}

# undisturbed KIND NAME COUNTER...: sets $start and $command of the case, and runs the command with COUNTER. Its output
# goes to $work/expected, its files to $work/end. A case that fails undisturbed is lost.
undisturbed() {
    local name=$2
    [ -n "${command_of[$name]:-}" ] || { echo "there is no case $name; there are: ${names[*]}" >&2; exit 2; }
    begin "$1: $name"
    start=${start_of[$name]}
    eval "command=(${command_of[$name]})"
    command=("${command[@]:2}")
    but=()
    [[ $start != *damaged* ]] || but=("${aside[@]}")
    fresh
    rm -rf "$work/begin" "$work/end"
    cp -a . "$work/begin"
    if ! "${@:3}" "${command[@]}" <<<'X Y'; then
        tried=1 repeat="poslab ${command[*]@Q}"
        lose "fails undisturbed: $(tail -n 1 "$work/err")"
        end
        return 1
    fi
    cp "$work/out" "$work/expected"
    cp -a . "$work/end"
}

# Output without what depends on where the first call failed: what the second one trains, and which files it found.
lasting() {
    sed -e 's/([0-9]* \(finished \)*before)//' -e '/^$/d' -e 's/^[0-9]* models* in 0\.0 s//' \
        -e 's/  *\([0-9]* models*\)\(, 0\.0 s\)*$/ \1/' "$1"
}
same_output() {
    cmp -s "$work/out" "$work/expected" || cmp -s <(lasting "$work/out") <(lasting "$work/expected")
}

# Each file is as it was before, or as it should be; prints the first one that is not.
no_half_file() {
    local file
    ! same "$work/end" . >/dev/null && ! same "$work/begin" . >/dev/null || return 0
    while IFS= read -r -d '' file; do
        case ${file##*/} in
            compare.json | claims.json) jq -e . "$file" >/dev/null 2>&1 && continue ;; # it may name a failed member
            *.tmp* | .* | metrics.jsonl | checkpoint* | failure.json) continue ;;      # the second call tests these
        esac
        cmp -s "$file" "$work/end/$file" || cmp -s "$file" "$work/begin/$file" || { echo "$file"; return 1; }
    done < <(find . -type f -print0)
}

# Files are as after an undisturbed call; if lenient, a report may instead say what is missing.
same_end() {
    same "$work/end" . "${but[@]}" && return 0
    [[ ${command[0]} = report && ${1:-} = lenient ]] && grep -qi 'missing here' run/*.html ./*.html 2>/dev/null
}

# ends_well: a failure leaves no incomplete file, and a second call ends like an undisturbed one.
ends_well() {
    local why
    if ! why=$(no_half_file); then
        lose "half a file under its final name: $why"
    elif ! call go_on "${command[@]}"; then
        lose "a second call fails: $(tail -n 1 "$work/err")"
    elif ! same_output || ! why=$(same_end); then
        lose "a second call ends otherwise: $(shortly "$why") $(grep warning "$work/err")"
    fi
}

# `runs` may skip one of many folders if it says why: in its row, or in a warning.
says_why() {
    [ "${command[0]}" = runs ] || return
    grep -qE "$reason" "$work/out" || grep -qE "^poslab: warning: .*$reason" "$work/err"
}
reason='(cannot (open|read|list|look (at|into))) '

# is_complete: after exit status 0, output and files are those of an undisturbed call.
is_complete() {
    local why
    if ! same_output && ! says_why; then
        lose "exit status 0 with another output: $(head -c 200 "$work/err" | tail -n 1)"
    elif ! why=$(same_end lenient); then
        lose "exit status 0 with other files: $(shortly "$why")"
    else
        return 0
    fi
    return 1
}
