/* data_file.c -- a file of rows where a config could be: poslab train reviews.csv. Its first rows say which column is
 * the label and which the text; where that is not clear the error has a command to copy. See data_file.h. */
#include "rows/data_file.h"

#include <string.h>
#include <strings.h>

#include "base/advice.h"
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rows/rows.h"
#include "task/kinds.h"

enum { ROWS = 20000, LABELS = 50, LABEL_WORDS = 3, LABELS_SHOWN = 5, LIST = 300 };

/* What the first rows have in a column. */
struct column_values {
    const char *name;
    long words, filled;            /* of all rows; rows that are not empty */
    const char *value[LABELS + 1]; /* different ones, up to so many */
    int values;
};

struct first_rows {
    const char *path;
    struct column_values *column;
    int columns, label, text[2];             /* -1: not found */
    long rows;                               /* that were read: ROWS + 1 where there are more */
    const char *label_column, *text_columns; /* as settings have them; NULL: not found */
    const char *separator;                   /* as records_separator tells it; NULL: nothing to tell */
    struct arena *arena;
};

/* It cannot be looked at before it is read. */
static bool is_stream(const char *word) { return strcmp(word, "-") == 0 || file_is_pipe(word); }

bool data_file_is(const char *word) {
    return is_stream(word) || (!file_is_folder(word) && (file_exists(word) || records_form_of(word) != RECORDS_AUTO));
}

bool data_file_how(struct labelled_how *how, const struct assignments *given, const struct task_built *as,
                   struct arena *arena, struct error *e) {
    struct rows_options *o = arena_alloc(arena, 1, sizeof *o);
    const struct setting *own;
    char text[SETTING_TEXT_MAX];
    setting_defaults(task_tsv.options, o);
    for (const struct setting *s = task_tsv.options; s->key; s++) {
        const char *value = assignments_value(given, s->key);
        if (!text_lists(DATA_FILE_KEYS, s->key))
            continue;
        if (value && !setting_read(s, o, value, e))
            return error_prefix(e, "%s: %s", assignments_where(given, s->key), s->key);
        if (!value && as && s->at != offsetof(struct rows_options, format) &&
            (own = setting_find(as->kind->options, s->key)) && *setting_write(own, as->options, text, sizeof text))
            setting_read(s, o, text, e);
    }
    *how = (struct labelled_how){.rows = {{.charset = (enum charset)o->charset}, (enum records_form)o->format},
                                 .label = o->label_column,
                                 .texts = o->text_columns};
    return true;
}

/* ---- Looking at the first rows */

/* Takes a row's field: its words, and its text if that is a new one. */
static void look_at(struct column_values *s, struct records_field f, struct arena *arena) {
    const char *at = f.text;
    size_t length = 0;
    int words = 0, k = 0;
    while (f.text && utf8_word(&at, f.text + f.length, &length))
        words++;
    s->words += words;
    s->filled += words > 0;
    while (k < s->values && !records_is(f, s->value[k]))
        k++;
    if (words && k == s->values && k <= LABELS)
        s->value[s->values++] = memcpy(arena_alloc(arena, f.length + 1, 1), f.text, f.length);
}

static bool look(struct first_rows *l, const struct assignments *given, struct error *e) {
    char text[2 * PATH_MAX_LENGTH];
    struct labelled_how how;
    struct records r;
    struct records_field field[RECORDS_COLUMNS];
    if (!data_file_how(&how, given, NULL, l->arena, e))
        return false;
    how.rows.from.path = l->path;
    bool more = true, ok = records_open(&r, &how.rows, e);
    l->column = arena_alloc(l->arena, RECORDS_COLUMNS, sizeof *l->column);
    for (; ok && more && l->rows <= ROWS; l->rows += ok && more) {
        ok = records_next(&r, field, &more, e);
        for (int i = 0; ok && more && i < r.columns; i++)
            look_at(&l->column[i], field[i], l->arena);
    }
    l->columns = r.columns;
    for (int i = 0; i < l->columns; i++)
        l->column[i].name = memcpy(arena_alloc(l->arena, r.name[i].length + 1, 1), r.name[i].text, r.name[i].length);
    if (records_separator(&r, text, sizeof text))
        l->separator = arena_text(l->arena, text);
    records_close(&r);
    return ok;
}

/* ---- Which columns they are */

/* The column of one of these names, the first of them that is there; -1: none is. */
static int find(const struct first_rows *l, const char *const *name) {
    for (; *name; name++)
        for (int i = 0; i < l->columns; i++)
            if (strcasecmp(l->column[i].name, *name) == 0)
                return i;
    return -1;
}

static double words_of(const struct column_values *s) { return s->filled ? (double)s->words / (double)s->filled : 0; }

static void find_texts(struct first_rows *l) {
    static const char *const pairs[][2] = {{"text_a", "text_b"},
                                           {"premise", "hypothesis"},
                                           {"sentence1", "sentence2"},
                                           {"question1", "question2"},
                                           {"text1", "text2"}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs && l->text[0] < 0; k++) {
        int a = find(l, (const char *const[]){pairs[k][0], NULL}),
            b = find(l, (const char *const[]){pairs[k][1], NULL});
        l->text[0] = b >= 0 ? a : -1;
        l->text[1] = a >= 0 ? b : -1;
    }
    int named = find(l, (const char *const[]){"text_a", "text", NULL});
    if (l->text[0] < 0)
        l->text[0] = named;
    for (int i = 0; l->text[1] < 0 && named < 0 && i < l->columns; i++)
        if (words_of(&l->column[i]) > (l->text[0] < 0 ? 1 : words_of(&l->column[l->text[0]])))
            l->text[0] = i;
}

/* Few different values, each of few words, in many rows. */
static bool may_be_label(const struct first_rows *l, int i) {
    const struct column_values *s = &l->column[i];
    return i != l->text[0] && i != l->text[1] && s->values > 1 && s->values <= LABELS && 2 * s->values <= s->filled &&
           words_of(s) <= LABEL_WORDS;
}

static int count_labels(const struct first_rows *l, int *last) {
    int count = 0;
    for (int i = 0; i < l->columns; i++)
        if (may_be_label(l, i))
            count++, *last = i;
    return count;
}

/* By its name; else the only one that may be it. */
static void find_label(struct first_rows *l) {
    static const char *const names[] = {"label", "labels", "class", "category", "target", "sentiment", NULL};
    int only = -1, named = find(l, names);
    if (named >= 0 && (may_be_label(l, named) || strcasecmp(l->column[named].name, names[0]) == 0))
        l->label = named;
    else if (count_labels(l, &only) == 1)
        l->label = only;
}

/* ---- What is printed, and set */

/* The command that says all of it. */
static const char *command_line(const struct first_rows *l, const struct command *c) {
    return arena_format(l->arena, "%s %s task.name=tsv %s %s %s", advice_name(), c->name,
                        text_quote(arena_format(l->arena, "task.train=%s", l->path), l->arena),
                        text_quote(arena_format(l->arena, "task.label_column=%s", l->label_column), l->arena),
                        text_quote(arena_format(l->arena, "task.text_columns=%s", l->text_columns), l->arena));
}

/* "stars (5 different: 1, 2, 3, 4, 5)", "review (12.0 words on average)"; of a text always its words. */
static const char *describe(const struct first_rows *l, int i, bool text) {
    const struct column_values *s = &l->column[i];
    const char *list = "";
    if (text || s->values > LABELS || words_of(s) > LABEL_WORDS)
        return arena_format(l->arena, "%s (%.1f words on average)", s->name, words_of(s));
    for (int k = 0; k < s->values && k < LABELS_SHOWN; k++)
        list = arena_format(l->arena, "%s%s%.40s", list, k ? ", " : "", s->value[k]);
    return arena_format(l->arena, "%s (%d different: %s%s)", s->name, s->values, list,
                        s->values > LABELS_SHOWN ? ", ..." : "");
}

static const char *rows_of(const struct first_rows *l) {
    return l->rows > ROWS ? arena_format(l->arena, "more than %d rows", ROWS)
                          : arena_format(l->arena, "%ld row%s", l->rows, text_plural(l->rows));
}

/* What it found, and the command for the likeliest label: the last column that may be one. */
static bool unclear(struct first_rows *l, const struct command *c, struct error *e) {
    const char *list = "", *separator = l->separator ? arena_format(l->arena, " (%s)", l->separator) : "", *what;
    int label = -1;
    for (int i = 0; i < l->columns && strlen(list) < LIST; i++)
        list = arena_format(l->arena, "%s%s%s", list, i ? ", " : "", describe(l, i, false));
    count_labels(l, &label);
    if (l->columns > 1 && label >= 0 && l->text_columns) {
        l->label_column = l->column[label].name;
        what = arena_format(l->arena, "it is not clear which column is the label; for example: %s", command_line(l, c));
    } else {
        what = "a row needs a text and a label with few values; name them with task.label_column and task.text_columns";
    }
    return error_set(e, EXIT_USAGE, "%s: %s, columns %s%s; %s", l->path, rows_of(l), text_shown(list, l->arena),
                     separator, text_shown(what, l->arena));
}

bool data_file_take(struct arguments *a, const struct command *c, struct error *e) {
    struct first_rows l = {.path = a->data, .label = -1, .text = {-1, -1}, .arena = &a->arena};
    if (!a->data)
        return true;
    if (assignments_from_line(&a->settings, "task.train"))
        return error_set(e, EXIT_USAGE, "%s: two files of rows, %s and task.train=%s; leave one out", c->name, a->data,
                         assignments_value(&a->settings, "task.train"));
    if (is_stream(a->data))
        return (assignments_from_line(&a->settings, "task.name") ||
                assignments_set(&a->settings, "task.name", "tsv", "command line", e)) &&
               assignments_set(&a->settings, "task.train", a->data, "command line", e);
    if (!look(&l, &a->settings, e))
        return false;
    find_texts(&l);
    find_label(&l);
    l.label_column = assignments_value(&a->settings, "task.label_column");
    l.text_columns = assignments_value(&a->settings, "task.text_columns");
    if (!l.text_columns && l.text[0] >= 0)
        l.text_columns = arena_format(l.arena, "%s%s%s", l.column[l.text[0]].name, l.text[1] < 0 ? "" : ", ",
                                      l.text[1] < 0 ? "" : l.column[l.text[1]].name);
    if (!l.label_column && l.label >= 0)
        l.label_column = l.column[l.label].name;
    if (!l.label_column || !l.text_columns)
        return unclear(&l, c, e);
    const char *found =
        arena_format(l.arena, "%s: %s, label %s, text %s: %s", l.path, rows_of(&l),
                     l.label < 0 ? l.label_column : describe(&l, l.label, false),
                     l.text[0] < 0 ? l.text_columns : describe(&l, l.text[0], true), command_line(&l, c));
    arguments_note(a, "%s", text_shown(found, l.arena));
    const char *const set[][2] = {{"task.name", "tsv"},
                                  {"task.train", l.path},
                                  {"task.label_column", l.label_column},
                                  {"task.text_columns", l.text_columns}};
    for (size_t k = 0; k < sizeof set / sizeof *set; k++) /* what the command line itself says stays */
        if (!assignments_from_line(&a->settings, set[k][0]) &&
            !assignments_set(&a->settings, set[k][0], set[k][1], "command line", e))
            return false;
    return true;
}
