/* verify_checking.h -- what verify.c and verify_document.c share: the folder being checked, and its problems. */
#pragma once

#include "inventory/verify.h"
#include "study/result.h"

/* The folder to check, and its report. */
struct checking {
    struct verification *v;
    struct verified *to;
    int grow; /* how many members are to get more lengths or policies */
    struct error e;
};

/* Records k->e as a problem of a file of the folder ("": of the folder), and puts its path before it if it has none.
 * Returns false. */
bool verify_error(struct checking *k, const char *file);
/* Records another problem; the text follows the path: ": it is from step 7", " is missing". Returns false. */
bool verify_problem(struct checking *k, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);
/* Checks compare.json, after all members: it must exist if all have ended, contain the checksums of their evaluations,
 * and agree with what is computed from them now. If a member has problems, only missing results are reported. */
void verify_document_check(struct checking *k, struct result *f, verify_document *document);
