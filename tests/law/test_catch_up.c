/* test_catch_up.c -- rows of a lazy table: missed updates are applied at once, and a checkpoint has both the up-to-date
 * rows for readers and the state from which training continues, so no bit depends on when it was written. */
#include "law/trained.h"
#include "unit/near.h"
#include "unit/tests.h"

#include <string.h>

#include "format/safetensors.h"
#include "train/train.h"

/* ---- A row that misses K updates, and the same updates with a gradient of 0 */

/* Of one row: sqrt(v) falls from 0.1 to 1e-12, with epsilon = 1e-8 among them, and m / sqrt(v) is what a gradient
 * leaves that comes after none. */
static void fill_row(real *w, real *m, real *v, int columns) {
    for (int i = 0; i < columns; i++) {
        double root = pow(10, -1 - i);
        w[i] = (real)(i % 2 ? 0.02 : -0.01);
        m[i] = (real)((i % 3 ? 0.7 : -0.7) * root);
        v[i] = (real)(root * root);
    }
}

struct gap {
    int from, missed; /* at most LAZY_UPDATE_MAX are */
    const char *schedule, *beta1, *beta2, *decay;
    double tolerance; /* in steps of the largest rate, where sqrt(v) is about epsilon */
};

static const struct gap gaps[] = {
    {1, 1, "train.schedule=constant", "train.beta1=0.9", "train.beta2=0.98", "train.weight_decay=0.01", 1e-6},
    {2, 2, "train.schedule=linear", "train.beta1=0.9", "train.beta2=0.98", "train.weight_decay=0.01", 1e-6},
    {8, 8, "train.schedule=linear", "train.beta1=0.9", "train.beta2=0.98", "train.weight_decay=0.01", 1e-3},
    {40, 7, "train.schedule=cosine", "train.beta1=0.9", "train.beta2=0.98", "train.weight_decay=0.01", 1e-3},
    {40, 1500, "train.schedule=cosine", "train.beta1=0.9", "train.beta2=0.98", "train.weight_decay=0.01", 1e-3},
    {300, 200, "train.schedule=constant", "train.beta1=0.9", "train.beta2=0.999", "train.weight_decay=3", 1e-4},
    {951, LAZY_UPDATE_MAX, "train.schedule=linear", "train.beta1=0.9", "train.beta2=0.98", "train.weight_decay=0",
     1e-3},
    {100, 50, "train.schedule=linear", "train.beta1=0", "train.beta2=0.9", "train.weight_decay=0.1", 1e-6},
    {500, 500, "train.schedule=linear", "train.beta1=0.9", "train.beta2=0.95", "train.weight_decay=0.01", 3e-2},
};

/* The last updates of `lazy` all at once, those of `dense` one by one. */
static void miss(struct trained *lazy, struct trained *dense, const struct gap *g, int row) {
    struct run *r = &lazy->run;
    int missed = g->missed < LAZY_UPDATE_MAX ? g->missed : LAZY_UPDATE_MAX;
    size_t at = r->model.token + (size_t)row * r->settings.model.d_model;
    real *zero = arena_alloc(&dense->run.arena, dense->run.model.params.size, sizeof(real));
    fill_row(block(lazy, 0) + at, block(lazy, 1) + at, block(lazy, 2) + at, r->settings.model.d_model);
    for (int i = 0; i < BLOCKS; i++)
        memcpy(block(dense, i), block(lazy, i), bytes(lazy));
    for (int step = g->from; step < g->from + missed; step++)
        optimiser_update(&dense->run.model.params, 0, zero, optimiser_at(&dense->run.settings.train, step),
                         (struct share){0, 1});
    for (int i = 0; i < r->model.size.vocabulary; i++)
        r->row_step[i] = g->from;
    r->step = g->from + missed;
    lazy_update_prepare(&lazy->stepper.lazy, missed);
    lazy_update_all(&lazy->stepper.lazy, (struct share){0, 1});
    assert_int_equal(r->row_step[row], r->step);
}

TEST(missed) {
    static struct trained lazy, dense;
    enum { ROW = 7 };
    for (const struct gap *g = gaps; g < gaps + sizeof gaps / sizeof *gaps; g++) {
        const char *sparse[] = {"train.sparse=lazy", "train.sparse=dense"};
        for (int i = 0; i < 2; i++)
            open_trained(i ? &dense : &lazy,
                         OPTIONS(SOME, "train.steps=3000", g->schedule, g->beta1, g->beta2, g->decay, sparse[i]), 1);
        miss(&lazy, &dense, g, ROW);
        double rate = lazy.run.settings.train.learning_rate;
        for (int i = 0; i < 12; i++) {
            size_t at = lazy.run.model.token + ROW * 12 + (size_t)i;
            double beside = i < 5 || i > 9 ? 1e-2 : 1; /* where epsilon is small or large */
            assert_near("weight", i, (double)block(&lazy, 0)[at], (double)block(&dense, 0)[at],
                        rate * g->tolerance * beside + limit(1e-12, 2e-7));
            for (int k = 1; k < BLOCKS; k++) {
                double expected = (double)block(&dense, k)[at];
                assert_near("moment", i, (double)block(&lazy, k)[at], expected, fabs(expected) * limit(1e-11, 1e-4));
            }
        }
        run_free(&lazy.run);
        run_free(&dense.run);
    }
}

/* ---- When all rows are brought up to date */

static bool is_any_behind(const struct trained *t) {
    for (int row = 0; row < t->run.model.size.vocabulary; row++)
        if (t->run.row_step[row] < t->run.step)
            return true;
    return false;
}

/* And so is a run that was stopped when more steps lay behind it than are remembered, with rows behind, and continued.
 */
TEST(due) {
    enum { MOST = LAZY_UPDATE_MAX, LAST = MOST + 12 };
    static const struct {
        int step;
        bool behind;
    } cases[] = {{1, false},  {2, false}, {3, true},        {4, false},    {5, true},        {8, false},   {9, true},
                 {32, false}, {33, true}, {MOST - 1, true}, {MOST, false}, {MOST + 5, true}, {LAST, false}};
    static struct trained t, further;
    char folder[PATH_MAX_LENGTH], last[32];
    struct error warning, e;
    snprintf(last, sizeof last, "train.steps=%d", LAST);
    open_trained(&t, OPTIONS(MANY, last, "train.sparse=lazy"), 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        while (t.run.step < cases[i].step)
            step(&t);
        if (is_any_behind(&t) != cases[i].behind)
            fail_msg("after step %d %s", cases[i].step, cases[i].behind ? "no row is behind" : "a row is behind");
        if (t.run.step == MOST + 5)
            assert_true(checkpoint_write(&t.run, fresh_folder(folder), &e));
    }
    assert_true(checkpoint_read_folder(&further.run, folder, NULL, NULL, &warning, &e));
    assert_true(stepper_build(&further.stepper, &further.run, 1, &e));
    while (further.run.step < LAST)
        step(&further);
    for (int i = 0; i < BLOCKS; i++)
        assert_memory_equal(block(&further, i), block(&t, i), bytes(&t));
    remove_folder(folder);
    run_free(&further.run);
    run_free(&t.run);
}

/* ---- Checkpoints */

TEST(checkpoint_every) {
    static struct run never, often;
    static const char *const every[] = {"train.checkpoint_every=1", "train.checkpoint_every=7"};
    char folder[PATH_MAX_LENGTH];
    struct train_state unused;
    struct error e;
    open_run(&never, OPTIONS(MANY, "train.steps=45", "train.sparse=lazy", "train.checkpoint_every=0"));
    assert_true(train_run(&never, fresh_folder(folder), (struct train_watch){.threads = 1}, &unused, &e));
    remove_folder(folder);
    size_t size = never.model.params.size * sizeof(real);
    for (int i = 0; i < 2; i++) {
        open_run(&often, OPTIONS(MANY, "train.steps=45", "train.sparse=lazy", every[i]));
        assert_true(train_run(&often, fresh_folder(folder), (struct train_watch){.threads = 1}, &unused, &e));
        assert_memory_equal(never.model.params.value, often.model.params.value, size);
        assert_memory_equal(never.model.params.first, often.model.params.first, size);
        assert_memory_equal(never.model.params.second, often.model.params.second, size);
        run_free(&often);
        remove_folder(folder);
    }
    run_free(&never);
}

/* Stopped where rows are further behind than a resumed run could know from its own steps, soon after the step at which
 * all are brought up to date, and again later: the same file as without a stop. */
TEST(resumed_past_the_cap) {
    static struct run whole, stopped;
    static const int stops[] = {LAZY_UPDATE_MAX - 3, LAZY_UPDATE_MAX + 1, LAZY_UPDATE_MAX + 40, 0};
    char steps[32], folder[2][PATH_MAX_LENGTH];
    struct arena arena = {0};
    size_t size[2];
    snprintf(steps, sizeof steps, "train.steps=%d", LAZY_UPDATE_MAX + 60);
    const char *const *settings = (const char *const[]){"task.name=first",
                                                        "task.fillers=600",
                                                        "train.batch=2",
                                                        "train.sparse=lazy",
                                                        "model.d_model=4",
                                                        "model.d_ff=0",
                                                        "model.heads=1",
                                                        steps,
                                                        NULL};
    train_stopped(&whole, fresh_folder(folder[0]), settings, NULL, 1);
    train_stopped(&stopped, fresh_folder(folder[1]), settings, stops, 1);
    const unsigned char *file = checkpoint_file(folder[0], &arena, &size[0]),
                        *other = checkpoint_file(folder[1], &arena, &size[1]);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(file, other, size[0]);
    for (int i = 0; i < 2; i++)
        remove_folder(folder[i]);
    run_free(&whole);
    run_free(&stopped);
    arena_free(&arena);
}

#define WORDS "embeddings.word_embeddings.weight"
#define TWENTY "train.steps=40", "train.sparse=lazy"

/* A lazy run after 20 of 40 steps, saved in a new folder. */
static void save_twenty(struct trained *t, char folder[PATH_MAX_LENGTH]) {
    struct error e;
    open_trained(t, OPTIONS(MANY, TWENTY), 1);
    while (t->run.step < 20)
        step(t);
    assert_true(checkpoint_write(&t->run, fresh_folder(folder), &e));
}

/* To be evaluated, the rows are up to date; to be trained further, they are as they were. */
TEST(middle) {
    static struct trained t;
    static struct run current, further;
    static const struct assignments none;
    struct arena arena = {0};
    char folder[PATH_MAX_LENGTH];
    struct error warning, e;
    save_twenty(&t, folder);
    const struct params *p = &t.run.model.params;
    size_t size = params_at(p, t.run.model.token)->count * sizeof(real);
    const real *weights = current_weights(&t, &arena);
    assert_true(checkpoint_read_folder(&current, folder, &none, NULL, &warning, &e));
    assert_true(checkpoint_read_folder(&further, folder, NULL, NULL, &warning, &e));
    assert_memory_equal(current.model.params.value + t.run.model.token, weights, size);
    assert_memory_not_equal(p->value + t.run.model.token, weights, size);
    assert_memory_equal(further.model.params.value, p->value, p->size * sizeof(real));
    assert_memory_equal(further.model.params.first, p->first, p->size * sizeof(real));
    assert_memory_equal(further.model.params.second, p->second, p->size * sizeof(real));
    assert_memory_equal(further.row_step, t.run.row_step, (size_t)t.run.model.size.vocabulary * sizeof(int));
    run_free(&current);
    run_free(&further);
    run_free(&t.run);
    arena_free(&arena);
    remove_folder(folder);
}

/* The file of the folder, read; its bytes may be changed. */
static void open_file(struct safetensors *file, const char *folder, char path[PATH_MAX_LENGTH], struct arena *arena) {
    struct error e;
    size_t size;
    assert_true(file_path(path, folder, CHECKPOINT_FILE, &e));
    const unsigned char *read = file_read(path, 1 << 24, arena, &size, &e);
    assert_true(read && safetensors_read(file, arena, read, size, &e));
}

/* After the last step nothing is behind, and the file is that of a dense run. */
TEST(last) {
    static struct trained t;
    struct safetensors file = {0};
    struct arena arena = {0};
    char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    struct error e;
    save_twenty(&t, folder);
    open_file(&file, folder, path, &arena);
    assert_non_null(safetensors_find(&file, "optimizer.row_step." WORDS));
    assert_non_null(safetensors_find(&file, "optimizer.row_value." WORDS));
    assert_int_equal(file.entries, 3 * t.run.model.params.count + 2);
    while (t.run.step < 40)
        step(&t);
    assert_true(checkpoint_write(&t.run, folder, &e));
    open_file(&file, folder, path, &arena);
    assert_int_equal(file.entries, 3 * t.run.model.params.count);
    run_free(&t.run);
    arena_free(&arena);
    remove_folder(folder);
}

static const struct tampering {
    const char *tensor, *name, *dtype; /* NULL: as they are */
    int row, step;                     /* row < 0: none */
    const char *message;
} tamperings[] = {
    {"optimizer.row_step." WORDS, NULL, NULL, 3, 21,
     "tensor optimizer.row_step." WORDS ": row 3 is at step 21; expected 0 to 20"},
    {"optimizer.row_step." WORDS, NULL, NULL, 602, -1,
     "tensor optimizer.row_step." WORDS ": row 602 is at step -1; expected 0 to 20"},
    {"optimizer.row_step." WORDS, "other", NULL, -1, 0, "tensor optimizer.row_step." WORDS " is missing"},
    {"optimizer.row_step." WORDS, NULL, "U32", -1, 0,
     "tensor optimizer.row_step." WORDS " is missing, or has another type"},
    {"optimizer.row_value." WORDS, "other", NULL, -1, 0, "tensor optimizer.row_value." WORDS " is missing"},
};

static void tamper(const char *folder, const struct tampering *t) {
    struct safetensors file;
    struct arena arena = {0};
    char path[PATH_MAX_LENGTH];
    struct error e;
    size_t size;
    open_file(&file, folder, path, &arena);
    struct safetensors_entry *entry = (struct safetensors_entry *)safetensors_find(&file, t->tensor);
    assert_non_null(entry);
    entry->name = t->name ? t->name : entry->name;
    entry->dtype = t->dtype ? t->dtype : entry->dtype;
    if (t->row >= 0)
        memcpy((unsigned char *)entry->data + (size_t)t->row * sizeof t->step, &t->step, sizeof t->step);
    const unsigned char *changed = safetensors_bytes(&file, &arena, &size);
    assert_true(file_write(path, changed, size, &e));
    arena_free(&arena);
}

TEST(tampered) {
    static struct trained t;
    static struct run r;
    char folder[PATH_MAX_LENGTH];
    struct error warning, e;
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++) {
        save_twenty(&t, folder);
        tamper(folder, &tamperings[i]);
        assert_false(checkpoint_read_folder(&r, folder, NULL, NULL, &warning, &e));
        assert_int_equal(e.code, EXIT_DATA);
        if (!strstr(e.text, tamperings[i].message))
            fail_msg("'%s', not '%s'", e.text, tamperings[i].message);
        run_free(&t.run);
        remove_folder(folder);
    }
}

/* A row may be as far behind as updates are remembered, and no further. */
TEST(furthest_behind) {
    enum { STEP = LAZY_UPDATE_MAX + 5, LEAST = STEP - LAZY_UPDATE_MAX };
    static struct trained t;
    static struct run r;
    char folder[PATH_MAX_LENGTH], says[100];
    struct error warning, e;
    open_trained(&t, OPTIONS(MANY, TWENTY), 1);
    t.run.step = STEP;
    t.run.settings.train.steps = 2 * STEP;
    for (int row = 0; row < t.run.model.size.vocabulary; row++)
        t.run.row_step[row] = STEP;
    t.run.row_step[3] = LEAST;
    assert_true(checkpoint_write(&t.run, fresh_folder(folder), &e));
    if (!checkpoint_read_folder(&r, folder, NULL, NULL, &warning, &e))
        fail_msg("%s", e.text);
    run_free(&r);
    tamper(folder, &(struct tampering){"optimizer.row_step." WORDS, .row = 3, .step = LEAST - 1});
    assert_false(checkpoint_read_folder(&r, folder, NULL, NULL, &warning, &e));
    snprintf(says, sizeof says, "row 3 is at step %d; expected %d to %d", LEAST - 1, LEAST, STEP);
    assert_non_null(strstr(e.text, says));
    run_free(&t.run);
    remove_folder(folder);
}

GROUP(catch_up, NULL, NULL)
