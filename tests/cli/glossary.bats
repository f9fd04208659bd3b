# shellcheck shell=bash disable=SC2154
# glossary.bats -- words that are printed: help knows them all; help, the manual and a report say the same of them.

load helpers

# Of tables on stdin: what stands over a rule of dashes, between two blanks or |, and what stands first in the rows under
# it; of a difference both sides, without the numbers in front of a word. Names of folders (rope-seed1) are not words.
heads_and_labels() {
    awk '
        function cell(text,   side, n, j) {
            n = split(text, side, " *− ")
            for (j = 1; j <= n; j++) {
                gsub(/^ *\+? *([0-9.]+ )?| +$|:.*/, "", side[j])
                if (side[j] ~ /[[:alpha:]]/ && side[j] !~ /-seed[0-9]/) print side[j]
            }
        }
        function row(i) { return i > 0 && i <= NR && line[i] != "" && line[i] !~ /[.:]$|^\* |^---/ }
        { line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++) {
                if (line[i] !~ /^-----[-|+]*$/) continue
                for (k = i - 1; row(k); k--) { n = split(line[k], part, /  +|\|/); for (j = 1; j <= n; j++) cell(part[j]) }
                for (k = i + 1; row(k); k++) { split(line[k], part, /  +/); cell(part[1] == "" ? part[2] : part[1]) }
            }
        }'
}

# Words of labels on stdin, which are joined by +, / or a comma, and may have a number: lengths are explained by 2x.
parts() {
    sed 's:[+/,]:\n:g' | sed -E 's/^ +//; s/ [0-9]+$//; s/^[0-9.]+x$/2x/' | grep '[[:alnum:]]' | sort -u
}

# Of words on stdin, one per line: those that help does not know.
unknown_words() {
    while IFS= read -r word; do
        meaning=$("$poslab" help -- "$word" 2>&1) && [[ $meaning == *$'\n'* ]] || echo "unknown: $word"
    done
}

@test "help WORD: every head and label of compare, eval, runs and claims" {
    "$poslab" compare "${small[@]}" learned rope gru/none baseline/bag compare.seeds=1..2 compare.gate=0.4 \
        --run "$work/runs/rope" >"$work/all" 2>/dev/null
    {
        "$poslab" compare "$work/runs/rope/config.ini" --run "$work/runs/rope" --full --width 1000 --metric all 2>/dev/null
        "$poslab" eval "$work/runs/rope/rope-seed1" --metric all
        "$poslab" runs "$work/runs" --width 1000
    } >>"$work/all"
    heads_and_labels <"$work/all" | sort -u >"$work/seen"
    ! there claims || {
        sed -n 's/^\[table \(.*\)\]$/\1/p; s/^row *= *\([^|]*[^| ]\) *|.*/\1/p' configs/claims/01-order.ini
        sed -n 's/^\[table \(.*\)\]$/\1/p; s/^row *= *\([^|]*[^| ]\) *|.*/\1/p; s/^heads *= *//p' configs/claims/*.ini |
            tr , '\n' | sed 's/^ *//; s/ *$//'
    } | grep -vx - | sort -u >>"$work/seen"
    for word in 'learned+interpolate' 'in range' baseline/bag weights best; do # the rule finds what it should
        grep -qxF "$word" "$work/seen" || { echo "not seen: $word"; return 1; }
    done
    unknown_words <"$work/seen" | sed 's/^unknown: //' | parts | unknown_words >"$work/unknown"
    cat "$work/unknown"
    [ ! -s "$work/unknown" ]
}

@test "help WORD: every name of a registry, and the terms of captions" {
    "$poslab" help --json | jq -r '.[][] | .name // .key' >"$work/words"
    "$poslab" help train | sed -n 's/^  --\([a-z-]*\).*/\1/p' >>"$work/words"
    printf '%s\n' matrix waves similarity shift nearest attention positions \
        Holm 'real at 5 %' 'pass mark' passed gate interval mean 'paired by seed' points marked finding guessing chance \
        'blind to segments' 'trained positions' 'without order' baseline 'trained lengths' 2x 'in range' 'longer than in training' \
        seeds members policies extrapolation target passage segment token embedding sum column head weight score 'p(yes)' wavelength cosine error norm precision recall F1 label \
        finished running stopped failed waiting verdict held 'did not hold' depends undecided theorem control rule margin \
        dispersion 'log n' NoPE p-RoPE PI sink macro_f1 macro-F1 perplexity lr d_model batch_size >>"$work/words"
    ! there confusion || echo confusion >>"$work/words"
    ! there claims || echo 'claim 3' >>"$work/words"
    unknown_words <"$work/words" >"$work/unknown"
    cat "$work/unknown"
    [ ! -s "$work/unknown" ]
}

@test "help WORD: what it prints, and what is none" {
    "$poslab" help policy >"$work/policy"
    head -n 1 "$work/policy" | grep -q '^policy (also: extrapolation policy'
    "$poslab" help Extrapolation Policy | cmp - "$work/policy"
    "$poslab" help glossary | grep -qxF "$(sed -n 2p "$work/policy")"
    # the glossary first, then registries; an option and a setting by their short names
    [ "$("$poslab" help steps | sed -n 's/^\([a-z.]*\) (.*/\1/p' | paste -sd ,)" = 'steps,train.steps' ]
    "$poslab" help d_model | grep -qx 'model.d_model (setting of every run)'
    "$poslab" help width | grep -qx 'width (option)'
    # a setting that several tasks mean alike is told once
    [ "$("$poslab" help task.vocabulary | grep -c '^task.vocabulary (setting of .*shift, .*reverse.*, copy[,)]')" = 1 ]
    # of a word that is none, what may be meant
    refused 2 "word 'rope+interpolate' (did you mean rope?)" "$poslab" help rope+interpolate
    refused 2 "word '3x' (did you mean 2x?)" "$poslab" help 3x
    refused 2 "word 'policys' (did you mean policy?)" "$poslab" help policys
}

@test "the manual and every report explain the words" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    "$poslab" report "$work/run" >/dev/null
    cp "$program" "$work/poslab"
    src/manual.sh "$work/poslab" src/poslab.1 >"$work/poslab.1"
    sed -n '/<section id=words>/,/<\/section>/p' "$work/run/report.html" >"$work/words"
    grep -q '<details><summary>' "$work/words"
    "$poslab" help glossary | sed -n 's/^\([a-z][a-z ]*[a-z]\)\( (also: .*\)\?$/\1/p' >"$work/names"
    [ "$(wc -l <"$work/names")" -gt 20 ]
    while read -r word; do
        grep -qF "<dt>$word</dt><dd>" "$work/words"
        grep -q "^$word\( (also: \|$\)" "$work/poslab.1"
    done <"$work/names"
    # the meaning is that of help, whole
    meaning=$("$poslab" help gate | sed '1d; /^[^ ]/,$d' | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')
    grep -qF "<dd>$meaning</dd>" "$work/words"
}
