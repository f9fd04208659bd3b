# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# baselines.bats -- baselines as members of a comparison, and what answers by label come to, as a reader sees them.

load helpers
export COLUMNS=1000 # a sentence stays on one line
load same
load results

# Rows whose label is said by one of their words, of 2 to 4 words; and test rows of up to 8, three labels.
write_rows() {
    awk 'BEGIN { print "label\ttext_a"; for (n = 0; n < 240; n++) {
        k = n % 6; label = k < 3 ? "a" : k < 5 ? "b" : "c"
        printf "%s\t%s", label, label; for (i = 0; i < 1 + n % 3; i++) printf " x%d", (n + i) % 5; print "" } }' >"$work/train.tsv"
    awk 'BEGIN { print "label\ttext_a"; for (n = 0; n < 60; n++) {
        k = n % 6; label = k < 3 ? "a" : k < 5 ? "b" : "c"
        printf "%s\t%s", label, n % 10 ? label : "c"; for (i = 0; i < 1 + n % 7; i++) printf " x%d", (n + i) % 5; print "" } }' >"$work/test.tsv"
}

rows() {
    data=(task.name=tsv "task.train=$work/train.tsv" "task.test=$work/test.tsv" train.steps=20 train.warmup=2 'eval.lengths=1x 2x')
}

@test "help lists the baselines, and settings have them" {
    run_both "$poslab" help baselines --json
    [ "$status" = 0 ]
    jq -e '[.baselines[].name] | contains(["most_frequent", "bag", "unigram", "bigram"])' "$output_file"
    "$poslab" help settings | grep -q '^  model.baseline '
}

# says help glossary: A simple model on the same targets, such as a bag of words, or the best possible guess without seeing part of the text. A model that is not better does not use what the baseline cannot see
# says help glossary: the best possible guess for a reader that sees every word in order but not which passage it is in. A model that is not better does not use segments
# says help glossary: the best possible guess for a reader that knows which words each passage has, but not their order. A model that is not better does not use positions
# says help glossary: the best possible guess where every position after the last trained one counts as that one, as under the policy clamp: the order of words is known only up to there. A model that is not better does not use positions that it was not trained on
@test "baselines stand beside models in the table, with exact cells, and keep their weights" {
    write_rows
    rows
    run_both "$poslab" compare "${data[@]}" 'compare.members=none, baseline/most_frequent, baseline/bag' \
        compare.seeds=1..2 --run "$work/c" --csv
    [ "$status" = 0 ]
    # 60 rows: 30 a, 20 b, 10 c; in 6 of them the word that says the label is that of c: 4 of a, 2 of b
    cells() { awk -F, -v name="baseline/$1" -v at="$2" -v metric="$3" '$1 == name && $7 == at && $10 == metric && $16 == "" { printf "%s %.4f %s\n", $3, $11, $14 }' "$output_file"; }
    [ "$(cells most_frequent all accuracy)" = 'most_frequent 0.5000 2' ]
    [ "$(cells bag all accuracy)" = 'bag 0.9000 2' ] # 54 of 60
    [ "$(cells most_frequent all macro_f1)" = 'most_frequent 0.2222 2' ] # 2 * 30 / (60 + 30) / 3
    # right: 26 of 30 a, 18 of 20 b, all 10 c; answered: 26 a, 18 b, 16 c
    [ "$(cells bag all macro_f1)" = 'bag 0.8817 2' ] # (52 / 56 + 36 / 38 + 20 / 26) / 3
    for name in most_frequent bag; do
        [ "$(ls "$work/c/baseline-$name-seed1")" = 'checkpoint.safetensors
config.ini
eval.tsv' ]
        grep -qx "baseline = $name" "$work/c/baseline-$name-seed1/config.ini"
        [ "$(fact "$work/c/baseline-$name-seed1/eval.tsv" 'baseline|encoding')" = "$(printf 'none\n%s' "$name")" ]
    done
    [ "$(fact "$work/c/none-seed1/eval.tsv" baseline)" = "" ]
    "$poslab" runs "$work/c" --verify | grep -q '^7 of 7 folders ok'
    "$poslab" runs "$work/c" --json | jq -e '.models == 6 and .finished == 6'
    run_both "$poslab" compare "${data[@]}" 'compare.members=none, baseline/most_frequent, baseline/bag' \
        compare.seeds=1..2 --run "$work/c" --full --width 120
    grep -q '6 models in .* (6 finished before)' "$output_file"
    grep -qE '^baseline/most_frequent +n/a' "$output_file"
    [ "$(grep -c 'baseline.*: seed' "$output_file")" = 0 ]
    [ "$(fact "$work/c/baseline-bag-seed1/eval.tsv" kernels)" = "" ]
    # grey, whatever colour encodings have
    "$poslab" plot extrapolation "$work/c" --to "$work/c.svg" >/dev/null
    grey=$(grep -o '^\.k[0-9]* \.line[^}]*{stroke:#59636e' "$work/c.svg" | grep -o 'k[0-9]*' | head -n 1)
    [ "$(grep -c "class='curve $grey d0'" "$work/c.svg")" = 2 ]
    "$poslab" compare "${data[@]}" 'compare.members=none, baseline/bag' compare.seeds=1..5 --run "$work/dry" --dry-run | grep -q '^10 models, 0 of them finished'
    "$poslab" report "$work/c" >/dev/null
    sed -n '/<section id=labels>/,/<\/section>/p' "$work/c/report.html" >"$work/labels"
    grep -q '<section id=labels>' "$work/labels"
    [ "$(grep -c '<details>' "$work/labels")" = "$(grep -c '<figure><svg ' "$work/labels")" ]
    well_formed "$work/c/report.html" "$work/c.svg"
    [ "$(grep -c 'no checkpoint was kept' "$work/c/report.html")" = 0 ]
}

@test "parts with baselines are the whole comparison, byte for byte" {
    write_rows
    rows
    c=("${data[@]}" 'compare.members=learned, baseline/bag' compare.seeds=1..2)
    "$poslab" compare "${c[@]}" --run "$work/whole" >/dev/null 2>&1
    for part in 2/2 1/2; do "$poslab" compare "${c[@]}" --run "$work/parts" --part "$part" >/dev/null 2>&1; done
    "$poslab" compare "${c[@]}" --run "$work/parts" >/dev/null 2>&1
    for member in learned-seed1 learned-seed2; do same_member "$work/whole/$member" "$work/parts/$member"; done
    for member in "$work"/whole/baseline-*; do
        for file in config.ini checkpoint.safetensors; do cmp "$member/$file" "$work/parts/${member##*/}/$file"; done
        diff <(evaluation "$member/eval.tsv") <(evaluation "$work/parts/${member##*/}/eval.tsv")
    done
    documents=("$work/whole/compare.json" "$work/parts/compare.json")
    diff <(jq -S 'del(.. | .seconds?, .tokens_per_second?, .xxh3_128?, .evaluations?)' "${documents[0]}") <(jq -S 'del(.. | .seconds?, .tokens_per_second?, .xxh3_128?, .evaluations?)' "${documents[1]}")
}

@test "the n-grams of next are members, and their rows are not there twice" {
    c=(task.name=next model.causal=yes train.steps=20 train.warmup=2 eval.examples=40 'eval.lengths=1x' compare.seeds=1..1)
    "$poslab" compare "${c[@]}" compare.members=none --run "$work/a" --json >"$work/rows" 2>/dev/null
    jq -e '[.baselines[].name] == ["chance", "bigram"]' "$work/rows"
    "$poslab" compare "${c[@]}" 'compare.members=baseline/unigram, none, baseline/bigram' --run "$work/b" --json >"$work/members" 2>/dev/null
    jq -e '[.baselines[].name] == ["chance"] and ([.paired[].b] | unique) == ["none"]' "$work/members" # members minus a model
    # the same numbers, as rows and as members
    jq -e --slurpfile rows "$work/rows" '[.summary[] | select(.mixer == "baseline" and .encoding != "unigram") | .loss.mean[0]] as $members |
        [$rows[0].baselines[1:][].loss.value[0]] as $rows | [$members, $rows] | transpose | all((.[0] - .[1]) * 1e7 | . < 1 and . > -1)' "$work/members"
    # until such a member is finished the task's own row of it stays
    "$poslab" compare "${c[@]}" 'compare.members=none, baseline/bigram' --run "$work/c" --part 1/2 >/dev/null 2>&1
    "$poslab" compare "$work/c" --json | jq -e '[.baselines[].name] == ["chance", "bigram"]'
    # what the task counted is in their checkpoints, too; of another text they say nothing
    for name in unigram bigram; do
        run_both "$poslab" eval "$work/b/baseline-$name-seed1" 'eval.lengths=2x' --json
        [ "$status" = 0 ]
        refused 2 "baseline $name counted the words of its task's own text and cannot answer about others; \`poslab eval\` prints how well it does there" "$poslab" predict "$work/b/baseline-$name-seed1" 'alice was'
    done
    # words alone say less than a word before
    jq -e '[.summary[] | select(.mixer == "baseline") | .loss.mean[0]] | .[0] > .[1]' "$work/members"
}

@test "a model whose checkpoint has predictions of other baselines is read, and evaluated anew" {
    "$poslab" train task.name=next model.causal=yes train.steps=20 train.warmup=2 eval.examples=40 eval.lengths=1x --run "$work/r" >/dev/null 2>&1
    "$poslab" eval "$work/r" --json | jq -e '[.baselines[].name] == ["bigram"]'
    cp "$work/r/eval.tsv" "$work/before"
    LC_ALL=C sed -i '1s/task\.baseline\.predicted/task.baseline.forgotten/' "$work/r/checkpoint.safetensors"
    sign_tensors "$work/r/checkpoint.safetensors"
    rm "$work/r/eval.tsv"
    "$poslab" eval "$work/r" --json >"$work/json"
    jq -e '.policies[0].accuracy.value[0] > 0 and (has("baselines") | not)' "$work/json"
    # the text is there, and what is counted in it
    run_both "$poslab" train --run "$work/r" --resume
    [ "$status" = 0 ]
    diff <(without checkpoint "$work/r/eval.tsv") <(without checkpoint "$work/before")
    "$poslab" runs "$work/r" --verify
}

@test "a baseline alone: train, eval, eval.tsv made anew; what needs a model says so in one line" {
    write_rows
    rows
    "$poslab" train "${data[@]}" model.baseline=bag --run "$work/r" >/dev/null 2>&1
    run_both "$poslab" eval "$work/r"
    grep -q '^baseline bag, ' "$output_file"
    [ "$(grep '^bag ' "$output_file" | tr -s ' ' | cut -d' ' -f2-6)" = '89 | 91 | 90' ] # 32 of 36, 20 of 22, 54 of 60
    evaluation "$work/r/eval.tsv" >"$work/before"
    rm "$work/r/eval.tsv"
    "$poslab" train --run "$work/r" --resume >/dev/null 2>&1
    evaluation "$work/r/eval.tsv" | cmp - "$work/before"
    refused 2 'is the baseline bag, which has no positions' "$poslab" show positions "$work/r"
    refused 2 'is the baseline bag, which has no model weights' "$poslab" train "${data[@]}" --from "$work/r" --run "$work/from"
    [ ! -e "$work/from" ]
    refused 2 'only eval.* can be changed' "$poslab" eval "$work/r" train.steps=3
    run_both "$poslab" train "${data[@]}" model.baseline=bag --run "$work/r"
    [ "$status" = 0 ]
    grep -qx "poslab: $work/r holds this run already; nothing is trained" "$error_file"
}

@test "of equally frequent labels most_frequent answers the first" {
    { printf 'label\ttext\n'; printf '%s\ta b\n' no yes maybe yes no maybe; } >"$work/even.tsv"
    "$poslab" train task.train="$work/even.tsv" task.label_column=label task.text_columns=text task.test="$work/even.tsv" \
        model.baseline=most_frequent eval.lengths=1x --run "$work/even" >/dev/null 2>&1
    [ "$("$poslab" predict "$work/even" a --json | jq -r '.predictions[0].targets[0].answer')" = no ]
}

@test "baselines predict: a text, lines, the rows of a file; train.keep is respected and bytes repeat" {
    write_rows
    rows
    for name in most_frequent bag; do
        "$poslab" train "${data[@]}" model.baseline=$name --run "$work/$name" >/dev/null 2>&1
        "$poslab" train "${data[@]}" model.baseline=$name --run "$work/$name-again" --threads 2 >/dev/null 2>&1
        cmp "$work/$name/checkpoint.safetensors" "$work/$name-again/checkpoint.safetensors"
        "$poslab" runs "$work/$name" --verify
    done
    # 120, 80 and 40 of 240 rows, each label counted once more: 121 of 243 and so on
    "$poslab" predict "$work/most_frequent" 'c x1' --json >"$work/answer"
    jq -e '[.predictions[0].targets[0].probabilities[] | .probability * 243 | round] == [121, 81, 41]' "$work/answer"
    [ "$("$poslab" predict "$work/most_frequent" "$work/test.tsv" --to csv |
        awk -F, 'NR > 1 { print int($4 * 243 + .5), int($5 * 243 + .5), int($6 * 243 + .5) }' | sort -u)" = '121 81 41' ]
    [ "$(printf 'a x1\nc x2\nb x3\n' | "$poslab" predict "$work/bag" --json | jq -r '[.predictions[].targets[0].answer] | join(" ")')" = 'a c b' ]
    # accuracy of the rows is that of eval: 54 of 60
    run_both "$poslab" predict "$work/bag" "$work/test.tsv" --to csv
    [ "$status" = 0 ]
    [ "$(head -n 1 "$output_file")" = 'label,text_a,answer,p_a,p_b,p_c' ]
    [ "$(awk -F, 'NR > 1 && $1 == $3' "$output_file" | wc -l)" = 54 ]
    grep -qF '54 of 60 answers are the label (90.0 %)' "$error_file"
    # evaluated from its checkpoint, without the files it was trained on
    mv "$work/train.tsv" "$work/gone.tsv"
    "$poslab" eval "$work/bag" --csv | awk -F, '$5 == "all" && $8 == "accuracy" { print $9 }' | grep -qx 0.9
    mv "$work/gone.tsv" "$work/train.tsv"
    "$poslab" train "${data[@]}" model.baseline=bag train.keep=none --run "$work/none" >/dev/null 2>&1
    [ "$(ls "$work/none")" = 'config.ini
eval.tsv' ]
    refused 2 'no checkpoint was kept (train.keep = none)' "$poslab" predict "$work/none" 'a x1'
}

@test "a baseline's damaged checkpoint is refused, and a resumed run trains it anew" {
    write_rows
    rows
    "$poslab" train "${data[@]}" model.baseline=bag --run "$work/r" >/dev/null 2>&1
    cp "$work/r/checkpoint.safetensors" "$work/good"
    printf '\377' | dd of="$work/r/checkpoint.safetensors" bs=1 seek=$(($(stat -c %s "$work/good") - 3)) conv=notrunc 2>/dev/null
    refused 65 'checkpoint.safetensors' "$poslab" predict "$work/r" 'a x1'
    rm "$work/r/checkpoint.safetensors" "$work/r/eval.tsv"
    "$poslab" train --run "$work/r" --resume >/dev/null 2>&1
    cmp "$work/r/checkpoint.safetensors" "$work/good"
}

@test "show confusion: per label, which was answered for which, mistakes; the same as CSV and JSON" {
    write_rows
    rows
    "$poslab" train "${data[@]}" model.baseline=bag --run "$work/r" >/dev/null 2>&1
    "$poslab" show confusion "$work/r" --colour never >"$work/shown"
    grep -qF 'Each label (60 rows of 1..8 words; accuracy 90.0 %, macro-F1 88.2 %):' "$work/shown"
    [ "$(grep -E '^ *[123]  [abc]' "$work/shown" | tr -s ' ' | sed 's/^ //')" = '1 a 30 26 26 100 87 93
2 b 20 18 18 100 90 95
3 c 10 16 10 62 100 77' ]
    [ "$(grep -E '^[abc] +[0-9]' "$work/shown" | tr -s ' ')" = 'a 26 0 4
b 0 18 2
c 0 0 10' ]
    [ "$(tail -2 "$work/shown" | tr -s ' ')" = 'a c 4 13
b c 2 10' ]
    "$poslab" show confusion "$work/r" --json |
        jq -e '.counts == [[26, 0, 4], [0, 18, 2], [0, 0, 10]] and .labels[2].answered == 16 and .labels[2].precision == 0.625'
    "$poslab" show confusion "$work/r" --json | jq -e '.rows == 60 and .counts[0] == [26, 0, 4] and .labels[2].recall == 1 and .words == [1, 8]'
    "$poslab" show confusion "$work/r" --length 4 --json | jq -e '.rows < 60 and .words[1] == 4'
    refused 2 'the run was not evaluated there' "$poslab" show confusion "$work/r" --length 5
    "$poslab" train "${small[@]}" --run "$work/first" >/dev/null 2>&1
    refused 2 'only task tsv has labels' "$poslab" show confusion "$work/first"
    mkdir "$work/c"
    mv "$work/r" "$work/first" "$work/c"
    refused 2 "is a folder of runs, not a run; name one of them, such as $work/c/first" "$poslab" show confusion "$work/c"
    mv "$work/c/r" "$work/r"
}

@test "a label may be any text: it is printed so that it does no harm, and quoted in CSV" {
    printf 'label\ttext_a\nev\033[31mil\tx y\nb,"c\tz y\nev\033[31mil\tx\nb,"c\tz y\nb,"c\tz\n' >"$work/rows.tsv"
    "$poslab" train task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" model.baseline=bag eval.lengths=1x --run "$work/r" >/dev/null
    "$poslab" show confusion "$work/r" --colour never >"$work/shown"
    grep -qF 'ev\x1b[31mil' "$work/shown"
    [ "$(grep -c "$(printf '\033')" "$work/shown")" = 0 ]
    "$poslab" show confusion "$work/r" --to "$work/map.svg" >/dev/null
    grep -qF '2,ev\x1b[31mil,1,"b,""c",' "$work/map.csv"
    "$poslab" report "$work/r" >/dev/null
    [ "$(grep -c "$(printf '\033')" "$work/r/report.html")" = 0 ]
}

@test "an eval.tsv without counts by label is read as it is; one with malformed counts is refused" {
    write_rows
    rows
    "$poslab" train "${data[@]}" model.baseline=bag --run "$work/r" >/dev/null 2>&1
    cp "$work/r/eval.tsv" "$work/good"
    edit "$work/r/eval.tsv" '/^# labels = /d; /\tmacro_f1\t/d'
    "$poslab" runs "$work/r" --verify
    for change in '/^# labels = /d' 's/^# labels = \["[^"]*"/# labels = [3/' '/^in_range.*macro_f1/s/$/ 0/' '/^in_range.*macro_f1/s/ [0-9]*$//' \
        's/^# baseline = bag/&g/'; do
        cp "$work/good" "$work/r/eval.tsv"
        edit "$work/r/eval.tsv" "$change"
        run_both "$poslab" runs "$work/r" --verify
        [ "$status" != 0 ] || { echo "taken: $change"; false; }
    done
}

@test "show confusion: up to 12 labels are numbers, more are a map" {
    for labels in 12 13; do
        { printf 'label\ttext_a\n'; for i in $(seq $labels); do printf 'l%d\tw%d\n' "$i" "$i"; done; } >"$work/rows.tsv"
        "$poslab" train task.name=tsv "task.train=$work/rows.tsv" "task.test=$work/rows.tsv" model.baseline=bag eval.lengths=1x --run "$work/r$labels" >/dev/null 2>&1
        "$poslab" show confusion "$work/r$labels" --colour never >"$work/shown$labels"
    done
    grep -qx 'Rows: the right label. Columns: the answer.' "$work/shown12"
    grep -qx 'Rows: the right label. Columns: the answer. Numbers are those of the labels above.' "$work/shown13"
}
