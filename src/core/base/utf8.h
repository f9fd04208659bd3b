/* utf8.h -- texts in UTF-8: are they valid, where do words end, how wide are they on a terminal?
 *
 * libunistring knows Unicode; words of a long text are found eight bytes of ASCII at a time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Offset of the first byte that is not valid UTF-8 (RFC 3629); `size` if all are valid. */
size_t utf8_broken(const char *text, size_t size);
/* Whether all bytes are ASCII. */
bool utf8_is_ascii(const char *text, size_t size);
/* Bytes of the byte order mark that the text begins with: 3, or 0. */
size_t utf8_mark(const char *text, size_t size);
/* Bytes of the character at `at`, in valid text. */
int utf8_length(const char *at);
/* Bytes of the character at `at`, in any text that ends in 0; 1 if it is not valid. `printable`: safe to show, neither
 * a control character nor one that changes the direction of text. */
size_t utf8_next(const char *at, bool *printable);
/* Whether all characters of a text are printable. */
bool utf8_printable(const char *text);
enum { UTF8_SHOWN = 17 }; /* four bytes as \x1b each, and a 0 */
/* The character at `at` made safe to print: itself, or its bytes as \x1b if it is not printable or not valid. Returns
 * its bytes in the text. */
size_t utf8_shown(char shown[UTF8_SHOWN], const char *at);
/* The same for as much of a text as fits into `size` bytes, its 0 among them; returns how many of its bytes that are.
 */
size_t utf8_show(char *to, size_t size, const char *from);
/* Bytes of the white space character (Unicode's White_Space) at `at`, with `left` bytes there; 0 if it is not one. */
int utf8_space(const char *at, size_t left);
/* The next word between white space in *at..end: its start, with *length bytes, and *at moved to its end; NULL where no
 * word is left. */
const char *utf8_word(const char **at, const char *end, size_t *length);
/* The text without what is blank at both ends: white space, and characters of no width that editors and spreadsheets
 * leave (U+200B..U+200F, U+2060, U+FEFF). */
const char *utf8_trim(const char *text, size_t *length);

/* Columns that a text takes on a terminal: 2 for a wide character of East Asia or an emoji, 0 for an accent on the
 * character before it. */
int utf8_columns(const char *text);
int utf8_columns_in(const char *text, size_t bytes);
/* Bytes of the longest beginning of the text that takes at most so many columns. */
size_t utf8_fit(const char *text, int columns);
