/* folder_kind.h -- what a path is to us: a run, a comparison, claims, a folder of these, somebody else's, or nothing
 * that can be used; and for each the one line that says what is wrong with it and what to do.
 *
 * A folder without a config.ini of ours is free where it has hidden files alone, logs of jobs (NAME.log, NAME.out,
 * NAME.err) or files that we write. Nothing is ever written into one that has other files. Beside a run anything may
 * lie. */
#pragma once

#include "base/file.h"

#define CLAIMS_FILE "claims.json" /* what claims leave in the folder of their runs, which has no config.ini */

enum folder_kind {
    FOLDER_MISSING,
    FOLDER_DANGLING,   /* a symbolic link to nowhere */
    FOLDER_FILE,       /* no folder */
    FOLDER_CLOSED,     /* it or its config.ini cannot be read */
    FOLDER_FREE,       /* nothing is in it */
    FOLDER_RUN,        /* or what is to be one: its config.ini need not be right */
    FOLDER_COMPARISON, /* the same */
    FOLDER_CLAIMS,
    FOLDER_OF_RUNS, /* of runs, comparisons or claims */
    FOLDER_FOREIGN
};

struct folder_seen {
    enum folder_kind kind;
    char name[PATH_MAX_LENGTH]; /* FOREIGN: a file that is not ours; DANGLING: where it leads; OF_RUNS and CLAIMS: the
                                   path of the first that is inside, or empty; CLOSED: a complete message, or empty for
                                   missing permissions */
};

struct folder_seen folder_look(const char *path);
/* The first run, comparison or folder of claims inside, by name; empty: there is none. */
void folder_first(char first[PATH_MAX_LENGTH], const char *path);
/* Whether a run's folder lies in that of a comparison. */
bool folder_is_part(char comparison[PATH_MAX_LENGTH], const char *run);
/* The folder that a path lies in, as the path has it. */
void folder_above(char above[PATH_MAX_LENGTH], const char *path);

/* Bits of kinds. */
#define FOLDER_BIT(kind) (1u << (kind))
enum {
    FOLDERS_OF_A_RUN = FOLDER_BIT(FOLDER_RUN),
    FOLDERS_OF_RESULTS = FOLDERS_OF_A_RUN | FOLDER_BIT(FOLDER_COMPARISON),
    FOLDERS_OF_MANY = FOLDERS_OF_RESULTS | FOLDER_BIT(FOLDER_CLAIMS) | FOLDER_BIT(FOLDER_OF_RUNS),
    FOLDERS_OPEN = FOLDERS_OF_MANY | FOLDER_BIT(FOLDER_FREE) | FOLDER_BIT(FOLDER_FOREIGN) /* all that can be read */
};

/* Whether it is one of these kinds, and `what` they are: "a run", "a run or comparison". Errors: EXIT_USAGE; EXIT_IO
 * (CLOSED). */
bool folder_check(const char *path, unsigned kinds, const char *what, struct error *e);
/* Whether a run, a comparison or claims may be begun in it: it is missing or free, and can be written. Errors:
 * EXIT_USAGE; EXIT_IO. */
bool folder_check_free(const char *path, struct error *e);
