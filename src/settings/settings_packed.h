/* settings_packed.h -- settings kept as their differences from others: some tens of bytes for each of many members that
 * differ in a few options, where all settings are eight thousand. */
#pragma once

#include "base/arena.h"
#include "settings/settings.h"

struct settings_packed;

/* Keeps settings in the arena, as their differences from those of `like`; NULL: whole. */
const struct settings_packed *settings_pack(const struct settings *s, const struct settings_packed *like,
                                            struct arena *arena);
struct settings settings_unpack(const struct settings_packed *p);
