/* cloze.c -- plain text, BERT's setting: 15 % of the words are targets; of these 80 % are masked, 10 % are replaced by
 * another word, 10 % are left as they are (Devlin et al. 2019).
 *
 * In a user's text, [MASK] is a masked word and [=word] a target that is left as it is. */
#include <string.h>

#include "base/utf8.h"
#include "task/corpus.h"
#include "task/kinds.h"
#include "task/tokenizer.h"

enum { MASK = CORPUS_SPECIAL, WORD };
enum { TARGET_PERCENT = 15, MASKED_TENTHS = 8, REPLACED_TENTHS = 9 }; /* up to 8 of 10; up to 9 of 10 */

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    return corpus_build(t, in, "[MASK]", 0, 1, 2, arena, e);
}

static int count_targets(const struct task_built *t, int length) {
    int count = (TARGET_PERCENT * length + 50) / 100;
    (void)t;
    return count > 0 ? count : 1;
}

/* What is put at a target position instead of its word. */
static int disguise(const struct task_built *t, int token, struct random *r) {
    uint32_t tenth = random_below(r, 10);
    if (tenth < MASKED_TENTHS)
        return MASK;
    return tenth < REPLACED_TENTHS ? random_between(r, WORD, t->size.vocabulary - 1) : token;
}

/* The targets are a random subset, in order: row i is one with the probability targets left / rows left. */
static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    int targets = count_targets(t, d->length), done = 0;
    corpus_draw(t, d->from, d->random, d->length, out->token);
    example_rows(out, 0, d->length, 0);
    for (int i = 0; i < d->length; i++)
        if ((int)random_below(d->random, (uint32_t)(d->length - i)) < targets - done) {
            out->target[done] = i;
            out->answer[done++] = out->token[i];
            out->token[i] = disguise(t, out->token[i], d->random);
        }
}

/* The next word (or character) of a text and whether it is a target: [MASK], or [=word]. */
static const char *next(const struct task_built *t, const char **at, size_t *length, bool *is_target) {
    bool characters = *corpus_between(t) == 0;
    if (characters && strncmp(*at, "[=", 2) == 0 && (*at)[2] && (*at)[2 + utf8_length(*at + 2)] == ']') {
        const char *character = *at + 2;
        *length = (size_t)utf8_length(character);
        *at = character + *length + 1;
        *is_target = true;
        return character;
    }
    const char *word = corpus_next(t, at, length);
    *is_target = word && *length == strlen("[MASK]") && strncmp(word, "[MASK]", *length) == 0;
    if (characters || !word || *length < 4 || strncmp(word, "[=", 2) != 0 || word[*length - 1] != ']')
        return word;
    *length -= 3;
    *is_target = true;
    return word + 2;
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    const char *at = text[0], *word;
    size_t word_length;
    int length = 0;
    bool is_target;
    *targets = 0;
    if (!tokenizer_check_single(t, text, e))
        return 0;
    while ((word = next(t, &at, &word_length, &is_target))) {
        if (is_target)
            out->target[(*targets)++] = length;
        out->token[length++] = corpus_find(t, word, word_length);
    }
    if (!tokenizer_check_length(t, length, e))
        return 0;
    if (*targets == 0) {
        error_set(e, EXIT_DATA, "the text has no target: write [MASK] where a word is missing");
        return 0;
    }
    example_rows(out, 0, length, 0);
    return length;
}

static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    const char *between = corpus_between(t);
    size_t size = 1;
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < rows; i++)
        size += strlen(corpus_word(t, x->token[i], buffer)) + strlen(between) + strlen("[=]");
    char *written = arena_alloc(arena, size, 1), *at = written;
    for (int i = 0, k = 0; i < rows; i++) {
        bool targets = k < count_targets(t, rows) && x->target[k] == i, brackets = targets && x->token[i] != MASK;
        k += targets;
        at = stpcpy(stpcpy(at, i > 0 ? between : ""), brackets ? "[=" : "");
        at = stpcpy(stpcpy(at, corpus_word(t, x->token[i], buffer)), brackets ? "]" : "");
    }
    text[0] = written;
}

const struct task task_cloze = {
    .name = "cloze",
    .summary = "your text: words that are masked (BERT); one layer learns which words are neighbours",
    .question = "which word is here?",
    .build = build,
    CORPUS_WORD_HOOKS,
    .targets = count_targets,
    .draw = draw,
    .encode = encode,
    .decode = decode,
};
