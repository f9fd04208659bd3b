/* show_attention.c -- poslab show attention: who attends to whom, head by head. */
#include <string.h>

#include "base/text.h"
#include "command/show.h"
#include "model/mixer.h"
#include "present/heat.h"

/* Weights of an example, (targets, heads, rows). */
struct attention {
    const struct show_example *x;
    const real *weight;
    int heads;
    int first, end; /* heads that are shown */
};

static double weight_of(const struct attention *t, int target, int head, int row) {
    return (double)t->weight[((size_t)target * t->heads + head) * t->x->batch.rows + row];
}

/* "12 word": rows can share a word. */
static const char **row_names(const struct show_example *x, const int *row, int count, struct arena *arena) {
    const char **name = arena_alloc(arena, (size_t)count, sizeof *name);
    char text[2 * TEXT_PRINTABLE];
    for (int i = 0; i < count; i++) {
        int at = row ? row[i] : i;
        snprintf(text, sizeof text, "%3d %s", at, x->word[at]);
        name[i] = arena_text(arena, text);
    }
    return name;
}

/* One target: words down, heads across. */
static void draw_one(const struct screen *s, const struct attention *t, struct arena *arena) {
    const struct batch *b = &t->x->batch;
    int heads = t->end - t->first;
    struct numbers n = {.m = matrix_alloc(b->rows, heads, arena),
                        .row_name = row_names(t->x, NULL, b->rows, arena),
                        .column_name = show_head_names(t->first, heads, arena),
                        .digits = 2,
                        .limit = 1};
    for (int h = 0; h < heads; h++)
        for (int i = 0; i < b->rows; i++)
            matrix_row(&n.m, i)[h] = weight_of(t, 0, t->first + h, i);
    screen_say(s, 0, "The target is row %d, %s. What it takes from each row, as parts of 1:", b->target[0],
               t->x->word[b->target[0]]);
    numbers_draw(s, &n);
}

/* Many: a table for each head, targets down, the rows that they attend to across. */
static void draw_many(const struct screen *s, const struct attention *t, int head, struct arena *arena) {
    const struct batch *b = &t->x->batch;
    struct numbers n = {.m = matrix_alloc(b->targets, b->rows, arena),
                        .row_name = row_names(t->x, b->target, b->targets, arena),
                        .column_name = t->x->word,
                        .digits = 2,
                        .limit = 1};
    for (int i = 0; i < b->targets; i++)
        for (int j = 0; j < b->rows; j++)
            matrix_row(&n.m, i)[j] = weight_of(t, i, head, j);
    screen_say(s, 0, "Head %d: what each target row (down) takes from each row (across), as parts of 1:", head + 1);
    numbers_draw(s, &n);
    fputc('\n', s->out);
}

static void say_answers(const struct screen *s, const struct show_example *x) {
    const struct task_built *t = &x->run->task;
    int classes = x->run->model.size.classes;
    int right = 0;
    char text[1024] = "", expected[1024] = "", buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    for (int i = 0; i < x->batch.targets; i++) {
        const real *logit = x->way.work.value.logits + (size_t)i * classes;
        int best = 0;
        for (int c = 1; c < classes; c++)
            best = logit[c] > logit[best] ? c : best;
        text_append(text, sizeof text, " %s", text_printable(shown, t->kind->answer(t, best, buffer)));
        text_append(expected, sizeof expected, " %s",
                    text_printable(shown, t->kind->answer(t, x->batch.answer[i], buffer)));
        right += best == x->batch.answer[i];
    }
    screen_say(s, 2, "The model answers:%s", text);
    if (x->drawn)
        screen_say(s, 2, "Right is:%s (%d of %d)", expected, right, x->batch.targets);
}

static void print_json(const struct attention *t) {
    const struct batch *b = &t->x->batch;
    json_t *json = show_example_json(t->x), *list = json_array();
    for (int h = t->first; h < t->end; h++) {
        json_t *rows = json_array();
        for (int i = 0; i < b->targets; i++) {
            json_t *weights = json_array();
            for (int j = 0; j < b->rows; j++)
                json_array_append_new(weights, json_real(weight_of(t, i, h, j)));
            json_array_append_new(rows, json_pack("{si so}", "row", b->target[i], "weights", weights));
        }
        json_array_append_new(list, json_pack("{si so}", "head", h + 1, "targets", rows));
    }
    json_object_set_new(json, "heads", list);
    command_print_json(json);
}

static bool choose_heads(struct attention *t, const struct arguments *a, struct error *e) {
    const struct model *m = &t->x->run->model;
    t->heads = m->config.heads;
    if (!m->mixer->weights)
        return error_set(e, EXIT_USAGE, "the run has %s instead of attention, which has no weights to show",
                         m->mixer->name);
    t->weight = m->mixer->weights(&t->x->way.work);
    if (a->head > t->heads)
        return error_set(e, EXIT_USAGE, "--head %d: the model has %d", a->head, t->heads);
    t->first = a->head ? a->head - 1 : 0;
    t->end = a->head ? a->head : t->heads;
    return true;
}

static void draw(const struct screen *s, const struct attention *t, struct arena *arena) {
    show_example_say(s, t->x);
    if (t->x->batch.targets == 1)
        draw_one(s, t, arena);
    for (int h = t->first; h < t->end && t->x->batch.targets > 1; h++)
        draw_many(s, t, h, arena);
    say_answers(s, t->x);
}

static bool run(const struct screen *s, struct arguments *a, struct error *e) {
    struct show_example x;
    struct attention t = {.x = &x};
    if (!show_example_open(&x, a, e) || !choose_heads(&t, a, e))
        return false;
    if (a->json)
        print_json(&t);
    else
        draw(s, &t, &a->arena);
    return true;
}

const struct show show_attention = {.name = "attention",
                                    .operand = "RUN [TEXT_A [TEXT_B]]",
                                    .operands = 3,
                                    .options = "head length width colour json",
                                    .run = run};
