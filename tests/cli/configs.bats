#!/usr/bin/env bats
# configs.bats -- a config by its name, in the current folder and beside the program: built, installed, and moved.
# shellcheck disable=SC2154,SC2030,SC2031,SC2086,SC2034

load helpers

few=(train.steps=2 train.warmup=0 eval.examples=20 eval.lengths=1x)

# taken FILE WORD...: a run of these words says that it took the config FILE.
taken() {
    local file=$1
    shift
    rm -rf "$work/run"
    run_both "$poslab" train "$@" "${few[@]}" --run "$work/run"
    [ "$status" = 0 ] || { cat "$error_file"; return 1; }
    grep -qx "poslab: $1 is the config $file" "$error_file" || { cat "$error_file"; return 1; }
}

# installed FOLDER: make install puts the program and all of its files there; nothing is compiled.
installed() {
    mkdir -p "$work/built"
    cp "$program" "$work/built/poslab"
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s B="$work/built" -o "$work/built/poslab" PREFIX="$1" "${2:-install}" >/dev/null
}

@test "a named model, a task's config, with and without .ini and folder" {
    taken configs/bert.ini bert
    grep -qx 'activation = gelu' "$work/run/config.ini"
    taken configs/chase.ini chase
    taken configs/bert.ini bert.ini
    taken configs/bert.ini BERT
    taken configs/t5-encoder.ini t5-encoder
    grep -qx 'name = t5' "$work/run/config.ini"
    run_both "$poslab" train configs/first.ini "${few[@]}" --run "$work/first"
    [ "$status" = 0 ] && ! grep -q 'is the config' "$error_file"
}

@test "show task and compare take one too; what an encoding is called goes first where encodings are named" {
    "$poslab" show task first --count 1 2>"$work/said" | grep -q '^example 1$'
    grep -qx 'poslab: first is the config configs/first.ini' "$work/said"
    "$poslab" compare chase --dry-run 2>"$work/said" >/dev/null
    grep -qx 'poslab: chase is the config configs/chase.ini' "$work/said"
    "$poslab" compare t5 rope --dry-run --run "$work/none" 2>"$work/said" | grep -q '^t5-seed1$'
    [ "$(grep -c 'is the config' "$work/said")" = 0 ]
}

@test "what lies in the current folder is taken before what the program has" {
    cd "$work"
    mkdir configs
    printf '[train]\nbatch = 7\n' >bert.ini
    taken bert.ini bert
    grep -qx 'batch = 7' run/config.ini
    mv bert.ini configs
    taken configs/bert.ini bert.ini
    grep -qx 'batch = 7' run/config.ini
    rm configs/bert.ini
    case $program in */build/*) taken "${program%%/build/*}/configs/bert.ini" bert ;; esac
}

@test "installed, and moved: configs, data, claims and advice are right; nothing of PREFIX is compiled" {
    command -v make >/dev/null || skip 'there is no make here'
    installed "$work/tree"
    ! there completion || [ -s "$work/tree/share/bash-completion/completions/poslab" ]
    ! there completion || [ -s "$work/tree/share/zsh/site-functions/_poslab" ]
    mkdir "$work/far away" "$work/empty"
    mv "$work/tree" "$work/far away"
    cd "$work/empty"
    moved="$work/far away/tree"
    poslab="$moved/bin/poslab"
    taken "$moved/share/poslab/configs/bert.ini" bert
    taken "$moved/share/poslab/configs/chase.ini" configs/chase.ini # and its words
    ! there claims || "$poslab" help claims | grep -qE '^ +1 '
    refused 2 "see \`'$moved/bin/poslab' help\`" "$poslab" frobnicate
    "$poslab" | grep -qF "  '$moved/bin/poslab' compare "
    mv "$moved" "$work/tree"
    cd "$OLDPWD"
    installed "$work/tree" uninstall
    [ -z "$(find "$work/tree" -type f)" ]
    for prefix in /one /two; do
        env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -n V=1 B="$work/b" PREFIX=$prefix "$work/b/release/main.o" | grep -e ' -c '
    done >"$work/lines"
    [ "$(wc -l <"$work/lines")" = 2 ] && [ "$(uniq "$work/lines" | wc -l)" = 1 ]
}

@test "test rows of a config give way where other rows are trained on" {
    (echo label,text; for i in $(seq 60); do echo "late,bus $i first"; echo "ok,train $i first"; done) >"$work/rows.csv"
    run_both "$poslab" train configs/tsv.ini "task.train=$work/rows.csv" train.steps=20 --run "$work/own"
    [ "$status" = 0 ]
    grep -qF "configs/tsv.ini: left out: task.test (its rows belong to the file's own task.train)" "$error_file"
    [ "$(sed -n 's/^test *= *//p' "$work/own/config.ini")" = "" ]
    "$poslab" train configs/tsv.ini "task.train=$work/rows.csv" "task.test=$work/rows.csv" train.steps=20 --run "$work/both" >"$work/out" 2>"$work/said"
    [ "$(grep -c 'left out: task.test' "$work/said")" = 0 ]
    grep -qx "test = $work/rows.csv" "$work/both/config.ini"
}

@test "a comparison or a view that help, a page or the header of a config shows is one that can be asked for, and help that a text names" {
    sed -sE 's/^;//; :a; /\\$/ { N; s/\\\n;? */ /; ba }' src/core/command/*.txt src/rooms/*/*.txt configs/*.ini README.md {runs,data}/README.md |
        sed -nE 's/ +(--csv)? *[|<>#].*//; s/^ +(build\/)?poslab ((compare|show) .*)/\2/p' | grep -vE -- '--from |^show .*runs/|^show (neighbours|positions) |--run runs/sweep$' >"$work/shown" # of models that are not here
    # shellcheck disable=SC2016 # marks of code
    grep -rhoE '`poslab help [^`%]*`' src --include='*.[ch]' --include='*.txt' README.md {runs,data}/README.md | tr -d '`' | sort -u | while read -r _ line; do
        [[ $line == *[A-Z]* ]] || "$poslab" $line >/dev/null 2>>"$work/why" || echo "poslab $line" >>"$work/refused"
    done
    mkdir "$work/here"
    cp -r configs data "$work/here"
    cd "$work/here"
    members='none, rope'
    cp data/market.txt manual.txt
    (echo folder,label,subject,body; for i in $(seq 60); do echo "$((i % 2)),$((i % 3)),bus $i,first"; done) >mails.csv
    tr , '\t' <mails.csv | cut -f 2,3 | sed '1s/.*/label\ttext/' | tee {train,test,mine,packages,swapped}.tsv >others.tsv
    sed '1s/.*/kind,body,a,b/' mails.csv | tee mine.csv >mine_too.csv
    gzip -k mails.csv mine.csv
    while IFS= read -r line; do
        eval "words=($line)"
        [[ $line == show* || $line == *--dry-run ]] || words+=(--dry-run)
        "$poslab" "${words[@]}" >/dev/null 2>>"$work/why" </dev/null || echo "poslab $line" >>"$work/refused"
    done <"$work/shown"
    [ ! -e "$work/refused" ] || { cat "$work/refused" "$work/why"; return 1; }
    [ "$(wc -l <"$work/shown")" -gt 50 ]
}
