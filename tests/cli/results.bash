# shellcheck shell=bash disable=SC2034
# results.bash -- files of results: the value of a metric, and a valid checksum for a file that a test changed.

# jq 1.6 takes it for a success of -e that there was nothing to read: here that fails, as it does with jq 1.7.
jq() {
    [[ " $*" =~ \ -[a-z]*e ]] || { command jq "$@"; return; }
    (set -o pipefail && command jq "$@" | grep '')
}

# For jq: the value of a metric in an object of scores in eval.json, such as `.in_range | value("accuracy")`.
value='def value(metric): [.[metric].sum, .count] | if .[0] | type == "array" then transpose | map(.[0] / .[1]) else .[0] / .[1] end;'

# For jq: a number as it prints those that it computed: of others jq 1.7 prints the digits of the file, 1.0 for 1.
number='def number: if type == "number" then . + 0 else . end;'

# sign FILE: the checksum of a JSON document that was changed, worked out by another program than ours.
sign() {
    local zeros=00000000000000000000000000000000
    sed -i -E "s/\"xxh3_128\": \"[0-9a-f]{32}\"/\"xxh3_128\": \"$zeros\"/" "$1"
    sed -i "s/\"xxh3_128\": \"$zeros\"/\"xxh3_128\": \"$(xxhsum -H128 "$1" | cut -d ' ' -f 1)\"/" "$1"
}

# sign_tensors FILE: the same of a checkpoint.
sign_tensors() {
    local zeros=00000000000000000000000000000000
    LC_ALL=C sed -i -E "1s/\"xxh3_128_of_file\":\"[0-9a-f]{32}\"/\"xxh3_128_of_file\":\"$zeros\"/" "$1"
    LC_ALL=C sed -i "1s/\"xxh3_128_of_file\":\"$zeros\"/\"xxh3_128_of_file\":\"$(xxhsum -H128 "$1" | cut -d ' ' -f 1)\"/" "$1"
}
