/* start_tables.c -- see start_tables.h. */
#include "tables/start_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <xxhash.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "encoding/encoding.h"
#include "tables/table_source.h"

#define MARK "\xe2\x90\xa3" /* the blank before a word in a byte-level vocabulary, U+2423 */

/* How well a name fits, best first. */
enum name_fit { NAME_MARKED, NAME_EXACT, NAME_MARKED_CASE, NAME_CASE, NAME_NONE };

/* The name of a row of ours. */
struct row_name {
    const char *text;
    size_t length;
    int row;
};

enum { MISSING_SHOWN = 3, MISSING_COLUMNS = 20, MISSING_TEXT = 512, TOLD = 1400 };

/* One table while it is read from a file. */
struct start {
    struct run *run;
    const char *key; /* "embedding.token" */
    enum public_kind kind;
    struct table_source source;
    struct vectors table;           /* ours; rows that are not found keep their values */
    struct row_name *exact, *lower; /* (table rows) names in order, as they are and in lower case */
    real *read;                     /* (table rows, table columns) of those that are found */
    unsigned char *fit;             /* (table rows) how well the name of what was read fits: an enum name_fit */
    int *row;                       /* (found) in order */
    int found, other_case;
    double std, factor;
    bool failed;
    struct error *e;
    struct arena arena;
};

/* After an error nothing is open. */
static bool open_start(struct start *s, struct run *r, enum public_kind kind, const char *path, struct error *e) {
    *s = (struct start){.run = r, .kind = kind, .factor = 1, .e = e};
    s->key = kind == PUBLIC_TOKEN ? "embedding.token" : "embedding.position";
    if (!vectors_open(&s->table, kind, r, e))
        return false;
    if (!table_source_open(&s->source, path, kind, e))
        return error_prefix(e, "%s", s->key);
    int there = s->source.columns, here = s->table.columns, width = r->model.config.d_model;
    if (there == here || (there > here && r->settings.embedding.fit == FIT_CUT))
        return true;
    bool own = kind == PUBLIC_POSITION && here < width; /* columns that only positions use */
    error_set(e, EXIT_USAGE, "%s: %s has %d columns, the table of %ss has %d: choose %s = %d%s", s->key, path, there,
              public_kinds[kind], here, own ? "learned.columns" : "model.d_model", own ? there : width - here + there,
              there > here ? ", or embedding.fit = cut" : "");
    table_source_close(&s->source);
    return false;
}

/* ---- The rows that a name in the file means */

/* In lower case, as whole words are (a sigma at the end of a word has a letter of its own): a copy to be freed. */
static char *lower_case(const char *text, size_t length, size_t *bytes) {
    uint8_t *lower = u8_tolower((const uint8_t *)text, length, "", NULL, NULL, bytes);
    if (!lower)
        memory_die("try a smaller vocabulary");
    return (char *)lower;
}

static int compare_text(const struct row_name *a, const struct row_name *b) {
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare(const void *a, const void *b) {
    const struct row_name *x = a, *y = b;
    int order = compare_text(x, y);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static void sort_names(struct start *s) {
    size_t rows = (size_t)s->table.rows;
    char buffer[TASK_WORD_MAX];
    s->exact = arena_alloc(&s->arena, rows, sizeof *s->exact);
    s->lower = arena_alloc(&s->arena, rows, sizeof *s->lower);
    for (int i = 0; i < s->table.rows; i++) {
        const char *name = arena_text(&s->arena, vectors_name(&s->table, i, buffer));
        size_t bytes;
        char *lower = lower_case(name, strlen(name), &bytes);
        s->exact[i] = (struct row_name){name, strlen(name), i};
        s->lower[i] = (struct row_name){arena_format(&s->arena, "%.*s", (int)bytes, lower), bytes, i};
        free(lower);
    }
    qsort(s->exact, rows, sizeof *s->exact, compare);
    qsort(s->lower, rows, sizeof *s->lower, compare);
}

/* Keeps the latest row of the file as the best so far for one of our rows. */
static void keep(struct start *s, int row, enum name_fit fit) {
    if (s->failed || fit >= s->fit[row])
        return;
    int columns = s->table.columns;
    s->failed = !table_source_numbers(&s->source, s->read + (size_t)row * columns, columns, s->e);
    s->fit[row] = (unsigned char)fit;
}

/* Keeps it for all rows of this name: from the first that is not before it in order. */
static void keep_named(struct start *s, const struct row_name *in, const char *text, size_t length, enum name_fit fit) {
    const struct row_name wanted = {text, length, 0};
    int low = 0;
    for (int count = s->table.rows; count > 0;) {
        int half = count / 2;
        bool before = compare_text(&in[low + half], &wanted) < 0;
        low = before ? low + half + 1 : low;
        count = before ? count - half - 1 : half;
    }
    for (; low < s->table.rows && compare_text(&in[low], &wanted) == 0; low++)
        keep(s, in[low].row, fit);
}

static void keep_word(struct start *s, const char *name, size_t length) {
    bool marked = length > strlen(MARK) && memcmp(name, MARK, strlen(MARK)) == 0;
    const char *plain = name + (marked ? strlen(MARK) : 0);
    size_t left = length - (size_t)(plain - name), bytes;
    if (marked)
        keep_named(s, s->exact, plain, left, NAME_MARKED);
    keep_named(s, s->exact, name, length, NAME_EXACT);
    char *small = lower_case(plain, left, &bytes);
    keep_named(s, s->lower, small, bytes, marked ? NAME_MARKED_CASE : NAME_CASE);
    free(small);
}

static bool read_rows(struct start *s, struct error *e) {
    size_t rows = (size_t)s->table.rows;
    bool more = true, words = s->kind == PUBLIC_TOKEN;
    s->read = arena_alloc(&s->arena, rows * s->table.columns, sizeof *s->read);
    s->fit = memset(arena_alloc(&s->arena, rows, 1), NAME_NONE, rows);
    s->row = arena_alloc(&s->arena, rows, sizeof *s->row);
    if (words)
        sort_names(s);
    while (!s->failed && more) {
        if (!table_source_next(&s->source, &more, e))
            return false;
        int position = s->source.position, row = position + s->table.unread;
        if (more && words)
            keep_word(s, s->source.word, s->source.length);
        else if (more && position >= 0 && row < s->table.rows)
            keep(s, row, NAME_EXACT);
    }
    for (int i = 0; i < s->table.rows; i++)
        if (s->fit[i] != NAME_NONE) {
            s->row[s->found++] = i;
            s->other_case += s->fit[i] >= NAME_MARKED_CASE;
        }
    return !s->failed;
}

/* "w1, w2, w3, ..." of the rows missing in the file */
static const char *list_missing(const struct start *s, char text[MISSING_TEXT]) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    int count = 0;
    text[0] = 0;
    for (int i = s->table.unread; i < s->table.rows && count <= MISSING_SHOWN; i++)
        if (s->fit[i] == NAME_NONE) {
            const char *name = text_printable(shown, vectors_name(&s->table, i, buffer));
            name = count < MISSING_SHOWN ? name : "...";
            text_append(text, MISSING_TEXT, "%s%.*s", count ? ", " : "", (int)utf8_fit(name, MISSING_COLUMNS), name);
            count++;
        }
    return text;
}

/* By embedding.freeze or encoding.frozen. */
static bool is_frozen(const struct start *s) {
    const struct params *p = &s->run->model.params;
    return params_at(p, (size_t)(s->table.value - p->value))->frozen;
}

static bool check_found(const struct start *s, struct error *e) {
    char missing[MISSING_TEXT];
    int rows = s->table.rows - s->table.unread;
    if (s->found == 0)
        return error_set(e, EXIT_DATA, "%s: %s has none of the %d %s: %s", s->key, s->source.path, rows,
                         s->kind == PUBLIC_TOKEN ? "words" : "positions", list_missing(s, missing));
    return s->kind == PUBLIC_TOKEN || s->found == rows || !is_frozen(s) ||
           error_set(e, EXIT_USAGE,
                     "%s: %s has %d of the %d positions, and a frozen table would keep the others random; choose "
                     "learned.max_position_embeddings = %d, or another file",
                     s->key, s->source.path, s->found, rows, s->found);
}

/* ---- Numbers */

/* Standard deviation of rows that are drawn; for positions it is the option std of the encoding that has the table. */
static double usual_deviation(const struct start *s) {
    const struct settings *set = &s->run->settings;
    const struct model *m = &s->run->model;
    const struct encoding *part;
    if (s->kind == PUBLIC_TOKEN)
        return params_at(&m->params, m->token)->std;
    for (int i = 0; (part = encoding_part(set->encoding, i)); i++) {
        const struct setting *o = part->table ? setting_named(part->options, "std") : NULL;
        if (o)
            return *(const double *)((const char *)encoding_part_options(set->encoding_options, i) + o->at);
    }
    return 0;
}

static const real *row_read(const struct start *s, int i) { return s->read + (size_t)s->row[i] * s->table.columns; }

/* The standard deviation of the numbers that were found, and what they are multiplied by. */
static bool scale(struct start *s, struct error *e) {
    int columns = s->table.columns;
    double sum = 0, square = 0, count = (double)s->found * columns;
    for (int i = 0; i < s->found; i++)
        for (int c = 0; c < columns; c++)
            sum += (double)row_read(s, i)[c];
    for (int i = 0; i < s->found; i++)
        for (int c = 0; c < columns; c++) {
            double apart = (double)row_read(s, i)[c] - sum / count;
            square += apart * apart;
        }
    s->std = sqrt(square / count);
    if (s->run->settings.embedding.rescale == RESCALE_KEEP)
        return true;
    if (!(s->std > 0))
        return error_set(e, EXIT_DATA, "%s: %s: the %d rows used do not differ, so they have no standard deviation",
                         s->key, s->source.path, s->found);
    s->factor = usual_deviation(s) / s->std;
    return true;
}

/* Into the model; returns a fingerprint of rows and numbers. */
static uint64_t store(const struct start *s) {
    const struct params *p = &s->run->model.params;
    real *table = p->value + (s->table.value - p->value);
    uint64_t fingerprint = 0;
    for (int i = 0; i < s->found; i++) {
        real *to = table + (size_t)s->row[i] * s->table.columns;
        for (int c = 0; c < s->table.columns; c++)
            to[c] = (real)((double)row_read(s, i)[c] * s->factor);
        int number = s->row[i] - s->table.unread;
        fingerprint = XXH3_64bits_withSeed(&number, sizeof number, fingerprint);
        fingerprint = XXH3_64bits_withSeed(to, (size_t)s->table.columns * sizeof *to, fingerprint);
    }
    return fingerprint;
}

static const char *describe(const struct start *s, uint64_t fingerprint) {
    char shown[TEXT_PRINTABLE], missing[MISSING_TEXT], text[TOLD] = "";
    int rows = s->table.rows - s->table.unread;
    bool words = s->kind == PUBLIC_TOKEN;
    text_append(text, sizeof text, "%s start from %s (%s, %d columns): %d of %d found", words ? "Words" : "Positions",
                text_printable(shown, s->source.path), s->source.form, s->source.columns, s->found, rows);
    if (s->other_case)
        text_append(text, sizeof text, ", %d of them in another case", s->other_case);
    if (s->found < rows)
        text_append(text, sizeof text, " (the others are random: %s)", list_missing(s, missing));
    if (s->source.columns > s->table.columns)
        text_append(text, sizeof text, ", cut to the first %d columns", s->table.columns);
    text_append(text, sizeof text,
                s->factor == 1 ? "; standard deviation %.3g, that of random rows is %.3g"
                               : "; standard deviation %.3g scaled to %.3g",
                s->std, usual_deviation(s));
    if (is_frozen(s))
        text_append(text, sizeof text, "; frozen");
    text_append(text, sizeof text, "; fingerprint %016" PRIx64 ".", fingerprint);
    return arena_text(&s->run->arena, text);
}

static bool start(struct run *r, enum public_kind kind, const char *path, bool only_check, struct error *e) {
    struct start s;
    if (!*path)
        return true;
    if (!open_start(&s, r, kind, path, e))
        return false;
    bool ok = only_check || ((read_rows(&s, e) || error_prefix(e, "%s", s.key)) && check_found(&s, e) && scale(&s, e));
    if (ok && !only_check) {
        const char *told = describe(&s, store(&s));
        r->tables = *r->tables ? arena_format(&r->arena, "%s %s", r->tables, told) : told;
    }
    table_source_close(&s.source);
    arena_free(&s.arena);
    return ok;
}

bool start_tables(struct run *r, struct error *e) {
    const struct embedding *o = &r->settings.embedding;
    return start(r, PUBLIC_TOKEN, o->token, false, e) && start(r, PUBLIC_POSITION, o->position, false, e);
}

bool start_tables_check(const struct run *r, struct error *e) {
    const struct embedding *o = &r->settings.embedding;
    return start((struct run *)r, PUBLIC_TOKEN, o->token, true, e) &&
           start((struct run *)r, PUBLIC_POSITION, o->position, true, e);
}
