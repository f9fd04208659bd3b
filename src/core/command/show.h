/* show.h -- what `poslab show` is of: the rows of a registry. */
#pragma once

#include "cli/arguments.h"
#include "view/kinds.h"

struct show_subject {
    const char *name, *operand; /* what comes after its name */
    int operands;               /* how many at most */
    /* What its views ask for, which lives as long as the command. */
    bool (*open)(struct view_of *of, struct arguments *a, struct error *e);
};

/* NULL-ended; the first is meant where none is named. */
enum { SHOW_SUBJECTS_MAX = 15 };
extern const struct show_subject *show_subjects[SHOW_SUBJECTS_MAX + 1];
