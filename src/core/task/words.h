/* words.h -- what the labelling tasks share: sequences of random words, and questions whose answer is a word of the
 * sequence. Tokens 0..V-1 are the words, V is [SEP]. */
#pragma once

#include "task/task.h"

enum { WORDS_MAX = 65536, WORDS_VOCABULARY_MAX = 60000 };

/* Their common options; first in the options of each. */
struct words {
    struct range words;
    int vocabulary;
};

/* The rows of an option table whose owner begins with a struct words, and the hooks of a task. */
#define WORDS_RANGE                                                                          \
    "task.words", SETTING_RANGE, offsetof(struct words, words), "4..16", 1, WORDS_MAX, NULL, \
        "words in a training example"
#define WORDS_VOCABULARY                                                                                     \
    "task.vocabulary", SETTING_INT, offsetof(struct words, vocabulary), "16", 2, WORDS_VOCABULARY_MAX, NULL, \
        "different words"
#define WORDS_HOOKS \
    .chance = words_chance, .draw = words_draw, .word = words_word, .answer = words_word, .encode = words_encode

/* Sizes for examples of `shortest` words or more; `separator`: [SEP] is a token too. */
bool words_build(struct task_built *t, int shortest, bool separator, struct error *e);
/* Words are independent and equally likely, so no guess is better than another: 1 / V. That is an expectation: in a set
 * of examples a constant answer may be right more or less often. */
double words_chance(const struct task_built *t, struct range words);
const char *words_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);

/* `length` random words, or those of one text, from row 0 on, in segment 0 with positions 0, 1, 2, ...; the task's
 * `label` does the rest. */
void words_draw(const struct task_built *t, const struct task_draw *d, struct example *out);
int words_encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                 struct error *e);

/* ---- Guesses without order */

/* The share of the most frequent among `count` random words, on average: how often a guess is right that knows these
 * words, and nothing of which of them is the answer. */
double words_top_share(const struct task_built *t, int count);
/* The mean of `guess` over the targets of examples of these lengths, which are distributed as in training; and its
 * plain mean over lengths 1..length. Exact up to 32 lengths; of more, some stand for their neighbours (off by less than
 * 1e-4). */
double words_mean(const struct task_built *t, struct range words,
                  double (*guess)(const struct task_built *t, int length));
double words_mean_up_to(const struct task_built *t, int length,
                        double (*guess)(const struct task_built *t, int length));
