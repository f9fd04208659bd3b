/* registry.c -- see registry.h. */
#include "base/registry.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

/* Struct number i, as its first field; NULL after the last. */
static const char *const *row_at(const void *registry, size_t i) {
    const char *const *row;
    memcpy(&row, (const char *)registry + i * sizeof row, sizeof row);
    return row;
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

bool registry_unknown(const void *registry, const char *plural, const char *name, struct error *e) {
    char otherwise[64];
    struct suggestion s = suggest_for(name);
    for (size_t i = 0; row_at(registry, i); i++)
        suggest_add(&s, *row_at(registry, i));
    snprintf(otherwise, sizeof otherwise, "; see `poslab list %s`", plural);
    return error_set(e, EXIT_USAGE, "there is no '%s'%s", name, suggest_hint(&s, otherwise));
}
