/* view_waves.c -- an encoding's columns as waves along the positions; see view.h. */
#include <math.h>

#include "encoding/encoding.h"
#include "view/view.h"

#define FLAT 1e-4 /* what rounding may leave between numbers that are the same */

/* The columns that can be compared: waves that begin as the first wave does (all sines, of sines and cosines), and what
 * is no wave. `shown` of them, or as many as there are, spread evenly. */
static int choose_columns(struct encoding_alone *of, const double *wave, int shown, int **column) {
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

/* Each column as a strip of characters, sampled where the positions do not fit. */
static void draw_strips(const struct view *v, struct encoding_alone *of, const double *wave) {
    const struct screen *s = v->s;
    int *column, shown = v->count ? v->count : VIEW_WAVES, room = s->width - 21, last = of->positions - 1;
    int cells = of->positions < room ? of->positions : room;
    double limit = matrix_limit(&of->vectors);
    char text[32];
    shown = s->lines && s->lines < shown && !v->count ? s->lines : shown;
    shown = choose_columns(of, wave, shown, &column);
    screen_say(s, 0,
               "Columns along positions 0..%d, with their wavelengths in positions; of waves, those that begin alike.",
               last);
    fprintf(s->out, "column    wavelength\n");
    for (int i = 0; i < shown; i++) {
        fprintf(s->out, "%6d  %12s ", column[i], view_wavelength(wave[column[i]], text));
        for (int k = 0; k < cells; k++) {
            int row = cells > 1 ? (int)((long long)k * last / (cells - 1)) : 0;
            double share = matrix_row(&of->vectors, row)[column[i]] / limit;
            screen_background(s, share);
            fputc(s->colours == SCREEN_PLAIN ? screen_character(share) : ' ', s->out);
        }
        screen_reset(s);
        fputc('\n', s->out);
    }
    screen_legend(s, limit);
    if (of->positions > room)
        screen_say(s, 0, "Not all positions fit: %d of %d are drawn, spread evenly.", room, of->positions);
}

/* The same for a page, which needs no letters for it. */
static void draw_map(const struct view *v, struct encoding_alone *of, const double *wave) {
    int *column, shown = choose_columns(of, wave, v->count ? v->count : VIEW_WAVES, &column);
    const char **name = arena_alloc(&of->arena, (size_t)shown, sizeof *name);
    struct matrix m = matrix_alloc(shown, of->positions, &of->arena);
    char text[32];
    for (int i = 0; i < shown; i++) {
        name[i] = arena_format(&of->arena, "%d: %s", column[i], view_wavelength(wave[column[i]], text));
        for (int t = 0; t < of->positions; t++)
            matrix_row(&m, i)[t] = matrix_row(&of->vectors, t)[column[i]];
    }
    view_say(v, 0,
             "Columns down, with their wavelengths in positions; of waves, those that begin alike. Positions across.");
    view_picture(
        v, &(struct heat){
               .m = m, .row = {.title = "column", .name = name}, .column.title = "position", .value_title = "value"});
}

static bool tell(const struct view *v, const struct view_of *o, struct error *e) {
    struct encoding_alone *of = o->encoding;
    const struct view page = view_of_page(v);
    const double *wave = encoding_alone_wavelengths(of, !of->built.kind->embed, of->vectors.columns);
    struct waves w = waves_of(wave, of->vectors.columns);
    (void)e;
    view_encoding_head(v, of);
    json_put(v->json, "wavelengths F", wave, of->vectors.columns);
    if (v->s)
        draw_strips(v, of, wave);
    draw_map(&page, of, wave);
    if (w.waves)
        view_sees(&page, "%d of %d columns are waves: fast ones repeat soon, and the slowest takes %.5g positions.",
                  w.waves, of->vectors.columns, w.longest);
    else
        view_sees(&page, "No column is a wave.");
    return true;
}

const struct view_kind view_waves = {
    .of = "encoding",
    .name = "waves",
    .summary = "its columns as waves along the positions",
    .options = "positions count",
    .vectors = true,
    .tell = tell,
};
