# shellcheck shell=bash disable=SC2154,SC2016
# columns.bats -- names of columns and labels as programs write them, from the file to the answer.

load ../../cli/helpers

# rows: 20 of a text of four words and two labels.
rows() { local i; for i in {1..10}; do printf 'good film number %s,p\nbad film number %s,n\n' "$i" "$i"; done; }

# told PATTERN: a line on standard error has it.
told() { grep -qF -- "$1" "$error_file" || { cat "$error_file"; return 1; }; }

# says data/README.md: One with a comma stands in quotes: `task.text_columns='"text, long", answer'`
@test "any name of a column goes through the guess, the command that it prints, a run and predict" {
    names=('text, long' "it's" 'say "hi"' '"q"' 'a=b' '#tag' '$HOME' größe '-dash' 'a;b' 'a ;b' ';semi' '`x`' '*' 'back\slash' 'a  b'
        ' pad ' '(no)' '!x' '~' 'a|b' '%s %d' '[0]' $'line\nend' '--run' 'text, long')
    for ((i = 0; i + 1 < ${#names[@]}; i++)); do
        file="$work/$i.csv"
        { echo "\"${names[i]//\"/\"\"}\",\"${names[i + 1]//\"/\"\"}\""; rows; } >"$file"
        run_both "$poslab" train "$file" train.steps=2 --run "$work/a$i"
        [ "$status" = 0 ] || { cat "$error_file"; return 1; }
        command=$(sed -n 's/.*: \(poslab train task.name=tsv \)/\1/p' "$error_file")
        bash -c "$command --run '$work/b$i'" >/dev/null 2>&1
        cmp "$work/a$i/checkpoint.safetensors" "$work/b$i/checkpoint.safetensors"
        run_both "$poslab" predict "$work/b$i" "$file" --to jsonl
        told 'of 20 answers are the label'
    done
}

# says data/README.md: **Labels** are one where they differ only in blanks around them, in Unicode's form or in how a number is written (`1`, `1.0`, `1e0`
# says data/README.md: a line names labels that differ only in case
@test "labels that differ in blanks, form or in how a number is written are one, in training, test and predict" {
    { echo text,label; for i in {1..10}; do printf 'good film %s,1\nbad film %s,0\n' "$i" "$i"; done; } >"$work/train.csv"
    { echo text,label; for i in {1..10}; do printf 'good film %s, 1.0\nbad film %s,0e0\xc2\xa0\n' "$i" "$i"; done; } >"$work/test.csv"
    run_both "$poslab" train task.name=tsv task.train="$work/train.csv" task.test="$work/test.csv" train.steps=100 --run "$work/a"
    grep -qF '20 test rows of 3' "$output_file"
    run_both "$poslab" predict "$work/a" "$work/test.csv" --to csv
    told '20 of 20 answers are the label (100.0 %)'
    { echo text,label; printf 'a b,Yes\nb a,yes\nc a,no\n'; } >"$work/case.csv"
    run_both "$poslab" train task.name=tsv task.train="$work/case.csv" task.test="$work/case.csv" train.steps=2 --run "$work/b"
    told 'labels differ only in case and stay apart: Yes and yes'
}

# The header has a number for a name: it is one where some column, the first too, has a usual name; else it may be data.
@test "a header that knows one usual name, in its first column too, is a header" {
    rows7() { local i; for i in {1..10}; do printf 'p,good film number %s,%s\nn,bad film number %s,%s\n' "$i" "$i" "$i" "$i"; done; }
    { echo label,body,7; rows7; } >"$work/label.csv"
    { echo text,body,7; rows7; } >"$work/text.csv"
    { echo premise,hypothesis,7; rows7; } >"$work/pair.csv"
    { echo mark,body,7; rows7; } >"$work/none.csv"
    run_both "$poslab" train "$work/label.csv" train.steps=1 --run "$work/a"
    told 'label.csv: 20 rows, label label (2 different: p, n), text body'
    for name in text pair; do
        run_both "$poslab" train "$work/$name.csv" train.steps=1 --run "$work/$name"
        ! grep -q 'looks like data' "$error_file" || return 1
    done
    refused 65 "none.csv:1: line 1 looks like data: add a header line, with names such as label and text ('7' is a number)" \
        "$poslab" train "$work/none.csv" train.steps=1 --run "$work/b"
}

@test "one test row is enough, and its answer is right or wrong" {
    { echo text,label; rows; } >"$work/train.csv"
    printf 'text,label\ngood film number 3,p\n' >"$work/test.csv"
    run_both "$poslab" train task.name=tsv task.train="$work/train.csv" task.test="$work/test.csv" train.steps=60 --run "$work/a"
    [ "$status" = 0 ]
    grep -qF '1 test row of 4' "$output_file" || { cat "$output_file"; return 1; }
    run_both "$poslab" eval "$work/a"
    grep -qF '1 test row of 4' "$output_file"
}

@test "a column called text that is mostly empty is not the text; where one label is left, it is told what was left out" {
    { echo text,label,review; for i in {1..10}; do printf ',p,good film %s\n,n,bad film %s\n' "$i" "$i"; done; for i in {1..9}; do echo 'a b,p,good film 0'; done; } >"$work/empty.csv"
    run_both "$poslab" train "$work/empty.csv" train.steps=2 --run "$work/a"
    told 'text review (3.0 words on average), not used: text: '
    run_both "$poslab" train task.name=tsv task.train="$work/empty.csv" task.test="$work/empty.csv" task.text_columns=text --run "$work/b"
    [ "$status" = 65 ]
    told "all rows have the label 'p'; there is nothing to learn. Of the training rows: 20 without a text."
}

@test "a column is the label or a text, once" {
    { echo text,label; rows; } >"$work/r.csv"
    refused 65 "$work/r.csv:1: column label is named twice, as the label and as a text" "$poslab" train "$work/r.csv" task.text_columns=label --run "$work/a"
    refused 65 "$work/r.csv:1: column text is named twice, in task.text_columns" "$poslab" train "$work/r.csv" task.text_columns=text,text --run "$work/a"
}

# says data/README.md: the first such label is named with its line
@test "the first row with a label that is unknown is named, beside the labels of training" {
    { echo text,label; rows; } >"$work/train.csv"
    { echo text,label; rows; echo 'good film,positive'; echo 'bad,x'; } >"$work/test.csv"
    run_both "$poslab" train task.name=tsv task.train="$work/train.csv" task.test="$work/test.csv" train.steps=2 --run "$work/a"
    told "$work/test.csv:22 has 'positive'; labels of training: "
    run_both "$poslab" predict "$work/a" "$work/test.csv" --to csv
    told "2 of the labels are unknown to the model; the first is 'positive'"
}

# says data/README.md: `task.label_column` names the label (default `label`), `task.text_columns` one or two texts (`task.text_columns="question, answer"`)
@test "what is used and what is not is told, also when the user chose; where texts are unclear the guess asks" {
    { echo id,question,answer,relevant; for i in {1..20}; do echo "$i,is the sea $i blue,yes it is quite blue $i,$((i % 2))"; done; } >"$work/qa.csv"
    run_both "$poslab" show task "$work/qa.csv" --count 1
    told 'texts question (5.0 words on average) and answer (6.0 words on average), not used: id: '
    run_both "$poslab" show task "$work/qa.csv" task.text_columns="answer" --count 1
    told 'text answer (6.0 words on average), not used: id, question: '
    run_both "$poslab" show task "$work/qa.csv" task.text_columns='answer, "question"' --count 1
    told 'texts answer (6.0 words on average) and question (5.0 words on average), not used: id: '
    refused 65 ' anwser; there are: id, question, answer, relevant' "$poslab" train "$work/qa.csv" task.text_columns=anwser
    { echo title,body,author,relevant; for i in {1..20}; do echo "the $i title,some body of $i words,Ann B$i,$((i % 2))"; done; } >"$work/three.csv"
    refused 2 'it is not clear which column is the text; for example: poslab show task task.name=tsv' "$poslab" show task "$work/three.csv"
}

# says data/README.md: A first line with a number, or with a cell that its column has again below, is data
@test "a first line of data is refused by train, compare and predict" {
    rows >"$work/bare.csv"
    refused 65 'bare.csv:1: line 1 looks like data: add a header line' "$poslab" train "$work/bare.csv"
    refused 65 'bare.csv:1: line 1 looks like data: add a header line' "$poslab" compare task.name=tsv task.train="$work/bare.csv"
    { echo text,label; rows; } >"$work/train.csv"
    "$poslab" train "$work/train.csv" train.steps=2 --run "$work/a" >/dev/null 2>&1
    refused 65 'bare.csv:1: line 1 looks like data: add a header line' "$poslab" predict "$work/a" "$work/bare.csv" --to csv
    { echo word,label; rows; echo word,label; } >"$work/twice.csv"
    run_both "$poslab" show task "$work/twice.csv" --count 1
    [ "$status" = 0 ]
}

@test "many different numbers as labels are a quantity, and so said" {
    { echo text,label; for i in {1..60}; do echo "film number $i,$i.$i"; done; } >"$work/all.csv"
    refused 65 'nearly every row has a label of its own (60 in 60 rows): 60 different numbers are a quantity; poslab answers with labels' \
        "$poslab" train task.name=tsv task.train="$work/all.csv"
    # two rows of each are enough, and then test rows may have others
    { echo text,label; for i in {1..30} {1..30}; do echo "film number $i,$i"; done; } >"$work/two.csv"
    { echo text,label; for i in 1 {101..104}; do echo "film number $i,$i"; done; } >"$work/new.csv"
    "$poslab" show task task.name=tsv task.train="$work/two.csv" task.test="$work/new.csv" --count 1
    sed '$d' "$work/two.csv" >"$work/fewer.csv"
    run_both "$poslab" show task task.name=tsv task.train="$work/fewer.csv" task.test="$work/new.csv" --count 1
    [ "$status" = 65 ]
    grep -q 'nearly every row has a label of its own (30 in 59 rows)' "$error_file"
    sed 's/label/price/' "$work/all.csv" >"$work/price.csv"
    refused 2 'more than 50 different numbers are a quantity (price); poslab answers with labels' "$poslab" train "$work/price.csv"
    sed 's/,/,n/' "$work/all.csv" >"$work/names.csv"
    refused 65 'is nlabel the column of the label?' "$poslab" train task.name=tsv task.train="$work/names.csv" task.label_column=nlabel
}
