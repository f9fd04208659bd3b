/* facts.h -- what texts of help say of the program, taken from the code that does it: "exit code {exit:stopped}".
 *
 * A text has {KIND:NAME}, without a blank after the colon; facts.c lists kinds and names. {formula:NAME=TEXT} prints
 * TEXT, which tests/law/test_help_facts.c computes. An unknown one is a bug of ours. */
#pragma once

#include "base/arena.h"

/* What a room knows: {number:NAME}, or {columns:NAME}, the labels of the table that it prints as CSV. */
struct help_fact {
    const char *name;
    double number;
    const struct table_label *columns; /* NULL: it is the number */
};

/* The text with its facts filled in. */
const char *facts_fill(const char *text, struct arena *arena);
/* The first that cannot be filled in, or NULL. */
const char *facts_unknown(const char *text, struct arena *arena);
