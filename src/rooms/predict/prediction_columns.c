/* prediction_columns.c -- see prediction_columns.h. */
#include "predict/prediction_columns.h"

/* Name number i, without what makes it new. */
static const char *plain_name(const struct prediction_columns *c, int i, struct arena *arena) {
    char buffer[TASK_WORD_MAX];
    if (c->top)
        return arena_format(arena, i % 2 ? "p_%d" : "answer_%d", i / 2 + 1);
    return i == 0 ? "answer" : arena_format(arena, "p_%s", c->t->kind->answer(c->t, i - 1, buffer));
}

const char *prediction_columns_taken(const struct prediction_columns *c, const struct records *file) {
    for (int i = 0; i < c->count; i++)
        if (records_column(file, c->name[i]) >= 0)
            return c->name[i];
    return NULL;
}

void prediction_columns_build(struct prediction_columns *c, const struct task_built *t, int top,
                              const struct records *file, struct arena *arena) {
    *c = (struct prediction_columns){t, top, top ? 2 * top : 1 + t->size.classes, NULL};
    c->name = arena_alloc(arena, (size_t)c->count, sizeof *c->name);
    for (int i = 0; i < c->count; i++)
        c->name[i] = plain_name(c, i, arena);
    for (int number = 2; prediction_columns_taken(c, file); number++)
        for (int i = 0; i < c->count; i++)
            c->name[i] = arena_format(arena, "%s_%d", plain_name(c, i, arena), number);
}

void prediction_columns_head(const struct prediction_columns *c, struct records_writer *w) {
    for (int i = 0; i < c->count; i++)
        records_write(w, c->name[i], records_text(c->name[i]));
}

static void write_answer(const struct prediction_columns *c, int column, int answer, struct records_writer *w) {
    char buffer[TASK_WORD_MAX];
    records_write(w, c->name[column], records_text(c->t->kind->answer(c->t, answer, buffer)));
}

void prediction_columns_write(const struct prediction_columns *c, const real *probability, struct records_writer *w) {
    int classes = c->t->size.classes;
    if (!probability) {
        for (int i = 0; i < c->count; i++)
            records_write_nothing(w, c->name[i]);
        return;
    }
    if (!c->top)
        write_answer(c, 0, prediction_next(probability, classes, -1), w);
    for (int i = 1; i < c->count && !c->top; i++)
        records_write_number(w, c->name[i], (double)probability[i - 1]);
    for (int i = 0, answer = -1; i < c->count && c->top; i += 2) {
        answer = prediction_next(probability, classes, answer);
        write_answer(c, i, answer, w);
        records_write_number(w, c->name[i + 1], (double)probability[answer]);
    }
}
