/* corpus.c -- see corpus.h. A word needs 32 bits in memory and at least two bytes of text, a character 16 bits, so that
 * no text needs more than twice its bytes. */
#include "task/corpus.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/pieces.h"
#include "task/ngram.h"
#include "task/saved.h"
#include "task/tokenizer.h"
#include "task/tokens.h"

enum { CHARACTERS_MAX = 65535, ASCII = 128 };

#define AT(field) offsetof(struct corpus_options, field)
const struct setting corpus_settings[] = {
    {"task.text", SETTING_TEXT, AT(text), "data/harbour.txt", 0, 0, NULL, "text file of any size, also .gz"},
    {"task.encoding", SETTING_CHOICE, AT(charset), "utf-8", 0, 0, CHARSETS, "the character encoding of the file"},
    {"task.words", SETTING_RANGE, AT(words), "8..32", 1, CORPUS_WORDS_MAX, NULL,
     "words (or characters) in a training example"},
    {"task.tokens", SETTING_CHOICE, AT(tokens), "spaces", 0, 0, TOKENS_KINDS,
     "spaces: what is between white space, as it is; words: of Unicode, in lower case, punctuation marks apart"},
    {"task.max_vocabulary", SETTING_INT, AT(max_vocabulary), "30000", 3, 10000000, NULL,
     "tokens at most: the most frequent of the text, [UNK] for all others"},
    {"task.min_count", SETTING_INT, AT(min_count), "2", 1, 1e9, NULL, "tokens that are rarer in the text are [UNK]"},
    {"task.held_out", SETTING_REAL, AT(held_out), "0.1", 0.001, 0.9, NULL,
     "share of the text, at its end, that is used for evaluation only"},
    {0},
};

struct corpus {
    struct vocabulary vocabulary;
    char *word_bytes;
    size_t word_size;
    int *word; /* tokens to train on, words or characters; none where all is from a checkpoint */
    uint16_t *character;
    int *test;       /* those held out */
    size_t count[2]; /* of both, by task_stream */
    int trained;     /* how many tokens training has */
    int known;       /* words that are no special ones */
    double chance, entropy;
    const int *predicted; /* (count[TASK_EVALUATION] - 1, 2) see ngram.h; NULL: not known */
    uint64_t fingerprint;
};

static const struct corpus_options *options_of(const struct task_built *t) { return t->options; }
static const struct corpus *corpus_of(const struct task_built *t) { return t->own; }
static enum tokens_kind kind_of(const struct task_built *t) { return (enum tokens_kind)options_of(t)->tokens; }

/* ---- Reading the file */

/* The text on its way in: numbers of its words, 32 or 16 bits each. */
struct reading {
    const struct corpus_options *o;
    struct corpus *c; /* gets the numbers and, of count, those to train on */
    struct pieces file;
    struct vocabulary vocabulary;
    struct tokens tokens;
    size_t count;
    uint64_t size;     /* bytes that there is room for */
    uint64_t boundary; /* offset in the file where the held-out part begins */
    int ascii[ASCII];  /* number + 1 of a character seen before */
    long times[ASCII]; /* how often since then: not yet counted */
};

static void add_words(struct reading *r, const char *at, const char *end, bool training) {
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
static int character_number(struct reading *r, const char *at, size_t left, bool training, int *length) {
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

static bool add_characters(struct reading *r, const char *at, const char *end, bool training, struct error *e) {
    int length;
    for (; at < end; at += length) {
        int number = character_number(r, at, (size_t)(end - at), training, &length);
        if (number > CHARACTERS_MAX)
            return error_set(e, EXIT_DATA, "%s: more than %d different characters", r->file.from.path, CHARACTERS_MAX);
        r->c->character[r->count++] = (uint16_t)number;
    }
    return true;
}

static bool add(struct reading *r, const char *at, const char *end, bool training, struct error *e) {
    if (r->o->tokens == TOKENS_CHARACTERS)
        return add_characters(r, at, end, training, e);
    add_words(r, at, end, training);
    return true;
}

/* Whether a word (or character) ends in front of `at`. */
static bool ends_at(const struct reading *r, const char *at, size_t left) {
    return r->o->tokens == TOKENS_CHARACTERS ? (*at & 0xC0) != 0x80 : utf8_space(at, left) > 0;
}

/* A piece, split where the held-out part begins: at the end of the first word that reaches that offset. */
static bool add_piece(struct reading *r, const char *text, size_t size, struct error *e) {
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

static bool read_all(struct reading *r, const struct task_input *in, struct error *e) {
    const char *text;
    for (size_t size = 1; size > 0;) {
        if (!pieces_next(&r->file, &text, &size, e))
            return false;
        if (r->file.at + size > r->size)
            return error_set(e, EXIT_IO, "%s changed while it was read; read it again once it stays as it is",
                             r->file.from.path);
        if (!add_piece(r, text, size, e))
            return false;
        if (in->reading && size > 0)
            in->reading(in->user, r->file.from.path, r->file.from.read, r->file.from.size);
    }
    return true;
}

static int token_at(const struct corpus *c, enum task_stream from, size_t i) {
    assert(from == TASK_EVALUATION || c->word || c->character);
    return from == TASK_EVALUATION ? c->test[i] : c->word ? c->word[i] : c->character[i];
}

/* Tokens in place of the numbers; those held out once more, for the checkpoint. */
static void settle(struct corpus *c, const struct reading *r, struct arena *arena) {
    size_t trained = c->count[TASK_TRAINING], held_out = c->count[TASK_EVALUATION] = r->count - trained;
    for (size_t i = 0; i < r->count && c->word; i++)
        c->word[i] = vocabulary_token(&r->vocabulary, c->word[i]);
    for (size_t i = 0; i < r->count && c->character; i++)
        c->character[i] = (uint16_t)vocabulary_token(&r->vocabulary, c->character[i]);
    c->test = arena_alloc(arena, held_out, sizeof *c->test);
    for (size_t i = 0; i < held_out; i++)
        c->test[i] = token_at(c, TASK_TRAINING, trained + i);
    c->trained = trained < INT32_MAX ? (int)trained : INT32_MAX;
    c->fingerprint = r->file.fingerprint;
}

/* Room for the most tokens that a text of that size can have: a word has two bytes with its blank, others one. */
static void alloc_tokens(struct reading *r, size_t size, struct arena *arena) {
    struct corpus *c = r->c;
    r->boundary = (uint64_t)((double)size * (1 - r->o->held_out));
    if (r->o->tokens == TOKENS_CHARACTERS)
        c->character = arena_alloc(arena, size, sizeof *c->character);
    else
        c->word = arena_alloc(arena, r->o->tokens == TOKENS_SPACES ? size / 2 + 1 : size, sizeof *c->word);
}

static void close_vocabulary(struct reading *r, struct arena *arena) {
    for (int letter = 0; letter < ASCII; letter++)
        if (r->ascii[letter])
            vocabulary_count_more(&r->vocabulary, r->ascii[letter] - 1, r->times[letter]);
    vocabulary_close(&r->vocabulary, r->o->min_count, r->o->max_vocabulary);
    settle(r->c, r, arena);
    r->c->word_bytes = vocabulary_write(&r->vocabulary, arena, &r->c->word_size);
}

static bool read_file(struct corpus *c, const struct corpus_options *o, const struct task_input *in,
                      const char *special, struct arena *arena, struct error *e) {
    const char *const specials[] = {"[UNK]", special, NULL};
    char found[PATH_MAX_LENGTH];
    enum pieces_end ends = o->tokens == TOKENS_CHARACTERS ? PIECES_CHARACTERS : PIECES_WORDS;
    const struct source_how how = {.path = file_find(found, o->text), .charset = (enum charset)o->charset};
    struct arena scratch = {0};
    struct reading r = {.o = o, .c = c, .tokens = tokens_open((enum tokens_kind)o->tokens)};
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

/* ---- What a checkpoint saves */

static const char predictions[] = TASK_BASELINE "ngram";

int corpus_save(const struct task_built *t, struct safetensors_entry *out) {
    const struct corpus *c = corpus_of(t);
    out[0] = saved_bytes("task.words", c->word_bytes, c->word_size);
    out[1] = saved_ints("task.test.token", c->test, c->count[TASK_EVALUATION]);
    out[2] = saved_ints("task.training", &c->trained, 1);
    out[3] = saved_bytes("task.files", &c->fingerprint, sizeof c->fingerprint);
    if (c->predicted)
        out[4] = saved_ints(predictions, c->predicted, 2 * (c->count[TASK_EVALUATION] - 1));
    return 4 + (c->predicted != NULL);
}

static bool read_saved(struct corpus *c, const struct safetensors *saved, struct arena *arena, struct error *e) {
    size_t count;
    const int *trained = NULL;
    const char *files = NULL;
    if (!(c->word_bytes = saved_read_bytes(saved, "task.words", 0, &c->word_size, arena, e)) ||
        !(c->test = saved_read_ints(saved, "task.test.token", 0, &c->count[TASK_EVALUATION], arena, e)) ||
        !(trained = saved_read_ints(saved, "task.training", 1, &count, arena, e)) ||
        !saved_check("task.training", trained, 1, 1, INT_MAX, e) ||
        !(files = saved_read_bytes(saved, "task.files", sizeof c->fingerprint, &count, arena, e)))
        return false;
    c->trained = *trained;
    memcpy(&c->fingerprint, files, sizeof c->fingerprint);
    return true;
}

/* ---- The task's parts */

/* The share of the most frequent of the held-out tokens, and their entropy. */
static bool open_test(struct corpus *c, struct arena *arena, struct error *e) {
    size_t count = c->count[TASK_EVALUATION];
    if (!saved_check("task.test.token", c->test, count, 0, c->vocabulary.size - 1, e))
        return false;
    size_t *times = arena_alloc(arena, (size_t)c->vocabulary.size, sizeof *times), most = 0;
    for (size_t i = 0; i < count; i++) {
        times[c->test[i]]++;
        most = times[c->test[i]] > most ? times[c->test[i]] : most;
    }
    c->chance = (double)most / (double)count;
    c->entropy = task_entropy(times, c->vocabulary.size);
    return true;
}

static bool check_sizes(struct corpus *c, const struct corpus_options *o, const char *special, bool saved,
                        struct error *e) {
    size_t least = (size_t)o->words.high + 1;
    const char *unit = tokens_unit((enum tokens_kind)o->tokens);
    if (c->count[TASK_EVALUATION] < least || (!saved && c->count[TASK_TRAINING] < least))
        return error_set(
            e, EXIT_DATA,
            "%s: has %zu %s to train on and %zu held out (task.held_out); both must have more than %d %s (task.words)",
            o->text, saved ? (size_t)c->trained : c->count[TASK_TRAINING], unit, c->count[TASK_EVALUATION],
            o->words.high, unit);
    c->known = c->vocabulary.size - CORPUS_SPECIAL - (special != NULL);
    return c->known >= 2 ||
           error_set(e, EXIT_DATA, "%s: %d different %s occur at least %d times (task.min_count); it needs two",
                     o->text, c->known > 0 ? c->known : 0, unit, o->min_count);
}

bool corpus_build(struct task_built *t, const struct task_input *in, const char *special, int classes, int segments,
                  int shortest, struct arena *arena, struct error *e) {
    const struct corpus_options *o = options_of(t);
    struct corpus *c = arena_alloc(arena, 1, sizeof *c);
    if (o->words.low < shortest)
        return error_set(e, EXIT_USAGE, "task.words = %d..%d: an example needs at least %d", o->words.low,
                         o->words.high, shortest);
    if (!(in->saved ? read_saved(c, in->saved, arena, e) : read_file(c, o, in, special, arena, e)))
        return false;
    if (!vocabulary_read(&c->vocabulary, arena, c->word_bytes, c->word_size))
        return error_set(e, EXIT_DATA, "tensor task.words is not a list of words");
    if (!check_sizes(c, o, special, in->saved, e) || !open_test(c, arena, e))
        return false;
    t->own = c;
    t->size = (struct task_sizes){
        .vocabulary = c->vocabulary.size,
        .segments = segments,
        .classes = classes ? classes : c->vocabulary.size,
        .shortest = shortest,
        .longest = c->count[TASK_EVALUATION] <= INT_MAX ? (int)c->count[TASK_EVALUATION] - 1 : 0,
        .trained = o->words,
        .text = c->trained,
        .test_only = in->saved,
    };
    return true;
}

/* ---- Predictions without a model */

/* The last words to train on, and those held out. */
static const int *predict(const struct corpus *c, struct arena *arena) {
    struct arena scratch = {0};
    size_t trained = c->count[TASK_TRAINING] < NGRAM_WORDS ? c->count[TASK_TRAINING] : NGRAM_WORDS;
    size_t first = c->count[TASK_TRAINING] - trained, count = trained + c->count[TASK_EVALUATION];
    int *token = count < UINT32_MAX ? arena_alloc(&scratch, count, sizeof *token) : NULL;
    for (size_t i = 0; i < count && token; i++)
        token[i] = token_at(c, TASK_TRAINING, first + i);
    const int *predicted = token ? ngram_predict(token, trained, count, c->vocabulary.size, arena) : NULL;
    arena_free(&scratch);
    return predicted;
}

const int *corpus_predicted(const struct task_built *t) { return corpus_of(t)->predicted; }

bool corpus_predict(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    struct corpus *c = t->own;
    size_t count = 2 * (c->count[TASK_EVALUATION] - 1);
    if (!in->saved)
        c->predicted = predict(c, arena);
    else if (safetensors_find(in->saved, predictions) &&
             (!(c->predicted = saved_read_ints(in->saved, predictions, count, &count, arena, e)) ||
              !saved_check(predictions, c->predicted, count, 0, INT_MAX, e)))
        return false;
    return true;
}

void corpus_note(const struct task_built *t, char *text, size_t size) {
    const struct corpus *c = corpus_of(t);
    const char *unit = tokens_unit(kind_of(t));
    size_t unknown = 0, count = c->count[TASK_EVALUATION];
    char shown[TEXT_PRINTABLE];
    for (size_t i = 0; i < count; i++)
        unknown += c->test[i] == CORPUS_UNKNOWN;
    snprintf(text, size,
             "%s: %d %s to train on, %zu held out at its end; %d known, and of those held out %.1f %% are not "
             "([UNK]).",
             text_printable(shown, options_of(t)->text), c->trained, unit, count, c->known,
             100.0 * (double)unknown / (double)count);
    if (t->kind->answers_words && unknown)
        text_append(text, size, " accuracy_known and loss_known leave out targets that are [UNK].");
    if (c->predicted && c->trained > NGRAM_WORDS)
        text_append(text, size, " Bigram and trigram count the last %d.", NGRAM_WORDS);
}

size_t corpus_draw_start(const struct task_built *t, enum task_stream from, struct random *r, int count) {
    const size_t *tokens = corpus_of(t)->count;
    size_t aside = (size_t)(t->size.validation * (double)tokens[TASK_TRAINING]); /* at the end of those to train on */
    size_t first = from == TASK_VALIDATION ? tokens[TASK_TRAINING] - aside : 0;
    size_t here = from == TASK_EVALUATION ? tokens[from] : from == TASK_TRAINING ? tokens[from] - aside : aside;
    uint64_t high = (uint64_t)random_word(r) << 32; /* 64 bits: no bias that could be seen */
    return first + (size_t)((high | random_word(r)) % (here - (size_t)count));
}

int corpus_draw(const struct task_built *t, enum task_stream from, struct random *r, int count, int *token) {
    const struct corpus *c = corpus_of(t);
    size_t at = corpus_draw_start(t, from, r, count);
    for (int i = 0; i < count; i++)
        token[i] = token_at(c, from, at + (size_t)i);
    return token_at(c, from, at + (size_t)count);
}

double corpus_chance(const struct task_built *t, struct range words) {
    (void)words;
    return corpus_of(t)->chance;
}

double corpus_entropy(const struct task_built *t, struct range words) {
    (void)words;
    return corpus_of(t)->entropy;
}

const char *corpus_word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    (void)buffer;
    return corpus_of(t)->vocabulary.text[token];
}

int corpus_encode(const struct task_built *t, const char *text, size_t length, int *token) {
    const struct vocabulary *v = &corpus_of(t)->vocabulary;
    struct tokens tokens = tokens_open(kind_of(t));
    struct vocabulary_word word;
    int count = 0;
    tokens.written = true;
    for (tokens_of(&tokens, text, length); tokens_next(&tokens, &word);)
        token[count++] = vocabulary_token(v, vocabulary_find(v, word.text, word.length));
    tokens_close(&tokens);
    return count;
}

const char *corpus_between(const struct task_built *t) { return tokens_between(kind_of(t)); }

const char *corpus_decode(const struct task_built *t, const int *token, int count, struct arena *arena) {
    return tokenizer_decode(t, token, count, corpus_between(t), arena);
}
