/* first.c -- the smallest ordering task: X and Y once each among filler words after [CLS]. The target is [CLS]: does X
 * come before Y? */
#include "task/kinds.h"
#include "task/markers.h"
#include "task/question.h"
#include "task/tokenizer.h"

enum { SHORTEST = 2 };

static const struct setting options[] = {
    {"task.words", SETTING_RANGE, offsetof(struct markers, words), "2..16", 1, MARKERS_WORDS_MAX, NULL,
     "words in a training example"},
    {"task.fillers", SETTING_INT, offsetof(struct markers, fillers), "16", 1, MARKERS_FILLERS_MAX, NULL,
     "different filler words"},
    MARKERS_CLS_SETTING,
    {0},
};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return markers_build(t, 1, SHORTEST, e);
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    struct random *r = d->random;
    int length = d->length;
    markers_open(t, out, length);
    out->answer[0] = (int)random_below(r, 2);
    markers_passage(t, r, out, markers_row(t), length, 0, out->answer[0]);
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
    .rows = question_rows,
    .targets = question_targets,
    .chance = question_chance,
    .draw = draw,
    .word = markers_word,
    .answer = question_answer,
    .encode = encode,
};
