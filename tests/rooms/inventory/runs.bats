# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# runs.bats -- what is in a folder of runs, and in what two of them differ.

load ../../cli/helpers

# In the folder `all`: a comparison, the same with other settings, one of another task, a run, and what is none.
setup_file() (
    # shellcheck source=tests/cli/helpers.bash disable=SC1091
    source "$BATS_TEST_DIRNAME/../../cli/helpers.bash"
    cd "$BATS_FILE_TMPDIR" || return
    two=("${small[@]}" compare.members="learned, none" compare.seeds=1..2)
    "$poslab" compare "${two[@]}" --run all/compare >/dev/null 2>&1
    "$poslab" compare "${two[@]}" model.d_model=16 train.batch=32 --run all/wider >/dev/null 2>&1
    "$poslab" compare "${small[@]/task.name=first/task.name=reverse}" compare.members="learned, rope base=100" \
        compare.seeds=1..2 eval.policies=clamp --run all/reverse >/dev/null 2>&1
    "$poslab" train "${small[@]}" train.seed=3 train.batch=32 --run all/mine >/dev/null 2>&1
    at=12
    for name in mine reverse wider compare; do
        find all/$name -exec touch -d "2024-05-$at 10:00 UTC" {} +
        at=$((at - 1))
    done
)

setup() {
    set_work
    cp -rp "$BATS_FILE_TMPDIR/all" "$work/all"
    cd "$work" || return
}

# day DAY: of that hour of May, where the tests run
day() { date -d "2024-05-$1 10:00 UTC" +%F; }

# row NAME FILTER: of the JSON's item of that name.
row() { "$poslab" runs all --json | jq -c --arg name "$1" '.runs[] | select(.name == $name) | '"$2"; }

# says help runs: the task, how many models are finished, the best row, members, seeds, and settings that differ from others of the task
# says help glossary: When the folder was last written to
@test "runs: each folder, the newest first, with the row that is best at the longest length" {
    "$poslab" runs all --json >json
    [ "$(jq -c '[.folder, .runs[].name]' json)" = '["all","mine","reverse","wider","compare"]' ]
    jq -e '.runs | map(.kind) == ["run", "comparison", "comparison", "comparison"]' json
    jq -e '.runs[3] | .task == "first" and .models == 4 and .finished == 4 and .members == "learned, none" and
        .seeds == "seeds 1..2" and .time == "2024-05-09T10:00:00Z" and .problem == null' json
    for name in compare wider reverse; do
        best=$(jq -c '.summary | map(select(.accuracy.mean[1] != null)) | max_by([.accuracy.mean[1], .accuracy.in_range.mean])
            | [.name, .accuracy.in_range.mean, .accuracy.mean[1]]' all/$name/compare.json)
        [ "$(row $name '[.best, .accuracy.in_range, .accuracy.longest]')" = "$best" ]
        [ "$(row $name '.longest_words / .trained_words')" = 2 ]
    done
    longest() { column all/mine/eval.tsv value "$1" | tail -n 1; }
    best=$(for policy in extend clamp wrap zero interpolate; do longest $policy; done | jq -s max)
    [ "$(row mine .accuracy.longest)" = "$best" ]
    policy=$(row mine .best)
    policy=${policy//\"/}
    [ "$(longest "${policy#learned+}")" = "$best" ]
}

# says help glossary: the row with the highest accuracy at the longest evaluated length, then in range
@test "runs: of rows that are equal at the longest length the one that is better in range is best" {
    edit all/compare/compare.json '.summary[].accuracy |= (.mean[1] = 0.2 | .in_range.mean = 1)
        | .summary[0].accuracy |= (.mean[1] = 0.9 | .in_range.mean = 0.5)
        | .summary[1].accuracy |= (.mean[1] = 0.9 | .in_range.mean = 0.6)
        | .summary[2].accuracy |= (.mean[1] = 0.9 | .in_range.mean = 0.4)'
    [ "$(row compare '[.best, .accuracy.in_range, .accuracy.longest]')" = \
        "$(jq -c '[.summary[1].name, 0.6, 0.9]' all/compare/compare.json)" ]
}

@test "runs: twelve models are all named, of thirteen one is left out" {
    for count in 12 13; do
        batches=$(seq -s , $count)
        "$poslab" compare none task.name=first train.steps=1 train.warmup=0 eval.examples=5 eval.lengths=1x model.d_model=8 \
            "compare.grid=batch=$batches" compare.seeds=1..1 --run "all/grid$count" >/dev/null 2>&1
    done
    [ "$(row grid12 .members)" = "\"$(seq -s ', ' -f 'none batch=%g' 12)\"" ]
    [ "$(row grid13 .members)" = "\"$(seq -s ', ' -f 'none batch=%g' 12) and 1 more\"" ]
}

@test "runs: settings that are not the defaults in files, those that others of the task lack on a screen" {
    [ "$(row wider .settings)" = '{"model.d_model":"16","train.steps":"60","train.batch":"32","train.warmup":"10","eval.lengths":"1x 2x","eval.examples":"50"}' ]
    "$poslab" runs all --width 80 >screen
    grep -A1 '^wider ' screen | tail -1 | grep -qxF "  $(day 10); learned, none; seeds 1..2; d_model=16 batch=32"
    grep -A1 '^compare ' screen | tail -1 | grep -qxF "  $(day 09); learned, none; seeds 1..2"
    grep -A1 '^reverse ' screen | tail -1 | grep -qF "  $(day 11); learned, rope base=100; seeds 1..2; steps=60"
    grep -A1 '^mine ' screen | tail -1 | grep -qxF "  $(day 12); learned; seed 3; batch=32"
    [ "$(LC_ALL=C.UTF-8 wc -L <screen)" -le 80 ]
    for width in 20 40 60; do
        "$poslab" runs all --width $width >narrow
        [ "$(LC_ALL=C.UTF-8 wc -L <narrow)" -le $width ]
    done
    "$poslab" runs all --width 1000 >wide
    grep -q "^wider  *first  *4/4 .* $(day 10) .* d_model=16 batch=32 " wide
    [ "$(wc -l <wide)" = 8 ]
    # one observation a row
    "$poslab" runs all --csv >csv
    [ "$(wc -l <csv)" = 9 ]
    grep -q '^compare,all/compare,comparison,2024-05-09T10:00:00Z,first,4,4,0,0,0,0,.*,longest,,,accuracy,' csv
    # lengths that are not known are left empty, as is what is null in JSON
    rm all/mine/eval.tsv
    "$poslab" runs all --csv >csv
    [ "$(grep '^mine,' csv | head -1 | cut -d, -f12-14)" = ',,' ]
    grep -q '^compare,.*,32,16,' csv
    [ "$(row mine '[.best, .longest_words, .trained_words]')" = '[null,null,null]' ]
}

@test "runs: of a model that began with another's weights the other is named, not the sum of its file" {
    "$poslab" train --from all/mine train.steps=20 train.warmup=2 --run all/further >/dev/null 2>&1
    grep -q '^from_xxh3 = ' all/further/config.ini
    "$poslab" runs all --width 1000 >wide
    grep -q '^further .* from=' wide
    if grep -q 'from_xxh3' wide; then false; fi
    [ "$(row further '.settings | has("train.from"), has("train.from_xxh3")' | xargs)" = 'true false' ]
}

@test "runs: what is not finished, damaged, not ours or a folder of runs is named, and stops nothing" {
    mkdir -p all/deep/inside all/empty all/theirs
    cp -r all/mine all/deep/inside
    cp -r all/mine all/deep/other
    touch all/theirs/thesis.tex all/notes.txt
    ln -s nowhere all/link
    cp -r all/compare all/half
    rm all/half/compare.json all/half/none-seed1/eval.tsv
    cp -r all/compare all/broken
    echo 'steps' >>all/broken/config.ini
    cp -r all/mine all/changed
    sed -i 's/0\.5/0.6/' all/changed/eval.tsv
    cp -r all/mine all/begun
    rm all/begun/eval.tsv
    cp -r all/mine all/failed
    rm all/failed/eval.tsv
    jq -n '{version: 1, code: 3, text: "loss is NaN", step: 7, host: "here"}' >all/failed/failure.json
    mkdir all/closed
    chmod 000 all/closed
    run_both as_user "$poslab" runs all --json
    chmod 755 all/closed
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    told() { [ "$(jq -c --arg name "$1" '.runs[] | select(.name == $name) | '"$2" "$output_file")" = "$3" ]; }
    [ "$(jq '.runs | length' "$output_file")" = 14 ]
    told deep '[.kind, .models, .finished]' '["folder",2,2]'
    told empty '[.kind, .problem]' '["other","holds no run and no comparison yet"]'
    told theirs '[.kind, .problem]' '["other","no run: its files are not from poslab (thesis.tex)"]'
    told link .problem '"a symbolic link to nowhere, which does not exist"'
    told closed .problem '"cannot be looked into: Permission denied"'
    told half '[.finished, .stopped, .best, .problem]' '[3,1,null,null]'
    told broken .problem '"all/broken/config.ini:'"$(wc -l <all/broken/config.ini)"': is neither [section] nor key = value"'
    told begun '[.models, .finished, .stopped]' '[1,0,1]'
    told failed '[.failed, .stopped]' '[1,0]'
    jq -e '.runs[] | select(.name == "changed").problem | startswith("all/changed/eval.tsv: ")' "$output_file"
    "$poslab" runs all --width 80 >screen
    grep -A1 '^failed ' screen | grep -qE '^  2[-0-9]*; failed, step [0-9]+ of 60; learned; seed 3'
    grep -A1 '^half ' screen | grep -qE '^  2[-0-9]*; 1 stopped; learned, none; seeds 1..2'
}

@test "runs: a folder with one run, nothing, no such folder" {
    mkdir one
    mv all/mine one
    [ "$("$poslab" runs one | head -1)" = 'one: 1 folder.' ]
    [ "$("$poslab" runs all | head -1)" = 'all: 3 folders, the newest first.' ]
    refused 2 "al does not exist (did you mean all?)" "$poslab" runs al
    mkdir runs
    [ "$("$poslab" runs)" = "runs is empty: \`$poslab train\` and \`$poslab compare\` put runs into it." ]
    [ "$("$poslab" runs --json | jq -c .)" = '{"folder":"runs","runs":[]}' ]
    mv one/mine runs
    [ "$("$poslab" runs --watch)" = 'runs: 1 of 1 model finished' ]
}

@test "runs: a folder of which a file cannot be inspected is no empty comparison" {
    local intercept="$OLDPWD/build/torture/intercept"
    "$intercept" 0 pass true || skip "system calls cannot be intercepted here"
    run_both "$intercept" -p all/compare.json 0 EIO "$poslab" runs all --json
    [ "$status" = 74 ]
    grep -q '^poslab: .*all/compare.json: Input/output error' "$error_file"
}
