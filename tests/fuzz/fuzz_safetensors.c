/* fuzz_safetensors.c -- arbitrary tensor files: one that is read can be written, and is read back unchanged; but for
 * one with a dtype of others, which we do not write. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
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

static bool is_ours(const struct safetensors *s) {
    bool ours = true;
    for (int i = 0; i < s->entries; i++)
        ours &= text_lists("BOOL U8 I8 F8_E5M2 F8_E4M3 F8_E8M0 I16 U16 F16 BF16 I32 U32 F32 C64 F64 I64 U64",
                           s->entry[i].dtype);
    return ours;
}

FUZZ_TARGET(safetensors) {
    struct arena arena = {0};
    struct error e = {0};
    struct safetensors file, again;
    size_t written;
    bool read = safetensors_read(&file, &arena, data, size, &e);
    if (read && is_ours(&file)) {
        const unsigned char *bytes = safetensors_bytes(&file, &arena, &written);
        bool ok = safetensors_read(&again, &arena, bytes, written, &e);
        assert(ok);
        check_same(&file, &again);
    } else if (!read) {
        fuzz_refused(&e);
        assert(file.entries == 0 && file.pairs == 0);
    }
    arena_free(&arena);
    return 0;
}
