#!/usr/bin/env bats
# option_names.bats -- an option of an encoding has one name, rope.base: it is written and shown. base and encoding.base are
# that of every encoding in use that has it; what was typed goes before files, and in either a whole name before a short one.
# shellcheck disable=SC2154

load helpers

few=(train.steps=2 train.warmup=0 eval.examples=20 eval.lengths=1x)

setup() {
    set_work
    cd "$work" || return
}

# Base, scale and layout in a configuration, where they are not the defaults: "rope.base=100 sinusoidal.base=50".
options_in() {
    awk -F ' = ' '/^\[/ { section = substr($0, 2, length($0) - 2) } $1 ~ /^(base|scale|layout)$/ { print section "." $1 "=" $2 }' "$1" |
        grep -vxE '.*base=10000|.*scale=0.18|rope.layout=halves|sinusoidal.layout=interleaved' | paste -sd ' '
}

# says help compare: An option on the command line applies to all members that have it; rope.base=100 applies to rope only
# says help settings: sets base for every encoding in use that has it: rope.base, sinusoidal.base
@test "a name typed is that of the encodings in use which have it" {
    while IFS='|' read -r line written meant folder; do
        rm -rf runs
        # shellcheck disable=SC2086
        run_both "$poslab" $line "${few[@]}"
        [ "$status" = 0 ] || { cat "$error_file"; return 1; }
        diff - <(options_in runs/*/config.ini) <<<"$written"
        [ -z "$meant" ] || grep -qF "$meant" "$error_file"
        [ -n "$(find runs -maxdepth 1 -name "*$folder*")" ]
    done <<'END'
train rope base=100|rope.base=100|poslab: base=100 is rope.base=100|-rope.base-100
train rope encoding.base=100|rope.base=100|poslab: encoding.base=100 is rope.base=100|-rope.base-100
train rope rope.base=100|rope.base=100||-rope.base-100
train llama base=77|rope.base=77|base=77 is rope.base=77|-rope.base-77
train llama encoding.base=77|rope.base=77|encoding.base=77 is rope.base=77|-rope.base-77
train sinusoidal scale=1|sinusoidal.scale=1|scale=1 is sinusoidal.scale=1|-sinusoidal.scale-1
train rope layout=interleaved|rope.layout=interleaved|layout=interleaved is rope.layout=interleaved|-rope.layout-interleaved
train sinusoidal+rope base=100 rope.base=50|sinusoidal.base=100 rope.base=50|base=100 is sinusoidal.base=100|sinusoidal+rope
train sinusoidal+rope base=100|sinusoidal.base=100 rope.base=100|base=100 is sinusoidal.base=100, rope.base=100|sinusoidal+rope
compare learned rope sinusoidal rope.base=100 base=50 compare.seeds=1|rope.base=100 sinusoidal.base=50|base=50 is sinusoidal.base=50|compare-
END
    [ "$(options_in runs/*/rope-seed1/config.ini)" = rope.base=100 ]
    [ "$(options_in runs/*/sinusoidal-seed1/config.ini)" = sinusoidal.base=50 ]
    [ -z "$(options_in runs/*/learned-seed1/config.ini)" ]
}

@test "a config's name survives another encoding, and every member and axis has it" {
    printf '[encoding]\nname = rope\nbase = 77\n' >own.ini
    "$poslab" train own.ini encoding.name=sinusoidal "${few[@]}" --run other 2>/dev/null
    [ "$(options_in other/config.ini)" = sinusoidal.base=77 ]
    "$poslab" train own.ini base=5 "${few[@]}" --run typed 2>/dev/null
    [ "$(options_in typed/config.ini)" = rope.base=5 ]
    "$poslab" compare rope sinusoidal compare.grid=base=10,100 compare.seeds=1 "${few[@]}" --run grid >/dev/null 2>&1
    for base in 10 100; do
        [ "$(options_in grid/rope-base=$base-seed1/config.ini)" = rope.base=$base ]
        [ "$(options_in grid/sinusoidal-base=$base-seed1/config.ini)" = sinusoidal.base=$base ]
    done
    [ "$("$poslab" show encoding typed base=7 --json | jq -c .matrix)" = "$("$poslab" show encoding rope base=7 --json | jq -c .matrix)" ]
}
