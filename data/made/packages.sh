#!/bin/sh
# packages.sh >packages.tsv: rows for the task `tsv` from what a Debian machine knows of its packages: a one-line
# description, and the section that it is in (some 50,000 rows, 58 labels). Descriptions that occur twice are left out,
# so that no row is in both halves of a split.
set -eu

command -v apt-cache >/dev/null || { echo "packages.sh: there is no apt-cache here; it needs Debian" >&2; exit 1; }
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
apt-cache dumpavail | LC_ALL=C awk '
    /^Section: /     { section = $2; sub(/^.*\//, "", section) }
    /^Description: / { text = $0; sub(/^Description: */, "", text); gsub(/\t/, " ", text) }
    /^$/ { if (section != "" && text != "" && !(text in seen)) { seen[text]; print section "\t" text }; section = text = "" }' >"$rows"
[ -s "$rows" ] || { echo "packages.sh: no package has a description here; call apt-get update first" >&2; exit 1; }
printf 'label\ttext\n'
cat "$rows"
