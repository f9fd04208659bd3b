# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# hybrid.bats -- two encodings in one model, from the command line: trained, compared, resumed, shown and exported like
# one; what cannot be joined.

load helpers

# One comparison for all tests.
setup_file() {
    "$poslab" compare "${small[@]}" 'compare.members=learned, sinusoidal + alibi, learned+sinusoidal' \
        compare.seeds=1..2 --run "$BATS_FILE_TMPDIR/c" >/dev/null 2>&1
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
    both="$c/sinusoidal+alibi-seed1"
    table="$c/learned+sinusoidal-seed1"
}

@test "hybrid: rows, folders and files of a comparison have its one name" {
    jq -e '[.summary[] | select(.encoding == "sinusoidal+alibi").policy]
        == ["extend", "clamp", "wrap", "zero", "interpolate", "ntk", "yarn"]' "$c/compare.json"
    [ "$(cd "$c" && LC_ALL=C ls -d -- *-seed1)" = "$(printf '%s-seed1\n' learned+sinusoidal learned sinusoidal+alibi)" ]
    [ "$(fact "$both/eval.tsv" encoding)" = sinusoidal+alibi ]
    grep -A 24 -x '\[encoding\]' "$both/config.ini" | grep -v = | grep . | head -n 4 |
        diff - <(printf '[encoding]\n[sinusoidal]\n[alibi]\n[model]\n')
    "$poslab" report "$c" >/dev/null
    grep -q 'sinusoidal+alibi' "$c/report.html"
}

# says help settings: Several encodings in one model are joined by +: encoding.name=sinusoidal+alibi
@test "hybrid: a run by itself is the member, in whatever order its parts are written" {
    "$poslab" train "${small[@]}" 'encoding.name=alibi +sinusoidal' --run "$work/r" >/dev/null 2>&1
    cmp "$work/r/checkpoint.safetensors" "$both/checkpoint.safetensors"
    cmp "$work/r/config.ini" "$both/config.ini"
    "$poslab" eval "$both" --json >"$work/eval" 2>/dev/null
    same_sums "$work/eval" "$both/eval.tsv"
}

# says help explain: An extrapolation policy must apply to at least one of them; the others run as under extend
@test "hybrid: explain says on which parts a policy acts" {
    "$poslab" explain encodings 'alibi + sinusoidal' --full --width 200 >"$work/text"
    grep -qx '    Extrapolation policies: extend, clamp, wrap (sinusoidal), zero (sinusoidal), interpolate, ntk (sinusoidal), yarn (sinusoidal)' \
        "$work/text"
    grep -qx '    A policy acts on all of them, or on those in brackets; the others run as under extend.' "$work/text"
}

@test "hybrid: a table is shown and exported without what is added to it" {
    "$poslab" export "$table" --table position --out "$work" >/dev/null
    "$poslab" show positions "$table" --positions 17 --json >"$work/shown"
    jq -r '.matrix[] | @tsv' "$work/shown" >"$work/rows"
    [ "$(wc -l <"$work/rows")" = 17 ]
    paste "$work/rows" "$work/vectors.tsv" | awk -F '\t' '
        { for (i = 1; i <= 32; i++) if (!(($i - $(i + 32)) ^ 2 <= 1e-14)) bad = 1 } NF != 64 { bad = 1 }
        END { exit bad }'
    jq -e '.encoding == "learned+sinusoidal" and .rows == 17' "$work/shown"
    "$poslab" predict "$table" 'w1 X w2 Y' >/dev/null
    "$poslab" show embedding "$table" --json | jq -e '.difference <= 1e-6' # its rows and the waves are the position's part
}
