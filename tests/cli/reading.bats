# reading.bats -- a user's rows from outside: every form, compressed, from a pipe; what is told of them; runs of before.
# shellcheck shell=bash disable=SC2154
load helpers
export COLUMNS=1000 # a sentence stays on one line

quick=(train.steps=20 train.warmup=2 train.batch=8 eval.lengths=1x)

# eight FORM FILE: the same eight rows in each form; one text has a quote, a comma and a newline.
eight() {
    local i
    case $1 in
    tsv) printf 'label\ttext\n' ;;
    csv) printf 'label,text\r\n' ;;
    esac >"$2"
    for i in 1 2 3 4; do
        case $1 in
        tsv) printf 'tea\tTea, "w%s" first\ncoffee\tfirst, "w%s" coffee.\n' $i $i ;;
        csv) printf 'tea,"Tea, ""w%s""\nfirst"\r\ncoffee,"first, ""w%s"" coffee."\r\n' $i $i ;;
        jsonl) printf '{"label": "tea", "text": "Tea, \\"w%s\\"\\nfirst"}\n{"text": "first, \\"w%s\\" coffee.", "label": "coffee"}\n' $i $i ;;
        esac
    done >>"$2"
}

@test "the same rows in every form, compressed and from a pipe, make the same model" {
    eight tsv "$work/a.tsv"
    "$poslab" train task.name=tsv "${quick[@]}" "task.train=$work/a.tsv" "task.test=$work/a.tsv" --run "$work/tsv" >"$work/out" 2>/dev/null
    tr '\n' ' ' <"$work/out" | grep -q ' 8 training rows of 6..7 words, 8 test rows of 6..7; 2 labels; 10 words known; 0.0 % of the words in the test rows are unknown'
    for form in csv jsonl; do
        eight $form "$work/a.$form"
        gzip -k "$work/a.$form"
        for file in a.$form a.$form.gz; do
            "$poslab" train task.name=tsv "${quick[@]}" "task.train=$work/$file" "task.test=$work/a.tsv" --run "$work/$file.run" >/dev/null 2>&1
            [ "$(grep -v '^#' "$work/$file.run/eval.tsv")" = "$(grep -v '^#' "$work/tsv/eval.tsv")" ]
            tail -n 1 "$work/$file.run/metrics.jsonl" | jq .loss | diff - <(tail -n 1 "$work/tsv/metrics.jsonl" | jq .loss)
        done
        "$poslab" train task.name=tsv "${quick[@]}" task.train=- task.format=$form "task.test=$work/a.$form" --run "$work/$form.pipe" \
            <"$work/a.$form.gz" >/dev/null 2>&1
        tail -n 1 "$work/$form.pipe/metrics.jsonl" | jq .loss | diff - <(tail -n 1 "$work/tsv/metrics.jsonl" | jq .loss)
    done
}

@test "a pipe is read once for all members, and again where the run is resumed; another text is refused" {
    eight tsv "$work/a.tsv"
    settings=(task.name=tsv "${quick[@]}" task.train=- "task.test=$work/a.tsv")
    sed -n p "$work/a.tsv" | "$poslab" compare "${settings[@]}" compare.members=none,learned compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    [ "$(find "$work/c" -name eval.tsv | wc -l)" = 4 ]
    rm -r "$work/c/learned-seed2/eval.tsv"
    sed -n p "$work/a.tsv" | "$poslab" train --run "$work/c/learned-seed2" --resume >/dev/null 2>&1
    rm "$work/c/learned-seed2/eval.tsv"
    sed 's/w3/w9/' "$work/a.tsv" >"$work/b.tsv"
    run_both "$poslab" train --run "$work/c/learned-seed2" --resume <"$work/b.tsv"
    [ "$status" = 65 ]
    grep -q 'are not those that the run began with' "$error_file"
    run_both "$poslab" train --run "$work/c/learned-seed2" --resume </dev/null
    [ "$status" = 65 ]
    grep -q 'standard input is empty; it takes rows of fields separated by tabs' "$error_file"
}

# says data/README.md: These are errors, each reported in one line with file and line (for a row over several lines, its first): more or fewer fields than the header
@test "bad input is one line with file and line" {
    eight csv "$work/a.csv"
    gzip -k "$work/a.csv"
    head -c -9 "$work/a.csv.gz" >"$work/cut.csv.gz"
    printf 'label\ttext\na\t\xe4\n' >"$work/latin.tsv"
    for case in 'cut.csv.gz|: the gzip data end too early; the file is not complete' \
        'latin.tsv|:2: byte 3 of the line (0xe4) is not valid UTF-8; convert the file to UTF-8, or say what it is (task.charset, such as windows-1252)'; do
        run_both "$poslab" train task.name=tsv "${quick[@]}" "task.train=$work/${case%%|*}" --run "$work/run"
        [ "$status" = 65 ]
        [ "$(wc -l <"$error_file")" = 1 ]
        grep -qF -- "$work/$case" <(sed "s,$work/${case%%|*},&|," "$error_file")
        [ ! -e "$work/run" ]
    done
    refused 65 'there is no column kind; there are: label, text (task.label_column names another)' \
        "$poslab" train task.name=tsv "task.train=$work/a.csv" task.label_column=kind --run "$work/run"
}

# says data/README.md: Without `task.test` a share of the rows (`task.held_out=0.1`) becomes the test set. It is drawn row by row from `task.split_seed`, so all models and seeds have the same one
# says data/README.md: A training row with more than `task.max_words=512` words is cut and counted (the longer of two texts first
# says data/README.md: `task.too_long=skip` leaves it out, `error` refuses the file
@test "rows that are left out, cut and held out are told, and are the same for every member" {
    eight tsv "$work/a.tsv"
    printf '\tno label\ntea\t\ncoffee\tTea first and then much more\n' >>"$work/a.tsv"
    for _ in 1 2 3 4 5; do sed 1d "$work/a.tsv"; done >"$work/more"
    cat "$work/more" >>"$work/a.tsv"
    "$poslab" compare task.name=tsv "${quick[@]}" "task.train=$work/a.tsv" task.max_words=7 task.held_out=0.2 compare.members=none,learned \
        compare.seeds=1..2 --run "$work/c" >"$work/out" 2>/dev/null
    held_out=$(column "$work/c/none-seed1/eval.tsv" count extend | jq -s add)
    grep -q "^$((54 - held_out)) training rows of 6..7 words, $held_out test rows of 6..7 held out of them;" <(tr '\n' ' ' <"$work/out" | grep -o '[0-9]* training rows.*')
    tr '\n' ' ' <"$work/out" | grep -q 'Of the training rows: 6 without a label, 6 without a text.'
    for member in none-seed2 learned-seed1 learned-seed2; do
        [ "$(fact "$work/c/$member/eval.tsv" note) $(column "$work/c/$member/eval.tsv" count extend)" = \
            "$(fact "$work/c/none-seed1/eval.tsv" note) $(column "$work/c/none-seed1/eval.tsv" count extend)" ]
    done
    "$poslab" train task.name=tsv "${quick[@]}" "task.train=$work/a.tsv" task.max_words=6 --run "$work/run" 2>/dev/null | tr '\n' ' ' |
        grep -qE 'Of the training rows: 6 without a label, 6 without a text, [0-9]+ cut to task.max_words = 6\.'
    refused 65 "a.tsv:3: has 7 words, more than task.max_words = 6" \
        "$poslab" train task.name=tsv "task.train=$work/a.tsv" task.max_words=6 task.too_long=error --run "$work/other"
}

# says data/README.md: words are separated by white space unless `task.tokens` says otherwise (`harbour.txt` has blanks before its full stops, so a full stop is a word)
# says data/README.md: **Text** for `cloze`, `next`, `sop` (`task.text`): of any size, with or without line ends, also `.gz`, in any `task.charset`
# says data/README.md: **Tokens** (`task.tokens`)
@test "plain text is divided by task.tokens; it may be compressed, or in another character set" {
    head -c 30000 data/harbour.txt >"$work/a.txt"
    gzip -k "$work/a.txt"
    iconv -f utf-8 -t utf-16 "$work/a.txt" >"$work/wide.txt"
    settings=(task.name=cloze "${quick[@]}" eval.examples=20)
    "$poslab" train "${settings[@]}" "task.text=$work/a.txt" task.tokens=spaces --run "$work/word" >/dev/null 2>&1
    grep -qx 'tokens = spaces' "$work/word/config.ini"
    "$poslab" train "${settings[@]}" "task.text=$work/a.txt.gz" --run "$work/gz" >/dev/null 2>&1
    "$poslab" train "${settings[@]}" "task.text=$work/wide.txt" task.charset=utf-16 --run "$work/wide" >/dev/null 2>&1
    for run in gz wide; do
        [ "$(grep -v '^#' "$work/$run/eval.tsv")" = "$(grep -v '^#' "$work/word/eval.tsv")" ]
    done
    "$poslab" train "${settings[@]}" "task.text=$work/a.txt" task.tokens=characters --run "$work/character" >/dev/null 2>&1
    grep -qx 'tokens = characters' "$work/character/config.ini"
    "$poslab" train "${settings[@]}" "task.text=$work/a.txt" task.tokens=words --run "$work/words" >/dev/null 2>&1
    "$poslab" predict "$work/words" "The [=SUN] came, [MASK] up" --json | jq -e '.predictions[0].targets | map(.row) == [1, 4]'
    refused 2 'standard input: a text cannot come from standard input or a pipe' "$poslab" train "${settings[@]}" task.text=- --run "$work/no"
}

@test "a pipe is read as a file is, once for all members; columns of CSV are separated by what its header says" {
    { echo 'label;text_a'; for i in {1..40}; do echo "a;good $i,5"; echo "b;\"bad; $i\""; done; } >"$work/rows.csv"
    { printf 'label\ttext_a\n'; for i in {1..40}; do printf 'a\tgood %s,5\n' "$i"; printf 'b\tbad; %s\n' "$i"; done; } >"$work/rows.tsv"
    gzip -k "$work/rows.tsv"
    c=(task.name=tsv train.steps=20 train.warmup=2 eval.lengths=1x compare.members='none, learned' compare.seeds=1..2 --jobs 2 --csv)
    run_both "$poslab" compare "${c[@]}" task.train="$work/rows.csv" --run "$work/a"
    [ "$status" = 0 ]
    grep -qx "poslab: $work/rows.csv: columns are separated by semicolons" "$error_file"
    run_both "$poslab" compare "${c[@]}" task.train=<(zcat "$work/rows.tsv.gz") --run "$work/b"
    [ "$status" = 0 ]
    [ "$(grep -c separated "$error_file")" = 0 ]
    # the same rows: the same numbers
    diff <(grep -v tokens_per_second "$work/stdout") <("$poslab" compare "${c[@]}" task.train="$work/rows.csv" --run "$work/a" 2>/dev/null | grep -v tokens_per_second)
    run_both "$poslab" predict "$work/a/learned-seed1" "$work/rows.csv" --to tsv
    grep -qx "poslab: $work/rows.csv: columns are separated by semicolons" "$error_file"
    [ "$(head -n 1 "$output_file" | cut -f1-3)" = "$(printf 'label\ttext_a\tanswer')" ]
    # a FIFO waits for who writes into it
    mkfifo "$work/fifo"
    "$poslab" train task.name=tsv task.train="$work/fifo" train.steps=5 --run "$work/c" >/dev/null 2>&1 &
    cat "$work/rows.tsv" >"$work/fifo"
    wait $!
    [ -s "$work/c/eval.tsv" ]
    refused 65 'is empty; it takes rows' "$poslab" train task.name=tsv task.train=/dev/fd/3 --run "$work/d" 3< <(:)
    refused 2 'a text cannot come from standard input or a pipe' "$poslab" train task.name=next model.causal=yes task.text=<(cat "$work/rows.tsv") --run "$work/e"
}
