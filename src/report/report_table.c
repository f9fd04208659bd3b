/* report_table.c -- the tables of a report: means by length beside chance and the accuracy in range, every seed, failed
 * seeds, paired differences. A click on a column's head sorts by it (report_style.c). */
#include <math.h>
#include <string.h>

#include "report/report.h"

static bool beyond(const struct comparison_result *c, int i) { return c->words[i].high > c->trained_high; }

/* The class of a cell: `edge` where the trained lengths end. */
static const char *edge(const struct comparison_result *c, int i) {
    return beyond(c, i) && (i == 0 || !beyond(c, i - 1)) ? " edge" : "";
}

static int count_beyond(const struct comparison_result *c) {
    int count = 0;
    for (int i = 0; i < c->lengths; i++)
        count += beyond(c, i);
    return count;
}

static void put_words(struct html *h, struct range words) {
    if (words.low < words.high)
        html_raw(h, "%d..", words.low);
    html_raw(h, "%d", words.high);
}

/* A name that may be broken in front of its policy. */
static void put_name(struct html *h, const char *name) {
    const char *plus = strrchr(name, '+');
    html_say(h, "%.*s", plus ? (int)(plus - name) : (int)strlen(name), name);
    html_raw(h, plus ? "<wbr>" : "");
    html_text(h, plus ? plus : "");
}

/* Two lines of heads: which lengths were trained, then one column a length; `columns` in front of them,
 * those of numbers with # before their names. */
static void open_table(struct html *h, const struct comparison_result *c, const char *const *columns) {
    int front = 0, outside = count_beyond(c);
    for (; columns[front]; front++) {
    }
    html_raw(h,
             "<div class=wide><table class=sort><thead><tr><td colspan=%d></td><th colspan=%d class=group>trained</th>",
             front, c->lengths - outside + 1);
    if (outside)
        html_raw(h, "<th colspan=%d class='group edge'>longer than anything in training</th>", outside);
    html_raw(h, "</tr>\n<tr class=heads>");
    for (int i = 0; i < front; i++)
        html_raw(h, *columns[i] == '#' ? "<th scope=col>%s</th>" : "<th scope=col class=t>%s</th>",
                 columns[i] + (*columns[i] == '#'));
    html_raw(h, "<th scope=col>in range<br><small>");
    put_words(h, (struct range){c->trained_low, c->trained_high});
    html_raw(h, " words</small></th>");
    for (int i = 0; i < c->lengths; i++) {
        html_raw(h, "<th scope=col class='x%s'>%gx<br><small>", edge(c, i), (double)c->words[i].high / c->trained_high);
        put_words(h, c->words[i]);
        html_raw(h, "</small></th>");
    }
    html_raw(h, "</tr>\n");
}

static void put_chance(struct html *h, const struct comparison_result *c, int front) {
    html_raw(h, "<tr class=chance><th scope=row colspan=%d>chance</th><td>%.1f</td>", front,
             100 * c->chance[METRIC_ACCURACY].in_range);
    for (int i = 0; i < c->lengths; i++)
        html_raw(h, "<td class='x%s'>%.1f</td>", edge(c, i), 100 * c->chance[METRIC_ACCURACY].at[i]);
    html_raw(h, "</tr></thead>\n<tbody>");
}

static void close_table(struct html *h) { html_raw(h, "</tbody></table></div>\n"); }

/* How far from chance to all right, in tenths. */
static int tenths(double accuracy, double chance) {
    double part = chance < 1 ? (accuracy - chance) / (1 - chance) : 0;
    return part < 0 ? 0 : part > 1 ? 10 : (int)lround(10 * part);
}

static void put_cell(struct html *h, struct summary s, double chance, const char *more) {
    if (isnan(s.mean)) {
        html_raw(h, "<td class='none%s' data-k=-1>n/a</td>", more);
        return;
    }
    html_raw(h, "<td class='q%d%s' data-k=%.6f>%.1f", tenths(s.mean, chance), more, s.mean, 100 * s.mean);
    if (!isnan(s.ci95))
        html_raw(h, "<small>&#8239;\xc2\xb1&#8239;%.1f</small>", 100 * s.ci95);
    html_raw(h, "</td>");
}

static struct summary plain(double x) { return (struct summary){isnan(x) ? 0 : 1, x, (double)NAN}; }

static void put_note(struct html *h, const struct comparison_result *c) {
    if (c->left_out)
        html_raw(h,
                 "<p>Not evaluated: %d examples of the test file, of lengths that eval.lengths does not take in.</p>\n",
                 c->left_out);
    if (*c->note)
        html_element(h, "p", c->note);
}

void report_table(struct html *h, const struct result *f) {
    static const char *const front[] = {"encoding + policy", "#n", NULL};
    const struct comparison_result *c = &f->result;
    html_raw(h, "<section id=table><h2>Accuracy by length</h2>\n<p>In %%: ");
    html_raw(h, f->single ? "one seed, so without intervals. "
                          : "means over n seeds \xc2\xb1 half of a 95 %% interval (Student t over seeds). ");
    html_raw(h, "A row is one encoding under one policy for places it has never seen. Deeper colour is farther above "
                "chance. A click on a head sorts.</p>\n");
    open_table(h, c, front);
    put_chance(h, c, 2);
    for (int i = 0; i < c->rows; i++) {
        const struct compare_row *r = &c->row[i];
        html_raw(h, "<tr><th scope=row>");
        put_name(h, r->name);
        html_raw(h, "</th><td data-k=%d>%d</td>", r->of->at[0].n, r->of->at[0].n);
        put_cell(h, r->of->in_range, c->chance[METRIC_ACCURACY].in_range, "");
        for (int k = 0; k < c->lengths; k++)
            put_cell(h, r->of->at[k], c->chance[METRIC_ACCURACY].at[k], edge(c, k));
        html_raw(h, "</tr>\n");
    }
    close_table(h);
    put_note(h, c);
    html_raw(h, "</section>\n");
}

/* ---- Seeds */

static void put_failed(struct html *h, const struct comparison_result *c) {
    double gate = c->settings.compare.gate;
    int failed = 0;
    for (int k = 0; k < c->members; k++) {
        const struct member *m = &c->member[k];
        if (m->status == STATUS_FINISHED && m->in_range >= gate)
            continue;
        html_raw(h, failed++ ? "<li>" : "<ul class=failed><li>");
        html_say(h, "%s, seed %d: ", m->label, m->seed);
        if (m->status == STATUS_FINISHED)
            html_raw(h, "%.1f %% in range", 100 * m->in_range);
        else
            html_say(h, "no result: %s", m->failure);
        html_raw(h, "</li>\n");
    }
    if (failed)
        html_raw(
            h,
            "</ul><p>A seed fails below the gate of %g %% in range, or without a result. The means include all that "
            "have one.</p>\n",
            100 * gate);
    else
        html_raw(h, "<p>No seed failed: all reached the gate of %g %% in range.</p>\n", 100 * gate);
}

static bool has_training(const struct comparison_result *c) {
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status == STATUS_FINISHED && !isnan(c->member[k].training))
            return true;
    return false;
}

/* Chance of the training examples is that in range. */
static void put_seed(struct html *h, const struct comparison_result *c, const struct member *m, bool training) {
    for (int p = 0; p < m->rows; p++) {
        html_raw(h, "<tr><th scope=row>");
        html_text(h, m->label);
        html_raw(h, "</th><td data-k=%d>%d</td><td>%s</td>", m->seed, m->seed, m->policy[p]->name);
        if (training)
            put_cell(h, plain(m->training), c->chance[METRIC_ACCURACY].in_range, "");
        put_cell(h, plain(m->in_range), c->chance[METRIC_ACCURACY].in_range, "");
        for (int i = 0; i < c->lengths; i++)
            put_cell(h, plain(m->value[p][METRIC_ACCURACY].at[i]), c->chance[METRIC_ACCURACY].at[i], edge(c, i));
        html_raw(h, "</tr>\n");
    }
}

void report_seeds(struct html *h, const struct result *f) {
    static const char *const all[] = {"model", "#seed", "policy", "#on training<br>examples", NULL}, *const few[] = {
                                                                                                         "model",
                                                                                                         "seed",
                                                                                                         "policy",
                                                                                                         NULL};
    const struct comparison_result *c = &f->result;
    bool training = has_training(c);
    html_raw(h, "<section id=failed><h2>Failed seeds</h2>\n");
    put_failed(h, c);
    html_raw(h, "<details%s><summary>Every seed</summary>\n", c->members <= 2 ? " open" : "");
    open_table(h, c, training ? all : few);
    put_chance(h, c, training ? 4 : 3);
    for (int k = 0; k < c->members; k++)
        if (c->member[k].status == STATUS_FINISHED)
            put_seed(h, c, &c->member[k], training);
    close_table(h);
    html_raw(h, "</details></section>\n");
}

/* ---- Paired differences */

static void put_difference(struct html *h, struct summary s, const char *more) {
    double mean = fabs(s.mean) < 0.0005 ? 0 : 100 * s.mean;
    if (isnan(s.mean)) {
        html_raw(h, "<td class='none%s' data-k=-9>n/a</td>", more);
        return;
    }
    bool told = !isnan(s.ci95) && fabs(s.mean) > s.ci95;
    html_raw(h, "<td class='%s%s' data-k=%.6f>%+.1f", told ? mean > 0 ? "more" : "less" : "same", more, s.mean, mean);
    if (!isnan(s.ci95))
        html_raw(h, "<small>&#8239;\xc2\xb1&#8239;%.1f</small>", 100 * s.ci95);
    html_raw(h, "</td>");
}

void report_pairs(struct html *h, const struct result *f) {
    static const char *const front[] = {"difference", "policy", "#n", NULL};
    const struct comparison_result *c = &f->result;
    if (!c->pairs)
        return;
    html_raw(
        h,
        "<section id=pairs><h2>Paired differences</h2>\n<p>Over the same seeds, in percentage points, under the same "
        "policy. Bold where the 95 %% interval leaves out 0.</p>\n<details%s><summary>%d pairs of rows</summary>\n",
        c->pairs <= 12 ? " open" : "", c->pairs);
    open_table(h, c, front);
    html_raw(h, "</thead><tbody>");
    for (int i = 0; i < c->pairs; i++) {
        const struct compare_pair *p = &c->pair[i];
        html_raw(h, "<tr><th scope=row>");
        html_say(h, "%s \xe2\x88\x92 %s", p->a->label, p->b->label);
        html_raw(h, "</th><td>%s</td><td data-k=%d>%d</td>", p->policy->name, p->of->at[0].n, p->of->at[0].n);
        put_difference(h, p->of->in_range, "");
        for (int k = 0; k < c->lengths; k++)
            put_difference(h, p->of->at[k], edge(c, k));
        html_raw(h, "</tr>\n");
    }
    close_table(h);
    html_raw(h, "</details></section>\n");
}
