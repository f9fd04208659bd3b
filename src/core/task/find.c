/* find.c -- one marker of several among fillers, and at [CLS]: which? It needs no position at all, so what fails on
 * longer texts is not the order of words. Two things can: attention thins out, since ever more fillers share what the
 * marker leaves (Velickovic et al. 2024, "Softmax is not enough"; `attention.log_length` is against that), and an
 * encoding that changes words by their positions can change what they mean (Barbero et al. 2024, "Round and round we
 * go!"). */
#include "task/kinds.h"
#include "task/markers.h"
#include "task/one_target.h"

static const struct setting options[] = {{MARKERS_WORDS("4..16", "words in a training example")},
                                         {MARKERS_FILLERS},
                                         {MARKERS_LETTERS("different markers A, B, C, ...; one is in an example")},
                                         {MARKERS_CLS_AT("first")},
                                         {0}};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return markers_build(t, letters_kinds(t), 1, 1, e);
}

/* The words alone say it. */
static double without_order(const struct task_built *t, struct range words) {
    (void)t, (void)words;
    return 1;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    int row = markers_row(t);
    out->answer[0] = task_draw_answer(d, letters_kinds(t));
    markers_open(t, out, d->length);
    markers_fillers(t, d->random, out, row, d->length, 0);
    out->token[row + random_between(d->random, 0, d->length - 1)] = MARKERS_FIRST + out->answer[0];
}

const struct task task_find = {
    .name = "find",
    .summary = "one marker of four among fillers: which? It needs no position at all",
    .question = "which marker is among the words?",
    .options = options,
    .build = build,
    LETTERS_HOOKS,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    .draw = draw,
};
