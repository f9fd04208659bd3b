/* oracle_of_texts.h -- the right answers of tasks on data/harbour.txt, which is searched for each example
 * (law/oracles.h). */
#pragma once

#include "model/batch.h"
#include "task/task.h"

/* Where `count` rows from `row` on of a sequence stand in data/harbour.txt, from its word `from` on; -1: nowhere. */
int text_locate(const struct task_built *t, const struct batch *b, int sequence, int row, int count, int from);
/* The first word of that text that is held out. */
int text_held_out(void);
