/* comparison_document.h -- all tables of a comparison, on a screen and as compare.json. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

/* All of it, filled once: on a screen, of the metrics that are chosen, and as the document that compare.json holds (a
 * new reference), of all. */
struct comparison_tables {
    struct table summary, pairs, members;
};
void comparison_fill(struct comparison_tables *t, const struct comparison_result *c, struct arena *arena);
void comparison_terminal(const struct screen *s, const struct comparison_result *c, struct comparison_tables *of,
                         unsigned chosen, struct arena *arena);
json_t *comparison_json(const struct comparison_result *c, const struct comparison_tables *of);
/* An array: of each model and policy what it gets at the longest length, and the verdict (why.h); a new reference. */
json_t *comparison_why(const struct comparison_result *c);
