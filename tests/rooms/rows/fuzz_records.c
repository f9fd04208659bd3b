/* fuzz_records.c -- arbitrary rows of a user: the first byte chooses the format, the character set, the tokens and
 * whether test rows are held out. */
#include "fuzz/fuzz.h"
#include "rows/rows.h"
#include "task/kinds.h"

static void choose(struct fuzz_options *o, unsigned choice) {
    static const char *const forms[] = {"auto", "tsv", "csv", "jsonl"};
    static const char *const charsets[] = {"utf-8", "latin-1", "utf-16", "windows-1252"};
    static const char *const tokens[] = {"words", "spaces", "characters"};
    static const char *const too_long[] = {"truncate", "skip", "error"};
    fuzz_option(o, &task_tsv, "task.format", forms[choice % 4]);
    fuzz_option(o, &task_tsv, "task.charset", charsets[choice / 4 % 3 == 1 && choice >= 144 ? 3 : choice / 4 % 3]);
    fuzz_option(o, &task_tsv, "task.tokens", tokens[choice / 12 % 3]);
    fuzz_option(o, &task_tsv, "task.too_long", too_long[choice / 72 % 3]);
}

FUZZ_TARGET(records) {
    struct fuzz_options o = {0};
    struct task_built t;
    struct arena arena = {0};
    struct error e = {0};
    const uint8_t *test;
    size_t test_size;
    if (size == 0)
        return 0;
    size_t train_size = fuzz_divide(data + 1, size - 1, &test, &test_size);
    bool held_out = data[0] / 36 % 2, characters = data[0] / 12 % 3 == 2;
    const char *name = data[0] % 4 ? "train.tsv" : "train"; /* whose form the first line says */
    setting_defaults(task_tsv.options, o.bytes);
    choose(&o, data[0]);
    fuzz_option(&o, &task_tsv, "task.train", fuzz_file(name, data + 1, train_size));
    if (!held_out)
        fuzz_option(&o, &task_tsv, "task.test",
                    test ? fuzz_file("test.tsv", test, test_size) : fuzz_file(name, data + 1, train_size));
    fuzz_option(&o, &task_tsv, "task.max_words", "30");
    fuzz_option(&o, &task_tsv, "task.min_count", size % 2 ? "1" : "2");
    if (task_build(&t, &task_tsv, o.bytes, NULL, &arena, &e)) {
        bool exact = !characters; /* of a text [UNK] is five of them, of an example one */
        fuzz_examples(&t, TASK_TRAINING, exact);
        fuzz_examples(&t, TASK_EVALUATION, exact);
        fuzz_kept(&t, exact);
    } else {
        fuzz_refused(&e);
    }
    arena_free(&arena);
    return 0;
}
