/* test_live_encoding.c -- encodings as the live page shows them: the numbers of `poslab show --json` for every encoding
 * and view, sentences and pictures worked out by hand. */
#include "encoding/encoding.h"
#include "live_said.h"
#include "unit/near.h"
#include "unit/written.h"

#include "measure/geometry.h"
#include "page/live/messages.h"
#include "view/view.h"

static json_t *shown(struct live *l, const char *encoding, const char *rest) {
    char message[256];
    snprintf(message, sizeof message, "do = encoding; encoding.name = %s; %s", encoding, rest);
    return live_said(l, message);
}

/* The document of `poslab show`, as it is printed. NULL: *e says why there is none. */
static json_t *document(const char *encoding, const struct view_kind *kind, int positions, struct error *e) {
    struct encoding_alone of;
    struct assignments a = {0};
    struct json_writer w;
    const struct view v = {.kind = kind, .json = json_opened(&w), .positions = positions};
    assert_true(assignments_set(&a, "encoding.name", encoding, "a test", e));
    assert_true(encoding_alone_build(&of, &a, NULL, e));
    bool ok = view_draw(&v, &(struct view_of){.encoding = &of}, e);
    char *unread = ok ? NULL : json_close(&w);
    free(unread);
    encoding_alone_free(&of);
    return ok ? json_written(&w) : NULL;
}

/* A header in which each column has a name of its own. */
static void assert_columns(const char *csv, const char *about) {
    char head[400];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(csv, "\n"), csv);
    char *name[16] = {head};
    int count = 1;
    for (char *comma = head; (comma = strchr(comma, ',')) && count < 16; name[count++] = comma)
        *comma++ = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i || !*name[i]; k++)
            if (!*name[i] || strcmp(name[i], name[k]) == 0)
                fail_msg("%s: columns %.*s", about, (int)strcspn(csv, "\n"), csv);
}

/* The same pictures as files and as their data. */
static void check_files(struct live *l, const char *encoding, const char *rest, size_t pictures) {
    static const char *const forms[] = {"svg", "csv"};
    for (int i = 0; i < 2; i++) {
        char message[128];
        size_t k;
        snprintf(message, sizeof message, "%s; as = %s", rest, forms[i]);
        json_t *answer = shown(l, encoding, message), *files = json_object_get(answer, "file"), *file;
        assert_int_equal(json_array_size(files), pictures);
        json_array_foreach(files, k, file) {
            if (i == 0)
                assert_int_equal(strncmp(json_string_value(file), "<svg ", 5), 0);
            else
                assert_columns(json_string_value(file), message);
        }
        json_decref(answer);
    }
}

/* What `show` refuses is refused with its line; else the numbers are the same, there is something to read, and what the
 * page draws can be saved. */
static void check_view(struct live *l, const char *encoding, const struct view_kind *kind) {
    struct error e;
    char rest[64];
    json_t *expected = document(encoding, kind, kind->many ? 300 : 0, &e);
    snprintf(rest, sizeof rest, kind->many ? "view = %s; positions = 300" : "view = %s", kind->name);
    json_t *answer = shown(l, encoding, rest);
    if (!expected) {
        assert_string_equal(said_text(answer, "error"), e.text);
    } else {
        assert_true(json_equal(json_object_get(answer, "numbers"), expected));
        assert_true(strlen(said_text(answer, "title")) > strlen(encoding));
        assert_true(strlen(said_text(answer, "sees")) > 10);
        assert_true(json_array_size(json_object_get(answer, "sentences")) > 0);
        size_t drawn = json_array_size(json_object_get(answer, "svg"));
        const json_t *maps = json_object_get(expected, "maps"); /* of what is unseen: as many as it has, or none */
        if (maps)
            assert_int_equal(drawn, json_array_size(maps));
        else
            assert_true(drawn > 0 || kind->no_picture || kind->fit || strcmp(encoding, "none") == 0);
        check_files(l, encoding, rest, drawn);
    }
    json_decref(expected);
    json_decref(answer);
}

TEST(numbers_of_the_program) {
    struct live *l = live_new();
    for (const struct encoding *const *c = encodings; ABOUT(*c); c++)
        for (int i = 0; view_at("encoding", i); i++)
            check_view(l, (*c)->name, view_at("encoding", i));
    live_free(l);
}

/* An engine with a model shows what that model has for the positions of a text: 5 words in training have 6 rows with
 * [CLS], and a text of 9 has 10; an encoding of another width is shown with its initial values. */
TEST(what_a_model_learned) {
    static const char *const model = "encoding.name = learned; task.words = 4..5; model.d_model = 8; model.heads = 2";
    struct live *l = live_new();
    char message[512];
    snprintf(message, sizeof message, "do = open; %s; train.steps = 1", model);
    json_decref(live_did(l, message));
    json_decref(live_did(l, "do = train; steps = 1"));
    snprintf(message, sizeof message, "do = encoding; %s; encoding.extrapolation = extend; length = 9", model);
    json_t *answer = live_did(l, message), *matrix = json_object_get(json_object_get(answer, "numbers"), "matrix");
    const struct model *m = &l->run->model;
    const real *table = model_encoding_weights(m, NULL).value[0];
    assert_true(json_is_true(json_object_get(answer, "trained")));
    assert_int_equal(json_array_size(matrix), 10);
    assert_string_equal(said_text(answer, "sees"),
                        "Positions 0 to 5 read the rows that training filled; the other 4 of 10 "
                        "read rows that it never touched, which are still random.");
    for (int t = 0; t < m->encoding.rows; t++)
        for (int c = 0; c < 8; c++)
            assert_near("value", t, json_number_value(json_array_get(json_array_get(matrix, t), c)),
                        (double)table[t * 8 + c], 1e-6);
    json_decref(answer);
    static const char *const later[][3] = {{"zero", "9", "4 of 10 positions add no row"},
                                           {"wrap", "9", "Positions 6 apart are read as one"},
                                           {"zero", "5", "All 6 positions occurred in training."}};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        snprintf(message, sizeof message, "do = encoding; %s; encoding.extrapolation = %s; length = %s", model,
                 later[i][0], later[i][1]);
        answer = live_did(l, message);
        assert_has(said_text(answer, "sees"), later[i][2]);
        json_decref(answer);
    }
    snprintf(message, sizeof message, "do = encoding; %s; model.d_model = 16", model);
    answer = live_did(l, message); /* of another width */
    assert_true(json_is_false(json_object_get(answer, "trained")));
    json_decref(answer);
    live_refuses(l, "do = encoding; encoding.name = rope; length = 600", EXIT_USAGE, "positions: 601 ... 1..512");
    live_free(l);
}

/* Digits of wavelengths are of a terminal; a page has the view of waves, with as many digits as one reads. */
TEST(no_row_of_digits) {
    struct live *l = live_new();
    json_t *a = live_did(l, "do = encoding; view = matrix; encoding.name = sinusoidal"), *text;
    size_t i;
    assert_true(json_array_size(json_object_get(a, "sentences")) > 0);
    json_array_foreach(json_object_get(a, "sentences"), i, text) assert_null(strstr(json_string_value(text), "6.2832"));
    json_decref(a);
    live_free(l);
}

/* Without a number of positions: all of a table, 17 rows; of what has none so many that it takes no time. */
TEST(usual_nearest) {
    static const struct {
        const char *encoding;
        int positions;
    } of[] = {{"learned", 17}, {"sinusoidal", 4096}};
    struct live *l = live_new();
    for (int i = 0; i < 2; i++) {
        json_t *answer = shown(l, of[i].encoding, "view = nearest");
        assert_int_equal(said_number(json_object_get(answer, "numbers"), "positions"), of[i].positions);
        json_decref(answer);
    }
    live_free(l);
}

/* ---- By hand */

/* Base 10000 in 4 columns: sines and cosines of t and t / 100, so waves of 2 pi and 200 pi positions. */
TEST(waves) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = encoding; view = matrix; positions = 20; encoding.name = "
                                 "sinusoidal; model.d_model = 4; model.heads = 2; sinusoidal.scale = 1");
    const char *svg = json_string_value(json_array_get(json_object_get(answer, "svg"), 0));
    const json_t *wave = json_object_get(json_object_get(answer, "numbers"), "wavelengths");
    for (int c = 0; c < 4; c++)
        assert_near("wave", c, json_number_value(json_array_get(wave, c)), c < 2 ? 6.283185307 : 628.3185307, 1e-6);
    assert_int_equal(json_array_size(json_object_get(answer, "svg")), 1);
    /* position 1: sin 1, cos 1, sin 0.01, cos 0.01 */
    assert_has(svg, " data-v='0 1 0 1 0.841 0.54 0.01 1 ");
    assert_has(svg, "data-rows=\"position 0\nposition 1\n");
    assert_has(svg, "aria-label=\"What it adds to all columns of x: positions down, columns across.\"");
    json_decref(answer);
    live_free(l);
}

/* Of 16 sines and 16 cosines the sines are drawn, which are 0 at position 0, each wave once; of columns without a wave,
 * those of a table, 16 that are spread evenly. */
TEST(comparable_waves) {
    struct live *l = live_new();
    json_t *answer = shown(l, "sinusoidal", "view = waves; positions = 3");
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)),
               "data-rows=\"0: 6.2832\n2: 11.173\n4: 19.869\n6: 35.333\n8: 62.832\n");
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)), "\n28: 19869\n30: 35333\"");
    json_decref(answer);
    answer = live_did(l, "do = encoding; view = waves; positions = 3; encoding.name = sinusoidal; "
                         "model.d_model = 6; model.heads = 1; sinusoidal.layout = halves; sinusoidal.scale = 1");
    /* sin 0, sin 1, sin 2 first */
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)), " data-v='0 0.841 0.909 0 ");
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)),
               "data-rows=\"0: 6.2832\n1: 135.37\n2: 2916.4\"");
    json_decref(answer);
    answer = shown(l, "learned", "view = waves");
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)),
               "data-rows=\"0: no wave\n2: no wave\n4: no wave\n");
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)), "\n31: no wave\"");
    json_decref(answer);
    live_free(l);
}

/* Positions 0..16 are trained. An index goes on to 33, or is clamped at 16; a ratio ends at 1, or at (T-1)/T. */
TEST(largest_number) {
    static const struct {
        const char *encoding, *settings, *end;
    } row[] = {
        {"index", "", "The number goes from 0 to 33; in training it went from 0 to 16."},
        {"index", "; encoding.extrapolation = clamp", "The number stays between 0 and 16, as in training."},
        {"ratio", "", "The number stays between 0 and 1, as in training;"},
        {"ratio", "; ratio.over = T", "The number stays between 0 and 0.9706, in training between 0 and 0.9412;"},
    };
    struct live *l = live_new();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char message[256];
        snprintf(message, sizeof message, "do = encoding; positions = 34; encoding.name = %s%s", row[i].encoding,
                 row[i].settings);
        json_t *answer = live_did(l, message);
        assert_has(said_text(answer, "sees"), row[i].end);
        json_decref(answer);
    }
    live_free(l);
}

/* Slopes of 4 heads are 1/4, 1/16, 1/64, 1/256: at a distance of 8 scores are lowered by 2 and by 1/32. */
TEST(biases) {
    struct live *l = live_new();
    json_t *answer = shown(l, "alibi", "positions = 9");
    const json_t *bias = json_object_get(json_object_get(answer, "numbers"), "bias");
    assert_near("head", 1, json_number_value(json_array_get(json_array_get(bias, 0), 0)), -2, 1e-9);
    assert_near("head", 4, json_number_value(json_array_get(json_array_get(bias, 3), 0)), -1. / 32, 1e-9);
    assert_string_equal(said_text(answer, "sees"), "All 9 distances occurred in training.");
    json_decref(answer);
    live_free(l);
}

/* sin(t + 5) = cos 5 sin t + sin 5 cos t, cos(t + 5) = -sin 5 sin t + cos 5 cos t; a third column, 2^t, is left over
 * and grows by 2^5. */
TEST(shift_map) {
    enum { POSITIONS = 12 };
    struct arena arena = {0};
    struct matrix vectors = matrix_alloc(POSITIONS, 3, &arena);
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

TEST(shift) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = encoding; view = shift; offset = 3; encoding.name = "
                                 "sinusoidal; model.d_model = 2; model.heads = 1; sinusoidal.scale = 1");
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 0)),
               " data-v='-0.99 0.141 -0.141 -0.99'"); /* cos 3, sin 3 */
    json_decref(answer);
    live_free(l);
}

/* sin t sin t' + cos t cos t' = cos(t - t'): 1, 0.540, -0.416, -0.990. */
TEST(similarity_by_distance) {
    struct live *l = live_new();
    json_t *answer = live_did(l, "do = encoding; view = similarity; positions = 4; encoding.name = "
                                 "sinusoidal; model.d_model = 2; model.heads = 1; sinusoidal.scale = 1");
    const json_t *svg = json_object_get(answer, "svg");
    assert_has(json_string_value(json_array_get(svg, 0)), " data-v='1 0.54 -0.416 -0.99 0.54 1 ");
    assert_has(json_string_value(json_array_get(svg, 1)), "sinusoidal: 1.000, distance 0");
    assert_has(json_string_value(json_array_get(svg, 1)), "sinusoidal: 0.540, distance 1");
    assert_has(json_string_value(json_array_get(svg, 1)), "sinusoidal: -0.990, distance 3");
    json_decref(answer);
    live_free(l);
}

/* Slope 1/4 in head 1. Keys three positions back: -0.75; three on: half of that where it is signed. The sentence is
 * what the two sides have in common; a causal model has one side. */
TEST(similarity_of_scores) {
    static const struct {
        const char *settings, *points[2], *end;
    } row[] = {
        {"alibi.sides = signed",
         {"alibi: -0.750, distance -3", "alibi: -0.375, distance 3"},
         "but not the same on both sides: distance and direction count, the position does not."},
        {"alibi.sides = symmetric",
         {"alibi: -0.750, distance -3", "alibi: -0.750, distance 3"},
         " and the same on both sides: the distance counts, the direction does not."},
        {"model.causal = yes",
         {"alibi: -0.750, distance -3", "alibi: 0.000, distance 0"},
         "(values differ by 0.0000 of the largest): only the distance counts."},
    };
    struct live *l = live_new();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char message[256];
        snprintf(message, sizeof message, "do = encoding; view = similarity; positions = 5; encoding.name = alibi; %s",
                 row[i].settings);
        json_t *answer = live_did(l, message);
        const char *svg = json_string_value(json_array_get(json_object_get(answer, "svg"), 1));
        assert_has(said_text(answer, "sees"), row[i].end);
        assert_has(svg, row[i].points[0]);
        assert_has(svg, row[i].points[1]);
        assert_has(svg, "By distance j - i, below 0 for keys that come earlier: the mean of all pairs");
        assert_int_equal(strstr(svg, "distance 1<") != NULL || strstr(svg, "distance 1\"") != NULL, i < 2);
        json_decref(answer);
    }
    live_free(l);
}

/* The formula is that of the options. */
TEST(formula_of_options) {
    static const char *const settings[] = {"alibi.sides = signed", "alibi.sides = symmetric", "model.causal = yes"};
    static const char *const formula[] = {"score(i,j) -= m * (i - j) for j <= i\n"
                                          "score(i,j) -= m / 2 * (j - i) for j > i\n"
                                          "m = 2^(-8 * head / 4)",
                                          "score(i,j) -= m * |i - j|\nm = 2^(-8 * head / 4)",
                                          "score(i,j) -= m * (i - j) for j <= i\nm = 2^(-8 * head / 4)"};
    struct live *l = live_new();
    for (int i = 0; i < 3; i++) {
        char message[256];
        snprintf(message, sizeof message, "do = encoding; encoding.name = alibi; %s", settings[i]);
        json_t *answer = live_did(l, message);
        assert_string_equal(said_text(answer, "formula"), formula[i]);
        json_decref(answer);
    }
    live_free(l);
}

/* Of an encoding that acts in two ways both are told, and both are drawn. */
TEST(two_ways) {
    struct live *l = live_new();
    json_t *answer = shown(l, "sinusoidal+alibi", "width = 320");
    assert_has(said_text(answer, "sees"), "columns get values clearly outside");
    assert_has(said_text(answer, "sees"), ". Words up to 16 away look as in training");
    assert_int_equal(json_array_size(json_object_get(answer, "svg")), 2);
    assert_has(json_string_value(json_array_get(json_object_get(answer, "svg"), 1)), "viewBox='-8 -8 320 ");
    json_decref(answer);
    live_free(l);
}

TEST(refusals) {
    struct live *l = live_new();
    struct arena arena = {0};
    const char *unknown = "there is no view 'taste'; the views of an encoding are";
    for (int i = 0; view_at("encoding", i); i++)
        unknown = arena_format(&arena, "%s%s %s", unknown, i ? "," : "", view_at("encoding", i)->name);
    live_refuses(l, "do = encoding; encoding.name = none", EXIT_USAGE, "encoding none ... nothing to show");
    live_refuses(l, "do = encoding; view = taste", EXIT_USAGE, unknown);
    live_refuses(l, "do = encoding; positions = 5000", EXIT_USAGE, "positions: 5000 ... 1..512");
    arena_free(&arena);
    live_free(l);
}

GROUP(live_encoding, NULL, NULL)
