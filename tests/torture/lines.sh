#!/bin/bash
# lines.sh N: 3 N command lines that are not quite right (5000 for `all`): words left out, given twice, exchanged, cut
# and replaced by what somebody might type or paste. Each must end within 5 seconds with an exit status that the manual
# has; where that is not 0, with one line that says why, in characters that are safe to show.
# shellcheck source=tests/torture/common.bash
. "${BASH_SOURCE[0]%/*}/common.bash"
need 'command lines' timeout || exit 0
count=$([ "$most" = all ] && echo 5000 || echo $((3 * most)))
RANDOM=1

# Words by words; where nothing but one of them is wrong, all are quick.
quick=("${first[@]/train.steps=20/train.steps=3}")
examples=(
    'train|--run|new|encoding.name=rope'
    'train|--run|run|--resume|--threads|1|--metric|loss'
    'eval|run|eval.lengths=1x 2x|--json'
    'eval|run/checkpoint.safetensors|--csv|--width|60'
    'compare|compare.members=learned,none|compare.seeds=1..1|--run|new|--jobs|2|--full'
    'compare|compare.members=rope base=100, gru/none|compare.pairs=gru - rope|compare.seeds=2..2|--run|new|--json'
    'predict|run|X w1 Y|--count|2'
    'predict|run|--|X w1 Y'
    'show|neighbours|run|X|--count|3'
    'export|run|--table|token|--to|npy|--out|new'
    'show|run|--to|new.svg|--size|800x600|--title|a title'
    'plot|learning|run|--width|70|--colour|never'
    'show|rope|--view|shift|--positions|66'
    'report|run|--to|new.html'
    'show|encoding|sinusoidal|--view|waves|--positions|9|--offset|2|--head|1'
    'show|attention|run|X Y|--head|1'
    'explain|rope'
    'show|task|--count|2|--length|4'
    'help|encodings'
    'help|train'
)
odd=('' ' ' - -- --- '=' '=1' a= . .. / // ~ '*' '%s%n%d' $'\t' $'a\nb' $'\e[31m' $'\x07' $'\xff' $'\xc2\x9b1m' $'\xe2\x80\xaex'
    0 -1 +1 1e9 0x10 2.5 nan inf 99999999999999999999 1..0 1..x x.. ',,' 'a,b' 'rope base=' 'rope base=x' --help --json
    --run --run= --to=/ --out=/dev/null/x --jobs=0 --count=-3 run.ini no.ini /dev/null run/eval.tsv run/config.ini runs
    train.steps= train.steps=x train.step=3 TRAIN.STEPS=3 encoding.name=rop task.name=frist model.heads=3 model.d_model=7
    'eval.policies=extend,extend' eval.lengths=0x 'eval.lengths=1x,1x' train.seed=-1 compare.gate=2 task.words=4..2 ロープ é)

# The words of one line, changed in one to three ways: in $words.
mutate() {
    local changes=$((RANDOM % 3 + 1)) at other
    IFS='|' read -r -a words <<<"${examples[RANDOM % ${#examples[@]}]}"
    while ((changes-- > 0)); do
        at=$((RANDOM % (${#words[@]} + 1)))
        other=$((RANDOM % (${#words[@]} + 1)))
        case $((RANDOM % 7)) in
            0 | 1) words[at]=${odd[RANDOM % ${#odd[@]}]} ;;
            2) words=("${words[@]:0:at}" "${words[@]:at+1}") ;;
            3) words=("${words[@]:0:at}" "${odd[RANDOM % ${#odd[@]}]}" "${words[@]:at}") ;;
            4) words+=("${words[other]:-x}") ;;
            5) words[at]=${words[at]-}${odd[RANDOM % ${#odd[@]}]} ;;
            6) [ -n "${words[at]-}" ] && words[at]=${words[at]#?} ;;
        esac
    done
}

# Whether the command's run takes settings that make it quick; without a command there is nothing to run.
takes_settings() {
    [[ " train compare " == *" ${1:-} "* ]]
}

# One line of reason, after progress and warnings.
reasons() { tr '\r' '\n' <"$work/err" | grep -a -v -e '^poslab: warning: ' | grep -a -c '^poslab: '; }

# Control characters but for line ends, C1, and those that turn the direction of writing.
unsafe() {
    tr -d '\r\n\t' <"$work/err" |
        LC_ALL=C grep -aqP '[\x00-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]'
}

check_line() {
    local code
    rm -rf "$work/here"
    cp -r "$work/start" "$work/here"
    cd "$work/here" || exit 1
    takes_settings "${words[0]:-}" && words+=("${quick[@]}")
    tried=$((tried + 1))
    repeat="poslab ${words[*]@Q}"
    timeout -k 1 5 "$poslab" "${words[@]}" </dev/null >"$work/out" 2>"$work/err"
    code=$?
    if [[ " 0 1 2 3 65 73 74 75 " != *" $code "* ]]; then
        lose "exit status $code: $(tail -n 1 "$work/err")"
    elif [ $code = 0 ] && [ ! -s "$work/out" ]; then
        lose 'exit status 0 and nothing printed'
    elif [ $code != 0 ] && [ ${#words[@]} -gt 0 ] && [ "$(reasons)" != 1 ]; then
        lose "exit status $code with $(reasons) reasons: $(tail -n 2 "$work/err")"
    elif unsafe; then
        lose "shows characters that are not safe: $(cat -v "$work/err")"
    fi
}

limited train "${small[@]}" --run run >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
cp -r "$work/here" "$work/start"
begin 'command lines'
for ((n = 0; n < count; n++)); do
    mutate
    check_line
done
end
