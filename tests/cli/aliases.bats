# shellcheck shell=bash disable=SC2154
# aliases.bats -- names that settings and options had before: accepted in a file, on the command line, in a member's short
# options, as an option and in the folder of an old run, and shown nowhere.

load helpers

# absent PATTERN FILE
absent() {
    if grep -E "$1" "$2"; then return 1; fi
}

@test "an old key in a file or on the command line is the present one; config.ini has the present one" {
    printf '[encoding]\nmax_len = 40\nbeyond = extend\n[train]\nplaces = random\nreach = 33\n' >"$work/old.ini"
    "$poslab" train "${small[@]}" "$work/old.ini" eval.places=ordered --run "$work/run" >/dev/null 2>&1
    for line in 'max_position_embeddings = 40' 'extrapolation = extend' 'max_position = 33' 'positions = random' 'positions = ordered'; do
        grep -qx "$line" "$work/run/config.ini"
    done
    absent 'max_len|beyond|reach|places' "$work/run/config.ini"
    "$poslab" train "${small[@]}" encoding.max_position_embeddings=40 encoding.extrapolation=extend train.positions=random \
        train.max_position=33 eval.positions=ordered --run "$work/new" >/dev/null 2>&1
    cmp "$work/run/checkpoint.safetensors" "$work/new/checkpoint.safetensors"
}

@test "the old and the present name of one key are one key set twice" {
    printf '[train]\nplaces = random\npositions = random\n' >"$work/c.ini"
    refused 2 "c.ini:3: train.positions: set twice, first at $work/c.ini:2" "$poslab" train "$work/c.ini" --run "$work/run"
    printf '[train]\npositions = random\nplaces = random\n' >"$work/c.ini"
    refused 2 "c.ini:3: train.positions: set twice, first at $work/c.ini:2" "$poslab" train "$work/c.ini" --run "$work/run"
    refused 2 "command line: encoding.extrapolation: set twice" \
        "$poslab" train encoding.beyond=extend encoding.extrapolation=extend --run "$work/run"
    refused 2 "command line: learned.max_position_embeddings: set twice" \
        "$poslab" train learned.max_len=20 learned.max_position_embeddings=20 --run "$work/run"
    refused 2 "set twice in one member" "$poslab" compare compare.members='learned max_len=30 max_position_embeddings=30' --run "$work/run"
}

@test "a message about an old key names the present one" {
    refused 2 "command line: encoding.max_position_embeddings: 'x' is not a whole number" "$poslab" train encoding.max_len=x --run "$work/run"
    refused 2 "command line: encoding.max_distance: an option of t5, not of learned" "$poslab" train encoding.reach=9 --run "$work/run"
}

@test "members take old short options; ENCODING.KEY takes old keys and old values" {
    "$poslab" compare "${small[@]}" compare.seeds=1 t5.reach=40 sinusoidal.argument=place \
        compare.members='learned max_len=40, learned max_position_embeddings=41, t5, t5 reach=50, sinusoidal places=random reach=60' --run "$work/c" >/dev/null 2>&1
    grep -qx 'max_position_embeddings = 40' "$work/c/learned-max_len=40-seed1/config.ini"
    grep -qx 'max_position_embeddings = 41' "$work/c/learned-max_position_embeddings=41-seed1/config.ini"
    grep -qx 'max_distance = 40' "$work/c/t5-seed1/config.ini"
    grep -qx 'max_distance = 50' "$work/c/t5-reach=50-seed1/config.ini"
    grep -qx 'positions = random' "$work/c/sinusoidal-places=random-reach=60-seed1/config.ini"
    grep -qx 'max_position = 60' "$work/c/sinusoidal-places=random-reach=60-seed1/config.ini"
    grep -qx 'argument = position' "$work/c/sinusoidal-places=random-reach=60-seed1/config.ini"
    "$poslab" eval "$work/c/t5-reach=50-seed1" --json | jq -e '.encoding == "t5"'
}

# old_names FILE: as an older program wrote it.
old_names() {
    LC_ALL=C sed -i 's/extrapolation = extend/beyond = extend       /; s/max_position = 99/reach = 99       /
        s/positions = r\([a-z]*\)/places = r\1   /g; s/argument = position/argument = place   /' "$@"
}

@test "a run of old names is matched and resumed" {
    local copy=(task.name=copy task.positions=restart train.steps=60 train.warmup=10 eval.examples=50 'eval.lengths=1x 2x' model.causal=yes encoding.name=sinusoidal encoding.extrapolation=extend
        train.positions=random train.max_position=99)
    "$poslab" train "${copy[@]}" --run "$work/run" >/dev/null 2>&1
    "$poslab" eval "$work/run" --json >"$work/now"
    old_names "$work/run/config.ini" "$work/run/checkpoint.safetensors"
    sign_tensors "$work/run/checkpoint.safetensors"
    for line in 'places = restart' 'places = random' 'reach = 99' 'beyond = extend' 'argument = place'; do
        grep -q "^$line *\$" "$work/run/config.ini"
        grep -aqF "$line" "$work/run/checkpoint.safetensors"
    done
    "$poslab" eval "$work/run" --json | cmp - "$work/now"
    "$poslab" eval "$work/run" eval.places=ordered --json | jq -e '.in_range.accuracy'
    refused 2 "(train.max_position = 99 there, 98 here)" "$poslab" train train.reach=98 --run "$work/run" --resume
    "$poslab" train "${copy[@]}" --run "$work/run" --resume >/dev/null
    "$poslab" train train.places=random --run "$work/run" --resume >/dev/null
}

@test "a run that is older than an option had its default, and is matched and resumed" {
    local sines=("${small[@]}" encoding.name=sinusoidal)
    "$poslab" train "${sines[@]}" --run "$work/run" >/dev/null 2>&1
    sed -i '/^waves = both$/d' "$work/run/config.ini"
    touch "$work/mark"
    "$poslab" train "${sines[@]}" --run "$work/run" --resume >/dev/null 2>&1
    [ -z "$(find "$work/run" -name '*.safetensors' -newer "$work/mark")" ]
    refused 2 "(encoding.waves = both there, sine here)" \
        "$poslab" train "${sines[@]}" encoding.waves=sine --run "$work/run" --resume
}

@test "a comparison of old names finds its finished members" {
    local all=("${small[@]}" compare.encodings=sinusoidal compare.seeds=1..2 train.positions=random train.max_position=99)
    "$poslab" compare "${all[@]}" --run "$work/c" --json 2>/dev/null | jq 'del(.seconds)' >"$work/now"
    old_names "$work"/c/config.ini "$work"/c/*/config.ini "$work"/c/*/checkpoint.safetensors
    grep -q '^places = random' "$work/c/config.ini"
    touch "$work/mark"
    "$poslab" compare "${all[@]}" --run "$work/c" --json 2>/dev/null | jq 'del(.seconds)' | cmp - "$work/now"
    [ -z "$(find "$work/c" -name '*.safetensors' -newer "$work/mark")" ]
    refused 2 "(train.max_position = 99 there, 98 here)" "$poslab" compare "${all[@]::${#all[@]}-1}" train.reach=98 --run "$work/c"
}

@test "--places is --positions; neither help nor lists nor the manual tell old names" {
    "$poslab" show encoding sinusoidal --places 20 >"$work/old"
    "$poslab" show encoding sinusoidal --positions 20 >"$work/new"
    cmp "$work/old" "$work/new"
    "$poslab" show encoding sinusoidal --places=20 | cmp - "$work/new"
    refused 2 'show attention takes no --positions' "$poslab" show attention "$work/run" --places 3
    refused 2 'train takes no --places' "$poslab" train --places 3 --run "$work/run"
    { "$poslab" list settings; for c in show plot train compare settings; do "$poslab" help $c --all; done; } >"$work/text"
    grep -q 'max_position_embeddings' "$work/text"
    absent 'max_len|encoding\.(beyond|reach)|(train|eval|task)\.places|train\.reach|--places' "$work/text"
}
