/* start_tables.c -- see start_tables.h. */
#include "tables/start_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"
#include "base/utf8.h"
#include "maths/principal.h"
#include "tables/row_finder.h"
#include "tables/table_source.h"

enum { MISSING_SHOWN = 3, MISSING_COLUMNS = 20, MISSING_TEXT = 512, TOLD = 1400 };

/* One table while it is read from a file. */
struct start {
    struct run *run;
    const char *key; /* "embedding.token" */
    enum public_kind kind;
    struct table_source source;
    struct vectors table; /* ours; rows that are not found keep their values */
    int columns;          /* that are read of a row */
    real *read;           /* (table rows, columns) */
    unsigned char *fit;   /* (table rows) how well the name of what was read fits: an enum name_fit */
    int *row;             /* (found) in order */
    double *value;        /* (found, table columns) as they become */
    int found, other_case, components;
    double std, factor;
    bool failed;
    struct error *e;
    struct arena arena;
};

/* ---- Opening */

static bool check_width(const struct start *s, struct error *e) {
    int fit = s->run->settings.embedding.fit, there = s->source.columns, here = s->table.columns;
    if (there < here)
        return error_set(e, EXIT_USAGE, "%s: %s has %d columns, fewer than the %d of the table of %ss", s->key,
                         s->source.path, there, here, public_kinds[s->kind]);
    return there == here || fit != FIT_ERROR ||
           error_set(e, EXIT_USAGE,
                     "%s: %s has %d columns, the table of %ss has %d: choose embedding.fit = cut or project, or "
                     "model.d_model",
                     s->key, s->source.path, there, public_kinds[s->kind], here);
}

/* After an error nothing is open. */
static bool open_start(struct start *s, struct run *r, enum public_kind kind, const char *path, struct error *e) {
    *s = (struct start){.run = r, .kind = kind, .factor = 1, .e = e};
    s->key = kind == PUBLIC_TOKEN ? "embedding.token" : "embedding.position";
    if (!vectors_open(&s->table, kind, r, e))
        return false;
    if (!table_source_open(&s->source, path, kind, e))
        return error_prefix(e, "%s", s->key);
    if (check_width(s, e))
        return true;
    table_source_close(&s->source);
    return false;
}

/* ---- Reading */

/* Keeps the latest row of the file as the best so far for one of our rows. */
static void keep(void *user, int row, enum name_fit fit) {
    struct start *s = user;
    if (s->failed || fit >= s->fit[row])
        return;
    s->failed = !table_source_numbers(&s->source, s->read + (size_t)row * s->columns, s->columns, s->e);
    s->fit[row] = (unsigned char)fit;
}

static void keep_position(struct start *s) {
    int row = s->source.position + s->table.unread;
    if (s->source.position >= 0 && row < s->table.rows)
        keep(s, row, NAME_EXACT);
}

static bool read_rows(struct start *s, struct error *e) {
    struct row_finder finder;
    bool more = true, words = s->kind == PUBLIC_TOKEN;
    s->columns = s->run->settings.embedding.fit == FIT_PROJECT ? s->source.columns : s->table.columns;
    s->read = arena_alloc(&s->arena, (size_t)s->table.rows * s->columns, sizeof *s->read);
    s->fit = arena_alloc(&s->arena, (size_t)s->table.rows, 1);
    s->row = arena_alloc(&s->arena, (size_t)s->table.rows, sizeof *s->row);
    memset(s->fit, NAME_NONE, (size_t)s->table.rows);
    if (words)
        row_finder_build(&finder, &s->table, &s->arena);
    while (!s->failed && more) {
        if (!table_source_next(&s->source, &more, e))
            return false;
        if (more && words)
            row_finder_find(&finder, s->source.word, s->source.length, keep, s);
        else if (more)
            keep_position(s);
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
                     "encoding.max_position_embeddings = %d, or another file",
                     s->key, s->source.path, s->found, rows, s->found);
}

/* ---- Fitting */

static bool is_projected(const struct start *s) { return s->columns > s->table.columns; }

/* The rows that were found, one after another, with the columns of the table. */
static void fit_columns(struct start *s) {
    int columns = s->table.columns;
    s->value = arena_alloc(&s->arena, (size_t)s->found * columns, sizeof *s->value);
    for (int i = 0; i < s->found; i++)
        memmove(s->read + (size_t)i * s->columns, s->read + (size_t)s->row[i] * s->columns,
                (size_t)s->columns * sizeof *s->read);
    if (is_projected(s))
        s->components = principal_project(s->value, s->read, s->found, s->columns, columns, &s->arena);
    for (size_t i = 0; i < (size_t)s->found * columns && s->columns == columns; i++)
        s->value[i] = (double)s->read[i];
}

/* Standard deviation of all numbers of the rows. */
static double deviation(const struct start *s) {
    size_t count = (size_t)s->found * s->table.columns;
    double sum = 0, square = 0;
    for (size_t i = 0; i < count; i++)
        sum += s->value[i];
    for (size_t i = 0; i < count; i++)
        square += (s->value[i] - sum / (double)count) * (s->value[i] - sum / (double)count);
    return sqrt(square / (double)count);
}

/* encoding.std of the encoding that has the table. */
static double drawn_positions(const struct settings *set) {
    const struct encoding *part;
    for (int i = 0; (part = encoding_part(set->encoding, i)); i++) {
        const struct setting *o = part->table ? setting_find(part->options, "encoding.std") : NULL;
        const void *value = o ? (const char *)encoding_part_options(set->encoding_options, i) + o->at : NULL;
        if (value)
            return *(const double *)value;
    }
    return 0;
}

/* Standard deviation of rows that are drawn. */
static double usual_deviation(const struct start *s) {
    const struct model *m = &s->run->model;
    return s->kind == PUBLIC_TOKEN ? params_at(&m->params, m->token)->std : drawn_positions(&s->run->settings);
}

static bool scale(struct start *s, struct error *e) {
    int how = s->run->settings.embedding.scale;
    s->std = deviation(s);
    if (how == SCALE_KEEP || (how == SCALE_AUTO && !is_projected(s)))
        return true;
    if (!(s->std > 0))
        return error_set(e, EXIT_DATA, "%s: %s: the %d rows used do not differ, so they have no standard deviation",
                         s->key, s->source.path, s->found);
    s->factor = usual_deviation(s) / s->std;
    for (size_t i = 0; i < (size_t)s->found * s->table.columns; i++)
        s->value[i] *= s->factor;
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
            to[c] = (real)s->value[(size_t)i * s->table.columns + c];
        int number = s->row[i] - s->table.unread;
        fingerprint = XXH3_64bits_withSeed(&number, sizeof number, fingerprint);
        fingerprint = XXH3_64bits_withSeed(to, (size_t)s->table.columns * sizeof *to, fingerprint);
    }
    return fingerprint;
}

/* ---- Reporting */

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
    if (is_projected(s))
        text_append(text, sizeof text, ", projected to %d principal components", s->components);
    else if (s->source.columns > s->table.columns)
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

static bool start(struct run *r, enum public_kind kind, const char *path, struct error *e) {
    struct start s;
    if (!*path)
        return true;
    if (!open_start(&s, r, kind, path, e))
        return false;
    bool ok = (read_rows(&s, e) || error_prefix(e, "%s", s.key)) && check_found(&s, e);
    if (ok) {
        fit_columns(&s);
        ok = scale(&s, e);
    }
    if (ok) {
        const char *told = describe(&s, store(&s));
        r->tables = *r->tables ? arena_format(&r->arena, "%s %s", r->tables, told) : told;
    }
    table_source_close(&s.source);
    arena_free(&s.arena);
    return ok;
}

bool start_tables(struct run *r, struct error *e) {
    const struct embedding *o = &r->settings.embedding;
    return start(r, PUBLIC_TOKEN, o->token, e) && start(r, PUBLIC_POSITION, o->position, e);
}

static bool check(const struct run *r, enum public_kind kind, const char *path, struct error *e) {
    struct start s;
    if (!*path)
        return true;
    if (!open_start(&s, (struct run *)r, kind, path, e))
        return false;
    table_source_close(&s.source);
    return true;
}

bool start_tables_check(const struct run *r, struct error *e) {
    const struct embedding *o = &r->settings.embedding;
    return check(r, PUBLIC_TOKEN, o->token, e) && check(r, PUBLIC_POSITION, o->position, e);
}
