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

/* At length i, or in range for i < 0; NAN where the member has no such number. */
static double value_of(const struct member *m, const struct policy *policy, int metric, int i) {
    for (int row = 0; m->status == STATUS_FINISHED && row < m->result->rows; row++)
        if (m->result->row[row].policy == policy)
            return evaluation_value(m->result, metric, row, i);
    return (double)NAN;
}

/* Over the seeds of `a`: its numbers, or where `b` is not NULL their differences to those of `b` and the same seed. */
static struct summary summary_of(const struct comparison_result *c, const struct member *a, const struct member *b,
                                 const struct policy *policy, int metric, int i) {
    double x[COMPARE_MEMBERS];
    const struct member *end = c->member + c->members;
    int n = 0;
    for (const struct member *m = c->member; m < end; m++) {
        if (!member_alike(m, a))
            continue;
        x[n] = value_of(m, policy, metric, i);
        const struct member *other = b ? c->member : end;
        while (other < end && (other->seed != m->seed || !member_alike(other, b)))
            other++;
        if (b)
            x[n] = other < end ? x[n] - value_of(other, policy, metric, i) : (double)NAN;
        n += !isnan(x[n]);
    }
    return summarise(x, n);
}

static struct level_summaries *summaries_of(const struct comparison_result *c, const struct member *a,
                                            const struct member *b, const struct policy *policy, struct arena *arena) {
    struct level_summaries *of = arena_alloc(arena, (size_t)metric_count, sizeof *of);
    for (int k = 0; k < metric_count; k++) {
        of[k].in_range = summary_of(c, a, b, policy, k, -1);
        for (int i = 0; i < c->lengths; i++)
            of[k].at[i] = summary_of(c, a, b, policy, k, i);
    }
    return of;
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

static void add_row(struct comparison_result *c, const struct member *first, const struct policy *policy,
                    struct arena *arena) {
    struct compare_row *row = &c->row[c->rows++];
    row->first = first;
    row->policy = policy;
    name_row(row);
    row->of = summaries_of(c, first, NULL, policy, arena);
}

static void add_pair(struct comparison_result *c, const struct compare_row *a, const struct compare_row *b,
                     struct arena *arena) {
    if (a->policy != b->policy || a->of->at[0].n == 0 || b->of->at[0].n == 0)
        return;
    c->pair[c->pairs++] =
        (struct compare_pair){a->first, b->first, a->policy, summaries_of(c, a->first, b->first, a->policy, arena)};
}

/* How many rows from row i on are of one member. */
static int block(const struct comparison_result *c, int i) {
    int count = 1;
    while (i + count < c->rows && c->row[i + count].first == c->row[i].first)
        count++;
    return count;
}

/* The rows of one member against those of each before it, policy by policy. */
static void add_pairs(struct comparison_result *c, int i, struct arena *arena) {
    for (int j = 0; j < i; j += block(c, j))
        for (int a = i; a < i + block(c, i); a++)
            for (int b = j; b < j + block(c, j); b++)
                add_pair(c, &c->row[a], &c->row[b], arena);
}

void compare_summarise(struct comparison_result *c, struct arena *arena) {
    int rows = 0;
    for (int k = 0; k < c->members; k++)
        rows += member_is_first(c, k) ? c->member[k].result->rows : 0;
    c->row = arena_alloc(arena, (size_t)rows, sizeof *c->row);
    for (int k = 0; k < c->members; k++)
        for (int i = 0; member_is_first(c, k) && i < c->member[k].result->rows; i++)
            add_row(c, &c->member[k], c->member[k].result->row[i].policy, arena);
    c->pair = arena_alloc(arena, (size_t)rows * rows / 2, sizeof *c->pair);
    for (int i = 0; i < c->rows; i += block(c, i))
        add_pairs(c, i, arena);
}
