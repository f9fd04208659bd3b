# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# tables.bats -- tables of results from outside: how wide they are, as CSV, and what happens when they cannot be kept.

load helpers

setup_file() {
    "$poslab" compare "${small[@]:0:4}" 'eval.lengths=1x 1.5x 2x 3x 4x 8x' compare.members=learned,rope,none \
        compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" >/dev/null 2>&1
}

setup() {
    export LC_ALL=C.UTF-8
    unset COLUMNS
    set_work
    c="$BATS_FILE_TMPDIR/c"
}

# widest COMMAND...: columns of its longest line, but for commands to paste
widest() {
    "$@" 2>/dev/null | sed '/^Next: /,$d' | wc -L
}

@test "tables fit: --width and COLUMNS are kept to, a pipe has 80 columns, a large --width shows all" {
    cp -r "$c" "$work/c"
    cd "$work"
    compare=("$poslab" compare c/config.ini --run c --full)
    eval=("$poslab" eval c/rope-seed1)
    for width in 20 40 60 80 100; do
        [ "$(widest "${compare[@]}" --width $width)" -le $width ]
        [ "$(COLUMNS=$width widest "${compare[@]}")" -le $width ]
        [ "$(widest "${eval[@]}" --width $width)" -le $width ]
    done
    [ "$(COLUMNS=3 widest "${eval[@]}")" -le 20 ]
    "${compare[@]}" --width 1000 2>/dev/null | grep -v ' models in ' >"$work/wide"
    COLUMNS=1000 "${compare[@]}" 2>/dev/null | grep -v ' models in ' | diff "$work/wide" -
    if grep -q '^Hidden' "$work/wide"; then false; fi
    grep -qE '^ +in range +1x \| +1.5x +2x +3x +4x +8x$' "$work/wide"
    "${compare[@]}" --width 80 2>/dev/null | grep -v ' models in ' >"$work/narrow"
    "${compare[@]}" 2>/dev/null | grep -v ' models in ' | diff "$work/narrow" -
    grep -qE '^ +in range \|( +[248]x)* +8x$' "$work/narrow"
    grep -qE '^Hidden to fit the screen: 1x, 1\.5x,( 2x,)? 3x(, 4x)?; a larger --width shows all\.$' "$work/narrow"
    # every line of means ends in a bar for each of six lengths
    [ "$(grep -cE '^  [a-z]+ .*[]0-9]  +[▁▂▃▄▅▆▇█]{6}$' "$work/narrow")" = "$("${compare[@]}" --json 2>/dev/null | jq '[.summary[] | select(.applicable)] | length')" ]
    "$poslab" train "${small[@]}" --run "$work/run" --width 30 2>/dev/null | sed '/^The run/,$d' >"$work/trained"
    [ "$(wc -L <"$work/trained")" -le 30 ]
}

@test "tables are plain text in a pipe: no colours, no bars without UTF-8" {
    "$poslab" compare "$c/config.ini" --run "$c" >"$work/table" 2>/dev/null
    if grep -q $'\x1b' "$work/table"; then false; fi
    LC_ALL=C "$poslab" eval "$c/rope-seed1" >"$work/table"
    if grep -q '[▁█]' "$work/table"; then false; fi
}

@test "--csv: the numbers of compare.json, one a line" {
    run_both "$poslab" compare "$c/config.ini" --run "$c" --csv
    [ "$status" = 0 ]
    [ "$(head -n 1 "$output_file")" = name,mixer,encoding,policy,passed,passed_of,evaluated_at,length_low,length,metric,mean,low,high,n,chance,seed ]
    jq -r '. as $c | .summary[] | . as $row | ($c.chance | keys_unsorted[]) as $m | range($c.lengths | length) as $i
        | [.name, $m, $c.lengths[$i], .[$m].mean[$i], .[$m].low[$i], .n] | map(tostring) | join(" ")' \
        "$c/compare.json" | awk '{ printf "%s %s %d %.6f %.6f %d\n", $1, $2, $3, $4, $5, $6 }' >"$work/expected"
    [[ $(cut -d ' ' -f 2 "$work/expected" | sort -u | tr '\n' ' ') == 'accuracy loss '* ]]
    awk -F , 'NR > 1 && $2 != "" && $7 != "in_range" && $16 == "" { printf "%s %s %d %.6f %.6f %d\n", $1, $10, $9, $11, $12, $14 }' "$output_file" |
        diff "$work/expected" -
    # each seed is a line, too, of its own number: those of eval.tsv
    jq -r '. as $c | .members[] | . as $row | ($c.chance | keys_unsorted[]) as $m | range($c.lengths | length) as $i
        | select($row[$m].value[$i] != null)
        | [.name, .policy, .seed, $m, $c.lengths[$i], .[$m].value[$i]] | map(tostring) | join(" ")' \
        "$c/compare.json" | awk '{ printf "%s %s %d %s %d %.6f 1\n", $1, $2, $3, $4, $5, $6 }' >"$work/expected"
    [ "$(wc -l <"$work/expected")" -gt 20 ]
    awk -F , '$16 ~ /[0-9]/ && $7 != "in_range" { printf "%s %s %d %s %d %.6f %d%s\n", $1, $4, $16, $10, $9, $11, $14, $12 $13 }' "$output_file" |
        diff "$work/expected" -
}

@test "eval --csv: the run's numbers as its comparison has them, beside chance, which may differ by length" {
    "$poslab" compare task.name=tsv task.train=tests/data/train.tsv task.test=tests/data/test.tsv train.steps=20 \
        train.warmup=5 compare.members=none,learned compare.seeds=1..2 'eval.lengths=1x 1.5x 2x 4x' --run "$work/c" --json \
        >"$work/json" 2>/dev/null
    jq -e '.chance.accuracy | unique | length == 4' "$work/json"
    run_both "$poslab" eval "$work/c/learned-seed2" --csv
    [ "$status" = 0 ]
    [ "$(head -n 1 "$output_file")" = policy,mixer,encoding,seed,evaluated_at,length_low,length,metric,value,chance ]
    jq -r "$number"' . as $c | .members[] | select(.name == "learned" and .seed == 2) | . as $m
        | ($c.chance | keys_unsorted[]) as $of
        | ("\(.policy) in_range \($of) \(.[$of].in_range | number) \($c.in_range_chance[$of] | number)",
          (range($c.lengths | length) | "\($m.policy) \($c.lengths[.]) \($of) \($m[$of].value[.] | number) \($c.chance[$of][.] | number)"),
          "\($m.policy) all \($of) \($m[$of].all | number) \($c.all_chance[$of] | number)")' \
        "$work/json" >"$work/expected"
    awk -F , 'NR > 1 && $2 != "" && $8 !~ /^(steps_to_99|tokens_per_second|weights)$/ {
        print $1, $5 == "in_range" || $5 == "all" ? $5 : $7, $8, $9, $10 }' "$output_file" | diff <(sed 's/ null$/ /' "$work/expected") - # a chance that is not known is empty
    "$poslab" eval "$work/c/learned-seed2" --width 1000 >"$work/table"
    grep -qE '^always the most frequent label +57 \| +56 +54 +60 \| +50$' "$work/table"
    # at lengths of its own, in range stays what it was
    "$poslab" eval "$work/c/learned-seed2" eval.lengths=48 --csv | grep -q "^extend,.*,in_range,4,12,accuracy,$(sed -n 's/^extend in_range accuracy \([^ ]*\) .*/\1/p' "$work/expected"),"
}

# says help compare: --metric chooses what the tables show
# says help eval: --metric chooses what the table shows; --json and --csv have all metrics
@test "--metric: tables show accuracy alone, or what is named; files have all of it" {
    "$poslab" eval "$c/rope-seed1" >"$work/table"
    grep -q '^Accuracy in %:$' "$work/table"
    if grep -qi 'loss' "$work/table"; then false; fi
    "$poslab" eval "$c/rope-seed1" --metric loss --width 1000 >"$work/table"
    if grep -q 'Accuracy' "$work/table"; then false; fi
    grep -q '^Loss in nats:$' "$work/table"
    grep -qE '^chance +0\.693 +0\.693 \|' "$work/table"
    in_range=$(column "$c/rope-seed1/eval.tsv" value in_range loss)
    grep -qE "^extend +$(printf %.3f "$in_range") " "$work/table"
    "$poslab" eval "$c/rope-seed1" --metric all >"$work/table"
    [[ $(grep -E '^[A-Z].*:$' "$work/table" | grep -vE '^(Steps to 99 %|Tokens per second in thousands):$') == $'Accuracy in %:\nLoss in nats:\n'*Weights: ]]
    "$poslab" eval "$c/rope-seed1" --metric weights | grep -q '^Weights:$' # the last metric of the list
    "$poslab" compare "$c/config.ini" --run "$c" --metric loss --full 2>/dev/null >"$work/table"
    grep -q '^Loss in nats: mean of 3 seeds' "$work/table"
    grep -q '^Loss in nats in range, by seed:$' "$work/table"
    if grep -q 'ccuracy' "$work/table"; then false; fi
}

@test "--metric: of text perplexity and known words" {
    need texts
    "$poslab" train configs/next.ini encoding.name=rope train.steps=30 train.warmup=3 eval.examples=20 \
        --run "$work/run" --metric perplexity --width 1000 >"$work/table" 2>/dev/null
    [ "$(grep -c '^Perplexity:$' "$work/table")" = 1 ]
    # e^loss at 32 words
    "$poslab" eval "$work/run" --json >"$work/json"
    jq -r '.policies[0] | .loss.value[0], .perplexity.value[0]' "$work/json" |
        awk 'NR == 1 { x = exp($1) } NR == 2 { exit !((x / $1 - 1) ^ 2 < 1e-12) }'
    # harbour's held-out part has few unknown words, so that known ones are not all
    jq -e '.policies[0] | .accuracy_known.sum[2][1] <= .accuracy.count[2]' "$work/json"
}

@test "eval --json does not say how long training took: it was not there" {
    fact "$c/rope-seed1/eval.tsv" seconds | grep -q '[1-9]'
    "$poslab" eval "$c/rope-seed1" --json | jq -e 'has("seconds") | not'
}

@test "compare.json that cannot be written is an error, and leaves nothing behind" {
    cp -r "$c" "$work/c"
    rm "$work/c/compare.json"
    mkdir -p "$work/c/compare.json/in-the-way"
    before=$(ls -a "$work/c")
    run_both "$poslab" compare "$work/c/config.ini" --run "$work/c"
    [ "$status" = 74 ]
    grep -q "compare.json" "$error_file"
    grep -q '^rope ' "$output_file" # the result is shown all the same
    [ "$before" = "$(ls -a "$work/c")" ]
}

# policies COMMAND...: those that have a row
policies() {
    "$@" 2>/dev/null | sed -nE 's/^(extend|clamp|wrap|zero|interpolate|ntk|yarn) .*/\1/p' | paste -sd ' '
}

@test "train and eval print no row of clamp, wrap and zero without --full, unless policies are named; files have all" {
    run="$c/rope-seed1" all='extend clamp wrap zero interpolate ntk yarn' usual='extend interpolate ntk yarn'
    [ "$(policies "$poslab" eval "$run")" = "$usual" ]
    [ "$(policies "$poslab" eval "$run" --full)" = "$all" ]
    "$poslab" eval "$run" | grep -qx 'Not shown: clamp, wrap, zero; --full shows all policies.'
    if "$poslab" eval "$run" --full | grep -q 'Not shown'; then false; fi
    [ "$(policies "$poslab" eval "$run" eval.policies='clamp extend')" = 'extend clamp' ]
    [ "$("$poslab" eval "$run" --csv | sed -nE "s/^($(tr ' ' '|' <<<"$all")),.*/\\1/p" | uniq | paste -sd ' ')" = "$all" ]
    train=("$poslab" train "${small[@]:0:4}" rope train.keep=last --run "$work/run")
    [ "$(policies "${train[@]}")" = "$usual" ]
    [ "$(policies "${train[@]}" --full)" = "$all" ]
    [ "$(column "$work/run/eval.tsv" row | grep -vE '^(chance|trained positions|in_range)$' | uniq | paste -sd ' ')" = "$all" ]
}

@test "help says how wide a table is" {
    for command in compare eval train; do
        "$poslab" help $command | tr -s ' \n' ' ' | grep -q -- '--width N fit the table .*, or 80)'
    done
}
