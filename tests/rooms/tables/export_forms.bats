#!/usr/bin/env bats
# export_forms.bats -- export --to word2vec and --to projector, held to the files of --to tsv. Those of --to tsv and npy
# are held to the checkpoint by export.bats.
# shellcheck disable=SC2154

load ../../cli/helpers

setup_file() {
    "$poslab" train task.name=first train.steps=60 train.warmup=10 eval.examples=50 eval.lengths=1x \
        --run "$BATS_FILE_TMPDIR/run" >/dev/null 2>&1
}

setup() {
    set_work
    run="$BATS_FILE_TMPDIR/run"
}

@test "word2vec: the count line, then a name and its numbers a line" {
    run_both "$poslab" export "$run" --to word2vec --out "$work/out"
    [ "$status" = 0 ]
    [ "$(head -n 1 "$output_file")" = "$work/out/vectors.txt: 19 x 32" ]
    [ "$(ls -A "$work/out")" = vectors.txt ]
    "$poslab" export "$run" --out "$work/tsv" >/dev/null
    { echo 19 32; paste "$work/tsv/metadata.tsv" "$work/tsv/vectors.tsv" | tr '\t' ' '; } | cmp - "$work/out/vectors.txt"
    "$poslab" export "$run" --to word2vec --table position --out "$work/position" --json |
        jq -e '. == {table: "position", files: [{file: "vectors.txt", shape: [17, 32]}]}'
    [ "$(cut -d ' ' -f 1 "$work/position/vectors.txt" | tr '\n' ' ')" = "17 $(printf 'position%d ' {0..16})" ]
}

@test "word2vec: words of other scripts are written as they are" {
    for _ in {1..30}; do printf '%s\n' 'Café naïve コーヒー ☕ Кофе 12 Café'; done >"$work/text"
    "$poslab" train task.name=cloze task.text="$work/text" task.words=4..4 task.min_count=1 train.steps=2 train.warmup=0 eval.examples=2 \
        eval.lengths=4 --run "$work/words" >/dev/null 2>&1
    "$poslab" export "$work/words" --to word2vec >/dev/null
    awk 'NR == 1 { rows = $1; columns = $2; next } NF != columns + 1 { exit 1 } END { exit NR != rows + 1 }' "$work/words/vectors.txt"
    for word in Café コーヒー ☕ Кофе 12 '[UNK]' '[MASK]'; do
        [ "$(cut -d ' ' -f 1 "$work/words/vectors.txt" | grep -cxF "$word")" = 1 ]
    done
}

@test "projector: what --to tsv writes, and config.json that says where it is" {
    run_both "$poslab" export "$run" --to projector --out "$work/out"
    [ "$status" = 0 ]
    printf '%s\n' "$work/out/vectors.tsv: 19 x 32" "$work/out/metadata.tsv: 19 x 1" "$work/out/config.json" | diff - <(grep -v '^Next' "$output_file")
    "$poslab" export "$run" --out "$work/tsv" >/dev/null
    cmp "$work/out/vectors.tsv" "$work/tsv/vectors.tsv"
    cmp "$work/out/metadata.tsv" "$work/tsv/metadata.tsv"
    jq -e '. == {embeddings: [{tensorName: "token", tensorShape: [19, 32], tensorPath: "vectors.tsv", metadataPath: "metadata.tsv"}]}' \
        "$work/out/config.json"
}

@test "where one of several files cannot be written none stays" {
    for file in vectors.tsv metadata.tsv config.json; do
        mkdir -p "$work/out/$file"
        refused 74 "cannot write $work/out/$file" "$poslab" export "$run" --to projector --out "$work/out"
        [ "$(ls -A "$work/out")" = "$file" ]
        rm -r "$work/out"
    done
}
