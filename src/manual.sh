#!/bin/sh
# src/manual.sh POSLAB PAGE: prints the manual. PAGE has its head; commands, topics and words are what POSLAB says of them.
set -eu
PATH=$(cd "$(dirname "$1")" && pwd):$PATH # called as poslab, it names itself so
page=$2

# The names of all commands, or topics.
listed() { poslab help commands | awk -v what="$1" '/help TOPIC/ { topics = 1 } /^  [a-z]+ / && (what == "topic") == topics { print $1 }'; }

# What help says of it, as it is, in roff; the next heading ends it.
said() {
    printf '.nf\n.in 3n\n'
    COLUMNS=77 poslab help "$@" | sed 's/\\/\\e/g; s/-/\\-/g; s/^[A-Z][A-Z ]*$/\\fB&\\fR/; s/^[.'"'"']/\\\&&/'
}

cat "$page"
echo '.SH COMMANDS'
for command in $(listed command); do
    echo ".SS $command"
    said "$command"
done
for topic in $(listed topic); do
    echo ".SH $topic" | tr '[:lower:]' '[:upper:]'
    said "$topic"
done
