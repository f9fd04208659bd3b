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

enum { UNIT_WORD, UNIT_CHARACTER };
static const char *const unit_names[] = {"words", "characters"};
enum { CHARACTERS_MAX = 65535, ASCII = 128 };

#define BLANK "\xE2\x90\xA3" /* U+2423: all white space, where the unit is a character */

#define AT(field) offsetof(struct corpus_options, field)
const struct setting corpus_settings[] = {
    {"task.text", SETTING_TEXT, AT(text), "data/harbour.txt", 0, 0, NULL, "text file in UTF-8, of any size"},
    {"task.words", SETTING_RANGE, AT(words), "8..32", 1, CORPUS_WORDS_MAX, NULL,
     "words (or characters) in a training example"},
    {"task.unit", SETTING_CHOICE, AT(unit), "word", 0, 0, "word|character",
     "what a token is: a word between white space, or a character"},
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

/* ---- Reading the file */

/* The text on its way in: numbers of its words, 32 or 16 bits each. */
struct reading {
    const struct corpus_options *o;
    struct corpus *c; /* gets the numbers and, of count, those to train on */
    struct pieces file;
    struct vocabulary vocabulary;
    size_t count;
    uint64_t boundary; /* offset in the file where the held-out part begins */
    int ascii[ASCII];  /* number + 1 of a character seen before */
    long times[ASCII]; /* how often since then: not yet counted */
};

static void add_words(struct reading *r, const char *at, const char *end, bool training) {
    for (int count = VOCABULARY_AT_ONCE; count == VOCABULARY_AT_ONCE; r->count += (size_t)count)
        count = vocabulary_words(&r->vocabulary, &at, end, training, r->c->word + r->count);
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
    struct vocabulary_word spelled = {blank ? BLANK : at, blank ? strlen(BLANK) : (size_t)*length};
    int number;
    vocabulary_numbers(&r->vocabulary, &spelled, 1, training, &number);
    if (first < ASCII && training)
        r->ascii[first] = number + 1;
    return number;
}

static bool add_characters(struct reading *r, const char *at, const char *end, bool training, struct error *e) {
    int length;
    for (; at < end; at += length) {
        int number = character_number(r, at, (size_t)(end - at), training, &length);
        if (number > CHARACTERS_MAX)
            return error_set(e, EXIT_DATA, "%s: more than %d different characters", r->file.path, CHARACTERS_MAX);
        r->c->character[r->count++] = (uint16_t)number;
    }
    return true;
}

static bool add(struct reading *r, const char *at, const char *end, bool training, struct error *e) {
    if (r->o->unit == UNIT_CHARACTER)
        return add_characters(r, at, end, training, e);
    add_words(r, at, end, training);
    return true;
}

/* Whether a word (or character) ends in front of `at`. */
static bool ends_at(const struct reading *r, const char *at, size_t left) {
    return r->o->unit == UNIT_CHARACTER ? (*at & 0xC0) != 0x80 : utf8_space(at, left) > 0;
}

/* A piece, split where the held-out part begins: at the end of the first word that reaches that offset. */
static bool add_piece(struct reading *r, const char *text, size_t size, struct error *e) {
    uint64_t from = r->file.at;
    size_t cut = from >= r->boundary ? 0 : r->boundary - from < size ? (size_t)(r->boundary - from) : size;
    while (cut > 0 && cut < size && !ends_at(r, text + cut, size - cut))
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
        if (!pieces_next(&r->file, &text, &size, e) || !add_piece(r, text, size, e))
            return false;
        if (in->reading && size > 0)
            in->reading(in->user, r->file.path, r->file.at + size, r->file.size);
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

static bool read_file(struct corpus *c, const struct corpus_options *o, const struct task_input *in,
                      const char *special, struct arena *arena, struct error *e) {
    const char *const specials[] = {"[UNK]", special, NULL};
    char found[PATH_MAX_LENGTH];
    bool characters = o->unit == UNIT_CHARACTER;
    struct arena scratch = {0};
    struct reading r = {.o = o, .c = c};
    vocabulary_start(&r.vocabulary, &scratch, specials);
    bool ok = pieces_open(&r.file, file_find(found, o->text), characters ? PIECES_CHARACTERS : PIECES_WORDS, e);
    if (ok) {
        size_t size = (size_t)r.file.size; /* a word has two bytes with its blank, a character one */
        r.boundary = (uint64_t)((double)size * (1 - o->held_out));
        c->character = characters ? arena_alloc(arena, size, sizeof *c->character) : NULL;
        c->word = characters ? NULL : arena_alloc(arena, size / 2 + 1, sizeof *c->word);
        ok = read_all(&r, in, e);
    }
    for (int letter = 0; ok && letter < ASCII; letter++)
        if (r.ascii[letter])
            vocabulary_count_more(&r.vocabulary, r.ascii[letter] - 1, r.times[letter]);
    if (ok) {
        vocabulary_close(&r.vocabulary, o->min_count, o->max_vocabulary);
        settle(c, &r, arena);
        c->word_bytes = vocabulary_write(&r.vocabulary, arena, &c->word_size);
    }
    pieces_close(&r.file);
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
    const char *unit = unit_names[o->unit];
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
    const char *unit = unit_names[options_of(t)->unit];
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

/* What is set aside is at the end of what there is for training. */
size_t corpus_draw_start(const struct task_built *t, enum task_stream from, struct random *r, int count) {
    const size_t *tokens = corpus_of(t)->count;
    size_t aside = (size_t)(t->size.validation * (double)tokens[TASK_TRAINING]);
    size_t here = from == TASK_EVALUATION ? tokens[from] : from == TASK_TRAINING ? tokens[from] - aside : aside;
    uint64_t high = (uint64_t)random_word(r) << 32; /* 64 bits: no bias that could be seen */
    size_t at = (size_t)((high | random_word(r)) % (here - (size_t)count));
    return from == TASK_VALIDATION ? tokens[TASK_TRAINING] - aside + at : at;
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

/* Bytes of the special word at `at`, which is one token also where the unit is a character; 0 if there is none. */
static size_t special_word(const struct corpus *c, const char *at) {
    for (int token = 0; token < c->vocabulary.size - c->known; token++) {
        size_t length = strlen(c->vocabulary.text[token]);
        if (strncmp(at, c->vocabulary.text[token], length) == 0)
            return length;
    }
    return 0;
}

const char *corpus_next(const struct task_built *t, const char **at, size_t *length) {
    const char *from = *at, *end = from + strlen(from);
    if (options_of(t)->unit == UNIT_WORD)
        return utf8_word(at, end, length);
    if (*from == 0)
        return NULL;
    size_t special = special_word(corpus_of(t), from);
    int blank = special ? 0 : utf8_space(from, (size_t)(end - from));
    *length = special ? special : (size_t)utf8_length(from);
    *at += blank ? (size_t)blank : *length;
    if (blank)
        *length = strlen(BLANK);
    return blank ? BLANK : from;
}

int corpus_find(const struct task_built *t, const char *word, size_t length) {
    const struct vocabulary *v = &corpus_of(t)->vocabulary;
    return vocabulary_token(v, vocabulary_find(v, word, length));
}

int corpus_encode(const struct task_built *t, const char *text, int *token) {
    const char *word;
    size_t length;
    int count = 0;
    while ((word = corpus_next(t, &text, &length)))
        token[count++] = corpus_find(t, word, length);
    return count;
}

const char *corpus_between(const struct task_built *t) { return options_of(t)->unit == UNIT_WORD ? " " : ""; }

const char *corpus_decode(const struct task_built *t, const int *token, int count, struct arena *arena) {
    return tokenizer_decode(t, token, count, corpus_between(t), arena);
}
