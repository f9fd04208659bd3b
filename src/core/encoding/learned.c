/* learned.c -- x += P[t], a trained table with one row per position (BERT, GPT-2); or P[t] in separate columns.
 *
 * The table has the trained positions, or max_position_embeddings of them. Row t is P[t + offset]: an offset of 2 is
 * RoBERTa's, whose first two rows are never read. Rows beyond the table (policy extend) are those of a larger,
 * untrained table: the next numbers of the same initial stream (weight decay, which would shrink them a little in a
 * larger table, is left out). */
#include "base/random.h"
#include "base/text.h"
#include "encoding/combine.h"
#include "encoding/kinds.h"
#include "encoding/seen.h"
#include "encoding/sinusoid.h"
#include "maths/vector.h"

#include <math.h>
#include <stdio.h>

enum { INIT_NORMAL, INIT_SINUSOIDAL };

struct learned {
    int max_position_embeddings, offset, init, frozen;
    double std;
    struct combine combine;
};

static const struct setting options[] = {
    {"learned.max_position_embeddings", SETTING_INT, offsetof(struct learned, max_position_embeddings), "0", 0, 1 << 20,
     NULL, "positions in the table; 0: as many as training uses"},
    {"learned.offset", SETTING_INT, offsetof(struct learned, offset), "0", 0, 64, NULL,
     "position t reads row t + offset; 2 is RoBERTa's"},
    {"learned.init", SETTING_CHOICE, offsetof(struct learned, init), "normal", 0, 0, "normal|sinusoidal",
     "initial rows: random, or what `sinusoidal` adds by default"},
    {"learned.std", SETTING_REAL, offsetof(struct learned, std), "0.02", 0, 100, NULL,
     "standard deviation of the initial rows (init = normal)"},
    {"learned.frozen", SETTING_CHOICE, offsetof(struct learned, frozen), "no", 0, 0, "no|yes",
     "keep the table as initialised"},
    {COMBINE_HOW(learned, offsetof(struct learned, combine))},
    {COMBINE_COLUMNS(learned, offsetof(struct learned, combine))},
    {0},
};

#define TABLE "embeddings.position_embeddings.weight"

static void formula(const struct encoding_built *b, char *text, size_t size) {
    const struct learned *o = b->options;
    char row[32] = "P[t]";
    if (o->offset)
        snprintf(row, sizeof row, "P[t + %d]", o->offset);
    encoding_formula_z(b, 1, row, text, size);
    text_append(text, size, "\n");
}

static int columns(const void *with) { return combine_columns(((const struct learned *)with)->combine); }

static bool build(struct encoding_built *b, struct arena *arena, struct error *e) {
    const struct learned *o = b->options;
    (void)arena, (void)e;
    b->rows = o->max_position_embeddings ? o->max_position_embeddings
              : b->fixed                 ? b->origin.positions
                                         : b->size.trained;
    b->tensors = 1;
    b->tensor[0] = (struct encoding_tensor){TABLE, b->rows + o->offset, b->width, o->frozen, false};
    return true;
}

/* The initial row of a position, in the table or beyond it. */
static void initial_row(const struct encoding_built *b, real *row, int position) {
    const struct learned *o = b->options;
    struct random r = random_open(b->seed, RANDOM_POSITIONS, (uint64_t)position);
    if (o->init == INIT_SINUSOIDAL) {
        sinusoid_row(row, &sinusoid_standard, position, b->width);
        return;
    }
    for (int c = 0; c < b->width; c++)
        row[c] = (real)(o->std * random_normal(&r));
}

static void init(const struct encoding_built *b, int tensor, real *value) {
    const struct learned *o = b->options;
    (void)tensor;
    for (int t = 0; t < b->rows; t++)
        initial_row(b, value + (size_t)(t + o->offset) * b->width, t);
}

/* The part of a mapped position between row `low` and the next. */
static double split(double position, int *low) {
    *low = (int)floor(position);
    return position - *low;
}

/* Positions that are trained and in the table, or that a fixed policy maps into it. */
static int limit_of(const struct encoding_use *use) {
    const struct encoding_built *b = use->built;
    return b->rows < b->size.trained && !b->fixed ? b->rows : b->size.trained;
}

/* The position read instead of t: one that is trained and in the table is read itself. */
static double mapped(const struct encoding_use *use, int t) {
    return encoding_mapped(use, t, (struct encoding_counts){use->built->origin.positions, limit_of(use), use->length});
}

static bool is_mapped(const struct encoding_use *use) { return use->built->fixed || use->length > limit_of(use); }

/* Rows beyond the table, for `extend`. */
static void open(struct encoding_use *use, const struct encoding_weights *w, struct arena *arena) {
    int width = use->built->width, rows = use->built->rows;
    (void)w;
    if (use->length <= rows)
        return;
    use->by_position = arena_alloc(arena, (size_t)(use->length - rows) * width, sizeof(real));
    for (int t = rows; t < use->length; t++)
        initial_row(use->built, use->by_position + (size_t)(t - rows) * width, t);
}

static const real *row_of(const struct encoding_use *use, const struct encoding_weights *w, int t) {
    const struct learned *o = use->built->options;
    int width = use->built->width, rows = use->built->rows;
    return t < rows ? w->value[0] + (size_t)(t + o->offset) * width : use->by_position + (size_t)(t - rows) * width;
}

/* embed where some positions are mapped */
static void embed_mapped(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    int d = use->built->size.d_model, width = use->built->width;
    for (int i = 0; i < s.rows; i++, x += d) {
        int low;
        double position = mapped(use, s.position[i]);
        if (position == POLICY_NOWHERE)
            continue;
        real part = (real)split(position, &low);
        vector_axpy(x, 1 - part, row_of(use, w, low), width);
        if (part > 0)
            vector_axpy(x, part, row_of(use, w, low + 1), width);
    }
}

/* Without a longer sequence every position is read from the table as it is. */
HOT static void embed(const struct encoding_use *use, const struct encoding_weights *w, real *x, struct span s) {
    int d = use->built->size.d_model, width = use->built->width;
    x += use->built->first;
    if (is_mapped(use)) {
        embed_mapped(use, w, x, s);
        return;
    }
    for (int i = 0; i < s.rows; i++, x += d)
        vector_add(x, row_of(use, w, s.position[i]), width);
}

/* embed_mapped: x += (1 - part) P[low] + part P[low + 1]; rows beyond the table are not learned */
static void embed_mapped_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dx,
                                  struct span s) {
    const struct learned *o = use->built->options;
    int d = use->built->size.d_model, width = use->built->width, rows = use->built->rows;
    for (int i = 0; i < s.rows; i++, dx += d) {
        int low;
        double position = mapped(use, s.position[i]);
        if (position == POLICY_NOWHERE || position >= rows)
            continue;
        real part = (real)split(position, &low), *row = w->grad[0] + (size_t)(low + o->offset) * width;
        vector_axpy(row, 1 - part, dx, width);
        if (part > 0 && low + 1 < rows)
            vector_axpy(row + width, part, dx, width);
    }
}

/* embed: x += P[t] */
HOT static void embed_backward(const struct encoding_use *use, const struct encoding_weights *w, const real *dx,
                               struct span s) {
    const struct learned *o = use->built->options;
    int d = use->built->size.d_model, width = use->built->width;
    dx += use->built->first;
    if (is_mapped(use)) {
        embed_mapped_backward(use, w, dx, s);
        return;
    }
    for (int i = 0; i < s.rows; i++, dx += d)
        vector_add(w->grad[0] + (size_t)(s.position[i] + o->offset) * width, dx, width);
}

/* Which rows training reads and leaves as all others that it reads, as positions (rows): of a table that learns, those
 * in it. Whether it mixes two. */
static bool *rows_read(const struct seen_of *of, int rows, bool *mixes) {
    const struct encoding_use *use = of->trained;
    bool *read = arena_alloc(of->arena, (size_t)rows, sizeof *read);
    for (int t = 0, low; t < use->length; t++) {
        double position = mapped(use, t);
        if (position == POLICY_NOWHERE || position >= rows || (of->gaps && encoding_is_gap(t)))
            continue;
        bool mix = split(position, &low) > 0;
        *mixes |= mix;
        read[low] = true;
        if (mix && low + 1 < rows)
            read[low + 1] = true;
    }
    return read;
}

static void seen(struct encoding_seen *s, const struct seen_of *of) {
    const struct encoding_built *b = of->now->built;
    const struct learned *o = b->options;
    int rows = o->frozen && b->rows < s->trained ? s->trained : b->rows;
    const bool *had = rows_read(of, rows, &s->mixes);
    s->kind = SEEN_ROWS;
    s->units = s->of = s->length;
    s->frozen = o->frozen;
    s->random = o->init == INIT_NORMAL;
    s->first_row = o->offset;
    for (int r = 0; r < rows; r++)
        s->last_row = had[r] ? r + o->offset : s->last_row;
    bool *out = seen_cells(s, 1, of->arena);
    for (int t = 0, low; t < s->length; t++) {
        double position = mapped(of->now, t);
        out[t] = position == POLICY_NOWHERE;
        if (out[t])
            continue;
        bool mix = split(position, &low) > 0;
        out[t] = low >= rows || !had[low] || (mix && (low + 1 >= rows || !had[low + 1]));
        s->outside += out[t];
    }
    s->unseen = s->outside;
}

const struct encoding encoding_learned = {
    .name = "learned",
    .summary = "a trained table with one row per position",
    .source = "Gehring et al. 2017; BERT (Devlin et al. 2019); GPT-2",
    .weakness = "The table ends, and a row that training never used keeps its initial value. Nothing ties random rows "
                "together: no single matrix takes each to the row 5 positions later.",
    .matters = {"positions in the table", "error of one matrix"},
    .starts = "P from N(0, 0.02^2), as in BERT and GPT-2 (learned.std, learned.init)",
    .try_next = "poslab train --run runs/a && poslab show positions runs/a",
    .options = options,
    .acts_on = ACTS_ON_POSITIONS,
    .table = TABLE,
    .formula = formula,
    .seen = seen,
    .columns = columns,
    .build = build,
    .init = init,
    .open = open,
    .embed = embed,
    .embed_backward = embed_backward,
};
