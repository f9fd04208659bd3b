/* data_file.c -- a file of rows where a config could be: poslab train reviews.csv. Its first rows say which column is
 * the label and which the text; where that is not clear the error has a command to copy. See data_file.h. */
#include "rows/data_file.h"

#include <string.h>
#include <strings.h>

#include "base/advice.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "folder/folder_kind.h"
#include "format/ini.h"
#include "format/names.h"
#include "rows/rows.h"
#include "task/kinds.h"

#define OWN_KEYS "task.name task.train task.label_column task.text_columns"
enum { ROWS = 20000, LABELS = 50, LABEL_WORDS = 3, LABELS_SHOWN = 5, LIST = 300 };

/* What the first rows have in a column. */
struct column_values {
    const char *name;
    long words, filled, numbers;   /* of all rows; rows that are not empty; those that are numbers */
    const char *value[LABELS + 1]; /* different ones as labels, up to so many */
    int values;
    bool nested; /* a list or an object */
};

struct first_rows {
    const char *path;
    struct column_values *column;
    int columns, label, text[2];             /* -1: not found */
    long rows;                               /* that were read: ROWS + 1 where there are more */
    const char *label_column, *text_columns; /* as settings have them; NULL: not found */
    const char *told;                        /* as records_told tells it; NULL: nothing to tell */
    struct arena *arena;
};

/* It cannot be looked at before it is read. */
static bool is_stream(const char *word) { return strcmp(word, "-") == 0 || file_is_pipe(word); }

/* A file of a run or comparison, such as compare.json. */
static bool is_ours(const char *word) {
    char folder[PATH_MAX_LENGTH];
    path_folder(folder, word);
    return strchr(word, '/') && FOLDER_BIT(folder_look(folder).kind) & FOLDERS_OF_RESULTS;
}

bool data_file_is(const char *word) {
    return is_stream(word) ||
           (!file_is_folder(word) && !is_ours(word) && (file_exists(word) || records_form_of(word) != RECORDS_AUTO));
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
    *how = (struct labelled_how){.rows = {{.charset = (enum charset)o->charset}, (enum records_form)o->format, false},
                                 .label = o->label_column,
                                 .texts = o->text_columns};
    return true;
}

/* ---- Looking at the first rows */

/* Takes a row's field: its words, and its label if that is a new one. */
static void look_at(struct column_values *s, struct records_field f, struct label_room *room, struct arena *arena) {
    const char *at = f.text;
    size_t length = 0;
    int words = 0, k = 0;
    while (f.text && utf8_word(&at, f.text + f.length, &length))
        words++;
    f = label_of(f, room);
    s->words += words;
    s->filled += words > 0;
    s->nested = s->nested || f.nested;
    s->numbers += label_is_number(f);
    while (k < s->values && !records_is(f, s->value[k]))
        k++;
    if (words && k == s->values && k <= LABELS)
        s->value[s->values++] = memcpy(arena_alloc(arena, f.length + 1, 1), f.text, f.length);
}

static bool is_named(const struct first_rows *l);
static bool take_given(struct first_rows *l, const struct assignments *given, struct error *e);

static bool read_columns(struct first_rows *l, struct records *r, struct error *e) {
    struct records_field field[RECORDS_COLUMNS];
    struct label_room room = {0};
    bool more = true, ok = true;
    while (ok && more && l->rows <= ROWS) {
        ok = records_next(r, field, &more, e);
        for (int i = 0; ok && more && i < r->columns; i++)
            look_at(&l->column[i], field[i], &room, l->arena);
        l->rows += ok && more;
    }
    label_close(&room);
    return ok;
}

static void take_names(struct first_rows *l, const struct records *r) {
    l->columns = r->columns;
    for (int i = 0; i < l->columns; i++)
        l->column[i].name = arena_text(l->arena, r->name[i].text);
}

static bool look(struct first_rows *l, const struct assignments *given, struct error *e) {
    char text[2 * PATH_MAX_LENGTH];
    struct labelled_how how;
    struct records r;
    if (!data_file_how(&how, given, NULL, l->arena, e))
        return false;
    how.rows.from.path = l->path;
    l->column = arena_alloc(l->arena, RECORDS_COLUMNS, sizeof *l->column);
    bool ok = records_open(&r, &how.rows, e);
    if (ok) {
        struct error missing;
        take_names(l, &r);
        bool there = take_given(l, given, &missing), named = there && (l->label_column || l->text_columns);
        ok = named || is_named(l) || names_check(&r, e);
        if (ok && !there)
            *e = missing;
        ok = ok && there && read_columns(l, &r, e);
    }
    take_names(l, &r); /* JSON may have more */
    if (records_told(&r, text, sizeof text))
        l->told = arena_text(l->arena, text);
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

static const char *const pairs[][2] = {
    {"text_a", "text_b"},       {"premise", "hypothesis"}, {"sentence1", "sentence2"}, {"sentence_a", "sentence_b"},
    {"question1", "question2"}, {"text1", "text2"},        {"question", "answer"},     {"query", "passage"}};
enum { PAIRS = sizeof pairs / sizeof *pairs };
static const char *const texts[] = {"text_a", "text", NULL};
static const char *const labels[] = {"label", "labels", "class", "category", "target", "sentiment", NULL};

static int find_one(const struct first_rows *l, const char *name) { return find(l, (const char *const[]){name, NULL}); }

/* Whether the header has a name that is not to be read as data. */
static bool is_named(const struct first_rows *l) {
    bool named = find(l, texts) >= 0 || find(l, labels) >= 0;
    for (int k = 0; k < PAIRS; k++)
        named = named || (find_one(l, pairs[k][0]) >= 0 && find_one(l, pairs[k][1]) >= 0);
    return named;
}

/* Few different values, each of few words, in many rows. */
static bool may_be_label(const struct first_rows *l, int i) {
    const struct column_values *s = &l->column[i];
    return *s->name && i != l->text[0] && i != l->text[1] && s->values > 1 && s->values <= LABELS &&
           2 * s->values <= s->filled && words_of(s) <= LABEL_WORDS && !s->nested;
}

static bool may_be_text(const struct first_rows *l, int i) {
    const struct column_values *s = &l->column[i];
    return *s->name && i != l->label && words_of(s) > 1 && !may_be_label(l, i) && !s->nested;
}

/* By their names; else the columns of several words: the only one, or two that are about as long. *unclear: another may
 * be a text, too. */
static void find_texts(struct first_rows *l, bool *unclear) {
    int count = 0, named = find(l, texts), two[2] = {-1, -1}; /* the longest, and the next */
    *unclear = false;
    for (int k = 0; k < PAIRS && l->text[0] < 0; k++) {
        int a = find_one(l, pairs[k][0]), b = find_one(l, pairs[k][1]);
        l->text[0] = b >= 0 ? a : -1;
        l->text[1] = a >= 0 ? b : -1;
    }
    if (l->text[0] < 0)
        l->text[0] = named;
    if (l->text[0] >= 0)
        return;
    for (int i = 0; i < l->columns; i++) {
        if (!may_be_text(l, i))
            continue;
        count++;
        if (two[0] < 0 || words_of(&l->column[i]) > words_of(&l->column[two[0]]))
            two[1] = two[0], two[0] = i;
        else if (two[1] < 0 || words_of(&l->column[i]) > words_of(&l->column[two[1]]))
            two[1] = i;
    }
    l->text[0] = two[0];
    if (count < 2)
        return;
    double most = words_of(&l->column[two[0]]), next = words_of(&l->column[two[1]]);
    *unclear = count > 2 || next < 2 || 3 * next < most;
    if (count > 2)
        return;
    l->text[0] = two[0] < two[1] ? two[0] : two[1];
    l->text[1] = two[0] < two[1] ? two[1] : two[0];
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
    int only = -1, named = find(l, labels);
    if (named >= 0 && (may_be_label(l, named) || strcasecmp(l->column[named].name, labels[0]) == 0))
        l->label = named;
    else if (count_labels(l, &only) == 1)
        l->label = only;
}

/* ---- Columns that the user named */

static bool take_name(const struct first_rows *l, const char *name, const char *key, int *column, struct error *e) {
    const char *list = "";
    for (*column = 0; *column < l->columns && strcmp(l->column[*column].name, name) != 0;)
        ++*column;
    if (*column < l->columns)
        return true;
    for (int i = 0; i < l->columns && strlen(list) < LIST; i++)
        list = arena_format(l->arena, "%s%s%s", list, i ? ", " : "", l->column[i].name);
    return error_set(e, EXIT_DATA, "%s:1: there is no column %s; there are: %s (%s names another)", l->path,
                     text_shown(name, l->arena), text_shown(list, l->arena), key);
}

static bool take_given(struct first_rows *l, const struct assignments *given, struct error *e) {
    const char *name, *at;
    l->label_column = assignments_value(given, "task.label_column");
    l->text_columns = at = assignments_value(given, "task.text_columns");
    if (l->label_column && !take_name(l, names_one(l->label_column, l->arena), "task.label_column", &l->label, e))
        return false;
    for (int k = 0; at && names_next(&at, l->arena, &name); k++) /* more than two are refused where rows are read */
        if (k < 2 && !take_name(l, name, "task.text_columns", &l->text[k], e))
            return false;
    return true;
}

/* ---- What is printed, and set */

static const char *name_of_column(const struct first_rows *l, int i) {
    return names_quoted(l->column[i].name, l->arena);
}

static const char *names_of_texts(const struct first_rows *l) {
    return l->text[1] < 0
               ? name_of_column(l, l->text[0])
               : arena_format(l->arena, "%s, %s", name_of_column(l, l->text[0]), name_of_column(l, l->text[1]));
}

/* What was typed besides: a config, settings, members. */
static const char *rest_of_line(const struct first_rows *l, const struct arguments *a) {
    const char *line = a->config ? arena_format(l->arena, " %s", text_quote(a->config, l->arena)) : "";
    for (int i = 0; i < a->operands; i++)
        line = arena_format(l->arena, "%s %s", line, text_quote(a->operand[i], l->arena));
    for (int i = 0; i < a->settings.count; i++) {
        struct assignment item = assignments_item(&a->settings, i);
        if (assignments_from_line(&a->settings, item.key) && !text_lists(OWN_KEYS, item.key))
            line = arena_format(l->arena, "%s %s", line,
                                text_quote(arena_format(l->arena, "%s=%s", item.key, item.value), l->arena));
    }
    return line;
}

/* The command that says all of it. */
static const char *command_line(const struct first_rows *l, const struct command *c, const struct arguments *a) {
    return arena_format(l->arena, "%s %s task.name=tsv %s %s %s%s", advice_name(), c->name,
                        text_quote(arena_format(l->arena, "task.train=%s", l->path), l->arena),
                        text_quote(arena_format(l->arena, "task.label_column=%s", l->label_column), l->arena),
                        text_quote(arena_format(l->arena, "task.text_columns=%s", l->text_columns), l->arena),
                        rest_of_line(l, a));
}

/* "stars (5 different: 1, 2, 3, 4, 5)", "review (12.0 words on average)"; of a text always its words. */
static const char *describe(const struct first_rows *l, int i, bool text) {
    const struct column_values *s = &l->column[i];
    const char *list = "";
    if (!text && s->values > LABELS && s->numbers == s->filled)
        return arena_format(l->arena, "%s (more than %d different numbers)", s->name, LABELS);
    if (text || s->values > LABELS || words_of(s) > LABEL_WORDS)
        return arena_format(l->arena, "%s (%.1f words on average)", s->name, words_of(s));
    for (int k = 0; k < s->values && k < LABELS_SHOWN; k++)
        list = arena_format(l->arena, "%s%s%.40s", list, k ? ", " : "", s->value[k]);
    return arena_format(l->arena, "%s (%d different: %s%s)", *s->name ? s->name : "(no name)", s->values, list,
                        s->values > LABELS_SHOWN ? ", ..." : "");
}

/* ", not used: id, place" */
static const char *not_used(const struct first_rows *l) {
    const char *list = "";
    for (int i = 0; i < l->columns && strlen(list) < LIST; i++)
        if (i != l->label && i != l->text[0] && i != l->text[1])
            list = arena_format(l->arena, "%s%s %s", list,
                                *list ? "," : ", not used:", *l->column[i].name ? l->column[i].name : "(no name)");
    return list;
}

static const char *rows_of(const struct first_rows *l) {
    return l->rows > ROWS ? arena_format(l->arena, "more than %d rows", ROWS)
                          : arena_format(l->arena, "%ld row%s", l->rows, text_plural(l->rows));
}

/* What it found, and the command for what is likeliest: as label the last column that may be one. */
static bool unclear(struct first_rows *l, const struct arguments *a, const struct command *c, struct error *e) {
    const char *list = "", *told = l->told ? arena_format(l->arena, " (%s)", l->told) : "", *what, *quantity = NULL;
    bool label = l->label_column;
    int last = -1;
    for (int i = 0; i < l->columns && strlen(list) < LIST; i++)
        list = arena_format(l->arena, "%s%s%s", list, i ? ", " : "", describe(l, i, false));
    for (int i = 0; i < l->columns; i++)
        if (i != l->text[0] && l->column[i].values > LABELS && l->column[i].numbers == l->column[i].filled)
            quantity = l->column[i].name;
    count_labels(l, &last);
    if (!label && last >= 0)
        l->label_column = name_of_column(l, last);
    if (l->columns > 1 && l->label_column && l->text_columns)
        what = arena_format(l->arena, "it is not clear which column is the %s; for example: %s",
                            label ? "text" : "label", command_line(l, c, a));
    else if (l->text_columns && quantity)
        what = arena_format(l->arena,
                            "more than %d different numbers are a quantity (%s); poslab answers with labels: a row "
                            "needs one, of few values (task.label_column)",
                            LABELS, quantity);
    else
        what = "a row needs a text and a label with few values; name them with task.label_column and task.text_columns";
    return error_set(e, EXIT_USAGE, "%s: %s, columns %s%s; %s", l->path, rows_of(l), text_shown(list, l->arena), told,
                     text_shown(what, l->arena));
}

static const char *found(const struct first_rows *l, const struct arguments *a, const struct command *c) {
    const char *both = l->text[1] < 0 ? "" : arena_format(l->arena, " and %s", describe(l, l->text[1], true));
    return arena_format(l->arena, "%s: %s, label %s, text%s %s%s%s: %s", l->path, rows_of(l),
                        describe(l, l->label, false), *both ? "s" : "", describe(l, l->text[0], true), both,
                        not_used(l), command_line(l, c, a));
}

static bool set(struct first_rows *l, struct arguments *a, struct error *e) {
    const char *const set[][2] = {{"task.name", "tsv"},
                                  {"task.train", l->path},
                                  {"task.label_column", l->label_column},
                                  {"task.text_columns", l->text_columns}};
    for (size_t k = 0; k < sizeof set / sizeof *set; k++) { /* what the command line itself says stays */
        const char *unfit = ini_unfit(set[k][1]);
        if (k > 1 && strlen(set[k][1]) >= SETTING_TEXT_MAX)
            return error_set(e, EXIT_DATA, "%s:1: a name of a column is longer than %d bytes; shorten it: %.60s...",
                             l->path, SETTING_TEXT_MAX - 1, text_shown(set[k][1], l->arena));
        if (k > 1 && unfit)
            return error_set(e, EXIT_DATA, "%s:1: a name of a column %s; give it another: %s", l->path, unfit,
                             text_shown(set[k][1], l->arena));
        if (!assignments_from_line(&a->settings, set[k][0]) &&
            !assignments_set(&a->settings, set[k][0], set[k][1], "command line", e))
            return false;
    }
    return true;
}

bool data_file_take(struct arguments *a, const struct command *c, struct error *e) {
    struct first_rows l = {.path = a->data, .label = -1, .text = {-1, -1}, .arena = &a->arena};
    bool several = false;
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
    if (!l.text_columns)
        find_texts(&l, &several);
    if (!l.label_column)
        find_label(&l);
    if (!l.text_columns && l.text[0] >= 0)
        l.text_columns = names_of_texts(&l);
    if (!l.label_column && l.label >= 0)
        l.label_column = name_of_column(&l, l.label);
    if (!l.label_column || !l.text_columns || several)
        return unclear(&l, a, c, e);
    arguments_note(a, "%s", text_shown(found(&l, a, c), l.arena));
    return set(&l, a, e);
}
