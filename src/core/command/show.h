/* show.h -- what `poslab show` is of: the rows of a registry, views of something, or a subcommand. */
#pragma once

#include "cli/arguments.h"
#include "view/kinds.h"

struct show_subject {
    const char *name, *operand; /* what comes after its name */
    int operands;               /* how many at most */
    /* What its views ask for, which lives as long as the command. */
    bool (*open)(struct view_of *of, struct arguments *a, struct error *e);
    const struct command *command; /* "show NAME", in place of views; or NULL */
    /* NULL; or it is this, in place of the subject of that name, where the first operand is such. */
    bool (*takes)(const char *operand);
    const char *summary, *options; /* of such a one: for help, and what it takes besides its views */
};

/* NULL-ended; the first is meant where none is named. */
enum { SHOW_SUBJECTS_MAX = 15 };
extern const struct show_subject *show_subjects[SHOW_SUBJECTS_MAX + 1];
