# shellcheck shell=bash disable=SC2154
# torture.bats -- a small share of every attack of `make torture`: the same each time, and nothing may be lost.

load helpers

# attack NAME N [MORE]: passes where all that was tried survived; skipped where this machine cannot do it.
attack() {
    "tests/torture/$1.sh" "${@:2}" >"$work/rows" 2>"$work/lost" || { cat "$work/rows" "$work/lost"; return 1; }
    cat "$work/rows" "$work/lost"
    if awk -F '\t' '$4 !~ /^left out/ { exit 1 }' "$work/rows"; then
        skip "$(cut -f 4 "$work/rows" | head -n 1)"
    fi
    awk -F '\t' '$2 + 0 < 1 || $2 != $3 || $4 != 0 { bad = 1 } END { exit bad || !NR }' "$work/rows"
}

@test "killed at any system call, a run goes on and ends with the same bytes; also from a damaged newest checkpoint" {
    attack kill 2
}

@test "a comparison that is killed or told to stop twice is finished by the same call" {
    attack kill_compare 4
}

@test "a system call that fails is reported or does no harm: one call of every third case" {
    attack faults 1 1/3
    attack faults 1 resume_damaged # moves a file, and writes none with it
}

@test "every command does the same on a stack of half a megabyte" {
    attack stacks 1
}

@test "every command, file format and value of --to has a case" {
    tests/torture/lacking.sh
}

@test "power cuts lose no checkpoint" {
    attack power 1
}

@test "a checkpoint or evaluation with one bit changed or its end missing is refused" {
    attack bits 20
}

@test "command lines that are not quite right end with one line and a known exit status" {
    attack lines 20
}

# A program that says it is done whatever became of it; that forgets its files; that takes any file for good.
@test "the attacks see what they are there for" {
    build/torture/intercept 0 pass true || skip "system calls cannot be intercepted here"
    printf '#!/bin/sh\n"%s" "$@" 2>/dev/null\nexit 0\n' "$poslab" >"$work/careless"
    printf '#!/bin/sh\nrm -f run/checkpoint.previous.safetensors\nexec "%s" "$@"\n' "$poslab" >"$work/forgetful"
    chmod +x "$work/careless" "$work/forgetful"
    run_both env POSLAB="$work/careless" tests/torture/faults.sh 20 train
    grep -q 'exit status 0 with another output' "$error_file"
    run_both env POSLAB="$work/forgetful" tests/torture/kill.sh 1
    grep -q 'no checkpoint can be read' "$error_file"
    run_both env POSLAB="$work/careless" tests/torture/run 7 lines
    [ "$status" = 1 ]
    grep -qE '^command lines +21 +[0-9]+ +[1-9][0-9]*$' "$output_file"
    grep -q 'exit status 0 and nothing printed' "$error_file"
}

@test "an attack that tries nothing fails, and so does one given by name that is left out" {
    tests/torture/lines.sh 0 >"$work/rows"
    grep -qx $'command lines\t1\t0\t1' "$work/rows"
    FUZZ='' run_both tests/torture/run 1 fuzz lines
    [ "$status" = 1 ]
    grep -qE '^command lines +3 +3 +0$' "$output_file"
    grep -q '^fuzz  *left out: there are no targets' "$output_file"
    grep -qx 'An attack given by name was left out.' "$output_file"
}
