/* ngram.h -- a unigram and a bigram of words with interpolated absolute discounting: counted in the first part of a
 * text, they predict every word of the rest. A model of text should beat them.
 *
 *     p(w | v) = (max(c(v w) - D, 0) + D k(v) p(w)) / c(v)
 *
 * c(v) counts words after v, k(v) different ones. p(w) is likewise from the counts of all words, with 1 / vocabulary in
 * place of p(w). D = 0.75. Where nothing is counted after v, p(w | v) = p(w). Sources: Ney, Essen and Kneser 1994, "On
 * structuring probabilistic dependences in stochastic language modelling"; D: Church and Gale 1991, whose held-out text
 * had about 0.75 less of each bigram than its count.
 *
 * It needs 4 bytes per word of the text and 16 per word of the vocabulary, and frees them. */
#pragma once

#include "base/arena.h"
#include "maths/loss.h"

enum { NGRAM_WORDS = 1 << 24 }; /* maximum counted, for time and memory: some 100 MB of English */
enum { UNIGRAM, BIGRAM, NGRAMS };

/* How a word was predicted, as an integer from 0 on: to a millionth of a nat. */
struct outcome ngram_outcome(int predicted);

/* Predictions of words trained+1..count-1 of the text, NGRAMS for each. The first `trained` words are counted, at least
 * one; at least two follow; fewer than 2^32 in all. */
int *ngram_predict(const int *token, size_t trained, size_t count, int vocabulary, struct arena *arena);
