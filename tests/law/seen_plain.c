/* seen_plain.c -- see seen_plain.h. */
#include "law/seen_plain.h"
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512, COLUMNS = 64, BUCKETS = 32 };
static const double PI = 3.14159265358979323846;

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

double seen_plain_read(const char *policy, double t, int trained, int length) {
    if (length <= trained)
        return t;
    if (is(policy, "clamp"))
        return fmin(t, trained - 1);
    if (is(policy, "wrap"))
        return fmod(t, trained);
    if (is(policy, "zero"))
        return t < trained ? t : (double)NAN;
    return is(policy, "interpolate") ? t * (trained - 1) / (length - 1) : t;
}

/* The factor on a frequency; `place` from 0, the fastest, to 1. */
static double squeeze(const char *policy, double frequency, double place, int trained, int length) {
    double s = (double)length / trained, turns = trained * frequency / (2 * PI);
    if (s <= 1)
        return 1;
    if (is(policy, "ntk"))
        return pow(s, -place);
    double kept = fmin(1, fmax(0, (turns - .25) / (2 - .25)));
    return is(policy, "yarn") ? kept + (1 - kept) / s : 1;
}

/* First and last row that asks in a text of n. */
static int first(const struct seen_plain *p, int n) { return p->asks == ASKS_LAST ? n - 1 : 0; }
static int last(const struct seen_plain *p, int n) { return p->asks == ASKS_FIRST ? 0 : n - 1; }
static int end(const struct seen_plain *p, int query, int n) { return p->causal ? query + 1 : n; }

/* ---- Columns */

static int columns_of(const struct seen_plain *p) { return is(p->encoding, "sinusoidal") ? p->width : 1; }

static double wave(const struct seen_plain *p, int c, int width, double at, int trained, int length) {
    int step = p->waves ? c : c / 2 * 2;
    double frequency = pow(p->base, -(double)step / width),
           angle = at * frequency * squeeze(p->policy, frequency, (double)step / (width - 2), trained, length);
    return isnan(at) ? 0 : p->waves || c % 2 == 0 ? sin(angle) : cos(angle);
}

int seen_plain_grid_rows(const struct seen_plain *p, int positions) { return (positions - 2) / p->grid + 1; }

static double column(const struct seen_plain *p, int c, int t, int length) {
    int half = p->width / 2;
    if (is(p->encoding, "ratio"))
        return (double)t / (length - 1);
    double at = seen_plain_read(p->policy, t, p->trained, length);
    if (is(p->encoding, "index"))
        return isnan(at) ? 0 : at;
    if (p->grid) {
        int rows = seen_plain_grid_rows(p, length), had = seen_plain_grid_rows(p, p->trained);
        double y = seen_plain_read(p->policy, (t - 1) / p->grid, had, rows);
        if (t == 0)
            return 0;
        return c < half ? wave(p, c, half, (t - 1) % p->grid, 1, 1) : wave(p, c - half, half, y, had, rows);
    }
    if (p->ratio)
        return wave(p, c, p->width, (double)t * (p->trained - 1) / (length - 1), p->trained, p->trained);
    return wave(p, c, p->width, at, p->trained, length);
}

static struct seen_counts columns(const struct seen_plain *p) {
    double low[COLUMNS], high[COLUMNS], widest = 0;
    bool new[MOST] = {false};
    struct seen_counts n = {0, 0};
    for (int c = 0; c < columns_of(p); c++) {
        low[c] = HUGE_VAL;
        high[c] = -HUGE_VAL;
        for (int t = 0; t < p->trained; t++) {
            low[c] = fmin(low[c], column(p, c, t, p->trained));
            high[c] = fmax(high[c], column(p, c, t, p->trained));
        }
        widest = fmax(widest, high[c] - low[c]);
    }
    for (int c = 0; c < columns_of(p); c++) {
        double more = fmax(.1 * (high[c] - low[c]), .01 * widest) * 1.0001;
        bool any = false;
        for (int t = 0; t < p->length; t++) {
            double value = column(p, c, t, p->length);
            bool out = value < low[c] - more || value > high[c] + more;
            any |= out;
            new[t] |= out;
        }
        n.unseen += any;
    }
    for (int t = 0; t < p->length; t++)
        n.outside += new[t];
    return n;
}

/* ---- Pairs */

/* The distance of an angle from an arc, around the circle. */
static double from_arc(double angle, double low, double high) {
    double best = HUGE_VAL;
    for (int turns = -200; turns <= 200; turns++) {
        double at = angle + 2 * PI * turns;
        best = fmin(best, at < low ? low - at : at > high ? at - high : 0);
    }
    return best;
}

static double turned(const struct seen_plain *p, int t) {
    double at = seen_plain_read(p->policy, t, p->trained, p->length);
    return isnan(at) ? 0 : at;
}

static struct seen_counts pairs(const struct seen_plain *p) {
    struct seen_counts n = {0, 0};
    bool met[MOST] = {false};
    for (int i = 0; i < p->width / 2; i++) {
        double frequency = pow(p->base, -2.0 * i / p->width), low = 0, high = 0;
        double now = frequency * squeeze(p->policy, frequency, 2.0 * i / (p->width - 2), p->trained, p->length);
        bool any = false;
        for (int q = first(p, p->trained); q <= last(p, p->trained); q++)
            for (int k = 0; k < end(p, q, p->trained); k++) {
                low = fmin(low, frequency * (k - q));
                high = fmax(high, frequency * (k - q));
            }
        for (int q = first(p, p->length); q <= last(p, p->length) && high - low + frequency < 2 * PI; q++)
            for (int k = 0; k < end(p, q, p->length); k++)
                if (from_arc(now * (turned(p, k) - turned(p, q)), low, high) > fmax(.1 * (high - low), .02) * 1.0001)
                    any = met[abs(k - q)] = true;
        n.unseen += any;
    }
    for (int d = 0; d < p->length; d++)
        n.outside += met[d];
    return n;
}

struct seen_waves seen_plain_waves(const struct seen_plain *p) {
    struct seen_waves w = {0, 0, 1};
    int width = p->grid ? p->width / 2 : p->width, trained = p->grid ? seen_plain_grid_rows(p, p->trained) : p->trained,
        length = p->grid ? seen_plain_grid_rows(p, p->length) : p->length;
    for (int step = 0; step < width; step += p->waves ? 1 : 2, w.waves++) {
        double by =
            squeeze(p->policy, pow(p->base, -(double)step / width), (double)step / (width - 2), trained, length);
        w.kept += fabs(by - 1) < 1e-9;
        w.slowest = fmax(w.slowest, 1 / by);
    }
    return w;
}

/* ---- Scores */

int seen_plain_bucket(int distance, int causal) {
    int side = causal ? BUCKETS : BUCKETS / 2, near = side / 2, size = abs(distance),
        start = !causal && distance > 0 ? side : 0;
    if (size < near)
        return start + size;
    int far = near + (int)(log((double)size / near) / log(128.0 / near) * (side - near) + 1e-9);
    return start + (far < side ? far : side - 1);
}

static struct seen_counts buckets(const struct seen_plain *p) {
    bool had[BUCKETS] = {false}, has[BUCKETS] = {false}, met[2 * MOST] = {false};
    struct seen_counts n = {0, 0};
    for (int q = first(p, p->trained); q <= last(p, p->trained); q++)
        for (int k = 0; k < end(p, q, p->trained); k++)
            had[seen_plain_bucket(k - q, p->causal)] = true;
    for (int q = first(p, p->length); q <= last(p, p->length); q++)
        for (int k = 0; k < end(p, q, p->length); k++) {
            double read = seen_plain_read(p->policy, abs(k - q), p->trained, p->length);
            int size = (int)floor(read + .5), b = seen_plain_bucket(k < q ? -size : size, p->causal);
            n.outside += !had[b] && !met[k - q + MOST];
            n.unseen += !had[b] && !has[b];
            has[b] = met[k - q + MOST] = true;
        }
    return n;
}

static double part(const struct seen_plain *p, int q, int k, int length) {
    double d = seen_plain_read(p->policy, abs(k - q), p->trained, length),
           own = seen_plain_read(p->policy, q, p->trained, length);
    return log(p->c * d + 1) / log(p->c * fmax(p->longest, own) + 1);
}

static struct seen_counts parts(const struct seen_plain *p) {
    double had = 0;
    bool met[MOST] = {false};
    struct seen_counts count = {0, 0};
    for (int n = 2; n <= p->trained; n++)
        for (int q = first(p, n); q <= last(p, n); q++)
            for (int k = 0; k < end(p, q, n); k++)
                had = fmax(had, part(p, q, k, n));
    for (int q = first(p, p->length); q <= last(p, p->length); q++)
        for (int k = 0; k < end(p, q, p->length); k++)
            met[abs(k - q)] |= part(p, q, k, p->length) > had * 1.1 * 1.0001;
    for (int d = 0; d < p->length; d++)
        count.outside += met[d];
    count.unseen = count.outside > 0;
    return count;
}

static struct seen_counts distances(const struct seen_plain *p) {
    bool met[MOST] = {false};
    struct seen_counts n = {0, 0};
    int most = 0;
    for (int q = first(p, p->trained); q <= last(p, p->trained); q++)
        for (int k = 0; k < end(p, q, p->trained); k++)
            most = abs(k - q) > most ? abs(k - q) : most;
    for (int q = first(p, p->length); q <= last(p, p->length); q++)
        for (int k = 0; k < end(p, q, p->length); k++) {
            n.outside += seen_plain_read(p->policy, abs(k - q), p->trained, p->length) > most && !met[abs(k - q)];
            met[abs(k - q)] = true;
        }
    n.unseen = n.outside;
    return n;
}

static struct seen_counts rows(const struct seen_plain *p) {
    struct seen_counts n = {0, 0};
    int limit = p->table < p->trained ? p->table : p->trained;
    for (int t = 0; t < p->length; t++)
        n.outside += seen_plain_read(p->policy, t, limit, p->length) > limit - 1;
    n.unseen = n.outside;
    return n;
}

struct seen_counts seen_plain_counts(const struct seen_plain *p) {
    static const struct {
        const char *name;
        struct seen_counts (*count)(const struct seen_plain *p);
    } of[] = {{"learned", rows},    {"sinusoidal", columns}, {"index", columns}, {"ratio", columns}, {"rope", pairs},
              {"alibi", distances}, {"kerple", distances},   {"t5", buckets},    {"fire", parts}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (is(of[i].name, p->encoding))
            return of[i].count(p);
    assert_true(is(p->encoding, "none") || is(p->encoding, "cope")); /* others must be above */
    return (struct seen_counts){0, 0};
}
