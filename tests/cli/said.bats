# shellcheck shell=bash disable=SC2154,SC2016
# said.bats -- what texts state is shown by a command of said.txt, or by the test below a line "# says SOURCE: SENTENCE".

load helpers

# Words of a result. A sentence about encodings that has one, or a percentage, is a row of said.txt.
results='[0-9] ?%|\b([Bb]est|better|worse|worst|beats?|helps|harms|holds|falls?|fails?|drops?|learns|solves|works|robust|generali[sz]es?|extrapolates?|at chance|does not pass)\b'

# Words of help after which something is first, highest, a count of files, or taken where nothing is given; and of what
# an encoding cannot do; and special words, signs and lines that are named by what they have.
extremes='\bfirst of\b|\b(highest|lowest|newest|oldest|smallest|largest|nearest|best first|most frequent|first line is|the first one that|the best one|the (first|last) (row|column)|as it is, and under one policy)\b|\[[A-Z]{2,}\]|\[B\]|\^ marks|[A-Z]{4,}(: |-)[0-9]|\b(has|it has)( at most)? [0-9]|default: the\b|\b(is|are) the (first|last)\b|\bin _[0-9]'

# Words that make a sentence about settings, files and results false when they are another one.
compared='\b(only|never|always|longest|shortest|largest|smallest|fewer|at most|at least|before|after|later|earlier|beyond|best|worst|better|worse|last|first)\b'

# What all tests read: the lists of help, the weaknesses that explain prints, and the sentences that are shown, a line
# each, after the name of their source.
setup_file() {
    export lists=$BATS_FILE_TMPDIR/lists weaknesses=$BATS_FILE_TMPDIR/weaknesses shown=$BATS_FILE_TMPDIR/shown
    "$poslab" help --json >"$lists"
    "$poslab" explain encodings --json | jq -r '.encodings[] | .name + "\t" + .weakness' >"$weaknesses"
    { grep -h '^[^ ]' tests/cli/said.txt && grep -rhE '^(#|/\*) says ' tests | sed -E 's/^(#|\/\*) says //; s/ \*\/$//'; } >"$shown"
}

# A pattern of the names of encodings, policies, tasks and baselines that are no common words; with an argument also of all as code.
named_things() {
    jq -r --arg code "${1:-}" '[(.encodings, .policies, .tasks, .baselines)[].name] | "\\b(" + (map(select(test("^(al|bi|t5|kerple|rope|sinu|uni|ntk|yarn|log_|window_|tsv|cloze|sop|most_)"))) | join("|")) + ")\\b" + if $code != "" then "|`(" + join("|") + ")`" else "" end' "$lists"
}

# The words of standard input in one line, without what makes comments and strings of them.
flat() { sed -E 's/^ *(; |\/\/ )?//' | tr -s ' \n' ' '; }

# The text of a source of said.txt: "help yarn", "explain rope", or a file.
text_of() {
    case $1 in
    help*) "$poslab" "${1%% *}" "${1#* }" --all | flat ;;
    explain*) sed -n "s/^${1#* }\t//p" "$weaknesses" ;;
    *) flat <"$1" ;;
    esac
}

# Reads lines "SOURCE: TEXT"; prints "SOURCE: SENTENCE" for each sentence that states a result.
sentences() { sed -E ':next; s/^([^:]*: )([^\n]*[.?]) ([A-Z*`(])/\1\2\n\1\3/; t next' | grep -E -- "^[^:]*: .*($results)"; }

# expected CONFIG ROW... [=NUMBER]: the config has the line "; expect ROW: LOW..HIGH", which `make experiments` tests; the
# sentence has the number, and it lies in there. ROW is as in "rope+yarn at 8x".
expected() {
    local config=configs/$1.ini row=$2 number=${3:-} range
    [ -z "$number" ] || grep -qwF "$number" <<<"$said" || { echo "the sentence has no $number"; return 1; }
    range=$(sed -n "s/^; expect $row: //p" "$config")
    [ -n "$range" ] || { echo "$config does not expect $row"; return 1; }
    [ -z "$number" ] || awk "BEGIN { exit !(${range%..*} <= $number && $number <= ${range#*..}) }" || { echo "$config expects $range of $row"; return 1; }
}

# above CONFIG ROW ROW: all that the first may have lies above all that the second may have.
above() {
    local high low
    high=$(sed -n "s/^; expect $2: //p" "configs/$1.ini") low=$(sed -n "s/^; expect $3: //p" "configs/$1.ini")
    awk "BEGIN { exit !(${high%..*} + 0 > ${low#*..} + 0) }" || { echo "configs/$1.ini: $2: $high is not above $3: $low"; return 1; }
}

# near FILE POINTS: each number of the rows on standard input, of Markdown tables, but for intervals, lies no farther from
# that in the row of FILE that begins alike; there are such rows.
near() {
    awk -F '|' -v points="$2" 'NF < 3 { next } { gsub(/\[[^]]*]/, ""); n = split($0, numbers, /[^0-9.]+/) } NR == FNR { row[$2] = $0; next }
        $2 in row && n > 8 { rows++; if (split(row[$2], other, /[^0-9.]+/) != n) { print "not alike: " $0; bad = 1 }
            for (i = 1; i <= n; i++) if ((numbers[i] - other[i]) ^ 2 > points ^ 2) { print $0 " is not " row[$2]; bad = 1 } }
        END { exit bad || !rows }' "$1" -
}

# Whether rows that take minutes are run, as by `make experiments`.
dear() { [ -n "${DEAR:-}" ]; }

@test "each summary of a task, encoding, policy, mixer and baseline is in said.txt; what is there is what a text says" {
    jq -r 'to_entries[] | (.key | sub("ies$"; "y") | rtrimstr("s")) as $kind | .value[] |
        select(.summary) | "\($kind) \(.name): \(.summary)"' "$lists" >"$work/all"
    if grep -E '^(task|encoding|policy|mixer|baseline) ' "$work/all" | grep -vxFf "$shown"; then
        echo 'tests/cli/said.txt has no such line: add it, and below it a command that shows it, or "/* says ... */" above a test that does'
        return 1
    fi
    text_of 'help glossary' | grep -oE '[^."]*unless [a-z_]+\.[a-z_]+[^."]*' >"$work/unless" # the default of a setting
    if sed -n 's/^help glossary: //p' tests/cli/said.txt | grep -vFf - "$work/unless"; then
        echo 'tests/cli/said.txt has no such line of the glossary, with a command that shows it'
        return 1
    fi
    local -A texts
    while IFS= read -r said; do
        if [[ $said =~ ^(task|encoding|policy|mixer|baseline)' ' ]]; then
            grep -qxF "$said" "$work/all" || echo "$said"
            continue
        fi
        ! lacks "${said//: / }" || continue # of a room that was deleted
        of=${said%%: *}
        [ -n "${texts[$of]:-}" ] || texts[$of]=$(text_of "$of")
        [[ "${texts[$of]}" == *"${said#*: }"* ]] || echo "$said"
    done <"$shown" >"$work/gone"
    if [ -s "$work/gone" ]; then
        cat "$work/gone"
        echo 'no text says this any more: take it out of tests/cli/said.txt, or away from its test'
        return 1
    fi
}

@test "a sentence about an encoding or a policy that states a result is in said.txt" {
    names=$(jq -r '[(.encodings, .policies)[].name | select(. != "refuse")] | join("|")' "$lists")
    {
        jq -r '.encodings[] | "encoding \(.name): \(.summary)"' "$lists"
        sed -E 's/^([a-z0-9_]+)\t/explain \1: /' "$weaknesses"
        while read -r name; do
            printf 'help %s: %s\n' "$name" "$(text_of "help $name")"
        done < <(jq -r '.policies[].name, "policy"' "$lists")
    } | sentences >"$work/results"
    # of pages, prose that names one: no tables, no commands
    for page in README.md runs/README.md data/README.md; do
        awk '/^```/ { code = !code } code || /^(    |\|)/ { print ""; next } sub(/^([0-9]\.|-) /, "") { print "" } { print }' "$page" |
            awk -v RS= -v page="$page" '{ $1 = $1; print page ": " $0 }' | sentences | grep -E "\b($names|[Ss]inusoids|[Ss]queez)" || true
    done >>"$work/results"
    [ "$(grep -c '^help' "$work/results")" -ge 2 ] # of interpolate and yarn
    awk 'NR == FNR { said[++n] = $0; next }
        { of = substr($0, 1, at = index($0, ": ") + 1); line = substr($0, at + 1)
            for (i = 1; i <= n && !(index(said[i], of) == 1 && index(said[i], line)); i++); if (i > n) print }' "$shown" "$work/results" >"$work/loose"
    if [ -s "$work/loose" ]; then
        cat "$work/loose"
        echo 'states a result and is not in tests/cli/said.txt: delete it, or say task, length and mask and add a row'
        return 1
    fi
}

# named CONFIG: prints each number after models that a sentence of standard input names, where no `expect` line of one of
# them has it. Models named one after another have the numbers that follow.
named() {
    sed -nE 's/^; expect ([0-9]: )?(.*): ([0-9.]+)\.\.([0-9.]+)$/\3 \4 \2/p' "$1" >"$work/expected"
    awk -v config="$1" -v names="$models" '
        BEGIN { for (i = split(names, name, " "); i; i--) is[name[i]] = name[i]; is["table"] = "learned"; is["sinusoids"] = "sinusoidal" }
        NR == FNR { low[++rows] = $1 + 0; high[rows] = $2 + 0; $1 = $2 = ""; who[rows] = $0; next }
        { delete group; there = before = had = ""
            for (text = $0; match(text, /[A-Za-z_0-9]+(\.[0-9]+)?/); text = after) {
                word = tolower(substr(text, RSTART, RLENGTH)); after = substr(text, RSTART + RLENGTH)
                if (word in is && before != "but") { if (had) delete group; group[is[word]]; there = 1; had = "" }
                else if (there && word ~ /^[0-9.]+$/ && (after ~ /^ %/ || before in is)) {
                    for (i = rows; i && !(had = low[i] <= word + 0 && word + 0 <= high[i] && belongs(who[i])); i--);
                    if (!i) print config ": " word ": " $0
                    had = 1
                }
                before = word
            } }
        function belongs(row, part, n) { for (n = split(row, part, /[+ ]/); n; n--) if (part[n] in group) return 1; return 0 }' "$work/expected" -
}

# all_said OF: each line of standard input is in a sentence that is shown, whose source is one of these words.
all_said() {
    sed -nE "s@^($1): @@p" "$shown" >"$work/said"
    tee "$work/texts" | awk 'NR == FNR { said[++n] = $0; next } { for (i = 1; i <= n && !index(said[i], $0); i++); if (i > n) print }' "$work/said" - >"$work/loose"
    if [ -s "$work/loose" ]; then
        cat "$work/loose"
        echo 'said.txt has no such sentence: add it, and below it a command that shows it, or "# says" above a test that does'
        return 1
    fi
    [ "$(wc -l <"$work/texts")" -gt 4 ]
}

@test "a sentence of help that says what is first, highest, counted or taken by default is in said.txt" {
    { grep -hv '^ ' src/core/command/*.txt src/rooms/*/*.txt | grep -oE "[^.:;(]*($extremes)[^.:;){]*"
        cut -f 2 "$weaknesses" | grep -oE '[^.:;]*\b(can only|keeps its)\b[^.:;]*'; } |
        sed -E 's/^ *([a-z.]+}[, ]*)?//' | all_said '(help|explain) [a-z]*'
}

@test "an option or a setting whose meaning has a number, a file or another setting, or says what is taken by default, is in said.txt; help of a command names its own options" {
    local told='(?<![\w.^*=\/(-])(\d*\.\d+|[2-9]|[1-9]\d+)(?![\w^*=])|\b(four|half|third|fourth|tenth|twice)\b|\b[a-z]+\.[a-z_]+\b|default(: [a-z]+)?\)|\([a-z]+ = [a-z]+\)|'"$compared"
    { "$poslab" help settings --json | jq -r '.settings[].meaning'
        for page in src/core/command/*.txt src/rooms/*/*.txt; do
            name=$(basename "$page" .txt)
            [[ $name != topic_* ]] || continue
            "$poslab" help "$name" >"$work/page"
            awk '/^  --/ { if (said) print said; sub(/^  --[a-z-]+( [A-Z][A-Za-z\/]*)? */, ""); said = $0; next }
                /^     / && said { sub(/^ +/, " "); said = said $0; next } said { print said; said = "" }' "$work/page"
            sed -E 's/`[^`]*`//g; /^ +poslab|^--all$/d' "$page" | { grep -oP -- '(?<![\w.-])--[a-z-]+' || true; } |
                { grep -vxFf <(sed -nE 's/^  (--[a-z-]+).*/\1/p' "$work/page") || true; } | sed "s/^/$name does not take /" >>"$work/others"
        done; } | sed -E 's/`[^`]*`//g; s/0, 1, 2, \.\.\.//; s/[0-9]+x[0-9]+//; s/\(default: (processors|1, eval: all|as the model has it)\)//' | sort -u |
        tr -s ' ' | tr ';' '\n' | grep -P "$told" | sed 's/^ *//; s/: see *$//' | all_said 'help [a-z]*'
    [ ! -s "$work/others" ] || { cat "$work/others"; return 1; }
    # a value that has a meaning of its own is the default, or the smallest or largest one
    "$poslab" help settings --json | jq -r '.settings[] | .key as $key | .default as $default | (.limits / "..") as $limits | .meaning | scan("(?:^|[;:,] )([0-9.]+): ")[0] |
        select(. != $default and . != $limits[0] and . != $limits[-1]) | "\($key): \(.)"' >"$work/values"
    [ ! -s "$work/values" ] || { cat "$work/values"; return 1; }
}

@test "a sentence of help that types a number, names a file of a run, a comparison or a report, or lists tasks or policies is in said.txt; one of the glossary that types a number, too" {
    local names number='(?<![\w.,^*\/(+=-])(\d*\.\d+|[2-9]|\d\d+)(?![\w^*)]|\.\.)|\b(three|four|five|twice)\b'
    local file='\b(config\.ini|eval\.tsv|metrics\.jsonl|(compare|failure|claims)\.json|report\.html|checkpoint[a-z.]*\.safetensors)\b'
    names=$(jq -r '[(.policies, .tasks)[].name] | join("|")' "$lists")
    { sed -E 's/\{[a-z]+:[^ }][^}]*\}//g; s/`[^`]*`//g; s/ \(\)//g; /^[ []/d; s/\.damaged-[1N]\.[a-z]*//g' src/core/command/*.txt src/rooms/*/*.txt
        "$poslab" help glossary | awk '/^[^ ]/ { print ""; next } { sub(/^ +/, ""); printf "%s ", $0 }' | sed -E "s/$file//g"; } |
        sed -E 's/Default: [^;]*//; s/([.?;:]) /\1\n/g; s/half of all cases|seconds since 1970|[^ ]* 0\.3\.24|--seeds 2//g' | sed -E 's/[.;: ]*$//; s/^[ )]*//; /^\[\{/d' |
        grep -P "$number|$file|\b($names)(, | and |, and )($names)\b" | all_said 'help [a-z]*'
}

@test "a sentence of help that names a setting or an option, or has a word such as only, longest or before, is in said.txt" {
    local keys
    keys=$("$poslab" help settings --json | jq -r '[.settings[].key] | unique | join("|")')
    { grep -hvE '^([ []|--all$)' src/core/command/*.txt src/rooms/*/*.txt
        grep -hE '^ +[^ ].*[^ ]  +[^ ]' src/core/command/*.txt src/rooms/*/*.txt | grep -vE '^ +(poslab|zcat|folder)' | tr -s ' '; } |
        sed -E 's/`[^`]*`|\{[a-z]+:[^ }][^}]*\}/\n/g' |
        sed -E 's/([.;:?]) /\1\n/g' | sed -E 's/[.;:,? (]*$//; s/^[ ),]*//' |
        grep -P -- "(?<![\w.-])(--[a-z-]+|($keys)(?![\w.])|$compared|$(named_things))" | all_said 'help [a-z]*'
    sed -n '/glossary\[\] = {/,/{0}/p' src/core/result/glossary.c | tr '\n' ' ' | sed -E 's/" +"//g' | grep -oE '[^"]*\."\}' | sed -E 's/"\}$//; s/`[^`]*`/\n/g; s/\\u[0-9a-f]*//g' |
        sed -E 's/([.;:?]) /\1\n/g' | sed -E 's/[.;:,? ]*$//; s/^[ ,]*//' | grep -P "$compared|$(named_things)|\b(longer|without|minus|plus|nothing|every)\b" | all_said 'help glossary'
    # a sentence is of the test below it
    grep -rhA 1 -E '^(#|/\*) says ' tests/*/*.bats tests/rooms/*/*.bats tests/*/*.c tests/rooms/*/*.c | grep -vE '^(--$|(#|/\*) says |@test |TEST)' >"$work/others" || true
    [ ! -s "$work/others" ] || { cat "$work/others"; return 1; }
}

@test "a sentence of a page that names a setting or an option, or has a word such as only, longest or before, is in said.txt" {
    local keys
    keys=$("$poslab" help settings --json | jq -r '[.settings[].key] | unique | join("|")')
    for page in {,data/,runs/}README.md; do
        awk '/^```/ { code = !code } code || /^(    |#|$|\|-|<)/ { print ""; next } /^\|/ { gsub(/\|/, "\n\n"); if (FILENAME ~ /data/) print; next } sub(/^(-|[0-9]\.) /, "") { print "" } { print }' $page | awk -v RS= '{ $1 = $1; print }' |
            sed -E 's/([.;:?]) +/\1\n/g' | sed -E 's/[.;:? ]*$//' | grep -P -- "(?<![\w.-])(--[a-z-]+|($keys)(?![\w.])|$compared|$(named_things page))" | grep -vE '^(`[^`]*`(, )?)*$|^`(build|poslab)' | all_said $page
    done
}

@test "a sentence of README, or of the tables of data/README, that counts is in said.txt" {
    { awk '/^    / { print ""; if (sub(/.*  # /, "")) print $0 "\n"; next } /^[-#|]/ { print "" } { print }' README.md | awk -v RS= '{ $1 = $1; print }'
        grep -E '^\| `[a-z/]+\.t' data/README.md; } | sed -E 's/`[^`]*`//g; s/[0-9.]+ %//g; s/\.$//; s/([.:;] | \|) */\n/g' |
        grep -E '(^| )([0-9]+( |\.\.[0-9])|(two|three|four|five|six|seven|eight|nine|ten)\b)' | all_said '(data/)?README.md'
}

@test "a name in help is one that the code has, or a file here" {
    sed -E 's/\{[a-z]+:[^ }][^}]*\}//g; s/`[^`]*`//g; s/\.damaged-[1N]\.([a-z])/.\1/g; /^ +(poslab|zcat|task\.format=)/d' src/core/command/*.txt src/rooms/*/*.txt |
        grep -oP '(?<![\w.\/-])(--)?[a-z][a-z0-9]*([._\/-][a-z0-9]+)*(?=[^\w\/])' | grep -E '[._/]|^--' | sort -u >"$work/names"
    find src -name '*.[ch]' -exec cat {} + >"$work/code"
    while read -r name; do
        [[ " answers.csv section.key " = *" $name "* ]] || grep -qwF -e "\"${name#--}\"" -e "$name" "$work/code" || [ -e "$name" ] || echo "$name"
    done <"$work/names" >"$work/unknown"
    [ ! -s "$work/unknown" ] || { cat "$work/unknown"; return 1; }
    [ -s "$work/names" ]
}

@test "a message that prints KEY = VALUE prints what has the key's name in the code" {
    find src/core src/rooms -name '*.c' -exec cat {} + | tr '\n' ' ' | sed -E 's/;( {4,}| })/;\n/g' | awk '
        BEGIN { split("text_columns texts fast_waves waves max_position_embeddings found policies named", pair, " ")
            for (i = 1; i < 8; i += 2) called[pair[i]] = pair[i + 1] } # four that have another
        / = %/ && /error_set/ {
            code = text = ""
            n = split($0, part, /"/)
            for (i = 1; i <= n; i++) if (i % 2) code = code part[i]; else text = text part[i]
            while (match(text, /[a-z]\.[a-z_]+ = %/)) {
                key = substr(text, RSTART + 2, RLENGTH - 6)
                text = substr(text, RSTART + RLENGTH)
                found++
                if (code !~ "(^|[^a-z])" key "([^a-z]|$)" && !(key in called && code ~ "(^|[^a-z])" called[key] "([^a-z]|$)")) print key ": " $0
            }
        }
        END { if (found < 30) print "found " found }' >"$work/others"
    [ ! -s "$work/others" ] || { cat "$work/others"; return 1; }
}

@test "a percentage in the header of a config lies within one of its expect lines, and one after models within one of theirs" {
    models=$(jq -r '[(.encodings, .mixers)[].name] | join(" ")' "$lists")
    for config in configs/*.ini; do
        sed -n 's/^; expect .*: \([0-9.]*\)\.\.\([0-9.]*\)$/\1 \2/p' "$config" >"$work/ranges"
        grep '^;' "$config" | grep -v '^; expect ' | flat | grep -oE '[0-9.]+((,| and| to) [0-9.]+)* %|[0-9]+, [0-9]+ and [0-9]+[,.;]' | grep -oE '[0-9]+(\.[0-9]+)?' |
            awk -v config="$config" 'NR == FNR { low[NR] = $1; high[n = NR] = $2; next }
                { for (i = 1; i <= n && !(low[i] <= $1 && $1 <= high[i]); i++); if (i > n) print config ": " $0 }' "$work/ranges" -
        grep '^;' "$config" | grep -v '^; expect \|^; *poslab ' | flat | sed -E 's/([.;:]) /\1\n/g' | named "$config"
        # what is expected after another command of the header has that command
        sed -nE 's/^; expect ([0-9]): .*/\1/p' "$config" | awk -v config="$config" -v calls="$(grep -c '^; *poslab compare ' "$config")" '$1 > calls { print config ": no command " $1 }'
    done >"$work/loose"
    [ ! -s "$work/loose" ] || { cat "$work/loose"; return 1; }
    [ -s "$work/ranges" ]
}

# A row that ends in `| jq -e 'PROGRAM'` leaves its document for one jq that runs the programs of all.
@test "the commands of said.txt show what is said" {
    local programs='' wrong sentences=() at='^(.*) \| jq -e '\''([^'\'']+)'\'$
    while IFS= read -r line; do
        # shellcheck disable=SC2030
        [[ $line == ' '* ]] || { said=$line; continue; }
        ! lacks "$line" || need "$lacked"
        if [[ $line =~ $at ]]; then
            line="${BASH_REMATCH[1]} >>\"\$work/documents\""
            programs+=", try ([\$documents[${#sentences[@]}] | (${BASH_REMATCH[2]})] | select(length == 0 or (last | not)) | ${#sentences[@]}) catch ${#sentences[@]}"
            sentences+=("$said")
        fi
        eval "$line" >"$work/shown" 2>&1 </dev/null # not before ||, where a loop goes on after a command that fails
    done <tests/cli/said.txt
    said='a document for each program'
    wrong=$(jq -n "[inputs] as \$documents | if \$documents | length != ${#sentences[@]} then error else empty end$programs" "$work/documents")
    [ -z "$wrong" ] || said=${sentences[${wrong%%$'\n'*}]}
    [ -z "$wrong" ]
    [ ${#sentences[@]} -gt 40 ]
    said=
}

# shellcheck disable=SC2031 # both are in the test's process
teardown() { [ -z "${said:-}" ] || { echo "not shown: $said"; tail -n 3 "$work/shown"; } }

@test "help types no percentage, exit code or large number: src/core/command/facts.c has them" {
    if sed -E 's/\{[a-z]+:[^ }][^}]*\}//g; s/[^ ]*=[^ ]*//g' src/core/command/*.txt src/rooms/*/*.txt |
        grep -E '[0-9] %|[0-9],[0-9]{3}\b|[Cc]ode:? [0-9]|(^|[ (])(65|7[0-5])\b|(least|most|than) [0-9]{2}'; then
        echo 'a fact is typed there: write {percent:NAME}, {number:NAME} or {exit:NAME}'
        return 1
    fi
}
