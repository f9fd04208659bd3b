/* oracles.c -- see oracles.h. */
#include "law/oracles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "rows/rows.h"
#include "task/kinds.h"
#include "texts/texts.h"
#include "unit/tests.h"

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
static const char *markers(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int segment = t->size.segments - 1;
    (void)target, (void)buffer;
    return yes(find(t, b, sequence, segment, "X") < find(t, b, sequence, segment, "Y"));
}

/* The marker that is read last. */
static const char *last_marker(const struct task_built *t, const struct batch *b, int sequence, int target,
                               char *buffer) {
    int row = b->start[sequence + 1] - 1;
    (void)target;
    while (!strchr("ABCD", *word_at(t, b, row, buffer)))
        row--;
    return word_at(t, b, row, buffer);
}

/* The words of segments 1 and 2, looked up among those of segment 0. */
static const char *query(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int at[3] = {0};
    (void)target;
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++)
        if (b->segment[i] > 0)
            at[b->segment[i]] = find(t, b, sequence, 0, word_at(t, b, i, buffer));
    return yes(at[1] < at[2]);
}

static const char *shift(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    (void)sequence;
    return word_at(t, b, b->target[target] - 2, buffer);
}

static const char *reverse(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    return word_at(t, b, b->start[sequence] + b->start[sequence + 1] - 1 - b->target[target], buffer);
}

/* As many words after the first as the target is after [SEP]. */
static const char *copy(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int separator = find(t, b, sequence, 0, "[SEP]");
    assert_true(b->target[target] >= separator);
    return word_at(t, b, b->start[sequence] + b->target[target] - separator, buffer);
}

/* The numbers after the last v of the first and the third cell. */
static const char *table(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    int left = atoi(strrchr(word_at(t, b, b->target[target] + 1, buffer), 'v') + 1);
    (void)sequence;
    return yes(left > atoi(strrchr(word_at(t, b, b->target[target] + 3, buffer), 'v') + 1));
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
    snprintf(word, sizeof word, "%s", word_at(t, b, b->target[target], buffer));
    for (int i = b->start[sequence] + 1; i < b->start[sequence + 1]; i++) {
        for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++)
            verb = strcmp(word_at(t, b, i, buffer), verbs[k]) == 0 ? i : verb;
        passive += strcmp(word_at(t, b, i, buffer), "by") == 0;
    }
    return (find(t, b, sequence, 0, word) < verb) != passive ? "chases" : "is chased";
}

/* X before Y (in lower case by now), wherever they stand. */
static const char *rows_of_file(const struct task_built *t, const struct batch *b, int sequence, int target,
                                char *buffer) {
    int x = -1, y = -1;
    (void)target;
    for (int i = b->start[sequence]; i < b->start[sequence + 1]; i++) {
        x = strcmp(word_at(t, b, i, buffer), "x") == 0 ? i : x;
        y = strcmp(word_at(t, b, i, buffer), "y") == 0 ? i : y;
    }
    assert_true(x >= 0 && y >= 0);
    return yes(x < y);
}

/* ---- Plain text: its words, read once; nine tenths of its bytes are trained on */

enum { WINDOW = 64 };

static struct {
    char bytes[1 << 18], *word[40000];
    int hash[40000], words, held_out; /* the first word that is held out */
} text;

/* Equal words have equal ones; there are many words to compare. */
static int hash_of(const char *word) {
    unsigned int hash = 1;
    while (*word)
        hash = hash * 31 + (unsigned char)*word++;
    return (int)(hash >> 1);
}

static void read_text(void) {
    if (text.words)
        return;
    FILE *f = fopen("data/harbour.txt", "rb");
    assert_non_null(f);
    size_t size = fread(text.bytes, 1, sizeof text.bytes - 1, f);
    fclose(f);
    char *rest;
    for (char *word = strtok_r(text.bytes, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        if ((double)(word - text.bytes) < 0.9 * (double)size)
            text.held_out = text.words + 1;
        text.hash[text.words] = hash_of(word);
        text.word[text.words++] = word;
    }
}

int oracle_held_out(void) {
    read_text();
    return text.held_out;
}

/* The word of a row; NULL where any word of the text may stand: [UNK], or what a cloze asks for. */
static const char *word_of(const struct task_built *t, const struct batch *b, int sequence, int row) {
    char buffer[TASK_WORD_MAX];
    const char *word = word_at(t, b, row, buffer);
    for (int k = b->target_start[sequence]; k < b->target_start[sequence + 1] && t->kind == &task_cloze; k++)
        if (b->target[k] == row)
            return NULL;
    return strcmp(word, "[UNK]") == 0 ? NULL : word; /* a vocabulary's word: it outlives the buffer */
}

int oracle_locate(const struct task_built *t, const struct batch *b, int sequence, int row, int count, int from) {
    const char *word[WINDOW];
    int hash[WINDOW];
    read_text();
    assert_true(count <= WINDOW);
    for (int i = 0; i < count; i++) {
        word[i] = word_of(t, b, sequence, row + i);
        hash[i] = word[i] ? hash_of(word[i]) : 0;
    }
    for (int at = from; at + count <= text.words; at++) {
        int i = 0;
        while (i < count && (!word[i] || (hash[i] == text.hash[at + i] && strcmp(word[i], text.word[at + i]) == 0)))
            i++;
        if (i == count)
            return at;
    }
    return -1;
}

/* The word of the text where the whole sequence stands, at the target position or, for `next`, after it. */
static const char *words_of_text(const struct task_built *t, const struct batch *b, int sequence, int target,
                                 char *buffer) {
    int row = b->start[sequence], rows = b->start[sequence + 1] - row, at = -1;
    int behind = b->target[target] - row + (t->kind == &task_next);
    const char *answer = t->kind->answer(t, b->answer[target], buffer);
    while ((at = oracle_locate(t, b, sequence, row, rows, at + 1)) >= 0)
        if (strcmp(answer, "[UNK]") == 0 || strcmp(answer, text.word[at + behind]) == 0)
            return answer;
    return "nowhere in the text";
}

/* Whether rows of one passage are followed in the text by those of another. */
static bool follow(const struct task_built *t, const struct batch *b, int sequence, struct range one,
                   struct range other) {
    int at = -1, count = one.high - one.low, more = other.high - other.low;
    while ((at = oracle_locate(t, b, sequence, one.low, count, at + 1)) >= 0)
        if (oracle_locate(t, b, sequence, other.low, more, at + count) == at + count)
            return true;
    return false;
}

static const char *passages(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    struct range front = {b->start[sequence] + 1, b->start[sequence] + 1}, rest = {0, b->start[sequence + 1]};
    (void)target, (void)buffer;
    while (b->segment[front.high] == 0)
        front.high++;
    rest.low = front.high;
    bool in_order = follow(t, b, sequence, front, rest), swapped = follow(t, b, sequence, rest, front);
    assert_true(in_order != swapped);
    return in_order ? "in order" : "swapped";
}

const struct oracle oracles[] = {
    {&task_order, markers, {0}},
    {&task_order, markers, {"task.cls", "last"}},
    {&task_first, markers, {0}},
    {&task_first, markers, {"task.cls", "last"}},
    {&task_flip, last_marker, {0}},
    {&task_flip, last_marker, {"task.cls", "first"}},
    {&task_query, query, {0}},
    {&task_query, query, {"task.layout", "query_last"}},
    {&task_shift, shift, {0}},
    {&task_reverse, reverse, {0}},
    {&task_copy, copy, {0}},
    {&task_copy, copy, {"task.positions", "restart"}},
    {&task_table, table, {0}},
    {&task_table, table, {"task.vocabulary", "per_column"}},
    {&task_grid, left, {0}},
    {&task_grid, higher, {"task.question", "higher"}},
    {&task_chase, chase, {0}},
    {&task_tsv, rows_of_file, {"task.train", "tests/data/train.tsv", "task.test", "tests/data/test.tsv"}},
    {&task_tsv,
     rows_of_file,
     {"task.train", "tests/data/train.tsv", "task.test", "tests/data/test.tsv", "task.cls", "last"}},
    {&task_cloze, words_of_text, {0}},
    {&task_next, words_of_text, {0}},
    {&task_sop, passages, {0}},
    {NULL, NULL, {0}},
};
