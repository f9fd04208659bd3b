# shellcheck shell=bash disable=SC2154
# dry_run.bats -- compare --dry-run: the members, what they would take, and not a trace of it on disk.

load helpers
export COLUMNS=1000 # a sentence stays on one line

two=('compare.members=learned, none')

# Two labels with three seeds, of which the first one of each is finished: its training, evaluation and files are known.
begun() {
    "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1 --run "$work/c" >/dev/null 2>&1
    edit "$work/c/learned-seed1/eval.tsv" 's/^# seconds = .*/# seconds = 0.6/'
    edit "$work/c/none-seed1/eval.tsv" 's/^# seconds = .*/# seconds = 0.3/'
    touch -d '2026-01-01 12:00:00' "$work/c"/*/checkpoint.safetensors
    touch -d '2026-01-01 12:00:02' "$work/c/learned-seed1/eval.tsv"
    touch -d '2026-01-01 12:00:01' "$work/c/none-seed1/eval.tsv"
}

bytes() { find "$1" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }'; }

# says help compare: --dry-run lists the members, says how many are finished, and how long the others take and how much disk, if they are as the finished ones were
@test "dry-run: members by name, which are finished, and what the others take, worked out by hand" {
    begun
    before=$(find "$work/c" -printf '%p %T@ %s\n' | sort)
    dry=("$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1..3 --run "$work/c" --dry-run)
    run_both "${dry[@]}" --jobs 1
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    # learned 0.6 + 2 s, none 0.3 + 1 s, two of each
    printf '%s\n' 'learned-seed1  finished' learned-seed2 learned-seed3 'none-seed1  finished' none-seed2 none-seed3 '' \
        "6 models, 2 of them finished; they go to $work/c." \
        'Time left: about 8 s with one process, 8 s with --jobs 1 (as long as the finished ones took).' >"$work/expected"
    diff <(head -n -1 "$output_file") "$work/expected"
    tail -n 1 "$output_file" | grep -Eq '^Disk: about [0-9]+ kB more\.$'
    more=$((2 * $(bytes "$work/c/learned-seed1") + 2 * $(bytes "$work/c/none-seed1")))
    "${dry[@]}" --json --jobs 1 | jq -e --arg c "$work/c" --argjson more "$more" '
        .folder == $c and .models == 6 and .finished == 2 and .failed == 0 and .jobs == 1 and (.seconds - 7.8 | fabs) < 1e-6
        and .seconds_with_jobs == .seconds and .bytes == $more and (.members | length) == 6
        and .members[0] == {name: "learned-seed1", label: "learned", seed: 1, finished: true, failed: false}
        and .members[5] == {name: "none-seed3", label: "none", seed: 3, finished: false, failed: false}'
    # never less than the longest: 2.6 s, which is more than a thousandth of it all
    "${dry[@]}" --json --jobs 1000 | jq -e --argjson n "$(nproc)" '
        .jobs == 1000 and (.seconds_with_jobs - ([7.8 / $n, 2.6] | max) | fabs) < 1e-6'
    "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1..2 --run "$work/c" --dry-run --json --jobs 1000 |
        jq -e --argjson n "$(nproc)" '(.seconds_with_jobs - ([3.9 / $n, 2.6] | max) | fabs) < 1e-6'
    # what compare would remove of a finished one, or refuse, is as it was
    "${dry[@]}" train.keep=none >/dev/null
    [ "$before" = "$(find "$work/c" -printf '%p %T@ %s\n' | sort)" ]
    echo >>"$work/c/none-seed1/eval.tsv"
    "${dry[@]}" | grep -q '6 models, 2 of them finished'
}

@test "dry-run: of finished models that get a new length the evaluation alone is left" {
    longer=("${small[@]/2x/4x}" "${two[@]}" --run "$work/c")
    "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1
    "$poslab" compare "${longer[@]}" compare.seeds=1 >/dev/null 2>&1
    begun
    # as long as the evaluations of the first seeds took: 2 s and 1 s
    "$poslab" compare "${longer[@]}" compare.seeds=1..2 --dry-run --json --jobs 1 | jq -e '.finished == 2 and (.seconds - 3 | fabs) < 1e-6 and .bytes == 0'
}

# says help compare: With --dry-run: {folder, models, finished, failed, members [{name, label, seed, finished, failed}]
@test "dry-run: a folder that is not there yet is not made, and nothing is estimated where nothing is finished" {
    cd "$work"
    run_both "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1..2 --dry-run --width 200
    [ "$status" = 0 ]
    printf '%s\n' learned-seed1 learned-seed2 none-seed1 none-seed2 '' \
        '4 models, 0 of them finished; they go to runs/compare-first-steps-60-warmup-10-eval.examples-50.' >expected
    diff "$output_file" expected
    "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1..2 --dry-run --json |
        jq -e 'keys == ["failed", "finished", "folder", "members", "models"]'
    rm expected
    [ "$(find . -mindepth 1 ! -name stdout ! -name stderr)" = "" ]
}

@test "dry-run: all finished, nothing left to estimate; other settings are refused; the list as CSV" {
    begun
    run_both "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1 --run "$work/c" --dry-run
    [ "$status" = 0 ]
    [ "$(cat "$output_file")" = "learned-seed1  finished
none-seed1  finished

2 models, 2 of them finished; they go to $work/c." ]
    refused 2 'other settings (train.steps = 60 there, 61 here)' "$poslab" compare "${small[@]/steps=60/steps=61}" \
        "${two[@]}" compare.seeds=1 --run "$work/c" --dry-run
    "$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1 --run "$work/c" --dry-run --json 2>/dev/null |
        jq -e --arg folder "$work/c" '.folder == $folder and .members == [{name: "learned-seed1", label: "learned", seed: 1,
            finished: true, failed: false}, {name: "none-seed1", label: "none", seed: 1, finished: true, failed: false}]'
}

@test "dry-run: failed models are tried again; more lengths are an evaluation, or all of it" {
    begun
    rm "$work/c/none-seed1"/{eval.tsv,checkpoint*}
    echo '{"version": 1, "code": 3, "text": "diverged", "step": 7, "host": "node7"}' >"$work/c/none-seed1/failure.json"
    dry=("$poslab" compare "${small[@]}" "${two[@]}" compare.seeds=1 --run "$work/c" --dry-run --json)
    # as learned: 0.6 + 2 s
    "${dry[@]}" | jq -e '.finished == 1 and .failed == 1 and .members[1].failed and (.seconds - 2.6 | fabs) < 1e-6'
    before=$(find "$work/c" -printf '%p %T@ %s\n' | sort)
    dry=("$poslab" compare "${small[@]/1x 2x/1x 2x 4x}" "${two[@]}" compare.seeds=1 --run "$work/c" --dry-run --json)
    "${dry[@]}" | jq -e '.finished == 0 and .failed == 1 and .seconds == null'
    rm "$work/c/learned-seed1"/checkpoint*
    run_both "${dry[@]}"
    jq -e '.finished == 0 and .failed == 1 and .seconds == null' "$output_file"
    grep -q '1 finished model .* kept no checkpoint to evaluate at new lengths or policies; training again' "$error_file"
    [ "$(grep -v checkpoint <<<"$before" | grep -v '/learned-seed1 ')" = "$(find "$work/c" -printf '%p %T@ %s\n' | sort | grep -v '/learned-seed1 ')" ]
}
