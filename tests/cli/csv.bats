# csv.bats -- every command that prints JSON prints CSV: read by Python's csv module, its rows hold the numbers of the JSON.
# shellcheck shell=bash disable=SC2154
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
# header, whose names are distinct and in snake_case.
rows() {
    python3 -c '
import csv, json, re, sys
lines = list(csv.reader(sys.stdin, strict=True))
head = lines[0]
assert len(set(head)) == len(head) and all(re.fullmatch("[a-z0-9_]+", name) for name in head), head
assert all(len(line) == len(head) for line in lines), "a row has another number of fields"
def value(text):
    try:
        return float(text)
    except ValueError:
        return text if text else None
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

@test "list" {
    same 'to_entries[] | .key as $topic | .value[] | {topic: $topic, name, key, summary, question, source,
        policies: (.policies // [] | join(" ") | if . == "" then null else . end), config, default, limits, meaning, of} |
        map_values(if type == "string" then (if . == "" then null else (tonumber? // .) end) else . end)' "$poslab" list
}

@test "explain" {
    same '("numbers", "weakness_numbers") as $of | .encodings[] | .name as $n | .title as $t | .[$of] | to_entries[] |
        {encoding: $n, title: $t, of: $of, number: .key, value}' "$poslab" explain encodings
}

@test "neighbours, export, sample" {
    same '.table as $t | .words[] | .word as $w | .neighbours | to_entries[] |
        {table: $t, word: $w, rank: (.key + 1), neighbour: .value.word, cosine: .value.cosine}' \
        "$poslab" neighbours "$run" X Y --count 3
    same '.table as $t | .files[] | {table: $t, file, rows: .shape[0], columns: .shape[1]}' \
        "$poslab" export "$run" --to projector --out "$work/out"
    same '.examples | to_entries[] | .key as $k | .value as $x | range($x.words | length) as $i |
        {example: ($k + 1), row: $i, word: $x.words[$i], segment: $x.segments[$i], position: $x.positions[$i],
         answer: ([$x.targets[] | select(.row == $i) | .answer] | first)}' "$poslab" sample --count 2
}

@test "predict: a text by itself; a file or standard input as --to csv has it" {
    same '.predictions | to_entries[] | .key as $k | .value as $p | $p.targets[] as $t | $t.probabilities | to_entries[] |
        {example: ($k + 1), text_a: $p.text_a, text_b: (if $p.text_b == "" then null else $p.text_b end), label: null,
         row: $t.row, position: $t.position, word: $t.word, rank: (.key + 1), answer: .value.answer,
         probability: .value.probability}' "$poslab" predict "$run" "w1 X w2 Y"
    "$poslab" sample "${small[@]}" --tsv --count 5 >"$work/rows.tsv"
    "$poslab" predict "$run" "$work/rows.tsv" --csv | cmp - <("$poslab" predict "$run" "$work/rows.tsv" --to csv)
    "$poslab" predict "$run" --csv <"$work/rows.tsv" 2>/dev/null | rows | jq -e 'length == 5' >/dev/null
    refused 2 'predict: --csv and --to: only one form can be printed' "$poslab" predict "$run" "$work/rows.tsv" --csv --to tsv
}

@test "status and verify" {
    same '. as $all | .folders[] | {folder, single, models, finished, running, stopped, failed, waiting,
        other_runs: null, seconds_left: $all.seconds_left, of_one_process: $all.of_one_process}' "$poslab" status "$comparison"
    same '.folders[] | {folder, status, step, steps, finished, models, problem: null}' "$poslab" verify "$comparison"
    cp -r "$run" "$work/broken"
    echo '{}' >"$work/broken/eval.json"
    "$poslab" verify "$work/broken" --csv | rows |
        jq -e 'length == 1 and .[0].status == "problem" and (.[0].problem | contains("eval.json"))' >/dev/null
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
    same '.folder as $f | .members[] | {folder: $f, name, label, seed, finished, failed}' \
        "$poslab" compare "$comparison/config.ini" --run "$comparison" --dry-run
    same '{part, parts, models, finished, before, failed, stopped, seconds: 0}' \
        env part=1 bash -c '"$0" compare "$1/config.ini" --run "$1" --part 1/2 "$2" | sed -E "s/(\"seconds\": )[0-9.e-]+/\10.0/; s/,[0-9.e-]+$/,0/"' \
        "$poslab" "$comparison"
}
