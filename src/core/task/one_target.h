/* one_target.h -- what tasks share that have one target, the row before their words. */
#pragma once

#include "task/task.h"

/* The hooks of all of them; and of those that ask for yes or no. */
#define ONE_TARGET_HOOKS .rows = one_target_rows, .targets = one_target_targets
#define ONE_TARGET_YES_NO ONE_TARGET_HOOKS, .chance = one_target_chance, .answer = one_target_answer

/* One row more than words; one target. */
int one_target_rows(const struct task_built *t, int length);
int one_target_targets(const struct task_built *t, int length);
/* The answer is drawn first, so both answers are equally likely at every length. */
double one_target_chance(const struct task_built *t, struct range words);
/* 1 is yes. */
const char *one_target_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);
/* Row 0, the target, with its token, and all rows in segment 0 with positions 0, 1, 2, ...; or all after the first
 * `front` words in segment 1, and the target perhaps after the words. The words' tokens are left alone. */
void one_target_frame(const struct example *out, int token, int length);
void one_target_pair(const struct example *out, int token, int front, int length, bool last);
/* The texts of such a pair, with `between` between their words. */
void one_target_decode_pair(const struct task_built *t, const struct example *x, int rows, const char *between,
                            bool last, struct arena *arena, const char *text[2]);
