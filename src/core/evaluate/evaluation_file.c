/* evaluation_file.c -- eval.tsv: what is known of the run as comments, rows, and as its last line a checksum of all
 * bytes before it; see evaluate.h.
 *
 * Of what is read only limits are checked; then it is written again, which must give the same bytes. So nothing is
 * taken that is twice, missing, misspelt, elsewhere or more than is expected; the refusal names the first line that
 * differs. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "evaluate/evaluation_rows.h"
#include "model/mixer.h"
#include "run/run.h"

enum { FILE_BYTES = 1 << 26, SHOWN = 100, KEY = 32 };
static const char before_sum[] = "# " CHECKSUM " = ";

/* ---- What is known of the run: numbers within their limits, texts that are not empty, names that are found */

static const void *find_task(const char *name) { return task_named(name); }
static const void *find_mixer(const char *name) { return mixer_find(name); }
static const void *find_baseline(const char *name) { return baseline_find(name); }
static const void *find_encoding(const char *name) {
    const struct encoding *found;
    return encoding_read(&found, name, &(struct error){0}) ? found : NULL;
}

#define FACT(field_, ...) \
    { .at = offsetof(struct evaluation_result, field_), __VA_ARGS__ }
#define NUMBER(kind_, field_, low_, high_) FACT(field_, .key = #field_, .kind = kind_, .low = low_, .high = high_)
#define A_TEXT(field_) FACT(field_, .key = #field_, .kind = TEXT, .size = sizeof((struct evaluation_result *)0)->field_)
#define A_NAME(field_, key_) FACT(field_, .key = #key_, .kind = NAME, .find = find_##key_)

static const struct fact {
    const char *key;
    enum { INT, LONG, REAL, TEXT, NAME } kind;
    size_t at, size;
    double low, high;
    const void *(*find)(const char *); /* a struct that begins with its name; NULL: none */
} facts[] = {
    NUMBER(INT, version, 0, INT_MAX),
    A_NAME(task, task),
    A_NAME(mixer, mixer),
    A_NAME(encoding, encoding),
    A_NAME(instead, baseline),
    NUMBER(INT, seed, 0, INT_MAX),
    NUMBER(INT, steps, 0, INT_MAX),
    NUMBER(INT, validation.steps, 1, INT_MAX),
    NUMBER(REAL, validation.loss, DBL_MIN, DBL_MAX),
    NUMBER(INT, examples, 1, INT_MAX),
    NUMBER(INT, left_out, 1, INT_MAX),
    NUMBER(REAL, seen, 0, 1),
    NUMBER(LONG, weights, 1, (double)COUNT_MAX),
    NUMBER(REAL, seconds, 0, 1e12),
    NUMBER(REAL, tokens_per_second, DBL_MIN, 1e12),
    NUMBER(REAL, steps_to_99, 1, (double)INFINITY),
    A_TEXT(kernels),
    A_TEXT(sparse),
    A_TEXT(files),
    A_TEXT(checkpoint),
    A_TEXT(run_log),
};
enum { FACTS = sizeof facts / sizeof *facts, NEEDED = 4 }; /* the first are in every file */

static double number_of(const struct fact *f, const char *at) {
    switch (f->kind) {
    case INT: return *(const int *)at;
    case LONG: return (double)*(const long *)at;
    case REAL: return *(const double *)at;
    default: return (double)NAN;
    }
}

static bool within(const struct fact *f, double x) { return x >= f->low && x <= f->high; }

static void put_facts(FILE *f, const struct evaluation_result *r) {
    char number[NUMBER_TEXT];
    for (const struct fact *x = facts; x < facts + FACTS; x++) {
        const char *at = (const char *)r + x->at, *text = x->kind == TEXT ? at : "";
        if (x->kind == NAME && *(void *const *)at)
            text = **(const char *const *const *)at;
        if (within(x, number_of(x, at)))
            text = evaluation_number_text(number, number_of(x, at)) ? number : text;
        if (*text)
            fprintf(f, "# %s = %s\n", x->key, text);
    }
}

static bool read_fact(const struct fact *f, struct evaluation_result *r, const char *text) {
    char *at = (char *)r + f->at;
    double x = evaluation_number(text);
    if (f->kind == NAME)
        return (*(const void **)at = f->find(text));
    if (f->kind == TEXT)
        return utf8_printable(text) && (size_t)snprintf(at, f->size, "%s", text) < f->size;
    if (!within(f, x))
        return false;
    if (f->kind == INT)
        *(int *)at = (int)x;
    else if (f->kind == LONG)
        *(long *)at = (long)x;
    else
        *(double *)at = x;
    return true;
}

/* Labels as JSON, because they may hold any character. */
static void put_labels(FILE *f, const struct evaluation_result *r) {
    json_t *labels = json_array();
    for (int k = 0; k < r->labels; k++)
        json_array_append_new(labels, json_string(r->label[k]));
    char *text = json_dumps(labels, JSON_COMPACT);
    if (r->sums[METRIC_MACRO_F1])
        fprintf(f, "# labels = %s\n", text);
    free(text);
    json_decref(labels);
}

static bool read_labels(struct evaluation_result *r, const char *text) {
    json_t *labels = json_loads(text, 0, NULL);
    size_t count = json_array_size(labels);
    bool ok = count >= 1 && count <= LOSS_GIVEN;
    r->label = arena_alloc(r->arena, LOSS_GIVEN, sizeof *r->label);
    for (size_t k = 0; k < count && ok; k++) {
        const char *label = json_string_value(json_array_get(labels, k));
        ok = label;
        r->label[r->labels++] = ok ? arena_text(r->arena, label) : NULL;
    }
    json_decref(labels);
    return ok;
}

/* ---- Writing */

char *evaluation_text(const struct evaluation_result *r, size_t *size) {
    char sum[CHECKSUM_DIGITS + 1];
    struct memory_stream m;
    struct evaluation_result own = *r;
    own.version = EVALUATION_VERSION;
    memory_stream_open(&m);
    setvbuf(m.f, NULL, _IOFBF, BUFSIZ); /* of many short writes */
    put_facts(m.f, &own);
    put_labels(m.f, r);
    if (r->note)
        fprintf(m.f, "# note = %s\n", r->note);
    fputs(evaluation_heading, m.f);
    evaluation_rows_put(m.f, r);
    fflush(m.f);
    checksum_digits(sum, XXH3_128bits(m.bytes, m.size));
    fprintf(m.f, "%s%s\n", before_sum, sum);
    fclose(m.f);
    *size = m.size;
    return m.bytes;
}

bool evaluation_write(const struct evaluation_result *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    size_t size;
    char *text = evaluation_text(r, &size);
    bool ok = file_path(path, folder, EVALUATION_FILE, e) && file_write(path, text, size, e);
    free(text);
    return ok;
}

/* ---- Reading */

static const char *next(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The value of "# key = value"; NULL: the line is another. */
static char *value_of(const char *line, const char *key, struct arena *arena) {
    char begin[KEY];
    int length = snprintf(begin, sizeof begin, "# %s = ", key);
    return strncmp(line, begin, (size_t)length) == 0
               ? arena_format(arena, "%.*s", (int)strcspn(line + length, "\n"), line + length)
               : NULL;
}

/* Reads all lines up to the end; returns the first that it does not understand, or the end. */
static const char *read_lines(struct evaluation_result *r, const char *line, const char *end) {
    struct evaluation_place place = {0};
    char *value;
    for (const struct fact *f = facts; f < facts + FACTS; f++)
        if ((value = value_of(line, f->key, r->arena)) && read_fact(f, r, value))
            line = next(line);
        else if (value || f < facts + NEEDED)
            return line;
    if ((value = value_of(line, "labels", r->arena)) && read_labels(r, value))
        line = next(line);
    if ((value = value_of(line, "note", r->arena)) && strlen(value) < EVALUATION_NOTE && utf8_printable(value)) {
        r->note = value;
        line = next(line);
    }
    r->baseline = arena_alloc(r->arena, BASELINES_MAX, sizeof *r->baseline);
    if (strncmp(line, evaluation_heading, strlen(evaluation_heading)) != 0)
        return line;
    for (line = next(line); line < end && evaluation_rows_read(r, &place, line);)
        line = next(line);
    return line;
}

/* A line as it may be printed. */
static char *shown(char to[TEXT_PRINTABLE], const char *line) {
    char text[SHOWN];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    for (char *c = text; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
    return text_printable(to, text);
}

/* "FILE:LINE: expected ..., found ...". */
static bool refuse(const struct node_file *f, const char *text, const char *at, const char *expected) {
    char found[TEXT_PRINTABLE];
    int line = 1;
    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    return error_set(f->e, EXIT_DATA, "%s:%d: expected %s, found '%s'; %s", f->path, line, expected, shown(found, at),
                     f->advice);
}

/* Whether it would be written like this. */
static bool as_written(const struct evaluation_result *r, const struct node_file *f, const char *text, size_t size) {
    char line[TEXT_PRINTABLE], expected[TEXT_PRINTABLE + 3];
    size_t length, at = 0;
    char *again = evaluation_text(r, &length);
    bool same = length == size && memcmp(again, text, size) == 0;
    while (!same && again[at] && again[at] == text[at])
        at++;
    while (at > 0 && text[at - 1] != '\n')
        at--;
    snprintf(expected, sizeof expected, "'%s'", shown(line, again + at));
    free(again);
    return same || refuse(f, text, text + at, expected);
}

/* A file of another version is distinguished from one that does not fit. */
static bool read_version(struct evaluation_result *r, const struct node_file *f, const char *text) {
    const char *value = value_of(text, "version", r->arena);
    if (!value || !read_fact(facts, r, value))
        return refuse(f, text, text, "a version");
    return r->version == EVALUATION_VERSION ||
           error_set(f->e, EXIT_DATA, "%s was written by another version of poslab (version %d; this one reads %d); %s",
                     f->path, r->version, EVALUATION_VERSION, f->advice);
}

/* Where the checksum begins; NULL: it is not that of all bytes before it. */
static const char *find_sum(struct evaluation_result *r, const struct node_file *f, const char *text, size_t size) {
    enum { BEFORE = sizeof before_sum - 1, LINE = BEFORE + CHECKSUM_DIGITS + 1 };
    const char *at = text + (size < LINE ? 0 : size - LINE);
    checksum_digits(r->sum, XXH3_128bits(text, (size_t)(at - text)));
    if (strncmp(at, before_sum, BEFORE) == 0 && strncmp(at + BEFORE, r->sum, CHECKSUM_DIGITS) == 0)
        return at;
    error_set(f->e, EXIT_DATA, "%s: its checksum does not fit, so it was changed or damaged; %s", f->path, f->advice);
    return NULL;
}

bool evaluation_read_text(struct evaluation_result *r, const struct node_file *f, const char *text, size_t size,
                          struct arena *arena) {
    *r = (struct evaluation_result){.arena = arena, .seen = (double)NAN, .seconds = -1};
    const char *end = read_version(r, f, text) ? find_sum(r, f, text, size) : NULL;
    if (!end)
        return false;
    const char *line = read_lines(r, text, end);
    if (line < end || !r->rows)
        return refuse(f, text, line, "a line that can come next");
    if (!as_written(r, f, text, size))
        return false;
    evaluation_take_figures(r);
    evaluation_add_total(r);
    return true;
}

void evaluation_advice(char advice[EVALUATION_ADVICE], const char *folder) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    bool model = file_path(path, folder, CHECKPOINT_FILE, &e) && !file_missing(path);
    snprintf(advice, EVALUATION_ADVICE,
             model ? "`poslab train --run %.900s --resume` writes a new one"
                   : "no checkpoint was kept to make a new one: rename it, then `poslab train --run %.900s --resume` "
                     "trains the model again",
             folder);
}

bool evaluation_read(struct evaluation_result *r, const char *folder, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH], advice[EVALUATION_ADVICE];
    const struct node_file file = {path, advice, e};
    struct arena scratch = {0};
    size_t size;
    *r = (struct evaluation_result){.arena = arena};
    evaluation_advice(advice, folder);
    if (!file_path(path, folder, EVALUATION_FILE, e))
        return false;
    const char *text = (const char *)file_read(path, FILE_BYTES, &scratch, &size, e);
    bool ok = text && evaluation_read_text(r, &file, text, size, arena);
    arena_free(&scratch);
    return ok;
}
