# show.bats -- encodings and trained models to look at: pictures kept in tests/cli/show, numbers, widths, colours.
# shellcheck shell=bash disable=SC2034,SC2154,SC2016
load helpers

# The pictures: NAME and the command line that draws it. REGENERATE=1 bats tests/cli/show.bats writes them anew.
tiny="model.d_model=4 model.heads=2"
pictures=(
    "sinusoidal show encoding sinusoidal $tiny encoding.scale=1 --positions 20 --width 40"
    "sinusoidal_24bit show encoding sinusoidal $tiny encoding.scale=1 --positions 20 --width 40 --colour always"
    "sinusoidal_200 show encoding sinusoidal encoding.scale=1 --positions 8 --width 200"
    "squeezed show encoding sinusoidal $tiny encoding.extrapolation=interpolate --positions 36 --view similarity"
    "waves show encoding sinusoidal $tiny encoding.scale=1 --view waves"
    "shift show encoding sinusoidal encoding.scale=1 --view shift"
    "rope show encoding rope $tiny --positions 20 --width 80"
    "alibi show encoding alibi --positions 9 --width 80"
    "alibi_causal show encoding alibi model.causal=yes --positions 9 --view similarity --head 2 --colour always"
    "explain_40 explain encodings ratio --full --width 40"
)

# What is said of every encoding, on a terminal wider than its lines.
setup_file() {
    COLUMNS=200 "$poslab" explain encodings --full >"$BATS_FILE_TMPDIR/walk"
    "$poslab" explain encodings --json >"$BATS_FILE_TMPDIR/explained"
}

setup() {
    set_work
    walk="$BATS_FILE_TMPDIR/walk" explained="$BATS_FILE_TMPDIR/explained"
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

# widest FILE: characters in its longest line.
widest() { LC_ALL=C.UTF-8 awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$1"; }

@test "show: pictures are as they were" {
    for picture in "${pictures[@]}"; do
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
    encodings=$("$poslab" list --json | jq -r '.encodings[].name')
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
    [ "$(widest "$walk")" -le 80 ]
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

@test "show, explain: numbers of the literature, computed" {
    "$poslab" show encoding sinusoidal model.d_model=512 encoding.scale=1 --positions 2 --json >"$work/json"
    jq -e '.matrix[0] == [range(512) | . % 2] and ([.matrix[1][0, 1, 256, 511] * 10000 | round] == [8415, 5403, 100, 10000])' "$work/json"
    "$poslab" show encoding sinusoidal model.d_model=512 encoding.scale=1 --positions 64 --view waves --json >"$work/json"
    jq -e '(.wavelengths[0] - 6.283185 | fabs < 1e-4) and (.wavelengths[511] / 60611 - 1 | fabs < 1e-3)' "$work/json"
    "$poslab" show encoding sinusoidal model.d_model=512 encoding.scale=1 --view shift >"$work/text"
    grep -q 'every position (error 0.0000 ' "$work/text"
    [ "$(grep -c '0.2837' "$work/text")" = 2 ] # cos 5
    # sin 1, cos 1, 1/3, 1/39, e^-1, turns 16 / 2 pi
    for number in 0.8415 0.5403 0.3333 0.0256 0.3679 2.5465; do
        grep -qE "= $number\$" "$walk" || { echo "$number is not there"; return 1; }
    done
    number_of() { jq --arg name "$1" --arg number "$2" '.encodings[] | select(.name == $name) | .numbers + .weakness_numbers | .[$number] * 1e4 | round' "$explained"; }
    [ "$(number_of sinusoidal 'position 1 of 0..16, column 1 of 32')" = 5403 ]
    # PE(1,0), PE(1,1), PE(1,256), PE(1,511) of the tutorials, which have 512 columns
    for number in 0:8415 1:5403 256:100 511:10000; do
        [ "$(number_of sinusoidal "position 1, column ${number%:*} with model.d_model=512")" = "${number#*:}" ]
    done
    [ "$(number_of sinusoidal 'positions in the shortest wave')" = 62832 ]
    [ "$(number_of sinusoidal 'dot product of the vectors of positions 110 and 115')" = "$(number_of sinusoidal 'dot product of the vectors of positions 10 and 15')" ]
    [ "$(number_of index 'length of the vector of position 1000')" = 10000000 ]
    [ "$(number_of ratio 'step from position 0 to 1 in a sequence of 40, column 31')" = 256 ]
    [ "$(number_of learned 'positions in the table')" = 170000 ]
    [ "$(number_of rope 'full waves of column 0 over the 17 trained positions')" = 25465 ]
    [ "$(number_of rope 'share of columns that never complete a wave')" = 7500 ]
    [ "$(number_of index 'smallest distance between two of the first 100000 vectors')" = 10000 ]
    [ "$(number_of alibi 'head 2, query at 10, key at 5')" = -3125 ]
    [ "$(number_of alibi 'head 1, query at 10, key at 15')" = -6250 ]
    [ "$(number_of alibi 'of them seen in training')" = 170000 ]
    [ "$(number_of t5 'different scores for the distances 0..399 to the left')" = 160000 ]
    [ "$(number_of t5 'of them seen in training')" = 110000 ]
    [ "$(number_of t5 'distance from which on all share one bucket')" = 910000 ]
    # a part of the farthest distance: at one query all differ, and queries in training had none of them but 0
    [ "$(number_of fire 'different scores for the distances 0..399 to the left')" = 4000000 ]
    [ "$(number_of fire 'of them seen in training')" = 10000 ]
    [ "$(number_of fire 'distance from which on all share one bucket')" = 3990000 ]
    # as text with four digits; whole numbers without any
    "$poslab" explain encodings rope --full >"$work/text"
    grep -qE '^ +positions in the shortest wave = 6.2832$' "$work/text"
    grep -qE '^ +positions in the longest wave = 6283.1853$' "$work/text"
    "$poslab" explain encodings index --full >"$work/text"
    grep -qE '^ +length of the vector of position 1000 = 1000$' "$work/text"
}

@test "explain: every encoding that is listed, in 18 lines of 80 columns or with --full; what it says to try works" {
    "$poslab" list encodings --json | jq -r '.encodings[].name' >"$work/names"
    tr -s ' \n' ' ' <"$walk" >"$work/full"
    jq -r '.encodings[].name' "$explained" | diff "$work/names" -
    while read -r name; do
        "$poslab" explain "$name" >"$work/text"
        tr -s ' \n' ' ' <"$work/text" >"$work/short"
        [ "$(wc -l <"$work/text")" -le 18 ] && [ "$(widest "$work/text")" -le 90 ] || { cat "$work/text"; return 1; }
        awk '!/^    Try: / && length > 80 { wrong = 1 } END { exit wrong }' "$work/text"
        [ "$(grep -cE '^    [^=]*[a-z)"0-9] = -?[0-9.]+(e-[0-9]+)?$' "$work/text")" -ge 2 ] || { cat "$work/text"; return 1; }
        jq --arg name "$name" '.encodings[] | select(.name == $name)' "$explained" >"$work/one"
        jq -r '.title, .formula, .weakness, "Try: \(.try)"' "$work/one" >"$work/said"
        [ "$(wc -l <"$work/said")" -ge 4 ]
        while read -r text; do
            grep -qF -- "$text" "$work/short" && grep -qF -- "$text" "$work/full" || { echo "$name: not printed: $text"; return 1; }
        done <"$work/said"
        jq -r '.numbers + .weakness_numbers | to_entries[] | "\(.key) = "' "$work/one" >"$work/said"
        while read -r text; do
            grep -qF -- "$text" "$work/full" || { echo "$name: not printed: $text"; return 1; }
        done <"$work/said"
        grep -qxF "    More: $poslab explain $name --full" "$work/text"
        try=$(jq -r '.try | sub("compare.seeds=1..3"; "compare.seeds=1 train.steps=60 eval.examples=20")' "$work/one")
        (cd "$work" && PATH="${poslab%/*}:$PATH" && eval "$try") >"$work/tried" 2>&1 || { echo "$name: $try"; cat "$work/tried"; return 1; }
        [ -s "$work/tried" ]
        case $name in
            rope) grep -qxF '    share of columns that never complete a wave = 0.7500' "$work/text" ;; # only the first of four pairs comes around
            none) [ "$(sed -n 's/^    p(yes) for .*= //p' "$work/text" | sort -u | wc -l)" = 1 ] ;; # both orders have one answer
            index) [ "$(grep -c '^    length of the vector' "$work/text")" = 2 ] ;;
        esac
    done <"$work/names"
    # what several encodings do together
    [ "$("$poslab" explain sinusoidal+alibi | grep -c '^    p(yes) for ')" = 2 ]
    # to attention without positions two orders are one, and to every other encoding they are not
    jq -e '.encodings | map({name, apart: (.orders.probabilities | .[0] - .[1] | fabs)})
        | all(if .name == "none" then .apart < 1e-5 else .apart > 1e-3 end)' "$explained"
}

@test "show embedding names positions, which need not be the numbers of rows" {
    "$poslab" train learned task.name=copy task.positions=restart model.d_model=8 model.heads=1 train.steps=2 train.warmup=1 \
        eval.lengths=1x eval.examples=8 --run "$work/restart" >/dev/null 2>&1
    "$poslab" show embedding "$work/restart" "w1 w2 w3" --count 6 | grep -oE '^(\+ position|= row) [0-9]+' >"$work/named"
    diff "$work/named" - <<<"$(printf '+ position %d\n= row %d\n' 0 0 1 1 2 2 0 3 1 4 2 5)"
}

@test "explain --full: t5's factors on weights are those of keys to the left" {
    "$poslab" show t5 --json | jq -r '.first_distance as $first | .bias[0] as $bias | 4, 16 |
        "distance \(.) = \($bias[-$first - .] | exp * 1e4 | round / 1e4)"' >"$work/left"
    "$poslab" explain t5 --full | grep -oE 'distance (4|16) = .*' | diff "$work/left" -
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

@test "show: a trained run, the sum of its tables, its attention, its table of positions" {
    "$poslab" train "${small[@]}" encoding.max_position_embeddings=40 --run "$work/run" >/dev/null 2>&1
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
    longest=$("$poslab" sample task.name=first task.words=2..40 --count 2 --json | jq '[.examples[].positions | max] | max')
    echo "longest: $longest"
    [ "$longest" -lt 40 ] # else it shows nothing
    "$poslab" show positions "$work/run" --json | jq -e ".received_gradient[:41] == [range(41) | . <= $longest]"
    # rows before that of position 0 are never read, and no star stands for them
    "$poslab" train "${small[@]}" encoding.offset=2 encoding.max_position_embeddings=30 --run "$work/offset" >/dev/null 2>&1
    "$poslab" show positions "$work/offset" --json >"$work/json"
    jq -e '.received_gradient == [range(34) | . < 17]' "$work/json"
    "$poslab" show positions "$work/offset" | tr '\n' ' ' >"$work/text"
    jq '[.matrix[] | map(. * .) | add | sqrt] | [.[:17], .[17:]] | map(add / length * 10000 | round / 10000)' "$work/json" >"$work/lengths"
    grep -qF "Their mean length is $(jq -r '.[0]' "$work/lengths")" "$work/text"
    grep -qF "Mean length of the others: $(jq -r '.[1]' "$work/lengths")" "$work/text"
    "$poslab" train "${small[@]}" encoding.frozen=yes --run "$work/frozen" >/dev/null 2>&1
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
    right=$("$poslab" sample task.name=first --length 6 --count 1 --json | jq -r '.examples[0].targets[0].answer')
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
}

@test "show embedding: by how much a position turns a word, and how much longer it makes it" {
    "$poslab" train "${small[@]}" encoding.std=0.3 --run "$work/run" >/dev/null 2>&1
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

@test "help: an option says what it is for this command" {
    "$poslab" help report | grep -qF -- '--to FILE        the page to write (default: report.html in the folder)'
    "$poslab" help export | grep -qF -- '--to FORM '
    "$poslab" help neighbours | grep -qF -- 'how many neighbours of a word (default: 10)'
    "$poslab" help sample | grep -qF -- 'how many examples (default: 3)'
}

@test "show: American spelling" {
    "$poslab" show encoding rope --color always | diff - <("$poslab" show encoding rope --colour always)
}

# Whether all numbers of explain that show --json has, too, are the same, to five digits; there are some.
as_shown() {
    local same=("${@:2}" encoding.extrapolation=extend) none='{}' view
    "$poslab" explain "$1" "${same[@]}" --json >"$work/explained"
    for view in 'matrix --positions 17' 'similarity --positions 120' 'shift --positions 200' nearest; do
        # shellcheck disable=SC2086
        "$poslab" show encoding "$1" "${same[@]}" --json --view $view 2>/dev/null >"$work/${view%% *}" || echo "$none" >"$work/${view%% *}"
    done
    [[ $1 != ratio ]] || echo "$none" >"$work/similarity" # its products depend on the length of the text: 1001 in explain
    jq -r --slurpfile m "$work/matrix" --slurpfile s "$work/similarity" --slurpfile t "$work/shift" --slurpfile n "$work/nearest" '
        def shown($first): (capture("^position (?<t>\\d+) of 0[.][.]16, column (?<c>\\d+) of") | $m[0].matrix[.t | tonumber][(.c | tonumber) - $first])
            // (capture("(positions|^head 1, query at) (?<i>\\d+)( and|, key at) (?<j>\\d+)$") | $s[0].similarity[.i | tonumber][.j | tonumber])
            // (select(startswith("error of one matrix")) | $t[0].error) // (select(startswith("smallest distance")) | $n[0].distance);
        .encodings[0] | .numbers + .weakness_numbers | ([keys[] | capture("^position \\d+ of 0[.][.]16, column (?<c>\\d+) of").c | tonumber] | min // 0) as $first
        | to_entries[] | (.key | [shown($first)][0]) as $shown | select($shown != null)
        | "\(if (.value - $shown | fabs) > 1e-5 * ([1, (.value | fabs)] | max) then "differs" else "same" end): \(.key): \(.value), show has \($shown)"' "$work/explained" >"$work/compared"
    if grep '^differs' "$work/compared" || ! [[ -s $work/compared || $1 == none ]]; then
        echo "not as shown: $*"
        return 1
    fi
}

# x0 = 1 0 0 0, x1 = 0 1 0 0, x2 = 0 0 1 0, and rows of tenths: z0 = 1.1 .2 .3 .4 and so on, added on paper.
@test "explain learned --full: a sum that can be checked by hand" {
    "$poslab" explain learned --full | sed -n '/^    t   x/,/^$/p' | diff - <(cat <<'END'
    t   x                 P[t]              z
    0   1.0 0.0 0.0 0.0   0.1 0.2 0.3 0.4   1.1 0.2 0.3 0.4
    1   0.0 1.0 0.0 0.0   0.2 0.3 0.4 0.5   0.2 1.3 0.4 0.5
    2   0.0 0.0 1.0 0.0   0.3 0.4 0.5 0.6   0.3 0.4 1.5 0.6

END
    )
    "$poslab" explain learned --full encoding.max_position_embeddings=30 model.d_model=8 model.heads=2 | grep -qxF '    2   0.0 0.0 1.0 0.0   0.3 0.4 0.5 0.6   0.3 0.4 1.5 0.6'
}

@test "explain, show: one number for one thing, whatever the settings" {
    names=$("$poslab" list encodings --json | jq -r '.encodings[].name')
    [ -n "$names" ]
    for name in $names; do
        as_shown "$name" model.d_model=8 model.heads=2
    done
    for call in 'sinusoidal encoding.scale=3 encoding.layout=halves' 'sinusoidal encoding.base=100 model.d_model=8' 'index encoding.scale=5' 'ratio encoding.scale=.1' sinusoidal+index; do
        # shellcheck disable=SC2086
        as_shown $call
    done
    # PE without its factor, which is said
    "$poslab" explain sinusoidal | grep -qxF '    z = x + 0.18 * PE(t)'
    "$poslab" show encoding sinusoidal --json | jq -e '.scale == 0.18 and (.matrix[1][0] - 0.841470985 | fabs) < 1e-6'
    "$poslab" show encoding sinusoidal | grep -qxF 'z = x + 0.18 * PE(t); shown without the factor 0.18'
    "$poslab" explain sinusoidal encoding.scale=3 --json | jq -e '.encodings[0].formula | startswith("z = x + 3 * PE(t)")'
    "$poslab" show encoding sinusoidal encoding.scale=3 --json | jq -e '.scale == 3 and (.matrix[1][0] * 1e4 | round) == 8415'
    for view in matrix similarity waves shift nearest; do
        "$poslab" show encoding sinusoidal --view "$view" | grep -q '^z = x + 0.18 \* PE(t)'
    done
    # as many heads, columns and words as one likes
    "$poslab" explain alibi model.heads=16 model.d_model=64 --full >/dev/null
    "$poslab" explain sinusoidal model.d_model=12 model.heads=3 --full >/dev/null
    "$poslab" explain t5 task.words=4..600 --full >/dev/null
    "$poslab" explain sinusoidal+alibi --json | jq -e '.encodings[0].numbers["position 1 of 0..16, column 0 of 32"] - 0.841470985 | fabs < 1e-6'
    refused 2 'settings are for one encoding' "$poslab" explain encodings encoding.base=3
}
