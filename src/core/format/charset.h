/* charset.h -- text in Latin-1, Windows-1252 or UTF-16 as UTF-8.
 *
 * UTF-16 is little-endian unless its byte order mark says otherwise; the mark becomes that of UTF-8. Invalid input
 * (half a surrogate pair, half a unit at the end, a byte that Windows-1252 does not have) becomes a byte 0xFF, which is
 * not valid UTF-8, so a later check finds it with its line. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum charset { CHARSET_UTF8, CHARSET_LATIN1, CHARSET_UTF16, CHARSET_WINDOWS1252 };
#define CHARSETS "utf-8|latin-1|utf-16|windows-1252" /* the choices of the setting */
enum { CHARSET_GROWS = 3 };                          /* a byte becomes at most three, a truncated character one */

/* The state of a conversion. */
struct charset_state {
    enum charset from;
    bool begun, big; /* the byte order is known; it is big-endian */
};

/* Converts `size` bytes, the last ones if `ends`; `to` has room for CHARSET_GROWS times as many, plus one. Returns the
 * bytes written; *used is the bytes read, all but an incomplete character at the end. */
size_t charset_convert(struct charset_state *s, char *to, const unsigned char *from, size_t size, bool ends,
                       size_t *used);

/* Whether Latin-1 has a control character there, which no text has, and Windows-1252 mostly quotes and dashes. */
bool charset_is_control(unsigned char byte);
/* What a byte order mark at the start of a text says; without one, `otherwise`. */
enum charset charset_of_mark(enum charset otherwise, const unsigned char *bytes, size_t size);
