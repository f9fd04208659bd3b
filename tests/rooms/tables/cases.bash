# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row start_glove_text vectors train "${small[@]}" embedding.token=glove.txt --run run
row start_word2vec_text vectors train "${small[@]}" embedding.token=word2vec.txt --run run
row start_binary_word2vec vectors train "${small[@]}" embedding.token=words.bin --run run
row start_binary_word2vec_gz vectors train "${small[@]}" embedding.token=words.bin.gz --run run
row start_safetensors bert train "${small[@]}" embedding.token=bert embedding.position=bert --run run
row start_run other train "${small[@]}" embedding.token=other embedding.freeze=token --run run
row export_segment whole export run --table segment --out run/table --json
row export_public bert export bert --table position --to npy --out table
row neighbours whole show neighbours run X
row neighbours_public bert show neighbours bert X --json
for form in tsv projector npy word2vec; do
    row "export_$form" whole export run --to "$form" --out table
done

# Two words with 8 columns; each float is 1.5 or -0.5.
part_vectors() {
    local word
    printf '2 8\n' | tee word2vec.txt >words.bin
    for word in X w2; do
        printf '%s 1.5 1.5 -0.5 1.5 1.5 -0.5 -0.5 1.5\n' $word | tee -a word2vec.txt >>glove.txt
        printf '%s \0\0\300\77\0\0\300\77\0\0\0\277\0\0\300\77\0\0\300\77\0\0\0\277\0\0\0\277\0\0\300\77\n' $word >>words.bin
    done
    gzip -k words.bin
}
# A public model: the same words, and four positions.
part_bert() {
    local header
    header='{"bert.embeddings.word_embeddings.weight":{"dtype":"F32","shape":[2,8],"data_offsets":[0,64]},'
    header+='"bert.embeddings.position_embeddings.weight":{"dtype":"F32","shape":[4,8],"data_offsets":[64,192]}}'
    mkdir bert
    printf 'X\nw2\n' >bert/vocab.txt
    { printf '%b\0\0\0\0\0\0\0%s' "\\x$(printf %02x ${#header})" "$header"; printf '\0\0\300\77\0\0\0\277%.0s' {1..24}; } >bert/model.safetensors
}

# Vectors: each format has a case start_FORM, whose output names the format that it starts from.
lacking_tables() {
    local form name count=0
    each 4 '^export .*--to %( |$)' < <(taken export none --to none)
    while read -r form; do
        count=$((count + 1)) name=start_${form,,} name=${name// /_}
        if [ -z "${start_of[$name]:-}" ]; then
            echo "no case: $name"
            status=1
        elif ! undisturbed vectors "$name" calls || ! grep -q "($form, " "$work/err"; then
            echo "$name does not start from $form"
            status=1
        fi
    done < <(sed -n 's/.*->form = //p' "$root/src/rooms/tables/table_source.c" | grep -oE '"[^"%]+"' | tr -d '"')
    [ $count -ge 5 ] || { echo "forms of vectors: $count, fewer than 5"; status=1; }
}
