# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# live_panels.bats -- the live page beyond its charts: the sentence, the encodings, keys, the projector.

load ../../../browser/driver
load ../../../cli/results
load panels

small_settings=(train.products=portable train.steps=60 train.seed=1 train.warmup=10 eval.examples=50)

setup_file() {
    can_run || return 0
    for encoding in none learned; do
        "$poslab" train encoding.name=$encoding "${small_settings[@]}" --run "$BATS_FILE_TMPDIR/$encoding" >/dev/null 2>&1
    done
    browser_start
}

# type_into SELECTOR TEXT: instead of what is in the field
type_into() {
    page_run 'const f = document.querySelector(arguments[0]); f.focus(); f.select()' "$1" >/dev/null
    local letters=()
    mapfile -t letters < <(grep -o . <<<"$2")
    page_press "${letters[@]}"
}

@test "a sentence is answered as the program answers it: answer, probability, weights of every head" {
    live_open "$small&encodings=none,learned&tab=sentence&model=learned%20seed%201"
    live_trained
    type_into '#sentence-a' 'w1 Y w2 w5 X'
    type_into '#sentence-b' 'X w3 w3 Y'
    becomes true 'return document.querySelectorAll("#sentence .card:first-child .chip").length === 10'
    "$poslab" predict "$BATS_FILE_TMPDIR/learned" 'w1 Y w2 w5 X' 'X w3 w3 Y' --count 2 >"$BATS_TEST_TMPDIR/program"
    cat "$BATS_TEST_TMPDIR/program"
    said="$(text_of '#sentence-answer .best .said')   ($(text_of '#sentence-answer .best .said') $(text_of '#sentence-answer .best .share'),"
    echo "page: $said"
    grep -qF -- "->  $said" "$BATS_TEST_TMPDIR/program"
    for head in 1 2 3 4; do
        takes=$(page_run 'return document.querySelectorAll("#sentence .card:first-child .heads figcaption")[arguments[0] - 1].textContent' $head | jq -r .)
        echo "head $head: $takes"
        grep -qF "head $head attends to $takes" "$BATS_TEST_TMPDIR/program"
    done
}

@test "without positions the other order has the same answer and the same weights; with a table it has not" {
    live_open "$small&encodings=none,learned&tab=sentence&model=none%20seed%201&a=w1%20X%20w2%20Y&b=Y%20w3%20X"
    live_trained
    becomes true 'return document.querySelector("#sentence-same").textContent.startsWith("Equal:")'
    both='const c = i => [...document.querySelectorAll("#sentence .card")[i].querySelectorAll(arguments[0])].map(e => e.textContent);'
    returns true "$both"' return JSON.stringify(c(0)) === JSON.stringify(c(1)) && c(0).length === 4' '.answer .said, .answer .share'
    returns true "$both"' return c(0).join() !== c(1).join() && c(0).sort().join() === c(1).sort().join() && c(0).length > 8' '.weight'
    positions='return [...document.querySelectorAll("#sentence .card:first-child .chip small:nth-of-type(1)")].map(e => e.textContent).join()'
    returns "\"$(printf 'no position%.0s,' {0..7} | sed 's/,$//')\"" "$positions"
    page_run 'const s = document.querySelector("#sentence-model"); s.value = "learned seed 1"; s.dispatchEvent(new Event("change"))' >/dev/null
    becomes true 'return document.querySelector("#sentence-same").textContent.startsWith("Another answer")'
    returns "\"$(printf 'position %d,' {0..7} | sed 's/,$//')\"" "$positions"
    # passage A keeps its order: the answer is in passage B alone
    returns '"w1 X w2 Y X w3 Y"' 'return [...document.querySelectorAll("[aria-label=\"The words in the other order\"] .chip b")].slice(1).map(e => e.textContent).join(" ")'
}

# shown_formula: of the encodings tab
shown_formula() { text_of '#encoding-about .formula'; }

@test "the formula is that of the options, as the program shows it; without positions there is one, too" {
    for encoding in alibi rope; do
        live_open "$small&encodings=learned&tab=encodings&encoding=$encoding"
        "$poslab" explain $encoding --json | jq -r '.encodings[0].formula' | diff - <(shown_formula)
    done
    live_open "$small&encodings=learned&tab=encodings&encoding=alibi&options=sides=symmetric"
    shown_formula | diff - <(printf '%s\n' 'score(i,j) -= m * |i - j|' 'm = 2^(-8 * head / 4)')
    live_open "$small&encodings=learned&tab=encodings&encoding=none"
    [ "$(shown_formula)" = 'z = x' ]
    live_open "$small&encodings=learned&tab=encodings&encoding=alibi&options=sides=all"
    [[ "$(text_of '#controls .failure')" = 'address: options: sides=all: '* ]]
    live_open "$small&encodings=learned&tab=encodings&encoding=rope"
    page_run 'const f = document.querySelector("#option-rope-base"); f.value = "x"; f.dispatchEvent(new Event("change"))' >/dev/null
    [ "$(shown_formula)" = '' ]
}

@test "numbers are rounded as the program rounds them: chance 1/16 is 6 % in both" {
    numbers=(6.25 6.75 -6.25 0.25 0.35 0.15 62.5 0.05 12.34 99.95 0 -0.75)
    expected=$(printf '%s\n' "${numbers[@]}" | awk '{ printf "%s%.1f", (NR > 1 ? "," : ""), $1 }')
    fixed=$(sed -n '/^export function fixed/,/^}/p' src/rooms/page/dom.js)
    live_open "$small&encodings=none&task=shift"
    returns "\"$expected\"" "${fixed#export } return arguments[0].split(' ').map(x => fixed(Number(x), 1)).join()" "${numbers[*]}"
    live_trained
    chance=$("$poslab" compare task.name=shift compare.members=none compare.seeds=1 train.steps=60 train.warmup=10 eval.examples=50 \
        --run "$BATS_TEST_TMPDIR/shift" 2>/dev/null | awk '$1 == "chance" { print $2; exit }')
    [ "$chance" = 6 ]
    page_run 'document.querySelector("#numbers-fold").open = true' >/dev/null
    becomes true 'return /[0-9]/.test(document.querySelector("#numbers tr.chance")?.textContent)'
    [ "$(page_run 'return [...document.querySelectorAll("#numbers tr.chance")].find(row => row.cells[0].textContent === "chance").cells[1].textContent.trim()')" = "\"$chance\"" ]
}

@test "a text that does not fit is answered with the program's line, and the answer comes back with the next good one" {
    live_open "$small&encodings=learned&tab=sentence"
    type_into '#sentence-b' 'Y Z X'
    becomes true 'return document.querySelector("#sentence-error").textContent !== ""'
    text_of '#sentence-error'
    run env PATH="${poslab%/*}:$PATH" poslab predict "$BATS_FILE_TMPDIR/learned" 'w1 X w2 Y' 'Y Z X'
    [ "poslab: $(text_of '#sentence-error')" = "${output%%; *}" ] # which then names commands
    type_into '#sentence-b' 'Y w1 x'
    becomes true 'return document.querySelector("#sentence-error").textContent.endsWith("(did you mean X?)")'
    type_into '#sentence-b' 'Y w1 X'
    becomes true 'return document.querySelector("#sentence-error").textContent === ""'
    returns false 'return document.querySelector("#sentence .result").classList.contains("stale")'
}

@test "known words are suggested while one types, and taken by arrow and Enter" {
    live_open "$small&encodings=learned&tab=sentence"
    type_into '#sentence-b' 'Y w1'
    becomes true 'return document.querySelector("#sentence-b-words").childElementCount > 2'
    returns true 'return [...document.querySelectorAll("#sentence-b-words li")].every(li => li.textContent.startsWith("w1"))'
    page_press "$down" "$enter"
    returns '"Y w10 "' 'return document.querySelector("#sentence-b").value'
    type_into '#sentence-b' 'Y 1'
    returns true 'return document.querySelector("#sentence-b-words").hidden' # no word begins with it
}

@test "a text longer than in training is answered, and one too long for pictures says so" {
    live_open "$small&encodings=learned&tab=sentence&policy=clamp"
    live_trained
    long=$(printf 'w%d ' {1..16} {1..16} {1..16} {1..16})
    page_run 'const f = document.querySelector("#sentence-b"); f.value = arguments[0]; f.dispatchEvent(new Event("input"))' "X Y $long" >/dev/null
    becomes true 'return document.querySelector("#sentence .result > .hint").textContent === "Pictures are drawn of 64 rows at most; this text has 71."'
    returns '[0,71]' 'return [document.querySelectorAll("#sentence .card:first-child svg").length, document.querySelectorAll("#sentence .card:first-child .chip").length]'
    said="$(text_of '#sentence-answer .best .said')   ($(text_of '#sentence-answer .best .said') $(text_of '#sentence-answer .best .share'),"
    "$poslab" predict "$BATS_FILE_TMPDIR/learned" 'w1 X w2 Y' "X Y $long" eval.policies=clamp >"$BATS_TEST_TMPDIR/program"
    grep -qF -- "->  $said" "$BATS_TEST_TMPDIR/program"
}

@test "token, segment and position add up to the sum, and are those of the program" {
    live_open "$small&encodings=learned&tab=sentence"
    live_trained
    becomes true 'return document.querySelectorAll("#sentence .maps svg.map").length === 8'
    page_run 'document.querySelectorAll("#sentence .maps")[1].focus()' >/dev/null
    page_press "$down" "$down" "$right" # to row 1, column 1
    shown='return document.activeElement.nextElementSibling.textContent'
    "$poslab" show embedding "$BATS_FILE_TMPDIR/learned" 'w1 X w2 Y' 'Y w3 X' --json >"$BATS_TEST_TMPDIR/program"
    expected=$(jq -r '[.token, .segment, .position, .sum] | map(.[1][1]) | @tsv' "$BATS_TEST_TMPDIR/program" |
        xargs printf 'w1 (row 1, A), column 1: token %.3f + segment %.3f + position %.3f = sum %.3f')
    echo "$expected"
    becomes true "$shown.replaceAll('\u2212', '-') === \"$expected\""
    jq -e '.token[1][1] + .segment[1][1] + .position[1][1] - .sum[1][1] | fabs < 1e-6' "$BATS_TEST_TMPDIR/program"
}

@test "an encoding that adds no vector has no strip, and it is said what it does" {
    live_open "$small&encodings=rope&tab=sentence"
    becomes true 'return document.querySelectorAll("#sentence .maps svg.map").length === 7'
    rope=$("$poslab" help encodings --json | jq -r '.encodings[] | select(.name == "rope").summary')
    returns "\"Nothing is added. rope: $rope.\"" 'return document.querySelector("#sentence .nothing").textContent'
}

# page_touch SELECTOR: a finger on the middle of it
page_touch() {
    local at
    at=$(page_run 'const e = document.querySelector(arguments[0]); e.scrollIntoView({block: "center"});
        const b = e.getBoundingClientRect(); return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]' "$1")
    at=${at#[} at=${at%]}
    webdriver POST "/$session/actions" '{"actions": [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "duration": 0, "x": '"${at%,*}, \"y\": ${at#*,}}"', {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]}' >/dev/null
}

@test "a finger reads values as a pointer does, and chooses the word whose attention is drawn" {
    page_size 390 844
    live_open "$small&encodings=learned&tab=sentence"
    becomes true 'return document.querySelectorAll("#sentence .maps svg.map").length === 8'
    page_touch '#sentence .maps svg.map'
    becomes true 'return / takes from .*: head 1 [0-9.]+, head 2 [0-9.]+, head 3 [0-9.]+, head 4 [0-9.]+$/.test(document.querySelector("#sentence .readout").textContent)'
    page_touch '#sentence .chip[data-row="4"]'
    returns '"What Y (row 4, A) takes from each word:"' 'return document.querySelector("#sentence .heads .hint").textContent'
    page_click '#tab-encodings'
    becomes true 'return document.querySelector("#encoding-matrix svg.heat") !== null'
    page_touch '#encoding-matrix svg.heat'
    becomes true 'return !document.querySelector("#tip").hidden && document.querySelector("#tip").textContent !== ""'
}

# Every visible control of the page that Tab should reach; of radio buttons and words the one that is chosen.
controls='const seen = e => e.checkVisibility({visibilityProperty: true}) && !e.closest("[hidden]");
    const all = [...document.querySelectorAll("a[href],button,input,select,summary,[tabindex]")].filter(e => seen(e) && !e.disabled && e.tabIndex >= 0 &&
        !(e.type === "radio" && !e.checked) && e.closest("dialog") === null);'

@test "Tab reaches every control of every view, in the order of the page, and shows where it is" {
    for view in train sentence encodings; do
        live_open "$small&encodings=learned&tour=3&tab=$view"
        [ $view != sentence ] || becomes true 'return document.querySelectorAll("#sentence .maps svg.map").length === 8'
        live_trained
        [ $view != train ] || becomes true 'return !/^(Then|Training|Evaluating)/.test(document.querySelector("#pair-title").textContent)'
        page_later 300 # until what is drawn anew around its title has its elements
        page_run "$controls"' all.forEach((e, i) => e.dataset.nth = i); window.reached = []; window.bare = [];
            document.addEventListener("focusin", e => { window.reached.push(Number(e.target.dataset.nth));
                if (getComputedStyle(e.target.closest(".pill") || e.target).outlineStyle === "none") window.bare.push(e.target.id || e.target.outerHTML.slice(0, 80)); });
            document.body.focus()' >/dev/null
        count=$(page_run "$controls"' return all.length')
        mapfile -t tabs < <(for ((i = 0; i < count; i++)); do echo "$tab"; done)
        page_press "${tabs[@]}"
        page_run 'return window.reached' | jq -e --argjson n "$count" 'unique == [range($n)] and . == sort' >/dev/null ||
            { page_run 'return [window.reached, [...document.querySelectorAll("[data-nth]")].filter(e => !window.reached.includes(Number(e.dataset.nth))).map(e => e.id || e.outerHTML.slice(0, 90))]'; return 1; }
        returns '[]' 'return window.bare'
    done
}

@test "keys: space plays and pauses, ? lists the keys, Escape closes the list, / goes to the sentence" {
    live_open "steps=100000&seeds=1&encodings=learned"
    page_run 'document.activeElement.blur()' >/dev/null
    returns '"Pause"' 'return document.querySelector("#play").textContent'
    page_press ' '
    becomes true 'return document.querySelector("#play").textContent === "Play"'
    page_press '?'
    returns true 'return document.querySelector("#keys").open'
    page_press "$escape"
    returns false 'return document.querySelector("#keys").open'
    page_press /
    returns '"sentence-a"' 'return document.activeElement.id'
    page_press ' ' s t
    becomes true 'return document.querySelector("#sentence-a").value.endsWith(" st")'
    returns '"Play"' 'return document.querySelector("#play").textContent'
}

@test "the first key leads past the header, and leaves the address alone" {
    live_open "$small&encodings=learned"
    page_run 'document.activeElement.blur()' >/dev/null
    page_press "$tab"
    returns '"Skip to the models"' 'return document.activeElement.textContent'
    returns true 'const b = document.activeElement.getBoundingClientRect(); return b.top >= 0 && b.bottom < innerHeight'
    page_press "$enter"
    returns '"MAIN"' 'return document.activeElement.tagName'
    returns true 'return location.hash.includes("steps=60")'
    page_press "$tab"
    returns true 'return document.querySelector("main").contains(document.activeElement)'
}

@test "a screen reader hears the answer when typing pauses" {
    live_open "$small&encodings=learned&tab=sentence"
    live_trained
    type_into '#sentence-b' 'Y w3 w4 X'
    becomes true 'return /^Answer: (yes|no), [0-9.]+ %\./.test(document.querySelector("#heard").textContent)'
    returns '"polite"' 'return document.querySelector("#heard").getAttribute("aria-live")'
}

# What the program shows of a view, and what the page has: the same numbers, or the same reason for none.
same_view() { # ENCODING VIEW [OPTION...]
    local encoding=$1 view=$2 file="$BATS_TEST_TMPDIR/view.json" heat text
    shift 2
    text=$(text_of "#encoding-$view, #encoding-about")$(text_of '#encoding-about')
    if ! "$poslab" show encoding "$encoding" "$@" --view "$view" --json >"$file" 2>"$file.error"; then
        grep -qF "$(sed 's/^poslab: //; s/, so --view.*//' "$file.error")" <<<"$text"
        return
    fi
    heat=$(page_run 'const h = document.querySelector("#encoding-" + arguments[0] + " svg.heat"); return h && h.dataset.v.split(" ").map(Number)' "$view")
    jq -e --slurpfile p "$file" --arg view "$view" '. as $page | ([$p[0].similarity, $p[0].matrix, $p[0].cosines, $p[0].bias] | map(select(. != null)) | .[0] | flatten) as $program |
        ($page | length) == ($program | length) and ($program | length) > 15 and
        all(range($page | length); ($page[.] - $program[.]) as $d | ($program[.] | fabs) as $size | ($d | fabs) <= 0.0051 * $size + 1e-9)' <<<"$heat"
}

@test "numbers of every encoding are those of the program, and so is the reason where there are none" {
    live_open "$small&encodings=learned&tab=encodings"
    encodings=$("$poslab" help encodings --json | jq -r '.encodings[].name')
    [ -n "$encodings" ]
    for encoding in $encodings; do
        page_run 'const s = document.querySelector("#encoding-pick"); s.value = arguments[0]; s.dispatchEvent(new Event("change"))' "$encoding" >/dev/null
        for view in matrix similarity; do
            same_view "$encoding" $view || { echo "$encoding $view"; return 1; }
        done
    done
}

@test "options of an encoding act on its numbers" {
    live_open "$small&encodings=learned&tab=encodings&encoding=sinusoidal"
    page_run 'const f = document.querySelector("#option-sinusoidal-base"); f.value = "100"; f.dispatchEvent(new Event("change"))' >/dev/null
    same_view sinusoidal matrix sinusoidal.base=100
    if same_view sinusoidal matrix; then return 1; fi
    becomes true 'return location.hash.includes("options=base=100")'
    error=$("$poslab" show encoding sinusoidal sinusoidal.base=100 --view shift --json | jq .error)
    grep -qF "(error $(printf '%.4f' "$error") of the rows' size, " <<<"$(text_of '#encoding-shift')"
    page_run 'const f = document.querySelector("#encoding-offset"); f.value = 7; f.dispatchEvent(new Event("input"))' >/dev/null
    [[ "$(text_of '#encoding-shift')" = *'the row 7 further on'* ]]
}

# WIDTH HEIGHT, the smallest letter and the thinnest curve in pixels
@test "a projector's type is read from the back row: letters and curves at 1920, 1280 and 1024 pixels" {
    for look in "1920 1080 24 5" "1280 720 20 3" "1024 768 20 3"; do
        read -r width height letter line <<<"$look"
        page_size "$width" "$height"
        for with in sentence\&tour=3 encodings\&tour=3 train\&tour=3 train; do
            live_open "$small&encodings=none,learned&projector=on&tab=$with"
            live_trained
            small_texts=$(page_run 'const out = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                for (let n = walk.nextNode(); n; n = walk.nextNode()) {
                    const e = n.parentElement;
                    if (!n.data.trim() || !e.checkVisibility() || e.closest("script,style,.unseen,option,.skip")) continue;
                    const svg = e.closest("svg"), scale = svg ? svg.getScreenCTM().a : 1;
                    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
                    if (size < arguments[0]) out.push(size.toFixed(1) + " " + n.data.slice(0, 30));
                }
                return out' "$letter")
            [ "$small_texts" = '[]' ] || { echo "$look $with: $small_texts"; return 1; }
            returns true 'return document.documentElement.scrollWidth <= innerWidth'
            # the tour is beside what it speaks of where there is room, else above it
            [[ $with != *tour* ]] ||
                returns "$([ "$width" -lt 1200 ] && echo false || echo true)" 'return document.querySelector("#tour").getBoundingClientRect().left >= document.querySelector("main").getBoundingClientRect().right'
            # all of the lesson is on the screen of a large one, with the tour and without it: both charts next to each other
            [[ $width != 1920 || $with != train* ]] || becomes true 'const box = what => document.querySelector(what)?.getBoundingClientRect();
                return ["#example", "#length-chart svg", "#pair-chart svg", "#length", "#policy", "#findings", "#tour"]
                    .every(what => box(what).bottom <= 1080) && box("#pair-chart").left > box("#length-chart").right && box("#pair-chart").top < box("#length-chart").bottom'
        done
        returns true 'return [...document.querySelectorAll("#length-chart .line")].every(e => parseFloat(getComputedStyle(e).strokeWidth) * e.closest("svg").getScreenCTM().a >= arguments[0])' "$line"
    done
}

@test "on a phone of 360 pixels nothing scrolls sideways and a finger has 44 pixels: sentence, encodings, tour, keys" {
    page_size 360 740
    for view in train sentence encodings; do
        live_open "$small&encodings=learned&tab=$view&tour=5"
        returns true 'return document.documentElement.scrollWidth <= 360 && innerWidth === 360'
        returns '[]' 'return [...document.querySelectorAll("button,select,input[type=text],input[type=range],summary,.pill")].filter(e => e.checkVisibility() && !e.closest("[hidden]"))
            .map(e => [e.id || e.className || e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.width && (b.height < 43.9 || b.width < 43.9)).map(([name, b]) => [name, b.width, b.height])'
    done
    page_press '?'
    returns true 'return document.querySelector("#keys").getBoundingClientRect().right <= innerWidth'
}

@test "what the pointer is told in words, keys and a finger are told as well; Escape takes it away" {
    tip='const t = document.getElementById("tip"); return t.hidden ? null : t.textContent'
    live_open "$small&encodings=none,learned"
    live_trained
    returns 0 'return document.querySelectorAll("[title]").length'
    rope=$("$poslab" help encodings --json | jq -c '.encodings[] | select(.name == "rope").summary')
    page_touch '#members label:has([value=rope])'
    returns "$rope" "$tip"
    page_press "$escape"
    returns null "$tip"
    page_run 'document.querySelector("#length-chart").focus()' >/dev/null
    page_press "$right"
    page_run "$tip" | grep -qE '^"none: [0-9.]+[ ,]'
    page_press "$escape"
    returns null "$tip"
}

@test "panels are quiet: no message in the console, no request" {
    live_open "$small&encodings=none,learned,gru&tab=sentence&model=gru%20seed%201"
    for tab in encodings sentence train; do page_click "#tab-$tab"; done
    live_trained
    [ "$(page_logs)" = '[]' ]
    [ "$(page_requests | grep -v -e '^data:' -e '^blob:' -e blank.html | sort -u)" = "file://$page_file" ]
}
