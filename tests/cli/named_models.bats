# named_models.bats -- a config of a named model with another task, encoding or mixer than its own; defaults that give
# way to what is set.
# shellcheck shell=bash disable=SC2030,SC2031,SC2034,SC2154
load helpers

own_rows() {
    printf 'label\ttext_a\n' >"$work/rows.tsv"
    printf '%s\n' $'a\tx then y' $'b\ty then x' $'a\tsome x and y' $'b\tsome y and x' >>"$work/rows.tsv"
    tsv=(task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv")
    little=(train.steps=4 eval.examples=10 eval.lengths=1x)
}

# told FILE KEYS...: the one warning, that these of the file were left out.
told() {
    local file=$1
    [ "$(grep '^poslab: ' "$error_file" | grep -vc ' passes over ')" = 1 ] && grep -qF "poslab: warning: $file: left out: $2" "$error_file"
}

@test "every config trains on one's own rows; what it says of the model and of training holds" {
    own_rows
    for config in configs/*.ini; do
        other=()
        if [[ $config = configs/copy.ini || $config = configs/next.ini || $config = configs/flip.ini || $config = configs/text.ini ]]; then
            other=(task.cls=last) # their own tasks have their answers later
        fi
        run_both "$poslab" train "$config" "${tsv[@]}" "${other[@]}" "${little[@]}" --run "$work/${config##*/}"
        echo "$config: $status"
        [ "$status" = 0 ]
        grep -v '^training' "$error_file" | tr '\r' '\n' | grep '^poslab: ' | grep -v ' passes over ' >"$work/said" || true
        [ "$config" = configs/tsv.ini ] || grep -q "^poslab: warning: $config: left out: .*(of no task, mixer or encoding in use)" "$work/said"
        [ "$(wc -l <"$work/said")" -le 1 ]
        for key in d_model d_ff norm activation embedding_norm learning_rate batch; do
            if grep -qE "^$key *=" "$config"; then
                [ "$(grep -E "^$key *=" "$config" | tr -d ' ')" = "$(grep -E "^$key *=" "$work/${config##*/}/config.ini" | tr -d ' ')" ]
            fi
        done
    done
}

@test "what gave way, to the letter, for one run and for a comparison" {
    own_rows
    run_both "$poslab" train configs/gpt2.ini "${tsv[@]}" train.steps=4 eval.lengths=1x --run "$work/run"
    told configs/gpt2.ini 'task.words (of no task, mixer or encoding in use); train.warmup (longer than train.steps)'
    grep -qx 'cls = last' "$work/run/config.ini"
    run_both "$poslab" train configs/gpt2.ini "${tsv[@]}" train.steps=4 eval.lengths=1x --run "$work/run" --resume
    [ "$status" = 0 ]
    run_both "$poslab" train configs/llama.ini encoding.name=alibi model.mixer=attention "${little[@]}" --run "$work/alibi"
    told configs/llama.ini 'rope.layout, rope.fraction, rope.base (of no task, mixer or encoding in use); train.warmup (longer than train.steps)'
    run_both "$poslab" compare configs/llama.ini compare.members=alibi,none compare.seeds=1..1 "${little[@]}" --run "$work/compare"
    [ "$status" = 0 ]
    told configs/llama.ini 'rope.layout, rope.fraction, rope.base (of no task, mixer or encoding in use); train.warmup (longer than train.steps)'
    run_both "$poslab" compare configs/llama.ini compare.members=alibi,rope compare.seeds=1..1 "${little[@]}" --run "$work/rope"
    grep -q '^base = 10000$' "$work"/rope/rope-seed1/config.ini
    run_both "$poslab" train configs/recurrent.ini model.mixer=attention encoding.name=rope "${little[@]}" --run "$work/gru"
    told configs/recurrent.ini 'recurrent.bidirectional (of no task, mixer or encoding in use)'
    "$poslab" runs "$work/compare" --verify
    run_both "$poslab" show task configs/bert.ini "${tsv[@]}" --count 1
    told configs/bert.ini 'task.words (of no task, mixer or encoding in use)'
    run_both "$poslab" show encoding rope configs/roberta.ini
    [ "$status" = 0 ]
    told configs/roberta.ini 'learned.offset (of no task, mixer or encoding in use)'
}

@test "a part of a comparison leaves out the same" {
    own_rows
    compare=(configs/bert.ini "${tsv[@]}" 'compare.members=learned,none' compare.seeds=1..1 "${little[@]}")
    run_both "$poslab" compare "${compare[@]}" --run "$work/c" --part 1/2
    [ "$status" = 0 ]
    told configs/bert.ini 'task.words (of no task, mixer or encoding in use)'
}

@test "an option on the command line of another task stays an error, and one that is nobody's" {
    own_rows
    refused 2 'command line: task.words: an option of order, first and' "$poslab" train configs/bert.ini "${tsv[@]}" task.words=4..9 --run "$work/run"
    printf '[task]\nname = order\nwodrs = 4\n' >"$work/a.ini"
    refused 2 "$work/a.ini:3: task.wodrs: " "$poslab" train "$work/a.ini" "${tsv[@]}" --run "$work/run"
    printf '[task]\nname = tsv\nwords = 4\n' >"$work/b.ini"
    refused 2 "$work/b.ini:3: task.words: an option of order, first and" "$poslab" train "$work/b.ini" --run "$work/run"
    [ ! -e "$work/run" ]
}

# works SETTING...: a run with these trains, in few steps where they do not say.
works() {
    run_both "$poslab" train "$@" train.batch=2 eval.examples=4 --run "$work/$*"
    echo "$*: $status: $(cat "$error_file")"
    [ "$status" = 0 ]
}

@test "one setting alone is not refused for a default" {
    works train.steps=1
    works train.steps=20
    grep -qx 'warmup = 2' "$work/train.steps=20/config.ini"
    works train.steps=2 model.d_model=6
    grep -qx 'heads = 3' "$work/train.steps=2 model.d_model=6/config.ini"
    works train.steps=2 task.name=next
    grep -qx 'causal = yes' "$work/train.steps=2 task.name=next/config.ini"
    works train.steps=2 task.name=copy model.mixer=gru
    works train.steps=2 task.name=sop task.held_out=0.01
    [ "$(column "$work/train.steps=2 task.name=sop task.held_out=0.01/eval.tsv" to chance | sed 1d | paste -sd ' ')" = '32 64 128 256' ]
    refused 2 'eval.lengths: 16x ' "$poslab" train task.name=sop task.held_out=0.01 eval.lengths='1x 16x' --run "$work/no"
}

@test "members of a comparison have each their own defaults, also when it is read again" {
    compare=("$poslab" compare task.name=first compare.members=none compare.seeds=1..1 'compare.grid=steps=20,60 d_model=16,18'
        eval.examples=20 eval.lengths=1x --run "$work/c")
    run_both "${compare[@]}"
    [ "$status" = 0 ]
    grep -qx 'warmup = 2' "$work/c/none-steps=20-d_model=16-seed1/config.ini"
    grep -qx 'warmup = 6' "$work/c/none-steps=60-d_model=16-seed1/config.ini"
    grep -qx 'heads = 4' "$work/c/none-steps=20-d_model=16-seed1/config.ini"
    grep -qx 'heads = 3' "$work/c/none-steps=20-d_model=18-seed1/config.ini"
    [ "$(grep -cE '^(warmup|heads) =' "$work/c/config.ini")" = 0 ]
    "$poslab" runs "$work/c" --verify
    run_both "${compare[@]}" --full
    grep -q '4 finished before' "$output_file"
    run_both "$poslab" compare --full "$work/c/config.ini" --run "$work/c"
    grep -q '4 finished before' "$output_file"
}
