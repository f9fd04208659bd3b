/* label.h -- what a cell says, however it was typed: as a text, and as a label.
 *
 * Every reader of a label asks label_of: training, test, the guess of columns, predict. Labels are one where they
 * differ only in blanks around them (also a no-break space, or one of no width), in Unicode's form (composed or not) or
 * in how a number is written: 1, 1.0, +1 and 1e0. Those that differ in case, and codes such as 007, stay apart. */
#pragma once

#include "format/records.h"

/* What a label needs that is not in its cell; zeroed at first. */
struct label_room {
    char number[32];
    char *composed; /* or NULL */
};

/* The cell without blanks around it, in normal form C. It lies in the cell or in the room, until the next call. */
struct records_field label_text(struct records_field cell, struct label_room *room);
/* The same as a label: numbers in their shortest form. An empty one is no label. */
struct records_field label_of(struct records_field cell, struct label_room *room);
void label_close(struct label_room *room);

/* Whether a label is a number. */
bool label_is_number(struct records_field label);
/* Two different ones of these texts that are the same but for case: the first such pair; false: there is none. */
bool label_twins(const char *const *text, int count, int pair[2]);
