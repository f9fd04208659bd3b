# shellcheck shell=bash disable=SC2154
# rooms.bats -- the program without rooms: core alone answers its commands, each room can be left out, and a word of a
# room that is not built is refused by its name.

load helpers

setup() {
    set_work
    mkdir "$work/bin"
    mapfile -t rooms < <(cd src/rooms && printf '%s\n' */ | tr -d / | grep -vx page)
}

# A line "ROOM COMMAND" for each, in $work/commands.
commands_of_rooms() {
    grep -oE '^const struct command command_[a-z]+' src/rooms/*/*.c | sed -E 's:^src/rooms/([a-z]+)/.*_:\1 :' >"$work/commands"
    [ -s "$work/commands" ]
}

# here WORD...: the program in $work/bin, by its bare name.
here() { PATH="$work/bin:$PATH" "${poslab:?}" "$@" </dev/null; }

# same WORD...: both programs say the same.
same() {
    here "$@" >"$work/here" 2>"$work/error" || { cat "$work/error"; return 1; }
    "$poslab" "$@" >"$work/whole" 2>/dev/null </dev/null
    diff "$work/whole" "$work/here"
}

@test "core without any room trains, evaluates, compares, shows, plots and helps, as the whole program does" {
    tests/link.sh "$work/bin/poslab"
    here train rope "${small[@]}" --run "$work/r" >"$work/trained" 2>/dev/null
    if grep ^Next: "$work/trained"; then false; fi # predict and report are rooms
    here compare none learned compare.seeds=2 "${small[@]}" --run "$work/c" >"$work/compared" 2>/dev/null
    diff <("$poslab" compare --run "$work/c" | sed 's/ | poslab report .*//') "$work/compared"
    same eval "$work/r" --json
    same compare --run "$work/c" --csv
    same plot extrapolation "$work/c"
    same show encoding rope --view waves
    same show positions "$work/c/learned-seed1"
    same help policies
    same help train
    here help commands >"$work/help"
    commands_of_rooms
    if cut -d ' ' -f 2 "$work/commands" | grep -wFf - "$work/help"; then false; fi
}

@test "what belongs to a room is refused by its name where the room is not built" {
    tests/link.sh "$work/bin/poslab"
    missed() {
        status=0
        here "${@:2}" >/dev/null 2>"$work/error" || status=$?
        [ "$status" = 2 ]
        diff <(echo "poslab: $1, which is not in this build") "$work/error"
    }
    commands_of_rooms
    while read -r room word; do
        missed "'$word' belongs to the room $room" "$word"
    done <"$work/commands"
    missed "command line: task.name: 'tsv' belongs to the room rows" train task.name=tsv
    missed "command line: task.name: 'next' belongs to the room texts" train task.name=next
    missed "command line: 'task.train' belongs to the room rows" train task.train=x.tsv
    missed "command line: 'task.text' belongs to the room texts" compare task.text=x.txt
    missed "compare: 'bigram' belongs to the room texts" compare baseline/bigram
    missed "command line: 'embedding.token' belongs to the room tables" train embedding.token=x.vec --run "$work/t"
    [ ! -e "$work/t" ]
    missed "'confusion' belongs to the room confusion" show confusion "$work"
    missed "'task' belongs to the room predict" show task first --count 2
    missed "'neighbours' belongs to the room tables" show neighbours "$work" a b c d --table position
    missed "'sweep' belongs to the room sweeps" plot sweep "$work"
    missed "'claims' belongs to the room claims" help claims
}

@test "predict reads rows without the room rows: the usual columns, and a text a line" {
    tests/link.sh "$work/bin/poslab" predict
    "$poslab" train none "${small[@]}" --run "$work/r" >/dev/null 2>&1
    for rows in $'label\ttext_a\nX\tX w1 Y' 'X w1 Y'; do
        PATH="$work/bin:$PATH" "${poslab:?}" predict "$work/r" <<<"$rows" >"$work/here"
        "$poslab" predict "$work/r" <<<"$rows" | diff - "$work/here"
    done
    "$poslab" show task task.name=first --json | jq -r '"text_a", .examples[].texts[0]' >"$work/rows.tsv"
    same predict "$work/r" "$work/rows.tsv" --to csv
}

@test "every room can be left out, and some drawn at random together" {
    for left_out in "${rooms[@]}"; do
        mapfile -t others < <(printf '%s\n' "${rooms[@]}" | grep -vx "$left_out")
        tests/link.sh "$work/bin/poslab" "${others[@]}"
        same show encoding rope --view waves
    done
    mapfile -t some < <(printf '%s\n' "${rooms[@]}" | shuf -n 5)
    echo "with ${some[*]}" # shown where this fails
    tests/link.sh "$work/bin/poslab" "${some[@]}"
    here compare none rope compare.seeds=2 "${small[@]}" --run "$work/c" >"$work/compared" 2>/dev/null
    "$poslab" compare --run "$work/c" | diff "$work/compared" -
}

# What is compiled is copied, so make links anew and compiles nothing but the list of rooms.
@test "a room deleted with its tests, drawn at random, leaves a project that builds and passes" {
    local gone groups
    gone=$(basename "$(printf '%s\n' src/rooms/*/ | shuf -n 1)")
    echo "without $gone" # shown where this fails
    mkdir -p "$work/project/build" "$work/project/runs"
    cp -a Makefile README.md src data configs tests "$work/project"
    cp -a runs/example "$work/project/runs"
    cp -a build/release build/text "$work/project/build"
    cd "$work/project"
    rm -r "src/rooms/$gone" "tests/rooms/$gone"
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -o build/release/flags WERROR=1 release >"$work/made"
    if grep -w CC "$work/made" | grep -v room_list; then false; fi
    tests/floors.sh
    # those of rooms but one that only takes long, and of core what goes through what rooms add
    mapfile -t groups < <(basename -as .c tests/rooms/*/test_*.c | sed 's/^test_//' | grep -vx texts_long)
    [ ${#groups[@]} -gt 20 ]
    build/release/tests "${groups[@]}" rooms catalogue help_facts task blind member_baselines
    # of core's own, what types words of every room
    env -u POSLAB bats --filter '^(show: pictures|help WORD: every name)' tests/cli/{show,glossary}.bats
}
