# shellcheck shell=bash
# sign.bash -- results that a test changes and that are to be believed all the same.

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
