/* registry.h -- a NULL-ended array of pointers to structs that begin with their name: encodings, tasks, policies. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Puts the rows of `more`, NULL-ended or NULL, into a list with space for `most` and its end. Where rows have an int at
 * this offset, their place, each goes before the first with a higher one; REGISTRY_LAST: to the end. */
#define REGISTRY_LAST SIZE_MAX
void registry_add(void *list, size_t most, const void *more, size_t place);
/* The number of the struct with that name; that of the end where there is none. */
size_t registry_place(const void *registry, const char *name);
/* The struct with that name; NULL: none. */
const void *registry_find(const void *registry, const char *name);
/* The same, however the name is spelled (suggest_alike). */
const void *registry_find_alike(const void *registry, const char *name);
/* EXIT_USAGE: "there is no 'NAME'", with the nearest name or the command that lists them: `poslab help PLURAL`. */
bool registry_unknown(const void *registry, const char *plural, const char *name, struct error *e);
