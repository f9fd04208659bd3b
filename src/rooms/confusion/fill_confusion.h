/* fill_confusion.h -- answers by label: of the test rows together (else in range), or of `words` words. */
#pragma once

#include "draw/heat.h"
#include "draw/table.h"
#include "evaluate/confusion.h"
#include "evaluate/evaluate.h"

struct label_scores {
    const struct evaluation_result *r;
    const struct score *score;
    struct confusion m;
    struct range words;
    const char **name; /* of each label, as it can be printed */
};
/* Errors, EXIT_USAGE: the task has no labels that are counted; it was not evaluated at that length. */
bool label_scores_open(struct label_scores *out, const struct evaluation_result *r, int words, struct arena *arena,
                       struct error *e);
/* A row for each label; a row for each of the most frequent mistakes; shares of each label's rows as a map. */
void fill_classes(struct table *t, const struct label_scores *c, struct arena *arena);
void fill_mistakes(struct table *t, const struct label_scores *c, int most, struct arena *arena);
void fill_confusion(struct heat *h, const struct label_scores *c, bool names, struct arena *arena);
