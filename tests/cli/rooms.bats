#!/usr/bin/env bats
# rooms.bats -- the program without rooms: core alone answers its commands, each room can be left out, and a word of a
# room that is not built is refused by its name.

load helpers

setup() {
    set_work
    mapfile -t rooms < <(cd src/rooms && printf '%s\n' */ | tr -d / | grep -vx page)
}

# without PROGRAM ROOM: the program that has every other room.
without() {
    local others=()
    for room in "${rooms[@]}"; do
        [ "$room" = "$2" ] || others+=("$room")
    done
    tests/link.sh "$1" "${others[@]}"
}

# Answers as the whole program does, to the byte; times are put aside.
check_core() {
    local core=$1 arguments
    for arguments in "show encoding rope --view waves" "show encoding sinusoidal --json" "list policies" \
        "compare none learned compare.seeds=2 ${small[*]} --run $work/c" "compare --run $work/c --json" \
        "train rope ${small[*]} --run $work/r" "eval $work/r --json" "plot extrapolation $work/c" "help train"; do
        # shellcheck disable=SC2086
        "$core" $arguments >"$work/core.out" 2>"$work/core.err" </dev/null || { cat "$work/core.err"; false; }
        # shellcheck disable=SC2086
        [[ $arguments = train* ]] || "$poslab" $arguments >"$work/whole.out" 2>/dev/null </dev/null
        [[ $arguments = train* ]] || diff "$work/whole.out" "$work/core.out"
    done
}

@test "core without any room trains, evaluates, compares, shows, plots and helps, as the whole program does" {
    mkdir "$work/bin"
    tests/link.sh "$work/bin/poslab"
    check_core "$work/bin/poslab"
    "$work/bin/poslab" help >"$work/help"
    for room in "${rooms[@]}"; do
        grep -ohE '^const struct command command_[a-z]+' "src/rooms/$room"/*.c | sed 's/.*_//' >"$work/commands" || true
        while read -r word; do
            if grep -qE "^  $word |[ ,]$word(,|$)" "$work/help"; then false; fi
            [ "$("$work/bin/poslab" "$word" 2>&1)" = "poslab: '$word' belongs to the room $room, which is not in this build" ]
        done <"$work/commands"
    done
    [ -s "$work/commands" ]
}

@test "what belongs to a room is refused by its name where the room is not built" {
    mkdir "$work/bin"
    tests/link.sh "$work/bin/poslab"
    refused() {
        local line=$1
        shift
        run_both "$work/bin/poslab" "$@"
        [ "$status" = 2 ]
        [ "$(cat "$error_file")" = "poslab: $line, which is not in this build" ]
    }
    refused "command line: task.name: 'tsv' belongs to the room rows" train task.name=tsv
    refused "command line: task.name: 'next' belongs to the room texts" train task.name=next
    refused "compare: 'trigram' belongs to the room texts" compare baseline/trigram
    refused "command line: 'embedding.token' belongs to the room tables" train embedding.token=x.vec --run "$work/t"
    [ ! -e "$work/t" ]
    refused "'confusion' belongs to the room confusion" show confusion "$work"
    refused "'sweep' belongs to the room sweeps" plot sweep "$work"
    refused "'claims' belongs to the room claims" help claims
}

@test "every room can be left out, and some drawn at random together" {
    for room in "${rooms[@]}"; do
        without "$work/poslab" "$room"
        "$work/poslab" help commands | grep -q '^  compare'
    done
    mapfile -t some < <(printf '%s\n' "${rooms[@]}" | shuf -n 5)
    echo "with ${some[*]}" # shown where this fails
    tests/link.sh "$work/poslab" "${some[@]}"
    "$work/poslab" compare none rope compare.seeds=2 "${small[@]}" --run "$work/c" >"$work/out"
    "$poslab" compare --run "$work/c" | diff "$work/out" -
}
