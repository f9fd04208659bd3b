/* oracles.h -- the right answers of every task, computed slowly from words alone. */
#pragma once

#include "model/batch.h"
#include "task/task.h"

struct oracle {
    const struct task *task;
    /* The answer at target `target` of a sequence; it may be in the buffer. */
    const char *(*answer)(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer);
    const char *options[7]; /* besides the defaults: key, value, ..., NULL */
};

/* All of them, ended by a NULL task. */
extern const struct oracle oracles[];

/* Where `count` rows from `row` on of a sequence stand in data/harbour.txt, from its word `from` on; -1: nowhere. */
int oracle_locate(const struct task_built *t, const struct batch *b, int sequence, int row, int count, int from);
/* The first word of that text that is held out. */
int oracle_held_out(void);
