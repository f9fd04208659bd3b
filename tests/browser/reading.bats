# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# reading.bats -- how a report is read on a phone and from the back row: what a finger and keys are told of a picture,
# tables that scroll in their box, targets for a finger, type for a projector.

load driver

small=(task.name=first train.steps=60 train.warmup=10 eval.examples=50 'eval.lengths=1x 2x')

setup_file() {
    can_run || return 0
    "$poslab" compare "${small[@]}" compare.members=learned,rope,gru compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
    mkdir "$BATS_FILE_TMPDIR/claims"
    "$poslab" claims 6 13 --run "$BATS_FILE_TMPDIR/claims" --to "$BATS_FILE_TMPDIR/claims/report.html" >/dev/null 2>&1
    "$poslab" report "$BATS_FILE_TMPDIR/c" >/dev/null
    browser_start
}

teardown_file() {
    browser_stop
}

setup() { can_run || skip "$(lacks)"; }

# opens FOLDER WIDTH HEIGHT: its report, with all that is folded open
opens() {
    page_size "$2" "$3"
    page_scheme light
    page_open "$BATS_FILE_TMPDIR/$1/report.html"
    page_run 'for (const d of document.querySelectorAll("details")) d.open = true' >/dev/null
}

tip='const t = document.getElementById("tip"); return t.hidden ? null : t.textContent'

# taps X Y: a finger there
taps() {
    webdriver POST "/$session/actions" "$(jq -n --argjson x "$1" --argjson y "$2" '{actions: [{type: "pointer", id: "finger", parameters: {pointerType: "touch"},
        actions: [{type: "pointerMove", duration: 0, $x, $y}, {type: "pointerDown", button: 0}, {type: "pointerUp", button: 0}]}]}')" >/dev/null
}

# taps_near SELECTOR: a finger 9 pixels beside the middle of it
taps_near() {
    local at
    at=$(page_run 'const e = [...document.querySelectorAll(arguments[0])].find(e => e.checkVisibility()); e.scrollIntoView({block: "center"});
        const b = e.getBoundingClientRect(); return [Math.round(b.x + b.width / 2) + 6, Math.round(b.y + b.height / 2) + 6]' "$1")
    taps "$(jq '.[0]' <<<"$at")" "$(jq '.[1]' <<<"$at")"
}

# presses KEY...: keys of WebDriver, one after another
presses() {
    local key
    for key; do
        webdriver POST "/$session/actions" "$(jq -n --arg value "$key" '{actions: [{type: "key", id: "keys",
            actions: [{type: "keyDown", $value}, {type: "keyUp", $value}]}]}')" >/dev/null
    done
}
right=$'\xee\x80\x94' down=$'\xee\x80\x95' escape=$'\xee\x80\x8c'

@test "a finger that comes near a point is told its number; a tap elsewhere takes it away" {
    opens c 360 740
    taps_near '#curves .narrow .dot[data-t^="gru"]'
    page_run "$tip" | grep -qE '^"gru: [0-9.]+ \(95 %: [0-9.-]+ to [0-9.]+, n = 3\), words [0-9]+"$'
    returns true 'return document.querySelectorAll(".curve.on").length === 1'
    page_run 'document.querySelector("h1").scrollIntoView()' >/dev/null
    taps 200 20
    returns null "$tip"
    returns 0 'return document.querySelectorAll(".on").length'
    taps_near '#curves .narrow .dot[data-t^="gru"]'
    page_run "$tip" | grep -q '"gru: '
    presses "$escape"
    returns null "$tip"
}

@test "keys read every number of a picture: points of a chart, cells of a map" {
    opens c 1280 720
    returns true 'return [...document.querySelectorAll("svg.chart,svg.heat")].filter(e => e.checkVisibility()).every(e => e.closest("[tabindex=\"0\"]"))'
    page_run 'document.querySelector("#curves figure").focus()' >/dev/null
    presses "$right"
    page_run "$tip" >"$BATS_TEST_TMPDIR/first"
    presses "$right"
    page_run "$tip" >"$BATS_TEST_TMPDIR/second"
    grep -q '"learned: ' "$BATS_TEST_TMPDIR/first"
    grep -q '"learned: ' "$BATS_TEST_TMPDIR/second"
    if cmp -s "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/second"; then false; fi
    presses "$escape"
    returns null "$tip"
    page_run 'document.querySelector("#positions figure").focus()' >/dev/null
    presses "$right" "$right" "$down"
    returns true 'const s = document.querySelector("#positions svg.heat"), d = s.dataset, columns = Number(d.box.split(" ")[5]);
        return document.getElementById("tip").textContent === d.rows.split("\n")[1] + ", " + d.columns.split("\n")[1] + ": " + d.v.split(" ")[columns + 1]'
    # the text is 18 pixels below the middle of its cell, or 10 above it
    returns true 'const s = document.querySelector("#positions svg.heat"), [, y, , height] = s.dataset.box.split(" ").map(Number),
        middle = new DOMPoint(0, y + 1.5 * height).matrixTransform(s.getScreenCTM()).y, t = document.getElementById("tip").getBoundingClientRect();
        return Math.min(Math.abs(t.top - middle - 18), Math.abs(middle - t.bottom - 10)) < 1'
    page_run 'document.activeElement.blur()' >/dev/null
    returns null "$tip"
}

@test "a wide table scrolls in its box: shadows where there is more, names in view, reached by Tab" {
    opens c 360 740
    box='const box = document.querySelector("#table .wide"), name = box.querySelector("tbody th"), edge = box.getBoundingClientRect();'
    returns '["right",0,"region",true]' "$box"' return [box.dataset.more, box.tabIndex, box.getAttribute("role"), box.ariaLabel.startsWith("Accuracy")]'
    returns '"1"' "$box"' return getComputedStyle(box, "::after").opacity'
    page_run "$box"' box.scrollLeft = 60' >/dev/null
    soon returns '"left right"' "$box"' return box.dataset.more' >/dev/null
    returns '[true,true]' "$box"' const at = name.getBoundingClientRect(); return [Math.abs(at.left - edge.left) < 2, at.right < edge.left + 180]'
    page_run "$box"' box.scrollLeft = 10000' >/dev/null
    soon returns '"left "' "$box"' return box.dataset.more' >/dev/null
    returns '"0"' "$box"' return getComputedStyle(box, "::after").opacity'
    # a table that fits is no stop for Tab
    opens claims 1280 720
    returns '["",-1]' 'const box = document.querySelector("#claims > .wide"); return [box.dataset.more, box.tabIndex]'
}

@test "no page scrolls sideways, and a finger has 44 pixels, at 360" {
    for folder in c claims; do
        opens $folder 360 740
        returns 360 'return document.documentElement.scrollWidth'
        returns '[]' 'return [...document.querySelectorAll("a[href],button,summary,.heads th[tabindex]")].filter(e => e.checkVisibility()).
            map(e => [e, e.getBoundingClientRect()]).filter(([, b]) => b.height < 43.9 || b.width < 43.9).map(([e, b]) => [e.outerHTML.slice(0, 60), b.width, b.height])'
        opens $folder 1280 720
        returns 1280 'return document.documentElement.scrollWidth'
    done
    # letters of pictures are laid out for a phone
    opens c 360 740
    returns true 'return [...document.querySelectorAll("#curves svg")].filter(e => e.checkVisibility()).every(s => s.getScreenCTM().a > .85)'
    returns 1 'return [...document.querySelectorAll("#curves svg")].filter(e => e.checkVisibility()).length'
}

@test "from the back row: no letter below 20 px and no curve below 3, at 1280 x 720 and 1024 x 768; a reload keeps it" {
    for size in "1280 720" "1024 768"; do
        for folder in c claims; do
            # shellcheck disable=SC2086 # width and height
            opens $folder $size
            page_click '#projector'
            returns '[]' 'const out = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                for (let n = walk.nextNode(); n; n = walk.nextNode()) {
                    const e = n.parentElement, svg = e.closest("svg"), scale = svg ? svg.getScreenCTM().a : 1;
                    if (!n.data.trim() || !e.checkVisibility() || e.closest("script,style,desc")) continue;
                    if (parseFloat(getComputedStyle(e).fontSize) * scale < 20) out.push(n.data.slice(0, 30));
                }
                return out'
            returns true 'return [...document.querySelectorAll("svg .line")].filter(e => e.checkVisibility()).every(e =>
                parseFloat(getComputedStyle(e).strokeWidth) * e.closest("svg").getScreenCTM().a >= 3)'
            returns true 'return document.documentElement.scrollWidth <= innerWidth'
        done
    done
    webdriver POST "/$session/refresh" '{}' >/dev/null
    returns '[true,"true"]' 'return [document.documentElement.classList.contains("projector"), document.querySelector("#projector").ariaPressed]'
    page_click '#projector'
    returns false 'return document.documentElement.classList.contains("projector")'
}
