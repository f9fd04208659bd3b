/* test_saved_rows.c -- what the task tsv keeps in a checkpoint, tampered with (unit/saved_changes.h). */
#include "rows/rows.h"
#include "unit/opened.h"
#include "unit/saved_changes.h"
#include "unit/tests.h"

static int make_folder(void **state) {
    folder_setup(state);
    write_file(test_folder, "train.tsv",
               (struct bytes)BYTES("label\ttext_a\ttext_b\nyes\ta b\tc\nno\td e\tf g\nno\ta\tb\nyes\tc\td\n"));
    write_file(test_folder, "test.tsv",
               (struct bytes)BYTES("label\ttext_a\ttext_b\nno\ta b\tc\nyes\td\tb\nno\ta a a\tz z\n"));
    return 0;
}

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
        check_saved_change(&task_tsv, options, &of_tsv[i]);
    for (size_t i = 0; i < sizeof tsv_tensors / sizeof *tsv_tensors; i++)
        check_saved_forms(&task_tsv, options, tsv_tensors[i]);
}

/* Rows that are all longer than what training had. */
TEST(lengths) {
    struct option options[3];
    static struct file_task first, o;
    struct saved k;
    tsv_options(options);
    assert_accepted("the files", open_files(&first, &task_tsv, options, NULL), &first.error);
    saved_copy(&k, &first);
    saved_change(&k, &(struct change){"task.training", INT, 1, 1, NULL});
    saved_change(&k, &(struct change){"task.training", INT, 2, 1, NULL});
    assert_refused("longer rows", saved_open(&o, &task_tsv, options, &k), &o.error, EXIT_DATA,
                   "3 test rows of 2..5 words, training rows of 1;");
    saved_free(&k);
    arena_free(&o.arena);
    arena_free(&first.arena);
}

TEST(random_bytes) {
    enum { TIMES = 1500 };
    struct option options[3];
    tsv_options(options);
    assert_in_range(saved_at_random(&task_tsv, options, TIMES), 1, TIMES - 1);
}

GROUP(saved_rows, make_folder, folder_teardown)
