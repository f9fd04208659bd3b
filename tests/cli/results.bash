# shellcheck shell=bash disable=SC2034,SC2154
# results.bash -- files of results: the value of a metric, and a valid checksum for a file that a test changed.

# jq 1.6 takes it for a success of -e that there was nothing to read: here that fails, as it does with jq 1.7.
jq() {
    [[ " $*" =~ \ -[a-z]*e ]] || { command jq "$@"; return; }
    local printed failed= # no more processes than jq: there are many calls
    printed=$(command jq "$@") || failed=yes
    [ -z "$printed" ] || echo "$printed"
    [ -n "$printed" ] && [ -z "$failed" ]
}

# fact FILE KEY: what an eval.tsv says of its run above the table ("steps", or "steps|seed"); nothing without the key.
fact() { sed -nE "s/^# ($2) = //p" "$1"; }

# column FILE COLUMN [ROW [METRIC]]: what these rows of an eval.tsv have there, one per line; accuracy without a metric.
column() {
    awk -F '\t' -v name="$2" -v row="${3:-.*}" -v metric="${4:-accuracy}" '
        $1 == "row" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        !/^#/ && $4 ~ "^(" metric ")$" && $1 ~ "^(" row ")$" { print $at[name] }' "$1"
}

# same_sums JSON FILE: what `eval --json` printed of the model has the sums of an eval.tsv.
same_sums() {
    jq -r '(.in_range | .accuracy.sum, .loss.sum), (.policies[] | select(.applicable) | [.accuracy.sum, .loss.sum]
        | transpose[][])' "$1" >"$work/printed"
    [ -s "$work/printed" ] && column "$2" sum '' 'accuracy|loss' | grep . | diff "$work/printed" -
}

# without KEYS FILE: an evaluation but for these lines ("note|checkpoint") and how long it took, and so without its checksum.
without() { grep -vE "^# ($1|seconds|tokens_per_second|run_log|xxh3_128) = " "$2"; }
evaluation() { without version "$1"; }

# For jq: a number as it prints those that it computed: of others jq 1.7 prints the digits of the file, 1.0 for 1.
number='def number: if type == "number" then . + 0 else . end;'

# sign FILE: the checksum of a JSON document or an eval.tsv that was changed, worked out by another program than ours.
sign() {
    local zeros=00000000000000000000000000000000
    case $1 in *.tsv)
        sed -i '/^# xxh3_128 = /d' "$1"
        printf '# xxh3_128 = %s\n' "$(xxhsum -H128 "$1" | cut -d ' ' -f 1)" >>"$1" ;;
    *)
        sed -i -E "s/\"xxh3_128\": \"[0-9a-f]{32}\"/\"xxh3_128\": \"$zeros\"/" "$1"
        sed -i "s/\"xxh3_128\": \"$zeros\"/\"xxh3_128\": \"$(xxhsum -H128 "$1" | cut -d ' ' -f 1)\"/" "$1" ;;
    esac
}

# sign_tensors FILE: the same of a checkpoint.
sign_tensors() {
    local zeros=00000000000000000000000000000000
    LC_ALL=C sed -i -E "1s/\"xxh3_128_of_file\":\"[0-9a-f]{32}\"/\"xxh3_128_of_file\":\"$zeros\"/" "$1"
    LC_ALL=C sed -i "1s/\"xxh3_128_of_file\":\"$zeros\"/\"xxh3_128_of_file\":\"$(xxhsum -H128 "$1" | cut -d ' ' -f 1)\"/" "$1"
}
