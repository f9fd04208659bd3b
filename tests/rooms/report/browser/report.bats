# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# report.bats -- the report in a real browser: headless Chromium, told what to do by WebDriver (driver.bash).
# PICTURES=FOLDER keeps a picture of each look: light and dark, on a phone and on a screen.

load ../../../browser/driver
load ../../../cli/results

small=(task.name=first train.steps=60 train.warmup=10 eval.examples=50 'eval.lengths=1x 2x')

setup_file() {
    can_run || return 0
    "$poslab" compare "${small[@]}" compare.members=learned,rope,gru compare.seeds=1..3 --run "$BATS_FILE_TMPDIR/c" \
        >/dev/null 2>&1
    "$poslab" report "$BATS_FILE_TMPDIR/c" >/dev/null
    browser_start
}

teardown_file() {
    browser_stop
}

setup() {
    can_run || skip "$(lacks)"
    page="$BATS_FILE_TMPDIR/c/report.html"
    page_size 1200 900
    page_scheme light
    page_open "$page"
}

@test "the page loads without a word in the console and asks for nothing but itself" {
    [ "$(page_logs)" = '[]' ]
    [ "$(page_requests | grep -v '^data:')" = "file://$page" ]
    returns '"poslab: '"$BATS_FILE_TMPDIR"'/c"' 'return document.title'
    returns true 'return document.querySelectorAll("svg").length > 8'
}

@test "a script that is not the page's own, or a request, would be seen" {
    page_run 'fetch("https://example.org/").catch(() => 0); console.error("planted")' >/dev/null
    page_says 'map(.message) | any(contains("planted")) and any(contains("Content Security Policy") or contains("violates"))'
}

@test "tables sort on a click, both ways, by numbers or by names; chance stays on top" {
    column='return [...document.querySelector("#table table").tBodies[0].rows].map(r => Number(r.cells[arguments[0]].dataset.k))'
    names='return [...document.querySelector("#table table").tBodies[0].rows].map(r => r.cells[0].textContent)'
    page_click '#table .heads th:nth-child(7)'
    page_run "$column" 6 | jq -e '. == (sort | reverse) and (unique | length) > 3'
    returns '"descending"' 'return document.querySelector("#table .heads th:nth-child(7)").ariaSort'
    page_click '#table .heads th:nth-child(7)'
    page_run "$column" 6 | jq -e '. == sort'
    returns '"ascending"' 'return document.querySelector("#table .heads th:nth-child(7)").ariaSort'
    page_click '#table .heads th:nth-child(1)'
    page_run "$names" | jq -e --argjson rows "$(jq '.summary | length' "$BATS_FILE_TMPDIR/c/compare.json")" '. == sort and length == $rows'
    returns null 'return document.querySelector("#table .heads th:nth-child(7)").ariaSort'
    returns '"chance"' 'return document.querySelector("#table thead .chance").cells[0].textContent'
    # by keyboard too
    page_run 'const th = document.querySelector("#table .heads th:nth-child(6)"); th.focus();
        th.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}))' >/dev/null
    page_run "$column" 5 | jq -e '. == (sort | reverse)'
    [ "$(page_logs)" = '[]' ]
}

@test "hovering says the value: of a point, of a weight, of a place" {
    tip='const t = document.getElementById("tip"); return t.hidden ? null : t.textContent'
    returns null "$tip"
    page_hover '#curves .dot[data-t^="gru"]'
    page_run "$tip" | grep -qE '"(learned|rope|gru): [0-9.]+ \(95 %: [0-9.-]+ to [0-9.]+, n = 3\), words 16"'
    page_hover '#attention svg.heat .cells'
    page_run "$tip" | grep -qE '^"head [1-4], .+: [0-9.e-]+"$'
    # the number is that of the cell under the pointer
    page_run 'const s = document.querySelector("#attention svg.heat"), d = s.dataset, [x, y, w, h, rows, columns] = d.box.split(" ").map(Number);
        const at = new DOMPoint(x + 1.5 * w, y + 2.5 * h).matrixTransform(s.getScreenCTM());
        s.dispatchEvent(new PointerEvent("pointermove", {clientX: at.x, clientY: at.y, bubbles: true}));
        return document.getElementById("tip").textContent === "head 3, " + d.columns.split("\n")[1] + ": " + d.v.split(" ")[2 * columns + 1]' |
        grep -qx true
    page_hover '#positions svg.heat .cells'
    page_run "$tip" | grep -qE '^"(column|head|pair|sines|cosines) [0-9]+, (position|distance) [0-9]+: -?[0-9.e-]+"$'
    page_hover h1
    returns null "$tip"
}

@test "on a phone of 390 pixels nothing but wide tables scrolls sideways, and texts can be read" {
    page_size 390 844
    page_run 'for (const d of document.querySelectorAll("details")) d.open = true' >/dev/null
    returns '[390,390]' 'return [document.documentElement.scrollWidth, document.body.scrollWidth]'
    returns '[]' 'return [...document.querySelectorAll("main > *, figure, p, h2, h3, pre, .wide")].filter(e => e.getBoundingClientRect().right > 390.5).map(e => e.outerHTML.slice(0, 80))'
    returns true 'const s = [...document.querySelectorAll("#curves svg")].find(e => e.checkVisibility()), k = s.getBoundingClientRect().width / s.viewBox.baseVal.width;
        return [...s.querySelectorAll("text")].every(t => parseFloat(getComputedStyle(t).fontSize) * k >= 11)'
}

@test "names at the ends of curves do not lie on each other" {
    returns 0 'let n = 0; for (const s of document.querySelectorAll("svg.chart")) {
        const b = [...s.querySelectorAll(".name")].map(t => t.getBoundingClientRect());
        for (let i = 0; i < b.length; i++) for (let k = 0; k < i; k++)
            n += Math.min(b[i].bottom, b[k].bottom) - Math.max(b[i].top, b[k].top) > 4 &&
                Math.min(b[i].right, b[k].right) > Math.max(b[i].left, b[k].left); }
        return n'
}

@test "dark where the system is dark, with text that stands out in both" {
    local contrast='const rgb = c => c.match(/[\d.]+/g).slice(0, 3).map(Number);
        const light = c => { const [r, g, b] = rgb(c).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
            return .2126 * r + .7152 * g + .0722 * b; };
        const paper = light(getComputedStyle(document.body).backgroundColor);
        return Math.min(...["p", "svg.chart text", "svg.heat text", "dt", "summary", "tbody th", "td small"].map(q => {
            const e = document.querySelector(q), s = getComputedStyle(e), ink = light(e.closest("svg") ? s.fill : s.color);
            return (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05); })) >= 4.5'
    returns true "$contrast"
    light=$(page_run 'return getComputedStyle(document.body).backgroundColor')
    page_scheme dark
    returns true "$contrast"
    [ "$(page_run 'return getComputedStyle(document.body).backgroundColor')" != "$light" ]
}

@test "words, paths and messages from outside are text, and start nothing" {
    local mark="<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>" folder="$BATS_TEST_TMPDIR/x<b>\"'&y"
    mkdir "$folder"
    {
        printf 'label\ttext_a\n'
        for _ in 1 2 3 4; do printf '</td><script>alert(3)</script>\t%s a\nno\ta %s\n' "${mark// /_}" "${mark// /_}"; done
    } >"$folder/rows<i>.tsv"
    "$poslab" compare task.name=tsv task.train="$folder/rows<i>.tsv" task.test="$folder/rows<i>.tsv" task.tokens=spaces train.steps=20 \
        train.warmup=5 compare.members=learned,rope compare.seeds=1..2 --run "$folder/c" >/dev/null 2>&1
    rm "$folder/c/rope-seed2/eval.tsv"
    jq -n --arg mark "$mark" '{version: 1, code: 3, text: $mark, step: 7, host: "box"}' >"$folder/c/rope-seed2/failure.json"
    "$poslab" report "$folder/c" --to "$BATS_TEST_TMPDIR/r.html" >/dev/null
    page_open "$BATS_TEST_TMPDIR/r.html"
    [ "$(page_logs)" = '[]' ]
    returns '[1,0,0]' 'return [document.scripts.length, document.images.length, document.querySelectorAll("main b, main i").length]'
    returns true 'return document.querySelector(".failed").textContent.includes(arguments[0])' "$mark"
    returns true 'return document.querySelector("#attention svg").dataset.columns.split("\n").includes(arguments[0])' "${mark// /_}"
    returns true 'return document.querySelector("#repeat pre:not(:has(code))").textContent.includes("rows<i>.tsv")'
    returns '"poslab: '"${folder//\"/\\\"}"'/c"' 'return document.title'
    page_hover '#attention svg.heat .cells'
    [ "$(page_logs)" = '[]' ]
}

@test "runs/example is a page as well" {
    "$poslab" report runs/example --to "$BATS_TEST_TMPDIR/r.html" >/dev/null
    page_open "$BATS_TEST_TMPDIR/r.html"
    [ "$(page_logs)" = '[]' ]
    # seven curves: a panel each, whose name may need two lines
    returns '"none learned sinusoidal rope alibi rope positions=random"' \
        'return [...document.querySelector("#curves svg").querySelectorAll(".name")].map(t => t.textContent).join(" ").replaceAll("+ ", "+")'
}

@test "it can be printed: nothing is cut off at the width of a page" {
    webdriver POST "/$session/print" '{"page": {"width": 21, "height": 29.7}}' | jq -r . | base64 -d >"$BATS_TEST_TMPDIR/r.pdf"
    [ "$(head -c 5 "$BATS_TEST_TMPDIR/r.pdf")" = %PDF- ]
    cdp Emulation.setEmulatedMedia '{"media": "print"}'
    page_size 718 1000 # 19 cm
    returns true 'return document.documentElement.scrollWidth <= 718'
    cdp Emulation.setEmulatedMedia '{"media": ""}'
}

@test "pictures of it: light and dark, on a screen and on a phone" {
    local folder="${PICTURES:-$BATS_TEST_TMPDIR}" size scheme
    for size in "1200 900" "390 844"; do
        for scheme in light dark; do
            # shellcheck disable=SC2086 # width and height
            page_size $size
            page_scheme "$scheme"
            page_picture "$folder/report-${size% *}-$scheme.png"
            [ "$(head -c 4 "$folder/report-${size% *}-$scheme.png" | tail -c 3)" = PNG ]
        done
    done
    if cmp -s "$folder/report-1200-light.png" "$folder/report-1200-dark.png"; then false; fi
}
