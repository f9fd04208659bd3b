/* batch_shown.h -- the rows of a batch as readers see them: words as JSON, and the marks of an example. */
#pragma once

#include "base/arena.h"
#include "draw/example_marks.h"
#include "format/json_put.h"
#include "model/batch.h"
#include "task/task.h"

/* Puts words, segments and positions by row into an object that is open. */
void batch_put(struct json_writer *w, const struct batch *b, const struct task_built *t);
/* What is marked at the tokens of its first sequence; the batch keeps the segments. */
struct example_marks batch_marks(const struct batch *b, struct arena *arena);
