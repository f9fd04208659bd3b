/* model_example.c -- see model_example.h. */
#include "example/model_example.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "model/mixer.h"
#include "task/tokenizer.h"

/* The texts, or the first evaluation example of that length: by default of the longest trained one, or of the shortest
 * of a dataset. */
static bool take(struct model_example *x, const char *const text[2], int length, struct arena *arena, struct error *e) {
    const struct run *r = x->run;
    const struct task_built *t = &r->task;
    const char *const both[2] = {text[0], text[1] ? text[1] : ""};
    int given = length, count;
    uint32_t number;
    x->drawn = !text[0];
    if (text[0])
        return batch_of_texts(&x->batch, t, r->eval_scheme, batch_seeds_of(&r->settings), both, arena, e);
    if (!given)
        length = t->kind->dataset_count ? t->kind->dataset_words(t, TASK_EVALUATION, 0) : t->size.trained.high;
    if (!batch_find_evaluation(t, length, &number, &count, e))
        return error_prefix(e, "--length %d", given);
    if (!position_scheme_check(r->eval_scheme, t, length, e))
        return false;
    run_example(&x->batch, r, length, number, arena);
    return true;
}

bool model_example_open(struct model_example *x, const struct run *r, const char *const text[2], int length,
                        const struct policy *policy, struct arena *arena, struct error *e) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    const struct batch *b = &x->batch;
    x->run = r;
    if (!take(x, text, length, arena, e) || !forward_pass_run(&x->way, r, b, policy, arena, e))
        return false;
    x->word = arena_alloc(arena, (size_t)b->rows, sizeof *x->word);
    for (int i = 0; i < b->rows; i++)
        x->word[i] = arena_text(arena, text_printable(shown, r->task.kind->word(&r->task, b->token[i], buffer)));
    return true;
}

int model_example_texts(const char *text[2], const struct run *r, int number, struct arena *arena) {
    const struct task_built *t = &r->task;
    struct batch b;
    int count = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, INT_MAX) : 0;
    number = count ? number % count : number;
    int longest = count ? t->kind->dataset_words(t, TASK_EVALUATION, number) : t->size.trained.high;
    batch_build(&b, t, 1, longest, arena);
    batch_add_evaluation(&b, t, r->scheme, batch_seeds_of(&r->settings), 0, (uint32_t)number);
    const struct example drawn = {b.token, b.segment, b.position, b.target, b.answer};
    text[1] = "";
    task_decode(t, &drawn, b.rows, arena, text);
    return b.answer[0];
}

/* weight (targets, H, T) at the rows `target` of out (H, T, T) */
static void spread(real *out, const real *weight, const int *target, int targets, int heads, int rows) {
    for (int i = 0; i < targets; i++)
        for (int h = 0; h < heads; h++, weight += rows)
            memcpy(out + ((size_t)h * rows + target[i]) * rows, weight, (size_t)rows * sizeof *out);
}

/* Another pass, of the same batch with all its rows as targets. */
const real *model_example_attention(const struct model_example *x, struct arena *arena) {
    const struct model *m = &x->run->model;
    const struct batch *b = &x->batch;
    int rows = b->rows, heads = m->config.heads, *row = arena_alloc(arena, (size_t)rows, sizeof *row);
    int start[2] = {0, rows};
    struct batch all = *b;
    struct workspace w;
    if (!m->mixer->weights)
        return NULL;
    for (int i = 0; i < rows; i++)
        row[i] = i;
    all.targets = rows;
    all.target = row;
    all.target_start = start;
    workspace_build(&w, m, (struct capacity){1, rows, rows}, WORKSPACE_WEIGHTS, arena);
    model_forward(m, &w, &all, &x->way.use);
    real *out = arena_alloc(arena, (size_t)heads * rows * rows, sizeof *out);
    spread(out, m->mixer->weights(&w), row, rows, heads, rows);
    spread(out, m->mixer->weights(&x->way.work), b->target, b->targets, heads, rows);
    return out;
}
