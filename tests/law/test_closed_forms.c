/* test_closed_forms.c -- task `first` beyond the trained length, against results computed on paper, through a complete
 * evaluation; how attention thins out, and the policies log_length and window.
 *
 * The model is made by hand: head 0 looks at X alone, head 1 at Y alone, each returns its word's point on an arc, and
 * the answer is which of the two is further along. So it is right exactly when the positions it is given tell the
 * order. */
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/scores.h"
#include "unit/tests.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "example/model_example.h"
#include "model/attention.h"
#include "task/markers.h"
#include "view/view.h"

enum { D = 16, HEADS = 2, h = D / HEADS, LONGEST = 16, EXAMPLES = 2000 };

/* Columns: two a token, value and its negative, so that all rows have mean 0; four of position. */
enum { COLUMN_X = 0, COLUMN_Y = 2, COLUMN_OTHER = 4, COLUMN_POSITION = 6 };

static real *weights(const struct run *r, const char *name) {
    const struct tensor *t = params_find(&r->model.params, name);
    assert_non_null(t);
    return r->model.params.value + t->offset;
}

static void set_pair(real *row, int column, double value) {
    row[column] = (real)value;
    row[column + 1] = (real)-value;
}

static void make_tables(struct run *r) {
    real *token = weights(r, "embeddings.word_embeddings.weight");
    real *position = weights(r, "embeddings.position_embeddings.weight");
    memset(token, 0, (size_t)r->model.size.vocabulary * D * sizeof *token);
    memset(position, 0, (size_t)r->model.encoding.rows * D * sizeof *position);
    memset(weights(r, "embeddings.token_type_embeddings.weight"), 0, D * sizeof *token);
    for (int t = 0; t < r->model.size.vocabulary; t++)
        set_pair(token + t * D, t == MARKERS_X ? COLUMN_X : t == MARKERS_Y ? COLUMN_Y : COLUMN_OTHER, 1);
    for (int t = 0; t < r->longest; t++) {
        double angle = 0.1 * (t - LONGEST / 2.0);
        set_pair(position + t * D, COLUMN_POSITION, sin(angle));
        set_pair(position + t * D, COLUMN_POSITION + 2, cos(angle));
    }
}

/* Queries are constants; keys are the columns of X and Y, values the sine of the position. */
static void make_layer(struct run *r) {
    static const char *const zeroed[] = {"query.weight", "key.weight", "key.bias", "value.weight", "value.bias"};
    char name[PARAMS_NAME];
    for (size_t i = 0; i < sizeof zeroed / sizeof *zeroed; i++) {
        snprintf(name, sizeof name, "encoder.layer.0.attention.self.%s", zeroed[i]);
        memset(weights(r, name), 0, params_find(&r->model.params, name)->count * sizeof(real));
    }
    real *output = weights(r, "encoder.layer.0.attention.output.dense.weight");
    real *head = weights(r, "classifier.weight");
    memset(output, 0, D * D * sizeof *output);
    memset(head, 0, 2 * D * sizeof *head);
    for (int n = 0; n < HEADS; n++) {
        weights(r, "encoder.layer.0.attention.self.query.bias")[n * h] = 100;
        weights(r, "encoder.layer.0.attention.self.key.weight")[n * h * D + (n == 0 ? COLUMN_X : COLUMN_Y)] = 10;
        weights(r, "encoder.layer.0.attention.self.value.weight")[n * h * D + COLUMN_POSITION] = 1;
        output[(D - 2) * D + n * h] = n == 0 ? -1 : 1; /* the position of Y less that of X */
        output[(D - 1) * D + n * h] = n == 0 ? 1 : -1;
    }
    head[1 * D + D - 2] = 1; /* yes, X comes first */
    head[0 * D + D - 1] = 1;
}

static void make_model(struct run *r, const char *const *assignments) {
    open_run(r, assignments);
    make_tables(r);
    make_layer(r);
}

/* The part of pairs of positions 1..words that a policy leaves in their order; ties are errors,
 * as a model that cannot tell is never counted right. */
static double ordered_pairs(const struct policy *policy, int words) {
    int kept = 0;
    for (int i = 1; i <= words; i++)
        for (int j = i + 1; j <= words; j++)
            kept += policy->map(i, LONGEST + 1, words + 1) < policy->map(j, LONGEST + 1, words + 1);
    return kept / (words * (words - 1) / 2.0);
}

/* The examples among those of evaluation whose order the policy keeps, one by one. */
static int ordered_examples(const struct run *r, const struct policy *policy, int words) {
    struct arena arena = {0};
    struct batch b;
    int kept = 0;
    batch_build(&b, &r->task, 1, words, &arena);
    for (uint32_t k = 0; k < EXAMPLES; k++) {
        int x = 0, y = 0;
        batch_clear(&b);
        batch_add_evaluation(&b, &r->task, r->eval_scheme, (struct batch_seeds){1, 1}, words, k);
        for (int i = 0; i < b.rows; i++) {
            x = b.token[i] == MARKERS_X ? i : x;
            y = b.token[i] == MARKERS_Y ? i : y;
        }
        double at_x = policy->map(x, LONGEST + 1, words + 1), at_y = policy->map(y, LONGEST + 1, words + 1);
        kept += at_x != at_y && (at_x < at_y) == (x < y);
    }
    arena_free(&arena);
    return kept;
}

/* right (N) is within four standard errors of what is expected of each. */
static void assert_share(const char *what, int words, double right, double expected) {
    double error = sqrt(expected * (1 - expected) / EXAMPLES);
    if (!(fabs(right / EXAMPLES - expected) <= 4 * error))
        fail_msg("%s at %d words: %g, not %g", what, words, right / EXAMPLES, expected);
}

TEST(policies) {
    static struct run r;
    static struct evaluation_result result;
    struct error e;
    make_model(&r, (const char *const[]){"task.name=first", "model.d_model=16", "model.heads=2", "model.d_ff=0",
                                         "eval.policies=clamp wrap interpolate", NULL});
    assert_true(evaluate(&r, 2, &result, &r.arena, &e));
    assert_int_equal(right_of(*result.in_range), EXAMPLES); /* the model is what it is meant to be */
    for (int i = 0; i < result.lengths; i++)
        for (int k = 0; k < result.rows; k++) {
            const struct policy *policy = result.row[k].policy;
            int words = result.words[1 + i].high;
            assert_int_equal(right_of(*result.row[k].at[1 + i]), ordered_examples(&r, policy, words));
            assert_share(policy->name, words, (double)right_of(*result.row[k].at[1 + i]), ordered_pairs(policy, words));
        }
    run_free(&r);
}

/* The closed form of clamp: positions 16 and up are one, so both words in the last n - 15 of n
 * cannot be told apart. */
TEST(clamp_on_paper) {
    for (int n = 17; n <= 256; n++) {
        double tail = n - 15, both = tail * (tail - 1) / ((double)n * (n - 1));
        assert_true(fabs(ordered_pairs(&policy_clamp, n) - (1 - both)) <= 1e-12);
    }
}

/* The weight on the one word whose logit is `above` all others, among n. */
static double thinned(int n, double above) { return 1 / (1 + (n - 1) * exp(-above)); }

/* Head 0 looks at X alone, its logit 4 above all others: a query of 100 gives 100 * 10 * x / sqrt(h), x what the norm
 * makes of the column. Under log_length it is 4 log n / log L above them beyond L, within L as without a policy. */
/* says help glossary: One whose logit is D above all others has 1 / (1 + (n - 1) e^-D) among n words */
TEST(thinned_attention) {
    static const int words[] = {9, 16, 17, 40, 500};
    static struct run r;
    struct model_example x;
    struct error e;
    make_model(&r, (const char *const[]){"task.name=first", "model.d_model=16", "model.heads=2", "model.d_ff=0",
                                         "max_position_embeddings=501", NULL});
    double norm = 1 / sqrt(2 / 16.0 + 2 / 16.0 + 1e-5);
    weights(&r, "encoder.layer.0.attention.self.query.bias")[0] = (real)(4 * sqrt(h) / (10 * norm));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int scaled = 0; scaled < 2; scaled++) {
            struct arena arena = {0};
            const struct policy *policy = scaled ? &policy_log_length : &policy_extend;
            char text[2000] = "X Y";
            int n = words[i] + 1;
            for (int k = 2; k < words[i]; k++)
                text_append(text, sizeof text, " w1");
            assert_true(model_example_open(&x, &r, (const char *const[2]){text}, 0, policy, &arena, &e));
            double above = scaled && n > LONGEST + 1 ? 4 * log(n) / log(LONGEST + 1) : 4;
            double weight = (double)r.model.mixer->weights(&x.way.work)[1];
            assert_near("the weight", words[i], weight, thinned(n, above), 1e-5);
            arena_free(&arena);
        }
    run_free(&r);
}

/* What a page draws: both lines, with as many points, and words for those who cannot see them. */
static void look_at(struct view_page *page, const struct picture *p) {
    double *last = page->to;
    assert_true(p->chart->describe && p->chart->curves == 2);
    assert_true(p->chart->curve->points == 3 && p->chart->curve[1].points == 3);
    last[0] = p->chart->curve->point[2].y;
    last[1] = p->chart->curve[1].point[2].y;
}

/* The view of the same, on task find: marker A is 4 above all others in one head, B 2 in the other, each in half of the
 * examples. Measured and formula are then one, and the formula is the mean of two, not that of a mean. */
TEST(thinning_shown) {
    static struct run r;
    struct model_example x;
    struct error e;
    make_model(&r,
               (const char *const[]){"task.name=find", "task.markers=2", "model.d_model=16", "model.heads=2",
                                     "model.d_ff=0", "max_position_embeddings=501", "eval.lengths=1x 40 500", NULL});
    double norm = 1 / sqrt(2 / 16.0 + 1e-5);
    memset(weights(&r, "embeddings.position_embeddings.weight"), 0, 501 * D * sizeof(real)); /* markers are anywhere */
    for (int n = 0; n < HEADS; n++)
        weights(&r, "encoder.layer.0.attention.self.query.bias")[n * h] = (real)((4 - 2 * n) * sqrt(h) / (10 * norm));
    for (int scaled = 0; scaled < 2; scaled++) {
        static const int words[] = {16, 40, 500};
        double drawn[2], mean = 0;
        struct view_page page = {.arena = &r.arena, .draw = look_at, .to = drawn};
        struct json_writer w;
        json_open(&w, false);
        json_put(&w, "{");
        assert_true(model_example_open(&x, &r, (const char *const[2]){NULL}, 16,
                                       scaled ? &policy_log_length : &policy_extend, &r.arena, &e));
        assert_true(view_draw(&(struct view){.kind = view_find("attention", "thinning", &e), .json = &w, .page = &page},
                              &(struct view_of){.example = &x}, &e));
        json_put(&w, "}");
        char *text = json_close(&w);
        json_t *json = json_loads(text, 0, NULL), *lengths = json_object_get(json, "lengths");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            double times = scaled ? log(words[i] + 1) / log(LONGEST + 1) : 1;
            mean = (thinned(words[i] + 1, 4 * times) + thinned(words[i] + 1, 2 * times)) / 2;
            json_t *at = json_array_get(lengths, i);
            assert_int_equal(json_integer_value(json_object_get(at, "words")), words[i]);
            assert_near("measured", words[i], json_real_value(json_object_get(at, "weight")), mean, 1e-5);
            assert_near("formula", words[i], json_real_value(json_object_get(at, "formula")), mean, 1e-5);
        }
        assert_near("drawn", 500, drawn[0], mean, 1e-5);
        assert_near("drawn", 500, drawn[1], mean, 1e-5);
        json_decref(json);
        free(text);
    }
    run_free(&r);
}

/* Beyond L the policy is attention.log_length = yes for the same weights, to the last bit of every loss, in batches
 * whose rows are known, too; in range it has no effect. */
TEST(log_length_as_in_training) {
    static const char *const scaled[] = {"attention.log_length=yes", "eval.policies=extend"},
                             *const plain[] = {"attention.log_length=no", "eval.policies=extend log_length"};
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        static struct run r[2];
        static struct evaluation_result result[2];
        struct error e;
        char name[64];
        snprintf(name, sizeof name, "encoding.name=%s", (*kind)->name);
        for (int i = 0; i < 2; i++) {
            const char *const *own = i ? plain : scaled;
            open_run(&r[i], (const char *const[]){"task.name=find", "eval.lengths=1x 2x 4x", "eval.examples=200", name,
                                                  own[0], own[1], NULL});
            assert_true(evaluate(&r[i], 2, &result[i], &r[i].arena, &e));
        }
        const struct evaluation_row *row = result[1].row, *extend = &row[0], *policy = &row[1];
        assert_same_scores(policy->at, extend->at, 2); /* in range and at 1x */
        assert_same_scores(policy->at + 2, result[0].row[0].at + 2, 2);
        for (int i = 2; i < 4; i++)
            assert_true(*policy->at[i]->sum[METRIC_LOSS] != *extend->at[i]->sum[METRIC_LOSS]);
        run_free(&r[0]);
        run_free(&r[1]);
    }
}

/* The probabilities of the last answer for the last words of w0 w1 w2 ... w0 w1 ...; under a window these are `words`.
 */
static void last_answer(double *to, const struct run *r, int from, int words, const struct policy *policy) {
    struct arena arena = {0};
    struct prediction p;
    struct error e;
    char text[600] = "";
    for (int i = from; i < words; i++)
        text_append(text, sizeof text, "w%d ", 1 + i * i % 11);
    if (!predict(&p, r, policy, (const char *const[2]){text, ""}, &arena, &e))
        fail_msg("%s", e.text);
    for (int k = 0; k < p.classes; k++)
        to[k] = (double)p.probability[(words - from - 3) * p.classes + k];
    arena_free(&arena);
}

/* A causal target under a window is one in a text of the L words that it sees, wherever that is: for encodings whose
 * scores know distances alone. With the first row as a sink, or no window, it is not. */
TEST(window_of_the_trained_length) {
    for (const struct encoding *const *kind = encodings; ABOUT(*kind); kind++) {
        static struct run r;
        double cut[64], seen[64], sink[64];
        char name[64];
        snprintf(name, sizeof name, "encoding.name=%s", (*kind)->name);
        if (!(*kind)->relative)
            continue;
        open_run(&r, (const char *const[]){"task.name=shift", "model.causal=yes", name, NULL});
        last_answer(cut, &r, 44, 60, &policy_extend);
        last_answer(seen, &r, 0, 60, &policy_window);
        last_answer(sink, &r, 0, 60, &policy_window_sink);
        for (int k = 0; k < r.model.size.classes; k++)
            assert_near((*kind)->name, k, seen[k], cut[k], limit(1e-12, 2e-6));
        assert_true(fabs(sink[0] - cut[0]) > 1e-5);
        run_free(&r);
    }
}

GROUP(closed_forms, NULL, NULL)
