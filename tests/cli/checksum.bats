# shellcheck shell=bash disable=SC2154
# checksum.bats -- checkpoints that say something else than what was written, from outside.

load helpers

@test "a step that became another one is not believed: what is read is the checkpoint before" {
    "$poslab" train "${small[@]}" train.checkpoint_every=20 --run "$work/run" >/dev/null 2>&1
    cp "$work/run/checkpoint.safetensors" "$work/whole"
    LC_ALL=C sed -i 's/"step":"60"/"step":"20"/' "$work/run/checkpoint.safetensors"
    refused 65 "$work/run/checkpoint.safetensors: the file is cut short or damaged: its checksum does not fit" \
        "$poslab" eval "$work/run/checkpoint.safetensors"
    run_both "$poslab" train --run "$work/run" --resume
    [ "$status" = 0 ]
    grep -q 'warning: .*checkpoint.safetensors: .*damaged: .*going back to .*checkpoint.previous.safetensors, step 40' "$error_file"
    cmp "$work/run/checkpoint.safetensors" "$work/whole"
}

@test "a checkpoint without its checksum is refused" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    LC_ALL=C sed 's/xxh3_128_of_file/xxh3_128_of_fire/' "$work/run/checkpoint.safetensors" >"$work/none"
    refused 65 "$work/none: is damaged, or was changed by another program: it has no checksum" "$poslab" eval "$work/none"
}

# The checksum of these 264 bytes is that of xxh128sum on them with zeros for its digits.
@test "a few bytes that ask for a model of 600 MB are refused before anything of that size is built" {
    printf '\0\1\0\0\0\0\0\0%s%s           ' \
        '{"__metadata__":{"format":"pt","xxh3_128_of_file":"d9faad973f7b5db0e1976bfcc4c4ff70","step":"1",' \
        '"kernels":"Haswell","config":"[task]\nname = table\ncolumns = 4096\nvalues = 4096\ncells = per_column\n[model]\nd_model = 8\nheads = 1\nd_ff = 0\n"}}' \
        >"$work/large"
    refused 65 "$work/large: tensor embeddings.word_embeddings.weight is missing" \
        limited -v 450000 "$poslab" eval "$work/large"
}

@test "whoever signs a checkpoint: a number in it that is not finite is refused by every command that reads weights" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    file="$work/run/checkpoint.safetensors"
    printf '\0\0\300\177' | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") - 4)) conv=notrunc 2>/dev/null
    sign_tensors "$file"
    cd "$work"
    says="$file: tensor optimizer.exp_avg_sq.layernorm.weight: number 32 of row 0 is not finite"
    for command in 'predict FILE w1~X~w2~Y' 'eval FILE' 'show attention FILE w1~X~w2~Y' 'show positions FILE' \
        'show neighbours FILE w1' 'export FILE --out out' 'train --from FILE train.steps=1 --run new' \
        'train task.name=first embedding.token=FILE --run new' 'train task.name=first embedding.position=FILE --run new'; do
        read -ra call <<<"${command//FILE/$file}"
        refused 65 "$says" "$poslab" "${call[@]//\~/ }"
    done
    [ ! -e out ] && [ ! -e new ]
}
