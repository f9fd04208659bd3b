/* fill_claims.h -- the claims of a claims.json as tables and pictures. */
#pragma once

#include "draw/chart.h"
#include "draw/table.h"

struct claims_book;
/* A claim's numbers as they stand in claims.json: the table that begins with number `from`, which is there; the first
 * number after it. */
size_t fill_claim(struct table *t, const json_t *numbers, size_t from, struct arena *arena);
/* A claim of claims.json: a part for each of its tables, a row for each setting. */
void fill_claim_chart(struct chart *c, const json_t *claim, struct arena *arena);
void claims_terminal(const struct screen *s, const struct claims_book *b, const json_t *claims, const char *folder,
                     struct arena *arena);
