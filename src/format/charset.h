/* charset.h -- text in Latin-1 or UTF-16 as UTF-8.
 *
 * UTF-16 is read as its byte order mark says, and little-endian without one; the mark becomes that of UTF-8. What no
 * character can be made of - half of a surrogate pair, half of a unit at the end - becomes a byte 0xFF, which is not
 * valid UTF-8, so that whoever checks the text finds it in its line. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum charset { CHARSET_UTF8, CHARSET_LATIN1, CHARSET_UTF16 };
#define CHARSETS "utf-8|latin-1|utf-16" /* the choices of a setting */
enum { CHARSET_GROWS = 2 };             /* a byte becomes two at most, and what is cut at the end one */

/* Where a conversion stands. */
struct charset_state {
    enum charset from;
    bool begun, big; /* the byte order is known; big-endian */
};

/* Converts `size` bytes, the last ones there are if `ends`; `to` has room for CHARSET_GROWS times as many, and a byte.
 * Returns the bytes written; *used, those read: all but those of a character that goes on after them. */
size_t charset_convert(struct charset_state *s, char *to, const unsigned char *from, size_t size, bool ends,
                       size_t *used);
