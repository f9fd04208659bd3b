/* arena.c -- see arena.h. Blocks share pieces of memory, which grow with the arena; a block that would fill much of one
 * is alone, and each where there is no room for another piece.
 *
 * Fresh pages are zero without being written, so memory is taken only where it is used. What is large is mapped and
 * asks for large pages: the system hands out one of them many times as fast as the small pages it replaces, and the
 * rows of a large table are cheaper to reach. It may ignore the request. What lies between blocks is poisoned, so that
 * memory checkers see every overrun. */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */

#include "base/arena.h"

#include <stdbool.h>
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

enum { ALIGNMENT = 64, TEXT_ALIGNMENT = 8 };
enum { PIECE = 4096, GROWTH = 8, SHARERS = 8 }; /* so many of the largest blocks that begin a piece share it */

/* Lies directly before its block. */
struct arena_block {
    struct arena_block *next;
    void *allocation;
    size_t bytes; /* of the allocation */
};

#if defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__) /* which finds no leaks in what is mapped */
enum { LARGE_PAGE = 2 << 20, PIECE_MAX = 8 * LARGE_PAGE, MAPPED = 1 << 17 };

static size_t alignment_of(size_t size) { return size < LARGE_PAGE ? ALIGNMENT : LARGE_PAGE; }

/* Zeroed; NULL: out of memory. */
static char *take(size_t bytes) {
    if (bytes < MAPPED)
        return calloc(bytes, 1);
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

static void give_back(struct arena_block b) {
    if (b.bytes < MAPPED)
        free(b.allocation);
    else
        munmap(b.allocation, b.bytes);
}

static void ask_for_large_pages(char *block, size_t size) {
    if (size >= LARGE_PAGE)
        (void)madvise(block, size, MADV_HUGEPAGE);
}
#else
enum { PIECE_MAX = PIECE };

static size_t alignment_of(size_t size) { return (void)size, ALIGNMENT; }
static char *take(size_t bytes) { return calloc(bytes, 1); }
static void give_back(struct arena_block b) { free(b.allocation); }
static void ask_for_large_pages(char *block, size_t size) { (void)block, (void)size; }
#endif

/* A block that is one allocation; NULL: out of memory. */
static char *alone(struct arena *a, size_t size) {
    size_t alignment = alignment_of(size), before = sizeof(struct arena_block) + alignment - 1, bytes = before + size;
    char *allocation = take(bytes);
    if (!allocation)
        return NULL;
    char *block = allocation + before;
    block -= (uintptr_t)block % alignment;
    ask_for_large_pages(block, size);
    struct arena_block *header = (struct arena_block *)block - 1;
    *header = (struct arena_block){a->last, allocation, bytes};
    a->last = header;
    ASAN_POISON_MEMORY_REGION(block + size, (size_t)(allocation + bytes - block) - size);
    return block;
}

/* The next piece holds as much as all blocks before it, so that there are few. */
static size_t room_of(const struct arena *a) {
    size_t room = PIECE;
    while (room < a->bytes && room < PIECE_MAX)
        room *= GROWTH;
    return room;
}

static bool begin_piece(struct arena *a, size_t room) {
    char *piece = alone(a, room);
    if (!piece)
        return false;
    a->piece = piece;
    a->room = room;
    a->used = a->dirty = 0;
    ASAN_POISON_MEMORY_REGION(piece, room);
    return true;
}

static char *alloc(struct arena *a, size_t size, size_t alignment) {
    size_t start = (a->used + alignment - 1) / alignment * alignment;
    if (start + size > a->room) {
        size_t room = room_of(a);
        if (size > room / SHARERS || !begin_piece(a, room)) {
            char *block = alone(a, size);
            if (!block)
                memory_die_of(size);
            a->bytes += size;
            return block;
        }
        start = 0;
    }
    a->bytes += start + size + GAP - a->used;
    a->used = start + size + GAP;
    ASAN_UNPOISON_MEMORY_REGION(a->piece + start, size);
    if (start < a->dirty)
        memset(a->piece + start, 0, size < a->dirty - start ? size : a->dirty - start);
    return a->piece + start;
}

void *arena_alloc(struct arena *a, size_t count, size_t size) {
    static _Alignas(ALIGNMENT) char nothing; /* C defines no sum of NULL and 0, and no copy from there */
    if (count == 0)
        return &nothing;
    if (size > SIZE_MAX / 2 / count)
        memory_die("try smaller sizes");
    return alloc(a, count * size, ALIGNMENT);
}

char *arena_text(struct arena *a, const char *text) {
    size_t bytes = strlen(text) + 1;
    return memcpy(alloc(a, bytes, TEXT_ALIGNMENT), text, bytes);
}

char *arena_format_list(struct arena *a, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = alloc(a, size, TEXT_ALIGNMENT);
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

void arena_rewind(struct arena *a) {
    struct arena_block *kept = a->piece ? (struct arena_block *)a->piece - 1 : NULL;
    for (struct arena_block *block = a->last, *next; block; block = next) {
        next = block->next;
        if (block != kept)
            give_back(*block);
    }
    if (kept)
        kept->next = NULL;
    a->last = kept;
    a->dirty = a->used > a->dirty ? a->used : a->dirty;
    a->used = a->bytes = 0;
    ASAN_POISON_MEMORY_REGION(a->piece, a->room);
}

void arena_free(struct arena *a) {
    arena_rewind(a);
    if (a->last)
        give_back(*a->last);
    *a = (struct arena){0};
}
