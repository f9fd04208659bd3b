# shellcheck shell=bash disable=SC2154
# unseen.bats -- the map of what is unseen as users get it: what it strikes out is what is counted, and where that is.

load helpers

# Trained on texts of 2..4 words and [CLS], which is the target: positions 0..4. A text of 8 words has positions 0..8.
show() { "$poslab" show "$1" --length 8 task.name=first task.words=2..4 --json "${@:2}"; }

# What a map says is what the ruler of its encoding says in the row of its policy; and of rows and columns in which something
# is struck out there are as many as are counted, of a table also what reads no row. Prints what is not so.
# shellcheck disable=SC2016 # of jq
compared='[[.[:$n][].ruler[]], .[$n:]] | transpose[] | .[0] as $row | .[1] | .seen[0] as $seen | select(
    ([.fact, .price, .seen] == [$row | .fact, .price, .seen]) and
    if .maps == [] then $seen.kind | IN("nothing", "counts") else .maps[0].hatched |
    (map(select(any(. == 1))) | length) as $rows | (transpose | map(select(any(. == 1))) | length) as $columns |
    if $seen.kind | IN("columns", "pairs") then $rows == $seen.unseen and $columns == $seen.outside
    elif $seen.kind == "rows" then $columns == $seen.outside + $row.nowhere
    else $columns == $seen.outside and ($columns > 0) == ($seen.unseen > 0) end end | not) | $row'

@test "a map strikes out as many rows or columns as are counted, of each encoding under each policy" {
    mapfile -t encodings < <("$poslab" help encodings --json | jq -r '.encodings[].name')
    for encoding in "${encodings[@]}"; do show "$encoding" --view ruler; done >"$work/rulers"
    jq -r '[.ruler[].policy] | join(" ")' "$work/rulers" | paste -d ' ' <(printf '%s\n' "${encodings[@]}") - >"$work/policies"
    while read -r encoding policies; do
        for policy in $policies; do show "$encoding" --view unseen "encoding.extrapolation=$policy"; done
    done <"$work/policies" >"$work/maps"
    [ "$(grep -c '^{' "$work/maps")" -gt 30 ]
    jq -s --argjson n "${#encodings[@]}" "$compared" "$work/rulers" "$work/maps" | diff /dev/null -
}

# For each row of a map the columns that are struck out, and their numbers.
struck() { show "$@" --view unseen | jq -c '.maps[] | .hatched | map([to_entries[] | select(.value == 1).key])'; }

@test "which cells, worked out by hand: rows of a table, distances, angles of pairs, a fixed wave and its slower ones" {
    [ "$(struck learned | jq -c unique)" = '[[5,6,7,8]]' ]
    [ "$(struck learned encoding.extrapolation=interpolate | jq -c unique)" = '[[]]' ]
    [ "$(struck learned encoding.extrapolation=zero | jq -c unique)" = '[[5,6,7,8]]' ] # which read no row
    [ "$(struck alibi)" = '[[5,6,7,8],[5,6,7,8],[5,6,7,8],[5,6,7,8]]' ]
    # 1 radian per position: 0 to 4 was had, and a tenth more; 6 is near 0 again. .1: up to .44. .01: up to .06. .001: .024
    [ "$(struck rope)" = '[[5],[5,6,7,8],[7,8],[]]' ]
    [ "$(struck rope encoding.extrapolation=clamp)" = '[[],[],[],[]]' ]
    [ "$(struck sinusoidal+alibi | jq -c length | tr '\n' ' ')" = '32 4 ' ] # a map for each part
    show rope --view unseen | jq -e '.maps[0] | .rows == ["pair 1", "pair 2", "pair 3", "pair 4"] and .values[1][7] == 0.7'
    show sinusoidal --view unseen | jq -e '.maps[0] | .rows[0] == "sines 1" and .rows[16] == "cosines 1"'
    # half of the heads for words after the target, half for those before it, where all words are targets
    "$poslab" show t5 --view unseen --json --length 64 task.name=shift task.words=4..16 | jq -e '.maps[0].rows | .[0] == "1 after" and .[4] == "1 before"'
}

# The rectangles of the pattern.
rectangles() {
    "$poslab" show "$1" --view unseen --to "$work/map.svg" "${@:2}" >/dev/null
    well_formed "$work/map.svg"
    grep -o "class='hatched'.*d='[^']*'" "$work/map.svg" | grep -o 'M[^z]*' || true
}

@test "where they are drawn, for 65 positions of which 17 were trained" {
    # heads are named by a number: from 42 to 450, 6.277 a distance, and 24 high each
    [[ "$(rectangles alibi)" == M148.71\ *h301.29v96.00h-301.29 ]]
    # 32 columns share 300; from 17 on
    [[ "$(rectangles learned)" == M148.71\ *h301.29v300.00h-301.29 ]]
    # names of six letters: from 70 on, 5.846 a distance: pairs 2 to 4 from 18 to 61, 19 on, 37 on
    rectangles rope >"$work/rope"
    [[ "$(sed -n 1p "$work/rope")" == M175.23\ *h257.23v24.00* && "$(sed -n 2p "$work/rope")" == M181.08\ *h268.92v24.00* ]]
    [[ "$(sed -n 3p "$work/rope")" == M286.31\ *h163.69v24.00* && "$(wc -l <"$work/rope")" = 3 ]]
    # of ten letters: from 98 on, 5.415 a position: sines 9, sin .01 t, from 19 on
    rectangles sinusoidal | grep -q 'M200.89 .*h249.11v9.38h'
    [ -z "$(rectangles learned encoding.extrapolation=clamp)" ]
    grep -q '>49 positions, one place<' "$work/map.svg"
    grep -q '>All 65 positions read rows 0 to 16' "$work/map.svg"
}

@test "in a terminal a stroke, above it the sentence; a count depends on the words, so cope has no map" {
    "$poslab" show alibi --view unseen --width 80 >"$work/screen"
    grep -qF 'Words up to 16 away look as in training; beyond, the same straight' "$work/screen"
    grep -qxF ' 2 .................|////////////////////////////////////////////////' "$work/screen"
    "$poslab" show cope --view unseen --width 80 >"$work/cope"
    grep -qF 'It counts words that pass a gate, and a count above 16 reads row 16;' "$work/cope"
    if grep -q '/////' "$work/cope"; then false; fi
    grep -qxF "There is no map: the words of a text decide which counts it has." "$work/cope"
    "$poslab" show none --view unseen | grep -qxF "There is no map: no position is read."
    refused 2 'there is nothing to draw' "$poslab" show cope --view unseen --to "$work/cope.svg"
}

@test "a model that counts says to what: in both views of it, in a comparison and in a report the same" {
    "$poslab" compare none cope task=first train.steps=20 compare.seeds=1..1 eval.lengths=4x eval.examples=20 --run "$work/c" >/dev/null 2>&1
    says=$("$poslab" show encoding "$work/c/cope-seed1" --view ruler --length 64 --json | jq -r '.ruler[0].fact')
    [[ "$says" =~ ^'It counts words that pass a gate: to '([0-9]+)' in texts as long as in training, here to '([0-9]+)'; a count above 16 reads row 16.'$ ]]
    [ "${BASH_REMATCH[1]}" -le 17 ]
    [ "${BASH_REMATCH[2]}" -le 65 ]
    [ "${BASH_REMATCH[1]}" -lt "${BASH_REMATCH[2]}" ]
    [ "$("$poslab" show encoding "$work/c/cope-seed1" --view unseen --length 64 --json | jq -r .fact)" = "$says" ]
    [ "$("$poslab" compare "$work/c" --json | jq -r '.why[] | select(.model == "cope").fact')" = "$says" ]
    if there report; then
        "$poslab" report "$work/c" >/dev/null
        grep -qF "<p><b>cope</b>: $says" "$work/c/report.html"
    fi
}
