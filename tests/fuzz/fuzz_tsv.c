/* fuzz_tsv.c -- the user's rows, whatever they are. */
#include "fuzz/fuzz.h"
#include "task/kinds.h"

int fuzz_tsv(const uint8_t *data, size_t size) {
    struct fuzz_options o;
    struct task_built t;
    struct arena arena = {0};
    struct error e = {0};
    const uint8_t *test;
    size_t test_size, train_size = fuzz_divide(data, size, &test, &test_size);
    setting_defaults(task_tsv.options, o.bytes);
    fuzz_option(&o, &task_tsv, "task.train", fuzz_file("train.tsv", data, train_size));
    fuzz_option(&o, &task_tsv, "task.test",
                test ? fuzz_file("test.tsv", test, test_size) : fuzz_file("train.tsv", data, train_size));
    fuzz_option(&o, &task_tsv, "task.max_words", "30");
    fuzz_option(&o, &task_tsv, "task.min_count", size % 2 ? "2" : "1");
    if (task_build(&t, &task_tsv, o.bytes, NULL, &arena, &e)) {
        fuzz_examples(&t, TASK_TRAINING, true);
        fuzz_examples(&t, TASK_EVALUATION, true);
        fuzz_kept(&t, true);
    } else {
        fuzz_refused(&e);
    }
    arena_free(&arena);
    return 0;
}
