/* html.c -- see html.h. */
#include "present/html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"

bool html_open(struct html *h, struct error *e) {
    *h = (struct html){0};
    h->f = open_memstream(&h->bytes, &h->size);
    return h->f || error_set(e, EXIT_INTERNAL, "out of memory: could not begin a page");
}

/* Ends the stream; whether all that was said is in the bytes. */
static bool end(struct html *h) {
    bool whole = !ferror(h->f) && !h->failed;
    return fclose(h->f) == 0 && whole;
}

bool html_close(struct html *h, const char *path, struct error *e) {
    bool ok = end(h) ? file_write(path, h->bytes, h->size, e)
                     : error_set(e, EXIT_INTERNAL, "out of memory: could not put together %s", path);
    free(h->bytes);
    return ok;
}

void html_append(struct html *h, struct html *more) {
    if (end(more))
        fwrite(more->bytes, 1, more->size, h->f);
    else
        h->failed = true;
    free(more->bytes);
}

void html_drop(struct html *h) {
    end(h);
    free(h->bytes);
}

void html_raw(struct html *h, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(h->f, format, list);
    va_end(list);
}

static const char *entity(char c) {
    static const char marks[] = "&<>\"'", *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    const char *at = strchr(marks, c);
    return at ? entities[at - marks] : NULL;
}

void html_text(struct html *h, const char *text) {
    size_t length;
    bool shown;
    for (; *text; text += length) {
        length = utf8_next(text, &shown);
        if (shown && entity(*text))
            fputs(entity(*text), h->f);
        else if (shown)
            fwrite(text, 1, length, h->f);
        for (size_t i = 0; !shown && i < length; i++)
            fprintf(h->f, "\\x%02x", (unsigned char)text[i]);
    }
}

void html_say(struct html *h, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    html_text(h, text);
}

void html_element(struct html *h, const char *name, const char *text) {
    html_raw(h, "<%s>", name);
    html_text(h, text);
    html_raw(h, "</%.*s>", (int)strcspn(name, " "), name);
}
