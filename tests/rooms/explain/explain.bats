# explain.bats -- what explain says of encodings: numbers of the literature, sums, what it says to try; and that show says the same.
# shellcheck shell=bash disable=SC2034,SC2154,SC2016
load ../../cli/helpers

# What is said of every encoding, on a terminal wider than its lines.
setup_file() {
    COLUMNS=200 "$poslab" explain encodings --full >"$BATS_FILE_TMPDIR/walk"
    "$poslab" explain encodings --json >"$BATS_FILE_TMPDIR/explained"
}

setup() {
    set_work
    walk="$BATS_FILE_TMPDIR/walk" explained="$BATS_FILE_TMPDIR/explained"
    unset COLUMNS NO_COLOR
}

@test "show, explain: numbers of the literature, computed" {
    "$poslab" show encoding sinusoidal model.d_model=512 sinusoidal.scale=1 --positions 2 --json >"$work/json"
    jq -e '.matrix[0] == [range(512) | . % 2] and ([.matrix[1][0, 1, 256, 511] * 10000 | round] == [8415, 5403, 100, 10000])' "$work/json"
    "$poslab" show encoding sinusoidal model.d_model=512 sinusoidal.scale=1 --positions 64 --view waves --json >"$work/json"
    jq -e '(.wavelengths[0] - 6.283185 | fabs < 1e-4) and (.wavelengths[511] / 60611 - 1 | fabs < 1e-3)' "$work/json"
    "$poslab" show encoding sinusoidal model.d_model=512 sinusoidal.scale=1 --view shift >"$work/text"
    grep -q 'every position (error 0.0000 ' "$work/text"
    [ "$(grep -c '0.2837' "$work/text")" = 2 ] # cos 5
    # sin 1, cos 1, 1/3, 1/39, e^-1, turns 16 / 2 pi
    for number in 0.8415 0.5403 0.3333 0.0256 0.3679 2.5465; do
        grep -qE "= $number\$" "$walk" || { echo "$number is not there"; return 1; }
    done
    jq -r '.encodings[] | .name as $name | .numbers + .weakness_numbers | to_entries[] | "\($name): \(.key) = \(.value * 1e4 | round)"' "$explained" >"$work/numbers"
    # PE(1,0), PE(1,1), PE(1,256), PE(1,511) of the tutorials, which have 512 columns. Of fire a part of the farthest
    # distance: at one query all differ, and queries in training had none of them but 0.
    while read -r number; do
        grep -qxF "$number" "$work/numbers" || { echo "$number is not there"; return 1; }
    done <<'END'
sinusoidal: position 1 of 0..16, column 1 of 32 = 5403
sinusoidal: position 1, column 0 with model.d_model=512 = 8415
sinusoidal: position 1, column 1 with model.d_model=512 = 5403
sinusoidal: position 1, column 256 with model.d_model=512 = 100
sinusoidal: position 1, column 511 with model.d_model=512 = 10000
sinusoidal: positions in the shortest wave = 62832
index: length of the vector of position 1000 = 10000000
ratio: step from position 0 to 1 in a sequence of 40, column 31 = 256
learned: positions in the table = 170000
rope: full waves of column 0 over the 17 trained positions = 25465
rope: share of columns that never complete a wave = 7500
index: smallest distance between two of the first 100000 vectors = 10000
alibi: head 2, query at 10, key at 5 = -3125
alibi: head 1, query at 10, key at 15 = -6250
alibi: of them seen in training = 170000
t5: different scores for the distances 0..399 to the left = 160000
t5: of them seen in training = 110000
t5: distance from which on all share one bucket = 910000
fire: different scores for the distances 0..399 to the left = 4000000
fire: of them seen in training = 10000
fire: distance from which on all share one bucket = 3990000
END
    sed -n 's/^sinusoidal: dot product of the vectors of positions \(110 and 115\|10 and 15\) = //p' "$work/numbers" >"$work/products"
    [ "$(wc -l <"$work/products")" = 2 ]
    [ "$(uniq "$work/products" | wc -l)" = 1 ]
    # four heads that start as alibi: 5^(-1/4), 65^(-1/4)
    "$poslab" explain kerple kerple.start=slopes >"$work/text"
    grep -qxF '    head 1: factor on a weight at distance 4 = 0.6687' "$work/text"
    grep -qxF '    head 1: factor on a weight at distance 64 = 0.3522' "$work/text"
    # as text with four digits; whole numbers without any
    "$poslab" explain encodings rope --full >"$work/text"
    grep -qE '^ +positions in the shortest wave = 6.2832$' "$work/text"
    grep -qE '^ +positions in the longest wave = 6283.1853$' "$work/text"
    "$poslab" explain encodings index --full >"$work/text"
    grep -qE '^ +length of the vector of position 1000 = 1000$' "$work/text"
}

@test "explain: every encoding that is listed, in 18 lines of 80 columns or with --full; what it says to try works" {
    [ "$(widest "$walk")" -le 80 ]
    "$poslab" help encodings --json | jq -r '.encodings[].name' >"$work/names"
    tr -s ' \n' ' ' <"$walk" >"$work/full"
    jq -r '.encodings[] | "\(.name)\t" + (["name \(.name)"], [.title, .formula, .weakness, "Try: \(.try)", (.starts // empty | "Starts: \(.)") | "said \(.)"],
        [.numbers + .weakness_numbers | keys[] | "number \(.) = "], ["try " + (.try | sub("compare.seeds=1..3"; "compare.seeds=1 train.steps=60 eval.examples=20"))] | .[])' \
        "$explained" >"$work/parts"
    part_of() { sed -n "s/^$1\t$2 //p" "$work/parts"; }
    part_of '.*' name | diff "$work/names" -
    while read -r name; do
        "$poslab" explain "$name" >"$work/text"
        tr -s ' \n' ' ' <"$work/text" >"$work/short"
        [ "$(wc -l <"$work/text")" -le 18 ] && [ "$(widest "$work/text")" -le 90 ] || { cat "$work/text"; return 1; }
        awk '!/^    Try: / && length > 80 { wrong = 1 } END { exit wrong }' "$work/text"
        [ "$(grep -cE '^    [^=]*[a-z)"0-9] = -?[0-9.]+(e-[0-9]+)?$' "$work/text")" -ge 2 ] || { cat "$work/text"; return 1; }
        part_of "$name" said >"$work/said"
        [ "$(wc -l <"$work/said")" -ge 4 ]
        while read -r text; do
            grep -qF -- "$text" "$work/short" && grep -qF -- "$text" "$work/full" || { echo "$name: not printed: $text"; return 1; }
        done <"$work/said"
        while read -r text; do
            grep -qF -- "$text" "$work/full" || { echo "$name: not printed: $text"; return 1; }
        done < <(part_of "$name" number)
        grep -qxF "    More: $poslab explain $name --full" "$work/text"
        try=$(part_of "$name" try)
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

@test "explain --full: t5's factors on weights are those of keys to the left" {
    "$poslab" show t5 --json | jq -r '.first_distance as $first | .bias[0] as $bias | 4, 16 |
        "distance \(.) = \($bias[-$first - .] | exp * 1e4 | round / 1e4)"' >"$work/left"
    "$poslab" explain t5 --full | grep -oE 'distance (4|16) = .*' | diff "$work/left" -
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
    jq -r '.encodings[] | select(.sum) | .name as $name | .sum[] | [$name, .position, .x, .p, .z] | flatten | map(if type == "number" then . * 1e6 | round | . / 1e6 else . end) | @csv' "$explained" |
        diff - <(printf '"learned",%s\n' 0,1,0,0,0,0.1,0.2,0.3,0.4,1.1,0.2,0.3,0.4 1,0,1,0,0,0.2,0.3,0.4,0.5,0.2,1.3,0.4,0.5 2,0,0,1,0,0.3,0.4,0.5,0.6,0.3,0.4,1.5,0.6)
    "$poslab" explain learned --full learned.max_position_embeddings=30 model.d_model=8 model.heads=2 | grep -qxF '    2   0.0 0.0 1.0 0.0   0.3 0.4 0.5 0.6   0.3 0.4 1.5 0.6'
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

@test "explain, show: one number for one thing, whatever the settings" {
    names=$("$poslab" help encodings --json | jq -r '.encodings[].name')
    [ -n "$names" ]
    for name in $names; do
        as_shown "$name" model.d_model=8 model.heads=2
    done
    for call in 'sinusoidal encoding.scale=3 sinusoidal.layout=halves' 'sinusoidal sinusoidal.base=2000' 'index encoding.scale=5' 'ratio encoding.scale=.1' sinusoidal+index; do
        # shellcheck disable=SC2086
        as_shown $call model.d_model=8 model.heads=2
    done
    # PE without its factor, which is said
    "$poslab" explain sinusoidal | grep -qxF '    z = x + 0.18 * PE(t)'
    "$poslab" show encoding sinusoidal --json | jq -e '.scale == 0.18 and (.matrix[1][0] - 0.841470985 | fabs) < 1e-6'
    "$poslab" show encoding sinusoidal | grep -qxF 'z = x + 0.18 * PE(t); shown without the factor 0.18'
    "$poslab" explain sinusoidal sinusoidal.scale=3 --json | jq -e '.encodings[0].formula | startswith("z = x + 3 * PE(t)")'
    "$poslab" show encoding sinusoidal sinusoidal.scale=3 --json | jq -e '.scale == 3 and (.matrix[1][0] * 1e4 | round) == 8415'
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
