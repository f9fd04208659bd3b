/* fill_evaluation.h -- the evaluation of one model as a table. */
#pragma once

#include "draw/table.h"
#include "evaluate/evaluate.h"

/* An evaluation: a row for each policy. */
extern const struct table_label evaluation_labels[];
void fill_evaluation(struct table *t, const struct evaluation_result *r, struct arena *arena);
/* The same for a screen. Where `asked` (eval.policies) is all, the rows of clamp, wrap and zero are left out. */
void fill_evaluation_screen(struct table *t, const struct evaluation_result *r, const char *asked, struct arena *arena);
