/* test_task.c -- laws of every task in the registry: equal seeds give equal examples,
 * answers agree with an independent oracle, labels are balanced, chance is what a
 * guesser gets; all tokens, segments and places lie within the sizes told. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "task/kinds.h"
#include "train/batches.h"

enum { EXAMPLES = 1000, LONGEST = 40 };

struct opened {
    struct arena arena;
    struct task_built task;
    struct batch batch;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
};

/* A task with its defaults but for one option; NULL: none. */
static void open_option(struct opened *o, const struct task *kind, const char *key, const char *value) {
    struct error e;
    memset(o, 0, sizeof *o);
    setting_defaults(kind->options, o->options);
    for (const struct setting *s = kind->options; key && s->key; s++)
        assert_true(strcmp(s->key, key) != 0 || setting_read(s, o->options, value, &e));
    assert_true(task_build(&o->task, kind, o->options, NULL, &o->arena, &e));
    batch_build(&o->batch, &o->task, EXAMPLES, LONGEST, &o->arena);
}

static void open_task(struct opened *o, const struct task *kind) { open_option(o, kind, NULL, ""); }

static const struct placing ordered = {PLACES_ORDERED, 0};

static void draw(struct opened *o, uint32_t seed, int length) {
    batch_clear(&o->batch);
    for (int i = 0; i < EXAMPLES; i++) {
        if (length < 0)
            batch_add_training(&o->batch, &o->task, ordered, seed, (uint64_t)i);
        else
            batch_add_evaluation(&o->batch, &o->task, ordered, seed, length, (uint32_t)i);
    }
}

/* ---- Oracles: the answer at asked row `ask` of a sequence, slowly, from the words alone */

/* The word at a row of the batch. */
static const char *word_at(const struct task_built *t, const struct batch *b, int row, char buffer[TASK_WORD_MAX]) {
    return t->kind->word(t, b->token[row], buffer);
}

/* The only row with that word in a segment of a sequence. */
static int find(const struct task_built *t, const struct batch *b, int sequence, int segment, const char *word) {
    char buffer[TASK_WORD_MAX];
    int found = -1;
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++)
        if (b->segment[i] == segment && strcmp(word_at(t, b, i, buffer), word) == 0) {
            assert_int_equal(found, -1);
            found = i;
        }
    assert_true(found >= 0);
    return found;
}

static const char *yes(bool yes) { return yes ? "yes" : "no"; }

/* X before Y in the last segment there is. */
static const char *markers(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    int segment = t->size.segments - 1;
    (void)ask, (void)buffer;
    return yes(find(t, b, sequence, segment, "X") < find(t, b, sequence, segment, "Y"));
}

/* The words of segments 1 and 2, looked up among those of segment 0. */
static const char *query(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    int at[3] = {0};
    (void)ask;
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++)
        if (b->segment[i] > 0)
            at[b->segment[i]] = find(t, b, sequence, 0, word_at(t, b, i, buffer));
    return yes(at[1] < at[2]);
}

static const char *shift(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    (void)sequence;
    return word_at(t, b, b->ask[ask] - 2, buffer);
}

static const char *reverse(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    return word_at(t, b, b->start[sequence] + b->start[sequence + 1] - 1 - b->ask[ask], buffer);
}

/* As many words behind the first as the asked row stands behind [SEP]. */
static const char *copy(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    int separator = find(t, b, sequence, 0, "[SEP]");
    assert_true(b->ask[ask] >= separator);
    return word_at(t, b, b->start[sequence] + b->ask[ask] - separator, buffer);
}

/* The numbers behind the last v of the first and the third cell. */
static const char *table(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    int left = atoi(strrchr(word_at(t, b, b->ask[ask] + 1, buffer), 'v') + 1);
    (void)sequence;
    return yes(left > atoi(strrchr(word_at(t, b, b->ask[ask] + 3, buffer), 'v') + 1));
}

/* Where a patch stands in a grid four wide, told by walking there from the first. */
static void walk(const struct task_built *t, const struct batch *b, int sequence, const char *word, int at[2]) {
    at[0] = at[1] = 0;
    for (int row = b->start[sequence] + 1; row < find(t, b, sequence, 0, word); row++)
        if (++at[0] == 4) {
            at[0] = 0;
            at[1]++;
        }
}

/* A's column, or row, is smaller than B's; they are never the same. */
static const char *smaller(const struct task_built *t, const struct batch *b, int sequence, int which) {
    int at_a[2], at_b[2];
    walk(t, b, sequence, "A", at_a);
    walk(t, b, sequence, "B", at_b);
    assert_int_not_equal(at_a[which], at_b[which]);
    return yes(at_a[which] < at_b[which]);
}

static const char *left(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    (void)ask, (void)buffer;
    return smaller(t, b, sequence, 0);
}

static const char *higher(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer) {
    (void)ask, (void)buffer;
    return smaller(t, b, sequence, 1);
}

static const struct {
    const struct task *task;
    const char *(*answer)(const struct task_built *t, const struct batch *b, int sequence, int ask, char *buffer);
    const char *options[2]; /* one besides the defaults, or none */
} oracles[] = {
    {&task_order, markers, {0}}, {&task_order, markers, {"task.cls", "last"}},
    {&task_first, markers, {0}}, {&task_first, markers, {"task.cls", "last"}},
    {&task_query, query, {0}},   {&task_query, query, {"task.layout", "query_last"}},
    {&task_shift, shift, {0}},   {&task_reverse, reverse, {0}},
    {&task_copy, copy, {0}},     {&task_copy, copy, {"task.places", "restart"}},
    {&task_table, table, {0}},   {&task_table, table, {"task.vocabulary", "per_column"}},
    {&task_grid, left, {0}},     {&task_grid, higher, {"task.question", "higher"}},
};
enum { ORACLES = sizeof oracles / sizeof *oracles };

/* All examples drawn, of training and of a longer length. */
static void check_oracle(const struct opened *o, int number) {
    char got[TASK_WORD_MAX], expected[TASK_WORD_MAX];
    const struct batch *b = &o->batch;
    for (int s = 0; s < b->sequences; s++)
        for (int i = b->ask_start[s]; i < b->ask_start[s + 1]; i++) {
            const char *answer = o->task.kind->answer(&o->task, b->answer[i], got);
            assert_string_equal(answer, oracles[number].answer(&o->task, b, s, i, expected));
        }
}

static void test_oracle(void **state) {
    static struct opened o;
    (void)state;
    for (int k = 0; k < ORACLES; k++) {
        open_option(&o, oracles[k].task, oracles[k].options[0], oracles[k].options[1]);
        draw(&o, 7, -1);
        check_oracle(&o, k);
        draw(&o, 7, LONGEST);
        check_oracle(&o, k);
        arena_free(&o.arena);
    }
}

/* No task without an oracle. */
static void test_all_have_oracles(void **state) {
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        int found = 0;
        for (int k = 0; k < ORACLES; k++)
            found += oracles[k].task == *kind;
        assert_true(found > 0);
    }
}

static void test_within_sizes(void **state) {
    static struct opened o;
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        open_task(&o, *kind);
        draw(&o, 7, -1);
        const struct task_sizes *size = &o.task.size;
        int trained = task_places(&o.task, size->trained.high);
        for (int i = 0; i < o.batch.rows; i++) {
            assert_in_range(o.batch.token[i], 0, size->vocabulary - 1);
            assert_in_range(o.batch.segment[i], 0, size->segments - 1);
            assert_in_range(o.batch.place[i], 0, trained - 1);
        }
        for (int i = 0; i < o.batch.asked; i++)
            assert_in_range(o.batch.answer[i], 0, size->classes - 1);
        arena_free(&o.arena);
    }
}

static void test_seeds(void **state) {
    static struct opened one, two;
    (void)state;
    for (const struct task *const *kind = tasks; *kind; kind++) {
        open_task(&one, *kind);
        open_task(&two, *kind);
        draw(&one, 7, -1);
        draw(&two, 7, -1);
        assert_int_equal(one.batch.rows, two.batch.rows);
        size_t bytes = (size_t)one.batch.rows * sizeof(int);
        assert_memory_equal(one.batch.token, two.batch.token, bytes);
        draw(&two, 8, -1); /* another seed */
        assert_memory_not_equal(one.batch.token, two.batch.token, 200);
        draw(&one, 7, 12); /* another stream, and another length of it */
        draw(&two, 7, 13);
        assert_memory_not_equal(one.batch.token + 1, two.batch.token + 1, 12 * sizeof(int));
        arena_free(&one.arena);
        arena_free(&two.arena);
    }
}

/* The best constant guess is right as often as chance says, within four standard deviations;
 * one guess of each example, since answers of an example may hang together. */
static void test_balance(void **state) {
    static struct opened o;
    (void)state;
    for (int k = 0; k < ORACLES; k++)
        for (int least = 4; least <= LONGEST; least += 6) {
            int count[64] = {0}, best = 0;
            open_option(&o, oracles[k].task, oracles[k].options[0], oracles[k].options[1]);
            int length = least > o.task.size.shortest ? least : o.task.size.shortest;
            draw(&o, 3, length);
            assert_true(o.task.size.classes <= 64);
            for (int i = 0; i < EXAMPLES; i++)
                count[o.batch.answer[o.batch.ask_start[i]]]++;
            for (int c = 0; c < o.task.size.classes; c++)
                best = count[c] > best ? count[c] : best;
            double chance = o.task.kind->chance(&o.task, (struct range){length, length}),
                   error = sqrt(chance * (1 - chance) / EXAMPLES);
            assert_true(fabs(best / (double)EXAMPLES - chance) <= 4 * error);
            arena_free(&o.arena);
        }
}

/* Six patches, four wide: 26 places of A and B do not share a column, all equally likely
 * (within four and a half standard deviations), and the others do not occur. */
static void test_grid_pairs(void **state) {
    static struct opened o;
    int count[6][6] = {0}, drawn = 0;
    (void)state;
    open_task(&o, &task_grid);
    for (uint32_t seed = 1; seed <= 10; seed++) {
        draw(&o, seed, 6);
        for (int s = 0; s < EXAMPLES; s++, drawn++) {
            int first = o.batch.start[s] + 1;
            count[find(&o.task, &o.batch, s, 0, "A") - first][find(&o.task, &o.batch, s, 0, "B") - first]++;
        }
    }
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            double p = abs(a - b) % 4 == 0 ? 0 : 1 / 26.0;
            assert_true(fabs(count[a][b] - drawn * p) <= 4.5 * sqrt(drawn * p * (1 - p)));
        }
    arena_free(&o.arena);
}

/* A grid somebody wrote: laid out as drawn ones are, or refused. */
static void check_grid(const struct opened *o, const char *written, const char *refusal) {
    int numbers[5][16];
    char buffer[TASK_WORD_MAX];
    struct example x = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
    struct error e = {0};
    int length = o->task.kind->compose(&o->task, (const char *const[]){written, ""}, &x, &e);
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
        assert_int_equal(x.place[row] + x.segment[row], row);
    assert_int_equal(x.ask[0], 0);
}

static void test_grid_compose(void **state) {
    static struct opened o;
    (void)state;
    open_task(&o, &task_grid);
    check_grid(&o, "f1 A f8 f2 B f3", NULL);
    check_grid(&o, "A f1 f8 f2 B f3", "same column");
    check_grid(&o, "A A f8 f2 f1 B", "here 2 and 1 times");
    check_grid(&o, "A f1 f8 f2 f1 f3", "here 1 and 0 times");
    check_grid(&o, "A f9 B", "'f9' is no word");
    check_grid(&o, "A", "1 words");
    arena_free(&o.arena);
    open_option(&o, &task_grid, "task.question", "higher");
    check_grid(&o, "A f1 f8 f2 B f3", NULL);
    check_grid(&o, "f1 A f8 B f4 f3", "same row");
    check_grid(&o, "f1 A B", "at least 5");
    arena_free(&o.arena);
}

/* The shortest example must have room for A and B apart. */
static void test_grid_sizes(void **state) {
    static const char *const refused[][3] = {{"left", "1..9", "at least 2"}, {"higher", "4..9", "at least 5"}};
    struct opened o;
    struct error e;
    (void)state;
    for (int k = 0; k < 2; k++) {
        memset(&o, 0, sizeof o);
        setting_defaults(task_grid.options, o.options);
        for (const struct setting *s = task_grid.options; s->key; s++) {
            assert_true(strcmp(s->key, "task.question") != 0 || setting_read(s, o.options, refused[k][0], &e));
            assert_true(strcmp(s->key, "task.words") != 0 || setting_read(s, o.options, refused[k][1], &e));
        }
        assert_false(task_build(&o.task, &task_grid, o.options, NULL, &o.arena, &e));
        assert_int_equal(e.code, EXIT_USAGE);
        assert_non_null(strstr(e.text, refused[k][2]));
    }
}

/* The larger of two draws: P(longest) = 1 - (1 - 1/n)^2. */
static void test_lengths(void **state) {
    static struct opened o;
    int longest = 0;
    (void)state;
    open_task(&o, &task_order);
    draw(&o, 3, -1);
    for (int i = 0; i < EXAMPLES; i++) {
        int words = o.batch.start[i + 1] - o.batch.start[i] - 1;
        assert_in_range(words, 4, 16);
        longest += words == 16;
    }
    assert_true(fabs(longest / (double)EXAMPLES - 25.0 / 169) <= 0.045);
    arena_free(&o.arena);
}

int test_task(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),     cmocka_unit_test(test_all_have_oracles), cmocka_unit_test(test_within_sizes),
        cmocka_unit_test(test_seeds),      cmocka_unit_test(test_balance),          cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_grid_pairs), cmocka_unit_test(test_grid_compose),     cmocka_unit_test(test_grid_sizes),
    };
    return cmocka_run_group_tests_name("task", tests, NULL, NULL);
}
