/* fill_folders.c -- what a reader has to know about results of several folders: which folder a row comes from, what
 * lengths mean, and what a folder does not have; see fill_folders.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "result/comparison_notes.h"
#include "result/fill_folders.h"
#include "result/table_columns.h"
#include "study/pairs.h"
#include "study/series.h"

/* ---- One folder */

static void join(const char **text, const char *sign, const char *more, struct arena *arena) {
    if (more)
        *text = **text ? arena_format(arena, "%s%s %s", *text, sign, more) : more;
}

static void append(const char **text, const char *more, struct arena *arena) { join(text, ",", more, arena); }

static const char *models_text(const struct comparison_result *of, struct arena *arena) {
    int finished = compare_count(of, STATUS_FINISHED);
    struct range seeds = compare_seeds(of);
    const char *models = of->members == 1 ? "1 model" : arena_format(arena, "%d models", of->members);
    if (finished < of->members)
        models = arena_format(arena, "%d of %d models finished", finished, of->members);
    return arena_format(arena, seeds.low < seeds.high ? "%s, seeds %d..%d" : "%s, seed %d", models, seeds.low,
                        seeds.high);
}

/* "train.steps = 1600, train.batch = 32" */
static const char *settings_text(const struct comparison_result *c, const struct compare_folder *f,
                                 struct arena *arena) {
    enum { MOST = 8 };
    const char *text = "";
    int more = 0;
    for (int i = 0; i < c->differings; i++) {
        const char *value = c->differing[i].value[f - c->source];
        if (value && i - more < MOST)
            append(&text, arena_format(arena, "%s = %s", c->differing[i].key, value), arena);
        else
            more += value != NULL;
    }
    return more ? arena_format(arena, "%s and %d more", text, more) : text;
}

/* "[steps=1600] runs/long: 6 models, seeds 1..3; train.steps = 1600; trained on 4..16 words; 2026-11-22 18:01" */
static const char *folder_text(const struct comparison_result *c, const struct compare_folder *f, struct arena *arena) {
    const struct comparison_result *of = f->of;
    const char *settings = settings_text(c, f, arena);
    double chance = of->chance[METRIC_ACCURACY].at[IN_RANGE];
    const char *text = arena_format(arena, "[%s] %s: %s", f->name, text_shown(f->path, arena), models_text(of, arena));
    if (*settings)
        text = arena_format(arena, "%s; %s", text, settings);
    if (c->trained_differ)
        text =
            arena_format(arena, "%s; trained on %d..%d words", text, of->words[IN_RANGE].low, of->words[IN_RANGE].high);
    if (isnan(c->chance[METRIC_ACCURACY].at[IN_RANGE]))
        text = arena_format(arena, "%s; chance in range %.1f %%", text, 100 * chance);
    if (of->left_out != c->left_out)
        text = arena_format(arena, "%s; %d test rows not evaluated", text, of->left_out);
    if (!isnan(fill_seen(of)))
        text = arena_format(arena, "%s; %.0f %% of its examples in range were also in training", text,
                            100 * fill_seen(of));
    if (strcmp(of->note, c->note) != 0)
        text = arena_format(arena, "%s; %.*s", text, (int)(strlen(of->note) - (of->note[strlen(of->note) - 1] == '.')),
                            of->note);
    return *f->written ? arena_format(arena, "%s; %s", text, f->written) : text;
}

/* ---- What folders lack */

/* "[short] was not evaluated at 24, 64 words"; NULL: it was at all. */
static const char *lengths_text(const struct comparison_result *c, const struct compare_folder *f,
                                struct arena *arena) {
    const char *text = "";
    for (int i = 1; i <= c->lengths; i++)
        if (f->lacks[i])
            append(&text, fill_words(c->words[i], arena), arena);
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

static const char *policies_text(const struct comparison_result *c, const struct compare_folder *f,
                                 struct arena *arena) {
    const char *text = "";
    for (const struct policy *const *p = policies; *p; p++) {
        bool elsewhere = false;
        for (int k = 0; k < c->folders; k++)
            elsewhere = elsewhere || has_policy(c->source[k].of, *p);
        if (elsewhere && !has_policy(f->of, *p) && can_have(f->of, *p))
            append(&text, (*p)->name, arena);
    }
    return *text ? arena_format(arena, "[%s] was not evaluated under %s", f->name, text) : NULL;
}

/* ---- Which folders are subtracted */

/* The seeds of a folder follow each other. */
static bool share_seed(const struct comparison_result *a, const struct comparison_result *b) {
    struct range x = compare_seeds(a), y = compare_seeds(b);
    return x.low <= y.high && y.low <= x.high;
}

/* Why there are no differences between two folders; NULL: there are. */
static const char *apart(const struct comparison_result *a, const struct comparison_result *b, struct arena *arena) {
    const char *setting = examples_differ_because(&a->settings, &b->settings);
    return setting             ? arena_format(arena, "evaluated on other examples (%s)", setting)
           : !share_seed(a, b) ? "no seed in common"
                               : NULL;
}

/* Of each folder and those before it. */
static void add_apart(const char **notes, const struct comparison_result *c, struct arena *arena) {
    for (int k = 1; k < c->folders; k++) {
        const char *text = "", *why = NULL;
        for (int i = 0; i < k; i++) {
            const char *of = apart(c->source[i].of, c->source[k].of, arena);
            why = of ? of : why;
            append(&text, of ? arena_format(arena, "[%s]", c->source[i].name) : NULL, arena);
        }
        if (why)
            *notes = arena_format(arena, "%s\nDifferences between [%s] and %s are not shown: %s.", *notes,
                                  c->source[k].name, text, why);
    }
}

/* ---- All of it */

static const char *trained_text(const struct comparison_result *c, struct arena *arena) {
    const char *text = "";
    for (int k = 0; k < c->folders; k++)
        append(&text,
               arena_format(arena, "%d words for [%s]", c->source[k].of->words[IN_RANGE].high, c->source[k].name),
               arena);
    return arena_format(
        arena,
        "Trained lengths differ. \"In range\" is each folder's own; all other columns are the same number of words for "
        "all. Lengths above %s are longer than in training. In range, differences are shown only between folders with "
        "the same trained lengths, and chance only where all agree.",
        text);
}

static const char *gates_text(const struct comparison_result *c, struct arena *arena) {
    for (int k = 0; k < c->folders; k++) {
        const struct comparison_result *of = c->source[k].of;
        bool run = strcmp(of->member->name, ".") == 0; /* which has no gate of its own */
        if (!run && of->compare.gate != c->compare.gate)
            return arena_format(
                arena,
                "The pass marks of these comparisons differ; here it is %g %% in range for all rows (compare.gate).",
                100 * c->compare.gate);
    }
    return NULL;
}

const char *fill_folders_notes(const struct comparison_result *c, struct arena *arena) {
    const char *notes = "Means are over the seeds of one folder.", *lengths = "", *policies_lack = "";
    for (int k = 0; k < c->folders; k++) {
        join(&lengths, ";", lengths_text(c, &c->source[k], arena), arena);
        join(&policies_lack, ";", policies_text(c, &c->source[k], arena), arena);
    }
    if (c->trained_differ)
        notes = arena_format(arena, "%s\n%s", notes, trained_text(c, arena));
    if (*lengths)
        notes = arena_format(arena, "%s\nEmpty cells: %s.", notes, lengths);
    if (*policies_lack)
        notes = arena_format(arena, "%s\nNo rows: %s.", notes, policies_lack);
    if (*lengths || *policies_lack)
        notes = arena_format(arena,
                             "%s\n"
                             "Run compare again on such a folder to add lengths or policies (eval.lengths, "
                             "eval.policies); nothing is trained again.",
                             notes);
    if (gates_text(c, arena))
        notes = arena_format(arena, "%s\n%s", notes, gates_text(c, arena));
    add_apart(&notes, c, arena);
    return notes;
}

void fill_folders(struct list *l, const struct comparison_result *c, struct arena *arena) {
    *l = (struct list){.heading = "Folders, named in brackets:",
                       .note = fill_folders_notes(c, arena),
                       .item = arena_alloc(arena, (size_t)c->folders, sizeof *l->item)};
    for (int k = 0; k < c->folders; k++)
        l->item[l->items++] = folder_text(c, &c->source[k], arena);
}

const char *fill_folders_brief(const struct comparison_result *c, struct arena *arena) {
    const char *text = "";
    for (int k = 0; k < c->folders; k++)
        append(&text, arena_format(arena, "[%s] is %s", c->source[k].name, text_shown(c->source[k].path, arena)),
               arena);
    return *text ? arena_format(arena, "%s. ", text) : "";
}
