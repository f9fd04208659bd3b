/* test_shown_formulas.c -- the printed formula of an encoding is what its hooks compute, for every encoding of the
 * registry and each of its options. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "encoding/encoding_built.h"
#include "law/formula.h"
#include "unit/near.h"

enum { ROWS = 17, COLUMNS = 64, HEADS = 4 };

static void check_embed(struct formula *f, const struct span all) {
    const struct encoding_built *b = &f->of->built;
    real x[ROWS * COLUMNS] = {0};
    b->kind->embed(&f->of->use, &f->of->weights, x, all);
    f->width = b->width;
    for (int t = 0; t < ROWS; t++)
        for (f->column = 0; f->column < b->width; f->column++) {
            double z = 0;
            const char *at = f->text + strlen("z ");
            f->names = 0;
            formula_bind(f, "T", ROWS);
            formula_bind(f, "x", 0);
            formula_bind(f, "t", t);
            formula_line(f, at, &z);
            assert_near(f->text, f->column, (double)x[t * b->size.d_model + b->first + f->column], z,
                        limit(1e-9, 1e-6) * fmax(1, fabs(z)));
        }
}

/* All lines that apply add up. */
static double score(struct formula *f, int i, int j, int head) {
    double all = 0, value;
    f->names = 0;
    formula_bind(f, "i", i);
    formula_bind(f, "j", j);
    formula_bind(f, "head", head + 1);
    for (const char *at = f->text; *at; at = formula_next(at))
        if (formula_takes(&at, "score(i,j) ")) {
            bool less = formula_takes(&at, "-");
            formula_need(&at, less ? "" : "+");
            if (formula_line(f, at, &value))
                all += less ? -value : value;
        }
    return all;
}

static void check_bias(struct formula *f, const struct span all) {
    const struct encoding_built *b = &f->of->built;
    int heads = b->size.heads;
    real got[ROWS * HEADS * ROWS] = {0};
    assert_true(heads <= HEADS);
    b->kind->bias(&f->of->use, &f->of->weights, got, all, all);
    for (int head = 0; head < heads; head++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < (b->size.causal ? i + 1 : ROWS); j++)
                assert_near(f->text, i * ROWS + j, (double)got[(i * heads + head) * ROWS + j], score(f, i, j, head),
                            limit(1e-9, 1e-6));
}

/* Of products and queries that differ by head and key. */
static void check_content(struct formula *f) {
    const struct encoding_built *b = &f->of->built;
    int heads = b->size.heads, h = b->size.d_model / heads;
    for (int i = 0; i < ROWS; i++) {
        real got[HEADS * ROWS], q[COLUMNS];
        double query[COLUMNS], product[HEADS * ROWS];
        for (int k = 0; k < heads * ROWS; k++)
            got[k] = (real)(product[k] = (double)(real)(2 * sin(k + i)));
        for (int c = 0; c < b->size.d_model; c++)
            q[c] = (real)(query[c] = (double)(real)cos(c * (i + 1)));
        b->kind->content(&f->of->use, &f->of->weights, got, (struct encoding_query){.row = i, .rows = ROWS, .q = q});
        for (int n = 0; n < heads; n++)
            for (int j = 0; j < (b->size.causal ? i + 1 : ROWS); j++) {
                f->query = query + n * h;
                f->product = product + n * ROWS;
                assert_near(f->text, i * ROWS + j, (double)got[n * ROWS + j] - f->product[j], score(f, i, j, n),
                            limit(1e-9, 1e-5));
            }
    }
}

/* (a, b) becomes (a cos - b sin, a sin + b cos); other columns stay. */
static void check_rotate(struct formula *f, const struct span all) {
    const struct encoding_built *b = &f->of->built;
    int d = b->size.d_model, h = d / b->size.heads;
    real x[ROWS * COLUMNS];
    double expected[ROWS * COLUMNS];
    for (int k = 0; k < ROWS * d; k++)
        x[k] = (real)(expected[k] = 1 + k % 7);
    for (int k = 0; k < ROWS * d; k++) {
        const char *at = f->text;
        f->names = 0;
        formula_bind(f, "t", k / d);
        formula_bind(f, "i", k % h);
        if (!formula_applies(f, at))
            continue;
        formula_need(&at, "q, k: columns");
        double *row = expected + k / h * h, *one = row + (int)formula_sum(f, &at);
        formula_need(&at, "and");
        double *other = row + (int)formula_sum(f, &at), p = *one, q = *other;
        formula_need(&at, "of each head rotated by");
        double angle = formula_sum(f, &at);
        *one = p * cos(angle) - q * sin(angle);
        *other = p * sin(angle) + q * cos(angle);
    }
    b->kind->rotate(&f->of->use, x, all);
    for (int k = 0; k < ROWS * d; k++)
        assert_near(f->text, k, (double)x[k], expected[k], limit(1e-9, 1e-5));
}

/* Settings separated by blanks. */
static void check(const struct encoding *kind, const char *settings, bool refusable) {
    static int position[ROWS];
    struct encoding_alone of;
    struct assignments a = {0};
    struct error e;
    struct formula f = {.of = &of};
    char one[64];
    assert_true(assignments_set(&a, "encoding.name", kind->name, "a test", &e));
    assert_true(assignments_override(&a, "encoding.extrapolation=extend", &e));
    for (const char *at = settings; text_item(&at, one, sizeof one);)
        assert_true(assignments_override(&a, one, &e));
    if (!encoding_alone_build(&of, &a, NULL, &e) || !encoding_alone_open(&of, ROWS, &e)) {
        if (!refusable)
            fail_msg("%s: %s", settings, e.text);
        return;
    }
    for (int i = 0; i < ROWS; i++)
        position[i] = i;
    encoding_formula(&of.built, f.text);
    bool short_table = of.built.rows && of.built.rows < ROWS;
    if (kind->embed && !short_table)
        check_embed(&f, (struct span){ROWS, position});
    if (kind->content)
        check_content(&f);
    if (kind->bias)
        check_bias(&f, (struct span){ROWS, position});
    if (kind->rotate)
        check_rotate(&f, (struct span){ROWS, position});
    encoding_alone_free(&of);
}

/* Three heads: two of them have slopes of a power of two. */
static const char *const sizes[] = {"model.d_model=32 model.heads=4", "model.d_model=24 model.heads=3",
                                    "model.d_model=24 model.heads=3 model.causal=yes"};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Each option by itself: every choice; of numbers half of what is usual, or the next whole one. Some are refused. */
static void check_option(const struct encoding *kind, const struct setting *o, const char *size) {
    char settings[256], choice[32];
    if (o->kind != SETTING_CHOICE) {
        double usual = strtod(o->standard, NULL);
        snprintf(settings, sizeof settings, "%s %s=%.9g", size, o->key, o->kind == SETTING_INT ? usual + 1 : usual / 2);
        check(kind, settings, true);
    }
    for (const char *at = o->kind == SETTING_CHOICE ? o->choices : ""; *at; at += strspn(at, "|")) {
        snprintf(choice, sizeof choice, "%.*s", (int)strcspn(at, "|"), at);
        at += strlen(choice);
        snprintf(settings, sizeof settings, "%s %s=%s", size, o->key, choice);
        check(kind, settings, true);
    }
}

/* says encoding learned: a trained table with one row per position */
/* says encoding sinusoidal: fixed waves of geometric wavelengths: sines, cosines or both */
/* says encoding index: one column of the embedding is the position: 0, 1, 2, ... */
/* says encoding ratio: one column of the embedding is how far into its sequence a word is, from 0 to 1 */
/* says encoding rope: queries and keys rotated by angles that grow with the position; scores see distances */
/* says encoding alibi: scores lowered in proportion to distance, each head with its own slope */
/* says encoding t5: a learned bias on scores for each bucket of distances and head */
/* says encoding kerple: scores lowered by the logarithm of the distance, at a learned rate for each head */
/* says help settings: number of the first pair */
/* says help settings: with 1 the first angle is t / base^(2/D) */
/* says help settings: only the first pairs of each head are rotated, so many */
/* says help settings: what the position is divided by in a sequence of T: its last position, or its length */
/* says help settings: the largest count that has a row of its own */
/* says help settings: 0: the last trained position */
TEST(every_option) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++)
        for (int i = 0; i < SIZES; i++) {
            check(*kind, sizes[i], false);
            for (const struct setting *o = (*kind)->options; o && o->key; o++)
                check_option(*kind, o, sizes[i]);
        }
}

/* Options that act on each other, and numbers that an option by itself may not have. */
TEST(together) {
    static const struct {
        const char *name, *settings;
    } of[] = {
        {"learned", "learned.offset=2 learned.combine=concat learned.columns=3"},
        {"sinusoidal",
         "sinusoidal.combine=concat sinusoidal.columns=5 sinusoidal.layout=halves sinusoidal.pairing=unpaired"},
        {"sinusoidal", "sinusoidal.origin=1 sinusoidal.pairing=unpaired sinusoidal.base=50"},
        {"sinusoidal", "sinusoidal.origin=1 sinusoidal.waves=cosine sinusoidal.scale=2"},
        {"sinusoidal", "sinusoidal.argument=ratio sinusoidal.combine=concat sinusoidal.columns=1"},
        {"sinusoidal",
         "sinusoidal.argument=grid sinusoidal.grid_width=3 sinusoidal.layout=halves sinusoidal.combine=concat"},
        {"ratio", "ratio.over=T ratio.scale=3"},
        {"rope", "rope.layout=interleaved rope.fraction=.5 rope.base=50"},
        {"rope", "rope.layout=interleaved rope.fast_waves=1"},
        {"rope", "rope.fast_waves=2 rope.base=50"},
        {"t5", "t5.buckets=12 t5.max_distance=10"},
        {"cope", "cope.max_position=3"},
        {"fire", "task.name=first task.words=2..6"}, /* rows beyond the trained length */
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int k = 0; k < SIZES; k++) {
            char settings[256];
            snprintf(settings, sizeof settings, "%s %s", sizes[k], of[i].settings);
            check(encoding_find(of[i].name), settings, false);
        }
}

GROUP(shown_formulas, NULL, NULL)
