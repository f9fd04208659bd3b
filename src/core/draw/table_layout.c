/* table_layout.c -- what stands where in a table on a screen, and how it is made to fit; see table_layout.h.
 *
 * What does not fit is given up in this order: labels that may stand below their row do, others that may are cut,
 * labels that are spare go, the spark lines, names on one line, lengths (by their `keep`), intervals, one of the two
 * blanks between columns. */
#include "draw/table_layout.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

enum { FEW = 4, CUT_MOST = 40, CUT_LEAST = 10, CUT_END = 4 };

const struct cell *layout_cell(char text[CELL_TEXT], char ends[CELL_TEXT], const struct layout *l, int line, int k) {
    const struct cell *c = table_cell(l->t, layout_row(l->t, line), l->layer, k - l->t->labels);
    cell_says(text, ends, c, l->intervals);
    return c;
}

const struct table_row *layout_row(const struct table *t, int line) {
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

bool layout_same_group(const struct table *t, int i, int j) {
    return i >= 0 && j >= 0 && i < t->rows && j < t->rows && t->row[i].group && t->row[j].group &&
           strcmp(t->row[i].group, t->row[j].group) == 0;
}

bool layout_is_of_model(const struct table_label *label) { return label->is & LABEL_MODEL && label->show & SHOW_DRAWN; }

/* It is alone in its group, short, and nothing else is to be said of the group. */
bool layout_is_whole(const struct layout *l, int i) {
    const struct table *t = l->t;
    bool says_more = false;
    for (int k = 0; k < t->labels; k++)
        says_more |= layout_is_of_model(&t->label[k]);
    return !l->stacked || !t->row[i].group ||
           (!layout_same_group(t, i, i - 1) && !layout_same_group(t, i, i + 1) &&
            utf8_columns(t->row[i].label->text) <= l->part && !says_more);
}

const char *layout_corner(const struct layout *l) {
    const struct table *t = l->t;
    return t->corner ? t->corner : t->values ? t->layer[l->layer].caption : t->label->head;
}

const char *layout_says(char text[CELL_TEXT], const struct layout *l, int line, int k) {
    const struct table *t = l->t;
    char ends[CELL_TEXT];
    int v = k - t->labels;
    if (v == t->values)
        return line < 0 ? "" : spark_says(text, l, &t->row[line]);
    if (v >= 0)
        return line == LAYOUT_HEAD ? t->value[v].head : t->value[v].detail;
    if (line == LAYOUT_DETAIL)
        return k > 0 ? t->label[k].head : l->above ? "" : layout_corner(l);
    if (line < 0)
        return line == LAYOUT_HEAD || k > 0 ? "" : layout_row(t, line)->label->text;
    const struct cell *c = &t->row[line].label[k];
    if (k == 0 && !layout_is_whole(l, line))
        snprintf(text, CELL_TEXT, "%*s%s", LAYOUT_INDENT, "", t->row[line].part);
    else if (c->kind == CELL_WORDS)
        return c->text;
    else
        cell_says(text, ends, c, false);
    return text;
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
    return t->rows > 1 && t->values;
}

bool layout_is_unknown(const struct table *t, int k) {
    for (int i = 0; i < t->rows; i++)
        if (t->row[i].label[k].kind != CELL_NONE)
            return false;
    return true;
}

static int after_point(const char *number) {
    const char *point = strchr(number, '.');
    return point ? (int)strlen(point) : 0;
}

int layout_after_number(const struct layout *l, int k, const char *number) {
    return *number && l->points ? l->point[k] - after_point(number) : 0;
}

static bool is_drawn(const struct layout *l, int k) {
    const struct table_label *label = &l->t->label[k];
    if (k < l->t->labels && ((label->is & LABEL_BELOW && l->below) || (label->is & LABEL_SPARE && !l->spare)))
        return false;
    if (k < l->t->labels && label->is & LABEL_MODEL)
        return layout_is_of_model(label) && !l->stacked && !layout_is_unknown(l->t, k);
    if (k < l->t->labels)
        return (label->show & SHOW_DRAWN) && !(label->is & LABEL_NUMBER ? says_nothing(l->t, k) : l->stacked && k > 0);
    if (k == l->columns - 1)
        return l->spark && l->lengths;
    int v = k - l->t->labels; /* a figure is also drawn where others have no room */
    return !l->gone[k] && (l->t->layer[l->layer].figure ? table_has_value(l->t, l->layer, v)
                                                        : !l->t->value[v].off_screen && !l->t->value[v].twin);
}

/* Above two lines of heads a corner that is longer than all names stands on a line of its own. Numbers end where their
 * intervals begin, in all lines. */
static void measure(struct layout *l) {
    char text[CELL_TEXT], ends[CELL_TEXT];
    const struct table *t = l->t;
    l->above = t->values && !t->brief && *t->value->head;
    for (int line = -t->baselines; l->above && line < t->rows; line++)
        l->above = utf8_columns(layout_says(text, l, line, 0)) < utf8_columns(layout_corner(l));
    for (int k = 0; k < l->columns; k++) {
        bool value = k >= t->labels && k < l->columns - 1, drawn = is_drawn(l, k);
        int number = l->width[k] = l->ends[k] = l->point[k] = 0;
        for (int line = LAYOUT_HEAD; drawn && line < (value ? LAYOUT_DETAIL + 1 : t->rows);
             line = line == LAYOUT_DETAIL && !value ? -t->baselines : line + 1)
            l->width[k] = wider(l->width[k], utf8_columns(layout_says(text, l, line, k)));
        for (int line = -t->baselines; drawn && value && line < t->rows; line++) {
            const struct cell *c = layout_cell(text, ends, l, line, k);
            int point = l->points && c->kind == CELL_NUMBER ? after_point(text) : 0;
            number = wider(number, utf8_columns(text) - point);
            l->point[k] = wider(l->point[k], point);
            l->ends[k] = wider(l->ends[k], utf8_columns(ends));
        }
        l->width[k] = wider(l->width[k], number + l->point[k] + l->ends[k]);
        if (drawn && value && t->brief &&
            (k == l->columns - 2 || t->value[k - t->labels].group != t->value[k - t->labels + 1].group))
            l->width[k] = wider(l->width[k], utf8_columns(t->value[k - t->labels].group->brief));
        if (k < t->labels && t->label[k].is & LABEL_CUT && l->cut && l->width[k] > l->cut)
            l->width[k] = l->cut;
    }
}

bool layout_has_bar(const struct layout *l, int k) {
    int before = k - 1;
    while (before >= l->from && !l->width[before])
        before--;
    return before >= l->from && k < l->columns - 1 && table_group_begins(l->t, k - l->t->labels, before - l->t->labels);
}

int layout_after_bar(const struct layout *l) { return l->t->brief ? l->after_bar : l->gap; }

int layout_span(const struct layout *l, int from, int end) {
    int columns = 0;
    for (int k = from; k < end; k++)
        if (l->width[k])
            columns += l->width[k] + (k == 0                 ? l->t->indent
                                      : layout_has_bar(l, k) ? LAYOUT_BAR + layout_after_bar(l)
                                                             : l->gap);
    return columns;
}

static bool fits(struct layout *l) {
    measure(l);
    return layout_span(l, 0, l->columns) <= l->s->width;
}

/* ---- What is given up */

/* How many values are left; *first is the one that goes next, -1: none may. */
static int values_left(const struct layout *l, int *first) {
    int left = 0;
    *first = -1;
    for (int v = 0; v < l->t->values; v++) {
        int keep = l->gone[v + l->t->labels] || l->t->value[v].off_screen ? 0 : l->t->value[v].keep;
        left += keep > 0;
        if (keep && (*first < 0 || keep < l->t->value[*first].keep))
            *first = v;
    }
    return left;
}

/* Leaves out values until it fits; false where `least` are left before that. */
static bool drop(struct layout *l, int least) {
    for (int first; !fits(l);) {
        if (values_left(l, &first) <= least)
            return false;
        l->gone[first + l->t->labels] = true;
    }
    return true;
}

/* Points go first, a length before that; bars are narrow for the second length alone; at last intervals go. */
static bool fits_brief(struct layout *l) {
    enum { FEWEST = 3, TWO_LENGTHS = 4 };
    for (int first;; l->gone[first + l->t->labels] = true) {
        int left = values_left(l, &first);
        for (l->after_bar = 1; l->after_bar >= (left > TWO_LENGTHS ? 1 : 0); l->after_bar--)
            for (int points = 1; points >= 0; points--) {
                l->points = points;
                if (fits(l))
                    return true;
            }
        l->after_bar = 0;
        if (left <= FEWEST)
            return false;
    }
}

/* Whether it fits once labels that may be stand below their rows, or are cut. */
static bool fits_cut(struct layout *l) {
    int is = 0;
    for (int k = 0; k < l->t->labels; k++)
        is |= l->t->label[k].is;
    l->below = is & LABEL_BELOW;
    for (l->cut = is & LABEL_CUT ? CUT_MOST : CUT_LEAST; l->cut > CUT_LEAST; l->cut--)
        if (fits(l))
            return true;
    return l->below && fits(l);
}

void layout_fit(struct layout *l) {
    int can_stack = 0;
    for (int i = 0; i < l->t->rows; i++)
        if (l->t->row[i].group) {
            can_stack = 1;
            l->part = wider(l->part, LAYOUT_INDENT + utf8_columns(l->t->row[i].part));
        }
    l->gap = 2;
    l->spare = true;
    l->spark = l->s->utf8 && !l->t->brief;
    if (l->t->brief ? fits_brief(l) : fits(l) || fits_cut(l))
        return;
    for (int stacked = 0; stacked <= can_stack; stacked++)
        for (int given_up = 0; given_up < 3; given_up++) {
            l->stacked = stacked;
            l->spare = given_up < 1;
            l->spark = l->spark && given_up < 2;
            if (fits(l))
                return;
        }
    l->spark = l->s->utf8 && !l->t->brief;
    drop(l, FEW);
    l->spark = l->spark && fits(l);
    if (!drop(l, 2)) {
        memset(l->gone, 0, (size_t)l->columns * sizeof *l->gone);
        l->intervals = !l->t->means;
        drop(l, 1);
    }
    while (l->cut > CUT_END && !fits(l))
        l->cut--;
    l->gap = fits(l) ? 2 : 1;
    l->gap = fits(l) ? l->gap : 2;
}
