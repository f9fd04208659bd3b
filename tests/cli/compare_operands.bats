# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# compare_operands.bats -- operands of compare: members to train, or folders of results to compare with each other; and
# the same folders in plot and report.

load helpers

setup_file() {
    "$poslab" compare "${small[@]}" compare.encodings=learned,none compare.seeds=1..2 \
        --run "$BATS_FILE_TMPDIR/short" >/dev/null 2>&1
    "$poslab" train task.name=first train.steps=90 train.warmup=10 eval.examples=50 'eval.lengths=1x 4x' \
        encoding.name=rope train.seed=2 --run "$BATS_FILE_TMPDIR/long" >/dev/null 2>&1
}

setup() {
    set_work
    cd "$BATS_FILE_TMPDIR" || return
}

@test "compare of members is compare.encodings, or compare.members where one has options" {
    run_both "$poslab" compare none gru/none baseline/bag sinusoidal+alibi "${small[@]}" compare.seeds=1 --run "$work/a"
    [ "$status" = 0 ]
    "$poslab" compare compare.encodings="none, gru/none, baseline/bag, sinusoidal+alibi" "${small[@]}" compare.seeds=1 \
        --run "$work/b" >/dev/null 2>&1
    cmp "$work/a/config.ini" "$work/b/config.ini"
    run_both "$poslab" compare none "rope base=100" "${small[@]}" compare.seeds=1 --run "$work/c" --dry-run --json
    [ "$(jq -r '[.members[].name] | join(" ")' "$output_file")" = 'none-seed1 rope-base=100-seed1' ]
    # what others call them
    run_both "$poslab" compare ROPE "sines+alibi" "${small[@]}" compare.seeds=1 --run "$work/c" --dry-run --json
    [ "$(jq -r '[.members[].label] | join(" ")' "$output_file")" = 'rope sinusoidal+alibi' ]
    grep -q 'ROPE is rope; sines+alibi is sinusoidal+alibi' "$error_file"
    # in the place of a config file's list, whichever of both that has
    for list in 'encodings = learned' 'members = learned std=0.5'; do
        printf '[task]\nname = first\n[compare]\n%s\n' "$list" >"$work/c.ini"
        run_both "$poslab" compare "$work/c.ini" none rope compare.seeds=1 --run "$work/c" --dry-run --json
        [ "$(jq -r '[.members[].label] | join(" ")' "$output_file")" = 'none rope' ]
    done
}

@test "a word that is a member and a folder is the member; ./rope is the folder" {
    mkdir -p "$work/in"
    cp -r long "$work/in/rope"
    cd "$work/in"
    run_both "$poslab" compare rope none "${small[@]}" compare.seeds=1 --dry-run
    [ "$status" = 0 ]
    refused 2 "(the folder is ./rope)" "$poslab" compare rope "$BATS_FILE_TMPDIR/short"
    run_both "$poslab" compare ./rope "$BATS_FILE_TMPDIR/short"
    [ "$status" = 0 ]
    grep -q '^Folders, named in brackets:$' "$output_file"
}

@test "compare of folders prints their rows and trains nothing" {
    find short long -type f -exec sha256sum {} + | sort >"$work/before"
    run_both "$poslab" compare short long --json
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    cp "$output_file" "$work/both.json"
    find short long -type f -exec sha256sum {} + | sort | cmp - "$work/before"
    # every number is that of the folder by itself
    jq -S '[.summary[] | {name, in: .accuracy.in_range.mean, at: .accuracy.mean}]' short/compare.json >"$work/alone"
    jq -S '[.summary[] | select(.folder == "steps=60") | {name: (.name | sub(" \\[steps=60\\]"; "")),
        in: .accuracy.in_range.mean, at: .accuracy.mean[:2]}]' "$work/both.json" | cmp - "$work/alone"
    [ "$(jq -c .lengths "$work/both.json")" = '[16,32,64]' ]
    [ "$(jq -c '[.folders[] | [.name, .path, .settings["train.steps"], .lengths]]' "$work/both.json")" = \
        '[["steps=60","short","60",[16,32]],["steps=90","long","90",[16,64]]]' ]
    [ "$(jq -c '[.summary[-1].accuracy.mean[] == null]' "$work/both.json")" = '[false,true,false]' ]
    jq -e --slurpfile run long/eval.json "$value"' .summary[-1].accuracy.in_range.mean == ($run[0].in_range | value("accuracy"))' \
        "$work/both.json"
    [ "$("$poslab" compare short long --csv | awk -F , 'NR > 1 && $3 != "" { print $7 "," $8 }' | sort -u | tr '\n' ' ')" = \
        'steps=60,60 steps=90,90 ' ]
}

@test "compare of folders fits 80 columns, and one folder alone is its own table" {
    "$poslab" compare short long --width 80 >"$work/table"
    [ "$(LC_ALL=C.UTF-8 awk 'length($0) > 80' "$work/table" | wc -l)" = 0 ]
    grep -q '^none \[steps=60\]' "$work/table"
    grep -q 'Empty cells: \[steps=60\] was not evaluated at 64 words; \[steps=90\]' "$work/table"
    "$poslab" compare short >"$work/alone"
    "$poslab" compare short/config.ini --run short 2>/dev/null | sed '/^[0-9]* models in/,$d' | head -n -1 >"$work/again"
    cmp "$work/alone" "$work/again"
}

@test "compare of folders takes what decides no number, and nothing else" {
    run_both "$poslab" compare short long compare.pairs="rope [steps=90] - none [steps=60]" --json
    [ "$(jq -c '[.paired[] | [.a, .b, .n]]' "$output_file")" = '[["rope+extend [steps=90]","none [steps=60]",1]]' ]
}

@test "plot draws the rows of all folders, or those of a name" {
    "$poslab" plot extrapolation short long --to "$work/a.svg" >/dev/null
    [ "$(awk -F , 'NR > 1 && $2 == "mean" { print $1 }' "$work/a.csv" | sort -u | tr '\n' ' ')" = \
        'learned [steps=60] none [steps=60] rope [steps=90] ' ]
    "$poslab" plot extrapolation short long rope "none [steps=60]" --to "$work/a.svg" >/dev/null
    [ "$(awk -F , 'NR > 1 && $2 == "mean" { print $1 }' "$work/a.csv" | sort -u | tr '\n' ' ')" = \
        'none [steps=60] rope [steps=90] ' ]
    "$poslab" plot learning short long --to "$work/l.svg" >/dev/null
    grep -q '^rope \[steps=90\]' "$work/l.csv"
    "$poslab" plot learning short long learned rope --to "$work/l.svg" >/dev/null
    [ "$(awk -F , 'NR > 1 && $2 == "mean" { print $1 }' "$work/l.csv" | sort -u | tr '\n' ' ')" = \
        'learned [steps=60] rope [steps=90] ' ]
    "$poslab" plot sweep short long --at 1x --to "$work/s.svg" >/dev/null
    [ "$(awk -F , '$1 == "rope" && $2 == "mean" { print $6 }' "$work/s.csv")" = 90 ]
}

@test "report of folders is one page with every section" {
    run_both "$poslab" report short long --to "$work/r.html"
    [ "$status" = 0 ]
    [ "$(cat "$output_file")" = "$work/r.html" ]
    for section in curves sweeps table failed policies learning positions attention pairs repeat; do
        [ "$(grep -c "<section id=$section>" "$work/r.html")" = 1 ]
    done
    # over the steps at the longest length that both have
    [ "$(grep -oE 'Accuracy at [0-9]+ words, by steps' "$work/r.html" | sort -u)" = 'Accuracy at 16 words, by steps' ]
    grep -q '<li>\[steps=90\] long: 1 model, seed 2; train.steps = 90; 20' "$work/r.html"
    # how to repeat each of them
    grep -q 'poslab compare short/config.ini' "$work/r.html"
    grep -q 'poslab train long/config.ini' "$work/r.html"
    # which folder a map is of
    sed -n '/id=positions/,/<\/section>/p' "$work/r.html" | grep -q 'rope, seed 2, 90 steps \[steps=90\]'
}

@test "folders trained on different rows compare if the test rows are the same, whichever of them knows more words" {
    cd "$work" || return
    rows() { printf 'label\ttext\n'; for i in $(seq 12); do printf '%s\n' $'yes\tgood tea' $'no\tbad '"$1"; done; }
    rows tea >few.tsv
    rows coffee >more.tsv
    printf 'label\ttext\nyes\tgood coffee\nno\tbad tea\n' >test.tsv
    for name in few more; do
        "$poslab" compare none task.train=$name.tsv task.test=test.tsv task.label_column=label task.text_columns=text train.steps=2 \
            train.warmup=1 compare.seeds=1..1 eval.lengths=1x --run $name >/dev/null 2>&1
    done
    "$poslab" compare few more >both
    "$poslab" compare more few >both
    sed -i 's/bad tea/bad good/' test.tsv
    "$poslab" compare none task.train=few.tsv task.test=test.tsv task.label_column=label task.text_columns=text train.steps=2 \
        train.warmup=1 compare.seeds=1..1 eval.lengths=1x --run other >/dev/null 2>&1
    refused 2 'other' "$poslab" compare more other
}
