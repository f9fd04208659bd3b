/* test_live_encoding.c -- encodings as the live page shows them, and what it lists: the numbers of `poslab show --json`
 * for every encoding and view, sentences and pictures worked out by hand. */
#include "unit/live_said.h"
#include "unit/near.h"

#include "live/messages.h"
#include "measure/geometry.h"
#include "present/view.h"

static json_t *shown(struct live *l, const char *encoding, const char *rest) {
    char message[256];
    snprintf(message, sizeof message, "{'do': 'encoding', 'settings': {'encoding.name': '%s'}, %s}", encoding, rest);
    return live_said(l, message);
}

/* The document of `poslab show`, as it is printed. NULL: *e says why there is none. */
static json_t *document(const char *encoding, const struct view_kind *kind, int positions, struct error *e) {
    struct encoding_view of;
    struct assignments a = {0};
    const struct view v = {.json = json_object(), .positions = positions};
    json_t *read = NULL;
    assert_true(assignments_set(&a, "encoding.name", encoding, "a test", e));
    assert_true(encoding_view_build(&of, &a, NULL, e));
    if (view_encoding(&v, kind, &of, e)) {
        char *text = json_dumps(v.json, JSON_REAL_PRECISION(9));
        read = json_loads(text, 0, NULL);
        free(text);
    }
    json_decref(v.json);
    encoding_view_free(&of);
    return read;
}

/* What `show` refuses is refused with its line; else the numbers are the same, and there is something to read. */
static void check_view(struct live *l, const char *encoding, const struct view_kind *kind) {
    struct error e;
    char rest[64];
    bool nearest = kind->tell == view_nearest;
    json_t *expected = document(encoding, kind, nearest ? 300 : 0, &e);
    snprintf(rest, sizeof rest, nearest ? "'view': '%s', 'positions': 300" : "'view': '%s'", kind->name);
    json_t *answer = shown(l, encoding, rest);
    if (!expected) {
        assert_string_equal(said_text(answer, "error"), e.text);
    } else {
        assert_true(json_equal(json_object_get(answer, "numbers"), expected));
        assert_true(strlen(said_text(answer, "title")) > strlen(encoding));
        assert_true(strlen(said_text(answer, "sees")) > 10);
        assert_true(json_array_size(json_object_get(answer, "sentences")) > 0);
        assert_true(json_array_size(json_object_get(answer, "svg")) > 0 || nearest || kind->tell == view_shift);
    }
    json_decref(expected);
    json_decref(answer);
}

static void test_numbers_of_the_program(void **state) {
    struct live *l = live_new();
    (void)state;
    for (const struct encoding *const *c = encodings; ABOUT(*c); c++)
        for (const struct view_kind *k = view_kinds; k->name; k++)
            check_view(l, (*c)->name, k);
    live_free(l);
}

/* Without a number of positions: all of a table, 17 rows; of what has none so many that it takes no time. */
static void test_usual_nearest(void **state) {
    static const struct {
        const char *encoding;
        int positions;
    } of[] = {{"learned", 17}, {"sinusoidal", 4096}};
    struct live *l = live_new();
    (void)state;
    for (int i = 0; i < 2; i++) {
        json_t *answer = shown(l, of[i].encoding, "'view': 'nearest'");
        assert_int_equal(said_number(json_object_get(answer, "numbers"), "positions"), of[i].positions);
        json_decref(answer);
    }
    live_free(l);
}

/* ---- By hand */

/* Base 10000 in 4 columns: sines and cosines of t and t / 100, so waves of 2 pi and 200 pi positions. */
static void test_waves(void **state) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "{'do': 'encoding', 'view': 'matrix', 'positions': 20, 'settings': {'encoding.name': "
                                 "'sinusoidal', 'model.d_model': 4, 'model.heads': 2, 'encoding.scale': 1}}");
    const char *svg = json_string_value(json_array_get(json_object_get(answer, "svg"), 0));
    (void)state;
    assert_string_equal(said_text(answer, "sees"),
                        "Each column is a wave: the shortest repeats after 6.2832 positions and distinguishes "
                        "neighbours, the longest after 628.32 and distinguishes what is far apart.");
    assert_int_equal(json_array_size(json_object_get(answer, "svg")), 1);
    /* position 1: sin 1, cos 1, sin 0.01, cos 0.01 */
    assert_has(svg, " data-v='0 1 0 1 0.841 0.54 0.01 1 ");
    assert_has(svg, "data-rows=\"position 0\nposition 1\n");
    assert_has(svg, "aria-label=\"What it adds to all columns of x: positions down, columns across.\"");
    json_decref(answer);
    live_free(l);
}

/* Slopes of 4 heads are 1/4, 1/16, 1/64, 1/256: at a distance of 8 scores are lowered by 2 and by 1/32. */
static void test_biases(void **state) {
    struct live *l = live_new();
    json_t *answer = shown(l, "alibi", "'positions': 9");
    (void)state;
    assert_string_equal(said_text(answer, "sees"), "The further back a word is, the more its score is lowered: at a "
                                                   "distance of 8 by 2 in head 1 and by 0.0312 in head 4.");
    json_decref(answer);
    live_free(l);
}

/* sin(t + 5) = cos 5 sin t + sin 5 cos t, cos(t + 5) = -sin 5 sin t + cos 5 cos t; a third column, 2^t, is left over
 * and grows by 2^5. */
static void test_shift_map(void **state) {
    enum { POSITIONS = 12 };
    struct arena arena = {0};
    struct matrix vectors = matrix_alloc(POSITIONS, 3, &arena);
    (void)state;
    for (int t = 0; t < POSITIONS; t++) {
        matrix_row(&vectors, t)[0] = sin(t);
        matrix_row(&vectors, t)[1] = pow(2, t);
        matrix_row(&vectors, t)[2] = cos(t);
    }
    const double expected[3][3] = {{cos(5), 0, sin(5)}, {0, 32, 0}, {-sin(5), 0, cos(5)}};
    struct matrix map = geometry_shift_map(&vectors, 5, &arena);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_near("map", 3 * i + k, matrix_row(&map, i)[k], expected[i][k], 1e-9);
    arena_free(&arena);
}

static void test_shift(void **state) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "{'do': 'encoding', 'view': 'shift', 'offset': 3, 'settings': {'encoding.name': "
                                 "'sinusoidal', 'model.d_model': 2, 'model.heads': 1, 'encoding.scale': 1}}");
    (void)state;
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)),
               " data-v='-0.99 0.141 -0.141 -0.99'"); /* cos 3, sin 3 */
    json_decref(answer);
    live_free(l);
}

/* sin t sin t' + cos t cos t' = cos(t - t'): 1, 0.540, -0.416, -0.990. */
static void test_similarity_by_distance(void **state) {
    struct live *l = live_new();
    json_t *answer =
        live_did(l, "{'do': 'encoding', 'view': 'similarity', 'positions': 4, 'settings': {'encoding.name': "
                    "'sinusoidal', 'model.d_model': 2, 'model.heads': 1, 'encoding.scale': 1}}");
    const json_t *svg = json_object_get(answer, "svg");
    (void)state;
    assert_has(json_string_value(json_array_get(svg, 0)), " data-v='1 0.54 -0.416 -0.99 0.54 1 ");
    assert_has(json_string_value(json_array_get(svg, 1)), "sinusoidal: 1.000, distance 0");
    assert_has(json_string_value(json_array_get(svg, 1)), "sinusoidal: 0.540, distance 1");
    assert_has(json_string_value(json_array_get(svg, 1)), "sinusoidal: -0.990, distance 3");
    json_decref(answer);
    live_free(l);
}

/* Of an encoding that acts in two ways both are told, and both are drawn. */
static void test_two_ways(void **state) {
    struct live *l = live_new();
    json_t *answer = shown(l, "sinusoidal+alibi", "'width': 320");
    (void)state;
    assert_has(said_text(answer, "sees"), "Each column is a wave");
    assert_has(said_text(answer, "sees"), ". The further back a word is");
    assert_int_equal(json_array_size(json_object_get(answer, "svg")), 2);
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 1)), "viewBox='-8 -8 320 ");
    json_decref(answer);
    live_free(l);
}

static void test_refusals(void **state) {
    struct live *l = live_new();
    (void)state;
    live_refuses(l, "{'do': 'encoding', 'settings': {'encoding.name': 'none'}}", EXIT_USAGE,
                 "encoding none adds nothing, rotates nothing and biases no score: nothing to show");
    live_refuses(l, "{'do': 'encoding', 'view': 'taste'}", EXIT_USAGE,
                 "there is no view 'taste'; the views of an encoding are matrix, waves, similarity, shift, nearest");
    live_refuses(l, "{'do': 'encoding', 'positions': 5000}", EXIT_USAGE,
                 "positions: expected a whole number from 1 to 512");
    live_free(l);
}

/* ---- What there is */

static const json_t *named(const json_t *list, const char *key, const char *name) {
    const json_t *row;
    size_t i;
    json_array_foreach(list, i, row) if (strcmp(said_text(row, key), name) == 0) return row;
    return NULL;
}

static void test_list_of_encodings(void **state) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "{'do': 'list'}");
    const json_t *all = json_object_get(answer, "encodings"), *row;
    (void)state;
    for (const struct encoding *const *c = encodings; ABOUT(*c); c++) {
        row = named(all, "name", (*c)->name);
        assert_non_null(row);
        assert_string_equal(said_text(row, "weakness"), (*c)->weakness);
        assert_int_equal(said_number(row, "colour"), sign_of(*c, 0).colour);
        assert_true(json_array_size(json_object_get(row, "policies")) > 0);
    }
    row = named(all, "name", "alibi"); /* acts on distances, and inside attention */
    char *policy = json_dumps(json_object_get(row, "policies"), 0),
         *mixer = json_dumps(json_object_get(row, "mixers"), 0);
    assert_string_equal(policy, "[\"extend\", \"clamp\", \"interpolate\"]");
    assert_string_equal(mixer, "[\"attention\"]");
    free(policy);
    free(mixer);
    assert_true(json_array_size(json_object_get(named(all, "name", "learned"), "mixers")) > 1);
    json_decref(answer);
    live_free(l);
}

static void test_list_of_settings(void **state) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "{'do': 'list'}");
    const json_t *all = json_object_get(answer, "settings"), *row;
    (void)state;
    for (const struct setting *o = settings_table; o->key; o++)
        assert_non_null(named(all, "key", o->key));
    row = named(all, "key", "train.schedule");
    char *choices = json_dumps(json_object_get(row, "choices"), 0);
    assert_string_equal(choices, "[\"linear\", \"cosine\", \"constant\"]");
    assert_string_equal(said_text(row, "default"), "linear");
    free(choices);
    row = named(all, "key", "train.batch");
    assert_near("low", 0, said_number(row, "low"), 1, 0);
    assert_near("high", 0, said_number(row, "high"), 65536, 0);
    for (const struct task *const *t = tasks; ABOUT(*t); t++)
        assert_string_equal(said_text(named(json_object_get(answer, "tasks"), "name", (*t)->name), "question"),
                            (*t)->question);
    json_decref(answer);
    live_free(l);
}

int test_live_encoding(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_the_program),
        cmocka_unit_test(test_usual_nearest),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_biases),
        cmocka_unit_test(test_shift_map),
        cmocka_unit_test(test_shift),
        cmocka_unit_test(test_similarity_by_distance),
        cmocka_unit_test(test_two_ways),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_list_of_encodings),
        cmocka_unit_test(test_list_of_settings),
    };
    return cmocka_run_group_tests_name("live_encoding", tests, NULL, NULL);
}
