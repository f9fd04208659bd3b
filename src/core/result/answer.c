/* answer.c -- the models of a comparison as one looks at them first, and what each is in range; see answer.h. */
#include "result/answer.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "study/columns.h"
#include "study/comparison_folder.h"
#include "study/series.h"

enum { SEEDS_FEW = 5 };
#define NEAR .01 /* a share that may be chance */
#define FAR .05  /* one that is not */

const char *const statement_names[STATEMENT_KINDS] = {"order_matters",
                                                      "order_probably_matters",
                                                      "order_not_shown",
                                                      "guesses",
                                                      "control",
                                                      "learned",
                                                      "learned_in_part",
                                                      "below_gate",
                                                      "holds",
                                                      "falls",
                                                      "below_baseline",
                                                      "open",
                                                      "one_seed",
                                                      "helps",
                                                      "harms",
                                                      "better",
                                                      "pair",
                                                      "fewest"};

const struct summary *answer_number(const struct answer *a, const struct compare_row *row, int i) {
    const struct summary *s = row && row->applies ? &row->of[a->metric][i] : NULL;
    return s && s->n ? s : NULL;
}

struct group group_new(const struct answer *a, struct arena *arena) {
    return (struct group){0, arena_alloc(arena, (size_t)a->models, sizeof(void *)),
                          arena_alloc(arena, (size_t)a->models, sizeof(bool))};
}

void group_take(struct group *g, const struct answer *a, const struct answer_model *m) {
    g->model[g->count++] = m;
    g->in[m - a->model] = true;
}

bool answer_shows(struct group g) {
    for (int i = 0; i < g.count; i++)
        if (g.model[i]->shown)
            return true;
    return false;
}

const struct statement *answer_statement(const struct answer *a, enum statement_kind kind) {
    for (int i = 0; i < a->statements; i++)
        if (a->statement[i].kind == kind)
            return &a->statement[i];
    return NULL;
}

const struct statement *answer_order(const struct answer *a) {
    const struct statement *s = NULL;
    for (int kind = SAYS_ORDER_MATTERS; kind <= SAYS_ORDER_NOT_SHOWN && !s; kind++)
        s = answer_statement(a, kind);
    return s;
}

const struct baseline_levels *answer_level(const struct comparison_result *c, const char *name) {
    for (int i = 0; i < c->baselines; i++)
        if (strcmp(c->baseline[i].name, name) == 0)
            return &c->baseline[i];
    return NULL;
}

const struct policy *answer_policy(int i) {
    for (const struct policy *const *p = policies; *p && i; p++)
        if (*p != &policy_refuse && *p != &policy_extend && *p != &policy_interpolate && --i == 0)
            return *p;
    return i ? NULL : &policy_interpolate;
}

/* The simplest that has a number: the same for all models, whatever the data say. */
static const struct policy *policy_of_table(const struct answer *a) {
    for (int i = 0; answer_policy(i); i++)
        for (const struct compare_row *r = a->c->row; r < a->c->row + a->c->rows; r++)
            if (r->policy == answer_policy(i) && answer_number(a, r, a->at))
                return r->policy;
    return NULL;
}

static bool near_chance(const struct answer *a, const struct compare_row *r) {
    const struct summary *s = &r->of[METRIC_ACCURACY][IN_RANGE];
    double chance = a->c->baseline[CHANCE].of[METRIC_ACCURACY].at[IN_RANGE];
    return (isnan(s->low) ? s->mean : s->low) <= chance + NEAR && (isnan(s->high) ? s->mean : s->high) < chance + FAR;
}

static enum model_class class_of(const struct answer_model *m) {
    const struct compare_row *r = m->own;
    return !r                             ? CLASS_NO_RESULT
           : member_is_control(r->first)  ? CLASS_CONTROL
           : r->first->settings->baseline ? CLASS_BASELINE
           : r->passed == r->finished     ? CLASS_LEARNED
           : r->passed                    ? CLASS_PARTLY
           : m->guesses                   ? CLASS_GUESSES
                                          : CLASS_BELOW;
}

/* The rows of a model, which are adjacent: its own is that under extend, else its first. */
static void take_rows(const struct answer *a, struct answer_model *m, const struct compare_row *first,
                      const struct compare_row *end) {
    for (const struct compare_row *r = first; r < end; r++) {
        if (r == first || r->policy == &policy_extend)
            m->own = r;
        if (r->policy == a->policy && answer_number(a, r, a->at))
            m->under = r;
    }
    m->as_is = m->own->policy == &policy_extend || !m->own->applies;
    m->instead = m->as_is || m->own == m->under ? NULL : m->own;
    m->guesses = near_chance(a, m->own);
}

void answer_find(struct answer *a, const struct comparison_result *c, int metric, struct arena *arena) {
    int longest = c->lengths ? length_longest(c) : IN_RANGE;
    *a = (struct answer){.c = c, .metric = metric, .models = c->labels};
    a->at = c->words[longest].high > c->words[IN_RANGE].high && !metrics[metric].of_run ? longest : IN_RANGE;
    a->policy = a->at == IN_RANGE ? NULL : policy_of_table(a);
    a->model = arena_alloc(arena, (size_t)c->labels, sizeof *a->model);
    const struct compare_row *row = c->row, *end = c->row + c->rows, *next;
    for (int i = 0; i < c->labels; i++, row = next) {
        struct answer_model *m = &a->model[i];
        *m = (struct answer_model){.series = &c->series[i], .shown = true};
        for (next = row; next < end && next->first->series == m->series;)
            next++;
        if (next > row)
            take_rows(a, m, row, next);
        m->is = class_of(m);
    }
    answer_state(a, arena);
    answer_say(a, arena);
}

/* ---- The question */

const char *answer_question(const struct answer *a, struct arena *arena) {
    const struct answer_model *only = NULL;
    bool differ = false, longer = a->at != IN_RANGE;
    int models = 0;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++) {
        if (!m->own)
            continue;
        differ = differ || (only && m->own->first->settings->encoding != only->own->first->settings->encoding);
        only = only ? only : m;
        models++;
    }
    if (answer_order(a))
        return longer ? "Does word order matter here, and on longer texts?" : "Does word order matter here?";
    if (metrics[a->metric].of_run)
        return arena_format(arena, "How many %s?", metrics[a->metric].quantity.title);
    if (models == 1)
        return arena_format(arena, longer ? "Does %s still work on longer texts?" : "How often is %s right?",
                            only->own->first->label);
    return arena_format(arena, "Which %s %s?", differ ? "position encoding" : "of these",
                        longer ? "still works on longer texts" : "is right most often");
}

/* ---- What comes next */

/* A config where the policy of the table does the opposite: the `; expect` lines of both say so. */
static const struct opposite {
    const char *task, *config, *there;
    enum statement_kind here, not_here;
} opposites[] = {
    {"order first flip", "configs/shift.ini", "harms", SAYS_HELPS, SAYS_HARMS},
    {"shift", "configs/order.ini", "helps", SAYS_HARMS, SAYS_HELPS},
};

/* What five seeds may decide is open. */
static bool wants_seeds(const struct answer *a) {
    static const enum statement_kind open[] = {SAYS_OPEN, SAYS_ONE_SEED, SAYS_ORDER_PROBABLY, SAYS_ORDER_NOT_SHOWN};
    int seeds = 0;
    bool is_open = false;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        seeds = m->own && m->own->finished > seeds ? m->own->finished : seeds;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        is_open = is_open || answer_statement(a, open[i]);
    return seeds < 2 || (seeds < SEEDS_FEW && is_open);
}

/* " rope alibi", of a call that printed a part of its folder. */
static const char *rows_shown(const struct answer *a, struct arena *arena) {
    const char *list = "";
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (m->shown && m->own && !a->c->only_read)
            list = arena_format(arena, "%s %s", list, text_quote(m->own->first->label, arena));
    return list;
}

const char *answer_next(const struct answer *a, struct arena *arena) {
    const struct comparison_result *c = a->c;
    const struct range seeds = c->compare.seeds;
    const char *folder = text_quote(c->folder, arena);
    if (wants_seeds(a))
        return arena_format(arena, "compare --run %s compare.seeds=%d..%d", folder, seeds.low, seeds.low + 9);
    for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++) {
        const struct opposite *o = &opposites[i];
        if (a->policy == &policy_interpolate && text_lists(o->task, c->settings.task->name) &&
            answer_statement(a, o->here) && !answer_statement(a, o->not_here) && file_exists(o->config))
            return arena_format(arena, "compare %s (there interpolate %s)", o->config, o->there);
    }
    const struct statement *order = answer_order(a);
    if (!order)
        return arena_format(arena, "plot %s%s", folder, compare_is_whole(c) ? "" : rows_shown(a, arena));
    const char *best = arena_format(arena, "%s/%s", c->folder, (*order->of.model)->own->first->name);
    return arena_format(arena, "show confusion %s", text_quote(best, arena));
}
