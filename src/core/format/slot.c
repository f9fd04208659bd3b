/* slot.c -- see slot.h. */
#include "format/slot.h"

#include "format/json.h"

struct slot slot_key(const struct slot *in, const char *key) {
    return (struct slot){in->to, node_key(&in->node, key)};
}
struct slot slot_item(const struct slot *in, int i) {
    return (struct slot){in->to, node_item(&in->node, i)};
}

bool slot_put(struct slot s, json_t *value) {
    if (s.node.key)
        json_object_set_new(s.to, s.node.key, value);
    else
        json_array_append_new(s.to, value);
    return true;
}

static struct slot inside(struct slot s, json_t *value) {
    slot_put(s, value);
    return (struct slot){value, s.node};
}

bool slot_object(struct slot s, const char *keys, int (*number)(const char *), struct slot *object) {
    *object = s.to ? inside(s, json_object()) : s;
    return s.to || node_keys(&s.node, keys, number);
}

bool slot_array(struct slot s, int count, struct slot *array) {
    *array = s.to ? inside(s, json_array()) : s;
    return s.to || node_array(&s.node, count);
}

bool slot_lacks(struct slot s, bool none) { return s.to ? none : !s.node.json; }

bool slot_int(struct slot s, int low, int high, int *x) {
    return s.to ? slot_put(s, json_integer(*x)) : node_int(s.node, low, high, x);
}

bool slot_long(struct slot s, long low, long high, long *x) {
    return s.to ? slot_put(s, json_integer(*x)) : node_long(s.node, low, high, x);
}

bool slot_text(struct slot s, char *x, size_t size) {
    return s.to ? slot_put(s, json_string(x)) : node_text(s.node, x, size);
}

bool slot_real(struct slot s, double low, double high, double *x) {
    return s.to ? slot_put(s, json_finite(*x)) : node_real(s.node, low, high, x);
}
