/* alibi.c -- attention with linear biases: score(i, j) -= m_head * |i - j|, a different slope for each head; nothing
 * learned.
 *
 * The original is causal. If rows see both sides, `symmetric` treats left and right alike; `signed` gives later rows
 * half the slope. */
#include "base/elementary.h"
#include "base/text.h"
#include "encoding/distance.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"

enum { SIDES_SYMMETRIC, SIDES_SIGNED };

struct alibi {
    int sides;
};

static const struct setting options[] = {
    {"alibi.sides", SETTING_CHOICE, offsetof(struct alibi, sides), "signed", 0, 0, "symmetric|signed",
     "the same slope to both sides, or half of it for what comes later"},
    {0},
};

/* The largest power of two up to the number of heads. */
static int power_of(int heads) {
    int power = 1;
    while (2 * power <= heads)
        power *= 2;
    return power;
}

/* Slope of head n of H, a power of two: 2^(-8 (n+1) / H). For any other H, as the authors' code has it: those of the
 * largest power of two below, then every other one of twice that. */
static double slope(int n, int heads) {
    int power = power_of(heads);
    if (n < power)
        return elementary_pow(2, -8.0 * (n + 1) / power);
    return elementary_pow(2, -8.0 * (2 * (n - power) + 1) / (2 * power));
}

/* head = 1..H */
static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct alibi *o = b->options;
    int power = power_of(b->size.heads);
    if (b->size.causal || o->sides == SIDES_SIGNED)
        text_append(text, size, "score(i,j) -= m * (i - j) for j <= i\n");
    else
        text_append(text, size, "score(i,j) -= m * |i - j|\n");
    if (!b->size.causal && o->sides == SIDES_SIGNED)
        text_append(text, size, "score(i,j) -= m / 2 * (j - i) for j > i\n");
    if (power == b->size.heads)
        text_append(text, size, "m = 2^(-8 * head / %d)\n", power);
    else
        text_append(text, size, "m = 2^(-8 * head / %d) for head <= %d\nm = 2^(-8 * (head - %g) / %d) for head > %d\n",
                    power, power, power + 0.5, power, power);
}

/* own: the slopes (H) */
static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    real *slopes = arena_alloc(arena, (size_t)b->size.heads, sizeof *slopes);
    (void)e;
    for (int n = 0; n < b->size.heads; n++)
        slopes[n] = (real)slope(n, b->size.heads);
    b->own = slopes;
    return true;
}

HOT static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                     struct span key) {
    const struct alibi *o = use->built->options;
    const real *slopes = use->built->own;
    (void)w;
    for (int i = 0; i < query.rows; i++)
        for (int n = 0; n < use->built->size.heads; n++, score += key.rows) {
            real past = slopes[n], later = o->sides == SIDES_SIGNED ? past / 2 : past;
            for (int j = 0; j < key.rows; j++) {
                int distance = key.position[j] - query.position[i];
                score[j] -= (distance > 0 ? later : past) * use->by_position[abs(distance)];
            }
        }
}

static void seen(struct encoding_seen *s, const struct seen_of *of) {
    seen_distances(s, of);
    s->onward = "the same straight line goes on: the farther a word, the lower its score";
}

const struct encoding encoding_alibi = {
    .name = "alibi",
    .summary = "scores lowered in proportion to distance, each head with its own slope",
    .source = "Press et al. 2022",
    .weakness = "A steep head sees nothing far away. Press et al. are causal; half the slope for later words "
                "(alibi.sides=signed) is poslab's own choice, and lets attention distinguish left from right.",
    .matters = {"head 1: factor on a weight at distance 4", "head 1: factor on a weight at distance 64"},
    .try_next = "poslab show encoding alibi --view similarity --head 2",
    .options = options,
    .relative = true,
    .acts_on = ACTS_ON_DISTANCES,
    .formula = formula,
    .seen = seen,
    .build = build,
    .open = distance_open,
    .bias = bias,
};
