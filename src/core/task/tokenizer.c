/* tokenizer.c -- see tokenizer.h. */
#include "task/tokenizer.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"

/* The token of that word in low..high; -1: none. */
static int find(const struct task_built *t, const char *word, size_t length, struct range tokens) {
    char buffer[TASK_WORD_MAX];
    for (int token = tokens.low; token <= tokens.high; token++) {
        const char *name = t->kind->word(t, token, buffer);
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return token;
    }
    return -1;
}

/* Sets the error that a word is unknown; one that is known in other letters is offered. */
static void unknown(const struct task_built *t, const char *word, struct range tokens, struct error *e) {
    char shown[TEXT_PRINTABLE], buffer[TASK_WORD_MAX];
    struct suggestion near = suggest_for(word);
    for (int token = tokens.low; token <= tokens.high; token++) {
        const char *name = t->kind->word(t, token, buffer);
        if (suggest_alike(name, word))
            suggest_at(&near, name, 0);
    }
    error_set(e, EXIT_DATA, "'%s' is not a word of task %s%s", text_printable(shown, word), t->kind->name,
              suggest_hint(&near, "; `poslab show task` shows its words"));
}

int tokenizer_encode(const struct task_built *t, const char *text, struct range tokens, int *out, struct error *e) {
    const char *end = text + strlen(text), *word;
    size_t length;
    int count = 0;
    while ((word = utf8_word(&text, end, &length))) {
        out[count] = find(t, word, length, tokens);
        if (out[count++] >= 0)
            continue;
        char copy[TEXT_PRINTABLE];
        snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1), word);
        unknown(t, copy, tokens, e);
        return -1;
    }
    return count;
}

const char *tokenizer_decode(const struct task_built *t, const int *token, int count, const char *between,
                             struct arena *arena) {
    char buffer[TASK_WORD_MAX];
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += strlen(t->kind->word(t, token[i], buffer)) + strlen(between);
    char *text = arena_alloc(arena, size, 1), *at = text;
    for (int i = 0; i < count; i++) {
        const char *word = t->kind->word(t, token[i], buffer);
        at = stpcpy(stpcpy(at, i > 0 ? between : ""), word);
    }
    return text;
}

bool tokenizer_check_single(const struct task_built *t, const char *const text[2], struct error *e) {
    return !*text[1] || error_set(e, EXIT_DATA, "task %s takes one text; here are two", t->kind->name);
}

bool tokenizer_check_length(const struct task_built *t, int words, struct error *e) {
    return words >= t->size.shortest || error_set(e, EXIT_DATA, "%d words; an example of task %s has at least %d",
                                                  words, t->kind->name, t->size.shortest);
}

int tokenizer_encode_one(const struct task_built *t, const char *const text[2], struct range tokens, int *out,
                         struct error *e) {
    int length = tokenizer_check_single(t, text, e) ? tokenizer_encode(t, text[0], tokens, out, e) : -1;
    return length >= 0 && tokenizer_check_length(t, length, e) ? length : 0;
}

void example_rows(const struct example *out, int from, int count, int segment) {
    for (int row = from; row < from + count; row++) {
        out->segment[row] = segment;
        out->position[row] = row;
    }
}

static bool is_special(const struct task_built *t, int token) {
    char buffer[TASK_WORD_MAX];
    const char *word = t->kind->word(t, token, buffer);
    return strcmp(word, "[CLS]") == 0 || strcmp(word, "[SEP]") == 0;
}

void task_decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                 const char *text[2]) {
    int *token = arena_alloc(arena, (size_t)rows + 1, sizeof *token);
    text[0] = text[1] = "";
    if (t->kind->decode) {
        t->kind->decode(t, x, rows, arena, text);
        return;
    }
    for (int side = 0; side < 2; side++) {
        int count = 0;
        for (int row = 0; row < rows; row++)
            if ((x->segment[row] > 0) == side && !is_special(t, x->token[row]))
                token[count++] = x->token[row];
        text[side] = tokenizer_decode(t, token, count, " ", arena);
    }
}
