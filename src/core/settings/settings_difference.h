/* settings_difference.h -- in which settings two runs differ, and a run from the defaults. */
#pragma once

#include "settings/settings.h"

/* Those that differ from what a run of the same task, mixer and encoding has where nothing else is said; the three
 * names where they are not the default ones. */
void settings_changed(const struct settings *s, struct assignments *given);
/* The same, from other settings. */
void settings_changed_from(const struct settings *plain, const struct settings *s, struct assignments *given);
/* Calls for every setting of these sections in which two runs differ; NULL: it is not set, or its kinds do not have it.
 * Of kinds that differ, an option with its default is no difference. Nor is a value that a run computes itself:
 * another train.sparse than auto, another train.validate_every than 0, train.from_xxh3 where none was given,
 * train.steps where both have epochs. */
typedef void settings_differ(void *user, const char *key, const char *there, const char *here);
void settings_each_difference(const struct settings *there, const struct settings *here, const char *sections,
                              settings_differ *differ, void *user);
/* A difference as text: "train.steps = 5 there, 6 here". */
enum { SETTINGS_DIFFERENCE = 3 * SETTING_TEXT_MAX };
void settings_tell(char text[SETTINGS_DIFFERENCE], const char *key, const char *there, const char *here);
/* The first difference of two runs; false: none. train.keep, which decides files but no number, is left out. */
bool settings_difference(const struct settings *there, const struct settings *here, const char *sections,
                         char text[SETTINGS_DIFFERENCE]);
