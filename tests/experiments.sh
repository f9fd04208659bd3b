#!/bin/bash
# tests/experiments.sh [CONFIG.ini...]: does each config reach what its first lines expect of it?
#
# Runs `poslab compare` on each (all of configs/ without a name) and holds the means against lines such as
#     ; expect learned in range: 99..100
#     ; expect learned+interpolate at 4x: 95..100
#     ; expect rope+extend task.words=4..8 at 128 words: 42..54
#     ; expect 2: learned in range: 98..100
# in %, the last after the second `poslab compare` of its header, or tests a claim, whose verdict is one of
#     ; expect depends or undecided
# One TAP line an expectation; results stay in build/experiments, or in $OUT. A config without one is a failure.
set -u
cd "$(dirname "$0")/.." || exit 1
poslab=${POSLAB:-build/poslab}
out=${OUT:-build/experiments}
[ $# -gt 0 ] || set -- configs/*.ini configs/claims/*-*.ini
mkdir -p "$out"
rm -rf "${out:?}/claims"
number=0 failed=0

# The mean in % of a row at a place ("in range", "at 4x", "at 128 words") of a comparison; nothing where there is none.
measured() {
    jq -r --arg name "$2" --arg place "$3" '. as $c
        | [.summary[] | select(.name == $name or (.name | startswith($name + "+")))][0] as $row
        | if $row == null then empty
          elif $place == "in range" then $row.accuracy.in_range.mean
          else ($place | ltrimstr("at ") | if endswith("x") then rtrimstr("x") | tonumber * $c.trained_length | round
              else rtrimstr(" words") | tonumber end) as $words
            | ($c.lengths | index($words)) as $i | if $i == null then empty else $row.accuracy.mean[$i] end
          end | select(. != null) | . * 1000 | round / 10' "$1"
}

verdict() {
    number=$((number + 1))
    [ "$1" = ok ] || failed=$((failed + 1))
    echo "$1 $number - $2"
}

# The verdict on a claim; what several read is trained once.
check_claim() {
    local got expected
    expected=$(sed -n 's/^; expect //p' "$1")
    got=$("$poslab" claims "$1" --run "$out/claims" --json 2>"$out/$name.log" | jq -r '.[0].verdict')
    if grep -qxF "$got" <<<"${expected// or /$'\n'}"; then
        verdict ok "$name: $got"
    else
        verdict 'not ok' "$name: ${got:-$(tail -n 1 "$out/$name.log")} (expected ${expected:-nothing})"
    fi
}

for config; do
    name=$(basename "$config" .ini)
    if grep -q '^\[claim\]' "$config"; then
        check_claim "$config"
        continue
    fi
    [[ $config != configs/claims/* ]] || continue # experiments
    mapfile -t lines < <(sed -nE 's/^; expect (([0-9]): )?(.*) (in range|at [0-9.]+x|at [0-9]+ words): ([0-9.]+)\.\.([0-9.]+)$/\2|\3|\4|\5|\6/p' "$config")
    mapfile -t calls < <(sed -n 's/^; *poslab compare //p' "$config")
    if [ ${#lines[@]} = 0 ]; then
        verdict 'not ok' "$name expects nothing"
        continue
    fi
    rm -rf "${out:?}/$name"*
    for call in $(printf '%s\n' "${lines[@]%%|*}" | sort -u); do
        words=()
        eval "words=(${calls[call - 1]:-})" # a text of ours
        "$poslab" compare "${words[@]}" --run "$out/$name-$call" --json >"$out/$name-$call.json" 2>"$out/$name.log" ||
            verdict 'not ok' "$name: $(tail -n 1 "$out/$name.log")"
    done
    if ! "$poslab" compare "$config" --run "$out/$name" --json >"$out/$name.json" 2>"$out/$name.log"; then
        verdict 'not ok' "$name: $(tail -n 1 "$out/$name.log")"
        continue
    fi
    for line in "${lines[@]}"; do
        IFS='|' read -r call row place low high <<<"$line"
        got=$(measured "$out/$name${call:+-$call}.json" "$row" "$place")
        if [ -n "$got" ] && awk "BEGIN { exit !($low <= $got && $got <= $high) }"; then
            verdict ok "$name${call:+ ($call)}: $row $place: $got % ($low..$high)"
        else
            verdict 'not ok' "$name${call:+ ($call)}: $row $place: ${got:-no such row} % (expected $low..$high)"
        fi
    done
done
echo "1..$number"
[ "$failed" = 0 ]
