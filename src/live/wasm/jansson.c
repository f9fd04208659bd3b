/* jansson.c -- the part of jansson that the engine uses, for WebAssembly, where Debian has no build of it: values here,
 * documents from values and formats in jansson_pack.c, texts in jansson_dump.c; nothing reads one. Its header is
 * jansson's own; the same documents give the same bytes, and a test holds both against each other. Objects keep the
 * order of their keys and are searched from the front: they are small. Memory that runs out ends the program. */
#include <jansson.h>

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

struct pair {
    struct pair *next;
    json_t *value;
    char key[];
};

struct object {
    json_t json;
    struct pair *first, **end; /* end: where the next one is hung */
};

struct array {
    json_t json;
    size_t size, capacity;
    json_t **item;
};

struct text {
    json_t json;
    char bytes[];
};

struct integer {
    json_t json;
    json_int_t value;
};

struct number {
    json_t json;
    double value;
};

static void *new_value(json_type type, size_t bytes) {
    json_t *json = memory_alloc(bytes);
    memset(json, 0, bytes);
    *json = (json_t){type, 1};
    return json;
}

static struct object *object_of(const json_t *json) { return json_is_object(json) ? (struct object *)json : NULL; }
static struct array *array_of(const json_t *json) { return json_is_array(json) ? (struct array *)json : NULL; }

/* ---- Single values */

json_t *json_true(void) {
    static json_t value = {JSON_TRUE, (size_t)-1};
    return &value;
}

json_t *json_false(void) {
    static json_t value = {JSON_FALSE, (size_t)-1};
    return &value;
}

json_t *json_null(void) {
    static json_t value = {JSON_NULL, (size_t)-1};
    return &value;
}

json_t *json_stringn(const char *value, size_t length) {
    if (!value || utf8_broken(value, length) < length)
        return NULL;
    struct text *text = new_value(JSON_STRING, sizeof *text + length + 1);
    memcpy(text->bytes, value, length);
    return &text->json;
}

json_t *json_string(const char *value) { return value ? json_stringn(value, strlen(value)) : NULL; }

json_t *json_integer(json_int_t value) {
    struct integer *integer = new_value(JSON_INTEGER, sizeof *integer);
    integer->value = value;
    return &integer->json;
}

json_t *json_real(double value) {
    if (!isfinite(value))
        return NULL;
    struct number *number = new_value(JSON_REAL, sizeof *number);
    number->value = value;
    return &number->json;
}

const char *json_string_value(const json_t *json) {
    return json_is_string(json) ? ((const struct text *)json)->bytes : NULL;
}

json_int_t json_integer_value(const json_t *json) {
    return json_is_integer(json) ? ((const struct integer *)json)->value : 0;
}

double json_real_value(const json_t *json) { return json_is_real(json) ? ((const struct number *)json)->value : 0; }

/* ---- Arrays */

json_t *json_array(void) { return new_value(JSON_ARRAY, sizeof(struct array)); }

size_t json_array_size(const json_t *json) { return json_is_array(json) ? array_of(json)->size : 0; }

json_t *json_array_get(const json_t *json, size_t i) {
    return i < json_array_size(json) ? array_of(json)->item[i] : NULL;
}

int json_array_append_new(json_t *json, json_t *value) {
    struct array *a = array_of(json);
    if (!a || !value || value == json) {
        json_decref(value);
        return -1;
    }
    if (a->size == a->capacity) {
        a->capacity = 2 * a->capacity + 8;
        a->item = memory_grow(a->item, a->capacity * sizeof(*a->item));
    }
    a->item[a->size++] = value;
    return 0;
}

/* ---- Objects */

json_t *json_object(void) {
    struct object *o = new_value(JSON_OBJECT, sizeof *o);
    o->end = &o->first;
    return &o->json;
}

/* Where the pair of that key hangs; where a new one would where there is none. */
static struct pair **find(struct object *o, const char *key) {
    struct pair **at = &o->first;
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

json_t *json_object_get(const json_t *json, const char *key) {
    struct object *o = object_of(json);
    struct pair *p = o && key ? *find(o, key) : NULL;
    return p ? p->value : NULL;
}

static void add(struct object *o, const char *key, json_t *value) {
    size_t bytes = strlen(key) + 1;
    struct pair *p = memory_alloc(sizeof *p + bytes);
    p->next = NULL;
    p->value = value;
    memcpy(p->key, key, bytes);
    *o->end = p;
    o->end = &p->next;
}

int json_object_set_new(json_t *json, const char *key, json_t *value) {
    struct object *o = object_of(json);
    if (!o || !key || !value || value == json || utf8_broken(key, strlen(key)) < strlen(key)) {
        json_decref(value);
        return -1;
    }
    struct pair *p = *find(o, key);
    if (!p) {
        add(o, key, value);
        return 0;
    }
    json_decref(p->value);
    p->value = value;
    return 0;
}

void *json_object_iter(json_t *json) { return json_is_object(json) ? object_of(json)->first : NULL; }

void *json_object_iter_next(json_t *json, void *at) {
    return json_is_object(json) && at ? ((struct pair *)at)->next : NULL;
}

const char *json_object_iter_key(void *at) { return at ? ((struct pair *)at)->key : NULL; }

json_t *json_object_iter_value(void *at) { return at ? ((struct pair *)at)->value : NULL; }

/* ---- Both */

void json_delete(json_t *json) {
    struct object *o = object_of(json);
    struct array *a = array_of(json);
    for (struct pair *p = o ? o->first : NULL, *next; p; p = next) {
        next = p->next;
        json_decref(p->value);
        free(p);
    }
    for (size_t i = 0; a && i < a->size; i++)
        json_decref(a->item[i]);
    if (a)
        free(a->item);
    free(json);
}
