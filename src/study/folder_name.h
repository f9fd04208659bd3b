/* folder_name.h -- which folder is taken where none is named: the usual one, one that holds this already, or a new one
 * whose name says what it is: runs/compare-reverse, runs/compare-steps-1600.
 *
 * Names need no quotes in a shell, and have at most FOLDER_NAME characters. Which one it is depends on the folders that
 * are there alone, so that calls beside each other choose the same. */
#pragma once

#include "base/file.h"
#include "train/settings.h"

enum { FOLDER_NAME = 46 };

enum folder_fits { FITS_NOT, FITS_WITH_MORE, FITS };

struct folder_naming {
    const char *usual; /* "runs/compare" */
    enum folder_fits (*fits)(const void *user, const char *folder, struct error *e);
    /* Adds to the name what distinguishes this from what the folder holds; nothing: nothing that can be said. */
    void (*describe)(const void *user, const char *folder, char name[PATH_MAX_LENGTH]);
    const void *user;
    bool dated; /* where nothing does the name has today's date; else a number */
};

/* The folder is the last that `fits` was called with. False: the error of the usual one. */
bool folder_choose(char folder[PATH_MAX_LENGTH], const struct folder_naming *n, struct error *e);

/* Adds "-WORD" to a name, in letters that need no quotes, if there is room for all of it. */
void folder_name_add(char name[PATH_MAX_LENGTH], const char *word);
/* Adds what distinguishes a configuration from one that is there: the task, else each setting: "-steps-1600". */
void folder_name_settings(char name[PATH_MAX_LENGTH], const struct assignments *there, const struct assignments *here);
