/* answer.c -- which rows of a comparison one looks at first; see answer.h. */
#include "result/answer.h"
#include "study/columns.h"

#include <math.h>

static const struct summary *size(const struct compare_pair *p, int at) { return &p->of[METRIC_ACCURACY][at]; }

static bool is_known(const struct compare_row *r, int at) { return r->applies && r->of[METRIC_ACCURACY][at].n > 0; }

/* Whether a difference of an own row under another policy is larger than the best one so far. */
static bool is_more(const struct compare_pair *p, const struct compare_pair *than, int at) {
    return !than || size(p, at)->mean > size(than, at)->mean;
}

/* What a tested pair within a model shows about it. */
static void take_pair(struct answer_model *m, const struct compare_pair *p, int at) {
    double mean = size(p, at)->mean;
    if (p->a->first != m->own->first || p->b != m->own || !size(p, at)->n)
        return;
    if (!p->test[METRIC_ACCURACY][at].marked) {
        if (is_more(p, m->open, at))
            m->open = p;
    } else if (mean > 0) {
        if (is_more(p, m->gain, at))
            m->gain = p;
    } else if (!m->loss || mean < size(m->loss, at)->mean) {
        m->loss = p;
    }
}

static void add_rows(struct answer *a, const struct answer_model *m) {
    const struct comparison_result *c = a->c;
    const struct compare_row *row = m->own, *end = c->row + c->rows;
    for (; row < end && row->first == m->own->first; row++) {
        bool named = false; /* pairs that were asked for are looked at */
        for (const struct compare_pair *p = c->pair; *c->compare.pairs && p < c->pair + c->pairs; p++)
            named = named || p->a == row || p->b == row;
        if (row == m->own || (m->gain && m->gain->a == row) || (named && is_known(row, a->at)))
            a->row[a->rows++] = (int)(row - c->row);
    }
}

void answer_find(struct answer *a, const struct comparison_result *c, struct arena *arena) {
    *a = (struct answer){.c = c, .at = length_tested(c)};
    int *of = arena_alloc(arena, (size_t)c->rows, sizeof *of);
    a->of = of;
    a->row = arena_alloc(arena, (size_t)c->rows, sizeof *a->row);
    a->model = arena_alloc(arena, (size_t)c->rows, sizeof *a->model);
    for (int i = 0; i < c->rows; i++) {
        const struct compare_row *r = &c->row[i];
        if (is_known(r, a->at) && (!a->models || a->model[a->models - 1].own->first != r->first))
            a->model[a->models++].own = r;
        of[i] = a->models - 1;
    }
    a->usual = c->usual ? c->usual : c;
    for (const struct compare_pair *p = a->usual->pair; p < a->usual->pair + a->usual->pairs; p++)
        if (is_known(p->a, a->at))
            take_pair(&a->model[of[p->a - c->row]], p, a->at);
    for (struct answer_model *m = a->model; m < a->model + a->models; m++) {
        bool small = m->open && (size(m->open, a->at)->mean < .05 || isnan(m->open->test[METRIC_ACCURACY][a->at].p));
        if (small || (m->open && m->gain && !is_more(m->open, m->gain, a->at)))
            m->open = NULL; /* worth a word only where it looks better than carrying on, and than what is marked */
        add_rows(a, m);
    }
    answer_say(a, arena);
}

const struct answer_model *answer_model_of(const struct answer *a, const struct compare_row *row) {
    return is_known(row, a->at) ? &a->model[a->of[row - a->c->row]] : NULL;
}

bool answer_is_other(const struct answer *a, const struct compare_row *row) {
    const struct answer_model *m = answer_model_of(a, row);
    return m && m->own != row;
}
