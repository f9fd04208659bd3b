#!/usr/bin/env bats
# order.bats -- the default task, learned for real: models read passage B and nothing else, and a clamped position does
# beyond the trained length what it must.

load helpers

# Learned, sinusoidal and rope, five seeds each; the same bits on every processor.
setup_file() {
    "${POSLAB:-$PWD/build/poslab}" compare compare.members="learned, sinusoidal, rope" compare.seeds=1..5 train.products=portable \
        eval.policies=clamp eval.lengths="1.5x 2x 4x 8x 16x" --run "$BATS_FILE_TMPDIR/trained" >/dev/null 2>&1
}

# agreeing: of rows "answer, text, text", `agree` or `differ` by whether the two texts have X and Y in the same order.
agreeing() {
    awk -F '\t' '
        function ahead(text) { return index(text, "X") < index(text, "Y") }
        { print ahead($2) == ahead($3) ? "agree" : "differ" }'
}

@test "five seeds of learned, sinusoidal and rope are right in 99 % of texts whose passages agree, and where they differ" {
    local runs=("$BATS_FILE_TMPDIR"/trained/*-seed?) run
    [ "${#runs[@]}" = 15 ]
    for length in 4 9 16; do
        sampled --count 1000 --length "$length" 2>/dev/null | tail -n +2 >"$work/rows-$length"
    done
    cat "$work"/rows-* >"$work/rows"
    agreeing <"$work/rows" >"$work/kinds"
    { printf 'text_a\ttext_b\n'; cut -f 2,3 "$work/rows"; } >"$work/texts.tsv"
    for run in "${runs[@]}"; do
        "$poslab" predict "$run" "$work/texts.tsv" --to tsv 2>/dev/null | tail -n +2 | cut -f 3 >"$work/answers"
        paste "$work/kinds" <(cut -f 1 "$work/rows") "$work/answers" | awk -F '\t' -v run="${run##*/}" '
            { count[$1]++; right[$1] += $2 == $3 }
            END {
                for (kind in count) print run, kind, right[kind], "of", count[kind]
                exit !(count["agree"] > 1200 && count["differ"] > 1200 &&
                    right["agree"] >= .99 * count["agree"] && right["differ"] >= .99 * count["differ"])
            }'
    done
}

# A clamped model is right unless both markers of passage B are at the last trained position (word 16) or beyond: there
# it guesses. Passage B has w words, 2 <= w <= T - 2, and comes first or second.
# says README.md: *Trained positions* is the best guess of a reader who takes every later position for the last trained one
@test "clamp meets its closed form within every interval: 84.5, 78.8, 69.7, 63.2, 58.4 %" {
    awk '
        function right(T,    w, second, n, tied, sum, all) {
            for (w = 2; w <= T - 2; w++)
                for (second = 0; second < 2; second++) {
                    n = second ? T - w : w
                    tied = (second ? T : w) - 15
                    tied = tied < 0 ? 0 : tied > n ? n : tied
                    sum += 1 - tied * (tied - 1) / (n * (n - 1)) / 2
                    all++
                }
            return sum / all
        }
        BEGIN { for (T = 24; T <= 256; T *= T == 24 ? 4 / 3 : 2) print T, right(T) }' >"$work/form"
    [ "$(awk '{ printf "%d %.1f ", $1, 100 * $2 }' "$work/form")" = "24 84.5 32 78.8 64 69.7 128 63.2 256 58.4 " ]
    "$poslab" compare "$BATS_FILE_TMPDIR/trained" --json 2>/dev/null >"$work/c.json"
    jq -r '.lengths as $words | .summary[] | . as $row | range($words | length) |
        "\($words[.]) \($row.accuracy.low[.]) \($row.accuracy.high[.]) \($row.name)"' "$work/c.json" >"$work/intervals"
    [ "$(wc -l <"$work/intervals")" = 15 ]
    awk 'NR == FNR { form[$1] = $2; next }
        !($2 <= form[$1] && form[$1] <= $3 && $3 - $2 < .1) { print; bad = 1 }
        END { exit bad }' "$work/form" "$work/intervals"
}
