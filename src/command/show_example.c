/* show_example.c -- the example that `show embedding` and `show attention` look at; see show.h. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command/show.h"

/* The first of evaluation at --length; without one, at the longest trained length, or the shortest that a task holds.
 */
static bool find_number(const struct task_built *t, int *length, uint32_t *number, struct error *e) {
    int given = *length, count;
    if (!given)
        *length = t->kind->dataset_count ? t->kind->dataset_words(t, TASK_EVALUATION, 0) : t->size.trained.high;
    return batch_find_evaluation(t, *length, number, &count, e) || error_prefix(e, "--length %d", given);
}

static bool take_example(struct show_example *x, const struct arguments *a, struct error *e) {
    struct run *r = x->run;
    const char *const text[2] = {a->operand[1], a->operands > 2 ? a->operand[2] : ""};
    struct batch_seeds seeds = batch_seeds_of(&r->settings);
    uint32_t number;
    int length = a->length;
    x->drawn = !text[0];
    if (text[0] && a->length)
        return error_set(e, EXIT_USAGE, "--length %d is for an example that the task draws; here a text is given",
                         a->length);
    if (text[0])
        return batch_of_texts(&x->batch, &r->task, r->eval_scheme, seeds, text, &r->arena, e);
    if (!find_number(&r->task, &length, &number, e) || !position_scheme_check(r->eval_scheme, &r->task, length, e))
        return false;
    batch_build(&x->batch, &r->task, 1, length, &r->arena);
    batch_add_evaluation(&x->batch, &r->task, r->eval_scheme, seeds, length, number);
    return true;
}

static bool pass_through(struct show_example *x, const struct arguments *a, struct error *e) {
    struct run *r = x->run;
    const struct batch *b = &x->batch;
    const struct policy *policy;
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    if (!command_policy(&policy, &command_show, a, &r->settings, e) ||
        !passage_run(&x->way, r, b, policy, &r->arena, e))
        return false;
    x->word = arena_alloc(&r->arena, (size_t)b->rows, sizeof *x->word);
    for (int i = 0; i < b->rows; i++)
        x->word[i] = arena_text(&r->arena, text_printable(shown, r->task.kind->word(&r->task, b->token[i], buffer)));
    return true;
}

bool show_example_open(struct show_example *x, struct arguments *a, struct error *e) {
    x->run = command_read_run(&command_show, a, e);
    return x->run && take_example(x, a, e) && pass_through(x, a, e);
}

void show_example_say(const struct screen *s, const struct show_example *x) {
    struct arena arena = {0};
    const struct batch *b = &x->batch;
    size_t size = 1;
    for (int i = 0; i < b->rows; i++)
        size += strlen(x->word[i]) + 1;
    char *text = arena_alloc(&arena, size, 1);
    for (int i = 0; i < b->rows; i++)
        text_append(text, size, "%s%s", i ? " " : "", x->word[i]);
    screen_say(s, 2, "%s (%s, %s): %s", x->run->settings.task->name, x->run->settings.encoding->name,
               x->run->settings.task->question, text);
    fputc('\n', s->out);
    arena_free(&arena);
}

json_t *show_example_json(const struct show_example *x) {
    json_t *json = json_pack("{ss ss}", "task", x->run->task.kind->name, "encoding", x->run->settings.encoding->name);
    json_object_update_new(json, batch_json(&x->batch, &x->run->task));
    return json;
}
