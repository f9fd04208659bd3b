/* settings_before.c -- what a configuration of an older program means by not having a setting that is younger: what the
 * program did then. A run's own configuration says all that there was to say, which a user's never does: so much is
 * known of both. */
#include <string.h>

#include "train/settings.h"

/* Every configuration that a program wrote has these. */
static const char *const written[] = {"train.beta1", "train.epsilon", "train.log_every", "eval.seed", NULL};

static const struct { const char *task, *key, *value; } before[] = {{"tsv", "task.tokens", "spaces"}};
enum { BEFORE = sizeof before / sizeof *before };

static bool was_written(const struct assignments *a) {
    int i = 0;
    while (written[i] && assignments_value(a, written[i]))
        i++;
    return !written[i];
}

bool assignments_add_before(struct assignments *a, const char *where, struct error *e) {
    const char *task = assignments_value(a, "task.name");
    for (int i = 0; i < BEFORE && task && was_written(a); i++)
        if (strcmp(task, before[i].task) == 0 && !assignments_value(a, before[i].key) &&
            !assignments_set(a, before[i].key, before[i].value, where, e))
            return false;
    return true;
}
