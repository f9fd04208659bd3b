# shellcheck shell=bash
# law.bash -- what the engine of the live page is asked so that its numbers can be held against others': every encoding
# and every mixer that fits it, on two tasks; every task; several encodings in one model; the other ways a model can be
# built. Then long enough for numbers to become subnormal, and the messages that need no training.

live="${LIVE:-$PWD/build/live}"

# What a model of the law is trained and evaluated with.
law_short='"train.steps": 40, "train.warmup": 10, "eval.examples": 100, "eval.lengths": "1x 2x 5x"'

# Settings as they come, one object a line; those that are refused because the model looks ahead get model.causal.
law_causal() {
    local settings
    while read -r settings; do
        if printf '{"do": "open", "settings": %s}\n' "$settings" | "$live" | grep -q '"error".*model\.causal'; then
            settings="{\"model.causal\": true, ${settings#\{}"
        fi
        echo "$settings"
    done
}

# Settings of all models, one object a line.
law_settings() {
    local more files
    files=$(sed -n '/^#else/,/^#endif/s/.*EACH(\([a-z0-9_]*\)).*/\1/p' "${BASH_SOURCE[0]%/*}/../../src/task/kinds.h")
    echo '{"do": "list"}' | "$live" | jq -c --argjson short "{$law_short}" --arg files "$files" '
        (.encodings[] | .name as $encoding | .mixers[] as $mixer | ("order", "reverse") as $task |
            {"task.name": $task, "encoding.name": $encoding, "model.mixer": $mixer}),
        (.tasks[].name | select(IN($files | split("\n")[]) | not) |
            {"task.name": ., "encoding.name": "sinusoidal"}) | . + $short' | law_causal
    for more in '"encoding.name": "learned + alibi"' '"model.norm": "post", "model.activation": "gelu", "model.embedding_norm": true' \
        '"model.causal": true, "encoding.name": "none", "task.cls": "last"' '"model.d_model": 24, "model.heads": 3, "model.d_ff": 50' \
        '"train.positions": "random", "eval.positions": "even", "encoding.name": "sinusoidal"' '"train.sparse": "lazy"' \
        '"task.examples": 64' '"task.examples": 64, "train.class_weights": "balanced"' \
        '"train.patience": 1, "train.validate_every": 7, "train.learning_rate": 0.05' \
        '"train.patience": 9, "train.validate_every": 7, "train.sparse": "lazy"' '"train.shards": 3, "train.schedule": "cosine"'; do
        echo "{$law_short, $more}"
    done
    echo '{"train.steps": 3000, "encoding.name": "rope", "eval.examples": 500}'
}

# The messages to an engine, one a line.
law_messages() {
    local kind
    echo '{"do": "list"}'
    echo '{"do": "list"}' | "$live" | jq -c '.encodings[].name as $encoding | .views[] as $view |
        {do: "encoding", view: $view, settings: {"encoding.name": $encoding, "encoding.extrapolation": "extend"}}'
    for kind in extrapolation learning; do
        jq -nc --arg kind "$kind" '{do: "chart", kind: $kind, trained: {low: 4, high: 16}, examples: 100, at: 24, curves: [
            {name: "a", encoding: "rope", seeds: [{seed: 1, points: [[16, 0.97], [64, 0.6]]}, {seed: 2, points: [[16, 0.5], [64, 0.71]]}]}]}'
    done
    jq -nc '{do: "findings", words: 64, trained: {low: 4, high: 16}, chance: {in_range: 0.5, at: 0.5}, examples: 300, models: [
        {name: "none", encoding: "none", policies: ["extend"], seeds: [0.49, 0.52, 0.5 | {seed: (. * 100 | floor), in_range: ., at: [.]}]},
        {name: "rope", encoding: "rope", policies: ["extend", "ntk", "interpolate"], seeds: [1, 2, 3 | {seed: ., in_range: 1, at: [0.6, 0.55 + . / 30, 0.9 + . / 50]}]}]}'
    law_settings | while read -r settings; do
        printf '{"do": "open", "settings": %s}\n' "$settings"
        printf '{"do": "train", "steps": 13}\n{"do": "train"}\n{"do": "evaluate"}\n{"do": "save"}\n'
    done
    echo '{"do": "load"}'
    echo '{"do": "evaluate", "lengths": "1x 20", "examples": 10, "policies": ["extend"]}'
    echo '{"do": "ask", "texts": ["X Y", "w1 Y w2 w3 X"], "policy": "extend"}'
    echo '{"do": "train", "unknown": 1}'
}

# Answers without what differs from run to run.
law_answers() {
    sed -E 's/"steps_per_second":[^,]*,//'
}
