#!/usr/bin/env bats
# made.bats -- the scripts of data/made: what they write is what the program reads. The large set is made of what the
# machine knows of its packages, which is no small file of ours.

load helpers

# says data/README.md: makes rows for `tsv` from the package list of a Debian machine
@test "packages.sh makes tens of thousands of rows, which train a model and a bag of words" {
    sh data/made/packages.sh >"$work/packages.tsv" 2>"$work/error" || skip "$(cat "$work/error")"
    rows=$(($(wc -l <"$work/packages.tsv") - 1))
    [ "$rows" -gt 10000 ]
    [ "$(head -n 1 "$work/packages.tsv")" = $'label\ttext' ]
    [ "$(awk -F '\t' 'NF != 2 || $1 == "" || $2 == ""' "$work/packages.tsv" | wc -l)" = 0 ]
    [ "$(tail -n +2 "$work/packages.tsv" | cut -f 2 | sort | uniq -d | wc -l)" = 0 ]
    "$poslab" compare task.name=tsv task.train="$work/packages.tsv" compare.members="none, baseline/bag" compare.seeds=1 train.steps=300 \
        eval.policies=extend --json --run "$work/c" >"$work/c.json" 2>"$work/told"
    [[ "$(cat "$work/told")" == *" passes over "*" examples"* ]]
    # a tenth is held out, row by row; rows without a word are left out
    note=$(fact "$work/c/none-seed1/eval.tsv" note)
    [[ "$note" =~ ^([0-9]+)\ training\ rows\ .*,\ ([0-9]+)\ test\ rows ]]
    used=$((BASH_REMATCH[1] + BASH_REMATCH[2]))
    [ "$used" -gt $((rows - 100)) ]
    [ "$used" -le "$rows" ]
    [ "${BASH_REMATCH[2]}" -gt $((rows / 11)) ]
    [ "${BASH_REMATCH[2]}" -lt $((rows / 9)) ]
    # 58 sections, the most frequent a tenth of all: both models know far more than that
    jq -e '.summary | length == 2 and all(.accuracy.in_range.mean > 0.4)' "$work/c.json"
}

@test "swapped.sh swaps two neighbours in every second text at random, the same ones everywhere" {
    printf 'label\ttext\na\tone two three four\nb\tred green blue\na\tfive six seven eight nine\nb\tsame same same same\nc\tup down left right\nc\tnorth east south west\n' >"$work/rows.tsv"
    run_both sh data/made/swapped.sh "$work/rows.tsv"
    [ "$status" = 0 ]
    diff "$output_file" - <<<$'label\ttext\nstraight\tone two three four\nstraight\tfive six seven eight nine\nstraight\tup down left right\nswapped\tnorth south east west'
    refused 2 "name a file of rows" sh data/made/swapped.sh
}

@test "manual.sh writes a text of at most so many bytes, a paragraph a line, which trains the next word" {
    sh data/made/manual.sh 150000 >"$work/manual.txt" 2>"$work/error" || skip "$(cat "$work/error")"
    [ "$(wc -c <"$work/manual.txt")" -gt 100000 ] || skip "there are few manual pages here"
    [ "$(wc -c <"$work/manual.txt")" -le 150000 ]
    iconv -f UTF-8 -t UTF-8 "$work/manual.txt" >/dev/null
    [ "$(grep -cE '^\.[A-Z]|\\f[BIRP]' "$work/manual.txt")" = 0 ]
    "$poslab" train configs/text.ini task.text="$work/manual.txt" train.steps=5 eval.lengths=1x eval.examples=10 --run "$work/r" >"$work/table" 2>/dev/null
    grep -q '^bigram ' "$work/table"
}
