/* evaluation_progress.c -- see evaluation_progress.h. */
#include "evaluate/evaluation_progress.h"

#include <stdio.h>

#include "base/text.h"
#include "run/run.h"

/* The policies among the first rows that are asked. */
static int count_asked(const struct evaluation_row *row, int rows) {
    int asked = 0;
    for (int k = 0; k < rows; k++)
        asked += row[k].applies;
    return asked;
}

void evaluation_work_column(struct evaluation_work *w, const char *name) {
    w->before += w->here;
    w->here = 0;
    snprintf(w->column, sizeof w->column, "%s", name);
}

bool evaluation_work_begin(struct evaluation_work *w, const struct pass *p) {
    int asked = count_asked(p->row, p->rows);
    asked = asked && pass_is_trained(p) ? 1 : asked;
    w->done += w->now;
    w->now = asked * pass_cost(p);
    w->here = asked; /* lengths come in order: where the trained ones end, policies begin to differ */
    w->row = p->row;
    w->policies = p->length > 0;
    return !w->counts;
}

void evaluation_work_counted(struct evaluation_work *w) {
    w->cost = w->done + w->now;
    w->passes = w->before + w->here;
    w->done = w->now = 0;
    w->before = w->here = 0;
    w->counts = false;
}

void evaluation_work_tell(const struct evaluation_work *w, int row, double share) {
    struct evaluation_progress at = {.pass = w->before + count_asked(w->row, row + 1),
                                     .passes = w->passes,
                                     .done = w->cost > 0 ? (w->done + share * w->now) / w->cost : 0};
    text_append(at.what, sizeof at.what, "%s", w->column);
    if (w->policies)
        text_append(at.what, sizeof at.what, ", %s", w->row[row].policy->name);
    w->r->watch->tell(w->r->watch->user, &at);
}
