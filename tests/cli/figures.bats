# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# figures.bats -- plot, show --to: pictures in a terminal and as files, which are whole or not there, data that is that of the
# results, and names from outside that stay names.

load helpers

# One comparison for all tests: two encodings, three seeds, a tenth of a second each.
setup_file() {
    "$poslab" compare "${small[@]}" compare.members=learned,rope compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
    csv="$work/f.csv"
}

# needs_converter: PNG and PDF are made by rsvg-convert.
needs_converter() { command -v rsvg-convert >/dev/null || skip "rsvg-convert is not installed"; }

# alone FILE: it and its data are there, whole, and nothing besides.
alone() {
    local base=${1%.*}
    [ "$(cd "$(dirname "$1")" && ls -A)" = "$(printf '%s\n' "$(basename "$base.csv")" "$(basename "$1")" | LC_ALL=C sort)" ]
    case $1 in
        *.svg)
            head -c 5 "$1" | grep -qx '<svg '
            well_formed "$1"
            ;;
        *.png) [ "$(tail -c 8 "$1" | head -c 4)" = IEND ] ;;
        *.pdf) tail -c 6 "$1" | grep -qx '%%EOF' ;;
    esac
    # as many fields in every row as in the header, none of them empty
    awk -F , '{ gsub(/"([^"]|"")*"/, "q") } NR == 1 { n = NF } NF != n || /,,/ || /,$/ { bad = 1 } END { exit bad || NR < 2 }' "$base.csv"
}

# rows KIND CURVE: the rows of the chart's data, header left out: words, low, high, mean.
rows() { awk -F , -v kind="$1" -v curve="$2" '$2 == kind && $1 == curve { print $6, $7, $8, $9 }' "$csv"; }

@test "plot: every picture, in every form" {
    needs_converter
    mkdir "$work/p"
    for form in svg png pdf; do
        for what in "extrapolation $c" "extrapolation $c rope rope+interpolate" "learning $c" "extrapolation $c/rope-seed1" \
            "learning $c/rope-seed1"; do
            # shellcheck disable=SC2086 # its words
            run_both "$poslab" plot $what --to "$work/p/figure.$form"
            [ "$status" = 0 ] || { echo "$what: $(cat "$error_file")"; false; }
            [ "$(cat "$output_file")" = "$work/p/figure.$form" ]
            [ ! -s "$error_file" ]
            alone "$work/p/figure.$form"
            rm "$work/p"/*
        done
    done
}

# in_terminal COLUMNS COMMAND: runs a line of shell in a terminal of 24 lines; what it leaves there goes to $work/seen,
# without colours to $work/plain.
in_terminal() {
    env -u COLUMNS LC_ALL=C.UTF-8 TERM=xterm-256color script -qec "stty cols $1 rows 24; $2" "$work/seen" >/dev/null </dev/null
    sed -e '1d;$d' "$work/seen" | tr -d '\r' | sed -e '/^$/,$d' -e 's/\x1b\[[0-9;]*m//g' >"$work/plain"
}

@test "plot: without --to every picture is drawn in the terminal, all of it in view at 80 and at 40 columns" {
    for columns in 80 40; do
        for what in "extrapolation $c" "extrapolation $c rope rope+interpolate" "learning $c" "extrapolation $c/rope-seed1" \
            "learning $c/rope-seed1"; do
            in_terminal "$columns" "$poslab plot $what --title 'What it is'"
            [ "$(head -n 1 "$work/plain")" = 'What it is' ] || { echo "$what:"; cat "$work/seen"; false; }
            echo "$what: $(wc -l <"$work/plain") lines, the widest of $(LC_ALL=C.UTF-8 wc -L <"$work/plain")"
            [ "$(wc -l <"$work/plain")" -lt 24 ]
            [ "$(LC_ALL=C.UTF-8 wc -L <"$work/plain")" -le "$columns" ]
            grep -q $'\x1b\\[[34]8;5;' "$work/seen"
        done
    done
    [ "$(cd "$work" && echo *)" = 'plain seen' ] # and nothing is written
}

@test "plot: the terminal has the letters of the legend, dots where it knows UTF-8, colours where it has them" {
    in_terminal 80 "$poslab plot extrapolation $c learned rope"
    grep -q '^A learned   B rope ' "$work/plain"
    grep -q '⠂ ⠂ chance ' "$work/plain"
    grep -q ' trained: 2..16 │ longer than in training$' "$work/plain"
    [ "$(grep -o $'\x1b\\[38;5;[0-9]*m[AB] ' "$work/seen" | tr -d '\033')" = $'[38;5;25mA \n[38;5;30mB ' ]
    in_terminal 80 "COLORTERM=truecolor $poslab plot extrapolation $c learned rope"
    grep -q $'\x1b\\[38;2;0;114;178mA learned' "$work/seen"
    for plain in NO_COLOR=1 TERM=dumb; do
        in_terminal 80 "$plain $poslab plot extrapolation $c learned rope"
        if grep -q $'\x1b' "$work/seen"; then false; fi
    done
    run_both env LC_ALL=C COLUMNS=60 "$poslab" plot extrapolation "$c" learned rope
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    if LC_ALL=C grep -q '[^ -~]' "$output_file"; then false; fi
    grep -qxE 'A learned   B rope(   \* several)?   \. \. chance( .*)?' "$output_file"
    [ "$(wc -L <"$output_file")" = 60 ]
    "$poslab" plot learning "$c" --width 50 --colour always | grep -q $'\x1b'
}

@test "plot: a terminal that cannot be written to is an error" {
    run_both bash -c "'$poslab' plot learning '$c' >/dev/full"
    [ "$status" = 74 ]
}

@test "plot --size, --title: pixels of the file, words above it" {
    needs_converter
    "$poslab" plot learning "$c" --size 800x600 --title "It's <mine>" --to "$work/f.svg" >/dev/null
    grep -q "^<svg xmlns='http://www.w3.org/2000/svg' width='800' height='600' " "$work/f.svg"
    grep -qF "class='title' x='0' y='15.0'>It&#39;s &lt;mine&gt;</text>" "$work/f.svg"
    "$poslab" show rope --size 640x480 --to "$work/f.png" >/dev/null
    # width and height in the file's own header
    [ "$(od -An -tu1 -j16 -N8 "$work/f.png" | tr -s ' ')" = ' 0 0 2 128 0 0 1 224' ]
}

@test "plot: one SVG is light and dark, and says what it shows" {
    "$poslab" plot extrapolation "$c" --to "$work/f.svg" >/dev/null
    [ "$(grep -c '^@media(prefers-color-scheme:dark)' "$work/f.svg")" = 1 ]
    grep -q '>task first, seeds 1..3, 60 steps<' "$work/f.svg"
}

@test "plot and report draw the same bytes" {
    "$poslab" plot extrapolation "$c" --to "$work/f.svg" >/dev/null
    "$poslab" report "$c" --to "$work/r.html" >/dev/null
    sed -n '/<\/style>/,$p' "$work/f.svg" | sed '1s/.*<\/style>//' >"$work/drawn"
    [ "$(wc -c <"$work/drawn")" -gt 2000 ]
    grep -cxF -f "$work/drawn" "$work/r.html" >"$work/same"
    [ "$(cat "$work/same")" -ge "$(($(wc -l <"$work/drawn") - 1))" ]
}

@test "plot extrapolation: the data are the means and intervals of compare.json, and every seed" {
    "$poslab" plot extrapolation "$c" rope+clamp learned+wrap --to "$work/f.svg" >/dev/null
    [ "$(head -n 1 "$csv")" = 'curve,kind,seed,n,words_from,words,low,high,accuracy_in_percent' ]
    for name in rope+clamp learned+wrap; do
        jq -r --arg name "$name" '. as $c | .summary[] | select(.name == $name) | . as $row | range($c.lengths | length) |
            [$c.lengths[.], 100 * $row.accuracy.low[.], 100 * $row.accuracy.high[.], 100 * $row.accuracy.mean[.]]
            | @tsv' "$c/compare.json" >"$work/expected"
        rows mean "$name" | paste "$work/expected" - | awk '
            { for (i = 1; i <= 4; i++) if (!(($i - $(i + 4)) ^ 2 < 1e-8)) bad = 1 }
            END { exit bad || NR != 2 }'
    done
    [ "$(awk -F , '$2 == "seed" { print $3 }' "$csv" | sort | uniq -c | tr -s ' \n' ' ')" = ' 4 1 4 2 4 3 ' ]
    [ "$(awk -F , '$2 == "in range" { print $5 "-" $6 }' "$csv" | sort -u)" = 2-16 ]
    [ "$(awk -F , '$2 == "chance" { print $9 }' "$csv" | sort -u)" = 50 ]
}

# seen FILE NAME...: these pictures are there, each whole and with its data, and they were printed; they are taken away.
seen() {
    local name
    [ "$(cat "$output_file")" = "$(printf "$work/p/%s\\n" "$@")" ]
    [ "$(find "$work/p" -type f | wc -l)" = $((2 * $#)) ]
    for name; do
        mkdir "$work/one"
        mv "$work/p/$name" "$work/p/${name%.*}.csv" "$work/one"
        alone "$work/one/$name"
        rm -r "$work/one"
    done
}

# says help show: --to FILE.svg, FILE.png or FILE.pdf writes what a view draws, with its data as FILE.csv
# says help files: plot and show --to write a picture and its data (.csv)
@test "show --to: every view of an encoding in every form; what has nothing to draw says so" {
    needs_converter
    mkdir "$work/p"
    for what in sinusoidal/png sinusoidal/pdf sinusoidal/svg alibi/svg rope/svg; do
        form=${what#*/}
        run_both "$poslab" show "${what%/*}" --to "$work/p/f.$form"
        seen "f.$form"
        run_both "$poslab" show "${what%/*}" --view similarity --to "$work/p/f.$form"
        seen "f.$form" "f-2.$form"
    done
    for view in waves shift; do
        run_both "$poslab" show encoding sinusoidal --view $view --to "$work/p/f.svg"
        seen f.svg
    done
    run_both "$poslab" show sinusoidal+alibi --to "$work/p/a.b.svg"
    seen a.b.svg a.b-2.svg
    run_both "$poslab" show attention "$c/rope-seed1" --head 2 --to "$work/p/f.svg"
    seen f.svg
    run_both "$poslab" show embedding "$c/rope-seed1" --to "$work/p/f.svg"
    seen f.svg f-2.svg f-3.svg f-4.svg
    run_both "$poslab" show "$c/learned-seed1" --to "$work/p/f.svg"
    seen f.svg f-2.svg
    [ -z "$(ls "$work/p")" ]
}

@test "show --to: each view there is has data whose columns have names of their own" {
    mkdir "$work/p"
    for what in "encoding sinusoidal" "encoding alibi" "encoding sinusoidal+alibi" "embedding $c/rope-seed1" "attention $c/rope-seed1" \
        "positions $c/learned-seed1"; do
        # shellcheck disable=SC2086 # its words
        views=$("$poslab" show $what --view '?' 2>&1 | sed -n "s/.*the views of .* are //p" | tr -d ,)
        for view in ${views:-usual}; do
            # shellcheck disable=SC2046,SC2086
            run_both "$poslab" show $what $([ "$view" = usual ] || echo --view $view) --to "$work/p/f.svg"
            [ "$status" = 0 ] || grep -qE 'nothing to draw|does not apply|has no option --to' "$error_file"
            for file in "$work/p"/*.csv; do
                [ "$status" != 0 ] || head -n 1 "$file" | tr , '\n' | LC_ALL=C sort | awk '$0 == "" || $0 == before { exit 1 } { before = $0 }'
            done
            rm -f "$work/p"/*
        done
    done
}

@test "show attention --to: the weights that predict tells, and each head's sum to 1" {
    "$poslab" show attention "$c/rope-seed1" "w1 X w2 Y" --to "$work/f.svg" >/dev/null
    [ "$(head -n 1 "$csv")" = head,row,name,weight,segment,target ]
    awk -F , 'NR > 1 { sum[$1] += $4 } END { for (i in sum) { n++; if (!((sum[i] - 1) ^ 2 < 1e-8)) bad = 1 }; exit bad || n != 4 }' "$csv"
    "$poslab" predict "$c/rope-seed1" "w1 X w2 Y" --count 9 --json |
        jq -r '.predictions[0].targets[0].attention[] | .head as $h | .words[] | "\($h) \(.row) \(.weight)"' | sort >"$work/said"
    awk -F , 'NR > 1 { print $1, $2, $4 }' "$csv" | sort | paste -d ' ' - "$work/said" |
        awk '$1 != $4 || $2 != $5 || !(($3 - $6) ^ 2 < 1e-10) { bad = 1 } END { exit bad || NR != 20 }'
}

# cells ROW: the numbers of that row of the picture f.
cells() { awk -F , -v row="$1" 'NR > 1 && $1 == row { print $3 }' "$csv"; }

# says help show: eval.policies=interpolate shows positions beyond the trained ones
@test "show --to: a policy acts on the positions beyond the trained ones, and without any nothing does" {
    for policy in encoding.extrapolation=clamp eval.policies=clamp; do
        "$poslab" show sinusoidal $policy --to "$work/f.svg" >/dev/null
        [ "$(cells 16)" = "$(cells 33)" ]
    done
    "$poslab" show sinusoidal --positions 34 --to "$work/f.svg" >/dev/null
    [ "$(cells 16)" != "$(cells 33)" ]
}

@test "show attention --to: a text beyond the table is an error as for predict, unless a policy is named" {
    "$poslab" train task.name=first encoding.name=learned train.steps=20 train.warmup=5 eval.examples=10 --run "$work/run" >/dev/null 2>&1
    text="X Y $(printf 'w1 %.0s' {1..30})"
    refused 2 'beyond the position table' "$poslab" show attention "$work/run" "$text" --to "$work/f.svg"
    "$poslab" show attention "$work/run" "$text" eval.policies=clamp --to "$work/f.svg"
}

@test "plot: without rsvg-convert an SVG is drawn, and for others it is said what to install" {
    # shellcheck disable=SC2123 # this path has no rsvg-convert
    refused 74 "f.png cannot be made: rsvg-convert is not installed (Debian: librsvg2-bin); .svg needs nothing" \
        env PATH="$work" "$program" plot learning "$c" --to "$work/f.png"
    [ -z "$(find "$work" -name 'f.*')" ]
    env PATH="$work" "$program" plot learning "$c" --to "$work/f.svg"
    [ -s "$work/f.svg" ]
}

# converter SCRIPT: what runs as rsvg-convert from now on.
converter() {
    mkdir -p "$work/bin"
    printf '#!/bin/sh\n%s\n' "$1" >"$work/bin/rsvg-convert"
    chmod +x "$work/bin/rsvg-convert"
}

@test "plot: where rsvg-convert fails or gives half a file, nothing is left and what was there stays" {
    echo old | tee "$work/f.png" "$work/f.pdf" >"$work/f.csv"
    converter 'echo "it is \033[31mbroken" >&2; exit 1'
    refused 74 'f.png cannot be made: rsvg-convert failed: it is \x1b[31mbroken' \
        env PATH="$work/bin:$PATH" "$poslab" plot learning "$c" --to "$work/f.png"
    converter 'printf "%%PDF-1.5\nhalf a file\n"'
    refused 74 'f.pdf cannot be made: rsvg-convert failed' \
        env PATH="$work/bin:$PATH" "$poslab" plot learning "$c" --to "$work/f.pdf"
    converter 'printf "\211PNG\r\n\032\n and no end"'
    refused 74 'f.png cannot be made: rsvg-convert failed' \
        env PATH="$work/bin:$PATH" "$poslab" plot learning "$c" --to "$work/f.png"
    converter 'printf "%%PDF-1.5\nall of it\n%%%%EOF\n"'
    env PATH="$work/bin:$PATH" "$poslab" plot learning "$c" --to "$work/g.pdf"
    [ "$(cat "$work"/f.*)" = "$(printf 'old\nold\nold')" ]
    [ -z "$(find "$work" -name '*.tmp*')" ]
}

@test "plot: words from outside are names, whatever they look like" {
    needs_converter
    evil=$'<script>alert(1)</script>\t`id`\t$(id)\ta,b\tit\'s\t"q"\t%s%n\t#c\t\x1b[31m\t]]>\t&amp;'
    {
        printf 'label\ttext_a\n'
        printf '%s\n' "$evil" | tr '\t' '\n' | while IFS= read -r word; do
            printf 'yes\t%s y\nno\ty %s\n' "${word// /_}" "${word// /_}"
        done
    } >"$work/evil.tsv"
    "$poslab" train task.name=tsv task.tokens=spaces task.train="$work/evil.tsv" task.test="$work/evil.tsv" train.steps=20 train.warmup=5 \
        --run "$work/run" >/dev/null 2>&1
    mkdir "$work/p"
    tr '\t' '\n' <<<"$evil" | while IFS= read -r word; do
        run_both "$poslab" show attention "$work/run" "${word// /_} y" --to "$work/p/it's \"@base\" {a} \`id\`.svg"
        [ "$status" = 0 ]
        alone "$work/p/it's \"@base\" {a} \`id\`.svg"
        rsvg-convert "$work/p/it's \"@base\" {a} \`id\`.svg" >"$work/well-formed.png"
    done
    "$poslab" show attention "$work/run" "<script>alert(1)</script> it's \"q\" a,b" eval.policies=extend --to "$work/f.svg" >/dev/null
    if grep -q '<script>alert' "$work/f.svg"; then false; fi
    grep -qF '&lt;script&gt;alert(1)&lt;/script&gt;' "$work/f.svg"
    grep -qF ',"a,b",' "$csv"
    grep -qF ',"""q""",' "$csv"
    if LC_ALL=C grep -q $'\x1b' "$work"/p/*.svg "$work"/p/*.csv "$work"/f.*; then false; fi
}

@test "the figure of runs/example is made again from its data" {
    cp -r runs/example "$work/example"
    rm "$work/example"/figure*
    "$poslab" plot extrapolation "$work/example" --to "$work/example/figure.svg" >/dev/null
    cmp runs/example/figure.svg "$work/example/figure.svg"
    cmp runs/example/figure.csv "$work/example/figure.csv"
}

@test "runs/example is a finished comparison: its means are those of its members" {
    cp -r runs/example "$work/example"
    "$poslab" compare "$work/example/config.ini" --run "$work/example" --json >"$work/json"
    jq -e --slurpfile there runs/example/compare.json '.summary == $there[0].summary and (.members | length) == ($there[0].members | length)' "$work/json"
}
