/* folder_join.c -- joins the config.ini of a comparison's folder with a command's members, seeds, lengths and policies;
 * see folder_join.h. */
#include "study/folder_join.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "study/wanted.h"

/* What one side has: its entries, a grid spelled out where `spelled` is set. */
struct side {
    struct comparison_result c;
    struct wanted w;
    struct member_entry *entry;
    int entries;
};

/* ---- Reading */

/* Each entry with its seeds; `spelled`: once for every combination of the grid. */
static void list_entries(struct side *s, bool spelled, int more) {
    const struct grid *g = &s->c.grid;
    size_t count = (size_t)more;
    for (int i = 0; i < s->w.list.entries; i++)
        count += spelled ? (size_t)grid_combinations(g, &s->w.list.entry[i]) : 1;
    s->entry = arena_alloc(s->c.arena, count, sizeof *s->entry);
    for (int i = 0; i < s->w.list.entries; i++) {
        const struct member_entry *entry = &s->w.list.entry[i];
        int *value = arena_alloc(s->c.arena, (size_t)g->keys, sizeof *value);
        for (int k = 0; k < (spelled ? grid_combinations(g, entry) : 1); k++) {
            struct member_entry *to = &s->entry[s->entries++];
            *to = spelled ? grid_entry(g, entry, k, value, s->c.arena) : *entry;
            to->seeds = entry->own_seeds ? entry->seeds : s->c.compare.seeds;
            to->own_seeds = true;
        }
    }
}

/* ---- Joining */

/* Whether all of another's entries are there with all of their seeds, under the same policies. */
static bool has_all(const struct side *s, const struct side *other) {
    for (int i = 0; i < other->entries; i++) {
        const struct member_entry *entry = member_entry_like(s->entry, s->entries, &other->entry[i]);
        struct range seeds = other->entry[i].seeds;
        if (!entry || entry->seeds.low > seeds.low || entry->seeds.high < seeds.high ||
            strcmp(entry->policies, other->entry[i].policies) != 0)
            return false;
    }
    return true;
}

/* Policies of an entry are joined; if only one side has them, they go to the policies for all. */
static bool join_policies(struct member_entry *to, const struct member_entry *from, struct evaluation *all,
                          struct arena *arena, struct error *e) {
    bool both = *to->policies && *from->policies;
    struct evaluation own = *all, there = *all;
    if (strcmp(to->policies, from->policies) == 0)
        return true;
    snprintf(own.policies, sizeof own.policies, "%s", *from->policies ? from->policies : to->policies);
    if (both)
        snprintf(there.policies, sizeof there.policies, "%s", to->policies);
    if (!evaluation_join(&own, &there, e))
        return false;
    if (!both)
        evaluation_take_lists(all, &own);
    to->policies = both ? arena_text(arena, own.policies) : "";
    return true;
}

static bool join_entries(struct side *there, const struct side *here, struct evaluation *all, struct error *e) {
    for (int i = 0; i < here->entries; i++) {
        const struct member_entry *from = &here->entry[i];
        struct member_entry *to = member_entry_like(there->entry, there->entries, from);
        if (!to)
            there->entry[there->entries++] = *from;
        else if (!join_policies(to, from, all, there->c.arena, e))
            return false;
        else
            to->seeds = range_around(to->seeds, from->seeds); /* and the seeds between them */
    }
    return true;
}

/* ---- Writing */

/* "gru/sinusoidal+ntk+clamp base=100 seeds=1..9": seeds where they are not those of all. */
static bool write_entry(char text[SETTING_LIST_MAX], const struct member_entry *entry, const struct mixer *usual,
                        struct range seeds) {
    char policy[SETTING_TEXT_MAX];
    bool plain = entry->mixer == &mixer_attention && usual == &mixer_attention;
    bool fits = text_append(text, SETTING_LIST_MAX, "%s", *text ? ", " : "");
    if (entry->baseline)
        fits = fits && text_append(text, SETTING_LIST_MAX, BASELINE_MEMBER "%s", entry->baseline->name);
    else
        fits = fits && text_append(text, SETTING_LIST_MAX, "%s%s%s", plain ? "" : entry->mixer->name, plain ? "" : "/",
                                   entry->encoding->name);
    for (const char *list = entry->policies; text_item(&list, policy, sizeof policy);)
        fits = fits && text_append(text, SETTING_LIST_MAX, "+%s", policy);
    fits = fits && text_append(text, SETTING_LIST_MAX, "%s", entry->options);
    return fits && (range_same(entry->seeds, seeds) ||
                    text_append(text, SETTING_LIST_MAX, " seeds=%d..%d", entry->seeds.low, entry->seeds.high));
}

static bool set(struct assignments *u, const char *key, const char *value, struct error *e) {
    return assignments_set(u, key, value, "config.ini", e);
}

/* All entries as one list. */
static bool write_entries(struct assignments *u, const struct side *s, bool spelled, struct error *e) {
    char text[SETTING_LIST_MAX] = "", of_all[64];
    struct range seeds = s->entry->seeds;
    for (int i = 1; i < s->entries; i++)
        seeds = range_same(s->entry[i].seeds, seeds) ? seeds : s->c.compare.seeds;
    for (int i = 0; i < s->entries; i++)
        if (!write_entry(text, &s->entry[i], s->w.list.usual, seeds))
            return error_set(e, EXIT_USAGE,
                             "the list of all models is too long for one folder; name another with --run");
    assignments_forget(u, spelled ? "compare.encodings compare.grid" : "compare.encodings");
    snprintf(of_all, sizeof of_all, "%d..%d", seeds.low, seeds.high);
    return set(u, "compare.members", text, e) && set(u, "compare.seeds", of_all, e);
}

/* Where one side has all members of the other, the lists are its own. */
static bool join_members(struct assignments *u, struct side *there, struct side *here, struct evaluation *all,
                         struct error *e) {
    static const char lists[] = "compare.encodings compare.members compare.grid compare.seeds";
    char value[SETTING_LIST_MAX];
    bool spelled = strcmp(there->c.compare.grid, here->c.compare.grid) != 0, ok = true;
    list_entries(here, spelled, 0);
    list_entries(there, spelled, here->entries);
    if (has_all(there, here))
        return true;
    if (!has_all(here, there))
        return join_entries(there, here, all, e) && write_entries(u, there, spelled, e);
    assignments_forget(u, lists);
    for (const struct setting *o = comparison_table; o->key && ok; o++)
        if (text_lists(lists, o->key) && *setting_write(o, &here->c.compare, value, sizeof value))
            ok = set(u, o->key, value, e);
    return ok;
}

/* ---- What is not about members */

static void read_lists(struct evaluation *eval, const struct assignments *a) {
    const char *lengths = assignments_value(a, "eval.lengths"), *under = assignments_value(a, "eval.policies");
    *eval = (struct evaluation){0};
    snprintf(eval->lengths, sizeof eval->lengths, "%s", lengths ? lengths : EVAL_LENGTHS);
    snprintf(eval->policies, sizeof eval->policies, "%s", under ? under : "all");
}

/* Settings that affect no number are those of the last command that set them; options of encodings and mixers are
 * added. */
bool compare_join(struct assignments *u, const struct assignments *there, const struct comparison_result *c,
                  const struct assignments *here, struct error *e) {
    struct arena arena = {0};
    struct side *side = arena_alloc(&arena, 2, sizeof *side);
    struct evaluation before, all;
    side[0].c.arena = side[1].c.arena = &arena;
    assignments_copy(u, there);
    read_lists(&before, there);
    read_lists(&all, here);
    bool ok = wanted_read(&side[0].w, &side[0].c, there, e) && wanted_read(&side[1].w, &side[1].c, here, e) &&
              evaluation_join(&all, &before, e) && join_members(u, &side[0], &side[1], &all, e) &&
              set(u, "eval.lengths", all.lengths, e) && set(u, "eval.policies", all.policies, e);
    for (int i = 0; i < here->count && ok; i++) {
        struct assignment item = assignments_item(here, i);
        bool new = comparison_is_option(&c->settings, item.key) && !assignments_value(u, item.key);
        if (new || text_lists("compare.gate compare.pairs train.keep", item.key))
            ok = set(u, item.key, item.value, e);
    }
    arena_free(&arena);
    return ok;
}
