#!/bin/sh
# swapped.sh ROWS.tsv >swapped.tsv: a question about the order of words: of each text of at least four words in the
# last column, every second one at random has two neighbours swapped. The label says which. The words are the same
# either way, so that a bag of words knows nothing.
set -eu

[ $# = 1 ] || { echo "swapped.sh: name a file of rows: sh data/made/swapped.sh packages.tsv" >&2; exit 2; }
# random numbers: a linear congruential generator (Park and Miller 1993), in whole numbers below 2^53
LC_ALL=C awk -F '\t' '
    function below(n) { state = state * 48271 % 2147483647; return int(state / 2147483647 * n) }
    BEGIN { state = 14; print "label\ttext" }
    NR > 1 {
        words = split($NF, word, " ")
        if (words < 4) next
        label = below(2) ? "swapped" : "straight"
        at = 1 + below(words - 1)
        if (word[at] == word[at + 1]) next
        if (label == "swapped") { other = word[at]; word[at] = word[at + 1]; word[at + 1] = other }
        text = word[1]
        for (i = 2; i <= words; i++) text = text " " word[i]
        print label "\t" text
    }' "$1"
