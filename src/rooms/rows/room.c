/* room.c -- what this room adds: a user's own rows, as a task and as an operand of the command line. */
#include "base/room.h"
#include "rows/data_file.h"
#include "rows/rows.h"

const struct room room_rows = {
    .name = "rows",
    .files = &(const struct file_operand){data_file_is, data_file_take, data_file_how, DATA_FILE_KEYS},
    .tasks = (const struct task *const[]){&task_tsv, NULL},
};
