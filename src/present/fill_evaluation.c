/* fill_evaluation.c -- an evaluation as a table, and what all tables over lengths share; see fill.h. */
#include <ctype.h>
#include <math.h>

#include "present/fill.h"

/* ---- Lengths */

static const struct table_group trained_group = {"trained", "trained"},
                                longer_group = {"longer than in training", "longer"};

enum { KEEP_IN_RANGE = 9000000, KEEP_LONGEST = 8000000, KEEP_TRAINED = 7000000, KEEP_POWER = 5000000 };
enum { KEEP_OTHER = 2 * LENGTH_WORDS_MAX };

/* The longest of training and the longest of all are left out last, powers of two after other multiples, and of these
 * the shorter ones. */
static int keep_of(int words, int trained, bool longest) {
    double power = log2((double)words / trained);
    if (words == trained)
        return KEEP_TRAINED;
    if (longest)
        return KEEP_LONGEST;
    return (fabs(power - nearbyint(power)) < 1e-9 ? KEEP_POWER : KEEP_OTHER) - words;
}

static const char *words_text(const struct table *t, struct range words) {
    return words.low < words.high ? arena_format(t->arena, "%d..%d", words.low, words.high)
                                  : arena_format(t->arena, "%d", words.high);
}

void fill_lengths(struct table *t, const struct range *words, int lengths, struct range trained) {
    struct table_value *v = table_add_value(t, "in_range");
    v->head = "in range";
    v->detail = words_text(t, trained);
    v->group = &trained_group;
    v->words = trained;
    v->keep = KEEP_IN_RANGE;
    for (int i = 0; i < lengths; i++) {
        v = table_add_value(t, NULL);
        v->head = arena_format(t->arena, "%gx", nearbyint(100.0 * words[i].high / trained.high) / 100);
        v->detail = words_text(t, words[i]);
        v->group = words[i].high > trained.high ? &longer_group : &trained_group;
        v->words = words[i];
        v->keep = keep_of(words[i].high, trained.high, i == lengths - 1);
    }
    t->corner = "words";
}

/* ---- Words */

const char *fill_metric_title(const struct table *t, const struct metric *m) {
    return arena_format(t->arena, "%c%s%s%s", toupper((unsigned char)*m->title), m->title + 1, *m->unit ? " in " : "",
                        m->unit);
}

const char *fill_notes(const struct table *t, int left_out, const char *note) {
    const char *text = !left_out ? NULL
                                 : arena_format(t->arena,
                                                "Not evaluated: %d examples of the test file, of lengths that "
                                                "eval.lengths does not take in.",
                                                left_out);
    return !*note ? text : text ? arena_format(t->arena, "%s\n%s", text, note) : arena_format(t->arena, "%s", note);
}

/* ---- An evaluation */

static double chance_of(const struct evaluation_result *r, int metric, int i) {
    return i < 0 ? r->chance[metric].in_range : r->chance[metric].at[i];
}

static const struct table_label labels[] = {
    {"policy", "policy", SHOW_ALL, false},
    {"mixer", "", SHOW_CSV, false},
    {"encoding", "", SHOW_CSV, false},
    {"seed", "", SHOW_CSV, false},
    {0},
};

static void add_row(struct table *t, const struct evaluation_result *r, int number) {
    const struct evaluation_row *from = &r->row[number];
    const struct cell label[] = {cell_text(from->policy->name), cell_text(r->mixer->name), cell_text(r->encoding->name),
                                 cell_count(r->seed)};
    struct table_row *row = table_add_row(t, label);
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, row, m, k) =
                cell_value(&metrics[m], evaluation_value(r, m, number, k - 1), chance_of(r, m, k - 1));
}

static const char *training_note(const struct table *t, const struct evaluation_result *r) {
    const struct metric *m = &metrics[METRIC_ACCURACY];
    return !r->training.count
               ? NULL
               : arena_format(t->arena, "On its own training examples: %.*f %s of %ld answers.", m->digits,
                              m->scale * r->training.value[METRIC_ACCURACY], m->unit, r->training.count);
}

void fill_evaluation(struct table *t, const struct evaluation_result *r, struct arena *arena) {
    table_begin(t, labels, r->lengths + 1, r->rows, arena);
    fill_lengths(t, r->words, r->lengths, r->trained);
    for (int m = 0; m < metric_count; m++)
        table_add_layer(t, metrics[m].name, arena_format(t->arena, "%s:", fill_metric_title(t, &metrics[m])));
    const char *examples = r->examples ? arena_format(t->arena, "%d examples at each length", r->examples)
                                       : "all examples of these lengths that the test file has";
    t->heading = arena_format(t->arena, "%s: %s\n%s with encoding %s, seed %d, %d steps; %s.", r->task->name,
                              r->task->question, r->mixer->name, r->encoding->name, r->seed, r->steps, examples);
    t->notes = fill_notes(t, r->left_out, r->note);
    const char *training = training_note(t, r);
    if (training)
        t->notes = t->notes ? arena_format(t->arena, "%s\n%s", t->notes, training) : training;
    table_add_chance(t);
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, &t->chance, m, k) = cell_value(&metrics[m], chance_of(r, m, k - 1), (double)NAN);
    for (int i = 0; i < r->rows; i++)
        add_row(t, r, i);
}
