/* finding_names.c -- see finding_names.h. */
#include "result/finding_names.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "result/table_lengths.h"

enum { NAMED = 4, NAMED_COLUMNS = 56, SOME = 3, SOME_COLUMNS = 44 };

/* ---- Numbers */

const char *finding_value(const struct findings *f, double x) {
    const struct cell c = cell_value(f->q, x, (double)NAN);
    char text[NUMBER_TEXT];
    cell_print(text, NULL, &c);
    return SAY("%s", text);
}

const char *finding_unit(const struct findings *f) { return f->q->unit[0] == '%' ? " %" : ""; }

double finding_mean(const struct findings *f, const struct compare_row *r, int i) {
    const struct summary *s = answer_number(f->a, r, i);
    return s ? s->mean : (double)NAN;
}

const char *finding_range(const struct findings *f, struct group g, finding_row row, int i) {
    double low = finding_mean(f, row(*g.model), i), high = low;
    for (int k = 1; k < g.count; k++) {
        low = fmin(low, finding_mean(f, row(g.model[k]), i));
        high = fmax(high, finding_mean(f, row(g.model[k]), i));
    }
    const char *from = finding_value(f, low), *to = finding_value(f, high);
    return strcmp(from, to) == 0 ? to : SAY("%s..%s", from, to);
}

/* ---- Names */

struct names names_of(const char *text, bool one) {
    return (struct names){text, one ? "s" : "", one ? "es" : ""};
}

/* How many models of a grid an entry of the list has from this one on, all of them in the group and shown; else 1. */
static int kin(const struct findings *f, struct group g, const struct answer_model *m) {
    const struct answer_model *end = f->a->model + f->a->models, *k = m;
    bool first = m == f->a->model || m[-1].series->first->entry != m->series->first->entry,
         all = f->c->grid.keys && first;
    for (; all && k < end && k->series->first->entry == m->series->first->entry; k++)
        all = k->shown && group_has(g, f->a, k);
    return all && k - m > 1 ? (int)(k - m) : 1;
}

/* "all", "all others": but for one control and baselines; NULL: not so. */
static const char *everyone(const struct findings *f, struct group g) {
    int rest = 0, controls = 0;
    for (const struct answer_model *m = f->a->model; m < f->a->model + f->a->models; m++) {
        bool baseline = m->own && m->own->first->settings->baseline;
        if (m->is == CLASS_NO_RESULT || group_has(g, f->a, m))
            continue;
        if (!baseline && m->is != CLASS_CONTROL)
            return NULL;
        rest++;
        controls += !baseline;
    }
    return g.count < 3 || controls > 1 ? NULL : rest ? "all others" : "all";
}

struct names names_of_group(const struct findings *f, struct group g) {
    const char **name = arena_alloc(f->arena, (size_t)g.count, sizeof *name), *text = "";
    int *of = arena_alloc(f->arena, (size_t)g.count, sizeof *of), count = 0, shown = 0, columns = 0, said = 0;
    for (int i = 0, n; i < g.count; i += n) {
        const struct answer_model *m = g.model[i];
        n = kin(f, g, m);
        if (!m->shown)
            continue;
        name[count] =
            n > 1 ? fill_plain(finding_label(m), m->series->first, &f->c->sweeps, f->arena) : finding_label(m);
        columns += utf8_columns(name[count]) + 2;
        shown += n;
        of[count++] = n;
    }
    int most = shown == g.count && count <= NAMED && columns <= NAMED_COLUMNS ? count : SOME;
    for (int i = columns = 0; i < count && i < most; i++) {
        columns += utf8_columns(name[i]);
        if (most == SOME && i && columns > SOME_COLUMNS)
            break;
        columns += 2;
        bool last = said + of[i] == g.count;
        text = SAY("%s%s%s", text, !i ? "" : last ? " and " : ", ", name[i]);
        said += of[i];
    }
    int others = g.count - said;
    return names_of(others ? SAY("%s and %d other%s", text, others, others > 1 ? "s" : "") : text,
                    g.count == 1 || (!others && count == 1));
}

struct names names_or_all(const struct findings *f, struct group g) {
    const char *all = everyone(f, g);
    return all ? names_of(all, false) : names_of_group(f, g);
}
