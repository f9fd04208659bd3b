/* test_bench.c -- what `make bench` measures: the sizes of its shapes, and the watch that times each part of a step. */
#include "unit/tests.h"

#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "encoding/encoding.h"
#include "train/step.h"
#include "unit/opened.h"

/* The shapes that speed is promised for. */
static const struct promised {
    const char *name;
    int vocabulary, d_model, heads, d_ff, rows, batch, targets, classes;
} promised[] = {
    {"default", 32, 32, 2, 64, 17, 64, 1, 2},
    {"small-one", 64, 64, 4, 256, 36, 64, 1, 2},
    {"small-all", 64, 64, 4, 256, 36, 64, 36, 64},
    {"wide-all", 1000, 256, 8, 1024, 128, 16, 128, 1000},
    {"words-all", 10000, 64, 4, 256, 32, 32, 32, 10000},
    {"bert-one", 30522, 256, 8, 1024, 128, 16, 1, 2},
};

static void open_shape(struct run *r, const char *name, const struct assignments *given) {
    static struct assignments all;
    static struct settings s;
    struct error e;
    const struct bench_shape *shape = bench_shape_find(name, &e);
    assert_non_null(shape);
    if (!bench_assign(&all, shape, given, &e) || !settings_resolve(&s, &all, NULL, &e) || !run_build(r, &s, NULL, &e))
        fail_msg("%s: %s", name, e.text);
}

/* The model, and a batch as training draws it: all sequences have all rows and asked rows. */
static void assert_sizes(const struct run *r, const struct promised *p) {
    const struct model *m = &r->model;
    struct arena arena = {0};
    struct batch b;
    assert_int_equal(m->size.vocabulary, p->vocabulary);
    assert_int_equal(m->size.classes, p->classes);
    assert_int_equal(m->config.d_model, p->d_model);
    assert_int_equal(m->config.heads, p->heads);
    assert_int_equal(m->config.d_ff, p->d_ff);
    assert_int_equal(r->settings.train.batch, p->batch);
    batch_build(&b, &r->task, p->batch, r->task.size.trained.high, &arena);
    for (int i = 0; i < p->batch; i++)
        batch_add_training(&b, &r->task, r->scheme, 1, (uint64_t)i);
    for (int i = 0; i < p->batch; i++) {
        assert_int_equal(b.start[i + 1] - b.start[i], p->rows);
        assert_int_equal(b.target_start[i + 1] - b.target_start[i], p->targets);
    }
    arena_free(&arena);
}

TEST(shapes) {
    static const struct assignments nothing;
    static struct run r;
    size_t count = 0;
    while (bench_shapes[count].name)
        count++;
    assert_int_equal(count, sizeof promised / sizeof *promised);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(bench_shapes[i].name, promised[i].name);
        open_shape(&r, promised[i].name, &nothing);
        assert_sizes(&r, &promised[i]);
        assert_true(r.settings.train.steps >= 60);
        run_free(&r);
    }
}

/* What is on the command line goes before the shape. */
TEST(override) {
    static struct assignments given;
    static struct run r;
    struct error e;
    struct promised wider = promised[1];
    given = (struct assignments){0};
    assert_true(assignments_override(&given, "model.d_model=128", &e));
    assert_true(assignments_override(&given, "encoding.name=alibi", &e));
    open_shape(&r, "small-one", &given);
    wider.d_model = 128;
    assert_sizes(&r, &wider);
    assert_string_equal(r.settings.encoding->name, "alibi");
    run_free(&r);
    assert_null(bench_shape_find("smal-one", &e));
    assert_non_null(strstr(e.text, "did you mean small-one?"));
}

static double total(const struct watch *w) {
    double sum = 0;
    for (int i = 0; i < WATCH_PARTS; i++)
        sum += w->seconds[i];
    return sum;
}

/* Three steps of a model with all parts, under a watch or not. */
static void take_steps(struct run *r, const char *mixer, struct watch *watch) {
    struct stepper s;
    struct error e;
    open_run(r, (const char *const[]){"task.name=first", "model.embedding_norm=yes", mixer, NULL});
    assert_true(stepper_build(&s, r, 1, &e));
    if (watch)
        watch_start(watch, &s);
    double first = watch ? watch->last : 0;
    assert_true(stepper_step(&s, &e) && stepper_step(&s, &e) && stepper_step(&s, &e));
    if (!watch)
        return;
    watch_stop(&s);
    assert_true(fabs(total(watch) - (watch->last - first)) <= 1e-9 * watch->last);
}

/* Under a watch a step comes to the same weights; every part has its time; none of it is lost. */
TEST(watch) {
    static struct run plain, watched;
    static const char *const mixer[] = {"model.mixer=attention", "model.mixer=gru"};
    struct watch watch;
    for (int k = 0; k < 2; k++) {
        take_steps(&plain, mixer[k], NULL);
        take_steps(&watched, mixer[k], &watch);
        assert_memory_equal(plain.model.params.value, watched.model.params.value,
                            plain.model.params.size * sizeof(real));
        for (int i = 0; i < WATCH_PARTS; i++)
            if (!(watch.seconds[i] > 0) && !(k == 1 && i == WATCH_PROJECTIONS))
                fail_msg("%s: part %d has no time", mixer[k], i);
        run_free(&plain);
        run_free(&watched);
    }
}

/* What a measurement in a process of its own brings back. */
static bool answer(const void *user, void *result, struct error *e) {
    const int *targets = user;
    *(int *)result = *targets + 1;
    return *targets != 7 || error_set(e, EXIT_DATA, "seven");
}

static bool grab(const void *user, void *result, struct error *e) {
    struct arena arena = {0};
    (void)user, (void)e;
    *(char **)result = arena_alloc(&arena, (size_t)1 << 32, 1);
    arena_free(&arena);
    return true;
}

TEST(apart) {
    struct error e = {0};
    int targets = 5, got = 0;
    assert_true(bench_apart(answer, &targets, &got, sizeof got, 0, &e));
    assert_int_equal(got, 6);
    targets = 7;
    assert_false(bench_apart(answer, &targets, &got, sizeof got, 0, &e));
    assert_int_equal(e.code, EXIT_DATA);
    assert_string_equal(e.text, "seven");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__APPLE__) /* which need address space of their own, or limit none */
    char *block;
    assert_false(bench_apart(grab, NULL, &block, sizeof block, (size_t)1 << 30, &e));
    assert_int_equal(e.code, EXIT_FAILED);
#else
    (void)grab;
#endif
}

GROUP(bench, NULL, NULL)
