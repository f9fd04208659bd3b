# shellcheck shell=bash disable=SC2034
# driver.bash -- a headless Chromium, driven through chromedriver's WebDriver interface with curl and jq.
#
# browser_start opens one session for a file of tests; browser_stop ends it and the processes that it started.

poslab="${POSLAB:-$PWD/build/poslab}"

# Why the tests of a file cannot run here; "": they can. A file's setup_file begins with `can_run || return 0`, its setup with
# `can_run || skip "$(lacks)"`: a skip in setup_file would fail.
no_driver() { command -v chromedriver >/dev/null || echo 'no chromedriver here (make test-deps)'; }
lacks() { no_driver; }
can_run() { [ -z "$(lacks)" ]; }

# What a page logs, and what it asks the network for, is kept by the driver. A driver that ends without a port is begun
# again: of two protocols another program may have taken the port that it chose for the first.
browser_start() {
    local log="$BATS_FILE_TMPDIR/driver.log" port='' tries=0 pid
    while [ -z "$port" ] && [ $((tries++)) -lt 9 ]; do
        chromedriver --port=0 >"$log" 2>&1 &
        pid=$!
        echo $pid >"$BATS_FILE_TMPDIR/driver.pid"
        while [ -z "$port" ] && kill -0 $pid 2>/dev/null; do
            sleep 0.1
            port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$log")
        done
    done
    [ -n "$port" ] || { cat "$log"; return 1; }
    export driver="http://127.0.0.1:$port/session" session=
    session=$(webdriver POST '' '{"capabilities": {"alwaysMatch": {"timeouts": {"script": 300000}, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        "goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--no-first-run", "--disable-background-networking"]}}}}' | jq -r .sessionId)
    [ -n "$session" ] && [ "$session" != null ]
}

browser_stop() {
    [ -z "$session" ] || webdriver DELETE "/$session" >/dev/null
    [ ! -f "$BATS_FILE_TMPDIR/driver.pid" ] || kill "$(cat "$BATS_FILE_TMPDIR/driver.pid")" 2>/dev/null || true
}

# webdriver METHOD PATH [JSON]: its value; a failure prints the driver's message. A start of jq costs more than all the rest of
# a call, so jq reads only what may be an error, or may be written in more than one way: escapes and fractions.
webdriver() {
    local body=(-d "${3:-}") answer
    [ "$1" = POST ] || body=()
    answer=$(curl -sS --max-time 300 -X "$1" -H 'Content-Type: application/json' "${body[@]}" "$driver$2")
    if [[ $answer == '{"value":'*'}' && $answer != *\\* && $answer != *'"error":'* && ! $answer =~ [0-9][.eE] ]]; then
        answer=${answer#*:}
        echo "${answer%\}}"
    else
        jq -c 'if (.value | type) == "object" and .value.error and .value.message then .value.message | error else .value end' <<<"$answer"
    fi
}

# quoted TEXT...: as strings of JSON, with commas between them
quoted() {
    local text all=
    # shellcheck disable=SC1003 # a backslash in quotes
    for text; do
        text=${text//\\/'\\'} text=${text//\"/'\"'} text=${text//$'\n'/'\n'} text=${text//$'\t'/'\t'} text=${text//$'\r'/'\r'}
        all+=",\"$text\""
    done
    printf %s "${all#,}"
}

# page_open FILE
page_open() {
    page_logs >/dev/null
    webdriver POST "/$session/url" "{\"url\": $(quoted "file://$1")}" >/dev/null
}

# page_run SCRIPT [ARGUMENT...]: what the script returns, as JSON.
page_run() {
    local code=$1
    shift
    webdriver POST "/$session/execute/sync" "{\"script\": $(quoted "$code"), \"args\": [$(quoted "$@")]}"
}

# returns JSON SCRIPT [ARGUMENT...]: what the script returns in the page
returns() {
    local expected=$1 got
    shift
    got=$(page_run "$@")
    [ "$got" = "$expected" ] || { echo "expected $expected, got $got from: $1"; return 1; }
}

# becomes JSON SCRIPT [ARGUMENT...]: waits within the page until the script returns that, five minutes at most. To ask from outside,
# again and again, costs more than what the page does meanwhile. It begins anew where the page is left.
becomes() {
    local expected=$1 code=$2 end=$((SECONDS + 300))
    shift 2
    code='const given = [...arguments], done = given.pop(), expected = given.shift(), run = function () { '$code$'\n};
        (function look() {
            let got;
            try { got = JSON.stringify(run(...given) ?? null); } catch { /* not drawn yet */ }
            if (got === expected) done(true);
            else setTimeout(look, 50);
        })();'
    while [ $SECONDS -lt $end ]; do
        [ "$(webdriver POST "/$session/execute/async" "{\"script\": $(quoted "$code"), \"args\": [$(quoted "$expected" "$@")]}" 2>/dev/null)" != true ] || return 0
        sleep 0.2
    done
    echo "never $expected: $code"
    return 1
}

# soon COMMAND...: waits until it succeeds; gives up after minutes.
soon() {
    for _ in {1..6000}; do
        "$@" && return
        sleep 0.05
    done
    echo "never: $*"
    return 1
}

# page_later MILLISECONDS: waits for a timer in the page, and so for all timers that began earlier and are no longer. It fails if
# the page is left meanwhile.
page_later() {
    webdriver POST "/$session/execute/async" "{\"script\": \"setTimeout(arguments[1], arguments[0])\", \"args\": [$1]}" >/dev/null
}

# page_size WIDTH HEIGHT: as a phone or a screen of that size has it.
page_size() {
    cdp Emulation.setDeviceMetricsOverride "{\"width\": $1, \"height\": $2, \"deviceScaleFactor\": 1, \"mobile\": $([ "$1" -lt 600 ] && echo true || echo false)}"
}

# page_scheme light|dark
page_scheme() {
    cdp Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$1\"}]}"
}

cdp() {
    webdriver POST "/$session/goog/cdp/execute" "{\"cmd\": \"$1\", \"params\": $2}" >/dev/null
}

# The messages of the console since the last call.
page_logs() {
    webdriver POST "/$session/se/log" '{"type": "browser"}'
}

# page_says FILTER: waits until the messages logged from now on satisfy the jq filter.
page_says() {
    local all=
    for _ in {1..3000}; do
        all+=$(page_logs)
        jq -es "add | $1" <<<"$all" >/dev/null && return
        sleep 0.1
    done
    echo "never: $1 in $all"
    return 1
}

# Everything asked for since the last call, one address a line.
page_requests() {
    webdriver POST "/$session/se/log" '{"type": "performance"}' |
        jq -r '.[].message | fromjson | .message | select(.method == "Network.requestWillBeSent") | .params.request.url'
}

# The pointer onto the middle of an element: page_hover SELECTOR
page_hover() {
    local at
    at=$(page_run 'const e = document.querySelector(arguments[0]); e.scrollIntoView({block: "center"});
        const b = e.getBoundingClientRect(); return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]' "$1")
    at=${at#[} at=${at%]}
    webdriver POST "/$session/actions" '{"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
        "actions": [{"type": "pointerMove", "duration": 0, "x": '"${at%,*}, \"y\": ${at#*,}}]}]}" >/dev/null
}

# A click as a user makes it: page_click SELECTOR
page_click() {
    local element
    element=$(webdriver POST "/$session/element" "{\"using\": \"css selector\", \"value\": $(quoted "$1")}")
    element=${element%\"*}
    webdriver POST "/$session/element/${element##*\"}/click" '{}' >/dev/null
}

# page_picture FILE.png: what the window shows.
page_picture() {
    webdriver GET "/$session/screenshot" | jq -r . | base64 -d >"$1"
}
