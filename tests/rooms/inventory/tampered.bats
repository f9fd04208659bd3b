# shellcheck shell=bash disable=SC2154,SC2016,SC2034
# tampered.bats -- files that were changed, deleted or copied in by hand: what `runs --verify` reports, and that it
# reports nothing if all is well.

load ../../cli/helpers

# In $BATS_FILE_TMPDIR/all: c, a comparison of learned and none with two seeds, each with two checkpoints; one, a run that
# keeps no checkpoint; bag, a baseline. Next to it: elsewhere, c as from another machine, with the same settings and other
# bits; grown, c with one more length; few, a comparison of one model under one policy; more, the same under two.
setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    local settings=(task.name=first train.steps=60 train.warmup=10 train.checkpoint_every=40 eval.examples=50 'eval.lengths=1x 2x')
    local compared=(compare "${settings[@]}" 'compare.members=learned,none' compare.seeds=1..2) call file
    for call in "${compared[*]@Q} --run all/c" "${compared[*]@Q} train.products=portable --run elsewhere" \
        "train ${settings[*]@Q} train.keep=none --run all/one" "train ${settings[*]@Q} model.baseline=bag --run all/bag"; do
        eval "'$program' $call" >said 2>&1 || { cat said; return 1; }
    done
    cp -r all/c grown
    (compared[6]='eval.lengths=1x 2x 4x' && "$program" "${compared[@]}" --run grown) >said 2>&1 || { cat said; return 1; }
    compared=(compare "${settings[@]}" compare.members=learned compare.seeds=1)
    ("$program" "${compared[@]}" eval.policies=clamp --run few && cp -r few more &&
        "$program" "${compared[@]}" 'eval.policies=clamp extend' --run more) >said 2>&1 || { cat said; return 1; }
    find elsewhere -name config.ini -exec sed -i 's/^products = portable/products = blas/' {} +
    work=$BATS_FILE_TMPDIR
    for file in elsewhere/*/checkpoint*; do
        LC_ALL=C sed -i '1s/products = portable/products = blas    /' "$file"
        sign_tensors "$file"
    done
    for file in elsewhere/*/eval.tsv; do
        edit "$file" "s/^# checkpoint = .*/# checkpoint = $(head -c 4000 "${file%/*}/checkpoint.safetensors" | grep -aoP '_of_file":"\K[0-9a-f]+')/"
    done
}

# One per line: COMMANDS|what verify names, in the order of its lines, without the last: a file with a problem, or an
# unfinished folder. Nothing: all is well.
tamperings() {
    cat <<'END'
true|
rm c/compare.json|c/compare.json
rm c/config.ini|c/config.ini
rm c/config.ini c/none-seed2/metrics.jsonl|c/config.ini c/none-seed2/metrics.jsonl
rm -r c/none-seed2|c/none-seed2 c/none-seed2/eval.tsv
rm c/none-seed2/*|c/none-seed2 c/none-seed2/eval.tsv
rm c/none-seed2/eval.tsv|c/none-seed2 c/none-seed2/eval.tsv
rm c/none-seed2/eval.tsv c/compare.json|c/none-seed2 c
rm c/none-seed2/config.ini|c/none-seed2/config.ini
rm c/none-seed2/checkpoint*|c/none-seed2/checkpoint.safetensors
rm c/none-seed2/checkpoint.safetensors|c/none-seed2/eval.tsv
rm c/none-seed2/checkpoint.previous.safetensors|
rm c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
rm c/none-seed2/checkpoint* c/none-seed2/metrics.jsonl|
rm -r c/none-seed1 c/none-seed2|c/none-seed1 c/none-seed2 c/none-seed1/eval.tsv c/none-seed2/eval.tsv
mv c/none-seed2 c/rope-seed2|c/none-seed2 c/none-seed2/eval.tsv
swap none-seed1 none-seed2|c/none-seed1/config.ini c/none-seed2/config.ini
swap learned-seed1 none-seed1|c/learned-seed1/config.ini c/none-seed1/config.ini
elsewhere checkpoint.safetensors|c/none-seed2/eval.tsv
elsewhere checkpoint.previous.safetensors|
elsewhere checkpoint.safetensors checkpoint.previous.safetensors|c/none-seed2/eval.tsv
elsewhere checkpoint.safetensors checkpoint.previous.safetensors metrics.jsonl|c/none-seed2/eval.tsv
elsewhere checkpoint.safetensors checkpoint.previous.safetensors metrics.jsonl eval.tsv|c/compare.json
elsewhere eval.tsv|c/none-seed2/eval.tsv
elsewhere metrics.jsonl|c/none-seed2/metrics.jsonl
cp c/none-seed1/metrics.jsonl c/none-seed2|c/none-seed2/metrics.jsonl
cp c/none-seed1/metrics.jsonl one|one/metrics.jsonl
cp c/none-seed1/metrics.jsonl bag|
sed -i '2s/"loss": /&9/' c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
sed -i '$s/"seconds": /&9/' c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
sed -i 3p c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
sed -i '$p' c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
: >c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
rm c/none-seed2/checkpoint*; sed -i '2s/"loss": /&9/' c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl c/none-seed2/checkpoint.safetensors
cp ../elsewhere/compare.json c|c/compare.json
cp c/none-seed1/eval.tsv c/none-seed2|c/none-seed2/eval.tsv
cp c/none-seed1/checkpoint.safetensors c/none-seed2|c/none-seed2/checkpoint.safetensors c/none-seed2/eval.tsv
cp c/learned-seed2/checkpoint.previous.safetensors c/none-seed2|c/none-seed2/checkpoint.previous.safetensors
cp c/none-seed2/checkpoint.previous.safetensors c/none-seed2/checkpoint.safetensors|c/none-seed2/eval.tsv
echo garbage >>c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
sed -i 1d c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
sed -i '2s/step/stop/' c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
: >c/none-seed2/metrics.jsonl|c/none-seed2/metrics.jsonl
echo '{}' >c/none-seed2/failure.json|c/none-seed2/failure.json
echo nonsense >c/none-seed2/failure.json|c/none-seed2/failure.json
failure 3 7|c/none-seed2/failure.json
unfinished; failure 3 7|c/none-seed2 c/compare.json
unfinished; failure 3 60|c/none-seed2 c/compare.json
unfinished; failure 3 61|c/none-seed2/failure.json
unfinished; failure 2 7|c/none-seed2/failure.json
unfinished; failure 3 7; mv aside c/compare.json|c/none-seed2 c/none-seed2/eval.tsv
sed -i 's/^steps = 60/steps = 61/' c/config.ini|c/learned-seed1/config.ini c/learned-seed2/config.ini c/none-seed1/config.ini c/none-seed2/config.ini
sed -i 's/^seeds = .*/seeds = 1..3/' c/config.ini|c/learned-seed3 c/none-seed3 c
sed -i 's/^seeds = .*/seeds = 1/' c/config.ini|c/compare.json
sed -i 's/^seeds = .*/seeds = 1..3/' c/config.ini; edit c/none-seed2/eval.tsv 's/^# seconds = .*/# seconds = 1/'|c/learned-seed3 c/none-seed3 c/compare.json
sed -i 's/^lengths = .*/lengths = 1x 2x 4x/' c/config.ini|c/learned-seed1 c/learned-seed2 c/none-seed1 c/none-seed2 c
sed -i 's/^lengths = .*/lengths = 1x 2x 4x/' c/config.ini; cp ../grown/none-seed2/{eval.tsv,config.ini} c/none-seed2|c/learned-seed1 c/learned-seed2 c/none-seed1 c
edit c/none-seed2/eval.tsv 's/^# seconds = .*/# seconds = 1/'|c/compare.json
edit c/none-seed2/eval.tsv 's/^# checkpoint = .*/# checkpoint = 0123456789abcdef0123456789abcdef/'|c/none-seed2/eval.tsv
edit c/none-seed2/eval.tsv '/^# checkpoint/d'|c/none-seed2/eval.tsv
edit c/none-seed2/eval.tsv 's/^# checkpoint = .*/# checkpoint = nonsense/'|c/none-seed2/eval.tsv
edit c/compare.json 'del(.evaluations)'|c
edit c/compare.json 'del(.evaluations["none-seed2"])'|c
edit c/compare.json '.evaluations["rope-seed1"] = "0"'|c/compare.json
edit c/compare.json '.evaluations["none-seed2"] = "0"'|c/compare.json
change c/compare.json '.members[0].seed = 3'|c/compare.json
change c/compare.json '.summary[0].accuracy.mean[1] += 0.01'|c/compare.json
change c/compare.json '.evaluations["none-seed2"] = .evaluations["none-seed1"]'|c/compare.json
change c/compare.json 'del(.holm)'|c/compare.json
sed -i '/^extend/s/accuracy/&\t7/' c/none-seed2/eval.tsv|c/none-seed2/eval.tsv
damage c/none-seed2/checkpoint.safetensors 5000|c/none-seed2/checkpoint.safetensors
damage c/none-seed2/checkpoint.previous.safetensors 5000|c/none-seed2/checkpoint.previous.safetensors
for m in learned none; do cp ../grown/$m-seed2/{eval.tsv,config.ini} c/$m-seed2; done|c
cp -r ../few . && cp ../more/learned-seed1/*.* few/learned-seed1 && cp ../more/config.ini few|few
cp -r ../few . && cp ../more/learned-seed1/*.* few/learned-seed1 && edit few/learned-seed1/eval.tsv 's/^(extend(\t[^\t]*){3}).*/\1\t\t\t\t\t\t/'|few/compare.json
edit c/none-seed2/eval.tsv 's/^# weights = .*/&1/'|c/none-seed2/eval.tsv
printf ' ' >>c/none-seed2/eval.tsv|c/none-seed2/eval.tsv
truncate -s -1 c/none-seed2/checkpoint.safetensors|c/none-seed2/checkpoint.safetensors
ln -s c/none-seed2 again|
mv c/none-seed2 .; ln -s ../none-seed2 c|
sed -i 's/^steps = 60/steps = 61/' one/config.ini|one/eval.tsv
cp c/none-seed1/checkpoint.safetensors one|one/checkpoint.safetensors
rm one/config.ini|one/config.ini
cp c/none-seed1/eval.tsv bag|bag/eval.tsv
END
}

# swap A B: exchanges the folders of two members of c.
swap() { mv "c/$1" c/other && mv "c/$2" "c/$1" && mv c/other "c/$2"; }

# elsewhere FILE...: copies these files from the other machine's none-seed2.
elsewhere() { (cd ../elsewhere/none-seed2 && cp -- "$@" "$OLDPWD/c/none-seed2"); }

# change FILE PROGRAM: edits a document by hand, as who does not know of its checksum.
change() { jq "$2" "$1" >../changed && mv ../changed "$1"; }

# Removes the results of none-seed2, and renames compare.json to `aside`.
unfinished() { rm c/none-seed2/{checkpoint,eval,metrics}* && mv c/compare.json aside; }

# failure CODE STEP: writes a failure.json for none-seed2.
failure() { printf '{"version":1,"code":%d,"text":"diverged","step":%d,"host":"far"}' "$1" "$2" >c/none-seed2/failure.json; }

@test "verify names files that were changed, deleted or copied in" {
    local tried=0 wrong=0
    mv "$BATS_FILE_TMPDIR"/{elsewhere,grown,few,more} "$work"
    while IFS='|' read -r what named; do
        rm -rf "$work/all"
        cp -r "$BATS_FILE_TMPDIR/all" "$work/all"
        cd "$work/all"
        eval "$what"
        run_both "$poslab" runs . --verify
        said=$(sed '$d; s:^\./::; s/[: ].*//' "$output_file" | paste -sd ' ')
        tried=$((tried + 1)) code=0
        case $named in *.*) code=65 ;; esac
        if [ "$said" = "$named" ] && [ "$status" = "$code" ]; then continue; fi
        printf '%s\nnames: %s, expected: %s, exit code %s\n' "$what" "$said" "$named" "$status"
        wrong=$((wrong + 1))
    done < <(tamperings)
    [ "$tried" -ge 60 ]
    [ "$wrong" = 0 ]
}
