/* look_matrix.c -- an encoding as a heat map, with its first numbers and its waves. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "command/look.h"
#include "present/numbers.h"
#include "present/screen_heat.h"

enum { FIRST = 6 };

static bool same_wave(double a, double b) { return (isinf(a) && isinf(b)) || fabs(a / b - 1) < 1e-4; }

/* Columns whose wave is another than the column's before, at most LOOK_WAVES of the *different ones, spread evenly. */
static int choose_waves(const double *wave, int columns, int chosen[LOOK_WAVES], int *different) {
    int count = 0, k = 0;
    *different = 1;
    for (int c = 1; c < columns; c++)
        *different += !same_wave(wave[c], wave[c - 1]);
    int wanted = *different < LOOK_WAVES ? *different : LOOK_WAVES;
    for (int c = 0; c < columns && count < wanted; c++) {
        if (c > 0 && same_wave(wave[c], wave[c - 1]))
            continue;
        if (k == (wanted > 1 ? (int)((long long)count * (*different - 1) / (wanted - 1)) : 0))
            chosen[count++] = c;
        k++;
    }
    return count;
}

/* "0:6.2832 2:11.173": from column 0 on a wave takes so many places. */
static void say_waves(const struct screen *s, const double *wave, int columns) {
    char text[1024] = "", one[32];
    int chosen[LOOK_WAVES], different, count = choose_waves(wave, columns, chosen, &different), waves = 0;
    for (int i = 0; i < count; i++) {
        text_append(text, sizeof text, " %d:%s", chosen[i], look_wave(wave[chosen[i]], one));
        waves += isfinite(wave[chosen[i]]) != 0;
    }
    if (waves && count < different)
        screen_say(s, 2, "Wavelength of a column in positions, %d of %d:%s", count, different, text);
    else if (waves)
        screen_say(s, 2, "Wavelength of a column in positions:%s", text);
}

static void draw_numbers(const struct look *l, struct matrix m, const char *what) {
    struct numbers n = {.m = m, .digits = 4};
    int all = m.columns;
    int rows = l->s->lines ? FIRST / 2 : FIRST;
    n.m.rows = m.rows < rows ? m.rows : rows;
    int fit = numbers_fit(l->s, &n);
    struct arena arena = {0};
    if (fit < all) { /* the first columns of the first rows */
        n.m.columns = fit;
        n.m.value = arena_alloc(&arena, (size_t)n.m.rows * fit, sizeof(double));
        for (int i = 0; i < n.m.rows; i++)
            memcpy(matrix_row(&n.m, i), matrix_row(&m, i), (size_t)fit * sizeof(double));
    }
    n.limit = matrix_limit(&m);
    fputc('\n', l->s->out);
    screen_say(l->s, 0, "%s, positions 0..%d, columns 0..%d of %d:", what, n.m.rows - 1, n.m.columns - 1, all);
    numbers_draw(l->s, &n);
    arena_free(&arena);
}

static void draw_vectors(struct look *l, struct matrix m, const char *what, const double *wave) {
    char says[64];
    screen_say(l->s, 0, "%s: positions down, columns across.", what);
    screen_heat(l->s, &(struct heat){.m = m, .row.edge = look_rule(l), .edge_says = look_rule_says(l, says)});
    draw_numbers(l, m, "Its numbers");
    say_waves(l->s, wave, m.columns);
}

static bool matrix_added(struct look *l, struct error *e) {
    struct encoding_view *sub = l->subject;
    char what[96];
    double *wave = encoding_view_wavelengths(sub, &l->vectors, e);
    snprintf(what, sizeof what,
             sub->built.columns ? "What it fills the last %d column%s of x with" : "What it adds to all columns of x",
             sub->built.columns, sub->built.columns == 1 ? "" : "s");
    if (l->json) {
        json_object_set_new(l->json, "matrix", show_matrix_json(&l->vectors));
        json_object_set_new(l->json, "wavelengths", show_list_json(wave, l->vectors.columns));
    } else {
        draw_vectors(l, l->vectors, what, wave);
    }
    return true;
}

static bool matrix_turned(struct look *l, struct error *e) {
    struct matrix m;
    double *angle, *wave;
    (void)e;
    geometry_cosines(&m, &angle, &l->subject->use, l->positions, &l->subject->arena);
    wave = arena_alloc(&l->subject->arena, (size_t)m.columns, sizeof *wave);
    for (int c = 0; c < m.columns; c++)
        wave[c] = angle[c] > 0 ? 2 * acos(-1) / angle[c] : HUGE_VAL;
    if (l->json) {
        json_object_set_new(l->json, "cosines", show_matrix_json(&m));
        json_object_set_new(l->json, "angles", show_list_json(angle, m.columns));
        json_object_set_new(l->json, "wavelengths", show_list_json(wave, m.columns));
        return true;
    }
    draw_vectors(l, m, "Cosine of the angle by which it rotates each column of a head's queries and keys", wave);
    char text[1024] = "";
    for (int c = 0; c < m.columns && c < LOOK_WAVES; c++)
        text_append(text, sizeof text, "%s%d: %.4g", c ? ", " : "", c, angle[c]);
    screen_say(l->s, 2, "Angle from a position to the next, in radians, by column: %s%s.", text,
               m.columns > LOOK_WAVES ? ", ..." : "");
    return true;
}

/* Biases by distance: row n is head n, column distance + places - 1; NAN where causality sees nothing. */
static struct matrix biases_by_distance(struct look *l) {
    struct encoding_view *sub = l->subject;
    int heads = sub->built.size.heads, n = l->positions;
    struct matrix out = {heads, 2 * n - 1, arena_alloc(&sub->arena, (size_t)heads * (2 * n - 1), sizeof(double))},
                  square;
    for (int h = 0; h < heads; h++) {
        struct arena scratch = {0};
        geometry_bias(&square, &sub->use, &sub->weights, h, n, &scratch);
        for (int d = 1 - n; d < n; d++) {
            double v = d < 0 ? matrix_row(&square, -d)[0] : matrix_row(&square, 0)[d];
            matrix_row(&out, h)[d + n - 1] = d > 0 && sub->built.size.causal ? (double)NAN : v;
        }
        arena_free(&scratch);
    }
    return out;
}

/* Distances whose numbers are printed: 0 and powers of two to both sides. */
static void draw_bias_numbers(const struct look *l, const struct matrix *m) {
    int distance[2 * 32], count = 0, n = l->positions;
    char name[2 * 32][24];
    const char *names[2 * 32];
    int step = l->s->lines ? 2 : 1; /* fewer on a short terminal */
    for (int k = 30; k >= 0; k -= step)
        if (1 << k < n)
            distance[count++] = -(1 << k);
    distance[count++] = 0;
    for (int k = 0; k <= 30 && !l->subject->built.size.causal; k += step)
        if (1 << k < n)
            distance[count++] = 1 << k;
    struct arena arena = {0};
    struct numbers g = {.m = {m->rows, count, arena_alloc(&arena, (size_t)m->rows * count, sizeof(double))},
                        .column_name = names,
                        .digits = 4,
                        .limit = matrix_limit(m)};
    const char **heads = arena_alloc(&arena, (size_t)m->rows, sizeof *heads);
    for (int i = 0; i < m->rows; i++) {
        snprintf(name[0], sizeof name[0], "head %d", i + 1);
        heads[i] = arena_text(&arena, name[0]);
    }
    for (int c = 0; c < count; c++) {
        snprintf(name[c], sizeof name[c], "%d", distance[c]);
        names[c] = name[c];
        for (int i = 0; i < m->rows; i++)
            matrix_row(&g.m, i)[c] = matrix_row(m, i)[distance[c] + n - 1];
    }
    g.row_name = heads;
    fputc('\n', l->s->out);
    screen_say(l->s, 0, "Its numbers at some distances, j - i:");
    numbers_draw(l->s, &g);
    arena_free(&arena);
}

static bool matrix_biased(struct look *l, struct error *e) {
    struct matrix m = biases_by_distance(l);
    (void)e;
    if (l->json) {
        json_object_set_new(l->json, "bias", show_matrix_json(&m));
        json_object_set_new(l->json, "first_distance", json_integer(1 - l->positions));
        return true;
    }
    screen_say(l->s, 0,
               "What it adds to the score of a query at position i for a key at position j: heads down, distance j - i "
               "across%s.",
               l->subject->built.size.causal ? "; later keys are not seen" : "");
    screen_heat(l->s, &(struct heat){.m = m, .row.first = 1, .column.first = 1 - l->positions});
    draw_bias_numbers(l, &m);
    return true;
}

bool look_matrix(struct look *l, struct error *e) {
    look_head(l);
    return (!look_kind(l)->embed || matrix_added(l, e)) && (!look_kind(l)->rotate || matrix_turned(l, e)) &&
           (!look_kind(l)->bias || matrix_biased(l, e));
}
