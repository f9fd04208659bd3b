/* evaluation_match.c -- whether an evaluation is of the run that settings and task describe; see evaluate.h. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "encoding/policy.h"
#include "evaluate/evaluate.h"
#include "run/run.h"

/* `all` has the usual policies, and only `all` has `all`. */
static bool has_policies(const char *list, const char *items) {
    bool has = true;
    char item[SETTING_TEXT_MAX];
    while (has && text_item(&items, item, sizeof item)) {
        const struct policy *policy = policy_find(item);
        has = policy ? policy_is_asked(list, policy) : text_lists(list, item);
    }
    return has;
}

bool evaluation_lacks(const struct evaluation *some, const struct evaluation *asked) {
    return !text_lists_all(some->lengths, asked->lengths) || !has_policies(some->policies, asked->policies);
}

void evaluation_take_lists(struct evaluation *to, const struct evaluation *from) {
    memcpy(to->lengths, from->lengths, sizeof to->lengths);
    memcpy(to->policies, from->policies, sizeof to->policies);
}

/* One that has all of the other stays as it is written; else what is new is added. False: too long. */
static bool join(char to[SETTING_TEXT_MAX], const char *there, bool (*has)(const char *list, const char *items)) {
    char all[2 * SETTING_TEXT_MAX], item[SETTING_TEXT_MAX];
    int count = 0;
    snprintf(all, sizeof all, "%s", has(there, to) || !has(to, there) ? there : to);
    for (const char *list = to; text_item(&list, item, sizeof item);)
        if (!has(all, item))
            text_append(all, sizeof all, " %s", item);
    for (const char *list = all; text_item(&list, item, sizeof item);)
        count++;
    return count <= LENGTHS_MAX && snprintf(to, SETTING_TEXT_MAX, "%s", all) < SETTING_TEXT_MAX;
}

bool evaluation_join(struct evaluation *to, const struct evaluation *there, struct error *e) {
    if (text_lists(to->policies, policy_refuse.name) != text_lists(there->policies, policy_refuse.name))
        return error_set(e, EXIT_USAGE,
                         "eval.policies: refuse allows no position beyond those of training, so it cannot be added to "
                         "other policies; name another folder with --run");
    bool fits = join(to->lengths, there->lengths, text_lists_all) && join(to->policies, there->policies, has_policies);
    settings_sort_sets(to);
    return fits ||
           error_set(e, EXIT_USAGE,
                     "eval.lengths: too many together with those in the folder; name another folder with --run");
}

/* The policies are those of eval.policies, or all that the encoding knows. */
static bool policies_fit(const struct evaluation_result *r, const struct settings *s) {
    const char *list = s->eval.policies;
    char name[SETTING_TEXT_MAX];
    bool all = text_lists(list, "all"), fit = true;
    for (int i = 0; i < r->rows && fit; i++)
        fit = all ? policy_is_asked(list, r->row[i].policy) && policy_fits(r->row[i].policy, s->encoding->acts_on)
                  : text_item(&list, name, sizeof name) && strcmp(r->row[i].policy->name, name) == 0;
    return fit && (all || !text_item(&list, name, sizeof name));
}

/* What was decided fits auto. */
static bool sparse_fits(const struct evaluation_result *r, const struct settings *s) {
    return !*r->sparse || s->train.sparse == SPARSE_AUTO ||
           (strcmp(r->sparse, "lazy") == 0) == (s->train.sparse == SPARSE_LAZY);
}

/* Epochs are so many steps as only the training rows say; early stopping takes as many of them as it needs. */
static bool steps_fit(const struct evaluation_result *r, const struct settings *s) {
    const struct training *t = &s->train;
    int all = r->validation.steps;
    return all ? t->patience && (t->epochs > 0 || all <= t->steps) : t->epochs > 0 || r->steps == t->steps;
}

/* Where texts are made, as many targets of each text of a length count. */
static bool counts_fit(const struct evaluation_result *r, const struct task_built *task) {
    bool fit = true;
    for (int k = 0; k < r->rows && r->examples; k++)
        for (int i = 1; i <= r->lengths; i++) {
            long texts = evaluation_texts(task, r->examples, r->words[i]),
                 targets = texts * evaluation_targets(task, r->examples, r->words[i]);
            fit = fit && (!r->row[k].applies || r->row[k].at[i]->count == targets);
        }
    return fit;
}

/* A metric that the task has adds up as many numbers, or is not there; the task has each that is there. */
static const char *odd_metric(const struct evaluation_result *r, const struct task_built *task) {
    for (int k = 0; k < metric_count; k++)
        if (r->sums[k] && r->sums[k] != metrics[k].sums(task))
            return metrics[k].name;
    return NULL;
}

/* The first key that is not as the run has it; NULL: all are. */
static const char *odd_key(const struct evaluation_result *r, const struct settings *s, const struct task_built *task) {
    const struct range *trained = &task->size.trained;
    const struct {
        bool fits;
        const char *key;
    } keys[] = {
        {r->task == s->task, "task"},
        {r->mixer == s->mixer, "mixer"},
        {r->encoding == s->encoding, "encoding"},
        {r->instead == s->baseline, "baseline"},
        {r->seed == s->train.seed, "seed"},
        {steps_fit(r, s), "steps"},
        {r->words[IN_RANGE].low == trained->low && r->words[IN_RANGE].high == trained->high, "trained_words"},
        {r->examples == (s->task->dataset_count ? 0 : s->eval.examples), "examples"},
        {sparse_fits(r, s), "sparse"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!keys[i].fits)
            return keys[i].key;
    return counts_fit(r, task) ? odd_metric(r, task) : "count";
}

static bool is_odd(const char *key, const char *folder, struct error *e) {
    char advice[EVALUATION_ADVICE];
    evaluation_advice(advice, folder);
    return error_set(e, EXIT_DATA, "%s/" EVALUATION_FILE ": %s: not as in the run's config.ini; %s", folder, key,
                     advice);
}

bool evaluation_match_lists(const struct evaluation_result *r, const struct settings *s, const struct task_built *task,
                            const char *folder, struct error *e) {
    struct range words[LENGTHS_MAX];
    int lengths = evaluation_lengths(task, s->eval.lengths, words, e);
    if (!lengths)
        return false;
    if (r->lengths != lengths || memcmp(r->words + 1, words, (size_t)lengths * sizeof *words) != 0)
        return is_odd("lengths", folder, e);
    return policies_fit(r, s) || is_odd("policies", folder, e);
}

bool evaluation_match(const struct evaluation_result *r, const struct settings *s, const struct task_built *task,
                      const char *folder, struct error *e) {
    char files[TASK_FINGERPRINT];
    task_fingerprint(task, files);
    if (r->task == s->task && strcmp(r->files, files) != 0)
        return error_set(e, EXIT_DATA,
                         "%s/" EVALUATION_FILE ": evaluated on other files than the task has now, so members cannot be "
                         "compared; put those files back, or name another folder with --run",
                         folder);
    const char *odd = odd_key(r, s, task);
    return !odd || is_odd(odd, folder, e);
}
