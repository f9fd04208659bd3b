/* verify_checking.h -- what the parts of verify.h share: the folder that is checked, and its problems. */
#pragma once

#include "study/verify.h"

/* The folder to check, and its report. */
struct checking {
    struct verification *v;
    struct verified *to;
    int grow; /* members that are to get more lengths or policies */
    struct error e;
};

/* What stands in k->e is a problem of the file; an error that does not name it does so now. Returns false. */
bool verify_problem(struct checking *k, const char *path);
/* compare.json, once all members were checked: it is there where all have ended, it is of their evaluations, and it
 * says what follows from them. Of members with problems nothing can be said. */
void verify_document_check(struct checking *k, struct result *f, verify_document *document);
