/* saved.c -- see saved.h. */
#include "task/saved.h"

#include <string.h>

_Static_assert(sizeof(int) == 4, "an int is saved as I32");

struct safetensors_entry saved_ints(const char *name, const int *numbers, size_t count) {
    return safetensors_tensor(name, "I32", numbers, count, 0);
}

struct safetensors_entry saved_bytes(const char *name, const void *bytes, size_t count) {
    return safetensors_tensor(name, "U8", bytes, count, 0);
}

static void *read(const struct safetensors *s, const struct safetensors_entry wanted, size_t *count,
                  struct arena *arena, struct error *e) {
    const struct safetensors_entry *t = safetensors_expect(s, wanted, e);
    if (!t)
        return NULL;
    *count = (size_t)t->shape[0];
    return memcpy(arena_alloc(arena, t->bytes, 1), t->data, t->bytes);
}

int *saved_read_ints(const struct safetensors *s, const char *name, size_t expected, size_t *count, struct arena *arena,
                     struct error *e) {
    return read(s, saved_ints(name, NULL, expected), count, arena, e);
}

char *saved_read_bytes(const struct safetensors *s, const char *name, size_t expected, size_t *count,
                       struct arena *arena, struct error *e) {
    return read(s, saved_bytes(name, NULL, expected), count, arena, e);
}

bool saved_check(const char *name, const int *numbers, size_t count, int low, int high, struct error *e) {
    for (size_t i = 0; i < count; i++)
        if (numbers[i] < low || numbers[i] > high)
            return error_set(e, EXIT_DATA, "tensor %s holds %d, outside %d..%d", name, numbers[i], low, high);
    return true;
}
