/* fill_sweep.c -- a metric by a setting that members differ in; see fill_sweep.h. Each curve is one combination of all
 * else that differs: nothing is averaged but seeds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "plot/chart_rows.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"
#include "statistics/statistics.h"
#include "study/series.h"
#include "sweeps/fill_sweep.h"

#define DECADE 9.99 /* values that span one are on a logarithmic axis */
#define PAD 0.03    /* of the axis before the first value and after the last */

/* Texts, each once. */
struct texts {
    const char **text;
    int count;
};

/* A row that is drawn. */
struct swept_row {
    const struct compare_row *row;
    double x;
    int curve;
};

struct filling {
    struct chart *chart;
    const struct comparison_result *c;
    const struct fill_over *of;
    struct arena *arena;
    struct swept_row *drawn; /* (rows) */
    int count;
    struct texts name, word, without; /* of curves; values that are words; kinds that have no such setting */
    int all;                          /* curves that there were before some were chosen */
};

/* The row of a text, which is added where there is room for it; else `most`. */
static int row_of(struct texts *t, int most, const char *text) {
    int at = 0;
    while (at < t->count && strcmp(t->text[at], text) != 0)
        at++;
    if (at == t->count && at < most)
        t->text[t->count++] = text;
    return at;
}

/* ---- Which rows */

static struct summary summary_of(const struct filling *f, const struct compare_row *r) {
    return r->of[f->of->metric][f->of->at];
}

/* "rope base=100" without its options. */
static const char *plain(const struct filling *f, const struct compare_row *r, const char *name) {
    return arena_format(f->arena, "%.*s", (int)(strlen(name) - strlen(r->first->options)), name);
}

/* What a row goes by: "rope", the first one of its model, or "rope+interpolate"; NULL: it was not chosen. */
static const char *kind_of(const struct filling *f, const struct compare_row *r) {
    bool first = row_is_first(f->c, (int)(r - f->c->row));
    const char *label = plain(f, r, r->first->label), *name = plain(f, r, r->name);
    if (!*f->of->kind)
        return first ? label : NULL;
    for (const char *const *kind = f->of->kind; *kind; kind++)
        if ((first && strcmp(*kind, label) == 0) || strcmp(*kind, name) == 0)
            return *kind;
    return NULL;
}

static bool has_values(const struct filling *f, const struct compare_row *r) {
    char text[SETTING_TEXT_MAX];
    for (int i = 0; i < f->c->sweeps.count; i++) {
        const char *only = f->of->only[i];
        const char *value = only ? sweep_value(&f->c->sweeps.of[i], r->first, text) : NULL;
        if (only && (!value || strcmp(value, only) != 0))
            return false;
    }
    return true;
}

/* Whether curves differ in a setting: not along x, and no value of it was chosen. */
static bool names_curves(const struct filling *f, int i) {
    return &f->c->sweeps.of[i] != f->of->over && !f->of->only[i];
}

/* "rope clip=2 d_model=16": options that are not swept, then in what else members differ. */
static const char *curve_name(const struct filling *f, const struct compare_row *r) {
    const struct sweeps *all = &f->c->sweeps;
    const char *kind = kind_of(f, r), *value;
    const char *name = fill_plain(arena_format(f->arena, "%s%s", kind, r->first->options), r->first, all, f->arena);
    char text[SETTING_TEXT_MAX];
    for (int i = 0; i < all->count; i++)
        if (names_curves(f, i) && (value = sweep_value(&all->of[i], r->first, text)))
            name = arena_format(f->arena, "%s %s=%s", name, all->of[i].name, value);
    return name;
}

/* Whether values lie along an axis as numbers. */
static bool has_numbers(const struct filling *f) { return f->of->over->numbers || f->of->over->longest; }

/* Adds a row, where the setting has a value for it and a number is known. */
static void choose(struct filling *f, const struct compare_row *r) {
    char text[SETTING_TEXT_MAX];
    const char *value = sweep_value(f->of->over, r->first, text);
    double x = 0;
    if (!value)
        row_of(&f->without, FILL_ROWS, kind_of(f, r));
    if (!value || !summary_of(f, r).n)
        return;
    if (!has_numbers(f))
        x = 1 + row_of(&f->word, f->c->rows, arena_text(f->arena, value));
    else
        text_number(f->of->over->longest ? strrchr(value, '.') + 1 : value, &x);
    f->drawn[f->count++] = (struct swept_row){r, x, row_of(&f->name, f->c->rows, curve_name(f, r))};
}

static bool choose_rows(struct filling *f, struct error *e) {
    char shown[TEXT_PRINTABLE];
    const struct comparison_result *c = f->c;
    bool any = false;
    f->drawn = arena_alloc(f->arena, (size_t)c->rows, sizeof *f->drawn);
    f->word.text = arena_alloc(f->arena, (size_t)c->rows, sizeof *f->word.text);
    f->name.text = arena_alloc(f->arena, (size_t)c->rows, sizeof *f->name.text);
    f->without.text = arena_alloc(f->arena, FILL_ROWS, sizeof *f->without.text);
    for (int i = 0; i < c->rows; i++) {
        bool is = kind_of(f, &c->row[i]) && has_values(f, &c->row[i]);
        any |= is;
        if (is)
            choose(f, &c->row[i]);
    }
    if (!any && *f->of->kind)
        return error_set(e, EXIT_USAGE,
                         "there is no '%s' with these values; a kind is the name of a row without its options, such as "
                         "%s",
                         text_printable(shown, *f->of->kind), plain(f, c->row, c->row->name));
    return f->count ||
           error_set(e, EXIT_USAGE, "none of the chosen models has a number by %s there", f->of->over->name);
}

/* Of more curves than one can read those with the model of each kind that is best in range. */
static void keep_best(struct filling *f) {
    struct texts kind = {arena_alloc(f->arena, (size_t)f->count, sizeof *kind.text), 0},
                 name = {arena_alloc(f->arena, (size_t)f->count, sizeof *name.text), 0};
    const struct swept_row *end = f->drawn + f->count, **best = arena_alloc(f->arena, (size_t)f->count, sizeof(void *));
    for (const struct swept_row *d = f->drawn; d < end; d++) {
        const struct swept_row **of = &best[row_of(&kind, f->count, kind_of(f, d->row))];
        if (!*of || d->row->of[METRIC_ACCURACY][IN_RANGE].mean > (*of)->row->of[METRIC_ACCURACY][IN_RANGE].mean)
            *of = d;
    }
    for (int k = 0; k < kind.count; k++)
        row_of(&name, f->count, f->name.text[best[k]->curve]);
    f->count = 0;
    for (const struct swept_row *d = f->drawn; d < end; d++) {
        int curve = row_of(&name, 0, f->name.text[d->curve]);
        if (curve < name.count)
            f->drawn[f->count++] = (struct swept_row){d->row, d->x, curve};
    }
    f->name = name;
}

/* ---- The picture */

static int by_x(const void *a, const void *b) {
    double x = ((const struct chart_point *)a)->x, y = ((const struct chart_point *)b)->x;
    return (x > y) - (x < y);
}

static int by_seed(const void *a, const void *b) {
    const struct chart_seed *x = a, *y = b;
    return x->seed != y->seed ? (x->seed > y->seed) - (x->seed < y->seed) : (x->x > y->x) - (x->x < y->x);
}

static void fill_curve(const struct filling *f, int curve) {
    const struct swept_row *first = f->drawn, *end = f->drawn + f->count;
    int points = 0, seeds = 0;
    while (first->curve != curve)
        first++;
    for (const struct swept_row *d = first; d < end; d++) {
        points += d->curve == curve;
        seeds += d->curve == curve ? summary_of(f, d->row).n : 0;
    }
    struct chart_curve *v =
        chart_add_curve(f->chart, f->name.text[curve], fill_sign(first->row->first->settings), points, f->arena);
    v->seed = arena_alloc(f->arena, (size_t)seeds, sizeof *v->seed);
    for (const struct swept_row *d = first; d < end; d++) {
        const struct series *of = d->row->first->series;
        struct summary s = summary_of(f, d->row);
        if (d->curve != curve)
            continue;
        v->point[v->points++] = chart_mean(d->x, d->x, metrics[f->of->metric].quantity.scale, s);
        for (const struct member *m = of->first; m < of->end && s.n > 1; m++)
            fill_seed(v, m, d->row->policy, f->of->metric, f->of->at, d->x);
    }
    qsort(v->point, (size_t)v->points, sizeof *v->point, by_x);
    qsort(v->seed, (size_t)v->seeds, sizeof *v->seed, by_seed);
}

static void fill_axis(const struct filling *f) {
    struct chart *chart = f->chart;
    int count = 0;
    double *x = arena_alloc(f->arena, (size_t)f->count, sizeof *x);
    for (int i = 0; i < f->count; i++)
        x[i] = f->drawn[i].x;
    sort_ascending(x, f->count);
    for (int i = 0; i < f->count; i++)
        if (i == 0 || x[i] != x[i - 1])
            x[count++] = x[i];
    double low = x[0], high = x[count - 1], aside = low < high ? PAD * (high - low) : fmax(fabs(low), 1) / 2;
    chart->word = has_numbers(f) ? NULL : f->word.text;
    chart->log_x = has_numbers(f) && low > 0 && high / low >= (f->of->over->longest ? 1.01 : DECADE);
    chart->x_low = chart->log_x ? low / pow(high / low, PAD) : low - aside;
    chart->x_high = chart->log_x ? high * pow(high / low, PAD) : high + aside;
    int every = (count + CHART_TICKS - 1) / CHART_TICKS; /* each value has a tick, or each second, third, ... */
    for (int i = 0; i < count; i += every)
        chart->tick[chart->ticks++] = x[i];
}

/* ---- What is said */

static const char *note(const struct filling *f) {
    const struct sweeps *all = &f->c->sweeps;
    const char *other = "", *without = "", *text = "";
    for (int i = 0; i < all->count; i++)
        other = text_join(other, ", ", names_curves(f, i) ? all->of[i].name : "", f->arena);
    for (int i = 0; i < f->without.count; i++)
        without = text_join(without, ", ", f->without.text[i], f->arena);
    const char *const part[] = {
        f->of->at != IN_RANGE && !*f->of->kind ? "Each encoding under its first policy (no fix)." : "",
        *other ? arena_format(f->arena, "One curve for each combination (%s): none is averaged.", other) : "",
        *without ? arena_format(f->arena, "Not shown, since they have no %s: %s.", f->of->over->name, without) : "",
        f->all > f->name.count ? arena_format(f->arena,
                                              "Of %d curves, one is drawn per encoding: its best model in range. "
                                              "`poslab plot sweep` with KEY=VALUE draws others.",
                                              f->all)
                               : "",
    };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        text = text_join(text, " ", part[i], f->arena);
    return arena_format(f->arena, "%s%s", fill_means_text(f->chart), text);
}

static const char *describe(const struct filling *f) {
    const struct chart *chart = f->chart;
    char x[CHART_X], end[CHART_X];
    const char *text = arena_format(f->arena, "%s (%s).", chart->title, chart->y_title);
    for (const struct chart_curve *v = chart->curve; v < chart->curve + chart->curves; v++) {
        const struct chart_point *last = &v->point[v->points - 1];
        text = arena_format(f->arena, "%s %s: %.*f at %s", text, v->name, chart->digits, v->point->y,
                            chart_x(chart, v->point->x, x));
        text = v->points > 1 ? arena_format(f->arena, "%s, %.*f at %s.", text, chart->digits, last->y,
                                            chart_x(chart, last->x, end))
                             : arena_format(f->arena, "%s.", text);
    }
    return text;
}

bool fill_sweep(struct chart *chart, const struct comparison_result *c, const struct fill_over *of, struct arena *arena,
                struct error *e) {
    struct filling f = {.chart = chart, .c = c, .of = of, .arena = arena};
    const struct metric *m = &metrics[of->metric];
    *chart = fill_chart(m, arena);
    if (!choose_rows(&f, e))
        return false;
    f.all = f.name.count;
    if (f.all > SWEEP_CURVES)
        keep_best(&f);
    fill_axis(&f);
    for (int k = 0; k < c->baselines && !m->of_run; k++)
        fill_level(chart, c, k, of->metric, of->at, arena);
    chart->curve = arena_alloc(arena, (size_t)f.name.count, sizeof *chart->curve);
    for (int k = 0; k < f.name.count; k++)
        fill_curve(&f, k);
    chart_fit(chart);
    const char *at = of->at != IN_RANGE ? arena_format(arena, " at %d words", c->words[of->at].high)
                     : m->of_run        ? ""
                                        : " in range";
    chart->title = arena_format(arena, "%s%s, by %s", fill_title(m, arena), at,
                                of->over->longest ? "trained length" : of->over->name);
    chart->x_title = of->over->longest ? "trained length in words" : of->over->name;
    chart->subtitle = fill_subtitle(c, arena);
    for (int i = 0; i < c->sweeps.count; i++)
        if (of->only[i])
            chart->subtitle = arena_format(arena, "%s, %s=%s", chart->subtitle, c->sweeps.of[i].name, of->only[i]);
    chart->note = note(&f);
    chart->describe = describe(&f);
    return true;
}
