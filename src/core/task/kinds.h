/* kinds.h -- all tasks, in the order of every list. A new one is a file and a word here, below TASKS_OF_FILES if it
 * reads files, which the page's build cannot. */
#pragma once

#include "task/task.h"

#define TASK_KINDS(EACH) \
    EACH(order)          \
    EACH(first)          \
    EACH(flip)           \
    EACH(query)          \
    EACH(shift)          \
    EACH(reverse)        \
    EACH(copy)           \
    EACH(table)          \
    EACH(grid)           \
    EACH(chase)          \
    TASKS_OF_FILES(EACH)

#ifdef WITHOUT_FILES
#define TASKS_OF_FILES(EACH)
#else
#define TASKS_OF_FILES(EACH) \
    EACH(tsv)                \
    EACH(cloze)              \
    EACH(next)               \
    EACH(sop)
#endif

#define TASK_DECLARE(name) extern const struct task task_##name;
TASK_KINDS(TASK_DECLARE)
#undef TASK_DECLARE
