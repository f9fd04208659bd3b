/* view_measures.c -- what is measured on an encoding's vectors: waves, similarity, whether a shift is one matrix,
 * whether all of them differ; see view.h. */
#include <math.h>
#include <stdlib.h>

#include "view/view.h"

#define FLAT 1e-4 /* what rounding may leave between numbers that are the same */

static bool need_vectors(const struct encoding_view *of, const char *view, struct error *e) {
    if (of->has_vectors)
        return true;
    return error_set(e, EXIT_USAGE,
                     "encoding %s has no position vectors, only biases on scores by distance, so --view %s does not "
                     "apply; see --view matrix or similarity",
                     of->built.kind->name, view);
}

/* ---- Columns as waves */

/* The columns that can be compared: waves that begin as the first wave does (all sines, of sines and cosines), and what
 * is no wave. `shown` of them, or as many as there are, spread evenly. */
static int choose_columns(struct encoding_view *of, const double *wave, int shown, int **column) {
    const double *start = matrix_row(&of->vectors, 0);
    int count = 0, first = 0, columns = of->vectors.columns;
    *column = arena_alloc(&of->arena, (size_t)columns, sizeof **column);
    while (first < columns - 1 && isnan(wave[first]))
        first++;
    for (int c = 0; c < columns; c++)
        if (isnan(wave[c]) || fabs(start[c] - start[first]) < FLAT)
            (*column)[count++] = c;
    shown = shown < count ? shown : count;
    for (int i = 0; i < shown; i++)
        (*column)[i] = (*column)[shown > 1 ? (int)((long long)i * (count - 1) / (shown - 1)) : 0];
    return shown;
}

/* One column as a strip of characters, sampled where the positions do not fit. */
static void draw_strip(const struct screen *s, const struct matrix *m, int column, int room, double limit) {
    int cells = m->rows < room ? m->rows : room;
    for (int i = 0; i < cells; i++) {
        int row = cells > 1 ? (int)((long long)i * (m->rows - 1) / (cells - 1)) : 0;
        double share = matrix_row(m, row)[column] / limit;
        screen_background(s, share);
        fputc(s->colours == SCREEN_PLAIN ? screen_character(share) : ' ', s->out);
    }
    screen_reset(s);
    fputc('\n', s->out);
}

static void draw_waves(const struct view *v, struct encoding_view *of, const double *wave) {
    const struct screen *s = v->s;
    int *column, shown = v->count ? v->count : VIEW_WAVES, room = s->width - 21;
    double limit = matrix_limit(&of->vectors);
    char text[32];
    shown = s->lines && s->lines < shown && !v->count ? s->lines : shown;
    shown = choose_columns(of, wave, shown, &column);
    screen_say(s, 0,
               "Columns along positions 0..%d, with their wavelengths in positions; of waves, those that begin alike.",
               of->positions - 1);
    fprintf(s->out, "column    wavelength\n");
    for (int i = 0; i < shown; i++) {
        fprintf(s->out, "%6d  %12s ", column[i], view_wavelength(wave[column[i]], text));
        draw_strip(s, &of->vectors, column[i], room, limit);
    }
    screen_legend(s, limit);
    if (of->positions > room)
        screen_say(s, 0, "Not all positions fit: %d of %d are drawn, spread evenly.", room, of->positions);
}

/* The same for a page, which needs no letters for it. */
static void draw_wave_map(const struct view *v, struct encoding_view *of, const double *wave) {
    int *column, shown = choose_columns(of, wave, VIEW_WAVES, &column);
    const char **name = arena_alloc(&of->arena, (size_t)shown, sizeof *name);
    struct matrix m = matrix_alloc(shown, of->positions, &of->arena);
    char text[32];
    for (int i = 0; i < shown; i++) {
        name[i] = arena_format(&of->arena, "%d: %s", column[i], view_wavelength(wave[column[i]], text));
        for (int t = 0; t < of->positions; t++)
            matrix_row(&m, i)[t] = matrix_row(&of->vectors, t)[column[i]];
    }
    const struct view page = view_of_page(v);
    view_say(&page, 0,
             "Columns down, with their wavelengths in positions; of waves, those that begin alike. Positions across.");
    view_picture(v, &(struct heat){.m = m, .row = {.title = "column", .name = name}, .column.title = "position"});
}

static void see_waves(const struct view *v, const double *wave, int columns) {
    int waves = 0;
    double longest = 0;
    for (int c = 0; c < columns; c++) {
        waves += isfinite(wave[c]) != 0;
        longest = fmax(longest, isfinite(wave[c]) ? wave[c] : 0);
    }
    if (waves)
        view_sees(v, "%d of %d columns are waves: fast ones repeat soon, and the slowest takes %.5g positions.", waves,
                  columns, longest);
    else
        view_sees(v, "No column is a wave.");
}

bool view_waves(const struct view *v, struct encoding_view *of, struct error *e) {
    const struct view page = view_of_page(v);
    if (!need_vectors(of, "waves", e))
        return false;
    const double *wave = encoding_view_wavelengths(of, e);
    view_encoding_head(v, of);
    view_set_list(v, "wavelengths", wave, of->vectors.columns);
    if (v->s)
        draw_waves(v, of, wave);
    draw_wave_map(v, of, wave);
    see_waves(&page, wave, of->vectors.columns);
    return true;
}

/* ---- Similarity */

/* Scores of a head whose causality hides what comes later. */
static void hide_later(struct matrix *m) {
    for (int i = 0; i < m->rows; i++)
        for (int j = i + 1; j < m->columns; j++)
            matrix_row(m, i)[j] = (double)NAN;
}

/* The mean of all pairs of a row and a column that much further on. */
static double mean_at(const struct matrix *m, int distance) {
    double sum = 0;
    for (int i = distance < 0 ? -distance : 0; i < m->rows && i + distance < m->rows; i++)
        sum += matrix_row(m, i)[i + distance];
    return sum / (m->rows - abs(distance));
}

/* The same by distance, as a line: of products to one side, since both are the same; of scores to the sides that are
 * seen. */
static void draw_by_distance(const struct view *v, struct encoding_view *of, const struct matrix *m) {
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

bool view_similarity(const struct view *v, struct encoding_view *of, struct error *e) {
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
    if (!both)
        hide_later(&m);
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
    view_set(v, "toeplitz_error", json_real(error));
    if (m.rows > 1)
        draw_by_distance(&page, of, &m);
    see_similarity(v, &m, error, both);
    return true;
}

/* ---- Whether a shift is one matrix */

static void set_pair(const struct view *v, const struct shift_pair *p) {
    view_set(v, "pair",
             json_pack("{s[ii] s[[ff][ff]] sf}", "columns", p->first, p->second, "turn", p->turn[0][0], p->turn[0][1],
                       p->turn[1][0], p->turn[1][1], "error", p->error));
}

static void draw_pair(const struct view *v, const struct matrix *vectors, const struct shift_pair *p, int k) {
    view_say(v, 0, "Columns %d and %d are the best single pair (error %.4f); their part of T_%d is", p->first,
             p->second, p->error, k);
    for (int i = 0; i < 2; i++)
        fprintf(v->s->out, "    %8.4f %8.4f\n", p->turn[i][0], p->turn[i][1]);
    for (int t = 10; t <= 15 && t + k < vectors->rows; t += 5) {
        const double *from = matrix_row(vectors, t), *to = matrix_row(vectors, t + k);
        double x = from[p->first], y = from[p->second];
        view_say(v, 2, "row %d (%.4f, %.4f) times that is (%.4f, %.4f); row %d is (%.4f, %.4f)", t, x, y,
                 p->turn[0][0] * x + p->turn[0][1] * y, p->turn[1][0] * x + p->turn[1][1] * y, t + k, to[p->first],
                 to[p->second]);
    }
}

enum { MAP_COLUMNS = 128 }; /* more take long, and are no picture */

static void draw_shift_map(const struct view *v, struct encoding_view *of, int k) {
    struct matrix m = geometry_shift_map(&of->vectors, k, &of->arena);
    view_say(v, 0, "T_%d, from pairs of columns that rotate together: columns of row t across, of row t + %d down.", k,
             k);
    view_picture(v, &(struct heat){.m = m, .square = true, .row.title = "column", .column.title = "column"});
}

static bool refuse_few(const struct encoding_view *of, int k, struct error *e) {
    int columns = of->vectors.columns;
    return error_set(
        e, EXIT_USAGE,
        "%d positions are too few: a matrix of %d columns fits almost any table of fewer than %d positions; "
        "use about --positions %d%s",
        of->positions, columns, 2 * columns + k, 4 * columns + k,
        of->built.rows ? ", and a table (encoding.max_position_embeddings) as large" : "");
}

static void tell_shift(const struct view *v, const struct shift *shift, int columns, int k) {
    view_set(v, "offset", json_integer(k));
    view_set(v, "fitted", json_integer(shift->fitted));
    view_set(v, "error", json_real(shift->error));
    view_set(v, "worst_column_error", json_real(shift->worst));
    view_set(v, "rank", json_integer(shift->rank));
    view_say(v, 0,
             "Is moving by %d positions one fixed matrix? T_%d is fitted by least squares to take each of rows "
             "0..%d to the row %d further on, all %d columns.",
             k, k, shift->fitted - 1, k, columns);
    view_sees(v,
              shift->error < 1e-3
                  ? "One matrix shifts every position (error %.4f of the rows' size, worst column %.4f): attention can "
                    "learn \"k positions back\" once, for all."
                  : "No single matrix shifts every position (error %.4f of the rows' size, worst column %.4f): what is "
                    "learned about a distance at one position does not carry over to the others.",
              shift->error, shift->worst);
}

bool view_shift(const struct view *v, struct encoding_view *of, struct error *e) {
    int k = v->offset ? v->offset : VIEW_OFFSET;
    struct shift shift;
    if (!need_vectors(of, "shift", e))
        return false;
    if (!geometry_shift(&shift, &of->vectors, k))
        return refuse_few(of, k, e);
    view_encoding_head(v, of);
    tell_shift(v, &shift, of->vectors.columns, k);
    if (of->vectors.columns > 1) {
        struct shift_pair pair = geometry_shift_pair(&of->vectors, k, 0);
        set_pair(v, &pair);
        if (v->s)
            draw_pair(v, &of->vectors, &pair, k);
        if (v->page && of->vectors.columns <= MAP_COLUMNS)
            draw_shift_map(v, of, k);
    }
    return true;
}

/* ---- Whether every position has a different vector */

bool view_nearest(const struct view *v, struct encoding_view *of, struct error *e) {
    struct closest c;
    int count = v->positions;
    if (!need_vectors(of, "nearest", e) || !encoding_view_closest(of, &c, &count, e))
        return false;
    if (count < 2)
        return error_set(e, EXIT_USAGE, "--positions %d: at least two are needed", count);
    view_encoding_head(v, of);
    view_set(v, "positions", json_integer(count));
    view_set(v, "nearest", json_pack("[ii]", c.first, c.second));
    view_set(v, "distance", json_real(c.distance));
    view_set(v, "resolution", json_real(c.resolution));
    view_set(v, "neighbours", json_integer(c.neighbours));
    view_sees(v, "Of the vectors of positions 0..%d, those of %d and %d are the nearest: %.4g apart%s.", count - 1,
              c.first, c.second, c.distance, c.neighbours > 1 ? "; other neighbours are as near" : "");
    view_sees(v, "That is %.4g times the spacing of floats near their largest number, %.3g: %s.",
              c.distance / c.resolution, c.resolution,
              c.distance > c.resolution ? "every position has a different vector"
                                        : "two positions have the same vector in float precision");
    return true;
}
