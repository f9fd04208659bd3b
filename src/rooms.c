/* rooms.c -- the rooms of this build take their places in core's lists. */
#include "rooms.h"

#include "base/registry.h"
#include "base/room.h"
#include "baseline/baseline.h"
#include "command/catalogue.h"
#include "command/command.h"
#include "command/plot.h"
#include "command/show.h"
#include "run/start_from.h"
#include "task/task.h"
#include "view/kinds.h"

void rooms_open(void) {
    for (const struct room *const *r = rooms; *r; r++) {
        file_operand = (*r)->files ? (*r)->files : file_operand;
        registry_add(commands, COMMANDS_MAX, (*r)->commands, offsetof(struct command, place));
        registry_add(catalogues, CATALOGUES_MAX, (const struct catalogue *const[]){(*r)->words, NULL},
                     offsetof(struct catalogue, last));
        registry_add(help_topics, HELP_TOPICS_MAX, (*r)->topics, offsetof(struct help_topic, place));
        registry_add(views, VIEWS_MAX, (*r)->views, REGISTRY_LAST);
        registry_add(show_subjects, SHOW_SUBJECTS_MAX, (*r)->subjects, REGISTRY_LAST);
        registry_add(plot_kinds, PLOT_KINDS_MAX, (*r)->plots, offsetof(struct plot_kind, place));
        registry_add(tasks, TASKS_MAX, (*r)->tasks, REGISTRY_LAST);
        registry_add(run_starts, RUN_STARTS_MAX, (*r)->starts, REGISTRY_LAST);
        registry_add(baseline_kinds, BASELINE_KINDS_MAX, (*r)->baselines, REGISTRY_LAST);
    }
}
