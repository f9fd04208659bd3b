/* order_demo.c -- see order_demo.h. The texts are fixed here; results never are. */
#include "explain/order_demo.h"

#include <math.h>
#include <string.h>

#include "example/model_example.h"
#include "explain/encoding_facts.h"
#include "model/mixer.h"

static const double rounding = 1e-6; /* of sums in another order, at most */

/* The word in the middle has the same position in both. */
static const char *const texts[SAME_WORDS_ORDERS] = {"X w1 Y", "Y w1 X"};

bool order_demo_differ(const double number[SAME_WORDS_ORDERS]) { return fabs(number[0] - number[1]) > rounding; }

static const real *vector(const struct model_example *x, int row) {
    return x->way.work.value.embedded + (size_t)row * x->run->model.config.d_model;
}

/* Where the words 0..SAME_WORDS-1 of the first text are in both, and what differs there. */
static void measure(struct order_demo *out, const struct model_example *x, struct arena *arena) {
    const struct run *r = x->run;
    int row[SAME_WORDS][SAME_WORDS_ORDERS] = {{0}}, d = out->columns = r->model.config.d_model;
    double *difference = arena_alloc(arena, (size_t)d, sizeof *difference);
    for (int i = 0; i < SAME_WORDS; i++) {
        struct order_demo_word *w = &out->of[i];
        for (int k = 0; k < SAME_WORDS_ORDERS; k++) {
            while (x[k].batch.token[row[i][k]] != x->batch.token[1 + i]) /* after [CLS] */
                row[i][k]++;
            w->position[k] = x[k].batch.position[row[i][k]];
            w->weight[k] = (double)r->model.mixer->weights(&x[k].way.work)[row[i][k]];
        }
        snprintf(w->word, sizeof w->word, "%s", x->word[row[i][0]]);
        for (int c = 0; c < d; c++) {
            const double both[] = {(double)vector(x, row[i][0])[c], (double)vector(x + 1, row[i][1])[c]};
            difference[c] += fabs(both[0] - both[1]);
            w->differing += order_demo_differ(both);
        }
    }
    for (int c = 1; c < d; c++)
        out->column = difference[c] > difference[out->column] ? c : out->column;
    for (int i = 0; i < SAME_WORDS; i++)
        for (int k = 0; k < SAME_WORDS_ORDERS; k++)
            out->of[i].number[k] = (double)vector(&x[k], row[i][k])[out->column];
}

bool order_demo_measure(struct order_demo *out, const struct encoding *kind, const struct assignments *typed,
                        struct error *e) {
    struct run r;
    struct arena arena = {0};
    struct model_example x[SAME_WORDS_ORDERS];
    char buffer[TASK_WORD_MAX];
    bool ok = true;
    *out = (struct order_demo){.text = {texts[0], texts[1]}};
    if (!encoding_facts_model(&r, kind, typed, e))
        return false;
    for (int k = 0; k < SAME_WORDS_ORDERS && ok; k++) {
        const char *const text[] = {texts[k], NULL};
        struct prediction p;
        ok = model_example_open(&x[k], &r, text, 0, r.settings.extrapolation, &arena, e);
        if (!ok)
            continue;
        prediction_of(&p, &r, &x[k].batch, &x[k].way, &arena);
        snprintf(out->answer, sizeof out->answer, "%s",
                 r.task.kind->answer(&r.task, p.classes - 1, buffer)); /* "yes" */
        snprintf(out->target, sizeof out->target, "%s", x[k].word[x[k].batch.target[0]]);
        out->probability[k] = (double)p.probability[p.classes - 1];
    }
    if (ok)
        measure(out, x, &arena);
    run_free(&r);
    arena_free(&arena);
    return ok;
}
