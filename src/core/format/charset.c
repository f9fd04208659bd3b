/* charset.c -- see charset.h. */
#include "format/charset.h"

#include <errno.h>

#include "base/setting.h"

enum { MARK = 0xFEFF, MARK_TURNED = 0xFFFE, BROKEN = 0xFF };

static unsigned first_unit(const unsigned char *bytes, size_t size) {
    return size >= 2 ? (unsigned)(bytes[1] << 8 | bytes[0]) : 0;
}

enum charset charset_of_mark(enum charset otherwise, const unsigned char *bytes, size_t size) {
    const unsigned first = first_unit(bytes, size);
    return first == MARK || first == MARK_TURNED              ? CHARSET_UTF16
           : size >= 3 && first == 0xBBEF && bytes[2] == 0xBF ? CHARSET_UTF8
                                                              : otherwise;
}

const char *charset_name(enum charset from, char name[CHARSET_NAME]) {
    return setting_choice(CHARSETS, (int)from, name, CHARSET_NAME);
}

bool charset_open(struct charset_state *s, const unsigned char *bytes, size_t size, struct error *e) {
    char name[CHARSET_NAME];
    charset_name(s->from, name);
    s->by = iconv_open("UTF-8", s->from == CHARSET_LATIN1                ? "iso-8859-1"
                                : s->from != CHARSET_UTF16               ? name
                                : first_unit(bytes, size) == MARK_TURNED ? "utf-16be"
                                                                         : "utf-16le");
    s->is_open = s->by != (iconv_t)-1;
    return s->is_open ||
           error_set(e, EXIT_USAGE, "task.charset: this system cannot read %s; save the file as UTF-8", name);
}

void charset_close(struct charset_state *s) {
    if (s->is_open)
        iconv_close(s->by);
    s->is_open = false;
}

size_t charset_convert(struct charset_state *s, char *to, const unsigned char *from, size_t size, bool ends,
                       size_t *used) {
    const size_t unit = s->from == CHARSET_UTF16 ? 2 : 1;
    char *in = (char *)from, *out = to;
    size_t left = size, room = CHARSET_GROWS * size + 1;
    while (left > 0 && iconv(s->by, &in, &left, &out, &room) == (size_t)-1 && (errno == EILSEQ || ends)) {
        const size_t skipped = errno == EILSEQ && unit < left ? unit : left;
        *out++ = (char)BROKEN;
        room--;
        in += skipped;
        left -= skipped;
    }
    *used = size - left;
    return (size_t)(out - to);
}
