/* command.h -- the subcommands of core and rooms: one file and one row each. Only they, this floor, cli and main print
 * and exit. Results go to stdout, everything else to stderr. */
#pragma once

#include "base/suggest.h"
#include "cli/arguments.h"

extern const struct command command_compare, command_train, command_plot, command_show, command_eval, command_help;
/* Their texts, embedded by make. */
extern const char command_compare_txt[], command_train_txt[], command_plot_txt[], command_show_txt[],
    command_eval_txt[], command_help_txt[];
/* All of them by their place, NULL-ended. */
enum { COMMANDS_MAX = 31 };
extern const struct command *commands[COMMANDS_MAX + 1];
const struct command *command_find(const char *name);
/* What belongs to no command: a text, explained by `poslab help NAME`. */
struct help_topic {
    const char *name;
    int place; /* as of commands */
    const char *summary, *text;
};
enum { HELP_TOPICS_MAX = 15 };
extern const struct help_topic *help_topics[HELP_TOPICS_MAX + 1];

/* EXIT_USAGE: there is no such command; what may have been meant. Returns e. */
const struct error *command_unknown(struct error *e, const char *word);
/* What `poslab` alone says: how to start. Returns the exit code. */
int help_start(void);

/* Prints all that is known of a word that a screen prints; false: nothing (help_word.c). Width 0: prints nothing.
 * `near`, unless it is NULL, gets what may have been meant. */
bool help_word(const char *word, int width, struct suggestion *near);

/* Prints a list: of settings those that every run has, the others with `all`, or how many they are (help_list.c). */
struct catalogue;
void help_list_print(const struct catalogue *c, int width, bool all, struct arena *arena);
/* Prints one JSON object with an array for each list, or for one alone, unless it is NULL. */
void help_list_json(const struct catalogue *only, struct arena *arena);
