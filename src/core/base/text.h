/* text.h -- small helpers for words and numbers in text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

enum { TEXT_PRINTABLE = 160 }; /* bytes for a printed name */

/* Reads the whole text as a number: false for anything else, NaN, Inf and overflow. */
bool text_number(const char *text, double *out);
/* Writes a number with the fewest digits, at least 6, that are read back as it. */
void text_shortest(double value, char *buffer, size_t size);
/* Reads the whole text as an int: 1000, also as 1e3. */
bool text_integer(const char *text, int *out);

/* Whether the text ends with this. */
bool text_ends(const char *text, const char *end);

/* The next item of a list separated by commas or blanks: copied into item (at most size-1 bytes), and *at moves past
 * it; false at the end. */
bool text_item(const char **at, char *item, size_t size);
/* Whether a list has an item (below 256 bytes), or all items of another list. */
bool text_lists(const char *list, const char *item);
bool text_lists_all(const char *list, const char *items);

/* Rounded for people: seconds as "40 s", "12 min", "2.1 h", "3.4 days"; bytes as "980 kB", "1.4 GB". Both return the
 * buffer. */
char *text_duration(char *buffer, size_t size, double seconds);
char *text_bytes(char *buffer, size_t size, double bytes);

/* Appends to the text in buffer, never past its size; true while all of it fits. */
bool text_append(char *buffer, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);

/* What makes a noun fit so many: "", or "s" of none or several. */
static inline const char *text_plural(long count) { return count == 1 ? "" : "s"; }

/* A text from outside made safe to print: control characters as \x1b, a long one cut. */
char *text_printable(char buffer[TEXT_PRINTABLE], const char *text);
/* The same of a text of any length, in the arena. */
char *text_shown(const char *text, struct arena *arena);
/* Prints lines for a terminal, with control characters as \x1b, in JSON as \u001b, which means the same there. A 0 byte
 * must follow the text. */
void text_print(FILE *out, const char *text, size_t size, bool json);
/* Puts a text into one field of a line with tabs between them: tab, newline, carriage return and backslash as \t \n \r
 * \\, a blank in front as \x20 and nothing as \0, so that no line looks empty. The buffer must hold four bytes for each
 * of the text, and three more. */
char *text_field(char *buffer, size_t size, const char *text);
/* Writes an untrusted text as a field of CSV (RFC 4180): quoted if necessary, unprintable characters as \x1b. */
void text_csv(FILE *out, const char *text);
/* A text, a sign and more of it; where one is empty or NULL the other itself, not a copy. */
const char *text_join(const char *text, const char *sign, const char *more, struct arena *arena);
/* Quotes a word for a POSIX shell; what it returns is safe to print. */
const char *text_quote(const char *word, struct arena *arena);
