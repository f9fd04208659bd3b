/* report_models.c -- single models in a report: how a longer text's positions are read, what the encoding gives
 * them with what training never had struck out, and what heads attend to in a few examples. The first finished seed of
 * each label stands for it; without a checkpoint there is nothing but the reason. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "plot/chart_rows.h"
#include "report/report.h"
#include "study/read_results.h"
#include "study/series.h"
#include "view/pictures.h"
#include "view/view.h"

enum { POSITIONS_SHOWN = 12, ATTENTION_SHOWN = 6, EXAMPLES = 2, CELLS_ACROSS = 64 };

static const char positions_opening[] =
    "<section id=positions><h2>What longer texts get</h2>\n<p>Each column is a position, or a distance, of a text four "
    "times as long as in training, which ends at the line. Training never had what is struck out. Hover or tap "
    "for "
    "numbers.</p>\n<div class=many>",
                  attention_opening[] =
                      "<section id=attention><h2>What heads attend to</h2>\n<p>Examples that the model was not "
                      "trained on. Each row is a head, at the first target position. Hover or tap for "
                      "weights.</p>\n<div class=many>";

/* A section, opened with its first figure. */
struct part {
    struct report *r;
    struct html *h;
    const char *opening;
    int figures;
};

static void end_part(const struct part *p) {
    if (p->figures)
        html_raw(p->h, "</div></section>\n");
}

/* A checkpoint that had to make way for the one before it is missing, too; of those that were not kept report_missing
 * tells. A baseline is no model to look into. */
static bool read_model(struct run *run, struct report *r, const struct member *m) {
    static const struct assignments nothing;
    char folder[PATH_MAX_LENGTH];
    struct error e = {0};
    if (m->settings->baseline)
        return false;
    bool ok =
        member_folder(folder, &r->f->result, m, &e) && checkpoint_read_folder(run, folder, &nothing, NULL, NULL, &e);
    if (!ok && e.code != EXIT_USAGE)
        report_miss(r, m->label, e.text);
    return ok;
}

/* What an encoding or a mixer does not have is not missing. */
static void put_or_miss(struct part *p, bool filled, const struct heat *map, const char *what, const struct error *e) {
    if (filled) {
        html_raw(p->h, "%s", p->figures++ ? "" : p->opening);
        report_heat(p->h, map, CELLS_ACROSS, 4 * CELLS_ACROSS);
    } else if (e->code != EXIT_USAGE) {
        report_miss(p->r, what, e->text);
    }
    arena_free(&p->r->arena);
}

/* A model's map of what is unseen (view_unseen.c); a hybrid has several. */
struct model_map {
    struct part *part;
    const char *label;
};

static void put_map(struct view_page *page, const struct picture *p) {
    const struct model_map *of = page->to;
    struct heat map = *p->heat;
    if (of->part->figures >= POSITIONS_SHOWN)
        return;
    map.title = arena_format(page->arena, "%s: %s", of->label, map.title);
    html_raw(of->part->h, "%s", of->part->figures++ ? "" : of->part->opening);
    report_heat(of->part->h, &map, CELLS_ACROSS, 4 * CELLS_ACROSS);
}

static void put_chart(struct view_page *page, const struct picture *p) { report_chart(page->to, p->chart); }

/* What a view of the run's encoding draws; its sentences are the page's. */
static void draw_encoding(struct view_page *page, const char *name, const struct run *run, const struct result *f) {
    struct encoding_alone of = encoding_alone_of_run(run);
    struct error e;
    const struct view v = {.kind = view_find("encoding", name, &e), .page = page};
    of.settings.extrapolation = &policy_refuse; /* none is set: all are drawn, or the natural one */
    view_draw(&v, &(struct view_of){.encoding = &of, .measured = f->single ? &f->result : NULL}, &e);
}

/* A section: how the positions of a text four times as long as in training are read under each policy. False: the model
 * has no positions, or one way to read them. */
static bool put_ruler(struct report *r, const struct run *run) {
    struct view_page page = {.arena = &r->arena, .draw = put_chart, .to = &r->h};
    if (!encoding_acts(run->model.encoding.kind) || !run->model.encoding.policies[1])
        return false;
    html_raw(&r->h, "<section id=ruler><h2>How longer texts are read</h2>\n");
    draw_encoding(&page, "ruler", run, r->f);
    html_raw(&r->h, "<p>");
    for (int i = 0; i < page.sees.count; i++) {
        html_raw(&r->h, i ? "<br>" : "");
        html_text(&r->h, page.sees.text[i]);
    }
    html_raw(&r->h, "</p></section>\n");
    arena_free(&r->arena);
    return true;
}

/* Of a made task the first examples; of a test file, whose are numbered by length, some of different lengths in range.
 */
static void put_attention(struct part *p, const struct run *r) {
    const struct task_built *t = &r->task;
    int count = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, t->size.trained.high) : 0;
    for (int i = 0; i < EXAMPLES && r->model.mixer->weights; i++) {
        struct heat map;
        struct error e = {0};
        struct model_example x;
        const char *text[2];
        struct arena *arena = &p->r->arena;
        int number = count ? (int)((long long)count * (2 * i + 1) / (2 * EXAMPLES)) : i;
        int right = model_example_texts(text, r, number, arena);
        bool ok = model_example_open(&x, r, text, 0, r->model.encoding.policies[0], arena, &e);
        if (ok)
            fill_attention(&map, &x, 0, r->model.config.heads, right, arena);
        put_or_miss(p, ok, &map, "attention", &e);
    }
}

void report_models(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    struct html attention_html;
    html_open(&attention_html);
    struct part positions = {r, &r->h, positions_opening, 0}, attention = {r, &attention_html, attention_opening, 0};
    struct fill_rows rows;
    bool ruled = false;
    first_policy_rows(&rows, c);
    for (int k = 0; k < c->labels; k++) {
        const struct member *m = series_model(&c->series[k]);
        struct run run;
        bool has_room = positions.figures < POSITIONS_SHOWN, attends = attention.figures < EXAMPLES * ATTENTION_SHOWN;
        bool drawn = !rows.best; /* of models that differ in options alone the one that other figures show */
        for (int i = 0; i < rows.count; i++)
            drawn = drawn || c->row[rows.row[i]].first == m;
        if (!(has_room || attends) || !m || !drawn || !read_model(&run, r, m))
            continue;
        ruled = ruled || positions.figures || put_ruler(r, &run);
        if (has_room) {
            struct view_page page = {
                .arena = &r->arena, .draw = put_map, .to = &(struct model_map){&positions, c->series[k].first->label}};
            draw_encoding(&page, "unseen", &run, r->f);
            arena_free(&r->arena);
        }
        if (attends)
            put_attention(&attention, &run);
        run_free(&run);
    }
    end_part(&positions);
    end_part(&attention);
    html_append(&r->h, &attention_html);
}
