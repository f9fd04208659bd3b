/* member_list.h -- "learned, rope base=100, gru/none": which members a comparison has, as a user
 * writes them in compare.members and compare.encodings.
 *
 * An entry is names joined by / or +, then options: an encoding, or several that make a hybrid; a mixer (alone: without
 * positions); policies beyond the trained length; "key=value" or "ENCODING.key=value" for this member alone. */
#pragma once

#include "train/settings.h"

enum { MEMBER_ENTRIES = 64, MEMBER_OPTIONS = 12, ROSTER_TEXT = 256 };

struct member_entry {
    const struct encoding *encoding;
    const struct mixer *mixer;
    char policies[ROSTER_TEXT]; /* empty: as the settings have them */
    char options[ROSTER_TEXT];  /* as written: " base=100" */
    const char *where;          /* the setting it stands in */
    int count;
    struct {
        char key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX];
    } option[MEMBER_OPTIONS];
};

struct member_list {
    int entries;
    struct member_entry entry[MEMBER_ENTRIES];
};

/* The roster that the settings ask for, `all` spelled out; an encoding without a mixer gets
 * the `usual` one. Errors: EXIT_USAGE. */
bool member_list_read(struct member_list *r, const struct comparison *c, const struct mixer *usual, struct error *e);
/* The assignments of an entry, in the place of what stands there. */
bool member_list_assign(const struct member_entry *entry, struct assignments *a, struct error *e);
/* The names of all mixers and encodings in it, as settings_resolve wants them. */
void member_list_names(const struct member_list *r, char *list, size_t size);
