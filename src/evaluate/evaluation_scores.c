/* evaluation_scores.c -- see evaluation_scores.h. */
#include "evaluate/evaluation_scores.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/confusion.h"
#include "format/json.h"

enum part { VALUE, SUM, COUNT, VARIANCE };
static const char *const parts[] = {[VALUE] = "value", [SUM] = "sum", [COUNT] = "count", [VARIANCE] = "variance"};
enum { PARTS = sizeof parts / sizeof *parts, COUNT_TEXT = 18 };

/* How many of them a score has: only that of a fixed test set has the variance. */
static int parts_of(const struct evaluation_result *r, const struct score *s) {
    return r->task->fixed_test && s != &r->training ? PARTS : VARIANCE;
}

/* ---- Writing */

/* A number that is a count says so. */
static json_t *sum_json(double x) {
    return fabs(x) <= COUNT_MAX && x == floor(x) ? json_integer((json_int_t)x) : json_finite(x);
}

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

static json_t *part_json(const struct score *s, int metric, int sums, enum part part) {
    switch (part) {
    case SUM: return sums_json(s->sum[metric], sums, metrics[metric].counts);
    case COUNT: return json_integer(s->count);
    default: return json_finite(part == VALUE ? s->value[metric] : s->variance[metric]);
    }
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

void evaluation_put_scores(json_t *json, const struct evaluation_result *r, struct score *const *s, int lengths) {
    int count = parts_of(r, *s);
    for (int k = 0; k < metric_count; k++) {
        json_t *metric = r->sums[k] ? json_object() : NULL;
        for (int p = 0; p < count && metric; p++) {
            json_t *part = lengths ? json_array() : part_json(*s, k, r->sums[k], p);
            for (int i = 0; i < lengths; i++)
                json_array_append_new(part, part_json(s[i], k, r->sums[k], p));
            json_object_set_new(metric, parts[p], part);
        }
        json_object_set_new(json, metrics[k].name, metric);
    }
    if (count == PARTS && evaluation_keeps_right(r))
        put_right(json, s, lengths);
}

/* ---- Reading */

bool evaluation_has_metric(const struct evaluation_result *r, const struct node *metric, int k) {
    return !metric->json || r->sums[k] || node_refuse(metric, "no such key, because in_range does not have it");
}

/* Limit of one target's loss: more than 32-bit numbers can give. */
static const double LOSS_MOST = 1e39;

bool evaluation_read_level(struct node n, int metric, double *out) {
    return node_real(n, metrics[metric].quantity.low, fmin(metrics[metric].quantity.high, LOSS_MOST), out);
}

bool evaluation_keys(const struct evaluation_result *r, const struct node *n, const char *keys, const char *fixed) {
    char list[64];
    snprintf(list, sizeof list, "%s %s", keys, r->task->fixed_test ? fixed : "");
    return node_keys(n, list, metric_find_counted);
}

/* Sum number i of a score with `count` targets: a count is an integer, and so is a second sum. */
static bool read_sum(struct node n, int k, int i, double count, double *out) {
    bool whole = metrics[k].whole || i == 1;
    if (!node_real(n, 0, whole ? count : LOSS_MOST * count, out))
        return false;
    return !whole || isnan(*out) || *out == floor(*out) || node_refuse(&n, "a whole number");
}

/* One row: so many whole numbers, separated by single blanks. */
static bool read_counts(struct node n, int classes, double count, double *out) {
    const char *text = json_string_value(n.json), *at = text ? text : "";
    for (int k = 0; k < classes; k++) {
        char *end;
        size_t digits = strspn(at, "0123456789");
        bool ok = digits > 0 && digits < COUNT_TEXT - 1 && (digits == 1 || *at != '0');
        out[k] = ok ? strtod(at, &end) : -1;
        if (!ok || *end != (k + 1 < classes ? ' ' : 0) || out[k] > count)
            return node_refuse(&n, "%d counts separated by blanks, %.0f at most", classes, count);
        at = end + 1;
    }
    return true;
}

/* All of them; their sum is what was counted. */
static bool read_confusion(struct node n, double count, double *out, int sums) {
    const int classes = confusion_of(out, sums).classes;
    double all = 0;
    bool ok = node_array(&n, classes);
    for (int i = 0; i < classes && ok; i++)
        ok = read_counts(node_item(&n, i), classes, count, out + (size_t)i * classes);
    for (int i = 0; i < sums && ok; i++)
        all += out[i];
    return ok && (all == count || node_refuse(&n, "%.0f targets in all, as count has it", count));
}

/* All of them; what is right is no more than what is counted. */
static bool read_sums(struct node n, int k, double count, double *out, int sums) {
    if (metrics[k].counts)
        return read_confusion(n, count, out, sums);
    if (sums == 1)
        return read_sum(n, k, 0, count, out);
    bool ok = node_array(&n, sums);
    for (int i = sums - 1; i >= 0 && ok; i--)
        ok = read_sum(node_item(&n, i), k, i, i == 0 && metrics[k].whole ? out[1] : count, &out[i]);
    return ok;
}

static bool read_count(struct node n, bool any, long *out) {
    long before = *out;
    if (before && json_integer_value(n.json) != before)
        return node_refuse(&n, "%ld targets, as many as other numbers of this column have", before);
    if (!any && json_integer_value(n.json) != 0)
        return node_refuse(&n, "0, since the policy is not applicable");
    return node_long(n, any, any ? COUNT_MAX : 0, out);
}

/* How far a value may be from the one computed from its sums: all have nine digits, of which an exponential loses
 * some. */
static double most_off(const struct score *s, int k, int sums) {
    double worked_out = score_value(s, k, sums), off = *s->sum[k] * (1 + 1e-8);
    double more = sums == 1 ? metrics[k].value(&off, 1, (double)s->count) - worked_out : 0;
    return 1e-8 * fmax(1, fabs(worked_out)) + fabs(more);
}

/* The value read must equal the computed one, up to this error; null if that is not a number. */
static bool agrees(const struct node *n, double read, double worked_out, double off, const char *why) {
    if (!isfinite(worked_out))
        return isnan(read) || node_refuse(n, "null, %s", why);
    return fabs(read - worked_out) <= off || node_refuse(n, "%.9g, %s", worked_out, why);
}

/* Each example of a fixed test set counts: eval.examples of them, or as many as a test file has, a target each. */
static bool read_examples(const struct evaluation_result *r, const struct node *count, struct score *s) {
    long most = r->examples ? (long)r->examples * LENGTH_WORDS_MAX : INT_MAX;
    if (s->count > most)
        return node_refuse(count, "%ld targets at most", most);
    s->examples = r->examples ? r->examples : (int)s->count;
    return true;
}

/* That of counts follows from them. */
static bool read_variance(const struct evaluation_result *r, const struct node *n, int k, bool any, struct score *s) {
    double apart = metrics[k].quantity.high - metrics[k].quantity.low, most = any ? apart * apart : 0;
    if (!node_real(*n, 0, most, &s->variance[k]))
        return false;
    double worked_out = metrics[k].counts && any ? score_variance(s, k, r->sums[k], NULL) : s->variance[k];
    return !isfinite(s->variance[k]) ||
           agrees(n, s->variance[k], worked_out, 1e-8 * fmax(1e-12, worked_out), "as the counts have it");
}

/* Value, sum and count of a metric, which must agree; and its variance. */
static bool read_score(struct evaluation_result *r, const struct node part[PARTS], int k, bool any, struct score *s,
                       bool fixed) {
    if (!s->sum[k])
        score_alloc(r, s);
    s->variance[k] = (double)NAN;
    if (!node_real(part[VALUE], metrics[k].quantity.low, metrics[k].quantity.high, &s->value[k]) ||
        !read_count(part[COUNT], any, &s->count) || !read_sums(part[SUM], k, (double)s->count, s->sum[k], r->sums[k]))
        return false;
    double worked_out = score_value(s, k, r->sums[k]);
    if (any && k == METRIC_ACCURACY && isnan(worked_out))
        return node_refuse(&part[SUM], "a number");
    return agrees(&part[VALUE], s->value[k], worked_out, most_off(s, k, r->sums[k]), "as sum and count have it") &&
           (!fixed || ((!any || read_examples(r, &part[COUNT], s)) && read_variance(r, &part[VARIANCE], k, any, s)));
}

/* Of one metric: a score, or those at so many lengths. */
static bool read_metric(struct evaluation_result *r, const struct node *n, int k, struct score *const *s, int lengths,
                        bool any) {
    bool in_range = *s == r->in_range;
    int count = parts_of(r, *s);
    struct node whole[PARTS] = {{0}}, item[PARTS] = {{0}};
    char keys[64];
    snprintf(keys, sizeof keys, "value sum count %s %s", in_range ? "chance" : "", count == PARTS ? "variance" : "");
    bool ok = node_keys(n, keys, NULL);
    for (int p = 0; p < count && ok; p++) {
        whole[p] = node_key(n, parts[p]);
        ok = !lengths || node_array(&whole[p], lengths);
    }
    for (int i = 0; i < lengths && ok; i++) {
        for (int p = 0; p < count; p++)
            item[p] = node_item(&whole[p], i);
        ok = read_score(r, item, k, any, s[i], count == PARTS);
    }
    return ok && (lengths || read_score(r, whole, k, any, *s, count == PARTS));
}

/* ---- Metrics of one score agree with each other */

/* A score as the file has it: number `at` of an object's, or its only one for at < 0. */
struct scored {
    const struct evaluation_result *result;
    const struct node *object;
    const struct score *score;
    int at;
};

static bool refuse_sum(const struct scored *of, int k, const char *expected, ...) PRINTF_LIKE(3, 4);
static bool refuse_sum(const struct scored *of, int k, const char *expected, ...) {
    char text[128];
    va_list list;
    va_start(list, expected);
    vsnprintf(text, sizeof text, expected, list);
    va_end(list);
    struct node metric = node_key(of->object, metrics[k].name), sum = node_key(&metric, parts[SUM]),
                one = node_item(&sum, of->at);
    return node_refuse(of->at < 0 ? &sum : &one, "%s", text);
}

/* Two metrics about the same targets count as many, and what both add up is the same: loss and perplexity. */
static bool sums_agree(const struct scored *of, int k, int other) {
    const struct metric *a = &metrics[k], *b = &metrics[other];
    const double *x = of->score->sum[k], *y = of->score->sum[other];
    if (a->known != b->known || a->eighth != b->eighth || of->result->sums[k] != of->result->sums[other])
        return true;
    if (a->add == b->add && !(fabs(x[0] - y[0]) <= 1e-8 * fabs(y[0])) && !(isnan(x[0]) && isnan(y[0])))
        return refuse_sum(of, k, "%.9g, as %s has it", y[0], b->name);
    return of->result->sums[k] < 2 || x[1] == y[1] || refuse_sum(of, k, "%.9g targets, as %s has them", y[1], b->name);
}

/* Each target is in one eighth of its sequence; some of the right ones are known words. */
static bool parts_agree(const struct scored *of) {
    const int *sums = of->result->sums;
    double right = 0, count = 0, all = *of->score->sum[METRIC_ACCURACY];
    int eighths = 0, last = metric_of_eighth(METRIC_EIGHTHS);
    for (int k = 0; k < metric_count; k++) {
        const double *sum = of->score->sum[k];
        if (sums[k] && metrics[k].known && metrics[k].whole && *sum > all)
            return refuse_sum(of, k, "%.9g at most, as accuracy has it", all);
        if (!metrics[k].eighth || !metrics[k].whole || sums[k] != 2)
            continue;
        eighths++;
        right += sum[0];
        count += sum[1];
    }
    return eighths < METRIC_EIGHTHS || (right == all && count == (double)of->score->count) ||
           refuse_sum(of, last, "all eighths together to have %.9g right of %ld", all, of->score->count);
}

/* A label answered correctly is a right target. */
static bool confusion_agrees(const struct scored *of, int k) {
    if (!of->result->sums[k] || !metrics[k].counts)
        return true;
    const struct confusion m = confusion_of(of->score->sum[k], of->result->sums[k]);
    double right = 0, all = *of->score->sum[METRIC_ACCURACY];
    for (int i = 0; i < m.classes; i++)
        right += m.count[i * m.classes + i];
    return right == all || refuse_sum(of, k, "%.9g right answers, as accuracy has them", all);
}

static bool metrics_agree(const struct scored *of) {
    const int *sums = of->result->sums;
    for (int k = 0; k < metric_count; k++)
        if (!confusion_agrees(of, k))
            return false;
    for (int k = 0; k < metric_count; k++)
        for (int other = 0; other < k; other++)
            if (sums[k] && sums[other] && !sums_agree(of, k, other))
                return false;
    return parts_agree(of);
}

bool evaluation_read_scores(struct evaluation_result *r, const struct node *n, struct score *const *s, int lengths,
                            bool any) {
    bool ok = true;
    for (int k = 0; k < metric_count; k++) {
        struct node metric = node_key(n, metrics[k].name);
        if (!evaluation_has_metric(r, &metric, k) || (r->sums[k] && !read_metric(r, &metric, k, s, lengths, any)))
            return false;
        for (int i = 0; !r->sums[k] && i < (lengths ? lengths : 1); i++)
            s[i]->value[k] = (double)NAN;
    }
    for (int i = 0; i < (lengths ? lengths : 1) && ok; i++)
        ok = metrics_agree(&(struct scored){r, n, s[i], lengths ? i : -1});
    return ok;
}

/* ---- The right targets of each example */

static bool read_packed(struct evaluation_result *r, const struct node *n, struct packed *p, int count) {
    const char *text = json_string_value(n->json);
    return (text && packed_read(p, text, count, r->arena)) ||
           node_refuse(n, "%d numbers, their bits in base64 as in \"1:...\"", count);
}

/* Targets of each example, or a count that all of them share. */
static bool read_targets(struct evaluation_result *r, const struct node *targets, const struct node *count,
                         struct score *s) {
    long sum = 0;
    if (!targets->json)
        return s->count % s->examples == 0 || node_refuse(count, "a multiple of %d examples", s->examples);
    if (!read_packed(r, targets, &s->targets, s->examples))
        return false;
    for (int i = 0; i < s->examples; i++)
        sum += score_targets(s, i);
    return sum == s->count || node_refuse(targets, "%ld targets in all, as count has it", s->count);
}

/* They must agree with the sum of the accuracy and with its variance. */
static bool right_fits(const struct score *s, const struct node *right, const struct node *variance) {
    double squares[SCORE_SQUARES] = {0}, sum = 0, *own_squared = squares + 1 + 2 * METRIC_ACCURACY;
    for (int i = 0; i < s->examples; i++) {
        double own = packed_get(&s->right, i), targets = score_targets(s, i);
        if (own > targets)
            return node_refuse(right, "at most %g right targets in example %d", targets, i);
        sum += own;
        squares[0] += targets * targets;
        own_squared[0] += own * own;
        own_squared[1] += own * targets;
    }
    if (sum != *s->sum[METRIC_ACCURACY])
        return node_refuse(right, "%.9g right targets in all, as the sum of accuracy has it", *s->sum[METRIC_ACCURACY]);
    double worked_out = score_variance(s, METRIC_ACCURACY, 1, squares);
    return agrees(variance, s->variance[METRIC_ACCURACY], worked_out, 1e-8 * fmax(1e-12, worked_out),
                  "as the right targets have it");
}

/* Of a score, or of number i of those of an object. */
static bool read_right(struct evaluation_result *r, const struct node *n, struct score *s, int i) {
    struct node accuracy = node_key(n, metrics[METRIC_ACCURACY].name), count = node_key(&accuracy, parts[COUNT]),
                variance = node_key(&accuracy, parts[VARIANCE]), right = node_key(n, "right"),
                targets = node_key(n, "targets");
    if (!evaluation_keeps_right(r))
        return !right.json || node_refuse(&right, "no such key, since there are too many examples");
    if (i >= 0 && !node_array(&right, r->lengths))
        return false;
    struct node one = i < 0 ? right : node_item(&right, i), its_count = i < 0 ? count : node_item(&count, i),
                its_variance = i < 0 ? variance : node_item(&variance, i);
    if (!s->examples)
        return json_is_null(one.json) || node_refuse(&one, "null, since the policy is not applicable");
    return read_targets(r, &targets, &its_count, s) && read_packed(r, &one, &s->right, s->examples) &&
           right_fits(s, &one, &its_variance);
}

bool evaluation_read_right(struct evaluation_result *r, const struct node *document) {
    struct node in_range = node_key(document, "in_range"), rows = node_key(document, "policies");
    bool ok = !r->task->fixed_test || read_right(r, &in_range, r->in_range, -1);
    for (int k = 0; k < r->rows && r->task->fixed_test; k++) {
        struct node row = node_item(&rows, k);
        for (int i = 0; i < r->lengths && ok; i++)
            ok = read_right(r, &row, r->row[k].at[1 + i], i);
    }
    return ok;
}
