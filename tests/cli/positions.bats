# shellcheck shell=bash disable=SC2154
# positions.bats -- which positions models were trained and tested at: what a comparison and a run say of them.

load helpers

# compared ARGUMENT...: the screen of a comparison of small models in folder $work/c, on one line.
compared() {
    rm -rf "$work/c"
    "$poslab" compare "$@" "${small[@]}" compare.seeds=2 --run "$work/c" 2>/dev/null | tr -s '\n ' ' '
}

@test "a comparison says where positions are not 0, 1, 2, ... in training or evaluation" {
    compared none rope | grep -qF 'Trained on 2..16 words. '
    compared none rope train.positions=random train.max_position=40 |
        grep -qF 'Trained on 2..16 words at random positions below 40. '
    compared none rope eval.positions=even train.max_position=50 |
        grep -qF 'Trained on 2..16 words, tested at evenly spread positions below 50. '
    compared none rope train.positions=gaps eval.positions=ordered |
        grep -qF 'Trained on 2..16 words at positions with gaps, tested at ordered positions. '
}

@test "a run's table says it, when it is trained and when it is read" {
    "$poslab" train rope "${small[@]}" train.positions=gaps eval.positions=random train.max_position=50 --run "$work/r" >"$work/trained" 2>/dev/null
    "$poslab" eval "$work/r" >"$work/read"
    for screen in trained read; do
        tr -s '\n ' ' ' <"$work/$screen" | grep -qF 'seed 1, 60 steps at positions with gaps, tested at random positions below 50; 50 examples '
    done
    "$poslab" train rope "${small[@]}" --run "$work/o" 2>/dev/null | tr -s '\n ' ' ' | grep -qF 'seed 1, 60 steps; 50 examples '
}

# What a model can know that reads later positions as the last trained one: known where positions are 0, 1, 2, ...
@test "a comparison has the row trained positions if a member has it, in any order of members" {
    members=(rope 'rope positions=random')
    for i in 0 1; do
        compared "${members[i]}" "${members[1 - i]}" | grep -qF ' trained positions 100 | 86 | rope '
        jq -e '.baselines | map(.name) == ["chance", "trained positions"]' "$work/c/compare.json"
    done
    [ "$(compared rope eval.positions=random | grep -c 'trained positions')" = 0 ]
}
