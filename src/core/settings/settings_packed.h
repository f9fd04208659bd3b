/* settings_packed.h -- settings kept as their differences from others: some tens of bytes for each of many members that
 * differ in a few options, where all settings are eight thousand. What is asked of most members, their kinds, is at
 * hand.
 */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "settings/settings.h"

struct settings_packed {
    const struct mixer *mixer;
    const struct encoding *encoding;
    const struct baseline *baseline;
    const struct settings *whole;
    int words;
    struct settings_word {
        size_t at;
        uint64_t bits;
    } word[]; /* (words) where they differ from the whole */
};

/* Keeps settings in the arena, as their differences from those of `like`; NULL: whole. */
const struct settings_packed *settings_pack(const struct settings *s, const struct settings_packed *like,
                                            struct arena *arena);
struct settings settings_unpack(const struct settings_packed *p);
