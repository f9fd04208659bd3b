/* vocabulary.c -- see vocabulary.h. A hash table with open addressing; arrays double as they fill. */
#include "data/vocabulary.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 1 << 12, LETTERS = 1 << 16, WORDS_AT_ONCE = 64 };

/* Two words with the same 128 bits do not occur. */
static struct vocabulary_key key_of(const char *word, size_t length) {
    XXH128_hash_t hash = XXH3_128bits(word, length);
    return (struct vocabulary_key){hash.low64, hash.high64};
}

static uint32_t slot_index(const struct vocabulary *v, struct vocabulary_key key) {
    return (uint32_t)key.low & (v->slots - 1);
}

/* Doubles the capacity; the old arrays stay in the arena. */
static void grow(struct vocabulary *v) {
    const struct vocabulary_word *words = v->word;
    const struct vocabulary_slot *old = v->slot;
    uint32_t before = v->slots;
    v->slots = before ? 2 * before : FIRST_SLOTS;
    v->capacity = (int)(v->slots / 2);
    v->slot = arena_alloc(v->arena, v->slots, sizeof *v->slot);
    v->word = arena_alloc(v->arena, (size_t)v->capacity, sizeof *v->word);
    if (v->words)
        memcpy(v->word, words, (size_t)v->words * sizeof *words);
    for (uint32_t i = 0; i < before; i++) {
        uint32_t at = slot_index(v, old[i].key);
        if (old[i].number == 0)
            continue;
        while (v->slot[at].number)
            at = (at + 1) & (v->slots - 1);
        v->slot[at] = old[i];
    }
}

/* The slot of a word, existing or free. */
static struct vocabulary_slot *slot_of(const struct vocabulary *v, struct vocabulary_key key) {
    uint32_t at = slot_index(v, key);
    while (v->slot[at].number && (v->slot[at].key.low != key.low || v->slot[at].key.high != key.high))
        at = (at + 1) & (v->slots - 1);
    return &v->slot[at];
}

static const char *store_letters(struct vocabulary *v, const char *word, size_t length) {
    if (length + 1 > v->letters_left) {
        v->letters_left = length + 1 > LETTERS ? length + 1 : LETTERS;
        v->letters = arena_alloc(v->arena, v->letters_left, 1);
    }
    char *copy = v->letters;
    memcpy(copy, word, length);
    copy[length] = 0;
    v->letters += length + 1;
    v->letters_left -= length + 1;
    return copy;
}

/* The slot of a word, which is added if missing. */
static struct vocabulary_slot *find_or_add_slot(struct vocabulary *v, const char *word, size_t length,
                                                struct vocabulary_key key) {
    struct vocabulary_slot *slot = slot_of(v, key);
    if (slot->number)
        return slot;
    if (v->words == v->capacity) {
        grow(v);
        slot = slot_of(v, key);
    }
    v->word[v->words] = (struct vocabulary_word){.text = store_letters(v, word, length), .length = length};
    *slot = (struct vocabulary_slot){.key = key, .number = ++v->words};
    return slot;
}

/* Slots are fetched some words ahead: on a text of 100 MB that makes a tenth of the time to read it. */
void vocabulary_numbers(struct vocabulary *v, const struct vocabulary_word *word, int words, enum vocabulary_use use,
                        int *number) {
    struct vocabulary_key key[WORDS_AT_ONCE];
    for (; words > 0; word += WORDS_AT_ONCE, number += WORDS_AT_ONCE, words -= WORDS_AT_ONCE) {
        int count = words < WORDS_AT_ONCE ? words : WORDS_AT_ONCE;
        for (int i = 0; i < count; i++) {
            key[i] = key_of(word[i].text, word[i].length);
            __builtin_prefetch(&v->slot[slot_index(v, key[i])]);
        }
        for (int i = 0; i < count; i++) {
            struct vocabulary_slot *slot =
                use == VOCABULARY_FIND ? slot_of(v, key[i]) : find_or_add_slot(v, word[i].text, word[i].length, key[i]);
            slot->count += use == VOCABULARY_COUNT;
            number[i] = slot->number ? slot->number - 1 : 0;
        }
    }
}

void vocabulary_count_more(struct vocabulary *v, int number, long times) {
    const struct vocabulary_word *w = &v->word[number];
    struct vocabulary_slot *slot = slot_of(v, key_of(w->text, w->length));
    slot->count = times < UINT32_MAX - (long)slot->count ? slot->count + (uint32_t)times : UINT32_MAX;
}

int vocabulary_find(const struct vocabulary *v, const char *word, size_t length) {
    int found = slot_of(v, key_of(word, length))->number;
    return found ? found - 1 : 0;
}

static void start(struct vocabulary *v, struct arena *arena) {
    *v = (struct vocabulary){.arena = arena};
    grow(v);
}

void vocabulary_start(struct vocabulary *v, struct arena *arena, const char *const *specials) {
    start(v, arena);
    for (; *specials; specials++, v->specials++)
        find_or_add_slot(v, *specials, strlen(*specials), key_of(*specials, strlen(*specials)));
}

/* A word by number and how often it occurs. */
struct counted {
    uint32_t count;
    int number;
};

static int by_count(const void *left, const void *right) {
    const struct counted *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count) - (a->count > b->count) : a->number - b->number;
}

/* Special words in their order, then the most frequent, then the first. */
void vocabulary_close(struct vocabulary *v, long least, int most) {
    struct counted *rank = arena_alloc(v->arena, (size_t)v->words, sizeof *rank);
    v->count = arena_alloc(v->arena, (size_t)v->words, sizeof *v->count);
    for (uint32_t i = 0; i < v->slots; i++)
        if (v->slot[i].number)
            v->count[v->slot[i].number - 1] = v->slot[i].count;
    for (int i = 0; i < v->words; i++)
        rank[i] = (struct counted){v->count[i], i};
    qsort(rank + v->specials, (size_t)(v->words - v->specials), sizeof *rank, by_count);
    v->token = arena_alloc(v->arena, (size_t)v->words, sizeof *v->token);
    v->text = arena_alloc(v->arena, (size_t)v->words, sizeof *v->text);
    for (int i = 0; i < v->words; i++) {
        bool frequent = i < v->specials || (i < most && rank[i].count >= least);
        v->token[rank[i].number] = frequent ? i : 0;
        if (frequent)
            v->text[v->size++] = v->word[rank[i].number].text;
    }
}

char *vocabulary_write(const struct vocabulary *v, struct arena *arena, size_t *bytes) {
    *bytes = 0;
    for (int token = 0; token < v->size; token++)
        *bytes += strlen(v->text[token]) + 1;
    char *words = arena_alloc(arena, *bytes, 1), *at = words;
    for (int token = 0; token < v->size; token++)
        at = stpcpy(at, v->text[token]) + 1;
    return words;
}

bool vocabulary_read(struct vocabulary *v, struct arena *arena, const char *words, size_t bytes) {
    const char *end = words + bytes;
    start(v, arena);
    if (bytes == 0 || end[-1] != 0)
        return false;
    for (const char *word = words; word < end; word += strlen(word) + 1)
        find_or_add_slot(v, word, strlen(word), key_of(word, strlen(word)));
    v->token = arena_alloc(arena, (size_t)v->words, sizeof *v->token);
    v->text = arena_alloc(v->arena, (size_t)v->words, sizeof *v->text);
    for (v->size = 0; v->size < v->words; v->size++)
        v->text[v->token[v->size] = v->size] = v->word[v->size].text;
    return true;
}
