# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# folders.bats -- every command with every kind of folder: what is wrong and what to do in one line, and nothing is
# written where it does not belong.

load helpers

# Odd folders in one, each as its name says.
setup_file() (
    # shellcheck source=tests/cli/helpers.bash
    source "$BATS_TEST_DIRNAME/helpers.bash"
    mkdir "$BATS_FILE_TMPDIR/odd"
    ln -s "$PWD/configs" "$BATS_FILE_TMPDIR/odd/configs"
    cd "$BATS_FILE_TMPDIR/odd" || return
    "$poslab" train "${small[@]}" --run run >/dev/null 2>&1
    "$poslab" compare "${small[@]}" compare.members=learned,none compare.seeds=1 --run comparison >/dev/null 2>&1
    mkdir -p claims/first runs foreign/data empty hidden closed readonly alien parent logs
    cp -r comparison/. claims/first
    echo '[]' >claims/claims.json
    cp -r run runs/a
    touch foreign/thesis.tex hidden/.DS_Store logs/job.out logs/report.html file
    echo 'no model, but some text' >text
    printf '[core]\nbare = false\n' >alien/config.ini
    mkdir blank remarks user defaults
    touch blank/config.ini blank/thesis.tex remarks/thesis.tex user/thesis.tex defaults/{config.ini,.lock,job.out}
    printf '; mine\n\n# mine\n' >remarks/config.ini
    echo '[user]' >user/config.ini
    cp -r run parent
    cp -r run/. closed
    ln -s nowhere dangling
    write_claim mine.ini
    chmod 000 closed
    chmod 555 readonly
    chmod 600 parent
)

teardown_file() { chmod -R u+rwx "$BATS_FILE_TMPDIR/odd"; }

setup() {
    set_work
    cd "$BATS_FILE_TMPDIR/odd" || return
}

# What is there, but for what only its owner sees.
all() { find . \( -name closed -o -name parent \) -prune -o -print | LC_ALL=C sort; }

# call COMMAND FOLDER: as a user; status, output and error as run_both leaves them.
call() {
    local folder=$2 list=("${small[@]}" "compare.members=learned, none" compare.seeds=1)
    case $1 in
    train) set -- train "${small[@]}" --run "$folder" ;;
    resume) set -- train "${small[@]}" --resume --run "$folder" ;;
    compare) set -- compare "${list[@]}" --run "$folder" ;;
    part) set -- compare "${list[@]}" --part 1/1 --run "$folder" ;;
    claims) set -- claims mine.ini --seeds 1 --run "$folder" ;;
    predict) set -- predict "$folder" X ;;
    neighbours) set -- show neighbours "$folder" X ;;
    plot) set -- plot extrapolation "$folder" ;;
    attention) set -- show attention "$folder" ;;
    show) set -- show positions "$folder" ;;
    confusion) set -- show confusion "$folder" ;;
    export) set -- export "$folder" --out "$work/out" ;;
    watch | verify) set -- runs "$folder" --"$1" ;;
    *) set -- "$1" "$folder" ;;
    esac
    ! lacks "$*" && run_both as_user "$poslab" "$@"
}

# table FOLDER: reads lines "COMMANDS | CODE | TEXT": each command ends so, with that line alone, and leaves all as it
# is.
table() {
    local commands code text name before
    before=$(all)
    while IFS='|' read -r commands code text; do
        for name in $commands; do
            call "$name" "$1" || continue
            [ "$status" = "${code// /}" ] && [ ! -s "$output_file" ] && [ "poslab:$text" = "$(<"$error_file")" ] && continue
            echo "$name $1: expected $code and:$text"
            echo "exit code $status: $(cat "$error_file")"
            return 1
        done
        diff <(echo "$before") <(all) || { echo "one of $commands with $1 changes files"; return 1; }
    done
}

begin='train resume compare part claims'
models='eval predict show attention export neighbours'
results='report plot'
many='watch verify'

@test "a file, a link to nowhere, no such folder" {
    table file <<END
$begin | 2 | file is a file, not a folder; name another folder with --run
$results $many | 2 | file is a file; name the folder of a run or comparison
runs | 2 | file is a file; name the folder of runs
END
    table text <<END
eval predict show attention | 65 | text: not a safetensors file: its header would have 7810759558478983022 bytes; at most 100000000 may be; name the folder of a run, or its checkpoint.safetensors
END
    table dangling <<END
$begin $models $results $many runs confusion | 2 | dangling is a symbolic link to nowhere, which does not exist; name another folder
END
    table runs/elsewhere <<END
$models $results $many runs confusion | 2 | runs/elsewhere does not exist; \`poslab runs\` lists what there is
END
    table compariso <<END
$models $results $many runs confusion | 2 | compariso does not exist (did you mean comparison?)
END
    table far/away <<END
$models $results $many runs confusion | 2 | far/away does not exist; \`poslab runs\` lists what is in runs/
END
    table file/sub <<END
$begin | 2 | cannot make the folder file/sub: file is a file; name another folder with --run
END
}

# says help train: Other files are never overwritten
@test "a folder of other files, and one with another program's config.ini" {
    table foreign <<END
$begin | 2 | foreign has files that are not from poslab (data); name a new or empty folder with --run
$models $results $many confusion | 2 | foreign holds no run and no comparison: its files are not from poslab (data); name another folder
END
    table alien <<END
$begin | 2 | alien has files that are not from poslab (config.ini); name a new or empty folder with --run
$models $results $many confusion | 2 | alien holds no run and no comparison: its files are not from poslab (config.ini); name another folder
END
}

@test "a config.ini that sets nothing is ours where nothing foreign lies beside it" {
    for folder in blank remarks user; do
        table $folder <<END
$begin | 2 | $folder has files that are not from poslab (config.ini); name a new or empty folder with --run
$models $results $many confusion | 2 | $folder holds no run and no comparison: its files are not from poslab (config.ini); name another folder
END
    done
    table defaults <<END
claims | 2 | defaults already holds a run; name another folder with --run
END
    cp -r defaults "$work"
    call resume "$work/defaults"
    [ "$status" = 2 ] && grep -q 'was begun with other settings' "$error_file"
}

@test "a folder that cannot be looked into, entered or written" {
    table closed <<END
$begin $models $results $many runs confusion | 74 | cannot look into the folder closed: Permission denied; name another
END
    table parent/run <<END
$begin $models $results $many runs confusion | 74 | cannot look into the folder parent/run: Permission denied; name another
END
    table readonly <<END
$begin | 74 | cannot write into the folder readonly: Permission denied; name another
$models $results $many confusion | 2 | readonly holds no run and no comparison yet
END
    table readonly/new <<END
$begin | 74 | cannot write into the folder readonly: Permission denied; name another
END
}

@test "a folder of another user, and a file system that is only readable" {
    [ "$(id -u)" = 0 ] || skip "only root can give folders away"
    mkdir "$work/other" "$work/fixed"
    chmod 700 "$work/other"
    chown 1 "$work/other"
    call train "$work/other/run"
    [ "$status" = 74 ]
    grep -qxF "poslab: cannot look into the folder $work/other/run: Permission denied; name another" "$error_file"
    unshare -m mount -t tmpfs -o ro none "$work/fixed" || skip "nothing can be mounted"
    # shellcheck disable=SC2016
    refused 74 "cannot write into the folder $work/fixed: Read-only file system; name another" \
        unshare -m sh -c 'mount -t tmpfs -o ro none "$0" && exec "$1" train --run "$0/run"' "$work/fixed" "$poslab"
}

@test "a comparison where a run is meant, and the other way round" {
    table comparison <<END
train resume claims | 2 | comparison already holds a comparison; \`poslab compare comparison/config.ini --run comparison\` continues it
${models/predict } confusion | 2 | comparison is a comparison, not a run; name the folder of one of its models, such as comparison/learned-seed1
END
    table run <<END
claims | 2 | run already holds a run; name another folder with --run
compare part | 2 | run holds a run, not a comparison; name another folder with --run
END
    table comparison/none-seed1 <<END
train | 2 | comparison/none-seed1 was begun with other settings (encoding.name = none there, learned here); name another folder with --run
compare part | 2 | comparison/none-seed1 holds a run, not a comparison; name another folder with --run, or the comparison that it is part of: comparison
END
}

@test "claims, and a folder of runs" {
    table claims <<END
train resume compare part | 2 | claims already holds claims; name another folder with --run
$models confusion | 2 | claims holds claims; name the folder of a run in it, such as claims/first/learned-seed1
plot report | 2 | claims holds claims; name the folder of a run or comparison in it, such as claims/first
END
    table runs <<END
$begin | 2 | runs is a folder of runs (such as runs/a); name a new one in it, such as runs/NAME
$models $results confusion | 2 | runs is a folder of runs, not a run; name one of them, such as runs/a
END
}

@test "an empty folder, hidden files, logs of jobs: nothing to read, and a run may begin there" {
    for folder in empty hidden logs; do
        table $folder <<END
$models $results $many confusion | 2 | $folder holds no run and no comparison yet
END
        for name in $begin; do
            cp -r $folder "$work/$name-$folder"
            call "$name" "$work/$name-$folder"
            [ "$status" = 0 ]
        done
        find $folder -mindepth 1 -printf '%f\n' | while read -r file; do [ -e "$work/train-$folder/$file" ]; done
    done
}

@test "beside a run, a comparison and claims anything may lie" {
    need claims
    cp -r run comparison "$work"
    call claims "$work/claims"
    for folder in run comparison claims; do
        mkdir "$work/$folder/figures"
        touch "$work/$folder/notes.txt"
    done
    for name in resume:run compare:comparison part:comparison claims:claims runs:run runs:comparison runs:claims; do
        call "${name%:*}" "$work/${name#*:}"
        [ "$status" = 0 ] || { echo "$name: $(cat "$error_file")"; return 1; }
    done
    for folder in run comparison claims; do
        [ -e "$work/$folder/notes.txt" ]
        [ -d "$work/$folder/figures" ]
    done
}

@test "claims that were stopped before their end are gone on with; a folder of other runs is none of theirs" {
    need claims
    mkdir "$work/runs"
    call claims "$work/claims"
    echo '[]' >"$work/claims/claims.json" # as it is while the first experiment runs
    call claims "$work/claims"
    [ "$status" = 0 ]
    [ "$(jq length "$work/claims/claims.json")" -gt 0 ]
    cp -r comparison "$work/runs/other"
    refused 2 "$work/runs is a folder of runs" "$poslab" claims mine.ini --seeds 1 --run "$work/runs"
    [ "$(ls "$work/runs")" = other ]
}
