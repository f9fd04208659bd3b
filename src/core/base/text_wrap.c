/* text_wrap.c -- see text_wrap.h. */
#include "base/text_wrap.h"

#include <string.h>

#include "base/advice.h"
#include "base/utf8.h"

/* Bytes up to the next blank; a percent sign stays with its number, and the name of the program has blanks of its own
 * where its folder has. */
static size_t word_bytes(const char *word) {
    size_t mark = strspn(word, "`("), name = strlen(advice_name());
    bool program = strncmp(word + mark, advice_name(), name) == 0;
    size_t whole = program ? mark + name : 0;
    whole += strcspn(word + whole, " ");
    return strncmp(word + whole, " %", 2) == 0 ? whole + 2 + strcspn(word + whole + 2, " ") : whole;
}

/* The same, or of a list of choices that no line has room for its first one. */
static size_t part_bytes(const char *word, int room) {
    const size_t bytes = word_bytes(word), first = strcspn(word, "|") + 1;
    return first < bytes && utf8_columns_in(word, bytes) > room ? first : bytes;
}

static void wrap(FILE *out, int width, int at, int indent, const char *text) {
    int blanks = (int)strspn(text, " "), used = at + blanks, gap = 0;
    bool begun = at > 0; /* the line is not empty */
    fprintf(out, "%*s", blanks, "");
    for (const char *word = text + blanks; *word; word += strspn(word, " ")) {
        size_t bytes = part_bytes(word, width - indent);
        int columns = utf8_columns_in(word, bytes);
        if (begun && used + gap + columns > width) {
            fputc('\n', out);
            used = 0;
            gap = indent;
        }
        fprintf(out, "%*s%.*s", gap, "", (int)bytes, word);
        used += gap + columns;
        word += bytes;
        gap = *word == ' ';
        begun = true;
    }
    fputc('\n', out);
}

void text_wrap(FILE *out, int width, int at, int indent, const char *text) {
    struct arena arena = {0};
    wrap(out, width, at, indent, advice_text(text, &arena));
    arena_free(&arena);
}

/* Where "name   meaning" has its meaning; 0 for a line of another kind. */
static size_t meaning_at(const char *line) {
    size_t at = strspn(line, " ");
    const char *gap = strstr(line + at, "  ");
    return gap ? (size_t)(gap - line) + strspn(gap, " ") : 0;
}

static void flow_line(FILE *out, int width, const char *line) {
    size_t at = meaning_at(line);
    fprintf(out, "%.*s", (int)at, line);
    if (at || *line != ' ')
        wrap(out, width, (int)at, (int)at, line + at);
    else
        fprintf(out, "%s\n", line);
}

void text_flow(FILE *out, int width, const char *text) {
    struct arena arena = {0};
    char *line = arena_text(&arena, advice_text(text, &arena));
    for (char *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end ? (*end = 0, 1) : 0;
        flow_line(out, width, line);
    }
    arena_free(&arena);
}
