/* registry.c -- see registry.h. */
#include "base/registry.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "base/suggest.h"

/* Struct number i, as its first field; NULL after the last. */
static const char *const *row_at(const void *registry, size_t i) {
    const char *const *row;
    memcpy(&row, (const char *)registry + i * sizeof row, sizeof row);
    return row;
}

static int place_of(const void *row, size_t at) {
    int place;
    memcpy(&place, (const char *)row + at, sizeof place);
    return place;
}

void registry_add(void *list, size_t most, const void *more, size_t place) {
    const char *const *row;
    for (size_t i = 0; more && (row = row_at(more, i)); i++) {
        size_t at = 0, count = 0;
        while (row_at(list, count))
            count++;
        while (at < count && (place == REGISTRY_LAST || place_of(row, place) >= place_of(row_at(list, at), place)))
            at++;
        assert(count < most);
        char *to = (char *)list + at * sizeof row;
        memmove(to + sizeof row, to, (count + 1 - at) * sizeof row);
        memcpy(to, &row, sizeof row);
    }
}

size_t registry_place(const void *registry, const char *name) {
    size_t i = 0;
    while (row_at(registry, i) && strcmp(*row_at(registry, i), name) != 0)
        i++;
    return i;
}

const void *registry_find(const void *registry, const char *name) {
    return row_at(registry, registry_place(registry, name));
}

const void *registry_find_alike(const void *registry, const char *name) {
    size_t i = 0;
    while (row_at(registry, i) && !suggest_alike(*row_at(registry, i), name))
        i++;
    return row_at(registry, i);
}

bool registry_unknown(const void *registry, const char *plural, const char *name, struct error *e) {
    char otherwise[64];
    if (room_refuse(name, e))
        return false;
    struct suggestion s = suggest_for(name);
    for (size_t i = 0; row_at(registry, i); i++)
        suggest_add(&s, *row_at(registry, i));
    snprintf(otherwise, sizeof otherwise, "; see `poslab help %s`", plural);
    return error_set(e, EXIT_USAGE, "there is no '%s'%s", name, suggest_hint(&s, otherwise));
}
