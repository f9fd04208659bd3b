/* answer.h -- what a comparison says at first sight: a row for each model, and at most four sentences.
 *
 * Each model is judged against itself: at the longest length, as it is and under one policy that is the same for all,
 * against what it is in range. So no statement depends on the first model, on their order, or on who else is there, but
 * for Holm's count, which can only withdraw one. Statements are facts with the test that each rests on (statements.c);
 * sentences print them, and decide nothing (findings.c). All are about one metric. */
#pragma once

#include "draw/table.h"
#include "study/comparison.h"

enum { FINDINGS_MOST = 4 };
/* Of a share: what is less is not worth a word, and a loss of less than twice that is none. */
#define ANSWER_MARGIN .05
#define ANSWER_MORE (ANSWER_MARGIN + 1e-9) /* 100 to 95 is five points, not more */

/* What a model is in range, by the gate and by chance. */
enum model_class {
    CLASS_NO_RESULT,
    CLASS_BASELINE, /* no model, but it can see order */
    CLASS_CONTROL,  /* cannot */
    CLASS_GUESSES,  /* no seed passes the gate, and it is not above chance */
    CLASS_LEARNED,  /* all finished seeds do */
    CLASS_PARTLY,   /* some do */
    CLASS_BELOW
};

/* In the order in which they are listed. */
enum statement_kind {
    SAYS_ORDER_MATTERS, /* in range, with order against without: marked, apart by their intervals alone, or neither */
    SAYS_ORDER_PROBABLY,
    SAYS_ORDER_NOT_SHOWN,
    SAYS_GUESSES, /* in range; those that cannot see order and are above chance */
    SAYS_CONTROL,
    SAYS_LEARNED,
    SAYS_PARTLY,
    SAYS_BELOW_GATE,
    SAYS_HOLDS, /* at the longest length, against in range */
    SAYS_FALLS,
    SAYS_BELOW_LEVEL, /* of those that fall: below what one gets that ... */
    SAYS_OPEN,
    SAYS_ONE_SEED,
    SAYS_HELPS, /* there, the policy of the table; and another for one model, better than that and than none */
    SAYS_HARMS,
    SAYS_BETTER,
    SAYS_PAIR,   /* there, of compare.pairs: marked, or not */
    SAYS_FEWEST, /* of a figure of the run: the least of it, and who differs from that */
    STATEMENT_KINDS
};
extern const char *const statement_names[]; /* of each kind, in files */

struct answer_model {
    const struct series *series;
    const struct compare_row *row, *end; /* its rows; end is none of them */
    const struct compare_row *own;       /* under extend, which does nothing about longer texts; else the first; NULL:
                                            no result */
    const struct compare_row *under;     /* under the policy of the table; NULL: it has no such row */
    const struct compare_row *instead; /* under another, a row of its own: it is better, or extend was not evaluated */
    bool as_is;                        /* own says what it does as it is */
    enum model_class is;
    bool guesses;  /* it is not above chance in range */
    unsigned says; /* bits: the kinds of statements that are about it */
    double best;   /* that any policy makes of it at the longest length, more being better; INFINITY: no result */
    bool shown;
};
static inline bool answer_says(const struct answer_model *m, enum statement_kind kind) { return m->says >> kind & 1; }

static inline int answer_rows(const struct answer_model *m) { return (int)(m->end - m->row); }

/* Models in the order of the table. */
struct group {
    int count;
    struct answer_model **model;
};

struct statement {
    enum statement_kind kind;
    struct group of, others;            /* others: those without order; of SAYS_FEWEST those that differ */
    const struct policy *policy, *than; /* NULL: none */
    const struct policy *better[ENCODING_POLICIES + 1]; /* of SAYS_BETTER: policy, and those not shown to differ */
    const struct baseline_levels *level;
    const struct compare_pair *pair;
    int tests; /* of its family, for Holm's correction; 0: nothing is tested */
};

struct answer {
    const struct comparison_result *c;
    int metric, at;              /* at: the longest length if it is longer than training, else in range */
    const struct policy *policy; /* of the table; NULL: none was evaluated */
    int models;
    struct answer_model *model; /* (models) in the order of the table */
    int statements;
    struct statement *statement;
    double resolved; /* the median difference that these seeds find in half of all cases; NAN: nothing was tested */
    unsigned said;   /* bits: kinds of statements about models that are shown */
    int findings;
    const char *finding[FINDINGS_MOST]; /* about models that are shown */
    int above; /* of them, that head the screen in place of the question: what order is worth */
    const struct baseline_levels *named; /* in them; NULL: none is */
};
static inline bool answer_said(const struct answer *a, enum statement_kind kind) { return a->said >> kind & 1; }

/* All of it lies in the arena; all models are shown. */
void answer_find(struct answer *a, const struct comparison_result *c, int metric, struct arena *arena);
/* About accuracy, with the models that `compare DIR` shows where it prints to no terminal. */
void answer_find_shown(struct answer *a, const struct comparison_result *c, struct arena *arena);
/* For answer_find: the statements; and the sentences, again once fewer models are shown. */
void answer_state(struct answer *a, struct arena *arena);
void answer_say(struct answer *a, struct arena *arena);
/* After answer_find: the title of a chart, what was found at the longest length about the policy that is shown or, if
 * it is NULL, about the models as they are; "": nothing was. */
const char *answer_title(struct answer *a, const struct policy *shown, struct arena *arena);
/* Its number of a row at a column, NULL where there is none. */
const struct summary *answer_number(const struct answer *a, const struct compare_row *row, int i);
/* The difference of two rows in column i by seed, over those that both have, of figures their ratio; and its p. */
struct summary answer_by_seed(const struct answer *a, const struct compare_row *x, const struct compare_row *y, int i,
                              double *p);
/* Policy i but extend, the simplest first; NULL: there are no more. Interpolate leads: it has no number but the length.
 */
const struct policy *answer_policy(int i);
/* A model's row under a policy, with a number at the longest length; NULL: there is none. */
const struct compare_row *answer_row(const struct answer *a, const struct answer_model *m, const struct policy *policy);
/* The first statement of a kind; NULL: there is none. */
const struct statement *answer_statement(const struct answer *a, enum statement_kind kind);
/* The one of the three about order; NULL: there is none. */
const struct statement *answer_order(const struct answer *a);
/* "Which position encoding still works on longer texts?" */
const char *answer_question(const struct answer *a, struct arena *arena);
/* What this screen cannot show: "compare --run runs/a compare.seeds=10", the command line after the program. */
const char *answer_next(const struct answer *a, struct arena *arena);

/* The table of the models that are shown, at all lengths. `few`: of the baselines only chance and those that sentences
 * name. `narrow`: its heads are short. */
void fill_answer(struct table *t, const struct answer *a, bool few, bool narrow, struct arena *arena);
/* All of it on a screen, no higher than its terminal less `below` lines that are to follow, if models were not typed
 * one by one. Returns what comes next, as the sentences about accuracy have it; NULL: they are about another metric. */
const char *answer_terminal(const struct screen *s, const struct comparison_result *c, unsigned chosen, int below,
                            struct arena *arena);
