/* test_ngram.c -- unigram and bigram with absolute discounting: worked by hand, adding up to 1, against an independent
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

#define LIMIT 2e-7 /* of a loss, which is kept as parts of 2^22 */

static struct arena arena;

static int drop(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

static struct outcome outcome_of(const int *predicted, size_t k, int by) {
    return ngram_outcome(predicted[NGRAMS * k + (size_t)by]);
}

struct expected {
    double p[NGRAMS];
    bool likeliest[NGRAMS];
};

static void check(const int *text, size_t trained, size_t count, int words, const struct expected *expected) {
    const int *predicted = ngram_predict(text, trained, count, words, &arena);
    for (size_t k = 0; k < count - trained - 1; k++)
        for (int by = UNIGRAM; by < NGRAMS; by++) {
            struct outcome o = outcome_of(predicted, k, by);
            assert_near(by ? "bigram" : "unigram", (int)k, o.loss, -log(expected[k].p[by]), LIMIT);
            assert_int_equal(o.correct, expected[k].likeliest[by]);
        }
}

enum { A, B, C, WORDS };

/* ---- By hand: a b a b a c is counted.
 *
 * Of 6 words a is 3, b 2, c 1, and 3 are different: p(w) = (count - 3/4) / 6 + (3/4 3 / 6) / 3, so p(a) = 1/2, p(b) =
 * 1/3, p(c) = 1/6. After a are 3 words, 2 different: b twice, c once. p(b|a) = (5/4) / 3 + (3/4 2 / 3) p(b) = 7/12,
 * p(c|a) = (1/4) / 3 + 1/2 p(c) = 1/6, p(a|a) = 1/2 p(a) = 1/4. After b is a twice: p(a|b) = (5/4) / 2 + (3/4 / 2) p(a)
 * = 13/16, p(b|b) = 3/8 p(b) = 1/8. */
/* says baseline unigram: task next: how often each word occurs */
/* says baseline bigram: task next: how often it comes after the previous word */
/* says data/README.md: `next` has a baseline on the same targets, a bigram */
TEST(by_hand) {
    static const int text[] = {A, B, A, B, A, C, A, B, A, B, B, A, C, A, A};
    static const struct expected expected[] = {
        {{1. / 3, 7. / 12}, {false, true}}, /* a b */
        {{1. / 2, 13. / 16}, {true, true}}, /* b a */
        {{1. / 3, 7. / 12}, {false, true}}, /* a b */
        {{1. / 3, 1. / 8}, {false, false}}, /* b b */
        {{1. / 2, 13. / 16}, {true, true}}, /* b a */
        {{1. / 6, 1. / 6}, {false, false}}, /* a c */
        {{1. / 2, 1. / 2}, {true, true}},   /* c, after which nothing was: a */
        {{1. / 2, 1. / 4}, {true, false}},  /* a a */
    };
    check(text, 6, sizeof text / sizeof *text, WORDS, expected);
}

/* Of a b a c: p(a) = (5/4) / 4 + 3/16 = 1/2, the others 1/4. After a, b and c were once: (1/4) / 2 + 3/4 1/4 = 5/16,
 * but a, which was not, is 3/4 1/2 = 3/8 and the likeliest. Of a b: p(a) = p(b) = (1/4) / 2 + 1/4 = 3/8, and neither is
 * the likeliest; p(b|a) = 1/4 + 3/4 3/8 = 17/32, p(a|a) = 9/32. */
TEST(likeliest) {
    static const int not_counted[] = {A, B, A, C, A, A, B}, ties[] = {A, B, A, A, B, C};
    check(not_counted, 4, 7, WORDS,
          (const struct expected[]){{{1. / 2, 3. / 8}, {true, true}}, {{1. / 4, 5. / 16}, {false, false}}});
    check(ties, 2, 6, WORDS,
          (const struct expected[]){{{3. / 8, 9. / 32}, {false, false}},
                                    {{3. / 8, 17. / 32}, {false, true}},
                                    {{1. / 4, 1. / 4}, {false, false}}});
}

/* One word counted, of five: (1/4) / 1 + 3/4 1/5, the others 3/4 1/5. */
TEST(one_word) {
    static const int text[] = {3, 1, 2, 3};
    check(text, 1, 4, 5, (const struct expected[]){{{0.15, 0.15}, {false, false}}, {{0.4, 0.4}, {true, true}}});
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

/* Of every word, the probabilities of all words after it. */
TEST(probabilities_add_up) {
    enum { MANY = 7, TRAINED = 300, ALL = TRAINED + 2 * MANY * MANY };
    static int text[ALL];
    double sum[NGRAMS] = {0};
    make_text(text, TRAINED, MANY - 1); /* the last word is never counted */
    for (int i = 0; i < MANY * MANY; i++) {
        text[TRAINED + 2 * i] = i / MANY;
        text[TRAINED + 2 * i + 1] = i % MANY;
    }
    const int *predicted = ngram_predict(text, TRAINED, ALL, MANY, &arena);
    for (int i = 0; i < MANY * MANY; i++) {
        for (int by = UNIGRAM; by < NGRAMS; by++)
            sum[by] += exp(-outcome_of(predicted, 2 * (size_t)i, by).loss);
        if (i % MANY < MANY - 1)
            continue;
        assert_near("unigram", i, sum[UNIGRAM], 1, 1e-6);
        assert_near("bigram", i, sum[BIGRAM], 1, 1e-6);
        sum[UNIGRAM] = sum[BIGRAM] = 0;
    }
}

/* Numbers of a program in Python that computes the formula for every word, with dictionaries for counts: of each text
 * the mean loss and how often the word was the likeliest. */
TEST(against_python) {
    static const struct {
        int words, trained, count;
        double loss[NGRAMS];
        int correct[NGRAMS];
    } cases[] = {
        {20, 2000, 3000, {2.614082403, 2.292413067}, {160, 357}},
        {400, 15000, 20000, {5.578862801, 4.55324152}, {63, 1581}},
        {50, 9000, 10000, {3.489096993, 2.926717508}, {79, 355}},
    };
    static int text[20000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = (size_t)cases[i].count, trained = (size_t)cases[i].trained;
        make_text(text, count, cases[i].words);
        const int *predicted = ngram_predict(text, trained, count, cases[i].words, &arena);
        for (int by = UNIGRAM; by < NGRAMS; by++) {
            double loss = 0;
            int correct = 0;
            for (size_t k = 0; k < count - trained - 1; k++) {
                loss += outcome_of(predicted, k, by).loss;
                correct += outcome_of(predicted, k, by).correct;
            }
            assert_near("mean loss", (int)i, loss / (double)(count - trained - 1), cases[i].loss[by], LIMIT);
            assert_int_equal(correct, cases[i].correct[by]);
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
static void assert_column(const struct run *r, const struct evaluation_result *result, int i, const int *text,
                          size_t trained) {
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
            struct outcome o = outcome_of(predicted, (size_t)k, BIGRAM);
            loss += o.loss;
            correct += o.correct;
        }
    }
    const struct levels *of = result->baseline[1].of;
    assert_near("loss", i, of[METRIC_LOSS].at[i], loss / count, 1e-8);
    assert_near("accuracy", i, of[METRIC_ACCURACY].at[i], (double)correct / count, 1e-9);
}

/* A member that is the bigram answers the same targets. */
static void assert_member(struct run *r, const struct evaluation_result *levels) {
    static struct evaluation_result result;
    struct error e;
    r->settings.baseline = baseline_find("bigram");
    assert_true(evaluate(r, 1, &result, &r->arena, &e));
    for (int i = 0; i <= result.lengths; i++)
        for (int k = METRIC_ACCURACY; k <= METRIC_LOSS; k++)
            assert_near("member", i, evaluation_value(&result, k, 0, i), levels->baseline[1].of[k].at[i], 1e-7);
    assert_int_equal(result.row[0].at[result.lengths]->count, TEXTS * KEPT);
    r->settings.baseline = NULL;
}

TEST(baselines) {
    enum { KNOWN = 40, COUNT = 3000, TRAINED = COUNT / 2 + 1 }; /* the word in the middle is trained on */
    static int text[COUNT], room[4][COUNT];
    static struct run r;
    static struct evaluation_result result;
    struct example x = {text, room[0], room[1], room[2], room[3]};
    struct error e;
    int targets;
    make_text(text, COUNT, KNOWN);
    char *letters = spell(text, COUNT);
    open_next(&r, letters);
    if (!evaluate(&r, 1, &result, &r.arena, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.task.kind->encode(&r.task, (const char *const[]){letters, ""}, &x, &targets, &e), COUNT);
    assert_int_equal(result.baselines, 2);
    assert_string_equal(result.baseline[1].name, "bigram");
    for (int i = 0; i <= result.lengths; i++)
        assert_column(&r, &result, i, text, TRAINED);
    assert_member(&r, &result);
    run_free(&r);
}

GROUP(ngram, folder_setup, drop)
