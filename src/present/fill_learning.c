/* fill_learning.c -- accuracy on the training batches by step; see fill.h. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "present/course.h"
#include "present/fill.h"
#include "train/train.h"

enum { LINE_BYTES = 4096 };

static void add_line(struct course *course, const char *line, int steps) {
    json_t *json = json_loads(line, 0, NULL);
    const json_t *step = json_object_get(json, "step"), *accuracy = json_object_get(json, "accuracy");
    if (json_is_integer(step) && json_is_number(accuracy))
        course_add(course, (int)json_integer_value(step), steps, json_number_value(accuracy));
    json_decref(json);
}

static bool read_course(struct course *course, const struct result *f, const struct member *m, struct error *e) {
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

/* How many of the members like `first` have one; -1: *e says which cannot be read. */
static int read_courses(struct course *course, const struct result *f, const struct member *first, struct error *e) {
    const struct comparison_result *c = &f->result;
    int n = 0;
    const struct member *end, *m = members_alike(c, first, &end);
    for (; m < end; m++) {
        if (m->status != STATUS_FINISHED)
            continue;
        if (!read_course(&course[n], f, m, e))
            return -1;
        n += course[n].lines > 0;
    }
    return n;
}

static bool drawn(const struct chart *chart, const char *label) {
    for (int k = 0; k < chart->curves; k++)
        if (strcmp(chart->curve[k].name, label) == 0)
            return true;
    return false;
}

static void fill_chance(struct chart *chart, const struct comparison_result *c, struct arena *arena) {
    double y = 100 * c->chance[METRIC_ACCURACY].in_range;
    struct chart_curve *v = chart_add_baseline(chart, "chance", 2, arena);
    v->point[v->points++] = chart_number(0, y);
    v->point[v->points++] = chart_number(chart->x_high, y);
}

static void fill_texts(struct chart *chart, const struct result *f, const struct fill_rows *rows, struct arena *arena) {
    chart->describe = arena_format(
        arena, "Accuracy in percent on the batches of training against the step, %d curves, up to step %g.",
        chart->curves, chart->x_high);
    chart->note = arena_format(arena, "%s%s%sEach point is the mean of a sixtieth of the steps.",
                               fill_folders_brief(&f->result, arena), fill_rows_text(rows),
                               f->single ? "" : "Means over seeds; shaded: 95 % intervals. ");
    chart->title = "Accuracy while learning";
    chart->subtitle = fill_subtitle(&f->result, arena);
}

bool fill_learning(struct chart *chart, const struct result *f, const struct fill_rows *rows, struct arena *arena,
                   struct error *e) {
    const struct comparison_result *c = &f->result;
    struct course *course = arena_alloc(arena, (size_t)c->members + 1, sizeof *course);
    *chart = (struct chart){
        .x_title = "step", .y_title = "accuracy in %, training batches", .band = true, .digits = 1, .y_most = 100};
    chart->curve = arena_alloc(arena, (size_t)rows->count, sizeof *chart->curve);
    for (int i = 0; i < rows->count; i++) {
        const struct member *m = c->row[rows->row[i]].first;
        int n = drawn(chart, m->label) ? 0 : read_courses(course, f, m, e);
        if (n < 0)
            return false;
        if (n > 0) {
            const struct training *t = &m->settings->train;
            const struct course_curve of = {course, n, t->steps, t->batch, &metrics[METRIC_ACCURACY], false};
            course_fill(chart_add_curve(chart, m->label, fill_kind(m->settings), COURSE_STRETCHES, arena), &of, arena);
            chart->x_high = fmax(chart->x_high, t->steps);
        }
    }
    fill_chance(chart, c, arena);
    chart_fit(chart);
    fill_texts(chart, f, rows, arena);
    return chart->curves > 0 ||
           error_set(e, EXIT_USAGE, "%s holds no %s: learning curves need it", c->folder, RUN_LOG_FILE);
}
