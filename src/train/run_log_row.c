/* run_log_row.c -- see train.h. Separate from the file, so a run without one leaves the same checkpoint. */
#include <xxhash.h>

#include "run/early.h"
#include "train/train.h"

bool run_log_is_due(const struct run *r, int step) {
    return step % r->settings.train.log_every == 0 || step == r->settings.train.steps || early_is_due(r, step);
}

void run_log_row(char row[RUN_LOG_ROW], const struct stepper *s) {
    int bytes =
        snprintf(row, RUN_LOG_ROW,
                 "{\"step\": %d, \"loss\": %.9g, \"accuracy\": %.6g, \"learning_rate\": %.9g, \"gradient_norm\": %.9g",
                 s->run->step, s->loss, s->accuracy, s->rate, s->norm);
    if (early_is_due(s->run, s->run->step))
        bytes += snprintf(row + bytes, (size_t)(RUN_LOG_ROW - bytes),
                          ", \"validation_loss\": %.9g, \"validation_accuracy\": %.6g", s->run->early.loss,
                          s->run->early.accuracy);
    s->run->log = XXH3_64bits_withSeed(row, (size_t)bytes, s->run->log);
}
