# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# refusals.bats -- every command line of refusals.txt, and of a room's own, is refused with the exit code and the one line
# that stand below it; nothing is on stdout, and nothing is written.
#
# A line of such a table is a comment, `$ COMMAND LINE`, or what this prints: `CODE MESSAGE`. REGENERATE=1 bats
# tests/cli/refusals.bats writes the messages anew: read them before you commit. The commands run in a folder of what
# `setup_file` makes.

load helpers

brief=(train.steps=5 train.warmup=1 eval.examples=20 eval.lengths=1x)

# What the commands find, made once.
setup_file() (
    work=$BATS_FILE_TMPDIR
    mkdir "$work/here"
    ln -s "$PWD/configs" "$PWD/data" "$PWD/tests" "$work/here"
    cd "$work/here" || return
    mkdir empty
    printf x >byte.safetensors
    header twice '{"a":1,"a":2}'
    header list '[]'
    header text x
    header number '{"a":99999999999999999999}'
    header shape '{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}}'
    printf 'label,text\n' | tee names.csv >numbers.csv
    for i in {1..40}; do echo "name$i,word$i" >>names.csv; echo "$((7 * i)),word$i" >>numbers.csv; done
    printf 'label\ttext_a\ttext_b\nSwift\tout\tin\n' >two.tsv
    printf 'label\ttext_a\nSwift\t%s\n' "$(seq -s ' ' 80)" >long.tsv
    fixture train learned "${small[@]}" --run run
    fixture train sinusoidal "${small[@]}" --run waves
    fixture train gru "${small[@]}" --run gru
    fixture train model.baseline=most_frequent encoding.name=none "${small[@]}" --run bag
    for task in grid query chase find; do
        fixture train "configs/$task.ini" "${brief[@]}" --run "$task"
    done
    [ ! -e tests/rooms/texts ] || fixture train configs/cloze.ini "${brief[@]}" --run cloze
    [ ! -e tests/rooms/texts ] || fixture train configs/sop.ini "${brief[@]}" --run sop
    [ ! -e tests/rooms/rows ] || fixture train configs/tsv.ini "${brief[@]}" --run rows
    fixture train rope "${small[@]}" rope.base=500 --run base
    fixture train "${small[@]:1}" --run ordered
    fixture compare learned none "${small[@]}" compare.seeds=1..2 --run short
    fixture compare learned rope "${small[@]}" compare.seeds=1..3 --run c
    fixture compare 'learned learning_rate=0.002' 'learned learning_rate=0.03' 'rope learning_rate=0.002' 'rope base=9 learning_rate=0.03' none \
        "${small[@]}" compare.seeds=1..2 --run swept
)

setup() {
    set_work
    mapfile -t tables < <(find "$PWD/tests" -name refusals.txt | sort)
    if [ ${#typed[@]} -gt 0 ]; then
        for i in "${!tables[@]}"; do
            kept <"${tables[i]}" >"$work/table$i"
            tables[i]=$work/table$i
            grep -q '^\$ ' "$work/table$i" || unset "tables[i]"
        done
    fi
    cp -a "$BATS_FILE_TMPDIR/here" "$work" && cd "$work/here" || return
}

# kept: a table without what types a word of a room that was deleted, or whose message lists one.
kept() {
    local command='' line
    while IFS= read -r line; do
        case $line in
            '$ '*) command=$line ;;
            '#'* | '') echo "$line" ;;
            *) lacks "$command" || lacks "${line//, / poslab }" || printf '%s\n' "$command" "$line" ;;
        esac
    done
}

# header NAME TEXT: NAME.safetensors, which is a header and nothing else.
header() { printf '%b%s' "\\x$(printf %02x ${#2})\\0\\0\\0\\0\\0\\0\\0" "$2" >"$1.safetensors"; }

# fixture WORD...: a run or comparison for the commands.
fixture() {
    run_both "$poslab" "$@"
    [ "$status" = 0 ] || { cat "$error_file"; return 1; }
}

# refusal COMMAND_LINE: runs it as one types it; prints the code and stderr, and what is wrong if it did not end in one line.
refusal() {
    local printed
    run_both eval "$1"
    mapfile printed <"$error_file"
    printf '%s ' "$status"
    printf '%s' "${printed[@]}"
    [ "$status" != 0 ] && [ ! -s "$output_file" ] && [ ${#printed[@]} = 1 ] && [[ ${printed[0]} == *$'\n' ]] && return
    echo
    echo "not refused in one line: $1"
    return 1
}

@test "what is refused, in one line each" {
    find . -printf '%p %T@ %s\n' >"$work/before"
    for table in "${tables[@]}"; do
        while IFS= read -r line; do
            case $line in
                '$ '*) echo "$line"; refusal "${line#\$ }" </dev/null || wrong=yes ;;
                '#'* | '') echo "$line" ;;
            esac
        done <"$table" >"$work/now"
        grep -q '^\$ ' "$work/now"
        grep -A 2 '^not refused' "$work/now" || true
        [ -z "${wrong:-}" ]
        [ -z "${REGENERATE:-}" ] || cp "$work/now" "$table"
        diff "$table" "$work/now"
    done
    find . -printf '%p %T@ %s\n' | diff "$work/before" -
}

# Every fourth command in one terminal of util-linux's script. Its lines joined are the message of the table, so no word
# is broken, a list of choices only after a |, and no line is wider than the terminal unless it is one word.
@test "in a terminal of 80 or 40 columns messages break between words" {
    awk '/^\$ / { wanted = n++ % 4 == 0; if (wanted) print substr($0, 3) >commands; next }
        wanted && /^[0-9]/ { sub(/^[0-9]+ /, ""); gsub(/  +/, " "); gsub(/\| /, "|"); print; wanted = 0 }' \
        commands="$work/commands" "${tables[@]}" >"$work/expected"
    {
        declare -p small
        echo "stty cols \$1; while IFS= read -r line; do eval \"\$line\" >/dev/null </dev/null; echo @ >&2; done <$work/commands"
    } >"$work/each"
    for columns in 80 40; do
        env -u COLUMNS script -qfec "bash $work/each $columns" "$work/seen" >/dev/null </dev/null
        sed 's/\r//g; s/.*\x1b\[K//' "$work/seen" | awk '/^Script / { next }
            $0 == "@" { gsub(/\| /, "|", line); print line; line = ""; next }
            { line = line (line == "" ? "" : " ") $0 }' >"$work/now"
        diff "$work/expected" "$work/now"
        sed 's/\r//g; s/.*\x1b\[K//' "$work/seen" | awk -v columns="$columns" '/^Script / { next }
            { line = $0; gsub(/[\200-\277]/, ""); gsub(/ %/, "_%") }
            length > columns && / / { print "wider than " columns ": " line; bad = 1 }
            length > columns / 2 { long++ }
            END { exit bad || long < 50 }'
    done
}
