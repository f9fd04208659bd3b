# shellcheck shell=bash disable=SC2154
# same.bash -- whether two folders hold the same results, whoever trained them, in whatever pieces.

# Everything of a run log but how fast it was.
logged() {
    jq -c 'del(.seconds, .tokens_per_second)' "$1"
}

# What is in a folder: an interrupted member has one checkpoint more, and locks are nobody's result.
names_in() {
    (cd "$1" && find . ! -name checkpoint.previous.safetensors ! -name .lock | sort)
}

# same_member FOLDER FOLDER: says what differs.
same_member() {
    cmp "$1/checkpoint.safetensors" "$2/checkpoint.safetensors" &&
        diff <(evaluation "$1/eval.tsv") <(evaluation "$2/eval.tsv") &&
        diff <(logged "$1/metrics.jsonl") <(logged "$2/metrics.jsonl")
}

# same_results FOLDER FOLDER: of two comparisons, whatever their compare.json says of seconds.
same_results() {
    local folder failed=0
    diff <(names_in "$1") <(names_in "$2") || failed=1
    for folder in "$1"/*/; do
        same_member "$folder" "$2/$(basename "$folder")" || { echo "differs: $folder"; failed=1; }
    done
    return $failed
}

# same_table FILE FILE: what two calls printed, but for how many models and seconds it took, at the top or the end, and
# what comes next.
same_table() {
    diff <(without_seconds "$1") <(without_seconds "$2")
}
without_seconds() {
    sed -e '/^Next: /,$d' -e 's/  *[0-9]* models\(, [0-9.]* s\)\{0,1\}$//' -e '/^[0-9]* models\{0,1\} in [0-9.]* s/,/^$/d' "$1"
}

# Every file in a folder: its name, its time of change and its content.
state_of() {
    (cd "$1" && find . -type f -printf '%p %T@ %s\n' -exec sha256sum {} + | sort)
}
