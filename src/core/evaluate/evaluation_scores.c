/* evaluation_scores.c -- see evaluation_scores.h. */
#include "evaluate/evaluation_scores.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/confusion.h"

enum { COUNT_TEXT = 18 };

/* More than the losses of COUNT_MAX targets can add up to in 32-bit numbers. */
static const double SUM_MAX = 1e55;

static bool is_count(double x) { return fabs(x) <= COUNT_MAX && x == floor(x); }

double evaluation_rounded(double x) {
    char text[32];
    if (is_count(x))
        return x;
    snprintf(text, sizeof text, "%.9g", x);
    return strtod(text, NULL);
}

bool evaluation_number(struct slot s, double high, double *x) {
    return s.to && is_count(*x) ? slot_put(s, json_integer((json_int_t)*x)) : slot_real(s, 0, high, x);
}

bool evaluation_level(struct slot s, int metric, double *x) {
    return slot_real(s, metrics[metric].quantity.low, fmin(metrics[metric].quantity.high, SUM_MAX), x);
}

bool evaluation_has_metric(const struct evaluation_result *r, const struct slot *metric, int k, bool *ok) {
    if (metric->node.json && !r->sums[k])
        *ok = node_refuse(&metric->node, "no such key, because in_range does not have it");
    return *ok && r->sums[k];
}

bool evaluation_object(const struct evaluation_result *r, struct slot s, const char *keys, const char *fixed,
                       struct slot *in) {
    char list[64];
    snprintf(list, sizeof list, "count %s %s %s", task_has_many_targets(r->task) ? "texts" : "", keys,
             r->task->fixed_test ? fixed : "");
    return slot_object(s, list, metric_find_counted, in);
}

/* ---- The slots of one score */

/* Only these have variances, and the right targets of each example. */
static bool is_fixed(const struct evaluation_result *r, const struct score *s) {
    return r->task->fixed_test && s != &r->training;
}

/* Only these have a number of texts. */
static bool has_texts(const struct evaluation_result *r, const struct score *s) {
    return task_has_many_targets(r->task) && s != &r->training;
}

typedef bool part(struct slot s, struct evaluation_result *r, struct score *x, int metric);

/* How many targets; and of a fixed test set how many examples: as many as were drawn, or all rows of a file. */
static bool count(struct slot s, struct evaluation_result *r, struct score *x, int metric) {
    bool fixed = is_fixed(r, x), rows = fixed && !r->examples;
    (void)metric;
    if (!slot_long(s, 0, rows ? INT_MAX : COUNT_MAX, &x->count))
        return false;
    if (!s.to)
        x->examples = !fixed || !x->count ? 0 : rows ? (int)x->count : r->examples;
    return true;
}

/* How many texts these targets are in. */
static bool texts(struct slot s, struct evaluation_result *r, struct score *x, int metric) {
    (void)metric;
    bool ok = slot_int(s, x->count > 0, x->count < INT_MAX ? (int)x->count : INT_MAX, &x->texts);
    x->examples = is_fixed(r, x) ? x->texts : 0;
    return ok;
}

/* What was answered where one label is right: a text of so many counts, separated by single blanks. */
static bool put_counts(struct slot s, int classes, const double *x) {
    char text[LOSS_GIVEN * COUNT_TEXT] = "", *at = text;
    for (int k = 0; k < classes; k++)
        at += snprintf(at, COUNT_TEXT, k ? " %.0f" : "%.0f", x[k]);
    return slot_put(s, json_string(text));
}

static bool read_counts(struct node n, int classes, double *x) {
    const char *text = json_string_value(n.json), *from = text ? text : "";
    for (int k = 0; k < classes; k++) {
        char *end;
        size_t digits = strspn(from, "0123456789");
        bool ok = digits > 0 && digits < COUNT_TEXT - 1 && (digits == 1 || *from != '0');
        x[k] = ok ? strtod(from, &end) : -1;
        if (!ok || *end != (k + 1 < classes ? ' ' : 0) || x[k] > COUNT_MAX)
            return node_refuse(&n, "%d counts separated by blanks", classes);
        from = end + 1;
    }
    return true;
}

/* All numbers that a metric adds up. */
static bool sum(struct slot s, struct evaluation_result *r, struct score *x, int metric) {
    double *to = x->sum[metric];
    int sums = r->sums[metric], classes = metrics[metric].counts ? confusion_of(to, sums).classes : 0;
    struct slot all;
    if (sums == 1 && !classes)
        return evaluation_number(s, SUM_MAX, to);
    bool ok = slot_array(s, classes ? classes : sums, &all);
    for (int i = 0; i < (classes ? classes : sums) && ok; i++) {
        struct slot one = slot_item(&all, i);
        double *row = to + (size_t)i * classes;
        ok = !classes ? evaluation_number(one, SUM_MAX, &to[i])
             : one.to ? put_counts(one, classes, row)
                      : read_counts(one.node, classes, row);
    }
    return ok;
}

static bool variance(struct slot s, struct evaluation_result *r, struct score *x, int metric) {
    (void)r;
    return slot_real(s, 0, (double)INFINITY, &x->variance[metric]);
}

static bool value(struct slot s, struct evaluation_result *r, struct score *x, int metric) {
    (void)r;
    return slot_real(s, -(double)INFINITY, (double)INFINITY, &x->value[metric]);
}

static json_t *packed_json(const struct packed *p) {
    struct arena arena = {0};
    json_t *json = p->bits ? json_string(packed_text(p, &arena)) : json_null();
    arena_free(&arena);
    return json;
}

static bool read_packed(const struct evaluation_result *r, const struct node *n, struct packed *p, int examples) {
    const char *text = json_string_value(n->json);
    return (text && packed_read(p, text, examples, r->arena)) ||
           node_refuse(n, "%d numbers, their bits in base64 as in \"1:...\"", examples);
}

/* The right targets of each example; and in range how many targets each has, where that differs. */
static bool right(struct slot s, struct evaluation_result *r, struct score *x, int metric) {
    struct slot targets = {s.to, node_key(s.node.in, "targets")};
    (void)metric;
    if (s.to)
        return slot_put(s, packed_json(&x->right)) &&
               (!s.node.key || !x->targets.bits || slot_put(targets, packed_json(&x->targets)));
    return (!targets.node.json || read_packed(r, &targets.node, &x->targets, x->examples)) &&
           (!s.node.json || json_is_null(s.node.json) || read_packed(r, &s.node, &x->right, x->examples));
}

/* ---- Of one score, or of those at the lengths */

struct scores {
    struct evaluation_result *r;
    struct score *const *s;
    int lengths; /* 0: one score */
    bool values;
};

static bool each(const struct slot *in, const char *key, part *one, const struct scores *of, int metric) {
    struct slot all = slot_key(in, key);
    if (!of->lengths)
        return one(all, of->r, *of->s, metric);
    bool ok = slot_array(slot_key(in, key), of->lengths, &all);
    for (int i = 0; i < of->lengths && ok; i++)
        ok = one(slot_item(&all, i), of->r, of->s[i], metric);
    return ok;
}

/* What is not in the file follows from the sums: values, and variances of counts by label. */
static bool one_metric(struct slot s, const struct scores *of, int k) {
    struct slot in;
    int sums = of->r->sums[k];
    bool fixed = is_fixed(of->r, *of->s) || has_texts(of->r, *of->s),
         kept = fixed && (of->values || (sums == 1 && !metrics[k].counts));
    bool ok = slot_object(s, kept ? "sum variance" : "sum", NULL, &in) &&
              (!of->values || each(&in, "value", value, of, k)) && each(&in, "sum", sum, of, k) &&
              (!of->values || each(&in, "count", count, of, k)) && (!kept || each(&in, "variance", variance, of, k));
    for (int i = 0; i < (of->lengths ? of->lengths : 1) && ok && !in.to; i++) {
        of->s[i]->value[k] = evaluation_rounded(score_value(of->s[i], k, sums));
        if (fixed && !kept)
            of->s[i]->variance[k] = evaluation_rounded(score_variance(of->s[i], k, sums, NULL));
    }
    return ok;
}

bool evaluation_scores(const struct slot *in, struct evaluation_result *r, struct score *const *s, int lengths,
                       bool values) {
    const struct scores of = {r, s, lengths, values};
    for (int i = 0; i < (lengths ? lengths : 1) && !in->to; i++) {
        score_alloc(r, s[i]);
        for (int k = 0; k < metric_count; k++)
            s[i]->value[k] = s[i]->variance[k] = (double)NAN;
    }
    bool ok = (values || each(in, "count", count, &of, 0)) && (!has_texts(r, *s) || each(in, "texts", texts, &of, 0));
    for (int k = 0; k < metric_count && ok; k++) {
        struct slot metric = slot_key(in, metrics[k].name);
        if (evaluation_has_metric(r, &metric, k, &ok))
            ok = one_metric(metric, &of, k);
    }
    bool none = in->to ? !is_fixed(r, *s) || !evaluation_keeps_right(r) : lengths && !node_key(&in->node, "right").json;
    return ok && (none || each(in, "right", right, &of, 0));
}
