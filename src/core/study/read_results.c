/* read_results.c -- reads the results of a comparison's members; see read_results.h. */
#include "study/read_results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "baseline/baseline.h"
#include "study/columns.h"
#include "study/member.h"
#include "study/series.h"
#include "study/summarise.h"

bool member_folder(char path[PATH_MAX_LENGTH], const struct comparison_result *c, const struct member *m,
                   struct error *e) {
    if (strcmp(m->name, ".") != 0)
        return file_path(path, c->folder, m->name, e);
    snprintf(path, PATH_MAX_LENGTH, "%s", c->folder);
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

/* Whether a level is that of one member alone: in range, where members were trained on different lengths; chance, which
 * comes first, may be the same all the same. */
static bool is_own(const struct comparison_result *c, const struct evaluation_result *r,
                   const struct baseline_levels *of, double before, int metric) {
    return c->trained_differs && (of != r->baseline || (c->last && before != of->of[metric].at[IN_RANGE]));
}

/* A baseline's levels in the columns of the comparison. */
static void take_levels(struct baseline_levels *to, const struct baseline_levels *of, const struct comparison_result *c,
                        const struct evaluation_result *r, bool first) {
    memcpy(to->name, of->name, sizeof to->name);
    for (int i = 0; i < compare_columns(c); i++) {
        int at = columns_of(c, r, i);
        for (int k = 0; k < metric_count; k++)
            if (i == IN_RANGE && is_own(c, r, of, to->of[k].at[i], k))
                to->of[k].at[i] = (double)NAN;
            else if (at >= 0 || first)
                to->of[k].at[i] = at >= 0 ? of->of[k].at[at] : (double)NAN;
    }
}

/* All baselines that a member has, but for those that are members: which are finished is not known before. */
static void take_baselines(struct comparison_result *c, const struct evaluation_result *r, bool first) {
    const int known = first ? 0 : c->baselines;
    c->baselines = 0;
    for (const struct baseline_levels *b = c->baseline; b < c->baseline + known; b++)
        if (!is_member(c, b->name))
            c->baseline[c->baselines++] = *b;
    for (const struct baseline_levels *b = r->baseline; b < r->baseline + r->baselines; b++) {
        int i = 0;
        while (i < c->baselines && strcmp(c->baseline[i].name, b->name) != 0)
            i++;
        if (c->trained_differs && strcmp(b->name, TASK_TRAINED_POSITIONS) == 0)
            continue; /* of each member another one */
        if (i < c->baselines || !is_member(c, b->name))
            take_levels(&c->baseline[i], b, c, r, i == c->baselines);
        c->baselines += i == c->baselines && !is_member(c, b->name);
    }
}

/* What all members share, and the kernels of all. */
static void take_shared(struct comparison_result *c, const struct evaluation_result *r, bool first) {
    const char *note = r->note ? r->note : "";
    if (first)
        snprintf(c->note, sizeof c->note, "%s", note);
    keep_common(c->note, note);
    take_baselines(c, r, first);
    c->left_out = r->left_out;
    blas_kernels_add(c->kernels, r->kernels);
}

/* What members have alike is kept once: labels and baselines. */
static void keep_alike(struct evaluation_result *to, const struct evaluation_result *r,
                       const struct evaluation_result *last) {
    size_t bytes = (size_t)r->baselines * sizeof *r->baseline;
    bool same = last && last->labels == r->labels && last->baselines == r->baselines &&
                memcmp(last->baseline, r->baseline, bytes) == 0;
    for (int k = 0; k < r->labels && same; k++)
        same = strcmp(last->label[k], r->label[k]) == 0;
    to->baseline = same ? last->baseline : memcpy(arena_alloc(to->arena, bytes, 1), r->baseline, bytes);
    to->label = same ? last->label : arena_alloc(to->arena, (size_t)r->labels, sizeof *to->label);
    for (int k = 0; k < r->labels && !same; k++)
        to->label[k] = arena_text(to->arena, r->label[k]);
}

/* The scores of a row that is asked for, those of `from` (NULL: it has none) in the columns of the comparison. */
static struct score **keep_row(const struct comparison_result *c, const struct evaluation_result *to,
                               const struct evaluation_result *r, const struct evaluation_row *from,
                               struct arena *scratch) {
    size_t columns = (size_t)compare_columns(c);
    struct score **own = columns_scores(c, r, from, scratch), **at = arena_alloc(c->arena, columns, sizeof *at),
                 *score = arena_alloc(c->arena, columns, sizeof *score);
    at[IN_RANGE] = to->in_range;
    for (size_t i = 1; i < columns; i++)
        score_copy(to, at[i] = &score[i], own[i]);
    return at;
}

/* Of a result, which is in the scratch arena, the policies and lengths that are asked for; all of a single run. Its
 * note is in the comparison's. */
static void keep(struct comparison_result *c, struct member *m, const struct evaluation_result *r,
                 struct arena *scratch) {
    struct evaluation_result *to = m->result = arena_alloc(c->arena, 1, sizeof *to);
    *to = *r;
    to->arena = c->arena;
    to->note = NULL;
    to->in_range = arena_alloc(c->arena, 1, sizeof *to->in_range);
    score_copy(to, to->in_range, r->in_range);
    score_copy(to, &to->training, &r->training);
    keep_alike(to, r, c->last);
    for (int i = 1; i <= c->lengths; i++)
        c->some_lack[i] |= columns_of(c, r, i) < 0;
    to->rows = m->asked ? m->asked_rows : r->rows;
    for (int k = 0; k < to->rows; k++) {
        const struct evaluation_row *from = r->row;
        to->row[k] = m->asked ? m->asked[k] : r->row[k];
        while (from < r->row + r->rows && from->policy != to->row[k].policy)
            from++;
        to->row[k].at = keep_row(c, to, r, from < r->row + r->rows ? from : NULL, scratch);
    }
    to->lengths = c->lengths;
    to->total = c->total;
    memcpy(to->words + 1, c->words + 1, sizeof to->words - sizeof *to->words);
    c->last = to;
}

/* Reads the eval.tsv of a finished member, which must fit its settings, but for lengths and policies. */
static bool read_member(struct evaluation_result *result, const struct comparison_result *c, const struct member *m,
                        struct arena *arena, struct error *e) {
    char folder[PATH_MAX_LENGTH], text[sizeof e->text];
    struct task_built task;
    if (!member_folder(folder, c, m, e))
        return false;
    const struct settings own = member_settings(m);
    if (evaluation_read(result, folder, arena, e) &&
        (!c->task.kind || (member_task(&task, c, &own, arena, e) && evaluation_match(result, &own, &task, folder, e))))
        return true;
    memcpy(text, e->text, sizeof text);
    if (result->version && result->version != EVALUATION_VERSION && c->members > 1)
        error_set(e, e->code, "%.900s; the same for each other member", text);
    return false;
}

/* The first one has the requested lengths. */
static bool take(struct comparison_result *c, struct member *m, const struct evaluation_result *r,
                 struct arena *scratch, struct error *e) {
    bool first = !c->last;
    if (first) {
        c->lengths = evaluation_lengths(&c->task, c->settings.eval.lengths, c->words + 1, e);
        c->total = r->total;
        c->words[1 + c->lengths] = r->words[1 + r->lengths];
    }
    if (!c->lengths)
        return false;
    take_shared(c, r, first);
    keep(c, m, r, scratch);
    return true;
}

bool compare_take_result(struct comparison_result *c, struct member *m, bool keeps, struct error *e) {
    struct evaluation_result r;
    struct arena scratch = {0};
    bool ok = read_member(&r, c, m, &scratch, e) && (!keeps || take(c, m, &r, &scratch, e));
    arena_free(&scratch);
    return ok;
}

bool compare_collect(struct comparison_result *c, struct error *e) {
    if (!c->last) {
        c->baseline[CHANCE] = (struct baseline_levels){.name = "chance"};
        c->baselines = 1;
    }
    for (struct member *m = c->member; m < c->member + c->members; m++)
        if (m->status == STATUS_FINISHED && !m->result && !compare_take_result(c, m, true, e))
            return false;
    compare_summarise(c);
    return true;
}
