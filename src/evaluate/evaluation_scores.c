/* evaluation_scores.c -- see evaluation_scores.h. */
#include "evaluate/evaluation_scores.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/confusion.h"
#include "format/json.h"

enum part { VALUE, SUM, COUNT, VARIANCE, PARTS };
static const char *const parts[] = {[VALUE] = "value", [SUM] = "sum", [COUNT] = "count", [VARIANCE] = "variance"};
enum { COUNT_TEXT = 18 };

/* More than the losses of COUNT_MAX targets can add up to in 32-bit numbers. */
static const double SUM_MOST = 1e55;

/* Only these have variances, and the right targets of each example. */
static bool is_fixed(const struct evaluation_result *r, const struct score *s) {
    return r->task->fixed_test && s != &r->training;
}

/* ---- Writing */

static bool is_count(double x) { return fabs(x) <= COUNT_MAX && x == floor(x); }

double evaluation_rounded(double x) {
    char text[32];
    if (is_count(x))
        return x;
    snprintf(text, sizeof text, "%.9g", x);
    return strtod(text, NULL);
}

/* A number that is a count says so. */
static json_t *sum_json(double x) { return is_count(x) ? json_integer((json_int_t)x) : json_finite(x); }

/* A text for each label that is right: how often each was answered. */
static json_t *confusion_json(const double *sum, int sums) {
    const struct confusion m = confusion_of(sum, sums);
    struct arena arena = {0};
    json_t *array = json_array();
    for (int right = 0; right < m.classes; right++) {
        char *text = arena_alloc(&arena, (size_t)m.classes, COUNT_TEXT), *at = text;
        for (int k = 0; k < m.classes; k++)
            at += snprintf(at, COUNT_TEXT, k ? " %.0f" : "%.0f", *sum++);
        json_array_append_new(array, json_string(text));
    }
    arena_free(&arena);
    return array;
}

static json_t *sums_json(const double *sum, int sums, bool counts) {
    if (counts)
        return confusion_json(sum, sums);
    if (sums == 1)
        return sum_json(*sum);
    json_t *array = json_array();
    for (int i = 0; i < sums; i++)
        json_array_append_new(array, sum_json(sum[i]));
    return array;
}

static json_t *part_json(const struct score *s, enum part part, int metric, int sums) {
    switch (part) {
    case SUM: return sums_json(s->sum[metric], sums, metrics[metric].counts);
    case COUNT: return json_integer(s->count);
    default: return json_finite(part == VALUE ? s->value[metric] : s->variance[metric]);
    }
}

/* Of one score (lengths 0), or an array. */
static json_t *parts_json(struct score *const *s, int lengths, enum part part, int metric, int sums) {
    json_t *array = lengths ? json_array() : part_json(*s, part, metric, sums);
    for (int i = 0; i < lengths; i++)
        json_array_append_new(array, part_json(s[i], part, metric, sums));
    return array;
}

static json_t *packed_json(const struct packed *p) {
    struct arena arena = {0};
    json_t *json = p->bits ? json_string(packed_text(p, &arena)) : json_null();
    arena_free(&arena);
    return json;
}

static void put_right(json_t *json, struct score *const *s, int lengths) {
    json_t *right = lengths ? json_array() : packed_json(&(*s)->right);
    for (int i = 0; i < lengths; i++)
        json_array_append_new(right, packed_json(&s[i]->right));
    json_object_set_new(json, "right", right);
    if (!lengths && (*s)->targets.bits)
        json_object_set_new(json, "targets", packed_json(&(*s)->targets));
}

void evaluation_put_scores(json_t *json, const struct evaluation_result *r, struct score *const *s, int lengths,
                           bool values) {
    bool fixed = is_fixed(r, *s);
    if (!values)
        json_object_set_new(json, parts[COUNT], parts_json(s, lengths, COUNT, 0, 0));
    for (int k = 0; k < metric_count; k++) {
        json_t *metric = r->sums[k] ? json_object() : NULL;
        for (int p = 0; p < PARTS && metric; p++)
            if (p == SUM || (p == VARIANCE ? fixed : values))
                json_object_set_new(metric, parts[p], parts_json(s, lengths, p, k, r->sums[k]));
        json_object_set_new(json, metrics[k].name, metric);
    }
    if (fixed && evaluation_keeps_right(r))
        put_right(json, s, lengths);
}

/* ---- Reading */

bool evaluation_has_metric(const struct evaluation_result *r, const struct node *metric, int k) {
    return !metric->json || r->sums[k] || node_refuse(metric, "no such key, because in_range does not have it");
}

bool evaluation_read_level(struct node n, int metric, double *out) {
    return node_real(n, metrics[metric].quantity.low, fmin(metrics[metric].quantity.high, SUM_MOST), out);
}

bool evaluation_keys(const struct evaluation_result *r, const struct node *n, const char *keys, const char *fixed) {
    char list[64];
    snprintf(list, sizeof list, "count %s %s", keys, r->task->fixed_test ? fixed : "");
    return node_keys(n, list, metric_find_counted);
}

/* The only one (lengths 0), or that of length i. */
static struct node at(const struct node *n, int lengths, int i) { return lengths ? node_item(n, i) : *n; }

/* One row: so many counts, separated by single blanks. */
static bool read_counts(struct node n, int classes, double *out) {
    const char *text = json_string_value(n.json), *from = text ? text : "";
    for (int k = 0; k < classes; k++) {
        char *end;
        size_t digits = strspn(from, "0123456789");
        bool ok = digits > 0 && digits < COUNT_TEXT - 1 && (digits == 1 || *from != '0');
        out[k] = ok ? strtod(from, &end) : -1;
        if (!ok || *end != (k + 1 < classes ? ' ' : 0) || out[k] > COUNT_MAX)
            return node_refuse(&n, "%d counts separated by blanks", classes);
        from = end + 1;
    }
    return true;
}

/* All numbers that a metric adds up; null: not a number. */
static bool read_sums(struct node n, int k, double *out, int sums) {
    int classes = metrics[k].counts ? confusion_of(out, sums).classes : 0, items = classes ? classes : sums;
    if (sums == 1 && !classes)
        return node_real(n, 0, SUM_MOST, out);
    bool ok = node_array(&n, items);
    for (int i = 0; i < items && ok; i++)
        ok = classes ? read_counts(node_item(&n, i), classes, out + (size_t)i * classes)
                     : node_real(node_item(&n, i), 0, SUM_MOST, &out[i]);
    return ok;
}

/* How many targets; and of a fixed test set how many examples: as many as were drawn, or all rows of a file. */
static bool read_count(const struct evaluation_result *r, struct node n, struct score *s) {
    bool rows = is_fixed(r, s) && !r->examples;
    if (!node_long(n, 0, rows ? INT_MAX : COUNT_MAX, &s->count))
        return false;
    s->examples = !is_fixed(r, s) || !s->count ? 0 : rows ? (int)s->count : r->examples;
    return true;
}

/* What a metric adds up, its values, and its variances. */
static bool read_metric(const struct evaluation_result *r, const struct node *n, int k, struct score *const *s,
                        int lengths) {
    struct node sum = node_key(n, parts[SUM]), variance = node_key(n, parts[VARIANCE]);
    bool fixed = is_fixed(r, *s);
    bool ok = node_keys(n, fixed ? "sum variance" : "sum", NULL) && (!lengths || node_array(&sum, lengths)) &&
              (!lengths || !fixed || node_array(&variance, lengths));
    for (int i = 0; i < (lengths ? lengths : 1) && ok; i++) {
        ok = read_sums(at(&sum, lengths, i), k, s[i]->sum[k], r->sums[k]) &&
             (!fixed || node_real(at(&variance, lengths, i), 0, (double)INFINITY, &s[i]->variance[k]));
        s[i]->value[k] = evaluation_rounded(score_value(s[i], k, r->sums[k]));
    }
    return ok;
}

static bool read_packed(const struct evaluation_result *r, const struct node *n, struct packed *p, int count) {
    const char *text = json_string_value(n->json);
    return (text && packed_read(p, text, count, r->arena)) ||
           node_refuse(n, "%d numbers, their bits in base64 as in \"1:...\"", count);
}

/* The right targets of each example, at most all of them; and how many targets each has, where that differs. */
static bool read_right(const struct evaluation_result *r, const struct node *right, const struct node *targets,
                       struct score *s) {
    if (targets->json && !read_packed(r, targets, &s->targets, s->examples))
        return false;
    if (!right->json || json_is_null(right->json))
        return true;
    bool ok = read_packed(r, right, &s->right, s->examples);
    for (int i = 0; i < s->examples && ok; i++)
        ok = (long)packed_get(&s->right, i) <= score_targets(s, i) ||
             node_refuse(right, "at most %d right targets in example %d", score_targets(s, i), i);
    return ok;
}

bool evaluation_read_scores(struct evaluation_result *r, const struct node *n, struct score *const *s, int lengths) {
    struct node count = node_key(n, parts[COUNT]), right = node_key(n, "right"), targets = node_key(n, "targets");
    bool ok = !lengths || (node_array(&count, lengths) && (!right.json || node_array(&right, lengths)));
    for (int i = 0; i < (lengths ? lengths : 1) && ok; i++) {
        struct node one = at(&right, lengths, i);
        score_alloc(r, s[i]);
        for (int k = 0; k < metric_count; k++)
            s[i]->value[k] = s[i]->variance[k] = (double)NAN;
        ok = read_count(r, at(&count, lengths, i), s[i]) && read_right(r, &one, &targets, s[i]);
    }
    for (int k = 0; k < metric_count && ok; k++) {
        struct node metric = node_key(n, metrics[k].name);
        ok = evaluation_has_metric(r, &metric, k) && (!r->sums[k] || read_metric(r, &metric, k, s, lengths));
    }
    return ok;
}
