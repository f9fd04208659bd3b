#!/bin/bash
# tests/dead_checks.sh [FILE...]: do bats files contain checks that cannot fail? One TAP line per rule, offenders below it.
#
# bats runs a test with `bash -e`, which stops at a command that fails, but not at A in `A && B` or at `! A`, unless that is the
# last command of the function and so its status. And a loop over the output of a command passes silently if there is none.
# bash prints the functions of a file, one command per line; awk blanks out strings, substitutions and subshells.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- tests/*/*.ba* tests/rooms/*/*.bats tests/rooms/*/*/*.ba*

# laid_out FILE: the file as bash prints it; the test that begins in line 7 is the function line_7
laid_out() {
    { echo 'all() {'; awk '/^@test .*\{$/ { print "line_" NR "() {"; next } { print }' "$1"; echo '}; declare -f all'; } | bash
}

# found FILE: prints "RULE<tab>FILE: FUNCTION: COMMAND" for each offender
found() {
    laid_out "$1" | awk -v file="$1" '
        function top() { return substr(modes, length(modes)) }
        function push(mode) { modes = modes mode }
        function pop() { modes = substr(modes, 1, length(modes) - 1) }
        # Takes a character of the file. `modes` is a stack of open quotes and brackets; if it is empty, a line end ends a command.
        function take(c, before,    mode) {
            mode = top()
            if (escaped) { escaped = 0; return }
            if (c == "\\" && mode != "s") { escaped = 1; return }
            if (mode == "s" || mode == "a") { if (c == "\047") pop(); return }
            if (c == "\"") { if (mode == "d") pop(); else push("d"); return }
            if (before == "$" && c == "{") { push("b"); return }
            if (mode == "b" && c == "}") { pop(); return }
            if (mode == "d") { if (before == "$" && c == "(") push("p"); return }
            if (c == "\047") { push(before == "$" ? "a" : "s"); return }
            if (c == "(") push("p")
            else if (c == ")" && mode == "p") pop()
        }
        function end_line() {
            sub(/^ +/, "", code); sub(/^ +/, "", raw); if (code !~ /^;;/) sub(/[ ;]+$/, "", code)
            if (code != "") { line[++lines] = code; text[lines] = raw }
            code = raw = ""
        }
        # `ends` is the word that ends a here-document.
        {
            if (ends != "") { if ($0 == ends) ends = ""; next }
            for (i = 1; i <= length($0); i++) {
                c = substr($0, i, 1); before = i > 1 ? substr($0, i - 1, 1) : " "
                if (c == "#" && before == " " && top() == "p") break
                deep = modes != ""
                take(c, before)
                code = code (deep && modes != "" ? "x" : c); raw = raw c
                if (modes == "" && substr($0, i, 2) == "<<" && substr($0, i + 2, 1) != "<" && before != "<") {
                    ends = substr($0, i + 2); sub(/^[- ]*/, "", ends); sub(/[ ;|].*/, "", ends); gsub(/[\047"\\]/, "", ends)
                }
            }
            escaped = 0
            if (modes == "") end_line(); else { code = code " "; raw = raw " " }
        }

        # ---- Blocks: which commands are the last of a function, and so its status

        function open(type) { parent[++blocks] = now; kind[blocks] = type; now = blocks }
        function close_at(i) { end[now] = i; now = parent[now] }
        function closes(i) { return line[i] ~ /^(\}|done|fi|else|;;|esac)/ }
        function is_status(i,    b) {
            for (b = within[i]; i < lines && closes(i + 1); b = parent[b]) {
                if (kind[b] == "function") return 1
                if (kind[b] == "loop") return 0
                i = end[b]
            }
            return 0
        }
        function about(i,    b) {
            for (b = within[i]; b && kind[b] != "function"; b = parent[b]);
            return name[b]
        }
        function report(rule, i) { print rule "\t" file ": " about(i) ": " substr(text[i], 1, 150) }
        # Returns the last && or || of a command, or nothing; `tail` is what follows it.
        function last_operator(t,    operator, at) {
            while ((at = index(t, "[[ ")) && index(substr(t, at), " ]]")) t = substr(t, 1, at - 1) "x" substr(t, at + index(substr(t, at), " ]]") + 2)
            while (match(t, / (&&|\|\|) /)) { operator = substr(t, RSTART + 1, 2); t = substr(t, RSTART + RLENGTH) }
            tail = t
            return operator
        }
        END {
            for (i = 1; i <= lines; i++) {
                t = line[i]
                if (t ~ /^(function )?[A-Za-z_0-9]+ \(\)$/) { called = t; gsub(/function | \(\)/, "", called); continue }
                if (t == "{") { open(called == "" ? "group" : "function"); name[now] = called; called = ""; continue }
                if (t ~ /^(\}|done|fi|esac)/) { close_at(i); within[i] = now; continue }
                within[i] = now
                if (t ~ /^case .* in$/) open("case")
                else if (t ~ /^if / || t ~ /(^|; )then$/) { if (t ~ /(^|; )then$/) open("if") }
                else if (t ~ /(^|; )do$/) open("loop")
                else if (t ~ / \{$/) open("group")
            }
            for (i = 1; i <= lines; i++) {
                t = line[i]; b = within[i]
                if (t ~ /^(if|while|until|case|else|;;|do|\}|done|fi|esac)/ || t ~ /^[^ (]*\)$/ || t ~ /\| (while|until|for) / || name[b] == "all") continue
                if (t ~ /^for /) {
                    t = text[i]; gsub(/\$\(\(|\$\(seq /, "", t)
                    if (t ~ /\$\(|`/) report("loop", i)
                    if (match(t, / in \$[A-Za-z_]+;?$/)) {
                        list = substr(t, RSTART + 5, RLENGTH - 5); sub(/;$/, "", list)
                        if (printed[about(i), list]) report("loop", i)
                    }
                    continue
                }
                if (match(t, /(^| )[A-Za-z_]+=\$\(/)) {
                    list = substr(t, RSTART, RLENGTH - 3); sub(/^ /, "", list); printed[about(i), list] = 1
                } else if (t ~ /^\[\[? /)
                    for (key in printed) { split(key, part, SUBSEP); if (part[1] == about(i) && text[i] ~ "[$]({#?)?" part[2] "([^A-Za-z_]|$)") printed[key] = 0 }
                operator = last_operator(t)
                if (operator == "&&" && tail !~ /^(return|continue|break|exit|skip)( |$)/ && !is_status(i)) report("and", i)
                else if (operator == "" && t ~ /^! / && !is_status(i)) report("not", i)
            }
            if (now || modes != "") print "all\t" file ": not understood"
        }'
}

# Lines that must be found, each with its rule in a comment, then lines that must not.
sample() {
    cat <<'END'
@test "dead" {
    [ -s a ] && [ -s b ] # and
    grep -q 'a && b' a &&
        cmp a b # and
    for x in 1 2; do
        [ -s a ] && [ -s $x ] # and
    done
    [ -s a ] || { [ -s b ] && [ -s c ]; } # and
    case $x in
        1) cmp a b && cmp a c ;; # and
    esac
    if [ -s a ]; then
        ! grep -q x a # not
    fi
    ! grep -q x a # not
    (cd a && echo) | while read -r x; do [ -s "$x" ] && [ "$x" = y ]; done # and
    for x in $(ls a); do [ -s "$x" ]; done # loop
    names=$(ls a) more=1
    for x in $names; do [ -s "$x" ]; done # loop
    jq '. as $x | "it'"'"'s && (" | a' <<<"$x" && cmp a b # and
    cmp a b
}
END
    cat <<'END'
@test "alive" {
    (cd a && [ -s b ])
    x=$(cd a && echo "$(ls && echo ')')")
    if [ -s a ] && [ -s b ]; then return; fi
    while [ -s a ] && [ -s b ]; do [ -s c ] && break; done
    [[ $x = a && $y = b ]]
    [ -s a ] && [ -s b ] || return 1
    ! grep -q x a || return 1
    names=$(ls a)
    [ "$(wc -w <<<"$names")" = 3 ]
    for x in $names a $(seq 3) $((1 + 1)); do
        jq 'a
            && b' "$x"
    done
    cat <<TEXT
a && b
! a
TEXT
    helper() {
        [ -s a ] && [ -s b ]
    }
    case $x in
        1) ! cmp a b ;;
        *) cmp a b && cmp a c ;;
    esac
}
END
}

all=$(for file; do found "$file"; done)
wanted=$(sample | grep '# [a-z]*$' | sed 's/.*# //' | sort)
planted=$(sample | found /dev/stdin)
[ "$(grep ': line_1: ' <<<"$planted" | cut -f 1 | sort)" = "$wanted" ] && ! grep -v ': line_1: ' <<<"$planted" >/dev/null ||
    all+=$'\n'"all	in the sample: $(tr '\n\t' '; ' <<<"$planted")"
# Beyond what a command says by itself: what makes a test depend on the machine, on its speed or on what else runs.
# depends FILE: lines of rule, place and text.
depends() {
    awk -v file="$1" '
        function found(rule) { print rule "\t" file ":" FNR ": " $0 }
        /ulimit -[SH]*[vd]/ && file !~ /helpers.bash$/ { found("memory") }
        /^ *stop_at / && last !~ /held/ { found("held") }
        /timeout (-[a-z] [A-Z0-9]+ )*[1-5]?[0-9] / { found("short") }
        /^ *(for|while|until) .*do$/ { loops++ }
        /(^|[ ;])sleep [0-9]/ && !loops && !/(while|until|for) / { found("sleep") }
        /^ *done/ && loops { loops-- }
        /^setup\(\)/ { own = 1 }
        /set_work/ { own = 0 }
        /\$\{held/ { uses = 1 }
        { last = $0 }
        END { if (uses && own) found("empty") }' "$1"
}
planted=$(depends /dev/stdin <<'END' | cut -f 1 | paste -sd ' '
    ulimit -v 90000
    stop_at 5
    held run
    stop_at 5
    timeout -k 1 20 poslab
    timeout 300 poslab
    for i in 1 2; do
        sleep 1
    done
    until there; do sleep 1; done
    sleep 1; there
setup() {
    cd work
}
    "${held[@]}" poslab
END
)
[ "$planted" = 'memory held short sleep empty' ] || all+=$'\n'"all	of what depends on a machine, in the sample: $planted"
for file; do
    all+=$'\n'$(depends "$file")
done
all+=$'\n'$(grep -nE '^[A-Z_]*DEPS +:=.*[a-z]-[0-9]+(\.[0-9]+)?(-[a-z]| |$)' Makefile | sed $'s|^|version\tMakefile: |')
number=0 status=0
echo '1..10'
while read -r rule meaning; do
    offenders=$(grep "^$rule"$'\t' <<<"$all" | cut -f 2-)
    number=$((number + 1))
    if [ -z "$offenders" ]; then
        echo "ok $number - $meaning"
        continue
    fi
    echo "not ok $number - $meaning"
    printf '# %s\n' "${offenders//$'\n'/$'\n# '}"
    status=1
done <<'END'
and a check is on a line of its own, not before &&, where it fails no test
not a check that begins with ! is the last command, or ends in || return 1; else it fails no test
loop a test checks that the output of a command is not empty before it loops over it
memory memory is limited by `limited` of cli/helpers.bash alone, which gives OpenBLAS one thread
held what stop_at stops is held (`held` of cli/helpers.bash, on the line before), so that a fast program is not past it
empty a setup of one's own calls set_work where `held` is used, which is empty else
short no program is given less than a minute by `timeout`
sleep a test waits for something, in a loop; it never just sleeps
version no package in the Makefile has a version in its name
all every file is understood, and what is planted in a sample is found
END
exit $status
