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

@test "explain rope, show rope: the encoding is what is meant" {
    same explain rope -- explain encodings rope
    # four decimals, or two significant digits of a number that would round to 0
    "$poslab" explain learned --full | grep -qx '    dot product of the vectors of positions 10 and 15 = 0.0002'
    same explain Rotary+ALiBi --json -- explain encodings rope+alibi --json
    same show rope --positions 4 -- show encoding rope --positions 4
    same show sine --view shift -- show encoding sinusoidal --view shift
    same show T5 --json -- show encoding t5 --json
    refused 2 "explain: there is no 'rop' (did you mean rope?)" "$poslab" explain rop
    refused 2 "explain takes one encoding; several in one model are joined by +: rope+alibi" "$poslab" explain rope alibi
    refused 2 "explain takes encodings, or the name of one" "$poslab" explain
    refused 2 'show encoding --view waves has no option --offset' "$poslab" show rope --view waves --offset 1
    refused 2 "show: there is no view, encoding or run 'alibbi' (did you mean alibi?)" "$poslab" show alibbi
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

@test "words of the field in a file and in lists of members" {
    printf '[train]\nlr = 0.01\n[encoding]\nname = rotary\n' >"$work/c.ini"
    "$poslab" train "$work/c.ini" "${few[@]}" --run "$work/run" >/dev/null 2>&1
    grep -qx 'learning_rate = 0.01' "$work/run/config.ini"
    grep -qx 'name = rope' "$work/run/config.ini"
    "$poslab" compare compare.members='ROPE lr=0.01, Sine+PI, gru/NoPE' seeds=1 --dry-run 2>/dev/null | head -3 >"$work/members"
    diff - "$work/members" <<<$'rope-learning_rate=0.01-seed1\nsinusoidal-seed1\ngru-seed1'
    "$poslab" compare Rotary ALiBi seeds=1 --dry-run 2>/dev/null | head -2 >"$work/members"
    diff - "$work/members" <<<$'rope-seed1\nalibi-seed1'
    # also where a config is called like that in small letters
    "$poslab" compare ROPE GRU seeds=1 --dry-run 2>/dev/null | head -2 >"$work/members"
    diff - "$work/members" <<<$'rope-seed1\ngru-seed1'
    "$poslab" compare T5 RNN LSTM seeds=1 --dry-run 2>/dev/null | head -3 >"$work/members"
    diff - "$work/members" <<<$'t5-seed1\nrnn-seed1\nlstm-seed1'
}

@test "however much was taken for what was said, all of it is told" {
    words=()
    for number in $(seq 11 50); do words+=("RoPE base=$number"); done
    "$poslab" compare "${words[@]}" seeds=1 --dry-run 2>&1 >/dev/null | grep -o 'RoPE base=[0-9]* is rope base=[0-9]*' >"$work/told"
    diff "$work/told" <(for number in $(seq 11 50); do echo "RoPE base=$number is rope base=$number"; done)
}

@test "what is not there is answered with what there is" {
    refused 2 'command line: layers: there is one layer' "$poslab" train layers=2
    refused 2 'command line: model.n_layer: there is one layer' "$poslab" train model.n_layer=2
    refused 2 'layers=2: there is one layer' "$poslab" compare compare.members='learned layers=2'
    refused 2 'depth: there is one layer' "$poslab" compare compare.grid='depth=1,2'
    refused 2 'command line: dropout: there is no dropout; train.weight_decay' "$poslab" train dropout=0.1
    refused 2 'command line: seq_len: task.words are the lengths of training' "$poslab" train seq_len=64
    refused 2 'command line: optimizer: AdamW is the only optimiser' "$poslab" train optimizer=sgd
    refused 2 'command line: seed: train.seed draws weights and examples' "$poslab" train seed=3
    refused 2 'command line: positions: several settings have that name: train.positions, eval.positions, task.positions' "$poslab" train positions=random
    refused 2 'command line: device: it runs on CPUs; --threads N' "$poslab" train device=cuda
    refused 2 'encoding.name: several encodings are relative: rope, alibi, t5; name one' "$poslab" train encoding=relative
    refused 2 'encoding.name: several encodings are absolute: learned, sinusoidal' "$poslab" train encoding.name=absolute
    [ ! -e runs/order-learned-seed1-9999 ]
}

@test "slips in keys, whole" {
    refused 2 'lerning_rate: unknown key (did you mean train.learning_rate?)' "$poslab" train lerning_rate=1
    refused 2 'train.learning-rate: unknown key (did you mean train.learning_rate?)' "$poslab" train train.learning-rate=1
    refused 2 'encoding.bas: unknown key (did you mean encoding.base?)' "$poslab" train encoding.bas=1
    refused 2 'train.stpes: unknown key (did you mean train.steps?)' "$poslab" train train.stpes=1
    refused 2 'model.dmodel: unknown key (did you mean model.d_model?)' "$poslab" train model.dmodel=1
    refused 2 'model.lr: unknown key (did you mean train.learning_rate?)' "$poslab" train model.lr=1
    refused 2 'Train.Steps: unknown key (did you mean train.steps?)' "$poslab" train Train.Steps=1
}

@test "slips in commands, options and names" {
    refused 2 "there is no command 'trian' (did you mean train?)" "$poslab" trian
    refused 2 "there is no command 'evaluate' (did you mean eval?)" "$poslab" evaluate
    refused 2 "'qwxz'; see \`poslab help\`" "$poslab" help qwxz
    refused 2 "'evl' (did you mean eval?)" "$poslab" help evl
    refused 2 'compare has no option --jsn (did you mean --json?)' "$poslab" compare --jsn
    refused 2 'train has no option --metrics (did you mean --metric?)' "$poslab" train --metrics loss
    refused 2 "there is no 'sinusodal' (did you mean sinusoidal?)" "$poslab" train encoding.name=sinusodal
    refused 2 "task.name: there is no 'ordr' (did you mean order?)" "$poslab" train task=ordr
    refused 2 "eval.policies: there is no 'clmap' (did you mean clamp?)" "$poslab" train eval.policies=clmap --run "$work/r"
    refused 2 "there is no metric 'acuracy' (did you mean accuracy?)" "$poslab" compare --metric acuracy
    refused 2 "list: there is no 'encoding' (did you mean encodings?)" "$poslab" list encoding
    refused 2 "there is no figure 'extrapolate' (did you mean extrapolation?)" "$poslab" plot extrapolate x
}

@test "advice is printed as the program was called, and can be pasted" {
    refused 2 "see \`poslab help\`" poslab frobnicate
    refused 2 "see \`$program help\`" "$program" frobnicate
    mkdir "$work/it's mine"
    cp "$program" "$work/it's mine/poslab"
    run_both "$work/it's mine/poslab" frobnicate
    # shellcheck disable=SC2016
    eval "$(sed 's/.*`\(.*\)`.*/\1/' "$error_file")" >"$work/help"
    grep -q "Start with \`'$work/it'.*mine/poslab' compare\`" <(tr '\n' ' ' <"$work/help")
    "$program" explain rope | grep -qF "Try: $program show encoding rope"
    "$program" explain rope | tr -s ' \n' ' ' | grep -qF 'Nothing is learned, although a published table says that RoPE has parameters'
    "$program" explain rope --json | jq -r '.encodings[0].try' | grep -q '^poslab show encoding rope'
}
