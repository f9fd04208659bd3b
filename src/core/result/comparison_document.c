/* comparison_document.c -- see comparison_document.h.
 *
 * compare.json has each number once; --json prints the same document with `observations`, which is five times as large.
 */
#include <math.h>

#include "base/text.h"
#include "format/json.h"
#include "result/answer.h"
#include "result/comparison_document.h"
#include "result/comparison_notes.h"
#include "result/fill_comparison.h"
#include "result/why.h"
#include "study/result.h"

enum { ROWS_DRAWN = 100, PAIRS_DRAWN = 24, FAILED_DRAWN = 24, WHY_DRAWN = 24 };

void comparison_fill(struct comparison_tables *t, const struct comparison_result *c, struct arena *arena) {
    fill_summary(&t->summary, c, arena);
    fill_pairs(&t->pairs, c, arena);
    fill_members(&t->members, c, true, arena);
}

static void draw_pairs(const struct screen *s, const struct comparison_result *c, struct table *pairs,
                       unsigned chosen) {
    if (!pairs->rows)
        return;
    fputc('\n', s->out);
    pairs->drawn = chosen;
    if (pairs->rows <= PAIRS_DRAWN)
        table_terminal(s, pairs);
    else if (c->only_read)
        screen_say(s, 0,
                   "Differences between %d pairs of rows: compare.pairs=\"ROW - ROW, ...\" chooses some, `poslab "
                   "report %s` shows all.",
                   pairs->rows, c->folder);
    else
        screen_say(s, 0,
                   "Differences between %d pairs of rows are in compare.json and in the report. compare.pairs=\"ROW - "
                   "ROW, ...\" chooses some.",
                   pairs->rows);
}

/* All rows of few; of many models the first policy, or where they are to be found. False: not all of them. */
static bool draw_summary(const struct screen *s, const struct comparison_result *c, const struct table *summary,
                         unsigned chosen) {
    struct table t;
    if (fill_brief(&t, summary, c, ROWS_DRAWN)) {
        t.drawn = chosen;
        table_terminal(s, &t);
    } else {
        screen_say(s, 0,
                   "%d rows: too many for a terminal. compare.json and --csv have all of them; `poslab plot sweep %s` "
                   "draws them by a setting, `poslab report %s` makes a page.",
                   summary->rows, c->folder, c->folder);
    }
    return summary->rows <= ROWS_DRAWN;
}

/* Of each of few models a paragraph: what it gets at the longest length, and what was measured. */
static void draw_why(const struct screen *s, const struct comparison_result *c, struct arena *arena) {
    struct answer answer;
    struct why_paragraph *list;
    answer_find(&answer, c, METRIC_ACCURACY, arena);
    int count = c->labels > WHY_DRAWN ? 0 : why_paragraphs(&list, &answer, arena);
    for (int i = 0; i < count; i++) {
        fputc('\n', s->out);
        screen_say(s, 0, "%s: %s", list[i].label, list[i].text);
    }
}

void comparison_terminal(const struct screen *s, const struct comparison_result *c, struct comparison_tables *of,
                         unsigned chosen, struct arena *arena) {
    bool all = draw_summary(s, c, &of->summary, chosen);
    struct list failed;
    struct table seeds;
    draw_pairs(s, c, &of->pairs, chosen);
    for (int training = 0; all && training <= (fill_has_training(c) ? 1 : 0); training++) {
        fputc('\n', s->out);
        fill_seeds(&seeds, c, training, arena);
        seeds.drawn = chosen;
        table_terminal(s, &seeds);
    }
    draw_why(s, c, arena);
    fputc('\n', s->out);
    fill_failed(&failed, c, arena);
    if (failed.items > FAILED_DRAWN) {
        *failed.item = arena_format(arena, "%d models; compare.json and the report name their seeds.", failed.items);
        failed.items = 1;
    }
    list_terminal(s, &failed);
    if (fill_kernels(c->kernels)) {
        fputc('\n', s->out);
        screen_say(s, 0, "%s", fill_kernels(c->kernels));
    }
}

/* ---- As a document */

static json_t *lengths_json(const struct comparison_result *c) {
    json_t *words = json_array();
    for (int i = 1; i <= c->lengths; i++)
        json_array_append_new(words, json_integer(c->words[i].high));
    return words;
}

/* What each baseline comes to in each metric: at the lengths, and in range. */
static json_t *baselines_json(const struct comparison_result *c, const struct table *t) {
    json_t *all = json_array();
    for (const struct table_row *row = t->baseline; row < t->baseline + t->baselines; row++) {
        json_t *json = json_pack("{ss}", "name", c->baseline[row - t->baseline].name);
        for (int m = 0; m < t->layers; m++)
            if (table_has_layer(t, m) && !metrics[m].of_run)
                json_object_set_new(json, t->layer[m].name,
                                    json_pack("{so so}", "value", table_json_lengths(t, row, m), "in_range",
                                              json_finite(table_cell(t, row, m, 0)->value)));
        json_array_append_new(all, json);
    }
    return all;
}

/* How many differences Holm's correction is over, how many of them it leaves, and what is found in half of all cases.
 */
static json_t *holm_json(const struct comparison_result *c) {
    json_t *json = json_object();
    for (int m = 0; m < metric_count; m++) {
        struct detectable d = c->detectable[m];
        if (c->tested[m])
            json_object_set_new(json, metrics[m].name,
                                json_pack("{si si s{so so so}}", "differences", c->tested[m], "marked", c->marked[m],
                                          "detectable", "low", json_finite(d.low), "median", json_finite(d.median),
                                          "high", json_finite(d.high)));
    }
    return json;
}

/* Each with the models that it is about, and how many tests Holm's correction is over. */
static json_t *statements_json(const struct answer *a) {
    json_t *all = json_array();
    for (const struct statement *s = a->statement; s < a->statement + a->statements; s++) {
        json_t *of = json_array(), *others = s->others.count ? json_array() : NULL;
        for (int i = 0; i < s->of.count; i++)
            json_array_append_new(of, json_string(s->of.model[i]->series->first->label));
        for (int i = 0; i < s->others.count; i++)
            json_array_append_new(others, json_string(s->others.model[i]->series->first->label));
        json_t *json = json_pack("{ss so so* ss* ss* ss*}", "kind", statement_names[s->kind], "models", of, "others",
                                 others, "policy", s->policy ? s->policy->name : NULL, "than",
                                 s->than ? s->than->name : NULL, "baseline", s->level ? s->level->name : NULL);
        if (s->pair)
            json_object_update_new(json, json_pack("{ss ss sb}", "a", s->pair->a->name, "b", s->pair->b->name, "marked",
                                                   s->pair->test[a->metric][a->at].marked));
        json_object_set_new(json, "tests", s->tests ? json_integer(s->tests) : json_null());
        json_array_append_new(all, json);
    }
    return all;
}

static json_t *findings_json(const struct answer *a) {
    json_t *list = json_array();
    for (int i = 0; i < a->findings; i++)
        json_array_append_new(list, json_string(a->finding[i]));
    return list;
}

json_t *comparison_why(const struct comparison_result *c) {
    struct arena arena = {0};
    struct answer answer;
    struct why *list;
    json_t *all = json_array();
    answer_find(&answer, c, METRIC_ACCURACY, &arena);
    int count = why_of_comparison(&list, &answer, &arena);
    for (const struct why *w = list; w < list + count; w++)
        json_array_append_new(all, json_pack("{ss ss si ss ss ss ss? ss}", "model", w->model->series->first->label,
                                             "policy", w->row->policy->name, "words", w->words, "fact", w->fact,
                                             "price", w->price, "kind", verdict_kinds[w->verdict.kind], "cell",
                                             w->verdict.cell ? w->verdict.cell->policy->name : NULL, "sentence",
                                             w->verdict.sentence));
    arena_free(&arena);
    return all;
}

json_t *comparison_json(const struct comparison_result *c, const struct comparison_tables *of) {
    json_t *chance = json_object(), *in_range = json_object(), *all = c->total ? json_object() : NULL;
    json_t *kernels = json_array(), *evaluations = json_object();
    for (int m = 0; m < metric_count; m++) {
        if (!table_has_layer(&of->summary, m) || metrics[m].of_run)
            continue;
        json_object_set_new(chance, metrics[m].name, table_json_lengths(&of->summary, of->summary.baseline, m));
        json_object_set_new(in_range, metrics[m].name, json_finite(c->baseline[CHANCE].of[m].at[IN_RANGE]));
        json_object_set_new(all, metrics[m].name,
                            c->total ? json_finite(c->baseline[CHANCE].of[m].at[1 + c->lengths]) : NULL);
    }
    if (*c->kernels)
        json_array_append_new(kernels, json_string(c->kernels));
    for (const struct member *m = c->member; m < c->member + c->members; m++) /* that has results */
        if (m->result && *m->result->sum)
            json_object_set_new(evaluations, m->name, json_string(m->result->sum));
    struct arena arena = {0};
    struct answer answer;
    answer_find(&answer, c, METRIC_ACCURACY, &arena);
    json_t *json = json_pack(
        "{ss so so so so so so* so so sf so so so so so so ss* sf}", "task", c->settings.task->name, "statements",
        statements_json(&answer), "findings", findings_json(&answer), "lengths", lengths_json(c), "chance", chance,
        "in_range_chance", in_range, "all_chance", all, "baselines", baselines_json(c, &of->summary), "trained_length",
        c->trained_differs ? json_null() : json_integer(c->words[IN_RANGE].high), "gate", c->compare.gate,
        "evaluations", evaluations, "members", table_json(&of->members), "summary", table_json(&of->summary), "paired",
        table_json(&of->pairs), "holm", holm_json(c), "kernels", kernels, "kernels_note", fill_kernels(c->kernels),
        "seconds", c->seconds);
    arena_free(&arena);
    return json;
}
