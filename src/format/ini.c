/* ini.c -- see ini.h. */
#include "format/ini.h"

#include <ctype.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { KEY_MAX = 128 };

struct reading {
    const char *at, *end, *name;
    int line;
    bool failed;
    ini_visit *visit;
    void *user;
    struct error *error;
};

static void fail(struct reading *r, const char *why) {
    if (!r->failed)
        error_set(r->error, EXIT_USAGE, "%s:%d: %s", r->name, r->line, why);
    r->failed = true;
}

static const char *line_fault(const char *line, size_t length) {
    if (memchr(line, 0, length))
        return "has a NUL byte; this is not a text file";
    if (length > INI_LINE_LONGEST)
        return "is longer than 197 characters";
    size_t blanks = 0;
    while (blanks < length && strchr(" \t\r", line[blanks]))
        blanks++;
    if (blanks < length && isspace((unsigned char)line[0]))
        return "begins with a blank; write section and key at the start of the line";
    if (length && line[0] == '[' && !memchr(line, ']', length))
        return "opens a [section] and does not close it";
    return NULL;
}

/* inih's fgets: gives the next line, or ends the file at the first fault. */
static char *next_line(char *buffer, int size, void *stream) {
    struct reading *r = stream;
    if (r->failed || r->at == r->end)
        return NULL;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t length = (size_t)((stop ? stop + 1 : r->end) - r->at);
    r->line++;
    size_t content = length - (stop != NULL);
    const char *fault = line_fault(r->at, content);
    if (fault || (int)length >= size) {
        fail(r, fault ? fault : "is too long");
        return NULL;
    }
    memcpy(buffer, r->at, length);
    buffer[length] = 0;
    r->at += length;
    return buffer;
}

static int entry(void *user, const char *section, const char *name, const char *value) {
    struct reading *r = user;
    char key[KEY_MAX];
    if (r->failed)
        return 0;
    if (!*section) {
        fail(r, "stands before the first [section]");
        return 0;
    }
    snprintf(key, sizeof key, "%s.%s", section, name);
    if (!r->visit(r->user, key, value, r->line, r->error)) {
        error_prefix(r->error, "%s:%d", r->name, r->line);
        r->failed = true;
    }
    return !r->failed;
}

const char *ini_unfit(const char *name, const char *value) {
    size_t length = strlen(value);
    if (strlen(name) + strlen(" = ") + length > INI_LINE_LONGEST)
        return "is too long for a line of a config file (197 bytes with its key)";
    if (utf8_broken(value, length) != length)
        return "is not valid UTF-8";
    for (const char *c = value; *c; c++) {
        if (iscntrl((unsigned char)*c) && *c != '\t')
            return "has a control character";
        if (*c == ';' && (c == value || c[-1] == ' ' || c[-1] == '\t'))
            return "has a ';' after a blank, which begins a comment in a config file";
    }
    return NULL;
}

bool ini_read(const char *text, size_t size, const char *name, ini_visit *visit, void *user, struct error *e) {
    struct reading r = {text, text + size, name, 0, false, visit, user, e};
    int line = ini_parse_stream(next_line, &r, entry, &r);
    if (!r.failed && line != 0) {
        r.line = line > 0 ? line : r.line;
        fail(&r, "is neither [section] nor key = value");
    }
    return !r.failed;
}
