/* view_attention.c -- who attends to whom, head by head; see view.h. */
#include <string.h>

#include "base/text.h"
#include "draw/example_marks.h"
#include "example/batch_shown.h"
#include "model/mixer.h"
#include "view/pictures.h"
#include "view/view.h"

/* Weights of an example, (targets, heads, rows). */
struct attention {
    const struct model_example *x;
    const real *weight;
    int heads;
    int first, end; /* heads that are shown */
};

/* What target i takes from each row, in one head. */
static double *take_row(double *to, const struct attention *t, int target, int head) {
    int rows = t->x->batch.rows;
    for (int j = 0; j < rows; j++)
        to[j] = (double)t->weight[((size_t)target * t->heads + head) * rows + j];
    return to;
}

/* "12 word": rows can share a word. */
static const char **row_names(const struct model_example *x, const int *row, int count, struct arena *arena) {
    const struct example_marks marks = batch_marks(&x->batch, arena);
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    for (int i = 0; i < count; i++) {
        int at = row ? row[i] : i;
        char letter = passage_letter(x->batch.segment[at]);
        bool says = row && example_marks_shown(&marks); /* all rows stand below the names of their passages */
        name[i] = arena_format(arena, says ? "%3d %s (%c)" : "%3d %s", at, x->word[at], letter);
    }
    return name;
}

/* One target: words down, heads across. */
static void tell_one(const struct view *v, const struct attention *t, struct arena *arena) {
    const struct batch *b = &t->x->batch;
    int heads = t->end - t->first;
    struct heat map;
    const struct example_marks marks = batch_marks(b, arena);
    struct screen_matrix n = {.m = matrix_alloc(b->rows, heads, arena),
                              .row_marks = &marks,
                              .row_name = row_names(t->x, NULL, b->rows, arena),
                              .column_name = view_head_names(t->first, heads, arena),
                              .digits = 2,
                              .limit = 1};
    fill_attention(&map, t->x, t->first, t->end, t->x->drawn ? b->answer[0] : -1, arena);
    for (int h = 0; h < heads; h++)
        for (int i = 0; i < b->rows; i++)
            matrix_row(&n.m, i)[h] = matrix_row(&map.m, h)[i];
    view_picture(v, &map);
    view_numbers(v, &n, "The target is row %d, %s. Its weight on each row (they add up to 1):", b->target[0],
                 t->x->word[b->target[0]]);
}

/* Many: a table for each head, targets down, the rows that they attend to across. */
static void tell_many(const struct view *v, const struct attention *t, int head, struct arena *arena) {
    const struct batch *b = &t->x->batch;
    const struct example_marks marks = batch_marks(b, arena);
    struct screen_matrix n = {.m = matrix_alloc(b->targets, b->rows, arena),
                              .column_marks = &marks,
                              .row_name = row_names(t->x, b->target, b->targets, arena),
                              .column_name = t->x->word,
                              .digits = 2,
                              .limit = 1};
    const char **target = arena_alloc(arena, (size_t)b->targets, sizeof *target);
    for (int i = 0; i < b->targets; i++) {
        take_row(matrix_row(&n.m, i), t, i, head);
        target[i] = n.row_name[i] + strspn(n.row_name[i], " ");
    }
    view_numbers(v, &n,
                 "Head %d: the weight of each row (across) for each target (down); weights add up to 1:", head + 1);
    view_gap(v);
    view_picture(v, &(struct heat){.m = n.m,
                                   .title = arena_format(arena, "What head %d attends to", head + 1),
                                   .value_title = "weight",
                                   .high = 1,
                                   .row = {.title = "target row", .name = target},
                                   .column = {.title = "row", .name = n.column_name, .marks = &marks}});
}

static void say_answers(const struct view *v, const struct model_example *x, struct arena *arena) {
    const struct task_built *t = &x->run->task;
    struct prediction p;
    int right = 0;
    char text[1024] = "", expected[1024] = "", buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    prediction_of(&p, x->run, &x->batch, &x->way, arena);
    for (int i = 0; i < x->batch.targets; i++) {
        text_append(text, sizeof text, " %s", text_printable(shown, t->kind->answer(t, p.best[i], buffer)));
        text_append(expected, sizeof expected, " %s",
                    text_printable(shown, t->kind->answer(t, x->batch.answer[i], buffer)));
        right += p.best[i] == x->batch.answer[i];
    }
    view_say(v, 2, "The model answers:%s", text);
    if (x->drawn)
        view_say(v, 2, "The right answer:%s (%d of %d)", expected, right, x->batch.targets);
}

static void set_heads(const struct view *v, const struct attention *t, struct arena *arena) {
    const struct batch *b = &t->x->batch;
    double *weight = arena_alloc(arena, (size_t)b->rows, sizeof *weight);
    json_put(v->json, "heads [");
    for (int h = t->first; h < t->end; h++) {
        json_put(v->json, "{ head i targets [", h + 1);
        for (int i = 0; i < b->targets; i++)
            json_put(v->json, "{ row i weights F }", b->target[i], take_row(weight, t, i, h), b->rows);
        json_put(v->json, "] }");
    }
    json_put(v->json, "]");
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct model_example *x = of->example;
    const struct model *m = &x->run->model;
    int heads = m->config.heads;
    struct arena arena = {0};
    if (!m->mixer->weights)
        return error_set(e, EXIT_USAGE, "the run has %s instead of attention, which has no weights to show",
                         m->mixer->name);
    if (v->head > heads)
        return error_set(e, EXIT_USAGE, "--head %d: the model has %d", v->head, heads);
    struct attention t = {.x = x, .weight = m->mixer->weights(&x->way.work), .heads = heads};
    t.first = v->head ? v->head - 1 : 0;
    t.end = v->head ? v->head : heads;
    view_example(v, x);
    if (x->batch.targets == 1)
        tell_one(v, &t, &arena);
    for (int h = t.first; h < t.end && x->batch.targets > 1; h++)
        tell_many(v, &t, h, &arena);
    say_answers(v, x, &arena);
    set_heads(v, &t, &arena);
    arena_free(&arena);
    return true;
}

const struct view_kind view_attention = {
    .of = "attention",
    .name = "words",
    .summary = "what the target attends to, head by head",
    .options = "head length",
    .tell = tell,
};
