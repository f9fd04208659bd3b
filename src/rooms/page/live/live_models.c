/* live_models.c -- the models that a message is about, with their numbers: read line by line, checked, and turned
 * into the comparison that the program would make of them. Errors are EXIT_USAGE. See messages.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/kinds.h"
#include "model/mixer.h"
#include "page/live/messages.h"
#include "plot/chart_rows.h"
#include "settings/settings_synonyms.h"
#include "study/series.h"
#include "study/summarise.h"
#include "task/kinds.h"

/* ---- Reading */

/* Adds a seed to the last model. */
static bool add_seed(struct live *l, struct live_models *m, struct error *e) {
    if (m->seeds == SEEDS_MOST)
        return error_set(e, EXIT_USAGE, "more than %d seeds", SEEDS_MOST);
    if (!m->seeds)
        m->seed = arena_alloc(&l->arena, SEEDS_MOST, sizeof *m->seed);
    m->last = &m->seed[m->seeds++];
    *m->last = (struct live_seed){.name = m->name, .settings = m->settings, .in_range = (double)NAN};
    return true;
}

static bool add_model(struct live *l, struct live_models *m, const char *name, struct error *e) {
    if (m->models++ == FILL_ROWS)
        return error_set(e, EXIT_USAGE, "more than %d models", FILL_ROWS);
    m->name = name;
    m->settings = arena_alloc(&l->arena, 1, sizeof *m->settings);
    m->settings->task = &task_order; /* any task that makes its own examples */
    m->settings->encoding = &encoding_none;
    m->settings->mixer = &mixer_attention;
    m->seedless = true;
    return add_seed(l, m, e);
}

static bool read_seed(struct live *l, struct live_models *m, const char *number, struct error *e) {
    bool first = m->seedless;
    m->seedless = false;
    return (first || add_seed(l, m, e)) && (text_integer(number, &m->last->seed) ||
                                            error_set(e, EXIT_USAGE, "seed: '%s' is not a whole number", number));
}

static bool add_row(struct live_seed *s, const struct policy *policy, struct error *e) {
    if (!policy || s->rows == ENCODING_POLICIES)
        return error_set(e, EXIT_USAGE, "policy: there is none of that name, or it is one too many");
    s->row[s->rows++].policy = policy;
    return true;
}

static bool read_points(struct live *l, struct live_seed *s, const char *value, struct error *e) {
    double *number = arena_alloc(&l->arena, strlen(value) / 2 + 1, sizeof *number);
    char item[64];
    int count = 0;
    bool ok = true;
    if (!s->rows && !add_row(s, &policy_extend, e))
        return false;
    for (; text_item(&value, item, sizeof item); count++)
        ok = text_number(item, &number[count]) && ok;
    if (!ok || count % 2)
        return error_set(e, EXIT_USAGE, "points: expected pairs of numbers");
    s->row[s->rows - 1].point = (double(*)[2])number;
    s->row[s->rows - 1].count = count / 2;
    return true;
}

bool live_models_read(struct live *l, const char *key, const char *value, struct error *e) {
    struct live_models *m = l->request;
    struct settings *of = m->last && m->last->settings ? m->settings : NULL;
    char meant[SETTING_TEXT_MAX];
    if (strcmp(key, "model") == 0)
        return add_model(l, m, value, e);
    if (strcmp(key, "baseline") == 0 && m->baselines == BASELINES_MAX)
        return error_set(e, EXIT_USAGE, "more than %d baselines", m->baselines);
    if (strcmp(key, "baseline") == 0) {
        m->last = &m->baseline[m->baselines++];
        *m->last = (struct live_seed){.name = value, .in_range = (double)NAN};
        return true;
    }
    if (strcmp(key, "points") == 0 && m->last)
        return read_points(l, m->last, value, e);
    if (strcmp(key, "in_range") == 0 && m->last)
        return text_number(value, &m->last->in_range) ||
               error_set(e, EXIT_USAGE, "in_range: '%s' is not a number", value);
    if (strcmp(key, "encoding") == 0 && of) /* by any name that encoding.name may have */
        return encoding_read(&of->encoding, settings_synonym_value("encoding.name", value, meant, sizeof meant), e);
    if (strcmp(key, "mixer") == 0 && of)
        return (of->mixer = mixer_find(value)) || error_set(e, EXIT_USAGE, "mixer: there is no '%.40s'", value);
    if (strcmp(key, "seed") == 0 && of)
        return read_seed(l, m, value, e);
    if (strcmp(key, "policy") == 0 && of)
        return add_row(m->last, policy_find(value), e);
    return live_unknown(key, e);
}

static bool check(const struct live_seed *s, const struct metric *m, struct error *e) {
    const struct quantity *q = &m->quantity;
    bool ok = !(s->in_range < q->low || s->in_range > q->high);
    for (const struct live_row *r = s->row; r < s->row + s->rows; r++)
        for (int i = 0; ok && i < r->count; i++)
            ok = r->point[i][0] >= 1 && r->point[i][0] <= 1e9 && r->point[i][1] >= q->low && r->point[i][1] <= q->high;
    return ok || error_set(e, EXIT_USAGE, "%s: x is below 1, or y is no possible %s", s->name, q->title);
}

static bool has_numbers(const struct live_seed *s) {
    bool has = !isnan(s->in_range);
    for (int i = 0; i < s->rows; i++)
        has = has || s->row[i].count;
    return has;
}

bool live_models_check(struct live_models *m, const struct metric *metric, struct error *e) {
    static struct live_seed none;
    if (!m->seed) /* no model has one */
        m->seed = &none;
    int seeds = m->seeds;
    bool ok = true;
    for (int i = 0; ok && i < m->baselines; i++)
        ok = check(&m->baseline[i], metric, e);
    m->seeds = 0;
    for (int i = 0; ok && i < seeds; i++) {
        const struct live_seed *s = &m->seed[i], *before = m->seeds ? &m->seed[m->seeds - 1] : NULL;
        bool again = before && before->settings == s->settings;
        ok = check(s, metric, e);
        if (again && !has_numbers(before))
            m->seeds--;
        if (!again || has_numbers(s) || !has_numbers(before))
            m->seed[m->seeds++] = *s;
    }
    return ok;
}

/* ---- As a comparison */

/* Gives the comparison the lengths of these seeds, sorted, each once. */
static bool find_lengths(struct comparison_result *c, const struct live_seed *seed, int seeds, struct error *e) {
    for (const struct live_seed *s = seed; s < seed + seeds; s++)
        for (const struct live_row *r = s->row; r < s->row + s->rows; r++)
            for (int j = 0; j < r->count; j++) {
                int words = (int)r->point[j][0], i = c->lengths;
                while (i && c->words[i].high > words)
                    i--;
                if (i && c->words[i].high == words)
                    continue;
                if (c->lengths++ == LENGTHS_MAX)
                    return error_set(e, EXIT_USAGE, "more than %d lengths", LENGTHS_MAX);
                memmove(&c->words[i + 2], &c->words[i + 1], (size_t)(c->lengths - 1 - i) * sizeof *c->words);
                c->words[i + 1] = (struct range){words, words};
            }
    return true;
}

/* The value of a row at a length; NAN if it has none. */
static double value_at(const struct live_row *r, int words) {
    for (int i = 0; i < r->count; i++)
        if (r->point[i][0] == words)
            return r->point[i][1];
    return (double)NAN;
}

static void fill_score(struct score *s, double accuracy) {
    for (int k = 0; k < metric_count; k++)
        s->value[k] = k == METRIC_ACCURACY ? accuracy : (double)NAN;
}

/* Fills in a member from a seed; one that has no rows yet gets a row without numbers. */
static void fill_member(struct member *to, const struct live_seed *s, const struct comparison_result *c, int examples) {
    struct evaluation_result *r = arena_alloc(c->arena, 1, sizeof *r);
    bool again = to > c->member && s[-1].settings == s->settings;
    *to = (struct member){.label = s->name,
                          .options = "",
                          .name = "",
                          .settings = again ? to[-1].settings : settings_pack(s->settings, NULL, c->arena),
                          .seed = s->seed,
                          .entry = (int)(to - c->member) + 1,
                          .status = STATUS_FINISHED,
                          .result = r};
    *r = (struct evaluation_result){.arena = c->arena, .lengths = c->lengths, .examples = examples};
    r->words[IN_RANGE] = c->words[IN_RANGE];
    r->in_range = arena_alloc(c->arena, 1, sizeof *r->in_range);
    fill_score(r->in_range, s->in_range);
    for (; r->rows < s->rows || !r->rows; r->rows++) {
        const struct live_row *of = &s->row[r->rows];
        struct evaluation_row *row = &r->row[r->rows];
        *row = (struct evaluation_row){.policy = of->policy ? of->policy : &policy_extend, .applies = true};
        evaluation_row_alloc(r, row);
        for (int i = 1; i <= c->lengths; i++)
            fill_score(row->at[i], value_at(of, c->words[i].high));
    }
}

/* The first baseline is chance, which is unknown (NAN) if the message does not give it. */
static void add_baselines(struct comparison_result *c, const struct live_models *m) {
    static const struct live_seed none = {.in_range = (double)NAN};
    for (int k = 0; k < m->baselines || !k; k++) {
        const struct live_seed *s = m->baselines ? &m->baseline[k] : &none;
        struct levels *to = &c->baseline[c->baselines].of[METRIC_ACCURACY];
        snprintf(c->baseline[c->baselines++].name, BASELINE_NAME, "%s", k ? s->name : "chance");
        to->at[IN_RANGE] = s->in_range;
        for (int i = 1; i <= c->lengths; i++)
            to->at[i] = value_at(s->row, c->words[i].high);
    }
}

bool live_models_compare(struct comparison_result *c, const struct live_models *m, struct arena *arena,
                         struct error *e) {
    static const struct assignments none;
    *c = (struct comparison_result){.arena = arena};
    c->settings.task = &task_order;
    c->words[IN_RANGE] = m->trained;
    if (!m->trained.low)
        return error_set(e, EXIT_USAGE, "expected trained, the trained lengths");
    if (!comparison_read(&c->compare, &none, e) || !find_lengths(c, m->seed, m->seeds, e) ||
        (!c->lengths && !find_lengths(c, m->baseline, m->baselines, e)))
        return false;
    add_baselines(c, m);
    c->member = arena_alloc(arena, (size_t)m->seeds, sizeof *c->member);
    for (; c->members < m->seeds; c->members++)
        fill_member(&c->member[c->members], &m->seed[c->members], c, m->examples);
    compare_find_series(c);
    if (c->members)
        compare_summarise(c);
    return true;
}
