/* seen.c -- see seen.h. */
#include "encoding/seen.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Clearly outside: beyond the range of training by a tenth of it; and of columns by a hundredth of the widest, of
 * angles by a hundredth of the circle's diameter, for slow waves move by a millionth. Rounding is not outside. */
#define TENTH .1
#define HUNDREDTH .01
#define ROUNDING 1e-4
#define SLIGHTLY 1e-5
static const double TURN = 6.283185307179586;

const char *seen_kind_name(enum seen_kind kind) {
    static const char *const names[] = {
        [SEEN_NOTHING] = "nothing", [SEEN_ROWS] = "rows",           [SEEN_COLUMNS] = "columns",
        [SEEN_PAIRS] = "pairs",     [SEEN_DISTANCES] = "distances", [SEEN_BUCKETS] = "buckets",
        [SEEN_PARTS] = "parts",     [SEEN_COUNTS] = "counts"};
    return names[kind];
}

/* ---- What a policy does to what it maps */

static struct encoding_counts counts_of(const struct encoding_use *use) {
    const struct encoding_built *b = use->built;
    struct encoding_counts n = encoding_counts(use);
    n.trained = b->rows && b->rows < n.trained && !b->fixed ? b->rows : n.trained;
    return n;
}

double encoding_read_as(const struct encoding_use *use, int t) { return encoding_mapped(use, t, counts_of(use)); }

static double step_of(const struct encoding_use *use, struct encoding_counts n) {
    double next = n.length > 1 ? encoding_mapped(use, 1, n) : POLICY_NOWHERE;
    return next == POLICY_NOWHERE ? 1 : next - encoding_mapped(use, 0, n);
}

static void seen_waves(struct encoding_seen *s, const struct seen_of *of, struct encoding_counts now,
                       struct encoding_counts trained) {
    const struct encoding_built *b = of->now->built;
    struct policy_wave wave;
    s->waves = s->kept = 0;
    s->slowest = s->temperature = 1;
    for (; b->kind->wave && b->kind->wave(b, s->waves, &wave); s->waves++) {
        struct policy_squeeze is = encoding_squeeze(of->now, wave, now),
                              was = encoding_squeeze(of->trained, wave, trained);
        s->kept += fabs(is.frequency / was.frequency - 1) < 1e-9;
        s->slowest = fmax(s->slowest, was.frequency / is.frequency);
        if (b->kind->rotate) /* of queries and keys */
            s->temperature = is.temperature * is.temperature / (was.temperature * was.temperature);
    }
}

void seen_mapped(struct encoding_seen *s, const struct seen_of *of, struct encoding_counts now,
                 struct encoding_counts trained, const char *counts) {
    double *at = arena_alloc(of->arena, (size_t)now.length, sizeof *at), before = step_of(of->trained, trained);
    s->counts = counts;
    s->counted = now.length;
    s->counted_trained = trained.length;
    s->nowhere = s->mixed = s->same = s->period = 0;
    for (int t = 0; t < now.length; t++) {
        at[t] = encoding_mapped(of->now, t, now);
        s->nowhere += at[t] == POLICY_NOWHERE;
        s->mixed += at[t] != floor(at[t]);
    }
    for (int t = now.length - 1; t > 0 && at[t] != POLICY_NOWHERE && at[t] == at[t - 1]; t--)
        s->same += s->same ? 1 : 2;
    for (int t = 1; t < now.length && !s->period; t++)
        s->period = at[t] == at[0] ? t : 0;
    s->step = before > 0 ? step_of(of->now, now) / before : 1;
    seen_waves(s, of, now, trained);
}

/* ---- Rows that ask, and what they see */

struct seen_reach seen_reach(const struct seen_of *of, int length) {
    return (struct seen_reach){of->asks == ASKS_FIRST ? 0 : length - 1,
                               of->asks == ASKS_LAST || of->now->built->size.causal ? 0 : length - 1};
}

/* Returns how many distances there are, to either side. */
static int see_reach(struct encoding_seen *s, const struct seen_of *of) {
    struct seen_reach reach = seen_reach(of, s->length);
    s->alone = !reach.back && !reach.ahead;
    return reach.back > reach.ahead ? reach.back + 1 : reach.ahead + 1;
}

bool *seen_cells(struct encoding_seen *s, int rows, struct arena *arena) {
    s->rows = rows;
    return s->out = arena_alloc(arena, (size_t)rows * s->length, sizeof *s->out);
}

int seen_places_out(const struct encoding_seen *s) {
    int count = 0;
    for (int t = 0; t < s->length; t++) {
        bool any = false;
        for (int i = 0; i < s->rows; i++)
            any |= s->out[(size_t)i * s->length + t];
        count += any;
    }
    return count;
}

void seen_nothing(struct encoding_seen *s, const struct seen_of *of) {
    (void)of;
    s->kind = SEEN_NOTHING;
}

/* ---- Columns */

real *seen_columns_of(const struct encoding_use *use, const struct seen_of *of) {
    const struct encoding_built *b = use->built;
    int n = use->length, *position = arena_alloc(of->arena, (size_t)n, sizeof *position);
    real *x = arena_alloc(of->arena, (size_t)n * b->size.d_model, sizeof *x);
    for (int t = 0; t < n; t++)
        position[t] = t;
    b->kind->embed(use, of->weights, x, (struct span){n, position});
    return x + b->first;
}

/* The range of a column, and its mean step. */
static void range_of(const real *x, int rows, int apart, double *low, double *high, double *step) {
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    *step = 0;
    for (int t = 0; t < rows; t++) {
        double value = (double)x[(size_t)t * apart];
        *low = fmin(*low, value);
        *high = fmax(*high, value);
        *step += t ? fabs(value - (double)x[(size_t)(t - 1) * apart]) / (rows - 1) : 0;
    }
}

void seen_columns(struct encoding_seen *s, const struct seen_of *of) {
    const struct encoding_built *b = of->now->built;
    const real *had = seen_columns_of(of->trained, of), *has = seen_columns_of(of->now, of);
    double widest = 0;
    int apart = b->size.d_model;
    s->kind = SEEN_COLUMNS;
    s->units = b->width;
    bool *out = seen_cells(s, s->units, of->arena);
    s->of = s->length;
    s->unit = arena_alloc(of->arena, (size_t)s->units, sizeof *s->unit);
    for (int c = 0; c < s->units; c++) {
        struct seen_unit *u = &s->unit[c];
        range_of(had + c, s->trained, apart, &u->trained_low, &u->trained_high, &u->step_trained);
        range_of(has + c, s->length, apart, &u->now_low, &u->now_high, &u->step_now);
        widest = fmax(widest, u->trained_high - u->trained_low);
    }
    for (int c = 0; c < s->units; c++) {
        struct seen_unit *u = &s->unit[c];
        double least = fmax(TENTH * (u->trained_high - u->trained_low), HUNDREDTH * widest) * (1 + ROUNDING);
        for (int t = 0; t < s->length; t++, out++) {
            double value = (double)has[(size_t)t * apart + c];
            double by = s->length > s->trained ? fmax(u->trained_low - value, value - u->trained_high) : 0;
            s->slightly |= by > SLIGHTLY * widest;
            u->outside += *out = by > least;
        }
        s->unseen += u->outside > 0;
    }
    s->as_first = true;
    for (int c = 0; c < s->units; c++)
        s->as_first &= has[c] == has[(size_t)(s->length - 1) * apart + c];
    s->outside = seen_places_out(s);
}

/* ---- Pairs of columns that are rotated */

/* Where each position is read. Nowhere is as position 0. */
static double *places_of(const struct encoding_use *use, const struct seen_of *of) {
    double *at = arena_alloc(of->arena, (size_t)use->length, sizeof *at);
    for (int t = 0; t < use->length; t++)
        at[t] = fmax(encoding_read_as(use, t), 0);
    return at;
}

static bool asks(const struct seen_of *of, int row, int rows) {
    return of->asks == ASKS_ALL || row == (of->asks == ASKS_FIRST ? 0 : rows - 1);
}

/* From who asks to what it sees, as both are read: the least and the largest difference. */
static void differences_of(double *low, double *high, const double *at, int rows, const struct seen_of *of) {
    double least = at[0], most = at[0];
    for (int k = 0; k < rows && !of->now->built->size.causal; k++) {
        least = fmin(least, at[k]);
        most = fmax(most, at[k]);
    }
    for (int q = 0; q < rows; q++) {
        least = fmin(least, at[q]);
        most = fmax(most, at[q]);
        *low = asks(of, q, rows) ? fmin(*low, least - at[q]) : *low;
        *high = asks(of, q, rows) ? fmax(*high, most - at[q]) : *high;
    }
}

/* Whether an angle is on the arc from low to high, or whole turns from it. */
static bool on_arc(double angle, double low, double high) {
    double past = (angle - low) / TURN;
    return (past - floor(past)) * TURN <= high - low;
}

/* Which words have an angle to who asks that training had not, by their distance (rows); whether any angle leaves the
 * range at all. Evenly spaced rows all see the same but for the ends of the text: the first and the last have all. */
static bool see_pair(struct seen_unit *u, bool *out, const double *at, int rows, const struct seen_of *of) {
    double size = u->trained_high - u->trained_low, more = fmax(TENTH * size, 2 * HUNDREDTH) * (1 + ROUNDING);
    bool closed = size + 2 * more >= TURN, any = false, even = !isnan(encoding_even_step(of->now));
    if (u->now_low >= u->trained_low - SLIGHTLY && u->now_high <= u->trained_high + SLIGHTLY)
        return false;
    for (int q = 0; q < rows; q += even && rows > 1 ? rows - 1 : 1)
        for (int k = 0; asks(of, q, rows) && k < (of->now->built->size.causal ? q + 1 : rows); k++) {
            double angle = (at[k] - at[q]) * u->step_now;
            int distance = abs(k - q);
            if (out[distance])
                continue;
            out[distance] = !closed && !on_arc(angle, u->trained_low - more, u->trained_high + more);
            u->outside += out[distance];
            any |= !on_arc(angle, u->trained_low - SLIGHTLY, u->trained_high + SLIGHTLY);
        }
    return any;
}

void seen_pairs(struct encoding_seen *s, const struct seen_of *of) {
    const struct encoding_built *b = of->now->built;
    struct policy_wave wave;
    const double *had = places_of(of->trained, of), *has = places_of(of->now, of);
    double low = 0, high = 0, now_low = 0, now_high = 0;
    differences_of(&low, &high, had, s->trained, of);
    differences_of(&now_low, &now_high, has, s->length, of);
    s->kind = SEEN_PAIRS;
    s->units = s->waves;
    s->as_first = true;
    s->unit = arena_alloc(of->arena, (size_t)s->units, sizeof *s->unit);
    s->of = see_reach(s, of);
    bool *out = seen_cells(s, s->units, of->arena);
    for (int i = 0; i < s->units && b->kind->wave(b, i, &wave); i++) {
        struct seen_unit *u = &s->unit[i];
        u->step_trained = wave.frequency * encoding_squeeze(of->trained, wave, encoding_counts(of->trained)).frequency;
        u->step_now = wave.frequency * encoding_squeeze(of->now, wave, encoding_counts(of->now)).frequency;
        u->trained_low = low * u->step_trained;
        u->trained_high = high * u->step_trained;
        u->now_low = now_low * u->step_now;
        u->now_high = now_high * u->step_now;
        if (s->length > s->trained)
            s->slightly |= see_pair(u, out + (size_t)i * s->length, has, s->length, of);
        s->unseen += u->outside > 0;
    }
    s->outside = seen_places_out(s);
}

/* ---- Distances */

void seen_distances(struct encoding_seen *s, const struct seen_of *of) {
    struct seen_reach before = seen_reach(of, s->trained);
    int was = before.back + before.ahead ? s->trained - 1 : 0;
    double most = 0;
    s->kind = SEEN_DISTANCES;
    s->units = s->of = see_reach(s, of);
    bool *out = seen_cells(s, 1, of->arena);
    for (int d = 0; d <= was; d++)
        most = fmax(most, encoding_read_as(of->trained, d));
    for (int d = 0; d < s->of; d++)
        out[d] = encoding_read_as(of->now, d) > most;
    s->unseen = s->outside = seen_places_out(s);
}

/* ---- All */

static void open(struct encoding_use *use, const struct encoding_built *b, const struct encoding_weights *w,
                 const struct policy *policy, int positions, struct arena *arena) {
    struct error e;
    bool ok = encoding_use_open(use, b, w, policy == &policy_refuse ? b->policies[0] : policy, positions, arena, &e);
    assert(ok && "a policy that the encoding does not accept");
    (void)ok;
}

static void see_part(struct encoding_seen *s, const struct encoding *kind, const struct seen_of *of) {
    *s = (struct encoding_seen){.length = of->now->length,
                                .trained = of->trained->length,
                                .gaps = of->gaps,
                                .initial = !of->learned,
                                .fact = "",
                                .price = ""};
    s->unmapped = counts_of(of->now).trained;
    seen_mapped(s, of, counts_of(of->now), counts_of(of->trained), "positions");
    kind->seen(s, of);
    seen_say(s, of);
}

void encoding_see(struct encoding_parts_seen *out, const struct encoding_built *b, const struct encoding_weights *w,
                  const struct seen_question *q, struct arena *arena) {
    struct encoding_use now, trained;
    struct encoding_part is = {0}, was = {0};
    *out = (struct encoding_parts_seen){.fact = "", .price = ""};
    open(&now, b, w, q->policy, q->positions, arena);
    open(&trained, b, w, encoding_accepts(b, q->training) ? q->training : b->policies[0], b->size.trained, arena);
    while (encoding_part_next(&is, &now, w) && encoding_part_next(&was, &trained, w)) {
        struct encoding_seen *s = &out->part[out->parts++];
        const struct seen_of of = {is.use,  was.use,          &is.weights,  q->asks, q->learned,
                                   q->gaps, q->count_trained, q->count_now, arena};
        see_part(s, is.kind, &of);
        if (q->maps)
            seen_map(&out->map[s - out->part], s, &of);
        out->fact = text_join(out->fact, " ", s->fact, arena);
        if (strcmp(out->part[0].price, s->price) != 0 || s == out->part) /* both do not pay the same twice */
            out->price = text_join(out->price, " ", s->price, arena);
    }
}

enum seen_news seen_news(const struct encoding_parts_seen *seen) {
    enum seen_news news = NEWS_NONE;
    for (const struct encoding_seen *s = seen->part; s < seen->part + seen->parts; s++) {
        bool new = s->unseen || s->outside || (s->kind == SEEN_ROWS && s->nowhere);
        if ((s->length > s->trained || s->gaps) && !s->alone && s->kind != SEEN_COUNTS && new)
            return NEWS_SOME;
        news = s->kind == SEEN_COUNTS && s->length > s->trained ? NEWS_UNKNOWN : news;
    }
    return news;
}
