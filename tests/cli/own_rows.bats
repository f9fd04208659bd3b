# shellcheck shell=bash disable=SC2154
# own_rows.bats -- the answer for rows of one's own: what order is worth stands first, by the members that show it; no
# column twice; chance by what it is; what the labels are taken for.

load helpers

setup() {
    set_work
    need rows
    cd "$work" || return
}

# rows FILE SCRIPT: 240 rows of three words, whose label awk's SCRIPT sets from a coin c and a filler.
rows() {
    awk "BEGIN { srand(7); print \"label\ttext\"
        for (i = 0; i < 240; i++) { c = rand() < .5; w = \"w\" int(3 * rand()); $2; print label \"\t\" text } }" >"$1"
}

# first: the first sentence of a screen, on one line.
first() { sed '/^Task: /,$d' "$1" | tr '\n' ' ' | sed 's/ $//'; }

# says help compare: With your own rows or text the first sentence compares models with baselines and models that cannot see word order
# says help compare: --json has the statements that the sentences print, with their tests
# says data/README.md: longer ones show what happens beyond the trained length
@test "order decides: the sentence is first, also in JSON; members, columns and chance are those of rows" {
    rows own.tsv 'label = c ? "up" : "down"; text = c ? "a " w " b" : "b " w " a"'
    "$poslab" compare own.tsv train.steps=200 compare.seeds=1..3 2>/dev/null >screen
    [[ $(first screen) =~ ^'Word order matters here: '[0-9.]*' % without it (baseline/bag and none), 100 % with it (learned and rope).'$ ]]
    "$poslab" compare runs/own-steps-200 --json >json
    [ "$(jq -r '.findings[0]' json)" = "$(first screen)" ]
    [ "$(jq -c '[.members[].name] | unique' json)" = '["baseline/bag","learned","none","rope"]' ]
    jq -e '.statements[0].kind == "order_matters" and .baselines[0].name == "chance" and (.lengths == [3])' json
    grep -qxF 'Task: which label does the row have? Trained on 3 words. 12 models.' screen
    # the test rows of 1..3 words are those of 3: one column, in files for data two
    grep -qE '^always the most frequent label +[0-9]+$' screen
    "$poslab" compare runs/own-steps-200 --to t.tex >/dev/null
    grep -qx 'words & 3 ..' t.tex
    "$poslab" compare runs/own-steps-200 --csv | cut -d, -f7-9 | sort -u | grep -qx '1x,1,3'
    "$poslab" eval runs/own-steps-200/rope-seed1 >table
    grep -qxE 'words +3' table
    grep -qxF 'rope, seed 1: 100 % in range.' table
    # nothing is wrong: a sentence, no table
    "$poslab" show confusion runs/own-steps-200/rope-seed1 >counts
    [ "$(tail -n 1 counts)" = 'No mistakes.' ]
    sed -n 2p counts | grep -qx 'no\.  label  *rows .*  precision, %  recall, %  F1, %'
    "$poslab" show confusion runs/own-steps-200/none-seed1 | grep -A1 '^The most frequent mistakes:$' | tail -n 1 |
        grep -qx 'right is  answer was  rows  of its rows, %'
    "$poslab" report runs/own-steps-200 >/dev/null
    grep -o '<ol class=findings><li>[^<]*' runs/own-steps-200/report.html | grep -q '>Word order matters here: '
}

@test "words decide: order is not shown to help; one seed tests nothing" {
    rows own.tsv 'label = c ? "good" : "bad"; text = (c ? "fine " : "poor ") w " it"'
    "$poslab" compare own.tsv train.steps=200 compare.seeds=1..3 2>/dev/null >screen
    [ "$(first screen)" = 'Word order is not shown to help here, after correction for 4 tests: 100 % without it (baseline/bag and none), 100 % with it (learned and rope).' ]
    "$poslab" compare own.tsv train.steps=200 compare.seeds=1..1 2>/dev/null >screen
    [ "$(first screen)" = 'Word order is not shown to help here: 100 % without it (baseline/bag and none), 100 % with it (learned and rope); one seed, no test.' ]
    # members that are typed take the place of those
    [ "$("$poslab" compare own.tsv none alibi compare.seeds=1 --dry-run 2>/dev/null | head -n 3 | tr '\n' ' ')" = 'none-seed1 alibi-seed1  ' ]
}
