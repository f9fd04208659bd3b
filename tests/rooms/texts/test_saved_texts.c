/* test_saved_texts.c -- what tasks on plain text keep in a checkpoint, tampered with (unit/saved_changes.h). */
#include "baseline/baseline.h"
#include "texts/texts.h"
#include "unit/opened.h"
#include "unit/saved_changes.h"
#include "unit/tests.h"

static int make_folder(void **state) {
    folder_setup(state);
    write_file(test_folder, "x.txt", (struct bytes)BYTES("a b c d a b c d a b c d a b c d"));
    return 0;
}

/* The text's held-out half: eight words of a b c d, [UNK] besides and in cloze and sop a special word. */
static const struct change of_next[] = {
    {"task.words", SHORTER, 0, 0, "tensor task.words is not a list of words"},
    {"task.words", BYTE, 5, 'x', "tensor task.test.token holds 4, outside 0..3"},
    {"task.test.token", INT, 0, -1, "tensor task.test.token holds -1, outside 0..4"},
    {"task.test.token", INT, 6, 5, "tensor task.test.token holds 5, outside 0..4"},
    {"task.test.token", SHORTER, 0, 0, MISSING("task.baseline.predicted")},
    {"task.baseline.predicted", INT, 3, -1, "tensor task.baseline.predicted holds -1, outside 0..2147483647"},
    {"task.baseline.predicted", SHORTER, 0, 0, MISSING("task.baseline.predicted")},
    {"task.baseline.predicted", LONGER, 0, 0, MISSING("task.baseline.predicted")},
    {"task.baseline.predicted", GONE, 0, 0, NULL}, /* that of a text too long to count has none */
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
        check_saved_change(&task_next, options, &of_next[i]);
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < sizeof text_tensors / sizeof *text_tensors; i++)
            check_saved_forms(kinds[kind], options, text_tensors[i]);
}

/* A checkpoint that lacks the baselines is of the same files. */
TEST(without_baselines) {
    static struct file_task first, o;
    char all[TASK_FINGERPRINT], less[TASK_FINGERPRINT];
    struct option options[5];
    struct saved k;
    text_options(options, "spaces");
    assert_accepted("the file", open_files(&first, &task_next, options, NULL), &first.error);
    saved_copy(&k, &first);
    saved_change(&k, &(struct change){"task.baseline.predicted", GONE, 0, 0, NULL});
    assert_accepted("without", saved_open(&o, &task_next, options, &k), &o.error);
    task_fingerprint(&first.task, all);
    task_fingerprint(&o.task, less);
    assert_string_equal(all, less);
    assert_true(baseline_bigram.fits(&first.task, &first.error));
    assert_refused("bigram", baseline_bigram.fits(&o.task, &o.error), &o.error, EXIT_DATA,
                   "its checkpoint has no predictions");
    saved_free(&k);
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
    saved_copy(&k, &first);
    int test = saved_find(&k, "task.test.token"), predicted = saved_find(&k, "task.baseline.predicted");
    for (size_t count = k.entry[test].shape[0]; count > 1; count--) {
        saved_resize(&k, test, count);
        saved_resize(&k, predicted, 2 * (count - 1));
        bool accepted = saved_open(&o, &task_next, options, &k);
        if (count > 4)
            assert_accepted("words enough", accepted, &o.error);
        else
            assert_refused("too few words", accepted, &o.error, EXIT_DATA, "(task.held_out) ... 4 words");
        arena_free(&o.arena);
    }
    saved_free(&k);
    arena_free(&first.arena);
}

TEST(random_bytes) {
    enum { TIMES = 1500 };
    struct option options[5];
    text_options(options, "spaces");
    assert_in_range(saved_at_random(&task_next, options, TIMES), 1, TIMES - 1);
    assert_in_range(saved_at_random(&task_sop, options, TIMES), 1, TIMES - 1);
    text_options(options, "characters");
    assert_in_range(saved_at_random(&task_cloze, options, TIMES), 1, TIMES - 1);
}

GROUP(saved_texts, make_folder, folder_teardown)
