/* html.h -- a page put together in memory and written whole or not at all.
 *
 * What comes from outside (labels, words, paths, values) goes through html_text, which shows every mark of HTML as
 * itself and control characters as \x1b; html_raw is for our own words alone. */
#pragma once

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"

struct html {
    FILE *f; /* that of `page` */
    struct memory_stream page;
};

/* The page stays where it is until it is dropped. */
void html_open(struct html *h);
/* Writes it to a file, whole or not at all, and drops it. Error: EXIT_IO. */
bool html_close(struct html *h, const char *path, struct error *e);
/* Adds another page's markup and drops that page. */
void html_append(struct html *h, struct html *more);
void html_drop(struct html *h);

/* Our own markup, as it is; a %s in it takes our own words alone. */
void html_raw(struct html *h, const char *format, ...) PRINTF_LIKE(2, 3);
/* A text from anywhere, also within the quotes of an attribute. */
void html_text(struct html *h, const char *text);
/* The same with numbers and texts put together first; at most 1023 bytes. */
void html_say(struct html *h, const char *format, ...) PRINTF_LIKE(2, 3);
/* <name>text</name>; `name` is our own, and may have attributes: "td class=n". */
void html_element(struct html *h, const char *name, const char *text);
