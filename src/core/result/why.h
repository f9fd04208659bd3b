/* why.h -- of models of a comparison, at one length and under each policy: what the encoding gives there and what the
 * policy costs (encoding/seen.h), and what was measured (verdict.h). */
#pragma once

#include "format/json_put.h"
#include "measure/encoding_alone.h"
#include "result/verdict.h"

struct why {
    const struct answer_model *model;
    const struct compare_row *row;
    int words;
    const char *fact, *price;
    struct verdict verdict;
};

/* Of the rows of a model in column `at`, with the encoding as it is; answer_rows(m). */
struct why *why_of_model(const struct answer *a, const struct answer_model *m, int at, const struct encoding_alone *of,
                         struct arena *arena);
/* Of all models but baselines at the longest length, and how many: with the weights of a first finished seed, or where
 * its folder has none the first ones. None of a comparison whose task was not built. */
int why_of_comparison(struct why **list, const struct answer *a, struct arena *arena);
/* All of it as a paragraph. */
const char *why_text(const struct why *w, struct arena *arena);
/* Of each model one: as it is, then what the policy of the table costs and does. Returns how many. */
struct why_paragraph {
    const char *label, *text;
};
int why_paragraphs(struct why_paragraph **list, const struct answer *a, struct arena *arena);
/* Puts the verdict: "kind", "cell", "sentence". */
void why_put(struct json_writer *w, const struct verdict *v);
