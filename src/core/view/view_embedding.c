/* view_embedding.c -- an example's words, and how the rows that attention sees are made, table by table; see view.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "draw/example_marks.h"
#include "encoding/encoding.h"
#include "example/batch_shown.h"
#include "example/model_example.h"
#include "measure/embedding_parts.h"
#include "model/mixer.h"
#include "view/view.h"

enum { STEPS = 3 }; /* rows that are added up in numbers */

static const char *const titles[PARTS] = {"token", "segment", "position", "sum"};

void view_example(const struct view *v, const struct model_example *x) {
    struct arena arena = {0};
    const struct batch *b = &x->batch;
    const struct settings *set = &x->run->settings;
    const struct example_marks marks = batch_marks(b, &arena);
    json_put(v->json, "task s encoding s", x->run->task.kind->name, set->encoding->name);
    batch_put(v->json, b, &x->run->task);
    size_t size = 1;
    for (int i = 0; i < b->rows; i++)
        size += strlen(x->word[i]) + 1;
    char *words = arena_alloc(&arena, size, 1);
    for (int i = 0; i < b->rows; i++)
        text_append(words, size, "%s%s", i ? " " : "", x->word[i]);
    bool shown = example_marks_shown(&marks);
    if (!shown)
        view_say(v, 2, "%s (%s, %s): %s", set->task->name, set->encoding->name, set->task->question, words);
    else
        view_say(v, 2, "%s (%s): %s", set->task->name, set->encoding->name, set->task->question);
    if (shown && v->s)
        screen_words(v->s, 2, x->word, &marks, 0);
    view_gap(v);
    arena_free(&arena);
}

static void tell_head(const struct view *v, const struct model *m) {
    const struct encoding *kind = m->encoding.kind;
    view_say(v, 0,
             "Each row that %s sees is a sum: its word's row of the token table, its segment's row, and what the "
             "encoding gives for its position.",
             m->mixer->name);
    if (!kind->embed)
        view_say(v, 0, "Encoding %s gives nothing here%s.", kind->name,
                 !encoding_is_embedded(kind) ? ": it acts inside attention (`poslab show encoding`)" : "");
    if (m->encoding.columns)
        view_say(v, 0, "The last %d of the %d columns are the position's own; the tables have none there.",
                 m->encoding.columns, m->config.d_model);
    view_gap(v);
}

/* One row as token + segment + position = sum, as many columns as fit. */
static void draw_step(const struct view *v, const struct model_example *x, const struct embedding_parts *p,
                      double limit, int row) {
    const struct batch *b = &x->batch;
    int all = p->part[PART_SUM].columns;
    struct arena arena = {0};
    const struct example_marks marks = batch_marks(b, &arena);
    const char *segment = arena_format(&arena, "+ segment %d", b->segment[row]);
    if (example_marks_shown(&marks))
        segment = arena_format(&arena, "%s (%c)", segment, passage_letter(b->segment[row]));
    const char *const names[PARTS] = {arena_format(&arena, "  token %s", x->word[row]), segment,
                                      arena_format(&arena, "+ position %d", b->position[row]),
                                      arena_format(&arena, "= row %d", row)};
    struct screen_matrix n = {
        .m = matrix_alloc(PARTS, all, &arena), .row_name = names, .digits = 4, .limit = limit, .first_block = true};
    for (int k = 0; k < PARTS; k++)
        memcpy(matrix_row(&n.m, k), matrix_row(&p->part[k], row), (size_t)all * sizeof(double));
    screen_matrix_draw(v->s, &n);
    if (screen_matrix_columns(v->s, &n) < all)
        view_say(v, 2, "... and so on, columns %d..%d", screen_matrix_columns(v->s, &n), all - 1);
    view_gap(v);
    arena_free(&arena);
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct model_example *x = of->example;
    struct embedding_parts p;
    struct arena arena = {0};
    double limit = 0;
    const struct example_marks marks = batch_marks(&x->batch, &arena);
    (void)e;
    embedding_parts(&p, x, &arena);
    for (int k = 0; k < PARTS; k++)
        limit = fmax(limit, matrix_limit(&p.part[k]));
    view_example(v, x);
    tell_head(v, &x->run->model);
    for (int i = 0; v->s && i < (v->count ? v->count : STEPS) && i < x->batch.rows; i++)
        draw_step(v, x, &p, limit, i);
    for (int k = 0; k < PARTS; k++) {
        view_say(v, 0, "%s%s: rows down, columns across.", k == PART_SUM ? "= " : k ? "+ " : "", titles[k]);
        view_heat(v, titles[k],
                  &(struct heat){.m = p.part[k],
                                 .low = -limit,
                                 .high = limit,
                                 .row = {.title = "row", .marks = &marks},
                                 .column.title = "column",
                                 .value_title = "value"});
        view_gap(v);
    }
    view_say(v, 0, "The sum of the three tables differs from the model's input by %.2g at most.", p.difference);
    json_put(v->json, "difference f", p.difference);
    struct added_position a;
    bool adds = added_position_measure(&a, x->run);
    json_put(v->json, "angle f length_ratio f", adds ? a.angle : (double)NAN, adds ? a.length : (double)NAN);
    if (adds)
        view_say(v, 0,
                 "A position rotates a word's vector by %.1f degrees and makes it %.2f times as long, on average over "
                 "%d words and %d positions.",
                 a.angle, a.length, a.words, a.positions);
    if (x->run->model.config.embedding_norm)
        view_say(v, 0, "A layer norm follows (model.embedding_norm).");
    arena_free(&arena);
    return true;
}

const struct view_kind view_embedding = {
    .of = "embedding",
    .summary = "token + segment + position = sum, in numbers",
    .options = "count length",
    .tell = tell,
};
