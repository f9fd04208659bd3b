/* one_target.h -- what tasks share that have one target, the row before their words. */
#pragma once

#include "task/task.h"

/* The hooks of all of them; and of those that ask for yes or no. */
#define QUESTION_HOOKS .rows = question_rows, .targets = question_targets
#define QUESTION_YES_NO QUESTION_HOOKS, .chance = question_chance, .answer = question_answer

/* One row more than words; one target. */
int question_rows(const struct task_built *t, int length);
int question_targets(const struct task_built *t, int length);
/* The answer is drawn first, so both answers are equally likely at every length. */
double question_chance(const struct task_built *t, struct range words);
/* 1 is yes. */
const char *question_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);
/* Row 0, the target, with its token, and all rows in segment 0 with positions 0, 1, 2, ...; or all after the first
 * `front` words in segment 1, and the target perhaps after the words. The words' tokens are left alone. */
void question_frame(const struct example *out, int token, int length);
void question_pair(const struct example *out, int token, int front, int length, bool last);
/* The texts of such a pair, with `between` between their words. */
void question_decode_pair(const struct task_built *t, const struct example *x, int rows, const char *between, bool last,
                          struct arena *arena, const char *text[2]);
