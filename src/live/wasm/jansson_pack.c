/* jansson_pack.c -- see jansson.c. Of jansson's formats those of one letter, s i I f b n o O [ ] { }, and ? and * after
 * s, o and O. After an error what is left of the arguments is still read, since references among them are ours. */
#include <jansson.h>

#include <stdbool.h>
#include <string.h>

struct packing {
    const char *at;
    va_list list;
    bool failed;
};

static json_t *value(struct packing *p);

static char next(struct packing *p) {
    p->at += strspn(p->at, " \t\n,:");
    return *p->at ? *p->at++ : 0;
}

/* An object's or an array's, up to its closing bracket. */
static json_t *container(struct packing *p, json_t *all, char closing) {
    char c;
    for (; (c = next(p)) != closing && c;) {
        const char *key = NULL;
        if (closing == '}')
            key = va_arg(p->list, const char *); /* the format has an s for it */
        else
            p->at--;
        json_t *item = value(p);
        if (item && (key ? json_object_set_new(all, key, item) : json_array_append_new(all, item)) != 0)
            p->failed = true;
    }
    p->failed = p->failed || !c;
    return all;
}

static json_t *text(const char *bytes) { return bytes ? json_string(bytes) : NULL; }

static json_t *single(struct packing *p, char kind) {
    switch (kind) {
    case 's': return text(va_arg(p->list, const char *));
    case 'i': return json_integer(va_arg(p->list, int));
    case 'I': return json_integer(va_arg(p->list, json_int_t));
    case 'f': return json_real(va_arg(p->list, double));
    case 'b': return json_boolean(va_arg(p->list, int));
    case 'n': return json_null();
    case 'o': return va_arg(p->list, json_t *);
    case 'O': return json_incref(va_arg(p->list, json_t *));
    default: return NULL;
    }
}

/* NULL: it is left out, or the whole document has failed. */
static json_t *value(struct packing *p) {
    char kind = next(p);
    if (kind == '{')
        return container(p, json_object(), '}');
    if (kind == '[')
        return container(p, json_array(), ']');
    json_t *json = single(p, kind);
    bool null = *p->at == '?', none = *p->at == '*';
    p->at += null || none;
    if (json || none)
        return json;
    p->failed = p->failed || !null;
    return null ? json_null() : NULL;
}

json_t *json_pack(const char *format, ...) {
    struct packing p = {.at = format};
    va_start(p.list, format);
    json_t *json = value(&p);
    va_end(p.list);
    if (!p.failed && json)
        return json;
    json_decref(json);
    return NULL;
}
