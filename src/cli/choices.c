/* choices.c -- see choices.h. */
#include "cli/choices.h"

#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "result/fill_by_position.h"

const char *encoding_at(int i) { return encodings[i] ? encodings[i]->name : NULL; }

bool command_encoding(const struct encoding **kind, const char *name, struct error *e) {
    char meant[SETTING_TEXT_MAX];
    return encoding_read(kind, settings_meant_value("encoding.name", name, meant, sizeof meant), e);
}

bool command_policy(const struct policy **policy, const struct command *c, const struct arguments *a,
                    const struct settings *s, struct error *e) {
    const char *named = s->eval.policies;
    bool several = strcmp(named, "all") == 0 || strpbrk(named, ", \t");
    bool asked = assignments_from_line(&a->settings, "eval.policies");
    *policy = !several ? policy_find(named) : asked ? NULL : s->extrapolation;
    return *policy ||
           error_set(e, EXIT_USAGE, "eval.policies = %s: %s takes one of `poslab list policies`", named, c->name);
}

bool command_policy_of_positions(const struct policy **policy, const struct command *c, const struct arguments *a,
                                 const struct run *r, struct error *e) {
    if (!command_policy(policy, c, a, &r->settings, e))
        return false;
    if (*policy == &policy_error && strcmp(r->settings.eval.policies, policy_error.name) != 0)
        *policy = r->model.encoding.policies[0];
    return true;
}

/* ---- --metric: which metrics of an evaluation are printed or drawn */

enum { NAMES_MAX = 544, POSITIONS = METRICS_MAX }; /* beside the metrics: accuracy by position, the bit FILL_EIGHTHS */

/* What one may choose, by number, and the number after k. */
static const char *name_of(int k) { return k < metric_count ? metrics[k].name : "positions"; }
static int after(int k) { return k + 1 == metric_count ? POSITIONS : k + 1; }

static bool has(const struct task_built *t, int k) { return metric_has(k < metric_count ? k : metric_of_eighth(1), t); }

/* Which of the first `count` has that name. */
static bool find(int *number, const char *name, const struct task_built *t, int count, struct error *e) {
    char shown[TEXT_PRINTABLE], names[NAMES_MAX] = "; expected one of ";
    const size_t before = strlen(names);
    struct suggestion near = suggest_for(name);
    int found = -1;
    for (int k = 0; k < count; k = after(k)) {
        suggest_add(&near, name_of(k));
        found = strcmp(name_of(k), name) == 0 ? k : found;
        if (has(t, k))
            text_append(names, sizeof names, "%s%s", k ? ", " : "", name_of(k));
    }
    if (found < 0)
        return error_set(e, EXIT_USAGE, "--metric: there is no metric '%s'%s", text_printable(shown, name),
                         suggest_hint(&near, names));
    *number = found;
    return has(t, found) || error_set(e, EXIT_USAGE, "--metric %s: task %s has no such metric; it has %s", name,
                                      t->kind->name, names + before);
}

bool command_metric(int *metric, const struct arguments *a, const struct task_built *t, struct error *e) {
    *metric = METRIC_ACCURACY;
    return !a->metric || find(metric, a->metric, t, metric_count, e);
}

bool command_metrics(unsigned *chosen, const struct arguments *a, const struct task_built *t, struct error *e) {
    const char *list = a->metric ? a->metric : metrics[METRIC_ACCURACY].name;
    char name[SETTING_TEXT_MAX];
    int number = 0;
    for (*chosen = 0; text_item(&list, name, sizeof name);) {
        bool every = strcmp(name, "all") == 0;
        if (!every && !find(&number, name, t, POSITIONS + 1, e))
            return false;
        *chosen |= every ? FILL_EIGHTHS : 1u << number;
        for (int k = 0; every && k < metric_count; k++) /* a table leaves out what the task does not have */
            *chosen |= metrics[k].eighth ? 0 : 1u << k;
    }
    return *chosen || error_set(e, EXIT_USAGE, "--metric is empty");
}
