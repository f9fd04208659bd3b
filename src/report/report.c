/* report.c -- the page in order; see report.h. Every section is a function of what result_read found. */
#include "report/report.h"

#include "result/answer.h"
#include "result/comparison_notes.h"
#include "result/table_columns.h"
#include "study/result.h"
#include "study/series.h"

/* style.css, page.js and what pages share, put into the program by make. */
extern const char report_style_css[], report_page_js[], draw_chart_css[], draw_reading_css[], draw_reading_js[];

void report_open_page(struct html *h, const char *title) {
    html_raw(h, "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
                "<meta name=viewport content='width=device-width,initial-scale=1'>\n"
                "<meta name=color-scheme content='light dark'>\n"
                "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; "
                "script-src 'unsafe-inline'; img-src data:\">\n"
                "<link rel=icon href='data:,'>\n<title>poslab: ");
    html_text(h, title);
    html_raw(h, "</title>\n<style>\n%s%s%s</style>\n</head><body><main>\n", report_style_css, draw_reading_css,
             draw_chart_css);
}

static void fact(struct html *h, const char *name, const char *text) {
    html_raw(h, "<div><dt>%s</dt>", name);
    html_element(h, "dd", text);
    html_raw(h, "</div>\n");
}

static void write_facts(struct html *h, const struct result *f, struct arena *arena) {
    const struct comparison_result *c = &f->result;
    const struct settings *s = &c->settings;
    int finished = 0, below = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        finished += m->status == STATUS_FINISHED;
        below += m->status == STATUS_FINISHED && !m->settings->baseline && member_in_range(m) < c->compare.gate;
    }
    if (f->single) {
        fact(h, "model", arena_format(arena, "%s, seed %d", c->member[0].label, c->member[0].seed));
    } else {
        if (c->folders)
            fact(h, "folders", arena_format(arena, "%d", c->folders));
        fact(h, "models", arena_format(arena, "%d of %d finished", finished, c->members));
        fact(h, "seeds", arena_format(arena, "%d..%d", compare_seeds(c).low, compare_seeds(c).high));
    }
    fact(h, "trained on", fill_trained(c, arena));
    int longest = 0;
    for (int i = 1; i <= c->lengths; i++)
        longest = c->words[i].high > longest ? c->words[i].high : longest;
    if (longest)
        fact(h, "evaluated at up to", arena_format(arena, "%d words", longest));
    fact(h, "steps", fill_range(fill_steps(c), " to ", arena));
    fact(h, "examples",
         s->task->dataset_count ? "those of the test file"
                                : arena_format(arena, "%s at each length", fill_examples(c, arena)));
    fact(h, "failed seeds", arena_format(arena, "%d", below + compare_count(c, STATUS_FAILED)));
    fact(h, "BLAS kernels", *c->kernels ? c->kernels : "not recorded");
}

/* The sentences that `poslab compare` prints first. */
static void write_findings(struct html *h, const struct comparison_result *c, struct arena *arena) {
    struct answer a;
    answer_find(&a, c, arena);
    html_raw(h, a.findings ? "\n<ol class=findings>" : "");
    for (int i = 0; i < a.findings; i++)
        html_element(h, "li", a.finding[i]);
    html_raw(h, a.findings ? "</ol>" : "");
}

static void write_head(struct html *h, const struct result *f, const struct report_renewal *renewal, const char *path) {
    struct arena arena = {0};
    html_raw(h, "<header><p class=kind>poslab, %s</p>",
             f->single  ? "one run"
             : f->parts ? "several folders compared"
                        : "a comparison");
    html_element(h, "h1", f->result.settings.task->name);
    html_element(h, "p class=question", f->result.settings.task->question);
    write_findings(h, &f->result, &arena);
    html_raw(h, "\n<dl class=facts>");
    write_facts(h, f, &arena);
    html_raw(h, "</dl>");
    if (renewal)
        report_progress(h, renewal);
    if (!f->parts)
        report_link(h, f, path);
    html_raw(h, "</header>\n");
    arena_free(&arena);
}

void report_close_page(struct html *h) {
    html_raw(h, "</main><div id=tip role=status hidden></div>\n<script>\n%s%s</script>\n</body></html>\n",
             report_page_js, draw_reading_js);
}

static bool write_sections(struct html *h, const struct result *f, const char *path, struct error *e) {
    struct html missing;
    html_open(&missing);
    report_open_page(h, f->result.folder);
    write_head(h, f, NULL, path);
    if (f->result.rows) {
        report_curves(h, f);
        report_sweeps(h, f);
        report_table(h, f);
        report_glossary(h);
        report_labels(h, f);
    }
    report_seeds(h, f);
    bool ok = f->parts || report_claims(h, f->result.folder, e);
    if (f->result.rows)
        report_policies(h, f);
    report_figures(h, f, &missing);
    if (f->result.rows)
        report_models(h, f, &missing);
    report_pairs(h, f);
    report_missing(h, f, &missing);
    ok = ok && report_settings(h, f, e);
    report_close_page(h);
    return ok;
}

/* What is known while models train: nothing that takes long to draw, and members without a result yet are listed above.
 */
static bool write_renewed(struct html *h, const struct result *f, const struct report_renewal *renewal,
                          const char *path, struct error *e) {
    struct html missing;
    html_open(&missing);
    report_open_page(h, f->result.folder);
    write_head(h, f, renewal, path);
    if (f->result.rows) {
        report_curves(h, f);
        report_sweeps(h, f);
        report_table(h, f);
    }
    report_figures(h, f, &missing);
    html_drop(&missing);
    if (f->result.rows)
        report_policies(h, f);
    report_pairs(h, f);
    bool ok = report_settings(h, f, e);
    report_close_page(h);
    return ok;
}

/* Writes the page where all of it could be said. */
static bool finish(struct html *h, bool ok, const char *path, struct error *e) {
    if (ok)
        return html_close(h, path, e);
    html_drop(h);
    return false;
}

bool report_write(const struct result *f, const char *path, struct error *e) {
    struct html h;
    html_open(&h);
    return finish(&h, write_sections(&h, f, path, e), path, e);
}

bool report_write_renewed(const struct result *f, const struct report_renewal *renewal, const char *path,
                          struct error *e) {
    struct html h;
    html_open(&h);
    return finish(&h, write_renewed(&h, f, renewal, path, e), path, e);
}

bool report_write_claims(const char *folder, const char *path, struct error *e) {
    struct html h;
    html_open(&h);
    report_open_page(&h, folder);
    html_raw(&h, "<header><p class=kind>poslab, claims</p><h1>What tutorials say</h1><p class=question>Sentences about "
                 "positions, each tested by a small experiment. Each rule was written down before its numbers were "
                 "seen.</p></header>\n");
    bool ok = report_claims(&h, folder, e);
    report_glossary(&h);
    report_close_page(&h);
    return finish(&h, ok, path, e);
}
