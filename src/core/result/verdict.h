/* verdict.h -- what was measured of one model at one length under one policy: whether it falls there, and a reason only
 * where another number of the same model shows it. What an encoding gives (encoding/seen.h) says what is new in a
 * longer text; most models that fall have something new, and many that have it hold, so that alone is no reason.
 *
 * Where the statements of a comparison say that a model holds, falls or is open, so does its verdict. Elsewhere a model
 * falls if each seed loses more than ANSWER_MARGIN of what it has at trained lengths, and holds if none does. A reason
 * takes that margin in every seed, too. All numbers are accuracies, means over seeds, and differences are those of the
 * numbers as printed. */
#pragma once

#include "encoding/seen.h"
#include "result/answer.h"

enum verdict_kind {
    VERDICT_NONE, /* nothing is said: a seed has no number there, a baseline, a task whose numbers have no gate */
    VERDICT_NOT_LEARNED,
    VERDICT_OPEN,
    VERDICT_HOLDS,
    VERDICT_FALLS, /* for a reason that is not measured */
    VERDICT_NEW,   /* it falls by what is new: under a policy with nothing new it does not */
    VERDICT_POLICY /* it falls by its policy: without it, it does not */
};
extern const char *const verdict_kinds[];

struct verdict_of {
    const struct answer *a;
    const struct answer_model *model;
    const struct compare_row *row; /* of the model */
    int at;                        /* column */
    const enum seen_news *news;    /* (rows of the comparison) what each row of the model has at that length */
};

struct verdict {
    enum verdict_kind kind;
    const struct compare_row *cell; /* the other row that its sentence names; NULL: none */
    const char *sentence;           /* "" of none */
};

void verdict_find(struct verdict *v, const struct verdict_of *of, struct arena *arena);
