/* table_paper.c -- a table for a paper: as Markdown, or as a LaTeX tabular for booktabs; means with their intervals at
 * all lengths. A layer that is drawn is a table of its own. */
#include <ctype.h>
#include <string.h>

#include "draw/table.h"

/* Repeats a text for each column of values. */
static void put_columns(FILE *out, const struct table *t, int layer, const char *text) {
    for (int k = 0; k < t->values; k++)
        fputs(table_has_value(t, layer, k) ? text : "", out);
}

static void text_markdown(FILE *out, const char *text) {
    for (; *text; text++)
        fprintf(out, strchr("|*_`\\", *text) ? "\\%c" : "%c", *text);
}

/* A character and what stands for it; a minus between digits is a range. */
static void text_latex(FILE *out, const char *text) {
    static const char *const escapes[][2] = {{"\\", "\\textbackslash{}"},
                                             {"~", "\\textasciitilde{}"},
                                             {"^", "\\textasciicircum{}"},
                                             {"−", "$-$"},
                                             {"≥", "$\\geq$"},
                                             {"<", "$<$"},
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

/* NULL: the line of heads. */
static void put_row(FILE *out, bool latex, const struct table *t, const struct table_row *row, int layer) {
    char text[CELL_TEXT], ends[CELL_TEXT];
    void (*put)(FILE * out, const char *text) = latex ? text_latex : text_markdown;
    fputs(latex ? "" : "| ", out);
    put(out, row ? row->label->text : t->corner ? t->corner : "");
    for (int k = 0; k < t->values; k++) {
        if (!table_has_value(t, layer, k))
            continue;
        fputs(latex ? " & " : " | ", out);
        const struct cell *c = row ? table_cell(t, row, layer, k) : NULL;
        if (c && c->kind != CELL_EMPTY) {
            cell_says(text, ends, c, true);
            put(out, text);
            put(out, ends);
        } else if (!c) {
            put(out, t->value[k].detail);
        }
    }
    fputs(latex ? " \\\\\n" : " |\n", out);
}

static void put_layer(FILE *out, bool latex, const struct table *t, int layer) {
    fprintf(out, latex ? "%% %s\n%% \\usepackage{booktabs}\n\\begin{tabular}{l" : "%s\n\n", t->layer[layer].caption);
    if (latex) {
        put_columns(out, t, layer, "r");
        fputs("}\n\\toprule\n", out);
    }
    put_row(out, latex, t, NULL, layer);
    fputs(latex ? "\\midrule\n" : "|---|", out);
    if (!latex) {
        put_columns(out, t, layer, "---:|");
        fputc('\n', out);
    }
    for (int i = 0; i < t->baselines; i++)
        if (table_has_numbers(t, &t->baseline[i], layer))
            put_row(out, latex, t, &t->baseline[i], layer);
    fputs(latex && t->baselines ? "\\midrule\n" : "", out);
    for (int i = 0; i < t->rows; i++)
        put_row(out, latex, t, &t->row[i], layer);
    fputs(latex ? "\\bottomrule\n\\end{tabular}\n" : "\n", out);
}

static void put_layers(FILE *out, bool latex, const struct table *t) {
    for (int layer = 0; layer < t->layers; layer++)
        if (table_draws_layer(t, layer))
            put_layer(out, latex, t, layer);
}

void table_markdown(FILE *out, const struct table *t) { put_layers(out, false, t); }
void table_latex(FILE *out, const struct table *t) { put_layers(out, true, t); }
