/* kinds.h -- the tasks by name, for the registry and for tests. */
#ifndef TASK_KINDS_H
#define TASK_KINDS_H

#include "task/task.h"

extern const struct task task_order, task_first, task_query, task_shift, task_reverse, task_copy, task_table, task_grid,
    task_chase, task_tsv, task_cloze, task_next, task_sop;

#endif
