/* assignments.h -- "key = value" from files, the command line and the program, each with where it came from. A key that
 * others call differently is set under our name. */
#pragma once

#include "settings/comparison_settings.h"

enum { SETTINGS_ASSIGNMENTS = 128 };
#define COMMAND_LINE "command line" /* where what is typed was given */

/* Who gave a value, from far to near: what is nearer to the user goes before. */
enum assignment_source { FROM_NOWHERE, FROM_FILE, FROM_PROGRAM, FROM_LINE };

/* One "key = value" as it was given; `where` is for messages: "FILE:LINE" of a file. */
struct assignment {
    const char *key, *value, *where;
    enum assignment_source from;
};

/* The texts of each lie one after the other in `text`. */
struct assignments {
    int count;
    size_t used, at[SETTINGS_ASSIGNMENTS];
    enum assignment_source from[SETTINGS_ASSIGNMENTS];
    char text[SETTINGS_ASSIGNMENTS * 3 * SETTING_TEXT_MAX + COMPARISON_LISTS * SETTING_LIST_MAX];
};

/* Empty ones, to be freed: a stack may be too small for them. */
struct assignments *assignments_new(void);
/* Adds a file's assignments; one key twice in a file is an error. */
bool assignments_read_file(struct assignments *a, const char *path, struct error *e);
bool assignments_read_text(struct assignments *a, const char *text, size_t size, const char *name, struct error *e);
/* Adds "key=value" from the command line; it replaces an earlier value. */
bool assignments_override(struct assignments *a, const char *text, struct error *e);
/* Sets a key as if it were typed. */
bool assignments_type(struct assignments *a, const char *key, const char *value, struct error *e);
/* Sets a key from inside the program. */
bool assignments_set(struct assignments *a, const char *key, const char *value, const char *where, struct error *e);
/* Sets a key as it was given elsewhere. */
bool assignments_put(struct assignments *a, struct assignment item, struct error *e);
/* Assignment number i; valid until the next one is added. */
struct assignment assignments_item(const struct assignments *a, int i);
/* Takes it out; those after it move up. */
void assignments_drop(struct assignments *a, int i);
/* The same for all keys of a list that are set. */
void assignments_forget(struct assignments *a, const char *keys);
/* Copies what is used of them. */
void assignments_copy(struct assignments *to, const struct assignments *from);
/* The same without those that only a comparison has. */
void assignments_of_runs(struct assignments *to, const struct assignments *from);
/* The value of a key, and where it was set; NULL where it was not. */
const char *assignments_value(const struct assignments *a, const char *key);
const char *assignments_where(const struct assignments *a, const char *key);
/* Who set it. */
enum assignment_source assignments_source(const struct assignments *a, const char *key);
/* Whether the command line set it. */
bool assignments_from_line(const struct assignments *a, const char *key);
