/* claim_read.c -- files of claims: [claim], [table TITLE] and [experiment NAME]; see claims.h. Strict: keys are known
 * and given once, names exist, rows match their table. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/suggest.h"
#include "base/text.h"
#include "claims/claims.h"
#include "folder/folder_files.h"
#include "format/ini.h"

enum { FILE_BYTES = 1 << 20, WORDS = 16, TITLE = 34, SEEDS = 5 };

struct claim_reader {
    struct claims_book *book;
    const char *path;
    struct claim *claim; /* of this file; NULL until its first key */
    struct arena *arena;
    int earlier; /* experiments of other files */
};

#define CLAIM(field) offsetof(struct claim, field)
#define TABLE(field) offsetof(struct claim_table, field)
#define TESTS "more|no_more|near"
static const struct setting claim_keys[] = {
    {"number", SETTING_INT, CLAIM(number), "1", 1, 999, NULL, NULL},
    {"sentence", SETTING_TEXT, CLAIM(sentence), "", 0, 0, NULL, NULL},
    {"factors", SETTING_TEXT, CLAIM(list), "", 0, 0, NULL, NULL},
    {"theorem", SETTING_TEXT, CLAIM(theorem), "", 0, 0, NULL, NULL},
    {"seeds", SETTING_INT, CLAIM(seeds), "", 1, CLAIM_SEEDS, NULL, NULL},
    {.key = NULL},
};
static const struct setting table_keys[] = {
    {"heads", SETTING_TEXT, TABLE(heads), "", 0, 0, NULL, NULL},
    {"test", SETTING_CHOICE, TABLE(test), "more", 0, 0, TESTS, NULL},
    {"margin", SETTING_REAL, TABLE(margin), "0", 0, 1e9, NULL, NULL},
    {"role", SETTING_CHOICE, TABLE(role), "judged", 0, 0, "judged|control|shown", NULL},
    {"metric", SETTING_TEXT, TABLE(of), "accuracy", 0, 0, NULL, NULL},
    {"spread", SETTING_CHOICE, TABLE(spread), "no", 0, 0, "no|yes", NULL},
    {"saturated", SETTING_CHOICE, TABLE(saturated), "open", 0, 0, "open|answers", NULL},
    {"added", SETTING_TEXT, TABLE(added), "", 0, 0, NULL, NULL},
    {.key = NULL},
};
static const struct setting experiment_keys[] = {
    {"summary", SETTING_TEXT, offsetof(struct experiment, summary), "", 0, 0, NULL, NULL},
    {.key = NULL},
};
enum { CLAIM_WHOLE = 7, TABLE_HEADS = 1, TABLE_DECIDES = 7 }; /* the keys that must be given, from the first on */

/* ---- Words */

/* Splits a text in place, without blanks around the parts; -1: more than `most`, or one is empty. */
static int split(char *text, const char *mark, const char *part[], int most) {
    int parts = 0;
    for (bool last = false; !last; parts++) {
        text += strspn(text, " \t");
        size_t length = strcspn(text, mark);
        char *next = text + length + 1;
        last = !text[length];
        while (length && strchr(" \t", text[length - 1]))
            length--;
        if (!length || parts == most)
            return -1;
        text[length] = 0;
        part[parts] = text;
        text = next;
    }
    return parts;
}

/* Whether the word is this name; where not, it counts as a suggestion. */
static bool is(struct suggestion *s, const char *name) {
    suggest_add(s, name);
    return strcmp(s->word, name) == 0;
}

static bool unknown(struct suggestion *s, const char *what, struct error *e) {
    return error_set(e, EXIT_USAGE, "there is no %s '%s'%s", what, s->word, suggest_hint(s, ""));
}

/* One of these keys, or `many`, which may be given many times and is read elsewhere. */
static bool read_key(const struct setting *keys, void *owner, unsigned *given, const char *many, const char *key,
                     const char *value, struct error *e) {
    struct suggestion g = suggest_for(key);
    const struct setting *o = keys;
    while (o->key && !is(&g, o->key))
        o++;
    unsigned bit = 1U << (o - keys);
    if (!o->key)
        return is(&g, many) || unknown(&g, "key", e);
    if (*given & bit)
        return error_set(e, EXIT_USAGE, "%s: is given twice", key);
    *given |= bit;
    return setting_read(o, owner, value, e) || error_prefix(e, "%s", key);
}

/* ---- [experiment NAME] */

static struct experiment *find(const struct claims_book *b, struct suggestion *g) {
    for (int i = 0; i < b->experiments; i++)
        if (is(g, b->experiment[i]->name))
            return b->experiment[i];
    return NULL;
}

static bool read_experiment(struct claim_reader *r, const char *name, const char *key, const char *value, int line,
                            struct error *e) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    struct claims_book *b = r->book;
    struct suggestion g = suggest_for(name);
    struct experiment *x = find(b, &g);
    if (!x && (b->experiments == CLAIMS_MAX || !*name || strspn(name, letters) != strlen(name)))
        return error_set(e, EXIT_USAGE, "experiment '%s': a name has letters, digits, - and _; at most %d experiments",
                         name, CLAIMS_MAX);
    if (!x) {
        x = b->experiment[b->experiments++] = arena_alloc(r->arena, 1, sizeof *x);
        x->name = arena_text(r->arena, name);
        x->path = r->path;
        x->where = arena_format(r->arena, "%s:%d", r->path, line);
    }
    const char *before = assignments_where(&x->settings, key);
    unsigned given = *x->summary != 0;
    if (before || b->experiments == r->earlier || x != b->experiment[b->experiments - 1])
        return error_set(e, EXIT_USAGE, "experiment %s: %s: is given twice, first at %s", name, key,
                         before ? before : x->where);
    if (!strchr(key, '.'))
        return read_key(experiment_keys, x, &given, "summary", key, value, e);
    if (strcmp(key, "compare.seeds") == 0)
        return error_set(e, EXIT_USAGE, "%s: the seeds are those of [claim] or --seeds", key);
    return assignments_put(
        &x->settings, (struct assignment){key, value, arena_format(r->arena, "%s:%d", r->path, line), FROM_FILE}, e);
}

/* ---- Points: "FORMULA NAME=N NAME=N", "FORMULA EXPERIMENT MEMBER", "EXPERIMENT MEMBER [chance | gap | POLICY 2x]", or
 * of two of the last the better: "POINT or POINT". A member may have options, key=value. */

static bool read_parameters(struct claim_point *p, const char *word[], int words, struct error *e) {
    const struct claim_formula *f = p->formula;
    for (int k = 0; k < 2; k++) {
        size_t length = strlen(f->parameter[k]);
        if (words != 2 || strncmp(word[k], f->parameter[k], length) != 0 || word[k][length] != '=' ||
            !text_integer(word[k] + length + 1, &p->parameter[k]) || p->parameter[k] < 1 ||
            p->parameter[k] > f->most[k])
            return error_set(e, EXIT_USAGE, "expected %s %s=1..%d %s=1..%d", f->name, f->parameter[0], f->most[0],
                             f->parameter[1], f->most[1]);
    }
    return true;
}

static bool read_at(struct claim_point *p, const char *word[], int words, struct error *e) {
    struct suggestion g = suggest_for(words ? word[0] : "");
    int length = 0;
    if (words == 1 && (is(&g, "chance") || is(&g, "gap")))
        p->at = *word[0] == 'c' ? AT_CHANCE : AT_GAP;
    for (const struct policy *const *q = policies; words == 2 && *q; q++)
        if (is(&g, (*q)->name))
            p->policy = *q;
    bool times =
        p->policy && sscanf(word[1], "%4dx%n", &p->at, &length) == 1 && p->at > 0 && length && !word[1][length];
    if (words == 0 || p->at < 0 || times)
        return true;
    if (*suggest_hint(&g, "") && !p->policy)
        return unknown(&g, "policy", e);
    return error_set(e, EXIT_USAGE, "'%s': expected chance, gap, a policy and a length such as extend 2x, or nothing",
                     word[0]);
}

static bool read_member(struct claim_reader *r, struct claim_point *p, const char *word[], int words, struct error *e) {
    struct suggestion g = suggest_for(words > 0 ? word[0] : "");
    char member[SETTING_TEXT_MAX] = "";
    int k = 1;
    p->in = find(r->book, &g);
    if (!p->in)
        return unknown(&g, "experiment or formula", e);
    for (; k < words && (k == 1 || strchr(word[k], '=')); k++)
        text_append(member, sizeof member, "%s%s", *member ? " " : "", word[k]);
    if (!*member || (p->formula && k < words))
        return error_set(e, EXIT_USAGE, "expected %s%s and one of its members", p->formula ? p->formula->name : "",
                         p->formula ? ", an experiment" : p->in->name);
    if (!*p->in->summary)
        return error_set(e, EXIT_USAGE, "experiment %s needs a summary", p->in->name);
    p->member = arena_text(r->arena, member);
    return read_at(p, word + k, words - k, e);
}

static bool read_words(struct claim_reader *r, struct claim_point *p, const char *word[], int words, struct error *e) {
    for (const struct claim_formula *f = claim_formulas; words > 0 && f->name; f++)
        if (strcmp(word[0], f->name) == 0)
            p->formula = f;
    int own = p->formula != NULL;
    return own && p->formula->value ? read_parameters(p, word + 1, words - 1, e)
                                    : read_member(r, p, word + own, words - own, e);
}

/* "POINT", or "POINT or POINT". */
static bool read_point(struct claim_reader *r, struct claim_point *p, const char *text, struct error *e) {
    const char *word[WORDS];
    int words = split(arena_text(r->arena, text), " \t", word, WORDS), first = 0;
    if (words < 0)
        return error_set(e, EXIT_USAGE, "'%s' has more than %d words", text, WORDS);
    while (first < words && strcmp(word[first], "or") != 0)
        first++;
    struct claim_point *other = first < words ? arena_alloc(r->arena, 1, sizeof *other) : NULL;
    p->other = other;
    return read_words(r, p, word, first, e) && (!other || read_words(r, other, word + first + 1, words - first - 1, e));
}

/* ---- [table TITLE] */

/* "SETTING, ... | A | B | added"; B and added may be absent. */
static bool read_row(struct claim_reader *r, const struct claim_table *t, const char *value, int line,
                     struct error *e) {
    struct claim *c = r->claim;
    const char *part[4];
    if (c->rows == CLAIM_ROWS)
        return error_set(e, EXIT_USAGE, "more than %d rows", CLAIM_ROWS);
    struct claim_row *row = &c->row[c->rows++];
    int parts = split(arena_text(r->arena, value), "|", part, 4);
    row->added = parts > 2 && strcmp(part[parts - 1], "added") == 0;
    parts -= row->added;
    row->table = t;
    row->where = arena_format(r->arena, "%s:%d", r->path, line);
    int settings = parts < 2 || parts > 3 ? -1 : split((char *)part[0], ",", row->setting, CLAIM_FACTORS);
    if (settings < 0)
        return error_set(e, EXIT_USAGE, "expected SETTING, ... | A | B, with at most %d settings", CLAIM_FACTORS);
    for (int f = 0; f < CLAIM_FACTORS; f++)
        if (f >= settings || strcmp(row->setting[f], "-") == 0)
            row->setting[f] = "";
    return read_point(r, &row->a, part[1], e) && (parts == 2 || read_point(r, &row->b, part[2], e));
}

struct claim_table *claim_table_of(struct claim *c, const char *title, struct arena *arena) {
    for (int i = 0; i < c->tables; i++)
        if (strcmp(c->table[i].title, title) == 0)
            return &c->table[i];
    if (c->tables == CLAIM_TABLES)
        return NULL;
    struct claim_table *t = &c->table[c->tables++];
    setting_defaults(table_keys, t);
    t->title = arena_text(arena, title);
    return t;
}

static bool read_table(struct claim_reader *r, const char *title, const char *key, const char *value, int line,
                       struct error *e) {
    struct suggestion g = suggest_for(value);
    struct claim_table *t = strlen(title) > TITLE ? NULL : claim_table_of(r->claim, title, r->arena);
    if (!t)
        return error_set(e, EXIT_USAGE, "table %s: more than %d tables, or a title of more than %d characters", title,
                         CLAIM_TABLES, TITLE);
    if (strcmp(key, "row") == 0)
        return read_row(r, t, value, line, e) || error_prefix(e, "row");
    if (!read_key(table_keys, t, &t->given, "row", key, value, e))
        return false;
    int heads = strcmp(key, "heads") == 0 ? split(t->heads, ",", t->head, 3) : 1;
    if (heads != 1 && heads != 3)
        return error_set(e, EXIT_USAGE, "heads: expected A, B, DIFFERENCE, or A alone");
    t->metric = metric_find(t->of);
    for (int k = 0; k < metric_count && t->metric < 0; k++)
        is(&g, metrics[k].name);
    return t->metric >= 0 || unknown(&g, "metric", e);
}

/* ---- [claim], and the whole file */

static bool read_claim(struct claim_reader *r, const char *key, const char *value, struct error *e) {
    struct claim *c = r->claim;
    if (strcmp(key, "measured") == 0)
        return text_append(c->measured, sizeof c->measured, "%s%s", *c->measured ? " " : "", value) ||
               error_set(e, EXIT_USAGE, "measured: longer than %zu characters", sizeof c->measured - 1);
    if (!read_key(claim_keys, c, &c->given, "measured", key, value, e))
        return false;
    if (strcmp(key, "factors") == 0 && (c->factors = split(c->list, ",", c->factor, CLAIM_FACTORS)) < 1)
        return error_set(e, EXIT_USAGE, "factors: expected 1 to %d, separated by commas", CLAIM_FACTORS);
    const struct claim *other = claims_find(r->book, c->number);
    return !other || other == c ||
           error_set(e, EXIT_USAGE, "number: %d is that of %s; choose another", c->number, other->path);
}

static bool visit(void *user, const char *key, const char *value, int line, struct error *e) {
    struct claim_reader *r = user;
    bool experiment = strncmp(key, "experiment ", 11) == 0, table = strncmp(key, "table ", 6) == 0;
    char *section = arena_text(r->arena, key), *dot = experiment ? strchr(section, '.') : strrchr(section, '.');
    const char *name = dot + 1, *unfit = ini_unfit(value);
    *dot = 0;
    if (unfit)
        return error_set(e, EXIT_USAGE, "%s: the value %s", name, unfit);
    if (experiment)
        return read_experiment(r, section + 11, name, value, line, e);
    if ((!table && strcmp(section, "claim") != 0) || (!r->claim && r->book->claims == CLAIMS_MAX))
        return error_set(e, EXIT_USAGE, "[%s]: expected [claim], [table TITLE] or [experiment NAME]; at most %d claims",
                         section, CLAIMS_MAX);
    if (!r->claim) {
        r->claim = r->book->claim[r->book->claims++] = arena_alloc(r->arena, 1, sizeof *r->claim);
        r->claim->path = r->path;
        r->claim->seeds = SEEDS;
    }
    return table ? read_table(r, section + 6, name, value, line, e) : read_claim(r, name, value, e);
}

/* Whether a point is what both of "POINT or POINT" have to be. */
static bool is_evaluated(const struct claim_point *p) { return p->in && !p->formula && p->at >= 0; }

static bool is_like_other(const struct claim_point *p) {
    return !p->other || (is_evaluated(p->other) && p->other->at == p->at && p->other->policy == p->policy);
}

/* Why a row cannot be measured or distinguished from the others; NULL: it can. */
static const char *row_fault(const struct claim *c, int i) {
    const struct claim_row *row = &c->row[i];
    const struct claim_table *t = row->table;
    bool two = claim_point_given(&row->b), control = t->role == TABLE_CONTROL, controls = false, twice = false;
    char own[CLAIM_LABEL], other[CLAIM_LABEL];
    for (int k = 0; k < c->rows; k++) {
        const struct claim_table *u = c->row[k].table;
        controls |= u->role == TABLE_JUDGED && claim_controls(row, &c->row[k]);
        twice |= k < i && strcmp(claim_setting(row, own), claim_setting(&c->row[k], other)) == 0 && t->head[0] &&
                 u->head[0] && strcmp(t->head[t->head[2] ? 2 : 0], u->head[u->head[2] ? 2 : 0]) == 0;
    }
    if (two != (t->head[2] != NULL))
        return two ? "two numbers need three heads" : "three heads need two numbers";
    if (two && !row->a.formula != !row->b.formula)
        return "a formula has no difference to a metric";
    if ((row->a.other || row->b.other) &&
        !(is_evaluated(&row->a) && (!two || is_evaluated(&row->b)) && is_like_other(&row->a) && is_like_other(&row->b)))
        return "A or B are members in range, or both at the same length under the same policy; so is what they are "
               "compared with";
    if (metrics[t->metric].of_run && (!two || row->a.formula || row->b.formula || row->a.at || row->b.at))
        return "a figure of the run is compared with another, at no length: EXPERIMENT MEMBER | EXPERIMENT MEMBER";
    if (metrics[t->metric].of_run && t->role != TABLE_SHOWN && (t->test == TEST_NEAR || t->margin < 1))
        return "figures of runs are compared as a ratio: test is more or no_more, margin 1 or more";
    if ((row->a.at == AT_GAP || row->b.at == AT_GAP) && t->metric != METRIC_ACCURACY)
        return "only accuracy has a gap";
    if (t->spread && (!two || !is_evaluated(&row->a) || !is_evaluated(&row->b) || row->a.other || row->b.other ||
                      metrics[t->metric].of_run))
        return "two members that are evaluated have a spread, in a metric of the evaluation";
    if (row->added && !*t->added)
        return "is marked as added, but its table has no `added = when and why`";
    for (int f = c->factors; f < CLAIM_FACTORS && t->role != TABLE_SHOWN; f++)
        if (*row->setting[f])
            return "has more settings than the claim has factors";
    return control && !controls ? "controls no row" : twice ? "an earlier row has this setting and head" : NULL;
}

bool claims_read_text(struct claims_book *b, const char *text, size_t size, const char *path, struct arena *arena,
                      struct error *e) {
    struct claim_reader r = {b, arena_text(arena, path), NULL, arena, b->experiments};
    bool judged = false;
    if (!ini_read(text, size, path, visit, &r, e))
        return false;
    const struct claim *c = r.claim;
    if (!c)
        return true;
    for (const struct claim_table *t = c->table; t < c->table + c->tables; t++) {
        bool shown = t->role == TABLE_SHOWN;
        judged |= t->role == TABLE_JUDGED;
        if ((t->given & TABLE_DECIDES) != (shown ? TABLE_HEADS : TABLE_DECIDES))
            return error_set(e, EXIT_USAGE, "%s: table %s: needs heads%s", c->path, t->title,
                             shown ? ", and has no test or margin, since it is only shown" : ", test and margin");
    }
    if ((c->given & CLAIM_WHOLE) != CLAIM_WHOLE || !*c->measured || !judged || !c->rows)
        return error_set(e, EXIT_USAGE, "%s: needs number, sentence, measured, factors and a judged table", c->path);
    for (int i = 0; i < c->rows; i++)
        if (row_fault(c, i))
            return error_set(e, EXIT_USAGE, "%s: row: %s", c->row[i].where, row_fault(c, i));
    return true;
}

bool claims_read_file(struct claims_book *b, const char *path, struct arena *arena, struct error *e) {
    size_t size;
    const char *text = (const char *)file_read(path, FILE_BYTES, arena, &size, e);
    return text && claims_read_text(b, text, size, path, arena, e);
}

bool claims_read(struct claims_book *b, struct arena *arena, struct error *e) {
    char found[PATH_MAX_LENGTH], path[PATH_MAX_LENGTH];
    const char *folder = file_find(found, CLAIMS_FOLDER);
    struct folder_names n;
    struct error none;
    bool ok = true, any = false;
    folder_names(&n, folder, arena, &none);
    for (int i = 0; i < n.count && ok; i++)
        if (text_ends(n.name[i], ".ini")) {
            ok = file_path(path, folder, n.name[i], e) && claims_read_file(b, path, arena, e);
            any = true;
        }
    return ok &&
           (any || error_set(e, EXIT_IO,
                             "cannot find %s/*.ini; run poslab in the folder that has it, or `make install`", folder));
}

struct claim *claims_find(const struct claims_book *b, int number) {
    for (int i = 0; i < b->claims; i++)
        if (b->claim[i]->number == number)
            return b->claim[i];
    return NULL;
}
