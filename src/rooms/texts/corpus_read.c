/* corpus_read.c -- see corpus_read.h. */
#include "texts/corpus_read.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "data/tokens.h"
#include "format/pieces.h"

enum { CHARACTERS_MAX = 65535, ASCII = 128 };

/* The text while it is read: numbers of its words, 32 or 16 bits each. */
struct corpus_reader {
    const struct corpus_options *o;
    struct corpus *c; /* gets the numbers and, in count, the training tokens */
    struct pieces file;
    struct vocabulary vocabulary;
    struct tokens tokens;
    size_t count;
    uint64_t size;     /* capacity in bytes */
    uint64_t boundary; /* offset in the file where the held-out part begins */
    int ascii[ASCII];  /* number + 1 of a character seen before */
    long times[ASCII]; /* how often since then: not yet counted */
};

static void add_words(struct corpus_reader *r, const char *at, const char *end, bool training) {
    struct vocabulary_word word[VOCABULARY_AT_ONCE];
    int count = VOCABULARY_AT_ONCE;
    tokens_of(&r->tokens, at, (size_t)(end - at));
    for (; count == VOCABULARY_AT_ONCE; r->count += (size_t)count) {
        for (count = 0; count < VOCABULARY_AT_ONCE && tokens_next(&r->tokens, &word[count]);)
            count++;
        vocabulary_numbers(&r->vocabulary, word, count, training ? VOCABULARY_COUNT : VOCABULARY_FIND,
                           r->c->word + r->count);
        tokens_forget(&r->tokens);
    }
}

/* The number of the character at `at`, which has *length bytes. */
static int character_number(struct corpus_reader *r, const char *at, size_t left, bool training, int *length) {
    unsigned char first = (unsigned char)*at;
    if (first < ASCII && r->ascii[first]) { /* seen before */
        *length = 1;
        r->times[first] += training;
        return r->ascii[first] - 1;
    }
    int blank = utf8_space(at, left);
    *length = blank ? blank : utf8_length(at);
    struct vocabulary_word spelled = {blank ? TOKENS_BLANK : at, blank ? strlen(TOKENS_BLANK) : (size_t)*length};
    int number;
    vocabulary_numbers(&r->vocabulary, &spelled, 1, training ? VOCABULARY_COUNT : VOCABULARY_FIND, &number);
    if (first < ASCII && training)
        r->ascii[first] = number + 1;
    return number;
}

static bool add_characters(struct corpus_reader *r, const char *at, const char *end, bool training, struct error *e) {
    int length;
    for (; at < end; at += length) {
        int number = character_number(r, at, (size_t)(end - at), training, &length);
        if (number > CHARACTERS_MAX)
            return error_set(e, EXIT_DATA, "%s: more than %d different characters", r->file.from.path, CHARACTERS_MAX);
        r->c->character[r->count++] = (uint16_t)number;
    }
    return true;
}

static bool add(struct corpus_reader *r, const char *at, const char *end, bool training, struct error *e) {
    if (r->o->tokens == TOKENS_CHARACTERS)
        return add_characters(r, at, end, training, e);
    add_words(r, at, end, training);
    return true;
}

/* Whether a word (or character) ends just before `at`. */
static bool ends_at(const struct corpus_reader *r, const char *at, size_t left) {
    return r->o->tokens == TOKENS_CHARACTERS ? (*at & 0xC0) != 0x80 : utf8_space(at, left) > 0;
}

/* A piece, split where the held-out part begins: at the end of the first word that reaches that offset. */
static bool add_piece(struct corpus_reader *r, const char *text, size_t size, struct error *e) {
    uint64_t from = r->file.at;
    size_t cut = from > r->boundary ? 0 : r->boundary - from < size ? (size_t)(r->boundary - from) : size;
    while (r->boundary > 0 && from <= r->boundary && cut < size && !ends_at(r, text + cut, size - cut))
        cut++;
    if (!add(r, text, text + cut, true, e))
        return false;
    if (cut > 0)
        r->c->count[TASK_TRAINING] = r->count;
    return add(r, text + cut, text + size, false, e);
}

static bool read_all(struct corpus_reader *r, const struct task_input *in, struct error *e) {
    const char *text;
    for (size_t size = 1; size > 0;) {
        if (!pieces_next(&r->file, &text, &size, e))
            return false;
        if (r->file.at + size > r->size)
            return error_set(e, EXIT_IO, "%s changed while it was read; try again when nothing writes to it",
                             r->file.from.path);
        if (!add_piece(r, text, size, e))
            return false;
        if (in->reading && size > 0)
            in->reading(in->user, r->file.from.path, r->file.from.read, r->file.from.size);
    }
    return true;
}

int corpus_token(const struct corpus *c, enum task_stream from, size_t i) {
    assert(from == TASK_EVALUATION || c->word || c->character);
    return from == TASK_EVALUATION ? c->test[i] : c->word ? c->word[i] : c->character[i];
}

/* Replaces the numbers by tokens; copies the held-out ones for the checkpoint. */
static void settle(struct corpus *c, const struct corpus_reader *r, struct arena *arena) {
    size_t trained = c->count[TASK_TRAINING], held_out = c->count[TASK_EVALUATION] = r->count - trained;
    for (size_t i = 0; i < r->count && c->word; i++)
        c->word[i] = vocabulary_token(&r->vocabulary, c->word[i]);
    for (size_t i = 0; i < r->count && c->character; i++)
        c->character[i] = (uint16_t)vocabulary_token(&r->vocabulary, c->character[i]);
    c->test = arena_alloc(arena, held_out, sizeof *c->test);
    for (size_t i = 0; i < held_out; i++)
        c->test[i] = corpus_token(c, TASK_TRAINING, trained + i);
    c->trained = trained < INT32_MAX ? (int)trained : INT32_MAX;
    c->fingerprint = r->file.fingerprint;
}

/* Room for the most tokens that a text of that size can have: a word has two bytes with its blank, others one. */
static void alloc_tokens(struct corpus_reader *r, size_t size, struct arena *arena) {
    struct corpus *c = r->c;
    r->boundary = (uint64_t)((double)size * (1 - r->o->held_out));
    if (r->o->tokens == TOKENS_CHARACTERS)
        c->character = arena_alloc(arena, size, sizeof *c->character);
    else
        c->word = arena_alloc(arena, r->o->tokens == TOKENS_SPACES ? size / 2 + 1 : size, sizeof *c->word);
}

static void close_vocabulary(struct corpus_reader *r, struct arena *arena) {
    for (int letter = 0; letter < ASCII; letter++)
        if (r->ascii[letter])
            vocabulary_count_more(&r->vocabulary, r->ascii[letter] - 1, r->times[letter]);
    vocabulary_close(&r->vocabulary, r->o->min_count, r->o->max_vocabulary);
    settle(r->c, r, arena);
    r->c->word_bytes = vocabulary_write(&r->vocabulary, arena, &r->c->word_size);
}

bool corpus_read(struct corpus *c, const struct corpus_options *o, const struct task_input *in, const char *special,
                 struct arena *arena, struct error *e) {
    const char *const specials[] = {"[UNK]", special, NULL};
    char found[PATH_MAX_LENGTH];
    enum pieces_end ends = o->tokens == TOKENS_CHARACTERS ? PIECES_CHARACTERS : PIECES_WORDS;
    const struct source_how how = {.path = file_find(found, o->text), .charset = (enum charset)o->charset};
    struct arena scratch = {0};
    struct corpus_reader r = {.o = o, .c = c, .tokens = tokens_open((enum tokens_kind)o->tokens)};
    vocabulary_start(&r.vocabulary, &scratch, specials);
    bool ok = source_size(&how, &r.size, e) && pieces_open(&r.file, &how, ends, e);
    if (ok) {
        alloc_tokens(&r, (size_t)r.size, arena);
        ok = read_all(&r, in, e);
    }
    if (ok)
        close_vocabulary(&r, arena);
    pieces_close(&r.file);
    tokens_close(&r.tokens);
    arena_free(&scratch);
    return ok;
}
