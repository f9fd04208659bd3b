# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# live.bats -- the live page in a real browser: headless Chromium, told what to do by WebDriver (driver.bash).
#
# PICTURES=FOLDER keeps a picture of each look.

load ../../../browser/driver
load panels

setup() {
    can_run || skip "$(lacks)"
    page_size 1280 800
    page_scheme light
}

short='steps=60&eval.examples=50' # for tests that ask for no accuracy
# page_at [HASH]: the page, opened anew at that address.
page_at() {
    webdriver POST "/$session/url" '{"url": "about:blank"}' >/dev/null
    page_open "$page_file${1:+#$1}"
}

# unfold: shows the numbers, the loss and the command, which are folded at first
unfold() {
    page_run 'for (const fold of document.querySelectorAll("#train details")) fold.open = true' >/dev/null
}

# trained: all models of the page are trained and evaluated, and all that is folded is shown
trained() {
    becomes true 'return /models? trained/.test(document.querySelector("#progress").textContent)'
    unfold
}

# cell ROW COLUMN: what the table shows there, such as 58 [51-65]
cell() {
    page_run 'const column = [...document.querySelectorAll("#numbers thead th")].findIndex(th => th.textContent === arguments[1]);
        const row = [...document.querySelectorAll("#numbers tbody tr")].find(tr => tr.cells[0].textContent === arguments[0]);
        return row.cells[column].textContent.trim()' "$1" "$2" | jq -r .
}

# sets SELECTOR VALUE: as a user does who moves, chooses or types
sets() {
    page_run 'const e = document.querySelector(arguments[0]); e.value = arguments[1];
        e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true}))' "$1" "$2" >/dev/null
}

# program COMMAND: what the copied `poslab compare ...` says of the same models, as JSON in $BATS_TEST_TMPDIR/json
program() {
    (cd "$BATS_TEST_TMPDIR" && eval "${1/#poslab/$poslab}" --json --run run >json 2>err) || { cat "$BATS_TEST_TMPDIR/err"; return 1; }
}

# of_program ENCODING|ROW POLICY WORDS: the mean there and its interval, as a table prints them
of_program() {
    jq -r --arg name "$1" --arg policy "$2" --argjson words "$3" '(.lengths | index($words)) as $at | .summary[] |
        select((.encoding == $name or .name == $name) and .policy == $policy) | .accuracy | [.mean, .low, .high] | map(.[$at]) | @tsv' "$BATS_TEST_TMPDIR/json" | awk '
        function printed(x,  text) {
            text = sprintf(100 * x > 99 || 100 * x < 1 ? "%.1f" : "%.0f", 100 * x)
            return text == "100.0" ? "100" : text == "0.0" ? "0" : text
        }
        { mean = printed($1); low = printed($2); high = printed($3)
          print NF < 3 || (low == mean && high == mean) ? mean : mean " [" low "-" high "]" }'
}

@test "the live page opens from a file, says nothing in the console and asks the network for nothing" {
    page_at "$short"
    trained
    [ "$(page_logs)" = '[]' ]
    [ "$(page_requests | grep -Ev '^(data|blob|about):')" = "file://$page_file" ]
    [ "$(wc -c <"$page_file")" -lt 700000 ]
}

@test "a request of the live page would be refused and seen" {
    page_at "$short&seeds=1&encodings=none"
    page_run 'fetch("https://example.org/").catch(() => 0)' >/dev/null
    page_says 'map(.message) | any(contains("Content Security Policy") or contains("violates"))'
}

@test "the live page trains at once: none stays at chance, learned and sinusoidal learn, and its numbers are the program's" {
    page_at
    becomes true 'return document.querySelectorAll("#length-chart .curve").length === 4'
    page_click '#tab-encodings' # where the second comparison waits
    trained
    program "$(page_run 'return document.querySelector("#command").textContent' | jq -r .)"
    page_click '#tab-train'
    becomes 4 'return document.querySelectorAll("#learning-chart .curve").length'
    becomes true 'return document.querySelectorAll("#numbers tbody tr").length === 7'
    [[ "$(cell learned 'in range')" = 100* ]]
    [[ "$(cell sinusoidal 'in range')" = 100* ]]
    cell none 'in range' | awk '{ exit !($1 > 45 && $1 < 55) }'
    [ "$(cell chance clamp)" = 50 ]
    for row in none:extend learned:extend learned:clamp learned:interpolate sinusoidal:extend sinusoidal:ntk; do
        encoding=${row%:*} policy=${row#*:}
        [ "$(cell "$encoding" "${policy/extend/no fix}")" = "$(of_program "$encoding" "$policy" 64)" ] || { echo "$row differs"; return 1; }
    done
    # the sentences: at the longest length, where the program tests, those that it prints
    sets '#length' 3
    becomes true 'return document.querySelector("#findings").textContent.includes("At 128 words (8x)")'
    page_run 'return [...document.querySelectorAll("#findings li")].map(e => e.textContent)' | jq . >"$BATS_TEST_TMPDIR/said"
    jq .findings "$BATS_TEST_TMPDIR/json" | tee "$BATS_TEST_TMPDIR/program" | jq -e 'length >= 3'
    diff "$BATS_TEST_TMPDIR/said" "$BATS_TEST_TMPDIR/program"
    # and why the encoding that is looked at falls there
    becomes "$(jq '.why[] | select(.model == "learned" and .policy == "extend").sentence' "$BATS_TEST_TMPDIR/json")" \
        'return document.querySelector("#why-verdict.falls").textContent.slice("\u2717 ".length)'
}

# point CHART ENCODING POLICY: what the point at 64 words of that line of a chart says
point() {
    page_run 'return [...document.querySelectorAll(`#${arguments[0]} [data-t]`)].map(e => e.dataset.t)
        .find(text => text.startsWith(arguments[2] === "extend" ? `${arguments[1]}: ` : `${arguments[1]}+${arguments[2]}: `) && text.endsWith(", words 64"))' "$@" |
        jq -r . | sed 's/^[^:]*: \([0-9.]*\).*/\1/'
}

@test "one button squeezes both: it lifts order and ruins shift, in the program's numbers, and what to take is said with them" {
    page_at 'encodings=learned,rope&seeds=2'
    trained
    becomes true 'return /^At 64 words/.test(document.querySelector("#pair-title").textContent)'
    page_run '[...document.querySelectorAll("#policy input")].find(e => e.value === "interpolate").click()' >/dev/null
    becomes '[4,4]' 'return ["length-chart", "pair-chart"].map(id => document.querySelectorAll(`#${id} .curve`).length)'
    local chart k=0 row was
    for chart in length-chart pair-chart; do
        program "$(page_run 'return document.querySelectorAll(".command code")[arguments[0]].textContent' $k | jq -r .)"
        for row in learned:extend learned:interpolate rope:extend rope:interpolate; do
            was=$(jq -r --arg name "${row%:*}" --arg policy "${row#*:}" '(.lengths | index(64)) as $at | .summary[] |
                select(.encoding == $name and .policy == $policy).accuracy.mean[$at]' "$BATS_TEST_TMPDIR/json" | awk '{ printf "%.1f", 100 * $1 }')
            [ "$(point $chart "${row%:*}" "${row#*:}")" = "$was" ] || { echo "$chart $row: $(point $chart "${row%:*}" "${row#*:}") is $was"; return 1; }
        done
        cp "$BATS_TEST_TMPDIR/json" "$BATS_TEST_TMPDIR/$chart"
        rm -r "$BATS_TEST_TMPDIR/run"
        k=1
    done
    [ "$(jq -r .task "$BATS_TEST_TMPDIR/length-chart") $(jq -r .task "$BATS_TEST_TMPDIR/pair-chart")" = 'order shift' ]
    for row in learned rope; do # more than 20 points up, more than 20 down
        awk -v a="$(point length-chart $row extend)" -v b="$(point length-chart $row interpolate)" -v c="$(point pair-chart $row extend)" \
            -v d="$(point pair-chart $row interpolate)" 'BEGIN { exit !(b - a > 20 && c - d > 20) }'
    done
    returns "\"rope with interpolate, $(printed rope interpolate length-chart) % at 64 words; not shown to be worse: learned with interpolate ($(printed learned interpolate length-chart) %).\"" 'return document.querySelector("#take li").lastChild.textContent.trim()'
    returns "\"rope without a fix, $(printed rope extend pair-chart) % at 64 words.\"" 'return document.querySelectorAll("#take li")[1].lastChild.textContent.trim()'
}

# printed ENCODING POLICY CHART: the mean of the program at 64 words, as sentences have it
printed() {
    cp "$BATS_TEST_TMPDIR/$3" "$BATS_TEST_TMPDIR/json"
    of_program "$1" "$2" 64 | cut -d ' ' -f 1
}

@test "who met the positions in training holds there, in the program's numbers; shift is not offered that" {
    page_at 'encodings=learned&seeds=1'
    trained
    page_click '#meet'
    becomes 2 'return document.querySelectorAll("#length-chart .curve").length'
    trained
    becomes '"learned (met)"' 'return document.querySelector("#numbers tbody tr:last-child th")?.textContent'
    [ "$(cell learned 'no fix' | cut -d ' ' -f 1)" -lt 70 ]
    cell 'learned (met)' 'no fix' | awk '{ exit !($1 > 97) }'
    program "$(page_run 'return document.querySelector("#command").textContent' | jq -r .)"
    [ "$(cell 'learned (met)' 'no fix')" = "$(of_program 'learned+extend positions=random max_position=65 eval.positions=ordered' extend 64)" ]
    page_click '#meet'
    becomes 1 'return document.querySelectorAll("#length-chart .curve").length'
    page_at "$short&task=shift&encodings=learned&seeds=1"
    trained
    returns true 'return document.querySelector("#meet").hidden'
}

# paused_early HASH: at that address, in the midst of training and with first numbers in the table
paused_early() {
    page_at "$1&speed=20"
    becomes true 'return document.querySelectorAll("#length-chart .curve").length === 2'
    unfold
    page_click '#play'
    becomes '"Play"' 'return document.querySelector("#play").textContent'
    returns true 'return /step \d+ of 240/.test(document.querySelector("#progress").textContent)'
}

# trained_elsewhere TAB: the paused models, while another tab is shown
trained_elsewhere() {
    page_click "#tab-$1"
    sets '#speed' full
    page_run 'document.querySelector("#play").click()' >/dev/null # as its key does: some tabs do not show it
    trained
}

# course RUN: what the picture says of the learned model's loss, worked out from the program's log: the mean of each sixtieth of the steps
course() {
    jq -rs '[range(60) as $k | (.[4 * $k:4 * $k + 4] | map(.loss) | add / 4), 4 * $k + 2] | .[]' "$1/metrics.jsonl" |
        while read -r loss && read -r step; do printf 'learned: %.3f, step %d\n' "$loss" "$step"; done
}

@test "models that train while another tab is shown are shown trained when one returns: table, curve, notes" {
    paused_early 'steps=240&eval.examples=200&seeds=1&encodings=none,learned'
    trained_elsewhere encodings
    program "$(page_run 'return document.querySelector("#command").textContent' | jq -r .) train.log_every=1"
    course "$BATS_TEST_TMPDIR/run/learned-seed1" >"$BATS_TEST_TMPDIR/course"
    page_click '#tab-train'
    returns '"2 models trained, 240 steps each"' 'return document.querySelector("#progress").textContent'
    returns '""' 'return document.querySelector("#examples").textContent'
    for row in none:extend learned:extend learned:clamp learned:interpolate; do
        encoding=${row%:*} policy=${row#*:}
        [ "$(cell "$encoding" "${policy/extend/no fix}")" = "$(of_program "$encoding" "$policy" 64)" ] || { echo "$row differs"; return 1; }
    done
    page_run 'return [...document.querySelectorAll("#learning-chart [data-t^=\"learned: \"]")].map(e => e.dataset.t)' | jq -r '.[]' >"$BATS_TEST_TMPDIR/shown"
    diff "$BATS_TEST_TMPDIR/course" "$BATS_TEST_TMPDIR/shown"
}

@test "a sentence left while its model trains is answered by the trained model when one returns" {
    paused_early 'steps=240&eval.examples=200&seeds=1&encodings=none,learned&tab=train&model=learned%20seed%201&a=w1%20X%20w2%20Y&b=Y%20w3%20X'
    page_click '#tab-sentence'
    becomes true 'return document.querySelector("#sentence-answer .best") !== null'
    trained_elsewhere train
    before=$(page_run 'return document.querySelector("#sentence-answer").textContent')
    page_click '#tab-sentence'
    program "$(page_run 'return document.querySelector("#command").textContent' | jq -r .)"
    "$poslab" predict "$BATS_TEST_TMPDIR/run/learned-seed1" 'w1 X w2 Y' 'Y w3 X' >"$BATS_TEST_TMPDIR/said"
    becomes true 'return document.querySelector("#sentence-answer").textContent !== arguments[0]' "$(jq -r . <<<"$before")"
    cat "$BATS_TEST_TMPDIR/said"
    grep -qF -- "$(page_run 'const of = name => document.querySelector("#sentence-answer .best ." + name).textContent;
        return of("said") + " " + of("share")' | jq -r .)," "$BATS_TEST_TMPDIR/said"
}

# The widths that its pictures have, and those of their frames as a projector enlarges them
widths='const scale = e => Number(getComputedStyle(e).getPropertyValue("--picture-scale")) || 1;
    const wide = (svg, frame) => [svg.viewBox.baseVal.width, Math.round(frame.clientWidth / scale(frame))];
    if (arguments[0] !== "encodings") return [...document.querySelectorAll(".chart-room")].map(f => wide(f.querySelector("svg"), f));
    const view = document.querySelector("#encoding-matrix");
    return [wide(view.querySelector("svg"), view.querySelector("h3 + div"))];'

@test "a window resized or a projector turned on while another tab is shown: pictures have their size when one returns" {
    page_at "$short&seeds=1&encodings=none,learned"
    trained
    for tab in train encodings; do
        page_size 1280 800
        page_click "#tab-$tab"
        becomes true 'return document.querySelectorAll("#" + arguments[0] + " svg").length > 1' "$tab"
        page_click '#tab-sentence'
        page_run 'addEventListener("resize", () => { window.resized = innerWidth; })' >/dev/null
        page_size 760 800
        becomes 760 'return window.resized'
        page_click "#tab-$tab"
        page_run "$widths" "$tab" | tee "$BATS_TEST_TMPDIR/widths" | jq -e 'length > 0 and all(.[0] == .[1] and .[0] < 760)'
        page_click '#tab-sentence'
        page_run 'document.querySelector("#projector").click()' >/dev/null
        page_click "#tab-$tab"
        page_run "$widths" "$tab" | tee "$BATS_TEST_TMPDIR/enlarged" | jq -e 'length > 0 and all(.[0] == .[1])'
        if cmp "$BATS_TEST_TMPDIR/widths" "$BATS_TEST_TMPDIR/enlarged"; then return 1; fi
        page_run 'document.querySelector("#projector").click()' >/dev/null
    done
}

@test "length and policy act on trained models at once, are heard, and stand in the address" {
    page_at "$short"
    becomes '"12 models trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
    # on the first screen: tabs 3, tour and menu 2, example 1, encodings 6, training 2, to train longer 1, length 1, other guesses 1, policies 4;
    # where the panel Why begins to leave the screen depends on fonts
    becomes 21 'return [...document.querySelectorAll("button,input,select,textarea,summary,a[href]")].map(e => e.closest(".pill") || e)
        .filter(e => e.checkVisibility() && !e.closest("#why") && (e.matches("summary") || !e.closest("details:not([open])")) && e.getBoundingClientRect().top < 800 && e.getBoundingClientRect().bottom > 0).length'
    trained
    for at in 0:16 2:64 3:128; do
        sets '#length' "${at%:*}"
        becomes true "return document.querySelector('#length').getAttribute('aria-valuetext').startsWith('${at#*:} words')"
        becomes "\"${at#*:}\"" 'return document.querySelector("#length-chart .head").textContent'
    done
    becomes true 'return location.hash.includes("length=8x")'
    before=$(page_run 'return document.querySelector("#length-chart svg").outerHTML.length')
    page_click '#policy label:has([value=interpolate])'
    becomes '"interpolate"' 'return document.querySelector("#numbers th.chosen").textContent'
    becomes true 'return document.querySelector("#length-chart svg").textContent.includes("learned+interpolate")'
    becomes true "return /At 128 words.* interpolate: none .* % as it is, learned $(cell learned interpolate | cut -d ' ' -f 1) %/.test(document.querySelector('#heard').textContent)"
    returns true 'return location.hash.includes("policy=interpolate") && /trained/.test(document.querySelector("#progress").textContent)'
}

@test "an address brings the whole page back" {
    page_at 'task=first&encodings=rope,gru&seeds=4..5&steps=60&width=16&length=2x&policy=clamp&rope.base=100&eval.examples=50'
    trained
    returns '["first",["rope","gru"],"4..5","60","16","rope.base=100 eval.examples=50"]' 'const value = id => document.querySelector(id).value;
        return [value("#task"), [...document.querySelectorAll("#members :checked")].map(e => e.value), value("#seeds"), value("#steps"),
            value("#width"), value("#other")]'
    returns '"4 models trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
    returns '"poslab compare compare.members=rope,gru compare.seeds=4..5 task.name=first train.steps=60 model.d_model=16 rope.base=100 eval.examples=50 train.products=portable"' \
        'return document.querySelector("#command").textContent'
    page_click '#members label:has([value=alibi])'
    becomes true 'return location.hash.includes("encodings=rope,alibi,gru")'
    trained
    returns '"6 models trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
    page_run 'location.hash = "#steps=60&seeds=1&encodings=alibi&eval.examples=50"' >/dev/null
    becomes '"1 model trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
    page_run 'location.hash = "#stpes=60"' >/dev/null
    becomes true 'return /"stpes" is not known/.test(document.querySelector("#controls > .failure").textContent)'
    page_run 'history.go(-2)' >/dev/null
    trained
    becomes null 'return document.querySelector(".failure")'
    page_run 'location.reload()' >/dev/null
    trained
    returns '"6 models trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
}

@test "the command is copied as it stands there" {
    page_at "$short&seeds=1"
    trained
    page_run 'navigator.clipboard.writeText = async text => { window.copied = text; };
        const button = document.querySelector("#copy"); // it says so for a moment only
        new MutationObserver(() => { window.label ??= button.textContent; }).observe(button, {childList: true})' >/dev/null
    page_click '#copy'
    becomes '"poslab compare compare.members=none,learned,sinusoidal,rope compare.seeds=1 train.steps=60 eval.examples=50 train.products=portable"' 'return window.copied'
    becomes '"Copied"' 'return window.label'
}

@test "a pause holds the steps, a step is one step, a new start begins anew" {
    page_at 'seeds=1&encodings=none&speed=20'
    becomes true 'return /step [1-9]/.test(document.querySelector("#progress").textContent)'
    page_click '#play'
    step='return Number(document.querySelector("#progress").textContent.match(/step ([\d,]+)/)[1])'
    # a step in progress may still end; if the pause failed, twenty steps per second would follow
    until before=$(page_run "$step"); page_later 1000; [ "$(page_run "$step")" = "$before" ]; do :; done
    page_click '#step'
    becomes $((before + 1)) "$step"
    page_click '#reset'
    becomes 0 "$step"
    page_click '#play'
    becomes true "${step/return/return 1 <=}"
}

@test "what the engine refuses is one line at its control, and the models stay" {
    page_at "$short&seeds=1&encodings=none"
    trained
    page_click '#more summary'
    sets '#width' 4096
    becomes true 'return /memory/.test(document.querySelector("#field-width .failure").textContent)'
    returns '"1 model trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
    sets '#length' 0
    becomes true 'return document.querySelector("#length").getAttribute("aria-valuetext").startsWith("16 words")'
    sets '#width' 32
    becomes null 'return document.querySelector(".failure")'
    sets '#seeds' x
    becomes true 'return /"x" is neither a number of seeds nor a range/.test(document.querySelector("#field-seeds .failure").textContent)'
    sets '#seeds' 1
    sets '#other' task.wrods=4..8
    becomes true 'return /task\.words/.test(document.querySelector("#field-other .failure").textContent)'
}

# Which tab of the browser is spoken to: in_tab HANDLE
in_tab() { webdriver POST "/$session/window" "$(jq -n --arg handle "$1" '{$handle}')" >/dev/null; }

@test "two tabs train beside each other, each its own models" {
    page_at "$short&seeds=1&encodings=none"
    first=$(webdriver GET "/$session/window" | jq -r .)
    second=$(webdriver POST "/$session/window/new" '{"type": "tab"}' | jq -r .handle)
    in_tab "$second"
    page_at 'steps=80&seeds=1..2&encodings=rope&eval.examples=50'
    trained
    returns '["2 models trained, 80 steps each","#steps=80&seeds=1..2&encodings=rope&eval.examples=50"]' \
        'return [document.querySelector("#progress").textContent, location.hash]'
    webdriver DELETE "/$session/window" >/dev/null
    in_tab "$first"
    trained
    returns "[\"1 model trained, 60 steps each\",\"#$short&seeds=1&encodings=none\"]" \
        'return [document.querySelector("#progress").textContent, location.hash]'
    page_click '#reset'
    becomes '"1 model trained, 60 steps each"' 'return document.querySelector("#progress").textContent'
}

@test "findings and the reason for a fall are on the first screen, at 1280 x 800 and on a projector, and both charts on one of a phone" {
    page_at "seeds=2&steps=500&eval.examples=200"
    becomes true 'return /^At 64 words.*%/.test(document.querySelector("#pair-title").textContent) && document.querySelector("#why-verdict").textContent !== ""'
    local bottoms='const bottom = id => document.getElementById(id).getBoundingClientRect().bottom;'
    becomes true "$bottoms"' return scrollY === 0 && ["findings", "why-says", "why-verdict"].every(id => bottom(id) > 500 && bottom(id) <= 800)'
    page_size 1920 1080
    page_run 'document.querySelector("#projector").click()' >/dev/null
    becomes true "$bottoms"' return scrollY === 0 && ["findings", "why-says"].every(id => bottom(id) > 500 && bottom(id) <= 1080)'
    page_run 'document.querySelector("#projector").click()' >/dev/null
    page_size 360 780
    becomes true 'document.querySelector(".sides").scrollIntoView();
        const [first, second, below] = ["#length-chart svg", "#pair-chart svg", ".stretch-controls"].map(what => document.querySelector(what).getBoundingClientRect());
        return first.top >= 0 && first.bottom < second.top && second.bottom <= below.top && below.bottom <= 780'
}

@test "a model that diverges is named, and the others go on" {
    page_at 'steps=60&seeds=1&encodings=alibi,gru&rate=500&train.clip=0&train.warmup=50&eval.examples=50'
    becomes '"1 of 2 models trained, 1 failed"' 'return document.querySelector("#progress").textContent'
    becomes true 'return /^alibi seed 1: diverged at step.*\nshift: alibi seed 1: diverged at step.*$/.test(document.querySelector("#controls > .failure").textContent)'
    unfold
    becomes '["none","failed"]' 'const cell = name => [...document.querySelectorAll("#numbers tbody tr")]
        .find(row => row.cells[0].textContent === name)?.cells[2]; return cell("alibi") && [cell("alibi").classList[0], cell("alibi").textContent]'
    cell gru 'no fix' | awk '{ exit !($1 > 40 && $1 < 60) }'
}

@test "a task for models that look back is chosen in one click, and left in one" {
    page_at 'steps=60&seeds=1&encodings=learned,gru&eval.examples=100'
    trained
    sets '#task' copy
    becomes true 'return location.hash.includes("task=copy") && /copy/i.test(document.querySelector("#question").textContent)'
    trained
    returns null 'return document.querySelector(".failure")'
    returns '"poslab compare compare.members=learned,gru compare.seeds=1 train.steps=60 eval.examples=100 task.name=copy train.batch=8 model.causal=yes recurrent.bidirectional=no train.products=portable"' \
        'return document.querySelector("#command").textContent'
    sets '#task' order
    becomes '"#encodings=learned,gru&eval.examples=100&seeds=1&steps=60"' 'return location.hash'
    trained
}

@test "an address with a wrong setting is answered with a line" {
    for wrong in stpes=3 train.stpes=3 steps=many encodings=lerned2 task=odrer seeds= 'steps=%' seeds=1..999; do
        page_at "$wrong"
        becomes 1 'return [...document.querySelectorAll(".failure")].filter(e => e.offsetHeight && e.textContent.length > 20).length' ||
            { echo "$wrong has no line"; return 1; }
    done
    [ "$(page_logs)" = '[]' ]
}

@test "the live page fits a phone in every view, without sideways scrolling" {
    page_size 390 844
    for tab in train sentence encodings; do
        page_at "$short&tab=$tab"
        trained
        becomes true "return [...document.querySelectorAll('#$tab > *')].some(e => e.offsetHeight > 100)"
        returns true 'return document.scrollingElement.scrollWidth <= 390'
        # the lesson, with its folds closed, is five screens
        [ $tab != train ] || returns true 'document.querySelectorAll("details").forEach(fold => { fold.open = false; }); return document.scrollingElement.scrollHeight <= 5 * 844'
        [ -z "${PICTURES:-}" ] || page_picture "$PICTURES/live-phone-$tab.png"
    done
}

@test "the live page has a dark look of its own, and one on paper" {
    paper='return getComputedStyle(document.body).backgroundColor'
    page_at "$short"
    returns '"rgb(255, 255, 255)"' "$paper"
    trained
    cdp Emulation.setEmulatedMedia '{"media": "print"}' # on paper: no controls, one tab
    returns '[[],["train"]]' 'const seen = what => [...document.querySelectorAll(what)].filter(e => e.checkVisibility() && e.getBoundingClientRect().height);
        return [seen("button,input,textarea").map(e => e.id || e.className), seen("[role=tabpanel]").map(e => e.id)]'
    cdp Emulation.setEmulatedMedia '{"media": ""}'
    page_run 'document.querySelectorAll("#train details").forEach(fold => { fold.open = false; })' >/dev/null
    [ "$(webdriver POST "/$session/print" '{}' | jq -r . | base64 -d | grep -ac '/Type /Page\b')" = 1 ]
    [ -z "${PICTURES:-}" ] || page_picture "$PICTURES/live-light.png"
    page_scheme dark
    returns '"rgb(13, 17, 23)"' "$paper"
    returns true 'return getComputedStyle(document.querySelector("#length-chart .paper")).fill === getComputedStyle(document.body).backgroundColor'
    [ -z "${PICTURES:-}" ] || page_picture "$PICTURES/live-dark.png"
}
