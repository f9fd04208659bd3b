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
        registry_add(commands, COMMANDS_MAX, (*r)->commands, command_before);
        registry_add(catalogues, CATALOGUES_MAX, (const struct catalogue *const[]){(*r)->words, NULL},
                     catalogue_before);
        registry_add(help_topics, HELP_TOPICS_MAX, (*r)->topics, help_topic_before);
        registry_add(views, VIEWS_MAX, (*r)->views, NULL);
        registry_add(show_subjects, SHOW_SUBJECTS_MAX, (*r)->subjects, NULL);
        registry_add(plot_kinds, PLOT_KINDS_MAX, (*r)->plots, plot_before);
        registry_add(tasks, TASKS_MAX, (*r)->tasks, NULL);
        registry_add(run_starts, RUN_STARTS_MAX, (*r)->starts, NULL);
        registry_add(baseline_kinds, BASELINE_KINDS_MAX, (*r)->baselines, NULL);
    }
}
