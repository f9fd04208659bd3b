/* command.c -- the table of subcommands; see command.h. */
#include "command/command.h"

#include "base/registry.h"

const struct command *commands[COMMANDS_MAX + 1] = {&command_compare, &command_train, &command_plot, &command_show,
                                                    &command_eval,    &command_help,  NULL};

const struct command *command_find(const char *name) { return registry_find_alike(commands, name); }
