/* flip.c -- the flip-flop (Liu et al. 2023, "Exposing attention glitches with flip-flop language modeling"): four
 * markers among fillers, each A, B, C or D, and at [CLS], after the words, which of these came last? It is a memory
 * that is overwritten: a marker may come again, and only the newest counts, however far back it is.
 *
 * There are four markers at every length, on rows drawn from all words, so the last one is about a fifth of the text
 * before its end: the distance to look back over grows with the length. Who does not see the order knows how often each
 * came, and guesses the most frequent. */
#include "task/kinds.h"
#include "task/markers.h"
#include "task/one_target.h"

enum { WRITES = 4 }; /* markers in an example */

static const struct setting options[] = {
    {MARKERS_WORDS("4..16", "words in a training example")},
    {MARKERS_FILLERS},
    {MARKERS_LETTERS("different markers A, B, C, ...; four words of an example are markers")},
    {MARKERS_CLS_AT("last")},
    {0}};

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    (void)in, (void)arena;
    return markers_build(t, letters_kinds(t), 1, WRITES, e);
}

/* The share of the most frequent marker, on average over all sequences of markers. */
static double without_order(const struct task_built *t, struct range words) {
    int kinds = letters_kinds(t), sequences = 1, most = 0;
    (void)words;
    for (int i = 0; i < WRITES; i++)
        sequences *= kinds;
    for (int n = 0; n < sequences; n++) {
        int count[MARKERS_LETTERS_MAX] = {0}, top = 0;
        for (int i = 0, rest = n; i < WRITES; i++, rest /= kinds)
            top = ++count[rest % kinds] > top ? count[rest % kinds] : top;
        most += top;
    }
    return (double)most / (WRITES * sequences);
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    int row = markers_row(t), kinds = letters_kinds(t), last = 0;
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

const struct task task_flip = {
    .name = "flip",
    .summary = "four markers, each A, B, C or D, among fillers; the last one counts, however far back",
    .question = "which marker came last?",
    .options = options,
    .build = build,
    LETTERS_HOOKS,
    .blind = (const struct task_blind[]){{TASK_WITHOUT_ORDER, without_order}, {0}},
    .draw = draw,
};
