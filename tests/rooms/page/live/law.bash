# shellcheck shell=bash
# law.bash -- what the engine of the live page is asked so that its numbers can be held against others': every encoding
# and every mixer that fits it; each of both where all rows are targets, too; every task; several encodings in one model; the other ways a model can be
# built. Then long enough for numbers to become subnormal, and the messages that need no training.

live="${LIVE:-$PWD/build/live}"

# said KEY=VALUE...: a message to the engine, as it reads it, and an empty line.
said() {
    printf '%s\n' "${@/=/ = }" ''
}

# What a model of the law is trained and evaluated with.
law_short='train.steps=40 train.warmup=10 eval.examples=20 eval.lengths=1x,2x,5x'

# Settings as they come, one model a line; those that are refused because the model looks ahead get model.causal.
law_causal() {
    local models model
    mapfile -t models
    # shellcheck disable=SC2086 # settings
    for model in "${models[@]}"; do said do=open $model; done | "$live" |
        sed 's/.*"error".*model\.causal.*/model.causal=yes /; t; s/.*//' | paste -d '\0' - <(printf '%s\n' "${models[@]}")
}

# Settings of all models, one a line.
law_settings() {
    local more
    said do=list | "$live" | jq -r --arg short "$law_short" '
        (.encodings[] | .name as $encoding | .mixers[] as $mixer | ("order", "reverse") as $task |
            select($task == "order" or $mixer == "attention" or $encoding == "none") |
            "task.name=\($task) encoding.name=\($encoding) model.mixer=\($mixer) \($short)"),
        (.tasks[].name |
            "task.name=\(.) encoding.name=sinusoidal \($short)")' | law_causal
    for more in encoding.name=learned+alibi 'model.norm=post model.activation=gelu model.embedding_norm=yes' \
        'model.causal=yes encoding.name=none task.cls=last' 'model.d_model=24 model.heads=3 model.d_ff=50' \
        'train.positions=random eval.positions=even encoding.name=sinusoidal' train.sparse=lazy \
        task.examples=64 'task.examples=64 train.class_weights=balanced' \
        'train.patience=1 train.validate_every=7 train.learning_rate=0.05' \
        'train.patience=9 train.validate_every=7 train.sparse=lazy' 'train.shards=3 train.schedule=cosine'; do
        echo "$law_short $more"
    done
    echo 'train.steps=3000 encoding.name=rope eval.examples=500'
}

# The messages to an engine.
law_messages() {
    local kind settings encoding view
    said do=list | "$live" | jq -r '.encodings[].name as $encoding | "\($encoding) \(.views[])"' | while read -r encoding view; do
        said do=encoding view="$view" encoding.name="$encoding" encoding.extrapolation=extend
    done
    for kind in extrapolation learning; do
        said do=chart kind=$kind trained=4..16 examples=100 at=24 model=a encoding=rope \
            seed=1 points=16,0.97,64,0.6 seed=2 points=16,0.5,64,0.71
    done
    said do=findings trained=4..16 examples=300 baseline=chance in_range=0.5 points=64,0.5 \
        model=none encoding=none seed=49 in_range=0.49 points=64,0.49 seed=52 in_range=0.52 points=64,0.52 \
        model=rope encoding=rope seed=1 in_range=1 policy=extend points=64,0.6 policy=ntk points=64,0.58 policy=interpolate points=64,0.92 \
        seed=2 in_range=1 policy=extend points=64,0.6 policy=ntk points=64,0.62 policy=interpolate points=64,0.94
    law_settings | while read -ra settings; do
        said do=open "${settings[@]}"
        said do=train steps=13
        said do=train
        said do=evaluate
        said do=save
    done
    said do=evaluate 'lengths=1x 20' examples=10 policies=extend
    said do=ask 'text_a=X Y' 'text_b=w1 Y w2 w3 X' policy=extend
    said do=train unknown=1
}
