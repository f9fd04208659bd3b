/* answer.h -- what a comparison says at first sight: each model as it is, its best extrapolation policy where that is
 * known to help, and sentences about both, derived by rule from the pass mark and from marked differences at the
 * length that is tested. Accuracy alone. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

enum { FINDINGS_MOST = 8 };

struct answer_model {
    const struct compare_row *own;   /* its first row: nothing is done about positions beyond the trained ones */
    const struct compare_pair *gain; /* its best other policy less own, marked; NULL: none is marked as better */
    const struct compare_pair *loss; /* the same of the worst one, marked as worse */
    const struct compare_pair *open; /* the best one that is not marked, where it looks better than the above */
};

struct answer {
    const struct comparison_result *c;
    const struct comparison_result *usual; /* the same with the usual pairs, which say what policies do */
    int at;                                /* the length that is tested, as in length_tested() */
    int models;
    struct answer_model *model; /* (models) in the order of the table; those with a number at `at` */
    const int *of;              /* of each row of the result: its model */
    int findings;               /* sentences, in the order in which they are read */
    const char *finding[FINDINGS_MOST];
    bool open;      /* the last of them says what is not decided */
    int rows, *row; /* (rows) of the result: own ones, and those that help, or that compare.pairs names */
};

/* All of it lies in the arena. */
void answer_find(struct answer *a, const struct comparison_result *c, struct arena *arena);
/* The model of a row of the result; NULL: it has no number at the tested length. */
const struct answer_model *answer_model_of(const struct answer *a, const struct compare_row *row);
/* Whether a row stands below its model's own one. */
bool answer_is_other(const struct answer *a, const struct compare_row *row);
/* The table of `most` rows at most: the first model and those that are best at the tested length; how many models it
 * leaves out. `narrow`: its heads are short. */
int fill_answer(struct table *t, const struct answer *a, int most, bool narrow, struct arena *arena);
/* All of it on a screen, no higher than its terminal less `below` lines that are to follow. */
void answer_terminal(const struct screen *s, const struct comparison_result *c, unsigned chosen, int below,
                     struct arena *arena);
/* Its sentences, once all else is there. */
void answer_say(struct answer *a, struct arena *arena);
