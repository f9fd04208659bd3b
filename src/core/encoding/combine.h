/* combine.h -- how a position vector joins the embedding: added to all columns (z = x + p), or in the last columns,
 * which the tables then leave free. */
#pragma once

#include "encoding/encoding.h"

struct combine {
    int how, columns;
};

enum { COMBINE_ADD, COMBINE_CONCAT };

/* The rows of an option table whose owner has a struct combine at offset `at`. */
#define COMBINE_HOW(kind, at)                                                                          \
#kind ".combine", SETTING_CHOICE, (at) + offsetof(struct combine, how), "add", 0, 0, "add|concat", \
        "add the position to all columns of the embedding, or give it columns that nothing else uses"
#define COMBINE_COLUMNS(kind, at)                                                                \
#kind ".columns", SETTING_INT, (at) + offsetof(struct combine, columns), "8", 1, 4096, NULL, \
        "how many columns of d_model only the position uses (combine = concat)"

/* For the hook `columns`. */
static inline int combine_columns(struct combine c) { return c.how == COMBINE_ADD ? 0 : c.columns; }
