/* fill_evaluation.c -- an evaluation as a table, and what all tables over lengths share; see fill.h. */
#include <ctype.h>
#include <math.h>

#include "result/fill.h"

/* ---- Lengths */

static const struct table_group trained_group = {"trained", "trained"},
                                longer_group = {"longer than in training", "longer"}, total_group = {"", ""};

enum {
    KEEP_IN_RANGE = 9000000,
    KEEP_TOTAL = 8500000,
    KEEP_LONGEST = 8000000,
    KEEP_POWER = 5000000,
    KEEP_TRAINED = 1000
};
#define POINT .01
enum { KEEP_OTHER = 2 * LENGTH_WORDS_MAX };

/* The longest of all is left out last, powers of two after other multiples, of these the longer ones first; before all
 * of them the longest of training, which says little that the column in range does not. */
static int keep_of(int words, int trained, bool longest) {
    double power = log2((double)words / trained);
    if (longest)
        return KEEP_LONGEST;
    if (words == trained)
        return KEEP_TRAINED;
    return (fabs(power - nearbyint(power)) < 1e-9 ? KEEP_POWER : KEEP_OTHER) - words;
}

const char *fill_words(struct range words, struct arena *arena) {
    return arena_format(arena, words.low < words.high ? "%d..%d" : "%d", words.low, words.high);
}

/* After them what all of them are together. */
static void add_total(struct table *t, struct range words) {
    struct table_value *v = table_add_value(t, "all");
    v->head = "all";
    v->detail = fill_words(words, t->arena);
    v->group = &total_group;
    v->words = words;
    v->keep = KEEP_TOTAL;
}

void fill_lengths(struct table *t, const struct range *words, int lengths, bool total, struct range trained) {
    struct table_value *v = table_add_value(t, "in_range");
    v->head = "in range";
    v->detail = fill_words(trained, t->arena);
    v->group = &trained_group;
    v->words = trained;
    v->keep = KEEP_IN_RANGE;
    for (int i = 0; i < lengths; i++) {
        v = table_add_value(t, NULL);
        v->head = arena_format(t->arena, "%gx", nearbyint(100.0 * words[i].high / trained.high) / 100);
        v->detail = fill_words(words[i], t->arena);
        v->group = words[i].high > trained.high ? &longer_group : &trained_group;
        v->words = words[i];
        v->keep = keep_of(words[i].high, trained.high, i == lengths - 1);
    }
    if (total)
        add_total(t, words[lengths]);
    t->corner = "words";
}

/* ---- Words */

const char *fill_metric_title(const struct table *t, const struct metric *m) {
    return arena_format(t->arena, "%c%s%s%s", toupper((unsigned char)*m->quantity.title), m->quantity.title + 1,
                        *m->quantity.unit ? " in " : "", m->quantity.unit);
}

const char *fill_percent(double share, struct arena *arena) {
    const struct cell c = cell_value(&metrics[METRIC_ACCURACY].quantity, share, (double)NAN);
    char text[NUMBER_TEXT];
    cell_print(text, NULL, &c);
    return arena_text(arena, text);
}

const char *fill_notes(const struct table *t, int left_out, double seen, const char *note) {
    const char *lines[] = {
        left_out ? arena_format(t->arena,
                                "Not evaluated: %d examples of the test file, whose lengths are not in eval.lengths.",
                                left_out)
                 : NULL,
        isnan(seen)
            ? NULL
            : arena_format(
                  t->arena,
                  "Of the examples in range, %.0f %% were also in training, so a model may have memorised them.",
                  100 * seen),
        *note ? arena_text(t->arena, note) : NULL,
    };
    const char *text = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i])
            text = text ? arena_format(t->arena, "%s\n%s", text, lines[i]) : lines[i];
    return text;
}

/* "6,530", as one reads it. */
static const char *grouped(const struct table *t, long x) {
    return x < 1000 ? arena_format(t->arena, "%ld", x)
                    : arena_format(t->arena, "%s,%03ld", grouped(t, x / 1000), x % 1000);
}

struct cell fill_weights(const struct table *t, long weights) {
    struct cell c = cell_count(weights);
    c.text = grouped(t, weights);
    return weights ? c : (struct cell){.kind = CELL_NONE};
}

/* ---- What needs no model */

double fill_level(const struct levels *of, int k) { return k > 0 ? of->at[k - 1] : of->in_range; }

/* A level that is not known is not drawn; there is none of a figure of the run. */
static struct cell level_cell(int metric, double level) {
    level = metrics[metric].of_run ? (double)NAN : level;
    struct cell c = cell_value(&metrics[metric].quantity, level, (double)NAN);
    c.kind = isnan(level) ? CELL_EMPTY : CELL_NUMBER;
    c.n = 0;
    return c;
}

static struct table_row *add_baseline(struct table *t, const char *name, const struct levels *of, int first) {
    struct table_row *row = table_add_baseline(t, name);
    for (int m = 0; m < t->layers; m++)
        for (int k = first; table_has_room(t, m) && k < t->values; k++)
            *table_cell(t, row, m, k) = level_cell(m, fill_level(&of[m], k - first));
    return row;
}

void fill_baselines(struct table *t, const struct levels *chance, const struct baseline_levels *baseline, int baselines,
                    int first) {
    const struct table_row *row = add_baseline(t, "chance", chance, first);
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; table_has_room(t, m) && k < first; k++)
            *table_cell(t, row, m, k) = level_cell(m, chance[m].in_range);
    for (int i = 0; i < baselines; i++)
        add_baseline(t, baseline[i].name, baseline[i].of, first);
}

/* ---- An evaluation */

static const struct table_label labels[] = {
    {"policy", "policy", SHOW_ALL, LABEL_TEXT},
    {"mixer", "", SHOW_CSV, LABEL_TEXT},
    {"encoding", "", SHOW_CSV, LABEL_TEXT},
    {"seed", "", SHOW_CSV, LABEL_TEXT},
    {0},
};

static void add_row(struct table *t, const struct evaluation_result *r, int number) {
    const struct evaluation_row *from = &r->row[number];
    const struct cell label[] = {cell_text(r->instead ? r->instead->name : from->policy->name),
                                 cell_text(r->instead ? "baseline" : r->mixer->name),
                                 cell_text(r->instead ? r->instead->name : r->encoding->name), cell_count(r->seed)};
    struct table_row *row = table_add_row(t, label);
    for (int m = 0; m < t->layers; m++)
        for (int k = 0; k < t->values; k++)
            *table_cell(t, row, m, k) =
                cell_value(&metrics[m].quantity, evaluation_value(r, m, number, k - 1), fill_level(&r->chance[m], k));
}

static const char *training_note(const struct table *t, const struct evaluation_result *r) {
    const struct metric *m = &metrics[METRIC_ACCURACY];
    return !r->training.count ? NULL
                              : arena_format(t->arena, "Training accuracy: %.*f %s of %ld answers.", m->quantity.digits,
                                             m->quantity.scale * r->training.value[METRIC_ACCURACY], m->quantity.unit,
                                             r->training.count);
}

/* "rope, seed 1: 100 % in range, 58 % at 256 words (16x), 94 % there with interpolate." The first policy, and the best
 * of the others where it is better by a point. */
static const char *verdict(const struct table *t, const struct evaluation_result *r) {
    const int last = evaluation_columns(r) - 1;
    int best = 0;
    for (int k = 1; k < r->rows; k++)
        if (evaluation_value(r, METRIC_ACCURACY, k, last) > evaluation_value(r, METRIC_ACCURACY, best, last) + POINT)
            best = k;
    const char *text = arena_format(
        t->arena, "%s, seed %d: %s %% in range, %s %% %s", r->instead ? r->instead->name : r->encoding->name, r->seed,
        fill_percent(r->in_range.value[METRIC_ACCURACY], t->arena),
        fill_percent(evaluation_value(r, METRIC_ACCURACY, 0, last), t->arena),
        r->total ? "on all test rows"
                 : arena_format(t->arena, "at %s words (%s)", fill_words(r->words[last], t->arena),
                                t->value[last + 1].head));
    return best ? arena_format(t->arena, "%s, %s %% there with %s.", text,
                               fill_percent(evaluation_value(r, METRIC_ACCURACY, best, last), t->arena),
                               r->row[best].policy->name)
                : arena_format(t->arena, "%s.", text);
}

void fill_evaluation(struct table *t, const struct evaluation_result *r, struct arena *arena) {
    table_begin(t, labels, evaluation_columns(r) + 1, r->rows, arena);
    fill_lengths(t, r->words, r->lengths, r->total, r->trained);
    for (int m = 0; m < metric_count; m++) {
        table_add_layer(t, metrics[m].name, arena_format(t->arena, "%s:", fill_metric_title(t, &metrics[m])));
        t->layer[m].figure = metrics[m].of_run;
    }
    const char *examples = r->examples ? arena_format(t->arena, "%d examples at each length", r->examples)
                                       : "all examples of these lengths that the test file has";
    const char *weights = r->weights ? arena_format(t->arena, ", %s weights", grouped(t, r->weights)) : "";
    const char *model = r->instead
                            ? arena_format(t->arena, "baseline %s%s, seed %d", r->instead->name, weights, r->seed)
                            : arena_format(t->arena, "%s with encoding %s%s, seed %d, %d steps", r->mixer->name,
                                           r->encoding->name, weights, r->seed, r->steps);
    t->heading =
        arena_format(t->arena, "%s\n%s: %s\n%s; %s.", verdict(t, r), r->task->name, r->task->question, model, examples);
    t->notes = fill_notes(t, r->left_out, r->seen, r->note);
    const char *more[] = {training_note(t, r), training_notes(t, r), fill_kernels(r->kernels, t->arena), verdict(t, r)};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i])
            t->notes = t->notes ? arena_format(t->arena, "%s\n%s", t->notes, more[i]) : more[i];
    fill_baselines(t, r->chance, r->baseline, r->baselines, 0);
    for (int i = 0; i < r->rows; i++)
        add_row(t, r, i);
}
