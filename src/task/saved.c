/* saved.c -- see saved.h. */
#include "task/saved.h"

#include <string.h>

_Static_assert(sizeof(int) == 4, "an int is saved as I32");

static struct safetensors_entry entry(const char *name, const char *dtype, const void *data, size_t count,
                                      size_t width) {
    return (struct safetensors_entry){
        .name = name, .dtype = dtype, .dims = 1, .shape = {count}, .data = data, .bytes = count * width};
}

struct safetensors_entry saved_ints(const char *name, const int *numbers, size_t count) {
    return entry(name, "I32", numbers, count, sizeof *numbers);
}

struct safetensors_entry saved_bytes(const char *name, const void *bytes, size_t count) {
    return entry(name, "U8", bytes, count, 1);
}

static void *read(const struct safetensors *s, const struct safetensors_entry wanted, size_t *count,
                  struct arena *arena, struct error *e) {
    const struct safetensors_entry *t = safetensors_find(s, wanted.name);
    bool fits = t && strcmp(t->dtype, wanted.dtype) == 0 && t->dims == 1 && t->shape[0] > 0 &&
                (wanted.shape[0] == 0 || t->shape[0] == wanted.shape[0]);
    if (!fits) {
        error_set(e, EXIT_DATA, "tensor %s is missing, or has another type or size than its configuration needs",
                  wanted.name);
        return NULL;
    }
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
