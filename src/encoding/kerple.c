/* kerple.c -- kernelised relative bias, its logarithmic kernel: score(i, j) -= r1 log(1 + r2 |i - j|), with an r1 and
 * an r2 of each head. Both are learned and stay above 0, since they are softplus(weight) = log(1 + e^weight).
 *
 * Near a word it falls like alibi, far away ever more slowly. The original is causal; here both sides are alike if rows
 * see both. */
#include "base/elementary.h"
#include "base/text.h"
#include "encoding/distance.h"
#include "encoding/kinds.h"
#include "maths/exponential.h"

enum { W1, W2 }; /* of r1 and r2 */

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

/* r1 falls from head to head like alibi's slopes, r2 = 1 */
static void init(const struct encoding_built *b, int tensor, real *value) {
    for (int n = 0; n < b->size.heads; n++) {
        double r = tensor == W1 ? elementary_pow(2, -8.0 * (n + 1) / b->size.heads) : 1;
        value[n] = (real)elementary_log(elementary_exp(r) - 1);
    }
}

HOT static void bias(const struct encoding_use *use, const struct encoding_weights *w, real *score, int head,
                     struct span query, struct span key) {
    real r1 = softplus(w->value[W1][head]), r2 = softplus(w->value[W2][head]), d[DISTANCE_BLOCK];
    for (int i = 0; i < query.rows; i++, score += key.rows)
        for (int from = 0; from < key.rows; from += DISTANCE_BLOCK) {
            int count = distance_block(d, use, query.position[i], key, from);
            for (int j = 0; j < count; j += VECTOR_LANES)
                for (int l = j; l < j + VECTOR_LANES; l++)
                    d[l] = -r1 * logarithm(1 + r2 * d[l]);
            vector_add(score + from, d, count);
        }
}

/* bias: score -= r1 log(1 + r2 d):  dr1 -= dscore log(1 + r2 d), dr2 -= dscore r1 d / (1 + r2 d)
 * r = log(1 + e^w):  dw = dr / (1 + e^-w) */
HOT static void bias_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dscore,
                              int head, struct span query, struct span key) {
    real w1 = w->value[W1][head], w2 = w->value[W2][head], r1 = softplus(w1), r2 = softplus(w2), by_r1 = 0, by_r2 = 0;
    real d[DISTANCE_BLOCK], log[DISTANCE_BLOCK];
    for (int i = 0; i < query.rows; i++, dscore += key.rows)
        for (int from = 0; from < key.rows; from += DISTANCE_BLOCK) {
            int count = distance_block(d, use, query.position[i], key, from);
            for (int j = 0; j < count; j += VECTOR_LANES)
                for (int l = j; l < j + VECTOR_LANES; l++) {
                    log[l] = logarithm(1 + r2 * d[l]);
                    d[l] /= 1 + r2 * d[l];
                }
            by_r1 += vector_dot(dscore + from, log, count);
            by_r2 += vector_dot(dscore + from, d, count);
        }
    w->grad[W1][head] -= by_r1 * logistic(w1);
    w->grad[W2][head] -= r1 * by_r2 * logistic(w2);
}

const struct encoding encoding_kerple = {
    .name = "kerple",
    .summary = "scores lowered by the logarithm of the distance, at a learned rate for each head",
    .source = "Chi et al. 2022 (KERPLE, logarithmic kernel)",
    .weakness =
        "It can only lower a score, the more the farther: it prefers near words, and cannot ask for a distance. "
        "Both sides are alike, so without model.causal attention cannot distinguish left from right.",
    .matters = {"head 1: factor on a weight at distance 4", "head 1: factor on a weight at distance 64"},
    .try_next = "poslab show encoding kerple --view similarity --head 2",
    .relative = true,
    .acts_on = ACTS_ON_DISTANCES,
    .formula = formula,
    .build = build,
    .init = init,
    .open = distance_open,
    .bias = bias,
    .bias_backward = bias_backward,
};
