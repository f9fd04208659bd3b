/* index.c -- one column of x is the position itself: the naive idea of an extra dimension for the position. It grows
 * with the sequence while all other columns stay as they were. */
#include <math.h>

#include "base/text.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"

struct index {
    double scale;
};

static const struct setting options[] = {
    {"index.scale", SETTING_REAL, offsetof(struct index, scale), "1", 1e-6, 1e6, NULL,
     "factor on the position; 1: the position itself"},
    {0},
};

static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct index *o = b->options;
    encoding_formula_z(b, o->scale, "t", text, size);
    text_append(text, size, "\n");
}

static int columns(const void *with) {
    (void)with;
    return 1;
}

/* its column of x = scale * position; 0 for nowhere, as at position 0 */
static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    const struct index *o = use->built->options;
    int d = use->built->size.d_model, column = use->built->first;
    (void)w;
    for (int i = 0; i < s.rows; i++) {
        double position = encoding_mapped(use, s.position[i], encoding_counts(use));
        x[(size_t)i * d + column] = (real)(position == POLICY_NOWHERE ? 0 : o->scale * position);
    }
}

static double wavelength(const struct encoding_use *use, int column) {
    (void)column;
    return isnan(encoding_even_step(use)) ? (double)NAN : HUGE_VAL;
}

const struct encoding encoding_index = {
    .name = "index",
    .summary = "one column of the embedding is the position: 0, 1, 2, ...",
    .source = "the naive idea of an extra dimension",
    .weakness = "The column grows without end, while the numbers of the words stay as they are. The vector of a word "
                "has length 1: the position soon outweighs it.",
    .matters = {"length of the vector of position 10", "length of the vector of position 1000"},
    .try_next = "poslab show encoding index",
    .options = options,
    .acts_on = ACTS_ON_POSITIONS,
    .formula = formula,
    .wavelength = wavelength,
    .seen = seen_columns,
    .columns = columns,
    .embed = embed,
};
