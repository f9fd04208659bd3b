/* json_csv.c -- see json_csv.h. */
#include "format/json_csv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/csv.h"

enum { ITEM = 96 };

/* Where a walk stands: an element of each level, and its number or key in the one before. */
struct walk {
    FILE *out;
    const char *fields;
    struct {
        const json_t *element;
        size_t number;
        const char *key; /* NULL: of a list */
    } at[JSON_CSV_DEPTH];
};

/* "curves.0.name", or * for the element itself. */
static const json_t *follow(const json_t *element, const char *path) {
    char step[ITEM];
    for (size_t length; *path && strcmp(path, "*") != 0; path += length + (path[length] == '.')) {
        length = strcspn(path, ".");
        snprintf(step, sizeof step, "%.*s", (int)length, path);
        element = isdigit((unsigned char)*step) ? json_array_get(element, strtoul(step, NULL, 10))
                                                : json_object_get(element, step);
    }
    return element;
}

/* ---- One field */

static void put_value(FILE *out, const json_t *value) {
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_STRING: csv_field(out, json_string_value(value)); break;
    case JSON_INTEGER: fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value)); break;
    case JSON_REAL: fprintf(out, "%.9g", json_real_value(value)); break;
    case JSON_TRUE: fputc('1', out); break;
    case JSON_FALSE: fputc('0', out); break;
    default: break;
    }
}

static void put_number(const struct walk *w, int level) {
    if (w->at[level].key)
        csv_field(w->out, w->at[level].key);
    else
        fprintf(w->out, "%zu", w->at[level].number);
}

static void put_field(const struct walk *w, char *field) {
    int level = field[0] - '0';
    if (field[0] == '\'') {
        csv_field(w->out, field + 1);
        return;
    }
    if (field[0] == '-')
        return;
    if (field[1] == '#') {
        put_number(w, level);
        return;
    }
    char *other = strchr(field, '@');
    if (other)
        *other++ = 0;
    const json_t *value = follow(w->at[level].element, field[1] ? field + 2 : "*");
    if (other)
        value = follow(json_array_get(value, w->at[*other - '0'].number), other[1] ? other + 2 : "*");
    put_value(w->out, value);
}

static void put_row(const struct walk *w) {
    char field[ITEM];
    const char *before = "";
    for (const char *at = w->fields; text_item(&at, field, sizeof field); before = ",") {
        fputs(before, w->out);
        put_field(w, field);
    }
    fputc('\n', w->out);
}

/* ---- Walks */

static void walk_on(struct walk *w, int level, const char *steps);

static void enter(struct walk *w, int level, const char *steps, const json_t *element, size_t number, const char *key) {
    w->at[level].element = element;
    w->at[level].number = number;
    w->at[level].key = key;
    walk_on(w, level, steps);
}

/* The rows below an element of this level. */
static void walk_on(struct walk *w, int level, const char *steps) {
    char step[ITEM];
    const char *key;
    size_t i = 0;
    json_t *item;
    if (!text_item(&steps, step, sizeof step)) {
        put_row(w);
        return;
    }
    const json_t *list = follow(w->at[level].element, step);
    if (!list)
        return;
    if (json_is_object(list)) {
        json_object_foreach((json_t *)list, key, item) enter(w, level + 1, steps, item, i++, key);
    } else if (json_is_array(list)) {
        json_array_foreach(list, i, item) enter(w, level + 1, steps, item, i, NULL);
    } else {
        enter(w, level + 1, steps, list, 0, NULL);
    }
}

static void put_header(FILE *out, const char *names) {
    char name[ITEM];
    const char *before = "";
    for (; text_item(&names, name, sizeof name); before = ",")
        fprintf(out, "%s%s", before, name);
    fputc('\n', out);
}

void json_csv(FILE *out, const json_t *document, const struct json_csv *how) {
    put_header(out, how->header);
    for (int i = 0; i < JSON_CSV_WALKS && how->rows[i].walk; i++) {
        struct walk w = {.out = out, .fields = how->rows[i].fields, .at = {{.element = document}}};
        walk_on(&w, 0, how->rows[i].walk);
    }
}

/* ---- Every number */

struct numbers_walk {
    FILE *out;
    const json_t *document;
};

static void put_texts(FILE *out, const json_t *document, bool names) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)document, key, value) if (json_is_string(value)) {
        if (names)
            fputs(key, out);
        else
            put_value(out, value);
        fputc(',', out);
    }
}

/* A number, a list or a matrix; `i` and `j` are empty or numbers. */
static void put_numbers(const struct numbers_walk *w, const char *name, const json_t *value, const char *i,
                        const char *j) {
    char number[24], path[ITEM];
    const char *key;
    size_t at;
    json_t *item;
    if (json_is_object(value))
        json_object_foreach((json_t *)value, key, item) {
            snprintf(path, sizeof path, "%s%s%s", name, *name ? "." : "", key);
            put_numbers(w, path, item, i, j);
        }
    else if (json_is_array(value))
        json_array_foreach(value, at, item) {
            snprintf(number, sizeof number, "%zu", at);
            put_numbers(w, name, item, *i ? i : number, *i ? number : "");
        }
    else if (!json_is_string(value) && !json_is_null(value)) {
        put_texts(w->out, w->document, false);
        fprintf(w->out, "%s,%s,%s,", name, i, j);
        put_value(w->out, value);
        fputc('\n', w->out);
    }
}

void json_csv_numbers(FILE *out, const json_t *document) {
    const struct numbers_walk w = {out, document};
    put_texts(out, document, true);
    fputs("quantity,i,j,value\n", out);
    put_numbers(&w, "", document, "", "");
}
