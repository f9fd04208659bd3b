/* shown.c -- the example that `show embedding` and `show attention` look at; see show.h. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command/show.h"

/* Where a task holds its examples, the first of those of the length. */
static bool find_number(const struct task_built *t, int *length, bool given, uint32_t *number, struct error *e) {
    *number = 0;
    if (!t->kind->held) {
        if (*length >= t->size.shortest && (!t->size.longest || *length <= t->size.longest))
            return true;
        return error_set(e, EXIT_USAGE, "--length %d: task %s has no example of so many words", *length, t->kind->name);
    }
    int before = given ? t->kind->held(t, TASK_EVALUATION, *length - 1) : 0;
    if (given && t->kind->held(t, TASK_EVALUATION, *length) == before)
        return error_set(e, EXIT_USAGE, "--length %d: no test row has so many words", *length);
    *number = (uint32_t)before;
    *length = t->kind->held_words(t, TASK_EVALUATION, before);
    return true;
}

static bool take_example(struct shown *x, const struct arguments *a, struct error *e) {
    struct run *r = &x->run;
    const char *const text[2] = {a->operand[1], a->operands > 2 ? a->operand[2] : ""};
    uint32_t number, seed = (uint32_t)r->settings.eval.seed;
    int length = a->length ? a->length : r->task.size.trained.high;
    x->drawn = !text[0];
    if (text[0] && a->length)
        return error_set(e, EXIT_USAGE, "--length %d is for an example that the task draws; here a text is given",
                         a->length);
    if (text[0])
        return batch_of_texts(&x->batch, &r->task, r->placing_tested, seed, text, &r->arena, e);
    if (!find_number(&r->task, &length, a->length > 0, &number, e) ||
        !placing_check(r->placing_tested, &r->task, length, e))
        return false;
    batch_build(&x->batch, &r->task, 1, length, &r->arena);
    batch_add_evaluation(&x->batch, &r->task, r->placing_tested, seed, length, number);
    return true;
}

static bool pass_through(struct shown *x, const struct arguments *a, struct error *e) {
    struct run *r = &x->run;
    const struct batch *b = &x->batch;
    const struct policy *beyond;
    char buffer[TASK_WORD_MAX], shown[TEXT_PRINTABLE];
    if (!command_policy(&beyond, &command_show, a, &r->settings, e) ||
        !passage_run(&x->way, r, b, beyond, &r->arena, e))
        return false;
    x->word = arena_take(&r->arena, (size_t)b->rows, sizeof *x->word);
    for (int i = 0; i < b->rows; i++)
        x->word[i] = arena_text(&r->arena, text_printable(shown, r->task.kind->word(&r->task, b->token[i], buffer)));
    return true;
}

bool shown_open(struct shown *x, struct arguments *a, struct error *e) {
    if (!command_read_run(&x->run, &command_show, a, e))
        return false;
    if (take_example(x, a, e) && pass_through(x, a, e))
        return true;
    run_free(&x->run);
    return false;
}

void shown_free(struct shown *x) { run_free(&x->run); }

void shown_say(const struct screen *s, const struct shown *x) {
    struct arena arena = {0};
    const struct batch *b = &x->batch;
    size_t size = 1;
    for (int i = 0; i < b->rows; i++)
        size += strlen(x->word[i]) + 1;
    char *text = arena_take(&arena, size, 1);
    for (int i = 0; i < b->rows; i++)
        text_append(text, size, "%s%s", i ? " " : "", x->word[i]);
    screen_say(s, 2, "%s (%s, %s): %s", x->run.settings.task->name, x->run.settings.encoding->name,
               x->run.settings.task->question, text);
    fputc('\n', s->out);
    arena_free(&arena);
}

json_t *shown_json(const struct shown *x) {
    json_t *words = json_array(), *segments = json_array(), *places = json_array();
    const struct task_built *t = &x->run.task;
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < x->batch.rows; i++) {
        json_array_append_new(words, json_string(t->kind->word(t, x->batch.token[i], buffer)));
        json_array_append_new(segments, json_integer(x->batch.segment[i]));
        json_array_append_new(places, json_integer(x->batch.place[i]));
    }
    return json_pack("{ss ss so so so}", "task", t->kind->name, "encoding", x->run.settings.encoding->name, "words",
                     words, "segments", segments, "places", places);
}

struct matrix shown_matrix(const real *value, int rows, int columns, struct arena *arena) {
    struct matrix m = {rows, columns, arena_take(arena, (size_t)rows * columns, sizeof(double))};
    for (size_t i = 0; i < (size_t)rows * columns; i++)
        m.value[i] = (double)value[i];
    return m;
}
