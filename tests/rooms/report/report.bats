# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# report.bats -- the report as a file: what is in it, and that nothing from outside becomes markup. What a browser makes
# of it is tested in tests/browser.

load ../../cli/helpers

setup_file() {
    "$poslab" compare "${small[@]}" compare.members=learned,rope,gru compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
}

setup() {
    set_work
    c="$BATS_FILE_TMPDIR/c"
}

@test "report: one file in the folder, or where --to says" {
    run_both "$poslab" report "$c"
    [ "$status" = 0 ]
    [ ! -s "$error_file" ]
    [ "$(cat "$output_file")" = "$c/report.html" ]
    run_both "$poslab" report "$c" --to "$work/other.html"
    [ "$status" = 0 ]
    cmp "$c/report.html" "$work/other.html"
    run_both "$poslab" report "$c/rope-seed1"
    [ "$status" = 0 ]
    well_formed "$c/report.html" "$c/rope-seed1/report.html"
}

# sections_in_order PAGE ID...: these are there, once each and in this order; others may be, too.
sections_in_order() {
    local page=$1
    shift
    [ "$(grep -o '<section id=[a-z-]*' "$page" | cut -d = -f 2 | grep -xF "$(printf '%s\n' "$@")")" = "$(printf '%s\n' "$@")" ]
}

@test "report: every section of a comparison, in order; nothing is fetched from anywhere" {
    "$poslab" report "$c" --to "$work/r.html" >/dev/null
    sections_in_order "$work/r.html" curves why table words failed policies learning positions attention pairs repeat
    if grep -oE '(src|href|url|import|fetch)[=(][^ >]*' "$work/r.html" | grep -v "^href='data:,'$\|^url(#"; then false; fi
    if grep -q 'https\?://' "$work/r.html"; then false; fi
    # two examples of each model, not one twice
    sed -n '/id=attention/,/<\/section>/p' "$work/r.html" | grep -o '<desc>[^<]*' >"$work/examples"
    [ "$(wc -l <"$work/examples")" = 4 ]
    [ "$(cut -d . -f 1 "$work/examples" | sort -u | wc -l)" = 2 ]
    # what is not the answer is folded
    [ "$(grep -o '<details><summary>[^<]*' "$work/r.html" | cut -d '>' -f 3)" = "Loss and other metrics
What the words mean
Every seed
Every policy of each model
config.ini" ]
    sed -n '/<summary>Loss/,/<\/details>/p' "$work/r.html" >"$work/folded"
    grep -q ">Loss by length</text>" "$work/folded"
    grep -q 'Loss in nats' "$work/folded"
    if sed '/<summary>Loss/,$d' "$work/r.html" | grep 'Loss by length</text>\|Loss in nats'; then false; fi
    # every figure says in words what it shows
    [ "$(grep -o '<svg ' "$work/r.html" | wc -l)" = "$(grep -oE "<svg [^>]*role='img' aria-label=\"[^\"]{20,}\"" "$work/r.html" | wc -l)" ]
    [ "$(grep -o '<svg ' "$work/r.html" | wc -l)" = "$(grep -o '<desc>[^<]\{20,\}' "$work/r.html" | wc -l)" ]
}

# percent SHARE: whole, with a digit after the point above 99 and below 1, but 100 and 0
percent() { awk -v x="$1" 'BEGIN { x *= 100; s = sprintf(x > 99 || x < 1 ? "%.1f" : "%.0f", x); print s == "100.0" || s == "0.0" ? int(s) : s }'; }

@test "report: the table has the means of compare.json beside chance and the accuracy in range" {
    "$poslab" report "$c" --to "$work/r.html" >/dev/null
    grep -q '<th scope=row>chance</th><td colspan=2></td><td>50</td>' "$work/r.html"
    jq -r '.summary[] | [.name, .accuracy.in_range.mean, .accuracy.mean[]] | @tsv' "$c/compare.json" | while IFS=$'\t' read -r name numbers; do
        row=$(sed -n "/id=table/,/<\/section>/p" "$work/r.html" | sed 's/<wbr>//' | grep -F ">$name</th>")
        for number in $numbers; do
            grep -qF "data-k=$(printf %.6f "$number")>$(percent "$number")<" <<<"$row"
        done
    done
    # each seed at each length, accuracy and then loss
    [ "$(sed -n '/Every seed/,/<\/details>/p' "$work/r.html" | grep -c '^<tr><th scope=row>\|<tbody><tr><th scope=row>')" = "$(jq '2 * (.members | length)' "$c/compare.json")" ]
}

@test "report: seeds below the gate and seeds without a result are named" {
    cp -r "$c" "$work/c"
    rm "$work/c/rope-seed2/eval.tsv"
    jq -n '{version: 1, code: 3, text: "diverged at step 7", step: 7, host: "box"}' >"$work/c/rope-seed2/failure.json"
    run_both "$poslab" report "$work/c"
    [ "$status" = 0 ]
    grep -qF 'rope, seed 2: no result: diverged at step 7' "$work/c/report.html"
    grep -qE '<li>(learned|rope|gru): seed [1-3] \([0-9.]+ %\)' "$work/c/report.html"
    grep -q '8 of 9 finished' "$work/c/report.html"
    grep -A 1 'rope+<\|>rope<wbr>+extend' "$work/c/report.html" | grep -q 'data-k=2>2<'
}

@test "report: accuracy on a fixed set of training examples stands beside every seed" {
    "$poslab" report "$c" --to "$work/r.html" >/dev/null
    if grep -q 'on training' "$work/r.html"; then false; fi
    "$poslab" train "${small[@]}" task.examples=20 --run "$work/run" >/dev/null 2>&1
    "$poslab" report "$work/run" >/dev/null
    training=$(column "$work/run/eval.tsv" value training)
    grep -q 'on training<br><small>examples</small>' "$work/run/report.html"
    grep -qF "<td>extend</td><td class='q" "$work/run/report.html"
    sed -n '/Every seed/,/<\/details>/p' "$work/run/report.html" | grep -F '<td>extend</td>' |
        grep -qF "<td>extend</td>$(printf "<td class='q%.0f' data-k=%.6f>" "$(jq -n "if $training > 0.5 then ($training - 0.5) * 20 else 0 end")" "$training")"
}

@test "report: a comparison without checkpoints or metrics has tables and curves" {
    cp -r runs/example "$work/c"
    rm -f "$work"/c/*/*.safetensors "$work"/c/*/metrics.jsonl
    "$poslab" report "$work/c" --to "$work/r.html" >/dev/null
    sections_in_order "$work/r.html" curves why table words sweeps failed policies pairs missing repeat
    if grep -E '<section id=(learning|positions|attention)' "$work/r.html"; then false; fi
    grep -q '>rope<wbr>+extend</th>' "$work/r.html"
    well_formed "$work/r.html"
}

@test "report: what comes from outside is shown as text" {
    mark="<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>"
    folder="$work/x<b>\"'&y"
    mkdir "$folder"
    ln -s "$folder/c" "$work/c"$'\x1b[31m'
    {
        printf 'label\ttext_a\n'
        for _ in 1 2 3 4; do printf '</td><script>alert(3)</script>\t%s a\nno\ta %s\n' "${mark// /_}" "${mark// /_}"; done
    } >"$folder/rows<i>.tsv"
    "$poslab" compare task.name=tsv task.train="$folder/rows<i>.tsv" task.test="$folder/rows<i>.tsv" train.steps=20 \
        train.warmup=5 compare.members=learned,rope compare.seeds=1..2 --run "$folder/c" >/dev/null 2>&1
    rm "$folder/c/rope-seed2/eval.tsv"
    jq -n --arg mark "$mark" '{version: 1, code: 3, text: $mark, step: 7, host: "box"}' >"$folder/c/rope-seed2/failure.json"
    run_both "$poslab" report "$work/c"$'\x1b[31m' --to "$work/r.html"
    [ "$status" = 0 ]
    [ "$(grep -c '<script' "$work/r.html")" = 1 ]
    if grep -qE '<img|<b>|<i>|</td><script' "$work/r.html"; then false; fi
    if LC_ALL=C grep -q $'\x1b' "$work/r.html"; then false; fi
    grep -qF '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;img' "$work/r.html"
    grep -qF '<title>poslab: '"$work"'/c\x1b[31m</title>' "$work/r.html"
    grep -qF 'rows&lt;i&gt;.tsv' "$work/r.html" # in config.ini
    # the data are gone: a report needs the checkpoints alone
    rm "$folder/rows<i>.tsv"
    "$poslab" report "$work/c"$'\x1b[31m' --to "$work/again.html" >/dev/null
    cmp "$work/r.html" "$work/again.html"
}

@test "report: how to repeat it works as it stands there" {
    mkdir "$work/it's here"
    cp -r "$c" "$work/it's here/c"
    cd "$work"
    "$poslab" report "it's here/c" --to "$work/r.html" >/dev/null
    command=$(sed -n 's/.*<pre><code>\(.*\)<\/code>.*/\1/p' "$work/r.html" | sed "s/&#39;/'/g; s/&quot;/\"/g; s/&amp;/\&/g")
    [ "$command" = "poslab compare 'it'\\''s here/c/config.ini' --run runs/again" ]
    eval "${command/poslab/"$poslab"}" >/dev/null 2>&1
    for member in learned-seed1 gru-seed3; do
        cmp "$c/$member/checkpoint.safetensors" "runs/again/$member/checkpoint.safetensors"
    done
}

@test "report: 51 members are a page under 3 MB; of 17 models it looks into a dozen, and into the heads of six" {
    members=learned,sinusoidal,index,ratio,rope,alibi,gru,learned+rope,learned+alibi,learned+t5,sinusoidal+rope,sinusoidal+alibi,index+rope
    "$poslab" compare task.name=first train.steps=4 train.warmup=1 eval.examples=5 \
        compare.members=$members,index+alibi,ratio+rope,ratio+alibi,t5 compare.seeds=1..3 --run "$work/c" >/dev/null 2>&1
    "$poslab" report "$work/c" >/dev/null
    [ "$(wc -c <"$work/c/report.html")" -lt 3000000 ]
    grep -q '51 of 51 finished' "$work/c/report.html"
    grep -q '<text class=.title[^>]*>learned: What each position gets (64 words, extend)<' "$work/c/report.html"
    for section in positions attention; do # two examples of each
        [ "$(sed -n "/<section id=$section>/,/<\/section>/p" "$work/c/report.html" | grep -o '<figure' | wc -l)" = 12 ]
    done
}

@test "the longest length is the longest, in whatever order lengths are given" {
    for order in '1x 2x' '2x 1x'; do
        "$poslab" compare task.name=first train.steps=4 train.warmup=1 eval.examples=5 "eval.lengths=$order" \
            compare.members=none,rope compare.seeds=1..2 --run "$work/c${order/ /-}" >"$work/${order/ /-}" 2>/dev/null
        "$poslab" report "$work/c${order/ /-}" >/dev/null
        grep -o 'up to</dt><dd>[^<]*' "$work/c${order/ /-}/report.html" >>"$work/up"
    done
    head -n 1 "$work/1x-2x" | sed 's/, [0-9.]* s$//' | diff - <(head -n 1 "$work/2x-1x" | sed 's/, [0-9.]* s$//')
    [ "$(uniq "$work/up")" = 'up to</dt><dd>32 words' ]
    [ "$(grep -c '16 words' "$work/1x-2x")" = "$(grep -c '16 words' "$work/2x-1x")" ]
}

@test "report: wrong command lines, and folders that hold no result" {
    refused 2 "$work holds no run and no comparison" "$poslab" report "$work"
    mkdir "$work/begun"
    cp "$c/config.ini" "$work/begun"
    refused 2 "$work/begun has no result yet: no model in it is finished" "$poslab" report "$work/begun"
    cp -r "$c" "$work/c"
    echo '{' >"$work/c/rope-seed1/eval.tsv"
    refused 65 "rope-seed1/eval.tsv:1: expected a version, found '{'" "$poslab" report "$work/c"
    echo 'steps = 5' >>"$work/begun/config.ini"
    refused 2 "$work/begun/config.ini:" "$poslab" report "$work/begun"
}

@test "a report of models that all failed says why the first one did" {
    "$poslab" compare task.name=first train.learning_rate=1e9 train.clip=0 train.steps=60 eval.examples=50 \
        compare.members=none compare.seeds=1..2 --run "$work/c" >/dev/null 2>&1 || true
    refused 2 "$work/c has no result yet: no model in it is finished; none-seed1: diverged at step " "$poslab" report "$work/c"
}
