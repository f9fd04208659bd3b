/* html.c -- see html.h. */
#include "draw/html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"

void html_open(struct html *h) {
    memory_stream_open(&h->page);
    h->f = h->page.f;
}

void html_drop(struct html *h) {
    fclose(h->f);
    free(h->page.bytes);
}

bool html_close(struct html *h, const char *path, struct error *e) {
    bool ok = file_write(path, h->page.bytes, h->page.size, e);
    html_drop(h);
    return ok;
}

void html_append(struct html *h, struct html *more) {
    fwrite(more->page.bytes, 1, more->page.size, h->f);
    html_drop(more);
}

void html_raw(struct html *h, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (vfprintf(h->f, format, list) < 0)
        memory_die("try smaller sizes");
    va_end(list);
}

void html_text(struct html *h, const char *text) {
    static const char marks[] = "&<>\"'", *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    char shown[UTF8_SHOWN];
    while (*text) {
        text += utf8_shown(shown, text);
        const char *mark = strchr(marks, *shown);
        fputs(mark ? entities[mark - marks] : shown, h->f);
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
