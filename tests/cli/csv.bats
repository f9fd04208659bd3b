# csv.bats -- commands that print CSV, read by Python's csv module; and observations in the JSON of a comparison.
# shellcheck shell=bash disable=SC2016,SC2154
load helpers

setup_file() {
    "$poslab" train "${small[@]}" --run "$BATS_FILE_TMPDIR/r" >/dev/null 2>&1
    "$poslab" compare "${small[@]}" compare.members=none,rope compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
}

setup() {
    set_work
    run="$BATS_FILE_TMPDIR/r" comparison="$BATS_FILE_TMPDIR/c"
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

@test "eval: a row for each number" {
    "$poslab" eval "$run" --csv | rows | jq -e 'length > 0 and (.[0] | has("metric") and has("value"))' >/dev/null
}

# The columns that the help of a command names, as a line of CSV.
help_columns() { "$poslab" help "$1" --all | tr -s ' \n' ' ' | sed -E 's/.*The columns are ([^.]*)\..*/\1/; s/one for each setting that differs between members, //; s/, /,/g'; }

@test "the columns that help names are those that are printed" {
    [ "$("$poslab" eval "$run" --csv | head -n 1)" = "$(help_columns eval)" ]
    [ "$("$poslab" compare --run "$comparison" --csv | head -n 1)" = "$(help_columns compare),seed" ] # of rows of a single seed
    ! there inventory || [ "$("$poslab" runs "$BATS_FILE_TMPDIR" --csv | head -n 1)" = "$(help_columns runs)" ]
}

# says help compare: Baselines other than chance are rows with only a name
@test "compare: the rows of each seed say which, and have its value; rows of means have no seed" {
    "$poslab" compare --run "$comparison" --csv | rows >"$work/rows"
    "$poslab" compare --run "$comparison" --json >"$work/json"
    jq -es 'def rounded: select(. != null) | 1e6 * . | round;
        (.[0] | map(select(.seed) | [.name, .policy, .seed, .evaluated_at, .metric, (.mean | rounded)]) | sort)
        == (.[1].observations | map([.name, .policy, .seed, .evaluated_at, .metric, (.value | rounded)]) | sort)' \
        "$work/rows" "$work/json"
    jq -e 'map(select(.n == 2)) | length > 0 and all(.seed == null)' "$work/rows"
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
    # a file holds each number once
    jq -e 'has("observations") | not' "$work/c/compare.json"
    "$poslab" runs "$work/c" --verify >/dev/null
}
