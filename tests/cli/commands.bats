# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# commands.bats -- the subcommands from outside: what they print, where, and with which exit code.

load helpers

# A comparison of four members that several tests read, and what it printed.
setup_file() {
    "$poslab" compare "${small[@]}" none learned sinusoidal rope compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" --json \
        >"$BATS_FILE_TMPDIR/c.json" 2>/dev/null
}
four() { cp -a "$BATS_FILE_TMPDIR/c" "$work" && output_file=$BATS_FILE_TMPDIR/c.json; }

# NAME: what the list of that name has, as JSON.
listed() { "$poslab" help "$1" --json | jq ".$1"; }

@test "a config that is refused leaves nothing behind" {
    printf '[train]\nstepz = 5\n' >"$work/bad.ini"
    refused 2 "$work/bad.ini:2: train.stepz: " "$poslab" train "$work/bad.ini" --run "$work/run"
    [ ! -e "$work/run" ]
}

@test "help: every list as text and as JSON" {
    run_both "$poslab" help --json
    jq -e '.tasks | map(.name) | index("order") != null and index("first") != null' "$output_file"
    # every file's, those that results are known under first and in their order
    [ "$(jq -r '.encodings[].name' "$output_file" | sort)" = "$(sed -n 's/^    \.name = "\(.*\)",/\1/p' src/core/encoding/*.c | sort)" ]
    [ "$(jq -r '.tasks[].name' "$output_file" | sort)" = "$(grep -lE '^const struct task task_' src/core/task/*.c src/rooms/*/*.c | xargs sed -n 's/^    \.name = "\(.*\)",/\1/p' | sort)" ]
    known=$(cut -d ' ' -f 1 tests/golden/policies.txt)
    [ "$(jq -r '.encodings[].name' "$output_file" | head -n "$(wc -l <<<"$known")")" = "$known" ]
    jq -e '.mixers[0].name == "attention" and .policies[0].name == "refuse"' "$output_file"
    jq -e '.policies | map(.name) | index("interpolate") != null' "$output_file"
    jq -e '.settings[] | select(.key == "train.steps") | .default == "800"' "$output_file"
    # the first screen names them
    [ "$("$poslab" help | sed -n 's/^  lists *//p')" = "$(jq -r 'keys_unsorted | join(", ")' "$output_file")" ]
    # of settings those that every run or comparison has, but for experts', and how many more there are
    jq -r '.settings[] | select((.of | startswith("every ")) and (.expert | not)) | .key' "$output_file" >"$work/common"
    "$poslab" help settings >"$work/short"
    sed -nE 's/^  ([a-z0-9]+\.[a-z_0-9]+) +=.*/\1/p' "$work/short" | diff "$work/common" -
    tail -n 2 "$work/short" | grep -qw "$(($(jq '.settings | length' "$output_file") - $(wc -l <"$work/common")))"
    "$poslab" help settings --all | sed -nE 's/^  ([a-z0-9]+\.[a-z_0-9]+) +=.*/\1/p' | sort |
        diff <(jq -r '.settings[].key' "$output_file" | sort) -
    # those that are rarely needed come after all others
    jq -e '[.settings[] | select(.expert) | .key] | index("train.shards") != null and index("train.steps") == null' "$output_file"
    sed -n '/^bool settings_is_expert/,/^}/p' src/core/settings/settings_table.c | grep -oE '[a-z]+\.[a-z_0-9]+' | sort >"$work/expert"
    jq -r '.settings[] | select(.expert) | .key' "$output_file" | sort -u | diff "$work/expert" -
    [ "$("$poslab" help settings --all | grep -oE '^  (train.steps|train.shards|t5.buckets) ' | paste -sd ,)" = \
        '  train.steps ,  t5.buckets ,  train.shards ' ]
    ! there tables || "$poslab" help models | grep -qF FILE.safetensors # a topic of the same name comes first
    for topic in tasks encodings mixers models policies settings; do
        "$poslab" help "$topic" --all >"$work/list"
        jq -r ".${topic}[] | .name // .key" "$output_file" >"$work/names"
        [ -s "$work/names" ]
        awk "length > 80 { print; wrong = 1 } END { exit wrong }" "$work/list"
        while read -r name; do
            grep -q "^  $name " "$work/list" || { echo "$topic: no $name"; return 1; }
        done <"$work/names"
        "$poslab" help "$topic" --json | jq -e --slurpfile all "$output_file" --arg topic "$topic" '. == {($topic): $all[0][$topic]}'
    done
}

@test "show task: words, segments, places and the answer; the same every time" {
    run_both "$poslab" show task task.name=first task.words=2..5 task.fillers=3 --count 1
    [ "$status" = 0 ]
    diff - "$output_file" <<'END'
example 1
  position     0     1     2     3     4
  segment      0     0     0     0     0
  word     [CLS]    w3     Y     X    w1
  target at position 0, [CLS]: does X come before Y?  ->  no
END
}

@test "show task: positions of targets, examples of a given length drawn as in evaluation, and line breaks" {
    drawn=(train.positions=random train.max_position=64)
    "$poslab" show task "${drawn[@]}" --json | jq -r '.examples[].positions[0]' >"$work/positions"
    "$poslab" show task "${drawn[@]}" | sed -n 's/^  target at position \([0-9]*\), .*/\1/p' | diff "$work/positions" -
    grep -qxE '[1-9][0-9]*' "$work/positions"
    "$poslab" show task "${drawn[@]}" eval.positions=ordered --length 9 --json | jq -e '.examples | map(.positions == [range(10)]) | all'
    # four of the test rows have nine words, plus [CLS]
    "$poslab" show task task.name=tsv task.train=tests/data/train.tsv task.test=tests/data/test.tsv --length 9 --count 100 --json |
        jq -e '.examples | map(.words | length) == [10, 10, 10, 10]'
    # ten columns, then five words of six columns each; the answer follows its question if both fit in the line
    for width in 40 60; do
        COLUMNS=$width "$poslab" show task task.name=first task.words=4 --count 1 >"$work/fits"
        COLUMNS=$((width - 1)) "$poslab" show task task.name=first task.words=4 --count 1 >"$work/narrower"
        [ "$(wc -L <"$work/fits")" = $width ]
        [ "$(wc -l <"$work/narrower")" -gt "$(wc -l <"$work/fits")" ]
    done
}

# says help show: Training examples depend on train.seed, evaluation examples on eval.seed and train.seed
# says help show: Without a text it shows an evaluation example, of --length N words (default
@test "show task: training examples are those of train.seed, evaluation examples those of both seeds" {
    shown() { "$poslab" show task --count 5 "$@" | cksum; }
    [ "$(shown)" = "$(shown eval.seed=2)" ]
    [ "$(shown)" != "$(shown train.seed=2)" ]
    [ "$(shown --length 9)" != "$(shown --length 9 train.seed=2)" ]
    [ "$(shown --length 9)" != "$(shown --length 9 eval.seed=2)" ]
    [ "$(shown --length 9 eval.seed=2)" != "$(shown --length 9 train.seed=2)" ]
    [ "$(shown --length 9 eval.positions=random)" != "$(shown --length 9 eval.positions=random train.seed=2)" ]
    # held-out text is the same for every run
    [ "$(shown --length 9 task.name=sop)" = "$(shown --length 9 task.name=sop train.seed=2)" ]
    [ "$(shown --length 9 task.name=sop)" != "$(shown --length 9 task.name=sop eval.seed=2)" ]
    # the example that `show` looks at is the first of evaluation
    "$poslab" train "${small[@]}" eval.seed=3 train.seed=5 --run "$work/run" >/dev/null 2>&1
    for what in attention embedding; do
        "$poslab" show "$what" "$work/run" --length 7 --json | jq -c '.words' >"$work/shown"
        "$poslab" show task "${small[@]}" eval.seed=3 train.seed=5 --length 7 --json | jq -c '.examples[0].words' |
            diff "$work/shown" -
    done
}

# says task grid: patches of a grid, row by row: which of two is further left, or higher up? positions in two dimensions
@test "show task --json: the answers follow from words and segments" {
    run_both "$poslab" show task --count 200 --length 20 --json
    jq -e '.examples | length == 200' "$output_file"
    jq -e '[.examples[] | . as $e
        | [range(0; 21) | select($e.segments[.] == 1)] as $b
        | ([$b[] | select($e.words[.] == "X")][0] < [$b[] | select($e.words[.] == "Y")][0])
        == ($e.targets[0].answer == "yes")] | all' "$output_file"
}

# says help train: Trains one model and prints its accuracy at the trained lengths and beyond
@test "train leaves its files, prints a table on stdout and progress on stderr" {
    run_both "$poslab" train "${small[@]}" --run "$work/run"
    [ "$status" = 0 ]
    for file in config.ini metrics.jsonl checkpoint.safetensors eval.tsv; do
        [ -s "$work/run/$file" ]
    done
    grep -q 'longer than in training' "$output_file"
    if grep -q 'examples/s' "$output_file"; then false; fi
    jq -es 'map(.step) == [10, 20, 30, 40, 50, 60]' "$work/run/metrics.jsonl"
    [ "$(column "$work/run/eval.tsv" count in_range)" = 50 ]
    listed encodings | jq -r '.[] | select(.name == "learned").policies[]' >"$work/listed"
    column "$work/run/eval.tsv" row | grep -vE '^(chance|trained positions|in_range)$' | uniq | diff "$work/listed" -
}

@test "a folder that holds a run is not written over, and read again; without --run one named by what differs is taken" {
    "$poslab" train "${small[@]}" --run "$work/run" 2>/dev/null >"$work/table"
    before=$(cat "$work"/run/* | cksum)
    "$poslab" train "${small[@]}" --run "$work/run" 2>/dev/null | cmp - "$work/table"
    refused 2 "was begun with other settings" "$poslab" train "${small[@]}" train.batch=9 --run "$work/run"
    [ "$before" = "$(cat "$work"/run/* | cksum)" ]
    cd "$work"
    export COLUMNS=300
    name=first-learned-seed1-steps-60-warmup-10-eval.examples-50
    "$poslab" train "${small[@]}" 2>/dev/null | grep -qF "The run is in runs/$name:"
    before=$(cat runs/$name/* | cksum)
    "$poslab" train "${small[@]}" 2>"$work/told" >"$work/again"
    grep -qF "poslab: runs/$name holds this run already; nothing is trained" "$work/told"
    diff <(grep -E '^(extend|interpolate) ' "$work/table") <(grep -E '^(extend|interpolate) ' "$work/again")
    [ "$before" = "$(cat runs/$name/* | cksum)" ]
    "$poslab" train "${small[@]}" train.batch=32 2>"$work/told" | grep -qF 'The run is in runs/first-learned-seed1-steps-60-batch-32-warmup-10-'
    [ "$(find runs -mindepth 1 -maxdepth 1 | wc -l)" = 2 ]
}

@test "train.sparse: config.ini and eval.tsv say which way a run took; auto goes on with either" {
    for given in auto dense lazy; do
        "$poslab" train "${small[@]}" train.sparse=$given --run "$work/$given" >"$work/table" 2>/dev/null
        took=dense
        [ $given != lazy ] || took=lazy
        grep -qx "sparse = $took" "$work/$given/config.ini"
        [ "$(fact "$work/$given/eval.tsv" sparse)" = $took ]
        "$poslab" train --run "$work/$given" train.sparse=auto --resume 2>/dev/null >/dev/null
    done
    refused 2 "train.sparse = lazy there, dense here" "$poslab" train --run "$work/lazy" train.sparse=dense --resume
}

@test "the run's config.ini alone repeats the run, byte for byte; another seed does not" {
    "$poslab" train "${small[@]}" --run "$work/one" 2>/dev/null >/dev/null
    "$poslab" train "$work/one/config.ini" --run "$work/two" --threads 2 2>/dev/null >/dev/null
    "$poslab" train "$work/one/config.ini" train.seed=2 --run "$work/three" 2>/dev/null >/dev/null
    cmp "$work/one/checkpoint.safetensors" "$work/two/checkpoint.safetensors"
    cmp "$work/one/config.ini" "$work/two/config.ini"
    if cmp -s "$work/one/checkpoint.safetensors" "$work/three/checkpoint.safetensors"; then false; fi
}

# says help eval: Of the settings only those of eval.* may be changed
@test "eval: a lone checkpoint file gives what its run's folder gives" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    cp "$work/run/checkpoint.safetensors" "$work/alone"
    # but for the figures of its training, which the folder has
    [ "$("$poslab" eval "$work/run" --json | jq 'del(.steps_to_99, .tokens_per_second)')" = "$("$poslab" eval "$work/alone" --json --threads 2 | jq .)" ]
    "$poslab" eval "$work/alone" --json >"$work/json"
    same_sums "$work/json" "$work/run/eval.tsv"
    run_both "$poslab" eval "$work/alone" 'eval.lengths=3x 20' eval.policies=clamp --json
    jq -e '.lengths == [20, 48] and (.policies | map(.policy)) == ["clamp"]' "$output_file"
}

@test "eval: error is a policy where no position is beyond the table" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    run_both "$poslab" eval "$work/run" eval.policies=refuse eval.lengths=1x
    [ "$status" = 0 ]
}

@test "eval: all rows of a long sequence asked, in less memory than their scores would take" {
    "$poslab" train task.name=shift model.heads=8 train.steps=1 train.warmup=0 eval.lengths=1x eval.examples=1 \
        --run "$work/run" >/dev/null 2>&1
    # 8 heads, 6144 rows that look at as many: 1.2 GB
    run_both limited -v 1000000 "$poslab" eval "$work/run" --threads 1 --json \
        eval.lengths=6144 eval.examples=1 eval.policies=clamp
    [ "$status" = 0 ]
    [ "$(jq -c '.policies[0].accuracy.count' "$output_file")" = "[6142]" ]
}

# says help compare: Only the longest length is tested, or all rows of a test file together: the fewer the tests, the smaller the differences that can be found
# says help compare: Only --json also has why and observations
@test "compare --json is one document with the promised keys, and nothing else on stdout" {
    four
    jq -es 'length == 1' "$output_file"
    jq -e '.task == "first" and .lengths == [16, 32] and .trained_length == 16
        and .chance.accuracy == [0.5, 0.5] and .in_range_chance.accuracy == 0.5 and (.chance | has("accuracy") and has("loss"))
        and (.chance.loss + [.in_range_chance.loss] | map(. > 0.6931471 and . < 0.6931472) | all)' "$output_file"
    jq -e --argjson listed "$(listed encodings)" '[.members[] | [.encoding, .seed, .policy]] | sort == ([$listed[]
        | select(.name == "none" or .name == "learned" or .name == "sinusoidal" or .name == "rope") | [.name] + ([1, 2, 3][] | [.]) + (.policies[] | [.])] | sort)' "$output_file"
    jq -e '.members | map(has("encoding") and has("seed") and has("policy") and (.accuracy.value | length) == 2
        and (.accuracy | has("in_range")) and has("passed_gate") and .steps == 60 and has("seconds")) | all' "$output_file"
    jq -e '.summary | map(.n == 3 and (.accuracy.mean | length) == 2 and (.accuracy.low | length) == 2 and (.accuracy.high | length) == 2
        and .passed.of == 3) | all' "$output_file"
    # each model's first row less that of the first, its others less its own
    jq -e '.summary as $rows | [.paired[] | [.a, .b]]
        == [$rows[1:][] | . as $row | (first($rows[] | select(.encoding == $row.encoding)).name) as $own
            | [.name, if .name == $own then $rows[0].name else $own end]]' "$output_file"
    jq -e '.summary[0].name == "none" and .summary[-1].encoding == "rope"' "$output_file"
    # the longest length alone is tested; the others have their intervals
    jq -e '.paired | map(.accuracy | .p[0] == null and .marked[0] == null and .in_range.p == null and .p[1] != null) | all' "$output_file"
    jq -e '[.paired[] | select(.b == "none") | .accuracy.low[0] != null] | length == 3 and all' "$output_file"
    jq -e '.holm.accuracy.differences == (.paired | length) and .holm.accuracy.marked == (.paired | map(select(.accuracy.marked[1])) | length)' "$output_file"
    jq -e '.holm.accuracy.detectable | .low > 0 and .low <= .median and .median <= .high' "$output_file"
    jq -e '.seconds > 0' "$output_file"
    jq -e --slurpfile left "$work/c/compare.json" 'del(.why, .observations, .seconds) == ($left[0] | del(.xxh3_128))' "$output_file"
}

# says help compare: --full tests all lengths
# says help compare: A difference with * is real at 5 % after Holm's correction for all that were tested
# says help glossary: A difference without a mark is not shown to be zero
# says README.md: `--full` tests every row
@test "compare --full tests each row at all lengths; the folder keeps what a plain call says" {
    four
    count=$(jq '.summary | length - 1' "$output_file")
    run_both "$poslab" compare "${small[@]}" none learned sinusoidal rope compare.seeds=1..3 --run "$work/c" --full --width 200
    [ "$(sed -n '/^Differences in/,/^\*/p' "$output_file" | grep -cE '^(learned|sinusoidal|rope)\+[^ ]* − ')" = "$count" ]
    grep -qE "^\* real at 5 % after Holm's correction for [0-9]+ comparisons, at all lengths: (none is|1 is|[0-9]+ are) marked\.$" "$output_file"
    grep -qE '^3 seeds find .* in half of all cases.*: no mark does not mean that rows are equal\.$' "$output_file"
    jq -e --argjson count "$count" '.holm.accuracy.differences == $count' "$work/c/compare.json"
    cp "$work/c/compare.json" "$work/plain"
    run_both "$poslab" compare "${small[@]}" none learned sinusoidal rope compare.seeds=1..3 --run "$work/c" --full --json
    [ "$status" = 0 ]
    # at trained lengths one difference of two models, whatever the policy
    jq -e '[.paired[] | (.a | split("+")[0]) as $model | .accuracy
            | {pair: $model, at: "in range", p: .in_range.p, marked: .in_range.marked}, {pair: $model, at: "1x", p: .p[0], marked: .marked[0]}]
        + [.paired[] | {pair: .a, at: "2x", p: .accuracy.p[1], marked: .accuracy.marked[1]}]
        | map(select(.p != null)) | unique_by([.pair, .at]) as $all
        | [($all | length), ($all | map(select(.marked)) | length)]' "$output_file" >"$work/counted"
    jq -e --slurpfile counted "$work/counted" '[.holm.accuracy.differences, .holm.accuracy.marked] == $counted[0]' "$output_file"
    jq -e --slurpfile plain "$work/plain" '.holm.accuracy.differences > $plain[0].holm.accuracy.differences' "$output_file"
    all=$(jq .holm.accuracy.differences "$output_file")
    jq -S 'del(.seconds, .xxh3_128)' "$work/plain" >"$work/before"
    jq -S 'del(.seconds, .xxh3_128)' "$work/c/compare.json" | diff "$work/before" -
    run_both "$poslab" compare "${small[@]}" none learned sinusoidal rope compare.seeds=1..3 --run "$work/c" --full --width 200
    [ "$status" = 0 ]
    grep -qE "^\* real at 5 % after Holm's correction for $all comparisons, at all lengths: " "$output_file"
    # folders are tested likewise, and pairs by name at all lengths
    "$poslab" compare "$work/c" --json | jq -e --argjson count "$count" '.holm.accuracy.differences == $count'
    run_both "$poslab" compare "$work/c" --full --width 200
    grep -qE "correction for $all comparisons, at all lengths: " "$output_file"
    run_both "$poslab" compare "$work/c" compare.pairs="rope - learned" --full --width 200
    grep -qE "correction for 3 comparisons, at all lengths: " "$output_file"
}

@test "a fixed set of examples: accuracy on it stands apart" {
    run_both "$poslab" compare "${small[@]}" task.examples=20 compare.seeds=1..2 --run "$work/c" --full
    [ "$status" = 0 ]
    grep -q '^Accuracy in % on the training examples, by seed:$' "$output_file"
    jq -e '.members | map(.accuracy.training >= 0 and .accuracy.training <= 1) | all' "$work/c/compare.json"
    [ "$(column "$work/c/learned-seed1/eval.tsv" count training) $(column "$work/c/learned-seed1/eval.tsv" count in_range)" = '20 50' ]
    "$poslab" eval "$work/c/learned-seed1" eval.lengths=1x | grep -q '^Training accuracy: .* of 20 answers'
}

@test "compare: the means are those of its members" {
    four
    jq -e '. as $c | .summary | map(. as $row
        | ([$c.members[] | select(.encoding == $row.encoding and .policy == $row.policy) | .accuracy.value[1]] | add / 3)
        - $row.accuracy.mean[1] | fabs < 1e-6) | all' "$output_file"
}

@test "compare names failed seeds and policies that make no sense" {
    run_both "$poslab" compare "${small[@]}" train.learning_rate=1e-6 compare.gate=1 compare.seeds=4..5 --run "$work/c" eval.policies=wrap compare.members=learned,t5 --full
    [ "$status" = 0 ]
    grep -qx 'Seeds that did not learn the task (below 100 % in range):' "$output_file"
    grep -qE '^  learned: seed 4 \([0-9.]+ %\), seed 5 \([0-9.]+ %\)$' "$output_file"
    grep -qE '^t5\+wrap .* n/a +\| +n/a$' "$output_file"
    jq -e '.summary | map(select(.encoding == "t5")) | .[0].applicable == false and .[0].accuracy.mean == [null, null]' "$work/c/compare.json"
}

# says help compare: compare.pairs="ROW - ROW, ..." chooses other pairs, which are tested at all lengths
# says help glossary: One row minus another, seed by seed, so that what both owe to the same examples cancels out
@test "compare.pairs: differences across policies, of members that are there already; a name that no row has is refused" {
    four
    run_both "$poslab" compare "$work/c/config.ini" --run "$work/c" \
        compare.pairs='sinusoidal+interpolate - learned+interpolate, none - learned' --full --width 1000
    [ "$status" = 0 ]
    grep -q '12 models in .* (12 finished before)' "$output_file"
    grep -qE '^sinusoidal\+interpolate − learned\+interpolate ' "$output_file"
    grep -qE '^none − learned\+extend ' "$output_file"
    grep -qx 'Differences in accuracy, in points, by seed:' "$output_file"
    grep -qE "^\* real at 5 % after Holm's correction for 6 comparisons, at all lengths: " "$output_file"
    run_both "$poslab" compare --run "$work/c" --json \
        compare.pairs='sinusoidal+interpolate - learned+interpolate, none - learned'
    jq -e '.paired | map([.a, .b]) == [["sinusoidal+interpolate", "learned+interpolate"], ["none", "learned+extend"]]' "$output_file"
    jq -e '[.members[] | select(.name == "learned" and .policy == "interpolate") | .accuracy.value[1]] as $b
        | [.members[] | select(.name == "sinusoidal" and .policy == "interpolate") | .accuracy.value[1]] as $a
        | ([range(3) | $a[.] - $b[.]] | add / 3) - .paired[0].accuracy.mean[1] | fabs < 1e-9' "$output_file"
    [ ! -e "$work/new" ]
}

# says help compare: compare.members lists encodings (rope), mixers (gru: a recurrence without positions), both (gru/sinusoidal) and several encodings in one model (sinusoidal+alibi)
# says help compare: An entry may have options: "learned, rope base=100, sinusoidal positions=random". rope+ntk is rope, evaluated only under the policy ntk
@test "compare: members by name, option, mixer and policy" {
    run_both "$poslab" compare "${small[@]}" compare.seeds=1..1 --run "$work/c" --json \
        'compare.members=learned, rope base=100, rope+ntk, sinusoidal positions=random, gru/none, gru+sinusoidal'
    [ "$status" = 0 ]
    jq -e '.summary | map(.name) | index("rope+ntk") != null and index("gru") != null and index("rope+wrap") == null
        and index("rope+extend base=100") != null and index("gru+sinusoidal+clamp") != null' "$output_file"
    jq -e '[.summary[] | select(.name | startswith("sinusoidal"))] | map(.name) == ["sinusoidal+extend positions=random"]' "$output_file"
    [ -e "$work/c/gru+sinusoidal-seed1/eval.tsv" ]
    [ -e "$work/c/sinusoidal-positions=random-seed1/eval.tsv" ]
    "$poslab" eval "$work/c/gru-seed1" --json | jq -e '.mixer == "gru" and .encoding == "none"'
    # its config.ini is the same comparison
    run_both "$poslab" compare "$work/c/config.ini" --run "$work/c" --full
    [ "$status" = 0 ]
    grep -q '6 models in .* (6 finished before)' "$output_file"
}

@test "all: every encoding and recurrence, one model each under all policies that fit" {
    run_both "$poslab" compare "${small[@]}" compare.members=all compare.seeds=1..1 --run "$work/c" --json
    [ "$status" = 0 ]
    "$poslab" help --json >"$work/list"
    jq -e --slurpfile list "$work/list" '[.summary[] | select(.mixer == "attention") | [.encoding, .policy]]
        == [$list[0].encodings[] | [.name] + (.policies[] | [.])]' "$output_file"
    jq -e --slurpfile list "$work/list" '[.members[] | select(.mixer != "attention") | [.mixer, .encoding]] | unique
        == ([$list[0].mixers[1:][].name | [., "none"], [., "sinusoidal"]] | sort)' "$output_file"
    "$poslab" compare "$work/c/config.ini" --run "$work/c" --full --width 1000 >"$work/table"
    jq -r '.encodings[] | select(.name == "sinusoidal") | .policies[] | "sinusoidal+\(.)"' "$work/list" >"$work/names"
    grep -o '^sinusoidal+[a-z]*' "$work/table" | diff "$work/names" -
    grep -q '^none  ' "$work/table"
    grep -q '^lstm  ' "$work/table"
    grep -qE '^Differences between [0-9]+ pairs of rows are in compare.json and in the report' "$work/table"
}

@test "every named model and every task has a config that says what it shows, and works" {
    "$poslab" help --json >"$work/list"
    jq -e '.models != [] and .tasks != []' "$work/list"
    jq -r '.models[].config, (.tasks[].name | "configs/\(.).ini"), "configs/all.ini", "configs/text.ini", "configs/trained-lengths.ini"' "$work/list" >"$work/known"
    while read -r config; do
        [ -e "$config" ] || { echo "there is no $config"; return 1; }
    done <"$work/known"
    for config in configs/*.ini; do
        head -n 1 "$config" | grep -q '^; '
        ! lacks "$(sed -n 's/^name = /task.name=/p' "$config")" || continue
        grep -qxF "$config" "$work/known"
        "$poslab" compare "$config" train.steps=4 train.warmup=1 eval.examples=10 eval.lengths=1x compare.seeds=1..1 \
            --run "$work/$config" 2>"$work/log" >/dev/null
    done
    # what it expects at a length is measured
    usual=$("$poslab" help settings --json | jq -r '.settings[] | select(.key == "eval.lengths").default')
    grep -HoE '^; expect .* at ([0-9.]+x|[0-9]+ words): ' configs/*.ini | sed -E 's/:.* at ([0-9.x]+)( words)?: $/ \1/' >"$work/expected"
    [ -s "$work/expected" ]
    while read -r config at; do
        lengths=$(sed -n 's/^lengths = //p' "$config")
        [[ " ${lengths:-$usual} " = *" $at "* ]] || { echo "$config expects something at $at, where nothing is measured"; return 1; }
    done <"$work/expected"
}

@test "stdout that cannot be written: exit code 74" {
    [ -e /dev/full ] || skip "no /dev/full here"
    run_both sh -c "'$poslab' help >/dev/full"
    [ "$status" = 74 ]
    grep -q 'cannot write to standard output' "$error_file"
}
