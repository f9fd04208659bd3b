/* rows.c -- see rows.h. The words of a row wait until the row is accepted: only then are they counted. */
#include "rows/rows.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/labelled_columns.h"
#include "data/tokens.h"
#include "rows/left_out.h"

/* Rows with room for more. */
struct growing {
    struct rows rows;
    size_t row_room, word_room;
};

/* A file while it is read. */
struct row_reader {
    struct rows_read *out;
    const struct rows_options *o;
    const struct task_input *in;
    enum task_stream file;
    struct labelled labelled;
    struct tokens tokens;
    struct arena *scratch;
    struct growing part[2];          /* by task_stream */
    struct vocabulary_word *waiting; /* words of the row that is read */
    size_t waits, waiting_room;
};

/* ---- Words */

/* Training words are counted. Held-out words get numbers, since training may have them later. */
static enum vocabulary_use use_of(const struct row_reader *r, enum task_stream to) {
    return to == TASK_TRAINING ? VOCABULARY_COUNT : r->file == TASK_TRAINING ? VOCABULARY_ADD : VOCABULARY_FIND;
}

/* The words of one text of the row; how many. */
static size_t add_text(struct row_reader *r, struct records_field text) {
    size_t before = r->waits;
    struct vocabulary_word word;
    tokens_of(&r->tokens, text.text, text.length);
    for (; tokens_next(&r->tokens, &word); r->waiting[r->waits++] = word)
        if (r->waits == r->waiting_room) {
            r->waiting_room = 2 * r->waiting_room + 256;
            r->waiting = memory_grow(r->waiting, r->waiting_room * sizeof *r->waiting);
        }
    return r->waits - before;
}

/* ---- Rows */

static bool is_blank(struct records_field f) {
    struct tokens t = tokens_open(TOKENS_SPACES);
    struct vocabulary_word word;
    tokens_of(&t, f.text, f.length);
    return !tokens_next(&t, &word);
}

static bool leave(struct row_reader *r, enum rows_reason why) {
    r->out->left_out[r->file][why]++;
    return true;
}

/* The number of a label; -1 for one that is unknown to training. */
static bool number_label(struct row_reader *r, struct records_field f, enum task_stream to, int *label,
                         struct error *e) {
    const struct vocabulary_word word = {f.text, f.length};
    struct vocabulary *labels = &r->out->labels;
    const long line = r->labelled.file.line;
    int known = labels->words;
    vocabulary_numbers(labels, &word, 1, use_of(r, to), label);
    if (*label >= ROWS_LABELS)
        return records_fault(&r->labelled.file, e, "more than %d different labels", ROWS_LABELS);
    if (labels->words > known)
        r->out->label_line[*label] = line;
    if (r->file == TASK_EVALUATION && !records_is(f, labels->word[*label].text)) {
        *label = -1;
        if (r->out->unknown_line == 0) {
            r->out->unknown_line = line;
            r->out->unknown = arena_format(r->scratch, "%.*s", (int)f.length, f.text);
        }
    }
    return true;
}

/* For one more row of so many words. */
static void make_room(struct growing *g, size_t words) {
    struct rows *rows = &g->rows;
    if ((size_t)rows->words + words > g->word_room) {
        g->word_room = 2 * ((size_t)rows->words + words);
        rows->token = memory_grow(rows->token, g->word_room * sizeof *rows->token);
    }
    if ((size_t)rows->count + 1 < g->row_room)
        return;
    g->row_room = 2 * g->row_room + 1024;
    rows->start = memory_grow(rows->start, g->row_room * sizeof *rows->start);
    rows->split = memory_grow(rows->split, g->row_room * sizeof *rows->split);
    rows->label = memory_grow(rows->label, g->row_room * sizeof *rows->label);
}

/* The row whose words wait: count[0] of its first text, count[1] of its second. */
static bool take_row(struct row_reader *r, enum task_stream to, int label, const size_t count[2], struct error *e) {
    struct rows *rows = &r->part[to].rows;
    size_t words = count[0] + count[1];
    if ((size_t)rows->words + words > INT_MAX / 2)
        return records_fault(&r->labelled.file, e, "the file has too many words");
    make_room(&r->part[to], words);
    rows->start[rows->count] = rows->words;
    rows->split[rows->count] = (int)count[0];
    rows->label[rows->count++] = label;
    vocabulary_numbers(&r->out->words, r->waiting, (int)words, use_of(r, to), rows->token + rows->words);
    rows->words += (int)words;
    rows->start[rows->count] = rows->words;
    return true;
}

/* The longer of two texts is cut first; each keeps its beginning. */
static void truncate_row(struct row_reader *r, size_t count[2]) {
    size_t most = (size_t)r->o->max_words, half = most / 2, first = count[0];
    if (count[1] <= half)
        count[0] = most - count[1];
    else if (count[0] <= most - half)
        count[1] = most - count[0];
    else
        count[0] = most - half, count[1] = half;
    memmove(r->waiting + count[0], r->waiting + first, count[1] * sizeof *r->waiting);
    r->out->left_out[r->file][ROWS_TRUNCATED]++;
}

/* A row of the training file that has more words than it may; *gone: it is left out. */
static bool shorten(struct row_reader *r, size_t count[2], bool *gone, struct error *e) {
    size_t words = count[0] + count[1];
    *gone = false;
    if (r->file == TASK_EVALUATION || words <= (size_t)r->o->max_words)
        return true;
    if (r->o->too_long == ROWS_ERROR)
        return records_fault(&r->labelled.file, e,
                             "has %zu %s, more than task.max_words = %d; task.too_long says what to do with such rows",
                             words, tokens_unit(r->tokens.kind), r->o->max_words);
    *gone = r->o->too_long == ROWS_SKIP;
    if (*gone)
        return leave(r, ROWS_SKIPPED);
    truncate_row(r, count);
    return true;
}

static bool add_row(struct row_reader *r, const struct records_field field[LABELLED_COLUMNS], enum task_stream to,
                    struct error *e) {
    bool gone, pair = r->labelled.column[LABELLED_B] >= 0;
    int label;
    r->waits = 0;
    tokens_forget(&r->tokens);
    if (field[LABELLED_LABEL].length == 0)
        return leave(r, ROWS_NO_LABEL);
    if (is_blank(field[LABELLED_A]) || (pair && is_blank(field[LABELLED_B])))
        return leave(r, ROWS_NO_TEXT);
    size_t count[2] = {add_text(r, field[LABELLED_A]), 0};
    count[1] = pair ? add_text(r, field[LABELLED_B]) : 0;
    if (!shorten(r, count, &gone, e))
        return false;
    if (gone)
        return true;
    if (!number_label(r, field[LABELLED_LABEL], to, &label, e))
        return false;
    return label < 0 ? leave(r, ROWS_UNKNOWN_LABEL) : take_row(r, to, label, count, e);
}

/* ---- Files */

/* Whether that row of the training file is held out. */
static bool is_held_out(const struct rows_options *o, long row) {
    struct random r = random_open((uint32_t)o->split_seed, RANDOM_SPLIT, (uint64_t)row);
    return !*o->test && random_word(&r) < o->held_out * 4294967296.0;
}

static bool read_rows(struct row_reader *r, struct error *e) {
    const struct task_input *in = r->in;
    const struct source *from = &r->labelled.file.pieces.from;
    struct records_field field[LABELLED_COLUMNS];
    bool more = true;
    for (long row = 0; more; row++) {
        enum task_stream to = r->file == TASK_EVALUATION || is_held_out(r->o, row) ? TASK_EVALUATION : TASK_TRAINING;
        if (!labelled_next(&r->labelled, field, &more, e) || (more && !add_row(r, field, to, e)))
            return false;
        if (in->reading && (!more || row % 1024 == 0))
            in->reading(in->user, from->path, from->read, from->size);
    }
    return true;
}

static bool check_some(const struct row_reader *r, struct error *e) {
    const int *left_out = r->out->left_out[r->file];
    const char *path = r->labelled.file.pieces.from.path;
    int all = left_out[ROWS_NO_LABEL] + left_out[ROWS_NO_TEXT] + left_out[ROWS_UNKNOWN_LABEL] + left_out[ROWS_SKIPPED];
    int held_out = r->part[TASK_EVALUATION].rows.count;
    bool splits = r->file == TASK_TRAINING && !*r->o->test;
    if (r->part[r->file].rows.count > 0 && (!splits || held_out > 0))
        return true;
    if (splits && r->part[TASK_TRAINING].rows.count + held_out > 0)
        return error_set(e, EXIT_DATA,
                         "%s: of %d rows %s held out (task.held_out = %g, task.split_seed = %d); name a file of test "
                         "rows with task.test, or change these",
                         path, r->part[TASK_TRAINING].rows.count + held_out, held_out ? "all are" : "none is",
                         r->o->held_out, r->o->split_seed);
    if (all == 0)
        return records_fault(&r->labelled.file, e, "there is no row after the header");
    return left_out_all(r->out, r->o, r->file, e);
}

static bool read_file(struct row_reader *r, enum task_stream file, struct error *e) {
    char found[PATH_MAX_LENGTH], separator[2 * PATH_MAX_LENGTH];
    const char *path = file == TASK_TRAINING ? r->o->train : r->o->test;
    const struct labelled_how how = {
        .rows = {{file_find(found, path), NULL, (enum charset)r->o->charset, false},
                 (enum records_form)r->o->format,
                 false},
        .label = r->o->label_column,
        .texts = r->o->text_columns,
    };
    r->file = file;
    bool ok = labelled_open(&r->labelled, &how, e);
    if (ok && r->in->tell && records_told(&r->labelled.file, separator, sizeof separator))
        r->in->tell(r->in->user, separator);
    ok = ok && read_rows(r, e) && check_some(r, e);
    int texts = r->labelled.column[LABELLED_B] >= 0 ? 2 : 1;
    r->out->fingerprint[file] = r->labelled.file.pieces.fingerprint;
    labelled_close(&r->labelled);
    if (ok && file == TASK_EVALUATION && texts != r->out->texts)
        return error_set(e, EXIT_DATA, "%s:1: rows have %d text%s, those of %s have %d; it must be the same in both",
                         path, texts, texts == 1 ? "" : "s", r->o->train, r->out->texts);
    r->out->texts = texts;
    return ok;
}

/* ---- In order of length */

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

static void note_unknown(struct rows_read *read, int label) {
    read->left_out[TASK_EVALUATION][ROWS_UNKNOWN_LABEL]++;
    if (read->unknown_line && read->unknown_line <= read->label_line[label])
        return;
    read->unknown_line = read->label_line[label];
    read->unknown = read->labels.word[label].text;
}

/* Rows held out whose label is in no training row are left out. */
static void drop_unknown(struct rows *rows, struct rows_read *read) {
    int count = rows->count, words = 0, kept = 0;
    for (int n = 0; n < count; n++) {
        int length = rows_length(rows, n), from = rows->start[n];
        if (read->labels.count[rows->label[n]] == 0) {
            note_unknown(read, rows->label[n]);
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

/* ---- All of it */

static bool check_labels(const struct rows_read *out, const struct rows_options *o, struct error *e) {
    char shown[TEXT_PRINTABLE], note[256] = "";
    left_out_note(out->left_out, o->max_words, note, sizeof note);
    return out->labels.size > 1 ||
           error_set(e, EXIT_DATA, "%s: all rows have the label '%s'; there is nothing to learn%s%s", o->train,
                     text_printable(shown, out->labels.text[0]), *note ? "." : "", note);
}

static bool read_files(struct row_reader *r, struct error *e) {
    struct rows_read *out = r->out;
    if (!read_file(r, TASK_TRAINING, e))
        return false;
    vocabulary_close(&out->labels, 1, ROWS_LABELS);
    return check_labels(out, r->o, e) && (!*r->o->test || read_file(r, TASK_EVALUATION, e));
}

static void free_reading(struct row_reader *r) {
    for (int k = 0; k < 2; k++) {
        free(r->part[k].rows.start);
        free(r->part[k].rows.split);
        free(r->part[k].rows.label);
        free(r->part[k].rows.token);
    }
    free(r->waiting);
    tokens_close(&r->tokens);
}

bool rows_read(struct rows_read *out, const struct rows_options *o, const struct task_input *in, struct arena *arena,
               struct arena *scratch, struct error *e) {
    static const char *const specials[] = {"[UNK]", "[CLS]", NULL}, *const none[] = {NULL};
    struct row_reader r = {
        .out = out, .o = o, .in = in, .scratch = scratch, .tokens = tokens_open((enum tokens_kind)o->tokens)};
    *out = (struct rows_read){.label_line = arena_alloc(scratch, ROWS_LABELS + 1, sizeof(long))};
    vocabulary_start(&out->words, scratch, specials);
    vocabulary_start(&out->labels, scratch, none);
    bool ok = read_files(&r, e);
    if (ok) {
        vocabulary_close(&out->words, o->min_count, o->max_vocabulary);
        rows_settle(&out->part[TASK_TRAINING], &r.part[TASK_TRAINING].rows, out, arena);
        rows_settle(&out->part[TASK_EVALUATION], &r.part[TASK_EVALUATION].rows, out, arena);
        left_out_tell(out, o, in);
        ok = left_out_check(out, o, e);
    }
    free_reading(&r);
    return ok;
}
