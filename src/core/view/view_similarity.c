/* view_similarity.c -- which positions are alike under an encoding; see view.h. */
#include <math.h>
#include <stdlib.h>

#include "encoding/encoding.h"
#include "view/view.h"

#define FLAT 1e-4 /* what rounding may leave between numbers that are the same */

/* The mean of all pairs of a row and a column that much further on. */
static double mean_at(const struct matrix *m, int distance) {
    double sum = 0;
    for (int i = distance < 0 ? -distance : 0; i < m->rows && i + distance < m->rows; i++)
        sum += matrix_row(m, i)[i + distance];
    return sum / (m->rows - abs(distance));
}

/* The same by distance, as a line: of products to one side, since both are the same; of scores to the sides that are
 * seen. */
static void draw_by_distance(const struct view *v, struct encoding_alone *of, const struct matrix *m) {
    const struct encoding *kind = of->built.kind;
    int low = of->has_vectors ? 0 : 1 - m->rows, high = isnan(matrix_row(m, 0)[m->rows - 1]) ? 0 : m->rows - 1;
    struct chart c = {.x_title = "distance",
                      .y_title = of->has_vectors ? "similarity" : "added to the score",
                      .digits = 3,
                      .band = true,
                      .x_low = low,
                      .x_high = high,
                      .y_least = -HUGE_VAL,
                      .y_most = HUGE_VAL,
                      .curve = arena_alloc(&of->arena, 1, sizeof *c.curve)};
    struct chart_curve *line = chart_add_curve(&c, kind->name, encoding_sign(kind), high - low + 1, &of->arena);
    for (int d = low; d <= high; d++)
        line->point[line->points++] = chart_number(d, mean_at(m, d));
    chart_fit(&c);
    view_say(v, 0, "By distance%s: the mean of all pairs of positions at that distance.",
             low ? " j - i, below 0 for keys that come earlier" : "");
    view_chart(v, &c);
}

/* What the numbers depend on, as measured. `both`: both sides of the diagonal are seen. */
static void see_similarity(const struct view *v, const struct matrix *m, double error, bool both) {
    double aside = 0, largest = 0;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j <= i; j++) {
            largest = fmax(largest, fabs(matrix_row(m, i)[j]));
            aside = fmax(aside, both ? fabs(matrix_row(m, i)[j] - matrix_row(m, j)[i]) : 0);
        }
    if (error >= FLAT)
        view_sees(v,
                  "The diagonals are not flat (values differ by up to %.4f of the largest): the position counts, not "
                  "the distance alone.",
                  error);
    else if (!both)
        view_sees(v, "The diagonals are flat (values differ by %.4f of the largest): only the distance counts.", error);
    else if (aside < FLAT * largest)
        view_sees(v,
                  "The diagonals are flat (values differ by %.4f of the largest) and the same on both sides: the "
                  "distance counts, the direction does not.",
                  error);
    else
        view_sees(v,
                  "The diagonals are flat (values differ by %.4f of the largest), but not the same on both sides: "
                  "distance and direction count, the position does not.",
                  error);
}

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    struct matrix m;
    const struct view page = view_of_page(v);
    int head = v->head ? v->head - 1 : 0;
    if (head >= of->built.size.heads)
        return error_set(e, EXIT_USAGE, "--head %d: model.heads = %d", v->head, of->built.size.heads);
    if (of->has_vectors)
        m = geometry_similarity(&of->vectors, &of->arena);
    else
        geometry_bias(&m, &of->use, &of->weights, head, of->positions, &of->arena);
    double error = geometry_toeplitz_error(&m);
    bool both = of->has_vectors || !of->built.size.causal;
    for (int i = 0; i < m.rows && !both; i++) /* causality hides what comes later */
        for (int j = i + 1; j < m.columns; j++)
            matrix_row(&m, i)[j] = (double)NAN;
    view_encoding_head(v, of);
    if (of->has_vectors && of->built.kind->embed)
        view_say(v, 0, "Similarity: the product of the vectors of positions t (down) and t' (across).");
    else if (of->has_vectors)
        view_say(v, 0,
                 "Similarity: the product of a query of ones at position t (down) and a key of ones at position t' "
                 "(across). Where query and key differ, the direction counts as well.");
    else
        view_say(v, 0,
                 "What head %d adds to the score of a query at position i (down) for a key at position j (across).",
                 head + 1);
    view_encoding_heat(v, of, "similarity", m, true);
    json_put(v->json, "toeplitz_error f", error);
    if (m.rows > 1)
        draw_by_distance(&page, of, &m);
    see_similarity(v, &m, error, both);
    return true;
}

const struct view_kind view_similarity = {
    .of = "encoding",
    .name = "similarity",
    .summary = "which positions are alike",
    .options = "positions head",
    .tell = tell,
};
