/* merge_folders.c -- see merge_folders.h. */
#include "study/merge_folders.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/path.h"
#include "base/text.h"
#include "study/columns.h"
#include "study/pairs.h"
#include "study/read_results.h"
#include "study/result.h"
#include "study/series.h"
#include "study/summarise.h"

/* ---- Whether they can be compared */

/* Whether a run lies in a comparison, as one of its members. */
static bool holds(const struct comparison_result *c, const struct comparison_result *run) {
    char folder[PATH_MAX_LENGTH], above[PATH_MAX_LENGTH];
    struct error e;
    bool found = false;
    if (!file_path(above, run->folder, "..", &e) || !path_same(above, c->folder))
        return false;
    for (const struct member *m = c->member; m < c->member + c->members && !found; m++)
        found = member_folder(folder, c, m, &e) && path_same(folder, run->folder);
    return found;
}

static bool is_another(const struct result *part, int k, struct error *e) {
    const struct comparison_result *c = &part[k].result;
    for (int i = 0; i < k; i++) {
        const struct comparison_result *before = &part[i].result;
        if (path_same(before->folder, c->folder))
            return error_set(e, EXIT_USAGE, "%s is given twice%s%s", c->folder,
                             strcmp(before->folder, c->folder) ? ", as " : "",
                             strcmp(before->folder, c->folder) ? before->folder : "");
        const struct comparison_result *all = part[i].single ? c : before, *run = part[i].single ? before : c;
        if (part[i].single != part[k].single && holds(all, run))
            return error_set(e, EXIT_USAGE, "%s is one of the runs of %s; leave it out", run->folder, all->folder);
    }
    return true;
}

/* ---- Lengths */

static int by_words(const void *a, const void *b) {
    const struct range *x = a, *y = b;
    return x->high != y->high ? (x->high > y->high) - (x->high < y->high) : (x->low > y->low) - (x->low < y->low);
}

/* The lengths of all folders, followed by the column of all rows of a test file. */
static bool join_lengths(struct comparison_result *c, const struct result *part, int parts, struct error *e) {
    struct range total = {0};
    for (int k = 0; k < parts; k++) {
        const struct comparison_result *from = &part[k].result;
        for (int i = 1; i <= from->lengths; i++) {
            if (length_find(c, from->words[i]) >= 0)
                continue;
            if (c->lengths == LENGTHS_MAX)
                return error_set(e, EXIT_USAGE, "together these folders were evaluated at more than %d lengths",
                                 LENGTHS_MAX);
            c->words[++c->lengths] = from->words[i];
        }
        total = from->total ? from->words[1 + from->lengths] : total;
        c->total = c->total || from->total;
    }
    qsort(c->words + 1, (size_t)c->lengths, sizeof *c->words, by_words);
    c->words[1 + c->lengths] = total;
    return true;
}

/* ---- Baselines */

static const struct baseline_levels *baseline_named(const struct comparison_result *c, const char *name) {
    for (const struct baseline_levels *b = c->baseline; b < c->baseline + c->baselines; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

/* The levels that all folders agree on that have one, of[] (folders) or NULL; NAN where they differ or none has one. */
static void join_levels(struct levels *to, const struct levels *const *of, const struct comparison_result *c,
                        const struct result *part, int parts) {
    for (int i = 0; i < compare_columns(c); i++) {
        double all = (double)NAN;
        bool agree = true;
        for (int k = 0; k < parts; k++) {
            const struct comparison_result *from = &part[k].result;
            int at = of[k] ? columns_find(c, i, from->words, from->lengths, from->total) : -1;
            double own = at >= 0 ? of[k]->at[at] : (double)NAN;
            agree = agree && !(fabs(own - all) > 1e-9);
            all = isnan(all) ? own : all;
        }
        to->at[i] = agree ? all : (double)NAN;
    }
}

/* Each baseline that a folder has. */
static void join_baselines(struct comparison_result *c, const struct result *part, int parts) {
    const struct levels **of = arena_alloc(c->arena, (size_t)parts, sizeof *of);
    for (int k = 0; k < parts; k++)
        for (int i = 0; i < part[k].result.baselines; i++) {
            const char *name = part[k].result.baseline[i].name;
            if (baseline_named(c, name))
                continue;
            assert(c->baselines < BASELINES_MAX); /* evaluation_match: all are the task's */
            struct baseline_levels *to = &c->baseline[c->baselines++];
            snprintf(to->name, sizeof to->name, "%s", name);
            for (int metric = 0; metric < metric_count; metric++) {
                for (int j = 0; j < parts; j++) {
                    const struct baseline_levels *own = baseline_named(&part[j].result, name);
                    of[j] = own ? &own->of[metric] : NULL;
                }
                join_levels(&to->of[metric], of, c, part, parts);
            }
        }
}

/* ---- Common properties */

/* The note, and the count of test rows left out, are kept only if they are the same for all. */
static void join_shared(struct comparison_result *c, const struct result *part, int parts) {
    const struct comparison_result *first = &part->result;
    c->settings = first->settings;
    c->task = first->task;
    struct range *trained = &c->words[IN_RANGE]; /* the shortest, at both ends */
    *trained = first->words[IN_RANGE];
    c->left_out = first->left_out;
    memcpy(c->note, first->note, sizeof c->note);
    setting_defaults(comparison_table, &c->compare);
    c->compare.seeds = RANGE_NONE;
    for (int k = parts - 1; k >= 0; k--) {
        const struct comparison_result *from = &part[k].result;
        const struct range own = from->words[IN_RANGE];
        c->compare.seeds = range_around(c->compare.seeds, compare_seeds(from));
        c->trained_differ |= !range_same(own, first->words[IN_RANGE]);
        c->longest_trained = own.high > c->longest_trained ? own.high : c->longest_trained;
        trained->low = own.low < trained->low ? own.low : trained->low;
        trained->high = own.high < trained->high ? own.high : trained->high;
        c->left_out = from->left_out == c->left_out ? c->left_out : 0;
        if (strcmp(from->note, c->note) != 0)
            c->note[0] = 0;
    }
    for (int k = 0; k < parts; k++) {
        const struct comparison_result *from = &part[k].result;
        blas_kernels_add(c->kernels, from->kernels);
        text_append(c->folder, sizeof c->folder, "%s%s", k ? " " : "", text_quote(from->folder, c->arena));
    }
}

/* ---- Members */

/* Options, and with them labels and the names of rows, end in the name of the folder, in brackets. Evaluations have the
 * columns of all folders. */
static bool add_members(struct comparison_result *c, const struct compare_folder *folder, struct error *e) {
    const struct comparison_result *from = folder->of;
    char path[PATH_MAX_LENGTH];
    for (const struct member *m = from->member; m < from->member + from->members; m++) {
        struct member *to = &c->member[c->members++];
        if (!member_folder(path, from, m, e))
            return false;
        *to = *m;
        to->source = folder;
        to->name = arena_text(c->arena, path);
        to->label = arena_format(c->arena, "%s [%s]", m->label, folder->name);
        to->options = arena_format(c->arena, "%s [%s]", m->options, folder->name);
        to->result = NULL;
        if (m->status != STATUS_FINISHED)
            continue;
        struct evaluation_result *r = to->result = arena_alloc(c->arena, 1, sizeof *r);
        *r = *m->result;
        r->lengths = c->lengths;
        r->total = c->total;
        memcpy(r->words + 1, c->words + 1, sizeof r->words - sizeof *r->words);
        for (int k = 0; k < r->rows; k++)
            r->row[k].at = columns_scores(c, m->result, &m->result->row[k], c->arena);
    }
    return true;
}

static const struct compare_folder *list_folders(struct comparison_result *c, const struct result *part, int parts) {
    int all = 0;
    struct compare_folder *folder = arena_alloc(c->arena, (size_t)parts, sizeof *folder);
    for (int k = 0; k < parts; k++) {
        const struct comparison_result *of = &part[k].result;
        char text[32] = "";
        struct tm local = {0};
        if (of->written && localtime_r(&of->written, &local))
            strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
        folder[k] = (struct compare_folder){.path = of->folder, .written = arena_text(c->arena, text), .of = of};
        for (int i = 0; i < compare_columns(c); i++) {
            folder[k].lacks[i] = columns_find(c, i, of->words, of->lengths, of->total) < 0;
            c->some_lack[i] |= folder[k].lacks[i];
        }
        all += of->members;
    }
    c->source = folder;
    c->folders = parts;
    c->differing = folder_settings(&c->differings, part, parts, c->arena);
    c->member = arena_alloc(c->arena, (size_t)all, sizeof *c->member);
    folders_label(c, folder);
    return folder;
}

bool merge_folders(struct result *f, const char *const *folder, int folders, struct error *e) {
    struct comparison_result *c = &f->result;
    bool ok = true;
    if (folders == 1)
        return result_read(f, folder[0], e);
    memset(f, 0, sizeof *f);
    c->arena = &f->arena;
    f->part = arena_alloc(&f->arena, (size_t)folders, sizeof *f->part);
    for (int k = 0; k < folders && ok; k++) {
        ok = result_read(&f->part[k], folder[k], e);
        f->parts += ok;
        ok = ok && is_another(f->part, k, e);
    }
    for (int k = 1; k < folders && ok; k++)
        ok = same_task(&f->part[0].result, &f->part[k].result, e);
    if (!ok || !join_lengths(c, f->part, folders, e))
        return result_keep(f, false);
    join_shared(c, f->part, folders);
    join_baselines(c, f->part, folders);
    const struct compare_folder *source = list_folders(c, f->part, folders);
    for (int k = 0; k < folders && ok; k++)
        ok = add_members(c, &source[k], e);
    if (!ok)
        return result_keep(f, false);
    compare_find_series(c);
    compare_summarise(c);
    return true;
}

bool merge_choose_pairs(struct result *f, const struct assignments *a, struct error *e) {
    struct comparison_result *c = &f->result;
    for (const struct setting *o = comparison_table; o->key; o++) {
        const char *given = assignments_value(a, o->key);
        if (given && !setting_read(o, &c->compare, given, e))
            return error_prefix(e, "%s: %s", assignments_where(a, o->key), o->key);
    }
    compare_summarise(c);
    struct comparison_result *again = arena_alloc(c->arena, 1, sizeof *again);
    *again = *c;
    return compare_add_pairs(again, e) || error_prefix(e, "compare.pairs");
}
