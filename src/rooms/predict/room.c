/* room.c -- what this room adds: a text, or an example of the task, in a trained model. */
#include "base/room.h"
#include "command/command.h"

extern const struct command command_predict, command_sample;

const struct room room_predict = {
    .name = "predict",
    .commands = (const struct command *const[]){&command_predict, &command_sample, NULL},
};
