/* order.c -- the default task: two passages after [CLS], and the words X and Y once in each. The target is [CLS]: in
 * passage B, that of segment 1, does X come before Y?
 *
 * The token table distinguishes X and Y from filler, the segment table one passage from the other, the positions before
 * from after. Passage B is first or second at random (otherwise a model could use "the later X" instead of segments),
 * and each passage has its own random order (if passage A always had the opposite one, the answer would be in the text
 * twice, and models would read either). Without tokens or positions a model is at chance; without segments it gets 75
 * %, since it knows the answer if the passages agree. */
#include <string.h>

#include "task/kinds.h"
#include "task/markers.h"
#include "task/one_target.h"
#include "task/tokenizer.h"

#define QUERIED "[B] "

enum { PASSAGE = 2 }; /* fewest words in a passage: X and Y */

static const struct setting options[] = {
    {MARKERS_WORDS("4..16", "words in a training example, both passages together")},
    {MARKERS_FILLERS},
    {MARKERS_CLS_AT("first")},
    {0}};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return markers_build(t, 2, 2, 2 * PASSAGE, e);
}

/* If both passages have the same order, either gives the answer. */
static double blind_to_segments(const struct task_built *t, struct range words) {
    (void)t, (void)words;
    return 0.5 * 1 + 0.5 * 0.5;
}

/* One of X and Y of passage B at a position of its own is enough. */
static double trained_positions(const struct task_built *t, struct range words) {
    int length = words.high, row = markers_row(t), most = length - PASSAGE;
    double unordered = 0;
    for (int n = PASSAGE; n <= most; n++)
        unordered += markers_unordered(t, row, n) + markers_unordered(t, row + length - n, n);
    return 1 - unordered / (2 * (most - PASSAGE + 1)) / 2;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    struct random *r = d->random;
    int length = d->length;
    int words = random_between(r, PASSAGE, length - PASSAGE); /* of the passage in front */
    int front = (int)random_below(r, 2), answer = task_draw_answer(d, 2);
    bool ordered[2] = {random_below(r, 2), answer}; /* X before Y in passages A and B */
    int row = markers_row(t);
    markers_open(t, out, length);
    markers_passage(t, r, out, row, words, front, ordered[front]);
    markers_passage(t, r, out, row + words, length - words, !front, ordered[!front]);
    out->answer[0] = answer;
}

/* The passages in their order; a leading [B] says that the first is passage B. */
static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    int front = strncmp(text[0], QUERIED, strlen(QUERIED)) == 0, row = markers_row(t), count[2], length = 0;
    if (!*text[1])
        return error_set(e, EXIT_DATA, "task order needs two passages, each with X and Y once; the second is missing");
    for (int k = 0; k < 2; k++) {
        const char *passage = text[k] + (k == 0 && front ? strlen(QUERIED) : 0);
        int *words = out->token + row + length;
        count[k] = tokenizer_encode(t, passage, markers_tokens(t), words, e);
        if (count[k] < 0 || !markers_check(t, words, count[k], e))
            return 0;
        example_rows(out, row + length, count[k], k == 0 ? front : !front);
        length += count[k];
    }
    markers_open(t, out, length);
    *targets = 1;
    return length;
}

static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    int row = markers_row(t), front = x->segment[row], words = 0;
    while (x->segment[row + words] == front && words < rows - 1)
        words++;
    const char *first = tokenizer_decode(t, x->token + row, words, " ", arena);
    char *marked = arena_alloc(arena, strlen(QUERIED) + strlen(first) + 1, 1);
    stpcpy(stpcpy(marked, front ? QUERIED : ""), first);
    text[0] = marked;
    text[1] = tokenizer_decode(t, x->token + row + words, rows - 1 - words, " ", arena);
}

const struct task task_order = {
    .name = "order",
    .summary = "two passages, each with one X and one Y: needs token, segment and position",
    .question = "in passage B, does X come before Y?",
    .options = options,
    .build = build,
    ONE_TARGET_YES_NO,
    .blind = (const struct task_blind[]){{TASK_BLIND_TO_SEGMENTS, blind_to_segments},
                                         {TASK_TRAINED_POSITIONS, trained_positions},
                                         {0}},
    .draw = draw,
    .word = markers_word,
    .encode = encode,
    .decode = decode,
};
