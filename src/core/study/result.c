/* result.c -- see result.h. */
#include "study/result.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "folder/folder_kind.h"
#include "format/checksum.h"
#include "run/run.h"
#include "study/find_finished.h"
#include "study/pairs.h"
#include "study/plan.h"
#include "study/read_results.h"
#include "study/series.h"

/* ---- The task, from a checkpoint where there is one */

bool result_checkpoint(char path[PATH_MAX_LENGTH], const char *folder) {
    char inside[PATH_MAX_LENGTH];
    struct folder_names n = {0};
    struct arena arena = {0};
    struct error e;
    bool found = folder_has(folder, CHECKPOINT_FILE) && file_path(path, folder, CHECKPOINT_FILE, &e);
    if (!found)
        folder_names(&n, folder, &arena, &e);
    for (int i = 0; i < n.count && !found; i++)
        found = file_path(inside, folder, n.name[i], &e) && folder_has(inside, CHECKPOINT_FILE) &&
                file_path(path, inside, CHECKPOINT_FILE, &e);
    arena_free(&arena);
    return found;
}

/* ---- Members */

/* A single run as the only member of a comparison in its own folder. */
static bool list_single(struct comparison_result *c, const struct assignments *a, struct arena *arena,
                        struct error *e) {
    char label[SETTING_TEXT_MAX];
    *c = (struct comparison_result){.arena = arena, .members = 1};
    const struct settings *s = &c->settings;
    if (!settings_resolve(&c->settings, a, NULL, e))
        return false;
    setting_defaults(comparison_table, &c->compare);
    settings_label(s, label, sizeof label);
    c->member = arena_alloc(arena, 1, sizeof *c->member);
    *c->member = (struct member){.name = ".",
                                 .label = arena_text(arena, label),
                                 .options = "",
                                 .settings = settings_pack(s, NULL, arena),
                                 .steps = s->train.steps,
                                 .seed = s->train.seed,
                                 .failure = "",
                                 .warning = ""};
    compare_find_series(c);
    return true;
}

/* The members that the folder's config.ini lists; `a` gets what it says. */
static bool list(struct comparison_result *c, struct assignments *a, const char *folder, bool *single,
                 struct arena *arena, struct error *e) {
    if (!folder_check(folder, FOLDERS_OF_RESULTS, "a run or comparison", e) ||
        (!folder_has(folder, "config.ini") &&
         !error_set(e, EXIT_USAGE, "%s holds no run and no comparison: it has no config.ini", folder)) ||
        !folder_config(a, folder, e))
        return false;
    *single = !assignments_value(a, "compare.members");
    bool ok = *single ? list_single(c, a, arena, e) : compare_list(c, a, arena, e);
    snprintf(c->folder, sizeof c->folder, "%s", folder);
    return ok;
}

bool result_list(struct comparison_result *c, const char *folder, bool *single, struct arena *arena, struct error *e) {
    return list(c, arena_alloc(arena, 1, sizeof(struct assignments)), folder, single, arena, e);
}

json_t *comparison_document(const char *folder, struct error *e) {
    enum { BYTES = 1 << 28 };
    char path[PATH_MAX_LENGTH], advice[3 * PATH_MAX_LENGTH];
    const struct node_file file = {path, advice, e};
    struct node document = {0};
    struct arena arena = {0};
    size_t size;
    snprintf(advice, sizeof advice, "`poslab compare %s/config.ini --run %s` writes a new one", folder, folder);
    char *text = file_path(path, folder, COMPARISON_FILE, e) ? (char *)file_read(path, BYTES, &arena, &size, e) : NULL;
    bool ok = text && node_parse(&document, &file, text, size) && checksum_fits(&document, text, size);
    arena_free(&arena);
    if (ok)
        return (json_t *)document.json;
    json_decref((json_t *)document.json);
    return NULL;
}

/* Which members are finished, and which run. What cannot be inspected is left to whoever reads it. */
static void read_statuses(struct comparison_result *c) {
    char folder[PATH_MAX_LENGTH];
    struct run_folder f;
    struct error e;
    for (struct member *m = c->member; m < c->member + c->members; m++) {
        if (!member_folder(folder, c, m, &e))
            continue;
        run_folder_read(&f, folder, &e);
        m->status = f.status;
        m->step = f.holder.step;
        if (f.status == STATUS_FAILED)
            member_take_failure(c, m, &f.failure);
        else
            m->failure = "it was not run to its end";
    }
}

static bool has_results(const struct result *f, struct error *e) {
    const struct comparison_result *c = &f->result;
    const char *name = f->single ? c->member->label : c->member->name;
    int running = compare_count(c, STATUS_RUNNING);
    if (running && !compare_count(c, STATUS_FINISHED))
        return error_set(e, EXIT_USAGE,
                         "%s has no result yet: no model in it is finished, %d of %d are being trained; `poslab plot "
                         "learning %s` shows them as they learn",
                         c->folder, running, c->members, c->folder);
    return compare_count(c, STATUS_FINISHED) > 0 ||
           error_set(e, EXIT_USAGE, "%s has no result yet: no model in it is finished; %s: %s", c->folder, name,
                     c->member->failure);
}

/* Frees it unless all is well, and returns that. */
static bool keep(struct result *f, bool ok) {
    if (!ok)
        result_free(f);
    return ok;
}

bool result_plan(struct result *f, const char *folder, struct error *e) {
    static const struct assignments nothing;
    struct comparison_result *c = &f->result;
    char path[PATH_MAX_LENGTH];
    struct error none; /* without a checkpoint the task comes from its files */
    memset(f, 0, sizeof *f);
    struct assignments *a = arena_alloc(&f->arena, 1, sizeof *a);
    bool ok = list(c, a, folder, &f->single, &f->arena, e);
    f->kept = ok && result_checkpoint(path, folder) && checkpoint_read(&f->saved_run, path, &nothing, NULL, &none);
    const struct task_input in = {.shared = f->kept ? &f->saved_run.task : NULL};
    if (ok && f->single) {
        ok = task_build(&c->task, c->settings.task, c->settings.task_options, &in, &f->arena, e);
        c->words[IN_RANGE] = c->task.size.trained;
    } else if (ok) {
        ok = compare_prepare_all(c, a, &in, e);
    }
    return keep(f, ok);
}

static bool collect(struct result *f, struct error *e) {
    read_statuses(&f->result);
    return has_results(f, e) && compare_collect(&f->result, e) && has_results(f, e);
}

bool result_read(struct result *f, const char *folder, struct error *e) {
    return result_plan(f, folder, e) && keep(f, collect(f, e));
}

bool result_look(struct result *f, const char *folder, struct error *e) {
    if (!result_plan(f, folder, e))
        return false;
    read_statuses(&f->result);
    return keep(f, compare_collect(&f->result, e));
}

void result_free(struct result *f) {
    if (f->kept)
        run_free(&f->saved_run);
    arena_free(&f->arena);
}
