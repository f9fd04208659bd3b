/* rows_order.c -- sorts rows by length, and reports those that were left out; see rows.h. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "data/rows.h"

/* Where the next row of each length is written: its number, and the offset of its words. */
struct next_row {
    int row, word;
};

/* Those of an empty table, up to the longest row; lengths are few, so they are counted and nothing is compared. */
static struct next_row *rows_by_length(const struct rows *in, struct arena *arena) {
    int longest = 0;
    for (int n = 0; n < in->count; n++)
        longest = rows_length(in, n) > longest ? rows_length(in, n) : longest;
    struct next_row *next = arena_alloc(arena, (size_t)longest + 2, sizeof *next);
    for (int n = 0; n < in->count; n++)
        next[rows_length(in, n) + 1].row++;
    for (int words = 0; words <= longest; words++) {
        next[words + 1].word = next[words].word + words * next[words + 1].row;
        next[words + 1].row += next[words].row;
    }
    return next;
}

/* Rows held out whose label is in no training row are left out. */
static void drop_unknown(struct rows *rows, struct rows_read *read) {
    int count = rows->count, words = 0, kept = 0;
    for (int n = 0; n < count; n++) {
        int length = rows_length(rows, n), from = rows->start[n];
        if (read->labels.count[rows->label[n]] == 0) {
            read->left_out[TASK_EVALUATION][ROWS_UNKNOWN_LABEL]++;
            continue;
        }
        memmove(rows->token + words, rows->token + from, (size_t)length * sizeof *rows->token);
        rows->split[kept] = rows->split[n];
        rows->label[kept] = rows->label[n];
        rows->start[kept++] = words;
        words += length;
    }
    rows->start[kept] = words;
    rows->count = kept;
    rows->words = words;
}

void rows_settle(struct rows *out, struct rows *in, struct rows_read *read, struct arena *arena) {
    struct arena scratch = {0};
    drop_unknown(in, read);
    struct next_row *next = rows_by_length(in, &scratch);
    *out = (struct rows){.count = in->count, .words = in->words};
    out->start = arena_alloc(arena, (size_t)in->count + 1, sizeof(int));
    out->split = arena_alloc(arena, (size_t)in->count, sizeof(int));
    out->label = arena_alloc(arena, (size_t)in->count, sizeof(int));
    out->token = arena_alloc(arena, (size_t)in->words, sizeof(int));
    for (int n = 0; n < in->count; n++) {
        struct next_row *to = &next[rows_length(in, n)];
        out->start[to->row] = to->word;
        out->split[to->row] = in->split[n];
        out->label[to->row++] = vocabulary_token(&read->labels, in->label[n]);
        for (int i = in->start[n]; i < in->start[n + 1]; i++)
            out->token[to->word++] = vocabulary_token(&read->words, in->token[i]);
    }
    out->start[in->count] = in->words;
    arena_free(&scratch);
}

/* "2 without a label" and the like, each after a comma but the first. */
static void add_reasons(const int left_out[ROWS_REASONS], int max_words, char *text, size_t size) {
    static const char *const what[ROWS_REASONS] = {"without a label", "without a text",
                                                   "with a label that no training row has", "too long"};
    const char *between = "";
    char cut[64];
    for (int k = 0; k < ROWS_REASONS; k++) {
        if (left_out[k] == 0)
            continue;
        snprintf(cut, sizeof cut, "cut to task.max_words = %d", max_words);
        text_append(text, size, "%s%d %s", between, left_out[k], k == ROWS_TRUNCATED ? cut : what[k]);
        between = ", ";
    }
}

static bool any(const int left_out[ROWS_REASONS]) {
    int all = 0;
    for (int k = 0; k < ROWS_REASONS; k++)
        all += left_out[k];
    return all > 0;
}

void rows_tell(const int left_out[2][ROWS_REASONS], int max_words, char *text, size_t size) {
    static const char *const where[] = {"training", "test"};
    for (int k = 0; k < 2; k++)
        if (any(left_out[k])) {
            text_append(text, size, " Of the %s rows: ", where[k]);
            add_reasons(left_out[k], max_words, text, size);
            text_append(text, size, ".");
        }
}
