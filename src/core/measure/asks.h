/* asks.h -- which rows of a text are asked: the targets of the task, as its examples have them; and what an encoding
 * gives them (encoding/seen.h). */
#pragma once

#include "encoding/seen.h"
#include "run/run.h"

/* Of some examples of evaluation, or where there are none of training: whether all targets come first, or last. */
enum seen_asks asks_of(const struct task_built *t);
/* What a task's targets get from the encoding in a text of so many positions under the policy. It was built with
 * these settings; `learned`: the weights are a model's. All lies in the arena. */
void asks_see(struct encoding_parts_seen *out, const struct encoding_built *b, const struct encoding_weights *w,
              const struct settings *set, const struct task_built *t, const struct policy *policy, int positions,
              bool learned, struct arena *arena);
/* The sentences of that for a model: the fact, and what the policy costs. */
const char *asks_say(const struct run *r, const struct policy *policy, int positions, struct arena *arena);
