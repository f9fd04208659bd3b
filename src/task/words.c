/* words.c -- see words.h. */
#include "task/words.h"

#include <stdio.h>

#include "task/tokenizer.h"

static const struct words *options_of(const struct task_built *t) { return t->options; }

bool words_build(struct task_built *t, int shortest, bool separator, struct error *e) {
    const struct words *o = options_of(t);
    t->size = (struct task_sizes){.vocabulary = o->vocabulary + separator,
                                  .segments = 1,
                                  .classes = o->vocabulary,
                                  .shortest = shortest,
                                  .trained = o->words};
    return task_fits(t, e);
}

double words_chance(const struct task_built *t, struct range words) {
    (void)words;
    return 1.0 / options_of(t)->vocabulary;
}

const char *words_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    if (token == options_of(t)->vocabulary)
        return "[SEP]";
    snprintf(buffer, TASK_WORD_MAX, "w%d", token + 1);
    return buffer;
}

int words_encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                 struct error *e) {
    struct range tokens = {0, options_of(t)->vocabulary - 1};
    int length = tokenizer_encode_one(t, text, tokens, out->token, e);
    *targets = length ? t->kind->targets(t, length) : 0;
    example_rows(out, 0, length, 0);
    if (length)
        t->kind->label(t, length, out);
    return length;
}

void words_draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    for (int i = 0; i < d->length; i++)
        out->token[i] = (int)random_below(d->random, (uint32_t)options_of(t)->vocabulary);
    example_rows(out, 0, d->length, 0);
    t->kind->label(t, d->length, out);
}
