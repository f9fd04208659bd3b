/* rows.c -- see rows.h. */
#include "task/rows.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/tsv.h"

enum { LABEL, TEXT_A, TEXT_B, COLUMNS };
static const char *const columns[COLUMNS] = {"label", "text_a", "text_b"};

/* A file on its way in. */
struct reading {
    const struct rows_source *from;
    struct tsv file;
    int column[COLUMNS]; /* -1: not there */
    struct rows rows;
    struct arena *arena;
    struct vocabulary_text
        waiting[VOCABULARY_AT_ONCE]; /* the last words, of one row or of many, in the piece at hand */
    int waits;
};

/* ---- The header */

/* A field as a text that is safe to show. */
static const char *shown(struct tsv_field f, char buffer[TEXT_PRINTABLE]) {
    char copy[TEXT_PRINTABLE];
    snprintf(copy, sizeof copy, "%.*s", (int)(f.length < sizeof copy ? f.length : sizeof copy - 1), f.text);
    return text_printable(buffer, copy);
}

/* Which column that is; COLUMNS for another. */
static int column_of(struct tsv_field name) {
    int k = 0;
    while (k < COLUMNS && !tsv_is(name, columns[k]))
        k++;
    return k;
}

/* A column that is not there, and the name that may have been meant for it. */
static bool check_missing(const struct reading *r, int k, const struct tsv_field *name, struct error *e) {
    char buffer[TEXT_PRINTABLE];
    for (int i = 0; i < r->file.columns; i++) {
        int best = INT_MAX;
        if (column_of(name[i]) == COLUMNS && text_nearer(shown(name[i], buffer), columns[k], &best))
            return tsv_fault(&r->file, e, "column '%s': did you mean %s?", buffer, columns[k]);
    }
    return k == TEXT_B || tsv_fault(&r->file, e,
                                    "the header names no column %s; it takes label, text_a and, if there are two "
                                    "texts, text_b, divided by tabs",
                                    columns[k]);
}

static bool open_file(struct reading *r, const char *path, struct error *e) {
    struct tsv_field name[TSV_COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        r->column[k] = -1;
    if (!tsv_open(&r->file, path, name, e))
        return false;
    for (int i = 0; i < r->file.columns; i++) {
        int k = column_of(name[i]);
        if (k < COLUMNS && r->column[k] >= 0)
            return tsv_fault(&r->file, e, "column %s stands twice in the header", columns[k]);
        if (k < COLUMNS)
            r->column[k] = i;
    }
    for (int k = 0; k < COLUMNS; k++)
        if (r->column[k] < 0 && !check_missing(r, k, name, e))
            return false;
    return true;
}

/* ---- The rows */

/* Room for all that a file of that size can hold: a row has four bytes or more, a word two. Memory that nothing is
 * written to costs nothing. */
static void make_room(struct reading *r) {
    size_t bytes = (size_t)r->file.pieces.size, rows = bytes / 4 + 2;
    r->rows = (struct rows){
        .start = arena_take(r->arena, rows, sizeof(int)),
        .split = arena_take(r->arena, rows, sizeof(int)),
        .label = arena_take(r->arena, rows, sizeof(int)),
        .token = arena_take(r->arena, bytes / 2 + 1, sizeof(int)),
    };
}

/* The words that wait become numbers; training counts them. */
static void add_waiting(struct reading *r) {
    struct rows *rows = &r->rows;
    vocabulary_numbers(r->from->words, r->waiting, r->waits, r->from->training, rows->token + rows->words - r->waits);
    r->waits = 0;
}

static bool add_text(struct reading *r, struct tsv_field f, const char *column, struct error *e) {
    const char *at = f.text, *end = f.text + f.length;
    struct vocabulary_text word;
    int before = r->rows.words;
    for (; (word.text = utf8_word(&at, end, &word.length)); r->rows.words++) {
        if (r->waits == VOCABULARY_AT_ONCE)
            add_waiting(r);
        r->waiting[r->waits++] = word;
    }
    if (r->rows.words > INT_MAX / 2)
        return tsv_fault(&r->file, e, "the file has too many words");
    return r->rows.words > before || tsv_fault(&r->file, e, "%s has no words", column);
}

static bool add_label(struct reading *r, struct tsv_field f, struct error *e) {
    char buffer[TEXT_PRINTABLE];
    const char *at = f.text;
    size_t length;
    struct vocabulary *labels = r->from->labels;
    int *label = &r->rows.label[r->rows.count];
    if (!utf8_word(&at, f.text + f.length, &length))
        return tsv_fault(&r->file, e, "label is empty");
    const struct vocabulary_text spelled = {f.text, f.length};
    vocabulary_numbers(labels, &spelled, 1, r->from->training, label);
    if (r->from->training && *label >= ROWS_LABELS)
        return tsv_fault(&r->file, e, "more than %d different labels", ROWS_LABELS);
    const struct vocabulary_word *known = &labels->word[*label];
    if (!tsv_is(f, known->text))
        return tsv_fault(&r->file, e, "label '%s' stands in no training row", shown(f, buffer));
    return true;
}

static bool add_row(struct reading *r, const struct tsv_field *field, struct error *e) {
    struct rows *rows = &r->rows;
    int n = rows->count;
    if (!add_label(r, field[r->column[LABEL]], e) || !add_text(r, field[r->column[TEXT_A]], columns[TEXT_A], e))
        return false;
    rows->split[n] = rows->words - rows->start[n];
    if (r->column[TEXT_B] >= 0 && !add_text(r, field[r->column[TEXT_B]], columns[TEXT_B], e))
        return false;
    int words = rows->words - rows->start[n];
    rows->start[++rows->count] = rows->words;
    return !r->from->training || words <= r->from->most ||
           tsv_fault(&r->file, e, "has %d words, more than task.max_words = %d", words, r->from->most);
}

static bool read_rows(struct reading *r, struct error *e) {
    const struct task_input *in = r->from->in;
    const struct pieces *file = &r->file.pieces;
    struct tsv_field field[TSV_COLUMNS];
    bool more = true;
    make_room(r);
    while (more) {
        if (!tsv_next(&r->file, field, &more, e) || (more && !add_row(r, field, e)))
            return false;
        if (tsv_piece_ends(&r->file))
            add_waiting(r);
        if (in->reading && (!more || r->file.line % 1024 == 0))
            in->reading(in->user, file->path, file->at, file->size);
    }
    return r->rows.count > 0 || tsv_fault(&r->file, e, "no row stands under the header");
}

bool rows_read(struct rows *out, const struct rows_source *from, uint64_t *fingerprint, struct arena *arena,
               struct error *e) {
    char found[PATH_MAX_LENGTH];
    struct reading r = {.from = from, .arena = arena};
    bool ok = open_file(&r, file_find(found, from->path), e) && read_rows(&r, e);
    *fingerprint = r.file.pieces.fingerprint;
    *out = r.rows;
    out->texts = r.column[TEXT_B] >= 0 ? 2 : 1;
    tsv_close(&r.file);
    return ok;
}

/* ---- In order */

/* Where the next row of each length goes: its number, and its words. */
struct place {
    int row, word;
};

/* Those of an empty table, up to the longest row; lengths are few, so they are counted and nothing is compared. */
static struct place *places_by_length(const struct rows *in, struct arena *arena) {
    int longest = 0;
    for (int n = 0; n < in->count; n++)
        longest = rows_length(in, n) > longest ? rows_length(in, n) : longest;
    struct place *place = arena_take(arena, (size_t)longest + 2, sizeof *place);
    for (int n = 0; n < in->count; n++)
        place[rows_length(in, n) + 1].row++;
    for (int words = 0; words <= longest; words++) {
        place[words + 1].word = place[words].word + words * place[words + 1].row;
        place[words + 1].row += place[words].row;
    }
    return place;
}

void rows_settle(struct rows *out, const struct rows *in, const struct vocabulary *words,
                 const struct vocabulary *labels, struct arena *arena) {
    struct arena scratch = {0};
    struct place *place = places_by_length(in, &scratch);
    *out = (struct rows){.count = in->count, .words = in->words, .texts = in->texts};
    out->start = arena_take(arena, (size_t)in->count + 1, sizeof(int));
    out->split = arena_take(arena, (size_t)in->count, sizeof(int));
    out->label = arena_take(arena, (size_t)in->count, sizeof(int));
    out->token = arena_take(arena, (size_t)in->words, sizeof(int));
    for (int n = 0; n < in->count; n++) {
        struct place *to = &place[rows_length(in, n)];
        out->start[to->row] = to->word;
        out->split[to->row] = in->split[n];
        out->label[to->row++] = vocabulary_token(labels, in->label[n]);
        for (int i = in->start[n]; i < in->start[n + 1]; i++)
            out->token[to->word++] = vocabulary_token(words, in->token[i]);
    }
    out->start[in->count] = in->words;
    arena_free(&scratch);
}
