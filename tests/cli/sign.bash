# shellcheck shell=bash
# sign.bash -- results that a test changes and that are to be believed all the same.

# sign FILE: the checksum of a JSON document that was changed, worked out by another program than ours.
sign() {
    local zeros=00000000000000000000000000000000
    sed -i -E "s/\"xxh3_128\": \"[0-9a-f]{32}\"/\"xxh3_128\": \"$zeros\"/" "$1"
    sed -i "s/\"xxh3_128\": \"$zeros\"/\"xxh3_128\": \"$(xxhsum -H128 "$1" | cut -d ' ' -f 1)\"/" "$1"
}
