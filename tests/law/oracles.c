/* oracles.c -- see oracles.h. */
#include "law/oracles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "task/kinds.h"
#include "unit/tests.h"

const char *oracle_word(const struct task_built *t, const struct batch *b, int row, char buffer[TASK_WORD_MAX]) {
    return t->kind->word(t, b->token[row], buffer);
}

/* The only row with that word in a segment of a sequence; the vocabulary may not have it twice. */
static int find(const struct task_built *t, const struct batch *b, int sequence, int segment, const char *word) {
    char buffer[TASK_WORD_MAX];
    int token = -1, found = -1;
    for (int i = 0; i < t->size.vocabulary; i++)
        if (strcmp(t->kind->word(t, i, buffer), word) == 0)
            token = token == -1 ? i : -2; /* a word that two tokens share is found nowhere */
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++)
        if (b->segment[i] == segment && b->token[i] == token) {
            assert_int_equal(found, -1);
            found = i;
        }
    assert_true(found >= 0);
    return found;
}

const char *oracle_yes(bool yes) { return yes ? "yes" : "no"; }

/* X before Y in the last segment there is. */
static const char *markers(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int segment = t->size.segments - 1;
    (void)target, (void)buffer;
    return oracle_yes(find(t, b, sequence, segment, "X") < find(t, b, sequence, segment, "Y"));
}

/* The marker that is read last. */
static const char *last_marker(const struct task_built *t, const struct batch *b, int sequence, int target,
                               char *buffer) {
    int row = b->start[sequence + 1] - 1;
    (void)target;
    while (!strchr("ABCD", *oracle_word(t, b, row, buffer)))
        row--;
    return oracle_word(t, b, row, buffer);
}

/* The marker there is; there is no other. */
static const char *only_marker(const struct task_built *t, const struct batch *b, int sequence, int target,
                               char *buffer) {
    int markers = 0;
    for (int row = b->start[sequence]; row < b->start[sequence + 1]; row++)
        markers += strlen(oracle_word(t, b, row, buffer)) == 1;
    assert_int_equal(markers, 1);
    return last_marker(t, b, sequence, target, buffer);
}

/* The words of segments 1 and 2, looked up among those of segment 0. */
static const char *query(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int at[3] = {0};
    (void)target;
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++)
        if (b->segment[i] > 0)
            at[b->segment[i]] = find(t, b, sequence, 0, oracle_word(t, b, i, buffer));
    return oracle_yes(at[1] < at[2]);
}

static const char *shift(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    (void)sequence;
    return oracle_word(t, b, b->target[target] - 2, buffer);
}

static const char *reverse(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    return oracle_word(t, b, b->start[sequence] + b->start[sequence + 1] - 1 - b->target[target], buffer);
}

/* As many words after the first as the target is after [SEP]. */
static const char *copy(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int separator = find(t, b, sequence, 0, "[SEP]");
    assert_true(b->target[target] >= separator);
    return oracle_word(t, b, b->start[sequence] + b->target[target] - separator, buffer);
}

/* What digits k of both numbers add up to. */
static int column(const struct task_built *t, const struct batch *b, int sequence, int k) {
    char buffer[TASK_WORD_MAX];
    int first = b->start[sequence], digits = find(t, b, sequence, 0, "+") - first, second = first + digits + 1;
    return k == digits ? 0 : atoi(oracle_word(t, b, first + k, buffer)) + atoi(oracle_word(t, b, second + k, buffer));
}

/* A column's sum, and one more if, of the columns before it, the last that is not nine is more than nine. */
static const char *add(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int k = b->target[target] - find(t, b, sequence, 0, "="), below = k - 1;
    while (below >= 0 && column(t, b, sequence, below) == 9)
        below--;
    int sum = column(t, b, sequence, k) + (below >= 0 && column(t, b, sequence, below) > 9);
    snprintf(buffer, TASK_WORD_MAX, "%d", sum % 10);
    return buffer;
}

/* The numbers after the last v of the first and the third cell. */
static const char *table(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int left = atoi(strrchr(oracle_word(t, b, b->target[target] + 1, buffer), 'v') + 1);
    (void)sequence;
    return oracle_yes(left > atoi(strrchr(oracle_word(t, b, b->target[target] + 3, buffer), 'v') + 1));
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
    return oracle_yes(at_a[which] < at_b[which]);
}

static const char *left(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    (void)target, (void)buffer;
    return smaller(t, b, sequence, 0);
}

static const char *higher(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    (void)target, (void)buffer;
    return smaller(t, b, sequence, 1);
}

/* The order of the animal of the question, of the verb and of "by" decides. */
static const char *chase(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    static const char *const verbs[] = {"chased",   "followed", "hunted", "caught",   "tracked",
                                        "cornered", "watched",  "passed", "startled", "surprised"};
    char word[TASK_WORD_MAX];
    int verb = 0, passive = 0;
    snprintf(word, sizeof word, "%s", oracle_word(t, b, b->target[target], buffer));
    for (int i = b->start[sequence] + 1; i < b->start[sequence + 1]; i++) {
        for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++)
            verb = strcmp(oracle_word(t, b, i, buffer), verbs[k]) == 0 ? i : verb;
        passive += strcmp(oracle_word(t, b, i, buffer), "by") == 0;
    }
    return (find(t, b, sequence, 0, word) < verb) != passive ? "chases" : "is chased";
}

struct oracle oracles[ORACLES_MAX] = {
    {&task_order, markers, {0}, false},    {&task_order, markers, {"task.cls", "last"}, false},
    {&task_first, markers, {0}, false},    {&task_first, markers, {"task.cls", "last"}, false},
    {&task_flip, last_marker, {0}, false}, {&task_flip, last_marker, {"task.cls", "first"}, false},
    {&task_find, only_marker, {0}, false}, {&task_find, only_marker, {"task.cls", "last"}, false},
    {&task_query, query, {0}, false},      {&task_query, query, {"task.query_place", "query_last"}, false},
    {&task_shift, shift, {0}, false},      {&task_reverse, reverse, {0}, false},
    {&task_copy, copy, {0}, false},        {&task_copy, copy, {"task.restart", "yes"}, false},
    {&task_add, add, {0}, false},          {&task_add, add, {"task.coupled", "yes"}, false},
    {&task_table, table, {0}, false},      {&task_table, table, {"task.cells", "per_column"}, false},
    {&task_grid, left, {0}, false},        {&task_grid, higher, {"task.question", "higher"}, false},
    {&task_chase, chase, {0}, false},
};

void oracle_add(struct oracle o) {
    struct oracle *to = oracles;
    while (to->task)
        to++;
    assert_true(to + 1 < oracles + ORACLES_MAX);
    *to = o;
}
