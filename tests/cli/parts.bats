# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# parts.bats -- a comparison in parts: by several calls at once, whatever happens to them, with the results of one call.

load helpers
export COLUMNS=1000 # a sentence stays on one line
load same

two_by_one=("${small[@]}" 'compare.members=learned, rope' compare.seeds=1..1)
two_by_three=("${small[@]}" 'compare.members=learned, rope' compare.seeds=1..3)
# Two members that can be disturbed before their end.
two=("${long[@]}" 'compare.members=learned, none' compare.seeds=1..1)

teardown() {
    [ -z "${process:-}" ] || kill -KILL "$process" 2>/dev/null || true
}

# part K/N SETTING...: one part of the comparison in $work/parts; as run_both.
part() {
    run_both "$poslab" compare "${@:2}" --run "$work/parts" --jobs 1 --part "$1"
}

says() {
    local line="part $2 of $work/parts: $3 of $4 models finished ($5 before) in "
    if [ "$status" != "$1" ] || [ "$(wc -l <"$output_file")" != 1 ] ||
        ! [[ "$(cat "$output_file")" =~ ^"$line"[0-9]+\.[0-9]\ s$ ]]; then
        echo "expected exit code $1 and: ${line}N s"
        echo "got exit code $status and: $(cat "$output_file" "$error_file")"
        return 1
    fi
}

members_there() {
    (cd "$work/parts" && echo */eval.tsv) | sed 's|/eval.tsv||g'
}

# says help compare: --part K/N trains every N-th member, from the K-th on, and prints one line
@test "part K takes every N-th member from the K-th on, says so in one line, and merges nothing" {
    part 2/3 "${two_by_three[@]}"
    says 0 2/3 2 2 0
    [ "$(members_there)" = 'learned-seed2 rope-seed2' ]
    [ ! -e "$work/parts/compare.json" ]
    part 4/4 "${two_by_three[@]}"
    says 0 4/4 1 1 0
    [ "$(members_there)" = 'learned-seed2 rope-seed1 rope-seed2' ]
    part 1/4 "${two_by_three[@]}" # the first and the fifth
    says 0 1/4 2 2 1
    [ "$(members_there)" = 'learned-seed1 learned-seed2 rope-seed1 rope-seed2' ]
}

# says help compare: The same command without --part trains what is missing and prints the complete result
@test "the call without a part trains what is missing, and prints and writes what one call does" {
    "$poslab" compare "${two_by_three[@]}" --run "$work/whole" --full >"$work/whole.table" 2>/dev/null
    part 2/2 "${two_by_three[@]}"
    "$poslab" compare "${two_by_three[@]}" --run "$work/parts" --full >"$work/parts.table" 2>/dev/null
    grep -qF '6 models in ' "$work/parts.table"
    grep -qF '(3 finished before)' "$work/parts.table"
    same_table "$work/whole.table" "$work/parts.table"
    same_results "$work/whole" "$work/parts"
    cmp "$work/whole/config.ini" "$work/parts/config.ini"
    diff <(jq -S 'del(.seconds, .xxh3_128, .evaluations, (.. | .seconds?, .tokens_per_second?))' "$work/whole/compare.json") \
        <(jq -S 'del(.seconds, .xxh3_128, .evaluations, (.. | .seconds?, .tokens_per_second?))' "$work/parts/compare.json")
}

@test "one part is all of it; of more parts than members some have nothing to do" {
    part 1/1 "${two_by_one[@]}"
    says 0 1/1 2 2 0
    for k in 3 999 100000; do
        part "$k/100000" "${two_by_one[@]}"
        [ "$status" = 0 ]
        [ "$(cat "$output_file")" = "part $k/100000 of $work/parts: no models" ]
    done
    part 2/100000 "${two_by_one[@]}"
    says 0 2/100000 1 1 1
}

@test "a part that is finished writes nothing when it is called again" {
    part 1/2 "${two_by_three[@]}"
    before=$(state_of "$work/parts")
    part 1/2 "${two_by_three[@]}"
    says 0 1/2 3 3 3
    [ "$before" = "$(state_of "$work/parts")" ]
    part 1/1 "${two_by_three[@]}"
    says 0 1/1 6 6 3
}

@test "a member that is deleted, or its evaluation, is made again by its part alone" {
    part 1/1 "${two_by_three[@]}"
    cp -r "$work/parts" "$work/whole"
    rm -r "$work/parts/learned-seed2"
    rm "$work/parts/rope-seed2/eval.tsv"
    run_both "$poslab" runs "$work/parts"
    [ "$status" = 75 ]
    before=$(state_of "$work/parts")
    part 1/3 "${two_by_three[@]}"
    says 0 1/3 2 2 2
    [ "$before" = "$(state_of "$work/parts")" ]
    part 2/3 "${two_by_three[@]}"
    says 0 2/3 2 2 0
    same_results "$work/whole" "$work/parts"
    cmp "$work/whole/rope-seed2/metrics.jsonl" "$work/parts/rope-seed2/metrics.jsonl" # it was not trained again
    run_both "$poslab" runs "$work/parts"
    [ "$status" = 0 ]
}

# in_use: another call trains the first member, which takes long, and is stopped by kill so that it keeps its lock.
in_use() {
    "$poslab" compare "${c[@]}" --run "$work/parts" --jobs 1 --part 1/2 >/dev/null 2>&1 &
    process=$!
    wait_for test -s "$work/parts/learned-steps=200000-seed1/metrics.jsonl"
    kill -STOP "$process" "$(children_of "$process")"
}

released() {
    kill -CONT "$(children_of "$process")" "$process"
    kill "$process"
    wait "$process" || [ $? = 75 ]
    process=
}

@test "a member in use elsewhere is passed over and told: exit code 75; the others are trained" {
    c=("${small[@]}" 'compare.members=learned steps=200000, none' compare.seeds=1..1)
    in_use
    part 1/1 "${c[@]}"
    released
    says 75 1/1 1 2 0
    folder="$work/parts/learned-steps=200000-seed1"
    grep -qF "${folder##*/} has no result yet: $folder is in use by another poslab process" "$error_file"
    [ "$(members_there)" = none-seed1 ]
    [ ! -e "$folder/failure.json" ]
    part 2/2 "${c[@]}"
    says 0 2/2 1 1 1
}

@test "told to stop, a part leaves a checkpoint, exit code 75; the same call goes on to the same bytes" {
    "${held[@]}" "$poslab" compare "${two[@]}" --run "$work/parts" --jobs 1 --part 1/2 >"$work/line" 2>/dev/null &
    process=$!
    wait_for test -s "$work/parts/learned-seed1/metrics.jsonl"
    kill -USR1 "$process"
    let_go
    status=0
    wait "$process" || status=$?
    process=
    output_file=$work/line error_file=/dev/null
    says 75 1/2 0 1 0
    [ -s "$work/parts/learned-seed1/checkpoint.safetensors" ]
    part 1/2 "${two[@]}"
    says 0 1/2 1 1 0
    cmp "$work/parts/learned-seed1/checkpoint.safetensors" "$(undisturbed)"
}

@test "a member that diverges is named: exit code 1, and it is nobody's to wait for" {
    c=("${small[@]}" 'compare.members=learned, rope learning_rate=1e9 clip=0' compare.seeds=1..1)
    part 1/1 "${c[@]}"
    says 1 1/1 1 2 0
    grep -q '^poslab: rope-learning_rate=1e9-clip=0-seed1 failed (exit code 3): diverged at step ' "$error_file"
    part 2/2 "${c[@]}" # it is tried again
    says 1 2/2 0 1 0
    grep -qxF "poslab: 1 model in $work/parts failed before; training again" "$error_file"
    grep -q '^poslab: rope-learning_rate=1e9-clip=0-seed1 failed (exit code 3): diverged at step ' "$error_file"
    run_both "$poslab" runs "$work/parts"
    [ "$status" = 1 ]
    part 1/2 "${c[@]}" # the other one knows nothing of it
    says 0 1/2 1 1 1
}

@test "a failed member and one in use elsewhere: exit code 75, for something can go on" {
    c=("${small[@]}" 'compare.members=learned steps=200000, rope learning_rate=1e9 clip=0' compare.seeds=1..1)
    in_use
    part 1/1 "${c[@]}"
    "$poslab" runs "$work/parts" >"$work/running" || running=$?
    released
    says 75 1/1 0 2 0
    [ "$running" = 75 ]
    grep -q '^poslab: rope-learning_rate=1e9-clip=0-seed1 failed (exit code 3): diverged at step ' "$error_file"
    run_both "$poslab" runs "$work/parts"
    [ "$status" = 75 ]
}

@test "a part of other settings than the folder's is refused" {
    part 1/2 "${two_by_three[@]}"
    before=$(state_of "$work/parts")
    refused 2 'holds a comparison with other settings (train.steps = 60 there, 61 here)' \
        "$poslab" compare "${two_by_three[@]/train.steps=60/train.steps=61}" --run "$work/parts" --part 2/2
    [ "$before" = "$(state_of "$work/parts")" ]
}

# Two experiments of four members each.
write_claim() {
    for name in near far; do
        printf '[experiment %s]\nsummary = task first\ntask.name = first\ntrain.steps = 60\ntrain.warmup = 10\n' $name
        printf 'compare.members = none, learned\neval.lengths = 1x 2x\neval.examples = 50\neval.policies = extend\n\n'
    done >"$1"
    cat >>"$1" <<'INI'
[claim]
number   = 42
sentence = Positions help.
measured = Task first with a learned table and with none.
factors  = task, length

[table better]
heads  = learned, none, more
test   = more
margin = 2
row    = near, in range | near learned | near none
row    = far, in range | far learned | far none
INI
}

# says help claims: --part K/N trains every N-th model of all experiments, from the K-th on, and prints one line
@test "claims: a part takes every N-th member of all experiments; the call without a part judges" {
    need claims
    write_claim "$work/mine.ini"
    claims=("$poslab" claims "$work/mine.ini" --seeds 2)
    "${claims[@]}" --run "$work/whole" >"$work/whole.text" 2>/dev/null
    run_both "${claims[@]}" --run "$work/parts" --part 2/3
    says 0 2/3 3 3 0
    [ "$(cd "$work/parts" && echo */*/eval.tsv)" = \
        'far/learned-seed2/eval.tsv far/none-seed1/eval.tsv near/none-seed2/eval.tsv' ]
    [ "$(cat "$work/parts/claims.json")" = "[]" ]
    for k in 1 3; do "${claims[@]}" --run "$work/parts" --part $k/3 >/dev/null 2>&1; done
    before=$(state_of "$work/parts")
    run_both "${claims[@]}" --run "$work/parts" --part 3/3
    says 0 3/3 2 2 2
    [ "$before" = "$(state_of "$work/parts")" ]
    "${claims[@]}" --run "$work/parts" >"$work/parts.text" 2>/dev/null
    same_table "$work/whole.text" "$work/parts.text"
    for name in near far; do same_results "$work/whole/$name" "$work/parts/$name"; done
    refused 2 '--part 4/3' "${claims[@]}" --run "$work/parts" --part 4/3
}

# ---- Eight at once, disturbed

parts=(1/8 2/8 3/8 4/8 5/8 6/8 7/8 8/8 1/1) # the last wants what all others have

# The command that gives a part processes of its own, as if it ran on another machine; nothing where that is forbidden.
namespaces() {
    local command=(unshare --user --map-root-user --pid --fork --kill-child --mount-proc)
    "${command[@]}" true 2>/dev/null && echo "${command[@]}"
}

# Every other one runs on a machine of its own, the others share this one.
start_part() {
    local where=()
    [ $(($1 % 2)) = 1 ] || where=("${elsewhere[@]}")
    nice "${where[@]}" "$poslab" compare "${c[@]}" --run "$work/parts" --jobs 1 --part "${parts[$1]}" \
        >"$work/line.$1" 2>"$work/err.$1" &
    running[$1]=$!
}

# look_after INDEX: starts it where it does not run and is not finished.
look_after() {
    local code=0
    if [ -n "${running[$1]:-}" ]; then
        kill -0 "${running[$1]}" 2>/dev/null && return
        wait "${running[$1]}" 2>/dev/null || code=$?
        unset "running[$1]"
        case $code in
            0) finished+=([$1]=yes) ;;
            75 | 137) ;;             # stopped, or killed
            129 | 138 | 143) ;; # told to stop before it could listen
            *)
                echo "part ${parts[$1]} ended with $code: $(cat "$work/err.$1")"
                return 1
                ;;
        esac
    fi
    [ -n "${finished[$1]:-}" ] || start_part "$1"
}

# signal NAME PROCESS: to the program; a namespace is killed as a whole, and otherwise stands in between.
signal() {
    local program=$2
    [ "$1" = KILL ] || [ "$(cat "/proc/$2/comm" 2>/dev/null)" != unshare ] || program=$(children_of "$2")
    [ -n "$program" ] && kill "-$1" "$program" 2>/dev/null
}

# One signal for one part; the sequence is always the same, what it meets is not.
disturb() {
    local signals=(TERM USR1 KILL KILL HUP) keys=("${!running[@]}")
    [ ${#keys[@]} = 0 ] ||
        ! signal "${signals[RANDOM % 5]}" "${running[${keys[RANDOM % ${#keys[@]}]}]}" || disturbed=$((disturbed + 1))
}

all_finished() { "$poslab" runs "$work/parts" >"$work/status" 2>&1; }

# Starts, disturbs and starts again until all is finished; how often it disturbed is in $work/disturbed.
until_finished() {
    local disturbed=0 round k
    declare -A running=() finished=()
    RANDOM=16
    for round in $(seq 5000); do
        for k in "${!parts[@]}"; do look_after "$k" || return; done
        [ $((round % 10)) != 0 ] || ! all_finished || break
        [ $disturbed -ge 20 ] || disturb
        sleep 0.03
    done
    for k in "${!running[@]}"; do wait "${running[$k]}"; done
    echo $disturbed >"$work/disturbed"
    all_finished
}

@test "eight parts at once and one call for all of them, told to stop and killed many times: the bytes of one call" {
    c=(task.name=first train.steps=600 train.warmup=10 train.checkpoint_every=100 eval.examples=50 'eval.lengths=1x 2x'
        'compare.members=learned, none' compare.seeds=1..4)
    "$poslab" compare "${c[@]}" --run "$work/whole" --full >"$work/whole.table" 2>/dev/null
    read -ra elsewhere <<<"$(namespaces)" || true
    # bats looks at every command; here it would be too slow to disturb anything
    (trap - DEBUG; set +eET; until_finished)
    [ "$(cat "$work/disturbed")" -ge 10 ]
    "$poslab" compare "${c[@]}" --run "$work/parts" --full >"$work/parts.table" 2>/dev/null
    grep -qF '(8 finished before)' "$work/parts.table"
    same_table "$work/whole.table" "$work/parts.table"
    same_results "$work/whole" "$work/parts"
}

@test "every other part had no process in common with the others" {
    [ -n "$(namespaces)" ] || skip 'namespaces of processes are forbidden here: all ran on one machine'
}
