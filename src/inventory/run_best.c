/* run_best.c -- see run_best.h. */
#include "inventory/run_best.h"

#include <math.h>
#include <string.h>

#include "study/result.h"
#include "train/evaluate.h"

/* Whether a row is better than the best so far. */
static bool is_better(const struct run_listed *r, double in_range, double longest) {
    if (isnan(longest))
        return false;
    return !r->best || longest > r->longest || (longest == r->longest && in_range > r->in_range);
}

static void take(struct run_listed *r, const char *name, double in_range, double longest, struct arena *arena) {
    if (!is_better(r, in_range, longest))
        return;
    r->best = arena_text(arena, name);
    r->in_range = in_range;
    r->longest = longest;
}

static bool read_evaluation(struct run_listed *r, struct arena *arena, struct error *e) {
    struct arena scratch = {0};
    struct evaluation_result *x = arena_alloc(&scratch, 1, sizeof *x);
    int at = 1, rows = 0;
    bool ok = evaluation_read(x, r->folder, &scratch, e);
    for (int i = 2; ok && i <= x->lengths; i++)
        at = x->words[i].high > x->words[at].high ? i : at;
    for (int i = 0; ok && i < x->rows; i++)
        rows += x->row[i].applies;
    for (int i = 0; ok && i < x->rows; i++) {
        const char *policy = rows > 1 ? x->row[i].policy->name : "";
        if (x->row[i].applies)
            take(r, arena_format(&scratch, "%s%s%s", r->members, *policy ? "+" : "", policy),
                 x->in_range->value[METRIC_ACCURACY], evaluation_value(x, METRIC_ACCURACY, i, at), arena);
    }
    if (ok) {
        r->words = x->words[at].high;
        r->trained = x->words[IN_RANGE].high;
    }
    arena_free(&scratch);
    return ok;
}

static double number_of(const json_t *x) { return json_is_number(x) ? json_number_value(x) : (double)NAN; }

static void read_document(struct run_listed *r, const json_t *document, struct arena *arena) {
    const json_t *lengths = json_object_get(document, "lengths"), *row;
    size_t i, at = 0;
    for (i = 0; i < json_array_size(lengths); i++)
        if (number_of(json_array_get(lengths, i)) > number_of(json_array_get(lengths, at)))
            at = i;
    json_array_foreach(json_object_get(document, "summary"), i, row) {
        const json_t *accuracy = json_object_get(row, "accuracy");
        const char *name = json_string_value(json_object_get(row, "name"));
        if (name)
            take(r, name, number_of(json_object_get(json_object_get(accuracy, "in_range"), "mean")),
                 number_of(json_array_get(json_object_get(accuracy, "mean"), at)), arena);
    }
    r->words = (int)json_integer_value(json_array_get(lengths, at));
    r->trained = (int)json_integer_value(json_object_get(document, "trained_length"));
}

bool run_best_read(struct run_listed *r, struct arena *arena, struct error *e) {
    bool comparison = r->kind == FOLDER_COMPARISON;
    if (!folder_has(r->folder, comparison ? COMPARISON_FILE : EVALUATION_FILE))
        return true;
    if (!comparison)
        return read_evaluation(r, arena, e);
    json_t *document = comparison_document(r->folder, e);
    if (document)
        read_document(r, document, arena);
    json_decref(document);
    return document != NULL;
}
