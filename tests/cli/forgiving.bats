#!/usr/bin/env bats
# forgiving.bats -- what a user means is done and said; what cannot be meant is one line that helps.
# shellcheck disable=SC2154

load helpers

few=(train.steps=2 train.warmup=0 eval.examples=20 eval.lengths=1x)

# same WORDS -- WORDS: both calls print the same.
same() {
    local first=()
    while [ "$1" != -- ]; do
        first+=("$1")
        shift
    done
    shift
    diff <("$poslab" "${first[@]}") <("$poslab" "$@")
}

@test "explain ENCODING, show ENCODING: it is what is meant" {
    same explain alibi -- explain encodings alibi
    # four decimals, or two significant digits of a number that would round to 0
    "$poslab" explain learned --full | grep -qx '    dot product of the vectors of positions 10 and 15 = 0.0002'
    same explain T5+ALiBi --json -- explain encodings t5+alibi --json
    same show rope --positions 4 -- show encoding rope --positions 4
    same show sine --view shift -- show encoding sinusoidal --view shift
    same show T5 --json -- show encoding t5 --json
}

@test "words of the field: taken, said, and under the real name in config.ini" {
    "$poslab" train "${few[@]}" lr=0.01 batch_size=8 hidden_size=16 num_heads=2 encoding=RoPE is_causal=False activation=GELU \
        --run "$work/run" 2>"$work/said" >/dev/null
    grep -qx 'poslab: lr=0.01 is train.learning_rate=0.01; batch_size=8 is train.batch=8; hidden_size=16 is model.d_model=16; '\
'num_heads=2 is model.heads=2; encoding=RoPE is encoding.name=rope; is_causal=False is model.causal=no; '\
'activation=GELU is model.activation=gelu' "$work/said"
    for line in 'learning_rate = 0.01' 'batch = 8' 'd_model = 16' 'heads = 2' 'name = rope' 'causal = no' 'activation = gelu'; do
        grep -qx "$line" "$work/run/config.ini" || { echo "$line"; return 1; }
    done
    "$poslab" train "${few[@]}" train.learning_rate=0.01 train.batch=8 model.d_model=16 model.heads=2 encoding.name=rope model.activation=gelu \
        --run "$work/plain" 2>"$work/said" >/dev/null
    [ "$(grep -c ' is ' "$work/said")" = 0 ]
    cmp "$work/run/checkpoint.safetensors" "$work/plain/checkpoint.safetensors"
}

@test "train: seed is its own; whole numbers may have an exponent; another seed is another model" {
    "$poslab" train "${few[@]:1}" --seed 3 steps=2e0 --run "$work/run" 2>"$work/said" >/dev/null
    grep -qx 'poslab: seed=3 is train.seed=3; steps=2e0 is train.steps=2e0' "$work/said"
    grep -qx 'seed = 3' "$work/run/config.ini"
    grep -qx 'steps = 2' "$work/run/config.ini"
    "$poslab" train "${few[@]}" seed=3 --run "$work/other" >/dev/null 2>&1
    cmp "$work/run/checkpoint.safetensors" "$work/other/checkpoint.safetensors"
    "$poslab" train "${few[@]}" --run "$work/first" >/dev/null 2>&1
    ! cmp -s "$work/run/checkpoint.safetensors" "$work/first/checkpoint.safetensors" || return 1
}

@test "a list of seeds: each is trained, in one folder that grows; a member may have its own" {
    c() { "$poslab" compare "$@" "${few[@]}" --run "$work/c" 2>/dev/null; }
    names() { jq -r '.members[] | select(.accuracy) | "\(.name)-seed\(.seed)"' "$work/c/compare.json" | sort -u | tr '\n' ' '; }
    c none rope seeds=42,1337,7 --dry-run | head -6 >"$work/list"
    diff - "$work/list" <<<$'none-seed7\nnone-seed42\nnone-seed1337\nrope-seed7\nrope-seed42\nrope-seed1337'
    c none seeds=42,1337,7,42 >/dev/null
    [ "$(names)" = 'none-seed1337 none-seed42 none-seed7 ' ]
    grep -qx 'members = none seeds=42+1337+7+42' "$work/c/config.ini"
    "$poslab" plot "$work/c" | grep -q '^task order, seeds 7, 42, 1337, '
    before=$(cksum "$work"/c/none-seed*/checkpoint.safetensors)
    c none 'rope seeds=5+3' compare.seeds=7,8 >/dev/null # others join them
    [ "$(names)" = 'none-seed1337 none-seed42 none-seed7 none-seed8 rope-seed3 rope-seed5 ' ]
    [ "$before" = "$(cksum "$work"/c/none-seed{1337,42,7}/checkpoint.safetensors)" ]
    "$poslab" compare --run "$work/c" --dry-run | grep -qF '6 models, 6 of them finished'
    c none seeds=43,41,42 --dry-run --json | jq -e '[.members[].seed] == [41, 42, 43]'
    "$poslab" runs "$work/c" --verify
}

@test "words of the field in a file and in lists of members" {
    printf '[train]\nlr = 0.01\n[encoding]\nname = rotary\n' >"$work/c.ini"
    "$poslab" train "$work/c.ini" "${few[@]}" --run "$work/run" >/dev/null 2>&1
    grep -qx 'learning_rate = 0.01' "$work/run/config.ini"
    grep -qx 'name = rope' "$work/run/config.ini"
    "$poslab" compare compare.members='ROPE lr=0.01, Sine+PI, gru/NoPE' seeds=1 --dry-run --run "$work/none" 2>/dev/null | head -3 >"$work/members"
    diff - "$work/members" <<<$'rope-learning_rate=0.01-seed1\nsinusoidal-seed1\ngru-seed1'
    # also where a config is called like that in small letters: gru
    "$poslab" compare Rotary ALiBi T5 GRU RNN LSTM seeds=1 --dry-run --run "$work/none" 2>/dev/null | head -6 >"$work/members"
    diff - "$work/members" <<<$'rope-seed1\nalibi-seed1\nt5-seed1\ngru-seed1\nrnn-seed1\nlstm-seed1'
}

@test "however much was taken for what was said, all of it is told" {
    words=()
    for number in $(seq 11 50); do words+=("RoPE base=$number"); done
    "$poslab" compare "${words[@]}" seeds=1 --dry-run 2>&1 >/dev/null | grep -o 'RoPE base=[0-9]* is rope base=[0-9]*' >"$work/told"
    diff "$work/told" <(for number in $(seq 11 50); do echo "RoPE base=$number is rope base=$number"; done)
}

@test "advice is printed as the program was called, and can be pasted" {
    mkdir "$work/it's mine"
    cp "$program" "$work/it's mine/poslab"
    run_both "$work/it's mine/poslab" frobnicate
    # shellcheck disable=SC2016
    eval "$(sed 's/.*`\(.*\)`.*/\1/' "$error_file")" >"$work/help"
    grep -q "Start with \`'$work/it'.*mine/poslab' compare\`" <(tr '\n' ' ' <"$work/help")
    "$program" explain alibi | grep -qF "Try: $program show encoding alibi"
    "$program" explain rope | tr -s ' \n' ' ' | grep -qF 'Nothing is learned, although a published table says that RoPE has parameters'
    "$program" explain alibi --json | jq -r '.encodings[0].try' | grep -q '^poslab show encoding alibi'
}
