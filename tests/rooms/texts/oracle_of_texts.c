/* oracle_of_texts.c -- see oracle_of_texts.h. */
#include "oracle_of_texts.h"

#include <stdio.h>
#include <string.h>

#include "law/oracles.h"
#include "texts/texts.h"
#include "unit/tests.h"

/* Its words, read once; nine tenths of its bytes are trained on. */

enum { WINDOW = 64 };

static struct {
    char bytes[1 << 18], *word[40000];
    int hash[40000], words, held_out; /* the first word that is held out */
} text;

/* Equal words have equal ones; there are many words to compare. */
static int hash_of(const char *word) {
    unsigned int hash = 1;
    while (*word)
        hash = hash * 31 + (unsigned char)*word++;
    return (int)(hash >> 1);
}

static void read_text(void) {
    if (text.words)
        return;
    FILE *f = fopen("data/harbour.txt", "rb");
    assert_non_null(f);
    size_t size = fread(text.bytes, 1, sizeof text.bytes - 1, f);
    fclose(f);
    char *rest;
    for (char *word = strtok_r(text.bytes, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        if ((double)(word - text.bytes) < 0.9 * (double)size)
            text.held_out = text.words + 1;
        text.hash[text.words] = hash_of(word);
        text.word[text.words++] = word;
    }
}

int text_held_out(void) {
    read_text();
    return text.held_out;
}

/* The word of a row; NULL where any word of the text may stand: [UNK], or what a cloze asks for. */
static const char *word_of(const struct task_built *t, const struct batch *b, int sequence, int row) {
    char buffer[TASK_WORD_MAX];
    const char *word = oracle_word(t, b, row, buffer);
    for (int k = b->target_start[sequence]; k < b->target_start[sequence + 1] && t->kind == &task_cloze; k++)
        if (b->target[k] == row)
            return NULL;
    return strcmp(word, "[UNK]") == 0 ? NULL : word; /* a vocabulary's word: it outlives the buffer */
}

int text_locate(const struct task_built *t, const struct batch *b, int sequence, int row, int count, int from) {
    const char *word[WINDOW];
    int hash[WINDOW];
    read_text();
    assert_true(count <= WINDOW);
    for (int i = 0; i < count; i++) {
        word[i] = word_of(t, b, sequence, row + i);
        hash[i] = word[i] ? hash_of(word[i]) : 0;
    }
    for (int at = from; at + count <= text.words; at++) {
        int i = 0;
        while (i < count && (!word[i] || (hash[i] == text.hash[at + i] && strcmp(word[i], text.word[at + i]) == 0)))
            i++;
        if (i == count)
            return at;
    }
    return -1;
}

/* The word of the text where the whole sequence stands, at the target position or, for `next`, after it. */
static const char *words_of_text(const struct task_built *t, const struct batch *b, int sequence, int target,
                                 char *buffer) {
    int row = b->start[sequence], rows = b->start[sequence + 1] - row, at = -1;
    int behind = b->target[target] - row + (t->kind == &task_next);
    const char *answer = t->kind->answer(t, b->answer[target], buffer);
    while ((at = text_locate(t, b, sequence, row, rows, at + 1)) >= 0)
        if (strcmp(answer, "[UNK]") == 0 || strcmp(answer, text.word[at + behind]) == 0)
            return answer;
    return "nowhere in the text";
}

/* Whether rows of one passage are followed in the text by those of another. */
static bool follow(const struct task_built *t, const struct batch *b, int sequence, struct range one,
                   struct range other) {
    int at = -1, count = one.high - one.low, more = other.high - other.low;
    while ((at = text_locate(t, b, sequence, one.low, count, at + 1)) >= 0)
        if (text_locate(t, b, sequence, other.low, more, at + count) == at + count)
            return true;
    return false;
}

static const char *passages(const struct task_built *t, const struct batch *b, int sequence, int target, char *buffer) {
    struct range front = {b->start[sequence] + 1, b->start[sequence] + 1}, rest = {0, b->start[sequence + 1]};
    (void)target, (void)buffer;
    while (b->segment[front.high] == 0)
        front.high++;
    rest.low = front.high;
    bool in_order = follow(t, b, sequence, front, rest), swapped = follow(t, b, sequence, rest, front);
    assert_true(in_order != swapped);
    return in_order ? "in order" : "swapped";
}

__attribute__((constructor)) static void tell_oracles(void) {
    oracle_add((struct oracle){&task_cloze, words_of_text, {0}, true});
    oracle_add((struct oracle){&task_next, words_of_text, {0}, true});
    oracle_add((struct oracle){&task_sop, passages, {0}, true});
}
