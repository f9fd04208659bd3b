/* test_report.c -- the report of the comparison made by hand: what its head says, how it is repeated. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "baseline/baseline.h"
#include "report/report.h"
#include "study/result.h"
#include "study/series.h"
#include "unit/files.h"
#include "unit/lopsided.h"
#include "unit/opened.h"
#include "unit/tests.h"

static struct result result;

static int build(void **state) {
    memset(&result, 0, sizeof result);
    lopsided_build(&result.result, &result.arena);
    return 0;
}

static int drop(void **state) {
    arena_free(&result.arena);
    return 0;
}

static char page_path[PATH_MAX_LENGTH];

/* A folder of the test folder's, with a file in it; its page is page_path. */
static const char *folder_with(const char *called, const char *name, const char *text) {
    const char *folder = in_folder("", called);
    struct error e = {0};
    assert_true(file_make_folder(folder, &e) && file_path(page_path, folder, "r.html", &e));
    write_file(folder, name, (struct bytes){text, strlen(text)});
    return folder;
}

/* The bytes of a page in the arena. */
static const char *page_of(const struct result *f) {
    struct error e = {0};
    size_t size;
    assert_true(report_write(f, page_path, &e));
    return (const char *)file_read(page_path, 1 << 24, &result.arena, &size, &e);
}

static void assert_holds(const char *page, const char *part) {
    if (!strstr(page, part))
        fail_msg("the page lacks: %s", part);
}

TEST_WITH(head, build, drop) {
    static const char head[] =
        "<header><p class=kind>poslab, a comparison</p><h1>Which position encoding still works on longer texts?</h1><p "
        "class=question>Task order: %s</p>\n<ol class=findings><li>At trained lengths none (no positions) guesses; "
        "learned reaches 97 %%; rope base=100 passes 95 %% in 2 of 3 seeds.</li>";
    static const char facts[] =
        "</section>\n<dl class=facts>"
        "<div><dt>models</dt><dd>8 of 9 finished</dd></div>\n<div><dt>trained with</dt><dd>seeds 1..3</dd></div>\n"
        "<div><dt>trained on</dt><dd>4..16 words</dd></div>\n"
        "<div><dt>evaluated at up to</dt><dd>64 words</dd></div>\n<div><dt>steps</dt><dd>123</dd></div>\n"
        "<div><dt>examples</dt><dd>45 at each length</dd></div>\n<div><dt>failed seeds</dt><dd>2</dd></div>\n"
        "</dl>\n<section id=table>";
    const char *folder = folder_with("head", "config.ini", "[train]\nsteps = 1 <&>\n");
    char expected[2000];
    snprintf(result.result.folder, sizeof result.result.folder, "%s", folder);
    snprintf(result.result.kernels, sizeof result.result.kernels, "Zen & Haswell");
    for (int k = 0; k < result.result.members; k++)
        result.result.member[k].steps = 123;
    result.result.settings.eval.examples = 45;
    snprintf(expected, sizeof expected, head, result.result.settings.task->question);
    const char *page = page_of(&result);
    assert_holds(page, expected);
    assert_holds(page, facts);
    assert_holds(page, " same kernels (Zen &amp; Haswell). ");
    const char *curves =
        strstr(page, "</ol>\n</header>\n<section id=curves><figure>"); /* the chart is what comes first */
    assert_true(curves && curves < strstr(page, facts));
    assert_holds(page, "<summary>config.ini</summary>\n<pre>[train]\nsteps = 1 &lt;&amp;&gt;\n</pre></details>");
    snprintf(expected, sizeof expected, "<pre><code>poslab compare %s/config.ini --run runs/again</code></pre>",
             folder);
    assert_holds(page, expected);
    assert_holds(page, "<li>8 of 9 models: no checkpoint was kept");
    /* baselines have no pass mark, and no pictures that a checkpoint would show */
    struct settings bag = member_settings(&result.result.member[5]);
    bag.baseline = &baseline_bag;
    result.result.member[5].settings = settings_pack(&bag, NULL, &result.arena);
    page = page_of(&result);
    assert_holds(page, "<dt>failed seeds</dt><dd>1</dd>");
    assert_holds(page, "<li>7 of 9 models: no checkpoint was kept");
}

/* Charts of policies begin where the lowest of them does: that of rope, whose interval at 64 words ends at 12 %. */
TEST_WITH(policies_on_one_axis, build, drop) {
    int axes = 0;
    folder_with("policies", "config.ini", "");
    for (int i = 0; i < 2; i++)
        for (int k = 0; k <= result.result.lengths; k++)
            result.result.row[i].of[METRIC_ACCURACY][k] = (struct summary){2, 0.9, 0.89, 0.91};
    const char *page = page_of(&result), *from = strstr(page, "<section id=policies>");
    assert_non_null(from);
    const char *end = strstr(from, "</section>");
    for (const char *at = from; (at = strstr(at, "'>0</text>")) && at < end; at++)
        axes++;
    assert_int_equal(axes, 4); /* two charts, each for a screen and for a phone */
    for (const char *at = from; (at = strstr(at, "'>100</text>")) && at < end; at++)
        axes++;
    assert_int_equal(axes, 8);
}

/* A run is a comparison of one, and says so. */
TEST_WITH(single, build, drop) {
    const char *folder = folder_with("it's", "config.ini", "[train]\n");
    struct result run = result;
    snprintf(run.result.folder, sizeof run.result.folder, "%s", folder);
    run.single = true;
    run.result.member = &result.result.member[3];
    run.result.members = 1;
    *run.result.kernels = 0;
    const char *page = page_of(&run);
    assert_holds(page, "<p class=kind>poslab, one run</p><h1>");
    assert_holds(page, "<div><dt>model</dt><dd>rope base=100, seed 1</dd></div>\n<div><dt>trained on</dt>");
    assert_holds(page, "<div><dt>failed seeds</dt><dd>0</dd></div>\n");
    assert_holds(page, " same kernels (not recorded). ");
    assert_holds(page, "<pre><code>poslab train &#39;");
    assert_holds(page, "/it&#39;\\&#39;&#39;s/config.ini&#39; --run runs/again</code></pre>");
    assert_holds(page, "<details open><summary>config.ini</summary>");
}

/* A page has 200 failed models and 2,000 rows of single seeds, two of each model here; of more it says how many there
 * are. */
TEST_WITH(too_many_for_a_page, build, drop) {
    enum { FAILED = 200, FINISHED = 1000, LAST = FAILED + FINISHED };
    const struct member *given = result.result.member;
    struct member *all = arena_alloc(&result.arena, LAST + 2, sizeof *all);
    struct evaluation_result *of_one_row = arena_alloc(&result.arena, 1, sizeof *of_one_row);
    for (int i = 0; i < LAST + 2; i++)
        all[i] = given[i < FAILED || i == LAST ? 0 : 6];
    *of_one_row = *given[6].result;
    of_one_row->rows = 1;
    all[LAST + 1].result = of_one_row;
    folder_with("many", "config.ini", "");
    result.result.member = all;
    result.result.members = LAST;
    assert_null(strstr(page_of(&result), "too many for a page"));
    result.result.members = LAST + 2;
    const char *page = page_of(&result);
    assert_holds(page, "201 models: too many for a page; compare.json has them.");
    assert_holds(page, "2001 rows: too many for a page; compare.json has them.");
}

/* Of 2,001 models there are as many rows of means. */
TEST_WITH(too_many_models_for_a_page, build, drop) {
    enum { MODELS = 2001 };
    struct compare_row *row = arena_alloc(&result.arena, MODELS, sizeof *row);
    struct member *first = arena_alloc(&result.arena, MODELS, sizeof *first);
    for (int i = 0; i < MODELS; i++) {
        row[i] = result.result.row[0];
        first[i] = *row[i].first;
        row[i].first = &first[i];
    }
    folder_with("many", "config.ini", "");
    result.result.row = row;
    result.result.rows = MODELS;
    assert_holds(page_of(&result), "2001 rows: too many for a page; compare.json has them.");
}

GROUP(report, folder_setup, folder_teardown)
