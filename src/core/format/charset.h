/* charset.h -- text in other character sets as UTF-8, by iconv.
 *
 * UTF-16 is little-endian unless its byte order mark says otherwise; the mark becomes that of UTF-8. Invalid input
 * (half a surrogate pair, half a unit at the end, a byte that the character set does not have) becomes a byte 0xFF,
 * which is not valid UTF-8, so a later check finds it with its line. */
#pragma once

#include <iconv.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* The choices of the setting, by names that iconv knows, but for latin-1; and those of which more is known here. */
#define CHARSETS                                                                                                    \
    "utf-8|latin-1|utf-16|windows-1252|iso-8859-15|windows-1250|windows-1251|koi8-r|shift_jis|euc-jp|gb18030|big5|" \
    "euc-kr"
enum charset { CHARSET_UTF8, CHARSET_LATIN1, CHARSET_UTF16, CHARSET_WINDOWS1252 };
enum { CHARSET_GROWS = 3, CHARSET_NAME = 32 }; /* a byte becomes at most three, a truncated character one */

/* The state of a conversion. */
struct charset_state {
    enum charset from;
    iconv_t by;
    bool is_open;
};

/* The name of a choice. */
const char *charset_name(enum charset from, char name[CHARSET_NAME]);
/* For a text that begins with these bytes. Error: EXIT_USAGE, the system has no converter. */
bool charset_open(struct charset_state *s, const unsigned char *bytes, size_t size, struct error *e);
void charset_close(struct charset_state *s);
/* Converts `size` bytes, the last ones if `ends`; `to` has room for CHARSET_GROWS times as many, plus one. Returns the
 * bytes written; *used is the bytes read, all but an incomplete character at the end. */
size_t charset_convert(struct charset_state *s, char *to, const unsigned char *from, size_t size, bool ends,
                       size_t *used);

/* What a byte order mark at the start of a text says; without one, `otherwise`. */
enum charset charset_of_mark(enum charset otherwise, const unsigned char *bytes, size_t size);
