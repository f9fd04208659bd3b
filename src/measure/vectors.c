/* vectors.c -- see vectors.h. */
#include "measure/vectors.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool open_token(struct vectors *v, const struct model *m, struct error *e) {
    (void)e;
    v->value = m->params.value + m->token;
    v->rows = m->size.vocabulary;
    v->columns = m->config.d_model - m->encoding.columns;
    return true;
}

static const char *row_token(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    return v->run->task.kind->word(&v->run->task, row, buffer);
}

static bool open_segment(struct vectors *v, const struct model *m, struct error *e) {
    (void)e;
    v->value = m->params.value + m->segment;
    v->rows = m->size.segments;
    v->columns = m->config.d_model - m->encoding.columns;
    return true;
}

static const char *row_segment(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    (void)v;
    snprintf(buffer, TASK_WORD_MAX, "segment%d", row);
    return buffer;
}

static bool refuse_position(const struct model *m, struct error *e) {
    char with[256] = "";
    for (const struct encoding *const *c = encodings; *c; c++)
        if ((*c)->table)
            text_append(with, sizeof with, "%s%s", *with ? ", " : "", (*c)->name);
    return error_set(e, EXIT_USAGE, "encoding %s has no table of positions; one of these has: %s", m->encoding.kind->name,
                     with);
}

static bool open_position(struct vectors *v, const struct model *m, struct error *e) {
    const struct encoding_built *b = &m->encoding;
    for (int i = 0; b->kind->table && i < b->tensors; i++) {
        if (strcmp(b->tensor[i].name, b->kind->table) != 0)
            continue;
        v->value = m->params.value + m->position[i];
        v->rows = b->tensor[i].rows;
        v->columns = b->tensor[i].columns;
        v->unread = v->rows - b->rows;
        return true;
    }
    return refuse_position(m, e);
}

static const char *row_position(const struct vectors *v, int row, char buffer[TASK_WORD_MAX]) {
    if (row < v->unread)
        snprintf(buffer, TASK_WORD_MAX, "unread%d", row);
    else
        snprintf(buffer, TASK_WORD_MAX, "position%d", row - v->unread);
    return buffer;
}

const struct vectors_table vectors_tables[] = {
    {"token", open_token, row_token},
    {"segment", open_segment, row_segment},
    {"position", open_position, row_position},
    {0},
};

bool vectors_open(struct vectors *v, const struct vectors_table *table, const struct run *r, struct error *e) {
    *v = (struct vectors){.table = table, .run = r};
    return table->open(v, &r->model, e);
}
