/* sinusoidal.c -- PE(t, 2i) = sin(t / base^(2i/D)), PE(t, 2i+1) = cos(same angle), times `scale`; nothing learned.
 *
 * With waves = sine the columns are PE(t, c) = sin(t / base^(c/D)), c = 0..D-1: the same range of wavelengths, twice as
 * many of them, and no pairs; cosine: the same with cosines. (Using each of the D/2 angles twice would waste half the
 * columns.)
 *
 * With argument = ratio the position is scaled to the trained range, (L-1) t / (T-1): the last position of every
 * sequence looks alike, and so does the middle.
 *
 * With argument = grid the positions are patches of an image, row by row, as in the 2-D sinusoids of vision
 * transformers (MoCo v3, Chen, Xie and He 2021): position t >= 1 is in column x = (t-1) mod W and row y = (t-1) div W,
 * with W = sinusoidal.grid_width, for every task. The first half of the columns is PE(x), the other PE(y), each
 * computed as if alone; position 0, [CLS], has no vector. More positions mean more rows of the same width, so a policy
 * acts on y alone.
 *
 * With centred = yes each column has its mean over the trained positions subtracted, as LeCun et al. (1998, "Efficient
 * BackProp") advise for inputs: a policy or a longer text changes what is read, not what is subtracted. */

#include "base/elementary.h"
#include "base/text.h"
#include "encoding/combine.h"
#include "encoding/kinds.h"
#include "encoding/ramp.h"
#include "encoding/seen.h"
#include "encoding/sinusoid.h"
#include "maths/vector.h"

#include <math.h>
#include <stdio.h>

const struct sinusoid sinusoid_standard = {.base = 10000, .scale = 0.18};

/* Whether column c of D is a cosine, and its angle's step: column c has t / base^((step + 2 origin)/D). */
static bool wave_of(const struct sinusoid *s, int c, int d, int *step) {
    int half = (d + 1) / 2;
    bool halves = s->layout == SINUSOID_HALVES, cosine = halves ? c >= half : c % 2;
    int pair = halves ? c % half : c / 2;
    *step = s->waves != SINUSOID_BOTH ? c : s->pairing == SINUSOID_PAIRED ? 2 * pair : 2 * pair + cosine;
    return s->waves == SINUSOID_BOTH ? cosine : s->waves == SINUSOID_COSINE;
}

/* How fast a column turns, of waves that no policy changes. */
static struct policy_wave natural_wave(const struct sinusoid *s, int c, int d) {
    int step;
    wave_of(s, c, d, &step);
    double at = step + 2 * s->origin;
    return (struct policy_wave){.frequency = elementary_pow(s->base, -at / d), .place = d > 2 ? at / (d - 2) : 0};
}

/* scale * PE in one column, which turns by `frequency` per position */
static real wave_at(const struct sinusoid *s, int c, int d, double frequency, double position) {
    int step;
    double angle = position * frequency;
    return (real)(s->scale * (wave_of(s, c, d, &step) ? elementary_cos(angle) : elementary_sin(angle)));
}

/* row (D), of columns that turn by `frequency` (D) */
static void waves_row(real *row, const struct sinusoid *s, const double *frequency, double position, int d) {
    for (int c = 0; c < d; c++)
        row[c] = wave_at(s, c, d, frequency[c], position);
}

void sinusoid_row(real *row, const struct sinusoid *s, double position, int d) {
    for (int c = 0; c < d; c++)
        row[c] = wave_at(s, c, d, natural_wave(s, c, d).frequency, position);
}

enum { ARGUMENT_POSITION, ARGUMENT_RATIO, ARGUMENT_GRID };

/* `open` computes the rows for all lengths if they are at most this many numbers; else each row is computed when it is
 * needed. */
enum { RATIO_TABLE = 1 << 21 };

struct sinusoidal {
    struct sinusoid shape;
    struct combine combine;
    int argument, grid_width, centred;
    struct yarn yarn;
};

#define SHAPE(field) offsetof(struct sinusoidal, shape.field)

static const struct setting options[] = {
    {"sinusoidal.base", SETTING_REAL, SHAPE(base), "10000", 1.0001, 1e12, NULL,
     "wavelengths run from 2 pi to about base * 2 pi"},
    {"sinusoidal.scale", SETTING_REAL, SHAPE(scale), "0.18", 1e-6, 1e6, NULL,
     "factor on all values; .18 makes them about as large as the tokens at d_model 32"},
    {"sinusoidal.layout", SETTING_CHOICE, SHAPE(layout), "interleaved", 0, 0, "interleaved|halves",
     "sin and cos alternating, or all sin, then all cos"},
    {"sinusoidal.origin", SETTING_INT, SHAPE(origin), "0", 0, 1, NULL,
     "number of the first pair; with 1 the first angle is t / base^(2/D)"},
    {"sinusoidal.pairing", SETTING_CHOICE, SHAPE(pairing), "paired", 0, 0, "paired|unpaired",
     "unpaired: each column has a different angle, so a shift is not a rotation"},
    {"sinusoidal.waves", SETTING_CHOICE, SHAPE(waves), "both", 0, 0, "both|sine|cosine",
     "sine or cosine alone: column c is sin(t / base^(c/D)), or its cosine, without layout and pairs"},
    {"sinusoidal.argument", SETTING_CHOICE, offsetof(struct sinusoidal, argument), "position", 0, 0,
     "position|ratio|grid",
     "the position t; t scaled to the trained range, (L-1) t / (T-1); or column and row of a grid"},
    {"sinusoidal.grid_width", SETTING_INT, offsetof(struct sinusoidal, grid_width), "4", 1, 4096, NULL,
     "columns of the grid (argument = grid): position 0 is outside, position t >= 1 is patch t - 1"},
    {"sinusoidal.centred", SETTING_CHOICE, offsetof(struct sinusoidal, centred), "no", 0, 0, "no|yes",
     "subtract from each column its mean over the trained positions"},
    {RAMP_ALPHA(sinusoidal, offsetof(struct sinusoidal, yarn))},
    {RAMP_BETA(sinusoidal, offsetof(struct sinusoidal, yarn))},
    {COMBINE_HOW(sinusoidal, offsetof(struct sinusoidal, combine))},
    {COMBINE_COLUMNS(sinusoidal, offsetof(struct sinusoidal, combine))},
    {0},
};

/* Column `index`, which is a sine or a cosine. */
static void formula_wave(const struct sinusoidal *o, const char *index, bool cosine, int width, char *text,
                         size_t size) {
    bool both = o->shape.waves == SINUSOID_BOTH;
    int more = 2 * o->shape.origin + (both && cosine && o->shape.pairing == SINUSOID_UNPAIRED);
    char step[16];
    snprintf(step, sizeof step, "%s", both ? "2i" : "i");
    if (more)
        snprintf(step, sizeof step, "(%s+%d)", both ? "2i" : "i", more);
    text_append(text, size, "PE(t,%s) = %s(t / %.9g^(%s/%d))", index, cosine ? "cos" : "sin", o->shape.base, step,
                width);
}

static void formula_waves(const struct sinusoidal *o, int width, char *text, size_t size) {
    char second[32] = "2i+1";
    int half = (width + 1) / 2;
    bool both = o->shape.waves == SINUSOID_BOTH, halves = o->shape.layout == SINUSOID_HALVES;
    if (halves)
        snprintf(second, sizeof second, "%d+i", half);
    formula_wave(o, both && !halves ? "2i" : "i", o->shape.waves == SINUSOID_COSINE, width, text, size);
    if (both && halves)
        text_append(text, size, " for i < %d", half);
    text_append(text, size, "\n");
    if (both && width > 1) {
        formula_wave(o, second, true, width, text, size);
        text_append(text, size, "\n");
    }
}

static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct sinusoidal *o = b->options;
    static const char *const vector[] = {
        [ARGUMENT_POSITION] = "PE(t)", [ARGUMENT_RATIO] = "PE(s)", [ARGUMENT_GRID] = "[PE(column), PE(row)]"};
    encoding_formula_z(b, o->shape.scale, o->centred ? "(PE(t) - mean)" : vector[o->argument], text, size);
    if (o->centred)
        text_append(text, size, "\nmean = 1/%d * sum over u < %d of PE(u)", b->size.trained, b->size.trained);
    if (o->argument == ARGUMENT_RATIO)
        text_append(text, size, "\ns = %d * t / (T - 1)", b->size.trained - 1);
    if (o->argument == ARGUMENT_GRID)
        text_append(text, size, " for t > 0\ncolumn = (t - 1) mod %d\nrow = floor((t - 1) / %d)", o->grid_width,
                    o->grid_width);
    text_append(text, size, "\n");
    formula_waves(o, o->argument == ARGUMENT_GRID ? b->width / 2 : b->width, text, size);
}

static int columns(const void *with) { return combine_columns(((const struct sinusoidal *)with)->combine); }

/* The columns whose waves a policy can change: of a grid those of the rows. */
static int waves_width(const struct encoding_built *b) {
    const struct sinusoidal *o = b->options;
    return o->argument == ARGUMENT_GRID ? b->width / 2 : b->width;
}

static struct policy_wave own_wave(const struct encoding_built *b, int c) {
    const struct sinusoidal *o = b->options;
    struct policy_wave wave = natural_wave(&o->shape, c, waves_width(b));
    wave.yarn = o->yarn;
    return wave;
}

/* those of the columns, or of the pairs by their sines */
static bool wave(const struct encoding_built *b, int i, struct policy_wave *out) {
    const struct sinusoidal *o = b->options;
    bool pairs = o->shape.waves == SINUSOID_BOTH && o->shape.pairing == SINUSOID_PAIRED;
    int column = i * (pairs && o->shape.layout == SINUSOID_INTERLEAVED ? 2 : 1);
    *out = own_wave(b, column);
    return pairs ? 2 * i < waves_width(b) : i < waves_width(b);
}

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    const struct sinusoidal *o = b->options;
    (void)arena;
    bool grid = o->argument == ARGUMENT_GRID;
    if (grid && b->width % 4)
        return error_set(e, EXIT_USAGE,
                         "sinusoidal.argument = grid puts pairs of x and pairs of y into %d columns, which 4 does not "
                         "divide",
                         b->width);
    if (o->centred && o->argument != ARGUMENT_POSITION)
        return error_set(e, EXIT_USAGE, "sinusoidal.centred = yes is for sinusoidal.argument = position, not %s",
                         grid ? "grid" : "ratio");
    if (!ramp_check(o->yarn, e))
        return false;
    if (waves_width(b) <= 2) /* a single pair has one wavelength, for any base */
        b->acts_on &= ~ACTS_ON_FREQUENCIES;
    b->by_length = o->argument == ARGUMENT_RATIO;
    if (b->by_length) /* it never leaves the trained range */
        b->acts_on = ACTS_ON_NOTHING;
    return true;
}

/* Where the rows of sequences whose last position is `last` begin. */
static size_t triangle(int last) { return (size_t)last * ((size_t)last + 1) / 2; }

static void ratio_row(const struct encoding_use *use, real *row, int position, int last) {
    const struct sinusoidal *o = use->built->options;
    double at = last ? (double)position * (use->built->size.trained - 1) / last : 0;
    sinusoid_row(row, &o->shape, at, use->built->width);
}

/* table row triangle(last) + t: that of position t in a sequence that ends at `last` */
static void open_ratio(struct encoding_use *use, struct arena *arena) {
    int width = use->built->width;
    if (triangle(use->length) * width > RATIO_TABLE)
        return;
    use->by_position = arena_alloc(arena, triangle(use->length) * width, sizeof(real));
    for (int last = 0; last < use->length; last++)
        for (int t = 0; t <= last; t++)
            ratio_row(use, use->by_position + (triangle(last) + t) * width, t, last);
}

/* How fast each column turns under the policies. */
static void open_waves(const struct encoding_use *use, double *frequency, struct encoding_counts n) {
    for (int c = 0; c < waves_width(use->built); c++) {
        struct policy_wave wave = own_wave(use->built, c);
        frequency[c] = wave.frequency * encoding_squeeze(use, wave, n).frequency;
    }
}

/* Rows of the grid for `positions` positions; the last may be incomplete. */
static int grid_rows(const struct sinusoidal *o, int positions) {
    return positions > 1 ? (positions - 2) / o->grid_width + 1 : 1;
}

/* table row t (width) = PE(x), then PE(mapped y); zeros for nowhere and for position 0 */
static void open_grid(struct encoding_use *use, struct arena *arena) {
    const struct encoding_built *b = use->built;
    const struct sinusoidal *o = b->options;
    int half = b->width / 2;
    struct encoding_counts n = encoding_counts(use);
    double frequency[SINUSOID_WIDTH];
    n = (struct encoding_counts){grid_rows(o, n.original), grid_rows(o, n.trained), grid_rows(o, n.length)};
    open_waves(use, frequency, n);
    use->by_position = arena_alloc(arena, (size_t)use->length * b->width, sizeof(real));
    for (int t = 1; t < use->length; t++) {
        real *row = use->by_position + (size_t)t * b->width;
        double y = encoding_mapped(use, (t - 1) / o->grid_width, n);
        sinusoid_row(row, &o->shape, (t - 1) % o->grid_width, half);
        if (y != POLICY_NOWHERE)
            waves_row(row + half, &o->shape, frequency, y, half);
    }
}

/* (width) the mean of the trained rows, without any policy */
static real *trained_mean(const struct encoding_built *b, struct arena *arena) {
    const struct sinusoidal *o = b->options;
    real *mean = arena_alloc(arena, b->width, sizeof *mean);
    for (int c = 0; c < b->width; c++) {
        double sum = 0, frequency = natural_wave(&o->shape, c, b->width).frequency;
        for (int t = 0; t < b->size.trained; t++)
            sum += (double)wave_at(&o->shape, c, b->width, frequency, t);
        mean[c] = (real)(sum / b->size.trained);
    }
    return mean;
}

/* table row t (width) = PE(mapped position of t), centred where the options say so; zeros for nowhere */
static void open_positions(struct encoding_use *use, struct arena *arena) {
    const struct encoding_built *b = use->built;
    const struct sinusoidal *o = b->options;
    double frequency[SINUSOID_WIDTH];
    real *mean = o->centred ? trained_mean(b, arena) : NULL;
    open_waves(use, frequency, encoding_counts(use));
    use->by_position = arena_alloc(arena, (size_t)use->length * b->width, sizeof(real));
    for (int t = 0; t < use->length; t++) {
        double position = encoding_mapped(use, t, encoding_counts(use));
        real *row = use->by_position + (size_t)t * b->width;
        if (position == POLICY_NOWHERE)
            continue;
        waves_row(row, &o->shape, frequency, position, b->width);
        for (int c = 0; mean && c < b->width; c++)
            row[c] -= mean[c];
    }
}

static void open(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena) {
    static void (*const openers[])(struct encoding_use *, struct arena *) = {
        [ARGUMENT_POSITION] = open_positions, [ARGUMENT_RATIO] = open_ratio, [ARGUMENT_GRID] = open_grid};
    const struct sinusoidal *o = use->built->options;
    (void)w;
    openers[o->argument](use, arena);
}

HOT static void add_rows(const struct encoding_use *use, real *x, struct span s, size_t first) {
    int d = use->built->size.d_model, width = use->built->width;
    x += use->built->first;
    for (int i = 0; i < s.rows; i++)
        vector_add(x + (size_t)i * d, use->by_position + (first + (size_t)s.position[i]) * width, width);
}

/* Ratios whose table would be too large. */
static void add_ratios(const struct encoding_use *use, real *x, struct span s, int last) {
    int d = use->built->size.d_model, width = use->built->width;
    real row[SINUSOID_WIDTH];
    x += use->built->first;
    for (int i = 0; i < s.rows; i++) {
        ratio_row(use, row, s.position[i], last);
        vector_add(x + (size_t)i * d, row, width);
    }
}

static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    const struct sinusoidal *o = use->built->options;
    (void)w;
    if (o->argument != ARGUMENT_RATIO)
        add_rows(use, x, s, 0);
    else if (use->by_position)
        add_rows(use, x, s, triangle(span_last(s)));
    else
        add_ratios(use, x, s, span_last(s));
}

/* Those of a grid begin anew in each row, or stand still in it. */
static double wavelength(const struct encoding_use *use, int column) {
    static const double turn = 6.283185307179586;
    const struct sinusoidal *o = use->built->options;
    int last = use->length - 1;
    double step =
        o->argument == ARGUMENT_RATIO && last ? (use->built->size.trained - 1.0) / last : encoding_even_step(use);
    struct policy_wave wave = own_wave(use->built, column);
    double frequency = wave.frequency * encoding_squeeze(use, wave, encoding_counts(use)).frequency;
    return o->argument == ARGUMENT_GRID ? (double)NAN : turn / (frequency * step);
}

/* A policy maps the rows of a grid. Ratios lie between trained positions by themselves. */
static void seen(struct encoding_seen *s, const struct seen_of *of) {
    static const char *const groups[][2] = {
        {"sines", "cosines"}, {"x, sines", "x, cosines"}, {"y, sines", "y, cosines"}};
    const struct sinusoidal *o = of->now->built->options;
    struct encoding_counts now = encoding_counts(of->now), had = encoding_counts(of->trained);
    if (o->argument == ARGUMENT_GRID)
        seen_mapped(
            s, of,
            (struct encoding_counts){grid_rows(o, now.original), grid_rows(o, now.trained), grid_rows(o, now.length)},
            (struct encoding_counts){grid_rows(o, had.original), grid_rows(o, had.trained), grid_rows(o, had.length)},
            "rows of the grid");
    for (int t = 1; t < s->length && o->argument == ARGUMENT_RATIO; t++)
        s->mixed += (long long)t * (s->trained - 1) % (s->length - 1) != 0;
    seen_columns(s, of);
    for (int c = 0, step, width = waves_width(of->now->built); c < s->units; c++) {
        bool cosine = wave_of(&o->shape, c % width, width, &step);
        s->unit[c].group = groups[o->argument != ARGUMENT_GRID ? 0 : 1 + c / width][cosine];
    }
}

const struct encoding encoding_sinusoidal = {
    .name = "sinusoidal",
    .summary = "fixed waves of geometric wavelengths: sines, cosines or both",
    .source = "Vaswani et al. 2017",
    .weakness =
        "A wave longer than the trained texts is not complete in training, so longer texts bring values that no "
        "trained position had. The product of two vectors does not say which position comes first. One matrix "
        "for a shift needs pairs of sine and cosine: there is none with sinusoidal.pairing=unpaired, "
        "sinusoidal.waves=sine or sinusoidal.centred=yes.",
    .matters = {"positions in the longest wave", "error of one matrix"},
    .try_next = "poslab show encoding sinusoidal --view shift --offset 5",
    .options = options,
    .acts_on = ACTS_ON_POSITIONS | ACTS_ON_FREQUENCIES,
    .formula = formula,
    .wavelength = wavelength,
    .seen = seen,
    .columns = columns,
    .build = build,
    .wave = wave,
    .open = open,
    .embed = embed,
};
