/* watch.h -- the time of a training step, part by part, measured from outside: the linker puts a timed call around the
 * functions listed in watch.c (--wrap), and the model's mixer is replaced by one that times the other's hooks.
 *
 * The time that a function spends in itself belongs to its part, so the parts add up to the whole. Without a watch a
 * timed call costs one comparison. Where the linker cannot wrap (macOS), all time outside the mixer is WATCH_OTHER. */
#pragma once

#include "train/step.h"

enum watch_part {
    WATCH_BATCH,
    WATCH_EMBED, /* tables and encoding, with the residual sums */
    WATCH_NORMS,
    WATCH_PROJECTIONS, /* linear maps of attention */
    WATCH_MIXER,       /* scores, softmax and weighted sums, with absorbed projections; all of a recurrence */
    WATCH_FEEDFORWARD,
    WATCH_HEAD, /* with the loss */
    WATCH_OPTIMISER,
    WATCH_OTHER,
    WATCH_PARTS
};

struct watch {
    double seconds[WATCH_PARTS];
    double last; /* when the present stretch began */
    enum watch_part part;
};

/* Begins to time a stepper of one thread, and ends it. One at a time. */
void watch_start(struct watch *w, struct stepper *s);
void watch_stop(struct stepper *s);
