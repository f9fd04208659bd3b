# shellcheck shell=bash
# cases.bash -- the cases of this room: see tests/torture/cases.bash.

row export_segment whole export run --table segment --out run/table --json
row export_public bert export bert --table position --to npy --out table
row neighbours whole show neighbours run X
row neighbours_public bert show neighbours bert X --json
for form in tsv projector npy word2vec; do
    row "export_$form" whole export run --to "$form" --out table
done

lacking_tables() { each 4 '^export .*--to %( |$)' < <(taken export none --to none); }
