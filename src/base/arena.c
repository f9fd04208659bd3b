/* arena.c -- see arena.h. Each block is one allocation, so that memory checkers
 * see every overrun; blocks are taken when a run is built, never in a loop. */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { ALIGNMENT = 64 };

struct arena_block {
    struct arena_block *next;
    char pad[ALIGNMENT - sizeof(struct arena_block *)];
};

static void out_of_memory(size_t count, size_t size) {
    fprintf(stderr, "poslab: out of memory: could not get %zu x %zu bytes; try smaller sizes\n", count, size);
    exit(EXIT_INTERNAL);
}

void *arena_take(struct arena *a, size_t count, size_t size) {
    if (count == 0)
        return NULL;
    if (size > (SIZE_MAX - 2 * ALIGNMENT) / count)
        out_of_memory(count, size);
    size_t bytes = (count * size + sizeof(struct arena_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct arena_block *block = aligned_alloc(ALIGNMENT, bytes);
    if (!block)
        out_of_memory(count, size);
    memset(block, 0, bytes);
    block->next = a->last;
    a->last = block;
    a->bytes += bytes;
    return block + 1;
}

char *arena_text(struct arena *a, const char *text) {
    size_t bytes = strlen(text) + 1;
    return memcpy(arena_take(a, bytes, 1), text, bytes);
}

void arena_free(struct arena *a) {
    while (a->last) {
        struct arena_block *next = a->last->next;
        free(a->last);
        a->last = next;
    }
    a->bytes = 0;
}
