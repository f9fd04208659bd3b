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

/* One name of an entry: whatever it is, it is there once. */
static bool read_name(struct member_entry *entry, const char *name, struct error *e) {
    const struct encoding *encoding = encoding_find(name);
    const struct mixer *mixer = mixer_find(name);
    if ((encoding && entry->encoding) || (mixer && entry->mixer))
        return error_set(e, EXIT_USAGE, "%s: two %s in one member; members are separated by commas", entry->where,
                         encoding ? "encodings" : "mixers");
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
    static const char chosen_elsewhere[] = "encoding.name model.mixer train.seed";
    bool may = false;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        may |= strncmp(key, sections[i], strlen(sections[i])) == 0;
    return may && !strstr(chosen_elsewhere, key);
}

/* What a short name can stand for: an option of the encoding, of the mixer, of any run. */
static const struct setting *find_option(const struct member_entry *entry, const char *name, struct suggestion *near) {
    assert(entry->encoding && entry->mixer);
    const struct setting *tables[] = {entry->encoding->options, entry->mixer->options, settings_table};
    for (int i = 0; i < 3; i++)
        for (const struct setting *o = tables[i]; o && o->key; o++) {
            if (!may_differ(o->key))
                continue;
            if (settings_is_named(o, name))
                return o;
            suggest_add(near, strchr(o->key, '.') + 1);
        }
    return NULL;
}

/* An option of the encoding is addressed to it, rope.base, so that nothing that holds for
 * all of its kind goes before. */
static void address(const struct member_entry *entry, const char *key, char out[SETTING_TEXT_MAX]) {
    bool own = false;
    for (const struct setting *o = entry->encoding->options; o && o->key; o++)
        own |= strcmp(o->key, key) == 0;
    snprintf(out, SETTING_TEXT_MAX, "%s%s", own ? entry->encoding->name : "", own ? strchr(key, '.') : key);
}

static bool read_option(struct member_entry *entry, const char *word, struct error *e) {
    char name[SETTING_TEXT_MAX];
    const char *equals = strchr(word, '=');
    if (!equals)
        return error_set(e, EXIT_USAGE, "%s: '%s' is not key=value; members are separated by commas", entry->where,
                         word);
    if (entry->count == MEMBER_OPTIONS)
        return error_set(e, EXIT_USAGE, "%s: more than %d options in one member", entry->where, MEMBER_OPTIONS);
    snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
    struct suggestion near = suggest_for(name);
    const struct setting *found = find_option(entry, name, &near);
    const char *hint = suggest_hint(&near, NULL);
    if (!found && hint)
        return error_set(e, EXIT_USAGE, "%s: %s: there is no option %s%s", entry->where, word, name, hint);
    if (!found)
        return error_set(e, EXIT_USAGE,
                         "%s: %s: no option of %s in which members can differ; those of the task, the evaluation and "
                         "the seed hold for all",
                         entry->where, word, entry->encoding->name);
    char *key = entry->option[entry->count].key;
    address(entry, found->key, key);
    for (int i = 0; i < entry->count; i++)
        if (strcmp(entry->option[i].key, key) == 0)
            return error_set(e, EXIT_USAGE, "%s: %s: set twice in one member", entry->where, word);
    snprintf(entry->option[entry->count++].value, SETTING_TEXT_MAX, "%s", equals + 1);
    text_append(entry->options, sizeof entry->options, " %s", word);
    return true;
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

/* Entries of compare.encodings end at blanks too, and have no options. */
bool member_list_read(struct member_list *r, const struct comparison *c, const struct mixer *usual, struct error *e) {
    bool members = *c->members;
    const char *text = members ? c->members : c->encodings, *where = members ? "compare.members" : "compare.encodings";
    const char *ends = members ? "," : ", \t";
    char entry[SETTING_TEXT_MAX];
    r->entries = 0;
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
    for (int i = 0; i < r->entries; i++)
        text_append(list, size, "%s %s ", r->entry[i].encoding->name, r->entry[i].mixer->name);
}
