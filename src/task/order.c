/* order.c -- the default task: two passages behind [CLS], and the words X and Y once in
 * each. Asked at [CLS]: in the second passage, does X come before Y?
 *
 * The token table tells X and Y from filler, the segment table tells the passages
 * apart, the positions tell before from after: without any one of the three a model
 * is at chance. The first passage is a decoy whose answer is drawn on its own. */
#include "task/kinds.h"
#include "task/markers.h"

enum { PASSAGE = 2 }; /* fewest words in a passage: X and Y */

static const struct setting options[] = {
    {"task.words", SETTING_RANGE, offsetof(struct markers, words), "4..16", 1, MARKERS_WORDS_MAX, NULL,
     "words in a training example, both passages together"},
    {"task.fillers", SETTING_INT, offsetof(struct markers, fillers), "16", 1, MARKERS_FILLERS_MAX, NULL,
     "different filler words"},
    {0},
};

static bool build(struct task_built *t, struct arena *arena, struct error *e) {
    (void)arena;
    return markers_build(t, 2, 2 * PASSAGE, e);
}

static void draw(const struct task_built *t, struct random *r, int length, struct example *out) {
    int first = random_between(r, PASSAGE, length - PASSAGE);
    markers_open(out, length);
    markers_passage(t, r, out, 1, first, 0);
    out->answer[0] = markers_passage(t, r, out, 1 + first, length - first, 1);
}

const struct task task_order = {
    .name = "order",
    .summary = "two passages, X and Y once in each; needs token, segment and position together",
    .question = "in the second passage, does X come before Y?",
    .options = options,
    .build = build,
    .rows = markers_rows,
    .asks = markers_asks,
    .chance = markers_chance,
    .draw = draw,
    .word = markers_word,
    .answer = markers_answer,
};
