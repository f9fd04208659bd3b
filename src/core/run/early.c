/* early.c -- see early.h. */
#include "run/early.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool early_is_due(const struct run *r, int step) {
    const struct training *t = &r->settings.train;
    return t->patience && step > 0 && (step % early_every(t) == 0 || step == t->steps);
}

/* ---- In a checkpoint */

bool early_keeps_best(const struct run *r) { return r->early.best_step && !r->early.ended; }

void early_write(const struct run *r, char text[EARLY_TEXT]) {
    const struct early *own = &r->early;
    uint64_t bits;
    memcpy(&bits, &own->best_loss, sizeof bits);
    snprintf(text, EARLY_TEXT, "%d %016" PRIx64 " %d %s", own->best_step, bits, own->since,
             own->ended ? "ended" : "goes on");
}

bool early_read(struct run *r, const char *text, struct error *e) {
    struct early own = {0};
    char written[EARLY_TEXT];
    uint64_t bits = 0;
    own.ended = text && strstr(text, "ended");
    bool ok = text && sscanf(text, "%d %16" SCNx64 " %d", &own.best_step, &bits, &own.since) == 3;
    memcpy(&own.best_loss, &bits, sizeof bits);
    r->early = own;
    early_write(r, written);
    ok = ok && strcmp(written, text) == 0 && own.best_step >= 0 && own.best_step <= r->step && own.since >= 0 &&
         (own.best_step || !own.ended);
    return ok || error_set(e, EXIT_DATA, "its metadata have no state of validation that fits step %d", r->step);
}
