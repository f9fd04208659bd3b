/* view_thinning.c -- how much of its weight attention leaves on the one word that is the answer, by length: in the head
 * that leaves most, which may be another one for each answer. Next to it what one gap of logits says: a word whose
 * logit is D above all others has the weight 1 / (1 + (n - 1) e^-D) among n; where logits are scaled by length, D is.
 * Each example of the first length has its D, and the formula is the mean over them; see view.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "encoding/encoding.h"
#include "evaluate/evaluate.h"
#include "example/model_example.h"
#include "model/attention.h"
#include "view/view.h"

enum { EXAMPLES = 100, MOST = 400, MEASURED = 0, FORMULA };

/* The only row whose word is the answer of that target; -1: there is none, or there are several. */
static int answer_row(const struct task_built *t, const struct batch *b, int target) {
    char says[TASK_WORD_MAX], word[TASK_WORD_MAX];
    const char *answer = t->kind->answer(t, b->answer[target], says);
    int at = -1, rows = 0;
    for (int i = 0; i < b->rows; i++)
        if (strcmp(t->kind->word(t, b->token[i], word), answer) == 0) {
            at = i;
            rows++;
        }
    return rows == 1 ? at : -1;
}

/* weight (most): the largest of a head on the answer, for each target of some examples of so many words. The result is
 * how many targets have such a word; 0 with an error. */
static int measure(double *weight, int most, const struct run *r, const struct policy *policy, int words,
                   struct error *e) {
    int heads = r->model.config.heads, count = 0;
    bool ok = position_scheme_check(r->eval_scheme, &r->task, words, e);
    for (int k = 0; k < EXAMPLES && ok; k++) {
        struct arena arena = {0};
        struct batch b;
        struct forward_pass way;
        run_example(&b, r, words, (uint32_t)k, &arena);
        ok = forward_pass_run(&way, r, &b, policy, &arena, e);
        for (int i = 0; i < b.targets && ok && count < most; i++) {
            const real *row = r->model.mixer->weights(&way.work) + (size_t)i * heads * b.rows;
            int at = answer_row(&r->task, &b, i);
            weight[count] = 0;
            for (int h = 0; h < heads && at >= 0; h++)
                weight[count] = fmax(weight[count], (double)row[(size_t)h * b.rows + at]);
            count += at >= 0;
        }
        arena_free(&arena);
    }
    if (ok && !count)
        error_set(e, EXIT_USAGE,
                  "--view thinning does not apply to task %s: in texts of %d words no word alone is the answer",
                  r->task.kind->name, words);
    return ok ? count : 0;
}

/* m (lengths, 2): the mean of what was measured, and that of the formula over the weights of the first length. */
static bool fill(struct matrix *m, const struct run *r, const struct policy *policy, const struct range *words,
                 struct error *e) {
    const struct encoding_use use = {.policy = policy};
    const struct attention_pass pass = {.m = &r->model, .at = r->model.mixing, .use = &use};
    double first[MOST], weight[MOST];
    int n0 = r->task.kind->rows(&r->task, words[0].high), firsts = measure(first, MOST, r, policy, words[0].high, e),
        count = firsts;
    for (int i = 0; i < m->rows && count; i++) {
        int n = r->task.kind->rows(&r->task, words[i].high);
        double times = (double)(attention_logit_scale(&pass, n) / attention_logit_scale(&pass, n0));
        double *row = matrix_row(m, i);
        count = measure(weight, MOST, r, policy, words[i].high, e);
        for (int k = 0; k < count; k++)
            row[MEASURED] += weight[k] / count;
        for (int k = 0; k < firsts; k++)
            row[FORMULA] += 1 / (1 + (n - 1) * pow(fmax(0, 1 / first[k] - 1) / (n0 - 1), times)) / firsts;
    }
    return count;
}

static void draw(const struct view *v, const struct matrix *m, const struct range *words, struct chart c,
                 struct arena *arena) {
    c.x_low = words[0].high;
    c.x_high = words[m->rows - 1].high;
    struct chart_curve *measured = chart_add_curve(&c, "measured", (struct sign){0}, m->rows, arena),
                       *formula = chart_add_curve(&c, "formula", sign_dashed((struct sign){1, 0, 0}), m->rows, arena);
    for (int i = 0; i < m->rows; i++) {
        c.tick[c.ticks++] = words[i].high;
        measured->point[measured->points++] = chart_number(words[i].high, matrix_row(m, i)[MEASURED]);
        formula->point[formula->points++] = chart_number(words[i].high, matrix_row(m, i)[FORMULA]);
    }
    chart_fit(&c);
    view_gap(v);
    if (v->s)
        screen_chart(v->s, &c);
    view_chart(v, &c);
}

static void say(const struct view *v, const struct matrix *m, const struct run *r, const struct policy *policy,
                const struct range *words, struct arena *arena) {
    static const char *const column[] = {"measured", "formula"};
    const char **row = arena_alloc(arena, (size_t)m->rows, sizeof *row), *encoding = r->model.encoding.kind->name;
    const char *title =
        arena_format(arena, "Weight on the word that is the answer, by length (%s, %s)", encoding, policy->name);
    const double *last = matrix_row(m, m->rows - 1);
    json_put(v->json, "encoding s policy s lengths [", encoding, policy->name);
    for (int i = 0; i < m->rows; i++) {
        row[i] = arena_format(arena, "%d words", words[i].high);
        json_put(v->json, "{ words i weight f formula f }", words[i].high, matrix_row(m, i)[MEASURED],
                 matrix_row(m, i)[FORMULA]);
    }
    json_put(v->json, "]");
    view_title(v, "%s", title);
    const char *sees =
        arena_format(arena, "%.3f at %d words, %.3f at %d, where the same gap of logits alone would leave %.3f.",
                     *m->value, words[0].high, last[MEASURED], words[m->rows - 1].high, last[FORMULA]);
    view_sees(v, "%s", sees);
    struct screen_matrix n = {.m = *m, .row_name = row, .column_name = column, .digits = 3, .limit = 1};
    view_numbers(v, &n, "Means of %d examples; the formula is 1 / (1 + (n - 1) e^-D):", EXAMPLES);
    draw(v, m, words,
         (struct chart){.title = title,
                        .describe = sees,
                        .x_title = "words",
                        .y_title = "weight",
                        .digits = 2,
                        .log_x = true,
                        .y_most = 1,
                        .trained = r->task.size.trained,
                        .curve = arena_alloc(arena, 2, sizeof(struct chart_curve))},
         arena);
}

static bool tell(const struct view *v, const struct view_of *of, struct error *e) {
    const struct model_example *x = of->example;
    const struct run *r = x->run;
    const struct policy *set = x->way.use.policy, *policy = set == &policy_refuse ? r->model.encoding.policies[0] : set;
    struct arena arena = {0};
    struct range words[LENGTHS_MAX];
    int lengths = evaluation_lengths(&r->task, r->settings.eval.lengths, words, e);
    struct matrix m = matrix_alloc(lengths, 2, &arena);
    bool ok = lengths > 0;
    if (ok && (!r->model.mixer->weights || !x->drawn || r->task.kind->dataset_count))
        ok = error_set(e, EXIT_USAGE,
                       "--view thinning does not apply: it draws examples of a made task, for a model with attention");
    ok = ok && fill(&m, r, policy, words, e);
    if (ok)
        say(v, &m, r, policy, words, &arena);
    arena_free(&arena);
    return ok;
}

const struct view_kind view_thinning = {
    .of = "attention",
    .name = "thinning",
    .summary = "the weight on the word of the answer, by length",
    .options = "",
    .tell = tell,
};
