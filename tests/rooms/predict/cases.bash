# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row task - show task "${first[@]}" --json
row predict whole predict run 'X Y'
row predict_lines whole predict run --json
row predict_best compared predict run 'X Y'
for form in tsv csv jsonl; do
    there rows || break
    row "predict_$form" labelled+rows predict run rows.$form --to "$form"
    row "predict_${form}_gz" labelled+rows predict run rows.$form.gz --to "$form" --count 1
done

# shellcheck disable=SC2034 # for fresh
lacking_predict() { ! there rows || { start=labelled && fresh && each 3 '^predict .*--to %( |$)' < <(taken predict run none --to none); }; }
