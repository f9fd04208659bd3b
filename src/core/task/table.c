/* table.c -- a row of a table: [CLS] c1 ... cn, one categorical cell per column. The target is [CLS]: is the value in
 * the first column larger than that in the third?
 *
 * If columns share one vocabulary, a cell does not show its column, and a model needs positions; if each column has its
 * own words, it does not (TabTransformer, SAINT). Columns beyond those of training read the words of one spare
 * column. */
#include <stdio.h>

#include "task/kinds.h"
#include "task/one_target.h"
#include "task/tokenizer.h"

enum { CLS, CELL };
enum { SHARED, PER_COLUMN };
enum { LEFT, RIGHT = 2, COLUMNS_MIN };

struct table {
    int columns, values, cells;
};

static const struct setting options[] = {
    {"task.columns", SETTING_INT, offsetof(struct table, columns), "6", COLUMNS_MIN, 4096, NULL,
     "columns of the table in training; lengths count columns"},
    {"task.values", SETTING_INT, offsetof(struct table, values), "8", 2, 4096, NULL, "different values in a column"},
    {"task.cells", SETTING_CHOICE, offsetof(struct table, cells), "shared", 0, 0, "shared|per_column",
     "columns share their words, or each has its own"},
    {0},
};

/* Blocks of words: one, or one per column and a spare. */
static int blocks(const struct table *o) { return o->cells == SHARED ? 1 : o->columns + 1; }

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct table *o = t->options;
    (void)in, (void)arena, (void)e;
    t->size = (struct task_sizes){
        .vocabulary = CELL + blocks(o) * o->values,
        .segments = 1,
        .classes = 2,
        .shortest = COLUMNS_MIN,
        .trained = {o->columns, o->columns},
    };
    return true;
}

/* A cell's word says nothing about its column if columns share their words, and everything if they do not. */
static double without_order(const struct task_built *t, struct range words) {
    const struct table *o = t->options;
    (void)words;
    return o->cells == SHARED ? 0.5 : 1;
}

static int token_of(const struct table *o, int column, int value) {
    int block = o->cells == SHARED ? 0 : column < o->columns ? column : o->columns;
    return CELL + block * o->values + value;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    const struct table *o = t->options;
    struct random *r = d->random;
    int answer = task_draw_answer(d, 2), one = random_between(r, 0, o->values - 1);
    int two = random_between(r, 0, o->values - 2);
    two += two >= one;
    int more = one > two ? one : two, less = one + two - more;
    for (int i = 1; i <= d->length; i++)
        out->token[i] = token_of(o, i - 1, random_between(r, 0, o->values - 1));
    out->token[1 + LEFT] = token_of(o, LEFT, answer ? more : less);
    out->token[1 + RIGHT] = token_of(o, RIGHT, answer ? less : more);
    out->answer[0] = answer;
    one_target_frame(out, CLS, d->length);
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    const struct table *o = t->options;
    struct range tokens = {CELL, t->size.vocabulary - 1};
    int length = tokenizer_encode_one(t, text, tokens, out->token + 1, e);
    for (int i = 0; i < length; i++) {
        int value = out->token[1 + i] - token_of(o, i, 0);
        if (value < 0 || value >= o->values)
            return error_set(e, EXIT_DATA, "cell %d is a word of another column", i + 1);
    }
    one_target_frame(out, CLS, length);
    *targets = 1;
    return length;
}

/* "v3", or "c2v3" where columns have words of their own; "+v3" in the spare one. */
static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    const struct table *o = t->options;
    int block = (token - CELL) / o->values, value = (token - CELL) % o->values + 1;
    if (token == CLS)
        return "[CLS]";
    if (o->cells == SHARED)
        snprintf(buffer, TASK_WORD_MAX, "v%d", value);
    else if (block == o->columns)
        snprintf(buffer, TASK_WORD_MAX, "+v%d", value);
    else
        snprintf(buffer, TASK_WORD_MAX, "c%dv%d", block + 1, value);
    return buffer;
}

const struct task task_table = {
    .name = "table",
    .summary = "a row of cells: is the value in one column larger than in another? needs positions, or different words "
               "in each column",
    .question = "is the value in the first column larger than that in the third?",
    .options = options,
    .build = build,
    ONE_TARGET_YES_NO,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    .draw = draw,
    .word = word,
    .encode = encode,
};
