/* seen.h -- what an encoding gives to a text under a policy, and whether training had it; what the policy costs.
 *
 * From the formula and the model's weights, never from the numbers of a picture. It says nothing about right and wrong
 * answers: those are measured. An encoding's hook `seen` fills the numbers; the sentences are made of these alone. */
#pragma once

#include "encoding/encoding.h"
#include "maths/matrix.h"

enum seen_kind {
    SEEN_NOTHING,   /* no positions */
    SEEN_ROWS,      /* of a learned table */
    SEEN_COLUMNS,   /* the range of each column that is added or filled */
    SEEN_PAIRS,     /* of columns: the angles of words relative to each other, whole turns apart */
    SEEN_DISTANCES, /* of a formula of the distance */
    SEEN_BUCKETS,   /* of distances: rows of a learned table */
    SEEN_PARTS,     /* a distance as a part of the longest */
    SEEN_COUNTS     /* what words decide: known only with a text */
};

/* The rows whose answers count, those of the targets: all of them first in their text, or last, or neither. */
enum seen_asks { ASKS_FIRST, ASKS_LAST, ASKS_ALL };

/* A column, a pair; of parts the only one. Angles of pairs are as they are computed, beyond whole turns. */
struct seen_unit {
    const char *group; /* of waves: columns that are drawn together; NULL: all are */
    double trained_low, trained_high, now_low, now_high;
    double step_trained, step_now; /* between neighbours, on average */
    int outside;                   /* positions (of a pair: distances) that clearly leave the range of training */
};

struct encoding_seen {
    enum seen_kind kind;
    int length, trained; /* positions of this text and of training */
    int unmapped;        /* up to so many every policy reads each position as itself: a table may end before training */
    int units, unseen;   /* columns, pairs, buckets that this text meets; those that training did not have */
    struct seen_unit *unit;
    int of, outside; /* positions or distances that this text has; those of them that are unseen */
    int rows;        /* units of columns and pairs; else 1 */
    bool *out;       /* (rows, length) unseen, by position or distance; NULL: nothing can be told */
    bool slightly;   /* columns, pairs: some leave the range of training, though none clearly */
    bool alone;      /* all that asks sees nothing but itself */
    bool both_sides; /* distances are those to both sides */

    /* What the policy does to what it maps, `counted` of which `counted_trained` are trained. */
    const char *counts; /* what these are: "positions" */
    int counted, counted_trained;
    int nowhere, mixed;          /* that have none; that are read between two */
    bool as_first;               /* what has none is as position 0 */
    int same, period;            /* the last ones that are read as one; how far apart others are read as one: 0 */
    double step;                 /* between neighbours, where 1 is as in training */
    int waves, kept;             /* all; those not slowed down */
    double slowest, temperature; /* how many times more slowly the slowest turns; the factor on scores */

    double count_trained,
        count_now;            /* the largest in texts of trained lengths, and in such as this one; 0: not known */
    int first_row, last_row;  /* those of a table that training read; of counts the last one there is */
    bool gaps;                /* training left out every fourth position */
    bool frozen, random;      /* the table does not change; rows that training never touched have random numbers */
    bool mixes;               /* training read between two rows, too */
    bool initial;             /* the weights are the first ones, which training will change */
    const char *onward;       /* what a formula of the distance does beyond training */
    const char *fact, *price; /* the sentences; a price may be "" */
};

/* What a hook looks at. */
struct seen_of {
    const struct encoding_use *now, *trained; /* opened for this text and policy, and as in training */
    const struct encoding_weights *weights;
    enum seen_asks asks;
    bool learned; /* the weights are a model's, not the first ones */
    bool gaps;    /* training left out every fourth position */
    double count_trained, count_now;
    struct arena *arena;
};

/* What there is to ask. */
struct seen_question {
    const struct policy *policy, *training; /* for the text; in training, where `refuse` is the natural one */
    int positions;
    enum seen_asks asks;
    bool learned, gaps, maps;
    double count_trained, count_now; /* of an encoding that counts, in some texts; 0: not known */
};

/* A part of an encoding as a map: what it gives at each position, or does to a word at each distance. */
struct seen_map {
    struct matrix m;          /* (columns, pairs or heads; length) NAN: no such word; no rows: there is no map */
    bool *hatched;            /* (m.rows, m.columns) what `out` says of each */
    const char *const *group; /* (m.rows) of waves, fast ones first in each group; NULL: they have none */
    bool earlier;             /* words before the row that asks; else after it */
    bool both_sides;          /* heads twice: for words after it, then for those before */
};

/* A hybrid has each of its parts, in order. */
struct encoding_parts_seen {
    int parts;
    struct encoding_seen part[ENCODING_PARTS];
    const char *fact, *price;            /* the sentences of all */
    struct seen_map map[ENCODING_PARTS]; /* where the question wants them */
};

/* Opens the encoding, which must accept the policies, and sees. All lies in the arena. */
void encoding_see(struct encoding_parts_seen *out, const struct encoding_built *b, const struct encoding_weights *w,
                  const struct seen_question *q, struct arena *arena);
/* What is read for position t, also by a table that ends before training does. */
double encoding_read_as(const struct encoding_use *use, int t);

/* Whether a text has anything that training had not; of counts only its words would tell. */
enum seen_news { NEWS_NONE, NEWS_SOME, NEWS_UNKNOWN };
enum seen_news seen_news(const struct encoding_parts_seen *seen);
/* "rows", "columns" and so on. */
const char *seen_kind_name(enum seen_kind kind);

/* ---- For hooks */

/* Of an encoding without positions; whose `embed` adds or fills columns; whose `rotate` turns pairs by its waves; whose
 * bias is a formula of the mapped distance. */
void seen_nothing(struct encoding_seen *s, const struct seen_of *of);
void seen_columns(struct encoding_seen *s, const struct seen_of *of);
void seen_pairs(struct encoding_seen *s, const struct seen_of *of);
void seen_distances(struct encoding_seen *s, const struct seen_of *of);
/* What the policy does to so many of what it maps, and to the waves; for positions this is done before the hook. */
void seen_mapped(struct encoding_seen *s, const struct seen_of *of, struct encoding_counts now,
                 struct encoding_counts trained, const char *counts);
/* The largest distances back and ahead from rows that ask to rows that they see, in a text of so many positions. */
struct seen_reach {
    int back, ahead;
};
struct seen_reach seen_reach(const struct seen_of *of, int length);

/* What `embed` gives to the positions of an opened encoding: a row of all columns of x for each, from the first one
 * that it adds to or fills. */
real *seen_columns_of(const struct encoding_use *use, const struct seen_of *of);
/* So many rows of `out`, in the arena, nothing unseen; how many of its positions or distances are unseen in any row. */
bool *seen_cells(struct encoding_seen *s, int rows, struct arena *arena);
int seen_places_out(const struct encoding_seen *s);

void seen_map(struct seen_map *map, const struct encoding_seen *s, const struct seen_of *of); /* seen_map.c */
/* Makes fact and price (seen_says.c). */
void seen_say(struct encoding_seen *s, const struct seen_of *of);
