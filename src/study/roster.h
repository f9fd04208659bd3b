/* roster.h -- "learned, rope base=100, gru/none": which members a comparison has, as a user
 * writes them in compare.members and compare.encodings.
 *
 * An entry is names joined by / or +, then options: an encoding, a mixer (alone: without
 * positions), policies beyond the trained length; "key=value" for this member alone. */
#ifndef STUDY_ROSTER_H
#define STUDY_ROSTER_H

#include "train/settings.h"

enum { ROSTER_ENTRIES = 64, ROSTER_OPTIONS = 12, ROSTER_TEXT = 256 };

struct roster_entry {
    const struct encoding *encoding;
    const struct mixer *mixer;
    char policies[ROSTER_TEXT]; /* empty: as the settings have them */
    char options[ROSTER_TEXT];  /* as written: " base=100" */
    const char *where;          /* the setting it stands in */
    int count;
    struct {
        char key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX];
    } option[ROSTER_OPTIONS];
};

struct roster {
    int entries;
    struct roster_entry entry[ROSTER_ENTRIES];
};

/* The roster that the settings ask for, `all` spelled out; an encoding without a mixer gets
 * the `usual` one. Errors: EXIT_USAGE. */
bool roster_read(struct roster *r, const struct comparison *c, const struct mixer *usual, struct error *e);
/* The assignments of an entry, in the place of what stands there. */
bool roster_assign(const struct roster_entry *entry, struct assignments *a, struct error *e);
/* The names of all mixers and encodings in it, as settings_resolve wants them. */
void roster_names(const struct roster *r, char *list, size_t size);

#endif
