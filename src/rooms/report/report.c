/* report.c -- the page in order; see report.h. */
#include "report/report.h"

#include "base/registry.h"
#include "base/room.h"
#include "draw/svg.h"
#include "result/answer.h"
#include "result/comparison_notes.h"
#include "result/page.h"
#include "result/table_lengths.h"
#include "study/series.h"

/* ---- What every section has */

/* A chart is laid out twice, for a screen and for a phone, whose letters would be too small in a picture of the usual
 * width; page.css shows one of them. */
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

void report_fold(struct html *h, bool open, const char *summary) {
    html_raw(h, "<details%s><summary>", open ? " open" : "");
    html_text(h, summary);
    html_raw(h, "</summary>\n");
}

/* ---- The head of a result */

static void fact(struct html *h, const char *name, const char *text) {
    html_raw(h, "<div><dt>%s</dt>", name);
    html_element(h, "dd", text);
    html_raw(h, "</div>\n");
}

static void list_facts(struct html *h, const struct result *f, struct arena *arena) {
    const struct comparison_result *c = &f->result;
    int below = 0, longest = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        below += m->status == STATUS_FINISHED && member_must_pass(m) && !member_passed(c, m);
    for (int i = 1; i <= c->lengths; i++)
        longest = c->words[i].high > longest ? c->words[i].high : longest;
    if (f->single) {
        fact(h, "model", arena_format(arena, "%s, seed %d", c->member[0].label, c->member[0].seed));
    } else {
        fact(h, "models", arena_format(arena, "%d of %d finished", compare_count(c, STATUS_FINISHED), c->members));
        fact(h, "trained with", compare_seeds(c, arena));
    }
    fact(h, "trained on", fill_trained(c, arena));
    if (longest)
        fact(h, "evaluated at up to", arena_format(arena, "%d words", longest));
    fact(h, "steps", fill_range(fill_steps(c), " to ", arena));
    fact(h, "examples",
         c->settings.task->dataset_count
             ? "those of the test file"
             : arena_format(arena, "%s at each length",
                            fill_examples(c->settings.eval.examples, c->settings.task, false, arena)));
    fact(h, "failed seeds", arena_format(arena, "%d", below + compare_count(c, STATUS_FAILED)));
}

/* What was trained, in brief. */
static void put_facts(struct report *r) {
    html_raw(&r->h, "<dl class=facts>");
    list_facts(&r->h, r->f, &r->arena);
    html_raw(&r->h, "</dl>\n");
}

/* The question and the sentences of `poslab compare`. */
static void put_head(struct report *r) {
    const struct result *f = r->f;
    struct html *h = &r->h;
    struct answer a;
    const struct task *task = f->result.settings.task;
    answer_find(&a, &f->result, METRIC_ACCURACY, &r->arena);
    html_raw(h, "<header><p class=kind>poslab, %s</p>", f->single ? "one run" : "a comparison");
    html_element(h, "h1", answer_question(&a, &r->arena));
    html_element(h, "p class=question", arena_format(&r->arena, "Task %s: %s", task->name, task->question));
    html_raw(h, a.findings ? "\n<ol class=findings>" : "");
    for (int i = 0; i < a.findings; i++)
        html_element(h, "li", a.finding[i]);
    html_raw(h, a.findings ? "</ol>\n" : "\n");
    html_raw(h, "</header>\n");
}

static void put_glossary(struct report *r) { page_glossary(&r->h); }

/* ---- The page */

static const struct report_section own[] = {
    {10, put_head},      {20, report_curves},   {30, put_facts},        {40, report_why},       {50, report_table},
    {60, put_glossary},  {80, report_seeds},    {100, report_policies}, {110, report_learning}, {120, report_models},
    {130, report_pairs}, {140, report_missing}, {150, report_settings},
};
enum { OWN = sizeof own / sizeof *own, SECTIONS_MAX = OWN + 16 };

/* Those of other rooms among them, by their place. */
static void list_sections(const struct report_section *list[SECTIONS_MAX + 1]) {
    for (int i = 0; i < OWN; i++)
        list[i] = &own[i];
    list[OWN] = NULL;
    for (const struct room *const *r = rooms; *r; r++)
        registry_add(list, SECTIONS_MAX, (*r)->sections, offsetof(struct report_section, place));
}

bool report_write(const struct result *f, const char *path, struct error *e) {
    struct report r = {.f = f, .folder = f->result.folder, .e = e};
    const struct report_section *section[SECTIONS_MAX + 1];
    list_sections(section);
    page_open(&r.h, r.folder);
    html_open(&r.missing);
    for (const struct report_section *const *s = section; *s && !r.failed; s++) {
        (*s)->write(&r);
        arena_free(&r.arena);
    }
    html_drop(&r.missing);
    if (!r.failed)
        return page_close(&r.h, path, e);
    html_drop(&r.h);
    return false;
}
