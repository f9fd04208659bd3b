/* live_save.c -- the messages save and load: a checkpoint as bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "live/messages.h"

json_t *live_save(struct live *l, const json_t *message, struct error *e) {
    struct arena arena = {0};
    size_t size;
    (void)message;
    if (!stepper_check(l->stepper, e))
        return NULL;
    const unsigned char *bytes = checkpoint_bytes(l->run, &arena, &size);
    memcpy(live_bytes_alloc(l, size), bytes, size);
    arena_free(&arena);
    return json_pack("{sI}", "bytes", (json_int_t)size);
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
