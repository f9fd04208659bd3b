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

const char *const statement_names[STATEMENT_KINDS] = {
    "order_matters",
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
    "fewest",
};

const struct summary *answer_number(const struct answer *a, const struct compare_row *row, int i) {
    return row && row->of[a->metric][i].n ? &row->of[a->metric][i] : NULL;
}

const struct compare_row *answer_row(const struct answer *a, const struct answer_model *m,
                                     const struct policy *policy) {
    for (const struct compare_row *r = m->row; r < m->end; r++)
        if (r->policy == policy && answer_number(a, r, a->at))
            return r;
    return NULL;
}

const struct statement *answer_statement(const struct answer *a, enum statement_kind kind) {
    for (int i = 0; i < a->statements; i++)
        if (a->statement[i].kind == kind)
            return &a->statement[i];
    return NULL;
}

const struct statement *answer_order(const struct answer *a) {
    return a->statements && a->statement->kind <= SAYS_ORDER_NOT_SHOWN ? a->statement : NULL;
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

/* Of a model whose rows are known: its own is that under extend, else its first. */
static void take_rows(const struct answer *a, struct answer_model *m) {
    m->own = m->row;
    m->best = -(double)INFINITY;
    for (const struct compare_row *r = m->row; r < m->end; r++) {
        const struct summary *s = answer_number(a, r, a->at);
        m->own = r->policy == &policy_extend ? r : m->own;
        m->best = s ? fmax(m->best, metrics[a->metric].quantity.better * s->mean) : m->best;
    }
    m->under = answer_row(a, m, a->policy);
    m->as_is = m->own->policy == &policy_extend || !m->own->applies;
    m->instead = m->as_is || m->own == m->under ? NULL : m->own;
    m->guesses = near_chance(a, m->own);
    const struct baseline *b = m->own->first->settings->baseline;
    m->is = b && b->ordered                         ? CLASS_BASELINE
            : b || member_is_control(m->own->first) ? CLASS_CONTROL
            : m->own->passed == m->own->finished    ? CLASS_LEARNED
            : m->own->passed                        ? CLASS_PARTLY
            : m->guesses                            ? CLASS_GUESSES
                                                    : CLASS_BELOW;
}

void answer_find(struct answer *a, const struct comparison_result *c, int metric, struct arena *arena) {
    int longest = c->lengths ? length_longest(c) : IN_RANGE;
    *a = (struct answer){.c = c, .metric = metric, .models = c->labels};
    a->at = c->words[longest].high > c->words[IN_RANGE].high && !metrics[metric].of_run ? longest : IN_RANGE;
    a->policy = a->at == IN_RANGE ? NULL : policy_of_table(a);
    a->model = arena_alloc(arena, (size_t)c->labels, sizeof *a->model);
    const struct compare_row *row = c->row;
    for (struct answer_model *m = a->model; m < a->model + a->models; m++) {
        *m = (struct answer_model){
            .series = &c->series[m - a->model], .row = row, .best = (double)INFINITY, .shown = true};
        while (row < c->row + c->rows && row->first->series == m->series) /* they are adjacent */
            row++;
        m->end = row;
        if (m->end > m->row)
            take_rows(a, m);
    }
    answer_state(a, arena);
    answer_say(a, arena);
}

/* ---- The question, and what comes next */

const char *answer_question(const struct answer *a, struct arena *arena) {
    const struct member *only = NULL;
    const bool longer = a->at != IN_RANGE;
    bool differ = false;
    int models = 0;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        if (m->own) {
            only = only ? only : m->own->first;
            differ |= m->own->first->settings->encoding != only->settings->encoding;
            models++;
        }
    return answer_order(a)
               ? longer ? "Does word order matter here, and on longer texts?" : "Does word order matter here?"
           : metrics[a->metric].of_run ? arena_format(arena, "How many %s?", metrics[a->metric].quantity.title)
           : models == 1
               ? arena_format(arena, longer ? "Does %s still work on longer texts?" : "How often is %s right?",
                              only->label)
               : arena_format(arena, "Which %s %s?", differ ? "position encoding" : "of these",
                              longer ? "still works on longer texts" : "is right most often");
}

/* Tasks where the policy of the table helps, or harms, and a config where it does the opposite: the `; expect` lines of
 * both say so. */
static const struct {
    const char *tasks, *config;
    enum statement_kind here, there;
} opposites[] = {{"order first flip", "configs/shift.ini", SAYS_HELPS, SAYS_HARMS},
                 {"shift", "configs/order.ini", SAYS_HARMS, SAYS_HELPS}};

/* One seed, or what five may decide is open. */
static bool wants_seeds(const struct answer *a) {
    int seeds = 0;
    for (const struct answer_model *m = a->model; m < a->model + a->models; m++)
        seeds = m->own && m->own->finished > seeds ? m->own->finished : seeds;
    return seeds < 2 || (seeds < SEEDS_FEW &&
                         (answer_statement(a, SAYS_OPEN) || answer_statement(a, SAYS_ONE_SEED) ||
                          answer_statement(a, SAYS_ORDER_PROBABLY) || answer_statement(a, SAYS_ORDER_NOT_SHOWN)));
}

const char *answer_next(const struct answer *a, struct arena *arena) {
    const struct comparison_result *c = a->c;
    const struct statement *order = answer_order(a);
    const char *rows = "", *folder = text_quote(c->folder, arena);
    if (wants_seeds(a))
        return arena_format(arena, "compare --run %s compare.seeds=%d..%d", folder, c->compare.seeds.low,
                            c->compare.seeds.low + 9);
    for (size_t i = 0; i < sizeof opposites / sizeof *opposites && a->policy == &policy_interpolate; i++)
        if (text_lists(opposites[i].tasks, c->settings.task->name) && answer_statement(a, opposites[i].here) &&
            !answer_statement(a, opposites[i].there) && file_exists(opposites[i].config))
            return arena_format(arena, "compare %s (there interpolate %s)", opposites[i].config,
                                statement_names[opposites[i].there]);
    if (order)
        return arena_format(
            arena, "show confusion %s",
            text_quote(arena_format(arena, "%s/%s", c->folder, (*order->of.model)->own->first->name), arena));
    const bool part = !c->only_read && !compare_is_whole(c); /* of the folder */
    for (const struct answer_model *m = a->model; part && m < a->model + a->models; m++)
        if (m->shown && m->own)
            rows = arena_format(arena, "%s %s", rows, text_quote(m->own->first->label, arena));
    return arena_format(arena, "plot %s%s", folder, rows);
}
