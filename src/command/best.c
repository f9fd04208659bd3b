/* best.c -- a comparison in place of a run: the first seed of its best row answers; see command.h. */
#include <math.h>
#include <string.h>

#include "command/command.h"
#include "folder/folder_kind.h"
#include "result/table_columns.h"
#include "study/columns.h"
#include "study/read_results.h"
#include "study/result.h"

/* At the length that a comparison tests; of equal ones the best in range, then the first. NULL: none has a number. */
static const struct compare_row *best_row(const struct comparison_result *c) {
    const struct compare_row *best = NULL;
    int at = length_tested(c);
    for (const struct compare_row *r = c->row; r < c->row + c->rows; r++) {
        const struct summary *now = r->of[METRIC_ACCURACY], *before = best ? best->of[METRIC_ACCURACY] : now;
        double difference = now[at].mean - before[at].mean;
        if (isnan(now[at].mean) || !r->applies)
            continue;
        if (!best || difference > 0 || (!(difference < 0) && now[IN_RANGE].mean > before[IN_RANGE].mean))
            best = r;
    }
    return best;
}

/* Its model in place of the comparison, under its policy unless one is named. */
static bool take(struct arguments *a, const struct comparison_result *c, const struct compare_row *best,
                 struct error *e) {
    char *folder = arena_alloc(&a->arena, PATH_MAX_LENGTH, 1);
    int at = length_tested(c);
    const char *where = fill_words(c->words[at], &a->arena);
    bool asked = best->first->settings->baseline || assignments_value(&a->settings, "eval.policies");
    if (!member_folder(folder, c, best->first, e) ||
        (!asked && !assignments_set(&a->settings, "eval.policies", best->policy->name, a->operand[0], e)))
        return false;
    a->operand[0] = folder;
    command_tell("%s, seed %d, answers: the best row of %s, %.1f %% at %s words (%s)", best->name, best->first->seed,
                 c->folder, 100 * best->of[METRIC_ACCURACY][at].mean, where, folder);
    return true;
}

bool command_take_best(struct arguments *a, struct error *e) {
    if (!a->operand[0] || !file_is_folder(a->operand[0]) || folder_look(a->operand[0]).kind != FOLDER_COMPARISON)
        return true;
    struct result *f = arena_alloc(&a->arena, 1, sizeof *f);
    if (!result_read(f, a->operand[0], e))
        return false;
    const struct compare_row *best = best_row(&f->result);
    bool ok = best ? take(a, &f->result, best, e)
                   : error_set(e, EXIT_USAGE, "%s has no row with a number; name one of its runs", a->operand[0]);
    result_free(f);
    return ok;
}
