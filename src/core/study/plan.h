/* plan.h -- which members a comparison has, and whether they can run. */
#pragma once

#include "settings/settings_override_kind.h"
#include "study/comparison.h"

/* What assignments ask for as a comparison, before there are members: the list and the grid. */
struct wanted {
    struct member_list list;
    struct assignments base;          /* what all members have: no setting of the comparison */
    struct assignments own;           /* of one member, while it is listed */
    const char *others;               /* mixers and encodings of all */
    bool taken[SETTINGS_ASSIGNMENTS]; /* which of the base some member has the value of */
};

/* Reads c->compare and c->grid, too; all of it lives in c->arena. Seeds of the command line hold for every entry of a
 * file's list. Errors: EXIT_USAGE. */
bool wanted_read(struct wanted *w, struct comparison_result *c, const struct assignments *a, struct error *e);
/* Lists the members: neither the task nor a model is built. Errors: EXIT_USAGE. */
bool compare_list(struct comparison_result *c, const struct assignments *a, struct arena *arena, struct error *e);
/* No two labels are one model under two spellings: rope base=1e4, rope base=10000. Errors: EXIT_USAGE. */
bool compare_check_once(const struct comparison_result *c, struct error *e);
/* Checks a config file's settings that only a comparison has. Errors: EXIT_USAGE. */
bool compare_check(const struct assignments *a, struct error *e);
/* As assignments_yield, for all its members. */
void compare_yield(struct assignments *a, struct yielded *y);
/* Lists and checks the members; the task is built from `in` (NULL: its files). Errors: EXIT_USAGE, the task's. */
bool compare_plan(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                  struct arena *arena, struct error *e);
/* The second step of a plan, after compare_list: builds the task and checks the members that wait. */
bool compare_prepare(struct comparison_result *c, const struct task_input *in, struct error *e);
/* The same of a comparison that is not in parts: reads its pairs, too. */
bool compare_prepare_all(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                         struct error *e);
/* Whether the members that are to begin, in c->folder, can read the files of their tables. Errors: EXIT_USAGE,
 * EXIT_DATA, EXIT_IO. */
bool compare_check_tables(const struct comparison_result *c, struct error *e);
