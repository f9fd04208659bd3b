/* table_terminal.c -- a table on a screen, no line of it wider than the screen is.
 *
 * What does not fit is given up in this order: labels that are spare, the spark lines, names on one line, lengths (by
 * their `keep`), intervals. A line below says what was left out. Columns that may not go stand in further blocks below.
 * Where names are stacked, what is the same in a whole group stands beside the group's name. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "present/table.h"

enum { INDENT = 2, BAR = 2, FEW = 4, NAME_LEAST = 4 };
enum { HEAD = -99, DETAIL }; /* lines before those of the baselines, which are the last before row 0 */

/* Columns are labels, then values, then the spark line. */
struct layout {
    const struct screen *s;
    const struct table *t;
    int layer, columns;
    bool stacked, spark, intervals, spare, lengths; /* some values are at lengths */
    int gap, part;                                  /* columns between two; of the longest part of a name */
    int *width;                                     /* (columns) 0: not drawn */
    bool *gone;                                     /* (columns) values that are left out */
    int from, end;                                  /* values and spark line in this block */
    int blanks;                                     /* not printed yet: no line ends in them */
};

static int wider(int a, int b) { return a > b ? a : b; }

/* ---- What stands where */

static const char *cell_says(char text[CELL_TEXT], const struct cell *c, bool interval) {
    char ends[NUMBER_TEXT] = "";
    if (c->kind != CELL_NUMBER)
        return cell_words(text, c);
    cell_print(text, interval ? ends : NULL, c);
    bool apart = *ends && strncmp(ends, "±", strlen("±")) != 0;
    text_append(text, CELL_TEXT, "%s%s%s", apart ? " " : "", ends, c->sign ? "*" : "");
    return text;
}

/* A baseline's line or row. */
static const struct table_row *row_at(const struct table *t, int line) {
    return line < 0 ? &t->baseline[line + t->baselines] : &t->row[line];
}

/* A block for each length, from chance to perfect; empty where there is no such thing. */
static const char *spark_says(char text[CELL_TEXT], const struct layout *l, const struct table_row *row) {
    static const char blocks[] = "▁▂▃▄▅▆▇█";
    enum { BYTES = 3, BLOCKS = sizeof blocks / BYTES };
    size_t used = 0;
    int blanks = 0; /* lengths without a number, before one that has one */
    for (int k = 0; k < l->t->values && used + blanks + BYTES < CELL_TEXT; k++) {
        const struct cell *c = table_cell(l->t, row, l->layer, k);
        blanks += !l->t->value[k].key && c->kind == CELL_EMPTY;
        if (l->t->value[k].key || c->kind != CELL_NUMBER || isnan(c->share))
            continue;
        for (; blanks > 0; blanks--)
            text[used++] = ' ';
        memcpy(text + used, blocks + BYTES * lround(c->share * (BLOCKS - 1)), BYTES);
        used += BYTES;
    }
    text[used] = 0;
    return text;
}

static bool same_group(const struct table *t, int i, int j) {
    return i >= 0 && j >= 0 && i < t->rows && j < t->rows && t->row[i].group && t->row[j].group &&
           strcmp(t->row[i].group, t->row[j].group) == 0;
}

static bool is_of_model(const struct table_label *label) { return label->is & LABEL_MODEL && label->show & SHOW_DRAWN; }

static bool has_model_labels(const struct table *t) {
    bool has = false;
    for (int k = 0; k < t->labels; k++)
        has |= is_of_model(&t->label[k]);
    return has;
}

/* Whether row i keeps its whole name where others are stacked: it is alone in its group, short, and nothing else is to
 * be said of the group. */
static bool is_whole(const struct layout *l, int i) {
    const struct table *t = l->t;
    return !l->stacked || !t->row[i].group ||
           (!same_group(t, i, i - 1) && !same_group(t, i, i + 1) && utf8_columns(t->row[i].label->text) <= l->part &&
            !has_model_labels(t));
}

static const char *label_says(char text[CELL_TEXT], const struct layout *l, int line, int k) {
    const struct table *t = l->t;
    if (line < 0)
        return line == DETAIL          ? k > 0 ? t->label[k].head : t->corner
               : line == HEAD || k > 0 ? ""
                                       : row_at(t, line)->label->text;
    if (k > 0 || is_whole(l, line))
        return cell_says(text, &t->row[line].label[k], false);
    snprintf(text, CELL_TEXT, "%*s%s", INDENT, "", t->row[line].part);
    return text;
}

/* Column k of a line. */
static const char *says(char text[CELL_TEXT], const struct layout *l, int line, int k) {
    const struct table *t = l->t;
    int v = k - t->labels;
    if (v < 0)
        return label_says(text, l, line, k);
    if (v == t->values)
        return line < 0 ? "" : spark_says(text, l, &t->row[line]);
    if (line <= DETAIL)
        return line == HEAD ? t->value[v].head : t->value[v].detail;
    return cell_says(text, table_cell(t, row_at(t, line), l->layer, v), l->intervals);
}

/* ---- How wide it is */

/* A count that is the same in all rows that have one says nothing. */
static bool says_nothing(const struct table *t, int k) {
    long seen = 0;
    for (int i = 0; i < t->rows; i++) {
        long count = t->row[i].label[k].count;
        if (count && seen && count != seen)
            return false;
        seen = count ? count : seen;
    }
    return t->rows > 1;
}

static bool is_unknown(const struct table *t, int k) {
    bool known = false;
    for (int i = 0; i < t->rows; i++)
        known |= t->row[i].label[k].kind != CELL_NONE;
    return !known;
}

static bool is_drawn(const struct layout *l, int k) {
    const struct table_label *label = &l->t->label[k];
    if (k < l->t->labels && label->is & LABEL_MODEL)
        return is_of_model(label) && !l->stacked && !is_unknown(l->t, k) && (l->spare || !(label->is & LABEL_SPARE));
    if (k < l->t->labels)
        return (label->show & SHOW_DRAWN) && !(label->is & LABEL_NUMBER ? says_nothing(l->t, k) : l->stacked && k > 0);
    return k == l->columns - 1 ? l->spark && l->lengths : !l->gone[k];
}

static void measure(struct layout *l) {
    char text[CELL_TEXT];
    for (int k = 0; k < l->columns; k++) {
        l->width[k] = 0;
        for (int line = HEAD; is_drawn(l, k) && line < l->t->rows; line = line == DETAIL ? -l->t->baselines : line + 1)
            l->width[k] = wider(l->width[k], utf8_columns(says(text, l, line, k)));
    }
}

/* Whether a bar divides value k from the one drawn before it. */
static bool has_bar(const struct layout *l, int k) {
    int before = k - 1;
    while (before >= l->from && !l->width[before])
        before--;
    return before >= l->from && k < l->columns - 1 && table_group_begins(l->t, k - l->t->labels, before - l->t->labels);
}

/* Columns of a label or value with what divides it from the one before. */
static int span(const struct layout *l, int k) {
    return !l->width[k] ? 0 : k == 0 ? l->width[k] : l->gap + l->width[k] + (has_bar(l, k) ? BAR : 0);
}

static int spans(const struct layout *l, int from, int end) {
    int columns = 0;
    for (int k = from; k < end; k++)
        columns += span(l, k);
    return columns;
}

static bool fits(struct layout *l) {
    measure(l);
    return spans(l, 0, l->columns) <= l->s->width;
}

/* ---- What is given up */

/* Leaves out the value that is the first to go, while more than `least` are left. */
static bool drop(struct layout *l, int least) {
    int first = -1, left = 0;
    for (int v = 0; v < l->t->values; v++) {
        int keep = l->gone[v + l->t->labels] ? 0 : l->t->value[v].keep;
        left += keep > 0;
        if (keep && (first < 0 || keep < l->t->value[first].keep))
            first = v;
    }
    if (left > least)
        l->gone[first + l->t->labels] = true;
    return left > least;
}

static void leave_out(struct layout *l) {
    while (!fits(l) && drop(l, FEW)) {
    }
    l->spark = l->spark && fits(l);
    while (!fits(l) && drop(l, 2)) {
    }
    if (fits(l))
        return;
    memset(l->gone, 0, (size_t)l->columns * sizeof *l->gone);
    l->intervals = !l->t->means;
    while (!fits(l) && drop(l, 1)) {
    }
}

static void fit(struct layout *l) {
    int can_stack = 0;
    for (int i = 0; i < l->t->rows; i++)
        if (l->t->row[i].group) {
            can_stack = 1;
            l->part = wider(l->part, INDENT + utf8_columns(l->t->row[i].part));
        }
    for (int gap = 2; gap > 0; gap--)
        for (int stacked = 2 - gap; stacked <= can_stack; stacked++)
            for (int given_up = 0; given_up < 3; given_up++) {
                l->gap = gap;
                l->stacked = stacked;
                l->spare = given_up < 1;
                l->spark = l->s->utf8 && given_up < 2;
                if (fits(l))
                    return;
            }
    l->spark = l->s->utf8;
    leave_out(l);
    l->gap = 2;
    l->gap = fits(l) ? 2 : 1;
}

/* ---- Drawing */

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
    int end = l->end < l->columns ? l->end : l->columns - 1, used = spans(l, 0, t->labels);
    l->blanks = used;
    for (int k = l->from, next; k < end; k = next) {
        const struct table_group *group = t->value[k - t->labels].group;
        int bar = 0;
        for (next = k; next < end && t->value[next - t->labels].group == group; next++)
            bar = l->width[next] && has_bar(l, next) ? BAR : bar;
        int columns = spans(l, k, next) - bar, room = next == end ? l->s->width - used - bar : 0;
        used += columns + bar;
        put(l, bar ? " |" : "", bar, false);
        if (!group || !columns)
            continue;
        int name = l->gap + utf8_columns(group->name);
        put(l, name <= columns || name <= room ? group->name : group->brief,
            name <= room ? wider(name, columns) : columns, true);
    }
    end_line(l);
}

static void draw_line(struct layout *l, int line) {
    char text[CELL_TEXT];
    for (int k = 0; k < l->end; k = k == l->t->labels - 1 ? l->from : k + 1) {
        bool left = k < l->t->labels ? !(l->t->label[k].is & LABEL_NUMBER) : k == l->columns - 1;
        if (!l->width[k])
            continue;
        if (k >= l->t->labels && has_bar(l, k))
            put(l, " |", BAR, false);
        l->blanks += k > 0 ? l->gap : 0;
        put(l, says(text, l, line, k), l->width[k], !left);
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
        if (!is_of_model(&label[k]) || row->label[k].kind == CELL_NONE)
            continue;
        text_append(text, sizeof text, "%s %s %s", items++ ? "," : ":", cell_words(says, &row->label[k]),
                    label[k].head);
        if (utf8_columns(text) > l->s->width)
            text[used] = 0;
    }
    put(l, text, l->s->width, false);
    end_line(l);
}

static void draw_block(struct layout *l) {
    const struct table *t = l->t;
    if (t->value[t->values - 1].group)
        draw_groups(l);
    if (*t->value->head)
        draw_line(l, HEAD);
    draw_line(l, DETAIL);
    for (int k = spans(l, 0, t->labels) + spans(l, l->from, l->end); k > 0; k--)
        fputc('-', l->s->out);
    end_line(l);
    screen_dim(l->s);
    for (int line = -t->baselines; line < 0; line++)
        if (table_has_baseline(t, line + t->baselines, l->layer))
            draw_line(l, line);
    screen_reset(l->s);
    for (int i = 0; i < t->rows; i++) {
        if (!is_whole(l, i) && !same_group(t, i, i - 1))
            draw_group(l, &t->row[i]);
        draw_line(l, i);
    }
}

/* As many values as fit, one at least; names are cut where even that is too much. */
static void fit_block(struct layout *l) {
    int columns = spans(l, 0, l->t->labels) + span(l, l->from);
    if (columns > l->s->width) {
        l->width[0] = wider(NAME_LEAST, l->width[0] - (columns - l->s->width));
        columns = l->s->width;
    }
    for (l->end = l->from + 1; l->end < l->columns; l->end++) {
        columns += span(l, l->end);
        if (columns > l->s->width)
            return;
    }
}

/* ---- Around it */

/* Lines of text, each broken to the screen's width. */
static void say_lines(const struct screen *s, const char *text) {
    while (text && *text) {
        int length = (int)strcspn(text, "\n");
        screen_say(s, 0, "%.*s", length, text);
        text += length + (text[length] == '\n');
    }
}

static void say_rest(struct layout *l) {
    const char *out = l->intervals ? "" : "intervals";
    for (int v = l->t->values - 1; v >= 0; v--)
        if (l->gone[v + l->t->labels])
            out = arena_format(l->t->arena, "%s%s%s", l->t->value[v].head, *out ? ", " : "", out);
    for (int k = 0; k < l->t->labels; k++)
        if (l->t->label[k].is & LABEL_SPARE && !l->spare && !l->stacked && !is_unknown(l->t, k))
            out = arena_format(l->t->arena, "%s%s%s", l->t->label[k].head, *out ? ", " : "", out);
    if (l->width[l->columns - 1])
        screen_say(l->s, 0, "Bars: all lengths in order, from chance ▁ to perfect █.");
    if (*out)
        screen_say(l->s, 0, "Left out for lack of room: %s; --wide shows all.", out);
}

static void draw_layer(const struct screen *s, const struct table *t, int layer) {
    struct layout l = {.s = s, .t = t, .layer = layer, .intervals = true, .from = t->labels};
    l.columns = t->labels + t->values + 1;
    for (int k = 0; k < t->values; k++)
        l.lengths = l.lengths || !t->value[k].key;
    l.width = arena_alloc(t->arena, (size_t)l.columns, sizeof *l.width);
    l.gone = arena_alloc(t->arena, (size_t)l.columns, sizeof *l.gone);
    say_lines(s, t->layer[layer].caption);
    end_line(&l);
    for (fit(&l); l.from < l.columns - 1; l.from = l.end) {
        fit_block(&l);
        draw_block(&l);
    }
    say_rest(&l);
}

void table_terminal(const struct screen *s, const struct table *t) {
    bool first = true;
    say_lines(s, t->heading);
    for (int layer = 0; layer < t->layers; layer++) {
        if (!table_draws_layer(t, layer))
            continue;
        fputs(first ? "" : "\n", s->out);
        draw_layer(s, t, layer);
        first = false;
    }
    say_lines(s, t->notes);
}

void list_terminal(const struct screen *s, const struct list *l) {
    say_lines(s, l->heading);
    for (int i = 0; i < l->items; i++)
        screen_say(s, 2 * INDENT, "  %s", l->item[i]);
    say_lines(s, l->note);
}
