/* attention_known.c -- attention to known rows (known_rows.h). For the query whose scores with all rows are known,
 * scores are looked up and rows are summed up where they lie; for another, the rows of its sequence are copied. */
#include <string.h>

#include "encoding/encoding.h"
#include "maths/matmul_portable.h"
#include "maths/vector.h"
#include "model/attention.h"

/* What scores are products of, on the side of the query. */
static real *query_of(const struct attention_pass *p, int target) {
    int d = p->m->config.d_model;
    return p->a->absorbed ? p->a->absorbed + (size_t)target * p->m->config.heads * d : p->a->q + (size_t)target * d;
}

/* (H, N) becomes (N, H): a row's scores lie together. */
static void lay_by_row(real *score, real *by_head, int heads, int rows) {
    memcpy(by_head, score, (size_t)heads * rows * sizeof *score);
    portable_transpose(score, by_head, (size_t)rows, heads, rows);
}

/* Whether this row is the only target of every sequence. */
static bool all_are(const struct batch *b, int row) {
    bool all = b->targets == b->sequences;
    for (int i = 0; i < b->targets && all; i++)
        all = b->target_start[i + 1] == i + 1 && b->known[b->target[i]] == row;
    return all;
}

void attention_know(const struct attention_pass *all, const struct attention_pass *p) {
    const struct span rows = {all->b->rows, all->b->position}, query = {1, p->b->position + p->b->target[0]};
    const struct part part = {.rows = rows.rows, .targets = 1, .logit_scale = 1};
    struct encoding_weights weights = model_encoding_weights(p->m, NULL);
    size_t size = (size_t)p->m->config.d_model * (p->a->absorbed ? p->m->config.heads : 1);
    all->a->scored = false;
    if (attention_scales(p) || p->m->encoding.kind->content || p->b->targets != p->b->sequences)
        return;
    memcpy(query_of(all, 0), query_of(p, 0), size * sizeof(real));
    p->at->keys->score(all, &part);
    if (p->m->encoding.kind->bias)
        p->m->encoding.kind->bias(p->use, &weights, all->a->score, query, rows);
    lay_by_row(all->a->score, p->known->scratch, p->m->config.heads, rows.rows);
    all->a->scored = true;
    all->a->query_row = p->b->known[p->b->target[0]];
}

bool attention_known_queries(const struct attention_pass *p) {
    const struct attention_arrays *known = p->known->work.value.mixing;
    return known->scored && all_are(p->b, known->query_row);
}

static void copy(const struct attention_pass *p, real *out, const real *in, int s) {
    int row = p->b->start[s];
    known_rows_copy(out, in, p->b->known + row, p->b->start[s + 1] - row, p->m->config.d_model);
}

bool attention_known_rows(const struct attention_pass *p, int s) {
    const struct attention_arrays *known = p->known->work.value.mixing;
    int target = p->b->target_start[s];
    if (known->scored && p->b->target_start[s + 1] == target + 1 &&
        p->b->known[p->b->target[target]] == known->query_row)
        return true;
    if (known->k)
        copy(p, p->a->k, known->k, s);
    if (known->v)
        copy(p, p->a->v, known->v, s);
    if (!known->k || !known->v)
        copy(p, p->z, p->known->work.value.z, s);
    return false;
}

/* score (H, rows) = the scores (N, H) of rows with these numbers */
HOT static void look_up(real *score, const real *known, const int *number, int rows, int heads) {
    int whole = rows / 4 * 4, n = 0;
    for (; n + 4 <= heads; n += 4)
        for (int i = 0; i < whole; i += 4) {
            lanes_quarter four[4];
            for (int r = 0; r < 4; r++)
                four[r] = *(const lanes_quarter *)(known + (size_t)number[i + r] * heads + n);
            lanes_transpose_four(four);
            for (int r = 0; r < 4; r++)
                *(lanes_quarter *)(score + (size_t)(n + r) * rows + i) = four[r];
        }
    for (int k = 0; k < heads; k++)
        for (int i = k < n ? whole : 0; i < rows; i++)
            score[(size_t)k * rows + i] = known[(size_t)number[i] * heads + k];
}

void attention_known_score(const struct attention_pass *p, const struct part *s) {
    const struct attention_arrays *known = p->known->work.value.mixing;
    look_up(p->a->score + s->score, known->score, p->b->known + s->row, s->rows, p->m->config.heads);
}

void attention_known_mix(const struct attention_pass *p, const struct part *s) {
    const struct attention_arrays *known = p->known->work.value.mixing;
    const int *number = p->b->known + s->row;
    const real *score = p->a->score + s->score;
    int heads = p->m->config.heads, d = p->m->config.d_model;
    if (!known->v)
        matmul_rows(p->a->mean + (size_t)s->target * heads * d, score, p->known->work.value.z, number,
                    (struct matmul){heads, d, s->rows, d, s->rows, d, 1, 0});
    for (int n = 0; n < heads && known->v; n++) {
        struct head t = attention_head(p->m, n, s->rows);
        matmul_rows(p->a->context + (size_t)s->target * d + t.column, score + t.score, known->v + t.column, number,
                    (struct matmul){1, t.h, s->rows, d, s->rows, d, 1, 0});
    }
}
