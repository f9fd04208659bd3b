/* finding_names.h -- how sentences about a comparison name models and write numbers; for findings.c. */
#pragma once

#include "result/answer.h"

struct findings {
    struct answer *a;
    const struct comparison_result *c;
    struct arena *arena;
    const struct quantity *q; /* of the metric that sentences are about */
};

#define SAY(...) arena_format(f->arena, __VA_ARGS__)

/* "76" of .76, and " %" or nothing. */
const char *finding_value(const struct findings *f, double x);
const char *finding_unit(const struct findings *f);
/* The mean of a row in column i; NAN where it has none. */
double finding_mean(const struct findings *f, const struct compare_row *r, int i);
/* "100", "51..64": of one row of each of these models, in column i. */
typedef const struct compare_row *(*finding_row)(const struct answer_model *m);
const char *finding_range(const struct findings *f, struct group g, finding_row row, int i);

/* Names, and the ending of a verb that follows: "s" or "es" of one, "" of several. */
struct names {
    const char *text, *s, *es;
};
struct names names_of(const char *text, bool one);
/* "a, b and 4 others": those that are shown, in full if they are few; in a grid an entry whose models are all there is
 * one name. */
struct names names_of_group(const struct findings *f, struct group g);
/* The same, but "all" or "all others" where only one control and baselines are missing. */
struct names names_or_all(const struct findings *f, struct group g);
static inline const char *finding_label(const struct answer_model *m) { return m->series->first->label; }
