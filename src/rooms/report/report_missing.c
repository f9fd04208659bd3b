/* report_missing.c -- what a report should have shown and could not, each with its reason: members without a result,
 * checkpoints that cannot be read, logs that are not there. Where nothing is missing there is no such section. */
#include "base/file.h"
#include "report/report.h"
#include "result/comparison_notes.h"
#include "study/read_results.h"
#include "train/train.h"

void report_miss(struct report *r, const char *what, const char *why) {
    html_raw(&r->missing, "<li>");
    html_text(&r->missing, what);
    html_raw(&r->missing, ": ");
    html_text(&r->missing, why);
    html_raw(&r->missing, "</li>\n");
}

/* A finished member has a log, unless it has no model. */
static void check_finished(struct report *r, const struct member *m, const char *name, int *unkept) {
    char folder[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    uint64_t size;
    struct error e;
    bool ok = member_folder(folder, &r->f->result, m, &e), kept = ok && result_checkpoint(path, folder);
    bool model = !m->settings->baseline, logs = kept && model;
    *unkept += !kept && model;
    ok = ok && file_path(path, folder, RUN_LOG_FILE, &e);
    FILE *log = ok && logs ? file_open(path, &size, &e) : NULL;
    if (log)
        fclose(log);
    if (!ok || (logs && !log))
        report_miss(r, name, e.text);
}

void report_missing(struct report *r) {
    const struct comparison_result *c = &r->f->result;
    int unkept = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        const char *name = r->f->single ? m->label : m->name;
        if (m->status == STATUS_FINISHED)
            check_finished(r, m, name, &unkept);
        else
            report_miss(r, name, member_problem(m, &r->arena));
        arena_free(&r->arena);
    }
    if (unkept) /* in one line */
        report_miss(r, arena_format(&r->arena, "%d of %d models", unkept, c->members),
                    "no checkpoint was kept (train.keep = none), so there are no pictures of positions and attention; "
                    "without metrics.jsonl there are no learning curves");
    if (r->missing.page.size)
        html_raw(&r->h, "<section id=missing><h2>Missing here, and why</h2>\n<ul>\n%s</ul></section>\n",
                 r->missing.page.bytes);
}
