/* registry.c -- the list of encodings, and what is the same for all of them.
 * A new encoding is one new file and one row here. */
#include <assert.h>
#include <string.h>

#include "encoding/encoding.h"
#include "encoding/kinds.h"

const struct encoding *const encodings[] = {
    &encoding_none,  &encoding_learned, &encoding_sinusoidal,
    &encoding_index, &encoding_ratio,   &encoding_rope,
    &encoding_alibi, &encoding_t5,      NULL,
};

const struct encoding *encoding_find(const char *name) {
    for (const struct encoding *const *p = encodings; *p; p++)
        if (strcmp((*p)->name, name) == 0)
            return *p;
    return NULL;
}

bool encoding_is_embedded(const struct encoding *kind) { return !kind->rotate && !kind->bias; }

bool encoding_takes(const struct encoding_built *b, const struct policy *policy) {
    return policy == &policy_error || policy_among(policy, b->policies);
}

static int count(const struct policy *const *list) {
    int n = 0;
    while (list[n])
        n++;
    return n;
}

bool encoding_build(struct encoding_built *b, const struct encoding *kind, const void *options,
                    struct encoding_sizes size, uint32_t seed, struct arena *arena, struct error *e) {
    *b = (struct encoding_built){.kind = kind,
                                 .options = options,
                                 .size = size,
                                 .seed = seed,
                                 .policies = kind->policies,
                                 .width = size.d_model};
    if (kind->build && !kind->build(b, arena, e))
        return error_prefix(e, "encoding %s", kind->name);
    assert(b->tensors <= ENCODING_TENSORS && count(b->policies) <= ENCODING_POLICIES);
    return true;
}

bool encoding_reserve(struct encoding_built *b, int columns, struct error *e) {
    b->columns = b->width = columns;
    return columns < b->size.d_model ||
           error_set(e, EXIT_USAGE, "fills %d column%s of x, and of model.d_model = %d none is left to the tables",
                     columns, columns > 1 ? "s" : "", b->size.d_model);
}

static bool refuse_beyond(const struct encoding_built *b, int reach, struct error *e) {
    return error_set(e, EXIT_USAGE,
                     "place %d is beyond the position table of %d rows; choose what happens there with "
                     "encoding.beyond (or eval.policies) = extend, clamp, wrap, zero or interpolate",
                     reach - 1, b->rows);
}

bool encoding_use_open(struct encoding_use *use, const struct encoding_built *b, const struct encoding_weights *w,
                       const struct policy *beyond, int reach, struct arena *arena, struct error *e) {
    *use = (struct encoding_use){.built = b, .beyond = beyond, .reach = reach};
    if (beyond == &policy_error && b->rows && reach > b->rows)
        return refuse_beyond(b, reach, e);
    if (!encoding_takes(b, beyond))
        return error_set(e, EXIT_USAGE, "policy %s makes no sense for encoding %s", beyond->name, b->kind->name);
    if (b->kind->open)
        b->kind->open(use, w, arena);
    return true;
}
