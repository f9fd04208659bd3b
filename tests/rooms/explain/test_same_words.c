/* test_same_words.c -- the same words in two orders, under every encoding of the registry: only numbers that depend on
 * the words' positions differ. */
#include "explain/order_demo.h"

#include <math.h>

#include "explain/encoding_facts.h"
#include "unit/tests.h"

enum { ROWS = 4, D = 32, HEADS = 4, FIRST = 1, LAST = 3 }; /* [CLS] and three words; positions of X and Y */

static const int position[ROWS] = {0, 1, 2, 3};
static const struct span span = {ROWS, position};

/* What the encoding does by itself at the positions of a text: what it adds, the score of [CLS] in the first head, and
 * what it makes of rows of ones. */
struct acts {
    real added[ROWS * D], score[HEADS * ROWS], rotated[ROWS * D];
};

static void act(struct acts *out, const struct encoding *kind) {
    struct run r;
    struct encoding_use use;
    struct arena arena = {0};
    struct error e = {0};
    *out = (struct acts){0};
    assert_true(encoding_facts_model(&r, kind, NULL, &e));
    const struct model *m = &r.model;
    const struct encoding_weights w = model_encoding_weights(m, NULL);
    assert_int_equal(m->config.d_model, D);
    assert_int_equal(m->config.heads, HEADS);
    assert_true(encoding_use_open(&use, &m->encoding, &w, r.settings.extrapolation, ROWS, &arena, &e));
    for (int i = 0; i < ROWS * D; i++)
        out->rotated[i] = 1;
    if (kind->embed)
        kind->embed(&use, &w, out->added, span);
    if (kind->rotate)
        kind->rotate(&use, out->rotated, span);
    if (kind->content)
        kind->content(&use, &w, out->score, (struct encoding_query){.rows = ROWS, .q = out->rotated});
    if (kind->bias)
        kind->bias(&use, &w, out->score, (struct span){1, position}, span);
    run_free(&r);
    arena_free(&arena);
}

/* Numbers of the rows of X and Y that are not the same. */
static int count_differing(const real *x) {
    int count = 0;
    for (int c = 0; c < D; c++)
        count += order_demo_differ((const double[]){(double)x[FIRST * D + c], (double)x[LAST * D + c]});
    return count;
}

/* X stands at position 1 and then at 3, Y at 3 and then at 1, w1 at 2 both times. */
static void check_vectors(const struct order_demo *w, const struct acts *a) {
    double step = (double)a->added[FIRST * D + w->column] - (double)a->added[LAST * D + w->column];
    const struct order_demo_word *x = &w->of[0], *middle = &w->of[1], *y = &w->of[2];
    assert_true(x->position[0] == FIRST && x->position[1] == LAST && y->position[0] == LAST && y->position[1] == FIRST);
    assert_true(middle->position[0] == 2 && middle->position[1] == 2);
    assert_int_equal(middle->differing, 0);
    assert_int_equal(x->differing, count_differing(a->added));
    assert_true(fabs(x->number[0] - x->number[1] - step) <= 1e-5);
    assert_true(fabs(y->number[0] - y->number[1] + step) <= 1e-5);
}

static void check(const struct encoding *kind) {
    struct order_demo w;
    struct acts a;
    struct error e = {0};
    if (!order_demo_measure(&w, kind, NULL, &e))
        fail_msg("%s", e.text);
    act(&a, kind);
    check_vectors(&w, &a);
    bool sees = count_differing(a.added) > 0 || count_differing(a.rotated) > 0 || a.score[FIRST] != a.score[LAST];
    assert_int_equal(order_demo_differ(w.probability), sees);
    for (int i = 0; i < SAME_WORDS; i += SAME_WORDS - 1)
        assert_int_equal(order_demo_differ(w.of[i].weight), sees);
    for (int k = 0; k < SAME_WORDS_ORDERS; k++)
        assert_true(w.of[0].weight[k] + w.of[1].weight[k] + w.of[2].weight[k] < 1); /* the rest is [CLS]'s */
}

TEST(every_encoding) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        check(*kind);
}

/* Each two neighbours of the registry in one model. */
TEST(hybrids) {
    for (int i = 1; encodings[i] && encodings[i + 1]; i++) {
        const struct encoding *kind = encodings[i];
        struct error e;
        assert_true(encoding_join(&kind, encodings[i + 1], &e));
        about(kind->name);
        check(kind);
    }
    about(NULL);
}

GROUP(same_words, NULL, NULL)
