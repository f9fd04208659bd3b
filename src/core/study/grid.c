/* grid.c -- see grid.h. */
#include "study/grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "settings/settings_synonyms.h"

/* ---- The text */

/* What a key is written with: "KEY=VALUES", perhaps "linear" or "log" and COUNT. */
struct clause {
    const char *name, *values, *scale;
    int count;
};

/* The next word of a text, in place; NULL: there is none. */
static char *next_word(char **text) {
    char *word = *text + strspn(*text, " \t"), *end = word + strcspn(word, " \t");
    *text = end + (*end != 0);
    *end = 0;
    return *word ? word : NULL;
}

/* Reads the clause that begins with a word, and the word after it. */
static bool read_clause(struct clause *c, char **word, char **text, struct error *e) {
    char *equals = strchr(*word, '=');
    if (!equals || equals == *word)
        return error_set(e, EXIT_USAGE, "'%s': expected KEY=VALUE,VALUE or KEY=LOW..HIGH linear|log COUNT", *word);
    *equals = 0;
    *c = (struct clause){.name = *word, .values = equals + 1};
    if (!*c->values)
        return error_set(e, EXIT_USAGE, "%s: has no value", c->name);
    *word = next_word(text);
    if (!*word || strchr(*word, '='))
        return true;
    c->scale = *word;
    if (strcmp(c->scale, "linear") != 0 && strcmp(c->scale, "log") != 0)
        return error_set(e, EXIT_USAGE, "%s: '%s': expected linear or log; values are separated by commas", c->name,
                         c->scale);
    *word = next_word(text);
    if (!*word || !text_integer(*word, &c->count))
        return error_set(e, EXIT_USAGE, "%s: %s needs a whole number after it: how many values", c->name, c->scale);
    *word = next_word(text);
    return (c->count >= 2 && c->count <= GRID_MOST) ||
           error_set(e, EXIT_USAGE, "%s: %s %d: expected 2..%d values", c->name, c->scale, c->count, GRID_MOST);
}

/* ---- Values */

static void add_value(struct grid_key *k, const char *value, struct arena *arena) {
    k->written[k->values] = arena_format(arena, "%s=%s", k->name, value);
    k->value[k->values++] = value;
}

static void values_alloc(struct grid_key *k, size_t count, struct arena *arena) {
    k->value = arena_alloc(arena, count, sizeof *k->value);
    k->written = arena_alloc(arena, count, sizeof *k->written);
}

/* To six digits, 1e-05 as people type it: 1e-5. */
static const char *number_text(double value, struct arena *arena) {
    char *text = arena_format(arena, "%.6g", value), *e = strchr(text, 'e');
    if (!e)
        return text;
    return arena_format(arena, "%.*se%s%s", (int)(e - text), text, e[1] == '-' ? "-" : "",
                        e + 1 + strspn(e + 1, "+-0"));
}

/* The ends of "LOW..HIGH". */
static bool read_ends(const struct clause *c, bool whole, double *low, double *high, struct arena *arena,
                      struct error *e) {
    const char *dots = strstr(c->values, "..");
    if (!text_number(arena_format(arena, "%.*s", (int)(dots - c->values), c->values), low) ||
        !text_number(dots + 2, high))
        return error_set(e, EXIT_USAGE, "%s: '%s' is not a range such as 16..64", c->name, c->values);
    if (whole && (round(*low) != *low || round(*high) != *high))
        return error_set(e, EXIT_USAGE, "%s: '%s': expected whole numbers", c->name, c->values);
    if (*low > *high)
        return error_set(e, EXIT_USAGE, "%s: '%s' runs backwards", c->name, c->values);
    if (c->scale && strcmp(c->scale, "log") == 0 && !(*low > 0))
        return error_set(e, EXIT_USAGE, "%s: '%s' log: both ends must be above 0", c->name, c->values);
    if (!c->scale && !whole)
        return error_set(e, EXIT_USAGE, "%s: '%s' needs linear COUNT or log COUNT after it", c->name, c->values);
    return c->scale || *high - *low < GRID_MOST ||
           error_set(e, EXIT_USAGE, "%s: '%s': more than %d values", c->name, c->values, GRID_MOST);
}

static bool read_range(struct grid_key *k, const struct clause *c, bool whole, struct arena *arena, struct error *e) {
    double low = 0, high = 0;
    if (!read_ends(c, whole, &low, &high, arena, e))
        return false;
    bool log_scale = c->scale && strcmp(c->scale, "log") == 0;
    int values = c->scale ? c->count : (int)(high - low) + 1;
    values_alloc(k, (size_t)values, arena);
    for (int i = 0; i < values; i++) {
        double at = values > 1 ? (double)i / (values - 1) : 0;
        double value = log_scale ? low * pow(high / low, at) : low + (high - low) * at;
        add_value(k, whole ? arena_format(arena, "%.0f", round(value)) : number_text(value, arena), arena);
    }
    return true;
}

static bool read_values(struct grid_key *k, const struct clause *c, const struct setting *o, struct arena *arena,
                        struct error *e) {
    bool number = o->kind == SETTING_INT || o->kind == SETTING_REAL;
    if (number && strstr(c->values, "..") && !strchr(c->values, ','))
        return read_range(k, c, o->kind == SETTING_INT, arena, e);
    if (c->scale)
        return error_set(e, EXIT_USAGE, "%s: %s belongs after a range of numbers such as 16..64", c->name, c->scale);
    values_alloc(k, strlen(c->values) + 1, arena);
    for (const char *text = c->values; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL)
        add_value(k, arena_format(arena, "%.*s", (int)strcspn(text, ","), text), arena);
    return true;
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* Each value can be read; no two are the same to the setting. */
static bool check_values(const struct grid_key *k, const struct setting *o, struct arena *arena, struct error *e) {
    const char **normal = arena_alloc(arena, (size_t)k->values, sizeof *normal);
    char text[SETTING_TEXT_MAX];
    for (int i = 0; i < k->values; i++) {
        if (!settings_normal(o, k->value[i], text, e))
            return error_prefix(e, "%s", k->name);
        normal[i] = arena_text(arena, text);
    }
    qsort(normal, (size_t)k->values, sizeof *normal, by_text);
    for (int i = 1; i < k->values; i++)
        if (strcmp(normal[i - 1], normal[i]) == 0)
            return error_set(e, EXIT_USAGE, "%s: the value %s is given twice", k->name, normal[i]);
    return true;
}

/* ---- Keys */

/* The values of one key, checked as the first member understands them that has the option. */
static bool read_key(struct grid_key *k, const struct clause *c, const struct member_list *r, struct arena *arena,
                     struct error *e) {
    struct suggestion near = suggest_for(c->name);
    struct member_option found[ENCODING_PARTS];
    int count = 0;
    k->name = c->name;
    for (int i = 0; i < r->entries && !count; i++)
        count = member_entry_find(&r->entry[i], c->name, found, &near);
    if (count)
        return read_values(k, c, found[0].setting, arena, e) && check_values(k, found[0].setting, arena, e);
    if (settings_answer(c->name, &near, e))
        return error_prefix(e, "%s", c->name);
    const char *hint = suggest_hint(&near, NULL);
    if (hint)
        return error_set(e, EXIT_USAGE, "%s: no member has such an option%s", c->name, hint);
    return error_set(e, EXIT_USAGE,
                     "%s: not an option that can differ between members; those of the task (except task.words, if it "
                     "reads no files), the evaluation and the seed are the same for all",
                     c->name);
}

/* What key i is for an entry. */
static struct grid_option *option_of(const struct grid *g, const struct member_entry *entry, int i) {
    return &g->of[(entry - g->entry) * g->keys + i];
}

static bool has_option(const struct member_option *option, int count, const char *key) {
    while (count > 0 && strcmp(option[count - 1].key, key) != 0)
        count--;
    return count > 0;
}

/* Finds the options of an entry; one that it would have twice, by two keys or by its own option and a key, is an error.
 */
static bool read_entry(const struct grid *g, const struct member_entry *entry, struct arena *arena, struct error *e) {
    for (int i = 0; i < g->keys; i++) {
        struct grid_option *found = option_of(g, entry, i);
        found->count = member_entry_find(entry, g->key[i].name, found->option, NULL);
        for (int n = found->count - 1; n >= 0; n--) {
            if (has_option(entry->option, entry->count, found->option[n].key))
                return error_set(e, EXIT_USAGE, "%s: the member '%s' sets it, too; take it out of one of them",
                                 g->key[i].name, member_entry_name(entry, arena));
            for (const struct grid_option *other = option_of(g, entry, 0); other < found; other++)
                if (has_option(other->option, other->count, found->option[n].key))
                    return error_set(e, EXIT_USAGE, "%s: is given twice, as %s before", g->key[i].name,
                                     g->key[i - (found - other)].name);
        }
    }
    return grid_combinations(g, entry) <= GRID_MOST || error_set(e, EXIT_USAGE, "more than %d combinations", GRID_MOST);
}

bool grid_read(struct grid *g, const char *text, const struct member_list *r, struct arena *arena, struct error *e) {
    char *rest = member_list_close_up(text, "=,", arena), *word = next_word(&rest);
    struct clause c;
    *g = (struct grid){.key = arena_alloc(arena, strlen(text) / 2 + 1, sizeof *g->key)};
    if (*text && !word)
        return error_set(e, EXIT_USAGE, "has no key");
    while (word)
        if (!read_clause(&c, &word, &rest, e) || !read_key(&g->key[g->keys++], &c, r, arena, e))
            return false;
    g->entry = r->entry;
    g->of = arena_alloc(arena, (size_t)r->entries * (size_t)g->keys, sizeof *g->of);
    for (int i = 0; i < r->entries; i++)
        if (!read_entry(g, &r->entry[i], arena, e))
            return false;
    return true;
}

/* ---- Combinations */

int grid_combinations(const struct grid *g, const struct member_entry *entry) {
    long long count = 1;
    for (int i = 0; i < g->keys && count <= GRID_MOST; i++)
        count *= option_of(g, entry, i)->count ? g->key[i].values : 1;
    return count <= GRID_MOST ? (int)count : GRID_MOST + 1;
}

struct member_entry grid_entry(const struct grid *g, const struct member_entry *entry, int k, int *value,
                               struct arena *arena) {
    char options[2 * SETTING_LIST_MAX]; /* those of one list and those of another */
    struct member_entry out = *entry;
    size_t most = (size_t)entry->count;
    for (int i = g->keys - 1; i >= 0; i--) {
        int count = option_of(g, entry, i)->count;
        value[i] = count ? k % g->key[i].values : -1;
        k /= count ? g->key[i].values : 1;
        most += (size_t)count;
    }
    snprintf(options, sizeof options, "%s", entry->options);
    out.option = arena_alloc(arena, most, sizeof *out.option);
    for (int n = 0; n < entry->count; n++)
        out.option[n] = entry->option[n];
    for (int i = 0; i < g->keys; i++) {
        const struct grid_option *found = option_of(g, entry, i);
        for (int n = 0; n < found->count; n++) {
            struct member_option *to = &out.option[out.count++];
            *to = found->option[n];
            to->value = g->key[i].value[value[i]];
            to->written = n ? NULL : g->key[i].written[value[i]];
        }
        if (found->count)
            text_append(options, sizeof options, " %s", g->key[i].written[value[i]]);
    }
    out.options = arena_text(arena, options);
    return out;
}
