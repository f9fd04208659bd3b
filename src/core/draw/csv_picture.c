/* csv_picture.c -- see picture.h. */
#include "draw/picture.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "draw/example_marks.h"

/* A title as the name of a column: "accuracy in %" is accuracy_in_percent. */
static void put_key(FILE *out, const char *title) {
    bool gap = false;
    for (const char *at = title; *at; at++) {
        if (gap && (isalnum((unsigned char)*at) || *at == '%'))
            fputc('_', out);
        gap = !isalnum((unsigned char)*at);
        if (*at == '%')
            fputs("percent", out);
        else if (!gap)
            fputc(tolower((unsigned char)*at), out);
    }
}

static void put_number(FILE *out, double x) { fprintf(out, isnan(x) ? "NA" : "%.7g", x); }

/* The last ones of a line. */
static void put_numbers(FILE *out, const double *x, int count) {
    for (int i = 0; i < count; i++)
        fprintf(out, isnan(x[i]) ? ",NA" : ",%.7g", x[i]);
    fputc('\n', out);
}

/* 0: NA */
static void put_count(FILE *out, int x) { fprintf(out, x ? ",%d" : ",NA", x); }

static void put_x(FILE *out, const struct chart *c, double x) {
    char word[CHART_X];
    fputc(',', out);
    if (c->word)
        text_csv(out, chart_x(c, x, word));
    else
        put_number(out, x);
}

static void put_row(FILE *out, const struct chart *c, const char *name, const char *kind, int seed,
                    const struct chart_point *p) {
    const double number[] = {p->low, p->high, p->y};
    text_csv(out, name);
    fprintf(out, ",%s", kind);
    put_count(out, seed);
    put_count(out, p->n);
    put_x(out, c, p->from);
    put_x(out, c, p->x);
    put_numbers(out, number, 3);
}

void csv_chart(FILE *out, const struct chart *c) {
    fputs("curve,kind,seed,n,", out);
    put_key(out, c->x_title);
    fputs("_from,", out);
    put_key(out, c->x_title);
    fputs(",low,high,", out);
    put_key(out, c->y_title);
    fputc('\n', out);
    for (int k = 0; k < c->curves + c->baselines; k++) {
        const struct chart_curve *v = chart_line(c, k);
        const char *kind = k < c->curves ? "mean" : v->chance ? "chance" : "baseline";
        for (const struct chart_point *p = v->point; p < v->point + v->points; p++)
            put_row(out, c, v->name, p->from < p->x ? "in range" : kind, 0, p);
        for (int i = 0; i < v->seeds; i++) {
            const struct chart_seed *s = &v->seed[i];
            put_row(out, c, v->name, "seed", s->seed,
                    &(struct chart_point){s->x, s->x, s->y, (double)NAN, (double)NAN, 1});
        }
    }
}

static void put_axis(FILE *out, const struct heat_axis *a) {
    put_key(out, a->title);
    fputs(a->name ? ",name," : ",", out);
}

static void put_cell(FILE *out, const struct heat_axis *a, int i) {
    fprintf(out, "%d,", heat_number(a, i));
    if (a->name) {
        text_csv(out, a->name[i]);
        fputc(',', out);
    }
}

void csv_heat(FILE *out, const struct heat *m) {
    const struct example_marks *marks = m->column.marks;
    put_axis(out, &m->row);
    put_axis(out, &m->column);
    put_key(out, m->value_title);
    fputs(marks ? ",segment,target" : "", out);
    fputs(m->hatched ? ",hatched\n" : "\n", out);
    for (int i = 0; i < m->m.rows; i++)
        for (int k = 0; k < m->m.columns; k++) {
            put_cell(out, &m->row, i);
            put_cell(out, &m->column, k);
            put_number(out, matrix_row(&m->m, i)[k]);
            if (marks)
                fprintf(out, ",%d,%d", marks->segment[k], marks->target[k]);
            if (m->hatched)
                fprintf(out, ",%d", m->hatched[(size_t)i * m->m.columns + k]);
            fputc('\n', out);
        }
}
