/* public_words.h -- the words of a public model's tokens, from the file of its vocabulary. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

struct public_words {
    const char *const *word; /* (rows) printable; NULL: this row has none. All NULL: there is no such file. */
    const char *file;        /* its name without the folder */
};

/* Reads vocab.txt (one word per line), vocab.json ({word: row}) or tokenizer.json, the first that is in the folder.
 * Words of byte-level BPE become the text that they stand for, with a blank as U+2423 and what cannot be printed as
 * \x0a. Errors, EXIT_DATA: the file is wrong, too large, or has a word for a row that the table does not have;
 * EXIT_IO. */
bool public_words_read(struct public_words *w, const char *folder, int rows, struct arena *arena, struct error *e);
/* A word as it is shown: with a blank as U+2423. */
const char *public_words_shown(const char *word, struct arena *arena);
