/* member_list.c -- see member_list.h. */
#include "study/member_list.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "model/mixer.h"
#include "settings/settings_synonyms.h"

/* "there is no ...", with a suggestion if a name is similar. */
static bool unknown_name(const struct member_entry *entry, const char *name, struct error *e) {
    struct suggestion s = suggest_for(name);
    for (const struct encoding *const *c = encodings; *c; c++)
        suggest_add(&s, (*c)->name);
    for (const struct mixer *const *m = mixers; *m; m++)
        suggest_add(&s, (*m)->name);
    for (const struct policy *const *p = policies; *p; p++)
        suggest_add(&s, (*p)->name);
    return error_set(e, EXIT_USAGE, "%s: there is no '%s'%s", entry->where, name,
                     suggest_hint(&s, "; see `poslab help` for encodings, mixers and policies"));
}

/* One name of an entry: a second encoding makes a hybrid with the first; everything else occurs once. */
static bool read_name(struct member_entry *entry, const char *name, struct arena *arena, struct error *e) {
    const struct encoding *encoding = encoding_find(name);
    const struct mixer *mixer = mixer_find(name);
    if (mixer && entry->mixer)
        return error_set(e, EXIT_USAGE, "%s: two mixers in one member; members are separated by commas", entry->where);
    if (encoding && entry->encoding)
        return encoding_join(&entry->encoding, encoding, e) || error_prefix(e, "%s", entry->where);
    if (encoding)
        entry->encoding = encoding;
    else if (mixer)
        entry->mixer = mixer;
    else if (policy_find(name))
        entry->policies = text_join(entry->policies, " ", arena_text(arena, name), arena);
    else
        return unknown_name(entry, name, e);
    return true;
}

/* "baseline/bag", or names joined by / or +: a mixer alone goes without positions. */
static bool read_names(struct member_entry *entry, const char *word, const struct mixer *usual, struct arena *arena,
                       struct error *e) {
    char name[SETTING_TEXT_MAX];
    if (strncmp(word, BASELINE_MEMBER, sizeof BASELINE_MEMBER - 1) == 0) {
        struct suggestion near = suggest_for(word += sizeof BASELINE_MEMBER - 1);
        entry->baseline = baseline_find(word);
        entry->encoding = encoding_find("none");
        entry->mixer = &mixer_attention;
        entry->own_mixer = true;
        for (const struct baseline *const *b = baseline_kinds; *b; b++)
            suggest_add(&near, (*b)->name);
        if (!entry->baseline && room_refuse(word, e))
            return error_prefix(e, "%s", entry->where);
        return entry->baseline || error_set(e, EXIT_USAGE, "%s: there is no baseline '%s'%s", entry->where, word,
                                            suggest_hint(&near, "; see `poslab help baselines`"));
    }
    for (size_t length; *word; word += length + (word[length] != 0)) {
        length = strcspn(word, "/+");
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        if (length == 0 || strcmp(word + length, "/") == 0 || strcmp(word + length, "+") == 0)
            return error_set(e, EXIT_USAGE, "%s: a name is missing next to / or +", entry->where);
        if (!read_name(entry, name, arena, e))
            return false;
    }
    if (entry->mixer && !entry->encoding)
        entry->encoding = encoding_find("none");
    entry->own_mixer = entry->mixer != NULL;
    if (!entry->mixer)
        entry->mixer = usual;
    return entry->encoding ||
           error_set(e, EXIT_USAGE, "%s: there is no encoding in '%s'", entry->where, entry->policies);
}

/* An option of a table by its name or key; `all`: any of them may differ. */
static bool find_option(struct member_option *found, const struct setting *table, bool all, const char *name,
                        struct suggestion *near) {
    for (const struct setting *o = table; o && o->key; o++) {
        if (!all && !settings_may_differ(o->key))
            continue;
        if (settings_is_named(o, name)) {
            *found = (struct member_option){.key = o->key, .setting = o};
            return true;
        }
        if (near)
            suggest_add(near, strchr(o->key, '.') + 1);
    }
    return false;
}

int member_entry_find(const struct member_entry *entry, const char *name, struct member_option found[ENCODING_PARTS],
                      struct suggestion *near) {
    const struct encoding *part;
    int count = 0;
    if (entry->baseline)
        return 0;
    for (int i = 0; (part = encoding_part(entry->encoding, i)); i++)
        count += find_option(&found[count], part->options, true, name, near);
    return count ? count
                 : find_option(found, entry->mixer->options, false, name, near) ||
                       find_option(found, settings_table, false, name, near) ||
                       find_option(found, entry->of_task, false, name, near);
}

static bool unknown_option(const struct member_entry *entry, const char *word, const char *name,
                           struct suggestion *near, struct error *e) {
    const char *hint = suggest_hint(near, NULL);
    if (entry->baseline)
        return error_set(e, EXIT_USAGE, "%s: %s: a baseline has no options that can differ between members",
                         entry->where, word);
    if (settings_answer(name, near, e))
        return error_prefix(e, "%s: %s", entry->where, word);
    if (hint)
        return error_set(e, EXIT_USAGE, "%s: %s: there is no option %s%s", entry->where, word, name, hint);
    return error_set(e, EXIT_USAGE,
                     "%s: %s: not an option of %s that can differ between members; those of the task (except "
                     "task.words, if it reads no files), the evaluation and the seed are the same for all",
                     entry->where, word, entry->encoding->name);
}

/* "seeds=1..9" or "seeds=7+42", which is not part of a label. */
static bool read_seeds(struct member_entry *entry, const char *word, struct arena *arena, struct error *e) {
    char meant[SETTING_TEXT_MAX], item[SETTING_TEXT_MAX];
    const char *key = "compare.seeds", *value = settings_synonym_value(key, strchr(word, '=') + 1, meant, sizeof meant);
    struct setting alone = *comparison_find(key);
    struct range one;
    int count = 0, *seed = arena_alloc(arena, strlen(value) + 1, sizeof *seed);
    if (entry->own_seeds)
        return error_set(e, EXIT_USAGE, "%s: %s: set twice in one member", entry->where, word);
    alone.at = 0;
    entry->own_seeds = true;
    if (!strchr(value, '+'))
        return setting_read(&alone, &entry->seeds.of, value, e) || error_prefix(e, "%s: seeds", entry->where);
    for (bool more = true; more;) {
        size_t length = strcspn(value, "+");
        snprintf(item, sizeof item, "%.*s", (int)length, value);
        if (!setting_read(&alone, &one, item, e))
            return error_prefix(e, "%s: seeds", entry->where);
        if (one.low != one.high)
            return error_set(e, EXIT_USAGE, "%s: seeds: a list has single seeds, not %s", entry->where, item);
        seed[count++] = one.low;
        more = value[length];
        value += length + more;
    }
    entry->seeds = seed_list_of(seed, count);
    return true;
}

bool member_list_spread(struct comparison *c, const char *seeds, bool all, struct arena *arena, struct error *e) {
    const char *plus = "", *list = "";
    char word[SETTING_TEXT_MAX];
    while (text_item(&seeds, word, sizeof word))
        plus = text_join(plus, "+", arena_text(arena, word), arena);
    for (const char *text = c->members, *end; *text; text = end + (*end != 0)) {
        bool own = false;
        const char *entry = "",
                   *rest = arena_format(arena, "%.*s", (int)((end = text + strcspn(text, ",")) - text), text);
        while (text_item(&rest, word, sizeof word)) {
            bool is = strncmp(word, "seeds=", 6) == 0;
            own |= is && !all;
            if (strcmp(word, "all") == 0)
                return error_set(e, EXIT_USAGE, "compare.seeds: a list of seeds needs members by name, not all");
            if (!is || !all)
                entry = text_join(entry, " ", arena_text(arena, word), arena);
        }
        if (*entry)
            list = text_join(list, ", ", own ? entry : arena_format(arena, "%s seeds=%s", entry, plus), arena);
    }
    return snprintf(c->members, sizeof c->members, "%s", list) < (int)sizeof c->members ||
           error_set(e, EXIT_USAGE, "compare.seeds: the list of members with these seeds is too long");
}

static bool add_option(struct member_entry *entry, const char *word, struct arena *arena, struct error *e) {
    char name[SETTING_TEXT_MAX];
    struct member_option found[ENCODING_PARTS];
    const char *equals = strchr(word, '=');
    if (!equals)
        return error_set(e, EXIT_USAGE, "%s: '%s' is not key=value; members are separated by commas", entry->where,
                         word);
    snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
    struct suggestion near = suggest_for(name);
    int count = member_entry_find(entry, name, found, &near);
    if (!count)
        return unknown_option(entry, word, name, &near, e);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < entry->count; i++)
            if (strcmp(entry->option[i].key, found[k].key) == 0)
                return error_set(e, EXIT_USAGE, "%s: %s: set twice in one member", entry->where, word);
        found[k].value = equals + 1;
        found[k].written = k ? NULL : word;
        entry->option[entry->count++] = found[k];
    }
    entry->options = arena_format(arena, "%s %s", entry->options, word);
    return true;
}

const char *member_entry_name(const struct member_entry *entry, struct arena *arena) {
    if (entry->baseline)
        return arena_format(arena, BASELINE_MEMBER "%s", entry->baseline->name);
    const char *mixer = entry->mixer == &mixer_attention ? "" : entry->mixer->name;
    return arena_format(arena, "%s%s%s%s", mixer, *mixer ? "/" : "", entry->encoding->name, entry->options);
}

struct member_entry *member_entry_like(struct member_entry *entry, int entries, const struct member_entry *like) {
    for (struct member_entry *one = entry; one < entry + entries; one++)
        if (one->encoding == like->encoding && one->mixer == like->mixer && one->baseline == like->baseline &&
            strcmp(one->options, like->options) == 0)
            return one;
    return NULL;
}

/* One model under other policies is one member: an entry that differs in them alone joins the one before. */
static bool add_entry(struct member_list *r, const struct member_entry *entry, struct arena *arena, struct error *e) {
    assert(entry->encoding && entry->mixer);
    struct member_entry *before = member_entry_like(r->entry, r->entries, entry);
    if (!before)
        r->entry[r->entries++] = *entry;
    else if (!*before->policies || !*entry->policies)
        return error_set(e, EXIT_USAGE, "%s: %s is given twice", entry->where, member_entry_name(entry, arena));
    else
        before->policies = text_join(before->policies, " ", entry->policies, arena);
    return true;
}

/* Every encoding under attention, every recurrence without positions and with sinusoids. */
static bool add_all(struct member_list *r, struct member_entry entry, struct arena *arena, struct error *e) {
    bool ok = true;
    entry.mixer = &mixer_attention;
    entry.own_mixer = true;
    for (const struct encoding *const *c = encodings; *c && ok; c++) {
        entry.encoding = *c;
        ok = add_entry(r, &entry, arena, e);
    }
    for (const struct mixer *const *m = mixers; *m && ok; m++)
        for (int with = 0; with < 2 && *m != &mixer_attention && ok; with++) {
            entry.mixer = *m;
            entry.encoding = encoding_find(with ? "sinusoidal" : "none");
            ok = add_entry(r, &entry, arena, e);
        }
    return ok;
}

static size_t count_of(const char *text, const char *signs) {
    size_t count = 0;
    for (; *text; text++)
        count += strchr(signs, *text) != NULL;
    return count;
}

/* The next word of an entry; NULL: there is none. */
static const char *next_word(const char **text, struct arena *arena) {
    size_t size = strlen(*text) + 1;
    char *word = arena_alloc(arena, size, 1);
    return text_item(text, word, size) ? word : NULL;
}

static bool read_entry(struct member_list *r, const struct comparison *c, const char *text, struct arena *arena,
                       struct error *e) {
    struct member_entry entry = {
        .policies = "", .options = "", .where = "compare.members", .from = FROM_PROGRAM, .of_task = c->of_task};
    entry.option = arena_alloc(arena, count_of(text, "=") * ENCODING_PARTS, sizeof *entry.option);
    const char *word = next_word(&text, arena);
    if (!word)
        return true;
    if (strcmp(word, "all") == 0)
        return add_all(r, entry, arena, e);
    if (!read_names(&entry, word, r->usual, arena, e))
        return false;
    assert(entry.encoding && entry.mixer);
    while ((word = next_word(&text, arena)))
        if (!(strncmp(word, "seeds=", 6) == 0 ? read_seeds(&entry, word, arena, e)
                                              : add_option(&entry, word, arena, e)))
            return false;
    return add_entry(r, &entry, arena, e);
}

char *member_list_close_up(const char *text, const char *signs, struct arena *arena) {
    char *out = arena_alloc(arena, strlen(text) + 1, 1);
    size_t used = 0;
    for (; *text; text++) {
        bool blank = strchr(" \t", *text), joins = strchr(signs, *text);
        if (blank && used && strchr(signs, out[used - 1]))
            continue;
        while (joins && used && strchr(" \t", out[used - 1]))
            used--;
        out[used++] = *text;
    }
    out[used] = 0;
    return out;
}

/* "rope base=100,1000": values after an option that can have them are no members. Returns false. */
static bool answer_values(const struct member_list *r, const char *text, struct arena *arena, struct error *e) {
    struct member_entry last = r->entries ? r->entry[r->entries - 1] : (struct member_entry){.count = 0};
    const struct setting *o = last.count ? last.option[last.count - 1].setting : NULL;
    const char *written = o ? strrchr(last.options, ' ') + 1 : "", *list = written;
    char word[SETTING_TEXT_MAX], normal[SETTING_TEXT_MAX];
    struct error none;
    for (size_t length; o && *text; text += length + (text[length] != 0)) {
        length = strcspn(text, ",");
        const char *at = arena_format(arena, "%.*s", (int)length, text);
        if (!text_item(&at, word, sizeof word) || text_item(&at, normal, sizeof normal) ||
            !settings_normal(o, word, normal, &none))
            break;
        list = arena_format(arena, "%s,%s", list, word);
    }
    if (list == written)
        return false;
    last.options = arena_format(arena, "%.*s", (int)(written - last.options) - 1, last.options);
    return error_set(e, EXIT_USAGE,
                     "%s: commas separate members; `poslab compare %s compare.grid=\"%s\"` trains one with "
                     "each value",
                     last.where, text_quote(member_entry_name(&last, arena), arena), list);
}

bool member_list_read(struct member_list *r, const struct comparison *c, const struct mixer *usual, struct arena *arena,
                      struct error *e) {
    const char *text = member_list_close_up(c->members, "/+", arena);
    size_t entries = count_of(text, ",") + 1; /* and those of `all` */
    for (int i = 0; encodings[i]; i++)
        entries++;
    for (int i = 0; mixers[i]; i++)
        entries += 2;
    *r = (struct member_list){.usual = usual, .entry = arena_alloc(arena, entries, sizeof *r->entry)};
    for (size_t length; *text; text += length + (text[length] != 0)) {
        length = strcspn(text, ",");
        if (!read_entry(r, c, arena_format(arena, "%.*s", (int)length, text), arena, e))
            return answer_values(r, text, arena, e);
    }
    return r->entries || error_set(e, EXIT_USAGE, "compare.members is empty");
}

struct member_option member_entry_says(const struct member_entry *entry, int k) {
    const struct member_option says[] = {
        {.key = "encoding.name", .value = entry->encoding->name},
        {.key = "model.mixer", .value = entry->own_mixer ? entry->mixer->name : NULL},
        {.key = "model.baseline", .value = entry->baseline ? entry->baseline->name : "none"},
        {.key = "eval.policies",
         .value = entry->baseline    ? "all"
                  : *entry->policies ? entry->policies
                                     : NULL},
    };
    const int own = sizeof says / sizeof *says;
    return k < own ? says[k] : k - own < entry->count ? entry->option[k - own] : (struct member_option){.key = NULL};
}

bool member_entry_sets(const struct member_entry *entry, const char *key) {
    struct member_option o;
    for (int k = 0; (o = member_entry_says(entry, k)).key; k++)
        if (strcmp(o.key, key) == 0)
            return o.value;
    return false;
}

bool member_list_assign(const struct member_entry *entry, struct assignments *a, struct error *e) {
    struct member_option o;
    for (int k = 0; (o = member_entry_says(entry, k)).key; k++)
        if (o.value && !assignments_put(a, (struct assignment){o.key, o.value, entry->where, entry->from}, e))
            return false;
    return true;
}

static const char *add_name(const char *list, const char *name, struct arena *arena) {
    return text_lists(list, name) ? list : text_join(list, " ", name, arena);
}

/* The usual mixer counts, whose options may be given. */
const char *member_list_names(const struct member_list *r, struct arena *arena) {
    const struct encoding *part;
    const char *list = r->usual->name;
    for (const struct member_entry *entry = r->entry; entry < r->entry + r->entries; entry++) {
        list = add_name(list, entry->mixer->name, arena);
        for (int k = 0; (part = encoding_part(entry->encoding, k)); k++)
            list = add_name(list, part->name, arena);
    }
    return list;
}
