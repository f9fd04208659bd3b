# shellcheck shell=bash disable=SC2154
# ruler.bats -- what each position of a longer text is read as, worked out by hand.

load helpers

# Trained on texts of 2..4 words and [CLS]: positions 0..4. A text of 8 words has positions 0..8.
ruler() { "$poslab" show "$@" --view ruler --length 8 task.name=first task.words=2..4 --json; }

@test "ruler: positions that training left out read rows that it never touched" {
    # of 9 positions training has 0 1 2 4 5; where it ended at 4, all others
    fact() { ruler learned train.positions="$1" eval.positions=ordered eval.policies=extend | jq -r '.ruler[0].fact'; }
    [ "$(fact gaps)" = '4 of 9 positions read rows that training never touched: it left out every fourth and ended at 5.' ]
    [ "$(fact ordered)" = 'Positions 0 to 4 read the rows that training filled; the other 4 of 9 read rows that it never touched, which are still random.' ]
    "$poslab" show learned train.positions=gaps eval.positions=ordered --view ruler --length 4 task.name=first task.words=2..4 --json |
        jq -e '.ruler[0].fact == "1 of 5 positions reads a row that training never touched: it left out every fourth."'
}

@test "a table under each policy: which positions were never trained, left out, shared, squeezed" {
    ruler learned >"$work/ruler"
    [ "$(jq -c '[.positions, .trained, .words]' "$work/ruler")" = '[9,5,8]' ]
    jq -e '[.ruler[] | [.policy, .unseen, .nowhere, .shared, .reads]] == [
        ["extend",4,0,0,[0,1,2,3,4,5,6,7,8]],
        ["clamp",0,0,5,[0,1,2,3,4,4,4,4,4]],
        ["wrap",0,0,8,[0,1,2,3,4,0,1,2,3]],
        ["zero",0,4,0,[0,1,2,3,4,null,null,null,null]],
        ["interpolate",0,0,0,[0,0.5,1,1.5,2,2.5,3,3.5,4]]]' "$work/ruler"
    jq -e '[.ruler[] | .seen[] | [.kind, .of, .outside]] == [["rows",9,4], ["rows",9,0], ["rows",9,0], ["rows",9,0], ["rows",9,0]]' "$work/ruler"
    [ "$(jq -r '.ruler[] | "\(.fact) \(.price)"' "$work/ruler")" = 'Positions 0 to 4 read the rows that training filled; the other 4 of 9 read rows that it never touched, which are still random. 
All 9 positions read rows 0 to 4, which training filled. The last 5 of 9 positions are one and the same: the order of the words there is lost.
All 9 positions read rows 0 to 4, which training filled. Positions 5 apart are read as one: up to 2 look alike in place.
4 of 9 positions add no row: training never had a word without one. The last 4 of 9 positions have no order among each other.
All 9 positions read within rows 0 to 4, which training filled; 4 of them read a mix of two rows, and training never had a mix. Steps shrink by a factor of 2: neighbours look 1/2 of a step apart.' ]
}

@test "a formula has no rows, a bias has distances, ntk and yarn slow waves down: 9 positions where 5 were trained" {
    ruler index | jq -e '.ruler[0] | [.fact, .seen[0].ranges] == ["The number goes from 0 to 8; in training it went from 0 to 4.", [{trained: [0, 4], now: [0, 8], outside: 4}]]'
    [ "$(ruler alibi | jq -r '.ruler[] | select(.policy == "clamp") | .fact, .price')" = 'No distance is read as more than 4, the longest of training.
All words 4 or more away look equally far.' ]
    [ "$(ruler none | jq -r '.ruler[] | .fact')" = 'The model has no positions at any length; only the number of words is new.' ]
    ruler rope >"$work/rope" # four waves, of 0.8, 0.08, 0.008 and 0.0008 turns in five positions
    [ "$(jq -r '.ruler[] | select(.policy == "ntk").price' "$work/rope")" = '1 of 4 waves keeps its pace; the slowest turn 1.8 times more slowly.' ]
    [ "$(jq -r '.ruler[] | select(.policy == "yarn").price' "$work/rope")" = 'None of 4 waves keeps its pace; the slowest turn 1.8 times more slowly, and scores grow by a factor of 1.12.' ]
    [ "$(jq -c '[.ruler[] | select(.slower) | .policy, (.slower[] * 1000 | round)]' "$work/rope")" = '["ntk",1000,1216,1480,1800,"yarn",1441,1800,1800,1800]' ]
    ruler rope rope.yarn_alpha=0.01 rope.yarn_beta=0.05 | jq -e '.ruler[] | select(.policy == "yarn").price
        | startswith("2 of 4 waves keep their pace; the slowest turn 1.8 times more slowly")'
}

@test "a text as long as in training has no position that did not occur there" {
    "$poslab" show learned --view ruler --length 4 task.name=first task.words=2..4 --json >"$work/inside"
    [ "$(jq -r '[.ruler[].fact] | unique[]' "$work/inside")" = 'All 5 positions occurred in training.' ]
    jq -e '[.ruler[].price] | unique == [""]' "$work/inside"
}

@test "the ruler is drawn: a line for each policy, the last trained position, and sentences above them" {
    "$poslab" show learned --view ruler --length 8 task.name=first task.words=2..4 --to "$work/ruler.svg" >/dev/null
    for name in extend clamp wrap zero interpolate 'last of training'; do
        grep -q ">$name<" "$work/ruler.svg"
    done
    well_formed "$work/ruler.svg"
    [ "$(awk -F , '$1 == "last of training" { print $2, $NF }' "$work/ruler.csv" | sort -u)" = 'baseline 4' ] # it is no chance
    run "$poslab" show learned --view ruler --length 8 task.name=first task.words=2..4 --width 80
    [[ "$output" = *'extend: Positions 0 to 4 read the rows that training filled;'*'zero: 4 of 9 positions add no row'* ]]
    run "$poslab" show learned --view ruler encoding.extrapolation=clamp --length 8 task.name=first task.words=2..4 --width 80
    [[ "$output" = *'A extend   B clamp'* && "$output" != *zero* ]] # next to the policy that is set, none alone
}

@test "a text longer than in training: predict and show positions say how its positions are read, the report draws it" {
    c=$BATS_FILE_TMPDIR/c
    "$poslab" compare compare.members=none,learned compare.seeds=1..1 train.steps=2 eval.examples=50 'eval.lengths=1x 4x' --run "$c" >/dev/null
    long="Y w3 X w1 w1 w1 w1 w1 w1 w1 w1 w1 w1 w1 w1 w1 w1 w1" # 4 + 18 words and [CLS]: 23 positions, 17 trained
    COLUMNS=250 "$poslab" predict "$c/learned-seed1" "w1 X w2 Y" "$long" eval.policies=extend | grep -qxF \
        'Longer than in training, under extend: Positions 0 to 16 read the rows that training filled; the other 6 of 23 read rows that it never touched, which are still random.'
    "$poslab" predict "$c/learned-seed1" "w1 X w2 Y" "Y w3 X" >"$work/short"
    "$poslab" predict "$c/none-seed1" "w1 X w2 Y" "$long" >"$work/none"
    if grep 'Longer than' "$work/short" "$work/none"; then false; fi
    "$poslab" show positions "$c/learned-seed1" --positions 20 eval.policies=wrap --width 250 | grep -qxF \
        'Under wrap: All 20 positions read rows 0 to 16, which training filled. Positions 17 apart are read as one: up to 2 look alike in place.'
    "$poslab" report "$c" >/dev/null
    grep -q '<section id=ruler><h2>How longer texts are read</h2>' "$c/report.html"
    grep -q '<p>extend: Positions 0 to 16 read the rows that training filled; the other 48 of 65 .*<br>clamp: ' "$c/report.html"
}
