/* names.h -- what the columns of a file are called: from its header, and in a setting.
 *
 * Before the header there may be lines of # and Excel's `sep=;`. A name is a cell without blanks around it, in normal
 * form C; blanks and line ends within are one blank. Where all of the first rows have one field more than there are
 * names, the first field is the row's name, as R writes it, and its column has no name. These things are told
 * (records_told). In a setting a name may be quoted as in CSV: task.text_columns="\"text, long\"". */
#pragma once

#include "format/records.h"

/* Moves to the header of a file that has one. */
bool names_skip(struct records *r, struct error *e);
/* The name that a cell is, in the arena. */
struct records_field name_of(struct records_field cell, struct arena *arena);
/* Gives the first column no name if the rows that follow have names. */
void names_of_rows(struct records *r);
/* Before the first row is read, of a file whose columns nobody knows: false, with EXIT_DATA, if the header looks like a
 * row: it has a number among numbers, or a cell that is in the same column below. */
bool names_check(struct records *r, struct error *e);

/* The next name of a list in a setting; false where none is left. */
bool names_next(const char **at, struct arena *arena, const char **name);
/* The only name in a setting: commas belong to it. */
const char *names_one(const char *text, struct arena *arena);
/* A name as a setting has it. */
const char *names_quoted(const char *name, struct arena *arena);
