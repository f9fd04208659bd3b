/* oracles.h -- the right answers of every task, computed slowly from words alone. */
#pragma once

#include "model/batch.h"
#include "task/task.h"

struct oracle {
    const struct task *task;
    /* The answer at target `target` of a sequence; it may be in the buffer. */
    const char *(*answer)(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer);
    const char *options[7]; /* besides the defaults: key, value, ..., NULL */
    bool of_text; /* the task cuts its examples out of a text, which is searched for them: that takes its time */
};

/* All of them, ended by a NULL task: core's, then those of rooms. */
enum { ORACLES_MAX = 60 };
extern struct oracle oracles[ORACLES_MAX];
/* A room tells its own before main begins. */
void oracle_add(struct oracle o);

/* The word at a row of the batch; it may be in the buffer. */
const char *oracle_word(const struct task_built *t, const struct batch *b, int row, char buffer[TASK_WORD_MAX]);
/* "yes" or "no". */
const char *oracle_yes(bool yes);
