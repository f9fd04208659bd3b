/* tokens.h -- splits a text into tokens: words, chunks between white space, or characters.
 *
 * Words are those of Unicode (UAX #29), case folded (so that "Coffee," is "coffee" and ","), in normal form C. Each
 * punctuation mark is a word, except . and ' inside a word of letters, and also , and ; inside a number, but never a
 * colon. [UNK] [CLS] [SEP] [MASK] [PAD] between white space are not split. Characters are code points, unchanged; all
 * white space is the same one. */
#pragma once

#include "data/vocabulary.h"

enum tokens_kind { TOKENS_WORDS, TOKENS_SPACES, TOKENS_CHARACTERS };
#define TOKENS_KINDS "words|spaces|characters" /* the choices of a setting */
#define TOKENS_BLANK "\xE2\x90\xA3"            /* U+2423: all white space, where a token is a character */

/* A text while it is read. */
struct tokens {
    enum tokens_kind kind;
    bool written;                  /* it was written from tokens: [UNK] and the like count as one character */
    const char *at, *end;          /* the rest of the text */
    const char *chunk, *chunk_end; /* what is left between two white spaces; or of that folded */
    const char *breaks;            /* of a folded chunk: 1 where a word begins; NULL: it is ASCII */
    struct arena arena;            /* for words that are not in the text as they are */
    char *block, *room;
    bool more; /* than one block of the usual size */
    size_t room_left;
};

static inline struct tokens tokens_open(enum tokens_kind kind) { return (struct tokens){.kind = kind}; }
void tokens_close(struct tokens *t);
/* Begins a text, in valid UTF-8, which must stay while its words are used. */
void tokens_of(struct tokens *t, const char *text, size_t length);
/* The next token, good until tokens_forget; false where none is left. */
bool tokens_next(struct tokens *t, struct vocabulary_word *out);
/* Declares that all words so far are no longer used. */
void tokens_forget(struct tokens *t);
/* The separator of two tokens in a text. */
const char *tokens_between(enum tokens_kind kind);
/* "words" or "characters", for messages. */
const char *tokens_unit(enum tokens_kind kind);
