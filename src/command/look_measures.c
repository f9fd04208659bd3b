/* look_measures.c -- what is measured on an encoding's vectors: waves, similarity, whether a shift is one matrix. */
#include <math.h>

#include "command/look.h"
#include "present/screen_heat.h"

static bool need_vectors(const struct look *l, const char *view, struct error *e) {
    if (l->has_vectors)
        return true;
    return error_set(e, EXIT_USAGE,
                     "encoding %s has no position vectors, only biases on scores by distance, so --view %s makes no "
                     "sense for it; see --view matrix or similarity",
                     look_kind(l)->name, view);
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

bool look_waves(struct look *l, struct error *e) {
    if (!need_vectors(l, "waves", e))
        return false;
    look_head(l);
    const struct screen *s = l->s;
    const double *wave = encoding_view_wavelengths(l->subject, &l->vectors, e);
    if (l->json) {
        json_object_set_new(l->json, "wavelengths", show_list_json(wave, l->vectors.columns));
        return true;
    }
    int columns = l->vectors.columns, shown = l->a->count ? l->a->count : LOOK_WAVES, room = s->width - 21;
    double limit = matrix_limit(&l->vectors);
    char text[32];
    shown = s->lines && s->lines < shown && !l->a->count ? s->lines : shown;
    shown = shown < columns ? shown : columns;
    screen_say(s, 0, "Each column as a wave along positions 0..%d, and its wavelength in positions%s.",
               l->positions - 1, shown < columns ? " (columns spread evenly; --count N shows others)" : "");
    fprintf(s->out, "column    wavelength\n");
    for (int i = 0; i < shown; i++) {
        int c = shown > 1 ? (int)((long long)i * (columns - 1) / (shown - 1)) : 0;
        fprintf(s->out, "%6d  %12s ", c, look_wave(wave[c], text));
        draw_strip(s, &l->vectors, c, room, limit);
    }
    screen_legend(s, limit);
    if (l->positions > room)
        screen_say(s, 0, "The positions do not fit: %d of %d are drawn, spread evenly.", room, l->positions);
    return true;
}

/* ---- Who is like whom */

static bool head_number(const struct look *l, int *head, struct error *e) {
    *head = l->a->head ? l->a->head - 1 : 0;
    return *head < l->subject->built.size.heads ||
           error_set(e, EXIT_USAGE, "--head %d: model.heads = %d", l->a->head, l->subject->built.size.heads);
}

/* Scores of a head whose causality hides what comes later. */
static void hide_later(struct matrix *m) {
    for (int i = 0; i < m->rows; i++)
        for (int j = i + 1; j < m->columns; j++)
            matrix_row(m, i)[j] = (double)NAN;
}

bool look_similarity(struct look *l, struct error *e) {
    struct encoding_view *sub = l->subject;
    struct matrix m;
    char says[64];
    int head;
    if (!head_number(l, &head, e))
        return false;
    look_head(l);
    if (l->has_vectors)
        m = geometry_similarity(&l->vectors, &sub->arena);
    else
        geometry_bias(&m, &sub->use, &sub->weights, head, l->positions, &sub->arena);
    double uneven = geometry_toeplitz_error(&m);
    if (!l->has_vectors && sub->built.size.causal)
        hide_later(&m);
    if (l->json) {
        json_object_set_new(l->json, "similarity", show_matrix_json(&m));
        json_object_set_new(l->json, "toeplitz_error", json_real(uneven));
        return true;
    }
    if (l->has_vectors)
        screen_say(l->s, 0, "Similarity: the product of the vectors of positions t (down) and t' (across).");
    else
        screen_say(l->s, 0,
                   "What head %d adds to the score of a query at position i (down) for a key at position j (across).",
                   head + 1);
    screen_heat(l->s, &(struct heat){.m = m,
                                     .square = true,
                                     .row.edge = look_rule(l),
                                     .column.edge = look_rule(l),
                                     .edge_says = look_rule_says(l, says)});
    screen_say(l->s, 0, "Along a diagonal the numbers differ by %.4f of the largest at most: %s.", uneven,
               uneven < 1e-4 ? "the diagonals are flat, only the distance counts"
                             : "the diagonals are not flat, the same distance looks different at different positions");
    return true;
}

/* ---- Whether a shift is one matrix */

static void say_pair(const struct look *l, const struct shift_pair *p, int k) {
    const struct screen *s = l->s;
    screen_say(s, 0, "Columns %d and %d are the best pair by themselves (error %.4f); their part of T_%d is", p->first,
               p->second, p->error, k);
    for (int i = 0; i < 2; i++)
        fprintf(s->out, "    %8.4f %8.4f\n", p->turn[i][0], p->turn[i][1]);
    for (int t = 10; t <= 15 && t + k < l->vectors.rows; t += 5) {
        const double *from = matrix_row(&l->vectors, t), *to = matrix_row(&l->vectors, t + k);
        double x = from[p->first], y = from[p->second];
        screen_say(s, 2, "row %d (%.4f, %.4f) times that is (%.4f, %.4f); row %d is (%.4f, %.4f)", t, x, y,
                   p->turn[0][0] * x + p->turn[0][1] * y, p->turn[1][0] * x + p->turn[1][1] * y, t + k, to[p->first],
                   to[p->second]);
    }
}

static bool refuse_few(const struct look *l, int k, struct error *e) {
    int columns = l->vectors.columns;
    return error_set(
        e, EXIT_USAGE,
        "%d positions are too few: a matrix of %d columns fits almost any table of fewer than %d positions; "
        "use about --positions %d%s",
        l->positions, columns, 2 * columns + k, 4 * columns + k,
        l->subject->built.rows ? ", and a table (encoding.max_position_embeddings) as large" : "");
}

bool look_shift(struct look *l, struct error *e) {
    int k = l->a->offset ? l->a->offset : LOOK_OFFSET;
    struct shift shift;
    struct shift_pair pair = {0};
    if (!need_vectors(l, "shift", e))
        return false;
    if (!geometry_shift(&shift, &l->vectors, k))
        return refuse_few(l, k, e);
    look_head(l);
    bool paired = l->vectors.columns > 1;
    if (paired)
        pair = geometry_shift_pair(&l->vectors, k, 0);
    if (l->json) {
        json_object_update_new(l->json, json_pack("{si si sf sf si}", "offset", k, "fitted", shift.fitted, "error",
                                                  shift.error, "worst_column_error", shift.worst, "rank", shift.rank));
        if (paired)
            json_object_set_new(l->json, "pair",
                                json_pack("{s[ii] s[[ff][ff]] sf}", "columns", pair.first, pair.second, "turn",
                                          pair.turn[0][0], pair.turn[0][1], pair.turn[1][0], pair.turn[1][1], "error",
                                          pair.error));
        return true;
    }
    screen_say(l->s, 0,
               "Is moving by %d positions one fixed matrix? T_%d is fitted by least squares to take each of rows "
               "0..%d to the row %d further on, all %d columns.",
               k, k, shift.fitted - 1, k, l->vectors.columns);
    screen_say(l->s, 0, "Error: %.4f of the rows' size (worst column %.4f). %s", shift.error, shift.worst,
               shift.error < 1e-3
                   ? "One matrix shifts every position: attention can learn \"k positions back\" once, for all."
                   : "No one matrix shifts every position: what is learned about a distance at one position "
                     "does not carry to the others.");
    if (paired)
        say_pair(l, &pair, k);
    return true;
}
