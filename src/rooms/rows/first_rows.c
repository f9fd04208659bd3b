/* first_rows.c -- see first_rows.h. */
#include "rows/first_rows.h"

#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/names.h"

enum { LIST = 300 };

/* ---- Which columns they are */

/* The column of one of these names, the first of them that is there; -1: none is. */
static int find(const struct first_rows *l, const char *const *name) {
    for (; *name; name++)
        for (int i = 0; i < l->columns; i++)
            if (strcasecmp(l->column[i].name, *name) == 0)
                return i;
    return -1;
}

double first_rows_words(const struct column_values *s) { return s->filled ? (double)s->words / (double)s->filled : 0; }

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
           2 * s->values <= s->filled && first_rows_words(s) <= LABEL_WORDS && !s->nested;
}

/* A text is in at least half of the rows. */
static bool is_filled(const struct first_rows *l, int i) { return 2 * l->column[i].filled >= l->rows; }

static bool may_be_text(const struct first_rows *l, int i) {
    const struct column_values *s = &l->column[i];
    return *s->name && i != l->label && first_rows_words(s) > 1 && is_filled(l, i) && !may_be_label(l, i) && !s->nested;
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
    if (l->text[0] < 0 && named >= 0 && is_filled(l, named))
        l->text[0] = named;
    if (l->text[0] >= 0)
        return;
    for (int i = 0; i < l->columns; i++) {
        if (!may_be_text(l, i))
            continue;
        count++;
        if (two[0] < 0 || first_rows_words(&l->column[i]) > first_rows_words(&l->column[two[0]]))
            two[1] = two[0], two[0] = i;
        else if (two[1] < 0 || first_rows_words(&l->column[i]) > first_rows_words(&l->column[two[1]]))
            two[1] = i;
    }
    l->text[0] = two[0];
    if (count < 2)
        return;
    double most = first_rows_words(&l->column[two[0]]), next = first_rows_words(&l->column[two[1]]);
    *unclear = count > 2 || next < 2 || 3 * next < most;
    if (count > 2)
        return;
    l->text[0] = two[0] < two[1] ? two[0] : two[1];
    l->text[1] = two[0] < two[1] ? two[1] : two[0];
}

int first_rows_labels(const struct first_rows *l, int *last) {
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
    else if (first_rows_labels(l, &only) == 1)
        l->label = only;
}

void first_rows_find(struct first_rows *l, bool *unclear) {
    *unclear = false;
    if (!l->text_columns)
        find_texts(l, unclear);
    if (!l->label_column)
        find_label(l);
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

/* ---- Reading */

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

bool first_rows_look(struct first_rows *l, const struct assignments *given, struct error *e) {
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
