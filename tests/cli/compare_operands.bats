# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# compare_operands.bats -- operands of compare: members to train, or a folder of results to print.

load helpers

setup_file() {
    "$poslab" compare "${small[@]}" compare.members=learned,none compare.seeds=1..2 \
        --run "$BATS_FILE_TMPDIR/short" >/dev/null 2>&1
}

setup() {
    set_work
    cd "$BATS_FILE_TMPDIR" || return
}

@test "compare of members is compare.members" {
    run_both "$poslab" compare none gru/none baseline/bag sinusoidal+alibi "${small[@]}" compare.seeds=1 --run "$work/a"
    [ "$status" = 0 ]
    "$poslab" compare compare.members="none, gru/none, baseline/bag, sinusoidal+alibi" "${small[@]}" compare.seeds=1 \
        --run "$work/b" >/dev/null 2>&1
    cmp "$work/a/config.ini" "$work/b/config.ini"
    run_both "$poslab" compare none "rope base=100" "${small[@]}" compare.seeds=1 --run "$work/c" --dry-run --json
    [ "$(jq -r '[.members[].name] | join(" ")' "$output_file")" = 'none-seed1 rope-base=100-seed1' ]
    # what others call them
    run_both "$poslab" compare ROPE "sines+alibi" "${small[@]}" compare.seeds=1 --run "$work/c" --dry-run --json
    [ "$(jq -r '[.members[].label] | join(" ")' "$output_file")" = 'rope sinusoidal+alibi' ]
    grep -q 'ROPE is rope; sines+alibi is sinusoidal+alibi' "$error_file"
    # in the place of a config file's list
    printf '[task]\nname = first\n[compare]\nmembers = learned std=0.5\n' >"$work/c.ini"
    run_both "$poslab" compare "$work/c.ini" none rope compare.seeds=1 --run "$work/c" --dry-run --json
    [ "$(jq -r '[.members[].label] | join(" ")' "$output_file")" = 'none rope' ]
}

# says help compare: If a word is also the name of a folder, it means the member; ./rope means the folder
@test "a word that is a member and a folder is the member; ./rope is the folder" {
    mkdir -p "$work/in"
    cp -r short/none-seed1 "$work/in/rope"
    cd "$work/in"
    run_both "$poslab" compare rope none "${small[@]}" compare.seeds=1 --dry-run
    [ "$status" = 0 ]
    refused 2 "(the folder is ./rope)" "$poslab" compare rope "$BATS_FILE_TMPDIR/short"
    run_both "$poslab" compare ./rope --json
    [ "$status" = 0 ]
    [ "$(jq -r '.summary[0].name' "$output_file")" = none ]
    # of such words in plot only the first is a folder, the others are rows
    cp -r "$BATS_FILE_TMPDIR/short" .
    mkdir none
    "$poslab" plot extrapolation short none --to a.svg >/dev/null
    [ "$(awk -F , 'NR > 1 && $2 == "mean" { print $1 }' a.csv | sort -u)" = none ]
}

# says help compare: It takes no settings but compare.pairs and compare.gate
@test "compare of a folder prints its table, trains nothing and takes what decides no number" {
    find short -type f -exec sha256sum {} + | sort >"$work/before"
    run_both "$poslab" compare short
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    find short -type f -exec sha256sum {} + | sort | cmp - "$work/before"
    "$poslab" compare short/config.ini --run short 2>/dev/null | sed '/^[0-9]* models in/,$d' | head -n -1 >"$work/again"
    cmp "$output_file" "$work/again"
    run_both "$poslab" compare short compare.pairs="none - learned" compare.gate=0.3 --json
    [ "$(jq -c '[.gate, [.paired[] | [.a, .b, .n]]]' "$output_file")" = '[0.3,[["none","learned+extend",2]]]' ]
}
