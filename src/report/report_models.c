/* report_models.c -- single models in a report: the table of places with the trained boundary, and what heads attend to
 * in a few examples. The first finished seed of each label stands for it; without a checkpoint there is nothing. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "present/figure_places.h"
#include "report/report.h"
#include "train/checkpoint.h"

enum { PLACES_SHOWN = 12, ATTENTION_SHOWN = 6, EXAMPLES = 2, CELLS_ACROSS = 64 };

/* Section `id` is opened with its first figure. */
struct part {
    struct html *h;
    const char *opening;
    int figures;
};

static void put_figure(struct part *p, const struct member *m, struct figure_heat *map, bool caption) {
    html_raw(p->h, "%s<figure><h3>", p->figures++ ? "" : p->opening);
    html_say(p->h, "%s, seed %d", m->label, m->seed);
    html_raw(p->h, "</h3>");
    figure_shrink(map, CELLS_ACROSS, 4 * CELLS_ACROSS);
    figure_svg_heat(p->h, map);
    if (caption)
        html_element(p->h, "figcaption", map->describe);
    html_raw(p->h, "</figure>\n");
}

static void end_part(const struct part *p) {
    if (p->figures)
        html_raw(p->h, "</div></section>\n");
}

static bool read_model(struct run *r, const struct result *f, const struct member *m) {
    static const struct assignments nothing;
    char folder[PATH_MAX_LENGTH];
    struct error warning = {0}, e = {0};
    return result_folder(folder, f, m, &e) && checkpoint_read_folder(r, folder, &nothing, NULL, &warning, &e);
}

/* Of made examples the first; of held ones, which are numbered by length, some of different lengths in range. */
static int example_number(const struct run *r, int i) {
    const struct task_built *t = &r->task;
    int held = t->kind->held ? t->kind->held(t, TASK_EVALUATION, t->size.trained.high) : 0;
    return held ? (int)((long long)held * (2 * i + 1) / (2 * EXAMPLES)) : i;
}

static void put_attention(struct part *p, const struct run *r, const struct member *m) {
    for (int i = 0; i < EXAMPLES; i++) {
        struct arena arena = {0};
        struct figure_heat map;
        struct error e = {0};
        const struct figure_example x = {.number = example_number(r, i), .beyond = r->model.encoding.policies[0]};
        if (figure_attention(&map, r, &x, &arena, &e))
            put_figure(p, m, &map, true);
        arena_free(&arena);
    }
}

static void put_places(struct part *p, const struct run *r, const struct member *m) {
    struct arena arena = {0};
    struct figure_heat map;
    struct error e = {0};
    if (figure_vectors(&map, r, (struct figure_reach){0, r->model.encoding.policies[0]}, &arena, &e))
        put_figure(p, m, &map, false);
    arena_free(&arena);
}

void report_models(struct html *h, const struct result *f) {
    const struct comparison_result *c = &f->result;
    struct html attention_html;
    struct error e = {0};
    if (!html_open(&attention_html, &e))
        return;
    struct part places =
                    {h,
                     "<section id=places><h2>What places look like</h2>\n<p>One row a place, twice as many as training "
                     "had; below the line (or beyond it) no place was ever trained. Hover for numbers.</p>\n"
                     "<div class=many>",
                     0},
                attention = {&attention_html,
                             "<section id=attention><h2>What heads attend to</h2>\n<p>Examples that no model "
                             "was trained on, one row a head of the first asked word. Hover for weights.</p>\n"
                             "<div class=many>",
                             0};
    for (int k = 0; k < c->members; k++) {
        struct run r;
        bool wanted = places.figures < PLACES_SHOWN || attention.figures < EXAMPLES * ATTENTION_SHOWN;
        if (!wanted || !member_is_first(c, k) || !read_model(&r, f, &c->member[k]))
            continue;
        if (places.figures < PLACES_SHOWN)
            put_places(&places, &r, &c->member[k]);
        if (attention.figures < EXAMPLES * ATTENTION_SHOWN)
            put_attention(&attention, &r, &c->member[k]);
        run_free(&r);
    }
    end_part(&places);
    end_part(&attention);
    html_append(h, &attention_html);
}
