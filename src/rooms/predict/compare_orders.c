/* compare_orders.c -- see compare_orders.h. */
#include "predict/compare_orders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/table.h"
#include "encoding/encoding.h"
#include "example/prediction.h"
#include "model/mixer.h"

static const double rounding = 1e-5; /* of sums in another order, at most */
static const double printed = 5e-4;  /* the least difference that is not printed as 0.0 */

/* ---- What they have in common */

static int by_number(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

/* Tokens with their segments, sorted. */
static long *words_of(const struct batch *b, struct arena *arena) {
    long *word = arena_alloc(arena, (size_t)b->rows, sizeof *word);
    for (int i = 0; i < b->rows; i++)
        word[i] = (long)b->token[i] * 64 + b->segment[i];
    qsort(word, (size_t)b->rows, sizeof *word, by_number);
    return word;
}

/* Whether these are the same words in another order, and the same words as targets. */
static bool is_reordered(const struct batch *a, const struct batch *b) {
    struct arena arena = {0};
    size_t bytes = (size_t)a->rows * sizeof *a->token;
    bool same = a->rows == b->rows && a->targets == b->targets &&
                memcmp(words_of(a, &arena), words_of(b, &arena), (size_t)a->rows * sizeof(long)) == 0;
    for (int i = 0; same && i < a->targets; i++)
        same = a->token[a->target[i]] == b->token[b->target[i]] && a->segment[a->target[i]] == b->segment[b->target[i]];
    arena_free(&arena);
    return same && (memcmp(a->token, b->token, bytes) != 0 || memcmp(a->segment, b->segment, bytes) != 0);
}

bool compare_orders_are(const struct compare_orders *o) {
    bool are = o->count >= 2 && o->count <= ORDERS_MOST;
    for (int i = 1; are && i < o->count; i++)
        are = is_reordered(o->of->batch, o->of[i].batch);
    return are;
}

/* ---- What the order changes */

static double probability(const struct compare_orders *o, int order, int target, int answer) {
    const struct prediction *p = &o->of[order];
    return (double)p->probability[(size_t)target * p->classes + answer];
}

double compare_orders_difference(const struct compare_orders *o) {
    double most = 0;
    for (int i = 0; i < o->of->batch->targets; i++)
        for (int c = 0; c < o->of->classes; c++)
            for (int k = 1; k < o->count; k++)
                most = fmax(most, fabs(probability(o, k, i, c) - probability(o, 0, i, c)));
    return most;
}

bool compare_orders_are_invisible(const struct run *r) {
    return !r->model.mixer->ordered && !r->model.config.causal && !encoding_acts(r->model.encoding.kind);
}

static void say_change(const struct screen *s, const struct compare_orders *o) {
    double most = compare_orders_difference(o);
    bool same = true;
    for (int i = 0; i < o->of->batch->targets; i++)
        for (int k = 1; k < o->count; k++)
            same = same && o->of[k].best[i] == o->of->best[i];
    if (compare_orders_are_invisible(o->run) && most < rounding)
        screen_say(s, 0, "The same answer: without positions the order changes nothing.");
    else if (!same)
        screen_say(s, 0, "The order changes the answer%s.",
                   most < printed ? ", but no probability by 0.05 points or more" : "");
    else
        screen_say(s, 0,
                   most < rounding  ? "The order changes nothing here."
                   : most < printed ? "The order changes no probability by 0.05 points or more, and not the answer."
                                    : "The order changes the probabilities, but not the answer.");
}

/* ---- What is printed */

static void draw_target(const struct screen *s, const struct compare_orders *o, int target, int answers) {
    struct arena arena = {0};
    struct table t;
    struct table_label label[ORDERS_MOST + 3] = {{"answer", "", SHOW_ALL, LABEL_CUT}};
    const struct batch *b = o->of->batch;
    real *largest = arena_alloc(&arena, (size_t)o->of->classes, sizeof *largest); /* of each answer in any order */
    for (int c = 0; c < o->of->classes; c++)
        for (int k = 0; k < o->count; k++)
            largest[c] = (real)fmax((double)largest[c], probability(o, k, target, c));
    for (int k = 1; k <= o->count; k++)
        label[k] = (struct table_label){"order", arena_format(&arena, "order %d", k), SHOW_ALL, LABEL_NUMBER};
    if (o->count == 2)
        label[3] = (struct table_label){"difference", "difference", SHOW_ALL, LABEL_NUMBER};
    table_begin(&t, label, 0, answers, &arena);
    t.indent = 2;
    screen_say(s, 0, "%s: %s", prediction_word(&o->run->task, b->token[b->target[target]], &arena),
               o->run->task.kind->question);
    for (int c = -1; answers-- > 0 && (c = prediction_next(largest, o->of->classes, c)) >= 0;) {
        struct cell cell[ORDERS_MOST + 2] = {cell_text(prediction_answer(&o->run->task, c, &arena))};
        double change = 100 * (probability(o, 1, target, c) - probability(o, 0, target, c));
        bool shows = fabs(change) >= 100 * printed;
        for (int k = 0; k < o->count; k++)
            cell[k + 1] = cell_text(arena_format(&arena, "%.1f %%", 100 * probability(o, k, target, c)));
        if (o->count == 2) /* also how they differ */
            cell[3] = cell_text(arena_format(&arena, shows ? "%+.1f" : "%.1f", shows ? change : 0));
        table_add_row(&t, cell);
    }
    table_terminal(s, &t);
    arena_free(&arena);
}

void compare_orders_print(const struct screen *s, const struct compare_orders *o, int answers) {
    for (int k = 0; k < o->count; k++) {
        fprintf(s->out, "order %d\n", k + 1);
        prediction_words(s, o->of[k].batch, &o->run->task, 0);
    }
    fputc('\n', s->out);
    for (int i = 0; i < o->of->batch->targets; i++)
        draw_target(s, o, i, answers);
    fputc('\n', s->out);
    say_change(s, o);
}
