# shellcheck shell=bash disable=SC2154
# script_text.bats -- what `poslab script` prints, to the letter, and what it refuses.

load helpers

# In a folder of its own, where relative names begin.
setup() {
    set_work
    poslab=$program
    mkdir "$work/here"
    cd "$work/here" || return
}

six=(compare.encodings='learned none' compare.seeds=1..3)
call="compare 'compare.encodings=learned none' compare.seeds=1..3 train.products=portable --run"

# prints WORD... <SCRIPT: this and nothing else, and nothing is written here.
prints() {
    cat >"$work/expected"
    run_both "$poslab" script "$@"
    if [ "$status" != 0 ] || [ -s "$error_file" ] || ! diff "$output_file" "$work/expected"; then
        echo "exit code $status; on stderr: $(cat "$error_file")"
        return 1
    fi
}

@test "script: slurm" {
    prints runs/x --engine slurm --parts 3 --time 1-12:30 "${six[@]}" <<END
#!/bin/bash
# 6 models in 3 parts; submit all of it:  sbatch FILE
# Submit it again at any time, also with another --array=1-N: finished models are not trained again.
# train.products=portable: the same numbers on every kind of processor. Leave it out of every line for OpenBLAS, \
which is faster for wide models.
#SBATCH --job-name=x
#SBATCH --array=1-3
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
# Enough for models of some ten million weights:
#SBATCH --mem=1G
#SBATCH --time=1-12:30
#SBATCH --signal=USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=x-%a.log
#SBATCH --chdir="$PWD"

srun --ntasks=1 $poslab $call $PWD/runs/x --jobs 1 --part "\$SLURM_ARRAY_TASK_ID/\$SLURM_ARRAY_TASK_COUNT"
code=\$?
# 75: stopped with a checkpoint, or a model is in use elsewhere
[ \$code -ne 75 ] || scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID"
exit \$code

# Progress:  $poslab status $PWD/runs/x
# The table, once all are finished:  $poslab $call $PWD/runs/x
END
    [ -z "$(ls -A)" ]
    bash -n "$output_file"
    "$poslab" script "odd ' name" --engine slurm --parts 1001 "${six[@]}" >"$work/script" 2>"$error_file"
    grep -qx '##SBATCH --time=60' "$work/script" # the partition's limit
    grep -qx '#SBATCH --job-name=odd___name' "$work/script"
    grep -q 'warning: --parts 1001: Slurm takes task numbers up to 1000' "$error_file"
    grep -q 'warning: 1001 parts of 6 models: 995 parts have nothing to do' "$error_file"
    for parts in 6 7 8; do "$poslab" script runs/x --engine slurm --parts $parts "${six[@]}" >/dev/null 2>>"$work/said"; done
    diff "$work/said" <(printf 'poslab: warning: %s nothing to do\n' '7 parts of 6 models: 1 part has' '8 parts of 6 models: 2 parts have')
}

@test "script: parallel, with quotes inside of quotes" {
    prints "it's" --engine parallel --parts 2 "${six[@]}" <<END
#!/bin/sh
# 6 models in 2 parts, as many at once as there are processors:  sh FILE   (eight at once: JOBS=8 sh FILE)
# Run it again after an interruption: finished models are not trained again. It ends with the table.
# Progress:  $poslab status '$PWD/it'\\''s'
# train.products=portable: the same numbers on every kind of processor. Leave it out of every line for OpenBLAS, \
which is faster for wide models.
cd $PWD || exit
parallel --jobs "\${JOBS:-100%}" --termseq TERM,60000,KILL,25 \\
    '$poslab compare '\\''compare.encodings=learned none'\\'' compare.seeds=1..3 train.products=portable \
--run '\\''$PWD/it'\\''\\'\\'''\\''s'\\'' --jobs 1 --part {}/2' ::: \$(seq 2) &&
    exec $poslab $call '$PWD/it'\\''s'
END
    sh -n "$output_file"
}

# words: the call that a script has for the table.
words() { "$poslab" script "$@" --engine parallel --parts 2 | sed -n 's/^    exec [^ ]* //p'; }

@test "script: the settings of a folder, of a file, and products that are chosen or begun with" {
    "$poslab" compare "${small[@]}" "${six[@]}" --run begun >/dev/null 2>&1
    [ "$(words begun)" = "compare $PWD/begun/config.ini --run $PWD/begun" ]
    "$poslab" script begun --engine parallel --parts 2 | grep -q '^# It was begun with train.products=blas: numbers depend'
    "$poslab" compare "${small[@]}" "${six[@]}" train.products=portable --run same >/dev/null 2>&1
    [ "$(words same)" = "compare $PWD/same/config.ini --run $PWD/same" ]
    [ "$(words same "${small[@]:0:1}" "${small[@]:1}" "${six[@]}" | grep -o 'train.products=[a-z]*')" = train.products=portable ]
    [ "$("$poslab" script same --engine parallel --parts 2 | grep -c products)" = 0 ]
    printf '[compare]\nseeds = 1..2\n[train]\nproducts = blas\n' >my.ini
    [ "$(words new ./my.ini)" = "compare $PWD/my.ini --run $PWD/new" ]
    [ "$(words new my.ini train.steps=99)" = "compare $PWD/my.ini train.steps=99 --run $PWD/new" ]
    printf '[compare]\nseeds = 1..2\n' >my.ini
    [ "$(words new my.ini)" = "compare $PWD/my.ini train.products=portable --run $PWD/new" ]
    # as it is called: by name, or through a link
    ln -s "$program" "$work/link"
    PATH="$work:$PATH" link script begun --engine parallel --parts 2 | grep -q "exec $work/link compare"
    ../link script begun --engine parallel --parts 2 | grep -q "exec $PWD/../link compare"
}

@test "script: bad input" {
    parallel=(--engine parallel --parts 2)
    for parts in 0 -1 x 1.5; do
        refused 2 '--parts' "$poslab" script x --engine parallel --parts $parts compare.seeds=1
    done
    for time in 1:90 1:60:00 1-24 1-2:60 1-2:3:60 x -5 1- -1 1:2:3:4 1-2:3:4:5 '' '3 ' 1234567; do
        refused 2 '--time' "$poslab" script x --engine slurm --parts 2 --time "$time" compare.seeds=1
    done
    for time in 0 2 2:00 1:59 0:02:00 0-0 0-0:2; do
        refused 2 'expected more than 2 minutes' "$poslab" script x --engine slurm --parts 2 --time $time compare.seeds=1
    done
    for time in 3 2:01 0:02:01 0-1 0-0:3 0-0:2:01 90:00 30:00:00; do
        "$poslab" script x --engine slurm --parts 2 --time $time compare.seeds=1 | grep -qx "#SBATCH --time=$time"
    done
    refused 2 'x holds no comparison yet: give its settings' "$poslab" script x "${parallel[@]}"
    refused 2 'train.stepz' "$poslab" script x "${parallel[@]}" train.stepz=3
    "$poslab" compare "${small[@]}" "${six[@]}" --run c >/dev/null 2>&1
    refused 2 'other settings (train.steps = 60 there, 61 here)' \
        "$poslab" script c "${parallel[@]}" "${small[@]/steps=60/steps=61}" "${six[@]}"
    refused 2 'c/none-seed1 holds a run, not a comparison; name another folder' "$poslab" script c/none-seed1 "${parallel[@]}"
    refused 2 '. is a folder of runs (such as ./c); name a new one in it, such as ./NAME' "$poslab" script . "${parallel[@]}"
}

@test "script: what no engine can have in a line" {
    refused 2 'has a line end or control character' "$poslab" script $'a\nb' --engine parallel --parts 2 compare.seeds=1
    refused 2 'has a line end or control character' "$poslab" script $'a\033[31mb' --engine slurm --parts 2 compare.seeds=1
    refused 2 "parallel would read the { as its own" "$poslab" script 'a{}b' --engine parallel --parts 2 compare.seeds=1
    "$poslab" script 'a{}b' --engine slurm --parts 2 compare.seeds=1..2 >/dev/null
    for odd in 'a"b' 'a\b' 'a%b'; do
        mkdir "$work/$odd"
        cd "$work/$odd"
        refused 2 'slurm would read the' "$poslab" script x --engine slurm --parts 2 compare.seeds=1
        "$poslab" script x --engine parallel --parts 2 compare.seeds=1..2 >/dev/null
    done
}
