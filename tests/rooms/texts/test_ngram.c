/* test_ngram.c -- bigram and trigram with Kneser-Ney smoothing: worked by hand, adding up to 1, against an independent
 * program; and as baselines of `next`, on the very targets of an evaluation. */
#include <math.h>
#include <string.h>

#include "baseline/baseline.h"
#include "evaluate/evaluate.h"
#include "run/batches.h"
#include "texts/ngram.h"
#include "unit/near.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { BIGRAM, TRIGRAM };
#define LIMIT 2e-7 /* of a loss, which is kept as parts of 2^22 */

static struct arena arena;

static int drop(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

static struct outcome outcome_of(const int *predicted, size_t k, int order) {
    return ngram_outcome(predicted[2 * k + (size_t)order]);
}

/* ---- By hand: a b a b a c is counted.
 *
 * Every count from 1 to 4 does not occur at any level, so that the discounts are .5 of 1 and 1 of 2. Different words in
 * front: of a 1 (b), of b 1, of c 1, so p(w) = .5/3 + (1.5/3)/3 = 1/3; of "b a" 1 (a), of "a b" 1, of "a c" 1.
 * Shorter history: p(b|a) = p(c|a) = .5/2 + .5/3 = 5/12, p(a|a) = 1/6; p(a|b) = .5/1 + .5/3 = 2/3, others 1/6.
 * Trigram: p(a|ab) = 1/2 + 1/2 2/3 = 5/6, others 1/12; p(b|ba) = p(c|ba) = .5/2 + .5 5/12 = 11/24.
 * Bigram, "a b" twice, "a c" once: p(b|a) = 1/3 + .5/3 = 1/2, p(c|a) = .5/3 + .5/3 = 1/3; "b a" twice: p(a|b) = 2/3. */
TEST(by_hand) {
    enum { A, B, C, WORDS = 3, TRAINED = 6 };
    static const int text[] = {A, B, A, B, A, C, A, B, A, B, B, A, C, A, A};
    static const struct {
        double p[2];
        bool likeliest[2];
    } expected[] = {
        {{1. / 2, 5. / 12}, {true, false}},   /* c a: b, as likely as c where only a is known to the trigram */
        {{2. / 3, 5. / 6}, {true, true}},     /* a b: a */
        {{1. / 2, 11. / 24}, {true, false}},  /* b a: b */
        {{1. / 6, 1. / 12}, {false, false}},  /* a b: b */
        {{2. / 3, 2. / 3}, {true, true}},     /* b b, which was never counted: a */
        {{1. / 3, 11. / 24}, {false, false}}, /* b a: c */
        {{1. / 3, 1. / 3}, {false, false}},   /* a c, after which nothing was: a */
        {{1. / 6, 1. / 6}, {false, false}},   /* c a: a */
    };
    enum { PREDICTED = sizeof expected / sizeof *expected, ALL = sizeof text / sizeof *text };
    assert_int_equal(PREDICTED, ALL - TRAINED - 1);
    const int *predicted = ngram_predict(text, TRAINED, ALL, WORDS, &arena);
    for (size_t k = 0; k < PREDICTED; k++)
        for (int order = BIGRAM; order <= TRIGRAM; order++) {
            struct outcome o = outcome_of(predicted, k, order);
            assert_near(order ? "trigram" : "bigram", (int)k, o.loss, -log(expected[k].p[order]), LIMIT);
            assert_int_equal(o.correct, expected[k].likeliest[order]);
        }
}

/* Where nothing can be counted, all words are as likely. */
TEST(one_word) {
    static const int text[] = {3, 1, 2, 4};
    const int *predicted = ngram_predict(text, 1, 4, 5, &arena);
    for (size_t k = 0; k < 2; k++)
        for (int order = BIGRAM; order <= TRIGRAM; order++) {
            assert_near("loss", (int)k, outcome_of(predicted, k, order).loss, log(5), LIMIT);
            assert_false(outcome_of(predicted, k, order).correct);
        }
}

/* ---- Longer texts, of words that are rarer the larger their number, and often follow the word before */

static void make_text(int *text, size_t count, int words) {
    uint32_t x = 1;
    for (size_t i = 0; i < count; i++) {
        x = x * 1664525u + 1013904223u;
        uint32_t a = (x >> 8) % (uint32_t)words;
        x = x * 1664525u + 1013904223u;
        uint32_t b = (x >> 8) % (uint32_t)words;
        text[i] = (int)(a * b / (uint32_t)words);
        if (i && (x >> 28) < 5)
            text[i] = (text[i - 1] + 1) % words;
    }
}

/* Of every history of two words, and of one, the probabilities of all words. */
TEST(probabilities_add_up) {
    enum { WORDS = 7, TRAINED = 300, ALL = TRAINED + 3 * WORDS * WORDS * WORDS };
    static int text[ALL];
    double sum[2] = {0, 0};
    make_text(text, TRAINED, WORDS - 1); /* the last word is never counted */
    for (int i = 0; i < WORDS * WORDS * WORDS; i++) {
        int *at = text + TRAINED + 3 * i;
        at[0] = i / WORDS / WORDS;
        at[1] = i / WORDS % WORDS;
        at[2] = i % WORDS;
    }
    const int *predicted = ngram_predict(text, TRAINED, ALL, WORDS, &arena);
    for (int i = 0; i < WORDS * WORDS * WORDS; i++) {
        for (int order = BIGRAM; order <= TRIGRAM; order++)
            sum[order] += exp(-outcome_of(predicted, 3 * (size_t)i + 1, order).loss);
        if (i % WORDS < WORDS - 1)
            continue;
        assert_near("bigram", i, sum[BIGRAM], 1, 1e-6);
        assert_near("trigram", i, sum[TRIGRAM], 1, 1e-6);
        sum[BIGRAM] = sum[TRIGRAM] = 0;
    }
}

/* Numbers of a program in Python that follows the two papers word by word, with dictionaries for counts: of each text
 * the mean loss and how often the word was the likeliest. All discounts are estimated but those of single words in two
 * of the texts, where no word has 4 others in front or less. */
TEST(against_python) {
    static const struct {
        int words, trained, count;
        double loss[2];
        int correct[2];
    } cases[] = {
        {20, 2000, 3000, {2.259700898, 2.342679132}, {357, 309}},
        {400, 15000, 20000, {4.490660461, 4.524720155}, {1579, 1568}},
        {50, 9000, 10000, {2.899156187, 3.021811837}, {355, 319}},
    };
    static int text[20000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = (size_t)cases[i].count, trained = (size_t)cases[i].trained;
        make_text(text, count, cases[i].words);
        const int *predicted = ngram_predict(text, trained, count, cases[i].words, &arena);
        for (int order = BIGRAM; order <= TRIGRAM; order++) {
            double loss = 0;
            int correct = 0;
            for (size_t k = 0; k < count - trained - 1; k++) {
                loss += outcome_of(predicted, k, order).loss;
                correct += outcome_of(predicted, k, order).correct;
            }
            assert_near("mean loss", (int)i, loss / (double)(count - trained - 1), cases[i].loss[order], LIMIT);
            assert_int_equal(correct, cases[i].correct[order]);
        }
    }
}

/* ---- As baselines of `next` */

/* A text of words of two letters, as tests write it. */
static char *spell(const int *text, size_t count) {
    char *letters = arena_alloc(&arena, 3 * count + 1, 1);
    for (size_t i = 0; i < count; i++)
        memcpy(letters + 3 * i, (const char[]){(char)('a' + text[i] / 26), (char)('a' + text[i] % 26), ' '}, 3);
    return letters;
}

/* Two hundred targets at a length: two of each text. */
enum { TEXTS = 100, KEPT = 2 };

/* The task `next` on that text, of which the second half is held out. */
static void open_next(struct run *r, const char *letters) {
    struct error e;
    assert_true(file_write(in_folder("", "text.txt"), letters, strlen(letters), &e));
    open_run(r, (const char *const[]){"task.name=next", in_folder("task.text=", "text.txt"), "model.causal=yes",
                                      "task.held_out=0.5", "task.words=4..9", "eval.examples=200",
                                      "eval.lengths=1x 100", NULL});
}

/* Loss and right answers of column i: every example is predicted after the trained part of the text. */
static void assert_column(const struct run *r, const struct evaluation_result *result, int order, int i,
                          const int *text, size_t trained) {
    enum { MOST = 128 };
    int *all = arena_alloc(&arena, trained + MOST, sizeof *all), count = 0, correct = 0;
    double loss = 0;
    memcpy(all, text, trained * sizeof *all);
    for (uint32_t n = 0; n < TEXTS; n++) {
        struct batch b;
        batch_build(&b, &r->task, 1, MOST, &arena);
        batch_add_evaluation(&b, &r->task, r->scheme, batch_seeds_of(&r->settings),
                             i == IN_RANGE ? 0 : result->words[i].high, n);
        memcpy(all + trained, b.token, (size_t)b.rows * sizeof *all);
        all[trained + b.rows] = b.answer[b.targets - 1];
        const int *predicted = ngram_predict(all, trained, trained + b.rows + 1, r->task.size.vocabulary, &arena);
        struct batch_kept kept = batch_keep(&r->task, batch_seeds_of(&r->settings), i == IN_RANGE ? 0 : b.rows, n,
                                            b.targets, i == IN_RANGE ? b.targets : KEPT);
        for (int j = 0; j < kept.kept; j++, count++) {
            int k = batch_kept(kept, j);
            struct outcome o = outcome_of(predicted, (size_t)k, k > 0 ? order : BIGRAM);
            loss += o.loss;
            correct += o.correct;
        }
    }
    const struct levels *of = result->baseline[1 + order].of;
    assert_near("loss", i, of[METRIC_LOSS].at[i], loss / count, 1e-8);
    assert_near("accuracy", i, of[METRIC_ACCURACY].at[i], (double)correct / count, 1e-9);
}

/* A member that is this baseline answers the same targets. */
static void assert_member(struct run *r, const struct evaluation_result *levels, int order, const char *name) {
    static struct evaluation_result result;
    struct error e;
    r->settings.baseline = baseline_find(name);
    assert_true(evaluate(r, 1, &result, &r->arena, &e));
    for (int i = 0; i <= result.lengths; i++)
        for (int k = METRIC_ACCURACY; k <= METRIC_LOSS; k++)
            assert_near(name, i, evaluation_value(&result, k, 0, i), levels->baseline[1 + order].of[k].at[i], 1e-7);
    assert_int_equal(result.row[0].at[result.lengths]->count, TEXTS * KEPT);
    r->settings.baseline = NULL;
}

TEST(baselines) {
    enum { WORDS = 40, COUNT = 3000, TRAINED = COUNT / 2 + 1 }; /* the word in the middle is trained on */
    static int text[COUNT], room[4][COUNT];
    static struct run r;
    static struct evaluation_result result;
    struct example x = {text, room[0], room[1], room[2], room[3]};
    struct error e;
    int targets;
    make_text(text, COUNT, WORDS);
    char *letters = spell(text, COUNT);
    open_next(&r, letters);
    if (!evaluate(&r, 1, &result, &r.arena, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.task.kind->encode(&r.task, (const char *const[]){letters, ""}, &x, &targets, &e), COUNT);
    assert_int_equal(result.baselines, 3);
    assert_string_equal(result.baseline[1 + BIGRAM].name, "bigram");
    assert_string_equal(result.baseline[1 + TRIGRAM].name, "trigram");
    for (int order = BIGRAM; order <= TRIGRAM; order++)
        for (int i = 0; i <= result.lengths; i++)
            assert_column(&r, &result, order, i, text, TRAINED);
    assert_member(&r, &result, BIGRAM, "bigram");
    assert_member(&r, &result, TRIGRAM, "trigram");
    run_free(&r);
}

GROUP(ngram, folder_setup, drop)
