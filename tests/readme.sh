#!/bin/bash
# tests/readme.sh [quick]: is README.md true today, and do the commands of runs/README.md and data/README.md work? One TAP
# line for each question; what is wrong stands below it. Nothing printed has a control character, which would be \x0a.
#
# A line "    $ COMMAND" is followed by what the command prints. Whatever percentage the prose names is in such a
# table. Other commands are run in the order in which a reader meets them, in a folder that is thrown away; `quick` looks
# at their names, options, keys and files, and takes the models of runs/example as trained.
set -u
cd "$(dirname "$0")/.." || exit 1
export COLUMNS=80
poslab=${POSLAB:-build/poslab}
[[ $poslab == /* ]] || poslab=$PWD/$poslab
page=$PWD/README.md
pages=("$page" "$PWD/runs/README.md" "$PWD/data/README.md")
quick=${1:-}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
number=0 failed=0

# say NAME TEXT: TEXT is what is wrong, or empty.
say() {
    number=$((number + 1))
    if [ -z "$2" ]; then
        echo "ok $number - README: $1"
    else
        echo "not ok $number - README: $1"
        printf '%s\n' "$2" | sed 's/^/# /'
        failed=1
    fi
}

# The commands for poslab, without their comments; one that ends in \ goes on in the next line. Those of a shell's loop,
# with its variables, are no commands by themselves.
commands() { sed -e ':a' -e '/\\$/{N;s/\\\n */ /;ba' -e '}' "${pages[@]}" | sed -n 's/^    \(build\/poslab .*\)/\1/p' | sed 's/  *# .*//' | grep -v '\$'; }

# Lines of a file that have an escape.
escapes() { grep -nE '\\x[0-9a-f]{2}' "$1" | head -n 3; }

# What is wrong with a first screen of compare, if the file has one (the laws are in tests/law/test_statements.c): wide
# lines, but for one command, which can be copied; more than four sentences, words that no test stands behind, one seed
# that is judged.
lawless() {
    grep -qE ' one-layer models?$' "$1" || return 0
    awk '/^Next: / || /^-+$/ { said = 0 } /^[1-9] [A-Z]/ { n++; said = 1 }
        length > 80 && !/[^ -~]/ && !/^Next: [^|]*$/ { print "wide: " $0 }
        said && /(^| )(cannot tell|nothing tells|would tell|reach [0-9.]+\.\.[0-9]+ % at)/ { print "says: " $0 }
        said && / (holds?|falls?|lifts?) / { judged = $0 } /^One seed:/ && judged { print "one seed: " judged }
        END { if (n > 4) print n " sentences" }' "$1"
}

# A command's words, as the shell divides them, one a line; an operator of the shell ends it.
words() { (set -f; eval "printf '%s\n' ${1%% [|<>&]*}"); }

# What a command line names that there is not.
unknown() {
    local words word command option
    mapfile -t words < <(words "$1")
    command=${words[1]}
    if ! "$poslab" help "$command" >"$folder/help" 2>&1; then
        grep -q 'belongs to the room' "$folder/help" || echo "no command: $command"
        return
    fi
    for word in "${words[@]:2}"; do
        option=${word%%=*}
        case $word in
        --*) grep -q -- "^  $word\b" "$folder/help" || echo "$command has no option $word" ;;
        configs/* | data/* | runs/example*) [ -e "$word" ] || echo "no file: $word" ;;
        [a-z]*.[a-z_]*=*) grep -qx -- "$option" "$folder/keys" || echo "no setting: $option" ;;
        esac
    done
}

# Files and folders that a command reads, that are not in the project and that no command before made: the reader's own.
not_made() {
    words "$1" | awk '{ sub(/^[a-z_.]+=/, "") } before !~ /^--(run|to|out|from)$/ && /^runs\/|\.(txt|tsv|csv|safetensors)$|^bert-base-uncased$/ { print }
        before == "--from" { sub(/\/.*seed.*/, ""); print } { before = $0 }' | while IFS= read -r file; do
        [ -e "$folder/here/$file" ] || echo "$file"
    done
}

# Lines of the tables in a page's fences that no command printed.
# shellcheck disable=SC2016 # fences, no commands
not_printed() { sed -n '/^```/,/^```/{/^```/d;p}' "$1" | timeless | grep -vxF -f <(timeless <"$folder/printed"); }

# Copies what commands read to a folder of their own.
set_up() {
    mkdir -p "$folder/here/build" "$folder/here/runs"
    cp "$poslab" "$folder/here/build/poslab"
    cp -r configs data "$folder/here"
    cp -r runs/example "$folder/here/runs/example"
    [ "$quick" = quick ] && cp -r runs/example "$folder/here/runs/compare"
}

run() { (cd "$folder/here" && bash -c "$1" 2>"$folder/stderr"); }

say '120 lines of 120 columns at most' "$(awk 'NR == 121 { print "line 121" } length > 120 { print FNR ": " length }' "$page")"

"$poslab" help settings --json | jq -r '.settings[].key' >"$folder/keys"
say 'every file it names is there' "$(grep -oE '\b(configs|data|runs|src|tests)/[A-Za-z0-9_./-]*[A-Za-z0-9]' "$page" |
    sort -u | grep -vE '^runs/(learned|claims|compare|sweep|rows|text|twenty)$' | while read -r file; do [ -e "$file" ] || echo "$file"; done)"

# Without the time that training took, which stands at the right end of a line.
timeless() { sed -E 's/ +([0-9]+ models), [0-9.]+ s$/ \1/; s/  +([0-9]+ models)$/ \1/; s/ *$//'; }

# What stands below a command is what it prints.
set_up
while read -r command; do
    awk -v command="    \$ $command" '$0 == command { on = 1; next } on && !/^    / { exit } on { print substr($0, 5) }' "$page" | timeless >"$folder/expected"
    run "$command" | timeless >"$folder/found"
    say "$command" "$(diff "$folder/expected" "$folder/found"; escapes "$folder/found"; lawless "$folder/found")"
    cat "$folder/found" >>"$folder/numbers"
done < <(sed -n 's/^    \$ //p' "$page")

# A number may be rounded in prose: 97.8 of the table, or 98.
say 'a percentage in the prose is in a table' "$(grep -v '^    ' "$page" | grep -oE '[0-9]+(\.[0-9]+)? %' | sort -u |
    while read -r value _; do
        digits=$([[ $value == *.* ]] && echo 1 || echo 0)
        grep -oE '[0-9]+\.[0-9]+|[0-9]+' "$folder/numbers" | awk -v value="$value" -v digits="$digits" \
            'sprintf("%." digits "f", $1) == value { found = 1 } END { exit !found }' || [ "$value" = 95 ] || echo "$value %"
    done)"

while read -r command; do
    if [ "$quick" = quick ]; then
        say "$command" "$(unknown "$command")"
    elif own=$(not_made "$command") && [ -n "$own" ]; then
        number=$((number + 1))
        echo "ok $number - README: $command # SKIP ${own//$'\n'/, }: the reader's own"
    else
        [[ $command == *--full* ]] && COLUMNS=150 || COLUMNS=80 # as the pages show them
        say "$command" "$(run "set -o pipefail; $command" >"$folder/found" || { echo "exit code $?"; tr '\r' '\n' <"$folder/stderr" | tail -n 1; }
            escapes "$folder/found"; escapes "$folder/stderr"; lawless "$folder/found")"
        cat "$folder/found" >>"$folder/printed"
    fi
done < <(commands)
[ "$quick" = quick ] || say 'tables of runs/README.md are what its commands print' "$(not_printed "${pages[1]}")"
echo "1..$number"
exit "$failed"
