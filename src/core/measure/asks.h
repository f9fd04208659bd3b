/* asks.h -- which rows of a text are asked: the targets of the task, as its examples have them; and what an encoding
 * gives them (encoding/seen.h). */
#pragma once

#include "encoding/seen.h"
#include "measure/encoding_alone.h"

/* Of some examples of evaluation, or where there are none of training: whether all targets come first, or last. */
enum seen_asks asks_of(const struct task_built *t);
enum { ASKS_COUNTED = 64 }; /* examples of which a count is the largest */
struct asks_text {
    const struct policy *policy;
    int positions, words; /* words 0: it is none of the task's; counts are not known */
    bool maps;
};
/* What a task's targets get from the encoding in such a text. All lies in the arena. */
void asks_see(struct encoding_parts_seen *out, const struct encoding_alone *of, const struct asks_text *t,
              struct arena *arena);
/* The sentences of that for a model: the fact, and what the policy costs. */
const char *asks_say(const struct run *r, const struct policy *policy, int positions, struct arena *arena);
