/* test_saved.c -- what tasks keep in a checkpoint, tampered with: every change is refused with EXIT_DATA or does no
 * harm. Arrays are in blocks of exactly their size, so a sanitizer sees every byte read past the end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rows/rows.h"
#include "task/kinds.h"
#include "task/saved.h"
#include "texts/texts.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { INT, BYTE, SHORTER, LONGER, EMPTY, DTYPE, DIMS, GONE };
enum { LONGEST = 16 }; /* words of an example */

/* One change of one array: a number or byte at an index, or its form. */
struct change {
    const char *tensor;
    int what, at, value;
    const char *says; /* NULL: it is taken */
};

static int make_folder(void **state) {
    folder_setup(state);
    write_file(test_folder, "train.tsv",
               (struct bytes)BYTES("label\ttext_a\ttext_b\nyes\ta b\tc\nno\td e\tf g\nno\ta\tb\nyes\tc\td\n"));
    write_file(test_folder, "test.tsv",
               (struct bytes)BYTES("label\ttext_a\ttext_b\nno\ta b\tc\nyes\td\tb\nno\ta a a\tz z\n"));
    write_file(test_folder, "x.txt", (struct bytes)BYTES("a b c d a b c d a b c d a b c d"));
    return 0;
}

/* What a task keeps, in blocks that can be changed. */
struct saved {
    struct safetensors_entry entry[TASK_SAVED];
    unsigned char *block[TASK_SAVED];
    int entries;
    size_t bytes;
};

static void copy_saved(struct saved *k, const struct file_task *o) {
    *k = (struct saved){.entries = 0};
    k->entries = task_save(&o->task, k->entry);
    for (int i = 0; i < k->entries; i++) {
        k->block[i] = malloc(k->entry[i].bytes);
        memcpy(k->block[i], k->entry[i].data, k->entry[i].bytes);
        k->entry[i].data = k->block[i];
        k->bytes += k->entry[i].bytes;
    }
}

static void free_saved(struct saved *k) {
    for (int i = 0; i < k->entries; i++)
        free(k->block[i]);
}

static int find_entry(const struct saved *k, const char *name) {
    int i = 0;
    while (i < k->entries && strcmp(k->entry[i].name, name) != 0)
        i++;
    if (i == k->entries)
        fail_msg("nothing is saved as %s", name);
    return i;
}

/* So many numbers or bytes; those that are new are 0. */
static void resize(struct saved *k, int i, size_t count) {
    size_t width = k->entry[i].bytes / k->entry[i].shape[0], bytes = count * width, old = k->entry[i].bytes;
    unsigned char *block = memory_grow(k->block[i], bytes ? bytes : 1);
    if (bytes > old)
        memset(block + old, 0, bytes - old);
    k->block[i] = block;
    k->entry[i].data = block;
    k->entry[i].bytes = bytes;
    k->entry[i].shape[0] = count;
}

static void make_change(struct saved *k, const struct change *c) {
    int i = find_entry(k, c->tensor);
    struct safetensors_entry *t = &k->entry[i];
    switch (c->what) {
    case INT:
        assert_true((size_t)c->at * sizeof(int) < t->bytes);
        memcpy(k->block[i] + (size_t)c->at * sizeof(int), &c->value, sizeof(int));
        break;
    case BYTE:
        assert_true((size_t)c->at < t->bytes);
        k->block[i][c->at] = (unsigned char)c->value;
        break;
    case SHORTER: resize(k, i, t->shape[0] - 1); break;
    case LONGER: resize(k, i, t->shape[0] + 1); break;
    case EMPTY: resize(k, i, 0); break;
    case DTYPE: t->dtype = "F32"; break;
    case DIMS:
        t->dims = 2;
        t->shape[1] = 1;
        break;
    case GONE: t->name = "task.other"; break;
    }
}

static void use_baselines(const struct task_built *t, int number, int words) {
    struct outcome out[LONGEST];
    for (const struct task_baseline *b = t->kind->baselines; b && b->name; b++) {
        struct random r = random_open(1, RANDOM_EVAL, (uint64_t)number);
        struct task_draw d = {TASK_EVALUATION, words, number, &r, number};
        for (int i = 0; b->guess(t, &d, out) && i < t->kind->targets(t, words); i++)
            assert_true(out[i].loss >= 0 && isfinite(out[i].loss));
    }
}

/* Reads the rows that a task holds, or draws some examples: no number of theirs is outside. */
static void use(struct file_task *o) {
    const struct task_built *t = &o->task;
    struct arena arena = {0};
    char note[512];
    double chance = t->kind->chance(t, t->size.trained);
    assert_true(chance > 0 && chance <= 1);
    if (t->kind->note)
        t->kind->note(t, note, sizeof note);
    int count = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, 1 << 30) : 20;
    for (int n = 0; n < count; n++) {
        struct random r = random_open(1, RANDOM_EVAL, (uint64_t)n);
        int words = t->kind->dataset_count ? t->kind->dataset_words(t, TASK_EVALUATION, n) : task_draw_length(t, &r);
        int rows = t->kind->rows(t, words), *room = arena_alloc(&arena, 5 * (size_t)rows, sizeof *room);
        struct example x = {room, room + rows, room + 2 * rows, room + 3 * rows, room + 4 * rows};
        struct task_draw d = {TASK_EVALUATION, words, n, &r, n};
        char buffer[TASK_WORD_MAX];
        t->kind->draw(t, &d, &x);
        for (int i = 0; i < rows; i++) {
            assert_non_null(t->kind->word(t, x.token[i], buffer));
            assert_in_range(x.segment[i], 0, t->size.segments - 1);
        }
        assert_non_null(t->kind->answer(t, x.answer[0], buffer));
        use_baselines(t, n, words);
    }
    arena_free(&arena);
}

/* The task from what was kept; used where it is taken. */
static bool open_kept(struct file_task *o, const struct task *kind, const struct option *options,
                      const struct saved *k) {
    const struct safetensors file = {.entry = (struct safetensors_entry *)k->entry, .entries = k->entries};
    const struct task_input in = {.saved = &file};
    bool ok = open_files(o, kind, options, &in);
    if (ok)
        use(o);
    return ok;
}

static void check_change(const struct task *kind, const struct option *options, const struct change *c) {
    static struct file_task first, o;
    char what[200];
    struct saved k;
    assert_accepted("the files", open_files(&first, kind, options, NULL), &first.error);
    copy_saved(&k, &first);
    make_change(&k, c);
    snprintf(what, sizeof what, "%s: %s, change %d at %d to %d", kind->name, c->tensor, c->what, c->at, c->value);
    bool accepted = open_kept(&o, kind, options, &k);
    if (c->says)
        assert_refused(what, accepted, &o.error, EXIT_DATA, c->says);
    else
        assert_accepted(what, accepted, &o.error);
    free_saved(&k);
    arena_free(&o.arena);
    arena_free(&first.arena);
}

/* Every array without the form that it must have. */
static void check_forms(const struct task *kind, const struct option *options, const char *tensor) {
    char says[100];
    snprintf(says, sizeof says, "tensor %s is missing, or has another type or shape than its configuration needs",
             tensor);
    for (int what = EMPTY; what <= GONE; what++)
        check_change(kind, options, &(struct change){tensor, what, 0, 0, says});
}

#define MISSING(tensor) "tensor " tensor " is missing"
#define DIVIDE "tensors task.test.start and task.test.split do not fit task.test.token"
#define TOGETHER "tensors task.words, task.labels and task.training do not fit together"

/* Test rows by length: "d | b", "a b | c", "a a a | z z"; words [UNK] [CLS] and seven more, labels no and yes. */
static const struct change of_tsv[] = {
    {"task.words", SHORTER, 0, 0, "tensors task.words and task.labels are not lists of words"},
    {"task.words", BYTE, 5, 'x', NULL}, /* [UNK]x[CLS]: one word less, which no test row has */
    {"task.labels", SHORTER, 0, 0, "tensors task.words and task.labels are not lists of words"},
    {"task.labels", BYTE, 3, 'x', "tensor task.test.label holds 1, outside 0..0"},
    {"task.training", INT, 0, 0, TOGETHER},
    {"task.training", INT, 1, 0, TOGETHER},
    {"task.training", INT, 1, 5, TOGETHER},
    {"task.training", INT, 2, (1 << 20) + 1, TOGETHER},
    {"task.training", INT, 2, -2147483647 - 1, TOGETHER},
    {"task.training", SHORTER, 0, 0, MISSING("task.training")},
    {"task.training", INT, 2, 4, NULL},
    {"task.training", INT, 3, 0, TOGETHER}, /* texts in a row */
    {"task.training", INT, 3, 1, DIVIDE},
    {"task.files", SHORTER, 0, 0, MISSING("task.files")},
    {"task.files", BYTE, 0, 0, NULL},
    {"task.test.start", INT, 0, 1, DIVIDE},
    {"task.test.start", INT, 0, -1, DIVIDE},
    {"task.test.start", INT, 0, -2147483647 - 1, DIVIDE},
    {"task.test.start", INT, 1, 0, DIVIDE},
    {"task.test.start", INT, 1, 2147483647, DIVIDE},
    {"task.test.start", INT, 1, -2147483647 - 1, DIVIDE},
    {"task.test.start", INT, 1, 3, DIVIDE}, /* a longer row in front of a shorter */
    {"task.test.start", INT, 3, 9, DIVIDE},
    {"task.test.start", SHORTER, 0, 0, MISSING("task.test.split")},
    {"task.test.split", INT, 0, 0, DIVIDE},
    {"task.test.split", INT, 0, 3, DIVIDE},
    {"task.test.split", INT, 0, 2, DIVIDE}, /* one text alone */
    {"task.test.label", INT, 0, -1, "tensor task.test.label holds -1, outside 0..1"},
    {"task.test.label", INT, 2, 2, "tensor task.test.label holds 2, outside 0..1"},
    {"task.test.label", LONGER, 0, 0, MISSING("task.test.label")},
    {"task.test.token", INT, 0, -1, "tensor task.test.token holds -1, outside 0..8"},
    {"task.test.token", INT, 9, 9, "tensor task.test.token holds 9, outside 0..8"},
    {"task.test.token", INT, 9, 2147483647, "tensor task.test.token holds 2147483647, outside 0..8"},
    {"task.test.token", SHORTER, 0, 0, DIVIDE},
};

static const char *const tsv_tensors[] = {"task.words",      "task.labels",     "task.training",   "task.files",
                                          "task.test.start", "task.test.split", "task.test.label", "task.test.token"};

static void tsv_options(struct option options[3]) {
    options[0] = (struct option){"task.train", in_folder("", "train.tsv")};
    options[1] = (struct option){"task.test", in_folder("", "test.tsv")};
    options[2] = (struct option){0};
}

TEST(tsv) {
    struct option options[3];
    tsv_options(options);
    for (size_t i = 0; i < sizeof of_tsv / sizeof *of_tsv; i++)
        check_change(&task_tsv, options, &of_tsv[i]);
    for (size_t i = 0; i < sizeof tsv_tensors / sizeof *tsv_tensors; i++)
        check_forms(&task_tsv, options, tsv_tensors[i]);
}

/* Rows that are all longer than what training had. */
TEST(lengths) {
    struct option options[3];
    static struct file_task first, o;
    struct saved k;
    tsv_options(options);
    assert_accepted("the files", open_files(&first, &task_tsv, options, NULL), &first.error);
    copy_saved(&k, &first);
    make_change(&k, &(struct change){"task.training", INT, 1, 1, NULL});
    make_change(&k, &(struct change){"task.training", INT, 2, 1, NULL});
    assert_refused("longer rows", open_kept(&o, &task_tsv, options, &k), &o.error, EXIT_DATA,
                   "no test row is as long as those of training (1..1 words)");
    free_saved(&k);
    arena_free(&o.arena);
    arena_free(&first.arena);
}

/* The text's held-out half: eight words of a b c d, [UNK] besides and in cloze and sop a special word. */
static const struct change of_next[] = {
    {"task.words", SHORTER, 0, 0, "tensor task.words is not a list of words"},
    {"task.words", BYTE, 5, 'x', "tensor task.test.token holds 4, outside 0..3"},
    {"task.test.token", INT, 0, -1, "tensor task.test.token holds -1, outside 0..4"},
    {"task.test.token", INT, 6, 5, "tensor task.test.token holds 5, outside 0..4"},
    {"task.test.token", SHORTER, 0, 0, MISSING("task.baseline.ngram")},
    {"task.baseline.ngram", INT, 3, -1, "tensor task.baseline.ngram holds -1, outside 0..2147483647"},
    {"task.baseline.ngram", SHORTER, 0, 0, MISSING("task.baseline.ngram")},
    {"task.baseline.ngram", LONGER, 0, 0, MISSING("task.baseline.ngram")},
    {"task.baseline.ngram", GONE, 0, 0, NULL}, /* that of a text too long to count has none */
    {"task.training", INT, 0, 0, "tensor task.training holds 0, outside 1..2147483647"},
    {"task.training", INT, 0, -1, "tensor task.training holds -1"},
    {"task.training", LONGER, 0, 0, MISSING("task.training")},
    {"task.files", SHORTER, 0, 0, MISSING("task.files")},
    {"task.files", BYTE, 0, 0, NULL},
};

static const char *const text_tensors[] = {"task.words", "task.test.token", "task.training", "task.files"};

static void text_options(struct option options[5], const char *unit) {
    options[0] = (struct option){"task.text", in_folder("", "x.txt")};
    options[1] = (struct option){"task.held_out", "0.5"};
    options[2] = (struct option){"task.words", "4"};
    options[3] = (struct option){"task.tokens", unit};
    options[4] = (struct option){0};
}

TEST(corpus) {
    static const struct task *const kinds[] = {&task_next, &task_cloze, &task_sop};
    struct option options[5];
    text_options(options, "spaces");
    for (size_t i = 0; i < sizeof of_next / sizeof *of_next; i++)
        check_change(&task_next, options, &of_next[i]);
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < sizeof text_tensors / sizeof *text_tensors; i++)
            check_forms(kinds[kind], options, text_tensors[i]);
}

/* A checkpoint that lacks the baselines is of the same files. */
TEST(without_baselines) {
    static struct file_task first, o;
    char all[TASK_FINGERPRINT], less[TASK_FINGERPRINT];
    struct option options[5];
    struct saved k;
    text_options(options, "spaces");
    assert_accepted("the file", open_files(&first, &task_next, options, NULL), &first.error);
    copy_saved(&k, &first);
    make_change(&k, &(struct change){"task.baseline.ngram", GONE, 0, 0, NULL});
    assert_accepted("without", open_kept(&o, &task_next, options, &k), &o.error);
    task_fingerprint(&first.task, all);
    task_fingerprint(&o.task, less);
    assert_string_equal(all, less);
    free_saved(&k);
    arena_free(&o.arena);
    arena_free(&first.arena);
}

/* Fewer words than an example asks for would be read beyond their end. */
TEST(few_words) {
    static struct file_task first, o;
    struct option options[5];
    struct saved k;
    text_options(options, "spaces");
    assert_accepted("the file", open_files(&first, &task_next, options, NULL), &first.error);
    copy_saved(&k, &first);
    int test = find_entry(&k, "task.test.token"), predicted = find_entry(&k, "task.baseline.ngram");
    for (size_t count = k.entry[test].shape[0]; count > 1; count--) {
        resize(&k, test, count);
        resize(&k, predicted, 2 * (count - 1));
        bool accepted = open_kept(&o, &task_next, options, &k);
        if (count > 4)
            assert_accepted("words enough", accepted, &o.error);
        else
            assert_refused("too few words", accepted, &o.error, EXIT_DATA,
                           "held out (task.held_out); both must have more than 4 words");
        arena_free(&o.arena);
    }
    free_saved(&k);
    arena_free(&first.arena);
}

/* Lists of chase, which are read again as files are. */
static const struct change of_chase[] = {
    {"task.templates", BYTE, 3, 0, "tensor task.templates:1: the line has a byte (0x00) that is not UTF-8 text"},
    {"task.templates", BYTE, 0, '<', "tensor task.templates:1: '"},
    {"task.nouns", BYTE, 2, 0xFF, "tensor task.nouns:"},
};

TEST(chase) {
    static const char *const tensors[] = {"task.templates", "task.nouns", "task.verbs", "task.adjectives",
                                          "task.adverbs"};
    const struct option none = {0};
    for (size_t i = 0; i < sizeof of_chase / sizeof *of_chase; i++)
        check_change(&task_chase, &none, &of_chase[i]);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        check_forms(&task_chase, &none, tensors[i]);
}

/* Bytes changed at random, a few at a time: refused, or taken and used. Returns how many were taken. */
static int change_at_random(const struct task *kind, const struct option *options, int times) {
    static struct file_task first, o;
    struct random r = random_open(4, RANDOM_TRAIN, 0);
    int taken = 0;
    assert_accepted("the files", open_files(&first, kind, options, NULL), &first.error);
    for (int n = 0; n < times; n++) {
        struct saved k;
        copy_saved(&k, &first);
        for (int changes = random_between(&r, 1, 3); changes > 0; changes--) {
            int i = random_between(&r, 0, k.entries - 1);
            k.block[i][random_below(&r, (uint32_t)k.entry[i].bytes)] = (unsigned char)random_word(&r);
        }
        bool accepted = open_kept(&o, kind, options, &k);
        if (!accepted)
            assert_refused("bytes at random", accepted, &o.error, EXIT_DATA, "");
        taken += accepted;
        free_saved(&k);
        arena_free(&o.arena);
    }
    arena_free(&first.arena);
    return taken;
}

TEST(random_bytes) {
    enum { TIMES = 1500 };
    struct option options[5];
    tsv_options(options);
    assert_in_range(change_at_random(&task_tsv, options, TIMES), 1, TIMES - 1);
    text_options(options, "spaces");
    assert_in_range(change_at_random(&task_next, options, TIMES), 1, TIMES - 1);
    assert_in_range(change_at_random(&task_sop, options, TIMES), 1, TIMES - 1);
    text_options(options, "characters");
    assert_in_range(change_at_random(&task_cloze, options, TIMES), 1, TIMES - 1);
    assert_in_range(change_at_random(&task_chase, &(struct option){0}, TIMES / 10), 1, TIMES / 10 - 1);
}

GROUP(saved, make_folder, folder_teardown)
