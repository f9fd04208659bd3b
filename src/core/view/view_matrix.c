/* view_matrix.c -- an encoding as a heat map, with its first numbers and its waves; see view.h. */
#include <math.h>

#include "base/text.h"
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
    say_waves(v, wave, m.columns);
}

/* ---- What one sees. A page says it; a terminal has the numbers, and 24 lines. */

/* The largest number in a text of so many positions. */
static double largest_of(struct encoding_alone *of, int positions) {
    struct arena scratch = {0};
    struct encoding_use use;
    struct matrix m;
    struct error e;
    double largest = 0;
    if (encoding_use_open(&use, &of->built, &of->weights, of->settings.extrapolation, positions, &scratch, &e)) {
        geometry_vectors(&m, &use, &of->weights, positions, &scratch);
        largest = matrix_limit(&m);
    }
    arena_free(&scratch);
    return largest;
}

/* What an encoding with rows has at positions beyond them. */
static const char *see_later(const struct encoding_alone *of) {
    const struct encoding_use use = {
        .built = &of->built, .policy = of->settings.extrapolation, .length = of->positions};
    int last = of->positions - 1;
    if (last < of->built.size.trained)
        return "";
    if (use.policy == of->built.policies[0])
        return "; those below the line are as random as at first";
    return encoding_mapped(&use, last, encoding_counts(&use)) == POLICY_NOWHERE
               ? "; below the line there is none"
               : "; what is below the line is made of them";
}

static void see_added(const struct view *v, struct encoding_alone *of, const double *wave) {
    struct waves w = waves_of(wave, of->vectors.columns);
    int trained = of->built.size.trained;
    if (w.waves)
        view_sees(v,
                  "Each column is a wave: the shortest repeats after %.5g positions and distinguishes neighbours, the "
                  "longest after %.5g and distinguishes distant positions.",
                  w.shortest, w.longest);
    else if (w.straight)
        view_sees(v,
                  "The number grows evenly from position to position: it says where a word is. In training it is %.3g "
                  "at most, in a text of %d positions %.3g.",
                  largest_of(of, trained), 2 * trained, largest_of(of, 2 * trained));
    else if (of->learned)
        view_sees(v, "Training changed the rows of positions 0..%d alone%s.", trained - 1, see_later(of));
    else if (of->built.tensors)
        view_sees(v, "There is no pattern: each position begins with random numbers of its own, and training changes "
                     "only those of positions that it sees.");
}

/* Whether a score is lowered the more, the further back its key is. */
static bool falls(const struct matrix *m, int positions) {
    for (int h = 0; h < m->rows; h++)
        for (int d = 1; d < positions; d++)
            if (!(matrix_row(m, h)[positions - 1 - d] < matrix_row(m, h)[positions - d]))
                return false;
    return true;
}

static void see_biased(const struct view *v, const struct encoding_alone *of, const struct matrix *m) {
    int back = of->positions - 1, last = m->rows - 1;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < m->rows * m->columns; i++) {
        low = fmin(low, m->value[i]);
        high = fmax(high, m->value[i]);
    }
    if (!(low < high))
        view_sees(v, "All scores are changed alike: training learns a number for each head and distance.");
    else if (falls(m, of->positions))
        view_sees(v,
                  "The further back a word is, the more its score is lowered: at a distance of %d by %.3g in head 1 "
                  "and by %.3g in head %d.",
                  back, matrix_row(m, 0)[back] - matrix_row(m, 0)[0],
                  matrix_row(m, last)[back] - matrix_row(m, last)[0], last + 1);
    else
        view_sees(v, "Each head has numbers of its own for each distance; training changes them.");
}

static void tell_added(const struct view *v, struct encoding_alone *of, struct error *e) {
    const struct view page = view_of_page(v);
    int last = of->built.columns;
    char what[96] = "What it adds to all columns of x";
    double *wave = encoding_alone_wavelengths(of, e);
    if (last)
        snprintf(what, sizeof what, "What it fills the last %d column%s of x with", last, text_plural(last));
    tell_vectors(v, of, "matrix", of->vectors, what, wave);
    if (!of->built.kind->rotate) /* of a hybrid the document has those of the rotation */
        json_put(v->json, "wavelengths F", wave, of->vectors.columns);
    see_added(&page, of, wave);
}

static void tell_rotated(const struct view *v, struct encoding_alone *of) {
    const struct view page = view_of_page(v);
    struct matrix m;
    double *angle;
    char text[1024] = "";
    geometry_cosines(&m, &angle, &of->use, of->positions, &of->arena);
    double *wave = arena_alloc(&of->arena, (size_t)m.columns, sizeof *wave);
    for (int c = 0; c < m.columns; c++)
        wave[c] = angle[c] > 0 ? 2 * acos(-1) / angle[c] : HUGE_VAL;
    tell_vectors(v, of, "cosines", m,
                 "Cosine of the angle by which it rotates each column of a head's queries and keys", wave);
    for (int c = 0; c < m.columns && c < VIEW_WAVES; c++)
        text_append(text, sizeof text, "%s%d: %.4g", c ? ", " : "", c, angle[c]);
    view_say(v, 2, "Angle from a position to the next, in radians, by column: %s%s.", text,
             m.columns > VIEW_WAVES ? ", ..." : "");
    json_put(v->json, "angles F wavelengths F", angle, m.columns, wave, m.columns);
    struct waves w = waves_of(wave, m.columns);
    view_sees(&page,
              "Each pair of columns is rotated by an angle that grows with the position: a whole rotation takes %.5g "
              "positions in the fastest pair and %.5g in the slowest.",
              w.shortest, w.longest);
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
    const struct view page = view_of_page(v);
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
    see_biased(&page, of, &m);
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct encoding *kind = of->encoding->built.kind;
    view_encoding_head(v, of->encoding);
    if (kind->embed)
        tell_added(v, of->encoding, e);
    if (kind->rotate)
        tell_rotated(v, of->encoding);
    if (encoding_adds_to_scores(kind))
        tell_biased(v, of->encoding);
    return true;
}

const struct view_kind view_matrix = {
    .of = "encoding",
    .name = "matrix",
    .summary = "a heat map of what an encoding adds, rotates or biases",
    .options = "positions",
    .tell = tell,
};
