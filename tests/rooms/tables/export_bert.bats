#!/usr/bin/env bats
# export_bert.bats -- export --to bert: the folder that transformers loads by name, held to an independent forward pass
# over it (bert.py), whose numbers are golden/bert_*.txt; and what of a model does not fit BERT.
# shellcheck disable=SC2034,SC2154

load ../../cli/helpers

bert=(model.norm=post model.embedding_norm=yes model.activation=gelu)
# Two models whose bits no processor decides: one answer an example in two segments, and an answer at every row after a
# table of which no position reads the first two rows.
order=("${bert[@]}" task.name=order train.steps=150)
shift=("${bert[@]}" task.name=shift task.vocabulary=8 task.words=4..12 encoding.offset=2 encoding.max_position_embeddings=20
    model.d_model=24 model.heads=3 model.d_ff=40 train.steps=100)

setup_file() {
    for name in order shift; do
        local -n settings=$name
        "$poslab" train "${settings[@]}" train.products=portable train.warmup=10 eval.examples=50 eval.lengths=1x \
            --run "$BATS_FILE_TMPDIR/$name" >/dev/null 2>&1
        "$poslab" export "$BATS_FILE_TMPDIR/$name" --to bert --out "$BATS_FILE_TMPDIR/$name-bert" >"$BATS_FILE_TMPDIR/$name.said"
    done
}

# The header of a safetensors file, as JSON.
header() {
    tail -c +9 "$1" | head -c "$(od -A n -t u8 -N 8 "$1")"
}

tensor() {
    local start begin size
    start=$((9 + $(od -A n -t u8 -N 8 "$1")))
    read -r begin size < <(header "$1" | jq -r --arg name "$2" '.[$name].data_offsets | "\(.[0]) \(.[1] - .[0])"')
    tail -c "+$((start + begin))" "$1" | head -c "$size"
}

# answers NAME COUNT: "example row answer probability" of the program, in the order of the answers.
answers() {
    local -n settings=$1
    local run="$BATS_FILE_TMPDIR/$1"
    sampled "${settings[@]}" --count "$2" | "$poslab" predict "$run" --json |
        jq -r --slurpfile config "$run-bert/config.json" '.predictions | to_entries[] | .key as $k | .value.targets[] | .row as $row
            | [.probabilities[] | .label = $config[0].label2id[.answer]] | sort_by(.label)[] | "\($k) \($row) \(.answer) \(.probability)"'
}

@test "answers are those of an independent BERT that reads the folder by its public names" {
    for name in order shift; do
        answers "$name" 4 >"$work/said"
        # the weights that bert.py read are these
        [ "$(xxhsum -H2 <"$BATS_FILE_TMPDIR/$name-bert/model.safetensors" | cut -c 1-32)" = \
            "$(sed -n 's/^# model.safetensors: //p' "tests/rooms/tables/bert_$name.txt")" ]
        grep -v '^#' "tests/rooms/tables/bert_$name.txt" | paste -d ' ' - "$work/said" | awk '
            NF != 8 || $1 != $5 || $2 != $6 || $3 != $7 || !(($4 - $8) ^ 2 <= 1e-12) { print "differs: " $0; bad = 1 }
            END { exit bad || NR < 8 }'
    done
}

@test "three files, and their names" {
    out="$BATS_FILE_TMPDIR/order-bert"
    printf '%s\n' "$out"/{config.json,vocab.txt,model.safetensors} | diff - <(grep -v "^Next" "$BATS_FILE_TMPDIR/order.said")
    [ "$(ls -A "$out")" = "$(printf '%s\n' config.json model.safetensors vocab.txt)" ]
    "$poslab" export "$BATS_FILE_TMPDIR/order" --to bert --out "$work/json" --json |
        jq -e '. == {files: [{file: "config.json"}, {file: "vocab.txt"}, {file: "model.safetensors"}]}'
    diff -r "$out" "$work/json"
}

@test "config.json and vocab.txt: sizes, answers, and [PAD] as a row of its own" {
    out="$BATS_FILE_TMPDIR/shift-bert"
    jq -e '.model_type == "bert" and .architectures == ["BertForTokenClassification"] and .hidden_size == 24
        and .num_hidden_layers == 1 and .num_attention_heads == 3 and .intermediate_size == 40 and .hidden_act == "gelu"
        and .max_position_embeddings == 20 and .type_vocab_size == 1 and .layer_norm_eps == 1e-5
        and .hidden_dropout_prob == 0 and .attention_probs_dropout_prob == 0' "$out/config.json"
    printf 'w%d\n' {1..8} >"$work/words"
    jq -r '.id2label | to_entries[] | .value' "$out/config.json" | diff - "$work/words"
    jq -e '.label2id.w1 == 0 and .label2id.w8 == 7' "$out/config.json"
    printf '[PAD]\n' | cat "$work/words" - | diff - "$out/vocab.txt"
    jq -e '.vocab_size == 9 and .pad_token_id == 8' "$out/config.json"
}

@test "model.safetensors: the weights to the bit, [PAD] zeros, no row that no position reads" {
    from="$BATS_FILE_TMPDIR/shift/checkpoint.safetensors" to="$BATS_FILE_TMPDIR/shift-bert/model.safetensors"
    header "$to" | jq -e '.__metadata__.format == "pt" and (["config", "step"] - (.__metadata__ | keys) | length) == 2'
    # every tensor of the model, and no moment
    header "$from" | jq -r 'keys[] | select(startswith("embeddings.") or startswith("encoder.")) | "bert." + .' >"$work/names"
    printf 'classifier.%s\n' bias weight >>"$work/names"
    header "$to" | jq -r 'keys[] | select(. != "__metadata__")' | sort | diff - <(sort "$work/names")
    [ "$(wc -l <"$work/names")" = 23 ]
    while read -r name; do
        tensor "$to" "$name" >"$work/to"
        tensor "$from" "${name#bert.}" >"$work/from"
        case $name in
        bert.embeddings.word_embeddings.weight) head -c $((24 * 4)) /dev/zero >>"$work/from" ;;
        bert.embeddings.position_embeddings.weight)
            tail -c +$((2 * 24 * 4 + 1)) "$work/from" >"$work/rest"
            mv "$work/rest" "$work/from"
            ;;
        esac
        cmp "$work/to" "$work/from"
    done <"$work/names"
}

@test "what does not fit is named in one line, and nothing is written" {
    "$poslab" train "${small[@]}" encoding.name=rope --run "$work/rope" >/dev/null 2>&1
    refused 2 "does not have BERT's shape: encoding.name = rope (BERT: learned), model.norm = pre (BERT: post), model.embedding_norm = no (BERT: yes), model.activation = relu (BERT: gelu)" \
        "$poslab" export "$work/rope" --to bert --out "$work/out"
    printf '[model]\nnorm = post\nembedding_norm = yes\nactivation = gelu\n' >"$work/bert.ini"
    while IFS='|' read -r settings said; do
        # shellcheck disable=SC2086 # several settings
        "$poslab" train "$work/bert.ini" "${small[@]}" $settings --run "$work/one" >/dev/null 2>&1
        refused 2 "does not have BERT's shape: $said" "$poslab" export "$work/one" --to bert --out "$work/out"
        [ "$(tr ',' '\n' <"$work/stderr" | wc -l)" = 1 ]
        rm -r "$work/one"
    done <<'END'
model.mixer=gru|model.mixer is not attention
encoding.name=learned+alibi|encoding.name = learned+alibi (BERT: learned)
encoding.combine=concat|encoding.combine = concat (BERT: add)
model.norm=pre|model.norm = pre (BERT: post)
model.embedding_norm=no|model.embedding_norm = no (BERT: yes)
model.activation=relu|model.activation = relu (BERT: gelu)
model.d_ff=0|model.d_ff = 0 (BERT has a feed-forward)
task.cls=last model.causal=yes|model.causal = yes (BERT: no)
attention.log_length=yes|attention.log_length = yes (BERT: no)
END
    refused 2 "--to bert writes the complete model; leave out --table" \
        "$poslab" export "$BATS_FILE_TMPDIR/order" --to bert --table token --out "$work/out"
    [ ! -e "$work/out" ]
}

@test "where a file cannot be written none stays" {
    for file in config.json vocab.txt model.safetensors; do
        mkdir -p "$work/out/$file"
        refused 74 "cannot write $work/out/$file" "$poslab" export "$BATS_FILE_TMPDIR/order" --to bert --out "$work/out"
        [ "$(ls -A "$work/out")" = "$file" ]
        rm -r "$work/out"
    done
}
