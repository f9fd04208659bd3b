/* wanted.h -- what assignments ask for as a comparison, before there are members: the list and the grid. */
#pragma once

#include "study/comparison.h"
#include "study/member_list.h"

struct wanted {
    struct member_list list;
    struct assignments base; /* what all members have: no setting of the comparison */
    const char *others;      /* mixers and encodings of all */
};

/* Reads c->compare and c->grid, too; all of it lives in c->arena. Seeds of the command line hold for every entry of a
 * file's list. Errors: EXIT_USAGE. */
bool wanted_read(struct wanted *w, struct comparison_result *c, const struct assignments *a, struct error *e);
