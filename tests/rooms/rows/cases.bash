# shellcheck shell=bash disable=SC2154
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

tsv=("${tiny[@]}" task.name=tsv task.max_words=6)

for form in tsv csv jsonl; do
    row "rows_$form" rows train "${tsv[@]}" task.train=rows.$form task.test=rows.$form --run run
    row "rows_${form}_gz" rows train rows.$form.gz "${tsv[@]}" task.test=rows.$form.gz --run run
done
! there predict || row task_rows rows show task "${tsv[@]}" task.train=rows.csv.gz task.test=rows.jsonl

part_rows() {
    local label text
    printf 'label\ttext_a\n' >rows.tsv
    printf 'label,text_a\n' >rows.csv
    while read -r label text; do
        printf '%s\t%s\n' "$label" "$text" >>rows.tsv
        printf '"%s","%s"\n' "$label" "$text" >>rows.csv
        printf '{"label": "%s", "text_a": "%s"}\n' "$label" "$text" >>rows.jsonl
    done <<<$'yes a b c\nno b a c\nyes a c b\nno b c a'
    gzip -k rows.*
}
part_labelled() {
    lay rows && made limited train "${tsv[@]}" task.train=rows.tsv task.test=rows.tsv --run run && rm rows.*
}

forms() { "$poslab" help settings --json | jq -r '.settings[] | select(.key == "task.format").limits' | tr '|' '\n' | grep -vx auto; }
lacking_rows() {
    each 3 '^train.* (task.train=)?rows\.%( |$)' < <(forms)
    each 3 '^train.* (task.train=)?rows\.%\.gz( |$)|^train rows\.%\.gz ' < <(forms)
}
