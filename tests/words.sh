#!/bin/bash
# tests/words.sh: do texts say what the field says, in plain English? One TAP line per rule, offending texts below it.
#
# A rule is a pattern of whole words and what to write instead. `rules` are for what users read: the strings of src/,
# adjacent ones joined, help, the documents without their `; expect` lines, and the page's scripts; `printed` for
# strings and help alone. `habits` are for strings, help, documents and comments.
set -u
cd "$(dirname "$0")/.." || exit 1

documents=(README.md data/README.md runs/README.md tests/README.md src/README.md src/poslab.1 src/rooms/page/page.html
    configs/*.ini configs/claims/*.ini)
old_names='src/core/settings/settings_synonyms.c'

rules=(
    'divided by (commas|tabs|blanks|white space)=separated by'
    'is no (UTF-8|text in UTF-8)=is not valid UTF-8'
    '([^e]|[^r]e) is no (word|key|key=value|number|file|folder|poslab|single|list)=is not a ...'
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
    '(has|have|had) not (the|an?|any)=does not have'
    'without a word|in want of|for want of=silently, for lack of'
    'as one (would|types|writes)=as you would'
    'on (its|their) way (in|into|from|through)=while it is read'
    'gives? way|makes? way=is replaced, is dropped'
    'is called so=has this name'
    '(are|it is) spared|spoken to=skips, is controlled'
    'max_len|(encoding|learned)\.beyond|(train|eval|task)\.places|(train|encoding|t5)\.reach|--places|places=[a-z]+=the present name of the setting'
)

habits=(
    'beside (each other|one another|the others?)=next to, side by side, compared with'
    '(lies?|stands?|stood) (beside|apart)=is next to, in the same folder'
    '(object|row|word|observation|line|seed|target|step) a (line|row|seed|target|step|model|file)=... per ...'
    'anew=again'
    'work(s|ed) (it )?out=compute, computed'
    'what is told|(is|are|was|were|has been) told=report, is printed'
    '(can be )?gone on with|(goes|go) on from=continues'
    'lacks=does not have, is missing'
    '(knows?|learns?|have|answers) .{0,20}by heart=memorised'
    '(is|was) looked (at|into)|looks whether=is checked, is read'
    '(it|is|which is) no (part|member|row|setting|error|number|header|metric|label)=is not a ...'
    'whatever (it|they) (is|are|has|have)=any, arbitrary, for every'
    'nothing is left to (free|close)=there is nothing to free'
    'less (that|its|the|their)=minus'
    'says (on top|of itself|of it)=the comment at the top, declares'
    'called again|calls? beside=rerun, concurrent processes'
)

# What a program prints is read by people who never saw its source.
printed=(
    'nats a|steps a second|(observation|answer|object|number) an? (line|row|object|example)|a line each=per'
    'call (it |compare |the same command )?again|called again=run ... again'
    'nothing can go on=until training ends'
    'lack of room|what ends in ~=hidden to fit the screen, cut to fit'
    'mak(es?|ing) no sense=does not apply'
    'so many (seeds|steps|words|pairs|questions|validations)=this many'
    'begins? as in=starts from'
    'is no (baseline|encoding|task|model|run|comparison|claim)=is not a ...'
    'put the old|a whole (model|object)=restore, complete'
    'stands? (at|between|for|beside)=is at, means'
    'beside (%s|[a-z]+)=next to, compared with'
    'none of (%s|[a-z]+\|[a-z]+)=not one of'
)

# file: text, a line for each string and each line of help
strings() {
    # shellcheck disable=SC2046 # no name has a blank
    awk '
        FNR == 1 { each_string(); file = FILENAME }
        /^[ \t]*#[ \t]*include/ || /old name/ { next }
        { text = text $0 "\n" }
        END { each_string() }
        function each_string() {
            gsub(/"[ \t\\]*\n[ \t]*"/, "", text)
            while (match(text, /"([^"\\\n]|\\.)*"/)) {
                print file ": " substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
            }
            text = ""
        }' $(printf '%s\n' src/*/*.[ch] | grep -vxF "$old_names")
    grep -Hn '' src/core/command/*.txt src/rooms/*/*.txt
}

lines() { grep -Hn '' "${documents[@]}" | grep -v ':; expect'; }

# The page's scripts, but for their comments.
scripts() { grep -Hn '' src/rooms/page/*.js | sed -E 's#^([^ ]*:[0-9]+:)(.* )?//.*#\1\2#'; }

# file: text, a line for each comment
comments() {
    awk '
        FNR == 1 { each_comment(); file = FILENAME }
        { text = text $0 "\n" }
        END { each_comment() }
        function each_comment() {
            while ((from = index(text, "/*")) > 0) {
                text = substr(text, from + 2)
                length_of = index(text, "*/") - 1
                comment = substr(text, 1, length_of)
                gsub(/\n[ \t]*\*?/, "", comment)
                print file ":" comment
                text = substr(text, length_of + 3)
            }
            text = ""
        }' src/*/*.[ch]
}

strings=$(strings) lines=$(lines)
texts=$strings$'\n'$lines$'\n'$(scripts)
habitual=$strings$'\n'$lines$'\n'$(comments)
number=0 status=0
echo "1..$((${#rules[@]} + ${#printed[@]} + ${#habits[@]}))"
for folder in src/*/; do
    if compgen -G "$folder*.c" >/dev/null && [[ $habitual != *$'\n'"$folder"* ]]; then
        echo "Bail out! no comments in $folder"
        exit 1
    fi
done
# check TEXTS RULE...: a line that has none of all the patterns is read once, not once per rule
check() {
    local suspect rule pattern instead found
    suspect=$(grep -Ewif <(printf '%s\n' "${@:2}" | sed 's/=[^=]*$//') <<<"$1" | grep -Ewiv 'there is no|in place( of)?|takes? the place of|in one place|first place')
    shift
    for rule; do
        pattern=${rule%=*} instead=${rule##*=}
        number=$((number + 1))
        found=$(grep -Ewi -- "$pattern" <<<"$suspect")
        if [ -z "$found" ]; then
            echo "ok $number - $instead, not: $pattern"
        else
            echo "not ok $number - $instead, not: $pattern"
            printf '# %s\n' "${found//$'\n'/$'\n# '}"
            status=1
        fi
    done
}

check "$texts" "${rules[@]}"
check "$strings" "${printed[@]}"
check "$habitual" "${habits[@]}"
exit $status
