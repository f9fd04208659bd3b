/* oracle_of_rows.c -- the right answers of the task tsv on tests/data (law/oracles.h). */
#include <string.h>

#include "law/oracles.h"
#include "rows/rows.h"
#include "unit/tests.h"

/* X before Y (in lower case by now), wherever they stand. */
static const char *rows_of_file(const struct task_built *t, const struct batch *b, int sequence, int target,
                                char *buffer) {
    int x = -1, y = -1;
    (void)target;
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++) {
        x = strcmp(oracle_word(t, b, i, buffer), "x") == 0 ? i : x;
        y = strcmp(oracle_word(t, b, i, buffer), "y") == 0 ? i : y;
    }
    assert_true(x >= 0 && y >= 0);
    return oracle_yes(x < y);
}

#define ROWS_OF_TESTS "task.train", "tests/data/train.tsv", "task.test", "tests/data/test.tsv"

__attribute__((constructor)) static void tell_oracles(void) {
    oracle_add((struct oracle){&task_tsv, rows_of_file, {ROWS_OF_TESTS}, false});
    oracle_add((struct oracle){&task_tsv, rows_of_file, {ROWS_OF_TESTS, "task.cls", "last"}, false});
}
