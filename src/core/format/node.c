/* node.c -- see node.h. */
#include "format/node.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "format/json.h"

enum { KEY_TEXT = 128 };

bool node_parse(struct node *document, const struct node_file *file, const char *text, size_t size) {
    json_error_t where;
    *document = (struct node){.file = file, .json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where)};
    return document->json || error_set(file->e, EXIT_DATA, "%s: line %d, column %d: cannot be read as JSON: %s; %s",
                                       file->path, where.line, where.column, json_why(&where), file->advice);
}

struct node node_key(const struct node *in, const char *key) {
    return (struct node){in->file, in, key, 0, json_object_get(in->json, key)};
}

struct node node_item(const struct node *in, int i) {
    return (struct node){in->file, in, NULL, i, json_array_get(in->json, (size_t)i)};
}

/* "policies[2].accuracy.value[0]" */
static void append_way(char *text, const struct node *n) {
    if (!n->in)
        return;
    append_way(text, n->in);
    if (n->key)
        text_append(text, KEY_TEXT, "%s%s", *text ? "." : "", n->key);
    else
        text_append(text, KEY_TEXT, "[%d]", n->item);
}

bool node_refuse(const struct node *n, const char *expected, ...) {
    char way[KEY_TEXT] = "", text[KEY_TEXT];
    va_list list;
    va_start(list, expected);
    vsnprintf(text, sizeof text, expected, list);
    va_end(list);
    append_way(way, n);
    char *found = n->json
                      ? json_dumps(n->json, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9))
                      : NULL;
    error_set(n->file->e, EXIT_DATA, "%s: %s%sexpected %s, found %.40s; %s", n->file->path, way, *way ? ": " : "", text,
              found ? found : "nothing", n->file->advice);
    free(found);
    return false;
}

bool node_keys(const struct node *n, const char *list) {
    const char *key;
    json_t *value;
    if (!json_is_object(n->json))
        return node_refuse(n, "an object");
    json_object_foreach((json_t *)n->json, key, value) {
        struct node unknown = node_key(n, key);
        if (!text_lists(list, key))
            return node_refuse(&unknown, "no such key");
    }
    return true;
}

bool node_array(const struct node *n, int count) {
    return (json_is_array(n->json) && json_array_size(n->json) == (size_t)count) ||
           node_refuse(n, "an array of %d", count);
}

bool node_long(struct node n, long low, long high, long *out) {
    json_int_t x = json_integer_value(n.json);
    if (!json_is_integer(n.json) || x < low || x > high)
        return low == high ? node_refuse(&n, "%ld", low) : node_refuse(&n, "a whole number from %ld to %ld", low, high);
    *out = (long)x;
    return true;
}

bool node_int(struct node n, int low, int high, int *out) {
    long x = low;
    bool ok = node_long(n, low, high, &x);
    if (ok)
        *out = (int)x;
    return ok;
}

bool node_real(struct node n, double low, double high, double *out) {
    double x = json_is_null(n.json) ? (double)NAN : json_number_value(n.json);
    if (!(json_is_null(n.json) || json_is_number(n.json)) || x < low || x > high)
        return isinf(low) && isinf(high) ? node_refuse(&n, "a number")
                                         : node_refuse(&n, "a number from %g to %g", low, high);
    *out = x;
    return true;
}

bool node_text(struct node n, char *out, size_t size) {
    const char *text = json_string_value(n.json);
    if (!text || strlen(text) >= size)
        return node_refuse(&n, "a text of at most %zu bytes", size - 1);
    if (!utf8_printable(text))
        return node_refuse(&n, "a text of printable characters");
    memcpy(out, text, strlen(text) + 1);
    return true;
}
