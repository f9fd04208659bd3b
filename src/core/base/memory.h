/* memory.h -- the one place that handles running out of memory: the program prints one line and ends with EXIT_INTERNAL
 * at once.
 *
 * No caller checks for NULL. Libraries that call malloc use our functions (jansson), are checked by the caller
 * (memory_die_if_enomem), or abort, which main turns into the same. A file is written under a temporary name and then
 * renamed, so that ending at any point leaves nothing half-written. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* As malloc and realloc, but never NULL. */
void *memory_alloc(size_t bytes);
void *memory_grow(void *old, size_t bytes);

/* Prints "out of memory: " and the rest, and ends the process. It allocates nothing. */
_Noreturn void memory_die(const char *format, ...) PRINTF_LIKE(1, 2);
/* The same, with the number of bytes requested. */
_Noreturn void memory_die_of(size_t bytes);
/* The same after a failed call if errno says out of memory; otherwise does nothing. */
void memory_die_if_enomem(void);
/* Registers `tell`, which gets the printed line before the process ends: a child reports to its parent. */
void memory_tell(void (*tell)(void *user, const char *line), void *user);

/* A stream into memory: text written to `f` is immediately in `bytes`, followed by a 0. */
struct memory_stream {
    FILE *f;
    char *bytes; /* the caller's to free */
    size_t size, capacity;
};
/* The struct must not move until `f` is closed. */
void memory_stream_open(struct memory_stream *m);
