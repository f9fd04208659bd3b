#!/bin/sh
# languages.sh >languages.tsv: in which language is a message? Rows for the task `tsv` from the translations that are
# installed: the message, and the language that its catalogue is for, of the twenty languages with most of them.
set -eu

command -v msgunfmt >/dev/null || { echo "languages.sh: there is no msgunfmt here; install gettext" >&2; exit 1; }
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
for catalogue in $(find /usr/share/locale -path '*/LC_MESSAGES/*.mo' | LC_ALL=C sort); do
    language=${catalogue#/usr/share/locale/}
    msgunfmt --no-wrap "$catalogue" 2>/dev/null | iconv -c -f UTF-8 -t UTF-8 | LC_ALL=C awk -v language="${language%%/*}" '
        /^msgstr(\[0\])? "./ { text = $0; sub(/^msgstr(\[0\])? "/, "", text); sub(/"$/, "", text); gsub(/\\[a-z"\\]/, " ", text)
                               if (text ~ /[^ ] +[^ ]+ +[^ ]/) print language "\t" text }' || true
done | LC_ALL=C sort -u >"$rows"
[ -s "$rows" ] || { echo "languages.sh: no catalogues of messages are installed in /usr/share/locale" >&2; exit 1; }
# at most 5000 messages of a language, spread over its catalogues; texts that two languages share are left out
LC_ALL=C awk -F '\t' 'NR == FNR { languages[$2]++; count[$1]++; next } languages[$2] == 1 { print $1 "\t" $2 }' "$rows" "$rows" |
    LC_ALL=C awk -F '\t' '{ row[$1, ++count[$1]] = $0 }
        END { for (l in count) { step = count[l] > 5000 ? count[l] / 5000 : 1
                                 for (i = 1; int(i) <= count[l]; i += step) print count[l] "\t" row[l, int(i)] } }' |
    LC_ALL=C sort -t "$(printf '\t')" -k1,1nr -k2,2 -k3 | cut -f 2- |
    LC_ALL=C awk -F '\t' '!($1 in known) { if (++languages > 20) exit; known[$1] } BEGIN { print "label\ttext" } { print }'
