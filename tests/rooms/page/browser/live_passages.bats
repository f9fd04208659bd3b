# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# live_passages.bats -- which words of a sentence are passage B: at the words, below arcs, beside matrices, and as text.

load ../../../browser/driver
load panels

# open_sentence TASK: its panel, once it has answered
open_sentence() {
    live_open "steps=1&seeds=1&encodings=learned&tab=sentence&task=$1"
    becomes true 'return document.querySelectorAll("#sentence svg.map").length === 8'
}

# The first picture of arcs of the sentence as typed, and the first matrix.
arcs='const svg = document.querySelector("#sentence .card:first-child svg.arcs");'
matrix='const svg = document.querySelector("#sentence svg.map");'
drawn='return [...svg.querySelectorAll(arguments[0])].map(e => e.getAttribute(arguments[1]) || e.textContent)'

# Words of 5 characters at most are 36 units wide, from 4 on; brackets stand below the picture's 120 units. Passage A
# (w1 X w2 Y behind [CLS]) takes 5 words, passage B (Y w3 X) 3. A cell is 17 wide; names of 5 characters, and 19 units
# for the brackets beside them, stand in front of 62.
@test "two passages: brackets at words and arcs, lines in matrices, letters in the text" {
    open_sentence order
    returns '["passage A","passage B"]' 'return [...document.querySelectorAll("#sentence .card:first-child .passage-name")].map(e => e.textContent)'
    returns '[5,3]' 'return [...document.querySelectorAll("#sentence .card:first-child .passage")].map(e => e.querySelectorAll(".chip").length)'
    returns '["M5.5 120V124H182.5V120","M185.5 120V124H290.5V120"]' "$arcs$drawn" path.edge d
    returns '["passage A","passage B"]' "$arcs$drawn" text.name.mid:not\(.from\):nth-last-of-type\(-n+2\) none
    returns '"What [CLS] (row 0, A) takes from each word:"' 'return document.querySelector("#sentence .heads .hint").textContent'
    # beside: rows from 24 on; between: after five of 17; above: columns from 62 on
    returns '["M18 25.5H14V107.5H18","M18 110.5H14V158.5H18","M62 109.0H198","M63.5 22V18H145.5V22","M148.5 22V18H196.5V22","M147.0 24V160"]' "$matrix$drawn" path.edge d
    returns '"62 24 17 17 8 8"' 'return document.querySelector("#sentence svg.map").dataset.cells'
}

@test "one passage: nothing is marked" {
    open_sentence first
    returns '[0,0,true]' 'return [document.querySelectorAll("#sentence .passage").length, document.querySelectorAll("#sentence path.edge").length,
        document.querySelectorAll("#sentence .card:first-child .chips > .chip").length === 5]'
    returns '"What [CLS] (row 0) takes from each word:"' 'return document.querySelector("#sentence .heads .hint").textContent'
}

@test "arrow keys go from passage to passage" {
    open_sentence query
    page_run 'document.querySelector("#sentence .chip.from").focus()' >/dev/null
    chosen='return document.querySelector("#sentence .chip[aria-checked=true]").dataset.row'
    returns '"1"' "$chosen" # the first target
    for row in 2 3; do
        page_run 'document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true, cancelable: true}))' >/dev/null
        returns "\"$row\"" "$chosen"
    done
    returns '["A","B","C","A"]' 'return [...document.querySelectorAll("#sentence .card:first-child .passage-name")].map(e => e.textContent.slice(-1))'
}
