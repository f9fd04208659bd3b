/* memory.h -- memory that runs out, in one place: the program says so in one line and ends with EXIT_INTERNAL, at once.
 *
 * No caller checks for NULL. What calls malloc for us is told to come here (jansson), is looked after by the caller
 * (memory_check) or ends the program by itself, which main turns into the same. A file is written under a temporary
 * name and then renamed, so that ending at any point leaves nothing half-written. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* As malloc and realloc, but never NULL. */
void *memory_alloc(size_t bytes);
void *memory_grow(void *old, size_t bytes);

/* Says "out of memory: " and the rest, and ends the process. It allocates nothing. */
_Noreturn void memory_out(const char *format, ...) PRINTF_LIKE(1, 2);
/* The same where so many bytes were asked for. */
_Noreturn void memory_lacks(size_t bytes);
/* The same after a call that failed, where errno says that this was why; otherwise nothing. */
void memory_check(void);
/* From now on `tell` is called before the process ends, with the line that is printed: a child tells its parent. */
void memory_tell(void (*tell)(void *user, const char *line), void *user);

/* A stream into memory: whatever is written to `f` is at once in `bytes`, with a 0 after it. */
struct memory_stream {
    FILE *f;
    char *bytes; /* the caller's to free */
    size_t size, capacity;
};
/* The stream stays where it is until `f` is closed. */
void memory_stream_open(struct memory_stream *m);
