/* text.h -- small helpers for words and numbers in text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

enum { TEXT_PRINTABLE = 160 }; /* bytes for a name that is to be printed */

/* A whole text as a number: false on anything else, on NaN and Inf, on overflow. */
bool text_number(const char *text, double *out);
/* A whole text as an integer that fits an int. */
bool text_integer(const char *text, int *out);

/* Whether it has this end, or is that. */
bool text_ends(const char *text, const char *end);

/* The next item of a list separated by commas or blanks: copied into item (at most size-1 bytes), and *at moves past
 * it; false at the end. */
bool text_item(const char **at, char *item, size_t size);
/* Whether a list has an item (below 256 bytes), or all items of another list. */
bool text_lists(const char *list, const char *item);
bool text_lists_all(const char *list, const char *items);

/* About how long: "40 s", "12 min", "2.1 h", "3.4 days"; how many bytes: "980 kB", "1.4 GB". Both return the buffer. */
char *text_duration(char *buffer, size_t size, double seconds);
char *text_bytes(char *buffer, size_t size, double bytes);

/* Appends to the text in buffer, never past its size; true while all of it fits. */
bool text_append(char *buffer, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);

/* A text from outside made safe to print: control characters as \x1b, a long one cut. */
char *text_printable(char buffer[TEXT_PRINTABLE], const char *text);
/* The same of a text of any length, in the arena. */
char *text_shown(const char *text, struct arena *arena);
/* Prints a text broken at blanks to lines of `width` columns, and ends the last one. `at` columns stand on the first
 * line already; blanks in front of the text stay; lines after the first begin with `indent` blanks; a word longer than
 * a line stands alone. */
void text_wrap(FILE *out, int width, int at, int indent, const char *text);
/* The same for paragraphs, whose own line ends count for nothing; one that begins with "--" begins anew. Empty lines,
 * headings (without small letters) and lines that begin with a blank stay as they are; "name   meaning" is wrapped
 * under its meaning. */
void text_flow(FILE *out, int width, const char *text);
/* Puts a text into one field of a line with tabs between them: tab, newline, carriage return and backslash as \t \n \r
 * \\, a blank in front as \x20 and nothing as \0, so that no line looks empty. The buffer must hold four bytes for each
 * of the text, and three more. */
char *text_field(char *buffer, size_t size, const char *text);
/* A word as a POSIX shell reads it back. */
const char *text_quote(const char *word, struct arena *arena);
