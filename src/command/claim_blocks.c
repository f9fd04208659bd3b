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

/* With the digits of its metric; of a formula's number, three that count. */
static void print_cell(struct claim_number x, const struct metric *metric, bool difference) {
    char text[64];
    double half = (x.high - x.low) / 2, least = metric ? 0.5 * pow(10, -metric->digits) : 0;
    bool shown = metric ? !isnan(half) && x.n > 1 : half > 0;
    if (isnan(x.mean)) {
        printf("%*s", CELL, "-");
        return;
    }
    int length = metric ? snprintf(text, sizeof text, difference && fabs(x.mean) >= least ? "%+.*f" : "%.*f",
                                   metric->digits, fabs(x.mean) < least ? 0 : x.mean)
                        : snprintf(text, sizeof text, fabs(x.mean) >= 1000 ? "%.0f" : "%.3g", x.mean);
    if (shown)
        snprintf(text + length, sizeof text - (size_t)length, metric ? "\xc2\xb1%.*f" : "\xc2\xb1%.*g",
                 metric ? metric->digits : 2, half);
    int wide = (int)strlen(text) - shown;
    printf("%*s%s", wide < CELL ? CELL - wide : 1, "", text);
}

static void print_head(const struct claim_table *t, bool chance) {
    printf("\n%*s%-*s", MARGIN, "", LABEL, t->title);
    for (int i = 0; i < 3 && t->head[i]; i++)
        printf(" %*s", CELL - 1, t->head[i]);
    printf(chance ? "%*s\n" : "\n", CHANCE + 1, "chance");
}

static void print_row(const struct claim_row *row, const struct claim_result_row *r) {
    static const char *const answers[] = {[ANSWER_OPEN] = "?", [ANSWER_YES] = "yes", [ANSWER_NO] = "no"};
    const struct metric *metric = claim_metric(row);
    char setting[CLAIM_LABEL + 2];
    claim_setting(row, setting);
    printf("%*s%-*s", MARGIN, "", LABEL, strcat(setting, row->added ? " *" : ""));
    print_cell(r->a, metric, false);
    if (row->table->head[2]) {
        print_cell(r->b, metric, false);
        print_cell(r->difference, metric, true);
    }
    if (!isnan(r->chance))
        printf("%*.*f", CHANCE + 1, metric->digits, r->chance);
    printf(row->table->role != TABLE_SHOWN ? "%*s\n" : "\n", 4, answers[r->answer]);
}

/* Whether a claim reads this experiment; with a label, whether it looks at that member beyond the trained length. */
static bool reads(const struct claim *c, const struct experiment *x, const char *label) {
    for (int i = 0; i < 2 * c->rows; i++) {
        const struct claim_point *p = i % 2 ? &c->row[i / 2].b : &c->row[i / 2].a;
        if (p->in == x && (!label || (p->at > 0 && strcmp(p->member, label) == 0)))
            return true;
    }
    return false;
}

/* "order (task order, 800 steps); first (...)" */
static void print_runs(const struct claims_book *b, const struct claim *c) {
    char text[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        if (reads(c, b->experiment[i], NULL))
            text_append(text, sizeof text, "%s%s: %s", *text ? "; " : "", b->experiment[i]->name,
                        b->experiment[i]->summary);
    if (*text)
        text_append(text, sizeof text, ". %d seed%s.", b->seeds, b->seeds > 1 ? "s" : "");
    print_wrapped("Run: ", *text ? text : "nothing; computed from the formula.");
}

/* Seeds below the gate of models that were evaluated beyond the trained length. */
static void print_failed(const struct claims_book *b, const struct claim *c) {
    char text[CLAIM_TEXT] = "";
    for (int i = 0; i < b->experiments; i++)
        for (int k = 0; k < b->experiment[i]->c.members; k++) {
            const struct member *m = &b->experiment[i]->c.member[k];
            if (m->status == STATUS_FINISHED && m->in_range < m->settings.compare.gate &&
                reads(c, b->experiment[i], m->label))
                text_append(text, sizeof text, "%s%s %s seed %d (%.1f %%)", *text ? ", " : "", b->experiment[i]->name,
                            m->label, m->seed, 100 * m->in_range);
        }
    if (*text)
        print_wrapped("Below 95 % in range, and in the means: ", text);
}

void claim_blocks_one(const struct claims_book *b, const struct claim_result *r) {
    char rule[CLAIM_TEXT], verdict[CLAIM_TEXT + 32];
    const struct claim *c = r->claim;
    printf("%2d. %s\n\n", c->number, c->sentence);
    print_wrapped("", c->measured);
    print_runs(b, c);
    for (int i = 0; i < c->rows; i++) {
        if (i == 0 || c->row[i].table != c->row[i - 1].table)
            print_head(c->row[i].table, !isnan(r->row[i].chance));
        print_row(&c->row[i], &r->row[i]);
    }
    printf("\n");
    print_failed(b, c);
    claim_rule(c, rule);
    print_wrapped("Rule: ", rule);
    snprintf(verdict, sizeof verdict, "%s%s %s.", verdict_names[r->verdict], r->verdict == VERDICT_DEPENDS ? "" : ":",
             r->text);
    print_wrapped("Verdict: ", verdict);
    printf("\n");
}

void claim_blocks_all(const struct claims_book *b, const struct claim_result *r, int count, const char *folder) {
    int models = 0;
    double seconds = 0;
    for (int i = 0; i < b->experiments; i++) {
        models += b->experiment[i]->c.members;
        seconds += b->experiment[i]->c.seconds;
    }
    for (int k = 0; k < count; k++)
        printf("%2d  %-12s  %s\n", r[k].claim->number, verdict_names[r[k].verdict], r[k].claim->sentence);
    printf("\nAccuracy in %%, differences in points: means over the seeds, with \xc2\xb1 half of a\n"
           "95 %% interval (Student t). Differences are paired by seed.\n");
    printf("%d models in %.1f s; runs and claims.json are in %s.\n", models, seconds, folder);
}
