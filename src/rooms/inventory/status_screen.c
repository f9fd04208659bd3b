/* status_screen.c -- see status_screen.h. */
#include "inventory/status_screen.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/advice.h"
#include "base/text.h"
#include "base/utf8.h"
#include "draw/table.h"
#include "format/json.h"

enum { MOST = 15, SILENT = 120 }; /* lines of each table; seconds without a report after which that is printed */

/* ---- The first line */

const char *status_line(const struct status *s, bool left, struct arena *arena) {
    static const enum run_status told[] = {STATUS_RUNNING, STATUS_STOPPED, STATUS_FAILED, STATUS_WAITING};
    const char *out = arena_format(arena, "%s: %d of %d model%s finished", text_shown(s->folder, arena),
                                   s->count[STATUS_FINISHED], s->members, text_plural(s->members));
    char duration[32];
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (s->count[told[i]])
            out = arena_format(arena, "%s, %d %s", out, s->count[told[i]], status_names[told[i]]);
    return !left || isnan(s->seconds)
               ? out
               : arena_format(arena, s->idle ? "%s; about %s left with one process" : "%s; about %s left", out,
                              text_duration(duration, sizeof duration, s->seconds));
}

/* ---- Its tables */

static struct cell count_cell(int count) { return cell_drawn(cell_count(count), count ? NULL : ""); }

/* Comparisons and runs; `unfinished`: those alone. */
static void fill_folders(struct table *t, const struct status *s, bool unfinished, struct arena *arena) {
    static const struct table_label labels[] = {{"folder", "not finished", SHOW_ALL, LABEL_CUT},
                                                {"single", "", SHOW_JSON, LABEL_TEXT},
                                                {"models", "", SHOW_JSON, LABEL_TEXT},
                                                {"finished", "finished", SHOW_ALL, LABEL_NUMBER},
                                                {"running", "running", SHOW_ALL, LABEL_NUMBER},
                                                {"stopped", "stopped", SHOW_ALL, LABEL_NUMBER},
                                                {"failed", "failed", SHOW_ALL, LABEL_NUMBER},
                                                {"waiting", "waiting", SHOW_ALL, LABEL_NUMBER},
                                                {0}};
    table_begin(t, labels, 0, s->folders, arena);
    t->most = MOST;
    for (const struct status_folder *f = s->first; f; f = f->next) {
        const struct cell label[] = {
            cell_text(text_shown(f->folder, arena)),
            cell_flag(f->single),
            cell_count(f->members),
            cell_drawn(cell_count(f->count[STATUS_FINISHED]),
                       arena_format(arena, "%d of %d", f->count[STATUS_FINISHED], f->members)),
            count_cell(f->count[STATUS_RUNNING]),
            count_cell(f->count[STATUS_STOPPED]),
            count_cell(f->count[STATUS_FAILED]),
            count_cell(f->count[STATUS_WAITING]),
        };
        if (!unfinished || f->count[STATUS_FINISHED] < f->members)
            table_add_row(t, label);
    }
}

/* Steps a second of one that runs; "" where they are not known. */
static const char *speed_of(const struct status_member *m, struct arena *arena) {
    const struct run_progress *h = &m->holder;
    if (h->evaluating || h->steps_per_second <= 0)
        return "";
    return arena_format(arena, h->steps_per_second < 10 ? "%.2g" : "%.0f", h->steps_per_second);
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

/* Models that run, were stopped or failed; `running`: those alone. */
static void fill_members(struct table *t, const struct status *s, bool running, struct arena *arena) {
    static const struct table_label labels[] = {
        {"name", "running", SHOW_DRAWN, LABEL_CUT},  {"folder", "", SHOW_JSON, LABEL_TEXT},
        {"status", "", SHOW_JSON, LABEL_TEXT},       {"step", "step", SHOW_ALL, LABEL_NUMBER},
        {"steps", "", SHOW_JSON, LABEL_TEXT},        {"host", "", SHOW_JSON, LABEL_TEXT},
        {"process", "", SHOW_JSON, LABEL_TEXT},      {"steps_per_second", "steps/s", SHOW_ALL, LABEL_NUMBER},
        {"evaluating", "", SHOW_JSON, LABEL_TEXT},   {"time", "", SHOW_JSON, LABEL_TEXT},
        {"where", "where", SHOW_DRAWN, LABEL_BELOW}, {"code", "", SHOW_JSON, LABEL_TEXT},
        {"why", "", SHOW_JSON, LABEL_TEXT},          {0}};
    const struct cell nothing = {0};
    table_begin(t, labels, 0, s->members, arena);
    t->most = MOST;
    for (const struct status_member *m = s->member; m; m = m->next) {
        const struct run_progress *h = m->status == STATUS_RUNNING ? &m->holder : NULL;
        const struct failure *f = m->failure;
        const struct cell label[] = {
            cell_text(text_shown(m->name, arena)),
            cell_text(text_shown(m->folder, arena)),
            cell_text(status_names[m->status]),
            cell_drawn(cell_count(f ? f->step : m->holder.step),
                       h && h->evaluating ? "evaluation" : arena_format(arena, "%d of %d", m->holder.step, m->steps)),
            cell_count(m->steps),
            cell_text(f   ? f->host
                      : h ? h->host
                          : NULL),
            h ? cell_count(h->process) : nothing,
            h ? cell_drawn(cell_number(h->steps_per_second), speed_of(m, arena)) : nothing,
            h ? cell_flag(h->evaluating) : nothing,
            h ? cell_count((long)h->time) : nothing,
            cell_text(h ? where(h, arena) : NULL),
            f ? cell_count(f->code) : nothing,
            cell_text(f ? f->text : NULL),
        };
        if (!running || h)
            table_add_row(t, label);
    }
}

/* ---- What is printed */

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
        fprintf(s->out, "%s: %s\n",
                code == EXIT_STOPPED  ? "Nothing is running. To continue"
                : code == EXIT_FAILED ? "To try again"
                                      : "The table",
                call);
}

void status_screen(const struct screen *s, const struct status *of) {
    struct arena arena = {0};
    struct table folders, running;
    screen_say(s, 0, "%s", status_line(of, true, &arena));
    fill_folders(&folders, of, true, &arena);
    fputs(of->folders > 1 && folders.rows ? "\n" : "", s->out);
    if (of->folders > 1)
        table_terminal(s, &folders);
    fill_members(&running, of, true, &arena);
    fputs(running.rows ? "\n" : "", s->out);
    table_terminal(s, &running);
    draw_failed(s, of, &arena);
    say_next(s, of, &arena);
    arena_free(&arena);
}

json_t *status_json(const struct status *s) {
    struct arena arena = {0};
    struct table folders, members;
    fill_folders(&folders, s, false, &arena);
    fill_members(&members, s, false, &arena);
    json_t *all = json_pack("{ss si si si si si si so sb so so}", "folder", text_shown(s->folder, &arena), "models",
                            s->members, "finished", s->count[STATUS_FINISHED], "running", s->count[STATUS_RUNNING],
                            "stopped", s->count[STATUS_STOPPED], "failed", s->count[STATUS_FAILED], "waiting",
                            s->count[STATUS_WAITING], "seconds_left", json_finite(s->seconds), "of_one_process",
                            s->idle, "folders", table_json(&folders), "unfinished", table_json(&members));
    arena_free(&arena);
    return all;
}
