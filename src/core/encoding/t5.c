/* t5.c -- relative bias: score(i, j) += b[bucket(j - i)][head], a learned number for each bucket of distances and head:
 * short distances have separate buckets, longer ones share them logarithmically, and all from max_distance on share the
 * last. */
#include <math.h>
#include <stdlib.h>

#include "base/elementary.h"
#include "base/random.h"
#include "base/text.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"

struct t5 {
    int buckets, max_distance;
};

static const struct setting options[] = {
    {"t5.buckets", SETTING_INT, offsetof(struct t5, buckets), "32", 1, 4096, NULL,
     "of distances, half of them for each side unless model.causal = yes"},
    {"t5.max_distance", SETTING_INT, offsetof(struct t5, max_distance), "128", 1, 1 << 20, NULL,
     "from this distance on all share the last bucket"},
    {0},
};

/* The buckets of one side, and how many of them hold a single distance. */
static int side(const struct encoding_built *b) {
    const struct t5 *o = b->options;
    return b->size.causal ? o->buckets : o->buckets / 2;
}

static int exact(const struct encoding_built *b) { return side(b) / 2; }

/* n: the bucket of a distance. head = 1..H */
static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct t5 *o = b->options;
    int all = side(b), near = exact(b);
    text_append(text, size, "score(i,j) += b[n(i - j), head] for j <= i\n");
    if (!b->size.causal)
        text_append(text, size, "score(i,j) += b[%d + n(j - i), head] for j > i\n", all);
    text_append(text, size, "n(d) = d for d < %d\n", near);
    text_append(text, size, "n(d) = min(%d, %d + floor(%d * log(d / %d) / log(%d / %d))) for d >= %d\n", all - 1, near,
                all - near, near, o->max_distance, near, near);
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    const struct t5 *o = b->options;
    (void)arena;
    if (o->buckets < 4 || (!b->size.causal && o->buckets % 2))
        return error_set(e, EXIT_USAGE, "t5.buckets = %d: %s", o->buckets,
                         o->buckets < 4 ? "expected 4 or more: near and far ones on both sides"
                                        : "an odd number cannot be shared by both sides (model.causal = no)");
    if (o->max_distance <= exact(b))
        return error_set(
            e, EXIT_USAGE,
            "t5.max_distance = %d leaves nothing to the logarithmic buckets; distances up to %d have their own",
            o->max_distance, exact(b) - 1);
    b->tensors = 1;
    b->tensor[0] = (struct encoding_tensor){"encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
                                            o->buckets, b->size.heads, false, false};
    return true;
}

static void init(const struct encoding_built *b, int tensor, real *value) {
    struct random r = random_open(b->seed, RANDOM_POSITIONS, 0);
    for (int i = 0; i < b->tensor[tensor].rows * b->tensor[tensor].columns; i++)
        value[i] = (real)(random_normal(&r) / sqrt(b->size.d_model));
}

/* Bucket of a distance j - i. The row itself belongs to the side before it, so no distance uses bucket 0 of the side
 * after it. */
static int bucket(const struct encoding_built *b, int distance) {
    const struct t5 *o = b->options;
    int near = exact(b), size = abs(distance), start = !b->size.causal && distance > 0 ? side(b) : 0;
    if (b->size.causal && distance > 0)
        return 0;
    if (size < near)
        return start + size;
    /* if a bucket begins at an integer distance, rounding must not miss it */
    double far =
        elementary_log((double)size / near) / elementary_log((double)o->max_distance / near) * (side(b) - near) + 1e-9;
    return start + (far < side(b) - near ? near + (int)far : side(b) - 1);
}

/* lookup (2 length - 1): the bucket of distance d, mapped and rounded, at d + length - 1 */
static void open(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena) {
    int last = use->length - 1;
    (void)w;
    use->lookup = arena_alloc(arena, 2 * (size_t)last + 1, sizeof *use->lookup);
    for (int d = -last; d <= last; d++) {
        int size = (int)(encoding_mapped(use, abs(d), encoding_counts(use)) + 0.5);
        use->lookup[d + last] = bucket(use->built, d < 0 ? -size : size);
    }
}

static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                 struct span key) {
    int heads = use->built->size.heads;
    for (int i = 0; i < query.rows; i++) {
        const int *lookup = use->lookup + use->length - 1 - query.position[i];
        for (int n = 0; n < heads; n++, score += key.rows)
            for (int j = 0; j < key.rows; j++)
                score[j] += w->value[0][lookup[key.position[j]] * heads + n];
    }
}

/* bias: score += b[bucket][head] */
static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                          struct span query, struct span key) {
    int heads = use->built->size.heads;
    for (int i = 0; i < query.rows; i++) {
        const int *lookup = use->lookup + use->length - 1 - query.position[i];
        for (int n = 0; n < heads; n++, dscore += key.rows)
            for (int j = 0; j < key.rows; j++)
                w->grad[0][lookup[key.position[j]] * heads + n] += dscore[j];
    }
}

static void seen(struct encoding_seen *s, const struct seen_of *of) {
    int buckets = of->now->built->tensor[0].rows;
    struct seen_reach reach = seen_reach(of, s->length), before = seen_reach(of, s->trained);
    bool *had = arena_alloc(of->arena, (size_t)buckets, sizeof *had),
         *has = arena_alloc(of->arena, (size_t)buckets, sizeof *has);
    s->kind = SEEN_BUCKETS;
    s->of = reach.back + reach.ahead + 1;
    s->alone = s->of == 1;
    s->both_sides = reach.back && reach.ahead;
    s->random = true;
    for (int d = -before.back; d <= before.ahead; d++)
        had[of->trained->lookup[d + s->trained - 1]] = true;
    bool *out = seen_cells(s, 1, of->arena); /* both sides are alike */
    for (int d = -reach.back; d <= reach.ahead; d++) {
        int k = of->now->lookup[d + s->length - 1];
        out[abs(d)] = !had[k];
        s->outside += !had[k];
        s->units += !has[k];
        s->unseen += !has[k] && !had[k];
        has[k] = true;
    }
}

const struct encoding encoding_t5 = {
    .name = "t5",
    .summary = "a learned bias on scores for each bucket of distances and head",
    .source = "Raffel et al. 2020 (T5)",
    .weakness = "Distances that share a bucket cannot be distinguished. Buckets of distances that training never had "
                "keep their first, random numbers.",
    .matters = {"different scores for the distances", "of them seen in training"},
    .starts = "b from N(0, 1 / model.d_model)",
    .try_next = "poslab show encoding t5 --view similarity",
    .options = options,
    .relative = true,
    .acts_on = ACTS_ON_DISTANCES,
    .formula = formula,
    .seen = seen,
    .build = build,
    .init = init,
    .open = open,
    .bias = bias,
    .bias_backward = bias_backward,
};
