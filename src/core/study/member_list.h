/* member_list.h -- "learned, rope base=100, gru/none": which members a comparison has, as a user
 * writes them in compare.members.
 *
 * An entry is baseline/NAME, or names joined by / or +, then options: an encoding, or several that make a hybrid; a
 * mixer (alone: without positions); policies beyond the trained length; "key=value" or "ENCODING.key=value" for this
 * member alone, and "seeds=1..9" or "seeds=7+42" in place of compare.seeds. */
#pragma once

#include "base/suggest.h"
#include "settings/settings.h"
#include "study/seed_list.h"

/* One option as the settings know it. */
struct member_option {
    const char *key; /* "train.steps", "rope.base" */
    const char *value;
    const struct setting *setting;
    const char *written; /* "base=100"; NULL: a word that the option before it has, in another part of a hybrid */
};

struct member_entry {
    const struct encoding *encoding;
    const struct mixer *mixer;
    const struct baseline *baseline; /* in place of a model; NULL: a model */
    const char *policies;            /* empty: as the settings have them */
    const char *options;             /* as written: " base=100" */
    const char *where;               /* who set it */
    enum assignment_source from;
    int count;
    struct member_option *option;
    const struct setting *of_task; /* as in the comparison */
    bool own_seeds, own_mixer;
    struct seed_list seeds; /* where it has its own */
};

struct member_list {
    const struct mixer *usual; /* of an entry that names none */
    int entries;
    struct member_entry *entry;
};

/* The entries that the settings ask for, `all` spelled out; an encoding without a mixer gets the `usual` one. All of it
 * lives in the arena. Errors: EXIT_USAGE. */
bool member_list_read(struct member_list *r, const struct comparison *c, const struct mixer *usual, struct arena *arena,
                      struct error *e);
/* Which options an entry has by this name: one, or in a hybrid one of each part; 0: none. `near`
 * (or NULL) finds what was meant by a slip. Their values are not set. */
int member_entry_find(const struct member_entry *entry, const char *name, struct member_option found[ENCODING_PARTS],
                      struct suggestion *near);
/* The one with the same model and options; NULL: there is none. */
struct member_entry *member_entry_like(struct member_entry *entry, int entries, const struct member_entry *like);
/* "mixer/encoding options", as the entry is called in a message. */
const char *member_entry_name(const struct member_entry *entry, struct arena *arena);
/* Number k of the settings that an entry may say by itself: its value is NULL if it does not, its key after the last.
 */
struct member_option member_entry_says(const struct member_entry *entry, int k);
/* Whether an entry says by itself what the value of a setting is. */
bool member_entry_sets(const struct member_entry *entry, const char *key);
/* Sets the assignments of an entry, replacing the present ones. */
bool member_list_assign(const struct member_entry *entry, struct assignments *a, struct error *e);
/* The list of members of a comparison with these seeds, "42, 1337, 7", for each; `all`: also in place of its own.
 * Errors: EXIT_USAGE. */
bool member_list_spread(struct comparison *c, const char *seeds, bool all, struct arena *arena, struct error *e);
/* The names of all mixers and encodings in it, as settings_resolve wants them. */
const char *member_list_names(const struct member_list *r, struct arena *arena);
/* A list without the blanks around these signs: "sinusoidal + alibi" is one word. */
char *member_list_close_up(const char *text, const char *signs, struct arena *arena);
