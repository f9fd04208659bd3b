/* series.h -- what is asked of members and their labels. */
#pragma once

#include "study/comparison.h"

/* Whether it has a result and reaches the gate. */
bool member_passed(const struct comparison_result *c, const struct member *m);
/* Whether it is a model that cannot see word order. */
bool member_is_control(const struct member *m);
/* Whether it need reach the gate: it is neither a control nor a baseline. */
bool member_must_pass(const struct member *m);
/* The settings of its run. */
struct settings member_settings(const struct member *m);
/* The task with a member's own trained lengths; the settings must outlive it. Errors as for task_build. */
bool member_task(struct task_built *t, const struct comparison_result *c, const struct settings *own,
                 struct arena *arena, struct error *e);
/* Finds the series of its members, which are listed and share settings; again once some are taken out. */
void compare_find_series(struct comparison_result *c);
/* Whether it has all seeds of another; both are in order. */
bool series_has_seeds(const struct series *s, const struct series *others);
/* How many seeds it has. */
static inline int series_seeds(const struct series *s) { return (int)(s->end - s->first); }
/* The first finished one: it has the label's rows, and represents it in charts. NULL: none is finished. */
const struct member *series_model(const struct series *s);
/* Whether row i is the first of its label. */
bool row_is_first(const struct comparison_result *c, int i);
/* How many seeds have a number of a row at the length where most have one; 0: it has no numbers. */
int row_seeds(const struct comparison_result *c, const struct compare_row *row, int metric);
/* The number of members with this status. */
int compare_count(const struct comparison_result *c, enum run_status status);
/* The seeds of its members: "seed 1", "seeds 1..10", "seeds 7, 42, 1337", "12 seeds from 3 to 900". */
const char *compare_seeds(const struct comparison_result *c, struct arena *arena);
/* How many were finished before. */
int compare_before(const struct comparison_result *c);
/* Its accuracy in range, which the gate tests; m is finished. */
double member_in_range(const struct member *m);
/* Its score under a policy in column i; NULL where it has no number there. */
const struct score *member_score(const struct member *m, const struct policy *policy, int metric, int i);
