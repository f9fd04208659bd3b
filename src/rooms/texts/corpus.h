/* corpus.h -- what cloze, next and sop share: a text file as tokens (tokens.h), its end held out for evaluation.
 *
 * The vocabulary comes from the training part, which is the file without a share of its bytes at the end. The
 * checkpoint saves the vocabulary and the held-out part. */
#pragma once

#include "data/vocabulary.h"
#include "task/task.h"

enum {
    CORPUS_UNKNOWN = TASK_UNKNOWN,
    CORPUS_SPECIAL
}; /* tokens: [UNK], and the task's own special word if it has one */
enum { CORPUS_WORDS_MAX = 4096 };

/* Their options. */
struct corpus_options {
    char text[SETTING_TEXT_MAX];
    struct range words;
    int charset, tokens, max_vocabulary, min_count;
    double held_out;
};

/* The hooks of all, and of those whose answers are words of the text. */
#define CORPUS_HOOKS \
    .fixed_test = true, .options = corpus_settings, .save = corpus_save, .note = corpus_note, .word = corpus_word
#define CORPUS_WORD_HOOKS                                                                                        \
    CORPUS_HOOKS, .answers_words = true, .rows = task_words, .chance = corpus_chance, .entropy = corpus_entropy, \
                  .answer = corpus_word
extern const struct setting corpus_settings[];

/* Reads the text, or a checkpoint's copy, into t->own; fills the sizes. `special` is the task's own special word or
 * NULL; `classes` 0: one per token. */
bool corpus_build(struct task_built *t, const struct task_input *in, const char *special, int classes, int segments,
                  int shortest, struct arena *arena, struct error *e);
/* After that, for `next`: predicts the held-out part without a model, or reads a checkpoint's predictions. */
bool corpus_predict(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e);
/* As in ngram.h; NULL: of a text too long to be counted, or not in the checkpoint. */
const int *corpus_predicted(const struct task_built *t);
int corpus_save(const struct task_built *t, struct safetensors_entry *out);
void corpus_note(const struct task_built *t, char *text, size_t size);

/* A random offset of `count` consecutive tokens in that part of the text. */
size_t corpus_draw_start(const struct task_built *t, enum task_stream from, struct random *r, int count);
/* `count` consecutive tokens from a random offset in that part of the text; returns the token after them. */
int corpus_draw(const struct task_built *t, enum task_stream from, struct random *r, int count, int *token);
/* The share of the most frequent token, which may be [UNK], in the held-out part. */
double corpus_chance(const struct task_built *t, struct range words);
/* The entropy of its tokens, in nats. */
double corpus_entropy(const struct task_built *t, struct range words);
const char *corpus_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]);

/* The tokens of a user's text; `token` has room for as many as the text has bytes. */
int corpus_encode(const struct task_built *t, const char *text, size_t length, int *token);
/* The separator of two tokens in a text. */
const char *corpus_between(const struct task_built *t);
/* Tokens as a text that reads back as the same tokens. */
const char *corpus_decode(const struct task_built *t, const int *token, int count, struct arena *arena);
