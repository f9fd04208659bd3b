/* fill_confusion.c -- which label was answered where which one is right: per label, the most frequent mistakes, and all
 * of it as a map; see fill_confusion.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "confusion/fill_confusion.h"
#include "evaluate/evaluate.h"
#include "result/table_lengths.h"

/* Under the first policy that applies, which is the natural one. A label may be any text of a file. */
bool label_scores_open(struct label_scores *out, const struct evaluation_result *r, int words, struct arena *arena,
                       struct error *e) {
    const struct evaluation_row *row = r->row;
    char shown[TEXT_PRINTABLE];
    int at = words ? 1 : 1 + r->lengths;
    if (!r->labels)
        return error_set(e, EXIT_USAGE,
                         "there are no answers by label: only task tsv has labels, and at most %d are counted",
                         LOSS_GIVEN);
    while (row < r->row + r->rows - 1 && !row->applies)
        row++;
    while (words && at < evaluation_columns(r) && r->words[at].high != words)
        at++;
    if (words && at == evaluation_columns(r))
        return error_set(e, EXIT_USAGE, "--length %d: the run was not evaluated there", words);
    if (at == evaluation_columns(r))
        at = IN_RANGE;
    const struct score *s = row->at[at];
    *out = (struct label_scores){r, s, confusion_of(s->sum[METRIC_MACRO_F1], r->sums[METRIC_MACRO_F1]), r->words[at],
                                 arena_alloc(arena, (size_t)r->labels, sizeof *out->name)};
    for (int k = 0; k < r->labels; k++)
        out->name[k] = arena_text(arena, text_printable(shown, r->label[k]));
    return s->count > 0 || error_set(e, EXIT_USAGE, "no test row has this length");
}

static const char *heading(const struct table *t, const struct label_scores *c, const char *what) {
    const struct metric *accuracy = &metrics[METRIC_ACCURACY], *macro = &metrics[METRIC_MACRO_F1];
    const char *words = fill_range(c->words, "..", t->arena);
    return arena_format(t->arena, "%s (%ld rows of %s words; accuracy %.*f %%, macro-F1 %.*f %%):", what,
                        c->score->count, words, accuracy->quantity.digits,
                        accuracy->quantity.scale * c->score->value[METRIC_ACCURACY], macro->quantity.digits,
                        macro->quantity.scale * c->score->value[METRIC_MACRO_F1]);
}

/* An unknown share is NAN. */
static struct cell share(double x) {
    struct cell c = cell_value(&metrics[METRIC_ACCURACY].quantity, x, (double)NAN);
    c.n = 0;
    return c;
}

/* In one line of heads. */
static void add_share(struct table *t, const char *key, const char *head) {
    struct table_value *v = table_add_value(t, key);
    v->head = "";
    v->detail = head;
}

void fill_classes(struct table *t, const struct label_scores *c, struct arena *arena) {
    static const struct table_label label[] = {
        {"number", "no.", SHOW_ALL, LABEL_NUMBER},  {"label", "label", SHOW_ALL, LABEL_TEXT},
        {"rows", "rows", SHOW_ALL, LABEL_NUMBER},   {"answered", "answered", SHOW_ALL, LABEL_NUMBER},
        {"right", "right", SHOW_ALL, LABEL_NUMBER}, {0}};
    table_begin(t, label, 3, c->m.classes, arena);
    add_share(t, "precision", "precision, %");
    add_share(t, "recall", "recall, %");
    add_share(t, "f1", "F1, %");
    table_add_layer(t, "share", heading(t, c, "Each label"));
    t->corner = "no.";
    for (int k = 0; k < c->m.classes; k++) {
        const struct confusion_class of = confusion_class_of(&c->m, k);
        const struct cell cell[] = {cell_count(k + 1), cell_text(c->name[k]), cell_count((long)of.there),
                                    cell_count((long)of.answered), cell_count((long)of.right)};
        struct table_row *row = table_add_row(t, cell);
        *table_cell(t, row, 0, 0) = share(of.precision);
        *table_cell(t, row, 0, 1) = share(of.recall);
        *table_cell(t, row, 0, 2) = share(of.f1);
    }
}

/* A label that was answered where another is right. */
struct mistake {
    int right, answer;
    double count;
};

static int by_count(const void *v, const void *w) {
    const struct mistake *a = v, *b = w;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->right != b->right ? a->right - b->right : a->answer - b->answer;
}

void fill_mistakes(struct table *t, const struct label_scores *c, int most, struct arena *arena) {
    static const struct table_label label[] = {{"right", "right is", SHOW_ALL, LABEL_TEXT},
                                               {"answer", "answer was", SHOW_ALL, LABEL_TEXT},
                                               {"count", "rows", SHOW_ALL, LABEL_NUMBER},
                                               {0}};
    int classes = c->m.classes, count = 0;
    struct mistake *all = arena_alloc(arena, (size_t)classes * classes, sizeof *all);
    for (int i = 0; i < classes * classes; i++)
        if (i % classes != i / classes && c->m.count[i] > 0)
            all[count++] = (struct mistake){i / classes, i % classes, c->m.count[i]};
    if (count)
        qsort(all, (size_t)count, sizeof *all, by_count);
    most = most < count ? most : count;
    table_begin(t, label, 1, most, arena);
    add_share(t, "share", "of its rows, %");
    table_add_layer(t, "share", most ? "The most frequent mistakes:" : "No mistakes.");
    t->corner = "right is";
    for (const struct mistake *m = all; m < all + most; m++) {
        const struct cell cell[] = {cell_text(c->name[m->right]), cell_text(c->name[m->answer]),
                                    cell_count((long)m->count)};
        *table_cell(t, table_add_row(t, cell), 0, 0) = share(m->count / confusion_class_of(&c->m, m->right).there);
    }
}

void fill_confusion(struct heat *h, const struct label_scores *c, bool names, struct arena *arena) {
    int classes = c->m.classes;
    const char *const *name = names ? c->name : NULL;
    *h = (struct heat){.title = "Answers by label",
                       .value_title = "share of the right label's rows, in %",
                       .row = {.title = "right", .name = name, .first = 1},
                       .column = {.title = "answer", .name = name, .first = 1},
                       .high = 100};
    h->m = matrix_alloc(classes, classes, arena);
    for (int right = 0; right < classes; right++) {
        double there = confusion_class_of(&c->m, right).there;
        for (int k = 0; k < classes; k++)
            matrix_row(&h->m, right)[k] = there > 0 ? 100 * c->m.count[right * classes + k] / there : (double)NAN;
    }
    h->describe = arena_format(arena, "A matrix of %d labels: rows are the right label, columns the answer.", classes);
}
