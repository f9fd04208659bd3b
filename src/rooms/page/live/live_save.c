/* live_save.c -- the message save: a checkpoint as bytes. */
#include <string.h>

#include "base/memory.h"
#include "format/checksum.h"
#include "page/live/messages.h"

static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    char checksum[CHECKSUM_DIGITS + 1];
    if (!stepper_check(l->stepper, e))
        return false;
    const unsigned char *bytes = checkpoint_bytes(l->run, &l->arena, &l->size);
    l->bytes = memcpy(memory_grow(l->bytes, l->size), bytes, l->size);
    safetensors_sum_copy(checksum, bytes);
    json_put(w, "bytes z checksum s", l->size, checksum);
    return true;
}

const struct live_message live_save = {.name = "save", .needs_model = true, .answer = answer};
