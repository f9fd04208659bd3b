/* settings_defaults.h -- defaults that depend on other settings. */
#pragma once

#include "settings/settings.h"

/* Adjusts defaults that depend on other settings; explicit values stay. */
void settings_fill_defaults(struct settings *s, const struct assignments *a);
