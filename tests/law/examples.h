/* examples.h -- many examples of a task at once. */
#pragma once

#include "law/small.h"
#include "model/batch.h"
#include "task/task.h"

enum { EXAMPLES = COMPARED ? 1000 : 250, LONGEST = 40 };

struct examples {
    struct arena arena;
    struct task_built task;
    struct batch batch;
    _Alignas(16) char options[TASK_OPTIONS_MAX];
};

/* A task with its defaults but for some options: key, value, ..., NULL. Free the arena. */
void examples_open(struct examples *o, const struct task *kind, const char *const *option);
/* Examples of training (length < 0) or of evaluation; those that a task holds, again and again. */
void examples_draw(struct examples *o, uint32_t seed, int length);
/* Fails where one of 50 examples of training, written as texts, is not read back as it was. */
void check_round_trips(const struct task *kind, const char *const *options);
