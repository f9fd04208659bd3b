/* rows.c -- see rows.h. */
#include "task/rows.h"

#include <limits.h>

#include "base/file.h"
#include "base/utf8.h"
#include "task/labelled.h"

/* A file on its way in. */
struct reading {
    const struct rows_source *from;
    struct labelled in;
    struct rows rows;
    struct arena *arena;
    struct vocabulary_word
        waiting[VOCABULARY_AT_ONCE]; /* the last words, of one row or of many, in the current piece */
    int waits;
};

/* ---- The rows */

/* Enough for any file of that size: a row has at least four bytes, a word two. Memory that is never written to costs
 * nothing. */
static void alloc_rows(struct reading *r) {
    size_t bytes = (size_t)r->in.file.pieces.from.size, rows = bytes / 4 + 2;
    r->rows = (struct rows){
        .start = arena_alloc(r->arena, rows, sizeof(int)),
        .split = arena_alloc(r->arena, rows, sizeof(int)),
        .label = arena_alloc(r->arena, rows, sizeof(int)),
        .token = arena_alloc(r->arena, bytes / 2 + 1, sizeof(int)),
    };
}

/* The words that wait become numbers; training counts them. */
static void add_waiting(struct reading *r) {
    struct rows *rows = &r->rows;
    vocabulary_numbers(r->from->words, r->waiting, r->waits, r->from->training, rows->token + rows->words - r->waits);
    r->waits = 0;
}

static bool add_text(struct reading *r, struct records_field f, const char *column, struct error *e) {
    const char *at = f.text, *end = f.text + f.length;
    struct vocabulary_word word;
    int before = r->rows.words;
    for (; (word.text = utf8_word(&at, end, &word.length)); r->rows.words++) {
        if (r->waits == VOCABULARY_AT_ONCE)
            add_waiting(r);
        r->waiting[r->waits++] = word;
    }
    if (r->rows.words > INT_MAX / 2)
        return records_fault(&r->in.file, e, "the file has too many words");
    return r->rows.words > before || records_fault(&r->in.file, e, "%s has no words", column);
}

static bool add_label(struct reading *r, struct records_field f, struct error *e) {
    char buffer[TEXT_PRINTABLE];
    const char *at = f.text;
    size_t length;
    struct vocabulary *labels = r->from->labels;
    int *label = &r->rows.label[r->rows.count];
    if (!utf8_word(&at, f.text + f.length, &length))
        return records_fault(&r->in.file, e, "label is empty");
    const struct vocabulary_word spelled = {f.text, f.length};
    vocabulary_numbers(labels, &spelled, 1, r->from->training, label);
    if (r->from->training && *label >= ROWS_LABELS)
        return records_fault(&r->in.file, e, "more than %d different labels", ROWS_LABELS);
    const struct vocabulary_word *known = &labels->word[*label];
    if (!records_is(f, known->text))
        return records_fault(&r->in.file, e, "label '%s' is in no training row", records_show(f, buffer));
    return true;
}

static bool add_row(struct reading *r, const struct records_field *field, struct error *e) {
    struct rows *rows = &r->rows;
    int n = rows->count;
    if (!add_label(r, field[LABELLED_LABEL], e) || !add_text(r, field[LABELLED_A], "text_a", e))
        return false;
    rows->split[n] = rows->words - rows->start[n];
    if (field[LABELLED_B].text && !add_text(r, field[LABELLED_B], "text_b", e))
        return false;
    int words = rows->words - rows->start[n];
    rows->start[++rows->count] = rows->words;
    return !r->from->training || words <= r->from->most ||
           records_fault(&r->in.file, e, "has %d words, more than task.max_words = %d", words, r->from->most);
}

static bool read_rows(struct reading *r, struct error *e) {
    const struct task_input *in = r->from->in;
    const struct pieces *file = &r->in.file.pieces;
    struct records_field field[LABELLED_COLUMNS];
    bool more = true;
    alloc_rows(r);
    while (more) {
        if (!labelled_next(&r->in, field, &more, e) || (more && !add_row(r, field, e)))
            return false;
        if (records_fields_end(&r->in.file))
            add_waiting(r);
        if (in->reading && (!more || r->in.file.line % 1024 == 0))
            in->reading(in->user, file->from.path, file->from.read, file->from.size);
    }
    return r->rows.count > 0 || records_fault(&r->in.file, e, "there is no row after the header");
}

bool rows_read(struct rows *out, const struct rows_source *from, uint64_t *fingerprint, struct arena *arena,
               struct error *e) {
    char found[PATH_MAX_LENGTH];
    struct reading r = {.from = from, .arena = arena};
    struct labelled_how how = {.rows = {.from = {.path = file_find(found, from->path)}}, .label = "label", .texts = ""};
    bool ok = labelled_open(&r.in, &how, e) && read_rows(&r, e);
    *fingerprint = r.in.file.pieces.fingerprint;
    *out = r.rows;
    out->texts = r.in.column[LABELLED_B] >= 0 ? 2 : 1;
    labelled_close(&r.in);
    return ok;
}

/* ---- In order */

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

void rows_settle(struct rows *out, const struct rows *in, const struct vocabulary *words,
                 const struct vocabulary *labels, struct arena *arena) {
    struct arena scratch = {0};
    struct next_row *next = rows_by_length(in, &scratch);
    *out = (struct rows){.count = in->count, .words = in->words, .texts = in->texts};
    out->start = arena_alloc(arena, (size_t)in->count + 1, sizeof(int));
    out->split = arena_alloc(arena, (size_t)in->count, sizeof(int));
    out->label = arena_alloc(arena, (size_t)in->count, sizeof(int));
    out->token = arena_alloc(arena, (size_t)in->words, sizeof(int));
    for (int n = 0; n < in->count; n++) {
        struct next_row *to = &next[rows_length(in, n)];
        out->start[to->row] = to->word;
        out->split[to->row] = in->split[n];
        out->label[to->row++] = vocabulary_token(labels, in->label[n]);
        for (int i = in->start[n]; i < in->start[n + 1]; i++)
            out->token[to->word++] = vocabulary_token(words, in->token[i]);
    }
    out->start[in->count] = in->words;
    arena_free(&scratch);
}
