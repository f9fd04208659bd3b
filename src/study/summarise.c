/* summarise.c -- rows and pairs of a comparison, worked out from the numbers of its finished members; see compare.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/compare.h"

bool member_alike(const struct member *a, const struct member *b) { return strcmp(a->label, b->label) == 0; }

bool member_is_first(const struct comparison_result *c, int k) {
    for (int i = 0; i < k; i++)
        if (c->member[i].status == STATUS_FINISHED && member_alike(&c->member[i], &c->member[k]))
            return false;
    return c->member[k].status == STATUS_FINISHED;
}

bool row_is_first(const struct comparison_result *c, int i) { return i == 0 || c->row[i].first != c->row[i - 1].first; }

double member_in_range(const struct member *m) { return m->result->in_range.value[METRIC_ACCURACY]; }

bool member_passed(const struct comparison_result *c, const struct member *m) {
    return m->status == STATUS_FINISHED && member_in_range(m) >= c->settings.compare.gate;
}

/* At length i, or in range for i < 0; NAN where the member has no such number. */
static double value_of(const struct member *m, const struct policy *policy, int metric, int i) {
    for (int row = 0; m->status == STATUS_FINISHED && row < m->result->rows; row++)
        if (m->result->row[row].policy == policy)
            return evaluation_value(m->result, metric, row, i);
    return (double)NAN;
}

/* Of the member with the seed of `m` and the label of row r; NAN: there is none. */
static double value_beside(const struct comparison_result *c, const struct member *m, const struct compare_row *r,
                           int metric, int i) {
    for (const struct member *other = c->member; other < c->member + c->members; other++)
        if (other->seed == m->seed && member_alike(other, r->first))
            return value_of(other, r->policy, metric, i);
    return (double)NAN;
}

/* Of row a by seed, or where `b` is not NULL its differences to b; returns how many. */
static int values_of(const struct comparison_result *c, const struct compare_row *a, const struct compare_row *b,
                     int metric, int i, double x[COMPARE_MEMBERS]) {
    int n = 0;
    for (const struct member *m = c->member; m < c->member + c->members; m++) {
        if (!member_alike(m, a->first))
            continue;
        x[n] = value_of(m, a->policy, metric, i) - (b ? value_beside(c, m, b, metric, i) : 0);
        n += !isnan(x[n]);
    }
    return n;
}

/* "rope+interpolate base=100"; an encoding that knows one policy goes by its label. */
static void name_row(struct compare_row *row) {
    const struct member *m = row->first;
    const struct policy *known[ENCODING_POLICIES + 1];
    policy_list(known, m->settings.encoding->acts_on);
    bool choice = known[1] || row->policy != known[0];
    text_append(row->name, sizeof row->name, "%.*s", (int)(strlen(m->label) - strlen(m->options)), m->label);
    if (choice)
        text_append(row->name, sizeof row->name, "+%s", row->policy->name);
    text_append(row->name, sizeof row->name, "%s", m->options);
}

static void add_row(struct comparison_result *c, const struct member *first, const struct evaluation_row *of) {
    struct compare_row *row = &c->row[c->rows++];
    *row = (struct compare_row){.first = first, .policy = of->policy, .applies = of->applies};
    name_row(row);
}

void compare_add_rows(struct comparison_result *c, const struct member *m, const struct evaluation_result *r) {
    int applying = 0;
    for (int i = 0; i < r->rows; i++)
        applying += r->row[i].applies;
    for (int i = 0; i < r->rows; i++)
        if (r->row[i].applies || (!applying && i == 0))
            add_row(c, m, &r->row[i]);
}

/* ---- Numbers */

static void sum_up_row(const struct comparison_result *c, struct compare_row *row, struct arena *arena) {
    double x[COMPARE_MEMBERS];
    row->of = arena_alloc(arena, (size_t)metric_count, sizeof *row->of);
    for (int k = 0; k < metric_count; k++)
        for (int i = -1; i < c->lengths; i++) {
            int n = values_of(c, row, NULL, k, i, x);
            *(i < 0 ? &row->of[k].in_range : &row->of[k].at[i]) = summarise(x, n);
        }
    for (const struct member *m = c->member; m < c->member + c->members; m++)
        if (member_alike(m, row->first)) {
            row->passed += member_passed(c, m);
            row->finished += m->status == STATUS_FINISHED;
        }
}

/* No policy acts on the lengths of training. */
static bool is_same(const struct comparison_result *c, const struct compare_pair *p, int i) {
    return p->a->first == p->b->first && (i < 0 || c->words[i].high <= c->trained_high);
}

static void sum_up_pair(const struct comparison_result *c, struct compare_pair *p, struct arena *arena) {
    double x[COMPARE_MEMBERS];
    p->of = arena_alloc(arena, (size_t)metric_count, sizeof *p->of);
    p->p = arena_alloc(arena, (size_t)metric_count, sizeof *p->p);
    p->mark = arena_alloc(arena, (size_t)metric_count, sizeof *p->mark);
    for (int k = 0; k < metric_count; k++)
        for (int i = -1; i < c->lengths; i++) {
            int n = is_same(c, p, i) ? 0 : values_of(c, p->a, p->b, k, i, x);
            *(i < 0 ? &p->of[k].in_range : &p->of[k].at[i]) = summarise(x, n);
            *(i < 0 ? &p->p[k].in_range : &p->p[k].at[i]) = student_p(x, n);
        }
}

/* Holm's correction over all differences of a metric. */
static void mark(struct comparison_result *c, int metric, struct arena *arena) {
    size_t columns = (size_t)c->lengths + 1, n = 0;
    double *p = arena_alloc(arena, c->pairs * columns, sizeof *p);
    bool **to = arena_alloc(arena, c->pairs * columns, sizeof *to), *marks;
    for (struct compare_pair *pair = c->pair; pair < c->pair + c->pairs; pair++)
        for (int i = -1; i < c->lengths; i++) {
            p[n] = i < 0 ? pair->p[metric].in_range : pair->p[metric].at[i];
            to[n] = i < 0 ? &pair->mark[metric].in_range : &pair->mark[metric].at[i];
            n += !isnan(p[n]);
        }
    marks = arena_alloc(arena, n, sizeof *marks);
    holm_mark(p, (int)n, marks);
    c->tested[metric] = (int)n;
    c->marked[metric] = 0;
    for (size_t k = 0; k < n; k++)
        c->marked[metric] += *to[k] = marks[k];
}

static bool has_numbers(const struct compare_pair *p) { return p->a->of->at[0].n && p->b->of->at[0].n; }

void compare_summarise(struct comparison_result *c, struct arena *arena) {
    struct error unknown; /* a row of which no seed has a result */
    size_t rows = 0;
    int pairs = 0;
    for (int k = 0; k < c->members; k++)
        rows += member_is_first(c, k) ? (size_t)c->member[k].result->rows : 0;
    c->row = arena_alloc(arena, rows, sizeof *c->row);
    c->rows = 0;
    for (int k = 0; k < c->members; k++)
        if (member_is_first(c, k))
            compare_add_rows(c, &c->member[k], c->member[k].result);
    for (int i = 0; i < c->rows; i++)
        sum_up_row(c, &c->row[i], arena);
    compare_add_pairs(c, arena, &unknown);
    for (int k = 0; k < c->pairs; k++)
        if (has_numbers(&c->pair[k]))
            c->pair[pairs++] = c->pair[k];
    c->pairs = pairs;
    for (int k = 0; k < c->pairs; k++)
        sum_up_pair(c, &c->pair[k], arena);
    for (int k = 0; k < metric_count; k++)
        mark(c, k, arena);
}
