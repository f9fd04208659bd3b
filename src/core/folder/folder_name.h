/* folder_name.h -- the default folder. A config or a file of rows gives its name, and what was typed beside it follows:
 * runs/flip-learned-steps-200. Without either the name says how the settings differ from the defaults:
 * runs/compare-reverse-steps-1600.
 *
 * Names need no quotes in a shell. One longer than FOLDER_NAME characters ends in a checksum of the full text. Settings
 * that differ may have one name: whoever takes the folder looks whether it holds others, and then takes the next:
 * runs/own-2. */
#pragma once

#include "base/file.h"
#include "settings/settings.h"

enum { FOLDER_NAME = 64 };

/* What a folder is named after. */
struct folder_source {
    const char *path;                /* of the config or the file; NULL: there is none, and the rest is not read */
    struct settings plain;           /* as it says alone */
    const struct assignments *given; /* all of them, with those that were typed */
};

/* "runs/compare", then the task and what else differs. Members, seeds, lengths, policies (but `error`, which goes
 * with no other), and what decides no number, are left out. */
void folder_name_comparison(char folder[PATH_MAX_LENGTH], const struct settings *shared, const struct assignments *a,
                            const struct folder_source *from);
/* "runs/order-rope-seed1", and what differs besides task, mixer, encoding and seed; lengths and policies are left out.
 */
void folder_name_run(char folder[PATH_MAX_LENGTH], const struct settings *s, const struct folder_source *from);
/* Number n of the folders of a name: itself, then NAME-2. */
void folder_name_number(char folder[PATH_MAX_LENGTH], const char *name, int n);
