/* settings.c -- the table of settings and how assignments are resolved; see settings.h. */
#include "train/settings.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define AT(field) offsetof(struct settings, field)

/* clang-format off */
const struct setting settings_table[] = {
    {"task.name", SETTING_TEXT, AT(task_name), "order", 0, 0, NULL, "what is learned: see `poslab list tasks`"},
    {"encoding.name", SETTING_TEXT, AT(encoding_name), "learned", 0, 0, NULL,
     "how positions are encoded: see `poslab list encodings`"},
    {"encoding.beyond", SETTING_TEXT, AT(beyond_name), "error", 0, 0, NULL,
     "policy for places beyond the table while training: see `poslab list policies`"},
    {"model.d_model", SETTING_INT, AT(model.d_model), "32", 1, 4096, NULL, "width of the embedding"},
    {"model.heads", SETTING_INT, AT(model.heads), "4", 1, 256, NULL, "attention heads; divides d_model"},
    {"model.d_ff", SETTING_INT, AT(model.d_ff), "64", 0, 16384, NULL, "width of the feed-forward; 0: none"},
    {"model.norm", SETTING_CHOICE, AT(model.norm), "pre", 0, 0, "pre|post",
     "layer norm before each part and at the end, or after each residual sum"},
    {"model.activation", SETTING_CHOICE, AT(model.activation), "relu", 0, 0, "relu|gelu", "of the feed-forward"},
    {"model.causal", SETTING_CHOICE, AT(model.causal), "no", 0, 0, "no|yes", "a row sees only what stands before it"},
    {"model.embedding_norm", SETTING_CHOICE, AT(model.embedding_norm), "no", 0, 0, "no|yes",
     "layer norm on the embedding, as in BERT"},
    {"train.steps", SETTING_INT, AT(train.steps), "800", 1, 1e9, NULL, "updates of the weights"},
    {"train.batch", SETTING_INT, AT(train.batch), "64", 1, 65536, NULL, "examples a step"},
    {"train.learning_rate", SETTING_REAL, AT(train.learning_rate), "0.004", 0, 1e9, NULL, "the largest rate"},
    {"train.schedule", SETTING_CHOICE, AT(train.schedule), "linear", 0, 0, "linear|cosine|constant",
     "after the warm-up: down to 0 in a line or a half cosine, or kept"},
    {"train.warmup", SETTING_INT, AT(train.warmup), "50", 0, 1e9, NULL, "steps in which the rate grows"},
    {"train.beta1", SETTING_REAL, AT(train.beta1), "0.9", 0, 0.999999, NULL, "AdamW: memory of the mean gradient"},
    {"train.beta2", SETTING_REAL, AT(train.beta2), "0.98", 0, 0.999999, NULL, "AdamW: memory of its square"},
    {"train.epsilon", SETTING_REAL, AT(train.epsilon), "1e-8", 0, 1, NULL, "AdamW: added to the divisor"},
    {"train.weight_decay", SETTING_REAL, AT(train.weight_decay), "0.01", 0, 1000, NULL,
     "AdamW: on matrices and tables, not on vectors"},
    {"train.clip", SETTING_REAL, AT(train.clip), "1", 0, 1e9, NULL, "largest norm of the gradient; 0: any"},
    {"train.seed", SETTING_INT, AT(train.seed), "1", 0, INT_MAX, NULL, "of initial weights and training examples"},
    {"train.shards", SETTING_INT, AT(train.shards), "4", 1, 256, NULL,
     "parts of a batch that threads share; results depend on it, not on threads"},
    {"train.checkpoint_every", SETTING_INT, AT(train.checkpoint_every), "1000", 0, 1e9, NULL,
     "steps between checkpoints; 0: only at the end or when stopped"},
    {"train.log_every", SETTING_INT, AT(train.log_every), "10", 1, 1e9, NULL, "steps between lines of metrics.jsonl"},
    {"eval.lengths", SETTING_TEXT, AT(eval.lengths), "1x 1.5x 2x 4x 8x 16x", 0, 0, NULL,
     "lengths to evaluate: times the longest trained, or words"},
    {"eval.examples", SETTING_INT, AT(eval.examples), "2000", 1, 10000000, NULL, "examples at each length"},
    {"eval.policies", SETTING_TEXT, AT(eval.policies), "all", 0, 0, NULL,
     "policies beyond the trained length: all that fit the encoding, or a list"},
    {"eval.seed", SETTING_INT, AT(eval.seed), "1", 0, INT_MAX, NULL, "of the evaluation examples"},
    {"compare.encodings", SETTING_TEXT, AT(compare.encodings), "learned, sinusoidal", 0, 0, NULL,
     "encodings to compare: a list, or all"},
    {"compare.seeds", SETTING_RANGE, AT(compare.seeds), "1..5", 0, INT_MAX, NULL, "training seeds of each"},
    {"compare.gate", SETTING_REAL, AT(compare.gate), "0.95", 0, 1, NULL,
     "in-range accuracy below which a seed is named as failed"},
    {0},
};
/* clang-format on */

static const struct setting *find(const struct setting *table, const char *key) {
    for (; table && table->key; table++)
        if (strcmp(table->key, key) == 0)
            return table;
    return NULL;
}

static const char *name_of(const char *key) {
    const char *dot = strchr(key, '.');
    return dot ? dot + 1 : key;
}

/* A key with the same name in another section is what was meant; else the nearest. */
static void nearest_in(const struct setting *table, const char *key, const char **found, int *best) {
    for (; table && table->key; table++) {
        if (*best > 0 && strcmp(name_of(table->key), name_of(key)) == 0) {
            *found = table->key;
            *best = 0;
        }
        if (text_nearer(key, table->key, best))
            *found = table->key;
    }
}

/* The name of a task or an encoding that has this option; NULL if none has. */
static const char *owner_of(const char *key) {
    for (const struct task *const *t = tasks; *t; t++)
        if (find((*t)->options, key))
            return (*t)->name;
    for (const struct encoding *const *c = encodings; *c; c++)
        if (find((*c)->options, key))
            return (*c)->name;
    return NULL;
}

static bool unknown_key(const struct settings *s, const char *key, struct error *e) {
    const char *found = NULL, *owner = owner_of(key);
    int best = INT_MAX;
    if (owner)
        return error_set(e, EXIT_USAGE, "an option of %s, not of %s", owner,
                         task_find(owner) ? s->task->name : s->encoding->name);
    nearest_in(settings_table, key, &found, &best);
    nearest_in(s->task->options, key, &found, &best);
    nearest_in(s->encoding->options, key, &found, &best);
    if (found)
        return error_set(e, EXIT_USAGE, "unknown key (did you mean %s?)", found);
    return error_set(e, EXIT_USAGE, "unknown key; `poslab list settings` shows all");
}

/* Whether one of the encodings in a list has the option. */
static bool others_have(const char *others, const char *key) {
    char name[SETTING_TEXT_MAX];
    while (others && text_item(&others, name, sizeof name)) {
        const struct encoding *other = encoding_find(name);
        if (other && find(other->options, key))
            return true;
    }
    return false;
}

static bool assign(struct settings *s, const struct assignment *item, const char *others, struct error *e) {
    const struct setting *o;
    if ((o = find(settings_table, item->key)))
        return setting_read(o, s, item->value, e);
    if ((o = find(s->task->options, item->key)))
        return setting_read(o, s->task_options, item->value, e);
    if ((o = find(s->encoding->options, item->key)))
        return setting_read(o, s->encoding_options, item->value, e);
    return others_have(others, item->key) || unknown_key(s, item->key, e);
}

static const char *where_of(const struct assignments *a, const char *key) {
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->item[i].key, key) == 0)
            return a->item[i].where;
    return "default";
}

/* "where: key: unknown ... (did you mean ...?)", or what there is */
static bool unknown_name(const struct assignments *a, const char *key, const char *value, const char *near,
                         const char *plural, struct error *e) {
    const char *where = where_of(a, key);
    if (near)
        return error_set(e, EXIT_USAGE, "%s: %s: there is no '%s' (did you mean %s?)", where, key, value, near);
    return error_set(e, EXIT_USAGE, "%s: %s: there is no '%s'; see `poslab list %s`", where, key, value, plural);
}

static bool find_task(struct settings *s, const struct assignments *a, struct error *e) {
    const char *name = assignments_value(a, "task.name"), *near = NULL;
    int best = INT_MAX;
    name = name ? name : s->task_name;
    s->task = task_find(name);
    for (const struct task *const *t = tasks; *t && !s->task; t++)
        if (text_nearer(name, (*t)->name, &best))
            near = (*t)->name;
    return s->task || unknown_name(a, "task.name", name, near, "tasks", e);
}

static bool find_encoding(struct settings *s, const struct assignments *a, struct error *e) {
    const char *name = assignments_value(a, "encoding.name"), *near = NULL;
    int best = INT_MAX;
    name = name ? name : s->encoding_name;
    s->encoding = encoding_find(name);
    for (const struct encoding *const *c = encodings; *c && !s->encoding; c++)
        if (text_nearer(name, (*c)->name, &best))
            near = (*c)->name;
    return s->encoding || unknown_name(a, "encoding.name", name, near, "encodings", e);
}

static bool find_beyond(struct settings *s, const struct assignments *a, struct error *e) {
    s->beyond = policy_find(s->beyond_name);
    if (!s->beyond)
        return unknown_name(a, "encoding.beyond", s->beyond_name, NULL, "policies", e);
    return s->beyond == &policy_error || encoding_takes(s->encoding, s->beyond) ||
           error_set(e, EXIT_USAGE, "%s: encoding.beyond: %s makes no sense for encoding %s",
                     where_of(a, "encoding.beyond"), s->beyond->name, s->encoding->name);
}

static bool check_together(const struct settings *s, struct error *e) {
    if (s->model.d_model % s->model.heads)
        return error_set(e, EXIT_USAGE, "model.heads = %d does not divide model.d_model = %d", s->model.heads,
                         s->model.d_model);
    if (s->train.shards > s->train.batch)
        return error_set(e, EXIT_USAGE, "train.shards = %d is more than train.batch = %d examples", s->train.shards,
                         s->train.batch);
    if (s->train.warmup > s->train.steps)
        return error_set(e, EXIT_USAGE, "train.warmup = %d is longer than train.steps = %d", s->train.warmup,
                         s->train.steps);
    return true;
}

bool settings_resolve(struct settings *s, const struct assignments *a, const char *others, struct error *e) {
    memset(s, 0, sizeof *s);
    setting_defaults(settings_table, s);
    if (!find_task(s, a, e) || !find_encoding(s, a, e))
        return false;
    setting_defaults(s->task->options, s->task_options);
    setting_defaults(s->encoding->options, s->encoding_options);
    for (int i = 0; i < a->count; i++)
        if (!assign(s, &a->item[i], others, e))
            return error_prefix(e, "%s: %s", a->item[i].where, a->item[i].key);
    return find_beyond(s, a, e) && check_together(s, e);
}

/* Writes the options of one section, "section." being the first `length` letters of a key. */
static void write_section(char *text, const struct setting *table, const void *owner, const char *section,
                          size_t length) {
    char value[SETTING_TEXT_MAX];
    for (const struct setting *o = table; o && o->key; o++)
        if (strncmp(o->key, section, length) == 0 && o->key[length] == '.')
            text_append(text, SETTINGS_TEXT, "%s = %s\n", o->key + length + 1,
                        setting_write(o, owner, value, sizeof value));
}

void settings_write(const struct settings *s, char text[SETTINGS_TEXT], const char *sections) {
    char section[SETTING_TEXT_MAX];
    text[0] = 0;
    while (text_item(&sections, section, sizeof section)) {
        size_t length = strlen(section);
        text_append(text, SETTINGS_TEXT, "%s[%s]\n", *text ? "\n" : "", section);
        write_section(text, settings_table, s, section, length);
        write_section(text, s->task->options, s->task_options, section, length);
        write_section(text, s->encoding->options, s->encoding_options, section, length);
    }
    assert(strlen(text) + 1 < SETTINGS_TEXT);
}

bool settings_difference(const char *there, const char *here, char *text, size_t size) {
    struct assignments a = {0}, b = {0};
    struct error e = {0};
    text[0] = 0;
    if (!assignments_read_text(&a, there, strlen(there), "there", &e) ||
        !assignments_read_text(&b, here, strlen(here), "here", &e)) {
        text_append(text, size, "%s", e.text);
        return true;
    }
    for (int i = 0; i < a.count || i < b.count; i++) {
        const char *key = i < a.count ? a.item[i].key : b.item[i].key;
        const char *old = assignments_value(&a, key), *new = assignments_value(&b, key);
        if (old && new &&strcmp(old, new) == 0)
            continue;
        text_append(text, size, "%s = %s there, %s here", key, old ? old : "(not set)", new ? new : "(not set)");
        return true;
    }
    return false;
}
