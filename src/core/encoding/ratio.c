/* ratio.c -- one column of x is t / (T-1) of its own sequence: 0 at its first position, 1 at its last; or t / T, which
 * ends one step before 1. One step in positions is a different step in the column at every length. */
#include <math.h>

#include "base/text.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"

enum { OVER_LAST, OVER_LENGTH };

struct ratio {
    double scale;
    int over;
};

static const struct setting options[] = {
    {"ratio.scale", SETTING_REAL, offsetof(struct ratio, scale), "1", 1e-6, 1e6, NULL, "factor on the ratio"},
    {"ratio.over", SETTING_CHOICE, offsetof(struct ratio, over), "T-1", 0, 0, "T-1|T",
     "what the position is divided by in a sequence of T: its last position, or its length"},
    {0},
};

static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct ratio *o = b->options;
    encoding_formula_z(b, o->scale, o->over == OVER_LENGTH ? "t / T" : "t / (T - 1)", text, size);
    text_append(text, size, "\n");
}

static int columns(const void *with) {
    (void)with;
    return 1;
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    (void)arena, (void)e;
    b->by_length = true;
    return true;
}

/* its column of x = scale * position / (last position of the sequence, or one more); 0 where that is 0 */
static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    const struct ratio *o = use->built->options;
    int d = use->built->size.d_model, column = use->built->first, over = span_last(s) + (o->over == OVER_LENGTH);
    (void)w;
    for (int i = 0; i < s.rows; i++)
        x[(size_t)i * d + column] = (real)(over ? o->scale * s.position[i] / over : 0);
}

static double wavelength(const struct encoding_use *use, int column) {
    (void)use, (void)column;
    return HUGE_VAL;
}

const struct encoding encoding_ratio = {
    .name = "ratio",
    .summary = "one column of the embedding is how far into its sequence a word is, from 0 to 1",
    .source = "the normalised ratio",
    .weakness = "It stays between 0 and 1, but the step from one position to the next depends on the length.",
    .matters = {"step from position 0 to 1 in a sequence of 4,", "step from position 0 to 1 in a sequence of 40,"},
    .try_next = "poslab show encoding ratio --positions 8",
    .options = options,
    .acts_on = ACTS_ON_NOTHING, /* it ends at 1 for every length */
    .formula = formula,
    .wavelength = wavelength,
    .seen = seen_columns,
    .columns = columns,
    .build = build,
    .embed = embed,
};
