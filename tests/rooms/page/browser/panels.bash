# shellcheck shell=bash disable=SC2154,SC2034
# panels.bash -- what the tests of the live page's panels share: the page with a state, keys, what is read there.

page_file="${POSLAB_PAGE:-$PWD/build/poslab-live.html}"
small='steps=60&seeds=1&train.warmup=10&eval.examples=50'

lacks() { no_driver; [ -f "$page_file" ] || echo 'no page here (make page)'; }

setup_file() {
    can_run || return 0
    browser_start
}

teardown_file() {
    browser_stop
}

setup() {
    can_run || skip "$(lacks)"
    page_size 1280 900
    page_scheme light
}

# live_open HASH: the page anew, with this state, once its models are there
live_open() {
    page_open "$BATS_FILE_TMPDIR/blank.html"
    page_open "$page_file#$1"
    becomes true 'return document.querySelector("#sentence").childElementCount > 0'
}

live_trained() {
    becomes true 'return /trained,/.test(document.querySelector("#progress").textContent)'
}

text_of() {
    local text
    text=$(page_run 'return document.querySelector(arguments[0]).textContent' "$1")
    if [[ $text == '"'*'"' && $text != *\\* ]]; then text=${text#?} && echo "${text%?}"; else jq -r . <<<"$text"; fi
}

# page_press KEY...: one after another, to what has the focus
page_press() {
    local key keys=
    for key; do
        key="\"value\": $(quoted "$key")"
        keys+=",{\"type\": \"keyDown\", $key}, {\"type\": \"keyUp\", $key}"
    done
    webdriver POST "/$session/actions" "{\"actions\": [{\"type\": \"key\", \"id\": \"keys\", \"actions\": [${keys#,}]}]}" >/dev/null
}
tab=$'\uE004' escape=$'\uE00C' enter=$'\uE007' left=$'\uE012' right=$'\uE014' down=$'\uE015'
