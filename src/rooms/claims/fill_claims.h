/* fill_claims.h -- results of claims as tables, and on a screen. */
#pragma once

#include "draw/table.h"

struct claims_book;
struct claim_result;
/* The numbers of a claim: the table that begins with row `from`, which is there; the first row after it. The table is
 * valid as long as the result. */
int fill_claim(struct table *t, const struct claim_result *r, int from, struct arena *arena);
/* The *count claims of a call: what was run, the numbers, the rule, the verdict. */
void claims_terminal(const struct screen *s, const struct claims_book *b, const struct claim_result *r, int count,
                     const char *folder, struct arena *arena);
