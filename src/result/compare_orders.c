/* compare_orders.c -- see compare_orders.h. */
#include "result/compare_orders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "draw/example_marks.h"
#include "model/mixer.h"
#include "result/prediction.h"

enum { GAP = 4, NAME_MOST = 20, INDENT = 2 };

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

static bool same_order(const struct batch *a, const struct batch *b) {
    size_t bytes = (size_t)a->rows * sizeof *a->token;
    return memcmp(a->token, b->token, bytes) == 0 && memcmp(a->segment, b->segment, bytes) == 0;
}

static bool same_words(const struct batch *a, const struct batch *b) {
    struct arena arena = {0};
    bool same = a->rows == b->rows && a->targets == b->targets &&
                memcmp(words_of(a, &arena), words_of(b, &arena), (size_t)a->rows * sizeof(long)) == 0;
    for (int i = 0; same && i < a->targets; i++)
        same = a->token[a->target[i]] == b->token[b->target[i]] && a->segment[a->target[i]] == b->segment[b->target[i]];
    arena_free(&arena);
    return same;
}

bool compare_orders_are(const struct compare_orders *o) {
    bool are = o->count >= 2 && o->count <= ORDERS_MOST;
    for (int i = 1; are && i < o->count; i++)
        are = same_words(o->of[0].batch, o->of[i].batch) && !same_order(o->of[0].batch, o->of[i].batch);
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

static bool same_answers(const struct compare_orders *o) {
    for (int i = 0; i < o->of->batch->targets; i++)
        for (int k = 1; k < o->count; k++)
            if (o->of[k].best[i] != o->of->best[i])
                return false;
    return true;
}

static void say_change(const struct screen *s, const struct compare_orders *o) {
    double most = compare_orders_difference(o);
    if (compare_orders_are_invisible(o->run) && most < rounding)
        screen_say(s, 0, "The same answer: without positions the order changes nothing.");
    else if (!same_answers(o))
        screen_say(s, 0, "The order changes the answer%s.",
                   most < printed ? ", but no probability by 0.05 points or more" : "");
    else
        screen_say(s, 0,
                   most < rounding  ? "The order changes nothing here."
                   : most < printed ? "The order changes no probability by 0.05 points or more, and not the answer."
                                    : "The order changes the probabilities, but not the answer.");
}

/* ---- The words */

static void draw_words(const struct screen *s, const struct compare_orders *o, int order) {
    struct arena arena = {0};
    const struct batch *b = o->of[order].batch;
    const struct example_marks marks = batch_marks(b, &arena);
    const char **word = arena_alloc(&arena, (size_t)b->rows, sizeof *word);
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    for (int i = 0; i < b->rows; i++)
        word[i] =
            arena_text(&arena, text_printable(shown, o->run->task.kind->word(&o->run->task, b->token[i], buffer)));
    fprintf(s->out, "order %d\n", order + 1);
    screen_words(s, INDENT, word, &marks, 0);
    arena_free(&arena);
}

/* Columns that the words of each take in one line. */
static int columns_of(const struct compare_orders *o) {
    const struct batch *b = o->of->batch;
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    int columns = INDENT - 1;
    for (int i = 0; i < b->rows; i++)
        columns += 1 + utf8_columns(text_printable(shown, o->run->task.kind->word(&o->run->task, b->token[i], buffer)));
    return columns;
}

/* The next line of a drawing, without its end; nothing where it has no more. */
static char *next_line(char **at) {
    char *line = *at, *end = strchr(line, '\n');
    *at = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

/* Two drawings side by side; the shorter one ends in empty lines. */
static void draw_side_by_side(const struct screen *s, char *left, char *right, int columns) {
    while (*left || *right) {
        const char *l = next_line(&left), *r = next_line(&right);
        fprintf(s->out, "%s%*s%s\n", l, *r ? columns + GAP - utf8_columns(l) : 0, "", r);
    }
}

static void draw_both(const struct screen *s, const struct compare_orders *o) {
    struct memory_stream part[2];
    struct screen half = *s;
    half.width = (s->width - GAP) / 2;
    for (int k = 0; k < 2; k++) {
        memory_stream_open(&part[k]);
        half.out = part[k].f;
        draw_words(&half, o, k);
        fclose(part[k].f);
    }
    draw_side_by_side(s, part[0].bytes, part[1].bytes, half.width);
    free(part[0].bytes);
    free(part[1].bytes);
}

/* ---- The answers */

/* The largest probability that each answer has in any order. */
static void find_largest(real *largest, const struct compare_orders *o, int target) {
    for (int c = 0; c < o->of->classes; c++)
        for (int k = 0; k < o->count; k++)
            largest[c] = (real)fmax((double)largest[c], probability(o, k, target, c));
}

static void draw_row(const struct screen *s, const struct compare_orders *o, int target, int answer, int columns) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE], number[32];
    fprintf(s->out, "%*s", INDENT, "");
    screen_fit(s, text_printable(shown, o->run->task.kind->answer(&o->run->task, answer, buffer)), columns, false);
    for (int k = 0; k < o->count; k++)
        fprintf(s->out, " %6.1f %%", 100 * probability(o, k, target, answer));
    double change = 100 * (probability(o, 1, target, answer) - probability(o, 0, target, answer));
    bool shows = fabs(change) >= 100 * printed;
    snprintf(number, sizeof number, shows ? "%+.1f" : "%.1f", shows ? change : 0.0);
    if (o->count == 2)
        fprintf(s->out, " %11s", number);
    fputc('\n', s->out);
}

static void draw_target(const struct screen *s, const struct compare_orders *o, int target, int answers) {
    const struct task_built *t = &o->run->task;
    const struct batch *b = o->of->batch;
    struct arena arena = {0};
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    real *largest = arena_alloc(&arena, (size_t)o->of->classes, sizeof *largest);
    int columns = 3;
    find_largest(largest, o, target);
    for (int i = 0, c = -1; i < answers && (c = prediction_next(largest, o->of->classes, c)) >= 0; i++) {
        int wide = utf8_columns(text_printable(shown, t->kind->answer(t, c, buffer)));
        columns = wide > columns ? wide : columns;
    }
    columns = columns < NAME_MOST ? columns : NAME_MOST;
    screen_say(s, 0, "%s: %s", text_printable(shown, t->kind->word(t, b->token[b->target[target]], buffer)),
               t->kind->question);
    fprintf(s->out, "%*s", INDENT + columns, "");
    for (int k = 0; k < o->count; k++)
        fprintf(s->out, "  order %d", k + 1);
    fputs(o->count == 2 ? "  difference\n" : "\n", s->out);
    for (int i = 0, c = -1; i < answers && (c = prediction_next(largest, o->of->classes, c)) >= 0; i++)
        draw_row(s, o, target, c, columns);
    arena_free(&arena);
}

void compare_orders_print(const struct screen *s, const struct compare_orders *o, int answers) {
    if (o->count == 2 && columns_of(o) <= (s->width - GAP) / 2)
        draw_both(s, o);
    else
        for (int k = 0; k < o->count; k++)
            draw_words(s, o, k);
    fputc('\n', s->out);
    for (int i = 0; i < o->of->batch->targets; i++)
        draw_target(s, o, i, answers);
    fputc('\n', s->out);
    say_change(s, o);
}
