/* status.c -- see status.h. */
#include "inventory/status.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "folder/folder_kind.h"
#include "study/estimate.h"
#include "study/read_results.h"
#include "study/result.h"
#include "study/series.h"

enum { DEPTH = 8 };

/* The remaining work of members that can continue, over all folders. */
struct left {
    double steps, rest, seconds;          /* of training; of all evaluations; of both in one process */
    double rate;                          /* of those that run and have one */
    double longest;                       /* seconds of the one that runs longest */
    int members, running, rated, unknown; /* unknown: members of which nothing was measured */
};

/* A symbolic link to a folder. Links are read last, unless their targets were read before. */
struct link {
    const char *path;
    int depth;
    struct link *next;
};

struct status_reader {
    struct status *s;
    struct path_seen *seen;
    struct link *link, **link_end;
    const struct status_folder **folder_end;
    const struct status_member **member_end;
    struct left left;
    struct timespec grown; /* when the comparison's config.ini was last written */
};

/* ---- One folder */

/* Inspects a member; keeps it for the report if it runs, was stopped or failed. *rate: its steps a second, if it runs
 * and has said so. */
static bool read_member(struct status_reader *r, const struct status_folder *f, const struct comparison_result *c,
                        struct member *m, double *rate, struct error *e) {
    struct arena *arena = &r->s->arena;
    char folder[PATH_MAX_LENGTH];
    struct run_folder run;
    int steps = m->steps;
    const struct settings own = member_settings(m);
    if (!member_folder(folder, c, m, e) ||
        !(f->single ? run_folder_read(&run, folder, e) : run_folder_read_as(&run, folder, &own, &r->grown, e)))
        return false;
    path_is_new(&r->seen, folder, arena);
    m->status = run.status;
    if (run.grows && run_folder_has_checkpoint(folder))
        m->step = steps;
    if (m->status == STATUS_FINISHED || m->status == STATUS_WAITING)
        return true;
    if (own.train.epochs > 0 && run.holder.steps > 0) /* only who has the task knows them */
        steps = run.holder.steps;
    m->step = run.holder.step < steps ? run.holder.step : steps;
    *rate = m->status == STATUS_RUNNING ? run.holder.steps_per_second : 0;
    size_t above = strlen(r->s->folder);
    const char *in = strcmp(c->folder, r->s->folder) == 0 ? "" : c->folder + above + (c->folder[above] == '/');
    const char *name = f->single ? arena_text(arena, *in ? in : c->folder)
                                 : arena_format(arena, "%s%s%s", in, *in ? "/" : "", m->name);
    struct status_member *keep = arena_alloc(arena, 1, sizeof *keep);
    *keep = (struct status_member){
        .folder = arena_text(arena, folder), .name = name, .status = m->status, .steps = steps, .holder = run.holder};
    if (m->status == STATUS_FAILED)
        keep->failure = memcpy(arena_alloc(arena, 1, sizeof run.failure), &run.failure, sizeof run.failure);
    *r->member_end = keep;
    r->member_end = &keep->next;
    return true;
}

static bool can_go_on(const struct member *m) { return m->status != STATUS_FINISHED && m->status != STATUS_FAILED; }

/* Adds what a member has left. */
static void add_left(struct left *left, const struct estimate *x, const struct comparison_result *c, int k,
                     double rate) {
    int steps = c->member[k].steps - c->member[k].step;
    double rest = estimate_pace(x, k)->rest;
    left->members++;
    left->steps += steps;
    left->rest += rest;
    left->seconds += estimate_seconds(x, c, k, c->member[k].step);
    left->unknown += x->known == 0;
    left->running += c->member[k].status == STATUS_RUNNING;
    if (rate > 0) {
        left->rated++;
        left->rate += rate;
        left->longest = fmax(left->longest, steps / rate + rest);
    }
}

/* Members without a folder, whose name is not in it, are waiting. */
static bool read_members(struct status_reader *r, struct status_folder *f, struct comparison_result *c,
                         const struct folder_names *in, struct arena *scratch, struct error *e) {
    double *rate = arena_alloc(scratch, (size_t)c->members, sizeof *rate);
    struct estimate x;
    int left = 0;
    for (int k = 0; k < c->members; k++) {
        struct member *m = &c->member[k];
        if ((f->single || folder_names_find(in, m->name) >= 0) && !read_member(r, f, c, m, &rate[k], e))
            return false;
        f->count[m->status]++;
        r->s->count[m->status]++;
        left += can_go_on(m);
    }
    f->members = c->members;
    r->s->members += c->members;
    r->s->folders++;
    if (left)
        estimate_measure(&x, c, scratch);
    for (int k = 0; k < c->members && left; k++)
        if (can_go_on(&c->member[k]))
            add_left(&r->left, &x, c, k, rate[k]);
    return true;
}

/* `only`: it is the one that was asked for; else one that cannot be understood does not hide the others. */
static bool read_folder(struct status_reader *r, const char *folder, struct timespec written, bool only,
                        struct error *e) {
    struct status_folder *f = arena_alloc(&r->s->arena, 1, sizeof *f);
    struct folder_names in = {0};
    struct arena scratch = {0};
    struct comparison_result *c = arena_alloc(&scratch, 1, sizeof *c);
    f->folder = arena_text(&r->s->arena, folder);
    r->grown = written;
    bool listed = result_list(c, folder, &f->single, &scratch, e);
    bool ok = listed && (f->single || folder_names(&in, folder, &scratch, e));
    ok = ok && read_members(r, f, c, &in, &scratch, e);
    arena_free(&scratch);
    if (!listed)
        r->s->unread = *e;
    if (!ok)
        return !listed && !only;
    *r->folder_end = f;
    r->folder_end = &f->next;
    return true;
}

/* ---- All of them */

/* A run or comparison, or all that are below a folder; skips folders that were read already. */
static bool read_all(struct status_reader *r, const char *folder, int depth, struct error *e) {
    char path[PATH_MAX_LENGTH];
    struct folder_names n = {0};
    struct arena scratch = {0};
    struct folder_file config;
    bool ok = folder_file(&config, folder, "config.ini", e);
    if (ok && !path_is_new(&r->seen, folder, &r->s->arena))
        return true;
    if (ok && config.there)
        return read_folder(r, folder, config.written, depth == 0, e);
    ok = ok && (depth == DEPTH || folder_names(&n, folder, &scratch, e));
    for (int i = 0; ok && i < n.count; i++)
        if ((ok = file_path(path, folder, n.name[i], e)) && file_may_be_folder(path)) {
            if (path_is_link(path)) {
                struct link *link = *r->link_end = arena_alloc(&r->s->arena, 1, sizeof *link);
                *link = (struct link){arena_text(&r->s->arena, path), depth + 1, NULL};
                r->link_end = &link->next;
            } else {
                ok = read_all(r, path, depth + 1, e);
            }
        }
    arena_free(&scratch);
    return ok;
}

bool status_read(struct status *s, const char *folder, struct error *e) {
    struct status_reader r = {.s = s, .folder_end = &s->first, .member_end = &s->member, .link_end = &r.link};
    *s = (struct status){0};
    const char *name = s->folder = path_trim(arena_text(&s->arena, folder));
    if (!folder_check(name, FOLDERS_OPEN, "a run or comparison", e) || !read_all(&r, name, 0, e))
        return false;
    for (const struct link *link = r.link; link; link = link->next)
        if (!read_all(&r, link->path, link->depth, e))
            return false;
    /* Where some run: the steps at their speed, and evaluations as those took that are finished; but no less than the
     * last one of them needs. */
    const struct left *l = &r.left;
    s->seconds = l->rated ? fmax(l->steps / (l->rate * l->running / l->rated) + l->rest / l->running, l->longest)
                 : l->members && !l->unknown ? l->seconds / (l->running ? l->running : 1)
                                             : (double)NAN;
    s->idle = l->running == 0;
    if (s->folders == 0 && s->unread.text[0])
        return *e = s->unread, false;
    return s->folders || (folder_check(name, FOLDERS_OF_MANY, "a run or comparison", e) &&
                          error_set(e, EXIT_USAGE, "%s holds no run and no comparison", folder));
}

void status_free(struct status *s) { arena_free(&s->arena); }

enum exit_code status_code(const struct status *s) {
    int done = s->count[STATUS_FINISHED] + s->count[STATUS_FAILED];
    return done < s->members ? EXIT_STOPPED : s->count[STATUS_FAILED] ? EXIT_FAILED : EXIT_DONE;
}
