/* view_matrix.c -- an encoding as a heat map, with its first numbers and its waves; see view.h. */
#include <math.h>

#include "base/text.h"
#include "measure/asks.h"
#include "view/view.h"

enum { FIRST = 6, DISTANCES = 2 * 31 + 1 };

static bool same_wave(double a, double b) { return (isinf(a) && isinf(b)) || fabs(a / b - 1) < 1e-4; }

/* Columns whose wave is another than the column's before, at most VIEW_WAVES of the *different ones, spread evenly. */
static int choose_waves(const double *wave, int columns, int chosen[VIEW_WAVES], int *different) {
    int count = 0, k = 0;
    *different = 1;
    for (int c = 1; c < columns; c++)
        *different += !same_wave(wave[c], wave[c - 1]);
    int wanted = *different < VIEW_WAVES ? *different : VIEW_WAVES;
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
static void say_waves(const struct view *v, const double *wave, int columns) {
    char text[1024] = "", one[32], some[32] = "";
    int chosen[VIEW_WAVES], different, count = choose_waves(wave, columns, chosen, &different), waves = 0;
    for (int i = 0; i < count; i++) {
        text_append(text, sizeof text, " %d:%s", chosen[i], view_wavelength(wave[chosen[i]], one));
        waves += isfinite(wave[chosen[i]]) != 0;
    }
    if (count < different)
        snprintf(some, sizeof some, ", %d of %d", count, different);
    if (waves)
        view_say(v, 2, "Wavelength of a column in positions%s:%s", some, text);
}

/* The map under its key, below it its first numbers and its waves. */
static void tell_vectors(const struct view *v, const struct encoding_alone *of, const char *key, struct matrix m,
                         const char *what, const double *wave) {
    view_say(v, 0, "%s: positions down, columns across.", what);
    view_encoding_heat(v, of, key, m, false);
    if (v->s) {
        int most = v->s->lines ? FIRST / 2 : FIRST, columns = m.columns;
        struct screen_matrix n = {.m = m, .digits = 4, .limit = matrix_limit(&m), .first_block = true};
        n.m.rows = m.rows < most ? m.rows : most;
        int fit = screen_matrix_columns(v->s, &n);
        view_gap(v);
        view_numbers(v, &n, "Its numbers, positions 0..%d, columns 0..%d of %d:", n.m.rows - 1,
                     (fit < columns ? fit : columns) - 1, columns);
    }
    if (v->s) /* a page has the view of waves */
        say_waves(v, wave, m.columns);
}

static void tell_added(const struct view *v, struct encoding_alone *of) {
    int last = of->built.columns;
    char what[96] = "What it adds to all columns of x";
    const double *wave = encoding_alone_wavelengths(of, false, of->vectors.columns);
    if (last)
        snprintf(what, sizeof what, "What it fills the last %d column%s of x with", last, text_plural(last));
    tell_vectors(v, of, "matrix", of->vectors, what, wave);
    if (!of->built.kind->rotate) /* of a hybrid the document has those of the rotation */
        json_put(v->json, "wavelengths F", wave, of->vectors.columns);
}

static void tell_rotated(const struct view *v, struct encoding_alone *of) {
    struct matrix m;
    double *angle;
    char text[1024] = "";
    geometry_cosines(&m, &angle, &of->use, of->positions, &of->arena);
    const double *wave = encoding_alone_wavelengths(of, true, m.columns);
    tell_vectors(v, of, "cosines", m,
                 "Cosine of the angle by which it rotates each column of a head's queries and keys", wave);
    for (int c = 0; c < m.columns && c < VIEW_WAVES; c++)
        text_append(text, sizeof text, "%s%d: %.4g", c ? ", " : "", c, angle[c]);
    view_say(v, 2, "Angle from a position to the next, in radians, by column: %s%s.", text,
             m.columns > VIEW_WAVES ? ", ..." : "");
    json_put(v->json, "angles F wavelengths F", angle, m.columns, wave, m.columns);
}

/* At 0 and powers of two to both sides; at fewer on a short terminal. */
static void draw_bias_numbers(const struct view *v, struct encoding_alone *of, const struct matrix *m) {
    int distance[DISTANCES], count = 0, step = v->s->lines ? 2 : 1;
    const char *names[DISTANCES];
    for (int k = 30; k >= 0; k -= step)
        if (1 << k < of->positions)
            distance[count++] = -(1 << k);
    distance[count++] = 0;
    for (int k = 0; k <= 30 && !of->built.size.causal; k += step)
        if (1 << k < of->positions)
            distance[count++] = 1 << k;
    struct screen_matrix n = {.m = matrix_alloc(m->rows, count, &of->arena),
                              .row_name = view_head_names(0, m->rows, &of->arena),
                              .column_name = names,
                              .digits = 4,
                              .limit = matrix_limit(m)};
    for (int c = 0; c < count; c++) {
        names[c] = arena_format(&of->arena, "%d", distance[c]);
        for (int i = 0; i < m->rows; i++)
            matrix_row(&n.m, i)[c] = matrix_row(m, i)[distance[c] + of->positions - 1];
    }
    view_gap(v);
    view_numbers(v, &n, "Its numbers at some distances, j - i:");
}

static void tell_biased(const struct view *v, struct encoding_alone *of) {
    struct matrix m = encoding_alone_biases(of);
    view_say(v, 0,
             "What it adds to the score of a query at position i for a key at position j: heads down, distance j - i "
             "across%s%s.",
             of->built.size.causal ? "; later keys are not seen" : "",
             of->built.kind->content ? "; for a query of ones, while all gates are half open" : "");
    view_heat(v, "bias",
              &(struct heat){.m = m,
                             .row = {.title = "head", .first = 1},
                             .column = {.title = "distance", .first = 1 - of->positions},
                             .value_title = "value"});
    if (v->s)
        draw_bias_numbers(v, of, &m);
    json_put(v->json, "first_distance i", 1 - of->positions);
}

/* What the positions that are shown get, and whether training had it. */
static void tell_seen(const struct view *page, const struct encoding_alone *of) {
    struct arena arena = {0};
    struct encoding_parts_seen seen;
    asks_see(&seen, of, &(struct asks_text){.policy = of->settings.extrapolation, .positions = of->positions}, &arena);
    view_sees(page, "%s", text_join(seen.fact, " ", seen.price, &arena));
    arena_free(&arena);
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct view page = view_of_page(v);
    const struct encoding *kind = of->encoding->built.kind;
    (void)e;
    view_encoding_head(v, of->encoding);
    if (kind->embed)
        tell_added(v, of->encoding);
    if (kind->rotate)
        tell_rotated(v, of->encoding);
    if (encoding_adds_to_scores(kind))
        tell_biased(v, of->encoding);
    if (v->page)
        tell_seen(&page, of->encoding);
    return true;
}

const struct view_kind view_matrix = {
    .of = "encoding",
    .name = "matrix",
    .summary = "a heat map of what an encoding adds, rotates or biases",
    .options = "positions",
    .tell = tell,
};
