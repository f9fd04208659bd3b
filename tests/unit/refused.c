/* refused.c -- see refused.h. */
#include "unit/refused.h"

#include <stdio.h>
#include <string.h>

#include "unit/tests.h"

bool has_parts(const char *text, const char *parts) {
    char part[sizeof((struct error *)0)->text];
    for (const char *end; text && parts; parts = end ? end + 5 : NULL) {
        end = strstr(parts, " ... ");
        snprintf(part, sizeof part, "%.*s", (int)(end ? (size_t)(end - parts) : strlen(parts)), parts);
        text = strstr(text, part);
        text = text ? text + strlen(part) : NULL;
    }
    return text != NULL;
}

void assert_says(const char *text, const char *parts) {
    if (strstr(parts, " ... ") ? !has_parts(text, parts) : strcmp(text, parts) != 0)
        fail_msg("expected: %s\ngot: %s", parts, text);
}

void assert_refused(const char *what, bool accepted, const struct error *e, enum exit_code code, const char *parts) {
    if (accepted)
        fail_msg("%s: was accepted", what);
    if (e->code != code || !has_parts(e->text, parts))
        fail_msg("%s\nexpected (%d): %s\ngot (%d): %s", what, code, parts, e->code, e->text);
    for (const char *c = e->text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            fail_msg("%s: byte %d of the message is a control character", what, (int)(c - e->text));
}

void assert_accepted(const char *what, bool accepted, const struct error *e) {
    if (!accepted)
        fail_msg("%s: was refused (%d): %s", what, e->code, e->text);
}
