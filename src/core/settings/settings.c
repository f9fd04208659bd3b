/* settings.c -- how assignments are resolved; see settings.h. */
#include "settings/settings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/registry.h"
#include "base/room.h"
#include "base/suggest.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "format/ini.h"
#include "model/mixer.h"
#include "settings/settings_synonyms.h"
#include "task/task.h"

/* Suggests a key with the same name in another section; else the nearest. */
static void nearest_in(const struct setting *table, struct suggestion *s) {
    for (; table && table->key; table++) {
        if (strcmp(setting_last_word(table->key), setting_last_word(s->word)) == 0)
            suggest_at(s, table->key, 0);
        suggest_key(s, table->key);
    }
}

void settings_suggest(struct suggestion *near) {
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        nearest_in(of->table, near);
}

void settings_parts(const struct settings *s, struct settings_part out[SETTINGS_PARTS]) {
    enum { BEFORE = SETTINGS_PARTS - ENCODING_PARTS };
    struct settings *to = (struct settings *)s;
    out[0] = (struct settings_part){settings_table, to, NULL};
    out[1] = (struct settings_part){s->task->options, to->task_options, NULL};
    out[2] = (struct settings_part){s->mixer->options, to->mixer_options, NULL};
    assert(setting_bytes(s->task->options) <= TASK_OPTIONS_MAX);
    assert(setting_bytes(s->mixer->options) <= MIXER_OPTIONS_MAX);
    for (int i = 0; i < ENCODING_PARTS; i++) {
        const struct encoding *part = encoding_part(s->encoding, i);
        void *owner = encoding_part_options(to->encoding_options, i);
        assert(!part || setting_bytes(part->options) <= ENCODING_PART_OPTIONS);
        out[BEFORE + i] = (struct settings_part){part ? part->options : NULL, owner, "encoding"};
    }
}

enum { OWNERS_NAMED = 2 }; /* in a refusal */

/* "rope", "sinusoidal and rope", "order, first and 12 others": who has a key or name; whether anybody has. */
static bool list_owners(char list[SETTING_TEXT_MAX], const char *key, const char *name) {
    const char *owner[OWNERS_NAMED];
    int count = 0;
    for (const struct settings_owned *of = settings_tables(); of->owner; of++)
        if (setting_find(of->table, key) || (name && encoding_find(of->owner) && setting_named(of->table, name)))
            if (count++ < OWNERS_NAMED)
                owner[count - 1] = of->owner;
    const int more = count - OWNERS_NAMED;
    for (int i = 0; i < count && i < OWNERS_NAMED; i++)
        text_append(list, SETTING_TEXT_MAX, "%s%s", !i ? "" : more ? ", " : " and ", owner[i]);
    if (more > 0)
        text_append(list, SETTING_TEXT_MAX, " and %d other%s", more, text_plural(more));
    return count > 0;
}

/* The one place that refuses a key: of kinds that are not in use, or of nobody. */
static bool unknown_key(const struct settings *s, const struct assignment *item, struct error *e) {
    const char *key = item->key, *name = settings_name(key);
    const struct encoding *of = settings_encoding_of(key);
    struct settings_part own[SETTINGS_PARTS];
    struct suggestion near = suggest_for(key);
    char owners[SETTING_TEXT_MAX] = "";
    settings_parts(s, own);
    if (list_owners(owners, key, name))
        return error_set(e, EXIT_USAGE, "an option of %s, not of %s", owners,
                         of || name                      ? s->encoding->name
                         : strncmp(key, "task.", 5) == 0 ? s->task->name
                                                         : s->mixer->name);
    if (of)
        return error_set(e, EXIT_USAGE, "%s has no option %s; see `poslab help settings --all`", of->name,
                         setting_last_word(key));
    for (int i = 0; i < SETTINGS_PARTS; i++)
        nearest_in(own[i].table, &near);
    if (settings_answer(key, &near, e))
        return false;
    settings_suggest(&near); /* then those of others */
    return error_set(e, EXIT_USAGE, "unknown key%s", suggest_hint(&near, "; `poslab help settings --all` has all"));
}

bool settings_kinds_have(const char *names, const char *key) {
    char name[SETTING_TEXT_MAX];
    while (names && text_item(&names, name, sizeof name)) {
        const struct encoding *encoding = encoding_find(name);
        const struct mixer *mixer = mixer_find(name);
        const struct task *task = task_named(name);
        if ((encoding && setting_find(encoding->options, key)) || (mixer && setting_find(mixer->options, key)) ||
            (task && setting_find(task->options, key)))
            return true;
    }
    return false;
}

/* Settings that only a comparison has: a run ignores them in its config file if they can be read. */
static bool check_comparison(const struct setting *o, const struct assignment *item, struct error *e) {
    _Alignas(16) char unused[SETTING_LIST_MAX];
    struct setting alone = *o;
    if (item->from == FROM_LINE)
        return error_set(e, EXIT_USAGE, "an option of comparisons, not of runs; use it with `poslab compare`");
    alone.at = 0;
    return (o->kind == SETTING_RANGE && strchr(item->value, ',')) || /* a list: whoever compares reads it */
           setting_read(&alone, unused, item->value, e);
}

bool settings_not_taken(struct assignment item, struct error *e) {
    return error_set(e, EXIT_USAGE, "%s: %s = %s changes nothing: a more specific setting goes first; leave one out",
                     item.where, item.key, item.value);
}

/* Whether it is a name that an encoding in use has: so it was not settled, because the keys themselves were typed. */
static bool is_overruled(const struct settings *s, const char *key) {
    const char *name = settings_name(key);
    bool has = false;
    for (int i = 0; name && encoding_part(s->encoding, i); i++)
        has |= setting_named(encoding_part(s->encoding, i)->options, name) != NULL;
    return has;
}

static bool assign(struct settings *s, const struct assignment *item, const char *others, struct error *e) {
    struct settings_part own[SETTINGS_PARTS];
    const struct setting *o = comparison_find(item->key);
    if (o)
        return check_comparison(o, item, e);
    settings_parts(s, own);
    for (int i = 0; i < SETTINGS_PARTS; i++)
        if ((o = setting_find(own[i].table, item->key)))
            return setting_read(o, own[i].owner, item->value, e) || settings_answer_list(o, item, e);
    return settings_kinds_have(others, item->key) || unknown_key(s, item, e);
}

static bool assign_all(struct settings *s, const struct assignments *a, const char *others, struct error *e) {
    for (int i = 0; i < a->count; i++) {
        const struct assignment item = assignments_item(a, i);
        if (is_overruled(s, item.key))
            return settings_not_taken(item, e);
        if (!assign(s, &item, others, e))
            return error_prefix(e, "%s: %s", item.where, item.key);
    }
    return true;
}

static const char *where_of(const struct assignments *a, const char *key) {
    return assignments_where(a, key) ? assignments_where(a, key) : "default";
}

/* "WHERE: KEY: there is no ..." */
static bool unknown_name(const struct assignments *a, const char *key, const char *name, const void *registry,
                         const char *plural, struct error *e) {
    registry_unknown(registry, plural, name, e);
    return error_prefix(e, "%s: %s", where_of(a, key), key);
}

/* A baseline has no mixer and no encoding: those named stand in that add nothing. */
static bool find_baseline(struct settings *s, const struct assignments *a, struct error *e) {
    const char *name = assignments_value(a, "model.baseline"), *encoding = assignments_value(a, "encoding.name");
    if (!name || !*name || strcmp(name, "none") == 0)
        return true;
    s->baseline = baseline_find(name);
    if (!s->baseline)
        return unknown_name(a, "model.baseline", name, baseline_kinds, "baselines", e);
    if (encoding && strcmp(encoding, "none") != 0)
        return error_set(e, EXIT_USAGE, "%s: encoding.name: baseline %s has no encoding; use encoding.name = none",
                         where_of(a, "encoding.name"), name);
    snprintf(s->encoding_name, sizeof s->encoding_name, "none");
    return true;
}

/* Looks the kinds up; names that are not set are the defaults. */
static bool find_kinds(struct settings *s, const struct assignments *a, struct error *e) {
    const char *task = assignments_value(a, "task.name"), *mixer = assignments_value(a, "model.mixer");
    const char *encoding = assignments_value(a, "encoding.name");
    if (!find_baseline(s, a, e))
        return false;
    s->task = task_named(task ? task : s->task_name);
    s->mixer = mixer_find(mixer ? mixer : s->mixer_name);
    return (s->task || unknown_name(a, "task.name", task, tasks, "tasks", e)) &&
           (s->mixer || unknown_name(a, "model.mixer", mixer, mixers, "mixers", e)) &&
           (encoding_read(&s->encoding, encoding ? encoding : s->encoding_name, e) ||
            error_prefix(e, "%s: encoding.name", where_of(a, "encoding.name")));
}

static bool find_extrapolation(struct settings *s, const struct assignments *a, struct error *e) {
    s->extrapolation = policy_find(s->extrapolation_name);
    if (!s->extrapolation)
        return unknown_name(a, "encoding.extrapolation", s->extrapolation_name, policies, "policies", e);
    if (s->extrapolation->acts_on & ACTS_ON_ATTENTION)
        return error_set(e, EXIT_USAGE, "%s: encoding.extrapolation: %s is for evaluation alone (eval.policies)",
                         where_of(a, "encoding.extrapolation"), s->extrapolation_name);
    return policy_fits(s->extrapolation, s->encoding->acts_on) ||
           error_set(e, EXIT_USAGE, "%s: encoding.extrapolation: %s does not apply to encoding %s",
                     where_of(a, "encoding.extrapolation"), s->extrapolation->name, s->encoding->name);
}

bool settings_takes(const struct settings *s, const char *key) {
    struct settings_part own[SETTINGS_PARTS];
    bool takes = false;
    settings_parts(s, own);
    for (int i = 0; i < SETTINGS_PARTS && !takes; i++)
        takes = setting_find(own[i].table, key);
    return takes;
}

static bool check_together(const struct settings *s, struct error *e) {
    if (s->train.shards > s->train.batch)
        return error_set(e, EXIT_USAGE, "train.shards = %d is more than train.batch = %d examples", s->train.shards,
                         s->train.batch);
    if (s->train.sparse == SPARSE_LAZY && !training_can_be_lazy(&s->train))
        return error_set(e, EXIT_USAGE,
                         "train.sparse = lazy needs train.beta1^2 < 0.9 * train.beta2 (they are %g and %g) and "
                         "train.learning_rate * train.weight_decay < 1 (%g and %g); use dense",
                         s->train.beta1, s->train.beta2, s->train.learning_rate, s->train.weight_decay);
    if (s->train.epochs == 0 && s->train.warmup > s->train.steps)
        return error_set(e, EXIT_USAGE, "train.warmup = %d is longer than train.steps = %d", s->train.warmup,
                         s->train.steps);
    return true;
}

/* Steps on the command line replace epochs of a file. */
static bool choose_duration(struct settings *s, const struct assignments *a, struct error *e) {
    bool steps = assignments_from_line(a, "train.steps"), epochs = assignments_from_line(a, "train.epochs");
    if (steps && epochs && s->train.epochs > 0)
        return error_set(e, EXIT_USAGE,
                         COMMAND_LINE ": train.steps and train.epochs both say how long to train; give only one");
    s->train.epochs = steps ? 0 : s->train.epochs;
    return true;
}

/* A key of a room that is not in this build. */
static bool check_rooms(const struct assignments *a, struct error *e) {
    for (int i = 0; i < a->count; i++) {
        const struct assignment given = assignments_item(a, i);
        if (*given.value && room_refuse(given.key, e))
            return error_prefix(e, "%s", given.where);
    }
    return true;
}

void settings_fill_defaults(struct settings *s, const struct assignments *a) {
    const struct setting *ways = setting_find(s->mixer->options, "recurrent.bidirectional");
    if (!assignments_value(a, "train.warmup"))
        s->train.warmup = training_warmup(&s->train);
    while (!assignments_value(a, "model.heads") && s->model.d_model % s->model.heads != 0)
        s->model.heads--;
    if (!assignments_value(a, "model.causal") && s->task->causal)
        s->model.causal = true;
    if (ways && !assignments_value(a, ways->key) && s->model.causal) /* both directions would look ahead */
        setting_read(ways, s->mixer_options, "no", &(struct error){0});
}

static bool resolve(struct settings *s, const struct assignments *a, const char *others, struct error *e) {
    struct settings_part own[SETTINGS_PARTS];
    settings_parts(s, own);
    for (int i = 1; i < SETTINGS_PARTS; i++)
        setting_defaults(own[i].table, own[i].owner);
    if (!assign_all(s, a, others, e) || !find_extrapolation(s, a, e) || !choose_duration(s, a, e))
        return false;
    settings_fill_defaults(s, a);
    settings_sort_sets(&s->eval);
    s->model.origin.policy = s->extrapolation;
    if (!s->model.origin.positions) /* most runs have none, and their files omit it */
        s->model.origin.positions = SETTING_NOT_SET;
    snprintf(s->encoding_name, sizeof s->encoding_name, "%s", s->encoding->name); /* a hybrid has one name */
    snprintf(s->baseline_name, sizeof s->baseline_name, "%s", s->baseline ? s->baseline->name : "");
    return check_together(s, e);
}

/* Names of encodings' options that nobody settled before become keys in a copy. */
bool settings_resolve(struct settings *s, const struct assignments *a, const char *others, struct error *e) {
    char parts[SETTING_TEXT_MAX] = "";
    memset(s, 0, sizeof *s);
    setting_defaults(settings_table, s);
    if (!check_rooms(a, e) || !find_kinds(s, a, e))
        return false;
    struct assignments *settled = assignments_new();
    assignments_copy(settled, a);
    for (int i = 0; encoding_part(s->encoding, i); i++)
        text_append(parts, sizeof parts, " %s", encoding_part(s->encoding, i)->name);
    settings_settle(settled, others ? others : parts, NULL, 0);
    bool ok = resolve(s, settled, others, e);
    free(settled);
    return ok;
}

/* Whether an option belongs into a section: the one that its kind belongs to, or that of its key. */
static bool is_in(const struct setting *o, const struct settings_part *own, const char *section) {
    return own->of ? strcmp(own->of, section) == 0 : setting_is_in(o, section);
}

void settings_each(const struct settings *s, const char *sections, settings_use *use, void *user) {
    char section[SETTING_TEXT_MAX];
    struct settings_part own[SETTINGS_PARTS];
    settings_parts(s, own);
    while (text_item(&sections, section, sizeof section)) {
        assert(settings_is_section(section));
        for (int i = 0; i < SETTINGS_PARTS; i++)
            for (const struct setting *o = own[i].table; o && o->key; o++)
                if (is_in(o, &own[i], section))
                    use(user, &own[i], o);
    }
}

/* A configuration while it is written. */
struct writing {
    char *text;
    char section[SETTING_TEXT_MAX]; /* the last one opened */
};

/* An empty text is not set and not written. */
static void write_option(void *user, const struct settings_part *part, const struct setting *o) {
    struct writing *w = user;
    char section[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX];
    if (!*setting_write(o, part->owner, value, sizeof value))
        return;
    snprintf(section, sizeof section, "%.*s", (int)strcspn(o->key, "."), o->key);
    if (strcmp(section, w->section) != 0)
        text_append(w->text, SETTINGS_TEXT, "%s[%s]\n", *w->text ? "\n" : "", section);
    memcpy(w->section, section, sizeof section);
    ini_write(w->text, SETTINGS_TEXT, setting_last_word(o->key), value);
}

void settings_write(const struct settings *s, char text[SETTINGS_TEXT], const char *sections) {
    struct writing w = {.text = text};
    text[0] = 0;
    settings_each(s, sections, write_option, &w);
    assert(strlen(text) + 1 < SETTINGS_TEXT);
}

void settings_label(const struct settings *s, char *label, size_t size) {
    bool attention = s->mixer == &mixer_attention, placed = strcmp(s->encoding->name, "none") != 0;
    if (s->baseline)
        snprintf(label, size, BASELINE_MEMBER "%s", s->baseline->name);
    else
        snprintf(label, size, "%s%s%s", attention ? "" : s->mixer->name, !attention && placed ? "+" : "",
                 attention || placed ? s->encoding->name : "");
}

bool settings_shared(const struct settings *s, const char *key) {
    return setting_find(settings_table, key) || setting_find(s->task->options, key);
}

bool settings_normal(const struct setting *o, const char *value, char text[SETTING_TEXT_MAX], struct error *e) {
    static union {
        struct settings run;
        struct comparison comparison;
    } scratch; /* as large as any owner */
    return setting_read(o, &scratch, value, e) && setting_write(o, &scratch, text, SETTING_TEXT_MAX);
}
