/* arena.h -- memory with one lifetime, given back all at once.
 *
 * Every block starts zeroed and aligned to 64 bytes, a text to 8. Running out of memory ends the program with a
 * message: no caller checks for NULL, no caller frees. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "base/error.h"

struct arena_block;

struct arena {
    struct arena_block *last; /* newest block first */
    char *piece;              /* where blocks are put that share one */
    size_t room, used, dirty; /* bytes of it; those before `dirty` may have been used before a rewind */
    size_t bytes;             /* of all blocks so far */
};

/* `count` things of `size` bytes, zeroed; never NULL. */
void *arena_alloc(struct arena *a, size_t count, size_t size);
/* A copy of `text` that lives as long as the arena. */
char *arena_text(struct arena *a, const char *text);
/* printf into a text that lives as long as the arena. */
char *arena_format(struct arena *a, const char *format, ...) PRINTF_LIKE(2, 3);
char *arena_format_list(struct arena *a, const char *format, va_list list);
/* Frees every block, and keeps the largest piece of memory: for work that is done again and again. */
void arena_rewind(struct arena *a);
/* Frees every block; the arena can be used again. */
void arena_free(struct arena *a);
