/* claim_blocks.h -- results of claims as blocks of text: what was run, the numbers, the rule, the verdict. */
#ifndef COMMAND_CLAIM_BLOCKS_H
#define COMMAND_CLAIM_BLOCKS_H

#include "claims/claims.h"

/* Prints to stdout. */
void claim_blocks_one(const struct claims_book *b, const struct claim_result *r);
/* One line a claim, and where the files are. */
void claim_blocks_all(const struct claims_book *b, const struct claim_result *r, int count, const char *folder);

#endif
