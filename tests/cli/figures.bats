# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# figures.bats -- plot: scripts that gnuplot takes without a word, data that is that of the results, files whole or not
# at all, and names from outside that stay names.

load helpers

# One comparison for all tests: two encodings, three seeds, a tenth of a second each.
setup_file() {
    "$poslab" compare "${small[@]}" compare.encodings=learned,rope compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
}

setup() {
    work="$BATS_TEST_TMPDIR"
    c="$BATS_FILE_TMPDIR/c"
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
}

# drawn FILE: the figure is there with script and data and nothing besides, and gnuplot makes it again without a word.
drawn() {
    local base=${1%.*} folder
    folder=$(dirname "$1")
    [ "$(cd "$folder" && ls -A "$(basename "$base")".*)" = "$(cd "$folder" && ls "$(basename "$base")".{gp,"${1##*.}",tsv})" ]
    [ -z "$(find "$folder" -name '.plot-*')" ]
    mv "$1" "$1.first"
    (cd / && [ -z "$(gnuplot "$base.gp" 2>&1)" ])
    [ "${1##*.}" = pdf ] || cmp "$1" "$1.first" # a PDF says when it was made
    [ -s "$1" ]
    rm "$1.first"
}

@test "plot: every figure, in every form, without a warning of gnuplot's" {
    for form in svg png pdf; do
        for what in "extrapolation $c" "extrapolation $c rope rope+interpolate" "learning $c" "extrapolation $c/rope-seed1" \
            "learning $c/rope-seed1" "heatmap sinusoidal" "heatmap alibi" "heatmap $c/learned-seed1" "similarity rope" \
            "similarity $c/learned-seed1" "shift sinusoidal learned $c/learned-seed1" "attention $c/rope-seed1"; do
            # shellcheck disable=SC2086 # its words
            run_both "$poslab" plot $what --to "$work/figure.$form"
            [ "$status" = 0 ] || { echo "$what: $(cat "$error_file")"; false; }
            [ "$(cat "$output_file")" = "$work/figure.$form" ]
            drawn "$work/figure.$form"
            rm "$work"/figure.*
        done
    done
}

@test "plot: dark=1 writes a second figure in other colours" {
    "$poslab" plot extrapolation "$c" --to "$work/f.svg" >/dev/null
    [ -z "$(gnuplot -e dark=1 "$work/f.gp" 2>&1)" ]
    grep -q 'fill="#0d1117"' "$work/f-dark.svg"
    grep -q 'fill="#ffffff"' "$work/f.svg"
}

@test "plot extrapolation: the data are the means and intervals of compare.json, and every seed" {
    "$poslab" plot extrapolation "$c" rope+clamp learned+wrap --to "$work/f.svg" >/dev/null
    [ "$(head -n 1 "$work/f.tsv")" = "$(printf 'curve\tkind\tfrom\tto\tmean\tlow\thigh\tn\tis\tname\t')" ]
    for name in rope+clamp learned+wrap; do
        jq -r --arg name "$name" '. as $c | .summary[] | select(.name == $name) | . as $row | range($c.lengths | length) |
            [$c.lengths[.], 100 * $row.accuracy.mean[.], 100 * ($row.accuracy.mean[.] - $row.accuracy.ci95[.]), 100 * ($row.accuracy.mean[.] + $row.accuracy.ci95[.]), $row.n]
            | @tsv' "$c/compare.json" >"$work/expected"
        awk -F '\t' -v name="$name" -v OFS='\t' '$9 == "length" && $10 == name { print $4, $5, $6, $7, $8 }' "$work/f.tsv" \
            >"$work/got"
        paste "$work/expected" "$work/got" | awk '
            { for (i = 1; i <= 5; i++) if (!(($i - $(i + 5)) ^ 2 < 1e-8)) bad = 1 }
            END { exit bad || NR != 2 }'
    done
    [ "$(awk -F '\t' '$9 == "seed"' "$work/f.tsv" | wc -l)" = 12 ]
    [ "$(awk -F '\t' '$9 == "in range" { print $3 "-" $4 }' "$work/f.tsv" | sort -u)" = 2-16 ]
    awk -F '\t' '$9 == "chance" { print $5 }' "$work/f.tsv" | sort -u | grep -qx 50
    grep -q 'from first 16, graph 0' "$work/f.gp" # where training ends
}

@test "plot learning: means over the lines of metrics.jsonl" {
    "$poslab" plot learning "$c" --to "$work/f.svg" >/dev/null
    # 60 steps and 60 stretches: each line of metrics.jsonl is one point
    for label in learned rope; do
        jq -s 'map(.accuracy * 100)' "$c/$label"-seed?/metrics.jsonl |
            jq -r '[range(6) as $i | [.[$i], .[$i + 6], .[$i + 12]] | add / 3] | .[]' >"$work/expected"
        awk -F '\t' -v label="$label" '$10 == label { print $5, $4 }' "$work/f.tsv" | paste "$work/expected" - |
            awk '!(($1 - $2) ^ 2 < 1e-8) || $3 != 10 * NR - 0.5 { bad = 1 } END { exit bad || NR != 6 }'
    done
}

@test "plot similarity: PE(t).PE(t+k) depends on k alone for sinusoids" {
    "$poslab" plot similarity sinusoidal --places 20 --to "$work/f.svg" >/dev/null
    awk -F '\t' 'NR > 1 { n++; k = $2 - $1; if (!(k in value)) value[k] = $3
        if (!((value[k] - $3) ^ 2 < 1e-10)) bad = 1 } END { exit bad || n != 400 }' "$work/f.tsv"
}

@test "plot shift: about 0 for sinusoids, large for a learned table" {
    "$poslab" plot shift sinusoidal learned --to "$work/f.svg" >/dev/null
    awk -F '\t' '$10 == "sinusoidal" { n++; if (!($5 < 0.1)) bad = 1 } $10 == "learned" { n++; if (!($5 > 30)) bad = 1 }
        END { exit bad || n != 34 }' "$work/f.tsv"
}

@test "plot attention: the weights that predict tells, and each head's sum to 1" {
    "$poslab" plot attention "$c/rope-seed1" "w1 X w2 Y" --to "$work/f.svg" >/dev/null
    awk -F '\t' 'NR > 1 { sum[$1] += $3 } END { for (i in sum) { n++; if (!((sum[i] - 1) ^ 2 < 1e-8)) bad = 1 }; exit bad || n != 4 }' \
        "$work/f.tsv"
    "$poslab" predict "$c/rope-seed1" "w1 X w2 Y" --count 9 --json |
        jq -r '.predictions[0].asked[0].attention[] | .head as $h | .words[] | "\($h - 1) \(.row) \(.weight)"' | sort >"$work/said"
    awk -F '\t' 'NR > 1 { print $1, $2, $3 }' "$work/f.tsv" | sort | paste -d ' ' - "$work/said" |
        awk '$1 != $4 || $2 != $5 || !(($3 - $6) ^ 2 < 1e-10) { bad = 1 } END { exit bad || NR != 20 }'
}

# Row by row, the numbers of the figure f in the fixed work folder.
cells() {
    awk -F '\t' -v row="$1" 'NR > 1 && $1 == row { print $3 }' "$work/f.tsv"
}

@test "plot: a policy bends the places beyond the trained ones, and an encoding's own way does not" {
    for policy in encoding.beyond=clamp eval.policies=clamp; do
        "$poslab" plot heatmap sinusoidal $policy --to "$work/f.svg" >/dev/null
        [ "$(cells 16)" = "$(cells 33)" ]
    done
    "$poslab" plot heatmap sinusoidal --to "$work/f.svg" >/dev/null
    [ "$(cells 16)" != "$(cells 33)" ]
}

@test "plot attention: a text beyond the table is an error as for predict, unless a policy is named" {
    "$poslab" train task.name=first encoding.name=learned train.steps=20 train.warmup=5 eval.examples=10 --run "$work/run" >/dev/null 2>&1
    text="X Y $(printf 'w1 %.0s' {1..30})"
    refused 2 'beyond the position table' "$poslab" plot attention "$work/run" "$text" --to "$work/f.svg"
    "$poslab" plot attention "$work/run" "$text" eval.policies=clamp --to "$work/f.svg"
}

@test "plot shift: two sources of one name are told apart by their paths" {
    "$poslab" plot shift rope "$c/rope-seed1" --to "$work/f.svg" >/dev/null
    grep -qF '"rope-seed1"' "$work/f.gp" || grep -qF "'rope-seed1'" "$work/f.gp"
    mkdir -p "$work/other"
    cp -r "$c/rope-seed1" "$work/other/"
    "$poslab" plot shift "$work/other/rope-seed1" "$c/rope-seed1" --to "$work/f.svg" >/dev/null
    grep -qF "$work/other/rope-seed1" "$work/f.gp"
    grep -qF "$c/rope-seed1" "$work/f.gp"
}

@test "plot: wrong command lines are refused and leave nothing behind" {
    refused 2 "plot needs one of extrapolation, learning, heatmap, similarity, attention, shift" "$poslab" plot
    refused 2 "there is no figure 'curve'; it is one of extrapolation" "$poslab" plot curve "$c" --to "$work/f.svg"
    refused 2 "plot learning needs a source" "$poslab" plot learning --to "$work/f.svg"
    refused 2 "plot needs --to FILE.svg, FILE.png or FILE.pdf" "$poslab" plot learning "$c"
    refused 2 "f.jpg: it ends in one of .svg, .png, .pdf" "$poslab" plot learning "$c" --to "$work/f.jpg"
    refused 2 "it ends in one of .svg, .png, .pdf" "$poslab" plot learning "$c" --to "$work/.svg"
    refused 2 "there is no folder of a run or comparison $work/no" "$poslab" plot learning "$work/no" --to "$work/f.svg"
    refused 2 "$work holds no run and no comparison" "$poslab" plot learning "$work" --to "$work/f.svg"
    refused 2 "there is no row 'rope+klamp' in the result (did you mean rope+clamp?)" \
        "$poslab" plot extrapolation "$c" rope+klamp --to "$work/f.svg"
    refused 2 "there is no run, no checkpoint and no encoding 'ropes'" "$poslab" plot heatmap ropes --to "$work/f.svg"
    refused 2 "encoding none gives no vectors to places" "$poslab" plot heatmap none --to "$work/f.svg"
    refused 2 "encoding alibi gives no vectors to places" "$poslab" plot similarity alibi --to "$work/f.svg"
    refused 2 "plot heatmap takes one run or encoding" "$poslab" plot heatmap rope alibi --to "$work/f.svg"
    refused 2 "places are too few" "$poslab" plot shift sinusoidal --places 8 --to "$work/f.svg"
    refused 2 "plot similarity: --places 5000: at most 4096" "$poslab" plot similarity rope --places 5000 --to "$work/f.svg"
    refused 2 "plot extrapolation takes no --places" "$poslab" plot extrapolation "$c" --places 3 --to "$work/f.svg"
    refused 2 "plot heatmap takes no --count" "$poslab" plot heatmap rope --count 3 --to "$work/f.svg"
    refused 2 "takes no settings, so no eval.policies" \
        "$poslab" plot learning "$c" eval.policies=clamp --to "$work/f.svg"
    refused 2 "(did you mean rope?)" "$poslab" plot extrapolation "$c" rpe --to "$work/f.svg"
    refused 2 "$c is no run but a folder of them; name one, such as $c/" "$poslab" plot heatmap "$c" --to "$work/f.svg"
    refused 2 "there is no run folder or checkpoint file rope" "$poslab" plot attention rope --to "$work/f.svg"
    refused 2 "--count 2 is for an example of evaluation" \
        "$poslab" plot attention "$c/rope-seed1" "X Y" --count 2 --to "$work/f.svg"
    refused 2 "eval.policies = clmp: plot takes one" \
        "$poslab" plot similarity "$c/rope-seed1" eval.policies=clmp --to "$work/f.svg"
    refused 65 "'w99' is no word of task first" "$poslab" plot attention "$c/rope-seed1" "X Y w99" --to "$work/f.svg"
    refused 2 "unknown key" "$poslab" plot heatmap rope encoding.bse=3 --to "$work/f.svg"
    refused 74 "cannot write in $work/no" "$poslab" plot heatmap rope --to "$work/no/f.svg"
    [ -z "$(find "$work" -name 'f.*' -o -name '.plot-*')" ]
}

@test "plot: without gnuplot script and data are left, and it is said how to draw them" {
    # shellcheck disable=SC2123 # this path has no gnuplot
    refused 1 "gnuplot is not installed (Debian: gnuplot-nox)" env PATH="$work" "$poslab" plot learning "$c" --to "$work/f.svg"
    [ ! -e "$work/f.svg" ] && [ -s "$work/f.tsv" ]
    [ -z "$(gnuplot "$work/f.gp" 2>&1)" ]
    [ -s "$work/f.svg" ]
}

@test "plot: where gnuplot fails, nothing is left and what was there stays" {
    mkdir "$work/bin"
    printf '#!/bin/sh\necho "line 3: it is \033[31mbroken" >&2\nexit 1\n' >"$work/bin/gnuplot"
    chmod +x "$work/bin/gnuplot"
    echo old | tee "$work/f.svg" "$work/f.gp" >"$work/f.tsv"
    refused 1 'gnuplot drew nothing: line 3: it is \x1b[31mbroken' \
        env PATH="$work/bin:$PATH" "$poslab" plot learning "$c" --to "$work/f.svg"
    [ "$(cat "$work"/f.*)" = "$(printf 'old\nold\nold')" ]
    [ -z "$(find "$work" -name '.plot-*')" ]
}

@test "plot: words from outside are names, whatever they look like" {
    evil=$'<script>alert(1)</script>\t`touch '"$work"$'/owned`\t$(id)\t@base\t{/Bold\tit\'s\t"q"\t%s%n\t#c\t\x1b[31m'
    {
        printf 'label\ttext_a\n'
        printf '%s\n' "$evil" | tr '\t' '\n' | while IFS= read -r word; do
            printf 'yes\t%s y\nno\ty %s\n' "${word// /_}" "${word// /_}"
        done
    } >"$work/evil.tsv"
    "$poslab" train task.name=tsv task.train="$work/evil.tsv" task.test="$work/evil.tsv" train.steps=20 train.warmup=5 \
        --run "$work/run" >/dev/null 2>&1
    for k in 1 2 3 5 9 13 20; do
        run_both "$poslab" plot attention "$work/run" --count "$k" --to "$work/it's @base {a} \`id\`.svg"
        [ "$status" = 0 ]
        drawn "$work/it's @base {a} \`id\`.svg"
    done
    [ ! -e "$work/owned" ]
    "$poslab" plot attention "$work/run" "<script>alert(1)</script> it's \"q\" @base {/Bold" eval.policies=extend --to "$work/f.svg" >/dev/null
    drawn "$work/f.svg"
    if grep -q '<script>alert' "$work/f.svg"; then false; fi
    grep -qF '&lt;script>alert(1)&lt;/script>' "$work/f.svg" # as gnuplot writes it
    grep -qF "it's" "$work/f.svg" && grep -qF '{/Bold' "$work/f.svg" && grep -qF '@base' "$work/f.svg"
    if LC_ALL=C grep -q $'\x1b' "$work"/*.gp "$work"/f.tsv "$work"/it*.tsv "$work"/*.svg; then false; fi
}

@test "the figure of runs/example is made again from its data" {
    cp -r runs/example "$work/example"
    rm "$work/example"/figure*
    "$poslab" plot extrapolation "$work/example" --to "$work/example/figure.svg" >/dev/null
    cmp runs/example/figure.gp "$work/example/figure.gp"
    cmp runs/example/figure.tsv "$work/example/figure.tsv"
    gnuplot -e dark=1 "$work/example/figure.gp"
    [ "$(grep -c 'Produced by GNUPLOT' runs/example/figure.svg)" = 1 ]
    if [ "$(grep 'Produced by' runs/example/figure.svg)" = "$(grep 'Produced by' "$work/example/figure.svg")" ]; then
        cmp runs/example/figure.svg "$work/example/figure.svg"
        cmp runs/example/figure-dark.svg "$work/example/figure-dark.svg"
    fi
}

@test "runs/example is a finished comparison: its means are those of its members" {
    cp -r runs/example "$work/example"
    "$poslab" compare "$work/example/config.ini" --run "$work/example" --json >"$work/json"
    jq -e --slurpfile there runs/example/compare.json '.summary == $there[0].summary and (.members | length) == 25' "$work/json"
}
