/* corpus_read.h -- reads a text file into memory as tokens: those to train on, then those held out.
 *
 * A word needs 32 bits in memory and at least two bytes of text, a character 16 bits, so that no text needs more than
 * twice its bytes. */
#pragma once

#include "texts/corpus.h"

/* The data of text tasks. */
struct corpus {
    struct vocabulary vocabulary;
    char *word_bytes;
    size_t word_size;
    int *word; /* tokens to train on, words or characters; none where all is from a checkpoint */
    uint16_t *character;
    int *test;       /* those held out */
    size_t count[2]; /* of both, by task_stream */
    int trained;     /* how many tokens training has */
    int known;       /* words other than special ones */
    double chance, entropy;
    const int *predicted; /* (count[TASK_EVALUATION] - 1, NGRAMS) see ngram.h; NULL: not known */
    uint64_t fingerprint;
};

/* Reads the file that the options name. Errors: EXIT_DATA, EXIT_IO. */
bool corpus_read(struct corpus *c, const struct corpus_options *o, const struct task_input *in, const char *special,
                 struct arena *arena, struct error *e);
/* Token i of a part. */
int corpus_token(const struct corpus *c, enum task_stream from, size_t i);
