/* live_save.c -- the messages save and load: a checkpoint as bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/safetensors.h"
#include "format/safetensors_sum.h"
#include "live/messages.h"

json_t *live_save(struct live *l, const json_t *message, struct error *e) {
    struct arena arena = {0};
    struct safetensors file;
    size_t size;
    (void)message;
    if (!stepper_check(l->stepper, e))
        return NULL;
    const unsigned char *bytes = checkpoint_bytes(l->run, &arena, &size);
    bool ok = safetensors_read(&file, &arena, bytes, size, e);
    if (ok)
        memcpy(live_bytes_alloc(l, size), bytes, size);
    json_t *json =
        ok ? json_pack("{sI ss}", "bytes", (json_int_t)size, "checksum", safetensors_value(&file, SAFETENSORS_SUM))
           : NULL;
    arena_free(&arena);
    return json;
}

/* Whatever computed its steps so far, those to come are computed here. */
json_t *live_load(struct live *l, const json_t *message, struct error *e) {
    struct run *r = memory_alloc(sizeof *r);
    (void)message;
    if (checkpoint_of_bytes(r, l->bytes, l->size, e)) {
        r->settings.train.products = PRODUCTS_PORTABLE;
        r->model.products = PRODUCTS_PORTABLE;
        return live_begin(l, r, e);
    }
    free(r);
    return NULL;
}
