# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# public_tables.bats -- models that others trained: their tables shown, measured, exported and searched. The files are
# made here from the tables of a small run, under the names that public models give them, so that what is said of them
# must be what is said of the run.

load helpers

setup_file() {
    "$poslab" train task.name=first train.steps=60 train.warmup=10 eval.examples=50 'eval.lengths=1x 2x' \
        encoding.max_position_embeddings=64 --run "$BATS_FILE_TMPDIR/run" >/dev/null 2>&1
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

@test "public tables: exported and searched they are those of the run" {
    "$poslab" export "$bert" --table position --out "$work/theirs" >/dev/null
    "$poslab" export "$run" --table position --out "$work/ours" >/dev/null
    cmp "$work/theirs/vectors.tsv" "$work/ours/vectors.tsv"
    cmp "$work/theirs/metadata.tsv" "$work/ours/metadata.tsv"
    "$poslab" export "$bert/model.safetensors" --table bert.embeddings.word_embeddings.weight --to npy --out "$work/n"
    "$poslab" export "$run" --to npy --out "$work/m"
    cmp "$work/n/vectors.npy" "$work/m/vectors.npy"
    cmp "$work/n/metadata.tsv" "$work/m/metadata.tsv"
    "$poslab" neighbours "$bert" X w1 >"$work/theirs.txt"
    "$poslab" neighbours "$run" X w1 >"$work/ours.txt"
    cmp "$work/theirs.txt" "$work/ours.txt"
}

@test "public tables: if two rows have the same word, the first is used" {
    cp -r "$bert" "$work/twice"
    sed -i '6s/.*/X/' "$work/twice/vocab.txt"
    cosines() { "$poslab" neighbours "$1" X --json | jq -c '.words[0].neighbours | map(.cosine)'; }
    [ "$(cosines "$work/twice")" = "$(cosines "$bert")" ]
}

@test "public tables: words are the rows' numbers where there is no vocabulary" {
    mkdir "$work/bare"
    cp "$bert/model.safetensors" "$work/bare"
    "$poslab" neighbours "$work/bare" row3 --count 1 | grep -q '^row3$'
    refused 2 "unknown word 'X' among the" "$poslab" neighbours "$work/bare" X
    printf '{"\xc4\xa0": 0, "\xc4\x8a": 1, "\xc4\xa0king": 2}' >"$work/bare/vocab.json"
    "$poslab" neighbours "$work/bare" ' king' --count 1 | grep -q '^␣king$'
}

@test "public tables: show positions measures a table against sinusoids, within 80 columns" {
    "$poslab" show positions "$bert" >"$work/shown"
    [ "$(LC_ALL=C.UTF-8 wc -L <"$work/shown")" -le 80 ]
    grep -q 'bert: bert.embeddings.position_embeddings.weight, 64 rows of 32 columns, F32.' "$work/shown"
    grep -q 'R squared is the share of the table' "$work/shown"
    "$poslab" show positions "$bert" --json >"$work/json"
    jq -e '.tables | map(.name) == ["bert", "exact sinusoids"] and all(.positions == 64 and .columns == 32)' "$work/json"
    jq -e '.explained.curves[0].points | map(.[1]) | . == sort and length == 16' "$work/json"
    jq -e '.explained.curves[1].points[-1] | .[0] == 16 and (.[1] - 1 | fabs) < 1e-9' "$work/json"
    jq -e '.distance.curves | all(.points | length == 64 and (.[0][1] - 1 | fabs) < 1e-9)' "$work/json"
    jq -e '.shift.curves | map(.name) == ["bert", "exact sinusoids", "random numbers"]' "$work/json"
    jq -e '.shift.curves[1].points | all(.[1] < 0.01)' "$work/json"
    jq -e '.norms.curves | length == 1' "$work/json"
}

@test "public tables: two tables stand beside each other, and equal ones have equal numbers" {
    "$poslab" show positions "$bert" "$run" --json >"$work/json"
    jq -e '.tables | map(.name) == ["bert", "run", "exact sinusoids"]' "$work/json"
    for figure in norms distance explained shift; do
        jq -e ".$figure.curves | .[0].points == .[1].points" "$work/json"
    done
    "$poslab" show positions "$bert" "$run" --width 200 >"$work/shown"
    grep -q 'run: first (learned), 64 rows of 32 columns after 60 steps; trained: 0\.\.16; measure only these with --positions 17\.' "$work/shown"
    "$poslab" show positions "$bert" --positions 20 --json | jq -e '.tables[0].positions == 20'
    { begin '{"wpe.weight": {"dtype": "F32", "shape": [1030, 2], "data_offsets": [0, 8240]}}'
        head -c 8240 /dev/zero | tr '\0' '\077'; } >"$work/long.safetensors"
    "$poslab" show positions "$work/long.safetensors" --json | jq -e '.tables[0].positions == 1024'
    "$poslab" show positions "$work/long.safetensors" --positions 1030 --json | jq -e '.tables[0].positions == 1030'
    refused 2 "--positions 65: bert has 64" "$poslab" show positions "$bert" --positions 65
    refused 2 "--positions 4097" "$poslab" report "$bert" --positions 4097
    refused 2 "a public model has no settings; leave out eval.policies" "$poslab" show positions "$bert" eval.policies=clamp
    refused 2 "--table names a public model's table" "$poslab" show positions "$run" --table x
    refused 2 "compares at most 2 tables" "$poslab" report "$bert" "$bert" "$run"
    "$poslab" show positions "$bert" "$run" eval.policies=clamp --table position >/dev/null
    refused 2 "takes TABLE [TABLE]; '$run' is one too many" "$poslab" show positions "$bert" "$run" "$run"
}

@test "public tables: plots with their data, and a page" {
    for view in norms distance explained shift measures; do
        "$poslab" show positions "$bert" --view $view --to "$work/$view.svg"
        grep -q '</svg>' "$work/$view.svg"
    done
    [ "$(head -n 1 "$work/explained.csv")" = "curve,kind,seed,n,pairs_of_sinusoids_from,pairs_of_sinusoids,low,high,r_squared" ]
    [ "$(grep -c '^bert,mean' "$work/explained.csv")" = 16 ]
    [ "$(grep -c '^[0-9]*,[0-9]*,' "$work/measures-2.csv")" = 4096 ]
    "$poslab" report "$bert" "$run" --to "$work/page.html"
    for section in maps norms distance explained shift; do
        grep -q "<section id=$section>" "$work/page.html"
    done
    [ "$(grep -c '<svg' "$work/page.html")" -ge 8 ]
    cp -r "$bert" "$work/bert"
    "$poslab" report "$work/bert/model.safetensors"
    test -s "$work/bert/report.html"
    refused 2 "report on a run or comparison has no option --positions" "$poslab" report "$run" --positions 5
}

# Of a file of a gigabyte, nearly all of it a hole, only what is shown is read: there is no room for more.
@test "public tables: a large file is not read" {
    data=$(tensor "$run/checkpoint.safetensors" embeddings.position_embeddings.weight | base64 -w 0)
    {
        begin '{"wpe.weight":{"dtype":"F32","shape":[64,32],"data_offsets":[0,8192]},"h.0.mlp.weight":{"dtype":"F32","shape":[16384,16384],"data_offsets":[8192,1073750016]}}'
        base64 -d <<<"$data"
    } >"$work/large.safetensors"
    size=$(($(stat -c %s "$work/large.safetensors") + 1073741824))
    truncate -s "$size" "$work/large.safetensors" || skip "no file of this size can be made here"
    limited -d 400000 "$poslab" show positions "$work/large.safetensors" --json >"$work/json"
    jq -e '.tables[0].positions == 64' "$work/json"
    truncate -s 100000 "$work/large.safetensors"
    refused 65 "cut short" "$poslab" show positions "$work/large.safetensors"
}

@test "public tables: of a table of zeros nothing is explained, and that is said without a number" {
    { begin '{"wpe.weight":{"dtype":"F32","shape":[40,64],"data_offsets":[0,10240]}}'; head -c 10240 /dev/zero; } >"$work/zeros.safetensors"
    "$poslab" show positions "$work/zeros.safetensors" >"$work/shown"
    [ "$(grep -ciw nan "$work/shown")" = 0 ]
    tr '\n' ' ' <"$work/shown" | grep -qF 'zeros.safetensors: every row is 0, which any matrix shifts. '
    "$poslab" show positions "$work/zeros.safetensors" --json >"$work/json"
    jq -e '.tables | map([.name, .shift_share]) == [["zeros.safetensors", null], ["exact sinusoids", 1]]' "$work/json"
    "$poslab" report "$work/zeros.safetensors" --to "$work/zeros.html" >/dev/null
    [ "$(grep -ciw nan "$work/zeros.html")" = 0 ]
    grep -qF 'zeros.safetensors: every row is 0, which any matrix shifts.' "$work/zeros.html"
    # half of the numbers are 0.5: what is fitted explains all of them
    { begin '{"wpe.weight":{"dtype":"F32","shape":[40,64],"data_offsets":[0,10240]}}'; head -c 5120 /dev/zero; for _ in {1..1280}; do printf '\0\0\0\77'; done; } >"$work/half.safetensors"
    "$poslab" show positions "$work/half.safetensors" | tr '\n' ' ' | grep -qF 'in the 18 most important columns; they explain 100.0 % of all 64.'
}

@test "public tables: what is wrong is one line" {
    head -c 500 "$bert/model.safetensors" >"$work/cut.safetensors"
    refused 65 "cut.safetensors: tensor" "$poslab" show positions "$work/cut.safetensors"
    refused 2 "model.safetensors has no table of segments" "$poslab" export "$bert" --table segment
    refused 2 "--table wide: expected token, segment or position" "$poslab" export "$bert" --table wide
    { begin '{"wpe.weight":{"dtype":"I32","shape":[1,1],"data_offsets":[0,4]}}'; printf abcd; } >"$work/i.safetensors"
    refused 65 "has the dtype I32" "$poslab" show positions "$work/i.safetensors"
    { begin '{"wpe.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}'; printf '\0\0\0\0\0\0\300\177'; } >"$work/nan.safetensors"
    refused 65 'tensor wpe.weight: number 2 of row 0 (position0) is not finite' "$poslab" show positions "$work/nan.safetensors"
    refused 65 'tensor wpe.weight: number 2 of row 0 (position0) is not finite' "$poslab" export "$work/nan.safetensors" --table position --out "$work/new"
    refused 65 'tensor wpe.weight: number 2 of row 0 (position0) is not finite' "$poslab" neighbours "$work/nan.safetensors" position0 --table position
    [ ! -e "$work/new" ]
    {
        begin '{"a.wpe.weight":{"dtype":"F16","shape":[1,1],"data_offsets":[0,2]},"b.wpe.weight":{"dtype":"F16","shape":[1,1],"data_offsets":[2,4]}}'
        printf '\0\0\0\0'
    } >"$work/two.safetensors"
    refused 2 "several tables of positions, a.wpe.weight and b.wpe.weight; name one" "$poslab" show positions "$work/two.safetensors"
    "$poslab" show positions "$work/two.safetensors" --table a.wpe.weight >/dev/null
    printf '{"a": 99999}' >"$work/vocab.json"
    { begin '{"wte.weight":{"dtype":"F16","shape":[1,1],"data_offsets":[0,2]}}'; printf '\0\0'; } >"$work/w.safetensors"
    refused 65 "vocab.json: a: expected" "$poslab" neighbours "$work/w.safetensors" a
}
