/* report.c -- the page in order; see report.h. */
#include "report/report.h"

#include "draw/svg.h"
#include "result/answer.h"
#include "result/comparison_notes.h"
#include "result/glossary.h"
#include "result/table_lengths.h"
#include "study/series.h"

/* style.css, page.js and what pages share, put into the program by make. */
extern const char report_style_css[], report_page_js[], draw_reading_css[], draw_reading_js[];

/* ---- What every page has */

void report_open(struct report *r, const char *title) {
    struct html *h = &r->h;
    html_open(h);
    html_open(&r->missing);
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

bool report_close(struct report *r) {
    html_raw(&r->h, "</main><div id=tip role=status hidden></div>\n<script>\n%s%s</script>\n</body></html>\n",
             report_page_js, draw_reading_js);
    html_drop(&r->missing);
    if (!r->failed)
        return html_close(&r->h, r->path, r->e);
    html_drop(&r->h);
    return false;
}

/* A chart is laid out twice, for a screen and for a phone, whose letters would be too small in a picture of the usual
 * width; style.css shows one of them. */
void report_chart(struct html *h, const struct chart *c) {
    static const struct svg_size phone = {.width = SVG_PHONE, .in_page = true};
    html_raw(h, "<figure><div class=broad>\n");
    svg_chart(h, c, NULL);
    html_raw(h, "</div><div class=narrow>");
    svg_chart(h, c, &phone);
    html_raw(h, "</div></figure>\n");
}

void report_heat(struct html *h, const struct heat *map, int rows, int columns) {
    struct arena arena = {0};
    const struct heat drawn = heat_shrink(map, rows, columns, &arena);
    html_raw(h, "<figure>");
    svg_heat(h, &drawn, NULL);
    html_raw(h, "</figure>\n");
    arena_free(&arena);
}

void report_glossary(struct report *r) {
    html_raw(&r->h, "<section id=words><details><summary>What the words mean</summary>\n<dl>");
    for (const struct glossary_word *g = glossary; g->word; g++) {
        html_element(&r->h, "dt", g->word);
        html_element(&r->h, "dd", g->meaning);
    }
    html_raw(&r->h, "</dl></details></section>\n");
}

/* ---- The head of a result */

static void fact(struct html *h, const char *name, const char *text) {
    html_raw(h, "<div><dt>%s</dt>", name);
    html_element(h, "dd", text);
    html_raw(h, "</div>\n");
}

static void list_facts(struct html *h, const struct result *f, struct arena *arena) {
    const struct comparison_result *c = &f->result;
    const struct range seeds = compare_seeds(c);
    int below = 0, longest = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        below += m->status == STATUS_FINISHED && member_must_pass(m) && !member_passed(c, m);
    for (int i = 1; i <= c->lengths; i++)
        longest = c->words[i].high > longest ? c->words[i].high : longest;
    if (f->single) {
        fact(h, "model", arena_format(arena, "%s, seed %d", c->member[0].label, c->member[0].seed));
    } else {
        if (c->folders)
            fact(h, "folders", arena_format(arena, "%d", c->folders));
        fact(h, "models", arena_format(arena, "%d of %d finished", compare_count(c, STATUS_FINISHED), c->members));
        fact(h, "seeds", arena_format(arena, "%d..%d", seeds.low, seeds.high));
    }
    fact(h, "trained on", fill_trained(c, arena));
    if (longest)
        fact(h, "evaluated at up to", arena_format(arena, "%d words", longest));
    fact(h, "steps", fill_range(fill_steps(c), " to ", arena));
    fact(h, "examples",
         c->settings.task->dataset_count ? "those of the test file"
                                         : arena_format(arena, "%s at each length", fill_examples(c, "", arena)));
    fact(h, "failed seeds", arena_format(arena, "%d", below + compare_count(c, STATUS_FAILED)));
}

/* What was trained, in brief. */
static void put_facts(struct report *r) {
    html_raw(&r->h, "<dl class=facts>");
    list_facts(&r->h, r->f, &r->arena);
    html_raw(&r->h, "</dl>\n");
}

/* First the sentences with which `poslab compare` begins. */
static void put_head(struct report *r) {
    const struct result *f = r->f;
    struct html *h = &r->h;
    struct answer a;
    html_raw(h, "<header><p class=kind>poslab, %s</p>",
             f->single  ? "one run"
             : f->parts ? "several folders compared"
                        : "a comparison");
    html_element(h, "h1", f->result.settings.task->name);
    html_element(h, "p class=question", f->result.settings.task->question);
    answer_find(&a, &f->result, METRIC_ACCURACY, &r->arena);
    html_raw(h, a.findings ? "\n<ol class=findings>" : "");
    for (int i = 0; i < a.findings; i++)
        html_element(h, "li", a.finding[i]);
    html_raw(h, a.findings ? "</ol>\n" : "\n");
    html_raw(h, "</header>\n");
}

/* ---- Pages */

static void (*const sections[])(struct report *r) = {
    put_head,     report_curves,   put_facts,      report_sweeps, report_table, report_glossary, report_labels,
    report_seeds, report_policies, report_figures, report_models, report_pairs, report_missing,  report_settings,
};

bool report_write(const struct result *f, const char *path, struct error *e) {
    struct report r = {.f = f, .folder = f->result.folder, .path = path, .e = e};
    report_open(&r, r.folder);
    for (size_t i = 0; i < sizeof sections / sizeof *sections && !r.failed; i++) {
        sections[i](&r);
        arena_free(&r.arena);
    }
    return report_close(&r);
}
