/* cloze.c -- plain text, BERT's setting: 15 % of the words are targets; of these 80 % are masked, 10 % are replaced by
 * another word, 10 % are left as they are (Devlin et al. 2019).
 *
 * In a user's text, [MASK] is a masked word and [=word] an unchanged target. */
#include <string.h>

#include "base/utf8.h"
#include "task/kinds.h"
#include "task/tokenizer.h"
#include "texts/corpus.h"

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

/* The token at a target position instead of its word. */
static int disguise(const struct task_built *t, int token, struct random *r) {
    uint32_t tenth = random_below(r, 10);
    if (tenth < MASKED_TENTHS)
        return MASK;
    return tenth < REPLACED_TENTHS ? random_between(r, WORD, t->size.vocabulary - 1) : token;
}

/* The targets are a random subset, in order: row i is one with probability (targets left) / (rows left). */
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

/* A target in a text that is left as it is: [=word]. */
struct bracketed {
    const char *begin, *word, *end;
    size_t length; /* of the word */
};

static bool is_bracketed(const char *word, size_t length) {
    return length >= 4 && strncmp(word, "[=", 2) == 0 && word[length - 1] == ']';
}

/* The first of them from `text` on: between white space, or where tokens are characters anywhere, and one character. */
static bool find_bracketed(bool characters, const char *text, struct bracketed *b) {
    const char *at = text, *end = text + strlen(text);
    size_t length = 0;
    if (characters) {
        while ((at = strstr(at, "[=")) && !(at[2] && is_bracketed(at, length = (size_t)utf8_length(at + 2) + 3)))
            at++;
    } else {
        const char *next = text;
        while ((at = utf8_word(&next, end, &length)) && !is_bracketed(at, length))
            ;
    }
    *b = (struct bracketed){at, at ? at + 2 : NULL, at ? at + length : end, length - 3};
    return at;
}

/* An example while it is read. */
struct cloze_reader {
    const struct task_built *t;
    const struct example *out;
    int length, targets;
};

static void add(struct cloze_reader *x, const char *text, size_t length, bool are_targets) {
    int end = x->length + corpus_encode(x->t, text, length, x->out->token + x->length);
    for (; x->length < end; x->length++)
        if (are_targets || x->out->token[x->length] == MASK)
            x->out->target[x->targets++] = x->length;
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    struct cloze_reader x = {.t = t, .out = out};
    struct bracketed b;
    const char *at = text[0];
    if (!tokenizer_check_single(t, text, e))
        return 0;
    for (; find_bracketed(*corpus_between(t) == 0, at, &b); at = b.end) {
        add(&x, at, (size_t)(b.begin - at), false);
        add(&x, b.word, b.length, true);
    }
    add(&x, at, strlen(at), false);
    *targets = x.targets;
    if (!tokenizer_check_length(t, x.length, e))
        return 0;
    if (x.targets == 0) {
        error_set(e, EXIT_DATA, "the text has no target: write [MASK] where a word is missing");
        return 0;
    }
    example_rows(out, 0, x.length, 0);
    return x.length;
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
    .summary = "your text: guess masked words (BERT); one layer learns which words are neighbours",
    .question = "which word is here?",
    .build = build,
    CORPUS_WORD_HOOKS,
    .targets = count_targets,
    .draw = draw,
    .encode = encode,
    .decode = decode,
};
