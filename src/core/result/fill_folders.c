/* fill_folders.c -- what a reader has to know about results of several folders: which folder a row comes from, what
 * lengths mean, and what a folder does not have; see fill_folders.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/comparison_notes.h"
#include "result/fill_folders.h"
#include "result/table_lengths.h"
#include "study/pairs.h"
#include "study/series.h"

/* ---- One folder */

/* "train.steps = 1600, train.batch = 32" */
static const char *settings_text(const struct comparison_result *c, const struct compare_folder *f,
                                 struct arena *arena) {
    enum { MOST = 8 };
    const char *text = "";
    int more = 0;
    for (int i = 0; i < c->differings; i++) {
        const char *value = c->differing[i].value[f - c->source];
        if (value && i - more < MOST)
            text = text_join(text, ", ", arena_format(arena, "%s = %s", c->differing[i].key, value), arena);
        else
            more += value != NULL;
    }
    return more ? arena_format(arena, "%s and %d more", text, more) : text;
}

/* "[steps=1600] runs/long: 6 models, seeds 1..3; train.steps = 1600; trained on 4..16 words; 2026-11-22 18:01" */
static const char *folder_text(const struct comparison_result *c, const struct compare_folder *f, struct arena *arena) {
    const struct comparison_result *of = f->of;
    const struct range trained = of->words[IN_RANGE], seeds = compare_seeds(of);
    int finished = compare_count(of, STATUS_FINISHED);
    double chance = of->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE], seen = fill_seen(of);
    int sentence = (int)strlen(of->note) - text_ends(of->note, ".");
    const char *const part[] = {
        settings_text(c, f, arena),
        c->trained_differ ? arena_format(arena, "trained on %d..%d words", trained.low, trained.high) : NULL,
        isnan(c->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE])
            ? arena_format(arena, "chance in range %.1f %%", 100 * chance)
            : NULL,
        of->left_out != c->left_out ? arena_format(arena, "%d test rows not evaluated", of->left_out) : NULL,
        isnan(seen) ? NULL : arena_format(arena, "%.0f %% of its examples in range were also in training", 100 * seen),
        strcmp(of->note, c->note) != 0 ? arena_format(arena, "%.*s", sentence, of->note) : NULL,
        f->written,
    };
    const char *models = finished < of->members
                             ? arena_format(arena, "%d of %d models finished", finished, of->members)
                             : arena_format(arena, "%d model%s", of->members, text_plural(of->members));
    const char *text =
        arena_format(arena, seeds.low < seeds.high ? "[%s] %s: %s, seeds %d..%d" : "[%s] %s: %s, seed %d", f->name,
                     text_shown(f->path, arena), models, seeds.low, seeds.high);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        text = text_join(text, "; ", part[i], arena);
    return text;
}

/* ---- What folders lack */

/* "[short] was not evaluated at 24, 64 words"; NULL: it was at all. */
static const char *lengths_text(const struct comparison_result *c, const struct compare_folder *f,
                                struct arena *arena) {
    const char *text = "";
    for (int i = 1; i <= c->lengths; i++)
        text = text_join(text, ", ", f->lacks[i] ? fill_words(c->words[i], arena) : "", arena);
    return *text ? arena_format(arena, "[%s] was not evaluated at %s words", f->name, text) : NULL;
}

static bool has_policy(const struct comparison_result *of, const struct policy *p) {
    for (const struct member *m = of->member; m < of->member + of->members; m++)
        for (int i = 0; m->status == STATUS_FINISHED && i < m->result->rows; i++)
            if (m->result->row[i].policy == p)
                return true;
    return false;
}

/* Whether a model of a folder could be evaluated under it. */
static bool can_have(const struct comparison_result *of, const struct policy *p) {
    for (const struct member *m = of->member; m < of->member + of->members; m++)
        if (!m->settings->baseline && policy_fits(p, m->settings->encoding->acts_on))
            return true;
    return false;
}

/* ---- Which folders are subtracted */

static const char *policies_text(const struct comparison_result *c, const struct compare_folder *f,
                                 struct arena *arena) {
    const char *text = "";
    for (const struct policy *const *p = policies; *p; p++)
        if (has_policy(c, *p) && !has_policy(f->of, *p) && can_have(f->of, *p))
            text = text_join(text, ", ", (*p)->name, arena);
    return *text ? arena_format(arena, "[%s] was not evaluated under %s", f->name, text) : NULL;
}

/* Why there are no differences between folders, each of whose seeds follow each other: of each and those before it. */
static void tell_apart(struct lines *l, const struct comparison_result *c, struct arena *arena) {
    for (int k = 1; k < c->folders; k++) {
        const char *text = "", *why = "";
        for (int i = 0; i < k; i++) {
            const struct comparison_result *a = c->source[i].of, *b = c->source[k].of;
            const struct range x = compare_seeds(a), y = compare_seeds(b);
            const char *setting = examples_differ_because(&a->settings, &b->settings), *of = NULL;
            if (setting)
                of = arena_format(arena, "evaluated on other examples (%s)", setting);
            else if (x.low > y.high || y.low > x.high)
                of = "no seed in common";
            why = of ? of : why;
            text = text_join(text, ", ", of ? arena_format(arena, "[%s]", c->source[i].name) : NULL, arena);
        }
        if (*why)
            lines_add(l, arena,
                      arena_format(arena, "Differences between [%s] and %s are not shown: %s.", c->source[k].name, text,
                                   why));
    }
}

/* ---- All of it */

void fill_folders_notes(struct lines *l, const struct comparison_result *c, struct arena *arena) {
    const char *lengths = NULL, *under = NULL, *trained = "";
    for (int i = 0; i < c->folders; i++) {
        const struct compare_folder *f = &c->source[i];
        trained = text_join(trained, ", ",
                            arena_format(arena, "%d words for [%s]", f->of->words[IN_RANGE].high, f->name), arena);
        lengths = text_join(lengths, "; ", lengths_text(c, f, arena), arena);
        under = text_join(under, "; ", policies_text(c, f, arena), arena);
    }
    const char *const line[] = {
        c->folders ? "Means are over the seeds of one folder." : NULL,
        c->trained_differ
            ? arena_format(arena,
                           "Trained lengths differ. \"In range\" is each folder's own; all other columns are the same "
                           "number of words for all. Lengths above %s are longer than in training. In range, "
                           "differences are shown only between folders with the same trained lengths, and chance only "
                           "where all agree.",
                           trained)
            : NULL,
        lengths ? arena_format(arena, "Empty cells: %s.", lengths) : NULL,
        under ? arena_format(arena, "No rows: %s.", under) : NULL,
        lengths || under ? "Run compare again on such a folder to add lengths or policies (eval.lengths, "
                           "eval.policies); nothing is trained again."
                         : NULL,
    };
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        lines_add(l, arena, line[i]);
    tell_apart(l, c, arena);
}

void fill_folders(struct list *l, const struct comparison_result *c, struct arena *arena) {
    *l = (struct list){.heading = c->folders ? "Folders, named in brackets:" : NULL,
                       .item = arena_alloc(arena, (size_t)c->folders, sizeof *l->item)};
    fill_folders_notes(&l->note, c, arena);
    for (int k = 0; k < c->folders; k++)
        l->item[l->items++] = folder_text(c, &c->source[k], arena);
}

const char *fill_folders_brief(const struct comparison_result *c, struct arena *arena) {
    const char *text = "";
    for (int i = 0; i < c->folders; i++)
        text = text_join(text, ", ",
                         arena_format(arena, "[%s] is %s", c->source[i].name, text_shown(c->source[i].path, arena)),
                         arena);
    return *text ? arena_format(arena, "%s. ", text) : "";
}
