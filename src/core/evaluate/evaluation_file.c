/* evaluation_file.c -- see evaluate.h. */
#include "evaluate/evaluate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "baseline/baseline.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "evaluate/confusion.h"
#include "evaluate/evaluation_scores.h"
#include "format/checksum.h"
#include "format/json.h"
#include "model/mixer.h"
#include "run/run.h"

enum { FILE_BYTES = 1 << 26 };

/* ---- The document, by one walk written or read */

#define KEYS                                                                                                    \
    "version task mixer encoding seed steps trained_length trained_words lengths lengths_from chance in_range " \
    "policies training baselines weights examples files note left_out seconds tokens_per_second steps_to_99 "   \
    "kernels checkpoint run_log sparse validation baseline labels " CHECKSUM

/* Empty: it is no text. */
static const char *said(const struct node *n) {
    const char *text = json_string_value(n->json);
    return text ? text : "";
}

/* A number that may not be null. */
static bool known(struct slot s, double high, double *x) {
    return slot_real(s, 0, high, x) && (!isnan(*x) || node_refuse(&s.node, "a number"));
}

/* An array of what a metric comes to at the lengths. */
static bool level_array(struct slot s, const struct evaluation_result *r, int k, struct levels *of) {
    struct slot at;
    bool ok = slot_array(s, r->lengths, &at);
    for (int i = 0; i < r->lengths && ok; i++)
        ok = evaluation_level(slot_item(&at, i), k, &of->at[1 + i]);
    return ok;
}

/* {accuracy: {in_range, at}, ...}; null: not known. */
static bool levels(const struct slot *in, const struct evaluation_result *r, struct levels *of) {
    bool ok = true;
    for (int k = 0; k < metric_count && ok; k++) {
        struct slot metric = slot_key(in, metrics[k].name), own;
        if (evaluation_has_metric(r, &metric, k, &ok))
            ok = slot_object(metric, "in_range at", NULL, &own) &&
                 evaluation_level(slot_key(&own, "in_range"), k, &of[k].at[IN_RANGE]) &&
                 level_array(slot_key(&own, "at"), r, k, &of[k]);
    }
    return ok;
}

/* With values: at the lengths alone; in range it is beside the scores. */
static bool chance(struct slot s, struct evaluation_result *r, bool values) {
    struct slot in;
    bool ok = slot_object(s, "", metric_find_counted, &in);
    if (!s.to) {
        r->baseline = arena_alloc(r->arena, 1, sizeof *r->baseline);
        r->baseline[r->baselines++] = (struct baseline_levels){.name = "chance"};
    }
    for (int k = 0; k < metric_count && values; k++)
        if (r->sums[k])
            level_array(slot_key(&in, metrics[k].name), r, k, &r->baseline[CHANCE].of[k]);
    return ok && (values || levels(&in, r, r->baseline[CHANCE].of));
}

/* How many an array has, 1 to `most`; 0: it is refused. */
static int count_of(struct slot s, int written, int most, const char *what) {
    size_t count = s.to ? (size_t)written : json_array_size(s.node.json);
    if (count < 1 || count > (size_t)most)
        node_refuse(&s.node, "an array of 1 to %d %s", most, what);
    return count > (size_t)most ? 0 : (int)count;
}

/* [{name, accuracy: {in_range, at}, ...}] of all but chance */
static bool baselines(struct slot s, struct evaluation_result *r) {
    struct slot all, in;
    int count = count_of(s, r->baselines - 1, BASELINES_MAX - 1, "baselines");
    bool ok = count && slot_array(s, count, &all);
    r->baselines = 1 + count;
    if (!s.to) {
        const struct baseline_levels *chance_alone = r->baseline;
        r->baseline = arena_alloc(r->arena, (size_t)r->baselines, sizeof *r->baseline);
        r->baseline[CHANCE] = *chance_alone;
    }
    for (int i = 0; i < count && ok; i++) {
        struct baseline_levels *b = &r->baseline[1 + i];
        ok = slot_object(slot_item(&all, i), "name", metric_find_counted, &in) &&
             slot_text(slot_key(&in, "name"), b->name, sizeof b->name) && levels(&in, r, b->of);
    }
    return ok;
}

/* in_range says which metrics a file has, and how many sums each. */
static bool read_metrics(struct evaluation_result *r, const struct slot *document) {
    struct slot in;
    bool ok = evaluation_object(r, slot_key(document, "in_range"), "seen", "right targets", &in);
    for (int k = 0; k < metric_count && ok; k++) {
        struct node metric = node_key(&in.node, metrics[k].name), sum = node_key(&metric, "sum");
        bool counts = metrics[k].counts;
        int least = counts ? 2 : 1, most = counts ? LOSS_GIVEN : METRIC_SUMS_MAX;
        size_t sums = json_is_array(sum.json) ? json_array_size(sum.json) : 1;
        if (metric.json && (sums < (size_t)least || sums > (size_t)most))
            ok = node_refuse(&sum, "%san array of %d to %d", counts ? "" : "a number, or ", least, most);
        r->sums[k] = metric.json ? (int)(counts ? sums * sums : sums) : k == METRIC_ACCURACY;
    }
    return ok;
}

static bool in_range(const struct slot *document, struct evaluation_result *r, bool values) {
    struct slot in;
    if (!document->to)
        r->in_range = arena_alloc(r->arena, 1, sizeof *r->in_range);
    bool ok = evaluation_object(r, slot_key(document, "in_range"), "seen", "right targets", &in) &&
              evaluation_scores(&in, r, &r->in_range, 0, values);
    for (int k = 0; k < metric_count && values; k++)
        if (r->sums[k])
            json_object_set_new(json_object_get(in.to, metrics[k].name), "chance",
                                json_finite(r->baseline[CHANCE].of[k].at[IN_RANGE]));
    return ok && (slot_lacks(slot_key(&in, "seen"), isnan(r->seen)) || known(slot_key(&in, "seen"), 1, &r->seen));
}

/* The scores of a policy. */
static bool row(const struct slot *in, struct evaluation_result *r, struct evaluation_row *row, bool values) {
    struct slot policy = slot_key(in, "policy"), applicable = slot_key(in, "applicable");
    if (in->to) {
        slot_put(policy, json_string(row->policy->name));
        slot_put(applicable, json_boolean(row->applies));
    } else {
        evaluation_row_alloc(r, row);
        row->policy = policy_find(said(&policy.node));
        row->applies = json_is_true(applicable.node.json);
        if (!row->policy)
            return node_refuse(&policy.node, "one of `poslab help policies`");
        if (!json_is_boolean(applicable.node.json))
            return node_refuse(&applicable.node, "true or false");
    }
    return evaluation_scores(in, r, row->at + 1, r->lengths, values);
}

static bool rows(struct slot s, struct evaluation_result *r, bool values) {
    struct slot all, in;
    r->rows = count_of(s, r->rows, ENCODING_POLICIES, "policies");
    bool ok = r->rows && slot_array(s, r->rows, &all);
    for (int k = 0; k < r->rows && ok; k++)
        ok = evaluation_object(r, slot_item(&all, k), "policy applicable", "right", &in) &&
             row(&in, r, &r->row[k], values);
    return ok;
}

static bool lengths(const struct slot *in, struct evaluation_result *r) {
    struct slot s = slot_key(in, "lengths"), high, low;
    r->lengths = count_of(s, r->lengths, LENGTHS_MAX, "lengths");
    bool ok =
        r->lengths && slot_array(s, r->lengths, &high) && slot_array(slot_key(in, "lengths_from"), r->lengths, &low);
    for (int i = 1; i <= r->lengths && ok; i++)
        ok = slot_int(slot_item(&high, i - 1), 1, LENGTH_WORDS_MAX, &r->words[i].high) &&
             slot_int(slot_item(&low, i - 1), 1, r->words[i].high, &r->words[i].low);
    return ok;
}

/* What was trained: names of the registries. */
static bool names(const struct slot *in, struct evaluation_result *r) {
    struct slot task = slot_key(in, "task"), mixer = slot_key(in, "mixer"), encoding = slot_key(in, "encoding");
    if (in->to)
        return slot_put(task, json_string(r->task->name)) && slot_put(mixer, json_string(r->mixer->name)) &&
               slot_put(encoding, json_string(r->encoding->name));
    const char *name = said(&encoding.node);
    bool found = encoding_read(&r->encoding, name, &(struct error){0}) && strcmp(r->encoding->name, name) == 0;
    r->task = task_named(said(&task.node));
    r->mixer = mixer_find(said(&mixer.node));
    return (r->task || node_refuse(&task.node, "one of `poslab help tasks`")) &&
           (r->mixer || node_refuse(&mixer.node, "one of `poslab help mixers`")) &&
           (found || node_refuse(&encoding.node, "one of `poslab help encodings`"));
}

static bool baseline(struct slot s, struct evaluation_result *r) {
    if (s.to)
        return slot_put(s, json_string(r->instead->name));
    r->instead = baseline_find(said(&s.node));
    return r->instead || node_refuse(&s.node, "one of `poslab help baselines`");
}

static bool trained(const struct slot *in, struct evaluation_result *r) {
    struct range *words = &r->words[IN_RANGE];
    struct slot both;
    return slot_int(slot_key(in, "trained_length"), 1, INT_MAX, &words->high) &&
           slot_array(slot_key(in, "trained_words"), 2, &both) &&
           slot_int(slot_item(&both, 0), 1, words->high, &words->low) &&
           slot_int(slot_item(&both, 1), words->low, INT_MAX, &words->high);
}

/* How many were drawn at each length; a dataset has as many as it has. */
static bool examples(const struct slot *in, struct evaluation_result *r) {
    struct slot s = slot_key(in, "examples");
    if (s.to ? r->examples : !r->task->dataset_count)
        return slot_int(s, 1, INT_MAX, &r->examples);
    return slot_lacks(s, true) || node_refuse(&s.node, "no such key, since task %s has a dataset", r->task->name);
}

/* As many as there are counts of. */
static bool labels(struct slot s, struct evaluation_result *r) {
    struct slot all;
    if (!s.to) {
        r->labels = confusion_of(NULL, r->sums[METRIC_MACRO_F1]).classes;
        r->label = arena_alloc(r->arena, (size_t)r->labels, sizeof *r->label);
    }
    if (!r->labels)
        return slot_lacks(s, true) || node_refuse(&s.node, "no such key, because in_range does not have macro_f1");
    bool ok = slot_array(s, r->labels, &all);
    for (int k = 0; k < r->labels && ok; k++) {
        struct slot one = slot_item(&all, k);
        ok = one.to ? slot_put(one, json_string(r->label[k]))
                    : json_is_string(one.node.json) || node_refuse(&one.node, "a text");
        r->label[k] = one.to || !ok ? r->label[k] : arena_text(r->arena, json_string_value(one.node.json));
    }
    return ok;
}

static bool validation(struct slot s, struct evaluation_result *r) {
    struct slot in;
    return slot_object(s, "steps loss", NULL, &in) &&
           slot_int(slot_key(&in, "steps"), 1, INT_MAX, &r->validation.steps) &&
           evaluation_level(slot_key(&in, "loss"), METRIC_LOSS, &r->validation.loss);
}

/* A number above 0; INFINITY, which is null, only where it may be. */
static bool figure(struct slot s, bool may_be_null, double *x) {
    if (slot_lacks(s, *x == 0))
        return true;
    bool ok = evaluation_number(s, 1e12, x) &&
              (s.to || *x > 0 || (may_be_null && isnan(*x)) || node_refuse(&s.node, "a number above 0"));
    *x = isnan(*x) ? (double)INFINITY : *x;
    return ok;
}

/* A fingerprint or a checksum. */
static bool digits(struct slot s, char *text, size_t size) {
    return slot_lacks(s, !*text) ||
           (slot_text(s, text, size) &&
            (s.to || (strlen(text) == size - 1 && strspn(text, "0123456789abcdef") == size - 1) ||
             node_refuse(&s.node, "%zu hexadecimal digits", size - 1)));
}

static bool note(struct slot s, struct evaluation_result *r) {
    char text[EVALUATION_NOTE];
    if (s.to)
        return slot_put(s, json_string(r->note));
    return node_text(s.node, text, sizeof text) && (r->note = arena_text(r->arena, text));
}

/* How the token table was updated. */
static bool sparse(struct slot s, struct evaluation_result *r) {
    return slot_lacks(s, !*r->sparse) ||
           (slot_text(s, r->sparse, sizeof r->sparse) &&
            (s.to || text_lists("lazy dense", r->sparse) || node_refuse(&s.node, "dense or lazy")));
}

/* What else is known of the run. */
static bool facts(const struct slot *d, struct evaluation_result *r) {
    struct slot weights = slot_key(d, "weights"), words = slot_key(d, "note"), left_out = slot_key(d, "left_out"),
                seconds = slot_key(d, "seconds"), early = slot_key(d, "validation"), instead = slot_key(d, "baseline");
    return (slot_lacks(weights, !r->weights) || slot_long(weights, 1, COUNT_MAX, &r->weights)) && examples(d, r) &&
           digits(slot_key(d, "files"), r->files, sizeof r->files) && (slot_lacks(words, !r->note) || note(words, r)) &&
           (slot_lacks(left_out, !r->left_out) || slot_int(left_out, 1, INT_MAX, &r->left_out)) &&
           (slot_lacks(seconds, r->seconds < 0) || known(seconds, 1e12, &r->seconds)) &&
           figure(slot_key(d, "tokens_per_second"), false, &r->tokens_per_second) &&
           figure(slot_key(d, "steps_to_99"), true, &r->steps_to_99) &&
           slot_text(slot_key(d, "kernels"), r->kernels, sizeof r->kernels) &&
           digits(slot_key(d, "checkpoint"), r->checkpoint, sizeof r->checkpoint) &&
           digits(slot_key(d, "run_log"), r->run_log, sizeof r->run_log) && sparse(slot_key(d, "sparse"), r) &&
           (slot_lacks(early, !r->validation.steps) || validation(early, r)) &&
           (slot_lacks(instead, !r->instead) || baseline(instead, r)) && labels(slot_key(d, "labels"), r);
}

/* What says how scores are read is read before them. */
static bool walk(const struct slot *d, struct evaluation_result *r, bool values) {
    struct slot training = slot_key(d, "training"), guesses = slot_key(d, "baselines"), in;
    struct score *on_training = &r->training;
    return names(d, r) && slot_int(slot_key(d, "seed"), 0, INT_MAX, &r->seed) &&
           slot_int(slot_key(d, "steps"), 0, INT_MAX, &r->steps) && trained(d, r) && lengths(d, r) &&
           (d->to || (examples(d, r) && read_metrics(r, d))) && chance(slot_key(d, "chance"), r, values) &&
           in_range(d, r, values) && rows(slot_key(d, "policies"), r, values) &&
           (slot_lacks(training, !r->training.count) || (slot_object(training, "count", metric_find_counted, &in) &&
                                                         evaluation_scores(&in, r, &on_training, 0, values))) &&
           (slot_lacks(guesses, r->baselines <= 1) || baselines(guesses, r)) && facts(d, r);
}

json_t *evaluation_json(const struct evaluation_result *r, bool values) {
    struct slot document = {.to = json_object()};
    slot_put(slot_key(&document, "version"), json_integer(EVALUATION_VERSION));
    walk(&document, (struct evaluation_result *)r, values);
    return document.to;
}

bool evaluation_write(const struct evaluation_result *r, const char *folder, struct error *e) {
    char path[PATH_MAX_LENGTH];
    json_t *json = evaluation_json(r, false);
    bool ok = file_path(path, folder, EVALUATION_FILE, e) && checksum_save(json, path, e);
    json_decref(json);
    return ok;
}

/* ---- Reading */

/* A file of another version is distinguished from one that does not fit. */
static bool read_version(struct evaluation_result *r, const struct node *n) {
    const struct node_file *f = n->file;
    if (!json_is_object(n->json))
        return node_refuse(n, "an object");
    return node_int(node_key(n, "version"), 0, INT_MAX, &r->version) &&
           (r->version == EVALUATION_VERSION ||
            error_set(f->e, EXIT_DATA,
                      "%s was written by another version of poslab (version %d; this one reads %d); %s", f->path,
                      r->version, EVALUATION_VERSION, f->advice));
}

bool evaluation_read_text(struct evaluation_result *r, const struct node_file *file, char *text, size_t size,
                          struct arena *arena) {
    struct slot document = {0}, same;
    *r = (struct evaluation_result){.arena = arena, .seen = (double)NAN, .seconds = -1};
    bool ok = node_parse(&document.node, file, text, size) && read_version(r, &document.node) &&
              checksum_fits(&document.node, text, size) &&
              node_text(node_key(&document.node, CHECKSUM), r->sum, sizeof r->sum) &&
              slot_object(document, KEYS, NULL, &same) && walk(&same, r, false);
    if (ok) {
        evaluation_take_figures(r);
        evaluation_add_total(r);
    }
    json_decref((json_t *)document.node.json);
    return ok;
}

void evaluation_advice(char advice[EVALUATION_ADVICE], const char *folder) {
    char path[PATH_MAX_LENGTH];
    struct error e;
    bool model = file_path(path, folder, CHECKPOINT_FILE, &e) && !file_missing(path);
    snprintf(advice, EVALUATION_ADVICE,
             model ? "`poslab train --run %.900s --resume` writes a new one"
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
