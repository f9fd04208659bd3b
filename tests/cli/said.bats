# shellcheck shell=bash disable=SC2154
# said.bats -- what summaries of registries state is shown by a command (said.txt).

load helpers

@test "a summary that states first, last, ..., and each of a policy, mixer and baseline, has its command in said.txt" {
    "$poslab" list --json | jq -r 'to_entries[] | (.key | sub("ies$"; "y") | rtrimstr("s")) as $kind | .value[] |
        select(.summary) | "\($kind) \(.name): \(.summary)"' >"$work/all"
    grep -E '^(task|encoding) [^:]*: .*\b(first|last|before|larger|smaller|farthest|nearest|open|closed|never|only)\b|^(policy|mixer) |^baseline [^:]*: [^:]*$' \
        "$work/all" >"$work/states"
    if grep -vxFf tests/cli/said.txt "$work/states"; then
        echo 'tests/cli/said.txt has no such line: add it, and below it a command that shows it'
        return 1
    fi
    for text in src/command/*.txt; do
        sed "s/^/help $(basename "$text" .txt): /" "$text"
    done >"$work/help"
    while IFS= read -r said; do
        grep -F "${said%%: *}: " "$work/help" | grep -qF "${said#*: }" || echo "$said"
    done < <(grep '^help ' tests/cli/said.txt) >"$work/gone"
    if { grep '^[a-z]' tests/cli/said.txt | grep -v '^help ' | grep -vxFf "$work/all"; cat "$work/gone"; } | grep .; then
        echo 'no summary or help says this any more: take it out of tests/cli/said.txt'
        return 1
    fi
}

@test "the commands of said.txt show what is said" {
    while IFS= read -r line; do
        [[ $line == ' '* ]] || { said=$line; continue; }
        eval "$line" >/dev/null </dev/null || { echo "not shown: $said"; return 1; }
    done <tests/cli/said.txt
    [ -n "$said" ]
}

@test "help types no percentage, exit code or large number: src/command/facts.c has them" {
    if sed -E 's/\{[a-z]+:[^ }][^}]*\}//g; s/[^ ]*=[^ ]*//g' src/command/*.txt |
        grep -E '[0-9] %|[0-9],[0-9]{3}\b|[Cc]ode:? [0-9]|(^|[ (])(65|7[0-5])\b'; then
        echo 'a fact is typed there: write {percent:NAME}, {number:NAME} or {exit:NAME}'
        return 1
    fi
}
