/* folder_name.h -- the default folder: its name says how the settings differ from the defaults, and nothing else:
 * runs/compare-reverse-steps-1600.
 *
 * Equal settings have one name, however they were written. Names need no quotes in a shell. A name longer than
 * FOLDER_NAME characters, or one that abbreviates a value, ends in a checksum of the full text. */
#pragma once

#include "base/file.h"
#include "settings/settings.h"

enum { FOLDER_NAME = 64 };

/* "runs/compare", then the task and what else differs. Members, seeds, lengths, policies (but `error`, which goes
 * with no other), and what decides no number, are left out. */
void folder_name_comparison(char folder[PATH_MAX_LENGTH], const struct settings *shared, const struct assignments *a);
/* "runs/order-rope-seed1", and what differs besides task, mixer, encoding and seed; lengths and policies are left out.
 */
void folder_name_run(char folder[PATH_MAX_LENGTH], const struct settings *s);
