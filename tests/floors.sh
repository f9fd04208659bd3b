#!/bin/bash
# tests/floors.sh: is src/ still built the way src/README.md says? One TAP line a rule, offending lines below it.
set -u
cd "$(dirname "$0")/.." || exit 1

floors='base:0 maths:1 format:2 statistics:3 draw:4 encoding:5 task:5 data:6 model:6 baseline:7 settings:8 run:9 evaluate:10 train:11 example:12 measure:13 tables:14 folder:15 study:16 inventory:17 claims:18 result:19 plot:20 view:21 report:22 live:23 cli:24 command:25 main.c:26'
may_print='^src/(cli/|command/|main\.c:|base/progress\.c:|base/memory\.c:|plain/)'
# decides numbers of a run; of these, what is double where numbers are checked, and what is rounded to nine digits
computes='^src/(base|maths|encoding|task|data|model|baseline|settings|run|evaluate|train)/'
may_be_libm='^src/(maths/exponential\.h|maths/layers\.c|task/words\.c):'
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

# file:line file-included, for each of our own files: found beside the includer, or from src/
includes() {
    awk -v all="${files[*]}" '
        BEGIN { n = split(all, list, " "); for (i = 1; i <= n; i++) ours[list[i]] = 1 }
        /^[ \t]*#[ \t]*include[ \t]*["<]/ {
            quoted = /include[ \t]*"/; path = $0
            sub(/^[^"<]*["<]/, "", path); sub(/[">].*/, "", path)
            beside = FILENAME; sub(/[^\/]*$/, path, beside)
            if (quoted && beside in ours) path = beside
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

echo '1..7'
if [ ${#files[@]} -eq 0 ]; then
    echo 'Bail out! no sources in src/'
    exit 1
fi

report 'a file includes only from its own floor and from floors below' "$(includes | awk -v floors="$floors" '
    BEGIN { n = split(floors, pair, " "); for (i = 1; i <= n; i++) { split(pair[i], f, ":"); floor[f[1]] = f[2] } }
    {
        split($1, from, "[/:]"); split($2, to, "/"); own = from[2]; other = to[2]
        if (!(own in floor)) why = "no such floor: " own
        else if (to[1] != "src") why = "no such file in src/"
        else if (!(other in floor)) why = "no such floor: " other
        else if (own == "encoding" && other == "format") why = "encodings know no file formats"
        else if (own == other || floor[other] < floor[own]) next
        else why = own " stands " (floor[own] == floor[other] ? "beside " : "below ") other
        print $1 " includes " $2 ": " why
    }')"

pairs=$(includes | sed 's/:[0-9]* / /')
report 'no header includes itself, by whatever way round' \
    "$(printf '%s\n' "$pairs" | awk '$1 == $2 { print $1 }'; printf '%s\n' "$pairs" | tsort 2>&1 >/dev/null)"

blas=$(grep -nE '^[ \t]*#[ \t]*include[ \t]*["<](cblas|f77blas|lapacke|openblas_config)\.h' "${files[@]}" /dev/null)
[ "$(printf '%s\n' "$blas" | cut -d : -f 1 | sort -u | wc -l)" -gt 1 ] || blas=
report 'one file includes <cblas.h>' "$blas"

prints='[^A-Za-z0-9_](stdout|stderr)([^A-Za-z0-9_]|$)|[^A-Za-z0-9_.>](v?printf|puts|putchar|perror|exit|quick_exit|abort) *[(]'
report 'only src/cli, src/command and src/main.c print or exit (and base/progress.c, base/memory.c, and plain.c)' \
    "$(calls "$prints" | grep -Ev "$may_print")"

libm='[^A-Za-z0-9_.>](exp|exp2|expm1|log|log2|log10|log1p|pow|sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|erf|erfc|hypot|cbrt|tgamma|lgamma|fma)f? *[(]'
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

exit $status
