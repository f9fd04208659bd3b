/* show_measures.c -- what is measured on an encoding's vectors: waves, similarity, whether a shift is one matrix,
 * whether all of them differ. */
#include <math.h>

#include "command/show.h"
#include "present/heat.h"

static bool need_vectors(const struct show_view *v, const char *view, struct error *e) {
    if (v->has_vectors)
        return true;
    return error_set(e, EXIT_USAGE,
                     "encoding %s has no position vectors, only biases on scores by distance, so --view %s makes no "
                     "sense for it; see --view matrix or similarity",
                     v->kind->name, view);
}

/* ---- Columns as waves */

/* One column as a strip of characters, sampled where the places do not fit. */
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

bool show_waves(struct show_view *v, struct error *e) {
    if (!need_vectors(v, "waves", e))
        return false;
    show_view_head(v);
    const struct screen *s = v->s;
    const double *wave = encoding_view_wavelengths(v->of, &v->vectors, e);
    if (v->json)
        return json_object_set_new(v->json, "wavelengths", show_list_json(wave, v->vectors.columns)) == 0;
    int columns = v->vectors.columns, shown = v->a->count ? v->a->count : SHOW_WAVES, room = s->width - 21;
    double limit = matrix_limit(&v->vectors);
    char text[32];
    shown = s->lines && s->lines < shown && !v->a->count ? s->lines : shown;
    shown = shown < columns ? shown : columns;
    screen_say(s, 0, "Each column as a wave along positions 0..%d, and its wavelength in positions%s.",
               v->positions - 1, shown < columns ? " (columns spread evenly; --count N shows others)" : "");
    fprintf(s->out, "column    wavelength\n");
    for (int i = 0; i < shown; i++) {
        int c = shown > 1 ? (int)((long long)i * (columns - 1) / (shown - 1)) : 0;
        fprintf(s->out, "%6d  %12s ", c, show_wavelength(wave[c], text));
        draw_strip(s, &v->vectors, c, room, limit);
    }
    screen_legend(s, limit);
    if (v->positions > room)
        screen_say(s, 0, "The positions do not fit: %d of %d are drawn, spread evenly.", room, v->positions);
    return true;
}

/* ---- Similarity */

/* Scores of a head whose causality hides what comes later. */
static void hide_later(struct matrix *m) {
    for (int i = 0; i < m->rows; i++)
        for (int j = i + 1; j < m->columns; j++)
            matrix_row(m, i)[j] = (double)NAN;
}

bool show_similarity(struct show_view *v, struct error *e) {
    struct matrix m;
    int head = v->a->head ? v->a->head - 1 : 0;
    if (head >= v->of->built.size.heads)
        return error_set(e, EXIT_USAGE, "--head %d: model.heads = %d", v->a->head, v->of->built.size.heads);
    show_view_head(v);
    if (v->has_vectors)
        m = geometry_similarity(&v->vectors, &v->of->arena);
    else
        geometry_bias(&m, &v->of->use, &v->of->weights, head, v->positions, &v->of->arena);
    double error = geometry_toeplitz_error(&m);
    if (!v->has_vectors && v->of->built.size.causal)
        hide_later(&m);
    if (v->json)
        return json_object_update_new(
                   v->json, json_pack("{so sf}", "similarity", show_matrix_json(&m), "toeplitz_error", error)) == 0;
    if (v->has_vectors)
        screen_say(v->s, 0, "Similarity: the product of the vectors of positions t (down) and t' (across).");
    else
        screen_say(v->s, 0,
                   "What head %d adds to the score of a query at position i (down) for a key at position j (across).",
                   head + 1);
    show_view_heat(v, m, true);
    screen_say(v->s, 0, "Along a diagonal the numbers differ by %.4f of the largest at most: %s.", error,
               error < 1e-4 ? "the diagonals are flat, only the distance counts"
                            : "the diagonals are not flat, the same distance looks different at different positions");
    return true;
}

/* ---- Whether a shift is one matrix */

static void say_pair(const struct show_view *v, const struct shift_pair *p, int k) {
    const struct screen *s = v->s;
    screen_say(s, 0, "Columns %d and %d are the best pair by themselves (error %.4f); their part of T_%d is", p->first,
               p->second, p->error, k);
    for (int i = 0; i < 2; i++)
        fprintf(s->out, "    %8.4f %8.4f\n", p->turn[i][0], p->turn[i][1]);
    for (int t = 10; t <= 15 && t + k < v->vectors.rows; t += 5) {
        const double *from = matrix_row(&v->vectors, t), *to = matrix_row(&v->vectors, t + k);
        double x = from[p->first], y = from[p->second];
        screen_say(s, 2, "row %d (%.4f, %.4f) times that is (%.4f, %.4f); row %d is (%.4f, %.4f)", t, x, y,
                   p->turn[0][0] * x + p->turn[0][1] * y, p->turn[1][0] * x + p->turn[1][1] * y, t + k, to[p->first],
                   to[p->second]);
    }
}

static bool refuse_few(const struct show_view *v, int k, struct error *e) {
    int columns = v->vectors.columns;
    return error_set(
        e, EXIT_USAGE,
        "%d positions are too few: a matrix of %d columns fits almost any table of fewer than %d positions; "
        "use about --positions %d%s",
        v->positions, columns, 2 * columns + k, 4 * columns + k,
        v->of->built.rows ? ", and a table (encoding.max_position_embeddings) as large" : "");
}

static void say_shift(const struct show_view *v, const struct shift *shift, int k) {
    screen_say(v->s, 0,
               "Is moving by %d positions one fixed matrix? T_%d is fitted by least squares to take each of rows "
               "0..%d to the row %d further on, all %d columns.",
               k, k, shift->fitted - 1, k, v->vectors.columns);
    screen_say(v->s, 0, "Error: %.4f of the rows' size (worst column %.4f). %s", shift->error, shift->worst,
               shift->error < 1e-3
                   ? "One matrix shifts every position: attention can learn \"k positions back\" once, for all."
                   : "No one matrix shifts every position: what is learned about a distance at one position "
                     "does not carry to the others.");
}

static json_t *pair_json(const struct shift_pair *p) {
    return json_pack("{s{s[ii] s[[ff][ff]] sf}}", "pair", "columns", p->first, p->second, "turn", p->turn[0][0],
                     p->turn[0][1], p->turn[1][0], p->turn[1][1], "error", p->error);
}

bool show_shift(struct show_view *v, struct error *e) {
    int k = v->a->offset ? v->a->offset : SHOW_OFFSET;
    bool paired = v->vectors.columns > 1;
    struct shift shift;
    struct shift_pair pair = {0};
    if (!need_vectors(v, "shift", e))
        return false;
    if (!geometry_shift(&shift, &v->vectors, k))
        return refuse_few(v, k, e);
    show_view_head(v);
    if (paired)
        pair = geometry_shift_pair(&v->vectors, k, 0);
    if (v->json) {
        json_object_update_new(v->json, json_pack("{si si sf sf si}", "offset", k, "fitted", shift.fitted, "error",
                                                  shift.error, "worst_column_error", shift.worst, "rank", shift.rank));
        return !paired || json_object_update_new(v->json, pair_json(&pair)) == 0;
    }
    say_shift(v, &shift, k);
    if (paired)
        say_pair(v, &pair, k);
    return true;
}

/* ---- Whether every position has a row of its own */

bool show_nearest(struct show_view *v, struct error *e) {
    struct closest c;
    int count = v->a->positions;
    if (!need_vectors(v, "nearest", e) || !encoding_view_closest(v->of, &c, &count, e))
        return false;
    if (count < 2)
        return error_set(e, EXIT_USAGE, "--positions %d: it takes two to be near each other", count);
    show_view_head(v);
    if (v->json)
        return json_object_update_new(v->json,
                                      json_pack("{si s[ii] sf sf}", "positions", count, "nearest", c.first, c.second,
                                                "distance", c.distance, "resolution", c.resolution)) == 0;
    screen_say(v->s, 0, "Of the vectors of positions 0..%d, those of %d and %d are the nearest: %.4g apart.", count - 1,
               c.first, c.second, c.distance);
    screen_say(v->s, 0, "That is %.4g times the resolution of floats as large as their largest number, %.3g: %s.",
               c.distance / c.resolution, c.resolution,
               c.distance > c.resolution ? "every position has a vector of its own"
                                         : "two positions have one vector, as far as floats can tell");
    return true;
}
