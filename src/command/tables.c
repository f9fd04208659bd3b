/* tables.c -- see tables.h. Columns: in range, then one a length; a bar stands where
 * the trained length ends. */
#include "command/tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LABEL = 15, COLUMN = 11, PAIRS_PRINTED = 24 };

/* The lengths of a table, and which of them are longer than anything trained. */
struct columns {
    int label; /* width of the first */
    const struct range *words;
    int count;
    struct range trained;
};

static bool beyond(const struct columns *c, int i) { return c->words[i].high > c->trained.high; }

/* The bar between trained and longer lengths stands before column i. */
static const char *bar(const struct columns *c, int i) {
    return beyond(c, i) && (i == 0 || !beyond(c, i - 1)) ? " |" : "";
}

static void print_lengths(const struct columns *c) {
    char text[64];
    printf("%-*s", c->label, "");
    int inside = 1, outside = 0;
    for (int i = 0; i < c->count; i++)
        *(beyond(c, i) ? &outside : &inside) += 1;
    printf("%*s", inside * COLUMN, "trained");
    printf(outside ? " | %*s\n" : "\n", outside * COLUMN - 1, "longer than anything in training");
    snprintf(text, sizeof text, "%d..%d", c->trained.low, c->trained.high);
    printf("%-*s%*s", c->label, "words", COLUMN, text);
    for (int i = 0; i < c->count; i++) {
        struct range words = c->words[i];
        int length = words.low < words.high ? snprintf(text, sizeof text, "%d..", words.low) : 0;
        snprintf(text + length, sizeof text - (size_t)length, "%d", words.high);
        printf("%s%*s", bar(c, i), COLUMN, text);
    }
    printf("\n%-*s%*s", c->label, "x longest", COLUMN, "");
    for (int i = 0; i < c->count; i++) {
        snprintf(text, sizeof text, "%gx", (double)c->words[i].high / c->trained.high);
        printf("%s%*s", bar(c, i), COLUMN, text);
    }
}

static void print_rule(const struct columns *c) {
    printf("\n");
    for (int i = -1; i < c->count; i++)
        for (int k = i < 0 ? -c->label : 0; k < COLUMN + (i >= 0 && *bar(c, i) ? 2 : 0); k++)
            putchar('-');
    printf("\n");
}

/* A number in %, or in percentage points with its sign; "+-" is two bytes wide in UTF-8. */
static void print_cell(struct summary s, bool difference) {
    char text[64];
    const char *format = difference && fabs(s.mean) >= 0.0005 ? "%+.1f" : "%.1f";
    if (isnan(s.mean)) {
        printf("%*s", COLUMN, "n/a");
        return;
    }
    int length = snprintf(text, sizeof text, format, fabs(s.mean) < 0.0005 ? 0 : s.mean * 100);
    if (isnan(s.ci95)) {
        printf("%*s", COLUMN, text);
        return;
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "\xc2\xb1%.1f", s.ci95 * 100);
    printf("%*s%s", COLUMN + 1 - length > 0 ? COLUMN + 1 - length : 1, "", text);
}

static void print_row(const struct columns *c, const char *label, struct summary in_range, const struct summary *at,
                      bool difference) {
    printf("%-*s", c->label, label);
    print_cell(in_range, difference);
    for (int i = 0; i < c->count; i++) {
        printf("%s", bar(c, i));
        print_cell(at[i], difference);
    }
    printf("\n");
}

static struct summary plain(double value) { return (struct summary){1, value, (double)NAN}; }

static void print_chance(const struct columns *c, double in_range, const double *chance) {
    struct summary at[LENGTHS_MAX];
    for (int i = 0; i < c->count; i++)
        at[i] = plain(chance[i]);
    print_row(c, "chance", plain(in_range), at, false);
}

static void print_examples(int examples) {
    if (examples)
        printf("Accuracy in %% of %d examples at each length; ", examples);
    else
        printf("Accuracy in %% of all examples of these lengths that the test file has; ");
}

/* What no column shows. */
static void print_left_out(int left_out) {
    if (left_out)
        printf("\nNot evaluated: %d examples of the test file, of lengths that eval.lengths does not take in.\n",
               left_out);
}

void tables_evaluation(const struct evaluation_result *r) {
    struct columns c = {LABEL, r->words, r->lengths, r->trained};
    struct summary at[LENGTHS_MAX];
    printf("%s: %s\n", r->task->name, r->task->question);
    print_examples(r->examples);
    printf("%s with encoding %s, seed %d, %d steps.\n\n", r->mixer->name, r->encoding->name, r->seed, r->steps);
    print_lengths(&c);
    print_rule(&c);
    print_chance(&c, r->chance[METRIC_ACCURACY].in_range, r->chance[METRIC_ACCURACY].at);
    for (int k = 0; k < r->rows; k++) {
        for (int i = 0; i < r->lengths; i++)
            at[i] = plain(evaluation_value(r, METRIC_ACCURACY, k, i));
        print_row(&c, r->row[k].policy->name, plain(evaluation_value(r, METRIC_ACCURACY, k, -1)), at, false);
    }
    print_left_out(r->left_out);
    if (*r->note)
        printf("\n%s\n", r->note);
    if (r->training.count)
        printf("\nOn its own training examples: %.1f %% of %ld answers.\n",
               100 * r->training.value[METRIC_ACCURACY], r->training.count);
}

static void print_heading(const struct comparison_result *c) {
    struct range seeds = c->settings.compare.seeds, steps = {c->settings.train.steps, 0};
    int count = seeds.high - seeds.low + 1;
    for (int k = 0; k < c->members; k++) {
        int own = c->member[k].settings.train.steps;
        steps.low = k == 0 || own < steps.low ? own : steps.low;
        steps.high = own > steps.high ? own : steps.high;
    }
    printf("%s: %s\n", c->settings.task->name, c->settings.task->question);
    if (count > 1)
        printf("Accuracy in %%: mean of %d seeds \xc2\xb1 half of a 95 %% interval (Student t over seeds).\n", count);
    else
        printf("Accuracy in %% of one seed; compare.seeds=1..5 would give intervals.\n");
    printf("Trained for %d", steps.low);
    if (steps.high > steps.low)
        printf("..%d", steps.high);
    printf(" steps on %d..%d words; ", c->trained_low, c->trained_high);
    if (c->settings.task->held)
        printf("the examples of the test file at these lengths, the same for all.\n\n");
    else
        printf("%d examples at each length, the same for all.\n\n", c->settings.eval.examples);
}

static void print_rows(const struct comparison_result *c, const struct columns *columns) {
    for (int i = 0; i < c->rows; i++)
        print_row(columns, c->row[i].name, c->row[i].of->in_range, c->row[i].of->at, false);
}

static void print_pairs(const struct comparison_result *c, const struct columns *columns) {
    if (c->pairs > PAIRS_PRINTED)
        printf("\nPaired differences over the same seeds, of all %d pairs of rows under one policy: in compare.json.\n",
               c->pairs);
    else if (c->pairs)
        printf("\nPaired differences over the same seeds, in percentage points:\n");
    for (int i = 0; i < c->pairs && c->pairs <= PAIRS_PRINTED; i++) {
        const struct compare_pair *p = &c->pair[i];
        if (i == 0 || p->a != c->pair[i - 1].a || p->b != c->pair[i - 1].b)
            printf("%s - %s:\n", p->a->label, p->b->label);
        print_row(columns, p->policy->name, p->of->in_range, p->of->at, true);
    }
}

/* Whether member k is the first of its label. */
static bool leads(const struct comparison_result *c, int k) {
    return k == 0 || strcmp(c->member[k].label, c->member[k - 1].label) != 0;
}

static void print_seeds(const struct comparison_result *c, const struct columns *columns, bool training) {
    if (training)
        printf("\nOn the examples of training, by seed, in %%:");
    else
        printf("\nIn range by seed, in %%:");
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        if (leads(c, k))
            printf("\n%-*s", columns->label, m->label);
        printf(m->status == STATUS_FINISHED ? "  %d: %.1f" : "  %d: -", m->seed,
               100 * (training ? m->training : m->in_range));
    }
    printf("\n");
}

/* Whether accuracy on the training examples is known: they are a fixed set. */
static bool has_training(const struct comparison_result *c) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status == STATUS_FINISHED && !isnan(c->member[k].training))
            return true;
    return false;
}

/* Every failed seed by name: below the gate, or without a result. */
static void print_failed(const struct comparison_result *c) {
    double gate = c->settings.compare.gate;
    const char *label = "";
    int below = 0, none = 0;
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        if (m->status != STATUS_FINISHED || m->in_range >= gate)
            continue;
        if (strcmp(m->label, label) != 0)
            printf("%sFailed seeds of %s, below the gate of %g %% in range:", below ? "\n" : "", m->label, gate * 100);
        printf(" %d (%.1f %%)", m->seed, m->in_range * 100);
        label = m->label;
        below++;
    }
    printf("%s", below ? "\n" : "");
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status != STATUS_FINISHED && ++none)
            printf("Failed seed: %s seed %d gave no result: %s.\n", c->member[k].label, c->member[k].seed,
                   c->member[k].failure);
    if (below)
        printf("The means above include them.\n");
    if (below + none == 0)
        printf("No seed failed: all %d models reached the gate of %g %% in range.\n", c->members, gate * 100);
}

/* The longest name decides how wide the first column is. */
static int label_width(const struct comparison_result *c) {
    int width = LABEL;
    for (int i = 0; i < c->rows; i++)
        width = (int)strlen(c->row[i].name) + 1 > width ? (int)strlen(c->row[i].name) + 1 : width;
    return width;
}

void tables_comparison(const struct comparison_result *c) {
    struct columns columns = {label_width(c), c->words, c->lengths, {c->trained_low, c->trained_high}};
    print_heading(c);
    print_lengths(&columns);
    print_rule(&columns);
    print_chance(&columns, c->chance[METRIC_ACCURACY].in_range, c->chance[METRIC_ACCURACY].at);
    print_rows(c, &columns);
    print_pairs(c, &columns);
    print_seeds(c, &columns, false);
    if (has_training(c))
        print_seeds(c, &columns, true);
    print_failed(c);
    print_left_out(c->left_out);
    if (*c->note)
        printf("%s\n", c->note);
}
