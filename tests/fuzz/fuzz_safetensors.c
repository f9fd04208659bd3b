/* fuzz_safetensors.c -- arbitrary tensor files: one that is read can be written, and is read back unchanged. */
#include <assert.h>
#include <string.h>

#include "format/safetensors.h"
#include "fuzz/fuzz.h"

static void check_same(const struct safetensors *a, const struct safetensors *b) {
    assert(a->entries == b->entries);
    for (int i = 0; i < a->entries; i++) {
        const struct safetensors_entry *x = &a->entry[i], *y = safetensors_find(b, x->name);
        assert(y && strcmp(x->dtype, y->dtype) == 0 && x->dims == y->dims && x->bytes == y->bytes);
        assert(memcmp(x->shape, y->shape, (size_t)x->dims * sizeof *x->shape) == 0);
        assert(x->bytes == 0 || memcmp(x->data, y->data, x->bytes) == 0);
    }
}

FUZZ_TARGET(safetensors) {
    struct arena arena = {0};
    struct error e = {0};
    struct safetensors file, again;
    size_t written;
    if (safetensors_read(&file, &arena, data, size, &e)) {
        const unsigned char *bytes = safetensors_bytes(&file, &arena, &written);
        bool ok = safetensors_read(&again, &arena, bytes, written, &e);
        assert(ok);
        check_same(&file, &again);
    } else {
        fuzz_refused(&e);
        assert(file.entries == 0 && file.pairs == 0);
    }
    arena_free(&arena);
    return 0;
}
