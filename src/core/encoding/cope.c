/* cope.c -- contextual position encoding: score(i, j) += q_i . e[p], where p counts the words from j to i that pass a
 * gate, sigmoid(q_i . k / sqrt(h)), and e is a learned table that is read linearly between its rows. A head can so
 * count what matters, sentences or markers, where others count words.
 *
 * Counts beyond the last row read that row. Positions are never read: rows are counted in the order of the sequence.
 * The original is causal; if rows see both sides, here those from i to j are counted for a later j. */
#include "base/random.h"
#include "base/text.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"
#include "maths/exponential.h"

enum { ROWS = 1024 }; /* of the largest table */

struct cope {
    int max_position;
};

static const struct setting options[] = {
    {"cope.max_position", SETTING_INT, offsetof(struct cope, max_position), "0", 0, ROWS - 1, NULL,
     "the largest count that has a row of its own; 0: the last trained position"},
    {0},
};

static void formula(const struct encoding_built *b, char *text, size_t size) {
    int last = b->tensor[0].rows - 1;
    text_append(text, size, "score(i,j) += (1 - f) * q . e[n] + f * q . e[n + 1]%s\n",
                b->size.causal ? " for j <= i" : "");
    text_append(text, size, "f = p - n\nn = min(%d, floor(p))\n", last - 1);
    text_append(text, size, "p = min(%d, sum over k from j to i of g(k))\n", last);
    text_append(text, size, "g(k) = 1 / (1 + exp(-q . k / sqrt(h)))\n");
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    const struct cope *o = b->options;
    int positions = b->origin.positions > 0 ? b->origin.positions : b->size.trained, most = ROWS - 1;
    int last = o->max_position ? o->max_position : positions - 1;
    (void)arena, (void)e;
    last = last < 1 ? 1 : last < most ? last : most;
    b->tensors = 1;
    b->tensor[0] =
        (struct encoding_tensor){.name = "cope.e", .rows = last + 1, .columns = b->size.d_model / b->size.heads};
    return true;
}

static void init(const struct encoding_built *b, int tensor, real *value) {
    struct random r = random_open(b->seed, RANDOM_POSITIONS, 0);
    for (int i = 0; i < b->tensor[tensor].rows * b->tensor[tensor].columns; i++)
        value[i] = (real)(0.06 * random_normal(&r));
}

/* Where a count is read: between row `low` and the next. */
struct place {
    int low;
    real part;
    bool ends; /* at the last row, whatever the count */
};

HOT_PART struct place place_of(real count, int last) {
    if (count >= (real)last)
        return (struct place){last - 1, 1, true};
    int low = (int)count;
    return (struct place){low, count - (real)low, false};
}

/* Keys of one side of a query, from the one next to it to the end; `count` is that of the keys before. */
struct side {
    int from, end, step;
    real count;
};

static void count_side(real *score, real *saved, const real *product, int last, struct side s) {
    for (int j = s.from; j != s.end; j += s.step) {
        s.count += logistic(score[j]);
        struct place at = place_of(s.count, last);
        score[j] += (1 - at.part) * product[at.low] + at.part * product[at.low + 1];
        if (saved)
            saved[j] = s.count;
    }
}

/* product_p = q . e[p] */
HOT static void content(const struct encoding_use *use, const struct encoding_weights *w, real *score,
                        struct encoding_query query) {
    const struct encoding_tensor *e = &use->built->tensor[0];
    int h = e->columns, row = query.row, end = use->built->size.causal ? row + 1 : query.rows;
    real product[ROWS];
    for (int n = 0; n < use->built->size.heads; n++, score += query.rows) {
        real *saved = query.saved ? query.saved + (size_t)n * query.rows : NULL, own = logistic(score[row]);
        for (int p = 0; p < e->rows; p++)
            product[p] = vector_dot(query.q + n * h, w->value[0] + (size_t)p * h, h);
        count_side(score, saved, product, e->rows - 1, (struct side){row, -1, -1, 0});
        count_side(score, saved, product, e->rows - 1, (struct side){row + 1, end, 1, own});
    }
}

/* count_side, from its end:  dproduct += dscore (1 - part, part), dcount = dscore (product[low + 1] - product[low]);
 * a key's gate counts for itself and all that are farther:  dscore += g (1 - g) sum of their dcount. Returns that sum.
 */
static real count_backward(real *dscore, real *dproduct, const real *saved, const real *product, int last,
                           struct side s) {
    real sum = 0;
    for (int j = s.end - s.step; j != s.from - s.step; j -= s.step) {
        struct place at = place_of(saved[j], last);
        real gate = saved[j] - (j == s.from ? s.count : saved[j - s.step]), ds = dscore[j];
        dproduct[at.low] += ds * (1 - at.part);
        dproduct[at.low + 1] += ds * at.part;
        sum += at.ends ? 0 : ds * (product[at.low + 1] - product[at.low]);
        dscore[j] += sum * gate * (1 - gate);
    }
    return sum;
}

/* product_p = q . e[p]:  dq += dproduct_p e[p], de[p] += dproduct_p q. The query's own gate counts on both sides. */
HOT static void content_backward(const struct encoding_use *use, const struct encoding_weights *w, real *dscore,
                                 struct encoding_query query) {
    const struct encoding_tensor *e = &use->built->tensor[0];
    int h = e->columns, row = query.row, end = use->built->size.causal ? row + 1 : query.rows;
    real product[ROWS], dproduct[ROWS];
    for (int n = 0; n < use->built->size.heads; n++, dscore += query.rows) {
        const real *saved = query.saved + (size_t)n * query.rows, *q = query.q + n * h;
        real own = saved[row];
        for (int p = 0; p < e->rows; p++) {
            product[p] = vector_dot(q, w->value[0] + (size_t)p * h, h);
            dproduct[p] = 0;
        }
        real later = count_backward(dscore, dproduct, saved, product, e->rows - 1, (struct side){row + 1, end, 1, own});
        count_backward(dscore, dproduct, saved, product, e->rows - 1, (struct side){row, -1, -1, 0});
        dscore[row] += later * own * (1 - own);
        for (int p = 0; p < e->rows; p++) {
            vector_axpy(query.dq + n * h, dproduct[p], w->value[0] + (size_t)p * h, h);
            vector_axpy(w->grad[0] + (size_t)p * h, dproduct[p], q, h);
        }
    }
}

static double largest(const real *saved, size_t numbers) {
    real most = 0;
    for (size_t i = 0; i < numbers; i++)
        most = saved[i] > most ? saved[i] : most;
    return (double)most;
}

/* Which counts there are the words decide: those of some texts, where they are known. */
static void seen(struct encoding_seen *s, const struct seen_of *of) {
    s->kind = SEEN_COUNTS;
    s->count_trained = of->count_trained;
    s->count_now = of->count_now;
    s->last_row = of->now->built->tensor[0].rows - 1;
}

const struct encoding encoding_cope = {
    .name = "cope",
    .summary = "queries multiplied with a learned vector for each count of open gates",
    .source = "Golovneva et al. 2024 (CoPE)",
    .weakness =
        "Gates must be learned: here all are half open (a query of ones). Counting to later words, too, is poslab's "
        "own "
        "choice. Counts above the last row read it; in 2 of 3 models of task order, without a causal mask, no gradient "
        "ever touched it.",
    .matters = {"different scores for the distances", "distance from which on all share one bucket"},
    .starts = "e from N(0, 0.06^2); the authors' is 0",
    .try_next = "poslab show encoding cope",
    .options = options,
    .relative = true,
    .formula = formula,
    .seen = seen,
    .build = build,
    .init = init,
    .content = content,
    .content_backward = content_backward,
    .largest = largest,
};
