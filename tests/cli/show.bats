# show.bats -- encodings and trained models to look at: pictures kept in tests/cli/show, numbers, widths, colours.
# shellcheck shell=bash disable=SC2034,SC2154,SC2016
load helpers

# The pictures: NAME and the command line that draws it. REGENERATE=1 bats tests/cli/show.bats writes them anew.
tiny="model.d_model=4 model.heads=2"
pictures=(
    "sinusoidal show encoding sinusoidal $tiny sinusoidal.scale=1 --positions 20 --width 40"
    "sinusoidal_24bit show encoding sinusoidal $tiny sinusoidal.scale=1 --positions 20 --width 40 --colour always"
    "sinusoidal_200 show encoding sinusoidal sinusoidal.scale=1 --positions 8 --width 200"
    "squeezed show encoding sinusoidal $tiny encoding.extrapolation=interpolate --positions 36 --view similarity"
    "waves show encoding sinusoidal $tiny sinusoidal.scale=1 --view waves"
    "shift show encoding sinusoidal sinusoidal.scale=1 --view shift"
    "rope show encoding rope $tiny --positions 20 --width 80"
    "alibi show encoding alibi --positions 9 --width 80"
    "alibi_causal show encoding alibi model.causal=yes --positions 9 --view similarity --head 2 --colour always"
    "explain_40 explain encodings ratio --full --width 40"
)

setup() {
    set_work
    export COLORTERM=truecolor TERM=xterm
    unset COLUMNS NO_COLOR
}

# plain FILE: no byte of the file is an escape or another control character but the newline.
plain() {
    if LC_ALL=C tr -d '\200-\377\n' <"$1" | LC_ALL=C grep -q '[^[:print:]]'; then
        echo "not plain: $1"
        return 1
    fi
}

@test "show: pictures are as they were" {
    for picture in "${pictures[@]}"; do
        ! lacks "${picture#* }" || continue
        read -ra words <<<"$picture"
        kept="tests/cli/show/${words[0]}.txt"
        "$poslab" "${words[@]:1}" >"$work/now"
        [ -z "${REGENERATE:-}" ] || cp "$work/now" "$kept"
        diff "$kept" "$work/now" || { echo "poslab ${words[*]:1}"; return 1; }
    done
}

# 5 positions on: the waves of a pair turn by 5 times their angle per position, the first by 5, the last by 5 / 10^3.
@test "show --view shift: T_k whole, in JSON and for few columns on the screen" {
    "$poslab" show encoding sinusoidal model.d_model=8 --view shift --json | jq -e '(.matrix | length == 8 and all(length == 8))
        and (.matrix[0][0] - (5 | cos) | fabs) < 1e-4 and (.matrix[0][1] - (5 | sin) | fabs) < 1e-4 and (.matrix[6][6] - (0.005 | cos) | fabs) < 1e-4
        and .matrix[0][2] == 0'
    "$poslab" show encoding sinusoidal model.d_model=8 --view shift | grep -qE '^0 +0.284 +-0.959 +0.000'
    if "$poslab" show encoding sinusoidal --view shift | grep -q whole; then false; fi
}

@test "show encoding: in a terminal of 24 lines the title stays in view" {
    encodings=$("$poslab" help --json | jq -r '.encodings[].name')
    [ -n "$encodings" ]
    for colour in always never; do
        for encoding in $encodings; do
            [ "$encoding" != none ] || continue
            for view in matrix waves similarity; do
                LINES=24 COLUMNS=80 "$poslab" show encoding "$encoding" --view $view --colour $colour >"$work/now" 2>/dev/null || continue
                echo "$encoding $view: $(wc -l <"$work/now") lines"
                [ "$(wc -l <"$work/now")" -le 23 ]
                head -n 1 "$work/now" | grep -q "^$encoding: "
            done
        done
    done
    # what is drawn there is a mean, and that is said; in a pipe all rows are there
    LINES=24 "$poslab" show encoding sinusoidal --positions 64 | grep -q '^Each cell is the mean of [0-9]* rows'
    [ "$("$poslab" show encoding sinusoidal --positions 64 | grep -cE '^ *[0-9]+ [Nn=.+xX#-]+$')" = 64 ]
}

@test "show: a picture keeps to its width, whichever way that is told" {
    for width in 40 200; do
        for view in matrix waves similarity shift nearest; do
            for encoding in sinusoidal rope alibi; do
                case $encoding/$view/$width in alibi/waves/* | alibi/shift/* | alibi/nearest/* | */nearest/[28]*) continue ;; esac
                "$poslab" show encoding $encoding --view $view --width $width model.d_model=64 >"$work/now"
                echo "$encoding $view $width: $(widest "$work/now")"
                [ "$(widest "$work/now")" -le $width ]
            done
        done
    done
    COLUMNS=50 "$poslab" show encoding sinusoidal >"$work/by_columns"
    "$poslab" show encoding sinusoidal --width 50 | diff "$work/by_columns" -
    "$poslab" show encoding sinusoidal --width 80 >"$work/eighty"
    "$poslab" show encoding sinusoidal | diff "$work/eighty" -
}

@test "show: no colours in a file, but where they are asked for" {
    "$poslab" show encoding sinusoidal >"$work/now"
    plain "$work/now"
    NO_COLOR=1 "$poslab" show encoding sinusoidal --colour always >"$work/now"
    grep -q $'\e\\[38;2;' "$work/now"
    COLORTERM='' TERM=xterm-256color "$poslab" show encoding sinusoidal --colour always >"$work/now"
    grep -q $'\e\\[38;5;' "$work/now"
}

@test "show: colours on a terminal, as many as it has, never against NO_COLOR" {
    script -qec true /dev/null </dev/null || skip "no terminal can be made here"
    on_terminal() { env "$@" script -qec "$poslab show encoding sinusoidal --positions 4" /dev/null </dev/null | tr -d '\r' >"$work/now"; }
    on_terminal NO_COLOR=
    grep -q $'\e\\[48;2;' "$work/now"
    on_terminal COLORTERM= TERM=xterm-256color
    grep -q $'\e\\[48;5;' "$work/now"
    on_terminal NO_COLOR=1
    plain "$work/now"
    on_terminal COLORTERM= TERM=vt100
    plain "$work/now"
}

@test "show encoding has twice the trained positions where they are read under a policy, and four rows a column for a fit" {
    while read -r positions arguments; do
        # shellcheck disable=SC2086 # words
        [ "$("$poslab" show encoding $arguments --json | jq .positions)" = "$positions" ] || { echo "$arguments: not $positions"; return 1; }
    done <<'EOT'
64 rope
64 rope task.words=4..64
130 rope task.words=4..64 encoding.extrapolation=interpolate
32 alibi
34 alibi encoding.extrapolation=clamp
32 alibi encoding.extrapolation=clamp task.words=4..15
17 learned
10 learned task.words=4..9
64 learned encoding.extrapolation=wrap
133 sinusoidal --view shift
137 sinusoidal --view shift --offset 9
69 sinusoidal --view shift model.d_model=16
20 rope --positions 20
EOT
}

@test "show embedding names positions, which need not be the numbers of rows" {
    "$poslab" train learned task.name=copy task.restart=yes model.d_model=8 model.heads=1 train.steps=2 train.warmup=1 \
        eval.lengths=1x eval.examples=8 --run "$work/restart" >/dev/null 2>&1
    "$poslab" show embedding "$work/restart" "w1 w2 w3" --count 6 | grep -oE '^(\+ position|= row) [0-9]+' >"$work/named"
    diff "$work/named" - <<<"$(printf '+ position %d\n= row %d\n' 0 0 1 1 2 2 0 3 1 4 2 5)"
}

@test "show RUN: biases are those that training left, not the initial ones" {
    "$poslab" train t5 "${small[@]}" --run "$work/t5" >/dev/null 2>&1
    "$poslab" show "$work/t5" --json | jq -c '.first_distance as $first | [.bias[][-$first] * 1e4 | round]' >"$work/at_0"
    /usr/bin/python3 - "$work/t5/checkpoint.safetensors" >"$work/bucket_0" <<'PYTHON'
import array, json, struct, sys
data = open(sys.argv[1], 'rb').read()
size, = struct.unpack('<Q', data[:8])
bias = json.loads(data[8:8 + size])['encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight']
begin = 8 + size + bias['data_offsets'][0]
values = array.array('f', data[begin:begin + 4 * bias['shape'][1]])
print(json.dumps([round(x * 1e4) for x in values], separators=(',', ':')))
PYTHON
    diff "$work/at_0" "$work/bucket_0"
    refused 2 "$work/t5 was trained with other settings than these; leave them out" "$poslab" show "$work/t5" model.heads=2
}

# says help show: embedding prints --count N rows, attention one head with --head N
# says help glossary: Attention weights add up to 1, so a word gets less of them in a longer text
# says help glossary: The vector that the layer gets for a word: its token's row, plus its segment's row, plus whatever the encoding adds for its position
# says help glossary: The number of a word in its text, counted from 0
@test "show: a trained run, the sum of its tables, its attention, its table of positions" {
    "$poslab" train "${small[@]}" learned.max_position_embeddings=40 --run "$work/run" >/dev/null 2>&1
    "$poslab" show embedding "$work/run" "w1 X w2 Y" --json >"$work/json"
    jq -e '.words == ["[CLS]", "w1", "X", "w2", "Y"] and .positions == [0, 1, 2, 3, 4] and .difference < 1e-6
        and ([.token, .segment, .position, .sum | .[2][3]] | .[0] + .[1] + .[2] - .[3] | fabs < 1e-6)' "$work/json"
    "$poslab" show embedding "$work/run" "w1 X w2 Y" >"$work/text"
    grep -qE '^\+ position 2 ' "$work/text"
    [ "$(grep -cE '^= row [0-2] ' "$work/text")" = 3 ]
    [ "$("$poslab" show embedding "$work/run" "w1 X w2 Y" --count 5 | grep -cE '^= row [0-4] ')" = 5 ]
    "$poslab" show attention "$work/run" "w1 X w2 Y" --json >"$work/json"
    jq -e '(.heads | length == 4) and ([.heads[].targets[0].weights | length == 5 and (add - 1 | fabs < 1e-5)] | all)' "$work/json"
    "$poslab" predict "$work/run" "w1 X w2 Y" --count 1 --json | jq '.predictions[0].targets[0].attention[1].words[0].weight * 1e6 | round' >"$work/largest"
    [ "$(jq '.heads[1].targets[0].weights | max * 1e6 | round' "$work/json")" = "$(cat "$work/largest")" ]
    "$poslab" show attention "$work/run" "w1 X w2 Y" --head 2 --json >"$work/second"
    [ "$(jq -c '.heads' "$work/second")" = "$(jq -c '[.heads[1]]' "$work/json")" ]
    "$poslab" show attention "$work/run" "w1 X w2 Y" --head 2 >"$work/text"
    jq -r '.heads[1].targets[0].weights[] | . * 100 | round' "$work/json" >"$work/expected"
    grep -E '^ +[0-4] ' "$work/text" | awk '{ printf "%.0f\n", 100 * $NF }' >"$work/got"
    paste "$work/expected" "$work/got" | awk '!(($1 - $2) ^ 2 <= 1) { bad = 1 } END { exit bad || NR != 5 }'
    paste "$work/got" <(jq -r '.heads[0].targets[0].weights[] | . * 100 | round' "$work/json") |
        awk '($1 - $2) ^ 2 > 1 { other = 1 } END { exit !other }' # the first head is another
    "$poslab" show attention "$work/run" --head 2 --length 30 >"$work/text"
    grep -q '^ 30 ' "$work/text"
    "$poslab" show positions "$work/run" --json >"$work/json"
    jq -e '.trained == 17 and .positions == 40 and .received_gradient == [range(40) | . < 17]' "$work/json"
    jq -e '. as $t | [[0, 0], [3, 20], [39, 7]] | map(. as [$i, $k] | $t.similarity[$i][$k] -
        ([range(32) | $t.matrix[$i][.] * $t.matrix[$k][.]] | add) | fabs < 1e-6) | all' "$work/json"
    "$poslab" show positions "$work/run" >"$work/text"
    grep -q '^Positions whose rows training changed: 0..16.$' "$work/text"
    [ "$(grep -c '^-- trained: 0..16. Beyond: extend -*$' "$work/text")" = 2 ]
    [ "$(grep -cE '^ *[0-9]+ \* ' "$work/text")" = 34 ] # two pictures of 17
}

@test "show positions: rows that no example reached have no star, nor has a frozen table" {
    "$poslab" train task.name=first task.words=2..40 train.steps=1 train.batch=2 train.shards=1 train.warmup=0 eval.examples=5 \
        eval.lengths=1x --run "$work/run" >/dev/null 2>&1
    longest=$("$poslab" show task task.name=first task.words=2..40 --count 2 --json | jq '[.examples[].positions | max] | max')
    echo "longest: $longest"
    [ "$longest" -lt 40 ] # else it shows nothing
    "$poslab" show positions "$work/run" --json | jq -e ".received_gradient[:41] == [range(41) | . <= $longest]"
    # rows before that of position 0 are never read, and no star stands for them
    "$poslab" train "${small[@]}" learned.offset=2 learned.max_position_embeddings=30 --run "$work/offset" >/dev/null 2>&1
    "$poslab" show positions "$work/offset" --json >"$work/json"
    jq -e '.received_gradient == [range(34) | . < 17]' "$work/json"
    "$poslab" show positions "$work/offset" | tr '\n' ' ' >"$work/text"
    jq '[.matrix[] | map(. * .) | add | sqrt] | [.[:17], .[17:]] | map(add / length * 10000 | round / 10000)' "$work/json" >"$work/lengths"
    grep -qF "Their mean length is $(jq -r '.[0]' "$work/lengths")" "$work/text"
    grep -qF "Mean length of the others: $(jq -r '.[1]' "$work/lengths")" "$work/text"
    "$poslab" train "${small[@]}" learned.frozen=yes --run "$work/frozen" >/dev/null 2>&1
    "$poslab" show positions "$work/frozen" >"$work/text"
    grep -q 'changed: none (the table is frozen)' <(tr '\n' ' ' <"$work/text")
}

@test "show positions: the rows that received a gradient are listed, two neighbours as a range" {
    "$poslab" train task.name=first task.words=2..8 train.positions=random train.max_position=40 train.steps=1 train.batch=3 \
        train.shards=1 train.warmup=0 eval.examples=5 eval.lengths=1x --run "$work/run" >/dev/null 2>&1
    expected=$("$poslab" show positions "$work/run" --json | jq -r '.received_gradient | to_entries[] | select(.value).key' | awk '
        function say() { if (NR > 1) printf "%s%s", gap, from < last ? from ".." last : from; gap = ", " }
        NR == 1 || $1 != last + 1 { say(); if (NR == 1) gap = ""; from = $1 }
        { last = $1 }
        END { say() }')
    echo "$expected"
    tr ',' '\n' <<<"$expected" | awk -F '[.][.]' 'NF == 2 && $2 == $1 + 1 { two = 1 } NF == 1 { one = 1 } END { exit !two || !one }'
    "$poslab" show positions "$work/run" | tr '\n' ' ' | grep -qF "Positions whose rows training changed: $expected."
}

@test "show attention: many targets, a table a head, none cut by the width" {
    "$poslab" train task.name=shift train.steps=5 train.warmup=1 eval.examples=10 eval.lengths=1x --run "$work/run" >/dev/null 2>&1
    "$poslab" show attention "$work/run" --width 40 >"$work/text"
    [ "$(widest "$work/text")" -le 40 ]
    [ "$(grep -c '^Head [1-4]: ' "$work/text")" = 4 ]
    # the third target's line is its weights
    "$poslab" show attention "$work/run" --head 2 --width 400 >"$work/text"
    "$poslab" show attention "$work/run" --head 2 --json >"$work/json"
    row=$(jq '.heads[0].targets[2].row' "$work/json")
    grep -E "^ *$row " "$work/text" | tr -s ' ' '\n' | tail -n +4 >"$work/drawn"
    jq -r '.heads[0].targets[2].weights[]' "$work/json" | paste - "$work/drawn" |
        awk '!(($1 - $2) ^ 2 < 0.0051 ^ 2) { bad = 1 } END { exit bad || NR < 5 }'
    # how many answers are right is what the two lists say
    tr '\n' ' ' <"$work/text" | tr -s ' ' >"$work/line"
    grep -oP '(?<=The model answers: ).*(?= The right answer: )' "$work/line" | tr ' ' '\n' >"$work/said"
    grep -oP '(?<=The right answer: ).*(?= \()' "$work/line" | tr ' ' '\n' | paste "$work/said" - |
        awk '$1 == $2 { n++ } END { printf "(%d of %d)\n", n, NR }' >"$work/counted"
    grep -qF "$(cat "$work/counted")" "$work/line"
    [ "$(tr -d '(a-z)' <"$work/counted" | awk '{ print ($1 * 2 != $2) }')" = 1 ] # else the right ones would be as many as the wrong ones
}

@test "show: words and names from outside cannot write to the terminal" {
    bad=$'tea\e[31m\u009b2J\u202e'
    printf 'label\ttext_a\nyes\t%s then coffee\nno\tcoffee then %s\n' "$bad" "$bad" >"$work/train.tsv"
    "$poslab" train task.name=tsv task.tokens=spaces "task.train=$work/train.tsv" "task.test=$work/train.tsv" train.steps=5 train.warmup=1 train.batch=2 \
        train.shards=1 --run "$work/run" >/dev/null 2>&1
    for what in attention embedding; do
        "$poslab" show $what "$work/run" >"$work/text"
        plain "$work/text"
        grep -qF 'tea\x1b[31m\xc2' "$work/text"
        "$poslab" show $what "$work/run" "$bad then coffee" --colour always >"$work/text"
        sed 's/\x1b\[[0-9;]*m//g' "$work/text" >"$work/stripped"
        plain "$work/stripped"
        [ "$(grep -c $'\xc2\x9b\|\u202e' "$work/text")" = 0 ]
    done
    mv "$work/run" "$work/$bad"
    "$poslab" show attention "$work/$bad" >"$work/text"
    plain "$work/text"
    rm "$work/$bad/"checkpoint*
    refused 65 '\x1b[31m' "$poslab" show positions "$work/$bad"
    plain "$error_file"
}

@test "show attention: wide words keep their columns" {
    printf 'label\ttext_a\nyes\t水水水水 then coffee\nno\tcoffee then 水水水水\n' >"$work/train.tsv"
    "$poslab" train task.name=tsv task.tokens=spaces "task.train=$work/train.tsv" "task.test=$work/train.tsv" train.steps=5 train.warmup=1 train.batch=2 \
        train.shards=1 --run "$work/run" >/dev/null 2>&1
    "$poslab" show attention "$work/run" "水水水水 then coffee" >"$work/text"
    [ "$(grep -E '^  [0-9] ' "$work/text" | sed 's/水/ww/g' | awk '{ print length($0) }' | sort -u | wc -l)" = 1 ]
}

@test "show encoding: eval.policies is what it is for a run" {
    "$poslab" show encoding sinusoidal eval.policies=clamp --json >"$work/a"
    "$poslab" show encoding sinusoidal encoding.extrapolation=clamp --json >"$work/b"
    cmp "$work/a" "$work/b"
    jq -e '.extrapolation == "clamp" and .matrix[16] == .matrix[40]' "$work/a"
}

@test "show attention: beside an answer to a drawn example stands the right one, not beside that to a text" {
    "$poslab" train "${small[@]}" encoding.name=sinusoidal --run "$work/run" >/dev/null 2>&1
    "$poslab" show attention "$work/run" --length 6 >"$work/drawn"
    right=$("$poslab" show task task.name=first --length 6 --count 1 --json | jq -r '.examples[0].targets[0].answer')
    grep -q "^The right answer: $right (. of 1)$" "$work/drawn"
    "$poslab" show attention "$work/run" "X w1 Y" >"$work/text"
    [ "$(grep -c '^The right answer' "$work/text")" = 0 ]
}

@test "show encoding --view nearest: the smallest of all distances, and whether floats tell the two apart" {
    "$poslab" show encoding learned --json >"$work/json"
    "$poslab" show encoding learned --view nearest --json >"$work/near"
    jq -e --slurpfile all "$work/json" '
        ($all[0].matrix as $m | [range(17) as $i | range($i) as $j
            | {pair: [$j, $i], d: ([range(32) | ($m[$i][.] - $m[$j][.]) * ($m[$i][.] - $m[$j][.])] | add | sqrt)}] | min_by(.d)) as $least
        | .positions == 17 and .nearest == $least.pair and (.distance / $least.d - 1 | fabs < 1e-9)' "$work/near"
    "$poslab" show encoding index --view nearest --width 200 >"$work/text"
    grep -qx 'Of the vectors of positions 0..99999, those of 0 and 1 are the nearest: 1 apart; other neighbours are as near.' "$work/text"
    grep -qx 'That is 128 times the spacing of floats near their largest number, 0.00781: every position has a different vector.' "$work/text"
    "$poslab" show encoding rope encoding.extrapolation=clamp --view nearest --positions 40 --width 200 >"$work/text"
    grep -qx 'Of the vectors of positions 0..39, those of 16 and 17 are the nearest: 0 apart; other neighbours are as near.' "$work/text"
    grep -q 'two positions have the same vector in float precision.$' "$work/text"
    "$poslab" show encoding index --view nearest --positions 2 --width 200 | grep -qx 'Of the vectors of positions 0..1, those of 0 and 1 are the nearest: 1 apart.'
}

@test "show embedding: by how much a position turns a word, and how much longer it makes it" {
    "$poslab" train "${small[@]}" learned.std=0.3 --run "$work/run" >/dev/null 2>&1
    for table in token position; do
        "$poslab" export "$work/run" --table $table --out "$work/$table" >/dev/null
    done
    "$poslab" show embedding "$work/run" --json >"$work/json"
    awk -F '\t' '
        NR == FNR { for (i = 1; i <= NF; i++) p[NR, i] = $i; positions = NR; next }
        { for (t = 1; t <= positions; t++) {
            xx = zz = xz = 0
            for (i = 1; i <= NF; i++) { z = $i + p[t, i]; xx += $i * $i; zz += z * z; xz += $i * z }
            cosine = xz / sqrt(xx * zz)
            angle += atan2(sqrt(1 - cosine * cosine), cosine) * 45 / atan2(1, 1)
            ratio += sqrt(zz / xx)
            n++
        } }
        END { printf "%.6f %.6f\n", angle / n, ratio / n }' "$work/position/vectors.tsv" "$work/token/vectors.tsv" >"$work/expected"
    read -r angle ratio <"$work/expected"
    jq -e --argjson angle "$angle" --argjson ratio "$ratio" '
        (.angle - $angle | fabs < 1e-3) and (.length_ratio - $ratio | fabs < 1e-4)' "$work/json"
    "$poslab" show embedding "$work/run" --width 200 | grep -qx \
        "A position rotates a word's vector by $(printf %.1f "$angle") degrees and makes it $(printf %.2f "$ratio") times as long, on average over 19 words and 17 positions."
    "$poslab" train "${small[@]}" encoding.name=alibi --run "$work/alibi" >/dev/null 2>&1
    "$poslab" show embedding "$work/alibi" --json | jq -e '.angle == null and .length_ratio == null'
}

@test "show: American spelling" {
    "$poslab" show encoding rope --color always | diff - <("$poslab" show encoding rope --colour always)
}
