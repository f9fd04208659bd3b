/* grid.c -- see grid.h. */
#include "study/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    k->values = c->scale ? c->count : (int)(high - low) + 1;
    k->value = arena_alloc(arena, (size_t)k->values, sizeof *k->value);
    for (int i = 0; i < k->values; i++) {
        double at = k->values > 1 ? (double)i / (k->values - 1) : 0;
        double value = log_scale ? low * pow(high / low, at) : low + (high - low) * at;
        k->value[i] = whole ? arena_format(arena, "%.0f", round(value)) : number_text(value, arena);
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
    k->value = arena_alloc(arena, strlen(c->values) + 1, sizeof *k->value);
    for (const char *text = c->values; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL)
        k->value[k->values++] = arena_format(arena, "%.*s", (int)strcspn(text, ","), text);
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
                     "%s: not an option that can differ between members; those of the task, the evaluation and the "
                     "seed are the same for all",
                     c->name);
}

/* An option that a member would have twice: by two keys, or by its own option and a key. */
static bool check_entry(const struct grid *g, const struct member_entry *entry, struct arena *arena, struct error *e) {
    struct member_option found[ENCODING_PARTS], other[ENCODING_PARTS];
    for (int i = 0; i < g->keys; i++)
        for (int n = member_entry_find(entry, g->key[i].name, found, NULL) - 1; n >= 0; n--) {
            for (int k = 0; k < entry->count; k++)
                if (strcmp(entry->option[k].key, found[n].key) == 0)
                    return error_set(e, EXIT_USAGE, "%s: the member '%s' sets it, too; take it out of one of them",
                                     g->key[i].name, member_entry_name(entry, arena));
            for (int k = 0; k < i; k++)
                for (int m = member_entry_find(entry, g->key[k].name, other, NULL) - 1; m >= 0; m--)
                    if (strcmp(other[m].key, found[n].key) == 0)
                        return error_set(e, EXIT_USAGE, "%s: is given twice, as %s before", g->key[i].name,
                                         g->key[k].name);
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
    for (int i = 0; i < r->entries; i++)
        if (!check_entry(g, &r->entry[i], arena, e))
            return false;
    return true;
}

/* ---- Combinations */

int grid_combinations(const struct grid *g, const struct member_entry *entry) {
    struct member_option found[ENCODING_PARTS];
    long long count = 1;
    for (int i = 0; i < g->keys && count <= GRID_MOST; i++)
        count *= member_entry_find(entry, g->key[i].name, found, NULL) ? g->key[i].values : 1;
    return count <= GRID_MOST ? (int)count : GRID_MOST + 1;
}

struct member_entry grid_entry(const struct grid *g, const struct member_entry *entry, int k, int *value,
                               struct arena *arena) {
    struct member_entry out = *entry;
    struct member_option found[ENCODING_PARTS];
    out.option = arena_alloc(arena, (size_t)entry->count + (size_t)g->keys * ENCODING_PARTS, sizeof *out.option);
    for (int n = 0; n < entry->count; n++)
        out.option[n] = entry->option[n];
    for (int i = g->keys - 1; i >= 0; i--) {
        bool has = member_entry_find(entry, g->key[i].name, found, NULL);
        value[i] = has ? k % g->key[i].values : -1;
        k /= has ? g->key[i].values : 1;
    }
    for (int i = 0; i < g->keys; i++) {
        int count = value[i] < 0 ? 0 : member_entry_find(entry, g->key[i].name, found, NULL);
        for (int n = 0; n < count; n++) {
            found[n].value = g->key[i].value[value[i]];
            found[n].written = n ? NULL : arena_format(arena, "%s=%s", g->key[i].name, found[n].value);
            out.option[out.count++] = found[n];
        }
        if (count)
            out.options = arena_format(arena, "%s %s", out.options, out.option[out.count - count].written);
    }
    return out;
}
