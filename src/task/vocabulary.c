/* vocabulary.c -- see vocabulary.h. A hash table with open addressing; arrays double as they fill. */
#include "task/vocabulary.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 1 << 12, LETTERS = 1 << 16 };

/* Room for twice as many words; the old arrays stay in the arena. */
static void grow(struct vocabulary *v) {
    const struct vocabulary_word *words = v->word;
    v->slots = v->slots ? 2 * v->slots : FIRST_SLOTS;
    v->room = (int)(v->slots / 2);
    v->slot = arena_take(v->arena, v->slots, sizeof *v->slot);
    v->word = arena_take(v->arena, (size_t)v->room, sizeof *v->word);
    if (v->words)
        memcpy(v->word, words, (size_t)v->words * sizeof *words);
    for (int number = 0; number < v->words; number++) {
        uint32_t at = v->word[number].hash & (v->slots - 1);
        while (v->slot[at])
            at = (at + 1) & (v->slots - 1);
        v->slot[at] = number + 1;
    }
}

/* The slot of a word: where it lies, or where it would. */
static uint32_t slot_of(const struct vocabulary *v, const char *word, size_t length, uint32_t hash) {
    uint32_t at = hash & (v->slots - 1);
    for (; v->slot[at]; at = (at + 1) & (v->slots - 1)) {
        const struct vocabulary_word *w = &v->word[v->slot[at] - 1];
        if (w->hash == hash && w->length == length && memcmp(w->text, word, length) == 0)
            break;
    }
    return at;
}

static const char *keep_letters(struct vocabulary *v, const char *word, size_t length) {
    if (length + 1 > v->letters_left) {
        v->letters_left = length + 1 > LETTERS ? length + 1 : LETTERS;
        v->letters = arena_take(v->arena, v->letters_left, 1);
    }
    char *kept = v->letters;
    memcpy(kept, word, length);
    kept[length] = 0;
    v->letters += length + 1;
    v->letters_left -= length + 1;
    return kept;
}

int vocabulary_count(struct vocabulary *v, const char *word, size_t length) {
    uint32_t hash = (uint32_t)XXH3_64bits(word, length), at = slot_of(v, word, length, hash);
    if (!v->slot[at]) {
        if (v->words == v->room) {
            grow(v);
            at = slot_of(v, word, length, hash);
        }
        v->word[v->words] = (struct vocabulary_word){keep_letters(v, word, length), (uint32_t)length, hash, 0, 0};
        v->slot[at] = ++v->words;
    }
    int number = v->slot[at] - 1;
    v->word[number].count++;
    return number;
}

int vocabulary_find(const struct vocabulary *v, const char *word, size_t length) {
    int found = v->slot[slot_of(v, word, length, (uint32_t)XXH3_64bits(word, length))];
    return found ? found - 1 : 0;
}

static void start(struct vocabulary *v, struct arena *arena) {
    *v = (struct vocabulary){.arena = arena};
    grow(v);
}

void vocabulary_start(struct vocabulary *v, struct arena *arena, const char *const *specials) {
    start(v, arena);
    for (; *specials; specials++) {
        vocabulary_count(v, *specials, strlen(*specials));
        v->word[v->words - 1].count = LONG_MIN; /* these stay in front */
    }
}

/* Special words in their order, then the most frequent, then the first. */
static int by_rank(const void *left, const void *right) {
    const struct vocabulary_word *a = *(const struct vocabulary_word *const *)left;
    const struct vocabulary_word *b = *(const struct vocabulary_word *const *)right;
    bool special = a->count < 0, other = b->count < 0;
    if (special != other)
        return special ? -1 : 1;
    if (!special && a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a < b ? -1 : 1;
}

void vocabulary_close(struct vocabulary *v, long least, int most) {
    struct vocabulary_word **rank = arena_take(v->arena, (size_t)v->words, sizeof(struct vocabulary_word *));
    for (int i = 0; i < v->words; i++)
        rank[i] = &v->word[i];
    qsort(rank, (size_t)v->words, sizeof *rank, by_rank);
    v->spelled = arena_take(v->arena, (size_t)v->words, sizeof *v->spelled);
    for (int i = 0; i < v->words; i++) {
        bool kept = rank[i]->count < 0 || (i < most && rank[i]->count >= least);
        rank[i]->token = kept ? i : 0;
        if (kept)
            v->spelled[v->size++] = rank[i]->text;
    }
}

char *vocabulary_write(const struct vocabulary *v, struct arena *arena, size_t *bytes) {
    *bytes = 0;
    for (int token = 0; token < v->size; token++)
        *bytes += strlen(v->spelled[token]) + 1;
    char *words = arena_take(arena, *bytes, 1), *at = words;
    for (int token = 0; token < v->size; token++)
        at = stpcpy(at, v->spelled[token]) + 1;
    return words;
}

bool vocabulary_read(struct vocabulary *v, struct arena *arena, const char *words, size_t bytes) {
    const char *end = words + bytes;
    start(v, arena);
    if (bytes == 0 || end[-1] != 0)
        return false;
    for (const char *word = words; word < end; word += strlen(word) + 1) {
        int number = vocabulary_count(v, word, strlen(word));
        v->word[number].token = number;
    }
    v->spelled = arena_take(v->arena, (size_t)v->words, sizeof *v->spelled);
    for (v->size = 0; v->size < v->words; v->size++)
        v->spelled[v->size] = v->word[v->size].text;
    return true;
}
