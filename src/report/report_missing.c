/* report_missing.c -- what a report should have shown and could not, each with its reason: members without a result,
 * logs and checkpoints that cannot be read. Where nothing is missing there is no such section. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "format/json.h"
#include "report/report.h"
#include "result/comparison_notes.h"
#include "study/read_results.h"
#include "study/result.h"
#include "train/train.h"

static const size_t LOG_BYTES = (size_t)1 << 32;

void report_miss(struct html *missing, const char *what, const struct error *e) {
    html_raw(missing, "<li>");
    html_text(missing, what);
    html_raw(missing, ": ");
    html_text(missing, e->text);
    html_raw(missing, "</li>\n");
}

static bool is_object(const char *text, size_t size) {
    json_t *line = json_loadb(text, size, 0, NULL);
    bool ok = json_is_object(line);
    json_decref(line);
    return ok;
}

/* Whether every line of the log, which learning curves are drawn from, can be read. */
static bool check_log(const char *path, struct arena *arena, struct error *e) {
    size_t size = 0;
    const char *at = (const char *)file_read(path, LOG_BYTES, arena, &size, e), *end, *stop;
    if (!at)
        return false;
    end = at + size;
    for (int line = 1; at < end; line++, at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (!is_object(at, (size_t)(stop - at)))
            return error_set(e, EXIT_DATA, "%s:%d: the line is damaged, and is left out of the learning curves", path,
                             line);
    }
    return true;
}

/* Whether the member, which is finished, has its checkpoint still. */
static bool has_model(const struct result *f, const struct member *m) {
    char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    struct error e;
    return !m->settings->baseline && member_folder(folder, &f->result, m, &e) && result_checkpoint(path, folder);
}

static void check_member(struct html *missing, const struct result *f, const struct member *m, struct arena *arena) {
    char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    const char *name = f->single ? m->label : m->name;
    struct error e;
    if (m->status != STATUS_FINISHED) {
        error_set(&e, EXIT_FAILED, "%s", member_problem(m, arena));
        report_miss(missing, name, &e);
    } else if (!member_folder(folder, &f->result, m, &e) || !file_path(path, folder, RUN_LOG_FILE, &e) ||
               ((has_model(f, m) || !file_missing(path)) && !check_log(path, arena, &e))) {
        report_miss(missing, name, &e);
    }
}

/* All models that were not kept, in one line. */
static void check_kept(struct html *missing, const struct result *f) {
    const struct comparison_result *c = &f->result;
    char what[64];
    struct error e;
    int count = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        count += m->status == STATUS_FINISHED && !m->settings->baseline && !has_model(f, m);
    snprintf(what, sizeof what, "%d of %d models", count, c->members);
    error_set(&e, EXIT_USAGE,
              "no checkpoint was kept (train.keep = none), so there are no pictures of positions and attention; "
              "without metrics.jsonl there are no learning curves");
    if (count)
        report_miss(missing, what, &e);
}

void report_missing(struct html *h, const struct result *f, struct html *missing) {
    const struct comparison_result *c = &f->result;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        struct arena arena = {0};
        check_member(missing, f, m, &arena);
        arena_free(&arena);
    }
    check_kept(missing, f);
    if (missing->page.size) {
        html_raw(h, "<section id=missing><h2>Missing here, and why</h2>\n<ul>\n");
        html_append(h, missing);
        html_raw(h, "</ul></section>\n");
    } else {
        html_drop(missing);
    }
}
