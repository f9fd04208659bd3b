/* screen_matrix.c -- see heat.h. */
#include "draw/heat.h"

#include <math.h>

#include "base/utf8.h"
#include "draw/example_marks.h"

enum { NAMES_MOST = 24, HEADS_MOST = 10, NAME_ROOM = 32 };

/* The name of row or column i, or its number as text. */
static const char *name_of(char text[NAME_ROOM], const char *const *name, int i) {
    snprintf(text, NAME_ROOM, "%d", i);
    return name ? name[i] : text;
}

static int name_columns(const struct screen_matrix *n) {
    char text[NAME_ROOM];
    int most = 0;
    for (int i = 0; i < n->m.rows; i++)
        most = wider(most, utf8_columns(name_of(text, n->row_name, i)));
    return most < NAMES_MOST ? most : NAMES_MOST;
}

/* Columns of the widest number, and a blank in front. */
static int cell_columns(const struct screen_matrix *n) {
    char number[64];
    int most = 4;
    for (size_t i = 0; i < (size_t)n->m.rows * n->m.columns; i++)
        most = wider(most, snprintf(number, sizeof number, "%.*f", n->digits, n->m.value[i]));
    for (int c = 0; n->column_name && c < n->m.columns; c++)
        most = wider(most, utf8_columns(n->column_name[c]) < HEADS_MOST ? utf8_columns(n->column_name[c]) : HEADS_MOST);
    return most + 1;
}

int screen_matrix_columns(const struct screen *s, const struct screen_matrix *n) {
    int fit = (s->width - name_columns(n)) / cell_columns(n);
    return fit < 1 ? 1 : fit;
}

static void draw_number(const struct screen *s, const struct screen_matrix *n, double value, int columns,
                        double limit) {
    fprintf(s->out, "%*s", isnan(value) ? columns : 1, "");
    if (isnan(value))
        return;
    screen_background(s, value / limit);
    screen_ink(s, value / limit);
    fprintf(s->out, "%*.*f", columns - 1, n->digits, fabs(value) < 0.5 * pow(10, -n->digits) ? 0 : value); /* no -0 */
    screen_reset(s);
}

/* Columns from..end-1, below their names and what is marked at them. */
static void draw_block(const struct screen *s, const struct screen_matrix *n, int from, int end, double limit) {
    struct arena arena = {0};
    char text[NAME_ROOM];
    int names = name_columns(n), columns = cell_columns(n);
    int *at = arena_alloc(&arena, (size_t)n->m.columns, sizeof *at);
    int *to = arena_alloc(&arena, (size_t)n->m.columns, sizeof *to);
    const int *segment = example_marks_shown(n->row_marks) ? n->row_marks->segment : NULL;
    for (int c = from; c < end; c++) {
        to[c] = names + (c - from + 1) * columns;
        at[c] = to[c] - columns + 1;
    }
    if (example_marks_shown(n->column_marks))
        screen_brackets(s, n->column_marks, &(struct token_columns){from, end, at, to, true, NULL});
    fprintf(s->out, "%*s", names, "");
    for (int c = from; c < end; c++) {
        fputc(' ', s->out);
        screen_fit(s, name_of(text, n->column_name, c), columns - 1, true);
    }
    fputc('\n', s->out);
    for (int i = 0; i < n->m.rows; i++) {
        if (segment && (i == 0 || segment[i] != segment[i - 1]))
            screen_passage(s, segment[i], names + (end - from) * columns);
        screen_fit(s, name_of(text, n->row_name, i), names, n->row_name == NULL);
        for (int c = from; c < end; c++)
            draw_number(s, n, matrix_row(&n->m, i)[c], columns, limit);
        fputc('\n', s->out);
    }
    arena_free(&arena);
}

void screen_matrix_draw(const struct screen *s, const struct screen_matrix *n) {
    double limit = n->limit > 0 ? n->limit : matrix_limit(&n->m);
    int fit = screen_matrix_columns(s, n);
    for (int from = 0; from < (n->first_block ? 1 : n->m.columns); from += fit)
        draw_block(s, n, from, from + fit < n->m.columns ? from + fit : n->m.columns, limit);
}
