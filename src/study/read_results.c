/* read_results.c -- reads the results of a comparison's members; see read_results.h. */
#include "study/read_results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "study/columns.h"
#include "study/member.h"
#include "study/series.h"
#include "study/summarise.h"

bool member_folder(char path[PATH_MAX_LENGTH], const struct comparison_result *c, const struct member *m,
                   struct error *e) {
    if (strcmp(m->name, ".") != 0 && !m->source)
        return file_path(path, c->folder, m->name, e);
    snprintf(path, PATH_MAX_LENGTH, "%s", m->source ? m->name : c->folder);
    return true;
}

/* Whether a baseline of this name is a finished member: then its numbers are there, and its intervals. */
static bool is_member(const struct comparison_result *c, const char *name) {
    const struct baseline *kind = baseline_find(name);
    bool found = false;
    for (const struct series *s = c->series; kind && s < c->series + c->labels && !found; s++)
        found = s->first->settings->baseline == kind && series_model(s);
    return found;
}

/* Leaves of a note the sentences at its start that another note has too: members may begin with other tables. */
static void keep_common(char *note, const char *other) {
    size_t same = 0, end = 0;
    for (; note[same] && note[same] == other[same]; same++)
        if (note[same] == '.' && strchr(" ", note[same + 1]) && strchr(" ", other[same + 1]))
            end = same + 1;
    note[end] = 0;
}

/* A baseline's levels in the columns of the comparison. */
static void take_levels(struct baseline_levels *to, const struct baseline_levels *of, const struct comparison_result *c,
                        const struct evaluation_result *r, bool first) {
    memcpy(to->name, of->name, sizeof to->name);
    for (int i = 0; i < compare_columns(c); i++) {
        int at = columns_of(c, r, i);
        for (int k = 0; k < metric_count; k++)
            if (at >= 0 || first)
                to->of[k].at[i] = at >= 0 ? of->of[k].at[at] : (double)NAN;
    }
}

/* What all members share, and the kernels of all. */
static void take_shared(struct comparison_result *c, const struct evaluation_result *r, bool first) {
    if (first)
        memcpy(c->note, r->note, sizeof c->note);
    keep_common(c->note, r->note);
    c->baselines = 0;
    for (const struct baseline_levels *b = r->baseline; b < r->baseline + r->baselines; b++)
        if (!is_member(c, b->name))
            take_levels(&c->baseline[c->baselines++], b, c, r, first);
    c->left_out = r->left_out;
    blas_kernels_add(c->kernels, r->kernels);
}

/* The policies and lengths that are asked for; all of a single run. */
static void take_scores(struct comparison_result *c, const struct member *m) {
    struct evaluation_result *r = m->result;
    const struct evaluation_result all = *r;
    for (int i = 1; i <= c->lengths; i++)
        c->some_lack[i] |= columns_of(c, &all, i) < 0;
    r->rows = m->asked ? m->asked_rows : all.rows;
    for (int k = 0; k < r->rows; k++) {
        const struct evaluation_row *from = all.row;
        r->row[k] = m->asked ? m->asked[k] : all.row[k];
        while (from < all.row + all.rows && from->policy != r->row[k].policy)
            from++;
        r->row[k].at = columns_scores(c, &all, from < all.row + all.rows ? from : NULL);
    }
    r->lengths = c->lengths;
    r->total = c->total;
    memcpy(r->words + 1, c->words + 1, sizeof r->words - sizeof *r->words);
}

bool compare_read_member(struct evaluation_result *result, const struct comparison_result *c, const struct member *m,
                         struct arena *arena, struct error *e) {
    char folder[PATH_MAX_LENGTH], text[sizeof e->text];
    if (!member_folder(folder, c, m, e))
        return false;
    const struct settings own = member_settings(m);
    if (evaluation_read(result, folder, arena, e) &&
        (!c->task.kind || evaluation_match(result, &own, &c->task, folder, e)))
        return true;
    memcpy(text, e->text, sizeof text);
    if (result->version && result->version != EVALUATION_VERSION && c->members > 1)
        error_set(e, e->code, "%.900s; the same for each other member", text);
    return false;
}

bool compare_collect(struct comparison_result *c, struct error *e) {
    bool first = true;
    c->baseline[CHANCE] = (struct baseline_levels){.name = "chance"};
    c->baselines = 1;
    for (struct member *m = c->member; m < c->member + c->members; m++) {
        if (m->status != STATUS_FINISHED)
            continue;
        struct evaluation_result *r = m->result = arena_alloc(c->arena, 1, sizeof *r);
        if (!compare_read_member(r, c, m, c->arena, e))
            return false;
        if (first) { /* the requested lengths */
            c->lengths = evaluation_lengths(&c->task, c->settings.eval.lengths, c->words + 1, e);
            c->total = r->total;
            c->words[1 + c->lengths] = r->words[1 + r->lengths];
        }
        if (!c->lengths)
            return false;
        take_shared(c, r, first);
        take_scores(c, m);
        first = false;
    }
    compare_summarise(c);
    return true;
}
