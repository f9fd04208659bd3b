# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# public_tables.bats -- models that others trained: their tables exported and searched. The files are
# made here from the tables of a small run, under the names that public models give them, so that what is said of them
# must be what is said of the run.

load ../../cli/helpers

setup_file() {
    "$poslab" train task.name=first train.steps=60 train.warmup=10 eval.examples=50 'eval.lengths=1x 2x' \
        learned.max_position_embeddings=64 --run "$BATS_FILE_TMPDIR/run" >/dev/null 2>&1
    mkdir "$BATS_FILE_TMPDIR/bert"
    public "$BATS_FILE_TMPDIR/run/checkpoint.safetensors" >"$BATS_FILE_TMPDIR/bert/model.safetensors"
    "$poslab" export "$BATS_FILE_TMPDIR/run" --out "$BATS_FILE_TMPDIR/token" >/dev/null
    cp "$BATS_FILE_TMPDIR/token/metadata.tsv" "$BATS_FILE_TMPDIR/bert/vocab.txt"
}

setup() {
    set_work
    run="$BATS_FILE_TMPDIR/run"
    bert="$BATS_FILE_TMPDIR/bert"
}

# What of a checkpoint file stands before its data, as JSON.
header() {
    tail -c +9 "$1" | head -c "$(od -A n -t u8 -N 8 "$1")"
}

# tensor FILE NAME: its bytes.
tensor() {
    local begin end start
    start=$((8 + $(od -A n -t u8 -N 8 "$1")))
    read -r begin end < <(header "$1" | jq -r --arg name "$2" '.[$name].data_offsets | "\(.[0]) \(.[1])"')
    tail -c "+$((start + begin + 1))" "$1" | head -c "$((end - begin))"
}

# begin JSON: the first bytes of a safetensors file with this header.
begin() {
    local n=${#1} i
    for ((i = 0; i < 8; i++)); do
        printf '%b' "\\x$(printf %02x $((n >> 8 * i & 255)))"
    done
    printf %s "$1"
}

# public FILE: a checkpoint's tables as BERT's are published.
public() {
    local token=embeddings.word_embeddings.weight position=embeddings.position_embeddings.weight
    begin "$(header "$1" | jq -c --arg token $token --arg position $position '
        (.[$token].data_offsets | .[1] - .[0]) as $n | (.[$position].data_offsets | .[1] - .[0]) as $m |
        {__metadata__: {format: "pt"},
         ("bert." + $position): {dtype: "F32", shape: .[$position].shape, data_offsets: [0, $m]},
         ("bert." + $token): {dtype: "F32", shape: .[$token].shape, data_offsets: [$m, $m + $n]}}')"
    tensor "$1" $position
    tensor "$1" $token
}

# says help models: --table NAME takes any matrix of the file
# says help show: --table may name any matrix of a public model
@test "public tables: exported and searched they are those of the run" {
    "$poslab" export "$bert" --table position --out "$work/theirs" >/dev/null
    "$poslab" export "$run" --table position --out "$work/ours" >/dev/null
    cmp "$work/theirs/vectors.tsv" "$work/ours/vectors.tsv"
    cmp "$work/theirs/metadata.tsv" "$work/ours/metadata.tsv"
    "$poslab" export "$bert/model.safetensors" --table bert.embeddings.word_embeddings.weight --to npy --out "$work/n"
    "$poslab" export "$run" --to npy --out "$work/m"
    cmp "$work/n/vectors.npy" "$work/m/vectors.npy"
    cmp "$work/n/metadata.tsv" "$work/m/metadata.tsv"
    "$poslab" show neighbours "$bert" X w1 >"$work/theirs.txt"
    "$poslab" show neighbours "$run" X w1 >"$work/ours.txt"
    cmp "$work/theirs.txt" "$work/ours.txt"
}

@test "public tables: if two rows have the same word, the first is used" {
    cp -r "$bert" "$work/twice"
    sed -i '6s/.*/X/' "$work/twice/vocab.txt"
    cosines() { "$poslab" show neighbours "$1" X --json | jq -c '.words[0].neighbours | map(.cosine)'; }
    [ "$(cosines "$work/twice")" = "$(cosines "$bert")" ]
}

# says help models: A blank before a word of GPT-2 or RoBERTa is shown as an open box (U+2423), and may be given as " king"
@test "public tables: words are the rows' numbers where there is no vocabulary" {
    mkdir "$work/bare"
    cp "$bert/model.safetensors" "$work/bare"
    "$poslab" show neighbours "$work/bare" row3 --count 1 | grep -q '^row3$'
    refused 2 "unknown word 'X' among the" "$poslab" show neighbours "$work/bare" X
    printf '{"\xc4\xa0": 0, "\xc4\x8a": 1, "\xc4\xa0king": 2}' >"$work/bare/vocab.json"
    "$poslab" show neighbours "$work/bare" ' king' --count 1 | grep -q '^␣king$'
}

# Row i of this table is i, 2 i: a text of three positions after padding in row 1, in F64.
three_positions() {
    begin '{"x.wpe.weight":{"dtype":"F64","shape":[5,2],"data_offsets":[0,80]},"odd":{"dtype":"F4","shape":[8],"data_offsets":[80,84]}}'
    printf '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\0\100'
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
    printf '\0\0\0\0\0\0\0\100\0\0\0\0\0\0\020\100'
    printf '\0\0\0\0\0\0\010\100\0\0\0\0\0\0\030\100'
    printf '\0\0\0\0\0\0\020\100\0\0\0\0\0\0\040\1000000'
}

# says help models: --first ROW names another
@test "public tables: show positions, export and embedding.position agree on position 0" {
    mkdir "$work/model"
    three_positions >"$work/model/model.safetensors"
    shown() { "$poslab" show positions "$work/model" "$@" --json | jq -c '[.about, (.matrix | map(map(. + 0)))]'; }
    after() { echo "[\"x.wpe.weight: 5 rows of 2 columns, F64; row $1 is position 0: $2.\",$3]"; }
    exported() { "$poslab" export "$work/model" --table position "$@" --out "$work/out" >/dev/null && grep -n '^position0$' "$work/out/metadata.tsv" | cut -d: -f1; }
    [ "$(shown)" = "$(after 2 "row 1 is zeros, as that of padding is" "[[2,4],[3,6],[4,8]]")" ]
    [ "$(exported)" = 3 ]
    [ "$(shown --first 0)" = "$(after 0 "given as --first" "[[1,2],[0,0],[2,4],[3,6],[4,8]]")" ]
    [ "$(exported --first 0)" = 1 ]
    echo '{"model_type": "camembert", "pad_token_id": 2}' >"$work/model/config.json"
    [ "$(shown)" = "$(after 3 "it follows the row of padding, 2 (config.json: camembert)" "[[3,6],[4,8]]")" ]
    [ "$(shown --table x.wpe.weight)" = "$(shown)" ]
    [ "$(exported)" = 4 ]
    "$poslab" show "$work/model" --positions 1 | grep -q '^x.wpe.weight: 5 rows of 2 columns, F64; row 3 is position 0'
    "$poslab" show positions "$work/model" --to "$work/p.svg" >"$work/files"
    [ "$(grep -c . "$work/p.csv")" = 5 ]
    refused 65 "tensor 'odd' has the dtype F4; a table has" "$poslab" show positions "$work/model" --table odd
}

# Of a file of a gigabyte, nearly all of it a hole, only the table is read: there is no room for more.
# says help models: of a large one only the table is read
@test "public tables: a large file is not read" {
    data=$(tensor "$run/checkpoint.safetensors" embeddings.position_embeddings.weight | base64 -w 0)
    {
        begin '{"wpe.weight":{"dtype":"F32","shape":[64,32],"data_offsets":[0,8192]},"h.0.mlp.weight":{"dtype":"F32","shape":[16384,16384],"data_offsets":[8192,1073750016]}}'
        base64 -d <<<"$data"
    } >"$work/large.safetensors"
    size=$(($(stat -c %s "$work/large.safetensors") + 1073741824))
    truncate -s "$size" "$work/large.safetensors" || skip "no file of this size can be made here"
    limited -d 400000 "$poslab" export "$work/large.safetensors" --table position --to npy --out "$work/large"
    "$poslab" export "$run" --table position --to npy --out "$work/ours"
    cmp "$work/large/vectors.npy" "$work/ours/vectors.npy"
    truncate -s 100000 "$work/large.safetensors"
    refused 65 "cut short" "$poslab" export "$work/large.safetensors" --table position --out "$work/large"
}

@test "public tables: what is wrong is one line" {
    head -c 500 "$bert/model.safetensors" >"$work/cut.safetensors"
    refused 65 "cut.safetensors: tensor" "$poslab" export "$work/cut.safetensors" --table position
    refused 2 "model.safetensors has no table of segments" "$poslab" export "$bert" --table segment
    refused 2 "model.safetensors has no matrix 'wide'; it has bert.embeddings.position_embeddings.weight (64 x 32), bert.embeddings.word_embeddings.weight" "$poslab" export "$bert" --table wide
    refused 2 "show positions: a public model has no settings; leave out eval.policies" "$poslab" show positions "$bert" eval.policies=clamp
    refused 2 "--positions 65: bert.embeddings.position_embeddings.weight has 64" "$poslab" show positions "$bert" --positions 65
    { begin '{"wpe.weight":{"dtype":"I32","shape":[1,1],"data_offsets":[0,4]}}'; printf abcd; } >"$work/i.safetensors"
    refused 65 "has the dtype I32" "$poslab" export "$work/i.safetensors" --table position
    { begin '{"wpe.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}'; printf '\0\0\0\0\0\0\300\177'; } >"$work/nan.safetensors"
    refused 65 'tensor wpe.weight: number 2 of row 0 (position0) is not finite' "$poslab" export "$work/nan.safetensors" --table position --out "$work/new"
    refused 65 'tensor wpe.weight: number 2 of row 0 (position0) is not finite' "$poslab" show neighbours "$work/nan.safetensors" position0 --table position
    [ ! -e "$work/new" ]
    {
        begin '{"a.wpe.weight":{"dtype":"F16","shape":[1,1],"data_offsets":[0,2]},"b.wpe.weight":{"dtype":"F16","shape":[1,1],"data_offsets":[2,4]}}'
        printf '\0\0\0\0'
    } >"$work/two.safetensors"
    refused 2 "several tables of positions, a.wpe.weight and b.wpe.weight; name one" "$poslab" export "$work/two.safetensors" --table position
    "$poslab" export "$work/two.safetensors" --table a.wpe.weight --out "$work/one" >/dev/null
    printf '{"a": 99999}' >"$work/vocab.json"
    { begin '{"wte.weight":{"dtype":"F16","shape":[1,1],"data_offsets":[0,2]}}'; printf '\0\0'; } >"$work/w.safetensors"
    refused 65 "vocab.json: a: expected" "$poslab" show neighbours "$work/w.safetensors" a
}
