# predict.bats -- asking a trained model, and data of one's own from file to prediction.
# shellcheck shell=bash disable=SC2034,SC2154
load ../../cli/helpers
export COLUMNS=1000 # a sentence stays on one line

# Settings of a run of any task that takes a moment.
quick=(train.steps=30 train.warmup=5 train.batch=16 eval.examples=40 eval.lengths=12)

# rows FILE LABEL TEXT...: a file of rows under a header.
rows() {
    local file=$1
    shift
    printf 'label\ttext_a\n' >"$file"
    while [ $# -gt 0 ]; do
        printf '%s\t%s\n' "$1" "$2" >>"$file"
        shift 2
    done
}

drinks() {
    rows "$work/train.tsv" tea 'tea then coffee' coffee 'coffee then tea' tea 'some tea and coffee' coffee 'some coffee and tea'
    rows "$work/test.tsv" tea 'tea and coffee' coffee 'then coffee and tea' tea 'some hot tea and then some coffee'
    tsv=(task.name=tsv "task.train=$work/train.tsv" "task.test=$work/test.tsv" train.steps=60 train.warmup=10)
}

@test "tsv: a file closed to this user" {
    drinks
    chmod 0 "$work/train.tsv"
    refused 74 "train.tsv: Permission denied" as_user "$poslab" train "${tsv[@]}" --run "$work/run"
    [ ! -e "$work/run" ]
}

@test "show task | predict: as many answers are right as eval counts, for every task" {
    "$poslab" help --json | jq -r '.tasks[].name | select(. != "tsv")' >"$work/tasks" # its rows are a user's
    echo 'copy task.restart=yes' >>"$work/tasks"
    while read -r task; do
        read -ra settings <<<"task.name=$task"
        case $task in
            copy* | next) settings+=(model.causal=yes) ;;
            add) settings+=(model.causal=yes task.words=1..12) ;;
            table) settings+=(task.columns=12) ;;
        esac
        rm -rf "$work/run"
        "$poslab" train "${settings[@]}" "${quick[@]}" --run "$work/run" >/dev/null 2>&1
        "$poslab" eval "$work/run" eval.policies=refuse --json >"$work/evaluation"
        sampled "${settings[@]}" --length 12 --count 40 | "$poslab" predict "$work/run" --json >"$work/json"
        "$poslab" show task "${settings[@]}" --json --length 12 --count 40 >"$work/examples"
        echo "$task"
        jq -se '.[2] as $p | [.[0].policies[0].accuracy.sum[0], 40, 0] == [$p | .correct_answers, .labelled, .unknown_labels]
            and $p.correct == ([$p.predictions[] | select(.correct_answers == (.targets | length))] | length)
            and (.[1].examples | map(. as $x | [.targets[].row | [., $x.positions[.]]])) == ($p.predictions | map([.targets[] | [.row, .position]]))' \
            "$work/evaluation" "$work/examples" "$work/json"
    done <"$work/tasks"
}

@test "predict: the answer with probabilities and what each head attends to" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    run_both "$poslab" predict "$work/run" "w1 X w2 Y" --count 4 --json
    [ "$status" = 0 ]
    jq -e '.predictions | length == 1' "$output_file"
    jq -e '.predictions[0].targets[0] | .row == 0 and .word == "[CLS]" and .probability >= 0.5
        and ([.probabilities[].probability] | add - 1 | fabs < 1e-5)
        and (.attention | length) == 4 and ([.attention[] | .words | length == 4] | all)
        and ([.attention[] | [.words[].weight] | . == (sort | reverse)] | all)' "$output_file"
    run_both "$poslab" predict "$work/run" "w1 X w2 Y"
    grep -qE '^  ->  (yes|no)   \((yes|no) [0-9.]+ %, (yes|no) [0-9.]+ %\)$' "$output_file"
    [ "$(grep -c 'head . attends to' "$output_file")" = 4 ]
    cp "$work/run/checkpoint.safetensors" "$work/alone"
    [ "$("$poslab" predict "$work/alone" "w1 X w2 Y" --json)" = "$("$poslab" predict "$work/run" "w1 X w2 Y" --json)" ]
}

@test "predict: positions, targets and labels of a sequence spread evenly over 16 positions" {
    "$poslab" train task.name=reverse task.words=2..4 task.vocabulary=5 train.positions=random eval.positions=even train.max_position=16 \
        "${quick[@]:0:4}" eval.lengths=4 --run "$work/run" >/dev/null 2>&1
    answers=$("$poslab" predict "$work/run" "w1 w2 w3 w4" --json | jq -r '[.predictions[0].targets[].answer] | join(" ")')
    printf 'label\ttext_a\n%s\tw1 w2 w3 w4\n%s\tw1 w2 w3 w4\n' "$answers" "${answers% *} nothing" >"$work/lines"
    run_both "$poslab" predict "$work/run" --json <"$work/lines"
    jq -e '[.predictions[0].targets[] | .row, .position] == [0, 0, 1, 5, 2, 10, 3, 15]' "$output_file"
    jq -e '[.labelled, .correct, .answers, .correct_answers, .unknown_labels] == [2, 1, 8, 7, 1]' "$output_file"
    jq -e '[.predictions[].correct_answers] == [4, 3]' "$output_file"
    run_both "$poslab" predict "$work/run" <"$work/lines"
    [ "$(tail -n 1 "$output_file")" = '7 of 8 answers right (87.5 %); every answer right in 1 of 2 rows' ]
    [ "$(grep -c '^  4 of 4 right: the label is ' "$output_file")" = 1 ]
    [ "$(grep -c '^w4 at position 15: which word' "$output_file")" = 2 ]
}

# Positions 0 1 2 4 5: none is drawn, so a text of a trained length is not squeezed.
@test "predict: where training leaves positions out, a text in range is answered alike under every policy" {
    "$poslab" train sinusoidal "${small[@]}" train.positions=gaps --run "$work/run" >/dev/null 2>&1
    for policy in extend interpolate; do
        "$poslab" predict "$work/run" "w1 X w2 Y" eval.policies=$policy --json | jq '.predictions[0].targets[0].probabilities' >"$work/$policy"
    done
    [ -s "$work/extend" ]
    cmp "$work/extend" "$work/interpolate"
}

@test "predict: a recurrence has no attention to show" {
    "$poslab" train "${small[@]}" model.mixer=gru encoding.name=none --run "$work/run" >/dev/null 2>&1
    "$poslab" predict "$work/run" "w1 X w2 Y" --json | jq -e '.predictions[0].targets[0].attention == []'
}

# says help predict: text_a, and after a tab text_b
@test "predict: lines with a header, without one, with a byte order mark and CR LF" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    printf 'X w1 Y\n\nY w2 X\n' | "$poslab" predict "$work/run" --json | jq -e '.predictions | map(.text_a) == ["X w1 Y", "Y w2 X"]'
    printf '\xef\xbb\xbftext_a\tlabel\r\nX w1 Y\tyes\r\nY w2 X\tmaybe\r\n' >"$work/lines"
    run_both "$poslab" predict "$work/run" --json <"$work/lines"
    jq -e '.labelled == 2 and .unknown_labels == 1 and (.predictions | map(.label) == ["yes", "maybe"])' "$output_file"
    run_both "$poslab" predict "$work/run" <"$work/lines"
    grep -qE '^[012] of 2 answers right' "$output_file"
    grep -q '1 of the labels are unknown to the model' "$error_file"
}

@test "predict: wrong input is refused, with the line it stands in" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    run_both "$poslab" predict "$work/run" < <(printf 'X Y\tX Y\n')
    [ "$status" = 65 ]
    grep -q 'standard input:1: task [a-z]* takes one text; here are two' "$error_file"
    "$poslab" predict "$work/run" "X Y $(printf 'w1 %.0s' {1..18})" eval.policies=interpolate
    for lines in 'label\tother\nyes\tX Y\n|standard input:1: there is no column text_a' \
        'text_a\tlabel\nX Y\n|standard input:2: has 1 field; the header names 2' \
        'X w1 Y\ta\tb\n|standard input:1: has 3 fields' \
        'X Y\n\nX \xff Y\n|standard input:3: byte 3 of the line (0xff) is not valid UTF-8' '|standard input is empty'; do
        # shellcheck disable=SC2059 # escapes are meant
        printf "${lines%%|*}" >"$work/lines"
        run_both "$poslab" predict "$work/run" --json <"$work/lines"
        [ "$status" = 65 ]
        [ ! -s "$output_file" ]
        grep -qF -- "${lines#*|}" "$error_file"
    done
}

@test "own rows: from a file to a prediction, and the checkpoint needs no file" {
    drinks
    "$poslab" train "${tsv[@]}" --run "$work/run" >"$work/table" 2>/dev/null
    tr '\n' ' ' <"$work/table" | grep -q '4 training rows of 3..4 words, 3 test rows of 3..7; 2 labels; 5 words known; 7.1 % of the words in the test rows are unknown'
    before=$("$poslab" eval "$work/run" --json)
    rm "$work"/*.tsv
    [ "$before" = "$("$poslab" eval "$work/run" --json)" ]
    jq -e '.lengths_from == [1, 5] and .lengths == [4, 8] and (.policies[0].accuracy.count == [2, 1])' <<<"$before"
    "$poslab" predict "$work/run" "tea then coffee" --json | jq -e '.predictions[0].targets[0].answer == "tea"'
    refused 74 "cannot open $work/train.tsv" "$poslab" train --run "$work/run" --resume
}

@test "own rows: the report shows what heads attend to in rows of lengths that training had" {
    drinks
    "$poslab" train "${tsv[@]}" --run "$work/run" >/dev/null 2>&1
    "$poslab" report "$work/run" >/dev/null
    sed -n '/<section id=attention>/,/<\/section>/p' "$work/run/report.html" | grep -o '<desc>[^<.]*' >"$work/shown"
    printf '<desc>%s\n' '[CLS] tea and coffee' '[CLS] then coffee and tea' | diff - "$work/shown"
}

@test "own rows: a run does not go on with other files, nor are members compared across them" {
    drinks
    "$poslab" compare "${tsv[@]}" compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    rm -r "$work/c/rope-seed2"
    rows "$work/test.tsv" coffee 'tea and coffee' tea 'then coffee and tea'
    run_both "$poslab" compare "${tsv[@]}" compare.seeds=1..2 --run "$work/c"
    [ "$status" = 65 ]
    grep -q 'evaluated on other files than the task has now' "$error_file"
    [ ! -s "$output_file" ]
    rm "$work/c/learned-seed1/eval.tsv"
    refused 65 "are not those that the run began with" "$poslab" train --run "$work/c/learned-seed1" --resume
}

@test "own rows: what is not evaluated is said, and no bucket mixes trained lengths with longer ones" {
    drinks
    run_both "$poslab" train "${tsv[@]}" eval.lengths=1x --run "$work/run"
    grep -q '^Not evaluated: 1 examples of the test file' "$output_file"
    "$poslab" eval "$work/run" eval.lengths=100 --json | jq -e '.lengths_from == [5] and .policies[0].accuracy.count == [1] and .left_out == null'
    refused 2 "eval.lengths = 6" "$poslab" eval "$work/run" eval.lengths=6
    run_both "$poslab" compare "${tsv[@]}" eval.lengths=1x compare.seeds=1..1 --run "$work/c"
    grep -q '^Not evaluated: 1 examples of the test file' "$output_file"
}

# says data/README.md: Only the order of the names tells who comes after "so" and after "thanked"
@test "the shipped text of a market is what its generator writes, and the order of its names is all that distinguishes them" {
    awk -f data/market.awk | cmp - data/market.txt
    [ "$(grep -c . data/market.txt)" = 2000 ]
    # the second name is the one after "so", the first is the last, and nobody deals with himself
    awk 'NF && ($3 != $8 || $1 != $10 || $1 == $3 || $7 != "so" || NF != 11) { exit 1 }' data/market.txt
    # each name comes first as often as second, within four standard deviations of 2000 draws of one in twelve
    awk 'NF { first[$1]++; second[$3]++ }
        END { for (name in first) { n++; d = first[name] - second[name]; if (d * d > 16 * 2 * 2000 / 12) exit 1 } exit n != 12 }' data/market.txt
}

# says data/README.md: The end of the file (`task.held_out`) is for evaluation, so no example of an evaluation can be longer than that part
@test "own text: held-out text goes with the checkpoint; lengths beyond it are refused" {
    head -c 20000 data/harbour.txt >"$work/text"
    refused 2 "eval.lengths: " "$poslab" train task.name=sop "task.text=$work/text" eval.lengths="1x 16x" --run "$work/run"
    [ ! -e "$work/run" ]
    "$poslab" train task.name=cloze "task.text=$work/text" task.examples=20 train.steps=20 train.warmup=5 eval.lengths="1x 2x" \
        eval.examples=20 --run "$work/run" >"$work/table" 2>/dev/null
    grep -q '^Training accuracy' "$work/table"
    rm "$work/text"
    same_sums <("$poslab" eval "$work/run" --json | tee "$work/json") <(grep -v ^training "$work/run/eval.tsv")
    diff <(jq -r '(.policies[] | select(.applicable) | .right[]), .note' "$work/json") \
        <(grep -vE '^(chance|in_range|training|row|#)' "$work/run/eval.tsv" | cut -f 10 | grep . && fact "$work/run/eval.tsv" note)
    "$poslab" predict "$work/run" "the [MASK] came up" --json | jq -e '.predictions[0].targets | length == 1 and .[0].row == 1'
}

@test "configs reach what their first lines expect (a subset of make experiments)" {
    sed 's/^seeds = .*/seeds = 1..2/' configs/tsv.ini >"$work/tsv.ini"
    OUT=$work/out run_both tests/experiments.sh "$work/tsv.ini"
    [ "$status" = 0 ]
    [ "$(grep -c '^ok' "$output_file")" = "$(grep -c '^; expect' configs/tsv.ini)" ]
    printf '; expect learned in range: 10..20\n[task]\nname = first\n[train]\nsteps = 60\n[compare]\nmembers = learned\nseeds = 1\n' >"$work/wrong.ini"
    OUT=$work/out run_both tests/experiments.sh "$work/wrong.ini" # an expectation that is not met is seen
    [ "$status" = 1 ]
    grep -q '^not ok .* learned in range: .* (expected 10..20)' "$output_file"
}

@test "a comparison predicts with the first seed of its best row, under that row's policy, which is told" {
    "$poslab" compare 'compare.members=none, learned, learned checkpoint_every=50' compare.seeds=3..4 train.steps=400 eval.lengths='1x 2x' 'eval.policies=extend interpolate' \
        --run "$work/c" --csv >"$work/rows" 2>/dev/null
    # interpolated learned positions are best at twice the length; of two equal rows the first answers
    percent=$(awk -F, '$1 == "learned+interpolate" && $8 == "2x" && $11 == "accuracy" { printf "%.1f", 100 * $12 }' "$work/rows")
    run_both "$poslab" predict "$work/c" 'w1 X w2 Y' 'Y w3 X' --json
    [ "$status" = 0 ]
    [ "$(cat "$error_file")" = "poslab: learned+interpolate, seed 3, answers: the best row of $work/c, $percent % at 32 words ($work/c/learned-seed3)" ]
    "$poslab" predict "$work/c/learned-seed3" 'w1 X w2 Y' 'Y w3 X' --json | cmp - "$output_file"
    # a text twice as long is answered as by that policy
    long="X$(printf ' w%d' {1..16}) Y"
    "$poslab" predict "$work/c" "$long" 'Y X' --json 2>/dev/null >"$work/long"
    "$poslab" predict "$work/c/learned-seed3" "$long" 'Y X' eval.policies=interpolate --json | cmp - "$work/long"
    "$poslab" predict "$work/c" "$long" 'Y X' eval.policies=clamp --json 2>/dev/null >"$work/clamped"
    [ "$(cksum <"$work/long")" != "$(cksum <"$work/clamped")" ]
    rm "$work"/c/*/eval.tsv
    refused 2 'has no result yet' "$poslab" predict "$work/c" 'X Y' 'Y X'
}

@test "a text that is no example of the task: what is missing, and an example to copy that is answered" {
    "$poslab" train "${small[@]/first/order}" --run "$work/r" >/dev/null 2>&1
    for texts in 'w1 X w2 Y' 'foo X' ''; do
        run_both "$poslab" predict "$work/r" "$texts"
        [ "$status" = 65 ]
        [ "$(wc -l <"$error_file")" = 1 ]
        example=$(sed -n 's/.*; an example: //p' "$error_file")
        [ -n "$example" ]
        [ "$(grep -oE "\b(X|Y|w[0-9]+)\b" <<<"${example##*"$work/r"}" | wc -l)" = 6 ] # not the shortest, not the longest
        eval "$example" | grep -q 'position 0: in passage B'
    done
}

# says help predict: If one of several lines is not an example of the task, it has no answer (with --json no targets, but problem). A message says why, the others are answered, and the exit code is that of the first such line
# says data/README.md: the first ten get a line each, and the exit code is not 0
@test "one bad line of many does not end the program: it keeps its place, and the others are answered" {
    "$poslab" train "${small[@]/first/order}" --run "$work/r" >/dev/null 2>&1
    printf 'X w1 Y\tY X\nfoo\nw2 X Y\tX Y\nX\tY X\n' >"$work/lines"
    run_both "$poslab" predict "$work/r" <"$work/lines"
    [ "$status" = 65 ]
    [ "$(grep -c '^  -> ' "$output_file")" = 4 ]
    [ "$(grep -n '^  -> ' "$output_file" | sed -n '2p;4p' | cut -d: -f2)" = '  ->  no answer
  ->  no answer' ]
    [ "$(cut -d' ' -f1-4 "$error_file" | head -n 2)" = "poslab: standard input:2: task
poslab: standard input:4: task" ]
    sed -n 3p "$error_file" | grep -q '^poslab: 2 of 4 texts have no answer; for example: .*<Tab>'
    [ "$(wc -l <"$error_file")" = 3 ]
    run_both "$poslab" predict "$work/r" --json <"$work/lines"
    [ "$status" = 65 ]
    jq -e '[.predictions[] | .targets | length] == [1, 0, 1, 0] and (.predictions[1].problem | startswith("standard input:2: "))' "$output_file"
    # the rows of a file keep their order, with empty cells
    { printf 'text_a\ttext_b\n'; printf 'X w1 Y\tY X\nfoo\tX\nw2 X Y\tX Y\n'; } >"$work/rows.tsv"
    run_both "$poslab" predict "$work/r" "$work/rows.tsv" --to tsv
    [ "$status" = 65 ]
    [ "$(wc -l <"$output_file")" = 4 ]
    [ "$(sed -n 3p "$output_file")" = "$(printf 'foo\tX\t\t\t')" ]
    [ "$(cut -f3 "$output_file" | sed -n '2p;4p' | grep -cE '^(yes|no)$')" = 2 ]
    grep -qF "rows.tsv:3: 'foo' is not a word of task order" "$error_file"
    # of many no more than ten are told one by one
    { printf 'text_a\ttext_b\n'; for i in {1..40}; do printf 'foo\tX\n'; done; } >"$work/rows.tsv"
    run_both "$poslab" predict "$work/r" "$work/rows.tsv" --to tsv
    [ "$(wc -l <"$output_file") $(wc -l <"$error_file")" = '41 11' ]
    grep -q '40 of 40 texts have no answer' "$error_file"
}

# says help predict: eval.policies=interpolate (or another) says what to do then
@test "a line too long for the table of positions is one bad line, too" {
    "$poslab" train "${small[@]/first/order}" encoding.name=learned --run "$work/r" >/dev/null 2>&1
    long="X$(printf ' w1%.0s' {1..90}) Y"
    printf 'X w1 Y\tY X\n%s\tY X\nX Y\tY X\n' "$long" >"$work/lines"
    run_both "$poslab" predict "$work/r" <"$work/lines"
    [ "$status" = 2 ]
    [ "$(grep -c '^  -> ' "$output_file")" = 3 ]
    grep -q '^poslab: standard input:2: .*eval.policies' "$error_file"
    { printf 'text_a\ttext_b\n'; cat "$work/lines"; } >"$work/rows.tsv"
    run_both "$poslab" predict "$work/r" "$work/rows.tsv" --to csv
    [ "$(cut -d, -f3 "$output_file" | grep -cE '^(yes|no)$')" = 2 ]
    "$poslab" predict "$work/r" "$work/rows.tsv" --to csv eval.policies=clamp | cut -d, -f3 | grep -cE '^(yes|no)$' | grep -qx 3
}
