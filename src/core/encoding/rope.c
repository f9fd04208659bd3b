/* rope.c -- rotary position embedding: queries and keys of position t are rotated by t * base^(-2i/w) in the plane of
 * pair i, so their product depends only on the distance; nothing learned. w columns of each head are rotated, all of
 * them by default; or of their pairs only the first, the fast ones (`fast_waves`). */
#include <math.h>

#include "base/elementary.h"
#include "base/text.h"
#include "encoding/kinds.h"
#include "encoding/ramp.h"
#include "encoding/seen.h"
#include "maths/vector.h"

static const double TURN = 6.283185307179586;
enum { ROPE_WIDTH = 4096 }; /* the largest d_model */
enum { LAYOUT_HALVES, LAYOUT_INTERLEAVED };

struct rope {
    int layout, waves;
    double fraction, base;
    struct yarn yarn;
};

static const struct setting options[] = {
    {"rope.layout", SETTING_CHOICE, offsetof(struct rope, layout), "halves", 0, 0, "halves|interleaved",
     "pair i is columns (i, i + w/2), as in Hugging Face's LLaMA, or (2i, 2i + 1), as in GPT-J"},
    {"rope.fraction", SETTING_REAL, offsetof(struct rope, fraction), "1", 1e-6, 1, NULL,
     "part of each head's columns that is rotated; w columns"},
    {"rope.base", SETTING_REAL, offsetof(struct rope, base), "10000", 1.0001, 1e12, NULL,
     "angles per position run from 1 down to about 1 / base"},
    {"rope.fast_waves", SETTING_INT, offsetof(struct rope, waves), "0", 0, ROPE_WIDTH / 2, NULL,
     "only the first pairs of each head are rotated, so many; 0: all of w / 2. The slow ones keep their meaning "
     "(p-RoPE)"},
    {RAMP_ALPHA(rope, offsetof(struct rope, yarn))},
    {RAMP_BETA(rope, offsetof(struct rope, yarn))},
    {0},
};

/* Columns of a head that are rotated. */
static double rotated_width(const struct encoding_built *b) {
    const struct rope *o = b->options;
    return o->fraction * b->size.d_model / b->size.heads;
}

/* Pairs of a head that are rotated. */
static int rotated_pairs(const struct encoding_built *b) {
    const struct rope *o = b->options;
    return o->waves ? o->waves : (int)rotated_width(b) / 2;
}

static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct rope *o = b->options;
    int w = (int)rotated_width(b);
    char columns[48] = "2i and 2i+1";
    if (o->layout == LAYOUT_HALVES)
        snprintf(columns, sizeof columns, "i and i+%d", w / 2);
    text_append(text, size, "q, k: columns %s of each head rotated by t * %.9g^(-2i/%d) for i < %d\n", columns, o->base,
                w, rotated_pairs(b));
}

/* The other column of a pair; the column itself if it is not rotated. */
static int partner(const struct encoding_built *b, int column) {
    const struct rope *o = b->options;
    int h = b->size.d_model / b->size.heads, w = (int)rotated_width(b), c = column % h;
    if (c >= w || (o->layout == LAYOUT_HALVES ? c % (w / 2) : c / 2) >= rotated_pairs(b))
        return column;
    if (o->layout == LAYOUT_INTERLEAVED)
        return c % 2 ? column - 1 : column + 1;
    return c < w / 2 ? column + w / 2 : column - w / 2;
}

/* own: the partners (D) */
static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    const struct rope *o = b->options;
    double w = rotated_width(b);
    int *partners = arena_alloc(arena, (size_t)b->size.d_model, sizeof *partners);
    if (!(w >= 2 && fmod(w, 2) == 0))
        return error_set(e, EXIT_USAGE,
                         "rotates pairs of columns: rope.fraction = %g of a head of %d columns (model.d_model / "
                         "model.heads) is %g, not an even whole number",
                         o->fraction, b->size.d_model / b->size.heads, w);
    if (o->waves > w / 2)
        return error_set(e, EXIT_USAGE, "rotates %g pairs of columns in each head: rope.fast_waves = %d is more", w / 2,
                         o->waves);
    if (!ramp_check(o->yarn, e))
        return false;
    for (int c = 0; c < b->size.d_model; c++)
        partners[c] = partner(b, c);
    b->own = partners;
    if (rotated_pairs(b) == 1) /* a single pair rotates by the position itself, for any base */
        b->acts_on &= ~ACTS_ON_FREQUENCIES;
    return true;
}

/* the pairs of a head */
static bool wave(const struct encoding_built *b, int i, struct policy_wave *out) {
    const struct rope *o = b->options;
    int w = (int)rotated_width(b), pairs = rotated_pairs(b);
    *out = (struct policy_wave){elementary_pow(o->base, -2.0 * i / w), pairs > 1 ? i / (pairs - 1.0) : 0, o->yarn};
    return i < pairs;
}

/* The pair that a column is in, of its head; it may be none. */
static int pair_of(const struct encoding_built *b, int column) {
    const struct rope *o = b->options;
    const int *partners = b->own;
    int h = b->size.d_model / b->size.heads, first = partners[column] < column ? partners[column] % h : column % h;
    return o->layout == LAYOUT_HALVES ? first : first / 2;
}

static double wavelength(const struct encoding_use *use, int column) {
    const int *partners = use->built->own;
    struct policy_wave pair;
    if (partners[column] == column)
        return HUGE_VAL;
    wave(use->built, pair_of(use->built, column), &pair);
    double frequency = pair.frequency * encoding_squeeze(use, pair, encoding_counts(use)).frequency;
    return TURN / (frequency * encoding_even_step(use));
}

/* table row t (2 D): for each column the cosine of its pair's angle, then the sine, negative in the first column of a
 * pair and 0 where nothing is rotated, all times the temperature; nowhere is as position 0 */
static void open(struct encoding_use *use, const struct encoding_weights *weights, struct arena *arena) {
    const struct encoding_built *b = use->built;
    const int *partners = b->own;
    int d = b->size.d_model;
    (void)weights;
    use->by_position = arena_alloc(arena, (size_t)use->length * 2 * d, sizeof(real));
    for (int c = 0; c < d; c++) {
        struct policy_wave pair;
        wave(b, pair_of(b, c), &pair);
        const struct policy_squeeze by = encoding_squeeze(use, pair, encoding_counts(use));
        double frequency = pair.frequency * by.frequency, size = by.temperature;
        for (int t = 0; t < use->length; t++) {
            real *row = use->by_position + (size_t)t * 2 * d;
            double position = encoding_mapped(use, t, encoding_counts(use));
            bool still = partners[c] == c || position == POLICY_NOWHERE;
            double angle = still ? 0 : position * frequency;
            row[c] = (real)(size * elementary_cos(angle));
            row[d + c] = (real)(size * (partners[c] > c ? -elementary_sin(angle) : elementary_sin(angle)));
        }
    }
}

/* Sixteen columns with those of each pair swapped, which are 1, 2, 4 or 8 apart. */
HOT_PART void swap_pairs(lanes *out, const lanes *x, int apart) {
    lanes v = *x;
    if (apart == 1)
        *out = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
    else if (apart == 2)
        *out = __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    else if (apart == 4)
        *out = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    else
        *out = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* rotate_by where pairs lie within vectors; a column that is not rotated has a sine of 0. */
HOT static void rotate_near(const struct encoding_use *use, real *x, struct span s, real way, int apart) {
    int d = use->built->size.d_model;
    for (int i = 0; i < s.rows; i++, x += d) {
        const real *cosine = use->by_position + (size_t)s.position[i] * 2 * d, *sine = cosine + d;
        for (int c = 0; c < d; c += VECTOR_LANES) {
            lanes other;
            swap_pairs(&other, (const lanes *)(x + c), apart);
            *(lanes *)(x + c) =
                *(const lanes *)(x + c) * *(const lanes *)(cosine + c) + way * other * *(const lanes *)(sine + c);
        }
    }
}

/* (a, b) = (a cos - b sin, a sin + b cos) for every pair; back: by the negative angle */
HOT static void rotate_by(const struct encoding_use *use, real *x, struct span s, real way) {
    const int *partners = use->built->own;
    int d = use->built->size.d_model, apart = partners[0];
    real other[ROPE_WIDTH];
    if (d % VECTOR_LANES == 0 && (apart == 1 || apart == 2 || apart == 4 || apart == 8)) {
        rotate_near(use, x, s, way, apart);
        return;
    }
    for (int i = 0; i < s.rows; i++, x += d) {
        const real *cosine = use->by_position + (size_t)s.position[i] * 2 * d, *sine = cosine + d;
        for (int c = 0; c < d; c++)
            other[c] = x[partners[c]];
        for (int c = 0; c < d; c++)
            x[c] = x[c] * cosine[c] + way * other[c] * sine[c];
    }
}

static void rotate(const struct encoding_use *use, real *x, struct span s) { rotate_by(use, x, s, 1); }

/* the transpose: without a temperature, the inverse rotation */
static void rotate_backward(const struct encoding_use *use, real *dx, struct span s) { rotate_by(use, dx, s, -1); }

const struct encoding encoding_rope = {
    .name = "rope",
    .summary = "queries and keys rotated by angles that grow with the position; scores see distances",
    .source = "Su et al. 2021 (RoFormer); GPT-J, LLaMA; option fast_waves: Barbero et al. 2024",
    .weakness =
        "Positions enter scores as j - i alone, and vectors keep their length. Nothing is learned, although a "
        "published table says that RoPE has parameters: every angle follows from the formula. A wave longer "
        "than the trained texts is not complete in training, so longer texts rotate its pair to angles that "
        "the model has never seen. With the option fast_waves the slow pairs of each head are not rotated (p-RoPE, "
        "Barbero et al. 2024): what they say of a word is the same at any distance.",
    .matters = {"positions in the longest wave", "share of columns that never complete a wave"},
    .try_next = "poslab show encoding rope --view similarity",
    .options = options,
    .relative = true,
    .acts_on = ACTS_ON_POSITIONS | ACTS_ON_FREQUENCIES,
    .formula = formula,
    .wavelength = wavelength,
    .seen = seen_pairs,
    .build = build,
    .wave = wave,
    .open = open,
    .rotate = rotate,
    .rotate_backward = rotate_backward,
};
