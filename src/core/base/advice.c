/* advice.c -- see advice.h. */
#include "base/advice.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define PROGRAM "poslab"
enum { NAME_MAX_LENGTH = 4096 };

static char called[NAME_MAX_LENGTH] = PROGRAM;

void advice_called(const char *name) {
    struct arena arena = {0};
    const char *quoted = text_quote(name, &arena);
    if (strlen(quoted) < sizeof called)
        snprintf(called, sizeof called, "%s", quoted);
    arena_free(&arena);
}

const char *advice_name(void) { return called; }

/* Whether a command line begins at `at`, which is in `text`. */
static bool begins(const char *text, const char *at) {
    size_t before = (size_t)(at - text), length = sizeof PROGRAM - 1;
    char last = before ? at[-1] : ' ', first = before > 1 ? at[-2] : ' ';
    if (strncmp(at, PROGRAM, length) != 0 || at[length] != ' ')
        return false;
    return before && (strchr("`(", last) || (last == ' ' && strchr(" |&:\n", first)));
}

static int count(const char *text) {
    int found = 0;
    for (const char *at = text; (at = strstr(at, PROGRAM)); at++)
        found += begins(text, at);
    return found;
}

const char *advice_text(const char *text, struct arena *arena) {
    int found = strcmp(called, PROGRAM) == 0 ? 0 : count(text);
    if (!found)
        return text;
    size_t size = strlen(text) + (size_t)found * strlen(called) + 1, used = 0;
    char *out = arena_alloc(arena, size, 1);
    for (const char *at = text; *at; at++)
        if (begins(text, at)) {
            used += (size_t)snprintf(out + used, size - used, "%s", called);
            at += sizeof PROGRAM - 2;
        } else {
            out[used++] = *at;
        }
    out[used] = 0;
    return out;
}
