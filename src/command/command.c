/* command.c -- the table of subcommands; see command.h. */
#include "command/command.h"

#include "base/suggest.h"
#include "base/text.h"

const struct command *const commands[] = {
    &command_compare, &command_explain, &command_train,  &command_predict,    &command_plot,
    &command_show,    &command_eval,    &command_report, &command_runs,       &command_claims,
    &command_status,  &command_verify,  &command_script, &command_sample,     &command_neighbours,
    &command_export,  &command_list,    &command_help,   &command_completion, NULL,
};

const struct command *command_find(const char *name) {
    for (const struct command *const *c = commands; *c; c++)
        if (suggest_alike((*c)->name, name))
            return *c;
    return NULL;
}

void command_usage(const struct command *c, char *text, size_t size) {
    text[0] = 0;
    text_append(text, size, "poslab %s", c->name);
    if (c->operand)
        text_append(text, size, " %s", c->operand);
    if (c->settings)
        text_append(text, size, " [CONFIG.ini] [key=value ...]");
    if (c->options)
        text_append(text, size, " [--options]");
}
