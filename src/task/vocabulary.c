/* vocabulary.c -- see vocabulary.h. A hash table with open addressing; arrays double as they fill. */
#include "task/vocabulary.h"

#include <string.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 1 << 12, LETTERS = 1 << 16, SHORT = 16, TOGETHER = 64, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static uint64_t read_four(const char *at) {
    uint32_t four;
    memcpy(&four, at, sizeof four);
    return four;
}

static uint64_t read_eight(const char *at) {
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    return eight;
}

/* A short word's letters are its key. Keys of short words differ, since no byte is 0, and they differ from those of
 * long words, since no byte of UTF-8 is 255. The last letters may be read twice. */
static struct vocabulary_key key_of(const char *word, size_t length) {
    struct vocabulary_key key = {0, 0};
    if (length > SHORT)
        return (struct vocabulary_key){XXH3_64bits(word, length), length | UINT64_C(255) << 56};
    if (length > 8)
        return (struct vocabulary_key){read_eight(word), read_eight(word + length - 8) >> 8 * (SHORT - length)};
    if (length >= 4)
        key.low = read_four(word) | read_four(word + length - 4) << 8 * (length - 4);
    for (size_t i = 0; i < length && length < 4; i++)
        key.low |= (uint64_t)(unsigned char)word[i] << 8 * i;
    return key;
}

static bool same_key(struct vocabulary_key a, struct vocabulary_key b) { return a.low == b.low && a.high == b.high; }

/* Where to look first for a key: its bits well mixed (Steele, Lea and Flood 2014, SplitMix). */
static uint32_t slot_index(const struct vocabulary *v, struct vocabulary_key key) {
    uint64_t mixed = key.low ^ key.high * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(mixed ^ mixed >> 31) & (v->slots - 1);
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

/* Whether the word in a slot, which has the key, is this one. */
static bool is_word(const struct vocabulary *v, const struct vocabulary_slot *s, const char *word, size_t length) {
    const struct vocabulary_word *w = &v->word[s->number - 1];
    return length <= SHORT || (w->length == length && memcmp(w->text, word, length) == 0);
}

/* The slot of a word, existing or free. */
static inline struct vocabulary_slot *slot_of(const struct vocabulary *v, const char *word, size_t length,
                                              struct vocabulary_key key) {
    uint32_t at = slot_index(v, key);
    for (; v->slot[at].number; at = (at + 1) & (v->slots - 1))
        if (same_key(v->slot[at].key, key) && is_word(v, &v->slot[at], word, length))
            break;
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
    struct vocabulary_slot *slot = slot_of(v, word, length, key);
    if (slot->number)
        return slot;
    if (v->words == v->capacity) {
        grow(v);
        slot = slot_of(v, word, length, key);
    }
    v->word[v->words] = (struct vocabulary_word){.text = store_letters(v, word, length), .length = length};
    *slot = (struct vocabulary_slot){.key = key, .number = ++v->words};
    return slot;
}

void vocabulary_numbers(struct vocabulary *v, const struct vocabulary_word *word, int words, enum vocabulary_use use,
                        int *number) {
    struct vocabulary_key key[TOGETHER];
    for (int first = 0; first < words; first += TOGETHER) {
        int count = words - first < TOGETHER ? words - first : TOGETHER;
        for (int i = 0; i < count; i++) {
            key[i] = key_of(word[first + i].text, word[first + i].length);
            __builtin_prefetch(&v->slot[slot_index(v, key[i])]);
        }
        for (int i = 0; i < count; i++) {
            const struct vocabulary_word *w = &word[first + i];
            struct vocabulary_slot *slot = use == VOCABULARY_FIND ? slot_of(v, w->text, w->length, key[i])
                                                                  : find_or_add_slot(v, w->text, w->length, key[i]);
            slot->count += use == VOCABULARY_COUNT;
            number[first + i] = slot->number ? slot->number - 1 : 0;
        }
    }
}

void vocabulary_count_more(struct vocabulary *v, int number, long times) {
    const struct vocabulary_word *w = &v->word[number];
    struct vocabulary_slot *slot = slot_of(v, w->text, w->length, key_of(w->text, w->length));
    slot->count = times < UINT32_MAX - (long)slot->count ? slot->count + (uint32_t)times : UINT32_MAX;
}

int vocabulary_find(const struct vocabulary *v, const char *word, size_t length) {
    int found = slot_of(v, word, length, key_of(word, length))->number;
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

/* One pass of a stable radix sort: numbers in descending order of some bits of their words' counts. */
static void sort_by_bits(int *out, const int *in, const uint32_t *count, int words, int shift) {
    int next[DIGITS + 1] = {0};
    for (int i = 0; i < words; i++)
        next[DIGITS - (count[in[i]] >> shift) % DIGITS]++;
    for (int digit = 0; digit < DIGITS; digit++)
        next[digit + 1] += next[digit];
    for (int i = 0; i < words; i++)
        out[next[DIGITS - 1 - (count[in[i]] >> shift) % DIGITS]++] = in[i];
}

/* Special words in their order, then the most frequent, then the first. */
static const int *by_rank(const struct vocabulary *v) {
    int *rank[2], from = 0;
    for (int k = 0; k < 2; k++)
        rank[k] = arena_alloc(v->arena, (size_t)v->words, sizeof(int));
    for (int i = 0; i < v->words; i++)
        rank[0][i] = rank[1][i] = i;
    for (int shift = 0; shift < 32; shift += DIGIT_BITS, from = !from)
        sort_by_bits(rank[!from] + v->specials, rank[from] + v->specials, v->count, v->words - v->specials, shift);
    return rank[from];
}

void vocabulary_close(struct vocabulary *v, long least, int most) {
    v->count = arena_alloc(v->arena, (size_t)v->words, sizeof *v->count);
    for (uint32_t i = 0; i < v->slots; i++)
        if (v->slot[i].number)
            v->count[v->slot[i].number - 1] = v->slot[i].count;
    const int *rank = by_rank(v);
    v->token = arena_alloc(v->arena, (size_t)v->words, sizeof *v->token);
    v->text = arena_alloc(v->arena, (size_t)v->words, sizeof *v->text);
    for (int i = 0; i < v->words; i++) {
        bool frequent = i < v->specials || (i < most && v->count[rank[i]] >= least);
        v->token[rank[i]] = frequent ? i : 0;
        if (frequent)
            v->text[v->size++] = v->word[rank[i]].text;
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
