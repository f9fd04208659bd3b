/* texts.h -- tasks on plain text, and the baselines that count its words. */
#pragma once

#include "baseline/baseline.h"
#include "task/task.h"

extern const struct task task_cloze, task_next, task_sop;
extern const struct baseline baseline_unigram, baseline_bigram;
