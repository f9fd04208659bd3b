/* room.c -- what this room adds: what folders have. */
#include "base/room.h"
#include "command/command.h"
#include "command/facts.h"
#include "inventory/fill_runs.h"

extern const struct command command_runs;

const struct room room_inventory = {
    .name = "inventory",
    .fact = &(const struct help_fact){"runs", 0, runs_labels},
    .commands = (const struct command *const[]){&command_runs, NULL},
};
