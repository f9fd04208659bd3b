/* same_task.c -- whether two folders are about the same task: the question, the examples and the chance level; see
 * merge_folders.h. Trained lengths and training rows may differ. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "run/batches.h"
#include "study/columns.h"
#include "study/merge_folders.h"

#define UNKNOWN_WORD "[UNK]"
#define TRAINED_WORDS "task.words" /* what a task is trained on; its other options say which task it is */

/* What the first member's evaluation says of the task's files. */
static const char *files_of(const struct comparison_result *c) {
    const struct member *m = c->member;
    while (m->status != STATUS_FINISHED)
        m++;
    return m->result->files;
}

/* A word or answer of both, as text; what one of them does not know may be anything of the other. */
static bool same_word(const char *a, const char *b) {
    return strcmp(a, b) == 0 || strcmp(a, UNKNOWN_WORD) == 0 || strcmp(b, UNKNOWN_WORD) == 0;
}

/* Whether test row number i is the same to two tasks that were trained on other rows. */
static bool same_row(const struct task_built *a, const struct task_built *b, int i, struct arena *arena) {
    const struct position_scheme ordered = {POSITIONS_ORDERED, 0};
    const struct batch_seeds none = {0};
    char buffer[2][TASK_WORD_MAX];
    int words = a->kind->dataset_words(a, TASK_EVALUATION, i);
    struct batch x, y;
    if (words != b->kind->dataset_words(b, TASK_EVALUATION, i))
        return false;
    batch_build(&x, a, 1, words, arena);
    batch_build(&y, b, 1, words, arena);
    batch_add_evaluation(&x, a, ordered, none, words, (uint32_t)i);
    batch_add_evaluation(&y, b, ordered, none, words, (uint32_t)i);
    bool same = x.rows == y.rows && x.targets == y.targets;
    for (int k = 0; same && k < x.rows; k++)
        same = x.segment[k] == y.segment[k] &&
               same_word(a->kind->word(a, x.token[k], buffer[0]), b->kind->word(b, y.token[k], buffer[1]));
    for (int k = 0; same && k < x.targets; k++)
        same = strcmp(a->kind->answer(a, x.answer[k], buffer[0]), b->kind->answer(b, y.answer[k], buffer[1])) == 0;
    return same;
}

/* Whether the rows of a test file are the same, for any training rows. */
static bool same_rows(const struct task_built *a, const struct task_built *b) {
    if (!a->kind->fixed_test || !a->kind->dataset_count || a->size.classes != b->size.classes)
        return false;
    int count = a->kind->dataset_count(a, TASK_EVALUATION, INT_MAX);
    bool same = count == b->kind->dataset_count(b, TASK_EVALUATION, INT_MAX);
    for (int i = 0; i < count && same; i++) {
        struct arena arena = {0};
        same = same_row(a, b, i, &arena);
        arena_free(&arena);
    }
    return same;
}

/* "task.fillers = 16 there, 32 here": options of the task in which two folders differ; `examples`: they were evaluated
 * on the same, so the names of files mean nothing. */
static void tell_options(char *text, size_t size, const struct comparison_result *there,
                         const struct comparison_result *here, bool examples) {
    char old[SETTING_LIST_MAX], new[SETTING_LIST_MAX];
    text[0] = 0;
    for (const struct setting *o = there->settings.task->options; o && o->key; o++) {
        setting_write(o, there->settings.task_options, old, sizeof old);
        setting_write(o, here->settings.task_options, new, sizeof new);
        bool counts = strcmp(o->key, TRAINED_WORDS) != 0 &&
                      !(examples && text_lists("task.train task.test task.data task.text", o->key));
        if (counts && strcmp(old, new) != 0)
            text_append(text, size, "%s%s = %s there, %s here", *text ? "; " : "", o->key, old, new);
    }
}

/* Chance must be the same at each length that both have. */
bool same_task(const struct comparison_result *there, const struct comparison_result *here, struct error *e) {
    char text[512];
    const char *names[] = {there->settings.task->name, here->settings.task->name};
    bool same = there->settings.task == here->settings.task;
    bool examples = same && (strcmp(files_of(there), files_of(here)) == 0 || same_rows(&there->task, &here->task));
    if (same)
        tell_options(text, sizeof text, there, here, examples);
    else
        snprintf(text, sizeof text, "task.name = %s there, %s here", names[0], names[1]);
    if (*text)
        return error_set(e, EXIT_USAGE, "%s and %s are not about the same task: %s", there->folder, here->folder, text);
    const struct levels *x = &there->baseline[CHANCE].of[METRIC_ACCURACY],
                        *y = &here->baseline[CHANCE].of[METRIC_ACCURACY];
    for (int i = 1; i <= there->lengths; i++) {
        int k = length_find(here, there->words[i]);
        examples = examples && (k < 0 || fabs(x->at[i] - y->at[k]) < 1e-9);
    }
    return examples || error_set(e, EXIT_USAGE, "%s and %s were evaluated on different files of the task %s",
                                 there->folder, here->folder, names[0]);
}
