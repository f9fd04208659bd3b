/* sweep.h -- the settings that a comparison sweeps: options of its members, in compare.members or a grid, that differ
 * between members. Values are resolved, so a member without the option has its default. */
#pragma once

#include <string.h>

#include "study/comparison.h"

enum { SWEEP_CURVES = 24 }; /* that a chart of them has; above so many, one per encoding */

/* Finds those of a planned comparison; once it is summarised, c->sweeps has them. */
struct sweeps sweeps_find(const struct comparison_result *c);
/* "learning_rate, d_model", or "no option". */
enum { SWEEP_NAMES = 512 };
const char *sweep_names(const struct sweeps *all, char text[SWEEP_NAMES]);
/* Finds one by name or key. NULL, EXIT_USAGE: there is none; the error lists them. */
const struct sweep *sweep_named(const struct sweeps *all, const char *name, struct error *e);
/* The value of a member, as a user would write it; NULL if it has no such setting, or its parts differ in it. */
const char *sweep_value(const struct sweep *w, const struct member *m, char text[SETTING_TEXT_MAX]);
/* Whether an option of a member, one with o->written, is among them. */
bool sweep_is_option(const struct sweeps *all, const struct member_option *o);
/* Turns a value that a user wrote into the text of sweep_value. Error, EXIT_USAGE: no member has it. */
bool sweep_read(const struct sweep *w, const struct comparison_result *c, const char *written,
                char text[SETTING_TEXT_MAX], struct error *e);
