# csv.bats -- commands that print CSV: read by Python's csv module, its rows hold the numbers of the JSON.
# shellcheck shell=bash disable=SC2016,SC2154
load helpers

setup_file() {
    "$poslab" train "${small[@]}" --run "$BATS_FILE_TMPDIR/r" >/dev/null 2>&1
    "$poslab" compare "${small[@]}" compare.encodings=none,rope compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
}

setup() {
    work="$BATS_TEST_TMPDIR" run="$BATS_FILE_TMPDIR/r" comparison="$BATS_FILE_TMPDIR/c"
}

# rows: CSV from standard input as an array of objects, numbers as numbers, nothing as null. Every row is as long as the
# header, whose names are distinct and in snake_case. With texts=1 numbers stay as they are written.
rows() {
    python3 -c '
import csv, json, os, re, sys
lines = list(csv.reader(sys.stdin, strict=True))
head = lines[0]
assert len(set(head)) == len(head) and all(re.fullmatch("[a-z0-9_]+", name) for name in head), head
assert all(len(line) == len(head) for line in lines), "a row has another number of fields"
def value(text):
    try:
        return text or None if os.environ.get("texts") else float(text)
    except ValueError:
        return text or None
json.dump([dict(zip(head, map(value, line))) for line in lines[1:]], sys.stdout)'
}

# same FILTER COMMAND...: the rows of --csv are what the filter makes of --json, numbers to eight digits.
same() {
    local filter=$1
    shift
    "$@" --csv </dev/null | rows >"$work/csv"
    "$@" --json </dev/null >"$work/json"
    jq -e 'length > 0' "$work/csv" >/dev/null
    jq -en --slurpfile csv "$work/csv" --slurpfile json "$work/json" \
        'def plain: if type == "boolean" then (if . then 1 else 0 end) else . end;
         def near($x): if (type, ($x | type)) == "number" then (. - $x | fabs) <= 1e-8 * ([fabs, 1e-300] | max) else . == $x end;
         ($json[0] | [('"$filter"')] | map(map_values(plain))) as $expected | $csv[0] as $got |
         ($expected | length) == ($got | length) and
         ([range($expected | length) as $i | $expected[$i] as $e | $got[$i] as $g | ($e | keys) == ($g | keys) and
           ($e | to_entries | all(.value as $v | $g[.key] | near($v)))] | all)' >/dev/null || {
        echo "$*: rows differ"
        head -c 600 "$work/csv"
        return 1
    }
}

@test "show: every view of an encoding, an example, tables of positions" {
    numbers='. as $all | (to_entries | map(select(.value | type == "string")) | from_entries) as $texts |
        path(.. | select(type == "number" or type == "boolean")) as $p | ($p | map(select(type == "number"))) as $at |
        $texts + {quantity: ($p | map(select(type == "string")) | join(".")), i: $at[0], j: $at[1], value: ($all | getpath($p))}'
    for view in matrix waves similarity nearest; do
        same "$numbers" "$poslab" show encoding sinusoidal --view "$view" --positions 12
    done
    same "$numbers" "$poslab" show encoding sinusoidal --view shift --positions 100 model.d_model=16
    same "$numbers" "$poslab" show encoding rope --positions 5
    same "$numbers" "$poslab" show encoding alibi --positions 5
    same "$numbers" "$poslab" show positions "$run"
    same '. as $x | ("token", "segment", "position", "sum") as $q | range($x[$q] | length) as $i |
        range($x[$q][$i] | length) as $k | {quantity: $q, row: $i, word: $x.words[$i], segment: $x.segments[$i],
        position: $x.positions[$i], column: $k, value: $x[$q][$i][$k]}, (if $q == "sum" and $i == ($x.sum | length - 1) and
        $k == ($x.sum[0] | length - 1) then ("difference", "angle", "length_ratio") as $s | {quantity: $s, row: null,
        word: null, segment: null, position: null, column: null, value: $x[$s]} else empty end)' "$poslab" show embedding "$run"
    same '. as $x | .heads[] | .head as $h | .targets[] | .row as $t | .weights | to_entries[] | {head: $h, target_row: $t,
        row: .key, word: $x.words[.key], segment: $x.segments[.key], position: $x.positions[.key], weight: .value}' \
        "$poslab" show attention "$run"
    same 'to_entries[] | select(.key != "tables") | .key as $f | .value.curves[] | .name as $c | .points[] |
        {figure: $f, curve: $c, x: .[0], y: .[1]}' "$poslab" show positions "$run" "$run"
}

@test "eval and compare, as before; a part; what would be trained" {
    "$poslab" eval "$run" --csv | rows | jq -e 'length > 0 and (.[0] | has("metric") and has("value"))' >/dev/null
    same '.folder as $f | .members[] | {folder: $f, name, "label": .label, seed, finished, failed}' \
        "$poslab" compare "$comparison/config.ini" --run "$comparison" --dry-run
    same '{part, parts, models, finished, before, failed, stopped, seconds: 0}' \
        env part=1 bash -c '"$0" compare "$1/config.ini" --run "$1" --part 1/2 "$2" | sed -E "s/(\"seconds\": )[0-9.e-]+/\10.0/; s/,[0-9.e-]+$/,0/"' \
        "$poslab" "$comparison"
}

@test "the JSON of a comparison has its observations: each number of each seed, beside its settings" {
    "$poslab" compare "${small[@]}" 'compare.members=none, rope base=100, rope base=200' compare.seeds=1..2 \
        'eval.policies=extend interpolate' --run "$work/c" --json >"$work/json" 2>/dev/null
    jq -e '[.observations[] | keys] | unique == [["base", "encoding", "evaluated_at", "length", "length_low", "metric", "mixer",
        "n", "name", "policy", "seed", "value"]]' "$work/json"
    # what members have as lists by length
    jq -e '[.members[] as $m | ("accuracy", "loss") as $metric | ["in_range", "1x", "2x"] as $at | range(3) as $i |
        {name: $m.name, mixer: $m.mixer, encoding: $m.encoding, seed: $m.seed, policy: $m.policy, base: $m.settings.base,
         evaluated_at: $at[$i], length_low: [2, 16, 32][$i], length: [16, 16, 32][$i], metric: $metric,
         value: ([$m[$metric].in_range] + $m[$metric].value)[$i], n: 50} | select(.value != null)]
            == [.observations[] | select(.metric == "accuracy" or .metric == "loss")]' "$work/json"
    # means over seeds, from observations alone, are those of the summary
    python3 - "$work/json" <<'PYTHON'
import json, statistics, sys
all = json.load(open(sys.argv[1]))
checked = 0
for row in all["summary"]:
    seeds = [o["value"] for o in all["observations"] if o["evaluated_at"] == "2x" and o["metric"] == "accuracy" and
             (o["encoding"], o["policy"], o["base"]) == (row["encoding"], row["policy"], row["settings"]["base"])]
    assert len(seeds) == 2 and abs(statistics.mean(seeds) - row["accuracy"]["mean"][1]) < 1e-8, row
    checked += 1
assert checked == 5, checked
PYTHON
    # of several folders beside each other as well
    "$poslab" compare "$work/c" "$comparison" --json 2>/dev/null |
        jq -e '[.observations[] | .folder] | unique | length == 2'
    # a file holds each number once
    jq -e 'has("observations") | not' "$work/c/compare.json"
    "$poslab" verify "$work/c" >/dev/null
}

@test "claims: a row for each number" {
    cat >"$work/mine.ini" <<'INI'
[experiment mine]
summary         = task first, 60 steps
task.name       = first
train.steps     = 60
train.warmup    = 10
compare.members = none, learned
eval.lengths    = 1x 2x
eval.examples   = 50
eval.policies   = extend clamp

[claim]
number   = 42
sentence = Clamping is better, "always".
measured = A learned table at twice its length.
factors  = task, length

[table better]
heads  = clamp, extend, more
test   = more
margin = 2
row    = first, in range | mine learned | mine none
row    = first, 2x | mine learned clamp 2x | mine learned extend 2x
INI
    same '.[] as $c | $c.numbers[] | {number: $c.number, claim: $c.claim, measured: $c.measured, verdict: $c.verdict, row,
        table, setting, added, head, of, metric, name, mean, low, high, n, answer, saturated}' \
        "$poslab" claims "$work/mine.ini" --seeds 2 --run "$work/c"
}

# helped COMMAND...: the command's help names the columns that it prints, in their order.
helped() {
    "$poslab" help "$1" --all | sed 's/ ([^()]*)//g' | tr -s '\n ' ' ' | sed 's/ ([^()]*)//g' >"$work/help"
    grep -qF "columns are $("$poslab" "$@" --csv </dev/null | head -n 1 | sed 's/,/, /g')" "$work/help" || {
        echo "poslab help $1 does not name the columns of $*"
        return 1
    }
}

@test "help names the columns" {
    helped compare "$comparison/config.ini" --run "$comparison" --dry-run
}
