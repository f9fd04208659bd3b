/* example_marks.c -- see example_marks.h. */
#include "draw/example_marks.h"

#include "base/utf8.h"

bool example_marks_shown(const struct example_marks *m) {
    for (int i = 1; m && i < m->rows; i++)
        if (m->segment[i] != m->segment[0])
            return true;
    return false;
}

int example_marks_targets(const struct example_marks *m) {
    int count = 0;
    for (int i = 0; i < m->rows; i++)
        count += m->target[i];
    return count < m->rows ? count : 0;
}

bool stretch_next(struct stretch *s, const struct example_marks *m) {
    s->from = s->end;
    if (s->from >= m->rows)
        return false;
    s->segment = m->segment[s->from];
    while (s->end < m->rows && m->segment[s->end] == s->segment)
        s->end++;
    return true;
}

char passage_letter(int segment) { return (char)('A' + segment % 26); }

const char *passage_name(char text[PASSAGE_NAME], int segment, int columns) {
    static const char *const form[] = {"passage %c (segment %d)", "passage %c", "%c"};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        if (snprintf(text, PASSAGE_NAME, form[i], passage_letter(segment), segment) <= columns)
            break;
    return text;
}

/* A line of brackets being drawn: `used` columns of it. */
struct pen {
    const struct screen *s;
    const char *left, *right, *dash;
    int used;
};

static void put(struct pen *p, int to, const char *blank) {
    for (; p->used < to; p->used++)
        fputs(blank, p->s->out);
}

static void say(struct pen *p, const char *text) {
    fputs(text, p->s->out);
    p->used += utf8_columns(text);
}

/* Columns from..to-1: "+- passage A -+", of fewer columns "+-A-+", "+A+", "+A", "A"; an end that goes on in another
 * line is open. */
static void draw_bracket(struct pen *p, int segment, int from, int to, bool begins, bool ends) {
    char name[PASSAGE_NAME];
    int columns = to - from, text = utf8_columns(passage_name(name, segment, columns - 6));
    int gap = text > 1 || columns > 6, middle = from + (columns - text) / 2;
    put(p, from, " ");
    if (columns > 1)
        say(p, begins ? p->left : p->dash);
    put(p, middle - gap, p->dash);
    put(p, middle, " ");
    say(p, name);
    put(p, p->used + (gap && p->used < to), " ");
    put(p, to - 1, p->dash);
    if (p->used < to)
        say(p, ends ? p->right : p->dash);
}

void screen_brackets(const struct screen *s, const struct example_marks *m, const struct token_columns *c) {
    static const char *const corner[2][2] = {{"\u2514", "\u2518"}, {"\u250c", "\u2510"}};
    struct pen p = {s, s->utf8 ? corner[c->next][0] : "|", s->utf8 ? corner[c->next][1] : "|", s->utf8 ? "\u2500" : "-",
                    0};
    say(&p, c->label ? c->label : "");
    struct stretch t = {0};
    while (stretch_next(&t, m)) {
        int first = t.from > c->first ? t.from : c->first, end = t.end < c->end ? t.end : c->end;
        if (first < end)
            draw_bracket(&p, t.segment, c->at[first], c->to[end - 1], t.from >= c->first, t.end <= c->end);
    }
    fputc('\n', s->out);
}

void screen_passage(const struct screen *s, int segment, int columns) {
    char name[PASSAGE_NAME];
    screen_rule(s, s->utf8 ? "\u2500" : "-", passage_name(name, segment, columns - 6), columns);
}

/* Where the words of the next line stand, from word `first` on; returns the first that it has no room for. */
static int lay_out(int *at, int *to, const struct screen *s, int indent, const char *const *word, int first, int rows) {
    int used = indent, i = first;
    for (; i < rows; i++) {
        int columns = utf8_columns(word[i]), most = s->width - indent;
        columns = columns < 1 ? 1 : columns > most ? most : columns;
        int from = i > first ? used + 1 : used;
        if (i > first && from + columns > s->width)
            break;
        at[i] = from;
        used = to[i] = from + columns;
    }
    return i;
}

/* A ^ below each target; what it means is said in the first line that has one. */
static void draw_targets(const struct screen *s, const struct example_marks *m, const struct token_columns *c,
                         bool *said) {
    int used = 0, indent = c->at[c->first];
    const char *means =
        example_marks_targets(m) > 1 ? "targets: the model answers here" : "target: the model answers here";
    for (int i = c->first; i < c->end; i++)
        if (m->target[i])
            used += fprintf(s->out, "%*s^", c->at[i] - used, "");
    if (used == 0)
        return;
    if (!*said)
        used + 1 + utf8_columns(means) <= s->width ? fprintf(s->out, " %s", means)
                                                   : fprintf(s->out, "\n%*s^ %s", indent, "", means);
    *said = true;
    fputc('\n', s->out);
}

void screen_words(const struct screen *s, int indent, const char *const *word, const struct example_marks *m,
                  int lines) {
    struct arena arena = {0};
    int *at = arena_alloc(&arena, (size_t)m->rows, sizeof *at), *to = arena_alloc(&arena, (size_t)m->rows, sizeof *to);
    bool shown = example_marks_shown(m), said = false;
    for (int line = 0, first = 0; first < m->rows; line++) {
        if (lines && line == lines) {
            fprintf(s->out, "%*s... and %d more\n", indent, "", m->rows - first);
            break;
        }
        struct token_columns c = {first, lay_out(at, to, s, indent, word, first, m->rows), at, to, false, NULL};
        for (int i = c.first, used = 0; i < c.end; used = to[i++]) {
            fprintf(s->out, "%*s", at[i] - used, "");
            screen_fit(s, word[i], to[i] - at[i], false);
        }
        fputc('\n', s->out);
        if (shown)
            screen_brackets(s, m, &c);
        if (shown && example_marks_targets(m))
            draw_targets(s, m, &c, &said);
        first = c.end;
    }
    arena_free(&arena);
}
