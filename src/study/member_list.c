/* member_list.c -- see member_list.h. */
#include "study/member_list.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"

/* "there is no ...", with the name that was meant where it looks like a slip. */
static bool unknown_name(const struct member_entry *entry, const char *name, struct error *e) {
    struct suggestion s = suggest_for(name);
    for (const struct encoding *const *c = encodings; *c; c++)
        suggest_add(&s, (*c)->name);
    for (const struct mixer *const *m = mixers; *m; m++)
        suggest_add(&s, (*m)->name);
    for (const struct policy *const *p = policies; *p; p++)
        suggest_add(&s, (*p)->name);
    if (s.distance == INT_MAX && strchr(name, '='))
        return error_set(e, EXIT_USAGE, "%s: '%s': options belong in compare.members, after a name and a space",
                         entry->where, name);
    return error_set(e, EXIT_USAGE, "%s: there is no '%s'%s", entry->where, name,
                     suggest_hint(&s, "; see `poslab list` for encodings, mixers and policies"));
}

/* One name of an entry: a second encoding makes a hybrid with the first; all else is there once. */
static bool read_name(struct member_entry *entry, const char *name, struct error *e) {
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
        text_append(entry->policies, sizeof entry->policies, "%s%s", *entry->policies ? " " : "", name);
    else
        return unknown_name(entry, name, e);
    return true;
}

/* A mixer alone goes without positions. */
static bool read_names(struct member_entry *entry, const char *word, const struct mixer *usual, struct error *e) {
    char name[SETTING_TEXT_MAX];
    for (size_t length; *word; word += length + (word[length] != 0)) {
        length = strcspn(word, "/+");
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        if (length == 0 || strcmp(word + length, "/") == 0 || strcmp(word + length, "+") == 0)
            return error_set(e, EXIT_USAGE, "%s: a name is missing beside / or +", entry->where);
        if (!read_name(entry, name, e))
            return false;
    }
    if (entry->mixer && !entry->encoding)
        entry->encoding = encoding_find("none");
    if (!entry->mixer)
        entry->mixer = usual;
    return entry->encoding ||
           error_set(e, EXIT_USAGE, "%s: there is no encoding in '%s'", entry->where, entry->policies);
}

/* Options that members of one comparison may differ in: not those that choose the examples. */
static bool may_differ(const char *key) {
    static const char *const sections[] = {"encoding.",  "model.", "attention.",
                                           "recurrent.", "train.", "eval.positions"};
    static const char chosen_elsewhere[] = "encoding.name model.mixer train.seed train.keep";
    bool may = false;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        may |= strncmp(key, sections[i], strlen(sections[i])) == 0;
    return may && !strstr(chosen_elsewhere, key);
}

/* An option of one encoding, by its name or addressed to it: "base", "rope.base"; NULL: none. */
static const struct setting *find_own(const struct encoding *part, const char *name, struct suggestion *near) {
    size_t length = strlen(part->name);
    bool addressed = strncmp(name, part->name, length) == 0 && name[length] == '.';
    for (const struct setting *o = part->options; o && o->key; o++) {
        if (settings_is_named(o, addressed ? name + length + 1 : name))
            return o;
        suggest_add(near, strchr(o->key, '.') + 1);
    }
    return NULL;
}

/* An option of the mixer or of any run, by its name or key. */
static const struct setting *find_shared(const struct member_entry *entry, const char *name, struct suggestion *near) {
    const struct setting *tables[] = {entry->mixer->options, settings_table};
    for (int i = 0; i < 2; i++)
        for (const struct setting *o = tables[i]; o && o->key; o++) {
            if (!may_differ(o->key))
                continue;
            if (settings_is_named(o, name))
                return o;
            suggest_add(near, strchr(o->key, '.') + 1);
        }
    return NULL;
}

/* The key is that of the option, or is addressed to the encoding `owner`: rope.base, so that nothing that holds for all
 * of its kind goes before. */
static bool add_option(struct member_entry *entry, const char *owner, const struct setting *o, const char *word,
                       struct error *e) {
    if (entry->count == MEMBER_OPTIONS)
        return error_set(e, EXIT_USAGE, "%s: more than %d options in one member", entry->where, MEMBER_OPTIONS);
    char *key = entry->option[entry->count].key;
    snprintf(key, SETTING_TEXT_MAX, "%s%s", owner, *owner ? strchr(o->key, '.') : o->key);
    for (int i = 0; i < entry->count; i++)
        if (strcmp(entry->option[i].key, key) == 0)
            return error_set(e, EXIT_USAGE, "%s: %s: set twice in one member", entry->where, word);
    snprintf(entry->option[entry->count++].value, SETTING_TEXT_MAX, "%s", strchr(word, '=') + 1);
    return true;
}

static bool unknown_option(const struct member_entry *entry, const char *word, const char *name,
                           struct suggestion *near, struct error *e) {
    const char *hint = suggest_hint(near, NULL);
    if (hint)
        return error_set(e, EXIT_USAGE, "%s: %s: there is no option %s%s", entry->where, word, name, hint);
    return error_set(e, EXIT_USAGE,
                     "%s: %s: no option of %s in which members can differ; those of the task, the evaluation and the "
                     "seed hold for all",
                     entry->where, word, entry->encoding->name);
}

/* Of a hybrid, every part that has the option gets it. */
static bool read_own(struct member_entry *entry, const char *word, const char *name, struct suggestion *near,
                     bool *found, struct error *e) {
    const struct encoding *part;
    const struct setting *o;
    for (int i = 0; (part = encoding_part(entry->encoding, i)); i++)
        if ((o = find_own(part, name, near))) {
            *found = true;
            if (!add_option(entry, part->name, o, word, e))
                return false;
        }
    return true;
}

static bool read_option(struct member_entry *entry, const char *word, struct error *e) {
    char name[SETTING_TEXT_MAX];
    const char *equals = strchr(word, '=');
    bool own = false;
    if (!equals)
        return error_set(e, EXIT_USAGE, "%s: '%s' is not key=value; members are separated by commas", entry->where,
                         word);
    snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
    struct suggestion near = suggest_for(name);
    if (!read_own(entry, word, name, &near, &own, e))
        return false;
    const struct setting *shared = own ? NULL : find_shared(entry, name, &near);
    if (!own && !shared)
        return unknown_option(entry, word, name, &near, e);
    text_append(entry->options, sizeof entry->options, " %s", word);
    return own || add_option(entry, "", shared, word, e);
}

/* One model under other policies is one member: an entry that differs in them alone joins the one before. */
static bool add_entry(struct member_list *r, const struct member_entry *entry, struct error *e) {
    assert(entry->encoding && entry->mixer);
    for (int i = 0; i < r->entries; i++) {
        struct member_entry *before = &r->entry[i];
        if (before->encoding != entry->encoding || before->mixer != entry->mixer ||
            strcmp(before->options, entry->options) != 0)
            continue;
        if (!*before->policies || !*entry->policies)
            return error_set(e, EXIT_USAGE, "%s: %s%s%s%s is given twice", entry->where,
                             entry->mixer == &mixer_attention ? "" : entry->mixer->name,
                             entry->mixer == &mixer_attention ? "" : "/", entry->encoding->name, entry->options);
        text_append(before->policies, sizeof before->policies, " %s", entry->policies);
        return true;
    }
    if (r->entries == MEMBER_ENTRIES)
        return error_set(e, EXIT_USAGE, "%s: more than %d members", entry->where, MEMBER_ENTRIES);
    r->entry[r->entries++] = *entry;
    return true;
}

/* Every encoding under attention, every recurrence without positions and with sinusoids. */
static bool add_all(struct member_list *r, const char *where, struct error *e) {
    bool ok = true;
    for (const struct encoding *const *c = encodings; *c && ok; c++)
        ok = add_entry(r, &(struct member_entry){.encoding = *c, .mixer = &mixer_attention, .where = where}, e);
    for (const struct mixer *const *m = mixers; *m && ok; m++)
        for (int with = 0; with < 2 && *m != &mixer_attention && ok; with++) {
            const struct encoding *encoding = encoding_find(with ? "sinusoidal" : "none");
            ok = add_entry(r, &(struct member_entry){.encoding = encoding, .mixer = *m, .where = where}, e);
        }
    return ok;
}

static bool read_entry(struct member_list *r, const char *text, const char *where, const struct mixer *usual,
                       struct error *e) {
    struct member_entry entry = {.where = where};
    char word[SETTING_TEXT_MAX];
    if (!text_item(&text, word, sizeof word))
        return true;
    if (strcmp(word, "all") == 0)
        return add_all(r, where, e);
    if (!read_names(&entry, word, usual, e))
        return false;
    while (text_item(&text, word, sizeof word))
        if (!read_option(&entry, word, e))
            return false;
    return add_entry(r, &entry, e);
}

/* "sinusoidal + alibi" as one word: no blanks about / and +. */
static const char *close_up(char out[SETTING_TEXT_MAX], const char *text) {
    size_t used = 0;
    for (; *text; text++) {
        bool blank = strchr(" \t", *text), joins = strchr("/+", *text);
        if (blank && used && strchr("/+", out[used - 1]))
            continue;
        while (joins && used && strchr(" \t", out[used - 1]))
            used--;
        out[used++] = *text;
    }
    out[used] = 0;
    return out;
}

/* Entries of compare.encodings end at blanks too, and have no options. */
bool member_list_read(struct member_list *r, const struct comparison *c, const struct mixer *usual, struct error *e) {
    bool members = *c->members;
    const char *text = members ? c->members : c->encodings, *where = members ? "compare.members" : "compare.encodings";
    const char *ends = members ? "," : ", \t";
    char entry[SETTING_TEXT_MAX], closed[SETTING_TEXT_MAX];
    r->entries = 0;
    text = close_up(closed, text);
    for (size_t length; *text; text += length + (text[length] != 0)) {
        length = strcspn(text, ends);
        snprintf(entry, sizeof entry, "%.*s", (int)length, text);
        if (!read_entry(r, entry, where, usual, e))
            return false;
    }
    return r->entries || error_set(e, EXIT_USAGE, "%s is empty", where);
}

bool member_list_assign(const struct member_entry *entry, struct assignments *a, struct error *e) {
    if (!assignments_set(a, "encoding.name", entry->encoding->name, entry->where, e) ||
        !assignments_set(a, "model.mixer", entry->mixer->name, entry->where, e) ||
        (*entry->policies && !assignments_set(a, "eval.policies", entry->policies, entry->where, e)))
        return false;
    for (int i = 0; i < entry->count; i++)
        if (!assignments_set(a, entry->option[i].key, entry->option[i].value, entry->where, e))
            return false;
    return true;
}

void member_list_names(const struct member_list *r, char *list, size_t size) {
    list[0] = 0;
    for (int i = 0; i < r->entries; i++) {
        for (int k = 0; encoding_part(r->entry[i].encoding, k); k++)
            text_append(list, size, "%s ", encoding_part(r->entry[i].encoding, k)->name);
        text_append(list, size, "%s ", r->entry[i].mixer->name);
    }
}
