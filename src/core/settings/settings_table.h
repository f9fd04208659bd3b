/* settings_table.h -- the tables of settings: that of every run, and those of comparisons, tasks, mixers and encodings.
 */
#pragma once

#include "base/setting.h"

/* The settings that every run has; the rest belong to tasks, mixers and encodings. */
extern const struct setting settings_table[];
/* Whether an option's key is in that section. */
bool setting_is_in(const struct setting *o, const char *section);
/* Whether keys of every run or of a mixer begin with it: a list of sections with another word would leave options out
 * in silence. */
bool settings_is_section(const char *section);
/* Whether it may differ between members of a comparison: not what chooses the examples, nor one that would hide the
 * short name of an encoding's option (scale). */
bool settings_may_differ(const char *key);
/* Whether a setting is rarely needed: lists have it apart. */
bool settings_is_expert(const char *key);

/* Each table there is (NULL: an owner without options) and whose it is: "every run", "every comparison", then the names
 * of tasks, mixers and encodings; ended by an owner NULL. */
struct settings_owned {
    const struct setting *table;
    const char *owner;
};
const struct settings_owned *settings_tables(void);
/* The last of them that has the key; NULL: none. Options of encodings and mixers are in one table each. */
const struct setting *settings_find(const char *key);
