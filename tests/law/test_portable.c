/* test_portable.c -- train.products = portable: weights, moments, losses and evaluations are known to the bit, whatever
 * the compiler and the processor.
 *
 * The sums below came from gcc with AVX-512; clang, gcc without wide vectors and gcc for AVX2 with fused products gave
 * the same. If a step is changed to round differently, they all change; a failure prints the new one. */
#include "evaluate/evaluate.h"
#include "law/trained.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

enum { STEPS = 6 };

#define PORTABLE                                                                                       \
    "train.products=portable", "train.batch=16", "train.shards=2", "train.warmup=3", "train.steps=12", \
        "eval.examples=30", "eval.lengths=1x 2x"

struct known {
    const char *name, *sum;
    const char *const *settings;
};
#define KNOWN(name, sum, ...)                                            \
    {                                                                    \
        name, sum, (const char *const[]) { PORTABLE, __VA_ARGS__, NULL } \
    }

static const struct known known[] = {
    KNOWN("one target, learned", "d9f485ca85e6d06e", "encoding.name=learned"),
    KNOWN("one target, sinusoidal", "816b96b3022d2643", "encoding.name=sinusoidal", "train.schedule=cosine",
          "model.norm=post"),
    KNOWN("one target, rope", "65c3c8623552ae10", "encoding.name=rope", "model.activation=gelu"),
    KNOWN("one target, alibi", "d2d4d5dd0c4eff5b", "encoding.name=alibi", "model.heads=2", "model.d_model=24"),
    KNOWN("one target, t5", "caae46c2c7a70486", "encoding.name=t5", "model.embedding_norm=yes"),
    KNOWN("one target, kerple", "3600a9edb1bf5e87", "encoding.name=kerple", "kerple.start=slopes"),
    KNOWN("one target, fire", "f8e8af958167b7bc", "encoding.name=fire", "model.causal=yes", "task.cls=last"),
    KNOWN("one target, cope", "00312926c9b897f4", "encoding.name=cope"),
    KNOWN("a hybrid", "4eaddca4e6ec7ea1", "encoding.name=sinusoidal + alibi", "attention.log_length=yes"),
    KNOWN("all targets", "afa9a28b9f18e9b0", "task.name=reverse", "encoding.name=rope", "task.words=12",
          "model.d_model=40", "model.d_ff=272"),
    KNOWN("long sums", "c9d5e900febbda38", "task.name=reverse", "encoding.name=learned", "task.words=18",
          "model.d_model=24", "model.heads=3", "model.d_ff=300", "train.clip=0.1"),
    KNOWN("random positions", "a3e81b369bc26f4b", "encoding.name=sinusoidal", "train.positions=random",
          "eval.positions=even"),
    KNOWN("lazy", "b9827d2d69d48172", "task.name=first", "task.fillers=600", "train.sparse=lazy"),
    KNOWN("rnn", "a6e4d97a15b71a80", "model.mixer=rnn", "encoding.name=none"),
    KNOWN("lstm", "858923eb5fafa9f6", "model.mixer=lstm", "encoding.name=sinusoidal"),
    KNOWN("gru", "2c138dabad270431", "model.mixer=gru", "encoding.name=none", "task.name=reverse", "task.words=12"),
    {0},
};

static int as_before(void **state) {
    matmul_use(PRODUCTS_BLAS);
    return about_told(state);
}

/* FNV-1a (Fowler, Noll and Vo) */
static void add(uint64_t *sum, const void *bytes, size_t size) {
    for (const unsigned char *at = bytes; size > 0; size--)
        *sum = (*sum ^ *at++) * UINT64_C(0x100000001b3);
}

/* In range and at each length under the first policy. */
static void add_scores(uint64_t *sum, const struct run *r) {
    static const int of[] = {METRIC_ACCURACY, METRIC_LOSS};
    static struct evaluation_result result;
    struct arena arena = {0};
    struct error e;
    if (!evaluate(r, 1, &result, &arena, &e))
        fail_msg("%s", e.text);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i <= result.lengths; i++) {
            double value = evaluation_value(&result, of[k], 0, i);
            add(sum, &value, sizeof value);
        }
    assert_string_equal(result.kernels, "portable");
    arena_free(&arena);
}

/* Trains a run, evaluates it and adds up all that came of it. */
static uint64_t sum_of(const char *const *settings, bool evaluates) {
    static struct trained t;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    open_trained(&t, settings, 1);
    while (t.run.step < t.run.settings.train.steps) {
        step(&t);
        add(&sum, &t.stepper.loss, sizeof t.stepper.loss);
        add(&sum, &t.stepper.norm, sizeof t.stepper.norm);
    }
    for (int i = 0; i < BLOCKS; i++)
        add(&sum, block(&t, i), bytes(&t));
    if (evaluates)
        add_scores(&sum, &t.run);
    run_free(&t.run);
    return sum;
}

static void check(const struct known *k) {
    char sum[17];
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)sum_of(k->settings, true));
    assert_string_equal(sum, k->sum);
}

TEST_WITH(known, NULL, as_before) {
    if (sizeof(real) == 8)
        skip();
    for (const struct known *k = known; ABOUT(k->name ? k : NULL); k++)
        check(k);
}

/* Runs on either kind of products, step by step in turn, end as each does alone. */
TEST_WITH(side_by_side, NULL, as_before) {
    static const char *const settings[2][4] = {{"task.name=reverse", "task.words=12", "train.products=portable"},
                                               {"task.name=reverse", "task.words=12"}};
    static struct trained alone[2], both[2];
    for (int i = 0; i < 2; i++) {
        open_trained(&alone[i], settings[i], 1);
        open_trained(&both[i], settings[i], 1);
        for (int n = 0; n < STEPS; n++)
            step(&alone[i]);
    }
    for (int n = 0; n < STEPS; n++)
        for (int i = 0; i < 2; i++)
            step(&both[i]);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < BLOCKS; k++)
            assert_memory_equal(block(&alone[i], k), block(&both[i], k), bytes(&both[i]));
    assert_memory_not_equal(block(&alone[0], 0), block(&alone[1], 0), bytes(&alone[0]));
    for (int i = 0; i < 2; i++) {
        run_free(&alone[i].run);
        run_free(&both[i].run);
    }
}

/* Moments of units that no gradient reaches any more fade below full precision, and are 0 from there on; how the
 * processor was set before changes nothing. */
TEST_WITH(subnormals, NULL, as_before) {
    static const char *const fading[] = {"train.products=portable",
                                         "encoding.name=none",
                                         "train.steps=150",
                                         "train.warmup=5",
                                         "train.batch=8",
                                         "task.words=6",
                                         "train.learning_rate=0.1",
                                         "train.beta1=0.2",
                                         "train.beta2=0.5",
                                         "train.clip=0",
                                         NULL};
#ifdef __SSE__
    uint64_t without = sum_of(fading, false);
    unsigned int mode = _mm_getcsr();
    _mm_setcsr(mode & ~0x8040U); /* flush to zero, denormals are zero */
    uint64_t with = sum_of(fading, false);
    _mm_setcsr(mode);
    assert_true(with == without);
#else
    skip();
#endif
}

/* Of so many threads, those in which half of the smallest number of full precision counts as 0. */
static int flushing(int threads) {
    int count = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : count)
    for (int i = 0; i < threads; i++) {
        volatile real smallest = REAL_SMALLEST;
        count += smallest * (real)0.5 == 0;
    }
    return count;
}

/* Every thread that has a part in a step or an evaluation calculates as its run is meant to: a portable one with
 * subnormal numbers, as WebAssembly does; another without, since they are slow. */
TEST_WITH(every_thread, NULL, as_before) {
    enum { THREADS = 3 };
    static const char *const settings[2][4] = {{"train.products=portable", "train.shards=3", "eval.examples=40"},
                                               {"train.shards=3"}};
    static struct trained t[2];
    uint64_t sum = 0;
#ifdef __SSE__
    for (int i = 0; i < 2; i++)
        open_trained(&t[i], settings[i], THREADS);
    for (int i = 0; i < 2; i++) {
        step(&t[i]);
        assert_int_equal(flushing(THREADS), i == 0 ? 0 : THREADS);
    }
    add_scores(&sum, &t[0].run);
    assert_int_equal(flushing(1), 0);
    run_free(&t[0].run);
    run_free(&t[1].run);
#else
    skip();
#endif
}

GROUP(portable, NULL, NULL)
