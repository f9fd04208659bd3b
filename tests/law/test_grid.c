/* test_grid.c -- laws of the task grid: which pairs of patches are drawn, and what a grid in text must contain. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/batches.h"
#include "settings/settings.h"
#include "task/kinds.h"
#include "unit/tests.h"

enum { EXAMPLES = 10000, PATCHES = 6 };

struct opened {
    struct arena arena;
    struct task_built task;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
};

/* The task with a question and words; NULL: the default. */
static bool open_grid(struct opened *o, const char *question, const char *words, struct error *e) {
    memset(o, 0, sizeof *o);
    setting_defaults(task_grid.options, o->options);
    for (const struct setting *s = task_grid.options; s->key; s++) {
        assert_true(!question || strcmp(s->key, "task.question") != 0 || setting_read(s, o->options, question, e));
        assert_true(!words || strcmp(s->key, "task.words") != 0 || setting_read(s, o->options, words, e));
    }
    return task_build(&o->task, &task_grid, o->options, NULL, &o->arena, e);
}

/* The patch with that word, of six. */
static int patch(const struct opened *o, const struct batch *b, const char *word) {
    char buffer[TASK_WORD_MAX];
    int found = -1;
    for (int i = 0; i < PATCHES; i++)
        if (strcmp(task_grid.word(&o->task, b->token[1 + i], buffer), word) == 0)
            found = i;
    assert_true(found >= 0);
    return found;
}

/* Six patches, four wide: 26 positions of A and B do not share a column, all equally likely
 * (within four and a half standard deviations), and the others do not occur. */
TEST(pairs) {
    static struct opened o;
    struct batch b;
    struct error e;
    int count[PATCHES][PATCHES] = {0};
    assert_true(open_grid(&o, NULL, NULL, &e));
    batch_build(&b, &o.task, 1, PATCHES, &o.arena);
    for (uint32_t i = 0; i < EXAMPLES; i++) {
        batch_clear(&b);
        batch_add_evaluation(&b, &o.task, (struct position_scheme){POSITIONS_ORDERED, 0}, (struct batch_seeds){1, 1},
                             PATCHES, i);
        count[patch(&o, &b, "A")][patch(&o, &b, "B")]++;
    }
    for (int one = 0; one < PATCHES; one++)
        for (int two = 0; two < PATCHES; two++) {
            double p = abs(one - two) % 4 == 0 ? 0 : 1 / 26.0;
            assert_true(fabs(count[one][two] - EXAMPLES * p) <= 4.5 * sqrt(EXAMPLES * p * (1 - p)));
        }
    arena_free(&o.arena);
}

/* A grid somebody wrote: laid out as drawn ones are, or refused. */
static void check_grid(const struct opened *o, const char *written, const char *refusal) {
    int numbers[5][16];
    char buffer[TASK_WORD_MAX];
    struct example x = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
    struct error e = {0};
    int targets = 0;
    int length = o->task.kind->encode(&o->task, (const char *const[]){written, ""}, &x, &targets, &e);
    if (refusal) {
        assert_int_equal(length, 0);
        assert_int_equal(e.code, EXIT_DATA);
        assert_non_null(strstr(e.text, refusal));
        return;
    }
    assert_int_equal(length, 6);
    assert_string_equal(o->task.kind->word(&o->task, x.token[0], buffer), "[CLS]");
    assert_string_equal(o->task.kind->word(&o->task, x.token[5], buffer), "B");
    for (int row = 0; row <= length; row++)
        assert_int_equal(x.position[row] + x.segment[row], row);
    assert_int_equal(targets, 1);
    assert_int_equal(x.target[0], 0);
}

/* says help settings: columns of the grid (argument = grid): position 0 is outside, position t >= 1 is patch t - 1 */
TEST(encode) {
    static struct opened o;
    struct error e;
    assert_true(open_grid(&o, NULL, NULL, &e));
    check_grid(&o, "f1 A f8 f2 B f3", NULL);
    check_grid(&o, "A f1 f8 f2 B f3", "same column");
    check_grid(&o, "A A f8 f2 f1 B", "here they are 2 and 1 times");
    check_grid(&o, "A f1 f8 f2 f1 f3", "here they are 1 and 0 times");
    check_grid(&o, "A f9 B", "'f9'");
    check_grid(&o, "A", "1 words");
    arena_free(&o.arena);
    assert_true(open_grid(&o, "higher", NULL, &e));
    check_grid(&o, "f1 A f8 f2 B f3", NULL);
    check_grid(&o, "f1 A f8 B f4 f3", "same row");
    check_grid(&o, "f1 A B", "at least 5");
    arena_free(&o.arena);
}

/* If columns have their own words, a word of another column is an error that gives the cell's number. */
TEST(cells) {
    static struct opened o;
    struct error e;
    setting_defaults(task_table.options, o.options);
    assert_true(setting_read(setting_find(task_table.options, "task.cells"), o.options, "per_column", &e) &&
                task_build(&o.task, &task_table, o.options, NULL, &o.arena, &e));
    check_grid(&o, "c1v1 c2v8 c4v3", "cell 3 is a word of another column");
    arena_free(&o.arena);
}

/* The shortest example must have room for A and B apart. */
TEST(sizes) {
    static const char *const refused[][3] = {{"left", "1..9", "at least 2"}, {"higher", "4..9", "at least 5"}};
    static struct opened o;
    struct error e;
    for (int k = 0; k < 2; k++) {
        assert_false(open_grid(&o, refused[k][0], refused[k][1], &e));
        assert_int_equal(e.code, EXIT_USAGE);
        assert_non_null(strstr(e.text, refused[k][2]));
    }
}

GROUP(grid, NULL, NULL)
