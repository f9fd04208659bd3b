/* evaluation_file.c -- see evaluate.h. */
#include "train/evaluate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "format/json.h"
#include "format/node.h"

enum { FILE_BYTES = 1 << 24, PARTS = 3 };
static const double most_targets = 9007199254740992; /* 2^53: from there on a double counts no more by ones */
static const char *const parts[PARTS] = {"value", "sum", "count"};

/* ---- Writing */

/* NaN and infinity are null. */
static json_t *real_json(double x) { return isfinite(x) ? json_real(x) : json_null(); }

/* A number that is a count says so. */
static json_t *sum_json(double x) {
    return fabs(x) < most_targets && x == floor(x) ? json_integer((json_int_t)x) : real_json(x);
}

static json_t *part_json(const struct score *s, int metric, int sums, int part) {
    if (part != 1)
        return part ? json_integer(s->count) : real_json(s->value[metric]);
    if (sums == 1)
        return sum_json(*s->sum[metric]);
    json_t *array = json_array();
    for (int i = 0; i < sums; i++)
        json_array_append_new(array, sum_json(s->sum[metric][i]));
    return array;
}

/* {accuracy: {value, sum, count}, ...}: of one score, or arrays of those at so many lengths. */
static json_t *add_scores(json_t *json, const struct evaluation_result *r, const struct score *s, int lengths) {
    for (int k = 0; k < metric_count; k++) {
        json_t *metric = r->sums[k] ? json_object() : NULL;
        for (int p = 0; p < PARTS && metric; p++) {
            json_t *part = lengths ? json_array() : part_json(s, k, r->sums[k], p);
            for (int i = 0; i < lengths; i++)
                json_array_append_new(part, part_json(&s[i], k, r->sums[k], p));
            json_object_set_new(metric, parts[p], part);
        }
        json_object_set_new(json, metrics[k].name, metric);
    }
    return json;
}

json_t *evaluation_json(const struct evaluation_result *r) {
    json_t *lengths = json_array(), *from = json_array(), *chance = json_object(), *rows = json_array();
    json_t *in_range = add_scores(json_object(), r, &r->in_range, 0);
    for (int i = 0; i < r->lengths; i++) {
        json_array_append_new(lengths, json_integer(r->words[i].high));
        json_array_append_new(from, json_integer(r->words[i].low));
    }
    for (int k = 0; k < metric_count; k++) {
        const char *name = metrics[k].name;
        if (!r->sums[k])
            continue;
        json_object_set_new(json_object_get(in_range, name), "chance", real_json(r->chance[k].in_range));
        json_object_set_new(chance, name, json_array());
        for (int i = 0; i < r->lengths; i++)
            json_array_append_new(json_object_get(chance, name), real_json(r->chance[k].at[i]));
    }
    for (const struct evaluation_row *row = r->row; row < r->row + r->rows; row++) {
        json_t *json = json_pack("{ss sb}", "policy", row->policy->name, "applicable", row->applies);
        json_array_append_new(rows, add_scores(json, r, row->at, r->lengths));
    }
    return json_pack("{si ss ss ss si si si s[ii] so so so so so so* so* ss* ss* so* so* ss}", "version",
                     EVALUATION_VERSION, "task", r->task->name, "mixer", r->mixer->name, "encoding", r->encoding->name,
                     "seed", r->seed, "steps", r->steps, "trained_length", r->trained.high, "trained_words",
                     r->trained.low, r->trained.high, "lengths", lengths, "lengths_from", from, "chance", chance,
                     "in_range", in_range, "policies", rows, "training",
                     r->training.count ? add_scores(json_object(), r, &r->training, 0) : NULL, "examples",
                     r->examples ? json_integer(r->examples) : NULL, "files", *r->files ? r->files : NULL, "note",
                     *r->note ? r->note : NULL, "left_out", r->left_out ? json_integer(r->left_out) : NULL, "seconds",
                     r->seconds >= 0 ? json_real(r->seconds) : NULL, "kernels", r->kernels);
}

bool evaluation_write(const struct evaluation_result *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *json = evaluation_json(r);
    bool ok = file_path(path, folder, EVALUATION_FILE, e) && json_save(json, path, e);
    json_decref(json);
    return ok;
}

/* ---- Reading */

static bool read_sums(struct node n, bool any, double *out, int sums) {
    double least = any ? -HUGE_VAL : 0, most = any ? HUGE_VAL : 0;
    if (sums == 1)
        return node_real(n, least, most, out);
    bool ok = node_array(&n, sums);
    for (int i = 0; i < sums && ok; i++)
        ok = node_real(node_item(&n, i), least, most, &out[i]);
    return ok;
}

static bool read_count(struct node n, bool any, long *out) {
    json_int_t x = json_integer_value(n.json);
    bool fits = any ? x > 0 && (double)x < most_targets : x == 0;
    if (!json_is_integer(n.json) || !fits || (*out && *out != x))
        return *out ? node_refuse(&n, "%ld targets, as many as other numbers of this column have", *out)
                    : node_refuse(&n, any ? "a count of 1 or more" : "0, since the policy is not applicable");
    *out = (long)x;
    return true;
}

/* How far a value may be from what its sums come to: all have nine digits, of which an exponential loses some. */
static double most_off(const struct score *s, int k, int sums) {
    double worked_out = score_value(s, k, sums), off = *s->sum[k] * (1 + 1e-8);
    double more = sums == 1 ? metrics[k].value(&off, 1, (double)s->count) - worked_out : 0;
    return 1e-8 * fmax(1, fabs(worked_out)) + fabs(more);
}

/* Value, sum and count of a metric, which must agree; `any`: there are targets. */
static bool read_score(struct evaluation_result *r, const struct node part[PARTS], int k, bool any, struct score *s) {
    const struct metric *m = &metrics[k];
    double *read = &s->value[k];
    s->sum[k] = arena_alloc(r->arena, (size_t)r->sums[k], sizeof(double));
    if (!node_real(part[0], m->low, m->high, read) || !read_sums(part[1], any, s->sum[k], r->sums[k]) ||
        !read_count(part[2], any, &s->count))
        return false;
    double worked_out = score_value(s, k, r->sums[k]);
    if (isnan(worked_out))
        return isnan(*read) || node_refuse(&part[0], "null, as sum and count have it");
    return fabs(*read - worked_out) <= most_off(s, k, r->sums[k]) ||
           node_refuse(&part[0], "%.9g, as sum and count have it", worked_out);
}

/* Chance of a metric may be unknown, which is null; that of accuracy never is. */
static bool read_level(struct node n, int metric, double *out) {
    const struct metric *m = &metrics[metric];
    return node_real(n, m->low, m->high, out) &&
           (!isnan(*out) || metric != METRIC_ACCURACY || node_refuse(&n, "a number"));
}

/* Of one metric: a score, or those at so many lengths. */
static bool read_metric(struct evaluation_result *r, const struct node *n, int k, struct score *s, int lengths,
                        bool any) {
    bool in_range = s == &r->in_range, ok = node_keys(n, in_range ? "value sum count chance" : "value sum count", NULL);
    struct node whole[PARTS], item[PARTS];
    for (int p = 0; p < PARTS && ok; p++) {
        whole[p] = node_key(n, parts[p]);
        ok = !lengths || node_array(&whole[p], lengths);
    }
    for (int i = 0; i < lengths && ok; i++) {
        for (int p = 0; p < PARTS; p++)
            item[p] = node_item(&whole[p], i);
        ok = read_score(r, item, k, any, &s[i]);
    }
    return ok && (lengths || read_score(r, whole, k, any, s)) &&
           (!in_range || read_level(node_key(n, "chance"), k, &r->chance[k].in_range));
}

/* A metric that in_range lacks is nowhere. */
static bool metric_fits(const struct evaluation_result *r, const struct node *metric, int k) {
    return !metric->json || r->sums[k] || node_refuse(metric, "no such key, since in_range lacks it");
}

static bool read_scores(struct evaluation_result *r, const struct node *n, struct score *s, int lengths, bool any) {
    for (int k = 0; k < metric_count; k++) {
        struct node metric = node_key(n, metrics[k].name);
        if (!metric_fits(r, &metric, k) || (r->sums[k] && !read_metric(r, &metric, k, s, lengths, any)))
            return false;
        for (int i = 0; !r->sums[k] && i < (lengths ? lengths : 1); i++)
            s[i].value[k] = (double)NAN;
    }
    return true;
}

static bool read_chance(struct evaluation_result *r, struct node n) {
    bool ok = node_keys(&n, "", metric_find);
    for (int k = 0; k < metric_count && ok; k++) {
        struct node metric = node_key(&n, metrics[k].name);
        ok = metric_fits(r, &metric, k) && (!r->sums[k] || node_array(&metric, r->lengths));
        for (int i = 0; i < r->lengths && r->sums[k] && ok; i++)
            ok = read_level(node_item(&metric, i), k, &r->chance[k].at[i]);
    }
    return ok;
}

/* in_range says which metrics the file has, and how many sums each; then chance. */
static bool read_in_range(struct evaluation_result *r, struct node n) {
    if (!node_keys(&n, "", metric_find))
        return false;
    for (int k = 0; k < metric_count; k++) {
        struct node metric = node_key(&n, metrics[k].name), sum = node_key(&metric, "sum");
        size_t sums = json_is_array(sum.json) ? json_array_size(sum.json) : 1;
        if (sums < 1 || sums > METRIC_SUMS_MAX)
            return node_refuse(&sum, "a number, or an array of 1 to %d", METRIC_SUMS_MAX);
        r->sums[k] = metric.json || k == METRIC_ACCURACY ? (int)sums : 0;
    }
    return read_scores(r, &n, &r->in_range, 0, true) && read_chance(r, node_key(n.in, "chance"));
}

static bool read_row(struct evaluation_result *r, const struct node *n, struct evaluation_row *row) {
    struct node policy = node_key(n, "policy"), applicable = node_key(n, "applicable");
    const char *name = json_string_value(policy.json);
    if (!node_keys(n, "policy applicable", metric_find))
        return false;
    row->policy = name ? policy_find(name) : NULL;
    row->applies = json_is_true(applicable.json);
    if (!row->policy)
        return node_refuse(&policy, "one of `poslab list policies`");
    for (const struct evaluation_row *before = r->row; before < row; before++)
        if (before->policy == row->policy)
            return node_refuse(&policy, "each policy once");
    return (json_is_boolean(applicable.json) || node_refuse(&applicable, "true or false")) &&
           read_scores(r, n, row->at, r->lengths, row->applies);
}

/* All policies that apply were evaluated on the same targets. */
static bool read_rows(struct evaluation_result *r, struct node n) {
    int rows = (int)json_array_size(n.json);
    const struct evaluation_row *first = NULL;
    if (rows < 1 || rows > ENCODING_POLICIES)
        return node_refuse(&n, "an array of 1 to %d policies", ENCODING_POLICIES);
    for (; r->rows < rows; r->rows++) {
        struct node one = node_item(&n, r->rows);
        struct evaluation_row *row = &r->row[r->rows];
        row->at = arena_alloc(r->arena, (size_t)r->lengths, sizeof *row->at);
        for (int i = 0; first && json_is_true(json_object_get(one.json, "applicable")) && i < r->lengths; i++)
            row->at[i].count = first->at[i].count;
        if (!read_row(r, &one, row))
            return false;
        first = !first && row->applies ? row : first;
    }
    return true;
}

static bool read_lengths(struct evaluation_result *r, struct node n) {
    struct node from = node_key(n.in, "lengths_from");
    r->lengths = (int)json_array_size(n.json);
    if (r->lengths < 1 || r->lengths > LENGTHS_MAX)
        return node_refuse(&n, "an array of 1 to %d lengths", LENGTHS_MAX);
    if (!node_array(&from, r->lengths))
        return false;
    for (int i = 0; i < r->lengths; i++) {
        struct node length = node_item(&n, i);
        if (!node_int(length, 1, LENGTH_WORDS_MAX, &r->words[i].high) ||
            !node_int(node_item(&from, i), 1, r->words[i].high, &r->words[i].low))
            return false;
        for (int k = 0; k < i; k++)
            if (r->words[k].high == r->words[i].high)
                return node_refuse(&length, "each length once");
    }
    return true;
}

/* What was trained: names of the registries, and words. */
static bool read_trained(struct evaluation_result *r, const struct node *n) {
    struct node task = node_key(n, "task"), mixer = node_key(n, "mixer"), encoding = node_key(n, "encoding"),
                words = node_key(n, "trained_words");
    r->task = json_is_string(task.json) ? task_find(json_string_value(task.json)) : NULL;
    r->mixer = json_is_string(mixer.json) ? mixer_find(json_string_value(mixer.json)) : NULL;
    r->encoding = json_is_string(encoding.json) ? encoding_find(json_string_value(encoding.json)) : NULL;
    return (r->task || node_refuse(&task, "one of `poslab list tasks`")) &&
           (r->mixer || node_refuse(&mixer, "one of `poslab list mixers`")) &&
           (r->encoding || node_refuse(&encoding, "one of `poslab list encodings`")) &&
           node_int(node_key(n, "seed"), 0, INT_MAX, &r->seed) &&
           node_int(node_key(n, "steps"), 0, INT_MAX, &r->steps) && node_array(&words, 2) &&
           node_int(node_item(&words, 0), 1, INT_MAX, &r->trained.low) &&
           node_int(node_item(&words, 1), r->trained.low, INT_MAX, &r->trained.high) &&
           node_int(node_key(n, "trained_length"), r->trained.high, r->trained.high, &r->trained.high);
}

static bool read_optional(struct evaluation_result *r, const struct node *n) {
    struct node training = node_key(n, "training"), examples = node_key(n, "examples"), files = node_key(n, "files"),
                note = node_key(n, "note"), left_out = node_key(n, "left_out"), seconds = node_key(n, "seconds");
    r->seconds = -1;
    return (!training.json ||
            (node_keys(&training, "", metric_find) && read_scores(r, &training, &r->training, 0, true))) &&
           (!examples.json || node_int(examples, 1, INT_MAX, &r->examples)) &&
           (!files.json || node_text(files, r->files, sizeof r->files)) &&
           (!note.json || node_text(note, r->note, sizeof r->note)) &&
           (!left_out.json || node_int(left_out, 1, INT_MAX, &r->left_out)) &&
           (!seconds.json ||
            (node_real(seconds, 0, 1e12, &r->seconds) && (!isnan(r->seconds) || node_refuse(&seconds, "a number"))));
}

static bool read_document(struct evaluation_result *r, const struct node *n) {
    return node_keys(n,
                     "version task mixer encoding seed steps trained_length trained_words lengths lengths_from chance "
                     "in_range policies training examples files note left_out seconds kernels",
                     NULL) &&
           read_trained(r, n) && read_lengths(r, node_key(n, "lengths")) && read_in_range(r, node_key(n, "in_range")) &&
           read_rows(r, node_key(n, "policies")) && node_text(node_key(n, "kernels"), r->kernels, sizeof r->kernels) &&
           read_optional(r, n);
}

/* A file of another version is distinguished from one that does not fit. Version 1 did not say its version. */
static bool read_version(struct evaluation_result *r, const struct node *n) {
    const struct node_file *f = n->file;
    struct node version = node_key(n, "version");
    if (!json_is_object(n->json))
        return node_refuse(n, "an object");
    r->version = 1;
    if (version.json && !node_int(version, 1, INT_MAX, &r->version))
        return false;
    bool newer = r->version > EVALUATION_VERSION;
    return r->version == EVALUATION_VERSION ||
           error_set(f->e, EXIT_DATA, "%s was written by %s poslab (version %d; this one reads %d)%s%s", f->path,
                     newer ? "a newer" : "an older", r->version, EVALUATION_VERSION, newer ? "" : "; ",
                     newer ? "" : f->advice);
}

bool evaluation_read(struct evaluation_result *r, const char *folder, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH], advice[PATH_MAX_LENGTH];
    const struct node_file file = {path, advice, e};
    struct node document = {0};
    size_t size;
    *r = (struct evaluation_result){.arena = arena};
    snprintf(advice, sizeof advice, "`poslab eval %.900s` makes it anew", folder);
    if (!file_path(path, folder, EVALUATION_FILE, e))
        return false;
    const char *text = (const char *)file_read(path, FILE_BYTES, arena, &size, e);
    bool ok =
        text && node_parse(&document, &file, text, size) && read_version(r, &document) && read_document(r, &document);
    json_decref((json_t *)document.json);
    return ok;
}
