# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# help.bats -- help, the manual and --version from outside: all that there is, on a screen.

load helpers

# Sets $commands and $topics to those that help lists.
listed_by_help() {
    commands=$("$poslab" help commands | awk '/help TOPIC/ { exit } /^  [a-z]+ / { print $1 }')
    topics=$("$poslab" help commands | awk '/help TOPIC/ { topics = 1 } topics && /^  [a-z]+ / { print $1 }')
    [ -n "$commands" ]
    [ -n "$topics" ]
}

@test "help lists every command and helps with each" {
    listed_by_help
    [ "$(sort <<<"$commands")" = "$(grep -rhoE '^const struct command command_[a-z]+' src | sed 's/.*_//' | sort)" ]
    for command in $commands; do
        "$poslab" help "$command" | grep -q "^usage: poslab $command"
        [ "$("$poslab" "$command" --help)" = "$("$poslab" help "$command")" ]
    done
}

@test "help: a first screen of 24 lines by 80 columns, with every command and topic" {
    listed_by_help
    "$poslab" help >"$work/first"
    [ "$(wc -l <"$work/first")" -lt 24 ] # and the prompt
    awk 'length > 80 { print; wrong = 1 } END { exit wrong }' "$work/first"
    [ "$(grep -cE '^  [a-z]+ {3,}[a-z].* .* .* ' "$work/first")" -ge 6 ]
    for name in $commands $topics; do
        grep -qw -- "$name" "$work/first" || { echo "$name is not there"; return 1; }
    done
}

@test "help fits the screen: what one needs in one and a half, no line too long" {
    listed_by_help
    lists=$("$poslab" help --json | jq -r 'keys | join(" ")')
    for name in $commands $topics; do
        "$poslab" help "$name" >"$work/short"
        "$poslab" help "$name" --all >"$work/all"
        "$poslab" help "$name" | awk 'length > 80 { print; wrong = 1 } END { exit wrong }'
        awk 'length > 80 { print; wrong = 1 } END { exit wrong }' "$work/all"
        # claims lists every claim, show every view, glossary every word, a list every name
        [[ " glossary $lists " = *" $name "* ]] || [ "$(sed '/^The claims:$/,$d; /^  --view [a-z]/d' "$work/short" | wc -l)" -le 40 ] || { echo "$name is long"; return 1; }
        # the reference begins where the short form ends
        sed '/^The claims:$/,$d; /^`poslab help [a-z]* --all`/,$d' "$work/short" >"$work/begin"
        cmp -n "$(wc -c <"$work/begin")" "$work/begin" "$work/all"
    done
}

@test "help: what --all adds is named in the short form" {
    "$poslab" help compare | tr '\n' ' ' | grep -qF "\`poslab help compare --all\` also explains: members, "
    "$poslab" help compare --all | grep -qx 'JSON'
    [ "$("$poslab" help compare --all | grep -c 'also explains')" = 0 ]
    [ "$("$poslab" help compare | grep -c 'kernels_note')" = 0 ]
}

@test "the manual names every command, option, topic and exit code" {
    listed_by_help
    cp "$program" "$work/poslab"
    src/manual.sh "$work/poslab" src/poslab.1 >"$work/poslab.1"
    for command in $commands; do
        grep -qx "\.SS $command" "$work/poslab.1"
        options=$("$poslab" help "$command" | awk '/^  --[a-z]+/ { print $1 }')
        [ -n "$options" ] || ! "$poslab" help "$command" | sed -n '/^usage/,/^ *$/p' | grep -q -- --options
        for option in $options; do
            sed 's/\\-/-/g' "$work/poslab.1" | grep -q -- "$option\b"
        done
    done
    for topic in $topics; do
        grep -qx "\.SH ${topic^^}" "$work/poslab.1"
    done
    sed '1,/^\.SH COMMANDS/d; s/\\-/-/g; s/\\e/e/g' "$work/poslab.1" |
        awk '/^[^.]/ { sub(/^\\&/, ""); if (length > 77) { print; wrong = 1 } } END { exit wrong }'
    for code in 0 1 2 3 65 70 73 74 75; do
        grep -q "^  $code " "$work/poslab.1"
    done
    grep -q '^policy (also: extrapolation policy' "$work/poslab.1"
}

@test "no arguments: four lines to start with, and exit code 2" {
    run_both "$poslab"
    [ "$status" = 2 ]
    [ ! -s "$error_file" ]
    [ "$(sed -n 's/^  \(poslab [a-z]*\).*/\1/p' "$output_file" | tr '\n' ,)" = 'poslab compare,poslab explain,poslab help,' ]
    [ "$(wc -l <"$output_file")" = 4 ]
}

@test "--version names version and kernels" {
    run_both "$poslab" --version
    [ "$status" = 0 ]
    grep -qE '^poslab [0-9]+\.[0-9]+\.[0-9]+ \(OpenBLAS kernels: .+\)$' "$output_file"
}

@test "help: an option says what it is for this command" {
    "$poslab" help report | grep -qF -- '--to FILE        the page to write (default: report.html in the folder)'
    "$poslab" help export | grep -qF -- '--to FORM '
}
