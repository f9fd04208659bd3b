/* comparison_settings.h -- the settings that only a comparison has: members, seeds and differences. */
#pragma once

#include "base/setting.h"

struct assignments;
struct settings;

struct comparison {
    char members[SETTING_LIST_MAX];
    char grid[SETTING_LIST_MAX];  /* empty: each member once */
    char pairs[SETTING_LIST_MAX]; /* empty: the usual ones */
    struct range seeds;
    double gate;
    const struct setting *of_task; /* options of a task without files, of which members may have their own; or NULL */
};
enum { COMPARISON_LISTS = 3 };

/* Those that say how results are looked at: no folder keeps them. */
#define COMPARISON_LOOKS "compare.pairs compare.gate"

extern const struct setting comparison_table[];

/* The comparison's setting with this key; NULL: none. */
const struct setting *comparison_find(const char *key);
/* Whether a key is an option of encodings or mixers, which not every run has. */
bool comparison_is_option(const struct settings *s, const char *key);
/* The defaults, and what the assignments say of it. Errors: EXIT_USAGE. */
bool comparison_read(struct comparison *c, const struct assignments *a, struct error *e);
/* Whether results are looked at as usual: the settings of a look are the defaults. */
bool comparison_look_is_usual(const struct comparison *c);
/* Appends its section of a config.ini: what a folder keeps of it. */
void comparison_write(const struct comparison *c, char *text, size_t size);
