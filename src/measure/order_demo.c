/* order_demo.c -- see order_demo.h. The texts are fixed here; results never are. */
#include "measure/order_demo.h"

#include <math.h>
#include <string.h>

#include "measure/encoding_facts.h"
#include "measure/model_example.h"
#include "model/mixer.h"

static const double rounding = 1e-6; /* of sums in another order, at most */

/* The word in the middle has the same position in both. */
static const char *const texts[SAME_WORDS_ORDERS] = {"X w1 Y", "Y w1 X"};

bool order_demo_differ(const double number[SAME_WORDS_ORDERS]) { return fabs(number[0] - number[1]) > rounding; }

static const real *vector(const struct model_example *x, int row) {
    return x->way.work.value.embedded + (size_t)row * x->run->model.config.d_model;
}

/* The positions of words 0..SAME_WORDS-1 of the first text in an example. */
static int find(const struct model_example *x, const struct model_example *first, int word) {
    int row = 0, token = first->batch.token[1 + word]; /* after [CLS] */
    while (x->batch.token[row] != token)
        row++;
    return row;
}

static void compare_vectors(struct order_demo_word *w, double *difference, const real *a, const real *b, int columns) {
    for (int c = 0; c < columns; c++) {
        difference[c] += fabs((double)a[c] - (double)b[c]);
        w->differing += order_demo_differ((const double[]){(double)a[c], (double)b[c]});
    }
}

static int largest(const double *x, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        best = x[i] > x[best] ? i : best;
    return best;
}

static void measure(struct order_demo *out, const struct model_example *x, struct arena *arena) {
    const struct run *r = x->run;
    int row[SAME_WORDS][SAME_WORDS_ORDERS], d = out->columns = r->model.config.d_model;
    double *difference = arena_alloc(arena, (size_t)d, sizeof *difference);
    for (int i = 0; i < SAME_WORDS; i++) {
        for (int k = 0; k < SAME_WORDS_ORDERS; k++) {
            row[i][k] = find(&x[k], x, i);
            out->of[i].position[k] = x[k].batch.position[row[i][k]];
            out->of[i].weight[k] = (double)r->model.mixer->weights(&x[k].way.work)[row[i][k]];
        }
        snprintf(out->of[i].word, sizeof out->of[i].word, "%s", x->word[row[i][0]]);
        compare_vectors(&out->of[i], difference, vector(x, row[i][0]), vector(x + 1, row[i][1]), d);
    }
    out->column = largest(difference, d);
    for (int i = 0; i < SAME_WORDS; i++)
        for (int k = 0; k < SAME_WORDS_ORDERS; k++)
            out->of[i].number[k] = (double)vector(&x[k], row[i][k])[out->column];
}

/* The last of the answers is "yes". */
static void measure_answer(struct order_demo *out, const struct model_example *x, int order, struct arena *arena) {
    const struct task_built *t = &x->run->task;
    struct prediction p;
    char buffer[TASK_WORD_MAX];
    prediction_of(&p, x->run, &x->batch, &x->way, arena);
    snprintf(out->answer, sizeof out->answer, "%s", t->kind->answer(t, p.classes - 1, buffer));
    snprintf(out->target, sizeof out->target, "%s", x->word[x->batch.target[0]]);
    out->probability[order] = (double)p.probability[p.classes - 1];
}

static bool open_both(struct model_example *x, const struct run *r, struct arena *arena, struct error *e) {
    for (int k = 0; k < SAME_WORDS_ORDERS; k++)
        if (!model_example_open(&x[k], r, (const char *const[]){texts[k], NULL}, 0, r->settings.extrapolation, arena,
                                e))
            return false;
    return true;
}

bool order_demo_measure(struct order_demo *out, const struct encoding *kind, struct error *e) {
    struct run r;
    struct arena arena = {0};
    struct model_example x[SAME_WORDS_ORDERS];
    *out = (struct order_demo){.text = {texts[0], texts[1]}};
    if (!encoding_facts_model(&r, kind, e))
        return false;
    bool ok = open_both(x, &r, &arena, e);
    for (int k = 0; k < SAME_WORDS_ORDERS && ok; k++)
        measure_answer(out, &x[k], k, &arena);
    if (ok)
        measure(out, x, &arena);
    run_free(&r);
    arena_free(&arena);
    return ok;
}
