# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# paper.bats -- compare --to: the table as a file, in each form, and what cannot be written.

load helpers

setup_file() {
    "$poslab" compare "${small[@]}" compare.members=none,learned compare.seeds=2..3 --run "$BATS_FILE_TMPDIR/c" >/dev/null 2>&1
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
}

# again [ARGUMENT...]: the same comparison, of which nothing is left to train
again() { "$poslab" compare "$c/config.ini" --run "$c" "$@"; }

@test "compare --to: JSON and CSV are what --json and --csv print" {
    again --json 2>/dev/null | jq 'del(.seconds)' >"$work/json"
    again --csv >"$work/csv" 2>/dev/null
    again --to "$work/t.json" >/dev/null 2>&1
    again --to "$work/t.csv" >/dev/null 2>&1
    jq 'del(.seconds)' "$work/t.json" | diff "$work/json" -
    diff "$work/csv" "$work/t.csv"
}

@test "compare --to: Markdown and LaTeX have the means and intervals of the result, the first screen's rows or with --full all" {
    again --to "$work/t.md" >/dev/null 2>&1
    again --to "$work/t.tex" >/dev/null 2>&1
    again --full --to "$work/full.md" >/dev/null 2>&1
    jq -r '.summary[] | select(.name == "none") | .accuracy | [.mean[-1], .low[-1], .high[-1]] | @tsv' "$c/compare.json" |
        awk '{ low = 100 * $2; high = 100 * $3; printf "%.0f %d %d\n", 100 * $1, low, high + (high > int(high)) }' >"$work/number"
    read -r mean low high <"$work/number" # ends outwards, in whole points; then the policy, which none does not have
    grep -E "^\| none \|.*\| $mean \[$low-$high\] \|  \|$" "$work/t.md"
    grep -E "^none &.*& $mean \[$low--$high\] & " "$work/t.tex"
    grep -E '^\| words \|.* \+ interpolate \|$' "$work/t.md"
    [ "$(grep -c '^\\end{tabular}$' "$work/t.tex")" = 1 ]
    [ "$(grep -c '^| learned' "$work/t.md")" = 1 ]
    again --metric accuracy,loss --to "$work/two.md" >/dev/null 2>&1
    [ "$(sed -n 's/ in .*: mean of 2 seeds.*//p' "$work/two.md")" = $'Accuracy\nLoss' ]
    # every policy, and every difference from its own model's first row
    jq -r '.summary[] | select(.applicable) | .name' "$c/compare.json" | sort >"$work/rows"
    sed -n 's/^| \([a-z+]*\) |.*/\1/p' "$work/full.md" | grep -vxE 'chance|words' | sort | diff "$work/rows" -
    grep -E '^\| learned\+clamp − learned\+extend \|' "$work/full.md"
}

@test "compare --to: a form that there is not is refused before anything is trained; a file that cannot be written loses nothing" {
    cd "$work"
    run_both "$poslab" compare "${small[@]}" --to table.xls --run fresh
    [ "$status" = 2 ]
    [ "$(cat "$error_file")" = 'poslab: compare --to table.xls: expected a name that ends in .md, .tex, .csv or .json' ]
    [ ! -e fresh ]
    again >"$work/screen" 2>/dev/null
    run_both again --to "$work/nowhere/t.md"
    [ "$status" = 74 ]
    grep -q "cannot write $work/nowhere/t.md: No such file or directory" "$error_file"
    diff <(sed 's/, [0-9.]* s$//' "$work/screen") <(sed 's/, [0-9.]* s$//' "$output_file")
}
