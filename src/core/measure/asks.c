/* asks.c -- see asks.h. */
#include "measure/asks.h"

#include <limits.h>

#include "base/text.h"

enum { EXAMPLES = 8 };

/* Of a dataset some of all lengths; they are numbered from the shortest on. */
static void add_examples(struct batch *b, const struct task_built *t, struct arena *arena) {
    const struct position_scheme ordered = {POSITIONS_ORDERED, 0};
    const struct batch_seeds seeds = {0, 0};
    const struct task *kind = t->kind;
    int longest = t->size.longest, high = t->size.trained.high, length = longest && longest < high ? longest : high;
    int count = kind->dataset_count ? kind->dataset_count(t, TASK_EVALUATION, INT_MAX) : 0;
    if (count)
        length = kind->dataset_words(t, TASK_EVALUATION, count - 1);
    batch_build(b, t, EXAMPLES, length, arena);
    for (uint32_t i = 0; i < EXAMPLES; i++)
        if (count || !kind->dataset_count)
            batch_add_evaluation(b, t, ordered, seeds, length, count ? (uint32_t)((uint64_t)count * i / EXAMPLES) : i);
        else if (!t->size.test_only)
            batch_add_training(b, t, ordered, 0, i);
}

enum seen_asks asks_of(const struct task_built *t) {
    struct arena arena = {0};
    struct batch b;
    bool first = true, last = true;
    add_examples(&b, t, &arena);
    for (int s = 0; s < b.sequences; s++)
        for (int i = b.target_start[s]; i < b.target_start[s + 1]; i++)
            for (int row = b.start[s]; row < b.start[s + 1]; row++) {
                first &= b.position[row] >= b.position[b.target[i]];
                last &= b.position[row] <= b.position[b.target[i]];
            }
    bool any = b.targets > 0;
    arena_free(&arena);
    return any && first ? ASKS_FIRST : any && last ? ASKS_LAST : ASKS_ALL;
}

void asks_see(struct encoding_parts_seen *out, const struct encoding_built *b, const struct encoding_weights *w,
              const struct settings *set, const struct task_built *t, const struct policy *policy, int positions,
              bool learned, struct arena *arena) {
    const struct seen_question q = {.policy = policy,
                                    .training = set->extrapolation,
                                    .positions = positions,
                                    .asks = asks_of(t),
                                    .learned = learned};
    encoding_see(out, b, w, &q, arena);
}

const char *asks_say(const struct run *r, const struct policy *policy, int positions, struct arena *arena) {
    struct encoding_parts_seen seen;
    const struct encoding_weights w = model_encoding_weights(&r->model, NULL);
    asks_see(&seen, &r->model.encoding, &w, &r->settings, &r->task, policy, positions, true, arena);
    return text_join(seen.fact, " ", seen.price, arena);
}
