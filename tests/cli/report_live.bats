# shellcheck shell=bash disable=SC2154
# report_live.bats -- the report's link to the live page: there where the page lies beside the report and can make its models.

load helpers

setup() {
    set_work
}

few=(train.steps=20 train.warmup=5 eval.examples=20 eval.lengths=1x)

# linked WHAT SETTING...: what the report of a comparison of these settings links to, nothing where there is no link.
linked() {
    local folder="$work/$1"
    shift
    "$poslab" compare "${few[@]}" "$@" --run "$folder" >"$work/said" 2>&1 || {
        cat "$work/said"
        return 1
    }
    : >"$folder/poslab-live.html"
    "$poslab" report "$folder" >/dev/null
    sed -n "s/.*<a href='\(poslab-live[^']*\)'.*/\1/p" "$folder/report.html"
}
common='&amp;train.steps=20&amp;train.warmup=5&amp;eval.lengths=1x&amp;eval.examples=20'

@test "the link has members, seeds and settings that differ from the defaults" {
    [ "$(linked a compare.encodings=gru,rope,learned compare.seeds=2..3 rope.base=100 model.d_model=16)" = \
        "poslab-live.html#encodings=gru,rope,learned&amp;seeds=2..3&amp;model.d_model=16$common&amp;rope.base=100" ]
    [ "$(linked b compare.encodings="gru+sinusoidal, learned+alibi" compare.seeds=7..7 task.name=query train.products=portable)" = \
        "poslab-live.html#encodings=gru/sinusoidal,learned+alibi&amp;seeds=7..7&amp;task.name=query$common" ]
}

@test "a run has a link of its own" {
    "$poslab" train "${few[@]}" encoding.name=rope encoding.base=50 train.seed=5 --run "$work/r" >/dev/null 2>&1
    : >"$work/poslab-live.html"
    "$poslab" report "$work/r" --to "$work/r.html" >/dev/null
    grep -qF "<a href='poslab-live.html#encodings=rope&amp;seeds=5..5&amp;rope.base=50$common'>Open live</a>: the model is trained" "$work/r.html"
    cd "$work"
    "$poslab" report r --to r.html >/dev/null
    grep -q "Open live" r.html
}

@test "no page beside it, no link" {
    "$poslab" compare "${few[@]}" compare.encodings=none --run "$work/n" >/dev/null 2>&1
    "$poslab" report "$work/n" >/dev/null
    [ -s "$work/n/report.html" ]
    if grep -q poslab-live "$work/n/report.html"; then false; fi
}

@test "what an address cannot say has no link" {
    [ -z "$(linked c compare.members="rope base=100, rope base=1000")" ]
    [ -z "$(linked h compare.members="rope, rope base=100")" ]
    [ -z "$(linked d compare.members="rope, learned learning_rate=0.001")" ]
    [ -z "$(linked e compare.members="learned learning_rate=0.001, rope")" ]
    [ -z "$(linked f compare.encodings=rope compare.grid="learning_rate=0.001,0.002")" ]
    [ -z "$(linked g compare.encodings=rope task.name=tsv task.train=data/arrivals/train.tsv task.test=data/arrivals/test.tsv)" ]
}
