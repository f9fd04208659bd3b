/* flip.c -- the flip-flop (Liu et al. 2023, "Exposing attention glitches with flip-flop language modeling"): four
 * markers among fillers, each A, B, C or D, and at [CLS], after the words, which of these came last? It is a memory
 * that is overwritten: a marker may come again, and only the newest counts, however far back it is.
 *
 * There are four markers at every length, on rows drawn from all words, so the last one is about a fifth of the text
 * before its end: the distance to look back over grows with the length. Who does not see the order knows how often each
 * came, and guesses the most frequent. */
#include <stdio.h>

#include "task/kinds.h"
#include "task/markers.h"
#include "task/one_target.h"
#include "task/tokenizer.h"

enum { WRITES = 4 }; /* markers in an example */

struct flip {
    struct markers markers;
    int kinds;
};

static const struct setting options[] = {{MARKERS_WORDS("4..16", "words in a training example")},
                                         {MARKERS_FILLERS},
                                         {"task.markers", SETTING_INT, offsetof(struct flip, kinds), "4", 2, 26, NULL,
                                          "different markers A, B, C, ...; four words of an example are markers"},
                                         {MARKERS_CLS_AT("last")},
                                         {0}};

static int kinds_of(const struct task_built *t) { return ((const struct flip *)t->options)->kinds; }

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return markers_build(t, kinds_of(t), 1, WRITES, e);
}

static double chance(const struct task_built *t, struct range words) {
    (void)words;
    return 1.0 / kinds_of(t);
}

/* The share of the most frequent marker, on average over all sequences of markers. */
static double without_order(const struct task_built *t, struct range words) {
    int kinds = kinds_of(t), sequences = 1, most = 0;
    (void)words;
    for (int i = 0; i < WRITES; i++)
        sequences *= kinds;
    for (int n = 0; n < sequences; n++) {
        int count[26] = {0}, top = 0;
        for (int i = 0, rest = n; i < WRITES; i++, rest /= kinds)
            top = ++count[rest % kinds] > top ? count[rest % kinds] : top;
        most += top;
    }
    return (double)most / (WRITES * sequences);
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    int row = markers_row(t), kinds = kinds_of(t), last = 0;
    out->answer[0] = task_draw_answer(d, kinds);
    markers_open(t, out, d->length);
    markers_fillers(t, d->random, out, row, d->length, 0);
    for (int i = 0, at; i < WRITES; i++) {
        do {
            at = row + random_between(d->random, 0, d->length - 1);
        } while (out->token[at] < MARKERS_FIRST + kinds);
        out->token[at] = MARKERS_FIRST + random_between(d->random, 0, kinds - 1);
        last = at > last ? at : last;
    }
    out->token[last] = MARKERS_FIRST + out->answer[0];
}

/* A user's text may have any number of markers. */
static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    int row = markers_row(t), *words = out->token + row, marked = 0;
    int length = tokenizer_encode_one(t, text, markers_tokens(t), words, e);
    for (int i = 0; i < length; i++)
        marked += words[i] < MARKERS_FIRST + kinds_of(t);
    if (length == 0)
        return 0;
    if (!marked) {
        error_set(e, EXIT_DATA, "task flip needs a marker (A, B, C, ...) in its text; there is none");
        return 0;
    }
    example_rows(out, row, length, 0);
    markers_open(t, out, length);
    *targets = 1;
    return length;
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    if (token < MARKERS_FIRST || token >= MARKERS_FIRST + kinds_of(t))
        return markers_word(t, token, buffer);
    snprintf(buffer, TASK_WORD_MAX, "%c", 'A' + token - MARKERS_FIRST);
    return buffer;
}

static const char *answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    return word(t, MARKERS_FIRST + answer, buffer);
}

const struct task task_flip = {
    .name = "flip",
    .summary = "four markers, each A, B, C or D, among fillers; the last one counts, however far back",
    .question = "which marker came last?",
    .options = options,
    .build = build,
    ONE_TARGET_HOOKS,
    .chance = chance,
    .answer = answer,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    .draw = draw,
    .word = word,
    .encode = encode,
};
