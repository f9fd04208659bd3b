/* fill_learning.c -- accuracy on the training batches by step; see fill_learning.h. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "result/chart_rows.h"
#include "result/comparison_notes.h"
#include "result/fill_folders.h"
#include "result/fill_learning.h"
#include "result/learning_curve.h"
#include "result/table_columns.h"
#include "study/pairs.h"
#include "study/read_results.h"
#include "study/result.h"
#include "study/series.h"
#include "train/train.h"

enum { LINE_BYTES = 4096 };

static void add_line(struct learning_curves *course, const char *line, int steps) {
    json_t *json = json_loads(line, 0, NULL);
    const json_t *step = json_object_get(json, "step"), *accuracy = json_object_get(json, "accuracy");
    if (json_is_integer(step) && json_is_number(accuracy))
        learning_curves_add(course, (int)json_integer_value(step), steps, json_number_value(accuracy));
    json_decref(json);
}

static bool read_course(struct learning_curves *course, const struct result *f, const struct member *m,
                        struct error *e) {
    char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH], line[LINE_BYTES];
    uint64_t size;
    memset(course, 0, sizeof *course);
    if (!member_folder(folder, &f->result, m, e) || !file_path(path, folder, RUN_LOG_FILE, e))
        return false;
    FILE *file = file_missing(path) ? NULL : file_open(path, &size, e);
    if (!file)
        return file_missing(path);
    while (fgets(line, sizeof line, file))
        add_line(course, line, m->settings->train.steps);
    bool ok = !ferror(file) || error_io(e, "read", path);
    fclose(file);
    return ok;
}

/* Whether what it has learned so far is drawn. */
static bool is_drawn(const struct member *m) {
    return m->status == STATUS_FINISHED || m->status == STATUS_RUNNING || m->status == STATUS_STOPPED;
}

/* How many seeds have one; -1: *e says which cannot be read. */
static int read_courses(struct learning_curves *course, const struct result *f, const struct series *s,
                        struct error *e) {
    int n = 0;
    for (const struct member *m = s->first; m < s->end; m++) {
        if (!is_drawn(m))
            continue;
        if (!read_course(&course[n], f, m, e))
            return -1;
        n += course[n].lines > 0;
    }
    return n;
}

/* "rope", "rope (running)", "rope (1 of 3 running)" */
static const char *name_of(const struct series *s, struct arena *arena) {
    static const enum member_status told[] = {STATUS_RUNNING, STATUS_STOPPED};
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

/* A row or label of this name; "rope" of several folders is that of each. */
static bool add_named(struct fill_learners *l, const struct comparison_result *c, const char *name, struct error *e) {
    bool found = false;
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        bool is = plain_same(s->first->label, name);
        for (int i = 0; i < c->rows && !is; i++)
            is = c->row[i].first->series == s && plain_same(c->row[i].name, name);
        if (is)
            add(l, s);
        found |= is;
    }
    return found || row_unknown(c, name, e);
}

bool fill_learners_choose(struct fill_learners *l, const struct comparison_result *c, const char *const *names,
                          struct error *e) {
    struct fill_rows rows = {0};
    *l = (struct fill_learners){.says = ""};
    for (const char *const *name = names; *name; name++)
        if (!add_named(l, c, *name, e))
            return false;
    if (*names)
        return true;
    if (c->rows && !fill_choose(&rows, c, names, e))
        return false;
    fill_learners(l, c, &rows);
    return true;
}

/* ---- The chart */

static void fill_texts(struct chart *chart, const struct result *f, const struct fill_learners *l,
                       struct arena *arena) {
    chart->describe = arena_format(
        arena, "Accuracy in percent on the batches of training against the step, %d curves, up to step %g.",
        chart->curves, chart->x_high);
    chart->note =
        arena_format(arena, "%s%s%s" LEARNING_NOTE "%s", fill_folders_brief(&f->result, arena), l->says,
                     f->single ? "" : "Means over seeds; shaded: 95 % intervals. ", fill_unfinished(&f->result, arena));
    chart->title = "Accuracy while learning";
    chart->subtitle = fill_subtitle(&f->result, arena);
}

bool fill_learning(struct chart *chart, const struct result *f, const struct fill_learners *l, struct arena *arena,
                   struct error *e) {
    const struct comparison_result *c = &f->result;
    const struct metric *accuracy = &metrics[METRIC_ACCURACY];
    struct learning_curves *course = arena_alloc(arena, (size_t)c->members + 1, sizeof *course);
    learning_chart(chart, accuracy, l->count, arena);
    for (int i = 0; i < l->count; i++) {
        const struct series *s = l->of[i];
        int n = read_courses(course, f, s, e);
        if (n < 0)
            return false;
        if (n > 0) {
            const struct settings *settings = s->first->settings;
            const struct training *t = &settings->train;
            const struct learning_curve of = {course, n, t->steps, t->batch, accuracy, false};
            learning_curves_fill(
                chart_add_curve(chart, name_of(s, arena), fill_sign(settings), COURSE_STRETCHES, arena), &of, arena);
            chart->x_high = fmax(chart->x_high, t->steps);
        }
    }
    if (compare_count(c, STATUS_FINISHED)) /* results say what chance is */
        fill_level(chart, "chance", accuracy, c->chance[METRIC_ACCURACY].at[IN_RANGE], 0, chart->x_high, arena);
    chart_fit(chart);
    fill_texts(chart, f, l, arena);
    return chart->curves > 0 ||
           error_set(e, EXIT_USAGE, "%s has no %s, which learning curves need", c->folder, RUN_LOG_FILE);
}
