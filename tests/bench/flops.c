/* flops.c -- multiplications and additions of matrix products, counted from the shapes; see bench.h. */
#include "bench/bench.h"
#include "model/attention.h"
#include "model/recurrent.h"
#include "train/step.h"

/* Keys and scores, or values and context; pairs of a target and a row of its sequence. */
static double of_side(const struct model *m, const struct batch *b, double pairs, bool absorbed) {
    double d = m->config.d_model;
    return absorbed ? b->targets * d * d + pairs * m->config.heads * d : b->rows * d * d + pairs * d;
}

static double of_attention(const struct model *m, const struct batch *b) {
    const struct attention *at = m->mixing;
    double d = m->config.d_model, pairs = 0;
    for (int s = 0; s < b->sequences; s++)
        pairs += (double)(b->start[s + 1] - b->start[s]) * (b->target_start[s + 1] - b->target_start[s]);
    return 2 * b->targets * d * d + of_side(m, b, pairs, at->keys == &attention_keys_absorbed) +
           of_side(m, b, pairs, at->values == &attention_values_absorbed);
}

/* Steps go from an end of a sequence to its farthest target; each reads its row, each but the first the state before.
 */
static double of_recurrence(const struct model *m, const struct batch *b) {
    double d = m->config.d_model, products = 0, ways = m->sees_later ? 2 : 1;
    for (int s = 0; s < b->sequences; s++) {
        int forth = 0, back = 0;
        for (int i = b->target_start[s]; i < b->target_start[s + 1]; i++) {
            int before = b->target[i] - b->start[s] + 1, after = b->start[s + 1] - b->target[i];
            forth = before > forth ? before : forth;
            back = after > back ? after : back;
        }
        products += forth ? 2 * forth - 1 + (ways > 1 ? 2 * back - 1 : 0) : 0;
    }
    return products * ((const struct cell *)m->mixer->kind)->gates * d * d + b->targets * ways * d * d;
}

double bench_flops(const struct model *m, const struct batch *b) {
    double d = m->config.d_model, of_target = 2 * d * m->config.d_ff + d * m->size.classes; /* feed-forward, head */
    return 2 * ((m->mixer->kind ? of_recurrence : of_attention)(m, b) + b->targets * of_target);
}

double bench_step_flops(const struct stepper *s) {
    double flops = 0;
    for (int k = 0; k < s->shards; k++)
        flops += 3 * bench_flops(&s->run->model, &s->shard[k].batch);
    return flops;
}
