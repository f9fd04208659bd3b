/* first.c -- the smallest ordering task: X and Y once each among filler words after [CLS]. The target is [CLS]: does X
 * come before Y? */
#include "task/kinds.h"
#include "task/markers.h"
#include "task/one_target.h"
#include "task/tokenizer.h"

enum { SHORTEST = 2 };

static const struct setting options[] = {
    {MARKERS_WORDS("2..16", "words in a training example")}, {MARKERS_FILLERS}, {MARKERS_CLS_AT("first")}, {0}};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return markers_build(t, 2, 1, SHORTEST, e);
}

/* One of X and Y at a position of its own is enough. */
static double trained_positions(const struct task_built *t, struct range words) {
    return 1 - markers_unordered(t, markers_row(t), words.high) / 2;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    markers_open(t, out, d->length);
    out->answer[0] = task_draw_answer(d, 2);
    markers_passage(t, d->random, out, markers_row(t), d->length, 0, out->answer[0]);
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    int row = markers_row(t), *words = out->token + row;
    int length = tokenizer_encode_one(t, text, markers_tokens(t), words, e);
    if (length == 0 || !markers_check(t, words, length, e))
        return 0;
    example_rows(out, row, length, 0);
    markers_open(t, out, length);
    *targets = 1;
    return length;
}

const struct task task_first = {
    .name = "first",
    .summary = "X and Y once each among fillers; the smallest ordering task",
    .question = "does X come before Y?",
    .options = options,
    .build = build,
    ONE_TARGET_YES_NO,
    .blind = (const struct task_blind[]){{TASK_TRAINED_POSITIONS, trained_positions}, {0}},
    .draw = draw,
    .word = markers_word,
    .encode = encode,
};
