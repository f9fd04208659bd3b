# orders.bats -- passages and targets where words are shown, and the same words in several orders beside each other.
# shellcheck shell=bash disable=SC2034,SC2154
load ../../cli/helpers

setup() {
    set_work
    export LC_ALL=C.UTF-8 COLUMNS=80
    unset NO_COLOR
}

# train NAME SETTING...: a run in $work/NAME.
train() { "$poslab" train "${@:2}" train.steps=20 train.warmup=5 eval.examples=20 eval.lengths=1x --run "$work/$1" >/dev/null 2>&1; }

# lacks GREP...: nothing is found.
lacks() { if grep "$@"; then return 1; fi; }

# columns FILE: those of its longest line.
columns() { wc -L <"$1"; }

brackets='  [CLS] w1 X w2 Y Y w3 X
  └─ passage A ─┘ └─B──┘
  ^ target: the model answers here'

# says help predict: For a task with two passages, the words are printed first, as the model reads them
# says help glossary: Passage A is segment 0, passage B is segment 1; every word has a segment embedding that says where it belongs
@test "predict, show attention, show embedding: which words are passage B, and where the model answers" {
    train run
    "$poslab" predict "$work/run" "w1 X w2 Y" "Y w3 X" >"$work/text"
    diff <(head -n 3 "$work/text") - <<<"$brackets"
    grep -q '^\[CLS\] at position 0: in passage B, does X come before Y?$' "$work/text"
    # rows 0..4 are passage A, 5..7 passage B
    grep -oE '\(row [0-9], [AB]\)' "$work/text" | sort -u | awk '{ if (($2 + 0 > 4) != ($3 == "B)")) bad = 1 } END { exit bad || !NR }'
    "$poslab" show attention "$work/run" "w1 X w2 Y" "Y w3 X" >"$work/text"
    diff <(sed -n 2,4p "$work/text") - <<<"$brackets"
    sed -n '/^── passage B (segment 1) ─/,$p' "$work/text" | awk 'NR > 1 && NR < 5 { print $1, $2 }' |
        diff - <(printf '5 Y\n6 w3\n7 X\n')
    "$poslab" show embedding "$work/run" "w1 X w2 Y" "Y w3 X" --count 6 >"$work/text"
    diff <(sed -n 2,4p "$work/text") - <<<"$brackets"
    [ "$(grep -c '^+ segment 0 (A) ' "$work/text") $(grep -c '^+ segment 1 (B) ' "$work/text")" = '5 1' ]
    [ "$(grep -A 1 '^── passage B' "$work/text" | grep -c '^ 5 ')" = 4 ] # a picture a table, and one of the sum
    [ "$(columns "$work/text")" -le 80 ]
}

@test "JSON and CSV: each token has its segment" {
    train run
    "$poslab" predict "$work/run" "w1 X w2 Y" "Y w3 X" --json --count 8 >"$work/json"
    jq -e '.predictions[0] | .words == ["[CLS]", "w1", "X", "w2", "Y", "Y", "w3", "X"] and .segments == [0, 0, 0, 0, 0, 1, 1, 1]
        and .targets[0].segment == 0 and ([.targets[0].attention[].words[] | .segment == (if .row > 4 then 1 else 0 end)] | all)' "$work/json"
    "$poslab" show attention "$work/run" "w1 X w2 Y" "Y w3 X" --to "$work/f.svg" >/dev/null
    awk -F , 'NR == 1 { if ($0 != "head,row,name,weight,segment,target") exit 1; next }
        $5 != ($2 > 4) || $6 != ($2 == 0) { bad = 1 } END { exit bad || NR != 33 }' "$work/f.csv"
    grep -qF '>passage B (segment 1)</text>' "$work/f.svg"
    grep -qF 'Passage A: [CLS] w1 X w2 Y. Passage B: Y w3 X. Target [CLS]: in passage B' "$work/f.svg"
}

@test "show task: passages above the words; on a narrow terminal in several lines" {
    unset COLUMNS
    "$poslab" show task task.words=4..5 --count 1 --json >"$work/json"
    "$poslab" show task task.words=4..5 --count 1 >"$work/text"
    # brackets begin where segments change: 5 columns a word and a blank, after 10
    begins=$(jq -r '.examples[0].segments | [range(length) as $i | select($i == 0 or .[$i] != .[$i - 1]) | 11 + 6 * $i] | join(" ")' "$work/json")
    [ "$(grep '^  passage ' "$work/text" | sed 's/┌/</g; s/[─┐]/-/g' | awk '{ for (i = 1; i <= length($0); i++) if (substr($0, i, 1) == "<") s = s " " (i - 1) } END { print substr(s, 2) }')" = "$begins" ]
    COLUMNS=40 "$poslab" show task --count 1 >"$work/text"
    [ "$(columns "$work/text")" -le 40 ]
    [ "$(sed -n 's/^  word *//p' "$work/text" | xargs)" = "$("$poslab" show task --count 1 --json | jq -r '.examples[0].words | join(" ")')" ]
}

# says help predict: difference_by_order the largest difference that the order of the same words makes to a probability
@test "predict: the same words in two orders; without positions the order changes nothing" {
    train none task.name=first encoding.name=none
    "$poslab" predict "$work/none" "w1 X w2 Y" "Y w2 X w1" >"$work/text"
    diff <(head -n 7 "$work/text") - <<'END'
order 1
  [CLS] w1 X w2 Y
order 2
  [CLS] Y w2 X w1

[CLS]: does X come before Y?
       order 1  order 2  difference
END
    [ "$(awk 'NR == 8 || NR == 9 { print ($2 == $4) ":" $6 }' "$work/text")" = $'1:0.0\n1:0.0' ]
    [ "$(tail -n 1 "$work/text")" = 'The same answer: without positions the order changes nothing.' ]
    "$poslab" predict "$work/none" "w1 X w2 Y" "Y w2 X w1" --json | jq -e '.difference_by_order < 1e-5 and (.predictions | length == 2)'
    train learned task.name=first encoding.name=learned
    "$poslab" predict "$work/learned" "w1 X w2 Y" "Y w2 X w1" --json >"$work/json"
    # the largest over the answers
    jq -e '.difference_by_order as $d | [.predictions[].targets[0].probabilities | map({(.answer): .probability}) | add] as $p
        | ([$p[0] | keys[] | ($p[0][.] - $p[1][.] | fabs)] | max) - $d | fabs < 1e-9' "$work/json"
    jq -e '.difference_by_order > 1e-4' "$work/json"
    # each difference is the second probability less the first
    "$poslab" predict "$work/learned" "w1 X w2 Y" "Y w2 X w1" | sed -n 8,9p |
        awk '{ if (!(($4 - $2 - $6) ^ 2 <= 0.0226)) bad = 1 } END { exit bad || NR != 2 }' # of three rounded numbers
}

@test "explain: the same words in two orders, for every encoding; none shows no order" {
    "$poslab" explain encodings --json >"$work/json"
    jq -e '.encodings | all(.orders.texts == ["X w1 Y", "Y w1 X"] and (.orders.words | map(.positions) == [[1, 3], [2, 2], [3, 1]]))' "$work/json"
    jq -e '.encodings[] | select(.name == "none").orders | (.words | map(.differing) == [0, 0, 0]) and (.probabilities | .[0] - .[1] | fabs < 1e-6)' "$work/json"
    "$poslab" explain encodings ratio --full >"$work/text"
    # 1/3, 2/3 and 3/3 of the way
    for line in '       column 31      0.3333   1.0000 *' '       column 31      0.6667   0.6667' '       column 31      1.0000   0.3333 *'; do
        grep -qxF -- "$line" "$work/text" || { echo "$line"; cat "$work/text"; return 1; }
    done
    grep -qxF '                      X w1 Y   Y w1 X' "$work/text"
    "$poslab" explain encodings none --full | grep -q 'Nothing differs: without positions the order changes nothing.'
    "$poslab" explain encodings rope --full | grep -q 'No vector differs. The weights do (\*): positions act inside attention.'
}
