/* view_status.c -- see view_status.h. */
#include "result/view_status.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/advice.h"
#include "base/text.h"
#include "base/utf8.h"

enum { MOST = 15, SILENT = 120 }; /* lines of each table; seconds without a report after which that is printed */

/* ---- The first line */

static const char *counts(const int count[STATUSES], struct arena *arena) {
    static const enum member_status told[] = {STATUS_RUNNING, STATUS_STOPPED, STATUS_FAILED, STATUS_WAITING};
    const char *out = "";
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (count[told[i]])
            out = arena_format(arena, "%s, %d %s", out, count[told[i]], status_names[told[i]]);
    return out;
}

static const char *left(const struct status *s, struct arena *arena) {
    char duration[32];
    if (isnan(s->seconds))
        return "";
    text_duration(duration, sizeof duration, s->seconds);
    return arena_format(arena, s->idle ? "; about %s left with one process" : "; about %s left", duration);
}

const char *view_status_counts(const struct status *s, bool with_left, struct arena *arena) {
    return arena_format(arena, "%d of %d model%s finished%s%s", s->count[STATUS_FINISHED], s->members,
                        text_plural(s->members), counts(s->count, arena), with_left ? left(s, arena) : "");
}

const char *view_status_line(const struct status *s, bool with_left, struct arena *arena) {
    return arena_format(arena, "%s: %s", text_shown(s->folder, arena), view_status_counts(s, with_left, arena));
}

/* ---- Tables: the first column gives way, then the last ones go */

enum { COLUMNS = 6, NARROWEST = 12, GAP = 2 };

struct lines {
    int columns, rows, more;             /* more: rows that are not shown */
    unsigned numbers;                    /* bit i: column i is of numbers, to the right */
    const char *cell[MOST + 1][COLUMNS]; /* the head first */
};

/* The next row, to be filled; NULL: it is one too many. */
static const char **add_row(struct lines *t) {
    if (t->rows <= MOST)
        return t->cell[t->rows++];
    t->more++;
    return NULL;
}

static int larger(int a, int b) { return a > b ? a : b; }

/* How wide each column is; returns how many there is room for. */
static int fit(const struct lines *t, int width, int column[COLUMNS]) {
    int total = -GAP, shown = t->columns;
    for (int i = 0; i < t->columns; i++) {
        column[i] = 0;
        for (int row = 0; row < t->rows; row++)
            column[i] = larger(column[i], utf8_columns(t->cell[row][i]));
        total += column[i] + GAP;
    }
    for (; shown > 1 && total - column[0] + NARROWEST > width; shown--)
        total -= column[shown - 1] + GAP;
    column[0] -= total > width ? total - width : 0;
    return shown;
}

static void draw(const struct screen *s, const struct lines *t) {
    int column[COLUMNS] = {0}, columns = t->rows > 1 ? fit(t, s->width, column) : 0;
    if (columns)
        fputc('\n', s->out);
    for (int row = 0; row < t->rows && columns; row++) {
        for (int i = 0; i < columns; i++) {
            bool number = t->numbers >> i & 1, last = i == columns - 1 && i > 0 && !number;
            fprintf(s->out, "%*s", i ? GAP : 0, "");
            screen_fit(s, t->cell[row][i], last ? utf8_columns(t->cell[row][i]) : column[i], number);
        }
        fputc('\n', s->out);
    }
    if (t->more)
        fprintf(s->out, "and %d more\n", t->more);
}

/* ---- What is printed */

/* Comparisons that are not finished, beside others. */
static void draw_folders(const struct screen *s, const struct status *of, struct arena *arena) {
    struct lines t = {.columns = 6,
                      .rows = 1,
                      .numbers = 0x3e,
                      .cell = {{"not finished", "finished", "running", "stopped", "failed", "waiting"}}};
    static const enum member_status shown[] = {STATUS_RUNNING, STATUS_STOPPED, STATUS_FAILED, STATUS_WAITING};
    for (const struct status_folder *f = of->first; f; f = f->next) {
        const char **cell = f->count[STATUS_FINISHED] < f->members ? add_row(&t) : NULL;
        if (!cell)
            continue;
        cell[0] = text_shown(f->folder, arena);
        cell[1] = arena_format(arena, "%d of %d", f->count[STATUS_FINISHED], f->members);
        for (int i = 0; i < 4; i++)
            cell[i + 2] = f->count[shown[i]] ? arena_format(arena, "%d", f->count[shown[i]]) : "";
    }
    if (of->folders > 1)
        draw(s, &t);
}

const char *view_status_speed(const struct status_member *m, struct arena *arena) {
    const struct run_progress *h = &m->holder;
    if (h->evaluating || h->steps_per_second <= 0)
        return "";
    return arena_format(arena, h->steps_per_second < 100 ? "%.2g" : "%.0f", h->steps_per_second);
}

/* "node1 (12345), silent for 5 min" */
static const char *where(const struct run_progress *h, struct arena *arena) {
    char spent[32];
    double silent = (double)time(NULL) - h->time;
    if (!*h->host)
        return "";
    const char *out = arena_format(arena, "%s (%ld)", h->host, h->process);
    if (h->evaluating || silent < SILENT)
        return out;
    return arena_format(arena, "%s, silent for %s", out, text_duration(spent, sizeof spent, silent));
}

static void draw_running(const struct screen *s, const struct status *of, struct arena *arena) {
    struct lines t = {.columns = 4, .rows = 1, .numbers = 0x6, .cell = {{"running", "step", "steps/s", "where"}}};
    for (const struct status_member *m = of->member; m; m = m->next) {
        const char **cell = m->status == STATUS_RUNNING ? add_row(&t) : NULL;
        if (!cell)
            continue;
        const struct run_progress *h = &m->holder;
        cell[0] = text_shown(m->name, arena);
        cell[1] = h->evaluating ? "evaluation" : arena_format(arena, "%d of %d", h->step, m->steps);
        cell[2] = view_status_speed(m, arena);
        cell[3] = where(h, arena);
    }
    draw(s, &t);
}

/* Each in full, as it may say what to do. */
static void draw_failed(const struct screen *s, const struct status *of, struct arena *arena) {
    int lines = 0, failed = 0, shown = 0;
    for (const struct status_member *m = of->member; m; m = m->next) {
        if (!m->failure)
            continue;
        const char *text =
            arena_format(arena, "%s failed after step %d of %d (exit code %d, on %s): %s", text_shown(m->name, arena),
                         m->failure->step, m->steps, m->failure->code, m->failure->host, m->failure->text);
        lines += 1 + utf8_columns(text) / s->width;
        failed++;
        if (lines > MOST && shown)
            continue;
        fputs(shown++ ? "" : "\n", s->out);
        screen_say(s, 2, "%s", text);
    }
    if (failed > shown)
        fprintf(s->out, "and %d more failed\n", failed - shown);
}

static void say_others(const struct screen *s, const struct status *of, struct arena *arena) {
    for (const struct status_folder *f = of->first; f; f = f->next)
        if (f->others)
            screen_say(s, 0, "%d folder%s in %s %s not belong to this comparison: %s%s", f->others,
                       text_plural(f->others), text_shown(f->folder, arena), f->others == 1 ? "does" : "do",
                       text_shown(f->other[0], arena), f->others > 1 ? ", ..." : "");
}

/* What to call, where that is plain. */
static void say_next(const struct screen *s, const struct status *of, struct arena *arena) {
    const struct status_folder *f = of->first;
    const char *folder = text_quote(f->folder, arena);
    enum exit_code code = status_code(of);
    const char *call = f->single
                           ? arena_format(arena, "%s train --run %s --resume", advice_name(), folder)
                           : arena_format(arena, "%s compare %s --run %s", advice_name(),
                                          text_quote(arena_format(arena, "%s/config.ini", f->folder), arena), folder);
    if (of->folders > 1 || of->count[STATUS_RUNNING])
        return;
    if (code != EXIT_DONE || !f->single) /* a command stays in one line */
        fprintf(s->out, "%s: %s%s\n",
                code == EXIT_STOPPED  ? "Nothing is running. To continue"
                : code == EXIT_FAILED ? "To try again"
                                      : "The table",
                call, code == EXIT_FAILED && !f->single ? " --retry-failed" : "");
}

void view_status(const struct screen *s, const struct status *of) {
    struct arena arena = {0};
    screen_say(s, 0, "%s", view_status_line(of, true, &arena));
    draw_folders(s, of, &arena);
    draw_running(s, of, &arena);
    draw_failed(s, of, &arena);
    say_others(s, of, &arena);
    say_next(s, of, &arena);
    arena_free(&arena);
}

/* ---- The document */

static json_t *counts_json(const int count[STATUSES], int members) {
    return json_pack("{si si si si si si}", "models", members, "finished", count[STATUS_FINISHED], "running",
                     count[STATUS_RUNNING], "stopped", count[STATUS_STOPPED], "failed", count[STATUS_FAILED], "waiting",
                     count[STATUS_WAITING]);
}

static json_t *folder_json(const struct status_folder *f, struct arena *arena) {
    json_t *others = json_array(),
           *all = json_pack("{ss sb}", "folder", text_shown(f->folder, arena), "single", f->single);
    for (int i = 0; i < f->others; i++)
        json_array_append_new(others, json_string(text_shown(f->other[i], arena)));
    json_object_update_new(all, counts_json(f->count, f->members));
    json_object_set_new(all, "other_runs", others);
    return all;
}

static json_t *member_json(const struct status_member *m, struct arena *arena) {
    const struct run_progress *h = &m->holder;
    json_t *all = json_pack("{ss ss si si}", "folder", text_shown(m->folder, arena), "status", status_names[m->status],
                            "step", m->failure ? m->failure->step : h->step, "steps", m->steps);
    if (m->status == STATUS_RUNNING)
        json_object_update_new(all, json_pack("{ss sI sf sb sI}", "host", h->host, "process", (json_int_t)h->process,
                                              "steps_per_second", h->steps_per_second, "evaluating", h->evaluating,
                                              "time", (json_int_t)h->time));
    if (m->failure)
        json_object_update_new(
            all, json_pack("{ss si ss}", "host", m->failure->host, "code", m->failure->code, "why", m->failure->text));
    return all;
}

json_t *view_status_json(const struct status *s) {
    struct arena arena = {0};
    json_t *folders = json_array(), *members = json_array();
    json_t *all = json_pack("{ss}", "folder", text_shown(s->folder, &arena));
    for (const struct status_folder *f = s->first; f; f = f->next)
        json_array_append_new(folders, folder_json(f, &arena));
    for (const struct status_member *m = s->member; m; m = m->next)
        json_array_append_new(members, member_json(m, &arena));
    json_object_update_new(all, counts_json(s->count, s->members));
    json_object_set_new(all, "seconds_left", isnan(s->seconds) ? json_null() : json_real(s->seconds));
    json_object_set_new(all, "of_one_process", json_boolean(s->idle));
    json_object_set_new(all, "folders", folders);
    json_object_set_new(all, "unfinished", members);
    arena_free(&arena);
    return all;
}
