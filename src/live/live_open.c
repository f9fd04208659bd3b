/* live_open.c -- the message open: a new model, and what the page needs to know of it. */
#include <stdlib.h>

#include "base/memory.h"
#include "live/messages.h"
#include "task/tokenizer.h"

enum { WORDS_MAX = 1000 };

/* ---- Its task */

static json_t *words_json(const struct task_built *t) {
    json_t *words = json_array();
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < t->size.vocabulary && i < WORDS_MAX; i++)
        json_array_append_new(words, json_string(t->kind->word(t, i, buffer)));
    return words;
}

/* The texts of an example of the longest trained length. */
static json_t *example_json(const struct run *r, struct arena *arena) {
    struct batch b;
    const char *text[2];
    uint32_t first;
    int count, longest = r->task.size.trained.high;
    struct error e;
    if (!batch_find_evaluation(&r->task, longest, &first, &count, &e))
        return json_array();
    batch_build(&b, &r->task, 1, longest, arena);
    batch_add_evaluation(&b, &r->task, r->scheme, batch_seeds_of(&r->settings), longest, first);
    task_decode(&r->task, &(struct example){b.token, b.segment, b.position, b.target, b.answer}, b.rows, arena, text);
    return *text[1] ? json_pack("[ss]", text[0], text[1]) : json_pack("[s]", text[0]);
}

/* ---- The answer */

static json_t *describe(const struct run *r, struct arena *arena) {
    struct range words = r->task.size.trained;
    json_t *example = example_json(r, arena);
    return json_pack("{si si s{si si} so so si so ss}", "step", r->step, "steps", r->settings.train.steps, "trained",
                     "low", words.low, "high", words.high, "policies", live_policy_names(r->model.encoding.policies),
                     "words", words_json(&r->task), "texts", (int)json_array_size(example), "example", example,
                     "question", r->task.kind->question);
}

/* The run without its weights, if it fits. */
static bool declare(struct run *r, const struct settings *s, struct error *e) {
    const struct embedding *tables = &s->embedding;
    if (*tables->token || *tables->position || *s->begun.from)
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

/* The run, allocated with malloc and ready to be trained, in place of the one before. */
static bool begin(struct live *l, struct run *r, const struct settings *s, struct error *e) {
    if (!declare(r, s, e) || !run_commit(r, e))
        return false;
    struct stepper *stepper = memory_alloc(sizeof *stepper);
    model_init(&r->model);
    if (!stepper_build(stepper, r, 1, e)) {
        run_free(r);
        free(stepper);
        return false;
    }
    live_close(l);
    l->run = r;
    l->stepper = stepper;
    return true;
}

static json_t *answer(struct live *l, struct error *e) {
    struct settings s;
    if (!assignments_set(l->settings, "train.products", "portable", "the page", e) ||
        !settings_resolve(&s, l->settings, NULL, e))
        return NULL;
    struct run *r = memory_alloc(sizeof *r);
    if (begin(l, r, &s, e))
        return describe(r, &l->arena);
    free(r);
    return NULL;
}

const struct live_message live_open = {.name = "open", .settings = true, .answer = answer};
