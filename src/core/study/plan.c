/* plan.c -- which members a comparison has; see plan.h. */
#include "study/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/text.h"
#include "encoding/encoding.h"
#include "model/mixer.h"
#include "run/start_from.h"
#include "run/training_set.h"
#include "settings/settings_override_kind.h"
#include "settings/settings_synonyms.h"
#include "study/comparison_folder.h"
#include "study/member.h"
#include "study/pairs.h"
#include "study/read_results.h"
#include "study/series.h"
#include "study/summarise.h"

enum { FOLDER_LONGEST = 255 - (sizeof "-seed2147483647" - 1), FOLDER_SUM = 17 };

/* A label as a folder name, without its seed; a long one ends in a checksum of the full label. */
static void folder_of(char name[FOLDER_LONGEST + 1], const char *label) {
    size_t length = strlen(label);
    snprintf(name, FOLDER_LONGEST + 1, "%s", label);
    if (length > FOLDER_LONGEST)
        snprintf(name + FOLDER_LONGEST - FOLDER_SUM, FOLDER_SUM + 1, "-%016llx",
                 (unsigned long long)XXH3_64bits(label, length));
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.=+-", *c))
            *c = '-';
}

/* Notes what a member has of the base: what it does not say by itself. */
static void note_taken(struct wanted *w, const struct member_entry *entry, const struct settings *s) {
    for (int i = 0; i < w->base.count; i++) {
        const char *key = assignments_item(&w->base, i).key;
        w->taken[i] = w->taken[i] || (!member_entry_sets(entry, key) && settings_takes(s, key));
    }
}

/* What was typed changes a member. */
static bool check_typed(const struct wanted *w, const struct assignments *a, struct error *e) {
    const char *list = assignments_value(a, "compare.seeds");
    bool seeds = list && strchr(list, ',');
    if (assignments_from_line(a, "train.seed"))
        return error_set(e, EXIT_USAGE,
                         COMMAND_LINE ": train.seed: models of a comparison have the seeds of compare.seeds; "
                                      "use compare.seeds=%s..%s",
                         assignments_value(a, "train.seed"), assignments_value(a, "train.seed"));
    for (int i = 0; i < w->base.count; i++)
        if (!w->taken[i] && assignments_item(&w->base, i).from == FROM_LINE)
            return settings_not_taken(assignments_item(&w->base, i), e);
    for (int i = 0; i < w->list.entries; i++)
        seeds = seeds || !w->list.entry[i].own_seeds;
    return seeds || !assignments_from_line(a, "compare.seeds") ||
           settings_not_taken((struct assignment){"compare.seeds", list, COMMAND_LINE, FROM_LINE}, e);
}

/* An entry with the options of one combination, with all its seeds: `m` says which it is. */
static bool add_members(struct comparison_result *c, struct wanted *w, const struct member_entry *entry,
                        struct member m, struct error *e) {
    struct settings s;
    const struct seed_list seeds = entry->own_seeds ? entry->seeds : (struct seed_list){.of = c->compare.seeds};
    char label[SETTING_TEXT_MAX], folder[FOLDER_LONGEST + 1];
    assignments_copy(&w->own, &w->base);
    if (!member_list_assign(entry, &w->own, e) || !settings_resolve(&s, &w->own, w->others, e))
        return false;
    note_taken(w, entry, &s);
    s.train.seed = seeds.of.low;
    settings_label(&s, label, sizeof label);
    m.settings = settings_pack(&s, c->members ? c->member->settings : NULL, c->arena);
    m.steps = s.train.steps;
    m.options = entry->options;
    m.option = entry->option;
    m.option_count = entry->count;
    m.failure = m.warning = "";
    m.label = arena_format(c->arena, "%s%s", label, m.options);
    folder_of(folder, m.label);
    for (long long k = 0; k < seed_list_count(&seeds); k++) {
        m.seed = seed_list_at(&seeds, k);
        m.name = arena_format(c->arena, "%s-seed%d", folder, m.seed);
        c->member[c->members++] = m;
    }
    return true;
}

/* Checks a member's settings with the model and the task before anything runs; adds its rows. */
static bool check_member(struct comparison_result *c, struct member *m, struct error *e) {
    const struct task_input shared = {.shared = &c->task};
    struct evaluation_result result;
    const struct settings own = member_settings(m);
    struct run r;
    if (!run_declare(&r, &own, &shared, e) || !run_commit(&r, e))
        return false;
    bool ok = evaluation_plan(&r, &result, e);
    if (ok) {
        struct evaluation_row *asked = arena_alloc(c->arena, (size_t)result.rows, sizeof *asked);
        memcpy(asked, result.row, (size_t)result.rows * sizeof *asked);
        m->asked = asked;
        m->asked_rows = result.rows;
        compare_add_rows(c, m, &result);
    }
    run_free(&r);
    return ok;
}

static const char *where_of(const struct assignments *a, const char *key) {
    const char *where = assignments_where(a, key);
    return where ? where : "default";
}

bool wanted_read(struct wanted *w, struct comparison_result *c, const struct assignments *a, struct error *e) {
    const char *name = assignments_value(a, "model.mixer");
    const struct mixer *usual = mixer_find(name ? name : mixer_attention.name);
    const char *listed = assignments_value(a, "compare.seeds");
    bool spread = listed && strchr(listed, ',');
    assignments_of_runs(&w->base, a);
    if (spread) { /* each member says it for itself */
        struct assignments *others = arena_alloc(c->arena, 1, sizeof *others);
        assignments_copy(others, a);
        assignments_forget(others, "compare.seeds");
        if (!comparison_read(&c->compare, others, e) ||
            !member_list_spread(
                &c->compare, listed,
                assignments_from_line(a, "compare.seeds") && !assignments_from_line(a, "compare.members"), c->arena, e))
            return false;
    } else if (!comparison_read(&c->compare, a, e))
        return false;
    if (!usual) /* no name of a mixer: settings_resolve says so */
        return settings_resolve(&c->settings, &w->base, NULL, e);
    if (!member_list_read(&w->list, &c->compare, usual, c->arena, e))
        return error_prefix(e, "%s", where_of(a, "compare.members"));
    if (!grid_read(&c->grid, c->compare.grid, &w->list, c->arena, e))
        return error_prefix(e, "%s: compare.grid", where_of(a, "compare.grid"));
    bool seeds = !spread && assignments_from_line(a, "compare.seeds") && !assignments_from_line(a, "compare.members");
    for (int i = 0; i < w->list.entries && seeds; i++) {
        c->other_seeds |= w->list.entry[i].own_seeds;
        w->list.entry[i].own_seeds = false;
    }
    w->others = member_list_names(&w->list, c->arena);
    settings_settle(&w->base, w->others, NULL, 0);
    return true;
}

bool compare_check(const struct assignments *a, struct error *e) {
    struct arena arena = {0};
    struct comparison_result *c = arena_alloc(&arena, 1, sizeof *c);
    c->arena = &arena;
    bool ok = wanted_read(arena_alloc(&arena, 1, sizeof(struct wanted)), c, a, e);
    arena_free(&arena);
    return ok;
}

void compare_yield(struct assignments *a, struct yielded *y) {
    struct arena arena = {0};
    struct comparison_result *c = arena_alloc(&arena, 1, sizeof *c);
    struct wanted *w = arena_alloc(&arena, 1, sizeof *w);
    struct error e;
    c->arena = &arena;
    *y = (struct yielded){0};
    if (wanted_read(w, c, a, &e) && w->others)
        assignments_yield(a, w->others, y);
    arena_free(&arena);
}

/* In the settings that all members share the first encoding of the list stands in. */
bool compare_list(struct comparison_result *c, const struct assignments *a, struct arena *arena, struct error *e) {
    struct wanted *w = arena_alloc(arena, 1, sizeof *w);
    long long count = 0;
    *c = (struct comparison_result){.arena = arena};
    if (!wanted_read(w, c, a, e))
        return false;
    assignments_copy(&w->own, &w->base);
    if (!assignments_set(&w->own, "encoding.name", w->list.entry->encoding->name, w->list.entry->where, e) ||
        !settings_resolve(&c->settings, &w->own, w->others, e))
        return false;
    for (const struct member_entry *entry = w->list.entry; entry < w->list.entry + w->list.entries; entry++) {
        const struct seed_list seeds = entry->own_seeds ? entry->seeds : (struct seed_list){.of = c->compare.seeds};
        count += grid_combinations(&c->grid, entry) * seed_list_count(&seeds);
    }
    const char *key = c->grid.keys ? "compare.grid" : "compare.seeds";
    if (count > COMPARE_MEMBERS)
        return error_set(e, EXIT_USAGE, "%s: %s: %lld members are more than %d", where_of(a, key), key, count,
                         COMPARE_MEMBERS);
    c->member = arena_alloc(arena, (size_t)count, sizeof *c->member);
    for (int i = 0; i < w->list.entries; i++) {
        const int combinations = grid_combinations(&c->grid, &w->list.entry[i]);
        int *value = arena_alloc(arena, (size_t)combinations * (size_t)c->grid.keys, sizeof *value);
        for (int k = 0; k < combinations; k++, value += c->grid.keys) {
            struct member_entry of = grid_entry(&c->grid, &w->list.entry[i], k, value, arena);
            if (!add_members(c, w, &of, (struct member){.entry = i, .value = value}, e))
                return error_prefix(e, "%s", member_entry_name(&of, arena));
        }
    }
    compare_find_series(c);
    compare_write_config(c, a);
    return check_typed(w, a, e);
}

/* ---- A model twice under two labels */

struct labelled_sum {
    XXH64_hash_t sum; /* of what trains it; and where it is evaluated */
    int label;
};

static int by_sum(const void *a, const void *b) {
    const struct labelled_sum *x = a, *y = b;
    return x->sum != y->sum ? (x->sum > y->sum) - (x->sum < y->sum) : x->label - y->label;
}

bool compare_check_once(const struct comparison_result *c, struct error *e) {
    struct arena arena = {0};
    struct labelled_sum *of = arena_alloc(&arena, (size_t)c->labels, sizeof *of);
    char text[SETTINGS_TEXT];
    bool ok = true;
    for (int i = 0; i < c->labels; i++) {
        struct settings s = member_settings(c->series[i].first);
        s.train.seed = 0;
        *s.eval.policies = 0;
        settings_write(&s, text, RUN_SECTIONS);
        of[i] = (struct labelled_sum){XXH3_64bits(text, strlen(text)), i};
    }
    qsort(of, (size_t)c->labels, sizeof *of, by_sum);
    for (int i = 1; i < c->labels && ok; i++)
        ok = of[i - 1].sum != of[i].sum ||
             error_set(e, EXIT_USAGE, "compare.members: %s and %s are one model, given twice",
                       c->series[of[i - 1].label].first->label, c->series[of[i].label].first->label);
    arena_free(&arena);
    return ok;
}

/* One of each label that is not finished is enough: seeds are no reason for a refusal. */
static bool check_members(struct comparison_result *c, struct error *e) {
    c->row = arena_alloc(c->arena, (size_t)c->labels * ENCODING_POLICIES, sizeof *c->row);
    for (const struct series *s = c->series; s < c->series + c->labels; s++) {
        const struct member *checked = NULL;
        for (struct member *m = s->first; m < s->end; m++) {
            if (m->status != STATUS_WAITING)
                continue;
            if (!checked && !check_member(c, m, e))
                return error_prefix(e, "%s", m->label);
            checked = checked ? checked : m;
            m->asked = checked->asked;
            m->asked_rows = checked->asked_rows;
        }
    }
    return true;
}

/* A member that waits and has no checkpoint begins with another run's weights, or with the files of its tables. */
bool compare_check_tables(const struct comparison_result *c, struct error *e) {
    const struct task_input shared = {.shared = &c->task};
    const struct member *checked = NULL;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        const struct settings own = member_settings(m);
        const struct embedding *o = &own.embedding;
        char folder[PATH_MAX_LENGTH];
        struct run r;
        if (m->status != STATUS_WAITING || (checked && checked->series == m->series) ||
            !(*o->token || *o->position || *own.start.from) || !member_folder(folder, c, m, e) ||
            run_folder_has_checkpoint(folder))
            continue;
        if (!run_declare(&r, &own, &shared, e) || !run_commit(&r, e))
            return false;
        bool ok = run_start_check(&r, e) || error_prefix(e, "%s", m->label);
        run_free(&r);
        if (!ok)
            return false;
        checked = m;
    }
    return true;
}

/* The trained lengths of all labels. */
static void note_trained(struct comparison_result *c, struct range words, bool first) {
    c->trained_differs |= !range_same(words, c->task.size.trained);
    c->words[IN_RANGE] = first ? words : range_around(c->words[IN_RANGE], words);
}

/* The settings of a label, once it is known how many examples the task has. */
static bool settle(const struct series *s, struct comparison_result *c, struct error *e) {
    struct settings own = member_settings(s->first);
    struct arena scratch = {0};
    struct task_built task;
    bool built = member_task(&task, c, &own, &scratch, e);
    arena_free(&scratch);
    if (!built)
        return false;
    note_trained(c, task.size.trained, s == c->series);
    if (!training_set_settle(&own.train, &c->task, e))
        return false;
    s->first->settings = settings_pack(&own, s->first->settings, c->arena);
    for (struct member *m = s->first; m < s->end; m++) {
        m->settings = s->first->settings;
        m->steps = own.train.steps;
    }
    return true;
}

/* What members train depends on how many examples the task has. */
bool compare_prepare(struct comparison_result *c, const struct task_input *in, struct error *e) {
    struct training shared = c->settings.train;
    struct range words[LENGTHS_MAX];
    struct error of_none; /* an error about members names them */
    struct settings *first = arena_alloc(c->arena, 1, sizeof *first);
    *first = member_settings(c->series->first);
    if (!task_build(&c->task, first->task, first->task_options, in, c->arena, e))
        return false;
    if (training_set_settle(&shared, &c->task, &of_none))
        c->settings.train.steps = shared.steps;
    for (const struct series *s = c->series; s < c->series + c->labels; s++)
        if (!settle(s, c, e))
            return error_prefix(e, "%s", s->first->label);
    if (c->trained_differs)
        c->task.size.trained = (struct range){0, 0};
    return (!c->trained_differs || lengths_read(c->settings.eval.lengths, &c->task, words, e)) && check_members(c, e);
}

bool compare_prepare_all(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                         struct error *e) {
    return compare_prepare(c, in, e) &&
           (compare_add_pairs(c, e) || error_prefix(e, "%s: compare.pairs", assignments_where(a, "compare.pairs")));
}

bool compare_plan(struct comparison_result *c, const struct assignments *a, const struct task_input *in,
                  struct arena *arena, struct error *e) {
    return compare_list(c, a, arena, e) && compare_prepare_all(c, a, in, e);
}
