/* table_html.c -- a table as HTML: two lines of heads, the baselines below them, then rows that a click on a head sorts
 * (result/page.js) by data-k. Cells lie on a deeper colour the farther they are above chance. */
#include <math.h>
#include <string.h>

#include "draw/table.h"

#define THIN "&#8239;" /* a narrow space that does not break */

/* A page has room for settings, and columns sort. */
static bool is_drawn(const struct table_label *label) { return label->show & SHOW_DRAWN || label->is & LABEL_SETTING; }

/* Whether a line divides the column from the one before it. */
static bool is_edge(const struct table *t, int k) { return k > 0 && table_group_begins(t, k, k - 1); }

/* The classes of a value's column, as an attribute. */
static const char *column_class(const struct table *t, int k) {
    return t->value[k].key ? "" : is_edge(t, k) ? " class='x edge'" : " class='x'";
}

/* A cell without text in the columns of the labels after the first, which stays in view alone. */
static void put_room(struct html *h, const struct table *t) {
    int count = -1;
    for (int k = 0; k < t->labels; k++)
        count += is_drawn(&t->label[k]);
    if (count > 0)
        html_raw(h, "<td colspan=%d></td>", count);
}

static void put_groups(struct html *h, const struct table *t, int layer) {
    html_raw(h, "<tr><td></td>");
    put_room(h, t);
    for (int k = 0, end, columns; k < t->values; k = end) {
        columns = 0;
        for (end = k; end < t->values && t->value[end].group == t->value[k].group; end++)
            columns += table_has_value(t, layer, end);
        if (columns)
            html_raw(h, "<th colspan=%d class='group%s'>%s</th>", columns, is_edge(t, k) ? " edge" : "",
                     t->value[k].group ? t->value[k].group->name : "");
    }
    html_raw(h, "</tr>\n");
}

static void put_heads(struct html *h, const struct table *t, int layer) {
    html_raw(h, "<tr class=heads>");
    for (int k = 0; k < t->labels; k++)
        if (is_drawn(&t->label[k]))
            html_raw(h, t->label[k].is & LABEL_NUMBER ? "<th scope=col>%s</th>" : "<th scope=col class=t>%s</th>",
                     t->label[k].head);
    for (int k = 0; k < t->values; k++) {
        if (!table_has_value(t, layer, k))
            continue;
        html_raw(h, "<th scope=col%s>", column_class(t, k));
        html_text(h, t->value[k].head);
        html_raw(h, "<br><small>%s%s</small></th>", t->value[k].detail,
                 t->value[k].key && t->value[k].group ? " words" : "");
    }
    html_raw(h, "</tr>\n");
}

static void put_baseline(struct html *h, const struct table *t, const struct table_row *row, int layer) {
    char text[NUMBER_TEXT];
    html_raw(h, "<tr class=chance><th scope=row>");
    html_text(h, row->label->text);
    html_raw(h, "</th>");
    put_room(h, t);
    for (int k = 0; k < t->values; k++) {
        const struct cell *c = table_cell(t, row, layer, k);
        cell_print(text, NULL, c);
        html_raw(h, "<td%s>", column_class(t, k));
        html_text(h, c->kind == CELL_NUMBER ? text : "");
        html_raw(h, "</td>");
    }
    html_raw(h, "</tr>");
}

/* A name may be broken in front of its policy. */
static void put_label(struct html *h, const struct table_row *row, const struct cell *c) {
    char text[NUMBER_TEXT];
    bool first = c == row->label;
    const char *name = first && row->plain ? row->plain : c->text ? c->text : "", *plus = strrchr(name, '+');
    if (c->kind == CELL_COUNT || c->kind == CELL_SHARE) {
        html_raw(h, "<td data-k=%ld>%s</td>", c->count, cell_words(text, c));
        return;
    }
    html_raw(h, first ? "<th scope=row>" : "<td>");
    html_say(h, "%.*s", plus ? (int)(plus - name) : (int)strlen(name), name);
    html_raw(h, plus ? "<wbr>" : "");
    html_text(h, plus ? plus : "");
    html_raw(h, first ? "</th>" : "</td>");
}

/* Of class q0 to q10 from chance to perfect; of differences more or less where they are marked. */
static void put_value(struct html *h, const struct cell *c, const char *more) {
    char text[NUMBER_TEXT], interval[NUMBER_TEXT];
    if (c->kind == CELL_WORDS) {
        html_element(h, "td", c->text);
    } else if (c->kind != CELL_NUMBER) {
        html_raw(h, "<td class='none%s' data-k=-1e9>%s</td>", more, c->kind == CELL_NONE ? "n/a" : "");
    } else {
        html_raw(h, "<td class='");
        if (c->format.sign)
            html_raw(h, "%s", c->sign > 0 ? "more" : c->sign < 0 ? "less" : "unmarked");
        else if (!isnan(c->share))
            html_raw(h, "q%ld", lround(10 * c->share));
        cell_print(text, interval, c);
        html_raw(h, "%s' data-k=%.6f>", more, c->value);
        html_text(h, text);
        if (*interval)
            html_raw(h, "<small>" THIN "%s</small>", interval);
        html_raw(h, "</td>");
    }
}

static void put_row(struct html *h, const struct table *t, const struct table_row *row, int layer) {
    html_raw(h, "<tr>");
    for (int k = 0; k < t->labels; k++) {
        const struct cell *c = &row->label[k];
        if (t->label[k].is & LABEL_SETTING) {
            html_raw(h,
                     c->kind == CELL_NUMBER ? "<td data-k=%.9g>"
                     : c->kind == CELL_NONE ? "<td data-k=-1e9>"
                                            : "<td>",
                     c->value);
            html_text(h, c->text ? c->text : "");
            html_raw(h, "</td>");
        } else if (is_drawn(&t->label[k])) {
            put_label(h, row, c);
        }
    }
    for (int k = 0; k < t->values; k++)
        if (table_has_value(t, layer, k))
            put_value(h, table_cell(t, row, layer, k), is_edge(t, k) ? " edge" : "");
    html_raw(h, "</tr>\n");
}

void lines_html(struct html *h, const struct lines *l) {
    for (int i = 0; i < l->count; i++)
        html_element(h, "p", l->line[i]);
}

void table_html(struct html *h, const struct table *t) {
    for (int layer = 0; layer < t->layers; layer++) {
        if (!table_draws_layer(t, layer))
            continue;
        if (t->values)
            html_element(h, "p", t->layer[layer].caption);
        html_raw(h, "\n<div class=wide><table class=sort><thead>");
        if (t->values && t->value[t->values - 1].group)
            put_groups(h, t, layer);
        put_heads(h, t, layer);
        for (int i = 0; i < t->baselines; i++)
            if (table_has_numbers(t, &t->baseline[i], layer))
                put_baseline(h, t, &t->baseline[i], layer);
        html_raw(h, "</thead>\n<tbody>");
        for (int i = 0; i < t->rows; i++)
            put_row(h, t, &t->row[i], layer);
        html_raw(h, "</tbody></table></div>\n");
        lines_html(h, &t->layer[layer].note);
    }
    lines_html(h, &t->notes);
}

void list_html(struct html *h, const struct list *l, const char *class_name) {
    html_element(h, "p", l->heading);
    html_raw(h, l->items ? "\n<ul class=%s>" : "\n", class_name);
    for (int i = 0; i < l->items; i++)
        html_element(h, "li", l->item[i]);
    html_raw(h, l->items ? "</ul>\n" : "");
    lines_html(h, &l->note);
}
