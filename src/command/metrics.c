/* metrics.c -- --metric: which metrics of an evaluation are printed or drawn; see command.h. */
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "command/command.h"
#include "train/metric.h"

enum { NAMES_MAX = 512 };

/* Those of the task (NULL: of any), separated by commas. */
static void list_names(char names[NAMES_MAX], const struct task_built *t) {
    names[0] = 0;
    for (int k = 0; k < metric_count; k++)
        if (!t || metrics[k].sums(t))
            text_append(names, NAMES_MAX, "%s%s", *names ? ", " : "", metrics[k].name);
}

static bool find(int *metric, const char *name, const struct task_built *t, struct error *e) {
    char shown[TEXT_PRINTABLE], names[NAMES_MAX], otherwise[NAMES_MAX + 32];
    struct suggestion near = suggest_for(name);
    *metric = metric_find(name);
    list_names(names, t);
    if (*metric >= 0 && metrics[*metric].sums(t))
        return true;
    if (*metric >= 0)
        return error_set(e, EXIT_USAGE, "--metric %s: task %s has no such metric; it has %s", name, t->kind->name,
                         names);
    for (int k = 0; k < metric_count; k++)
        suggest_add(&near, metrics[k].name);
    snprintf(otherwise, sizeof otherwise, "; it is one of %s", names);
    return error_set(e, EXIT_USAGE, "--metric: there is no metric '%s'%s", text_printable(shown, name),
                     suggest_hint(&near, otherwise));
}

bool command_metric(int *metric, const struct arguments *a, const struct task_built *t, struct error *e) {
    *metric = METRIC_ACCURACY;
    return !a->metric || find(metric, a->metric, t, e);
}

bool command_metrics(unsigned *chosen, const struct arguments *a, const struct task_built *t, struct error *e) {
    const char *list = a->metric ? a->metric : metrics[METRIC_ACCURACY].name;
    char name[SETTING_TEXT_MAX];
    int metric;
    *chosen = 0;
    if (strcmp(list, "all") == 0) {
        *chosen = (1u << metric_count) - 1; /* a table leaves out those that the task lacks */
        return true;
    }
    while (text_item(&list, name, sizeof name)) {
        if (!find(&metric, name, t, e))
            return false;
        *chosen |= 1u << metric;
    }
    return *chosen || error_set(e, EXIT_USAGE, "--metric is empty");
}
