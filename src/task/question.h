/* question.h -- what tasks share that have one target, the row before their words. */
#pragma once

#include "task/task.h"

/* One row more than words; one target. */
int question_rows(const struct task_built *t, int length);
int question_targets(const struct task_built *t, int length);
/* The answer is drawn first, so two answers are equally likely whatever the length. */
double question_chance(const struct task_built *t, struct range words);
/* 1 is yes. */
const char *question_answer(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]);
/* Row 0, the target, with its token, and all rows in segment 0 with positions 0, 1, 2, ...; the words' tokens are left
 * alone. */
void question_frame(const struct example *out, int token, int length);
