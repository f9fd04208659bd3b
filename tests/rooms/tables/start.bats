#!/usr/bin/env bats
# start.bats -- train embedding.token=FILE embedding.position=FILE from outside: what is told and kept, that a run needs
# the file only once, and comparisons. Which rows become what is in test_start_tables.c.
# shellcheck disable=SC2154

load ../../cli/helpers

setup() {
    set_work
    cd "$work" || exit
    printf '3 32\nX%s\nzebra%s\nw2%s\n' "$(seq -f ' %g' 32 | tr -d '\n')" "$(seq -f ' %g' 32 | tr -d '\n')" \
        "$(seq -f ' -%g.5' 32 | tr -d '\n')" >vectors.txt
}

train() {
    "$poslab" train "${small[@]}" "$@"
}

metadata() {
    tail -c +9 "$1/checkpoint.safetensors" | head -c "$(od -A n -t u8 -N 8 "$1/checkpoint.safetensors")" | jq -r ".__metadata__.$2"
}

# says help train: embedding.token=FILE and embedding.position=FILE initialise the tables of words and positions from the rows of a file
@test "what was found is told at the start, below the table, in eval.tsv and in the checkpoint" {
    run_both train embedding.token=vectors.txt --run run
    [ "$status" = 0 ]
    grep -qxE 'poslab: Words start from vectors.txt \(word2vec text, 32 columns\): 2 of 19 found \(the others are random: \[CLS\], Y, w1, ...\); standard deviation [0-9.]+, that of random rows is 0.177; fingerprint [0-9a-f]{16}\.' "$error_file"
    told=$(grep -o 'Words start.*' "$error_file")
    tr '\n' ' ' <"$output_file" | grep -qF "$told"
    [ "$(fact run/eval.tsv note)" = "$told" ]
    [ "$(metadata run tables)" = "$told" ]
    grep -qx 'token = vectors.txt' run/config.ini
    train --run plain >/dev/null 2>&1
    [ "$(metadata plain tables)" = null ]
    [ "$(fact plain/eval.tsv note)" = "" ]
    grep -qx 'freeze = none' plain/config.ini
}

@test "a run is evaluated, goes on and is shown without the file, or with another one under its name" {
    train embedding.token=vectors.txt embedding.freeze=token --run run >/dev/null 2>&1
    cp -r run before
    echo 'not vectors' >vectors.txt
    train embedding.token=vectors.txt embedding.freeze=token --run run --resume >/dev/null
    rm vectors.txt
    "$poslab" train --run run --resume >/dev/null
    "$poslab" eval run >/dev/null
    rm run/eval.tsv
    "$poslab" eval run >/dev/null
    "$poslab" train --run run --resume >/dev/null
    for file in checkpoint.safetensors config.ini; do cmp "run/$file" "before/$file"; done
    diff <(evaluation run/eval.tsv) <(evaluation before/eval.tsv)
    "$poslab" runs run --verify >/dev/null
}

@test "interrupted and gone on with, after the file was changed and removed, it ends with the same bytes" {
    "$poslab" train "${long[@]}" embedding.token=vectors.txt embedding.freeze=token --run whole >/dev/null 2>&1
    "${held_saved[@]}" "$poslab" train "${long[@]}" embedding.token=vectors.txt embedding.freeze=token --run run >/dev/null 2>&1 &
    stop_at test -s run/checkpoint.safetensors
    cp -r run other
    sed -i 's/X 1/X 7/' vectors.txt
    "$poslab" train --run run --resume >/dev/null 2>&1
    rm vectors.txt
    "$poslab" train --run other --resume >/dev/null 2>&1
    for run in run other; do
        cmp "$run/checkpoint.safetensors" whole/checkpoint.safetensors
        [ "$(fact "$run/eval.tsv" note)" = "$(fact whole/eval.tsv note)" ]
    done
}

@test "compare: the file is read by each member, and a missing or wrong one refused before any runs" {
    refused 74 "learned: embedding.token: cannot open none.txt" \
        "$poslab" compare "${small[@]}" compare.members="learned, rope" embedding.token=none.txt --run c
    refused 2 "learned: embedding.token: vectors.txt has 32 columns, the table of tokens has 64: choose model.d_model = 32" \
        "$poslab" compare "${small[@]}" compare.members="learned, rope" embedding.token=vectors.txt model.d_model=64 --run c
    [ ! -e c/compare.json ]
    "$poslab" compare "${small[@]}" compare.members="learned, rope" compare.seeds=1..2 embedding.token=vectors.txt --run c >/dev/null 2>&1
    [ "$(cat c/*/eval.tsv | grep -o 'fingerprint [0-9a-f]*' | sort -u | wc -l)" = 1 ]
    rm vectors.txt
    "$poslab" compare "${small[@]}" compare.members="learned, rope" compare.seeds=1..2 embedding.token=vectors.txt --run c |
        grep -q 'Words start from vectors.txt .*: 2 of 19 found'
}

@test "compare: members may begin with files of their own, of which the table says nothing that is not true of all" {
    "$poslab" compare "${small[@]}" compare.members="learned embedding.token=vectors.txt, learned" compare.seeds=1..2 --run c >out 2>&1
    [ "$(grep -c 'Words begin' out)" = 0 ]
    fact c/learned-embedding.token=vectors.txt-seed1/eval.tsv note | grep .
    "$poslab" compare "${small[@]}" compare.members=learned compare.grid="embedding.freeze=none,token" compare.seeds=1..2 \
        embedding.token=vectors.txt --run d >/dev/null 2>&1
    grep -qx 'freeze = token' d/learned-embedding.freeze=token-seed2/config.ini
}

@test "binary word2vec: the same rows as in its text, plain or out of gzip; one that is cut short is one line" {
    one='\0\0\x80\x3f' half='\0\0\0\xbf' # 1 and -0.5
    printf '2 4\nX 1 -0.5 1 1\nw2 -0.5 -0.5 1 -0.5\n' >text.txt
    # shellcheck disable=SC2059 # bytes are escapes of the format
    printf "2 4\nX $one$half$one$one\nw2 $half$half$one$half\n" >binary.bin
    gzip -k binary.bin
    for file in text.txt binary.bin binary.bin.gz; do
        run_both train model.d_model=4 model.heads=2 embedding.token=$file --run "run-$file"
        [ "$status" = 0 ]
        grep -qF "2 of 19 found" "$error_file"
        tail -c +9 "run-$file/checkpoint.safetensors" | tail -c 4000 >"$file.weights"
        cmp text.txt.weights "$file.weights"
    done
    grep -q 'Words start from binary.bin.gz (binary word2vec, 4 columns): 2 of 19 found' "$error_file"
    head -c -3 binary.bin >cut.bin
    refused 65 'cut.bin ends in row 2; its first line says 2 rows: is it cut short?' train model.d_model=4 model.heads=2 embedding.token=cut.bin --run cut
}
