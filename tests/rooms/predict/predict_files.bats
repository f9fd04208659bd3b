# predict_files.bats -- the rows of a file with a model's answers beside them, and warnings about texts that are none.
# shellcheck shell=bash disable=SC2034,SC2154
load ../../cli/helpers

# A model of two labels, which `predict --json` of single texts is asked about the same.
setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    printf 'label\ttext\n' >train.tsv
    printf '%s\n' $'tea\ttea then coffee' $'coffee\tcoffee then tea' $'tea\tsome tea and coffee' $'coffee\tsome coffee and tea' \
        $'tea\thot tea then some hot coffee' $'coffee\thot coffee then some hot tea' >>train.tsv
    "${POSLAB:-$OLDPWD/build/poslab}" train task.name=tsv task.train=train.tsv task.test=train.tsv encoding.name=sinusoidal \
        train.steps=30 --run run >/dev/null 2>&1
    "${POSLAB:-$OLDPWD/build/poslab}" train task.name=cloze "task.text=$OLDPWD/data/harbour.txt" train.steps=20 \
        eval.examples=20 eval.lengths=1x --run cloze >/dev/null 2>&1
    "${POSLAB:-$OLDPWD/build/poslab}" train task.name=next "task.text=$OLDPWD/data/harbour.txt" train.steps=20 \
        eval.examples=20 eval.lengths=1x --run next >/dev/null 2>&1
    cd "$OLDPWD" || return
}

run_of() { echo "$BATS_FILE_TMPDIR/$1"; }

# Texts of several lengths, one by one.
texts=('tea then coffee' 'some coffee and tea' 'tea' 'coffee then tea' 'hot tea then some tea' 'water')

# says help predict: With --to tsv, csv or jsonl the rows of FILE are printed with the answer and the probability of each label
# says data/README.md: `poslab predict RUN mails.csv --to csv >answers.csv` (or `tsv`, `jsonl`
# says data/README.md: `--to csv`
@test "rows come back unchanged, in their order, with the answers that each text has alone" {
    { printf 'id\ttext\n'; for i in "${!texts[@]}"; do printf '%d\t%s\n' "$i" "${texts[i]}"; done; } >"$work/in.tsv"
    run_both "$poslab" predict "$(run_of run)" "$work/in.tsv" --to tsv
    [ "$status" = 0 ]
    cut -f 1,2 "$output_file" | diff - "$work/in.tsv"
    [ "$(head -n 1 "$output_file")" = $'id\ttext\tanswer\tp_tea\tp_coffee' ]
    [ "$(wc -l <"$output_file")" = 7 ]
    for i in "${!texts[@]}"; do
        "$poslab" predict "$(run_of run)" "${texts[i]}" --json 2>"$work/log" >"$work/alone"
        sed -n "$((i + 2))p" "$output_file" | jq -Re --slurpfile alone "$work/alone" 'split("\t") as $row |
            ($alone[0].predictions[0].targets[0]) as $t | ($t.probabilities | map({(.answer): .probability}) | add) as $p |
            $row[2] == $t.answer and ($row[3] | tonumber) - $p.tea < 2e-6 and $p.tea - ($row[3] | tonumber) < 2e-6
            and ($row[4] | tonumber) - $p.coffee < 2e-6 and $p.coffee - ($row[4] | tonumber) < 2e-6
            and (($row[3] | tonumber) + ($row[4] | tonumber) - 1 | fabs < 2e-6)'
    done
}

# says data/README.md: `--to jsonl` adds keys to each object of JSON lines
@test "the same from CSV and JSON lines, from a file, a pipe and gzip, into each other" {
    printf 'text,n\n"some ""tea"", then\ncoffee",1\nhot tea,2\n' >"$work/in.csv"
    printf '{"text":"some \\"tea\\", then\\ncoffee","n":1}\n{"n": 2, "text": "hot tea" }\n' >"$work/in.jsonl"
    "$poslab" predict "$(run_of run)" "$work/in.csv" --to csv >"$work/a"
    [ "$(head -n 3 "$work/a" | cut -d, -f1-2)" = $'text,n\n"some ""tea"", then\ncoffee",1' ]
    "$poslab" predict "$(run_of run)" "$work/in.jsonl" --to csv | cmp - "$work/a"
    gzip -k "$work/in.csv"
    "$poslab" predict "$(run_of run)" "$work/in.csv.gz" --to csv | cmp - "$work/a"
    "$poslab" predict "$(run_of run)" - --to csv task.format=csv <"$work/in.csv" | cmp - "$work/a"
    "$poslab" predict "$(run_of run)" --to csv task.format=jsonl <"$work/in.jsonl" | cmp - "$work/a"
    "$poslab" predict "$(run_of run)" "$work/in.csv" --to tsv >"$work/t"
    [ "$(sed -n 2p "$work/t" | cut -f1,2)" = $'some "tea", then\\ncoffee\t1' ]
    "$poslab" predict "$(run_of run)" "$work/in.jsonl" --to jsonl >"$work/j"
    grep -qF '{"text":"some \"tea\", then\ncoffee","n":1, "answer": "' "$work/j"
    grep -qF '{"n": 2, "text": "hot tea", "answer": "' "$work/j"
    jq -es 'map(keys_unsorted) == [["text", "n", "answer", "p_tea", "p_coffee"], ["n", "text", "answer", "p_tea", "p_coffee"]]' "$work/j"
    "$poslab" predict "$(run_of run)" "$work/in.csv" --to jsonl |
        jq -es 'map(.n) == ["1", "2"] and (map(.text) == ["some \"tea\", then\ncoffee", "hot tea"])'
}

@test "nothing of the file is lost: labels, other columns, names that the answers would have" {
    printf 'text\tlabel\tanswer\tp_1\ntea then coffee\ttea\tA\tB\ncoffee then tea\tmaybe\tC\tD\nhot tea\t\tE\tF\n' >"$work/in.tsv"
    run_both "$poslab" predict "$(run_of run)" "$work/in.tsv" --to tsv
    cut -f 1-4 "$output_file" | diff - "$work/in.tsv"
    [ "$(head -n 1 "$output_file" | cut -f 5-)" = $'answer_2\tp_tea_2\tp_coffee_2' ]
    grep -qE '^poslab: [01] of 2 answers are the label \((0|50)\.0 %\)$' "$error_file"
    grep -q '1 of the labels are unknown to the model' "$error_file"
    run_both "$poslab" predict "$(run_of run)" "$work/in.tsv" --to tsv --count 1
    [ "$(head -n 1 "$output_file" | cut -f 5-)" = $'answer_1_2\tp_1_2' ]
    "$poslab" predict "$(run_of run)" "$work/in.tsv" --to tsv 2>/dev/null >"$work/once.tsv"
    [ "$("$poslab" predict "$(run_of run)" "$work/once.tsv" --to tsv 2>/dev/null | head -n 1 | cut -f 8-)" = \
        $'answer_3\tp_tea_3\tp_coffee_3' ]
}

# says help predict: With --count N the columns are answer_1, p_1, ..., answer_N, p_N
# says data/README.md: `--to csv --count 2`
@test "--count: the likeliest answers, of rows and of a text" {
    printf 'text\nhot tea\n' >"$work/in.tsv"
    "$poslab" predict "$(run_of run)" "$work/in.tsv" --to jsonl --count 9 >"$work/rows"
    "$poslab" predict "$(run_of run)" "hot tea" --json | jq -e --slurpfile row "$work/rows" \
        '.predictions[0].targets[0].probabilities as $p | $row[0] as $r | $r.answer_1 == $p[0].answer and $r.answer_2 == $p[1].answer
        and ($r.p_1 - $p[0].probability | fabs < 2e-6) and ($r.p_2 - $p[1].probability | fabs < 2e-6)
        and ($r | keys | length) == 5'
    "$poslab" predict "$(run_of cloze)" "The wind was [MASK] ." --count 20 --json | jq -e \
        '.predictions[0].targets[0].probabilities | length == 20 and (map(.probability) | . == (sort | reverse))'
    "$poslab" predict "$(run_of cloze)" "The wind was [MASK] ." --count 5 | grep -qE '^  ->  [^ ]+   \(([^ ]+ [0-9.]+ %, ){4}[^ ]+ [0-9.]+ %\)$'
    [ "$("$poslab" predict "$(run_of cloze)" "The wind was [MASK] ." --json | jq '.predictions[0].targets[0].probabilities | length')" = 10 ]
}

# says data/README.md: tasks that answer with words (`cloze`, `next`) need it
@test "tasks that answer with words print the likeliest, the next word after a text" {
    printf 'text\nThe wind was [MASK] .\n' >"$work/in.tsv"
    refused 2 'task cloze answers with one of ' "$poslab" predict "$(run_of cloze)" "$work/in.tsv" --to csv
    "$poslab" predict "$(run_of cloze)" "$work/in.tsv" --to jsonl --count 3 >"$work/rows"
    "$poslab" predict "$(run_of cloze)" "The wind was [MASK] ." --json | jq -e --slurpfile row "$work/rows" \
        '(.predictions[0].targets[0].probabilities | map(.answer))[:3] == ($row[0] | [.answer_1, .answer_2, .answer_3])'
    printf 'text\nThe wind [MASK] [MASK] .\n' >"$work/two.tsv"
    run_both "$poslab" predict "$(run_of cloze)" "$work/two.tsv" --to csv --count 1
    [ "$status" = 65 ]
    grep -qF "$work/two.tsv:2: has 2 target positions; --to prints one answer per row" "$error_file"
    printf 'text\nThe wind was\n' >"$work/in.tsv"
    "$poslab" predict "$(run_of next)" "$work/in.tsv" --to jsonl --count 3 >"$work/rows"
    "$poslab" predict "$(run_of next)" "The wind was" --json | jq -e --slurpfile row "$work/rows" \
        '(.predictions[0].targets[-1].probabilities | map(.answer))[:3] == ($row[0] | [.answer_1, .answer_2, .answer_3])'
}

# says help predict: task.text_columns, task.label_column and task.charset may be given again, and task.format if the name does not say it
# says data/README.md: you can change `task.text_columns`, `task.label_column` and `task.charset`, and set `task.format` if the name does not show it
@test "columns and the character encoding are those of training, or as they are given" {
    printf 'body,Klasse\nhot t\xe9a tea,tea\n' >"$work/in.csv"
    refused 65 "$work/in.csv:1: " \
        "$poslab" predict "$(run_of run)" "$work/in.csv" --to csv task.charset=latin-1
    run_both "$poslab" predict "$(run_of run)" "$work/in.csv" --to csv task.charset=latin-1 task.text_columns=body task.label_column=Klasse
    [ "$(sed -n 2p "$output_file" | cut -d, -f1,2)" = "hot téa tea,tea" ]
    grep -q '^poslab: [01] of 1 answers are the label' "$error_file"
    printf 'K\tsatz\na\tone\nb\ttwo\n' >"$work/own.tsv"
    "$poslab" train task.name=tsv "task.train=$work/own.tsv" "task.test=$work/own.tsv" task.text_columns=satz task.label_column=K \
        train.steps=2 --run "$work/own" >/dev/null 2>&1
    "$poslab" predict "$work/own" "$work/own.tsv" --to csv 2>/dev/null | head -n 1 | grep -qx 'K,satz,answer,p_a,p_b'
}

# says data/README.md: a key `text_b` that the first rows do not have
# says data/README.md: a line says how many there are and where the first is
# says data/README.md: Any other error names file and line, after the rows before it are printed
@test "bad rows are told with file and line; what comes before them is printed; rows without a text have no answer" {
    printf 'text,n\ntea,1\n ,2\n,3\ncoffee\n' >"$work/in.csv"
    run_both "$poslab" predict "$(run_of run)" "$work/in.csv" --to csv
    [ "$status" = 65 ]
    [ "$(cat "$error_file")" = "poslab: $work/in.csv:5: has 1 field; the header names 2" ]
    [ "$(wc -l <"$output_file")" = 4 ]
    [ "$(sed -n 3,4p "$output_file")" = $' ,2,,,\n,3,,,' ]
    sed -i 5d "$work/in.csv"
    run_both "$poslab" predict "$(run_of run)" "$work/in.csv" --to csv
    [ "$status" = 0 ]
    [ "$(cat "$error_file")" = "poslab: warning: 2 rows are without a text and without an answer; the first is $work/in.csv:3" ]
    printf '{"text":"tea"}\n{"text":"tea","answer":1}\n' >"$work/in.jsonl"
    run_both "$poslab" predict "$(run_of run)" "$work/in.jsonl" --to jsonl
    [ "$status" = 65 ]
    grep -qF "$work/in.jsonl:2: has the key answer, which holds the model's answer in the rows before" "$error_file"
    printf '{"text":"tea"}\n{"text":"tea","k":1}\n' >"$work/in.jsonl"
    "$poslab" predict "$(run_of run)" "$work/in.jsonl" --to jsonl | jq -es 'map(.k) == [null, 1]'
    run_both "$poslab" predict "$(run_of run)" "$work/in.jsonl" --to csv
    grep -qF "$work/in.jsonl:2: has a key that the first row does not have, so there is no column for it: k" "$error_file"
    refused 74 "cannot open $work/none.csv" "$poslab" predict "$(run_of run)" "$work/none.csv" --to csv
}

# says help predict: With --to answers.csv they are written to that file, and cells that a spreadsheet would run as formulas are quoted there
# says help predict: In its TSV or CSV an apostrophe is put before each cell that begins with = + - @, a tab or a line end, for a spreadsheet would run it
# says data/README.md: `--to answers.csv` (or a name in `.tsv`, `.jsonl`) writes that file
@test "--to FILE.csv: cells and column names that a spreadsheet would run become text; on stdout they are plain" {
    printf 'text,@id,n\ntea,=1+1,-1\n=coffee,-a,0.5\n' >"$work/in.csv"
    "$poslab" predict "$(run_of run)" "$work/in.csv" --to csv >"$work/plain"
    cut -d , -f 1-3 "$work/plain" | cmp - "$work/in.csv"
    [ "$("$poslab" predict "$(run_of run)" "$work/in.csv" --to "$work/out.csv")" = '' ]
    cut -d , -f 1-3 "$work/out.csv" >"$work/out"
    printf "%s\n" "text,'@id,n" "tea,'=1+1,-1" "'=coffee,'-a,0.5" | cmp - "$work/out"
    diff <(cut -d , -f 4- "$work/plain") <(cut -d , -f 4- "$work/out.csv")
    # JSON is not run; a file may be written over the one it is read from; what fails writes nothing
    "$poslab" predict "$(run_of run)" "$work/in.csv" --to "$work/out.jsonl"
    "$poslab" predict "$(run_of run)" "$work/in.csv" --to jsonl | cmp - "$work/out.jsonl"
    cp "$work/in.csv" "$work/same.csv"
    "$poslab" predict "$(run_of run)" "$work/same.csv" --to "$work/same.csv"
    cmp "$work/same.csv" "$work/out.csv"
    echo 'tea,1' >>"$work/in.csv"
    refused 65 "$work/in.csv:4" "$poslab" predict "$(run_of run)" "$work/in.csv" --to "$work/none.csv"
    [ ! -e "$work/none.csv" ]
}

@test "a file's name taken as a text is told, and a text of which no word is known" {
    printf 'text\ntea\n' >"$work/in.tsv"
    run_both "$poslab" predict "$(run_of run)" "$work/in.tsv"
    [ "$status" = 0 ]
    grep -qF "'$work/in.tsv' is read as a text, but there is a file of that name; --to csv" "$error_file"
    run_both "$poslab" predict "$(run_of run)" "tea then water"
    [ ! -s "$error_file" ]
    run_both "$poslab" predict "$(run_of run)" "cold water"
    [ "$(cat "$error_file")" = "poslab: warning: the model knows no word of the text (all are [UNK]): its answer says nothing about it" ]
    printf 'text\ntea\ncold water\nwater\n' >"$work/in.tsv"
    run_both "$poslab" predict "$(run_of run)" "$work/in.tsv" --to csv
    [ "$(cat "$error_file")" = "poslab: warning: in 2 texts the model knows no word (all are [UNK]): its answers say nothing about them" ]
    run_both "$poslab" predict "$(run_of cloze)" "qqq [MASK] zzz"
    grep -qF "knows no word of the text" "$error_file"
    run_both "$poslab" predict "$(run_of cloze)" "[MASK] [MASK]"
    [ ! -s "$error_file" ]
}

@test "a stream is answered as it comes" {
    mkfifo "$work/in"
    "$poslab" predict "$(run_of run)" - --to csv <"$work/in" >"$work/out" &
    exec 5>"$work/in"
    printf 'text\ntea\n' >&5
    wait_for grep -q '^tea,' "$work/out"
    printf 'hot coffee\n' >&5
    wait_for grep -q '^hot coffee,' "$work/out"
    exec 5>&-
    wait $!
    [ "$(wc -l <"$work/out")" = 3 ]
}

@test "many rows, in more than one round: the file's order, and each as if alone" {
    { echo text; for i in $(seq 5000); do echo "${texts[i % 6]}"; done; } >"$work/in.tsv"
    "$poslab" predict "$(run_of run)" "$work/in.tsv" --to tsv 2>/dev/null >"$work/out"
    cut -f 1 "$work/out" | cmp - "$work/in.tsv"
    [ "$(sort -u "$work/out" | wc -l)" -le 13 ] # the last digit may depend on the others of a batch
    for text in "${texts[@]}"; do
        [ "$(grep "^$text	" "$work/out" | cut -f 2 | sort -u | wc -l)" = 1 ]
    done
}
