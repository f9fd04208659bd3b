#!/bin/bash
# near.sh FILE...: runs the tests that concern these files: groups of unit tests and suites of the command line.
#
# They are found in the release build. The groups of a file are those that call its functions; if there are none, those
# of the files that call it, and so on up. An entry of a registry also has the groups of the registry, and those whose
# files name it, if these are few. The suites of a command are those in which it is at least a third of all calls; a file
# has the suites of the command that it is, or of the only command that calls it. `make test-near` builds first;
# build/near.map lists the calls and is updated after a build. They run, and are counted, as tests/run does it.
set -u
cd "$(dirname "$0")/.." || exit 1
map=build/near.map most_groups=10 most_suites=3
[ $# -gt 0 ] || { echo 'usage: make test-near FILE...' >&2; exit 2; }

# Prints lines "calls OBJECT OBJECT COUNT" (how many functions of the second file the first one calls), "command NAME
# OBJECT" and "suite FILE COMMAND PERCENT".
make_map() {
    (cd build/release && find . -name '*.o' -path './*/*' | sed 's:^\./::' | while read -r path; do
        [ ! -e "../../src/${path%.o}.c" ] && [ ! -e "../../tests/${path%.o}.c" ] || echo "$path" # others are of files that are gone
    done | xargs nm -A -P) | awk '
        { sub(/:$/, "", $1); sub(/\.o$/, "", $1) }
        $3 ~ /^[TDBRVCi]$/ { of[$2] = $1; if ($2 ~ /^command_[a-z]+$/) command[$2] = $1 }
        $3 == "U" { from[++n] = $1; to[n] = $2 }
        END {
            for (i = 1; i <= n; i++) if ((to[i] in of) && of[to[i]] != from[i]) calls[from[i] " " of[to[i]]]++
            for (k in calls) print "calls", k, calls[k]
            for (k in command) if (command[k] ~ /^(core\/command|rooms)\//) print "command", substr(k, 9), command[k]
        }'
    for suite in tests/cli/*.bats tests/rooms/*/*.bats; do
        grep -oE '"?\$\{?(poslab|program)\}?"? [a-z]+' "$suite" | awk -v suite="$suite" '
            { count[$NF]++; all++ }
            END { for (name in count) print "suite", suite, name, int(100 * count[name] / all) }'
    done
}

if [ ! -e $map ] || [ build/release/tests -nt $map ] || [ "$0" -nt $map ]; then
    make_map | LC_ALL=C sort >$map.new && mv $map.new $map || exit 1
fi

# groups_of OBJECT: the nearest groups; those that call most of its functions come first.
groups_of() {
    awk -v start="$1" -v most=$most_groups '
        $1 == "calls" { user[$3] = user[$3] " " $2; count[$2 " " $3] = $4 }
        END {
            seen[start] = 1; level[n = 1] = start
            folder = start
            sub(/[^\/]*$/, "", folder)
            if (index(user[start] " ", " " folder "registry ")) level[++n] = folder "registry"
            while (n && !found) {
                more = 0
                for (i = 1; i <= n; i++) {
                    split(user[level[i]], users, " ")
                    for (u in users) {
                        name = users[u]
                        if (name ~ /^(unit|law|rooms\/[a-z]+)\/test_/) { near[name] += count[name " " level[i]]; found = 1 }
                        else if (!(name in seen)) { seen[name] = 1; next_level[++more] = name }
                    }
                }
                for (i = 1; i <= more; i++) level[i] = next_level[i]
                n = more
            }
            sub(/.*\//, "", start)
            for (name in near) { group = name; sub(/.*\/test_/, "", group); print (group == start ? 9999 : near[name]), group }
        }' $map | sort -k 1,1nr -k 2 | head -n $most_groups | cut -d ' ' -f 2
}

# suites_of OBJECT: the suites of the command that it is, or of the only one that calls it.
suites_of() {
    awk -v start="$1" '
        BEGIN { near[start] = 1 }
        $1 == "calls" && $3 == start { near[$2] = 1 }
        $1 == "command" { command[$2] = $3 }
        END {
            for (name in command) if (command[name] in near) { only = name; found++ }
            if (found == 1 && start !~ /^core\/(base|format|maths)/) print only
        }' $map | while read -r name; do
        awk -v name="$name" '$1 == "suite" && $3 == name && $4 >= 33 { print $4, $2 }' $map
    done | sort -k 1,1nr -k 2 | head -n $most_suites | cut -d ' ' -f 2
}

groups=() suites=()
for file; do
    [ -e "$file" ] || { echo "tests/near.sh: there is no file $file" >&2; exit 2; }
    file=$(realpath --relative-to=. "$file")
    object=${file#src/} object=${object#tests/} object=${object%.*} stem=${file##*/} stem=${stem%.*}
    case $file in
        *.bats) suites+=("$file") ;;
        src/core/command/*.txt | src/rooms/*/*.txt) suites+=(tests/cli/help.bats) ;;
        src/rooms/page/*.js | tests/rooms/page/scripts/*) suites+=(page) ;;
        tests/unit/test_*.c | tests/law/test_*.c | tests/rooms/*/test_*.c) groups+=("${stem#test_}") ;;
        *)
            objects=("$object") # a header without a .c file stands for the files that include it
            [ -e "build/release/$object.o" ] ||
                mapfile -t objects < <(grep -lF "$file" "build/release/${object%/*}"/*.d | sed 's:build/release/::; s:\.d$::')
            for object in "${objects[@]}"; do
                mapfile -t -O ${#groups[@]} groups < <(groups_of "$object")
                mapfile -t -O ${#suites[@]} suites < <(suites_of "$object")
                [ -e "src/${object%/*}/kinds.h" ] || continue
                mapfile -t named < <(grep -lw "$stem" tests/unit/test_*.c tests/law/test_*.c tests/rooms/*/test_*.c | sed 's:.*/test_::; s:\.c$::')
                [ ${#named[@]} -gt $most_groups ] || groups+=("${named[@]}")
            done
            for word in "$stem" ${stem//_/ }; do
                mapfile -t -O ${#suites[@]} suites < <(compgen -G "tests/cli/$word.bats"; compgen -G "tests/rooms/*/$word.bats")
            done
            ;;
    esac
done
mapfile -t groups < <(printf '%s\n' "${groups[@]}" | sort -u | sed '/^$/d')
mapfile -t suites < <(printf '%s\n' "${suites[@]}" | sort -u | sed '/^$/d')
[ $((${#groups[@]} + ${#suites[@]})) -gt 0 ] || { echo "tests/near.sh: found no test for $*; run make test" >&2; exit 2; }
echo "groups: ${groups[*]:-none}"
echo "suites: ${suites[*]:-none}"

exec tests/run "${groups[@]/#/release:}" "${suites[@]}"
