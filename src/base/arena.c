/* arena.c -- see arena.h. Small blocks share a piece of memory; each larger one is an allocation of its own.
 *
 * Fresh pages from calloc are zero without being written, so a large block costs memory only where it is used. calloc
 * aligns to less than 64 bytes: the block starts at the first aligned address after its header. What lies between
 * blocks is poisoned, so that memory checkers see every overrun. */
#define _DEFAULT_SOURCE /* madvise */

#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/memory.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GAP = 1 }; /* bytes between two blocks at least */
#else
#define ASAN_POISON_MEMORY_REGION(start, bytes) ((void)(start), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(start, bytes) ((void)(start), (void)(bytes))
enum { GAP = 0 };
#endif

enum { ALIGNMENT = 64, TEXT_ALIGNMENT = 8, SMALL_BLOCK = 512, PIECE = 4096 };
enum { LARGE_PAGE = 2 << 20, LARGE_BLOCK = 8 * LARGE_PAGE };

/* Lies directly before its block. */
struct arena_block {
    struct arena_block *next;
    void *allocation;
};

/* Large pages, where the system has them, make the rows of a large table much cheaper to reach. The system may ignore
 * the advice. */
static void advise(char *allocation, size_t bytes) {
#ifdef MADV_HUGEPAGE
    size_t before = LARGE_PAGE - (uintptr_t)allocation % LARGE_PAGE;
    if (bytes >= LARGE_BLOCK)
        (void)madvise(allocation + before, bytes - before, MADV_HUGEPAGE);
#else
    (void)allocation, (void)bytes;
#endif
}

/* A block that is one allocation. */
static char *alone(struct arena *a, size_t size) {
    size_t bytes = size + sizeof(struct arena_block) + ALIGNMENT - 1;
    char *allocation = calloc(bytes, 1);
    if (!allocation)
        memory_die_of(bytes);
    advise(allocation, bytes);
    size_t start = sizeof(struct arena_block) + ALIGNMENT - 1;
    start -= ((uintptr_t)allocation + start) % ALIGNMENT;
    /* cppcheck-suppress nullPointerArithmeticRedundantCheck ; memory_die_of does not return */
    struct arena_block *header = (struct arena_block *)(allocation + start) - 1;
    *header = (struct arena_block){a->last, allocation};
    a->last = header;
    a->bytes += bytes;
    ASAN_POISON_MEMORY_REGION(allocation + start + size, bytes - start - size);
    return allocation + start;
}

/* A block of the piece that was begun last, or of a new one. */
static char *together(struct arena *a, size_t size, size_t alignment) {
    size_t start = (a->used + alignment - 1) / alignment * alignment;
    if (!a->piece || start + size > PIECE) {
        a->piece = alone(a, PIECE);
        ASAN_POISON_MEMORY_REGION(a->piece, PIECE);
        start = 0;
    }
    a->used = start + size + GAP;
    ASAN_UNPOISON_MEMORY_REGION(a->piece + start, size);
    return a->piece + start;
}

void *arena_alloc(struct arena *a, size_t count, size_t size) {
    if (count == 0)
        return NULL;
    if (size > (SIZE_MAX - 2 * ALIGNMENT) / count)
        memory_die("try smaller sizes");
    return count * size > SMALL_BLOCK ? alone(a, count * size) : together(a, count * size, ALIGNMENT);
}

/* Room for a text, which needs no such alignment. */
static char *text_alloc(struct arena *a, size_t bytes) {
    return bytes > SMALL_BLOCK ? alone(a, bytes) : together(a, bytes, TEXT_ALIGNMENT);
}

char *arena_text(struct arena *a, const char *text) {
    size_t bytes = strlen(text) + 1;
    return memcpy(text_alloc(a, bytes), text, bytes);
}

char *arena_format_list(struct arena *a, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = text_alloc(a, size);
    vsnprintf(text, size, format, list);
    return text;
}

char *arena_format(struct arena *a, const char *format, ...) {
    va_list list;
    va_start(list, format);
    char *text = arena_format_list(a, format, list);
    va_end(list);
    return text;
}

void arena_free(struct arena *a) {
    while (a->last) {
        struct arena_block *next = a->last->next;
        free(a->last->allocation);
        a->last = next;
    }
    *a = (struct arena){0};
}
