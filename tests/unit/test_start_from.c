/* test_start_from.c -- a run that begins with the weights of another (train.from): for every encoding it is the same
 * function at first; under a policy it maps longer training into the other's positions; what does not match is refused
 * by name. */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "encoding/kinds.h"
#include "run/start_from.h"
#include "train/step.h"
#include "train/train.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { MOST = 16, STEPS = 6, EXAMPLES = 3 };

#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A small run of the task order with more settings; begins from the folder's checkpoint where that is said. */
static void open_small(struct run *r, bool from, const char *encoding, const char *const *more) {
    static char name[SETTING_TEXT_MAX], path[SETTING_TEXT_MAX];
    const char *all[MOST + 1] = {"model.d_model=8",  "model.heads=2",  "model.d_ff=8",   "train.batch=8",
                                 "train.steps=2000", "train.warmup=0", "train.shards=1", name};
    int count = 8;
    snprintf(name, sizeof name, "encoding.name=%s", encoding);
    snprintf(path, sizeof path, "train.from=%.180s", test_folder);
    for (; *more; more++)
        all[count++] = *more;
    all[count] = from ? path : NULL;
    open_run(r, all);
}

/* Leaves the checkpoint of a run after some steps, and the run. */
static void save_trained(struct run *r, const char *encoding, const char *const *more) {
    struct stepper s;
    struct error e;
    open_small(r, false, encoding, more);
    assert_true(stepper_build(&s, r, 1, &e));
    for (int i = 0; i < STEPS; i++)
        assert_true(stepper_step(&s, &e));
    assert_true(checkpoint_write(r, test_folder, &e));
    real *weights = arena_alloc(&r->arena, r->model.params.size, sizeof *weights);
    stepper_copy_weights(&s, weights); /* as a reader is to find them */
    memcpy(r->model.params.value, weights, r->model.params.size * sizeof *weights);
}

static void begin(struct run *r, const char *encoding, const char *const *more) {
    struct error e;
    open_small(r, true, encoding, more);
    if (!start_from(r, &e))
        fail_msg("%s", e.text);
}

/* The logits of examples of so many words, under a policy opened for so many positions. */
static real *logits_of(const struct run *r, const struct policy *policy, int positions, int words, size_t *size,
                       struct arena *arena) {
    struct batch b;
    struct workspace w;
    struct encoding_use use;
    struct error e;
    struct encoding_weights weights = model_encoding_weights(&r->model, NULL);
    const struct task *kind = r->task.kind;
    if (!encoding_use_open(&use, &r->model.encoding, &weights, policy, positions, arena, &e))
        fail_msg("%s", e.text);
    batch_build(&b, &r->task, EXAMPLES, words, arena);
    for (uint32_t i = 0; i < EXAMPLES; i++)
        batch_add_evaluation(&b, &r->task, r->scheme, (struct batch_seeds){1, 1}, words, i);
    struct capacity capacity = {EXAMPLES, kind->rows(&r->task, words), kind->targets(&r->task, words)};
    workspace_build(&w, &r->model, capacity, WORKSPACE_BLOCKS, arena);
    model_forward(&r->model, &w, &b, &use);
    *size = (size_t)b.targets * r->model.size.classes;
    return w.value.logits;
}

static void assert_same(const struct run *a, const struct policy *p, int positions_a, const struct run *b,
                        const struct policy *q, int positions_b, int words) {
    struct arena arena = {0};
    size_t size, other;
    const real *one = logits_of(a, p, positions_a, words, &size, &arena),
               *two = logits_of(b, q, positions_b, words, &other, &arena);
    assert_int_equal(size, other);
    if (memcmp(one, two, size * sizeof *one) != 0)
        fail_msg("%s, %s: other logits at %d words", a->settings.encoding_name, p->name, words);
    arena_free(&arena);
}

/* ---- The same function */

/* Every encoding's tensors are taken over, and nothing else of a run: moments and steps are its own. */
TEST(same_function) {
    for (const struct encoding *const *c = encodings; *c; c++) {
        struct run there, here;
        save_trained(&there, (*c)->name, SETTINGS("task.words=4..6"));
        begin(&here, (*c)->name, SETTINGS("task.words=4..6", "train.seed=7"));
        const struct params *p = &here.model.params;
        for (const struct tensor *t = p->tensor; t < p->tensor + p->count; t++)
            assert_memory_equal(p->value + t->offset, there.model.params.value + t->offset, t->count * sizeof(real));
        assert_same(&there, &policy_extend, 7, &here, &policy_extend, 7, 6);
        assert_int_equal(here.step, 0);
        for (size_t i = 0; i < p->size; i++)
            assert_true(p->first[i] == 0 && p->second[i] == 0);
        run_free(&there);
        run_free(&here);
    }
}

/* Under extend longer training is just that: short texts are answered as before. */
TEST(extend) {
    for (const struct encoding *const *c = encodings; *c; c++) {
        struct run there, here;
        save_trained(&there, (*c)->name, SETTINGS("task.words=4..6"));
        begin(&here, (*c)->name,
              SETTINGS("task.words=4..12", "encoding.original_max_position=7", "encoding.extrapolation=extend"));
        assert_null(here.model.encoding.fixed);
        for (int words = 4; words <= 6; words++)
            assert_same(&there, &policy_extend, 7, &here, &policy_extend, 13, words);
        run_free(&there);
        run_free(&here);
    }
}

/* At first a run under any policy is the other one under that policy at the longer length, whatever length a text has:
 * what training begins with is what evaluation had found. */
TEST(policies) {
    for (const struct encoding *const *c = encodings; *c; c++)
        for (const struct policy *const *p = policies; *p; p++) {
            char name[SETTING_TEXT_MAX];
            struct run there, here;
            if (!policy_is_usual(*p) || !policy_fits(*p, (*c)->acts_on) || (*p)->acts_on == ACTS_ON_NOTHING)
                continue;
            snprintf(name, sizeof name, "encoding.extrapolation=%s", (*p)->name);
            save_trained(&there, (*c)->name, SETTINGS("task.words=4..6"));
            begin(&here, (*c)->name, SETTINGS("task.words=4..12", "encoding.original_max_position=7", name));
            assert_ptr_equal(here.model.encoding.fixed, *p);
            for (int words = 4; words <= 12; words++)
                assert_same(&there, *p, 13, &here, &policy_extend, 13, words);
            run_free(&there);
            run_free(&here);
        }
}

/* ---- Positions, worked out by hand: 3 original positions, 5 trained ones. */

static double read_at(const struct policy *fixed, const struct policy *policy, int t, int length) {
    const struct encoding_origin origin = {3, fixed};
    struct encoding_built b;
    struct encoding_use use;
    struct arena arena = {0};
    struct error e;
    double scale = 1;
    real x[2] = {0, 0};
    assert_true(
        encoding_build(&b, &encoding_index, &scale, (struct encoding_sizes){2, 1, 5, 0}, origin, 5, &arena, &e) &&
        encoding_use_open(&use, &b, &(struct encoding_weights){0}, policy, length, &arena, &e));
    encoding_index.embed(&use, &(struct encoding_weights){0}, x, (struct span){1, &t});
    arena_free(&arena);
    return (double)x[1];
}

/* says help train: With encoding.extrapolation=interpolate the new run reads position t as */
/* says help train: in training and after it, in short texts as well (Chen et al. 2023) */
/* says help train: Policies of the evaluation act on top of that, beyond M */
TEST(read_positions) {
    static const struct {
        const struct policy *fixed, *policy;
        int length;
        double read[9];
    } rows[] = {
        {&policy_interpolate, &policy_extend, 5, {0, 0.5, 1, 1.5, 2}},
        {&policy_interpolate, &policy_interpolate, 2, {0, 0.5}}, /* short texts as well */
        {&policy_interpolate, &policy_extend, 9, {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4}},
        {&policy_interpolate, &policy_clamp, 9, {0, 0.5, 1, 1.5, 2, 2, 2, 2, 2}},
        {&policy_interpolate, &policy_wrap, 9, {0, 0.5, 1, 1.5, 2, 0, 0.5, 1, 1.5}},
        {&policy_interpolate, &policy_zero, 9, {0, 0.5, 1, 1.5, 2, 0, 0, 0, 0}},
        {&policy_interpolate, &policy_interpolate, 9, {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2}},
        {&policy_clamp, &policy_extend, 9, {0, 1, 2, 2, 2, 2, 2, 2, 2}},
        {&policy_clamp, &policy_interpolate, 9, {0, 0.5, 1, 1.5, 2, 2, 2, 2, 2}},
        {&policy_wrap, &policy_extend, 9, {0, 1, 2, 0, 1, 2, 0, 1, 2}},
        {&policy_wrap, &policy_interpolate, 9, {0, 0.5, 1, 1.5, 2, 2.5, 0, 0.5, 1}},
        {&policy_zero, &policy_wrap, 9, {0, 1, 2, 0, 0, 0, 1, 2, 0}},
        {&policy_extend, &policy_interpolate, 9, {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int t = 0; t < rows[i].length; t++) {
            double read = read_at(rows[i].fixed, rows[i].policy, t, rows[i].length);
            if (read != rows[i].read[t])
                fail_msg("%s over %s, position %d of %d: %g", rows[i].policy->name, rows[i].fixed->name, t,
                         rows[i].length, read);
        }
}

/* ---- Tables of positions */

static const real *row(const struct run *r, int number) {
    const struct tensor *t = params_find(&r->model.params, "embeddings.position_embeddings.weight");
    return r->model.params.value + t->offset + (size_t)number * t->columns;
}

/* Rows that both have; the others are as they would be without train.from; row 0 of an offset is no position's. */
static void check_rows(const char *const *from, const char *const *to, int rows, int shift, int all, const char *says) {
    struct run there, here, drawn;
    save_trained(&there, "learned", from);
    begin(&here, "learned", to);
    open_small(&drawn, false, "learned", to);
    size_t bytes = (size_t)here.model.config.d_model * sizeof(real);
    for (int i = 0; i < all; i++)
        assert_memory_equal(row(&here, i + shift), i < rows ? row(&there, i) : row(&drawn, i + shift), bytes);
    if (!strstr(here.tables, says))
        fail_msg("'%s' does not say '%s'", here.tables, says);
    run_free(&there);
    run_free(&here);
    run_free(&drawn);
}

TEST(tables) {
    check_rows(SETTINGS("task.words=4..6"), SETTINGS("task.words=4..12"), 7, 0, 13,
               "; its 7 positions are the first of 13, the others are drawn.");
    check_rows(SETTINGS("task.words=4..12"), SETTINGS("task.words=4..6"), 7, 0, 7,
               "; of its 13 positions the first 7.");
    check_rows(SETTINGS("task.words=4..6"), SETTINGS("task.words=4..12", "learned.offset=1"), 7, 1, 13, "first of 13");
    check_rows(SETTINGS("task.words=4..6"),
               SETTINGS("task.words=4..12", "encoding.extrapolation=interpolate", "encoding.original_max_position=7"),
               7, 0, 7, "; interpolate maps positions 0..12 of training to 0..6.");
}

/* Of a lazy run that goes on the words are those that it would be evaluated with. */
TEST(lazy) {
    struct run there, here;
    save_trained(&there, "rope", SETTINGS("train.sparse=lazy", "task.fillers=400", "train.weight_decay=1"));
    begin(&here, "rope", SETTINGS("train.sparse=lazy", "task.fillers=400"));
    assert_memory_equal(here.model.params.value, there.model.params.value, here.model.params.size * sizeof(real));
    run_free(&there);
    run_free(&here);
}

/* ---- Provenance and refusals */

TEST(fingerprint) {
    struct run there, here;
    struct arena arena = {0};
    struct error e;
    char path[PATH_MAX_LENGTH], hex[40], more[64];
    size_t size;
    save_trained(&there, "rope", SETTINGS("task.words=4..6"));
    assert_true(file_path(path, test_folder, CHECKPOINT_FILE, &e));
    const unsigned char *bytes = file_read(path, 1 << 24, &arena, &size, &e);
    XXH128_hash_t sum = XXH3_128bits(bytes, size);
    snprintf(hex, sizeof hex, "%016llx%016llx", (unsigned long long)sum.high64, (unsigned long long)sum.low64);
    begin(&here, "rope", SETTINGS("task.words=4..6"));
    assert_string_equal(here.settings.start.xxh3, hex);
    snprintf(path, sizeof path, "Starting with the weights of %.500s. Its checkpoint is from step 6, XXH3 %s.",
             test_folder, hex);
    assert_string_equal(here.tables, path);
    run_free(&here);
    snprintf(more, sizeof more, "train.from_xxh3=%s", hex);
    begin(&here, "rope", SETTINGS("task.words=4..6", more));
    run_free(&here);
    more[20] = more[20] == '0' ? '1' : '0';
    open_small(&here, true, "rope", SETTINGS("task.words=4..6", more));
    assert_refused("another file", start_from_check(&here, &e), &e, EXIT_USAGE,
                   "is not the file that this run began from: its XXH3 is ");
    run_free(&here);
    run_free(&there);
    arena_free(&arena);
}

TEST(refused) {
    static const struct {
        const char *encoding, *setting, *says;
    } cases[] = {
        {"t5", "model.d_model=16",
         "tensor embeddings.word_embeddings.weight is (19, 8) there, (19, 16) here: model.d_model = 8 there, 16 here"},
        {"t5", "model.heads=4",
         "relative_attention_bias.weight is (32, 2) there, (32, 4) here: model.heads = 2 there, 4 here"},
        {"t5", "t5.buckets=16", "(32, 2) there, (16, 2) here: t5.buckets = 32 there, 16 here"},
        {"t5", "task.fillers=20", "is (19, 8) there, (23, 8) here: task.fillers = 16 there, 20 here"},
        {"t5", "model.activation=gelu", "checkpoint.safetensors ... model.activation = relu there, gelu here"},
        {"t5", "task.name=shift", ": task.name = order there, shift here"},
        {"rope", "task.words=4..6",
         "relative_attention_bias.weight is (32, 2) there, missing here: encoding.name = t5 "
         "there, rope here"},
        {"learned", "task.words=4..6", "tensor embeddings.position_embeddings.weight is missing there, (7, 8) here"},
    };
    struct run there, here;
    struct error e;
    save_trained(&there, "t5", SETTINGS("task.words=4..6"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[SETTING_TEXT_MAX], from[SETTING_TEXT_MAX];
        snprintf(text, sizeof text, "encoding.name=%s", cases[i].encoding);
        snprintf(from, sizeof from, "train.from=%.180s", test_folder);
        bool width = strncmp(cases[i].setting, "model.d_model", 13) == 0,
             heads = strncmp(cases[i].setting, "model.heads", 11) == 0;
        open_run(&here, SETTINGS("model.d_ff=8", width ? cases[i].setting : "model.d_model=8",
                                 heads ? cases[i].setting : "model.heads=2",
                                 width || heads ? "train.steps=800" : cases[i].setting, text, from));
        assert_refused(cases[i].setting, start_from_check(&here, &e), &e, EXIT_USAGE, cases[i].says);
        run_free(&here);
    }
    run_free(&there);
}

TEST(no_run) {
    struct run r;
    struct error e;
    open_run(&r, SETTINGS("train.seed=3", "train.from=nowhere/seed{seed}"));
    assert_refused("no run", start_from(&r, &e), &e, EXIT_USAGE, "train.from: there is no nowhere/seed3; name a run");
    run_free(&r);
}

GROUP(start_from, folder_setup, folder_teardown)
