/* data_file.c -- a file of rows where a config could be: poslab train reviews.csv. Its first rows say which column is
 * the label and which the text; where that is not clear the error has a command to copy. See data_file.h. */
#include "rows/data_file.h"

#include <string.h>

#include "base/advice.h"
#include "base/path.h"
#include "base/text.h"
#include "folder/folder_kind.h"
#include "format/ini.h"
#include "format/names.h"
#include "rows/first_rows.h"
#include "rows/rows.h"
#include "task/kinds.h"

#define OWN_KEYS "task.name task.train task.label_column task.text_columns"
enum { LABELS_SHOWN = 5, LIST = 300 };

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
        if (item.from == FROM_LINE && !text_lists(OWN_KEYS, item.key))
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
    if (text || s->values > LABELS || first_rows_words(s) > LABEL_WORDS)
        return arena_format(l->arena, "%s (%.1f words on average)", s->name, first_rows_words(s));
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
    first_rows_labels(l, &last);
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
        if (!assignments_from_line(&a->settings, set[k][0]) && !assignments_type(&a->settings, set[k][0], set[k][1], e))
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
                assignments_type(&a->settings, "task.name", "tsv", e)) &&
               assignments_type(&a->settings, "task.train", a->data, e);
    if (!first_rows_look(&l, &a->settings, e))
        return false;
    first_rows_find(&l, &several);
    if (!l.text_columns && l.text[0] >= 0)
        l.text_columns = names_of_texts(&l);
    if (!l.label_column && l.label >= 0)
        l.label_column = name_of_column(&l, l.label);
    if (!l.label_column || !l.text_columns || several)
        return unclear(&l, a, c, e);
    arguments_note(a, "%s", text_shown(found(&l, a, c), l.arena));
    return set(&l, a, e);
}
