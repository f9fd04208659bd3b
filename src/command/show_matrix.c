/* show_matrix.c -- an encoding as a heat map, with its first numbers and its waves. */
#include <math.h>

#include "base/text.h"
#include "command/show.h"
#include "present/heat.h"

enum { FIRST = 6, DISTANCES = 2 * 31 + 1 };

static bool same_wave(double a, double b) { return (isinf(a) && isinf(b)) || fabs(a / b - 1) < 1e-4; }

/* Columns whose wave is another than the column's before, at most SHOW_WAVES of the *different ones, spread evenly. */
static int choose_waves(const double *wave, int columns, int chosen[SHOW_WAVES], int *different) {
    int count = 0, k = 0;
    *different = 1;
    for (int c = 1; c < columns; c++)
        *different += !same_wave(wave[c], wave[c - 1]);
    int wanted = *different < SHOW_WAVES ? *different : SHOW_WAVES;
    for (int c = 0; c < columns && count < wanted; c++) {
        if (c > 0 && same_wave(wave[c], wave[c - 1]))
            continue;
        if (k == (wanted > 1 ? (int)((long long)count * (*different - 1) / (wanted - 1)) : 0))
            chosen[count++] = c;
        k++;
    }
    return count;
}

/* "0:6.2832 2:11.173": from column 0 on a wave is so many positions long. */
static void say_waves(const struct screen *s, const double *wave, int columns) {
    char text[1024] = "", one[32], some[32] = "";
    int chosen[SHOW_WAVES], different, count = choose_waves(wave, columns, chosen, &different), waves = 0;
    for (int i = 0; i < count; i++) {
        text_append(text, sizeof text, " %d:%s", chosen[i], show_wavelength(wave[chosen[i]], one));
        waves += isfinite(wave[chosen[i]]) != 0;
    }
    if (count < different)
        snprintf(some, sizeof some, ", %d of %d", count, different);
    if (waves)
        screen_say(s, 2, "Wavelength of a column in positions%s:%s", some, text);
}

static void draw_vectors(const struct show_view *v, struct matrix m, const char *what, const double *wave) {
    int most = v->s->lines ? FIRST / 2 : FIRST, columns = m.columns;
    struct numbers n = {.m = m, .digits = 4, .limit = matrix_limit(&m), .first_block = true};
    n.m.rows = m.rows < most ? m.rows : most;
    screen_say(v->s, 0, "%s: positions down, columns across.", what);
    show_view_heat(v, m, false);
    int fit = numbers_fit(v->s, &n);
    fputc('\n', v->s->out);
    screen_say(v->s, 0, "Its numbers, positions 0..%d, columns 0..%d of %d:", n.m.rows - 1,
               (fit < columns ? fit : columns) - 1, columns);
    numbers_draw(v->s, &n);
    say_waves(v->s, wave, columns);
}

static bool show_added(struct show_view *v, struct error *e) {
    int last = v->of->built.columns;
    char what[96] = "What it adds to all columns of x";
    double *wave = encoding_view_wavelengths(v->of, &v->vectors, e);
    if (v->json)
        return json_object_update_new(v->json, json_pack("{so so}", "matrix", show_matrix_json(&v->vectors),
                                                         "wavelengths", show_list_json(wave, v->vectors.columns))) == 0;
    if (last)
        snprintf(what, sizeof what, "What it fills the last %d column%s of x with", last, last == 1 ? "" : "s");
    draw_vectors(v, v->vectors, what, wave);
    return true;
}

static bool show_rotated(struct show_view *v) {
    struct matrix m;
    double *angle;
    char text[1024] = "";
    geometry_cosines(&m, &angle, &v->of->use, v->positions, &v->of->arena);
    double *wave = arena_alloc(&v->of->arena, (size_t)m.columns, sizeof *wave);
    for (int c = 0; c < m.columns; c++)
        wave[c] = angle[c] > 0 ? 2 * acos(-1) / angle[c] : HUGE_VAL;
    if (v->json)
        return json_object_update_new(v->json, json_pack("{so so so}", "cosines", show_matrix_json(&m), "angles",
                                                         show_list_json(angle, m.columns), "wavelengths",
                                                         show_list_json(wave, m.columns))) == 0;
    draw_vectors(v, m, "Cosine of the angle by which it rotates each column of a head's queries and keys", wave);
    for (int c = 0; c < m.columns && c < SHOW_WAVES; c++)
        text_append(text, sizeof text, "%s%d: %.4g", c ? ", " : "", c, angle[c]);
    screen_say(v->s, 2, "Angle from a position to the next, in radians, by column: %s%s.", text,
               m.columns > SHOW_WAVES ? ", ..." : "");
    return true;
}

/* ---- Biases on scores */

/* Row n is head n, column distance + positions - 1; NAN where causality sees nothing. */
static struct matrix biases_by_distance(struct show_view *v) {
    int heads = v->of->built.size.heads, n = v->positions;
    struct matrix out = matrix_alloc(heads, 2 * n - 1, &v->of->arena), square;
    for (int h = 0; h < heads; h++) {
        struct arena scratch = {0};
        geometry_bias(&square, &v->of->use, &v->of->weights, h, n, &scratch);
        for (int d = 1 - n; d < n; d++)
            matrix_row(&out, h)[d + n - 1] = d > 0 && v->of->built.size.causal ? (double)NAN
                                             : d < 0                           ? matrix_row(&square, -d)[0]
                                                                               : matrix_row(&square, 0)[d];
        arena_free(&scratch);
    }
    return out;
}

/* 0 and powers of two to both sides; fewer on a short terminal. */
static int choose_distances(const struct show_view *v, int distance[DISTANCES]) {
    int count = 0, step = v->s->lines ? 2 : 1;
    for (int k = 30; k >= 0; k -= step)
        if (1 << k < v->positions)
            distance[count++] = -(1 << k);
    distance[count++] = 0;
    for (int k = 0; k <= 30 && !v->of->built.size.causal; k += step)
        if (1 << k < v->positions)
            distance[count++] = 1 << k;
    return count;
}

static void draw_bias_numbers(const struct show_view *v, const struct matrix *m) {
    int distance[DISTANCES], count = choose_distances(v, distance);
    struct arena *arena = &v->of->arena;
    const char *names[DISTANCES];
    struct numbers n = {.m = matrix_alloc(m->rows, count, arena),
                        .row_name = show_head_names(0, m->rows, arena),
                        .column_name = names,
                        .digits = 4,
                        .limit = matrix_limit(m)};
    for (int c = 0; c < count; c++) {
        char name[24];
        snprintf(name, sizeof name, "%d", distance[c]);
        names[c] = arena_text(arena, name);
        for (int i = 0; i < m->rows; i++)
            matrix_row(&n.m, i)[c] = matrix_row(m, i)[distance[c] + v->positions - 1];
    }
    fputc('\n', v->s->out);
    screen_say(v->s, 0, "Its numbers at some distances, j - i:");
    numbers_draw(v->s, &n);
}

static bool show_biased(struct show_view *v) {
    struct matrix m = biases_by_distance(v);
    if (v->json)
        return json_object_update_new(v->json, json_pack("{so si}", "bias", show_matrix_json(&m), "first_distance",
                                                         1 - v->positions)) == 0;
    screen_say(v->s, 0,
               "What it adds to the score of a query at position i for a key at position j: heads down, distance j - i "
               "across%s.",
               v->of->built.size.causal ? "; later keys are not seen" : "");
    screen_heat(v->s, &(struct heat){.m = m, .row.first = 1, .column.first = 1 - v->positions});
    draw_bias_numbers(v, &m);
    return true;
}

bool show_matrix(struct show_view *v, struct error *e) {
    show_view_head(v);
    return (!v->kind->embed || show_added(v, e)) && (!v->kind->rotate || show_rotated(v)) &&
           (!v->kind->bias || show_biased(v));
}
