/* command.c -- the table of subcommands; see command.h. */
#include "command/command.h"

const struct command *const commands[] = {
    &command_compare,
    &command_explain,
    &command_train,
    &command_predict,
    &command_plot,
    &command_show,
    &command_eval,
    &command_report,
    &command_runs,
    &command_claims,
    &command_status,
    &command_verify,
    &command_sample,
    &command_neighbours,
    &command_export,
    &command_list,
    &command_help,
    &command_completion,
    NULL,
};

const struct command *command_find(const char *name) {
    for (const struct command *const *c = commands; *c; c++)
        if (suggest_alike((*c)->name, name))
            return *c;
    return NULL;
}
