/* vocabulary.h -- the words of a text, first counted, then numbered as tokens.
 *
 * While it counts, a word's number is the order of its first appearance. Closing it gives tokens: the special words
 * first, then words by frequency (ties by first appearance); rare words and those above the size limit become [UNK]. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { VOCABULARY_AT_ONCE = 256 };

struct vocabulary_word {
    const char *text; /* in a vocabulary it ends in 0 */
    size_t length;
};

/* A word's slot: all the memory that finding and counting it touches. */
struct vocabulary_slot {
    struct vocabulary_key {
        uint64_t low, high; /* 128 bits of hash, which no two words share */
    } key;
    uint32_t count;
    int number; /* + 1; 0: free */
};

struct vocabulary {
    struct vocabulary_word *word; /* (words) by number */
    int words, capacity, specials;
    struct vocabulary_slot *slot; /* (slots) open addressing */
    uint32_t slots;
    struct arena *arena;
    char *letters;
    size_t letters_left;
    int *token;        /* (words) by number, once closed */
    uint32_t *count;   /* (words) by number, once closed */
    int size;          /* tokens, once closed */
    const char **text; /* (size) */
};

/* Starts, in the arena, with the special words (NULL-ended), of which the first is for all unknown words; a word of a
 * text that looks like a special word is that word. */
void vocabulary_start(struct vocabulary *v, struct arena *arena, const char *const *specials);
/* What to do with words: count them; number them without counting; or look them up, 0 if unknown. */
enum vocabulary_use { VOCABULARY_COUNT, VOCABULARY_ADD, VOCABULARY_FIND };
/* The numbers of words; many at once are faster, since memory latency overlaps. */
void vocabulary_numbers(struct vocabulary *v, const struct vocabulary_word *word, int words, enum vocabulary_use use,
                        int *number);
/* Adds to the count of a word that has a number. */
void vocabulary_count_more(struct vocabulary *v, int number, long times);
/* The number of a word, 0 where it has none. */
int vocabulary_find(const struct vocabulary *v, const char *word, size_t length);
/* Ends counting: specials, then words that were counted `least` times or more, `most` tokens in all. */
void vocabulary_close(struct vocabulary *v, long least, int most);
/* The token of a word's number, once closed. */
static inline int vocabulary_token(const struct vocabulary *v, int number) { return v->token[number]; }

/* All tokens' words one after another, each ended by 0: *bytes of them, in the arena; and a closed vocabulary made of
 * such, false where they are none. */
char *vocabulary_write(const struct vocabulary *v, struct arena *arena, size_t *bytes);
bool vocabulary_read(struct vocabulary *v, struct arena *arena, const char *words, size_t bytes);
