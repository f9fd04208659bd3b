/* fill_answer.c -- the rows of an answer as a table, no longer than a screen; see answer.h. */
#include <math.h>

#include "result/answer.h"
#include "result/table_columns.h"
#include "study/columns.h"

static const struct table_label labels[] = {{"name", "", SHOW_ALL, LABEL_TEXT}, {0}};

/* Of each model the rows that it takes, and the best that these come to at the tested length. */
struct shown {
    int rows;
    double best;
    bool chosen;
};

static struct shown *find_shown(const struct answer *a, struct arena *arena) {
    struct shown *of = arena_alloc(arena, (size_t)a->models, sizeof *of);
    for (int i = 0; i < a->rows; i++) {
        struct shown *s = &of[a->of[a->row[i]]];
        s->rows++;
        s->best = fmax(s->best, a->c->row[a->row[i]].of[METRIC_ACCURACY][a->at].mean);
    }
    return of;
}

/* Chooses models while there is room: the first, then the best of those that are left. How many are left out. */
static int choose(struct shown *of, const struct answer *a, int most) {
    int left = a->models;
    for (int next = 0; next >= 0; left--) {
        if (of[next].rows > most && left < a->models)
            break;
        of[next].chosen = true;
        most -= of[next].rows;
        next = -1;
        for (int k = 0; k < a->models; k++)
            if (!of[k].chosen && (next < 0 || of[k].best > of[next].best))
                next = k;
    }
    return left;
}

static int choose_all(struct shown *of, const struct answer *a) {
    for (int k = 0; k < a->models; k++)
        of[k].chosen = true;
    return 0;
}

/* Columns are headed by their words; single trained lengths are shown only with --full. */
static void name_columns(struct table *t, const struct comparison_result *c, bool narrow) {
    bool longer = c->lengths && c->words[length_longest(c)].high > c->words[IN_RANGE].high;
    for (int k = 0; k < t->values; k++) {
        struct table_value *v = &t->value[k];
        v->head = "";
        v->detail = narrow ? v->detail : arena_format(t->arena, "%s words", v->detail);
        v->off_screen = longer && !v->key && v->words.high <= c->words[IN_RANGE].high;
    }
}

static void add_row(struct table *t, const struct answer *a, const struct compare_row *r) {
    bool other = answer_is_other(a, r);
    const char *name = other ? arena_format(t->arena, "  + %s", r->policy->name) : r->first->label;
    const struct cell label = cell_text(name);
    fill_means(t, table_add_row(t, &label), a->c, r);
}

int fill_answer(struct table *t, const struct answer *a, int most, bool narrow, struct arena *arena) {
    const struct comparison_result *c = a->c;
    struct shown *of = find_shown(a, arena);
    int left_out = most < a->rows ? choose(of, a, most) : choose_all(of, a);
    table_begin(t, labels, compare_columns(c), a->rows, arena);
    fill_columns(t, c);
    name_columns(t, c, narrow);
    for (int m = 0; m < metric_count; m++)
        fill_layer(t, c, m,
                   m != METRIC_ACCURACY ? fill_metric_title(t, &metrics[m])
                   : narrow             ? "right, %; words"
                                        : "right answers, %");
    t->means = t->brief = true;
    t->corner = NULL;
    fill_baselines(t, c->chance, c->baseline, c->baselines, 0);
    for (int i = 0; i < a->rows; i++)
        if (of[a->of[a->row[i]]].chosen)
            add_row(t, a, &c->row[a->row[i]]);
    return left_out;
}
