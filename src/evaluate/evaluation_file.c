/* evaluation_file.c -- see evaluate.h. */
#include "evaluate/evaluate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "evaluate/confusion.h"
#include "evaluate/evaluation_scores.h"
#include "format/checksum.h"
#include "format/json.h"

enum { FILE_BYTES = 1 << 26 };

/* ---- Writing */

/* At the lengths. */
static json_t *levels_json(const struct levels *of, int lengths) {
    json_t *array = json_array();
    for (int i = 1; i <= lengths; i++)
        json_array_append_new(array, json_finite(of->at[i]));
    return array;
}

/* {accuracy: {in_range, at}, ...} */
static json_t *put_levels(json_t *json, const struct evaluation_result *r, const struct levels *of) {
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k])
            json_object_set_new(json, metrics[k].name,
                                json_pack("{so so}", "in_range", json_finite(of[k].at[IN_RANGE]), "at",
                                          levels_json(&of[k], r->lengths)));
    return json;
}

/* With values: at the lengths alone; in range it is beside the scores. */
static json_t *chance_json(const struct evaluation_result *r, json_t *in_range) {
    json_t *chance = json_object();
    for (int k = 0; k < metric_count; k++) {
        const struct levels *of = &r->baseline[CHANCE].of[k];
        json_object_set_new(json_object_get(in_range, metrics[k].name), "chance", json_finite(of->at[IN_RANGE]));
        json_object_set_new(chance, metrics[k].name, r->sums[k] ? levels_json(of, r->lengths) : NULL);
    }
    return chance;
}

/* [{name, accuracy: {in_range, at}, ...}] of those besides chance; none: nothing. */
static json_t *baselines_json(const struct evaluation_result *r) {
    json_t *array = r->baselines > 1 ? json_array() : NULL;
    for (int i = 1; i < r->baselines; i++)
        json_array_append_new(array, put_levels(json_pack("{ss}", "name", r->baseline[i].name), r, r->baseline[i].of));
    return array;
}

/* Null where it was not reached; NULL, nothing, where it is not known. */
static json_t *figure_json(double x) {
    return x == 0 ? NULL : x == floor(x) && !isinf(x) ? json_integer((json_int_t)x) : json_finite(x);
}

/* {steps, loss}; without early stopping: nothing. */
static json_t *validation_json(const struct evaluation_result *r) {
    return r->validation.steps
               ? json_pack("{si so}", "steps", r->validation.steps, "loss", json_finite(r->validation.loss))
               : NULL;
}

static json_t *labels_json(const struct evaluation_result *r) {
    json_t *array = r->labels ? json_array() : NULL;
    for (int k = 0; k < r->labels; k++)
        json_array_append_new(array, json_string(r->label[k]));
    return array;
}

json_t *evaluation_json(const struct evaluation_result *r, bool values) {
    json_t *lengths = json_array(), *from = json_array(), *rows = json_array();
    json_t *in_range = json_object(), *training = r->training.count ? json_object() : NULL;
    struct score *on_training = (struct score *)&r->training;
    evaluation_put_scores(in_range, r, &r->in_range, 0, values);
    if (training)
        evaluation_put_scores(training, r, &on_training, 0, values);
    if (!isnan(r->seen))
        json_object_set_new(in_range, "seen", json_real(r->seen));
    for (int i = 1; i <= r->lengths; i++) {
        json_array_append_new(lengths, json_integer(r->words[i].high));
        json_array_append_new(from, json_integer(r->words[i].low));
    }
    json_t *chance = values ? chance_json(r, in_range) : put_levels(json_object(), r, r->baseline[CHANCE].of);
    for (const struct evaluation_row *row = r->row; row < r->row + r->rows; row++) {
        json_t *json = json_pack("{ss sb}", "policy", row->policy->name, "applicable", row->applies);
        evaluation_put_scores(json, r, row->at + 1, r->lengths, values);
        json_array_append_new(rows, json);
    }
    return json_pack(
        "{si ss ss ss si si si s[ii] so so so so so so* so* so* so* ss* ss* so* so* so* so* ss ss* ss* so* ss* so*}",
        "version", EVALUATION_VERSION, "task", r->task->name, "mixer", r->mixer->name, "encoding", r->encoding->name,
        "seed", r->seed, "steps", r->steps, "trained_length", r->words[IN_RANGE].high, "trained_words",
        r->words[IN_RANGE].low, r->words[IN_RANGE].high, "lengths", lengths, "lengths_from", from, "chance", chance,
        "in_range", in_range, "policies", rows, "training", training, "baselines", baselines_json(r), "weights",
        r->weights ? json_integer(r->weights) : NULL, "examples", r->examples ? json_integer(r->examples) : NULL,
        "files", *r->files ? r->files : NULL, "note", *r->note ? r->note : NULL, "left_out",
        r->left_out ? json_integer(r->left_out) : NULL, "seconds", r->seconds >= 0 ? json_real(r->seconds) : NULL,
        "tokens_per_second", figure_json(r->tokens_per_second), "steps_to_99", figure_json(r->steps_to_99), "kernels",
        r->kernels, "checkpoint", *r->checkpoint ? r->checkpoint : NULL, "sparse", *r->sparse ? r->sparse : NULL,
        "validation", validation_json(r), "baseline", r->instead ? r->instead->name : NULL, "labels", labels_json(r));
}

bool evaluation_write(const struct evaluation_result *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *json = evaluation_json(r, false);
    bool ok = file_path(path, folder, EVALUATION_FILE, e) && checksum_save(json, path, e);
    json_decref(json);
    return ok;
}

/* ---- Reading */

/* What put_levels wrote, in an object that may have other keys; null: not known. */
static bool read_levels(const struct evaluation_result *r, const struct node *n, const char *keys, struct levels *of) {
    bool ok = node_keys(n, keys, metric_find_counted);
    for (int k = 0; k < metric_count && ok; k++) {
        struct node metric = node_key(n, metrics[k].name), at = node_key(&metric, "at");
        ok = evaluation_has_metric(r, &metric, k) &&
             (!r->sums[k] || (node_keys(&metric, "in_range at", NULL) && node_array(&at, r->lengths) &&
                              evaluation_read_level(node_key(&metric, "in_range"), k, &of[k].at[IN_RANGE])));
        for (int i = 0; i < r->lengths && r->sums[k] && ok; i++)
            ok = evaluation_read_level(node_item(&at, i), k, &of[k].at[1 + i]);
    }
    return ok;
}

static bool read_baseline(struct evaluation_result *r, const struct node *n, struct baseline_levels *b) {
    struct node name = node_key(n, "name");
    bool ok = read_levels(r, n, "name", b->of) && node_text(name, b->name, sizeof b->name) &&
              ((*b->name && strcmp(b->name, r->baseline[CHANCE].name) != 0) ||
               node_refuse(&name, "the name of a baseline other than chance"));
    for (const struct baseline_levels *before = r->baseline; ok && before < b; before++)
        ok = strcmp(before->name, b->name) != 0 || node_refuse(&name, "each baseline once");
    return ok;
}

static bool read_baselines(struct evaluation_result *r, struct node chance, struct node others) {
    size_t count = json_array_size(others.json);
    if (others.json && (count < 1 || count >= BASELINES_MAX))
        return node_refuse(&others, "an array of 1 to %d baselines", BASELINES_MAX - 1);
    r->baseline = arena_alloc(r->arena, 1 + count, sizeof *r->baseline);
    r->baseline[CHANCE] = (struct baseline_levels){.name = "chance"};
    bool ok = read_levels(r, &chance, "", r->baseline[CHANCE].of);
    for (r->baselines = 1; ok && r->baselines <= (int)count; r->baselines++) {
        struct node one = node_item(&others, r->baselines - 1);
        ok = read_baseline(r, &one, &r->baseline[r->baselines]);
    }
    return ok;
}

/* in_range says which metrics the file has, and how many sums each. */
static bool read_in_range(struct evaluation_result *r, struct node n) {
    struct node seen = node_key(&n, "seen");
    if (!evaluation_keys(r, &n, "seen", "right targets"))
        return false;
    for (int k = 0; k < metric_count; k++) {
        struct node metric = node_key(&n, metrics[k].name), sum = node_key(&metric, "sum");
        size_t sums = json_is_array(sum.json) ? json_array_size(sum.json) : 1;
        if (sums < 1 || sums > (metrics[k].counts ? LOSS_GIVEN : METRIC_SUMS_MAX))
            return node_refuse(&sum, "a number, or an array of 1 to %d", METRIC_SUMS_MAX);
        if (metrics[k].counts && metric.json && (sums < 2 || sums > LOSS_GIVEN))
            return node_refuse(&sum, "an array of 2 to %d", LOSS_GIVEN);
        sums *= metrics[k].counts ? sums : 1;
        r->sums[k] = metric.json || k == METRIC_ACCURACY ? (int)sums : 0;
    }
    r->seen = (double)NAN;
    r->in_range = arena_alloc(r->arena, 1, sizeof *r->in_range);
    return evaluation_read_scores(r, &n, &r->in_range, 0) &&
           (!seen.json || (node_real(seen, 0, 1, &r->seen) && (!isnan(r->seen) || node_refuse(&seen, "a number"))));
}

static bool read_row(struct evaluation_result *r, const struct node *n, struct evaluation_row *row) {
    struct node policy = node_key(n, "policy"), applicable = node_key(n, "applicable");
    const char *name = json_string_value(policy.json);
    if (!evaluation_keys(r, n, "policy applicable", "right"))
        return false;
    row->policy = name ? policy_find(name) : NULL;
    row->applies = json_is_true(applicable.json);
    if (!row->policy)
        return node_refuse(&policy, "one of `poslab list policies`");
    for (const struct evaluation_row *before = r->row; before < row; before++)
        if (before->policy == row->policy)
            return node_refuse(&policy, "each policy once");
    return (json_is_boolean(applicable.json) || node_refuse(&applicable, "true or false")) &&
           evaluation_read_scores(r, n, row->at + 1, r->lengths);
}

static bool read_rows(struct evaluation_result *r, struct node n) {
    int rows = (int)json_array_size(n.json);
    if (rows < 1 || rows > ENCODING_POLICIES)
        return node_refuse(&n, "an array of 1 to %d policies", ENCODING_POLICIES);
    for (; r->rows < rows; r->rows++) {
        struct node one = node_item(&n, r->rows);
        struct evaluation_row *row = &r->row[r->rows];
        evaluation_row_alloc(r, row);
        if (!read_row(r, &one, row))
            return false;
    }
    return true;
}

static bool read_lengths(struct evaluation_result *r, struct node n) {
    struct node from = node_key(n.in, "lengths_from");
    r->lengths = (int)json_array_size(n.json);
    if (r->lengths < 1 || r->lengths > LENGTHS_MAX)
        return node_refuse(&n, "an array of 1 to %d lengths", LENGTHS_MAX);
    bool ok = node_array(&from, r->lengths);
    for (int i = 0; i < r->lengths && ok; i++) {
        struct node length = node_item(&n, i);
        struct range *words = &r->words[1 + i];
        ok = node_int(length, 1, LENGTH_WORDS_MAX, &words->high) &&
             node_int(node_item(&from, i), 1, words->high, &words->low);
        for (int k = 1; k <= i && ok; k++)
            ok = r->words[k].high != words->high || node_refuse(&length, "each length once");
    }
    return ok;
}

/* What was trained: names of the registries, and words. */
static bool read_trained(struct evaluation_result *r, const struct node *n) {
    struct node task = node_key(n, "task"), mixer = node_key(n, "mixer"), encoding = node_key(n, "encoding"),
                words = node_key(n, "trained_words");
    struct range *trained = &r->words[IN_RANGE];
    r->task = json_is_string(task.json) ? task_find(json_string_value(task.json)) : NULL;
    r->mixer = json_is_string(mixer.json) ? mixer_find(json_string_value(mixer.json)) : NULL;
    struct node baseline = node_key(n, "baseline");
    const char *name = json_string_value(encoding.json);
    r->instead = json_is_string(baseline.json) ? baseline_find(json_string_value(baseline.json)) : NULL;
    bool known = name && encoding_read(&r->encoding, name, &(struct error){0}) && strcmp(r->encoding->name, name) == 0;
    return (!baseline.json || r->instead || node_refuse(&baseline, "one of `poslab list baselines`")) &&
           (r->task || node_refuse(&task, "one of `poslab list tasks`")) &&
           (r->mixer || node_refuse(&mixer, "one of `poslab list mixers`")) &&
           (known || node_refuse(&encoding, "one of `poslab list encodings`")) &&
           node_int(node_key(n, "seed"), 0, INT_MAX, &r->seed) &&
           node_int(node_key(n, "steps"), 0, INT_MAX, &r->steps) && node_array(&words, 2) &&
           node_int(node_item(&words, 0), 1, INT_MAX, &trained->low) &&
           node_int(node_item(&words, 1), trained->low, INT_MAX, &trained->high) &&
           node_int(node_key(n, "trained_length"), trained->high, trained->high, &trained->high);
}

/* How the token table was updated. */
static bool read_sparse(struct evaluation_result *r, struct node n) {
    return !n.json || (node_text(n, r->sparse, sizeof r->sparse) && text_lists("lazy dense", r->sparse)) ||
           node_refuse(&n, "dense or lazy");
}

/* A fingerprint or a checksum. */
static bool read_digits(struct node n, char *digits, size_t size) {
    return !n.json || (node_text(n, digits, size) &&
                       ((strlen(digits) == size - 1 && strspn(digits, "0123456789abcdef") == size - 1) ||
                        node_refuse(&n, "%zu hexadecimal digits", size - 1)));
}

/* Steps are those of the weights, or more. */
static bool read_validation(struct evaluation_result *r, struct node n) {
    return !n.json || (node_keys(&n, "steps loss", NULL) &&
                       node_int(node_key(&n, "steps"), r->steps, INT_MAX, &r->validation.steps) &&
                       evaluation_read_level(node_key(&n, "loss"), METRIC_LOSS, &r->validation.loss));
}

/* As many as there are counts of. */
static bool read_labels(struct evaluation_result *r, struct node n) {
    r->labels = confusion_of(NULL, r->sums[METRIC_MACRO_F1]).classes;
    if (!r->labels)
        return !n.json || node_refuse(&n, "no such key, because in_range does not have macro_f1");
    r->label = arena_alloc(r->arena, (size_t)r->labels, sizeof *r->label);
    bool ok = node_array(&n, r->labels);
    for (int k = 0; k < r->labels && ok; k++) {
        struct node one = node_item(&n, k);
        ok = json_is_string(one.json) || node_refuse(&one, "a text");
        r->label[k] = ok ? arena_text(r->arena, json_string_value(one.json)) : NULL;
    }
    return ok;
}

static bool read_figures(struct evaluation_result *r, const struct node *n) {
    struct node reached = node_key(n, "steps_to_99"), speed = node_key(n, "tokens_per_second");
    int steps = 0;
    if (speed.json && (!node_real(speed, 0, 1e12, &r->tokens_per_second) || !(r->tokens_per_second > 0)))
        return node_refuse(&speed, "a number above 0");
    if (reached.json && !json_is_null(reached.json) && !node_int(reached, 1, evaluation_steps(r), &steps))
        return false;
    r->steps_to_99 = reached.json && !steps ? (double)INFINITY : steps;
    evaluation_take_figures(r);
    return true;
}

static bool read_optional(struct evaluation_result *r, const struct node *n) {
    struct node training = node_key(n, "training"), weights = node_key(n, "weights"), files = node_key(n, "files"),
                note = node_key(n, "note"), left_out = node_key(n, "left_out"), seconds = node_key(n, "seconds");
    struct score *on_training = &r->training;
    r->seconds = -1;
    return (!weights.json || node_long(weights, 1, COUNT_MAX, &r->weights)) &&
           (!training.json || (node_keys(&training, "count", metric_find_counted) &&
                               evaluation_read_scores(r, &training, &on_training, 0))) &&
           read_labels(r, node_key(n, "labels")) && read_digits(files, r->files, sizeof r->files) &&
           read_digits(node_key(n, "checkpoint"), r->checkpoint, sizeof r->checkpoint) &&
           (!note.json || node_text(note, r->note, sizeof r->note)) &&
           (!left_out.json || node_int(left_out, 1, INT_MAX, &r->left_out)) &&
           (!seconds.json ||
            (node_real(seconds, 0, 1e12, &r->seconds) && (!isnan(r->seconds) || node_refuse(&seconds, "a number")))) &&
           read_figures(r, n);
}

/* How many examples were drawn at each length; a dataset has as many as it has. */
static bool read_examples(struct evaluation_result *r, struct node n) {
    if (r->task->dataset_count)
        return !n.json || node_refuse(&n, "no such key, since task %s has a dataset", r->task->name);
    return node_int(n, 1, INT_MAX, &r->examples);
}

static bool read_document(struct evaluation_result *r, const struct node *n) {
    return node_keys(n,
                     "version task mixer encoding seed steps trained_length trained_words lengths lengths_from chance "
                     "in_range policies training baselines weights examples files note left_out seconds "
                     "tokens_per_second steps_to_99 kernels checkpoint sparse validation baseline labels " CHECKSUM,
                     NULL) &&
           read_trained(r, n) && read_examples(r, node_key(n, "examples")) && read_lengths(r, node_key(n, "lengths")) &&
           read_in_range(r, node_key(n, "in_range")) &&
           read_baselines(r, node_key(n, "chance"), node_key(n, "baselines")) &&
           read_rows(r, node_key(n, "policies")) && node_text(node_key(n, "kernels"), r->kernels, sizeof r->kernels) &&
           read_sparse(r, node_key(n, "sparse")) && read_validation(r, node_key(n, "validation")) &&
           read_optional(r, n);
}

/* A file of another version is distinguished from one that does not fit. Version 1 did not say its version; those
 * before 4 had no checksum. */
static bool read_version(struct evaluation_result *r, const struct node *n) {
    const struct node_file *f = n->file;
    struct node version = node_key(n, "version");
    if (!json_is_object(n->json))
        return node_refuse(n, "an object");
    r->version = 1;
    if (version.json && !node_int(version, 1, INT_MAX, &r->version))
        return false;
    bool newer = r->version > EVALUATION_VERSION;
    struct node sum = node_key(n, CHECKSUM);
    if (r->version == EVALUATION_VERSION)
        return sum.json ? node_text(sum, r->sum, sizeof r->sum) : node_refuse(&sum, "a checksum");
    return error_set(f->e, EXIT_DATA, "%s was written by %s poslab (version %d; this one reads %d)%s%s", f->path,
                     newer ? "a newer" : "an older", r->version, EVALUATION_VERSION, newer ? "" : "; ",
                     newer ? "" : f->advice);
}

bool evaluation_read_text(struct evaluation_result *r, const struct node_file *file, char *text, size_t size,
                          struct arena *arena) {
    struct node document = {0};
    *r = (struct evaluation_result){.arena = arena};
    bool ok = node_parse(&document, file, text, size) && checksum_fits(&document, text, size) &&
              read_version(r, &document) && read_document(r, &document);
    if (ok)
        evaluation_add_total(r);
    json_decref((json_t *)document.json);
    return ok;
}

void evaluation_advice(char advice[EVALUATION_ADVICE], const char *folder) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    bool model = file_path(path, folder, CHECKPOINT_FILE, &e) && !file_missing(path);
    snprintf(advice, EVALUATION_ADVICE,
             model ? "`poslab eval %.900s` writes a new one"
                   : "no checkpoint was kept to make a new one: rename it, then `poslab train --run %.900s --resume` "
                     "trains the model again",
             folder);
}

bool evaluation_read(struct evaluation_result *r, const char *folder, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH], advice[EVALUATION_ADVICE];
    const struct node_file file = {path, advice, e};
    struct arena scratch = {0};
    size_t size;
    *r = (struct evaluation_result){.arena = arena};
    evaluation_advice(advice, folder);
    if (!file_path(path, folder, EVALUATION_FILE, e))
        return false;
    char *text = (char *)file_read(path, FILE_BYTES, &scratch, &size, e);
    bool ok = text && evaluation_read_text(r, &file, text, size, arena);
    arena_free(&scratch);
    return ok;
}
