# shellcheck shell=bash disable=SC2154
# glossary.bats -- the words of the first table: the same in help, in the manual and in a report.

load helpers

@test "help: a word of the glossary, by either name; the page of them all; what is none of these" {
    [ "$("$poslab" help glossary | grep -c '^[a-z]')" = 12 ]
    "$poslab" help policy >"$work/policy"
    head -n 1 "$work/policy" | grep -qx 'policy (also: extrapolation policy)'
    "$poslab" help Extrapolation Policy | cmp - "$work/policy"
    "$poslab" help glossary | grep -qxF "$(sed -n 2p "$work/policy")"
    refused 2 "help: there is no command, topic or word 'polisy' (did you mean policy?)" "$poslab" help polisy
}

@test "the manual and every report explain the words" {
    "$poslab" train "${small[@]}" --run "$work/run" >/dev/null 2>&1
    "$poslab" report "$work/run" >/dev/null
    cp "$program" "$work/poslab"
    src/manual.sh "$work/poslab" src/poslab.1 >"$work/poslab.1"
    sed -n '/<section id=words>/,/<\/section>/p' "$work/run/report.html" >"$work/words"
    grep -q '<details><summary>' "$work/words"
    "$poslab" help glossary | sed -n 's/^\([a-z][a-z ]*[a-z]\).*/\1/p' >"$work/names"
    [ "$(wc -l <"$work/names")" = 12 ]
    while read -r word; do
        grep -qF "<dt>$word</dt><dd>" "$work/words"
        grep -q "^$word\( (also: \|$\)" "$work/poslab.1"
    done <"$work/names"
    # the meaning is that of help, whole
    meaning=$("$poslab" help gate | tail -n +2 | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')
    grep -qF "<dd>$meaning</dd>" "$work/words"
}
