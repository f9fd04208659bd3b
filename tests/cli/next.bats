# shellcheck shell=bash disable=SC2154,SC2030,SC2031,SC2314,SC2016
# next.bats -- what to do next: by the name that the program was called by, each command in one line.

load helpers

# In the folder `all`, called as ./named: a comparison, a run, and one that keeps no model.
setup_file() (
    # shellcheck source=tests/cli/helpers.bash disable=SC1091
    source "$BATS_TEST_DIRNAME/helpers.bash"
    mkdir "$BATS_FILE_TMPDIR/all" && cd "$BATS_FILE_TMPDIR/all" || return
    ln -s "$program" named
    ./named compare none learned "${small[@]}" compare.seeds=1 --run runs/compare >compared 2>/dev/null
    ./named compare --json "${small[@]}" compare.members=none compare.seeds=1 --run runs/compare >json 2>/dev/null
    ./named train "${small[@]}" --run runs/first-learned-seed1 >trained 2>/dev/null
    ./named train "${small[@]}" train.keep=none --run 'runs/a b' >kept 2>/dev/null
)

setup() {
    set_work
    cd "$BATS_FILE_TMPDIR/all" || return
}

@test "a comparison names the picture and the page of its folder, a run what it answers; both can be called" {
    [ "$(tail -n 1 compared)" = 'Next: ./named compare --run runs/compare compare.seeds=1..10' ] # one seed says little
    ./named compare --run runs/compare compare.seeds=1..10 --dry-run >/dev/null
    # as many as fit
    [ "$(tail -n 1 trained)" = 'Next: ./named predict runs/first-learned-seed1' ]
    (cd "$work" && [ "$("$poslab" train "${small[@]}" --run a 2>/dev/null | tail -n 1)" = 'Next: poslab predict a | poslab report a' ])
    [ "$(tail -n 1 kept)" = "Next: ./named report 'runs/a b'" ]
    ./named plot runs/compare >/dev/null
    ./named report 'runs/a b' >/dev/null
    jq -e .members json >/dev/null
}

@test "an export names what opens its files" {
    ./named export runs/first-learned-seed1 --to npy --out "$work/x" | tail -n 1 |
        grep -qxF "Next, in Python: numpy.load(\"$work/x/vectors.npy\")"
    ./named export runs/first-learned-seed1 --out "$work/x" | tail -n 1 | grep -q projector.tensorflow.org
    ./named export runs/first-learned-seed1 --out "$work/x" --json | jq -e .files >/dev/null
}

@test "what to try stands in one line, both commands by the name as called" {
    ./named explain learned | grep -qxF '    Try: ./named train --run runs/a && ./named show positions runs/a'
    ./named explain none | grep -qxF '    Try: ./named compare none learned compare.seeds=1..3'
    ./named explain alibi --json | jq -e 'all(.encodings[]; .try | startswith("poslab "))' >/dev/null
    lengths=$("$poslab" explain encodings --json | jq '.encodings[].try | length')
    [ -n "$lengths" ]
    for try in $lengths; do
        [ "$try" -le 71 ] # after "    Try: " in 80 columns
    done
}

@test "runs and a missing folder name the program as it was called" {
    cp -r runs/first-learned-seed1 "$work/stopped"
    rm "$work/stopped/eval.tsv"
    ./named runs "$work/stopped" | grep -qxF "Nothing is running. To continue: ./named train --run $work/stopped --resume"
    mkdir -p "$work/all/old"
    cp -r runs/first-learned-seed1/. "$work/all/old"
    echo '{}' >"$work/all/old/eval.tsv"
    ./named runs "$work/all" --width 1000 | grep -F "\`./named train --run $work/all/old --resume\` writes a new one"
    ./named runs "$work/all" --json | jq -r '.runs[].problem' | grep -F "\`poslab train --run "
    ln -s "$program" "$work/named"
    (cd "$work" && refused 2 "runs does not exist here: \`./named train\` and \`./named compare\` make it" ./named runs)
}

@test "the results of a folder advise nothing that is refused there" {
    "$poslab" compare runs/compare >"$work/said"
    grep -qF 'One seed: no intervals, no tests.' "$work/said"
    ! grep -qF compare.seeds "$work/said"
}

@test "an encoding in place of a run, a name that is none, a config and a file that are not there" {
    refused 74 'cannot open no.csv: ' "$poslab" train task.name=tsv task.train=no.csv --run "$work/r"
}

@test "predict on a terminal says what to type, and in a pipe nothing" {
    script -qec true /dev/null </dev/null || skip "no terminal can be made here"
    script -qec "$poslab predict runs/first-learned-seed1" /dev/null </dev/null >"$work/seen" || true
    grep -qE "type (one text|two texts) per line" "$work/seen"
    sampled task.name=first | "$poslab" predict runs/first-learned-seed1 >"$work/out" 2>&1
    ! grep -q 'Ctrl-D' "$work/out"
}

@test "Next: plot names the rows that were printed; plot DIR draws what compare DIR prints" {
    cd "$work"
    next() { "$poslab" compare "${small[@]}" compare.seeds=1..5 --run n "$@" 2>/dev/null | sed -n 's/^Next: poslab \(plot[^|]*[^ |]\).*/\1/p'; }
    [ "$(next none learned rope)" = 'plot n' ]
    next=$(next 'rope base=9' none)
    [ "$next" = "plot n 'rope base=9' none" ]
    eval "'$poslab' $next --to part.svg" >/dev/null
    curves() { awk -F, '$2 == "mean" { sub(/\+interpolate/, "", $1); print $1 }' "$1" | sort -u; }
    diff <(curves part.csv) - <<<$'none\nrope base=9'
    "$poslab" plot n --to all.svg >/dev/null
    "$poslab" compare n | awk '/^---/ { table++; next } table == 1 && !/^(chance|trained positions)/' >printed
    diff <(sed 's/   .*//; s/ *$//' printed | sort) <(curves all.csv)
}
