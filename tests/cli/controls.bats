# controls.bats -- control characters in data and names: escaped on a terminal, unchanged in a file or a pipe.
# shellcheck shell=bash disable=SC2034,SC2154
load helpers

bad=$'tea\e[31m\u009b2J\u202e'

# A run and a comparison with control characters in folders, labels, words and columns.
setup_file() {
    poslab=${POSLAB:-$PWD/build/poslab}
    cd "$BATS_FILE_TMPDIR" || return
    printf 'label\ttext_a\t%s\n%s\t%s then coffee\t%s\nno\tcoffee then %s\t\n' "$bad" "$bad" "$bad" "$bad" "$bad" >rows.tsv
    rows=(task.name=tsv task.tokens=spaces task.train=rows.tsv task.test=rows.tsv train.steps=5)
    "$poslab" train "${rows[@]}" --run "$bad" >/dev/null 2>&1 || true # without the room rows each test is skipped
    "$poslab" compare "${rows[@]}" compare.members=none,learned compare.seeds=1..1 --run "c$bad" >/dev/null 2>&1 || true
    cd "$OLDPWD" || return
}

# seen COMMAND...: writes what a terminal gets, without line ends, to $work/seen.
seen() {
    env NO_COLOR=1 SHELL=/bin/bash script -qec "stty cols 200; $(printf '%q ' "$program" "$@")" /dev/null </dev/null | tr -d '\r\n' >"$work/seen"
}

# safe COMMAND...: it prints something, and no control character.
safe() {
    seen "$@"
    [ -s "$work/seen" ]
    if LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' "$work/seen"; then
        echo "sent: $(cat -v "$work/seen")"
        return 1
    fi
}

@test "no command sends control characters from data or names to a terminal" {
    script -qec true /dev/null </dev/null || skip "no terminal can be made here"
    cd "$BATS_FILE_TMPDIR"
    for form in tsv csv jsonl; do
        safe predict "$bad" rows.tsv --to $form
    done
    safe predict "$bad" "$bad" --json
    safe predict "$bad" "$bad"
    safe show task task.name=tsv task.tokens=spaces task.train=rows.tsv --json
    safe show neighbours "$bad" "$bad"
    safe show confusion "$bad" --json
    safe eval "$bad" --json
    safe train --resume --run "$bad"
    safe compare --run "c$bad"
    safe export "$bad" --out "$work/$bad"
    safe report "$bad"
    safe plot "c$bad" --to "$work/$bad.svg"
    safe runs "c$bad"
    safe runs .
    safe runs "$bad" --verify
    safe eval "no$bad"
}

@test "JSON with escaped characters is the same document, and a printed command can be run" {
    script -qec true /dev/null </dev/null || skip "no terminal can be made here"
    cd "$BATS_FILE_TMPDIR"
    seen predict "$bad" "$bad" --json
    "$poslab" predict "$bad" "$bad" --json | jq -c . | cmp - <(jq -c . "$work/seen")
    next=$("$poslab" train --resume --run "$bad" | sed -n 's/^Next: //p')
    eval "set -- $next"
    [ "$3" = "$bad" ]
}

@test "a file or a pipe gets the bytes unchanged" {
    cd "$BATS_FILE_TMPDIR"
    "$poslab" predict "$bad" rows.tsv --to tsv | cut -f 1-3 | cmp - rows.tsv
    [ "$("$poslab" report "$bad")" = "$bad/report.html" ]
}
