/* view_confusion.c -- how an evaluation's answers are spread over labels, on a screen and as JSON; see view.h. */
#include <math.h>

#include "confusion/fill_confusion.h"
#include "view/view.h"

enum { NUMBERS_MOST = 12, MISTAKES = 10 };

/* As numbers, or where there are too many of them as a map. */
static void draw_counts(const struct view *v, const struct label_scores *c, struct arena *arena) {
    struct heat map;
    const struct matrix counts = {c->m.classes, c->m.classes, (double *)c->m.count};
    const struct screen_matrix n = {.m = counts, .row_name = c->name, .column_name = c->name};
    if (c->m.classes <= NUMBERS_MOST) {
        view_numbers(v, &n, "Rows: the right label. Columns: the answer.");
        return;
    }
    screen_say(v->s, 0, "Rows: the right label. Columns: the answer. Numbers are those of the labels above.");
    fill_confusion(&map, c, false, arena);
    screen_heat(v->s, &map);
}

static void put_all(const struct view *v, const struct label_scores *c) {
    struct json_writer *w = v->json;
    json_put(w, "words I rows l accuracy f macro_f1 f labels [", (const int[]){c->words.low, c->words.high}, 2,
             c->score->count, c->score->value[METRIC_ACCURACY], c->score->value[METRIC_MACRO_F1]);
    for (int k = 0; k < c->m.classes; k++) {
        const struct confusion_class of = confusion_class_of(&c->m, k);
        json_put(w, "{ label s rows i answered i right i precision f recall f f1 f }", c->r->label[k], (int)of.there,
                 (int)of.answered, (int)of.right, of.precision, of.recall, of.f1);
    }
    json_put(w, "] counts [");
    for (int right = 0; right < c->m.classes; right++) {
        json_put(w, "[");
        for (int k = 0; k < c->m.classes; k++)
            json_put(w, "i", (int)c->m.count[right * c->m.classes + k]);
        json_put(w, "]");
    }
    json_put(w, "]");
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct label_scores *c = of->scores;
    struct arena arena = {0};
    struct table classes, mistakes;
    struct heat map;
    (void)e;
    if (v->json)
        put_all(v, c);
    if (v->s) {
        fill_classes(&classes, c, &arena);
        table_terminal(v->s, &classes);
        view_gap(v);
        draw_counts(v, c, &arena);
        view_gap(v);
        fill_mistakes(&mistakes, c, v->count ? v->count : MISTAKES, &arena);
        if (mistakes.rows)
            table_terminal(v->s, &mistakes);
        else
            screen_say(v->s, 0, "%s", mistakes.layer[0].caption);
    }
    fill_confusion(&map, c, true, &arena);
    view_picture(v, &map);
    arena_free(&arena);
    return true;
}

const struct view_kind view_confusion = {
    .of = "confusion",
    .name = "counts",
    .summary = "which label was answered for which",
    .options = "count length",
    .tell = tell,
};
const struct view_kind view_labels = {
    .of = "confusion",
    .name = "labels",
    .summary = "precision, recall and F1 of each label",
    .options = "count length",
    .no_picture = true,
    .tell = tell,
};
