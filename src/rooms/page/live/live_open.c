/* live_open.c -- the messages open: a new model, and what the page needs to know of it; and check: would there be one?
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "page/live/messages.h"
#include "task/tokenizer.h"

enum { WORDS_MAX = 1000 };

/* The texts of an example of the longest trained length; how many: none, one or two. */
static int example_texts(const char *text[2], const struct run *r, struct arena *arena) {
    struct batch b;
    uint32_t first;
    int count, longest = r->task.size.trained.high;
    struct error e;
    if (!batch_find_evaluation(&r->task, longest, &first, &count, &e))
        return 0;
    batch_build(&b, &r->task, 1, longest, arena);
    batch_add_evaluation(&b, &r->task, r->scheme, batch_seeds_of(&r->settings), longest, first);
    task_decode(&r->task, &(struct example){b.token, b.segment, b.position, b.target, b.answer}, b.rows, arena, text);
    return *text[1] ? 2 : 1;
}

/* The question with the value of the option that it names: "2 positions before this one". One that says itself what a
 * value means ("task.question = left") stays as it is. */
static const char *question_of(const struct task_built *t, struct arena *arena) {
    const char *text = t->kind->question, *at = strstr(text, "task."), *end = at ? at + strcspn(at, " ,?") : text;
    const struct setting *o =
        at ? setting_find(t->kind->options, arena_format(arena, "%.*s", (int)(end - at), at)) : NULL;
    char value[SETTING_TEXT_MAX];
    if (!o || strncmp(end, " = ", 3) == 0)
        return text;
    return arena_format(arena, "%.*s%s%s", (int)(at - text), text, setting_write(o, t->options, value, sizeof value),
                        end);
}

static void describe(struct json_writer *w, const struct run *r, struct arena *arena) {
    const struct task_built *t = &r->task;
    char buffer[TASK_WORD_MAX];
    const char *text[2];
    int texts = example_texts(text, r, arena);
    json_put(w, "step i steps i heads i trained { low i high i }", r->step, r->settings.train.steps,
             r->model.config.heads, t->size.trained.low, t->size.trained.high);
    live_put_policies(w, r->model.encoding.policies);
    json_put(w, "words [");
    for (int i = 0; i < t->size.vocabulary && i < WORDS_MAX; i++)
        json_put(w, "s", t->kind->word(t, i, buffer));
    json_put(w, "] example S texts i question s", text, texts, texts, question_of(t, arena));
}

/* The run without its weights, if it fits. */
static bool declare(struct run *r, const struct settings *s, struct error *e) {
    const struct embedding *tables = &s->embedding;
    if (*tables->token || *tables->position || *s->start.from)
        return error_set(e, EXIT_USAGE, "%s: the page reads no files; `poslab train` does",
                         *tables->token      ? "embedding.token"
                         : *tables->position ? "embedding.position"
                                             : "train.from");
    if (s->baseline)
        return error_set(e, EXIT_USAGE, "the page has no baselines");
    if (!run_declare(r, s, NULL, e))
        return false;
    bool ok = evaluation_check(r, e) && live_training_fits(r, e) && live_evaluation_fits(r, e);
    if (!ok)
        run_free(r);
    return ok;
}

static bool resolve(struct settings *s, struct live *l, struct error *e) {
    return assignments_set(l->settings, "train.products", "portable", "the page", e) &&
           settings_resolve(s, l->settings, NULL, e);
}

/* The run, ready to be trained, takes the place of the one before. */
static bool answer(struct live *l, struct json_writer *w, struct error *e) {
    struct settings s;
    if (!resolve(&s, l, e))
        return false;
    struct run *r = memory_alloc(sizeof *r);
    struct stepper *stepper = memory_alloc(sizeof *stepper);
    bool begun = declare(r, &s, e) && run_commit(r, e);
    if (begun)
        model_init(&r->model);
    if (!begun || !stepper_build(stepper, r, 1, e)) {
        if (begun)
            run_free(r);
        free(stepper);
        free(r);
        return false;
    }
    live_close(l);
    l->run = r;
    l->stepper = stepper;
    describe(w, r, &l->arena);
    return true;
}

const struct live_message live_open = {.name = "open", .settings = true, .answer = answer};

static bool answer_check(struct live *l, struct json_writer *w, struct error *e) {
    (void)w; /* an empty object says yes */
    struct settings s;
    struct run r;
    if (!resolve(&s, l, e) || !declare(&r, &s, e))
        return false;
    run_free(&r);
    return true;
}

const struct live_message live_check = {.name = "check", .settings = true, .answer = answer_check};
