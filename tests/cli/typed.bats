#!/usr/bin/env bats
# typed.bats -- what people type who know other programs: done and said in one line, or answered with one that helps.
# shellcheck disable=SC2154

load helpers

few=(train.steps=2 train.warmup=0 eval.examples=20 eval.lengths=1x)

# In a folder of its own, where runs go.
setup() {
    set_work
    cd "$work" || return
}

# plans MEMBERS WORD...: a comparison of these words has the members, separated by blanks.
plans() {
    local members=$1
    shift
    "$poslab" compare "$@" --dry-run --run "$work/none" 2>"$work/said" | sed '/-seed/!d' | paste -sd ' ' >"$work/members"
    diff - "$work/members" <<<"$members" || { cat "$work/said"; return 1; }
}

# trains LINE WORD...: a run of these words has the line in its config.ini.
trains() {
    local line=$1
    shift
    rm -rf "$work/run"
    run_both "$poslab" train "$@" "${few[@]}" --run "$work/run"
    if [ "$status" != 0 ] || ! grep -qx "$line" "$work/run/config.ini"; then
        cat "$error_file"
        return 1
    fi
}

# said LINE: of the last call of plans or trains.
said() {
    grep -qxF "poslab: $1" "$work/said" "$work/stderr" 2>/dev/null
}

@test "so many seeds are 1..N, one is N..N, in every command" {
    plans 'rope-seed1 rope-seed2 rope-seed3' rope seeds=3
    said 'seeds=3 is compare.seeds=1..3'
    plans 'rope-seed3' rope seeds=3..3
    printf '[compare]\nmembers = rope\nseeds = 2\n' >c.ini
    plans 'rope-seed1 rope-seed2' c.ini
    "$poslab" compare rope seeds=2 "${few[@]}" --run c >/dev/null 2>&1
    grep -qx 'seeds = 1..2' c/config.ini
}

# says help settings: The section may be left out if only one key has that name
@test "an option that is a setting is the setting" {
    plans 'rope-seed1 rope-seed2' --members rope --seeds 2 --lr 0.01 --lengths=3x
    said 'members=rope is compare.members=rope; seeds=2 is compare.seeds=1..2; lr=0.01 is train.learning_rate=0.01; lengths=3x is eval.lengths=3x'
    plans 'rope-seed1 alibi-seed1' --encoding rope,ALiBi compare.seeds=1..1
    said 'encoding=rope,ALiBi is encoding.name=rope,alibi; encoding.name is compare.members=rope,alibi'
    trains 'learning_rate = 0.01' --learning-rate 0.01
    said 'learning_rate=0.01 is train.learning_rate=0.01'
    trains 'learning_rate = 0.01' -lr=0.01
    trains 'batch = 8' --train.batch 8
    trains 'activation = gelu' --model bert
    grep -q '^poslab: bert is the config .*/configs/bert.ini$' "$work/stderr"
    trains 'activation = gelu' model=bert
    trains 'name = rope' --model rope
    trains 'name = rope' --encoding RoPE
    ! there claims || "$poslab" claims seeds=1 10 --part 1/500 2>/dev/null | grep -q '^part 1/500'
    "$poslab" help tasks -json | jq -e '.tasks' >/dev/null
}

# says help settings: An option that only one task has chooses that task: task.train=FILE means task.name=tsv, too
@test "an option that one task alone has chooses the task" {
    printf 'label\ttext_a\na\tx then y\nb\ty then x\na\tsome x and y\nb\tsome y and x\n' >rows.tsv
    trains 'name = tsv' task.train=rows.tsv
    said 'task.train implies task.name=tsv'
    trains 'name = tsv' train=rows.tsv task.test=rows.tsv
    said 'train=rows.tsv is task.train=rows.tsv; task.train implies task.name=tsv'
    trains 'activation = gelu' bert --train rows.tsv
    grep -qx 'name = tsv' run/config.ini
    grep -q 'left out: task.words (of no task, mixer or encoding in use)$' "$work/stderr"
    printf '[task]\ntrain = rows.tsv\n' >c.ini
    trains 'name = tsv' c.ini
    "$poslab" show task train=rows.tsv --count 1 2>&1 >/dev/null | grep -qxF 'poslab: train=rows.tsv is task.train=rows.tsv; task.train implies task.name=tsv'
    # what is named as near holds
    printf '[task]\nname = order\ntrain = rows.tsv\n' >c.ini
    refused 2 'task.train: ' "$poslab" train c.ini
}

@test "train takes what compare calls a member" {
    "$poslab" train rope "${few[@]}" --run a 2>b >/dev/null
    [ "$(grep -vc '^training' b)" = 0 ]
    "$poslab" train encoding.name=rope "${few[@]}" --run b1 >/dev/null 2>&1
    cmp a/config.ini b1/config.ini
    cmp a/checkpoint.safetensors b1/checkpoint.safetensors
    trains 'base = 100' 'rope base=100'
    trains 'name = rope' Rotary
    said 'Rotary is rope'
    trains 'name = none' gru
    grep -qx 'mixer = gru' run/config.ini
    trains 'name = sinusoidal' recurrent sinusoidal # the config's mixer
    grep -qx 'mixer = gru' run/config.ini
    trains 'name = sinusoidal+alibi' sinusoidal+alibi
    trains 'baseline = bag' baseline/bag
    trains 'name = t5' t5
}

@test "show and plot: of an encoding or a folder what is looked at most often" {
    "$poslab" train rope rope.base=100 "${few[@]}" --run rope100 >/dev/null 2>&1
    "$poslab" train learned "${few[@]}" --run table >/dev/null 2>&1
    for words in 'none' 'encoding none' 'encoding NoPE'; do
        # shellcheck disable=SC2086
        [ "$("$poslab" show $words | paste -sd ' ')" = 'encoding none adds nothing, rotates nothing and biases no score: nothing to show' ]
    done
    for words in 'encoding rope100' 'rope100'; do
        # shellcheck disable=SC2086
        diff <("$poslab" show $words --json | jq .) <("$poslab" show encoding rope rope.base=100 --json | jq .)
    done
    diff <("$poslab" show encoding rope100 base=7 --json) <("$poslab" show encoding rope rope.base=7 --json)
    diff <("$poslab" show encoding table) <("$poslab" show positions table)
    diff <("$poslab" plot table) <("$poslab" plot extrapolation table)
    diff <("$poslab" plot rope100 --to a.svg) <(echo a.svg)
    "$poslab" plot extrapolation rope100 --to b.svg >/dev/null
    cmp a.svg b.svg
    refused 2 "plot: --size" "$poslab" plot rope100 --size 3x3
}

@test "numbers where they can mean one thing only" {
    diff <("$poslab" show task 5) <("$poslab" show task --count 5)
    need claims
    "$poslab" claims 1-3 9 --part 1/1000 2>/dev/null >part
    "$poslab" claims 1 2 3 9 --part 2/1000 2>/dev/null >parts
    diff <(sed 's/^part .*: 1 of/1 of/; s/ in .*//' part) <(sed 's/^part .*: 1 of/1 of/; s/ in .*//' parts)
    diff <("$poslab" claims 6..6 --json 2>/dev/null | jq '.[].number') <(echo 6)
}

@test "either spelling, - or _, capitals" {
    diff <("$poslab" help EVAL) <("$poslab" help eval)
    diff <("$poslab" show neighbors 2>&1) <("$poslab" show neighbours 2>&1)
    for option in '--color never' --colour=never --color=never '--Colour never'; do
        # shellcheck disable=SC2086
        diff <("$poslab" show rope $option) <("$poslab" show rope --colour never)
    done
    diff <("$poslab" compare rope --dry_run --FULL 2>/dev/null | head -n 1) <("$poslab" compare rope --dry-run --full 2>/dev/null | head -n 1)
    diff <("$poslab" show rope --JSON) <("$poslab" show rope --json)
}

# escapes VARIABLE COMMAND...: how many a terminal gets.
escapes() {
    local variable=$1
    shift
    env TERM=xterm "$variable" script -qec "$(printf '%q ' "$program" "$@")" "$work/seen" >/dev/null </dev/null
    grep -ac $'\x1b' "$work/seen" || true
}

@test "TERM=dumb and NO_COLOR: no escape, not even in the line of progress" {
    for plain in TERM=dumb NO_COLOR=1; do
        [ "$(escapes $plain train task.name=first train.steps=400 eval.examples=20 eval.lengths=1x --run "$plain")" = 0 ]
        grep -q training seen
        [ "$(escapes $plain compare rope none seeds=1 task.name=first train.steps=200 eval.examples=50 --run "c$plain")" = 0 ]
        [ "$(escapes $plain runs "c$plain" --watch)" = 0 ]
        [ "$(escapes $plain show rope)" = 0 ]
        [ "$(escapes $plain plot "c$plain")" = 0 ]
        ! there claims || [ "$(escapes $plain claims 6)" = 0 ]
    done
    [ "$(escapes A=1 train task.name=first train.steps=400 eval.examples=20 eval.lengths=1x --run colours)" -gt 0 ]
}
