/* table_paper.c -- a table for a paper: as Markdown, or as a LaTeX tabular for booktabs; means with their intervals at
 * all lengths. A layer that is drawn is a table of its own. */
#include <ctype.h>
#include <string.h>

#include "draw/table.h"

/* What the two forms differ in. */
struct form {
    void (*begin)(FILE *out, const struct table *t, int layer);
    void (*text)(FILE *out, const char *text);
    void (*rule)(FILE *out, const struct table *t, int layer, bool head);
    const char *before, *between, *after; /* of a line and its cells */
    const char *end;                      /* of the table */
};

/* Repeats a text for each column of values. */
static void put_columns(FILE *out, const struct table *t, int layer, const char *text) {
    for (int k = 0; k < t->values; k++)
        fputs(table_has_value(t, layer, k) ? text : "", out);
}

/* ---- The same for both */

/* NULL: the line of heads. */
static void put_row(FILE *out, const struct form *f, const struct table *t, const struct table_row *row, int layer) {
    char text[CELL_TEXT], ends[CELL_TEXT];
    fputs(f->before, out);
    f->text(out, row ? row->label->text : t->corner ? t->corner : "");
    for (int k = 0; k < t->values; k++) {
        if (!table_has_value(t, layer, k))
            continue;
        fputs(f->between, out);
        const struct cell *c = row ? table_cell(t, row, layer, k) : NULL;
        if (c && c->kind != CELL_EMPTY) {
            cell_says(text, ends, c, true);
            f->text(out, text);
            f->text(out, ends);
        } else if (!c) {
            f->text(out, t->value[k].detail);
        }
    }
    fputs(f->after, out);
}

static void put_layer(FILE *out, const struct form *f, const struct table *t, int layer) {
    f->begin(out, t, layer);
    put_row(out, f, t, NULL, layer);
    f->rule(out, t, layer, true);
    for (int i = 0; i < t->baselines; i++)
        if (table_has_baseline(t, i, layer))
            put_row(out, f, t, &t->baseline[i], layer);
    f->rule(out, t, layer, false);
    for (int i = 0; i < t->rows; i++)
        put_row(out, f, t, &t->row[i], layer);
    fputs(f->end, out);
}

static void put_layers(FILE *out, const struct form *f, const struct table *t) {
    for (int layer = 0; layer < t->layers; layer++)
        if (table_draws_layer(t, layer))
            put_layer(out, f, t, layer);
}

/* ---- Markdown */

static void begin_markdown(FILE *out, const struct table *t, int layer) {
    fprintf(out, "%s\n\n", t->layer[layer].caption);
}

static void text_markdown(FILE *out, const char *text) {
    for (; *text; text++)
        fprintf(out, strchr("|*_`\\", *text) ? "\\%c" : "%c", *text);
}

static void rule_markdown(FILE *out, const struct table *t, int layer, bool head) {
    if (!head)
        return;
    fputs("|---|", out);
    put_columns(out, t, layer, "---:|");
    fputc('\n', out);
}

void table_markdown(FILE *out, const struct table *t) {
    static const struct form form = {begin_markdown, text_markdown, rule_markdown, "| ", " | ", " |\n", "\n"};
    put_layers(out, &form, t);
}

/* ---- LaTeX */

static void begin_latex(FILE *out, const struct table *t, int layer) {
    fprintf(out, "%% %s\n%% \\usepackage{booktabs}\n\\begin{tabular}{l", t->layer[layer].caption);
    put_columns(out, t, layer, "r");
    fputs("}\n\\toprule\n", out);
}

/* A character and what stands for it; a minus between digits is a range. */
static void text_latex(FILE *out, const char *text) {
    static const char *const escapes[][2] = {{"\\", "\\textbackslash{}"},
                                             {"~", "\\textasciitilde{}"},
                                             {"^", "\\textasciicircum{}"},
                                             {"−", "$-$"},
                                             {"≥", "$\\geq$"},
                                             {"≤", "$\\leq$"},
                                             {"&", "\\&"},
                                             {"%", "\\%"},
                                             {"$", "\\$"},
                                             {"#", "\\#"},
                                             {"_", "\\_"},
                                             {"{", "\\{"},
                                             {"}", "\\}"}};
    enum { ESCAPES = sizeof escapes / sizeof *escapes };
    for (const char *at = text; *at;) {
        int k = 0;
        while (k < ESCAPES && strncmp(at, escapes[k][0], strlen(escapes[k][0])) != 0)
            k++;
        bool digit = isdigit((unsigned char)at[1]), range = at > text && isdigit((unsigned char)at[-1]);
        if (k < ESCAPES)
            fputs(escapes[k][1], out);
        else if (*at == '-' && digit)
            fputs(range ? "--" : "$-$", out);
        else
            fputc(*at, out);
        at += k < ESCAPES ? strlen(escapes[k][0]) : 1;
    }
}

static void rule_latex(FILE *out, const struct table *t, int layer, bool head) {
    (void)layer;
    if (head || t->baselines)
        fputs("\\midrule\n", out);
}

void table_latex(FILE *out, const struct table *t) {
    static const struct form form = {
        begin_latex, text_latex, rule_latex, "", " & ", " \\\\\n", "\\bottomrule\n\\end{tabular}\n"};
    put_layers(out, &form, t);
}
