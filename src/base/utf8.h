/* utf8.h -- texts in UTF-8: whether they are well-formed, and where their words end. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* Offset of the first byte that is no part of well-formed UTF-8 (RFC 3629); `size` where all is. */
size_t utf8_broken(const char *text, size_t size);
/* Bytes of the byte order mark that the text begins with: 3, or 0. */
size_t utf8_mark(const char *text, size_t size);
/* Bytes of the character at `at`, in well-formed text. */
int utf8_length(const char *at);
/* Bytes of the white space character (Unicode's White_Space) at `at`, with `left` bytes there; 0 where
 * another stands. */
int utf8_space(const char *at, size_t left);
/* The next word between white space in *at..end: its start, with *length bytes, and *at moved behind it;
 * NULL where no word is left. */
const char *utf8_word(const char **at, const char *end, size_t *length);

#endif
