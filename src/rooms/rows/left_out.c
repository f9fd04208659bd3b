/* left_out.c -- see left_out.h. */
#include "rows/left_out.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/label.h"
#include "format/records_write.h"

enum { LABELS_SHOWN = 8, SHOWN = 1000, QUANTITY = 20, MANY = 50 };

/* ---- Counts */

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

void left_out_note(const int left_out[2][ROWS_REASONS], int max_words, char *text, size_t size) {
    static const char *const where[] = {"training", "test"};
    for (int k = 0; k < 2; k++)
        if (any(left_out[k])) {
            text_append(text, size, " Of the %s rows: ", where[k]);
            add_reasons(left_out[k], max_words, text, size);
            text_append(text, size, ".");
        }
}

/* ---- Labels */

static const char *path_of(const struct rows_options *o, enum task_stream file) {
    return file == TASK_EVALUATION && *o->test ? o->test : o->train;
}

/* "test.csv:2 has '0.5'; labels of training: 0, 1" */
static void add_unknown(const struct rows_read *read, const struct rows_options *o, char *text, size_t size) {
    char shown[TEXT_PRINTABLE];
    text_append(text, size, "%s:%ld has '%s'; labels of training: ", path_of(o, TASK_EVALUATION), read->unknown_line,
                text_printable(shown, read->unknown));
    for (int i = 0; i < read->labels.size && i < LABELS_SHOWN; i++)
        text_append(text, size, "%s%.40s", i ? ", " : "", text_printable(shown, read->labels.text[i]));
    text_append(text, size, "%s", read->labels.size > LABELS_SHOWN ? ", ..." : "");
}

/* Labels that are numbers, of all rows of the training file. */
static bool are_numbers(const struct rows_read *read) {
    for (int i = 0; i < read->labels.words; i++)
        if (!label_is_number(records_text(read->labels.word[i].text)))
            return false;
    return true;
}

static void tell_twins(const struct rows_read *read, const struct rows_options *o, const struct task_input *in) {
    char text[SHOWN] = "", shown[2][TEXT_PRINTABLE];
    int pair[2];
    if (!label_twins(read->labels.text, read->labels.size, pair))
        return;
    text_append(text, sizeof text, "%s: labels differ only in case and stay apart: %s and %s", o->train,
                text_printable(shown[0], read->labels.text[pair[0]]),
                text_printable(shown[1], read->labels.text[pair[1]]));
    in->tell(in->user, text);
}

void left_out_tell(const struct rows_read *read, const struct rows_options *o, const struct task_input *in) {
    char text[SHOWN] = "";
    if (!in->tell)
        return;
    tell_twins(read, o, in);
    if (read->part[TASK_EVALUATION].count == 0) /* which is an error, with the same reasons */
        return;
    if (read->labels.size > MANY && are_numbers(read)) {
        text_append(text, sizeof text,
                    "%s: %d different numbers are labels here, none nearer to another; poslab answers with labels, not "
                    "with quantities",
                    o->train, read->labels.size);
        in->tell(in->user, text);
    }
    if (read->unknown_line) {
        text_append(strcpy(text, ""), sizeof text, "the first label that no training row has: ");
        add_unknown(read, o, text, sizeof text);
        in->tell(in->user, text);
    }
}

/* Whether labels are such that test rows, of which `known` have one of training, can have them. */
static bool check_own(const struct rows_read *read, const struct rows_options *o, int known, struct error *e) {
    int labels = read->labels.words, unknown = read->left_out[TASK_EVALUATION][ROWS_UNKNOWN_LABEL], rows = 0;
    for (int i = 0; i < labels; i++)
        rows += (int)read->labels.count[i];
    bool numbers = are_numbers(read);
    if (labels <= QUANTITY || 2 * labels <= rows || unknown <= known || (known > 0 && !numbers))
        return true;
    rows += *o->test ? 0 : unknown + known;
    if (numbers)
        return error_set(e, EXIT_DATA,
                         "%s: nearly every row has a label of its own (%d in %d rows): %d different numbers are a "
                         "quantity; poslab answers with labels",
                         o->train, labels, rows, labels);
    return error_set(
        e, EXIT_DATA,
        "%s: nearly every row has a label of its own (%d in %d rows), and no test row has one of training; "
        "is %s the column of the label? (task.label_column)",
        o->train, labels, rows, o->label_column);
}

bool left_out_all(const struct rows_read *read, const struct rows_options *o, enum task_stream file, struct error *e) {
    char text[SHOWN] = "";
    if (file == TASK_EVALUATION && !check_own(read, o, 0, e))
        return false;
    add_reasons(read->left_out[file], o->max_words, text, sizeof text);
    if (file == TASK_EVALUATION && read->unknown_line) {
        text_append(text, sizeof text, "; the first: ");
        add_unknown(read, o, text, sizeof text);
    }
    return error_set(e, EXIT_DATA, "%s: no %srow can be used: %s", path_of(o, file),
                     file == TASK_EVALUATION ? "test " : "", text);
}

bool left_out_check(const struct rows_read *read, const struct rows_options *o, struct error *e) {
    int known = read->part[TASK_EVALUATION].count;
    return known > 0 ? check_own(read, o, known, e) : left_out_all(read, o, TASK_EVALUATION, e);
}
