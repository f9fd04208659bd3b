/* settings_implied.c -- an option that only one task has chooses that task: task.train=FILE implies task.name=tsv,
 * unless the same source names a task, or the file's task has the option. */
#include "settings/settings_implied.h"

#include <string.h>

#include "settings/assignments.h"
#include "settings/settings.h"
#include "task/task.h"

/* The only task that has the option; NULL: none, or several. */
static const struct task *only_task(const char *key) {
    const struct task *only = NULL;
    for (const struct task *const *t = tasks; *t; t++)
        if (setting_find((*t)->options, key)) {
            if (only)
                return NULL;
            only = *t;
        }
    return only;
}

const char *settings_imply_task(struct assignments *a, struct error *e) {
    for (int i = 0; i < a->count; i++) {
        struct assignment item = assignments_item(a, i);
        const struct task *only = only_task(item.key);
        const char *name = assignments_value(a, "task.name");
        name = name ? name : setting_find(settings_table, "task.name")->standard;
        if (only && strcmp(only->name, name) != 0 && item.from > assignments_source(a, "task.name")) {
            const struct assignment implied = {"task.name", only->name, item.where, item.from};
            return assignments_put(a, implied, e) ? assignments_item(a, i).key : NULL;
        }
    }
    return NULL;
}
