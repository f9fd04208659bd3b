# shellcheck shell=bash disable=SC2154
# grid.bats -- comparisons with a grid, and config files whose values span lines: the table, folders and documents that
# come of them, and what is refused.

load helpers

setup() {
    set_work
    options=("${small[@]}" eval.policies=clamp compare.seeds=1..2)
    c=("${options[@]}" --run "$work/c")
}

@test "a grid has every member once for each combination: table, folders and documents" {
    "$poslab" compare "${c[@]}" compare.members='learned, rope' \
        compare.grid='learning_rate=0.002,4e-3 base=9..99 linear 2' --full --width 1000 >"$work/table" 2>/dev/null
    sed -n 's/^\(\(learned\|rope\)+clamp.*[0-9]\)  *[0-2]\/2 .*/\1/p' "$work/table" >"$work/rows"
    diff "$work/rows" - <<'END'
learned+clamp learning_rate=0.002
learned+clamp learning_rate=4e-3
rope+clamp learning_rate=0.002 base=9
rope+clamp learning_rate=0.002 base=99
rope+clamp learning_rate=4e-3 base=9
rope+clamp learning_rate=4e-3 base=99
END
    find "$work/c" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | LC_ALL=C sort | diff - <(
        for member in learned-learning_rate={0.002,4e-3} rope-learning_rate={0.002,4e-3}-base={9,99}; do
            printf '%s\n' "$member-seed1" "$member-seed2"
        done | LC_ALL=C sort
    )
    [ "$(jq -c '[.members[].name] | unique' "$work/c/compare.json")" = '["learned learning_rate=0.002","learned learning_rate=4e-3","rope learning_rate=0.002 base=9","rope learning_rate=0.002 base=99","rope learning_rate=4e-3 base=9","rope learning_rate=4e-3 base=99"]' ]
    [ "$(jq -r '.paired[] | .a + " - " + .b' "$work/c/compare.json")" = "rope+clamp learning_rate=0.002 base=9 - learned+clamp learning_rate=0.002
rope+clamp learning_rate=0.002 base=99 - learned+clamp learning_rate=0.002
rope+clamp learning_rate=4e-3 base=9 - learned+clamp learning_rate=4e-3
rope+clamp learning_rate=4e-3 base=99 - learned+clamp learning_rate=4e-3" ]
    grep -qx 'learning_rate = 0.004' "$work/c/rope-learning_rate=4e-3-base=99-seed2/config.ini"
    grep -qx 'base = 99' "$work/c/rope-learning_rate=4e-3-base=99-seed2/config.ini"
    grep -qx 'seed = 2' "$work/c/rope-learning_rate=4e-3-base=99-seed2/config.ini"
    "$poslab" runs "$work/c" --verify >/dev/null
    # the folder's own config is the same comparison: nothing is trained again
    "$poslab" compare "$work/c/config.ini" --run "$work/c" --full 2>/dev/null | grep -F '(12 finished before)'
}

@test "a member of a grid is the model that its options written out would be" {
    "$poslab" compare "${c[@]}" compare.members='rope' compare.grid='base=99 learning_rate=4e-3' >/dev/null 2>&1
    "$poslab" compare "${options[@]}" compare.members='rope base=99 learning_rate=4e-3' --run "$work/d" >/dev/null 2>&1
    for seed in 1 2; do
        member="rope-base=99-learning_rate=4e-3-seed$seed"
        cmp "$work/c/$member/checkpoint.safetensors" "$work/d/$member/checkpoint.safetensors"
    done
}

@test "what is finished of a grid is compared with the first member that has a result" {
    "$poslab" compare "${c[@]/train.steps=60/train.beta1=0.9}" compare.members='learned, rope, index' compare.grid='steps=60,70 base=9,99' >/dev/null 2>&1
    rm -f "$work"/c/learned-*/eval.tsv "$work"/c/*-steps=60*/eval.tsv
    "$poslab" report "$work/c" >/dev/null 2>&1
    sed 's/<[^>]*>//g' "$work/c/report.html" >"$work/text"
    # index alone: the rope of base 99 is the first of its own combination
    grep -qF 'Differences from rope+clamp steps=70 base=9 in accuracy' "$work/text"
    grep -qF '1 pairs of rows' "$work/text"
}

# says help compare: A comparison has at most 100,000 members
@test "what cannot be a grid is one line that says where it was set" {
    compare=("$poslab" compare "${c[@]}")
    printf '[compare]\nseeds = 1..1\ngrid = learning_rate=1,2\n  heads=2\n  heads=4\n' >"$work/twice.ini"
    refused 2 "poslab: $work/twice.ini:3: compare.grid: heads: " "$poslab" compare "$work/twice.ini"
    refused 2 'poslab: command line: compare.grid: 240000 ' \
        "${compare[@]}" compare.grid='steps=60..259 batch=1..100'
    [ ! -e "$work/c" ]
}

@test "a single run takes no setting of comparisons, and reads past those of its file if they can be read" {
    printf '[compare]\nmembers = learned,\n  rotory\n' >"$work/list.ini"
    refused 2 "poslab: $work/list.ini:2: compare.members: " "$poslab" train "$work/list.ini"
    printf '[compare]\ngrid = base=9,99\n  heads=one\n' >"$work/grid.ini"
    refused 2 "poslab: $work/grid.ini:2: compare.grid: heads: 'one'" "$poslab" train "$work/grid.ini"
    printf '[compare]\ngate = 2\n' >"$work/gate.ini"
    refused 2 "poslab: $work/gate.ini:2: compare.gate: 2 " "$poslab" train "$work/gate.ini"
    "$poslab" help settings --json >"$work/settings"
    [ "$(jq -c '[.settings[] | select(.of == "every comparison") | .key]' "$work/settings")" = \
        '["compare.members","compare.grid","compare.seeds","compare.pairs","compare.gate"]' ]
}
