/* ini.c -- see ini.h.
 *
 * We read INI ourselves: inih, as Debian builds it, silently cuts lines at 200 bytes and names at 49, and a grid needs
 * long values. */
#include "format/ini.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

enum { KEY_MAX = 128, LINE_WRITTEN = 120 };

struct span {
    const char *at;
    size_t length;
};

struct ini_reader {
    const char *name;
    int line, begun; /* the current line, and the one on which the value begins */
    bool open;       /* a value is open, which a line may continue */
    char section[KEY_MAX], key[KEY_MAX], value[INI_VALUE_LONGEST + 1];
    ini_visit *visit;
    void *user;
    struct error *error;
};

static bool fault(const struct ini_reader *r, const char *why) {
    return error_set(r->error, EXIT_USAGE, "%s:%d: %s", r->name, r->line, why);
}

static bool is_blank(char c) { return isspace((unsigned char)c); }

static struct span trim(struct span s) {
    for (; s.length && is_blank(*s.at); s.length--)
        s.at++;
    while (s.length && is_blank(s.at[s.length - 1]))
        s.length--;
    return s;
}

/* Where a comment begins, with ';' after a blank and not between two quotes; else the length. */
static size_t comment_at(struct span s) {
    bool quoted = false;
    for (size_t i = 0; i < s.length; i++)
        if (s.at[i] == '"')
            quoted = !quoted && memchr(s.at + i + 1, '"', s.length - i - 1);
        else if (s.at[i] == ';' && !quoted && i > 0 && is_blank(s.at[i - 1]))
            return i;
    return s.length;
}

static struct span uncommented(struct span s) { return trim((struct span){s.at, comment_at(s)}); }

/* The value is complete. */
static bool finish(struct ini_reader *r) {
    bool ok = !r->open || r->visit(r->user, r->key, r->value, r->begun, r->error);
    r->open = false;
    return ok || error_prefix(r->error, "%s:%d", r->name, r->begun);
}

static bool add(struct ini_reader *r, struct span s) {
    size_t used = strlen(r->value), blank = used && s.length;
    if (used + blank + s.length <= INI_VALUE_LONGEST)
        return text_append(r->value, sizeof r->value, "%s%.*s", blank ? " " : "", (int)s.length, s.at);
    return error_set(r->error, EXIT_USAGE, "%s:%d: %s: the value is longer than %d bytes", r->name, r->begun, r->key,
                     INI_VALUE_LONGEST);
}

static bool read_section(struct ini_reader *r, struct span s) {
    const char *end = memchr(s.at, ']', s.length);
    size_t length = end ? (size_t)(end - s.at) - 1 : 0;
    if (!end)
        return fault(r, "opens a [section] and does not close it");
    if (end + 1 != s.at + s.length)
        return fault(r, "has text after the [section]; write it on a line of its own");
    r->section[0] = 0;
    return text_append(r->section, sizeof r->section, "%.*s", (int)length, s.at + 1) ||
           fault(r, "has the name of a section that is too long");
}

static bool read_key(struct ini_reader *r, struct span s) {
    size_t at = 0;
    while (at < s.length && s.at[at] != '=' && s.at[at] != ':')
        at++;
    struct span name = trim((struct span){s.at, at});
    if (at == s.length)
        return fault(r, "is neither [section] nor key = value");
    if (!*r->section)
        return fault(r, "comes before the first [section]");
    r->key[0] = 0;
    if (!text_append(r->key, sizeof r->key, "%s.%.*s", r->section, (int)name.length, name.at))
        return fault(r, "has a key that is too long");
    r->begun = r->line;
    r->open = true;
    r->value[0] = 0;
    return add(r, trim((struct span){s.at + at + 1, s.length - at - 1}));
}

static bool read_line(struct ini_reader *r, struct span line) {
    struct span content = trim(line);
    if (memchr(line.at, 0, line.length))
        return fault(r, "has a NUL byte; this is not a text file");
    if (content.length && strchr(";#", *content.at))
        return true;
    if (content.length && is_blank(*line.at)) {
        if (r->open)
            return add(r, uncommented(content));
        return fault(r, "begins with a blank and continues no value; write section and key at the start of the line");
    }
    content = uncommented(content);
    if (!finish(r))
        return false;
    if (!content.length)
        return true;
    return *content.at == '[' ? read_section(r, content) : read_key(r, content);
}

bool ini_read(const char *text, size_t size, const char *name, ini_visit *visit, void *user, struct error *e) {
    struct ini_reader r = {.name = name, .visit = visit, .user = user, .error = e};
    const char *end = text + size;
    text += utf8_mark(text, size);
    for (const char *stop; text < end; text = stop ? stop + 1 : end) {
        stop = memchr(text, '\n', (size_t)(end - text));
        r.line++;
        if (!read_line(&r, (struct span){text, (size_t)((stop ? stop : end) - text)}))
            return false;
    }
    return finish(&r);
}

/* ---- Writing */

const char *ini_unfit(const char *value) {
    size_t length = strlen(value);
    if (utf8_broken(value, length) != length)
        return "is not valid UTF-8";
    for (const char *c = value; *c; c++)
        if (iscntrl((unsigned char)*c) && *c != '\t')
            return "has a control character";
    return *value == ';' || comment_at((struct span){value, length}) < length
               ? "has a ';' after a blank, which begins a comment in a config file"
               : NULL;
}

/* How much of a value fits on a line of `room` bytes: up to a single blank, which the reader restores; preferably after
 * a comma. */
static size_t piece(const char *value, size_t room) {
    size_t length = strlen(value), fits = 0;
    bool comma = false, quoted = false;
    if (length <= room)
        return length;
    for (size_t i = 1; i < length && (i <= room || !fits); i++) {
        quoted ^= value[i - 1] == '"';
        if (value[i] == ' ' && !quoted && !strchr(" \t", value[i - 1]) && !strchr(" \t;#", value[i + 1])) {
            fits = comma && value[i - 1] != ',' ? fits : i;
            comma = comma || value[i - 1] == ',';
        }
    }
    return fits ? fits : length;
}

void ini_write(char *text, size_t size, const char *name, const char *value) {
    static const char more[] = "\n    ";
    bool ok = text_append(text, size, "%s = ", name);
    size_t room = LINE_WRITTEN - strlen(name) - strlen(" = ");
    for (size_t length; *value; value += length + (value[length] != 0), room = LINE_WRITTEN - strlen(more)) {
        length = piece(value, room);
        ok = ok && text_append(text, size, "%.*s%s", (int)length, value, value[length] ? more : "");
    }
    ok = ok && text_append(text, size, "\n");
    assert(ok && "callers have room for all that there can be");
    (void)ok;
}
