/* test_hybrid.c -- several encodings in one model: for every pair of the registry and every policy they do together
 * what each does alone; their columns; their one name; and what cannot be joined. The laws of all encodings (shifts,
 * policies, attention, gradients) also run on hybrids, through small_attention. */
#include "law/small.h"
#include "unit/near.h"
#include "unit/refused.h"

#include <string.h>

#include "encoding/kinds.h"
#include "model/model.h"

enum { T = 7, D = 8, HEADS = 2, LENGTH = 3 * SMALL_POSITIONS };

static const int position[T] = {0, 1, 4, 5, 9, 12, 17};
static const struct span all = {T, position};

static const struct encoding *read(const char *text) {
    const struct encoding *kind;
    struct error e;
    if (!encoding_read(&kind, text, &e))
        fail_msg("%s: %s", text, e.text);
    return kind;
}

/* ---- Together as alone */

/* What hooks make of rows of zeros, of a fixed query, and of scores of 0. */
struct effect {
    double row[T][D], query[T][D], score[HEADS][T][T];
};

static void fill_query(real x[T * D]) {
    for (int i = 0; i < T * D; i++)
        x[i] = (real)(i % 5 - 1.5);
}

static void add_effect(struct effect *to, const struct encoding_use *use, const struct encoding_weights *w, int width,
                       int first) {
    const struct encoding *kind = use->built->kind;
    real row[T * D] = {0}, score[T * HEADS * T] = {0}, fixed[T * D];
    if (kind->embed)
        kind->embed(use, w, row, all);
    for (int i = 0; i < T; i++)
        for (int c = 0; c < use->built->width; c++)
            to->row[i][first + c] += (double)row[i * width + use->built->first + c];
    fill_query(fixed);
    for (int i = 0; i < T && kind->content; i++)
        kind->content(use, w, score + i * HEADS * T, (struct encoding_query){.row = i, .rows = T, .q = fixed + i * D});
    if (kind->bias)
        kind->bias(use, w, score, all, all);
    for (int i = 0; i < T * HEADS * T; i++)
        to->score[i / T % HEADS][i / T / HEADS][i % T] += (double)score[i];
    if (kind->rotate) {
        real query[T * D];
        fill_query(query);
        kind->rotate(use, query, all);
        for (int i = 0; i < T * D; i++)
            to->query[i / D][i % D] = (double)query[i];
    }
}

/* A part by itself in a row of `width`, with its weights in the whole, which begin at a tensor; returns how many it
 * has.
 */
static int add_alone(struct effect *to, const struct small *s, int number, int tensor, int width, int first) {
    const struct encoding_built *whole = &s->model.encoding;
    struct encoding_weights w = {0};
    struct encoding_sizes size = s->model.encoding.size;
    struct encoding_built alone;
    struct encoding_use use;
    struct arena arena = {0};
    struct error e;
    const struct policy *policy = s->use.policy;
    size.d_model = width;
    if (!encoding_build(&alone, encoding_part(whole->kind, number), encoding_part_options(whole->options, number), size,
                        (struct encoding_origin){0}, 3, &arena, &e))
        fail_msg("%s", e.text);
    for (int i = 0; i < alone.tensors; i++)
        w.value[i] = s->model.params.value + s->model.position[tensor + i];
    policy = encoding_accepts(&alone, policy) ? policy : &policy_extend;
    if (!encoding_use_open(&use, &alone, &w, policy, LENGTH, &arena, &e))
        fail_msg("%s", e.text);
    add_effect(to, &use, &w, width, first);
    arena_free(&arena);
    return alone.tensors;
}

static void check_sum(const struct small *s) {
    const struct encoding_built *b = &s->model.encoding;
    struct encoding_weights w = model_encoding_weights(&s->model, NULL);
    struct effect whole = {0}, parts = {0};
    int end = D, tensor = 0;
    for (int i = 0; encoding_part(b->kind, i); i++) {
        int columns = s->use.part[i].built->columns;
        bool adds = encoding_part(b->kind, i)->embed && !columns;
        end -= columns; /* side by side, the first part's are the last */
        tensor += add_alone(&parts, s, i, tensor, adds ? D - b->columns : D, columns ? end : 0);
    }
    add_effect(&whole, &s->use, &w, D, b->first);
    for (int i = 0; i < T; i++)
        for (int c = 0; c < D; c++) {
            assert_near("row", i * D + c, whole.row[i][c], parts.row[i][c], limit(1e-14, 1e-5));
            assert_near("query", i * D + c, whole.query[i][c], parts.query[i][c], limit(1e-14, 1e-5));
        }
    for (int i = 0; i < HEADS * T * T; i++) {
        int n = i / (T * T), query = i / T % T, key = i % T;
        assert_near("score", i, whole.score[n][query][key], parts.score[n][query][key], limit(1e-14, 1e-5));
    }
}

TEST(together_as_alone) {
    static struct small s;
    struct small_kinds k;
    for (int i = 0; small_pair(i, &k); i++)
        for (const struct policy *const *p = policies; *p; p++) {
            if (*p == &policy_refuse || !policy_fits(*p, k.encoding->acts_on))
                continue;
            small_open_kinds(&s, k, (struct model_config){.d_model = D, .heads = HEADS}, 0, *p, LENGTH);
            check_sum(&s);
            small_close(&s);
        }
}

/* Before anything is learned a table holds what it holds alone; no two begin as the same numbers. */
TEST(initial_values) {
    static struct small whole, alone;
    struct model_config config = {.d_model = D, .heads = HEADS};
    small_open(&whole, read("learned+t5"), config, 0, &policy_extend, SMALL_POSITIONS);
    small_open(&alone, &encoding_learned, config, 0, &policy_extend, SMALL_POSITIONS);
    model_init(&whole.model);
    model_init(&alone.model);
    const real *table = whole.model.params.value + whole.model.position[0],
               *biases = whole.model.params.value + whole.model.position[1],
               *before = alone.model.params.value + alone.model.position[0];
    assert_int_equal(whole.model.encoding.tensors, 2);
    assert_memory_equal(table, before, SMALL_POSITIONS * D * sizeof *table);
    double ratio = (double)(biases[0] / table[0]); /* one stream drawn twice would be the other times a number */
    assert_false(fabs((double)(biases[1] / table[1]) / ratio - 1) < 1e-3);
    small_close(&whole);
    small_close(&alone);
}

/* ---- Columns, by hand: d_model 4, positions 0 and 3 of a sequence of 0..3 */

static void open_by_hand(struct small *s, const char *name, real x[8]) {
    static const int ends[] = {0, 3};
    small_open(s, read(name), (struct model_config){.d_model = 4, .heads = 2}, 0, &policy_extend, SMALL_POSITIONS);
    struct encoding_weights w = model_encoding_weights(&s->model, NULL);
    for (int t = 0; t < SMALL_POSITIONS; t++)
        for (int i = 0; i < 3; i++)
            s->model.params.value[s->model.position[0] + 3 * t + i] = (real)(10 * t + i);
    memset(x, 0, 8 * sizeof *x);
    s->model.encoding.kind->embed(&s->use, &w, x, (struct span){2, ends});
}

TEST(columns) {
    static struct small s;
    real x[8];
    open_by_hand(&s, "index + learned", x); /* the table adds to the three columns that index leaves */
    assert_int_equal(s.model.encoding.columns, 1);
    assert_int_equal(s.model.encoding.tensor[0].columns, 3);
    assert_memory_equal(x, ((real[]){0, 1, 2, 0, 30, 31, 32, 3}), sizeof x);
    small_close(&s);
    open_by_hand(&s, "index+ratio", x); /* the first of the registry has the last column */
    assert_int_equal(s.model.encoding.columns, 2);
    assert_int_equal(s.model.encoding.width, 2);
    assert_memory_equal(x, ((real[]){0, 0, 0, 0, 0, 0, 1, 3}), sizeof x);
    small_close(&s);
}

/* ---- Names */

TEST(names) {
    assert_ptr_equal(read("rope"), &encoding_rope);
    assert_ptr_equal(read(" rope\t"), &encoding_rope);
    assert_string_equal(read("alibi + sinusoidal")->name, "sinusoidal+alibi");
    assert_ptr_equal(read("alibi + sinusoidal"), read("sinusoidal+alibi"));
    assert_ptr_not_equal(read("sinusoidal+t5"), read("sinusoidal+alibi"));
    assert_string_equal(read("t5+rope +learned")->name, "learned+rope+t5");
    const struct encoding *kind = read("rope+t5"); /* as compare.members reads them, one by one */
    assert_true(encoding_join(&kind, &encoding_learned, &(struct error){0}));
    assert_ptr_equal(kind, read("t5+rope+learned"));
    assert_ptr_equal(encoding_part(kind, 0), &encoding_learned);
    assert_ptr_equal(encoding_part(kind, 2), &encoding_t5);
    assert_null(encoding_part(kind, 3));
    assert_ptr_equal(encoding_part(&encoding_rope, 0), &encoding_rope);
    assert_null(encoding_part(&encoding_rope, 1));
}

/* What the parts say of themselves. */
TEST(what_it_is) {
    const struct encoding *kind = read("rope+alibi"), *other = read("sinusoidal+t5");
    assert_true(kind->relative);
    assert_false(other->relative);
    assert_false(encoding_is_embedded(kind));
    assert_true(encoding_is_embedded(read("learned+sinusoidal")));
    assert_int_equal(kind->acts_on, ACTS_ON_POSITIONS | ACTS_ON_DISTANCES | ACTS_ON_FREQUENCIES);
    assert_true(!kind->embed && kind->rotate && kind->bias && !kind->bias_backward);
    assert_true(other->embed && !other->embed_backward && !other->rotate && other->bias && other->bias_backward);
    assert_null(kind->table);
    assert_string_equal(read("learned+rope")->table, encoding_learned.table);
}

static void refuse(const char *text, const char *says) {
    const struct encoding *kind;
    struct error e = {0};
    assert_refused(text, encoding_read(&kind, text, &e), &e, EXIT_USAGE, says);
}

TEST(refusals) {
    refuse("rope+rope", "rope ");
    refuse("rope + alibi + rope", "rope ");
    refuse("none+rope", "none ");
    refuse("rope+none", "none ");
    refuse("rope+aliby", "'aliby' ... alibi?");
    refuse("rope+gru", "'gru' ... `poslab help encodings`");
    refuse("rope+", " +");
    refuse("+rope", " +");
    refuse("rope++alibi", " +");
    refuse("learned+sinusoidal+rope+alibi+t5", "more than 4 encodings are joined with +");
}

/* Columns that nobody can have: those of both together leave none to the tables. */
TEST(no_column_left) {
    _Alignas(16) char options[ENCODING_OPTIONS_MAX] = {0};
    const struct encoding *kind = read("index+ratio");
    struct encoding_built b;
    struct arena arena = {0};
    struct error e = {0};
    small_encoding_options(kind, options, NULL);
    assert_true(encoding_build(&b, kind, options, (struct encoding_sizes){3, 1, 9, 0}, (struct encoding_origin){0}, 5,
                               &arena, &e));
    bool built = encoding_build(&b, kind, options, (struct encoding_sizes){2, 1, 9, 0}, (struct encoding_origin){0}, 5,
                                &arena, &e);
    assert_refused("two columns", built, &e, EXIT_USAGE, "encoding index+ratio: ... 2 ... model.d_model = 2 ");
    arena_free(&arena);
}

GROUP(hybrid, NULL, NULL)
