/* room.c -- what this room adds: embedding tables of models and files: to start from, to export, to look up neighbours.
 */
#include "base/room.h"
#include "command/command.h"
#include "command/facts.h"
#include "command/show.h"
#include "run/start_from.h"
#include "tables/public_table.h"
#include "tables/start_tables.h"

extern const char tables_topic_models_txt[];
extern const struct command command_export, show_neighbours;

const struct room room_tables = {
    .name = "tables",
    .starts =
        (const struct run_start *const[]){&(const struct run_start){"tables", start_tables_check, start_tables}, NULL},
    .topics =
        (const struct help_topic *const[]){
            &(const struct help_topic){"models", 30, "public models: where their tables and words are found",
                                       tables_topic_models_txt},
            NULL},
    .fact = &(const struct help_fact){"row_after_padding", PUBLIC_AFTER_PADDING, NULL},
    .commands = (const struct command *const[]){&command_export, NULL},
    .subjects =
        (const struct show_subject *const[]){&(const struct show_subject){"neighbours", .command = &show_neighbours},
                                             NULL},
};
