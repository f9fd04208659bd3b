#!/bin/sh
# assemble.sh ENGINE.wasm OUT.html: the live page as one file, from page.html beside this script.
#
# A line "@style NAME..." of the template becomes these style sheets, "@script NAME..." these modules, "@engine" the
# engine, compressed and in base64. Modules become one script: each is a function of its own that gives back what it
# exports, in the order of the template, in which a module stands after those that it imports.
set -eu
engine=$1 out=$2
here=$(dirname "$0")
limit=700000

fail() {
    echo "assemble.sh: $1" >&2
    rm -f "$out.part"
    exit 1
}

# place NAME: where a file is: beside this script, or with the pictures that all pages share.
place() {
    case $1 in
    chart.css | reading.*) echo "$here/../../core/draw/$1" ;;
    *) echo "$here/$1" ;;
    esac
}

style() {
    for name; do
        cat "$(place "$name")" || return 1
    done
}

script() {
    for name; do
        shift
        set -- "$@" "$(place "$name")"
    done
    echo "'use strict';"
    awk '
        function refuse(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; failed = 1; exit 1 }
        function finish() {
            if (name == "") return
            print "return {" exported "};\n})();"
            exports[name] = ", " exported ","
        }
        function check(names, source,    list, i, count) {
            count = split(names, list, /[{}, ]+/)
            for (i = 1; i <= count; i++)
                if (list[i] != "" && index(exports[source], ", " list[i] ",") == 0)
                    refuse(source ".js does not export " list[i])
        }
        FNR == 1 {
            finish()
            name = FILENAME; sub(/.*\//, "", name); sub(/\.js$/, "", name)
            exported = ""
            print "const module_" name " = (() => {"
        }
        /<\/script|<!--/ { refuse("this would end the script of the page") }
        /^import / {
            names = $0; sub(/^import /, "", names); sub(/ from .*/, "", names)
            source = $0; sub(/.* from .\.\//, "", source); sub(/\.js.*/, "", source)
            if (!(source in exports)) refuse(source ".js must stand before this module in page.html")
            if (!sub(/^\* as /, "", names)) check(names, source)
            print "const " names " = module_" source ";"
            next
        }
        /^export / {
            sub(/^export /, "")
            what = $0; sub(/^(async )?(function|const|class) /, "", what); sub(/[^A-Za-z0-9_].*/, "", what)
            exported = exported (exported == "" ? "" : ", ") what
        }
        { print }
        END { if (!failed) finish() }' "$@"
}

mkdir -p "$(dirname "$out")"
: >"$out.part"
while IFS= read -r line; do
    # shellcheck disable=SC2086
    case $line in
    @style*) style ${line#@style} ;;
    @script*) script ${line#@script} ;;
    @engine) gzip -9nc "$engine" | base64 ;;
    *) printf '%s\n' "$line" ;;
    esac >>"$out.part" || fail "$out is not written"
done <"$here/page.html"

size=$(wc -c <"$out.part")
[ "$size" -lt $limit ] || fail "$out would have $size bytes; below $limit are allowed: a smaller engine, or less in the page"
mv "$out.part" "$out"
