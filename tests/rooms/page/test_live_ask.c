/* test_live_ask.c -- what the engine answers the live page about two texts: words computed by hand, parts that add up,
 * attention of every row against plain attention, and the numbers of `poslab predict` and `show`, digit for digit. */
#include "live_said.h"
#include "unit/near.h"
#include "unit/written.h"

#include "example/model_example.h"
#include "example/prediction.h"
#include "law/attention_plain.h"
#include "model/attention.h"
#include "page/live/messages.h"
#include "view/view.h"

#define TRAINED_BRIEFLY "do = train; steps = 10"
#define ASK "do = ask; text_a = w1 X w2 Y; text_b = Y w3 X"

static const char *const texts[2] = {"w1 X w2 Y", "Y w3 X"};

/* An engine with a model of those settings, trained a little. */
static struct live *model(const char *settings) {
    struct live *l = live_new();
    char message[512];
    snprintf(message, sizeof message, "do = open; train.products = portable; train.batch = 16; %s", settings);
    json_decref(live_did(l, message));
    json_decref(live_did(l, TRAINED_BRIEFLY));
    return l;
}

static double at(const json_t *list, size_t i) { return json_number_value(json_array_get(list, i)); }

/* ---- What it is made of */

TEST(rows) {
    static const char *const word[] = {"[CLS]", "w1", "X", "w2", "Y", "Y", "w3", "X"};
    struct live *l = model("encoding.name = learned");
    json_t *answer = live_did(l, ASK);
    const json_t *rows = json_object_get(answer, "rows"), *row;
    size_t i;
    assert_int_equal(json_array_size(rows), 8);
    json_array_foreach(rows, i, row) {
        assert_string_equal(said_text(row, "word"), word[i]);
        assert_int_equal(said_number(row, "segment"), i > 4);
        assert_int_equal(said_number(row, "position"), i);
    }
    json_decref(answer);
    live_free(l);
}

TEST(parts_add_up) {
    struct live *l = model("encoding.name = learned");
    json_t *answer = live_did(l, ASK);
    const json_t *parts = json_object_get(answer, "parts");
    for (size_t i = 0; i < 8; i++)
        for (size_t c = 0; c < 32; c++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += at(
                    json_array_get(json_object_get(parts, (const char *[]){"token", "segment", "position"}[k]), i), c);
            assert_near("sum", (int)i, at(json_array_get(json_object_get(parts, "sum"), i), c), sum, 1e-6);
        }
    assert_int_equal(json_array_size(json_array_get(json_object_get(parts, "sum"), 7)), 32);
    json_decref(answer);
    live_free(l);
}

/* An encoding that adds nothing has no numbers there. */
TEST(no_positions) {
    struct live *l = model("encoding.name = rope");
    json_t *answer = live_did(l, ASK);
    const json_t *position = json_object_get(json_object_get(answer, "parts"), "position");
    assert_near("position", 0, at(json_array_get(position, 3), 5), 0, 0);
    json_decref(answer);
    live_free(l);
    l = model("encoding.name = index"); /* has a column of its own, the last: others have none there */
    answer = live_did(l, ASK);
    const json_t *parts = json_object_get(answer, "parts"), *row = json_array_get(json_object_get(parts, "token"), 0);
    assert_true(json_is_null(json_array_get(row, 31)));
    assert_true(json_is_number(json_array_get(row, 30)));
    row = json_array_get(json_object_get(parts, "position"), 0);
    assert_true(json_is_null(json_array_get(row, 30)));
    assert_true(json_is_number(json_array_get(row, 31)));
    json_decref(answer);
    live_free(l);
}

/* ---- Attention of all rows */

/* As on a board: the weights (rows, heads, rows) of an example with all its rows as targets. */
static real *on_a_board(const struct model_example *x, struct arena *arena) {
    const struct model *m = &x->run->model;
    const struct attention *a = m->mixing;
    const real *value = m->params.value;
    int n = x->batch.rows, d = m->config.d_model, heads = m->config.heads;
    int *row = arena_alloc(arena, (size_t)n, sizeof *row);
    struct attention_plain plain = {.rows = n, .targets = n, .width = d, .heads = heads, .target = row};
    for (int i = 0; i < n; i++)
        row[i] = i;
    plain.position = x->batch.position;
    plain.causal = m->config.causal;
    plain.scale = (real)(1 / sqrt((double)d / heads));
    plain.query = (struct plain_linear){value + a->query.weight, value + a->query.bias, NULL, NULL};
    plain.key = (struct plain_linear){value + a->key.weight, value + a->key.bias, NULL, NULL};
    plain.value = (struct plain_linear){value + a->value.weight, value + a->value.bias, NULL, NULL};
    plain.output = (struct plain_linear){value + a->output.weight, value + a->output.bias, NULL, NULL};
    plain.use = &x->way.use;
    plain.weights = x->way.weights;
    plain.z = x->way.work.value.z;
    plain.q = mixer_alloc(arena, n, d);
    plain.k = mixer_alloc(arena, n, d);
    plain.v = mixer_alloc(arena, n, d);
    plain.c = mixer_alloc(arena, n, d);
    plain.y = mixer_alloc(arena, n, d);
    plain.p = mixer_alloc(arena, n * heads, n);
    attention_plain_forward(&plain);
    return plain.p;
}

/* A head's row of a causal model ends with itself. */
static void compare(const json_t *attention, const real *expected, int heads, int rows, bool causal) {
    assert_int_equal(json_array_size(attention), heads);
    for (int h = 0; h < heads; h++)
        for (int i = 0; i < rows; i++) {
            const json_t *row = json_array_get(json_array_get(attention, (size_t)h), (size_t)i);
            double sum = 0;
            assert_int_equal(json_array_size(row), causal ? i + 1 : rows);
            for (size_t k = 0; k < json_array_size(row); k++) {
                assert_near("weight", (int)k, at(row, k), (double)expected[((size_t)i * heads + h) * rows + k], 2e-6);
                sum += at(row, k);
            }
            assert_near("sum", i, sum, 1, 1e-6);
        }
}

static void check_attention(const char *settings, bool causal) {
    struct live *l = model(settings);
    struct model_example x;
    struct arena arena = {0};
    struct error e;
    json_t *answer = live_did(l, ASK);
    assert_true(model_example_open(&x, l->run, texts, 0, &policy_refuse, &arena, &e));
    compare(json_object_get(answer, "attention"), on_a_board(&x, &arena), 4, 8, causal);
    json_decref(answer);
    arena_free(&arena);
    live_free(l);
}

TEST(attention_of_all_rows) {
    check_attention("encoding.name = learned", false);
    check_attention("encoding.name = rope", false);
    check_attention("encoding.name = alibi", false);
    check_attention("encoding.name = learned; model.causal = yes; task.cls = last", true);
}

TEST(recurrent) {
    struct live *l = model("encoding.name = none; model.mixer = gru");
    json_t *answer = live_did(l, ASK);
    assert_true(json_is_null(json_object_get(answer, "attention")));
    assert_int_equal(json_array_size(json_object_get(answer, "targets")), 1);
    json_decref(answer);
    live_free(l);
}

/* ---- The program's numbers */

static void assert_same(const json_t *got, const json_t *expected) {
    char *is = json_dumps(got, JSON_ENCODE_ANY), *should = json_dumps(expected, JSON_ENCODE_ANY);
    assert_non_null(is);
    assert_string_equal(is, should);
    free(is);
    free(should);
}

/* The weights of the targets are those of `poslab show attention`, not of another pass. */
static void check_targets(const json_t *answer, const json_t *shown) {
    const json_t *head, *target;
    size_t h, i;
    json_array_foreach(json_object_get(shown, "heads"), h, head)
        json_array_foreach(json_object_get(head, "targets"), i, target)
            assert_same(json_array_get(json_array_get(json_object_get(answer, "attention"), h),
                                       (size_t)json_integer_value(json_object_get(target, "row"))),
                        json_object_get(target, "weights"));
}

static void check_answers(const json_t *answer, const json_t *predicted) {
    const json_t *expected, *targets = json_object_get(answer, "targets");
    size_t i;
    assert_int_equal(json_array_size(targets), json_array_size(json_object_get(predicted, "targets")));
    json_array_foreach(json_object_get(predicted, "targets"), i, expected) {
        const json_t *target = json_array_get(targets, i);
        assert_same(json_object_get(target, "row"), json_object_get(expected, "row"));
        assert_same(json_object_get(target, "answer"), json_object_get(expected, "answer"));
        assert_same(json_object_get(target, "probability"), json_object_get(expected, "probability"));
        const json_t *all = json_object_get(target, "probabilities"), *one; /* of which the program prints ten */
        size_t k;
        json_array_foreach(json_object_get(expected, "probabilities"), k, one) assert_same(json_array_get(all, k), one);
        assert_true(k > 1);
    }
}

/* Under that policy; without one ("= extend") under the usual one, which is this. */
static void check_numbers(const char *settings, const char *policy, const char *const text[2]) {
    static const char *const part[] = {"token", "segment", "position", "sum"};
    struct live *l = model(settings);
    struct model_example x;
    struct prediction p;
    struct arena arena = {0};
    struct error e;
    struct json_writer parts, heads, answers;
    struct view embedding = {.kind = view_at("embedding", 0), .json = json_opened(&parts)},
                attention = {.kind = view_at("attention", 0), .json = json_opened(&heads)};
    char message[256];
    bool usual = *policy == '=';
    policy += usual ? 2 : 0;
    snprintf(message, sizeof message, "do = ask; text_a = %s; text_b = %s; policy = %s", text[0], text[1],
             usual ? "" : policy);
    json_t *answer = live_did(l, message);
    assert_true(model_example_open(&x, l->run, text, 0, policy_find(policy), &arena, &e));
    assert_true(view_draw(&embedding, &(struct view_of){.example = &x}, &e) &&
                view_draw(&attention, &(struct view_of){.example = &x}, &e));
    assert_true(predict(&p, l->run, policy_find(policy), text, &arena, &e));
    json_open(&answers, true);
    prediction_put(&answers, &p, &l->run->task, (const char *[]){NULL, text[0], text[1]},
                   (struct prediction_most){10, 3}, 0);
    json_t *shown = json_written(&parts), *attended = json_written(&heads), *predicted = json_written(&answers);
    for (int k = 0; k < 4; k++)
        assert_same(json_object_get(json_object_get(answer, "parts"), part[k]), json_object_get(shown, part[k]));
    check_targets(answer, attended);
    check_answers(answer, predicted);
    json_decref(shown);
    json_decref(attended);
    json_decref(predicted);
    json_decref(answer);
    arena_free(&arena);
    live_free(l);
}

/* One target and several, few words and more than training had. */
TEST(numbers_of_the_program) {
    static const char *const long_texts[2] = {"w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 X Y", "Y w1 w2 w3 w4 w5 w6 w7 w8 X"};
    static const char *const letters[2] = {"w3 w1 w2 w5", ""};
    check_numbers("encoding.name = learned", "extend", texts);
    check_numbers("encoding.name = learned", "interpolate", long_texts);
    check_numbers("encoding.name = learned; eval.policies = wrap", "= wrap", long_texts);
    check_numbers("encoding.name = learned; eval.policies = wrap clamp; encoding.extrapolation = interpolate",
                  "= interpolate", long_texts);
    check_numbers("encoding.name = alibi; train.seed = 3", "extend", long_texts);
    check_numbers("encoding.name = sinusoidal; task.name = reverse", "extend", letters);
}

/* Of many classes all are there, the likeliest first. */
TEST(all_probabilities) {
    struct live *l = model("encoding.name = learned; task.name = reverse; task.vocabulary = 20");
    json_t *answer = live_did(l, "do = ask; text_a = w3 w1 w2 w5");
    const json_t *target = json_array_get(json_object_get(answer, "targets"), 3), *one;
    double sum = 0, before = 1;
    size_t i;
    json_array_foreach(json_object_get(target, "probabilities"), i, one) {
        assert_true(said_number(one, "probability") <= before);
        before = said_number(one, "probability");
        sum += before;
    }
    assert_int_equal(i, 20);
    assert_near("sum", 0, sum, 1, 1e-6);
    json_decref(answer);
    live_free(l);
}

/* ---- Refused */

TEST(refusals) {
    struct live *l = model("encoding.name = none");
    struct prediction p;
    struct arena arena = {0};
    struct error e;
    live_refuses(l, "do = ask; text_a = w1 X Y; text_b = Y X; policy = interpolate", EXIT_USAGE,
                 "policy interpolate does not apply to encoding none");
    live_refuses(l, "do = ask; text_a = w1 X Y; text_b = Y X; policy = hope", EXIT_USAGE, "policy: there is no 'hope'");
    /* a text that does not fit the task: what `poslab predict` says */
    assert_false(predict(&p, l->run, &policy_refuse, (const char *[]){"w1 X nonsense", "Y"}, &arena, &e));
    live_refuses(l, "do = ask; text_a = w1 X nonsense; text_b = Y", e.code, e.text);
    json_decref(live_did(l, ASK)); /* and the engine is as it was */
    live_free(l);
    /* beyond a table, under the policy of training */
    l = model("encoding.name = learned");
    assert_false(predict(&p, l->run, &policy_refuse,
                         (const char *[]){"w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 X Y", "Y w1 w2 w3 w4 w5 w6 w7 w8 X"}, &arena,
                         &e));
    assert_non_null(strstr(e.text, "position 22 is beyond the position table of 17 rows"));
    live_refuses(l,
                 "do = ask; text_a = w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 X Y; text_b = Y w1 w2 w3 w4 w5 w6 w7 w8 X; "
                 "policy = refuse",
                 EXIT_USAGE, e.text);
    arena_free(&arena);
    live_free(l);
}

TEST(too_long) {
    struct live *l = model("encoding.name = none");
    char words[2004], message[2100];
    for (int i = 0; i < 2003; i++)
        words[i] = i % 2 ? ' ' : 'X';
    words[2003] = 0;
    snprintf(message, sizeof message, "do = ask; text_a = %.1001s; text_b = %s", words,
             words + 1002); /* each is short */
    live_refuses(l, message, EXIT_DATA, "the texts are longer than 2000 bytes; `poslab predict` takes more");
    live_free(l);
}

GROUP(live_ask, NULL, NULL)
