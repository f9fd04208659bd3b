# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# export.bats -- show neighbours and export: the numbers of a trained model as others read them.

load ../../cli/helpers

# One small run for all tests; a test that changes a run takes a copy.
setup_file() {
    "$poslab" train task.name=first train.steps=60 train.warmup=10 train.checkpoint_every=20 eval.examples=50 \
        'eval.lengths=1x 2x' --run "$BATS_FILE_TMPDIR/run" >/dev/null 2>&1
}

setup() {
    set_work
    run="$BATS_FILE_TMPDIR/run"
    before=$(listing "$run")
}

# Nothing is ever left in the run's folder that these tests share, be it whole or half.
teardown() {
    [ "$before" = "$(listing "$run")" ]
}

listing() {
    (cd "$1" && find . -type f -exec cksum {} + | sort)
}

# What of a checkpoint file stands before its data, as JSON.
header() {
    tail -c +9 "$1" | head -c "$(od -A n -t u8 -N 8 "$1")"
}

# Where tensor NAME begins in a checkpoint file (counted from 0), and its bytes.
place_of() {
    local start
    start=$((8 + $(od -A n -t u8 -N 8 "$1")))
    header "$1" | jq -r --arg name "$2" --argjson start "$start" '.[$name].data_offsets | "\(.[0] + $start) \(.[1] - .[0])"'
}

tensor() {
    local begin size
    read -r begin size < <(place_of "$1" "$2")
    tail -c "+$((begin + 1))" "$1" | head -c "$size"
}

# cosines FOLDER WORD: all others with their cosines by the exported files, nearest first.
cosines() {
    paste "$1/metadata.tsv" "$1/vectors.tsv" | awk -F '\t' -v word="$2" '
        { name[NR] = $1; for (i = 2; i <= NF; i++) { x[NR, i] = $i; square[NR] += $i * $i } }
        $1 == word { at = NR }
        END { for (r = 1; r <= NR; r++) if (r != at) {
            dot = 0
            for (i = 2; i <= NF; i++) dot += x[r, i] * x[at, i]
            printf "%s %.12f\n", name[r], dot / sqrt(square[r] * square[at])
        } }' | LC_ALL=C sort -k 2,2 -g -r
}

# Whether two lists "NAME NUMBER" have the same names in the same order and numbers within 1e-8.
same_list() {
    paste -d ' ' "$1" "$2" | awk '
        NF != 4 || $1 != $3 || !(($2 - $4) ^ 2 <= 1e-16) { print "differs: " $0; bad = 1 }
        END { exit bad || NR == 0 }'
}

@test "show neighbours: the cosines of the exported vectors, best first, without the word itself" {
    "$poslab" export "$run" --out "$work" >/dev/null
    for word in X '[CLS]' w16; do
        run_both "$poslab" show neighbours "$run" "$word" --count 1000 --json
        [ "$status" = 0 ]
        [ ! -s "$error_file" ]
        jq -e --arg word "$word" '.table == "token" and (.words | length) == 1 and .words[0].word == $word' "$output_file"
        jq -r '.words[0].neighbours[] | "\(.word) \(.cosine)"' "$output_file" >"$work/said"
        cosines "$work" "$word" >"$work/found"
        [ "$(wc -l <"$work/said")" = 18 ]
        same_list "$work/said" "$work/found"
        for count in 1 2 7 17; do # the same best, however many are asked for
            "$poslab" show neighbours "$run" "$word" --count "$count" --json |
                jq -r '.words[0].neighbours[] | "\(.word) \(.cosine)"' | diff - <(head -n "$count" "$work/said")
        done
    done
}

@test "show neighbours: as text, ten of each word in the order asked; a checkpoint file will do" {
    run_both "$poslab" show neighbours "$run" w3 Y w3
    [ "$status" = 0 ]
    [ "$(grep -v '^ ' "$output_file" | tr '\n' ' ')" = 'w3 Y w3 ' ]
    "$poslab" show neighbours "$run" w3 Y w3 --json |
        jq -r '.words[] | .word, (.neighbours[] | .word)' | diff - <(awk '{ print $NF }' "$output_file")
    [ "$(wc -l <"$output_file")" = 33 ]
    head -n 2 "$output_file" | tail -n 1 | grep -qE '^  ( |-)[01]\.[0-9]{4}  [^ ]+$'
    cp "$run/checkpoint.safetensors" "$work/alone"
    "$poslab" show neighbours "$work/alone" w3 Y w3 | diff - "$output_file"
}

@test "show neighbours: a vector of length 0 has no cosine, and that is said" {
    # weight decay of rate * decay = 1 leaves zeros in the rows of words that no example had: all but [CLS], X and Y
    "$poslab" train task.name=first task.words=2..2 train.steps=1 train.warmup=0 train.schedule=constant \
        train.learning_rate=0.001 train.weight_decay=1000 eval.examples=50 eval.lengths=1x --run "$work/zero" >/dev/null 2>&1
    run_both "$poslab" show neighbours "$work/zero" Y w3 --count 100 --json
    [ "$status" = 0 ]
    [ "$(cat "$error_file")" = 'poslab: warning: 16 of the 19 words have no cosine: their vectors are zero' ]
    jq -e '.words[0].neighbours | map(.word) | sort == ["X", "[CLS]"]' "$output_file"
    jq -e '.words[0].neighbours | all(.cosine | . >= -1 and . <= 1)' "$output_file"
    jq -e '.words[1] == {word: "w3", neighbours: []}' "$output_file"
    run_both "$poslab" show neighbours "$work/zero" w3
    [ "$status" = 0 ]
    printf 'w3\n   no cosine\n' | diff - "$output_file"
}

@test "show neighbours: a damaged checkpoint gives way to the one before, with a warning" {
    cp -r "$run" "$work/run"
    damage "$work/run/checkpoint.safetensors" 50000
    run_both "$poslab" show neighbours "$work/run" X
    [ "$status" = 0 ]
    [ -s "$output_file" ]
    grep -q '^poslab: warning: .*damaged: .*going back to .*checkpoint.previous.safetensors' "$error_file"
}

@test "export --to tsv: one row a word, no header, in the order of the tokens" {
    run_both "$poslab" export "$run" --out "$work/deep/er"
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    printf '%s\n' "$work/deep/er/vectors.tsv: 19 x 32" "$work/deep/er/metadata.tsv: 19 x 1" | diff - <(grep -v "^Next" "$output_file")
    printf '%s\n' '[CLS]' X Y w{1..16} | diff - "$work/deep/er/metadata.tsv"
    awk -F '\t' 'NF != 32 { exit 1 } END { exit NR != 19 }' "$work/deep/er/vectors.tsv"
    [ "$(ls -A "$work/deep/er")" = "$(printf 'metadata.tsv\nvectors.tsv')" ]
}

@test "export --to npy: NumPy's header byte for byte, then the numbers of the tensor" {
    run_both "$poslab" export "$run" --to npy --out "$work" --json
    [ "$status" = 0 ]
    jq -e '. == {table: "token", files: [{file: "vectors.npy", shape: [19, 32]}, {file: "metadata.tsv", shape: [19, 1]}]}' "$output_file"
    # magic, version 1.0, 118 bytes of header: 10 + 118 is a multiple of 64
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (19, 32), }" |
        cmp - <(head -c 128 "$work/vectors.npy")
    tail -c +129 "$work/vectors.npy" | cmp - <(tensor "$run/checkpoint.safetensors" embeddings.word_embeddings.weight)
    "$poslab" export "$run" --out "$work" >/dev/null
    tail -c +129 "$work/vectors.npy" | od -A n -v -t f4 | tr -s ' ' '\n' | grep . >"$work/numbers"
    tr '\t' '\n' <"$work/vectors.tsv" | paste - "$work/numbers" | awk '
        !(($1 - $2) ^ 2 <= 1e-14 * $1 ^ 2) { print "differs: " $0; bad = 1 }
        END { exit bad || NR != 19 * 32 }'
}

@test "export goes where the run or the checkpoint file is" {
    cp -r "$run" "$work/run"
    "$poslab" export "$work/run" >"$work/said"
    [ -s "$work/run/vectors.tsv" ]
    [ -s "$work/run/metadata.tsv" ]
    mkdir "$work/other"
    cp "$run/checkpoint.safetensors" "$work/other/alone"
    "$poslab" export "$work/other/alone" | diff - <(sed "s|$work/run|$work/other|" "$work/said")
    cmp "$work/run/vectors.tsv" "$work/other/vectors.tsv"
    cd "$work/other"
    rm vectors.tsv
    "$poslab" export alone | head -n 1 | grep -qx './vectors.tsv: 19 x 32'
    [ -s vectors.tsv ]
}

# says help export: A row before position 0 that no position reads (learned.offset) is called unread0
@test "export --table: segments and positions by name; rows that no position reads are named so" {
    "$poslab" export "$run" --table segment --to npy --out "$work/segment" >/dev/null
    printf 'segment0\n' | diff - "$work/segment/metadata.tsv"
    tail -c +129 "$work/segment/vectors.npy" |
        cmp - <(tensor "$run/checkpoint.safetensors" embeddings.token_type_embeddings.weight)
    "$poslab" export "$run" --table position --out "$work/position" | head -n 1 | grep -q ': 17 x 32$'
    printf 'position%d\n' {0..16} | diff - "$work/position/metadata.tsv"
    "$poslab" train "${small[@]}" learned.offset=2 learned.max_position_embeddings=40 encoding.combine=concat encoding.columns=8 \
        --run "$work/concat" >/dev/null 2>&1
    "$poslab" export "$work/concat" --table position --to npy >"$work/said"
    grep -q 'vectors.npy: 42 x 8$' "$work/said"
    (printf 'unread%d\n' 0 1 && printf 'position%d\n' {0..39}) | diff - "$work/concat/metadata.tsv"
    tail -c +129 "$work/concat/vectors.npy" |
        cmp - <(tensor "$work/concat/checkpoint.safetensors" embeddings.position_embeddings.weight)
    "$poslab" export "$work/concat" | head -n 1 | grep -q 'vectors.tsv: 19 x 24$'
}

@test "export: a folder that cannot be written, or half of it" {
    : >"$work/file"
    refused 74 "cannot make the folder $work/file" "$poslab" export "$run" --out "$work/file/out"
    mkdir -p "$work/first/vectors.tsv" "$work/second/metadata.tsv"
    refused 74 "cannot write $work/first/vectors.tsv" "$poslab" export "$run" --out "$work/first"
    refused 74 "cannot write $work/second/metadata.tsv" "$poslab" export "$run" --out "$work/second"
    [ "$(ls -A "$work/first")" = vectors.tsv ]
    [ "$(ls -A "$work/second")" = metadata.tsv ]
}

@test "export: a folder closed to this user" {
    folder="$work/closed"
    mkdir -m 555 "$folder"
    refused 74 "cannot write $folder/vectors.tsv" as_user "$poslab" export "$run" --out "$folder"
}

@test "export: where the disk is full, what was there stays as it was" {
    mkdir "$work/out"
    "$poslab" export "$run" --table segment --out "$work/out" >/dev/null
    kept=$(listing "$work/out")
    refused 74 "cannot write $work/out/vectors.tsv" sh -c \
        "trap '' XFSZ; ulimit -f 2; exec '$poslab' export '$run' --out '$work/out'"
    [ "$kept" = "$(listing "$work/out")" ]
}
