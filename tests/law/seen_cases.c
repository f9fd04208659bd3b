/* seen_cases.c -- see seen_cases.h. */
#include "law/seen_cases.h"

#include "base/text.h"
#include "unit/tests.h"

const struct seen_case seen_cases[SEEN_CASES] = {
    {"none", "", {0}},
    {"learned", "", {.table = TRAINED}},
    {"learned", "learned.max_position_embeddings=8", {.table = 8}},
    {"learned", "learned.max_position_embeddings=40", {.table = 40}},
    {"learned", "learned.offset=2 learned.init=sinusoidal", {.table = TRAINED}},
    {"sinusoidal", "", {.base = 10000, .width = 32}},
    {"sinusoidal", "sinusoidal.base=100", {.base = 100, .width = 32}},
    {"sinusoidal", "sinusoidal.waves=sine", {.base = 10000, .width = 32, .waves = 1}},
    {"sinusoidal", "sinusoidal.argument=ratio", {.base = 10000, .width = 32, .ratio = 1}},
    {"sinusoidal", "sinusoidal.argument=grid", {.base = 10000, .width = 32, .grid = 4}},
    {"index", "", {0}},
    {"index", "index.scale=3", {0}},
    {"ratio", "", {0}},
    {"rope", "", {.base = 10000, .width = 8}},
    {"rope", "rope.base=30", {.base = 30, .width = 8}},
    {"rope", "rope.layout=interleaved rope.fraction=.5", {.base = 10000, .width = 4}},
    {"rope", "rope.fast_waves=2", {.base = 100, .width = 4}},
    {"rope", "model.causal=yes", {.base = 10000, .width = 8, .causal = 1}},
    {"alibi", "", {0}},
    {"alibi", "model.causal=yes", {.causal = 1}},
    {"t5", "", {0}},
    {"t5", "model.causal=yes", {.causal = 1}},
    {"kerple", "", {0}},
    {"fire", "", {.c = 1, .longest = TRAINED}},
    {"fire", "model.causal=yes", {.c = 1, .longest = TRAINED, .causal = 1}},
    {"cope", "", {0}},
};

void seen_build(struct encoding_alone *of, const char *encoding, const char *settings) {
    struct assignments a = {0};
    struct error e;
    char one[64];
    assert_true(assignments_set(&a, "encoding.name", encoding, "a test", &e));
    for (const char *at = settings; text_item(&at, one, sizeof one);)
        assert_true(assignments_override(&a, one, &e));
    if (!encoding_alone_build(of, &a, NULL, &e))
        fail_msg("%s %s: %s", encoding, settings, e.text);
    assert_int_equal(of->built.size.trained, TRAINED);
}

void seen_see(struct encoding_parts_seen *out, struct encoding_alone *of, const struct policy *policy, int length,
              enum seen_asks asks) {
    const struct seen_question q = {
        .policy = policy, .training = &policy_refuse, .positions = length, .asks = asks, .learned = true, .maps = true};
    encoding_see(out, &of->built, &of->weights, &q, &of->arena);
}
