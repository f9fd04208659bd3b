/* attention_picture.c -- what each head attends to in one example; see pictures.h. */
#include <limits.h>

#include "base/text.h"
#include "draw/example_marks.h"
#include "task/tokenizer.h"
#include "train/predict.h"
#include "view/pictures.h"

/* The example's texts, and its right answer as the task draws it; the answer is -1 where texts were given. */
static int find_texts(const char *text[2], const struct run *r, const struct fill_example *x, struct arena *arena) {
    const struct task_built *t = &r->task;
    struct batch b;
    int count = t->kind->dataset_count ? t->kind->dataset_count(t, TASK_EVALUATION, INT_MAX) : 0;
    int number = count ? x->number % count : x->number;
    text[0] = x->text[0];
    text[1] = x->text[1] ? x->text[1] : "";
    if (text[0])
        return -1;
    int longest = count ? t->kind->dataset_words(t, TASK_EVALUATION, number) : t->size.trained.high;
    batch_build(&b, t, 1, longest, arena);
    batch_add_evaluation(&b, t, r->scheme, batch_seeds_of(&r->settings), 0, (uint32_t)number);
    const struct example drawn = {b.token, b.segment, b.position, b.target, b.answer};
    task_decode(t, &drawn, b.rows, arena, text);
    return b.answer[0];
}

/* "w1 X w2 Y.", or "Passage A: [CLS] w1 X. Passage B: Y w3." */
static void append_words(char *text, size_t size, const struct task_built *t, const struct batch *b,
                         struct arena *arena) {
    const struct example_marks marks = batch_marks(b, arena);
    bool shown = example_marks_shown(&marks);
    char word[TASK_WORD_MAX];
    for (int i = 0; i < b->rows; i++) {
        if (shown && (i == 0 || b->segment[i] != b->segment[i - 1]))
            text_append(text, size, "%sPassage %c:", i ? ". " : "", passage_letter(b->segment[i]));
        text_append(text, size, "%s%s", i || shown ? " " : "", t->kind->word(t, b->token[i], word));
    }
    text_append(text, size, ".");
}

static const char *describe(const struct run *r, const struct prediction *p, int right, struct arena *arena) {
    const struct task_built *t = &r->task;
    char text[4096] = "", word[TASK_WORD_MAX], answer[TASK_WORD_MAX];
    append_words(text, sizeof text, t, p->batch, arena);
    text_append(text, sizeof text, " Target %s: %s The model says %s (%.1f %%)",
                t->kind->word(t, p->batch->token[p->batch->target[0]], word), t->kind->question,
                t->kind->answer(t, p->best[0], answer), 100 * (double)p->probability[p->best[0]]);
    if (right >= 0)
        text_append(text, sizeof text, right == p->best[0] ? ", which is right." : "; right is %s.",
                    t->kind->answer(t, right, answer));
    return arena_text(arena, text);
}

/* Of several targets the first alone is marked: its weights are drawn. */
static struct example_marks marks_of(const struct batch *b, struct arena *arena) {
    bool *first = arena_alloc(arena, (size_t)b->rows, sizeof *first);
    struct example_marks marks = batch_marks(b, arena);
    first[b->target[0]] = true;
    marks.target = first;
    return marks;
}

static void fill(struct heat *m, const struct run *r, const struct prediction *p, struct arena *arena) {
    const struct task_built *t = &r->task;
    char word[TASK_WORD_MAX];
    int rows = p->batch->rows;
    const char **name = arena_alloc(arena, (size_t)rows, sizeof *name);
    *m = (struct heat){.title = "What each head attends to", .value_title = "weight", .high = 1};
    m->m = (struct matrix){p->heads, rows, arena_alloc(arena, (size_t)p->heads * rows, sizeof(double))};
    for (int i = 0; i < p->heads * rows; i++)
        m->m.value[i] = (double)p->weight[i];
    for (int i = 0; i < rows; i++)
        name[i] = arena_text(arena, t->kind->word(t, p->batch->token[i], word));
    m->row = (struct heat_axis){.title = "head", .first = 1};
    struct example_marks *marks = arena_alloc(arena, 1, sizeof *marks);
    *marks = marks_of(p->batch, arena);
    m->column = (struct heat_axis){.title = "row", .name = name, .marks = marks};
}

bool fill_attention(struct heat *m, const struct run *r, const struct fill_example *x, struct arena *arena,
                    struct error *e) {
    struct prediction p;
    const char *text[2];
    int right = find_texts(text, r, x, arena);
    if (!predict(&p, r, x->policy, text, arena, e))
        return false;
    if (!p.weight)
        return error_set(e, EXIT_USAGE, "mixer %s has no attention to draw", r->model.mixer->name);
    fill(m, r, &p, arena);
    fill_model(m, r, arena);
    m->note = m->describe = describe(r, &p, right, arena);
    return true;
}
