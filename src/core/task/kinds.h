/* kinds.h -- core's tasks, in the order of every list; those of rooms come after them. A new one is a file and a word
 * here. */
#pragma once

#include "task/task.h"

#define TASK_KINDS(EACH) \
    EACH(order)          \
    EACH(first)          \
    EACH(flip)           \
    EACH(find)           \
    EACH(query)          \
    EACH(shift)          \
    EACH(reverse)        \
    EACH(copy)           \
    EACH(add)            \
    EACH(table)          \
    EACH(grid)           \
    EACH(chase)

#define TASK_DECLARE(name) extern const struct task task_##name;
TASK_KINDS(TASK_DECLARE)
#undef TASK_DECLARE
