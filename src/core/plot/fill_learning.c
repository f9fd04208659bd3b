/* fill_learning.c -- see fill_learning.h. */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "plot/chart_rows.h"
#include "plot/fill_learning.h"
#include "result/comparison_notes.h"
#include "result/table_lengths.h"
#include "study/pairs.h"
#include "study/read_results.h"
#include "study/series.h"
#include "train/train.h"

/* ---- Courses */

void course_add(struct course *c, int step, int steps, double value) {
    int k = steps > 0 ? (int)((long long)(step - 1) * COURSE_STRETCHES / steps) : 0;
    k = k < 0 ? 0 : k >= COURSE_STRETCHES ? COURSE_STRETCHES - 1 : k;
    c->sum[k] += value;
    c->count[k]++;
    c->lines++;
}

void courses_fill(struct chart *chart, const char *name, struct sign sign, const struct courses *of,
                  struct arena *arena) {
    const struct quantity *q = &of->metric->quantity;
    struct chart_curve *v = chart_add_curve(chart, name, sign, COURSE_STRETCHES, arena);
    double *x = arena_alloc(arena, (size_t)of->seeds, sizeof *x);
    for (int k = 0; k < COURSE_STRETCHES; k++) {
        double step = of->steps * (k + 0.5) / COURSE_STRETCHES;
        struct seeds s = {.value = x, .low = q->low, .high = q->high, .shared = (double)NAN};
        for (const struct course *c = of->of; c < of->of + of->seeds; c++)
            if (c->count[k]) {
                s.examples = isinf(q->high - q->low) ? 0 : of->batch * c->count[k];
                x[s.n++] = c->sum[k] / c->count[k];
            }
        if (s.n && (s.n == of->seeds || !of->training))
            v->point[v->points++] = chart_mean(step, step, q->scale, seeds_summary(&s));
    }
    if (of->seeds < 2 || of->seeds >= CHART_INTERVAL_FROM)
        return;
    v->seed = arena_alloc(arena, (size_t)of->seeds * COURSE_STRETCHES, sizeof *v->seed);
    for (const struct course *c = of->of; c < of->of + of->seeds; c++)
        for (int k = 0; k < COURSE_STRETCHES; k++)
            if (c->count[k])
                v->seed[v->seeds++] = (struct chart_seed){of->steps * (k + 0.5) / COURSE_STRETCHES,
                                                          q->scale * c->sum[k] / c->count[k], c->seed};
}

void learning_chart(struct chart *chart, const struct metric *m, int curves, struct arena *arena) {
    *chart = fill_chart(m, arena);
    chart->x_title = "step";
    chart->y_title = arena_format(arena, "%s, training batches", chart->y_title);
    chart->band = true;
    chart->curve = arena_alloc(arena, (size_t)curves, sizeof *chart->curve);
}

/* ---- From logs */

struct course_of {
    struct course *course;
    int steps;
};

static void add_step(void *of, const struct run_log_row *row) {
    const struct course_of *c = of;
    if (row->step && !isnan(row->accuracy))
        course_add(c->course, row->step, c->steps, row->accuracy);
}

static bool read_course(struct course *course, const struct result *f, const struct member *m, struct error *e) {
    char folder[PATH_MAX_LENGTH];
    struct arena arena = {0};
    *course = (struct course){.seed = m->seed};
    bool ok = member_folder(folder, &f->result, m, e) &&
              run_log_each(folder, add_step, &(struct course_of){course, m->steps}, &arena, e);
    arena_free(&arena);
    return ok;
}

/* What the seeds have learned so far: how many of them something is known of; -1: *e says which cannot be read. */
static int read_courses(struct course *course, const struct result *f, const struct series *s, struct error *e) {
    int n = 0;
    for (const struct member *m = s->first; m < s->end; m++) {
        if (m->status != STATUS_FINISHED && m->status != STATUS_RUNNING && m->status != STATUS_STOPPED)
            continue;
        if (!read_course(&course[n], f, m, e))
            return -1;
        n += course[n].lines > 0;
    }
    return n;
}

/* "rope", "rope (running)", "rope (1 of 3 running)" */
static const char *name_of(const struct series *s, struct arena *arena) {
    static const enum run_status told[] = {STATUS_RUNNING, STATUS_STOPPED};
    const char *label = s->first->label;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const char *status = status_names[told[i]];
        int count = 0;
        for (const struct member *m = s->first; m < s->end; m++)
            count += m->status == told[i];
        if (count)
            return count == series_seeds(s)
                       ? arena_format(arena, "%s (%s)", label, status)
                       : arena_format(arena, "%s (%d of %d %s)", label, count, series_seeds(s), status);
    }
    return label;
}

/* ---- Which models */

/* Adds a label, once. */
static void add(struct fill_learners *l, const struct series *s) {
    for (int i = 0; i < l->count; i++)
        if (l->of[i] == s)
            return;
    if (l->count < FILL_ROWS)
        l->of[l->count++] = s;
}

void fill_learners(struct fill_learners *l, const struct comparison_result *c, const struct fill_rows *rows) {
    *l = (struct fill_learners){.says = fill_rows_text(rows)};
    for (int i = 0; i < rows->count; i++)
        add(l, c->row[rows->row[i]].first->series);
    for (const struct series *s = c->series; s < c->series + c->labels; s++)
        if (!series_model(s))
            add(l, s);
}

/* A name is a row or a label. */
bool fill_learners_choose(struct fill_learners *l, const struct comparison_result *c, const char *const *names,
                          struct error *e) {
    struct fill_rows rows = {0};
    *l = (struct fill_learners){.says = ""};
    for (const char *const *name = names; *name; name++) {
        bool found = false;
        for (const struct series *s = c->series; s < c->series + c->labels; s++) {
            bool is = strcmp(s->first->label, *name) == 0;
            for (int i = 0; i < c->rows && !is; i++)
                is = c->row[i].first->series == s && strcmp(c->row[i].name, *name) == 0;
            if (is)
                add(l, s);
            found |= is;
        }
        if (!found)
            return row_unknown(c, *name, e);
    }
    if (!*names && c->rows && !fill_choose(&rows, c, names, e))
        return false;
    if (!*names)
        fill_learners(l, c, &rows);
    return true;
}

/* ---- The chart */

bool fill_learning(struct chart *chart, const struct result *f, const struct fill_learners *l, struct arena *arena,
                   struct error *e) {
    const struct comparison_result *c = &f->result;
    const struct metric *accuracy = &metrics[METRIC_ACCURACY];
    struct course *course = arena_alloc(arena, (size_t)c->members + 1, sizeof *course);
    learning_chart(chart, accuracy, l->count, arena);
    for (int i = 0; i < l->count; i++) {
        const struct settings s = member_settings(l->of[i]->first);
        int n = read_courses(course, f, l->of[i], e);
        if (n < 0)
            return false;
        if (!n)
            continue;
        courses_fill(chart, name_of(l->of[i], arena), fill_sign(l->of[i]->first->settings),
                     &(struct courses){course, n, l->of[i]->first->steps, s.train.batch, accuracy, false}, arena);
        chart->x_high = fmax(chart->x_high, l->of[i]->first->steps);
    }
    if (compare_count(c, STATUS_FINISHED)) /* results say what chance is */
        fill_level(chart, c, CHANCE, METRIC_ACCURACY, IN_RANGE, arena);
    chart_fit(chart);
    chart->title = "Accuracy while learning";
    chart->subtitle = fill_subtitle(c, arena);
    chart->note =
        arena_format(arena, "%s%s" LEARNING_NOTE "%s", l->says, fill_means_text(chart), fill_unfinished(c, arena));
    chart->describe = arena_format(
        arena, "Accuracy in percent on the batches of training against the step, %d curves, up to step %g.",
        chart->curves, chart->x_high);
    return chart->curves > 0 ||
           error_set(e, EXIT_USAGE, "%s has no %s, which learning curves need", c->folder, RUN_LOG_FILE);
}
