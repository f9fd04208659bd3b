# shellcheck shell=bash disable=SC2154,SC2016,SC2030,SC2031
# live_bits.bats -- the engine of the live page in WebAssembly answers every message as the same engine does that was
# compiled for this processor: checkpoints by their checksum, numbers and pictures to the byte. live.bats holds
# that one against the program.

load ../../../browser/driver
# shellcheck source=tests/rooms/page/live/law.bash
source "$BATS_TEST_DIRNAME/../live/law.bash"

wasm="${WASM:-$PWD/build/wasm/poslab.wasm}"

lacks() { no_driver; [ -f "$wasm" ] || echo 'no WebAssembly here (make page)'; [ -x "$live" ] || echo 'no build/live here (make test-programs)'; }

setup_file() {
    can_run || return 0
    browser_start
}

teardown_file() {
    browser_stop
}

setup() { can_run || skip "$(lacks)"; }

# page_of MESSAGES ANSWERS: a page that gives the messages to the engine in WebAssembly, and counts what differs
page_of() {
    printf '<!doctype html><meta charset="utf-8"><title>running</title>\n<script type="module">\n'
    cat "$BATS_TEST_DIRNAME/../../../../src/rooms/page/wasi.js"
    grep -v '^import ' "$BATS_TEST_DIRNAME/../live/live.mjs"
    printf 'const messages = %s;\nconst expected = %s;\n' "$(jq -Rs 'rtrimstr("\n\n") | split("\n\n")' "$1" | sed 's/</\\u003c/g')" \
        "$(jq -Rs 'rtrimstr("\n") | split("\n")' "$2" | sed 's/</\\u003c/g')"
    printf 'const wasm = Uint8Array.from(atob("%s"), (c) => c.charCodeAt(0));\n' "$(base64 -w 0 "$wasm")"
    printf 'Object.assign(window, {start_engine, wasm});\n'
    printf 'window.wrong = await replay(wasm, messages, expected);\nwindow.count = messages.length;\n'
    printf 'document.title = "done";\n</script>\n'
}

# replayed: waits for the end; what differs is printed, cut
replayed() {
    local end=$((SECONDS + 600))
    until [ "$(page_run 'return document.title')" = '"done"' ]; do
        [ $SECONDS -lt $end ] || { echo "the page does not end: $(page_logs)"; return 1; }
        sleep 0.2
    done
    page_run 'return window.wrong.slice(0, 3).map((w) => [w.message, String(w.expected).slice(0, 300), w.answer.slice(0, 300)])' |
        tee "$BATS_TEST_TMPDIR/wrong"
    [ "$(cat "$BATS_TEST_TMPDIR/wrong")" = '[]' ]
}

@test "every model of the law: the same checkpoints, evaluations and answers in WebAssembly" {
    law_messages >"$BATS_TEST_TMPDIR/messages"
    "$live" <"$BATS_TEST_TMPDIR/messages" >"$BATS_TEST_TMPDIR/answers"
    page_of "$BATS_TEST_TMPDIR/messages" "$BATS_TEST_TMPDIR/answers" >"$BATS_TEST_TMPDIR/page.html"
    page_open "$BATS_TEST_TMPDIR/page.html"
    replayed
    [ "$(page_run 'return window.count')" -ge 120 ]
}

@test "what needs no model: encodings, charts and refusals are the same bytes" {
    local kind views
    views=$(said do=list | "$live" | jq -r '.encodings[].name as $encoding | "\($encoding) \(.views[])"')
    [ -n "$views" ]
    {
        while read -r encoding view; do
            said do=encoding encoding.name="$encoding" view="$view"
        done <<<"$views"
        for kind in extrapolation learning; do
            said do=chart kind=$kind trained=2..12 width=600 height=300 baseline=chance points=12,0.5,24,0.5 \
                curve=rope encoding=rope seed=1 points=12,0.9,24,0.71 seed=2 points=12,0.8,24,0.7
        done
        said do=ask; said do=nothing; said nothing; said do=open task.wrods=3; said do=open model.d_model=4096 model.d_ff=16384
    } >"$BATS_TEST_TMPDIR/messages"
    "$live" <"$BATS_TEST_TMPDIR/messages" >"$BATS_TEST_TMPDIR/answers"
    page_of "$BATS_TEST_TMPDIR/messages" "$BATS_TEST_TMPDIR/answers" >"$BATS_TEST_TMPDIR/page.html"
    page_open "$BATS_TEST_TMPDIR/page.html"
    replayed
}

@test "where memory runs out the engine says so and ends; it does not go on with what it has" {
    said do=nothing >"$BATS_TEST_TMPDIR/messages"
    "$live" <"$BATS_TEST_TMPDIR/messages" >"$BATS_TEST_TMPDIR/answers"
    page_of "$BATS_TEST_TMPDIR/messages" "$BATS_TEST_TMPDIR/answers" >"$BATS_TEST_TMPDIR/page.html"
    page_open "$BATS_TEST_TMPDIR/page.html"
    replayed
    page_run 'TextEncoder.prototype.encode = () => ({length: 2 ** 31 + 2 ** 30});
        return WebAssembly.compile(wasm).then(start_engine).then(engine => engine.call({do: "list"}))' | tee "$BATS_TEST_TMPDIR/said"
    jq -e '. == {error: "poslab: out of memory: could not get 3221225472 bytes; try smaller sizes", code: 70}' "$BATS_TEST_TMPDIR/said"
}
