/* claim_blocks.c -- see claim_blocks.h. */
#include "command/claim_blocks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LINE = 80, INDENT = 4, MARGIN = 2, LABEL = 34, CELL = 11, CHANCE = 6 };

static void print_wrapped(const char *heading, const char *text) {
    int at = printf("%*s%s", INDENT, "", heading);
    text_wrap(stdout, LINE, at, 2 * INDENT, text);
}

static void print_cell(struct claim_number x, bool points, bool difference) {
    char text[64];
    double half = (x.high - x.low) / 2;
    if (isnan(x.mean)) {
        printf("%*s", CELL, "-");
        return;
    }
    if (!points) {
        int length = snprintf(text, sizeof text, fabs(x.mean) >= 1000 ? "%.0f" : "%.3g", x.mean);
        if (half > 0)
            snprintf(text + length, sizeof text - (size_t)length, "\xc2\xb1%.2g", half);
    } else {
        int length = snprintf(text, sizeof text, difference && fabs(x.mean) >= 0.05 ? "%+.1f" : "%.1f",
                              fabs(x.mean) < 0.05 ? 0 : x.mean);
        if (!isnan(half) && x.n > 1)
            snprintf(text + length, sizeof text - (size_t)length, "\xc2\xb1%.1f", half);
    }
    int wide = (int)strlen(text) - (strstr(text, "\xc2\xb1") != NULL);
    printf("%*s%s", wide < CELL ? CELL - wide : 1, "", text);
}

static void print_head(const struct claim_table *t, bool chance) {
    printf("\n%*s%-*s", MARGIN, "", LABEL, t->title);
    for (int i = 0; i < 3 && t->head[i]; i++)
        printf(" %*s", CELL - 1, t->head[i]);
    printf(chance ? "%*s\n" : "\n", CHANCE + 1, "chance");
}

static void print_row(const struct claim_result_row *row) {
    static const char *const answers[] = {[ANSWER_OPEN] = "?", [ANSWER_YES] = "yes", [ANSWER_NO] = "no"};
    const struct claim_table *t = row->table;
    bool points = claim_in_points(row->row);
    char setting[CLAIM_LABEL];
    claim_setting(row->row, setting);
    printf("%*s%-*s", MARGIN, "", LABEL, setting);
    print_cell(row->a, points, false);
    if (t->head[1])
        print_cell(row->b, points, false);
    if (t->head[2])
        print_cell(row->difference, points, true);
    if (!isnan(row->chance))
        printf("%*.1f", CHANCE + 1, row->chance);
    printf(t->test ? "%*s\n" : "\n", 4, answers[row->answer]);
}

/* "order (task order, 800 steps); first (...)" */
static void print_runs(const struct claims_study *s, const struct claim_result *r) {
    char text[CLAIM_TEXT] = "";
    for (int i = 0; i < s->experiments; i++) {
        const struct experiment *x = s->experiment[i].experiment;
        bool used = false;
        for (int k = 0; k < r->rows; k++)
            used |= r->row[k].row->a.in == x || r->row[k].row->b.in == x;
        if (used)
            text_append(text, sizeof text, "%s%s: %s", *text ? "; " : "", x->name, x->summary);
    }
    if (*text)
        text_append(text, sizeof text, ". %d seed%s.", s->seeds, s->seeds > 1 ? "s" : "");
    print_wrapped("Run: ", *text ? text : "nothing; worked out from the formula.");
}

static bool looks_beyond(const struct claim_point *p, const struct experiment *x, const char *label) {
    return p->in == x && p->at > 0 && !p->of_run && strcmp(p->member, label) == 0;
}

/* Seeds below the gate of models that were looked at beyond the trained length. */
static void print_failed(const struct claims_study *s, const struct claim_result *r) {
    char text[CLAIM_TEXT] = "";
    for (int i = 0; i < s->experiments; i++)
        for (int k = 0; k < s->experiment[i].c.members; k++) {
            const struct member *m = &s->experiment[i].c.member[k];
            bool used = false;
            for (int n = 0; n < r->rows; n++)
                used |= looks_beyond(&r->row[n].row->a, s->experiment[i].experiment, m->label) ||
                        looks_beyond(&r->row[n].row->b, s->experiment[i].experiment, m->label);
            if (used && m->status == STATUS_FINISHED && m->in_range < m->settings.compare.gate)
                text_append(text, sizeof text, "%s%s %s seed %d (%.1f %%)", *text ? ", " : "",
                            s->experiment[i].experiment->name, m->label, m->seed, 100 * m->in_range);
        }
    if (*text)
        print_wrapped("Below 95 % in range, and in the means: ", text);
}

void claim_blocks_one(const struct claims_study *s, const struct claim_result *r) {
    char rule[CLAIM_TEXT], verdict[CLAIM_TEXT + 32];
    printf("%2d. %s\n\n", r->claim->number, r->claim->sentence);
    print_wrapped("", r->claim->measured);
    print_runs(s, r);
    for (int i = 0; i < r->rows; i++) {
        if (i == 0 || r->row[i].table != r->row[i - 1].table)
            print_head(r->row[i].table, !isnan(r->row[i].chance));
        print_row(&r->row[i]);
    }
    printf("\n");
    print_failed(s, r);
    claim_rule(r->claim, rule);
    print_wrapped("Rule: ", rule);
    snprintf(verdict, sizeof verdict, "%s%s %s.", verdict_names[r->verdict], r->verdict == VERDICT_DEPENDS ? "" : ":",
             r->text);
    print_wrapped("Verdict: ", verdict);
    printf("\n");
}

static double seconds(const struct claims_study *s) {
    double sum = 0;
    for (int i = 0; i < s->experiments; i++)
        sum += s->experiment[i].c.seconds;
    return sum;
}

void claim_blocks_all(const struct claims_study *s, const struct claim_result *r, int count, const char *folder) {
    int models = 0;
    for (int i = 0; i < s->experiments; i++)
        models += s->experiment[i].c.members;
    for (int k = 0; k < count; k++)
        printf("%2d  %-12s  %s\n", r[k].claim->number, verdict_names[r[k].verdict], r[k].claim->sentence);
    printf("\nAccuracy in %%, differences in points: means over the seeds, with \xc2\xb1 half of a\n"
           "95 %% interval (Student t). Differences are paired by seed.\n");
    printf("%d models in %.1f s; runs and claims.json are in %s.\n", models, seconds(s), folder);
}
