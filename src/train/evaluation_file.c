/* evaluation_file.c -- see evaluation_file.h. */
#include "train/evaluation_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "format/json.h"
#include "format/node.h"

enum { FILE_BYTES = 1 << 24 };
static const double most_targets = 9007199254740992; /* 2^53: from there on a double counts no more by ones */

/* ---- Writing */

/* A number that is a count says so; NaN and infinity are null. */
static json_t *sum_json(double x) {
    bool whole = fabs(x) < most_targets && x == floor(x);
    return whole ? json_integer((json_int_t)x) : isfinite(x) ? json_real(x) : json_null();
}

static json_t *real_json(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *sums_json(const double *sum, int sums) {
    if (sums == 1)
        return sum_json(*sum);
    json_t *array = json_array();
    for (int i = 0; i < sums; i++)
        json_array_append_new(array, sum_json(sum[i]));
    return array;
}

/* {accuracy: {value, sum, count}, ...} */
static json_t *score_json(const struct evaluation_result *r, const struct score *s) {
    json_t *json = json_object();
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            json_object_set_new(json, metrics[k].name,
                                json_pack("{so so sI}", "value", real_json(s->value[k]), "sum",
                                          sums_json(s->sum[k], r->sums[k]), "count", (json_int_t)s->count));
    return json;
}

/* The same by length. */
static json_t *scores_json(const struct evaluation_result *r, const struct score *at, int metric) {
    json_t *value = json_array(), *sum = json_array(), *count = json_array();
    for (int i = 0; i < r->lengths; i++) {
        json_array_append_new(value, real_json(at[i].value[metric]));
        json_array_append_new(sum, sums_json(at[i].sum[metric], r->sums[metric]));
        json_array_append_new(count, json_integer(at[i].count));
    }
    return json_pack("{so so so}", "value", value, "sum", sum, "count", count);
}

static json_t *row_json(const struct evaluation_result *r, const struct evaluation_row *row) {
    json_t *json = json_pack("{ss sb}", "policy", row->policy->name, "applicable", row->applies);
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            json_object_set_new(json, metrics[k].name, scores_json(r, row->at, k));
    return json;
}

static json_t *chance_json(const struct evaluation_result *r) {
    json_t *json = json_object();
    for (int k = 0; k < metric_count; k++) {
        json_t *at = json_array();
        for (int i = 0; i < r->lengths; i++)
            json_array_append_new(at, real_json(r->chance[k].at[i]));
        if (r->sums[k])
            json_object_set(json, metrics[k].name, at);
        json_decref(at);
    }
    return json;
}

static json_t *in_range_json(const struct evaluation_result *r) {
    json_t *json = score_json(r, &r->in_range);
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            json_object_set_new(json_object_get(json, metrics[k].name), "chance", real_json(r->chance[k].in_range));
    return json;
}

static json_t *rows_json(const struct evaluation_result *r) {
    json_t *rows = json_array();
    for (int k = 0; k < r->rows; k++)
        json_array_append_new(rows, row_json(r, &r->row[k]));
    return rows;
}

/* What a result may lack is left out. */
static void add_optional(json_t *json, const struct evaluation_result *r) {
    if (r->training.count)
        json_object_set_new(json, "training", score_json(r, &r->training));
    if (r->examples)
        json_object_set_new(json, "examples", json_integer(r->examples));
    if (*r->files)
        json_object_set_new(json, "files", json_string(r->files));
    if (*r->note)
        json_object_set_new(json, "note", json_string(r->note));
    if (r->left_out)
        json_object_set_new(json, "left_out", json_integer(r->left_out));
    if (r->seconds >= 0)
        json_object_set_new(json, "seconds", json_real(r->seconds));
}

json_t *evaluation_json(const struct evaluation_result *r) {
    json_t *lengths = json_array(), *from = json_array();
    for (int i = 0; i < r->lengths; i++) {
        json_array_append_new(lengths, json_integer(r->words[i].high));
        json_array_append_new(from, json_integer(r->words[i].low));
    }
    json_t *json = json_pack("{si ss ss ss si si si s[ii] so so so so so}", "version", EVALUATION_VERSION, "task",
                             r->task->name, "mixer", r->mixer->name, "encoding", r->encoding->name, "seed", r->seed,
                             "steps", r->steps, "trained_length", r->trained.high, "trained_words", r->trained.low,
                             r->trained.high, "lengths", lengths, "lengths_from", from, "chance", chance_json(r),
                             "in_range", in_range_json(r), "policies", rows_json(r));
    add_optional(json, r);
    json_object_set_new(json, "kernels", json_string(r->kernels));
    return json;
}

bool evaluation_write(const struct evaluation_result *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *json = evaluation_json(r);
    bool ok = file_path(path, folder, EVALUATION_FILE, e) && json_save(json, path, e);
    json_decref(json);
    return ok;
}

/* ---- Reading */

/* An array of as many numbers as there are lengths, or those numbers of one alone for i < 0. */
static struct node at_length(const struct node *n, int i) { return i < 0 ? *n : node_item(n, i); }

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

/* Value, sum and count of a metric, which must agree; `any`: there are targets. */
static bool read_score(struct evaluation_result *r, const struct node *n, int metric, int i, bool any,
                       struct score *s) {
    struct node values = node_key(n, "value"), sum = node_key(n, "sum"), count = node_key(n, "count");
    struct node value = at_length(&values, i);
    const struct metric *m = &metrics[metric];
    double *read = &s->value[metric];
    s->sum[metric] = arena_alloc(&r->arena, (size_t)r->sums[metric], sizeof(double));
    if (!node_real(value, m->low, m->high, read) ||
        !read_sums(at_length(&sum, i), any, s->sum[metric], r->sums[metric]) ||
        !read_count(at_length(&count, i), any, &s->count))
        return false;
    double worked_out = score_value(s, metric, r->sums[metric]);
    bool agrees = isnan(worked_out) ? isnan(*read) : fabs(*read - worked_out) <= 1e-8 * fmax(1, fabs(worked_out));
    return agrees || (isnan(worked_out) ? node_refuse(&value, "null, as sum and count have it")
                                        : node_refuse(&value, "%.9g, as sum and count have it", worked_out));
}

/* Every metric that the file has; `read` reads what it finds under the name. */
static bool each_metric(struct evaluation_result *r, const struct node *n,
                        bool (*read)(struct evaluation_result *, const struct node *, int, void *), void *to) {
    for (int k = 0; k < metric_count; k++) {
        struct node metric = node_key(n, metrics[k].name);
        if (metric.json && !r->sums[k])
            return node_refuse(&metric, "no such key, since in_range lacks it");
        if (r->sums[k] && !read(r, &metric, k, to))
            return false;
    }
    return true;
}

/* Chance is null where the metric knows none. */
static bool read_level(struct node n, int metric, double *out) {
    const struct metric *m = &metrics[metric];
    return node_real(n, m->low, m->high, out) && (!isnan(*out) || isnan(m->chance(0.5)) || node_refuse(&n, "a number"));
}

static bool read_single(struct evaluation_result *r, const struct node *n, int metric, void *to) {
    bool in_range = to == &r->in_range;
    return node_keys(n, in_range ? "value sum count chance" : "value sum count", NULL) &&
           read_score(r, n, metric, -1, true, to) &&
           (!in_range || read_level(node_key(n, "chance"), metric, &r->chance[metric].in_range));
}

/* in_range says which metrics the file has, and how many sums each. */
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
    return each_metric(r, &n, read_single, &r->in_range);
}

static bool read_chance(struct evaluation_result *r, const struct node *n, int metric, void *to) {
    (void)to;
    if (!node_array(n, r->lengths))
        return false;
    for (int i = 0; i < r->lengths; i++)
        if (!read_level(node_item(n, i), metric, &r->chance[metric].at[i]))
            return false;
    return true;
}

static bool read_by_length(struct evaluation_result *r, const struct node *n, int metric, void *to) {
    static const char *const keys[] = {"value", "sum", "count"};
    struct evaluation_row *row = to;
    bool ok = node_keys(n, "value sum count", NULL);
    for (int i = 0; i < 3 && ok; i++) {
        struct node array = node_key(n, keys[i]);
        ok = node_array(&array, r->lengths);
    }
    for (int i = 0; i < r->lengths && ok; i++)
        ok = read_score(r, n, metric, i, row->applies, &row->at[i]);
    return ok;
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
           each_metric(r, n, read_by_length, row);
}

/* All policies that apply were evaluated on the same targets. */
static bool read_rows(struct evaluation_result *r, struct node n) {
    int rows = (int)json_array_size(n.json);
    const struct evaluation_row *first = NULL;
    if (rows < 1 || rows > ENCODING_POLICIES)
        return node_refuse(&n, "an array of 1 to %d policies", ENCODING_POLICIES);
    for (int k = 0; k < rows; k++, r->rows++) {
        struct node one = node_item(&n, k);
        struct evaluation_row *row = &r->row[k];
        for (int i = 0; first && json_is_true(json_object_get(one.json, "applicable")) && i < r->lengths; i++)
            row->at[i].count = first->at[i].count;
        if (!read_row(r, &one, row))
            return false;
        first = !first && row->applies ? row : first;
    }
    return true;
}

static bool read_lengths(struct evaluation_result *r, struct node n, const struct node *from) {
    r->lengths = (int)json_array_size(n.json);
    if (r->lengths < 1 || r->lengths > LENGTHS_MAX)
        return node_refuse(&n, "an array of 1 to %d lengths", LENGTHS_MAX);
    if (!node_array(from, r->lengths))
        return false;
    for (int i = 0; i < r->lengths; i++) {
        struct node length = node_item(&n, i);
        if (!node_int(length, 1, LENGTH_WORDS_MAX, &r->words[i].high) ||
            !node_int(node_item(from, i), 1, r->words[i].high, &r->words[i].low))
            return false;
        for (int k = 0; k < i; k++)
            if (r->words[k].high == r->words[i].high)
                return node_refuse(&length, "each length once");
    }
    return true;
}

static bool read_trained(struct evaluation_result *r, const struct node *words, struct node longest) {
    return node_array(words, 2) && node_int(node_item(words, 0), 1, INT_MAX, &r->trained.low) &&
           node_int(node_item(words, 1), r->trained.low, INT_MAX, &r->trained.high) &&
           node_int(longest, r->trained.high, r->trained.high, &r->trained.high);
}

/* What was trained, by the names of the registries. */
static bool read_kinds(struct evaluation_result *r, const struct node *n) {
    struct node task = node_key(n, "task"), mixer = node_key(n, "mixer"), encoding = node_key(n, "encoding");
    const char *name[] = {json_string_value(task.json), json_string_value(mixer.json),
                          json_string_value(encoding.json)};
    r->task = name[0] ? task_find(name[0]) : NULL;
    r->mixer = name[1] ? mixer_find(name[1]) : NULL;
    r->encoding = name[2] ? encoding_find(name[2]) : NULL;
    return (r->task || node_refuse(&task, "one of `poslab list tasks`")) &&
           (r->mixer || node_refuse(&mixer, "one of `poslab list mixers`")) &&
           (r->encoding || node_refuse(&encoding, "one of `poslab list encodings`"));
}

static bool read_optional(struct evaluation_result *r, const struct node *n) {
    struct node training = node_key(n, "training"), examples = node_key(n, "examples"), files = node_key(n, "files"),
                note = node_key(n, "note"), left_out = node_key(n, "left_out"), seconds = node_key(n, "seconds");
    r->seconds = -1;
    return (!training.json ||
            (node_keys(&training, "", metric_find) && each_metric(r, &training, read_single, &r->training))) &&
           (!examples.json || node_int(examples, 1, INT_MAX, &r->examples)) &&
           (!files.json || node_text(files, r->files, sizeof r->files)) &&
           (!note.json || node_text(note, r->note, sizeof r->note)) &&
           (!left_out.json || node_int(left_out, 1, INT_MAX, &r->left_out)) &&
           (!seconds.json ||
            (node_real(seconds, 0, 1e12, &r->seconds) && (!isnan(r->seconds) || node_refuse(&seconds, "a number"))));
}

static bool read_document(struct evaluation_result *r, const struct node *n) {
    struct node chance = node_key(n, "chance"), from = node_key(n, "lengths_from"),
                words = node_key(n, "trained_words");
    return node_keys(n,
                     "version task mixer encoding seed steps trained_length trained_words lengths lengths_from chance "
                     "in_range policies training examples files note left_out seconds kernels",
                     false) &&
           read_kinds(r, n) && node_int(node_key(n, "seed"), 0, INT_MAX, &r->seed) &&
           node_int(node_key(n, "steps"), 0, INT_MAX, &r->steps) &&
           read_trained(r, &words, node_key(n, "trained_length")) && read_lengths(r, node_key(n, "lengths"), &from) &&
           read_in_range(r, node_key(n, "in_range")) && node_keys(&chance, "", metric_find) &&
           each_metric(r, &chance, read_chance, NULL) && read_rows(r, node_key(n, "policies")) &&
           node_text(node_key(n, "kernels"), r->kernels, sizeof r->kernels) && read_optional(r, n);
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
    if (r->version > EVALUATION_VERSION)
        return error_set(f->e, EXIT_DATA, "%s was written by a newer poslab (version %d; this one reads %d)", f->path,
                         r->version, EVALUATION_VERSION);
    return r->version == EVALUATION_VERSION ||
           error_set(f->e, EXIT_DATA, "%s was written by an older poslab (version %d; this one reads %d); %s", f->path,
                     r->version, EVALUATION_VERSION, f->advice);
}

bool evaluation_read(struct evaluation_result *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH], advice[PATH_MAX_LENGTH];
    const struct node_file file = {path, advice, e};
    struct arena arena = {0};
    struct node document = {0};
    size_t size;
    memset(r, 0, sizeof *r);
    snprintf(advice, sizeof advice, "`poslab eval %.900s` makes it anew", folder);
    if (!file_path(path, folder, EVALUATION_FILE, e))
        return false;
    const char *text = (const char *)file_read(path, FILE_BYTES, &arena, &size, e);
    bool ok =
        text && node_parse(&document, &file, text, size) && read_version(r, &document) && read_document(r, &document);
    if (!ok)
        evaluation_free(r);
    json_decref((json_t *)document.json);
    arena_free(&arena);
    return ok;
}
