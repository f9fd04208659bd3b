/* settings.c -- how assignments are resolved; see settings.h. */
#include "settings/settings.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
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
#include "settings/settings_defaults.h"
#include "settings/settings_synonyms.h"
#include "task/task.h"

static const char *name_of(const char *key) { return strchr(key, '.') ? strchr(key, '.') + 1 : key; }

/* Suggests a key with the same name in another section; else the nearest. */
static void nearest_in(const struct setting *table, const char *key, struct suggestion *s) {
    for (; table && table->key; table++) {
        if (strcmp(name_of(table->key), name_of(key)) == 0)
            suggest_at(s, table->key, 0);
        suggest_key(s, table->key);
    }
}

static void nearest_of(void *near, const struct setting *table, const char *owner) {
    const struct suggestion *s = near;
    (void)owner;
    nearest_in(table, s->word, near);
}

void settings_suggest(struct suggestion *near) { settings_each_table(nearest_of, near); }

void settings_parts(const struct settings *s, struct settings_part out[SETTINGS_PARTS]) {
    enum { BEFORE = SETTINGS_PARTS - ENCODING_PARTS };
    struct settings *to = (struct settings *)s;
    out[0] = (struct settings_part){settings_table, to, NULL, NULL};
    out[1] = (struct settings_part){s->task->options, to->task_options, NULL, NULL};
    out[2] = (struct settings_part){s->mixer->options, to->mixer_options, NULL, NULL};
    assert(setting_bytes(s->task->options) <= TASK_OPTIONS_MAX);
    assert(setting_bytes(s->mixer->options) <= MIXER_OPTIONS_MAX);
    for (int i = 0; i < ENCODING_PARTS; i++) {
        const struct encoding *part = encoding_part(s->encoding, i);
        void *owner = encoding_part_options(to->encoding_options, i);
        assert(!part || setting_bytes(part->options) <= ENCODING_PART_OPTIONS);
        out[BEFORE + i] = (struct settings_part){part ? part->options : NULL, owner, part,
                                                 part && s->encoding->parts ? part->name : NULL};
    }
}

const struct encoding *settings_addressed(const char *key, char plain[SETTING_TEXT_MAX]) {
    size_t length = strcspn(key, ".");
    char name[SETTING_TEXT_MAX] = "";
    if (length < sizeof name)
        memcpy(name, key, length);
    const struct encoding *to = encoding_find(name);
    if (to)
        snprintf(plain, SETTING_TEXT_MAX, "encoding.%.*s", SETTING_TEXT_MAX - 10, name_of(key));
    return to;
}

static bool not_of(const char *owner, const char *here, struct error *e) {
    return error_set(e, EXIT_USAGE, "an option of %s, not of %s", owner, here);
}

static bool unknown_key(const struct settings *s, const char *key, struct error *e) {
    struct settings_part own[SETTINGS_PARTS];
    struct suggestion near = suggest_for(key);
    for (const struct task *const *t = tasks; *t; t++)
        if (setting_find((*t)->options, key))
            return not_of((*t)->name, s->task->name, e);
    for (const struct mixer *const *m = mixers; *m; m++)
        if (setting_find((*m)->options, key))
            return not_of((*m)->name, s->mixer->name, e);
    for (const struct encoding *const *c = encodings; *c; c++)
        if (setting_find((*c)->options, key))
            return not_of((*c)->name, s->encoding->name, e);
    settings_parts(s, own);
    for (int i = 0; i < SETTINGS_PARTS; i++)
        nearest_in(own[i].table, key, &near);
    if (settings_answer(key, &near, e))
        return false;
    settings_suggest(&near); /* then those of others */
    return error_set(e, EXIT_USAGE, "unknown key%s", suggest_hint(&near, "; `poslab help settings --all` has all"));
}

bool settings_kinds_have(const char *names, const char *key) {
    char name[SETTING_TEXT_MAX], plain[SETTING_TEXT_MAX];
    const struct encoding *to = settings_addressed(key, plain);
    while (names && text_item(&names, name, sizeof name)) {
        const struct encoding *encoding = encoding_find(name);
        const struct mixer *mixer = mixer_find(name);
        const struct task *task = task_named(name);
        if ((encoding && setting_find(encoding->options, encoding == to ? plain : key)) ||
            (mixer && setting_find(mixer->options, key)) || (task && setting_find(task->options, key)))
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

/* An option of encodings is read by every part that has it. */
static bool assign(struct settings *s, const struct assignment *item, const char *others, struct error *e) {
    struct settings_part own[SETTINGS_PARTS];
    const struct setting *o = comparison_find(item->key);
    bool found = false;
    if (o)
        return check_comparison(o, item, e);
    settings_parts(s, own);
    for (int i = 0; i < SETTINGS_PARTS; i++)
        if ((o = setting_find(own[i].table, item->key))) {
            found = true;
            if (!setting_read(o, own[i].owner, item->value, e))
                return settings_answer_list(o, item, e);
        }
    return found || settings_kinds_have(others, item->key) || unknown_key(s, item->key, e);
}

/* The same for ENCODING.NAME. */
static bool assign_addressed(struct settings *s, const struct assignment *item, const struct encoding *to,
                             const char *plain, const char *others, struct error *e) {
    const struct setting *o = setting_find(to->options, plain);
    char there[SETTING_TEXT_MAX];
    if (!o)
        return error_set(e, EXIT_USAGE, "%s has no option %s; see `poslab help settings --all`", to->name,
                         name_of(plain));
    for (int i = 0; encoding_part(s->encoding, i); i++)
        if (encoding_part(s->encoding, i) == to)
            return setting_read(o, encoding_part_options(s->encoding_options, i), item->value, e) ||
                   settings_answer_list(o, item, e);
    while (others && text_item(&others, there, sizeof there))
        if (strcmp(there, to->name) == 0)
            return true;
    return not_of(to->name, s->encoding->name, e);
}

static bool assign_all(struct settings *s, const struct assignments *a, const char *others, struct error *e) {
    char plain[SETTING_TEXT_MAX];
    for (int addresses = 0; addresses < 2; addresses++)
        for (int i = 0; i < a->count; i++) {
            const struct assignment item = assignments_item(a, i);
            const struct encoding *to = settings_addressed(item.key, plain);
            if ((to != NULL) != addresses)
                continue;
            if (!(to ? assign_addressed(s, &item, to, plain, others, e) : assign(s, &item, others, e)))
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

bool settings_takes(const struct settings *s, const struct assignments *a, const char *key) {
    char plain[SETTING_TEXT_MAX], closer[2 * SETTING_TEXT_MAX];
    const struct encoding *to = settings_addressed(key, plain);
    struct settings_part own[SETTINGS_PARTS];
    bool takes = false;
    settings_parts(s, own);
    for (int i = 0; i < SETTINGS_PARTS && !takes; i++) {
        const struct encoding *part = own[i].encoding;
        snprintf(closer, sizeof closer, "%s.%s", part ? part->name : "", name_of(key));
        takes = to ? part == to && setting_find(own[i].table, plain)
                   : setting_find(own[i].table, key) && !assignments_value(a, closer);
    }
    return takes;
}

bool settings_not_taken(struct assignment item, struct error *e) {
    return error_set(e, EXIT_USAGE, "%s: %s = %s changes nothing: a more specific setting goes first; leave one out",
                     item.where, item.key, item.value);
}

/* What was typed changes the run. */
static bool check_typed(const struct settings *s, const struct assignments *a, struct error *e) {
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        if (item.from == FROM_LINE && !settings_takes(s, a, item.key))
            return settings_not_taken(item, e);
    }
    return true;
}

/* Most runs have none, and their files omit it. */
static void find_origin(struct settings *s) {
    struct encoding_origin *from = &s->model.origin;
    from->policy = s->extrapolation;
    if (!from->positions)
        from->positions = SETTING_NOT_SET;
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
            return error_prefix(e, "%s", where_of(a, given.key));
    }
    return true;
}

bool settings_resolve(struct settings *s, const struct assignments *a, const char *others, struct error *e) {
    struct settings_part own[SETTINGS_PARTS];
    memset(s, 0, sizeof *s);
    setting_defaults(settings_table, s);
    if (!check_rooms(a, e) || !find_kinds(s, a, e))
        return false;
    settings_parts(s, own);
    for (int i = 1; i < SETTINGS_PARTS; i++)
        setting_defaults(own[i].table, own[i].owner);
    if (!assign_all(s, a, others, e) || !find_extrapolation(s, a, e) || !choose_duration(s, a, e) ||
        (!others && !check_typed(s, a, e)))
        return false;
    settings_fill_defaults(s, a);
    settings_sort_sets(&s->eval);
    find_origin(s);
    snprintf(s->encoding_name, sizeof s->encoding_name, "%s", s->encoding->name); /* a hybrid has one name */
    snprintf(s->baseline_name, sizeof s->baseline_name, "%s", s->baseline ? s->baseline->name : "");
    return check_together(s, e);
}

/* Whether an option belongs into a section: that of its table, or of its key. */
static bool is_in(const struct setting *o, const struct settings_part *own, const char *section) {
    return own->section ? strcmp(own->section, section) == 0 : setting_is_in(o, section);
}

static void use_section(const struct settings_part *own, const char *section, settings_use *use, void *user) {
    for (int i = 0; i < SETTINGS_PARTS; i++)
        for (const struct setting *o = own[i].table; o && o->key; o++)
            if (is_in(o, &own[i], section))
                use(user, &own[i], o);
}

void settings_each(const struct settings *s, const char *sections, settings_use *use, void *user) {
    char section[SETTING_TEXT_MAX];
    struct settings_part own[SETTINGS_PARTS];
    settings_parts(s, own);
    while (text_item(&sections, section, sizeof section)) {
        assert(settings_is_section(section));
        use_section(own, section, use, user);
        for (int i = 0; i < SETTINGS_PARTS && strcmp(section, "encoding") == 0; i++)
            if (own[i].section)
                use_section(own, own[i].section, use, user);
    }
}

const char *settings_key(const struct settings_part *part, const struct setting *o, char key[SETTING_TEXT_MAX]) {
    if (part->section)
        snprintf(key, SETTING_TEXT_MAX, "%s.%s", part->section, name_of(o->key));
    else
        snprintf(key, SETTING_TEXT_MAX, "%s", o->key);
    return key;
}

/* A configuration while it is written. */
struct writing {
    char *text;
    char section[SETTING_TEXT_MAX]; /* the last one opened */
};

/* An empty text is not set and not written. */
static void write_option(void *user, const struct settings_part *part, const struct setting *o) {
    struct writing *w = user;
    char key[SETTING_TEXT_MAX], value[SETTING_TEXT_MAX];
    if (!*setting_write(o, part->owner, value, sizeof value))
        return;
    settings_key(part, o, key);
    *strchr(key, '.') = 0;
    if (strcmp(key, w->section) != 0)
        text_append(w->text, SETTINGS_TEXT, "%s[%s]\n", *w->text ? "\n" : "", key);
    memcpy(w->section, key, sizeof key);
    ini_write(w->text, SETTINGS_TEXT, name_of(o->key), value);
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

const char *settings_standard(const struct setting *o, char text[SETTING_TEXT_MAX]) {
    struct error e;
    text[0] = 0;
    if (*o->standard)
        settings_normal(o, o->standard, text, &e);
    return text;
}
