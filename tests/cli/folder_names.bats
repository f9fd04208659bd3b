# shellcheck shell=bash disable=SC2154,SC2030,SC2031,SC2012,SC2010
# folder_names.bats -- without --run the folder is that of the settings: what is called one after another trains nothing
# twice, prints what it asked for, and loses nothing.

load helpers

base=(task.name=first train.steps=60 eval.examples=10)
home=runs/compare-first-steps-60-eval.examples-10

# What a model is: each member's checkpoint and run log.
models_of() {
    (cd "$1" && find . -name '*.safetensors' -printf '%P %T@\n' -o -name metrics.jsonl -exec sha256sum {} + | sort)
}

count_models() { find runs -name checkpoint.safetensors | wc -l; }

# Numbers of a document, a line each: name, seed, policy, length, accuracy.
numbers_of() {
    jq -c '.lengths as $l | .members[] | . as $m | $l | to_entries[] |
        [$m.name, $m.seed, $m.policy, .value, $m.accuracy.value[.key]]' "$1" | sort
}

# step MODELS TRAINED WORD...: a call prints so many models, all of whose numbers compare.json has; it trains so many
# that were not there, and leaves the others as they were.
step() {
    local before there=0 models=$1 trained=$2
    before=$([ ! -d $home ] || models_of $home)
    [ ! -d $home ] || there=$(count_models)
    shift 2
    run_both "$poslab" compare "$@" "${base[@]}" --json
    [ "$status" = 0 ] || { cat "$error_file"; return 1; }
    [ "$(jq '[.members[] | [.name, .seed]] | unique | length' "$output_file")" = "$models" ] || return 1
    [ "$(count_models)" = $((there + trained)) ] || return 1
    [ "$(ls runs)" = "${home#runs/}" ] || { ls runs; return 1; }
    [ -z "$(comm -23 <(echo "$before") <(models_of $home))" ] || { echo "changed: $*"; return 1; }
    numbers_of "$output_file" | grep -v 'null\]$' >"$work/printed" # of a policy that makes no sense for its encoding
    [ -s "$work/printed" ] || return 1
    [ -z "$(comm -23 "$work/printed" <(numbers_of $home/compare.json))" ] || { echo "other numbers: $*"; return 1; }
}

lengths() { jq -c .lengths "$output_file"; }

@test "ten calls: one folder, nothing is trained twice, each prints what it asked for" {
    cd "$work"
    step 60 60
    step 10 0 rope
    step 20 0 learned rope
    [ "$(jq -c '[.members[].encoding] | unique' "$output_file")" = '["learned","rope"]' ]
    step 72 12 compare.seeds=1..12
    step 60 0 eval.lengths=16x
    [ "$(lengths)" = '[256]' ]
    step 3 3 t5 compare.seeds=2..4
    step 3 1 t5 compare.seeds=1..3
    [ "$(lengths)" = '[16,32,64,128]' ]
    step 18 0 compare.seeds=1..3
    step 2 2 'rope base=100' compare.seeds=1..2
    step 60 0 'eval.lengths=4x 1x' eval.policies=clamp
    [ "$(lengths)" = '[16,64]' ]
    [ "$(jq -c '[.members[] | select(.encoding == "rope") | .policy] | unique' "$output_file")" = '["clamp"]' ]
    grep -qx 'members = none, learned, sinusoidal, rope, rope base=100 seeds=1..2, rope positions=random, alibi, t5 seeds=1..4' $home/config.ini
    grep -qx 'seeds = 1..12' $home/config.ini
    grep -qx 'lengths = 1x 2x 4x 8x 16x' $home/config.ini
    models=$(models_of $home)
    "$poslab" compare --run $home --json >"$work/all" 2>/dev/null
    [ "$(jq '[.members[] | [.name, .seed]] | unique | length' "$work/all")" = 78 ]
    [ "$(jq -c .lengths "$work/all")" = '[16,32,64,128,256]' ]
    [ "$models" = "$(models_of $home)" ]
    diff <(numbers_of "$work/all") <(numbers_of $home/compare.json)
    "$poslab" runs $home --verify
    "$poslab" runs $home
}

@test "compare.json has the same bytes, whichever call wrote it last" {
    cd "$work"
    "$poslab" compare none rope compare.seeds=2..3 "${base[@]}" >/dev/null 2>&1
    cp $home/compare.json "$work/first"
    again() {
        rm $home/compare.json
        "$poslab" compare "$@" >/dev/null 2>&1
        cmp "$work/first" $home/compare.json
    }
    again none compare.seeds=3..3 "${base[@]}"
    again rope none compare.seeds=2..3 eval.lengths=2x "${base[@]}"
    again rope compare.seeds=2..2 eval.policies=ntk --full --csv "${base[@]}"
    again --run $home
    again $home/config.ini --run $home
}

# names WORD...: the folder that a dry run names.
named() { "$poslab" compare "$@" --dry-run --width 200 2>/dev/null | sed -n 's/.*they go to \(.*\)\.$/\1/p'; }

# says help compare: Without --run the folder is runs/NAME of the config or file of rows, with the settings that were typed
# says help train: Without --run the folder is runs/NAME-ENCODING, after the config, file or task, with what was typed
@test "equal settings have one folder; what was typed is in the name; a config goes first" {
    cd "$work"
    cat >mine.ini <<'INI'
[task]
name = first
[train]
steps = 60
[eval]
examples = 10
[compare]
members = none
seeds = 2..3
INI
    [ "$(named "${base[@]}" train.learning_rate=4e-3 train.warmup=6 train.keep=last compare.gate=0.5)" = $home ]
    [ "$(named mine.ini)" = runs/mine ]
    [ "$(named ./mine.ini train.steps=60 rope compare.seeds=7)" = runs/mine ]
    [ "$(named "$work/mine.ini" train.batch=32)" = runs/mine-batch-32 ]
    [ "$(named mine.ini rope rope.base=100)" = runs/mine-rope.base-100 ]
    # no checksum up to 64 characters; two that are cut differ in theirs
    long=(mine.ini model.norm=post model.activation=gelu train.weight_decay=0.02)
    [ "$(named "${long[@]}")" = runs/mine-norm-post-activation-gelu-weight_decay-0.02 ]
    [ "$(named "${long[@]}" train.clip=2)" = runs/mine-norm-post-activation-gelu-weight_decay-0.02-clip-2 ]
    first=$(named "${long[@]}" train.clip=2 train.learning_rate=2e-3)
    second=$(named "${long[@]}" train.clip=2 train.learning_rate=3e-3)
    [ "$first" != "$second" ]
    [ ${#first} -le 69 ]
}

@test "a folder with other settings is left as it is: the next number is taken, and found again" {
    cd "$work"
    mkdir a b
    printf '[train]\nsteps = 3\nwarmup = 0\n[eval]\nexamples = 20\n' >a/mine.ini
    sed 's/= 3/= 4/' a/mine.ini >b/mine.ini
    "$poslab" compare a/mine.ini none compare.seeds=1 >/dev/null 2>&1
    before=$(models_of runs/mine)
    "$poslab" compare b/mine.ini none compare.seeds=1 2>"$work/told" >/dev/null
    grep -qx 'poslab: runs/mine holds other settings; these go to runs/mine-2' "$work/told"
    [ "$(named b/mine.ini none compare.seeds=1)" = runs/mine-2 ]
    [ "$(named a/mine.ini none compare.seeds=1)" = runs/mine ]
    [ "$before" = "$(models_of runs/mine)" ]
    "$poslab" train a/mine.ini >/dev/null 2>&1
    "$poslab" train b/mine.ini >/dev/null 2>&1
    [ "$(ls runs | tr '\n' ' ')" = 'mine mine-2 mine-learned mine-learned-2 ' ]
    grep -qx 'steps = 3' runs/mine-learned/config.ini
    grep -qx 'steps = 4' runs/mine-learned-2/config.ini
    refused 2 'runs/mine holds a comparison with other settings (train.steps = 3 there, 4 here)' \
        "$poslab" compare b/mine.ini none compare.seeds=1 --run runs/mine
}

@test "rows of a file: its name is the folder, by whatever path it is reached; another file of that name has the next" {
    need rows
    train=$PWD/tests/data/train.tsv
    cd "$work"
    few=(train.steps=2 eval.examples=20 none rope compare.seeds=1)
    mkdir sub
    cp "$train" own.tsv
    sed '2d' "$train" >sub/own.tsv
    ln -s . here
    "$poslab" compare own.tsv "${few[@]}" >/dev/null 2>&1
    for path in ./own.tsv "$work/own.tsv" sub/../own.tsv here/own.tsv; do
        run_both "$poslab" compare "$path" "${few[@]}" --full
        [ "$status" = 0 ]
        grep -qF '(2 finished before)' "$output_file"
    done
    [ "$(ls runs)" = own-steps-2-eval.examples-20 ]
    "$poslab" compare sub/own.tsv "${few[@]}" 2>"$work/told" >/dev/null
    grep -qx "poslab: runs/own-steps-2-eval.examples-20 holds other settings; these go to runs/own-steps-2-eval.examples-20-2" "$work/told"
    "$poslab" train own.tsv train.steps=2 eval.examples=20 >/dev/null 2>&1
    "$poslab" train own.tsv 'rope base=100' train.steps=2 eval.examples=20 seed=4 >/dev/null 2>&1
    [ -e runs/own-learned-steps-2-eval.examples-20/eval.tsv ]
    [ -e runs/own-rope-seed4-steps-2-eval.examples-20-rope.base-100/eval.tsv ]
}

# says help compare: A folder that holds other files is never written to
@test "a folder of that name that is somebody else's is refused, and left alone" {
    cd "$work"
    mkdir -p $home runs/order-learned-seed1
    touch $home/notes.txt runs/order-learned-seed1/notes.txt
    refused 2 "$home has files that are not from poslab (notes.txt); name a new or empty folder with --run" \
        "$poslab" compare none "${base[@]}"
    refused 2 "runs/order-learned-seed1 has files that are not from poslab (notes.txt)" "$poslab" train
    [ "$(ls $home runs/order-learned-seed1 | grep -c notes.txt)" = 2 ]
    [ "$(ls runs | wc -l)" = 2 ]
}

# says help compare: compare --run DIR prints everything in DIR and trains what is missing
@test "compare --run DIR takes from DIR what is not given" {
    cd "$work"
    "$poslab" compare 'rope base=100' none compare.seeds=2..3 "${base[@]}" train.batch=32 'eval.lengths=1x 2x' \
        compare.gate=0.4 'compare.pairs=none - rope base=100' --run c >/dev/null 2>&1
    members() { # EXPECTED WORD...
        run_both "$poslab" compare "${@:2}" --run c --json
        [ "$(jq -c '[.members[] | [.encoding, .seed]] | unique' "$output_file")" = "$1" ]
    }
    members '[["none",2],["none",3],["rope",2],["rope",3]]'
    jq -e '.gate == 0.95 and (.lengths == [16, 32]) and (.paired | length > 0)' "$output_file"
    members '[["none",3],["none",4],["rope",3],["rope",4]]' compare.seeds=3..4
    members '[["alibi",2],["alibi",3],["alibi",4]]' alibi eval.lengths=2x
    jq -e '.lengths == [32]' "$output_file"
    grep -qx 'batch = 32' c/alibi-seed2/config.ini
    "$poslab" compare none compare.seeds=4..5 --part 1/1 --run c
    [ -e c/none-seed5/eval.tsv ]
}

@test "calls at the same instant in one folder: all members are in its config.ini and in compare.json" {
    cd "$work"
    for _ in 1 2 3; do
        rm -rf runs
        for call in 'none 1..1' 'learned 2..2' 'rope 3..4' 'none 3..3'; do
            "$poslab" compare "${call% *}" "compare.seeds=${call#* }" "${base[@]}" --jobs 1 >/dev/null 2>&1 &
        done
        wait
        [ "$(jq -c '[.members[] | select(.failure == null) | [.encoding, .seed]] | unique' $home/compare.json)" = \
            '[["learned",2],["none",1],["none",3],["rope",3],["rope",4]]' ]
        "$poslab" runs $home --verify
    done
}

@test "train: a run by its settings; a second call prints its table, or goes on with it" {
    cd "$work"
    run=runs/first-rope-seed7-steps-60-eval.examples-10
    "$poslab" train "${base[@]}" encoding.name=rope train.seed=7 >"$work/first" 2>/dev/null
    [ "$(ls runs)" = "${run#runs/}" ]
    before=$(models_of $run)
    run_both "$poslab" train "${base[@]}" encoding.name=rope train.seed=7 train.warmup=6
    [ "$status" = 0 ]
    grep -qxF "poslab: $run holds this run already; nothing is trained" "$error_file"
    cmp "$work/first" "$output_file"
    [ "$before" = "$(models_of $run)" ]
    rm $run/eval.tsv
    run_both "$poslab" train "${base[@]}" encoding.name=rope train.seed=7 train.keep=last
    [ "$status" = 0 ]
    grep -qxF "poslab: $run holds this run already; it is continued" "$error_file"
    [ "$(ls runs)" = "${run#runs/}" ]
    "$poslab" train "${base[@]}" encoding.name=rope train.seed=8 >/dev/null 2>&1
    "$poslab" train "${base[@]}" encoding.name=rope rope.base=100 train.seed=7 >/dev/null 2>&1
    [ "$(ls runs | wc -l)" = 3 ]
    [ -e runs/first-rope-seed7-rope.base-100-steps-60-eval.examples-10/eval.tsv ]
}
