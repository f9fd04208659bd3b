/* model_example.c -- see model_example.h. */
#include "measure/model_example.h"

#include "base/text.h"

/* The first of evaluation of that length; without one, of the longest trained length, or the shortest that a task
 * holds. */
static bool find_number(const struct task_built *t, int *length, uint32_t *number, struct error *e) {
    int given = *length, count;
    if (!given)
        *length = t->kind->dataset_count ? t->kind->dataset_words(t, TASK_EVALUATION, 0) : t->size.trained.high;
    return batch_find_evaluation(t, *length, number, &count, e) || error_prefix(e, "--length %d", given);
}

static bool take(struct model_example *x, const char *const text[2], int length, struct error *e) {
    struct run *r = x->run;
    const char *const both[2] = {text[0], text[1] ? text[1] : ""};
    struct batch_seeds seeds = batch_seeds_of(&r->settings);
    uint32_t number;
    x->drawn = !text[0];
    if (text[0])
        return batch_of_texts(&x->batch, &r->task, r->eval_scheme, seeds, both, &r->arena, e);
    if (!find_number(&r->task, &length, &number, e) || !position_scheme_check(r->eval_scheme, &r->task, length, e))
        return false;
    batch_build(&x->batch, &r->task, 1, length, &r->arena);
    batch_add_evaluation(&x->batch, &r->task, r->eval_scheme, seeds, length, number);
    return true;
}

bool model_example_open(struct model_example *x, struct run *r, const char *const text[2], int length,
                        const struct policy *policy, struct error *e) {
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    const struct batch *b = &x->batch;
    x->run = r;
    if (!take(x, text, length, e) || !passage_run(&x->way, r, b, policy, &r->arena, e))
        return false;
    x->word = arena_alloc(&r->arena, (size_t)b->rows, sizeof *x->word);
    for (int i = 0; i < b->rows; i++)
        x->word[i] = arena_text(&r->arena, text_printable(shown, r->task.kind->word(&r->task, b->token[i], buffer)));
    return true;
}
