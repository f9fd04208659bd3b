/* table_terminal.c -- a table on a screen, no line of it wider than the screen is.
 *
 * A line below says what was left out. Columns that may not go stand in further blocks below. Where names are stacked,
 * what is the same in a whole group is next to the group's name. */
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "draw/table_layout.h"

enum { NAME_LEAST = 4 };
#define TINTED .1 /* a share above chance that is seen as a colour */

static void put(struct layout *l, const char *text, int columns, bool right) {
    int used = utf8_columns(text);
    l->blanks += right && used < columns ? columns - used : 0;
    if (used)
        fprintf(l->s->out, "%*s", l->blanks, "");
    if (used > columns)
        screen_fit(l->s, text, columns, right);
    else if (used)
        fputs(text, l->s->out);
    l->blanks = (used ? 0 : l->blanks) + (right || used > columns ? 0 : columns - used);
}

static void end_line(struct layout *l) {
    fputc('\n', l->s->out);
    l->blanks = 0;
}

/* Groups' names above their columns; the last one's may go on to their right. */
static void draw_groups(struct layout *l) {
    const struct table *t = l->t;
    int end = l->end < l->columns ? l->end : l->columns - 1, used = layout_span(l, 0, t->labels);
    l->blanks = used;
    for (int k = l->from, next; k < end; k = next) {
        const struct table_group *group = t->value[k - t->labels].group;
        int bar = 0;
        for (next = k; next < end && t->value[next - t->labels].group == group; next++)
            bar = l->width[next] && layout_has_bar(l, next) ? LAYOUT_BAR : bar;
        int columns = layout_span(l, k, next) - bar, room = next == end ? l->s->width - used - bar : 0;
        used += columns + bar;
        put(l, bar ? " |" : "", bar, false);
        if (!group || !columns)
            continue;
        const int gap = bar ? layout_after_bar(l) : l->gap;
        bool whole = gap + utf8_columns(group->name) <= wider(columns, room);
        const char *name = whole ? group->name : group->brief;
        int needed = gap + utf8_columns(name);
        needed -= needed == room + 1; /* one blank before it is better than a part of it */
        put(l, name, needed <= room ? wider(needed, columns) : columns, true);
    }
    end_line(l);
}

/* "~steps-1600" */
static const char *cut_beginning(char end[CELL_TEXT], const char *text, int columns) {
    bool printable;
    if (utf8_columns(text) <= columns)
        return text;
    while (utf8_columns(text) >= columns)
        text += utf8_next(text, &printable);
    snprintf(end, CELL_TEXT, "~%s", text);
    return end;
}

/* A number, bold where it is a mean, on a colour that is the deeper the farther it is above chance. Means end, and
 * intervals begin, at the same column in all rows. */
static void put_value(struct layout *l, int line, int k) {
    char number[CELL_TEXT], ends[CELL_TEXT];
    const struct screen *s = l->s;
    const struct cell *c = layout_cell(number, ends, l, line, k);
    int after = layout_after_number(l, k, number),
        blanks = l->blanks + l->width[k] - l->ends[k] - after - utf8_columns(number);
    if (!*number || utf8_columns(number) + after + l->ends[k] > l->width[k]) {
        put(l, number, l->width[k], *number);
        return;
    }
    fprintf(s->out, "%*s", blanks, "");
    if (c->kind == CELL_NUMBER && !c->format.sign && c->share >= TINTED) {
        screen_background(s, -c->share);
        screen_ink(s, -c->share);
    }
    if (line >= 0 && l->t->means)
        screen_bold(s);
    fputs(number, s->out);
    screen_reset(s);
    if (*ends) {
        screen_dim(s);
        fprintf(s->out, "%*s%s", after, "", ends);
        screen_reset(s);
    }
    l->blanks = l->ends[k] - utf8_columns(ends) + (*ends ? 0 : after);
}

static void draw_line(struct layout *l, int line) {
    char text[CELL_TEXT], end[CELL_TEXT];
    l->blanks = l->t->indent;
    for (int k = 0; k < l->end; k = k == l->t->labels - 1 ? l->from : k + 1) {
        bool value = k >= l->t->labels && k < l->columns - 1;
        bool right = value || (k < l->t->labels && l->t->label[k].is & LABEL_NUMBER);
        if (!l->width[k])
            continue;
        bool bar = k >= l->t->labels && layout_has_bar(l, k);
        put(l, bar ? " |" : "", bar ? LAYOUT_BAR : 0, false);
        l->blanks += !k ? 0 : bar ? layout_after_bar(l) : l->gap;
        bool beginning = k < l->t->labels && l->t->label[k].is & LABEL_CUT_BEGINNING;
        const char *says = layout_says(text, l, line, k);
        if (value && line > LAYOUT_DETAIL)
            put_value(l, line, k);
        else
            put(l, beginning ? cut_beginning(end, says, l->width[k]) : says, l->width[k], right);
        if (k == l->t->labels - 1 && line >= 0 && l->t->row[line].instead) {
            l->blanks += l->gap;
            put(l, l->t->row[line].instead, l->s->width - layout_span(l, 0, k + 1) - l->gap, false);
            break;
        }
    }
    end_line(l);
}

/* "learned: 5/5 passed, 6,530 weights", as much of it as fits. */
static void draw_group(struct layout *l, const struct table_row *row) {
    const struct table_label *label = l->t->label;
    char text[CELL_TEXT], says[NUMBER_TEXT];
    snprintf(text, sizeof text, "%s", row->group);
    for (int k = 0, items = 0; k < l->t->labels; k++) {
        size_t used = strlen(text);
        if (!layout_is_of_model(&label[k]) || row->label[k].kind == CELL_NONE)
            continue;
        text_append(text, sizeof text, "%s %s %s", items++ ? "," : ":", cell_words(says, &row->label[k]),
                    label[k].head);
        if (utf8_columns(text) > l->s->width)
            text[used] = 0;
    }
    put(l, text, l->s->width, false);
    end_line(l);
}

/* What stands below a row, as much of it as fits. */
static void draw_below(struct layout *l, const struct table_row *row) {
    const char *text = "";
    for (int k = 0; k < l->t->labels && l->below; k++)
        if (l->t->label[k].is & LABEL_BELOW && row->label[k].kind == CELL_WORDS)
            text = text_join(text, "; ", row->label[k].text, l->t->arena);
    if (!*text)
        return;
    l->blanks = LAYOUT_INDENT;
    put(l, text, wider(l->s->width - LAYOUT_INDENT, 1), false);
    end_line(l);
}

static void draw_rule(struct layout *l) {
    for (int k = layout_span(l, 0, l->t->labels) + layout_span(l, l->from, l->end); k > 0; k--)
        fputc('-', l->s->out);
    end_line(l);
}

static void draw_block(struct layout *l) {
    const struct table *t = l->t;
    bool heads = t->values; /* a list may have none */
    for (int k = 0; k < t->labels; k++)
        heads |= t->label[k].show & SHOW_DRAWN && *t->label[k].head;
    if (l->above && l->from == t->labels) {
        put(l, layout_corner(l), l->s->width, false);
        end_line(l);
    }
    if (t->values && t->value[t->values - 1].group)
        draw_groups(l);
    if (t->values && *t->value->head)
        draw_line(l, LAYOUT_HEAD);
    if (heads)
        draw_line(l, LAYOUT_DETAIL);
    if (t->values)
        draw_rule(l);
    for (int line = -t->baselines; line < 0; line++)
        if (table_has_numbers(t, layout_row(t, line), l->layer))
            draw_line(l, line);
    for (int i = 0; i < t->rows; i++) {
        if (!layout_is_whole(l, i) && !layout_same_group(t, i, i - 1))
            draw_group(l, &t->row[i]);
        draw_line(l, i);
        if (l->from == t->labels)
            draw_below(l, &t->row[i]);
    }
    if (t->brief)
        draw_rule(l);
}

/* As many values as fit, one at least; names are cut where even that is too much. */
static void fit_block(struct layout *l) {
    int columns = layout_span(l, 0, l->t->labels) + layout_span(l, l->from, l->from + 1);
    if (columns > l->s->width && l->width[0] > NAME_LEAST) {
        l->width[0] = wider(NAME_LEAST, l->width[0] - (columns - l->s->width));
        columns = l->s->width;
    }
    for (l->end = l->from + 1; l->end < l->columns; l->end++) {
        columns += layout_span(l, l->end, l->end + 1);
        if (columns > l->s->width)
            return;
    }
}

void lines_terminal(const struct screen *s, const struct lines *l) {
    for (int i = 0; i < l->count; i++)
        screen_say(s, 0, "%s", l->line[i]);
}

static void say_rest(struct layout *l) {
    const char *out = l->intervals ? "" : "intervals";
    for (int v = l->t->values - 1; v >= 0; v--)
        if (l->gone[v + l->t->labels])
            out = text_join(l->t->value[v].head, ", ", out, l->t->arena);
    for (int k = 0; k < l->t->labels; k++)
        if (l->t->label[k].is & LABEL_SPARE && !l->spare && !l->stacked && !layout_is_unknown(l->t, k))
            out = text_join(l->t->label[k].head, ", ", out, l->t->arena);
    if (l->width[l->columns - 1])
        screen_say(l->s, 0, "Bars: all lengths in order, from chance ▁ to perfect █.");
    if (*out)
        screen_say(l->s, 0, "Hidden to fit the screen: %s; a larger --width shows all.", out);
}

static void draw_layer(const struct screen *s, const struct table *t, int layer) {
    struct layout l = {.s = s, .t = t, .layer = layer, .intervals = true, .from = t->labels};
    l.columns = t->labels + t->values + 1;
    for (int k = 0; k < t->values; k++)
        l.lengths = l.lengths || (!t->value[k].key && !t->value[k].twin);
    l.width = arena_alloc(t->arena, (size_t)l.columns, sizeof *l.width);
    l.ends = arena_alloc(t->arena, (size_t)l.columns, sizeof *l.ends);
    l.point = arena_alloc(t->arena, (size_t)l.columns, sizeof *l.point);
    l.gone = arena_alloc(t->arena, (size_t)l.columns, sizeof *l.gone);
    if (!t->brief && t->values) {
        struct lines caption = {0}; /* it may be empty */
        lines_add(&caption, t->arena, t->layer[layer].caption);
        lines_terminal(s, &caption);
    }
    layout_fit(&l);
    do {
        fit_block(&l);
        draw_block(&l);
        l.from = l.end;
    } while (l.from < l.columns - 1);
    if (t->brief || !t->values)
        return;
    say_rest(&l);
    lines_terminal(s, &t->layer[layer].note);
}

void table_terminal(const struct screen *s, const struct table *t) {
    struct table shown = *t;
    bool first = true;
    shown.rows = t->most && t->rows > t->most ? t->most : t->rows;
    lines_terminal(s, &t->heading);
    for (int layer = 0; layer < t->layers; layer++) {
        if (!table_draws_layer(t, layer) || (!t->values && !t->rows))
            continue;
        fputs(first ? "" : "\n", s->out);
        draw_layer(s, &shown, layer);
        first = false;
    }
    if (shown.rows < t->rows)
        fprintf(s->out, "and %d more\n", t->rows - shown.rows);
    lines_terminal(s, &t->notes);
}

void list_terminal(const struct screen *s, const struct list *l) {
    screen_say(s, 0, "%s", l->heading);
    for (int i = 0; i < l->items; i++)
        screen_say(s, 2 * LAYOUT_INDENT, "  %s", l->item[i]);
    lines_terminal(s, &l->note);
}
