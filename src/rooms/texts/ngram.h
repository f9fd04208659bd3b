/* ngram.h -- a bigram and a trigram of words with interpolated modified Kneser-Ney smoothing: counted in the first part
 * of a text, they predict every word of the rest. A model of text should beat it.
 *
 *     p(w | u v) = (c(u v w) - D(c(u v w))) / c(u v .) + g(u v) p(w | v)
 *
 * and p(w | v) likewise from p(w), but with the number of different words in front of v w in place of its count, as
 * p(w) has those in front of w, which is mixed with a uniform distribution. (The bigram by itself has the counts of v
 * w.) g makes each distribution add up to 1; D has three values, for counts of 1, of 2 and of more. For a history that
 * was never counted, the shorter one predicts. Sources: Kneser and Ney 1995, "Improved backing-off for m-gram language
 * modeling"; Chen and Goodman 1999, "An empirical study of smoothing techniques for language modeling", for the three
 * discounts and their estimates. Where one of the counts 1 to 4 never occurs, which the estimates need, they are .5, 1
 * and 1.5, as KenLM's fallback.
 *
 * It needs 12 bytes per word of the text, 16 per different pair and 48 per different word, and frees them. */
#pragma once

#include "base/arena.h"
#include "maths/loss.h"

enum { NGRAM_WORDS = 1 << 24 }; /* maximum counted, for time and memory: some 100 MB of English */

/* How a word was predicted, as an integer from 0 on: to a millionth of a nat. */
struct outcome ngram_outcome(int predicted);

/* Predictions of words trained+1..count-1 of the text, two for each: by the bigram, and by the trigram. The first
 * `trained` words are counted, at least one; at least two follow; fewer than 2^32 in all. */
int *ngram_predict(const int *token, size_t trained, size_t count, int vocabulary, struct arena *arena);
/* One prediction for each of these words, by its count alone, with such discounts and the same uniform distribution. */
int *ngram_unigram(const int *token, size_t trained, size_t count, int vocabulary, struct arena *arena);
