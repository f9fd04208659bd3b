/* pictures.c -- see pictures.h. */
#include "view/pictures.h"

#include "base/text.h"
#include "draw/example_marks.h"
#include "example/batch_shown.h"
#include "model/mixer.h"

static const char *describe_model(const struct run *r, struct arena *arena) {
    char label[SETTING_TEXT_MAX];
    settings_label(&r->settings, label, sizeof label);
    return arena_format(arena, r->step ? "task %s, %s, seed %d, %d step%s" : "task %s, %s, seed %d, not trained",
                        r->settings.task->name, label, r->settings.train.seed, run_weights_step(r),
                        text_plural(run_weights_step(r)));
}

/* What is looked at most: "The largest weight, 93 %, goes from [CLS] to X in passage B (head 3)." */
static const char *describe_largest(const struct heat *m, const char *from, const struct example_marks *marks,
                                    struct arena *arena) {
    int largest = 0, columns = m->m.columns;
    for (int i = 0; i < m->m.rows * columns; i++)
        largest = m->m.value[i] > m->m.value[largest] ? i : largest;
    int column = largest % columns;
    return arena_format(
        arena, " The largest weight, %.0f %%, goes from %s to %s%s (head %d).", 100 * m->m.value[largest], from,
        m->column.name[column],
        example_marks_shown(marks) ? arena_format(arena, " in passage %c", passage_letter(marks->segment[column])) : "",
        m->row.first + largest / columns);
}

/* "w1 X w2 Y." and what is answered; of several passages "Passage A: [CLS] w1 X. Passage B: Y w3." */
static const char *describe_example(const struct model_example *x, const struct example_marks *marks, int right,
                                    struct arena *arena) {
    const struct task_built *t = &x->run->task;
    struct prediction p;
    char text[4096] = "", answer[TASK_WORD_MAX];
    prediction_of(&p, x->run, &x->batch, &x->way, arena);
    bool shown = example_marks_shown(marks);
    for (int i = 0; i < x->batch.rows; i++) {
        if (shown && (i == 0 || marks->segment[i] != marks->segment[i - 1]))
            text_append(text, sizeof text, "%sPassage %c:", i ? ". " : "", passage_letter(marks->segment[i]));
        text_append(text, sizeof text, "%s%s", i || shown ? " " : "", x->word[i]);
    }
    text_append(text, sizeof text, ". Target %s: %s The model says %s (%.1f %%)", x->word[x->batch.target[0]],
                t->kind->question, t->kind->answer(t, p.best[0], answer), 100 * (double)p.probability[p.best[0]]);
    if (right < 0)
        text_append(text, sizeof text, ".");
    else
        text_append(text, sizeof text, right == p.best[0] ? ", which is right." : "; right is %s.",
                    t->kind->answer(t, right, answer));
    return arena_text(arena, text);
}

/* Of several targets the first alone is marked: its weights are drawn. */
void fill_attention(struct heat *m, const struct model_example *x, int first, int end, int right, struct arena *arena) {
    const struct batch *b = &x->batch;
    const real *weight = x->run->model.mixer->weights(&x->way.work) + (size_t)first * b->rows;
    struct example_marks *marks = arena_alloc(arena, 1, sizeof *marks);
    bool *target = arena_alloc(arena, (size_t)b->rows, sizeof *target);
    *marks = batch_marks(b, arena);
    target[b->target[0]] = true;
    marks->target = target;
    *m = (struct heat){.title = "What each head attends to",
                       .value_title = "weight",
                       .high = 1,
                       .m = matrix_alloc(end - first, b->rows, arena),
                       .row = {.title = "head", .first = first + 1},
                       .column = {.title = "row", .name = x->word, .marks = marks}};
    for (int i = 0; i < m->m.rows * b->rows; i++)
        m->m.value[i] = (double)weight[i];
    m->subtitle = describe_model(x->run, arena);
    m->note = m->describe = arena_format(arena, "%s%s", describe_example(x, marks, right, arena),
                                         describe_largest(m, x->word[b->target[0]], marks, arena));
}
