/* copy.c -- w1 ... wn [SEP] w1 ... wn, the next word asked from [SEP] on: GPT-2's setting.
 *
 * The word asked for stands n places before the asked row, so with running places and varying
 * lengths one layer cannot know where. Where places start again at [SEP] (places = restart:
 * the asked row has the very place of the word it asks for), it can. */
#include "task/kinds.h"
#include "task/words.h"

enum { PLACES_RUNNING, PLACES_RESTART };

struct copy {
    struct words words;
    int places;
};

static const struct setting options[] = {
    WORDS_SETTINGS(offsetof(struct copy, words), "4..16"),
    {"task.places", SETTING_CHOICE, offsetof(struct copy, places), "running", 0, 0, "running|restart",
     "places run on, or start again at [SEP]"},
    {0},
};

static bool build(struct task_built *t, struct arena *arena, struct error *e) {
    (void)arena;
    return words_build(t, 1, true, e);
}

/* n words, [SEP], and all words of the copy but the last, which is only asked for. */
static int rows(const struct task_built *t, int length) {
    (void)t;
    return 2 * length;
}

static int places(const struct task_built *t, int length) {
    const struct copy *o = t->options;
    return o->places == PLACES_RUNNING ? rows(t, length) : length;
}

static int asks(const struct task_built *t, int length) {
    (void)t;
    return length;
}

static void draw(const struct task_built *t, struct random *r, int length, struct example *out) {
    const struct copy *o = t->options;
    words_draw(t, r, length, out);
    for (int i = 0; i < length; i++) {
        int row = length + i;
        out->token[row] = i == 0 ? o->words.vocabulary : out->token[i - 1];
        out->segment[row] = 0;
        out->place[row] = o->places == PLACES_RUNNING ? row : i;
        out->ask[i] = row;
        out->answer[i] = out->token[i];
    }
}

const struct task task_copy = {
    .name = "copy",
    .summary = "say the words again, one by one (causal); one layer needs places that restart or a fixed length",
    .question = "which word comes next in the copy?",
    .causal = true,
    .options = options,
    .build = build,
    .rows = rows,
    .asks = asks,
    .places = places,
    .chance = words_chance,
    .draw = draw,
    .word = words_word,
    .answer = words_word,
};
