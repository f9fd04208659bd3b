# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# results.bats -- eval.tsv and who may touch it: written to disk for good, made anew by `eval`, refused where it does not
# fit, and never counted where its member failed.

load helpers

few=("${small[@]}" compare.members=learned compare.seeds=1..2)

@test "a member that is killed is reported, ends the comparison with exit code 1, and is not done" {
    members=("${small[@]:0:1}" train.warmup=10 eval.examples=50 'eval.lengths=1x 2x' compare.seeds=1..1
        'compare.members=learned steps=10000000, none steps=60')
    "$poslab" compare --full "${members[@]}" --jobs 1 --run "$work/c" >"$work/table" 2>"$work/log" &
    process=$!
    wait_for test -s "$work/c/learned-steps=10000000-seed1/metrics.jsonl"
    kill -KILL "$(cat "/proc/$process/task/$process/children")"
    status=0
    wait "$process" || status=$?
    [ "$status" = 1 ]
    grep -q 'killed by signal 9' "$work/table"
    jq -e '.members | map(select(.encoding == "learned"))
        | length == 1 and .[0].failure == "killed by signal 9" and .[0].policy == null' "$work/c/compare.json"
    jq -e '.members | map(select(.encoding == "none")) | length == 1 and .[0].steps == 60' "$work/c/compare.json"
    [ ! -e "$work/c/learned-steps=10000000-seed1/eval.tsv" ]
    "$poslab" report "$work/c" >/dev/null
    grep -q '1 of 2 finished' "$work/c/report.html"
}

@test "a run of other settings in a member's folder is refused, and stays" {
    "$poslab" compare "${few[@]}" --run "$work/c" >/dev/null 2>&1
    rm -r "$work/c/learned-seed1"
    "$poslab" train "${small[@]:0:1}" train.steps=70 "${small[@]:2}" --run "$work/c/learned-seed1" >/dev/null 2>&1
    before=$(cat "$work"/c/learned-seed1/* | cksum)
    refused 2 "learned-seed1 was begun with other settings (train.steps = 70 there, 60 here)" \
        "$poslab" compare "${few[@]}" --run "$work/c"
    [ "$before" = "$(cat "$work"/c/learned-seed1/* | cksum)" ]
}

@test "every file is synced before it gets its name, and its folder afterwards" {
    command -v strace >/dev/null
    strace -o /dev/null true 2>/dev/null || skip "tracing a process is not allowed here"
    strace -f -y -s 4096 -e trace=fsync,rename,renameat,renameat2 -o "$work/calls" \
        "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    # each rename stands between an fsync of the file that is renamed and one of the folder
    awk -v folder="$(realpath "$work/run")" '
        { sub(/^[0-9]+ +/, "") }
        /^fsync\(/ {
            path = $0; sub(/^[^<]*</, "", path); sub(/>.*/, "", path)
            if (wanted && path == folder) { good[wanted] = 1; wanted = "" }
            last = path; next
        }
        /^rename/ {
            split($0, part, "\""); from = part[2]; to = part[4]; sub(/.*\//, "", to); sub(/.*\//, "", from)
            base = last; sub(/.*\//, "", base)
            wanted = base == from && / = 0$/ ? to : ""
            if (!wanted) { print "not synced before: " $0; exit 1 }
        }
        END { for (name in good) print name }' "$work/calls" | sort >"$work/good"
    cat "$work/good"
    [ "$(grep -cxE 'config.ini|checkpoint.safetensors|eval.tsv' "$work/good")" = 3 ]
}

@test "compare and report refuse results of another version before anything runs, train --resume makes them anew, and nothing is lost" {
    "$poslab" compare "${few[@]}" --run "$work/c" >/dev/null 2>&1
    cp "$work/c/compare.json" "$work/whole"
    edit "$work/c/learned-seed1/eval.tsv" 's/^# version = .*/# version = 1/'
    edit "$work/c/learned-seed2/eval.tsv" 's/^# version = .*/# version = 1/'
    cp "$work/c/learned-seed1/eval.tsv" "$work/old"
    for command in "compare ${few[*]@Q} --run" report; do
        refused_quietly 65 "poslab: $work/c/learned-seed1/eval.tsv was written by another version of poslab (version 1; this one \
reads 5); \`poslab train --run $work/c/learned-seed1 --resume\` writes a new one; the same for each other member" \
            bash -c "'$poslab' $command '$work/c'"
        cmp "$work/old" "$work/c/learned-seed1/eval.tsv"
        cmp "$work/whole" "$work/c/compare.json"
    done
    for seed in 1 2; do
        "$poslab" train --run "$work/c/learned-seed$seed" --resume >/dev/null 2>&1
    done
    diff <(evaluation "$work/c/learned-seed1/eval.tsv") <(evaluation "$work/old")
    jq -en "$(fact "$work/c/learned-seed1/eval.tsv" seconds) - $(fact "$work/old" seconds) | fabs < 0.0006"
    "$poslab" compare "${few[@]}" --run "$work/c" >/dev/null 2>&1
    timeless='del(.seconds, .tokens_per_second, .run_log, .xxh3_128, .evaluations) | del(.. | .seconds?, .tokens_per_second?)'
    [ "$(jq -S "$timeless" "$work/c/compare.json")" = "$(jq -S "$timeless" "$work/whole")" ]
}

# As refused, but for progress that stands before the line.
refused_quietly() {
    local code=$1 text=$2
    shift 2
    run_both "$@"
    [ "$status" = "$code" ] && [ ! -s "$output_file" ] && grep -qxF -- "$text" "$error_file"
}

@test "a result that was edited by hand is refused by whoever reads it, and train --resume writes a new one" {
    "$poslab" compare "${few[@]}" --run "$work/c" >/dev/null 2>&1
    file="$work/c/learned-seed2/eval.tsv"
    cp "$file" "$work/good"
    sed -i -E '/^extend/s/accuracy\t50\t[0-9]+\t[0-9.]+/accuracy\t50\t3\t0.06/' "$file"
    for command in "compare ${few[*]@Q} --run" report 'plot extrapolation'; do
        refused_quietly 65 "poslab: $file: its checksum does not fit, so it was changed or damaged; \`poslab train --run \
$work/c/learned-seed2 --resume\` writes a new one" bash -c "'$poslab' $command '$work/c'"
    done
    "$poslab" train --run "$work/c/learned-seed2" --resume >/dev/null 2>&1
    [ "$(evaluation "$file")" = "$(evaluation "$work/good")" ]
    # as any program works it out, of all lines above it
    [ "$(sed '$d' "$file" | xxhsum -H128 | cut -d ' ' -f 1)" = "$(tail -n 1 "$file" | cut -d ' ' -f 4)" ]
}

@test "eval writes nothing, whatever eval.tsv is; its numbers are those that training wrote" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    file="$work/run/eval.tsv"
    cp "$file" "$work/before"
    edit "$file" 's/^# seed = .*/# seed = 9/' # of another run
    cp -p "$file" "$work/edited"
    run_both "$poslab" eval "$work/run"
    [ "$status" = 0 ]
    cmp "$file" "$work/edited"
    [ ! "$file" -nt "$work/edited" ]
    rm "$file"
    "$poslab" eval "$work/run" --json >"$work/json"
    [ ! -e "$file" ]
    same_sums "$work/json" "$work/before"
}

@test "a result that cannot be read or written is an error of input or output, and what was there stays" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    sed -i '/^# version = /d; /^# xxh3_128 = /d' "$work/run/eval.tsv"
    cp "$work/run/eval.tsv" "$work/old"
    set -o pipefail
    status=0
    (trap '' XFSZ && ulimit -f 0 && exec "$poslab" train --run "$work/run" --resume 2>&1) | cat >"$work/out" || status=$?
    [ "$status" = 74 ]
    grep -qE "^poslab: cannot write $work/run/[a-z.]*: File too large" "$work/out"
    cmp "$work/old" "$work/run/eval.tsv"
    [ -z "$(find "$work/run" -name '*.tmp*')" ]
    rm "$work/run/eval.tsv"
    mkdir "$work/run/eval.tsv"
    run_both "$poslab" train --run "$work/run" --resume
    [ "$status" = 74 ]
    grep -qF "cannot read $work/run/eval.tsv: it is a folder, not a file" "$error_file"
    [ -d "$work/run/eval.tsv" ]
}

@test "no message advises to delete anything" {
    if grep -rniE '"[^"]*\b(delete|remove|rm) ' src --include=*.c --include=*.h; then false; fi
    if grep -niE '\b(delete|remove|rm) ' src/core/command/*.txt src/rooms/*/*.txt; then false; fi
}

@test "a comparison grows by seeds: finished models stay as they are; with fewer seeds others stay, too" {
    one() {
        "$poslab" compare --run "$work/grow" "${small[@]}" compare.members=learned "compare.seeds=$1" >/dev/null 2>&1
    }
    one 2..3
    touch -d '2001-01-01' "$work/grow/learned-seed2/checkpoint.safetensors"
    one 1..3
    jq -e '[.members[].seed] | unique == [1, 2, 3]' "$work/grow/compare.json"
    grep -qx 'seeds = 1..3' "$work/grow/config.ini"
    [ -z "$(find "$work/grow/learned-seed2" -name checkpoint.safetensors -newermt '2002-01-01')" ]
    run_both "$poslab" compare --run "$work/grow" "${small[@]}" compare.members=learned compare.seeds=2..3 --json
    [ "$status" = 0 ]
    jq -e '[.members[].seed] | unique == [2, 3]' "$output_file"
    jq -e '[.members[].seed] | unique == [1, 2, 3]' "$work/grow/compare.json"
    [ -e "$work/grow/learned-seed1/eval.tsv" ]
}

@test "compare does not say that it left a compare.json where it could not write one" {
    mkdir -p "$work/c/compare.json"
    run_both "$poslab" compare --full "${small[@]}" compare.members=none compare.seeds=1 --run "$work/c"
    [ "$status" = 74 ]
    grep -qxF "poslab: cannot write $work/c/compare.json: it is not a file" "$error_file"
    grep -q 'runs are in' "$output_file"
    rmdir "$work/c/compare.json"
    run_both "$poslab" compare --full "${small[@]}" compare.members=none compare.seeds=1 --run "$work/c"
    [ "$status" = 0 ]
    grep -q 'runs and compare.json' "$output_file"
}

@test "a config.ini that was edited after training began is named, and what its checkpoint has" {
    "$poslab" train "${small[@]}" train.checkpoint_every=20 --run "$work/run" >/dev/null 2>&1
    rm "$work/run/eval.tsv"
    sed -i 's/^batch = 64/batch = 32/' "$work/run/config.ini"
    refused 2 "$work/run/config.ini is not what its checkpoint was trained with (train.batch = 64 there, 32 here); restore the old value" \
        "$poslab" train --run "$work/run" --resume
}
