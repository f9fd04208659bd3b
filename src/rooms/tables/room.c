/* room.c -- what this room adds: embedding tables of models and files: to start from, to export, to look up neighbours.
 */
#include "base/room.h"
#include "command/command.h"
#include "command/show.h"
#include "run/start_from.h"
#include "tables/start_tables.h"

extern const char tables_topic_models_txt[];
extern const struct command command_export, show_neighbours;
extern const struct show_subject show_public_positions;

const struct room room_tables = {
    .name = "tables",
    .starts =
        (const struct run_start *const[]){&(const struct run_start){"tables", start_tables_check, start_tables}, NULL},
    .topics =
        (const struct help_topic *const[]){
            &(const struct help_topic){"models", 30, "public models: where their tables and words are found",
                                       tables_topic_models_txt},
            NULL},
    .commands = (const struct command *const[]){&command_export, NULL},
    .subjects =
        (const struct show_subject *const[]){&(const struct show_subject){"neighbours", .command = &show_neighbours},
                                             &show_public_positions, NULL},
};
