/* tokens.c -- see tokens.h. Most chunks between white space are pure ASCII, which a table of 128 characters splits;
 * libunistring does the rest. */
#include "data/tokens.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>
#include <uniwbrk.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { ROOM = 1 << 16, FOLDED = 256 };

/* The role of an ASCII character in words. */
enum { MARK, LETTER = 1, CAPITAL = 2, DIGIT = 4, JOINS = 8, JOINS_LETTERS = 16, JOINS_DIGITS = 32 };

static unsigned kind_at(const char *at) {
    unsigned char c = (unsigned char)*at;
    if ((unsigned)((c | 0x20) - 'a') < 26)
        return c & 0x20 ? LETTER : LETTER | CAPITAL;
    if ((unsigned)(c - '0') < 10)
        return DIGIT;
    return c == '_'                ? JOINS
           : c == '.' || c == '\'' ? JOINS_LETTERS | JOINS_DIGITS
           : c == ',' || c == ';'  ? JOINS_DIGITS
                                   : MARK;
}

void tokens_of(struct tokens *t, const char *text, size_t length) {
    t->at = text;
    t->end = text + length;
    t->chunk = t->chunk_end = NULL;
}

void tokens_close(struct tokens *t) {
    arena_free(&t->arena);
    t->block = t->room = NULL;
    t->room_left = 0;
    t->more = false;
}

void tokens_forget(struct tokens *t) {
    if (t->chunk < t->chunk_end && t->breaks) /* it lies there */
        return;
    if (t->more)
        tokens_close(t);
    t->room = t->block;
    t->room_left = t->block ? ROOM : 0;
}

static char *room_for(struct tokens *t, size_t size) {
    if (t->room_left < size) {
        t->more = t->more || t->block || size > ROOM;
        t->room_left = size > ROOM ? size : ROOM;
        t->room = t->block = arena_alloc(&t->arena, t->room_left, 1);
    }
    char *room = t->room;
    t->room += size;
    t->room_left -= size;
    return room;
}

/* ---- Words of ASCII */

static const char *lowered(struct tokens *t, const char *word, size_t length) {
    char *copy = room_for(t, length);
    for (size_t i = 0; i < length; i++)
        copy[i] = (char)(word[i] | (kind_at(word + i) & CAPITAL ? 'a' - 'A' : 0));
    return copy;
}

/* Whether the mark at `at`, not the last of the chunk, joins its neighbours. */
static bool joins(const char *at) {
    unsigned mark = kind_at(at), before = kind_at(at - 1), after = kind_at(at + 1);
    return (mark & JOINS_LETTERS && before & LETTER && after & LETTER) ||
           (mark & JOINS_DIGITS && before & DIGIT && after & DIGIT);
}

static void next_ascii(struct tokens *t, struct vocabulary_word *out) {
    const char *start = t->chunk, *at = start;
    unsigned all = 0;
    for (; at < t->chunk_end; at++) {
        unsigned kind = kind_at(at);
        if (!(kind & (LETTER | DIGIT | JOINS)) && !(at > start && at + 1 < t->chunk_end && joins(at)))
            break;
        all |= kind;
    }
    at += at == start; /* a mark */
    size_t length = (size_t)(at - start);
    *out = (struct vocabulary_word){all & CAPITAL ? lowered(t, start, length) : start, length};
    t->chunk = at;
}

/* ---- Words of any characters */

/* The chunk folded, and where words begin in it. */
static void fold(struct tokens *t) {
    uint8_t buffer[FOLDED];
    size_t size = sizeof buffer;
    uint8_t *folded =
        u8_casefold((const uint8_t *)t->chunk, (size_t)(t->chunk_end - t->chunk), NULL, UNINORM_NFC, buffer, &size);
    if (!folded)
        memory_die("try smaller sizes");
    /* cppcheck-suppress nullPointerRedundantCheck ; memory_die does not return */
    char *copy = memcpy(room_for(t, size), folded, size), *breaks = room_for(t, size);
    if (folded != buffer)
        free(folded);
    u8_wordbreaks((const uint8_t *)copy, size, breaks);
    for (size_t i = 0; i < size; i++) /* older versions of Unicode join letters at a colon */
        if (copy[i] == ':') {
            breaks[i] = 1;
            if (i + 1 < size)
                breaks[i + 1] = 1;
        }
    t->chunk = copy;
    t->chunk_end = copy + size;
    t->breaks = breaks;
}

static void next_folded(struct tokens *t, struct vocabulary_word *out) {
    const char *start = t->chunk;
    do {
        t->chunk++;
        t->breaks++;
    } while (t->chunk < t->chunk_end && !*t->breaks);
    *out = (struct vocabulary_word){start, (size_t)(t->chunk - start)};
}

/* ---- Words */

/* Bytes of the special word that the text begins with; 0: it begins with none. */
static size_t special_size(const char *text, size_t length) {
    static const char *const specials[] = {"[UNK]", "[CLS]", "[SEP]", "[MASK]", "[PAD]", NULL};
    for (const char *const *s = specials; length > 0 && *text == '[' && *s; s++)
        if (strlen(*s) <= length && memcmp(*s, text, strlen(*s)) == 0)
            return strlen(*s);
    return 0;
}

static bool next_word(struct tokens *t, struct vocabulary_word *out) {
    if (t->chunk == t->chunk_end) {
        size_t length;
        t->chunk = utf8_word(&t->at, t->end, &length);
        if (!t->chunk) {
            t->chunk_end = NULL;
            return false;
        }
        t->chunk_end = t->chunk + length;
        t->breaks = NULL;
        if (special_size(t->chunk, length) == length) {
            *out = (struct vocabulary_word){t->chunk, length};
            t->chunk = t->chunk_end;
            return true;
        }
        if (!utf8_is_ascii(t->chunk, length))
            fold(t);
    }
    if (t->breaks)
        next_folded(t, out);
    else
        next_ascii(t, out);
    return true;
}

/* ---- Characters */

static bool next_character(struct tokens *t, struct vocabulary_word *out) {
    size_t left = (size_t)(t->end - t->at), special = t->written ? special_size(t->at, left) : 0;
    if (left == 0)
        return false;
    size_t blank = (size_t)utf8_space(t->at, left), length = special ? special : (size_t)utf8_length(t->at);
    *out = (struct vocabulary_word){blank ? TOKENS_BLANK : t->at, blank ? strlen(TOKENS_BLANK) : length};
    t->at += blank ? blank : length;
    return true;
}

bool tokens_next(struct tokens *t, struct vocabulary_word *out) {
    if (t->kind == TOKENS_WORDS)
        return next_word(t, out);
    if (t->kind == TOKENS_CHARACTERS)
        return next_character(t, out);
    out->text = utf8_word(&t->at, t->end, &out->length);
    return out->text != NULL;
}

const char *tokens_between(enum tokens_kind kind) { return kind == TOKENS_CHARACTERS ? "" : " "; }
const char *tokens_unit(enum tokens_kind kind) { return kind == TOKENS_CHARACTERS ? "characters" : "words"; }
