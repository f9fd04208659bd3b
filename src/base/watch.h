/* watch.h -- the time of a training step, part by part.
 *
 * Call watch_lap after each part: the time since the previous lap belongs to that part, so the parts always add up to
 * the whole. Outside of a measurement the watch is NULL and a lap costs one comparison. Threads do not share it. */
#pragma once

#include "base/clock.h"

enum watch_part {
    WATCH_BATCH,
    WATCH_EMBED,
    WATCH_NORMS,
    WATCH_PROJECTIONS,
    WATCH_MIXER, /* scores, softmax and weighted sums; all of a recurrence */
    WATCH_FEEDFORWARD,
    WATCH_HEAD, /* with the loss */
    WATCH_OPTIMISER,
    WATCH_OTHER,
    WATCH_PARTS
};

struct watch {
    double seconds[WATCH_PARTS];
    double last; /* when the lap began */
};

/* Begins the first lap; all parts at 0. */
static inline void watch_start(struct watch *w) { *w = (struct watch){.last = clock_seconds()}; }

static inline void watch_lap(struct watch *w, enum watch_part part) {
    if (!w)
        return;
    double now = clock_seconds();
    w->seconds[part] += now - w->last;
    w->last = now;
}
