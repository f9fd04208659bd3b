/* room.c -- what this room adds: what folders have: runs, status and verify. */
#include "base/room.h"
#include "command/command.h"
#include "command/facts.h"
#include "inventory/fill_runs.h"

extern const struct command command_runs, command_status, command_verify;

const struct room room_inventory = {
    .name = "inventory",
    .fact = &(const struct help_fact){"runs", 0, runs_labels},
    .commands = (const struct command *const[]){&command_runs, &command_status, &command_verify, NULL},
};
