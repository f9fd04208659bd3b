#!/bin/bash
# tests/words.sh: do texts for users say what the field says? One TAP line a rule, offending texts below it.
#
# It reads the strings of the folders below, adjacent ones joined, whole documents but for their `; expect` lines, and the
# page's scripts. A rule is a pattern of whole words and what to write instead.
set -u
cd "$(dirname "$0")/.." || exit 1

folders='base maths format encoding task model train measure study claims present report live command'
documents=(README.md data/README.md runs/README.md src/poslab.1 src/page/page.html configs/*.ini configs/claims/*.ini)
old_names='src/train/settings_(renamed|meant).c'

rules=(
    'divided by (commas|tabs|blanks|white space)=separated by'
    'is no (UTF-8|text in UTF-8)=is not valid UTF-8'
    'is no (word|key|key=value|number|file|folder|poslab|single|list)=is not a ...'
    'stands? (there )?twice=is given twice'
    'names no [a-z]+=is empty'
    'places?=position, positions'
    'asked (rows?|words?)|rows? (is |are )?asked|asks at|asked at=target position, target'
    'asked (about|for)=evaluated at, the answer to'
    'behind=after, beyond'
    'told (from|apart|which|by)=distinguished, inconclusive'
    '(goes|go) on by itself|by nature goes on=without any fix'
    'in (the|its|their) stead=instead'
    'passed over=ignored, skipped'
    'worked out=computed'
    'whoever|amiss=a plain sentence'
    'formed|folded=explicit, absorbed'
    'it goes on|goes on by|as (the|a) (formula|it) goes on=without any fix, continued'
    'no skill|arithmetic gives=a plain sentence about chance'
    'row(s)? ever received=never received a gradient'
    'asked rows only|and all behind=at the target positions only'
    'under one policy for=with an extrapolation policy'
    'along a diagonal|differ by .* of the largest at most=each diagonal would have one colour'
    '(cannot|can not) be solved without=needs'
    'is told|are told|was told|tells of|and that is said=is printed, a line says'
    '(made|makes?|trains?|trained|drawn?|given|read|signs?) (it |them )?anew=again, a new one'
    'set aside by itself|of a held-out text by itself=alone'
    'squeezed by nature|speaks louder|hangs on|knows? nothing of=a plain verb'
    'hold the mean=contain the mean'
    'less itself|survive\.=minus itself; survives the correction'
    'max_len|(encoding|learned)\.beyond|(train|eval|task)\.places|(train|encoding|t5)\.reach|--places|places=[a-z]+=the present name of the setting'
)

# file: text, a line for each string
strings() {
    for folder in $folders; do
        for file in src/"$folder"/*.[ch]; do
            [[ $file =~ $old_names ]] || awk -v file="$file" '
                /^[ \t]*#[ \t]*include/ || /old name/ { next }
                { text = text $0 "\n" }
                END {
                    gsub(/"[ \t\\]*\n[ \t]*"/, "", text)
                    while (match(text, /"([^"\\\n]|\\.)*"/)) {
                        print file ": " substr(text, RSTART, RLENGTH)
                        text = substr(text, RSTART + RLENGTH)
                    }
                }' "$file"
        done
    done
}

lines() { grep -Hn '' "${documents[@]}" | grep -v ':; expect'; }

# The page's scripts, but for their comments.
scripts() { grep -Hn '' src/page/*.js | sed -E 's#^([^ ]*:[0-9]+:)(.* )?//.*#\1\2#'; }

texts=$(strings; lines; scripts)
number=0 status=0
echo "1..${#rules[@]}"
for folder in $folders; do
    if ! grep -q "^src/$folder/" <<<"$texts"; then
        echo "Bail out! no texts in src/$folder"
        exit 1
    fi
done
for rule in "${rules[@]}"; do
    pattern=${rule%=*} instead=${rule##*=}
    number=$((number + 1))
    found=$(printf '%s\n' "$texts" | grep -Ewi -- "$pattern" | grep -Ewiv 'there is no|in place( of)?|takes? the place of|in one place|first place')
    if [ -z "$found" ]; then
        echo "ok $number - $instead, not: $pattern"
    else
        echo "not ok $number - $instead, not: $pattern"
        printf '%s\n' "$found" | sed 's/^/# /'
        status=1
    fi
done
exit $status
