#!/bin/sh
# manual.sh [BYTES] >manual.txt: plain text of some size, from the manual pages of this machine: their prose, a
# paragraph a line, without the commands of their layout. BYTES at most (default: all there is, up to 100 MB).
set -eu

bytes=${1:-100000000}
folder=/usr/share/man
[ -d $folder/man1 ] || { echo "manual.sh: there are no manual pages in $folder" >&2; exit 1; }

# Pages in one order everywhere; escapes of roff go, and lines that begin with a dot, but for the words of font changes.
find $folder/man[1-9]* -name '*.gz' -type f | LC_ALL=C sort | xargs zcat -f 2>/dev/null | LC_ALL=C awk '
    /^\.(B|I|BR|IR|RB|RI|BI|IB) / { sub(/^\.[A-Z]+ /, ""); gsub(/"/, "") }
    /^[.'"'"']/ { if (length(line) > 40) print line; line = ""; next }
    { gsub(/\\f[A-Z]|\\f\(..|\\f\[[^]]*\]|\\s[-+]?[0-9]|\\[&%:|^\/,]/, ""); gsub(/\\-|\\\(hy/, "-"); gsub(/\\\(lq|\\\(rq|\\"/, "\"")
      gsub(/\\\(aq|\\\(oq|\\\(cq/, "'"'"'"); gsub(/\\\(em/, "-"); gsub(/\\e/, "\\"); line = line (line == "" ? "" : " ") $0 }
    END { if (length(line) > 40) print line }' | head -c "$bytes" | tr -d '\000' | iconv -c -f UTF-8 -t UTF-8
