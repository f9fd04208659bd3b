/* folder_choice.h -- where a run or a comparison goes that has no --run: what its folder is named after, and which of
 * the folders of that name it is. */
#pragma once

#include "cli/arguments.h"
#include "folder/folder_name.h"

/* The settings of a config alone, or those that follow from a file of rows. */
const struct folder_source *folder_source_find(struct arguments *a, bool comparison);
/* The folder, or where --run does not name it the first of its numbers that is free or fits. Errors: of `fits`. */
typedef bool folder_fits(const char *folder, void *of, struct error *e);
bool folder_find(char folder[PATH_MAX_LENGTH], struct arguments *a, folder_fits *fits, void *of, struct error *e);
