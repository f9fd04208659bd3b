/* kerple.c -- kernelised relative bias, its logarithmic kernel: score(i, j) -= r1 log(1 + r2 |i - j|), with an r1 and
 * an r2 of each head. Both are learned and stay above 0, since they are softplus(weight) = log(1 + e^weight).
 *
 * Near a word it falls like alibi, far away ever more slowly. The original is causal; here both sides are alike if rows
 * see both. */
#include <math.h>

#include "base/elementary.h"
#include "base/random.h"
#include "base/text.h"
#include "encoding/distance.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"
#include "maths/exponential.h"

enum { W1, W2 };      /* of r1 and r2 */
enum { HEADS = 256 }; /* the largest model.heads */
enum { START_UNIFORM, START_SLOPES };

struct kerple {
    int start;
};

static const struct setting options[] = {
    {"kerple.start", SETTING_CHOICE, offsetof(struct kerple, start), "uniform", 0, 0, "uniform|slopes",
     "initial r1 and r2: from 0..2 and 0..1 at random, or alibi's slopes and 1"},
    {0},
};

static void formula(const struct encoding_built *b, char *text, size_t size) {
    text_append(text, size, "score(i,j) -= r1 * log(1 + r2 * |i - j|)%s\n", b->size.causal ? " for j <= i" : "");
    text_append(text, size, "r1 = log(1 + exp(w1[head]))\nr2 = log(1 + exp(w2[head]))\n");
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    (void)arena, (void)e;
    b->tensors = 2;
    for (int i = W1; i <= W2; i++)
        b->tensor[i] = (struct encoding_tensor){
            .name = i == W1 ? "kerple.w1" : "kerple.w2", .rows = 1, .columns = b->size.heads, .vector = true};
    return true;
}

/* `uniform` is as in the authors' code, which draws r1 from 0..2, r2 from 0..1, and begins no lower than 0.01. With
 * `slopes` r1 falls from head to head like alibi's, r2 = 1. */
static void init(const struct encoding_built *b, int tensor, real *value) {
    const struct kerple *o = b->options;
    struct random random = random_open(b->seed, RANDOM_POSITIONS, (uint64_t)tensor);
    for (int n = 0; n < b->size.heads; n++) {
        double drawn = ldexp(random_word(&random), tensor == W1 ? -31 : -32), r = fmax(drawn, 0.01);
        if (o->start == START_SLOPES)
            r = tensor == W1 ? elementary_pow(2, -8.0 * (n + 1) / b->size.heads) : 1;
        value[n] = (real)elementary_log(elementary_exp(r) - 1);
    }
}

struct rates {
    real r1[HEADS], r2[HEADS];
};

/* All at once: a processor works on several, none of which waits for another. */
HOT_PART void rates_of(struct rates *r, const struct encoding_use *use, const struct encoding_weights *w) {
    for (int n = 0; n < use->built->size.heads; n++) {
        r->r1[n] = softplus(w->value[W1][n]);
        r->r2[n] = softplus(w->value[W2][n]);
    }
}

HOT static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, struct span query,
                     struct span key) {
    int heads = use->built->size.heads;
    real d[DISTANCE_BLOCK], lowered[DISTANCE_BLOCK];
    struct rates r;
    rates_of(&r, use, w);
    for (int i = 0; i < query.rows; i++, score += (size_t)heads * key.rows)
        for (int from = 0; from < key.rows; from += DISTANCE_BLOCK) {
            int count = distance_block(d, use, query.position[i], key, from);
            for (int n = 0; n < heads; n++) {
                for (int j = 0; j < DISTANCE_BLOCK; j++)
                    lowered[j] = -r.r1[n] * logarithm(1 + r.r2[n] * d[j]);
                vector_add(score + (size_t)n * key.rows + from, lowered, count);
            }
        }
}

/* bias: score -= r1 log(1 + r2 d):  dr1 -= dscore log(1 + r2 d), dr2 -= dscore r1 d / (1 + r2 d)
 * r = log(1 + e^w):  dw = dr / (1 + e^-w) */
HOT static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                              struct span query, struct span key) {
    int heads = use->built->size.heads;
    real d[DISTANCE_BLOCK], log[DISTANCE_BLOCK], part[DISTANCE_BLOCK], by_r1[HEADS] = {0}, by_r2[HEADS] = {0};
    struct rates r;
    rates_of(&r, use, w);
    for (int i = 0; i < query.rows; i++, dscore += (size_t)heads * key.rows)
        for (int from = 0; from < key.rows; from += DISTANCE_BLOCK) {
            int count = distance_block(d, use, query.position[i], key, from);
            for (int n = 0; n < heads; n++) {
                for (int j = 0; j < DISTANCE_BLOCK; j++) {
                    log[j] = logarithm(1 + r.r2[n] * d[j]);
                    part[j] = d[j] / (1 + r.r2[n] * d[j]);
                }
                by_r1[n] += vector_dot(dscore + (size_t)n * key.rows + from, log, count);
                by_r2[n] += vector_dot(dscore + (size_t)n * key.rows + from, part, count);
            }
        }
    for (int n = 0; n < heads; n++) {
        w->grad[W1][n] -= by_r1[n] * logistic(w->value[W1][n]);
        w->grad[W2][n] -= r.r1[n] * by_r2[n] * logistic(w->value[W2][n]);
    }
}

static void seen(struct encoding_seen *s, const struct seen_of *of) {
    seen_distances(s, of);
    s->onward = "the same curve goes on, ever flatter: the farther a word, the lower its score";
}

const struct encoding encoding_kerple = {
    .name = "kerple",
    .summary = "scores lowered by the logarithm of the distance, at a learned rate for each head",
    .source = "Chi et al. 2022 (KERPLE, logarithmic kernel)",
    .weakness =
        "It can only lower a score, the more the farther: it prefers near words, and cannot ask for a distance. "
        "Both sides are alike, so without model.causal attention cannot distinguish left from right.",
    .matters = {"head 1: factor on a weight at distance 4", "head 1: factor on a weight at distance 64"},
    .starts = "r1 from 0..2, r2 from 0..1, at random, as in the authors' code; kerple.start=slopes: r1 as alibi's "
              "slopes, r2 = 1",
    .try_next = "poslab show encoding kerple --view similarity --head 2",
    .options = options,
    .relative = true,
    .acts_on = ACTS_ON_DISTANCES,
    .formula = formula,
    .seen = seen,
    .build = build,
    .init = init,
    .open = distance_open,
    .bias = bias,
    .bias_backward = bias_backward,
};
