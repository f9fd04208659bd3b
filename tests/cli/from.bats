#!/usr/bin/env bats
# from.bats -- train --from RUN and train.from=RUN from outside: whose settings, what is told and kept, that a run needs
# the other only to begin, and comparisons. Which weights become what is in unit/test_start_from.c.
# shellcheck disable=SC2154

load helpers
export COLUMNS=1000 # a sentence stays on one line
load same

setup() {
    set_work
    cd "$work" || exit
    "$poslab" train "${small[@]}" encoding.name=rope rope.base=500 --run base >/dev/null 2>&1
}

longer=(task.words=4..32 encoding.extrapolation=interpolate train.steps=20)

train_from() {
    "$poslab" train --from base "${longer[@]}" "$@"
}

value() {
    sed -n "s/^$2 = //p" "$1/config.ini"
}

# says help train: --from RUN starts a new run with the weights of RUN, a run folder or a checkpoint
# says help train: L is encoding.original_max_position, which --from sets
# says help train: --from RUN starts a new run with the weights of another
# says README.md: `--from` begins with the weights of another run, here squeezing longer texts into its trained positions
@test "the settings are those of the run but for what is given; its positions are the original ones" {
    train_from --run run >/dev/null 2>&1
    diff base/config.ini run/config.ini | grep '^[<>]' >changed || true
    sed -i '/from_xxh3/d' changed
    diff changed - <<'END'
< words = 2..16
> words = 4..32
< extrapolation = refuse
> extrapolation = interpolate
> original_max_position = 17
< steps = 60
> steps = 20
> from = base
END
    "$poslab" train --from run task.words=4..128 train.steps=1 --run again >/dev/null 2>&1
    [ "$(value again original_max_position)" = 17 ] # what positions were squeezed into stays
    "$poslab" train --from base task.words=4..32 train.steps=1 --run plain >/dev/null 2>&1
    "$poslab" train --from plain task.words=4..64 train.steps=1 --run plainer >/dev/null 2>&1
    [ "$(value plainer original_max_position)" = 33 ]
}

@test "a usual warm-up is that of the new steps, a chosen one stays, a longer one gives way" {
    "$poslab" train "${small[@]/train.warmup=10/train.warmup=6}" --run usual >/dev/null 2>&1
    "$poslab" train --from usual train.steps=300 --run a >/dev/null 2>&1
    [ "$(value a warmup)" = 30 ]
    "$poslab" train --from base train.steps=300 --run b >/dev/null 2>&1
    [ "$(value b warmup)" = 10 ]
    run_both "$poslab" train --from base train.steps=5 --run c
    [ "$(value c warmup)" = 0 ]
    grep -qxF 'poslab: warning: base/checkpoint.safetensors: left out: train.warmup (longer than train.steps)' "$error_file"
}

@test "what it began from is told, below the table, in eval.tsv, in the checkpoint, and by its sum" {
    run_both train_from --run run
    [ "$status" = 0 ]
    sum=$(value run from_xxh3)
    told="Starting with the weights of base. Its checkpoint is from step 60, XXH3 $sum; interpolate maps positions 0..32 of training to 0..16."
    grep -qxF "poslab: $told" "$error_file"
    grep -qxF "$told" "$output_file"
    [ "$(fact run/eval.tsv note)" = "$told" ]
    tail -c +9 run/checkpoint.safetensors | head -c "$(od -A n -t u8 -N 8 run/checkpoint.safetensors)" | jq -e --arg t "$told" '.__metadata__.tables == $t'
    "$poslab" report run >/dev/null
    grep -qF "$sum" run/report.html
    if command -v xxh128sum >/dev/null; then
        [ "$(xxh128sum base/checkpoint.safetensors | cut -d ' ' -f 1)" = "$sum" ]
    fi
}

@test "it goes on, is evaluated and shown without the other; its config.ini makes it again with it, and with no other" {
    train_from --run run >/dev/null 2>&1
    cp -r run before
    cp -r base kept
    "$poslab" train run/config.ini --run same >/dev/null 2>&1
    same_member run same
    rm -r base
    "$poslab" train --run run --resume >/dev/null
    train_from --run run --resume >/dev/null
    "$poslab" eval run >/dev/null
    "$poslab" runs run --verify >/dev/null
    diff -r run before
    refused 2 ' base; ' "$poslab" train run/config.ini --run other
    cp -r kept base
    cp run/checkpoint.safetensors base/
    refused 2 'train.from: base/checkpoint.safetensors is not the file that this run began from: its XXH3 is' \
        "$poslab" train run/config.ini --run other
    refused 2 'was begun with other settings (train.from = base there, kept here)' "$poslab" train --run run --resume --from kept
}

@test "interrupted and gone on with, by any number of threads, it ends with the same bytes" {
    settings=(task.words=4..32 encoding.extrapolation=interpolate train.steps=300 train.checkpoint_every=50)
    "$poslab" train --from base "${settings[@]}" --run whole >/dev/null 2>&1
    "${held_saved[@]}" "$poslab" train --from base "${settings[@]}" --run run >/dev/null 2>&1 &
    stop_at test -s run/checkpoint.safetensors
    rm -r base
    "$poslab" train --run run --resume --threads 2 >/dev/null 2>&1
    same_member whole run
}

@test "a damaged checkpoint is nothing to start from" {
    printf 'damaged' >base/checkpoint.safetensors
    refused 65 'base/checkpoint.safetensors' "$poslab" train --from base
    [ "$(find . -name config.ini | wc -l)" = 1 ]
}

# says help compare: --from RUN starts every member with the weights and settings of RUN
@test "a comparison begins each seed with that seed's run, and finishes what it has" {
    "$poslab" compare "${small[@]}" compare.members=rope compare.seeds=1..2 --run bases >/dev/null 2>&1
    grid=(--from 'bases/rope-seed{seed}' "${longer[@]:0:1}" compare.seeds=1..2 train.steps=12 train.warmup=2
        'compare.grid=extrapolation=extend,interpolate')
    run_both "$poslab" compare "${grid[@]}" --run run --jobs 2
    [ "$status" = 0 ]
    grep -qF 'Starting with the weights of bases/rope-seed{seed}.' "$output_file"
    "$poslab" runs run --verify >/dev/null
    for seed in 1 2; do
        "$poslab" train --from "bases/rope-seed$seed" "${longer[@]:0:2}" train.steps=12 train.warmup=2 --run alone$seed >/dev/null 2>&1
        diff <(without 'note|checkpoint' alone$seed/eval.tsv) <(without 'note|checkpoint' "run/rope-extrapolation=interpolate-seed$seed/eval.tsv")
    done
    rm -r bases
    "$poslab" compare run/config.ini --run run >/dev/null # finished: it needs no other run
    rm -r run/*interpolate-seed2
    refused 2 'train.from: there is no bases/rope-seed2' "$poslab" compare run/config.ini --run run
}

@test "other words and other labels of a user's rows are refused by name" {
    printf 'label\ttext\na\tsun rain\nb\train sun\n' >rows.tsv
    rows=(task.name=tsv task.test=rows.tsv task.min_count=1 train.steps=5 train.warmup=0)
    "$poslab" train "${rows[@]}" task.train=rows.tsv --run words >/dev/null 2>&1
    sed 's/sun/fog/g' rows.tsv >other.tsv
    refused 2 "words/checkpoint.safetensors does not fit: word" "$poslab" train --from words task.train=other.tsv task.test=other.tsv
    grep -qF "'sun' there, 'fog' here; embedding.token=RUN takes only words, by their text" "$error_file"
    sed 's/^a/c/' rows.tsv >labels.tsv
    refused 2 "does not fit: answer" "$poslab" train --from words task.train=labels.tsv task.test=labels.tsv
}
