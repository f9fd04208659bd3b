/* room.c -- what this room adds: a text in a trained model; what examples of a task look like. */
#include "base/room.h"
#include "command/command.h"
#include "command/show.h"

extern const struct command command_predict, show_task;

const struct room room_predict = {
    .name = "predict",
    .commands = (const struct command *const[]){&command_predict, NULL},
    .subjects = (const struct show_subject *const[]){&(const struct show_subject){"task", .command = &show_task}, NULL},
};
