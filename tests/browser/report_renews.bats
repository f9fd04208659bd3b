# shellcheck shell=bash disable=SC2154,SC2030,SC2031
# report_renews.bats -- the page of `report --watch` in a real browser: it renews itself while models train, keeps what
# its reader opened, sorted and has in view, and stops once nothing trains or nobody writes it.

load driver

setup_file() {
    command -v chromedriver >/dev/null || skip "no chromedriver here (make test-deps)"
    browser_start
}

teardown_file() {
    browser_stop
}

# A comparison of which one model is finished and the other trains until it is stopped; and the page about it.
setup() {
    comparison="$BATS_TEST_TMPDIR/c" page="$BATS_TEST_TMPDIR/c/report.html"
    "$poslab" compare task.name=first train.warmup=10 train.log_every=5 eval.examples=50 'eval.lengths=1x 2x' \
        compare.members="none steps=20, rope steps=2000000" compare.seeds=1..1 --jobs 1 --run "$comparison" \
        >"$BATS_TEST_TMPDIR/compare" 2>&1 3>&- &
    trainer=$!
    soon test -s "$comparison/rope-steps=2000000-seed1/metrics.jsonl"
    "$poslab" report "$comparison" --watch >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/error" 3>&- &
    writer=$!
    soon test -s "$BATS_TEST_TMPDIR/out"
    page_size 900 500
    page_scheme light
    page_open "$page"
}

teardown() {
    kill -TERM "$trainer" 2>/dev/null || true
    kill -TERM "$writer" 2>/dev/null || true
    wait "$trainer" "$writer" || true
}

# gives VALUE SCRIPT: whether the script returns that; between two pages there is none.
gives() {
    [ "$(page_run "$2" 2>/dev/null)" = "$1" ]
}

begun='return performance.timeOrigin'
# The fold of the configuration, how far it is from the top of the window, and the order of the first table.
kept='const d = document.querySelector("#repeat details");
    return [d.open, Math.round(d.getBoundingClientRect().top), document.querySelector("#table .heads th").ariaSort]'

# Scrolling has whole pixels, sections have not.
same_view() {
    local after
    after=$(page_run "$kept")
    echo "before $before, after $after"
    jq -en --argjson a "$before" --argjson b "$after" '$a[0] == $b[0] and $a[2] == $b[2] and ($a[1] - $b[1] | fabs) <= 3'
}

@test "while a model trains the page renews itself, and what was opened, sorted and in view stays" {
    returns true 'return document.querySelector("#progress .counts").textContent.startsWith("1 of 2 models finished, 1 running")'
    returns true 'const p = document.querySelector("#progress progress"); return p.value >= 50 && p.value < 100'
    returns true 'return document.querySelector("#learning").textContent.includes("rope steps=2000000 (running)")'
    first=$(page_run "$begun") written=$(page_run 'return document.getElementById("progress").dataset.written')
    page_run 'document.querySelector("#table .heads th").click();
        document.querySelector("#repeat details").open = true; document.querySelector("#repeat details").scrollIntoView(); scrollBy(0, -70)' >/dev/null
    before=$(page_run "$kept")
    [[ "$before" = '[true,'*',"ascending"]' ]]
    soon gives true "return performance.timeOrigin > $first && document.readyState === 'complete'"
    soon gives true "return Number(document.getElementById('progress').dataset.written) > Number($written)"
    same_view
    # and again, since what it kept it keeps once more; in large type, too
    page_run 'document.getElementById("projector").click(); document.querySelector("#table .heads th").click();
        document.querySelector("#repeat details").scrollIntoView(); scrollBy(0, -70)' >/dev/null
    before=$(page_run "$kept")
    [[ "$before" = '[true,'*',"descending"]' ]]
    second=$(page_run "$begun")
    soon gives true "return performance.timeOrigin > $second && document.readyState === 'complete'"
    same_view
    returns true 'return document.documentElement.classList.contains("projector")'
    [ "$(page_logs)" = '[]' ]
    [ "$(page_requests | sort -u)" = "file://$page" ]
}

@test "Ctrl-C leaves a whole page, which renews itself no more" {
    page_run 'document.querySelector("#repeat details").open = true' >/dev/null
    kill -INT "$writer"
    status=0
    wait "$writer" || status=$?
    [ "$status" = 75 ]
    [ ! -s "$BATS_TEST_TMPDIR/error" ]
    soon gives null 'return document.getElementById("progress")'
    returns true 'return document.querySelector("#repeat details").open && document.querySelectorAll("svg").length > 1'
    last=$(page_run "$begun")
    page_later 4000
    returns "$last" "$begun"
}

@test "a page whose writer was killed says how old it is, and stops" {
    kill -KILL "$writer"
    wait "$writer" || true
    # renewed ten times a second in place of once in three
    sed -i 's/data-seconds=[0-9]*/data-seconds=0.1/' "$page"
    page_open "$page"
    soon gives true 'return document.getElementById("progress").classList.contains("stale")'
    returns true 'return /ago.*It has not been updated since, and will not be\.$/.test(document.querySelector(".age").textContent)'
    last=$(page_run "$begun")
    page_later 500
    returns "$last" "$begun"
}
