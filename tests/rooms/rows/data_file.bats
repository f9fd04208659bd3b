# shellcheck shell=bash disable=SC2154,SC2016
# data_file.bats -- a file of rows where a config could be: its first rows say which columns are label and text, and what
# is trained then is what the printed command trains.

load ../../cli/helpers

# 40 rows of an id, a text of three words, two labels, and a place of five values.
write_rows() {
    { echo "id$1review$1stars$1place"; for i in {1..20}; do
        echo "$i$1good film $i${1}5${1}p$((i % 5))"
        echo "$i-b$1bad film $i${1}1${1}p$((i % 5))"
    done; } >"$work/$2"
}

# says data/README.md: `poslab train mails.csv` (or `compare`, `show task`) reads the first rows, finds the text and the label, and prints the complete command
@test "train FILE: the columns found are told with the command, which trains the same model" {
    write_rows ';' all.csv
    cut -d';' -f1-3 "$work/all.csv" >"$work/reviews.csv"
    run_both "$poslab" train "$work/reviews.csv" train.steps=10 --run "$work/a"
    [ "$status" = 0 ]
    grep -qxF "poslab: $work/reviews.csv: columns are separated by semicolons" "$error_file"
    told="$work/reviews.csv: 40 rows, label stars (2 different: 5, 1), text review (3.0 words on average), not used: id: poslab train task.name=tsv task.train=$work/reviews.csv task.label_column=stars task.text_columns=review train.steps=10"
    grep -qxF "poslab: $told" "$error_file"
    # the command as it is printed
    ${told##*: } --run "$work/b" >/dev/null 2>&1
    cmp "$work/a/checkpoint.safetensors" "$work/b/checkpoint.safetensors"
    run_both "$poslab" compare "$work/reviews.csv" none learned train.steps=10 compare.seeds=1..2 --run "$work/c" --csv
    [ "$status" = 0 ]
    grep -qx 'label_column = stars' "$work/c/config.ini"
    [ "$(cut -d, -f1 "$output_file" | sort -u | grep -cE '^(none|learned)')" -ge 2 ]
}

# says data/README.md: The label is the column `label`, `class`, `category`, `target` or `sentiment`, else the only one with few different values (2 to 50); if there are several candidates, it prints the columns and a command to copy. Your own settings stay: `poslab train mails.csv task.label_column=folder`
@test "where the label is not clear the columns are told, and a command to copy works; what is given stays" {
    write_rows , all.csv
    run_both "$poslab" train "$work/all.csv"
    [ "$status" = 2 ]
    [ "$(wc -l <"$error_file")" = 1 ]
    grep -qF "$work/all.csv: 40 rows, columns id (40 different: 1, 1-b, 2, 2-b, 3, ...), review (40 different: good film 1, " "$error_file"
    grep -qF 'stars (2 different: 5, 1), place (5 different: p1, p2, p3, p4, p0); it is not clear which column is the label' "$error_file"
    command=$(sed -n 's/.*for example: //p' "$error_file")
    $command train.steps=5 --run "$work/a" >/dev/null 2>&1
    grep -qx 'label_column = place' "$work/a/config.ini"
    run_both "$poslab" train "$work/all.csv" task.label_column=stars train.steps=5 --run "$work/b"
    [ "$status" = 0 ]
    grep -qx 'label_column = stars' "$work/b/config.ini"
    grep -qx 'text_columns = review' "$work/b/config.ini"
}

# says task tsv: your own rows: a label and one or two texts, in TSV, CSV or JSON lines; see task.train
# says data/README.md: **Rows** for the task `tsv`: each has a label and one or two texts
@test "the usual names of columns, two texts, JSON lines, gzip" {
    { printf 'premise\thypothesis\tlabel\n'; for i in {1..20}; do printf 'it rains %s\tit is wet\tyes\nit snows %s\tit is hot\tno\n' "$i" "$i"; done; } >"$work/pairs.tsv"
    gzip "$work/pairs.tsv"
    run_both "$poslab" show task "$work/pairs.tsv.gz" --count 1
    [ "$status" = 0 ]
    run_both "$poslab" train "$work/pairs.tsv.gz" train.steps=5 --run "$work/a"
    grep -qF "task.label_column=label 'task.text_columns=premise, hypothesis'" "$error_file"
    for i in {1..20}; do echo "{\"sentiment\": $((i % 2)), \"body\": \"so $((i % 2)) it is\", \"year\": $((i % 3))}"; done >"$work/rows.jsonl"
    echo '{"sentiment": 1, "body": "", "year": 2}' >>"$work/rows.jsonl" # it has no words to count
    run_both "$poslab" train "$work/rows.jsonl" train.steps=5 --run "$work/b"
    grep -qF 'label sentiment (2 different: 1, 0), text body (4.0 words on average)' "$error_file"
}

@test "a column text is the text, however long another one is" {
    { echo label,note,text; for i in {1..20}; do printf 'yes,a note of more words %s,short %s\nno,another of more words %s,brief %s\n' "$i" "$i" "$i" "$i"; done; } >"$work/noted.csv"
    "$poslab" train "$work/noted.csv" train.steps=5 --run "$work/a" >/dev/null 2>&1
    grep -qx 'text_columns = text' "$work/a/config.ini"
}

@test "only the first 20000 rows of a large file are inspected" {
    for rows in 20000 20001; do
        { echo id,what; seq $rows | awk '{ print $1 ",x" }'; } >"$work/$rows.csv"
        run_both "$poslab" train "$work/$rows.csv"
        grep -o '20000.csv: .* rows\|20001.csv: .* rows' "$error_file" >>"$work/said"
    done
    diff "$work/said" <(printf '20000.csv: 20000 rows\n20001.csv: more than 20000 rows\n')
}

@test "files that are no rows are one line each" {
    printf 'id\n1\n' >"$work/one.csv"
    refused 2 'columns id (1 different: 1); a row needs a text and a label' "$poslab" train "$work/one.csv"
    : >"$work/empty.csv"
    refused 65 'empty.csv:1: the file is empty' "$poslab" train "$work/empty.csv"
    printf 'a,b\n1\n' >"$work/ragged.csv"
    refused 65 'ragged.csv:2: has 1 field; the header names 2' "$poslab" compare "$work/ragged.csv"
    printf 'text,%0192d\nx y,a\nx z,b\nz y,a\nz z,b\n' 0 >"$work/long.csv"
    refused 65 'long.csv:1: a name of a column is longer than 191 bytes; shorten it: 000' "$poslab" train "$work/long.csv"
    printf '\xa7\xff\x00' >"$work/bytes.csv"
    refused 65 'is not valid UTF-8' "$poslab" train "$work/bytes.csv"
    printf 'text,label\nx \033[31my,\033[32ma\nz w,b\nz x,b\nz w,\033[32ma\n' >"$work/escape.csv"
    run_both "$poslab" train "$work/escape.csv" train.steps=2 --run "$work/a"
    [ "$(grep -c "$(printf '\033')" "$error_file")" = 0 ]
}

# says data/README.md: `text_b` in only one of the two files
@test "a column text next to text_b is not taken for the first text" {
    printf '%s\n' $'label\ttext\ttext_b' $'a\tw1\tw2' $'b\tw2\tw1' >"$work/two.tsv"
    refused 65 " text_a; there are: label, text, text_b" \
        "$poslab" train task.name=tsv task.train="$work/two.tsv" task.test="$work/two.tsv" --run "$work/two"
}

# trained FILE...: the settings that come of it, and the accuracy in range; without words on how it is read.
trained() {
    rm -rf "$work/run"
    "$poslab" train "$@" train.steps=60 train.warmup=6 --run "$work/run" >/dev/null 2>&1 || return
    echo "$(sed -n 's/^\(label_column\|text_columns\|format\) = //p' "$work/run/config.ini" | tr '\n' ' ')$(fact "$work/run/eval.tsv" 'weights|labels' | paste -sd ' ') $(column "$work/run/eval.tsv" detail extend | paste -sd ' ')"
}

# says data/README.md: With any other (`.txt`), or from a pipe, the first line says what it is
# says help settings: auto: by the end of their names, else by the first line
@test "what a file is, its ending says in any case, and without one its first line" {
    { echo text,label; for i in {1..20}; do printf 'good film %s,x\nbad film %s,y\n' "$i" "$i"; done; } >"$work/rows.csv"
    jq -Rn '[inputs | split(",")] | .[0] as $names | .[1:] | map([$names, .] | transpose | map({(.[0]): .[1]}) | add)' "$work/rows.csv" >"$work/rows.json"
    [ "$(jq length "$work/rows.json")" = 40 ]
    tr , '\t' <"$work/rows.csv" >"$work/rows.tab"
    tr , ';' <"$work/rows.csv" >"$work/ROWS.CSV"
    cp "$work/rows.csv" "$work/rows.txt"
    cp "$work/rows.tab" "$work/rows"
    jq -c '.[]' "$work/rows.json" >"$work/rows.data"
    gzip -k "$work/rows.csv"
    all=$(trained "$work/rows.csv")
    [[ "$all" == "auto label text 9"* ]]
    for file in rows.json rows.tab ROWS.CSV rows.txt rows rows.data rows.csv.gz; do
        [ "$(trained "$work/$file")" = "$all" ]
    done
    named=(task.label_column=label task.text_columns=text)
    [ "$(trained "$work/rows.csv" "${named[@]}")" = "$all" ]
    [ "$(trained <(zcat "$work/rows.csv.gz") "${named[@]}")" = "$all" ]
    [ "$(zcat "$work/rows.csv.gz" | trained - "${named[@]}")" = "$all" ]
    [ "$(trained - "${named[@]}" <"$work/rows.json")" = "$all" ]
    "$poslab" predict "$work/run" "$work/rows.json" --to jsonl | jq -e '.text and .label and .answer' >"$work/answers"
    [ "$(grep -c true "$work/answers")" = 40 ]
    [ "$(echo 'good film 3, x' | "$poslab" predict "$work/run" --json | jq -c '.predictions | length')" = 1 ]
}

# says data/README.md: A file that no reader of rows, texts, vectors or models reads (Excel, Parquet, HDF5, NumPy, pickle, HTML, a Git LFS pointer, `bzip2`, `xz`, `zip`, fastText's `__label__`) is named by its first bytes, with a command that makes it readable
@test "a file is named by what it is, with the command that makes it readable" {
    printf 'PK\3\4\24\0\6\0\10\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\23\0\0\0[Content_Types].xml' >"$work/book.xlsx"
    printf 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' >"$work/pointer"
    { printf '__label__good a good film\n__label__bad a bad film\n'; } >"$work/ft.txt"
    for command in train compare task; do
        words=("${command/task/show}")
        [ $command != task ] || words+=(task)
        refused 65 "book.xlsx is an Excel file, or another of an office program; save it as CSV" "$poslab" "${words[@]}" "$work/book.xlsx"
        refused 65 'pointer is a Git LFS pointer, not the file; `git lfs pull` fetches it' "$poslab" "${words[@]}" "$work/pointer"
        refused 65 "ft.txt is rows of fastText (__label__); " "$poslab" "${words[@]}" "$work/ft.txt"
    done
    refused 65 "book.xlsx is an Excel file" "$poslab" train task.name=next task.text="$work/book.xlsx"
    refused 65 "pointer is a Git LFS pointer" "$poslab" train task.name=first embedding.token="$work/pointer"
    refused 65 "book.xlsx: is an Excel file" "$poslab" eval "$work/book.xlsx"
    refused 65 "pointer: is a Git LFS pointer" "$poslab" show "$work/pointer"
    # the command that is printed makes rows
    command=$(cd "$work" && "$poslab" train ft.txt 2>&1 | sed 's/[^`]*`//; s/`.*//')
    (cd "$work" && eval "$command")
    diff "$work/rows.tsv" <(printf 'label\ttext\ngood\ta good film\nbad\ta bad film\n')
    printf 'label\ttext\na\t\223x\224 \200\nb\ty\n' >"$work/win.tsv"
    refused 65 "win.tsv:2: has the byte 0x93, a control character in latin-1: this looks like windows-1252" "$poslab" show task "$work/win.tsv" task.charset=latin1
    "$poslab" show task "$work/win.tsv" task.test="$work/win.tsv" task.charset=cp1252 --json 2>/dev/null | jq -r '.examples[].words | join(" ")' | grep -qx '\[CLS\] “ x ” €'
}
