/* kinds.h -- the tasks there are, in the order of every list. A new one is its file and a word here. */
#pragma once

#include "task/task.h"

#define TASK_KINDS(EACH) \
    EACH(order)          \
    EACH(first)          \
    EACH(query)          \
    EACH(shift)          \
    EACH(reverse)        \
    EACH(copy)           \
    EACH(table)          \
    EACH(grid)           \
    EACH(chase)          \
    EACH(tsv)            \
    EACH(cloze)          \
    EACH(next)           \
    EACH(sop)

#define TASK_DECLARE(name) extern const struct task task_##name;
TASK_KINDS(TASK_DECLARE)
#undef TASK_DECLARE
