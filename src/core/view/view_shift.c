/* view_shift.c -- whether one matrix moves every position by so many; see view.h. */
#include "view/view.h"

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

enum { MAP_COLUMNS = 128, WHOLE = 8 }; /* more take long, and are no picture */

static void tell_shift(const struct view *v, const struct shift *shift, int columns, int k) {
    json_put(v->json, "offset i fitted i error f worst_column_error f rank i", k, shift->fitted, shift->error,
             shift->worst, shift->rank);
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

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    int k = v->offset ? v->offset : VIEW_OFFSET, columns = of->vectors.columns;
    struct shift shift;
    if (!geometry_shift(&shift, &of->vectors, k))
        return error_set(
            e, EXIT_USAGE,
            "%d positions are too few: a matrix of %d columns fits almost any table of fewer than %d positions; "
            "use about --positions %d%s",
            of->positions, columns, 2 * columns + k, 4 * columns + k,
            of->built.rows ? ", and a table (encoding.max_position_embeddings) as large" : "");
    view_encoding_head(v, of);
    tell_shift(v, &shift, columns, k);
    if (columns < 2)
        return true;
    const struct shift_pair p = geometry_shift_pair(&of->vectors, k, 0);
    json_put(v->json, "pair { columns I turn [ F F ] error f }", (const int[]){p.first, p.second}, 2, p.turn[0], 2,
             p.turn[1], 2, p.error);
    if (v->s)
        draw_pair(v, &of->vectors, &p, k);
    bool screen = !v->page && columns <= WHOLE;
    if (columns > MAP_COLUMNS || !(v->json || v->page || screen))
        return true;
    const struct matrix map = geometry_shift_map(&of->vectors, k, &of->arena);
    json_put(v->json, "matrix [");
    for (int i = 0; i < map.rows; i++)
        json_put(v->json, "F", matrix_row(&map, i), map.columns);
    json_put(v->json, "]");
    if (screen)
        view_numbers(v, &(struct screen_matrix){.m = map, .digits = 3},
                     "T_%d whole, from pairs of columns that rotate together:", k);
    if (!v->page)
        return true;
    view_say(v, 0, "T_%d, from pairs of columns that rotate together: columns of row t across, of row t + %d down.", k,
             k);
    view_picture(
        v,
        &(struct heat){
            .m = map, .square = true, .row.title = "column", .column.title = "other column", .value_title = "value"});
    return true;
}

const struct view_kind view_shift = {
    .of = "encoding",
    .name = "shift",
    .summary = "whether one matrix takes every position t to t + K",
    .options = "positions offset",
    .vectors = true,
    .fit = true,
    .tell = tell,
};
