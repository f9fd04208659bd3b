/* example_marks.h -- what is marked at the tokens of an example: the passage of each, and where the model answers.
 *
 * A passage is a segment by its letter: A is segment 0, B is segment 1, and so on. Where all tokens are of one segment,
 * there is nothing to tell apart, and nothing is marked. */
#pragma once

#include "base/arena.h"
#include "draw/screen.h"

struct example_marks {
    int rows;
    const int *segment; /* (rows) */
    const bool *target; /* (rows) the answer is read here */
};

/* Whether there is more than one passage; false for NULL. */
bool example_marks_shown(const struct example_marks *m);
/* How many targets there are; 0 where every token is one, which says nothing. */
int example_marks_targets(const struct example_marks *m);

/* Neighbours of one segment: tokens from..end-1. */
struct stretch {
    int segment, from, end;
};
/* The next one; `s` starts as zeros; false after the last. */
bool stretch_next(struct stretch *s, const struct example_marks *m);

/* The letter of a segment; and as much of "passage B (segment 1)" as so many columns hold, at least the letter. */
enum { PASSAGE_NAME = 48 };
char passage_letter(int segment);
const char *passage_name(char text[PASSAGE_NAME], int segment, int columns);

/* ---- In a terminal */

/* Where tokens first..end-1 stand in a line: token i in columns at[i]..to[i]-1; and whether that line is the next. */
struct token_columns {
    int first, end;
    const int *at, *to;
    bool next;
    const char *label; /* in front of the brackets; NULL: none */
};
/* A line with a bracket for the tokens of each passage, and its name in it. */
void screen_brackets(const struct screen *s, const struct example_marks *m, const struct token_columns *c);
/* The words in lines that fit; where there is more than one passage each with its brackets below, and a ^ below the
 * targets. After `lines` of words (0: any) it only says how many more there are. */
void screen_words(const struct screen *s, int indent, const char *const *word, const struct example_marks *m,
                  int lines);
/* "-- passage B (segment 1) ----": a line in front of rows of a passage. */
void screen_passage(const struct screen *s, int segment, int columns);
