#!/bin/bash
# tests/floors.sh: is src/ still built the way src/README.md says? One TAP line a rule, offending lines below it.
set -u
cd "$(dirname "$0")/.." || exit 1

# of core, from the ground up
floors='base:0 maths:1 format:2 statistics:3 draw:4 encoding:5 task:5 data:6 model:6 baseline:7 settings:8 run:9 learner:10 evaluate:10 train:11 example:12 measure:13 folder:14 study:15 result:16 plot:17 view:18 cli:19 command:20'
may_print='^src/(core/cli/|core/command/|main\.c:|core/base/progress\.c:|core/base/memory\.c:|plain/|rooms/[a-z]*/([a-z]*_command|show_[a-z]*)\.c:|rooms/predict/predict_rows\.c:)'
# decides numbers of a run; of these, what is double where numbers are checked, and what is rounded to nine digits
computes='^src/core/(base|maths|encoding|task|data|model|baseline|settings|run|learner|evaluate|train)/'
may_be_libm='^src/core/(maths/exponential\.h|maths/layers\.c|task/words\.c):'
files=()
while IFS= read -r file; do files+=("$file"); done < <(find src -name '*.[ch]' | LC_ALL=C sort)

number=0 status=0
# report RULE OFFENDERS: no offenders, no failure
report() {
    number=$((number + 1))
    if [ -z "$2" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
        status=1
    fi
}

# file:line file-included, for each of our own files: found beside the includer, in core, in a room, or in src/
includes() {
    awk -v all="${files[*]}" '
        BEGIN { n = split(all, list, " "); for (i = 1; i <= n; i++) ours[list[i]] = 1 }
        /^[ \t]*#[ \t]*include[ \t]*["<]/ {
            quoted = /include[ \t]*"/; path = $0
            sub(/^[^"<]*["<]/, "", path); sub(/[">].*/, "", path)
            beside = FILENAME; sub(/[^\/]*$/, path, beside)
            if (quoted && beside in ours) path = beside
            else if (("src/core/" path) in ours) path = "src/core/" path
            else if (("src/rooms/" path) in ours) path = "src/rooms/" path
            else if (("src/" path) in ours) path = "src/" path
            else if (!quoted) next
            print FILENAME ":" FNR, path
        }' "${files[@]}"
}

# calls PATTERN: lines of code, comments and strings put aside, that have it
calls() {
    awk -v pattern="$1" '
        function code(line, out, mark) {
            while (line != "") {
                if (comment) {
                    if (!(mark = index(line, "*/"))) return out
                    line = substr(line, mark + 2); comment = 0
                }
                if (!match(line, /["\047]|\/[*\/]/)) return out line
                mark = substr(line, RSTART, RLENGTH)
                out = out substr(line, 1, RSTART - 1) " "
                line = substr(line, RSTART)
                if (mark == "//") return out
                if (mark == "/*") { comment = 1; line = substr(line, 3); continue }
                match(line, mark == "\"" ? "^\"([^\"\\\\]|\\\\.)*\"" : "^\047([^\047\\\\]|\\\\.)*\047")
                if (RSTART == 0) return out
                line = substr(line, RLENGTH + 1)
            }
            return out
        }
        FNR == 1 { comment = 0 }
        {
            text = " " code($0)
            gsub(/fflush *\([^)]*\)/, "", text)
            if (text ~ pattern) print FILENAME ":" FNR ": " $0
        }' "${files[@]}"
}

echo '1..10'
if [ ${#files[@]} -eq 0 ]; then
    echo 'Bail out! no sources in src/'
    exit 1
fi

report 'a file of core includes only from its own floor and from floors below' "$(includes | grep '^src/core/' | awk -v floors="$floors" '
    BEGIN { n = split(floors, pair, " "); for (i = 1; i <= n; i++) { split(pair[i], f, ":"); floor[f[1]] = f[2] } }
    {
        split($1, from, "[/:]"); split($2, to, "/"); own = from[3]; other = to[3]
        if (!(own in floor)) why = "no such floor: " own
        else if (to[1] != "src") why = "no such file in src/"
        else if (to[2] != "core") why = "core knows no room"
        else if (!(other in floor)) why = "no such floor: " other
        else if (own == "encoding" && other == "format") why = "encodings know no file formats"
        else if (own == other || floor[other] < floor[own]) next
        else why = own " stands " (floor[own] == floor[other] ? "beside " : "below ") other
        print $1 " includes " $2 ": " why
    }')"

report 'a room includes core, itself, and in with_X the room X' "$(includes | grep -v '^src/core/' | awk '
    {
        split($1, from, "[/:]"); split($2, to, "/")
        if (to[1] != "src" && from[4] == "with_" to[1] ".c") next # of a room that was deleted
        if (to[1] != "src") { print $1 " includes " $2 ": no such file in src/"; next }
        if (to[2] != "rooms" || (from[2] == "rooms" && (from[3] == to[3] || from[4] == "with_" to[3] ".c"))) next
        print $1 " includes " $2
    }')"

pairs=$(includes | sed 's/:[0-9]* / /')
report 'no header includes itself, by whatever way round' \
    "$(printf '%s\n' "$pairs" | awk '$1 == $2 { print $1 }'; printf '%s\n' "$pairs" | tsort 2>&1 >/dev/null)"

blas=$(grep -nE '^[ \t]*#[ \t]*include[ \t]*["<](cblas|f77blas|lapacke|openblas_config)\.h' "${files[@]}" /dev/null)
[ "$(printf '%s\n' "$blas" | cut -d : -f 1 | sort -u | wc -l)" -gt 1 ] || blas=
report 'one file includes <cblas.h>' "$blas"

prints='[^A-Za-z0-9_](stdout|stderr)([^A-Za-z0-9_]|$)|[^A-Za-z0-9_.>](v?printf|puts|putchar|perror|exit|quick_exit|abort) *[(]'
report 'only cli, command, commands of rooms and main.c print or exit (and base/progress.c, base/memory.c, and plain.c)' \
    "$(calls "$prints" | grep -Ev "$may_print")"

libm='[^A-Za-z0-9_.>](exp|exp2|expm1|log|log2|log10|log1p|pow|sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|erf|erfc|hypot|cbrt|tgamma|lgamma|fma)f? *[(]'
report 'a view asks the encoding for its wavelengths and whether training had what it shows: it guesses neither from values' \
    "$(calls '(geometry_wavelength|acos|asin|atan2?|see_added|see_biased) *[(]' | grep '^src/core/view/')"
report 'what decides the numbers of a run asks base/elementary.h, not libm, whose bits differ' \
    "$(calls "$libm" | grep -E "$computes" | grep -Ev "$may_be_libm")"

report 'no file in src/ is longer than 400 lines, but for plain.c' \
    "$(find src -type f ! -path src/plain/plain.c -exec wc -l {} + | awk '$2 != "total" && $1 > 400 { print $2 ": " $1 " lines" }')"

report 'src/plain is plain.c alone: below 700 lines, three encodings, nothing but the C library, and no part of the program' \
    "$(find src/plain -type f ! -name plain.c
    awk '/^static const char \*const encodings\[\]/ { encodings = gsub(/"[a-z]+"/, "") }
         /^[ \t]*#[ \t]*include/ && !/<(assert|errno|math|stddef|stdint|stdio|stdlib|string)\.h>/ { print FILENAME ": " $0 }
         END { if (NR >= 700) print FILENAME ": " NR " lines"
               if (encodings != 3) print FILENAME ": " encodings + 0 " encodings" }' src/plain/plain.c
    grep -n 'plain/plain' "${files[@]}" | grep -v '^src/plain/')"

# tests/budgets.txt: a folder a line, and how many lines it may have. A budget is lowered, or raised in a commit of its
# own that says what is worth it.
report 'no folder is longer than its budget in tests/budgets.txt, and each has one' \
    "$(for folder in src/core/* src/rooms/* src/plain tests/* tests/rooms/*; do
        [ ! -d "$folder" ] || [ "$folder" = tests/rooms ] ||
            echo "$folder $(find "$folder" -type f \( -name '*.[ch]' -o -name '*.js' -o -name '*.mjs' -o -name '*.css' -o -name '*.html' -o -name '*.sh' -o -name '*.bash' -o -name '*.bats' -o -name '*.py' \) -exec cat {} + | wc -l)"
    done | awk 'FILENAME != "-" { if ($1 !~ /^#/) budget[$1] = $2; next }
        $2 && !($1 in budget) { print $1 ": " $2 " lines, and no budget" }
        ($1 in budget) && $2 > budget[$1] { print $1 ": " $2 " lines, and a budget of " budget[$1] }' tests/budgets.txt -)"

exit $status
