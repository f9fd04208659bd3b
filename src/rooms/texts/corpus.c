/* corpus.c -- see corpus.h. */
#include "texts/corpus_read.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "data/tokens.h"
#include "format/charset.h"
#include "task/saved.h"
#include "task/tokenizer.h"
#include "texts/ngram.h"

#define AT(field) offsetof(struct corpus_options, field)
const struct setting corpus_settings[] = {
    {"task.text", SETTING_TEXT, AT(text), "data/harbour.txt", 0, 0, NULL, "text file of any size, also .gz"},
    {"task.charset", SETTING_CHOICE, AT(charset), "utf-8", 0, 0, CHARSETS, "the character encoding of the file"},
    {"task.words", SETTING_RANGE, AT(words), "8..32", 1, CORPUS_WORDS_MAX, NULL,
     "words (or characters) in a training example"},
    {"task.tokens", SETTING_CHOICE, AT(tokens), "spaces", 0, 0, TOKENS_KINDS,
     "spaces: anything between white space; words: Unicode words in lower case, punctuation marks apart"},
    {"task.max_vocabulary", SETTING_INT, AT(max_vocabulary), "30000", 3, 10000000, NULL,
     "size of the vocabulary: the most frequent tokens; all others are [UNK]"},
    {"task.min_count", SETTING_INT, AT(min_count), "2", 1, 1e9, NULL,
     "tokens that occur less often in the text are [UNK]"},
    {"task.held_out", SETTING_REAL, AT(held_out), "0.1", 0.001, 0.9, NULL,
     "share of the text, at its end, that is used for evaluation only"},
    {0},
};

static const struct corpus_options *options_of(const struct task_built *t) { return t->options; }
static const struct corpus *corpus_of(const struct task_built *t) { return t->own; }
static enum tokens_kind kind_of(const struct task_built *t) { return (enum tokens_kind)options_of(t)->tokens; }

/* ---- What a checkpoint saves */

static const char predictions[] = TASK_BASELINE "predicted";

int corpus_save(const struct task_built *t, struct safetensors_entry *out) {
    const struct corpus *c = corpus_of(t);
    out[0] = saved_bytes("task.words", c->word_bytes, c->word_size);
    out[1] = saved_ints("task.test.token", c->test, c->count[TASK_EVALUATION]);
    out[2] = saved_ints("task.training", &c->trained, 1);
    out[3] = saved_bytes("task.files", &c->fingerprint, sizeof c->fingerprint);
    if (c->predicted)
        out[4] = saved_ints(predictions, c->predicted, NGRAMS * (c->count[TASK_EVALUATION] - 1));
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

/* The share of the most frequent held-out token, and the entropy. */
static bool open_test(struct corpus *c, struct arena *arena, struct error *e) {
    size_t count = c->count[TASK_EVALUATION];
    if (!saved_check("task.test.token", c->test, count, 0, c->vocabulary.size - 1, e))
        return false;
    size_t *times = arena_alloc(arena, (size_t)c->vocabulary.size, sizeof *times);
    for (size_t i = 0; i < count; i++)
        times[c->test[i]]++;
    const struct task_levels levels = task_levels(times, c->vocabulary.size);
    c->chance = levels.share;
    c->entropy = levels.entropy;
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
    if (!(in->saved ? read_saved(c, in->saved, arena, e) : corpus_read(c, o, in, special, arena, e)))
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

/* The last training words, and the held-out ones. */
static void predict(struct corpus *c, struct arena *arena) {
    struct arena scratch = {0};
    size_t trained = c->count[TASK_TRAINING] < NGRAM_WORDS ? c->count[TASK_TRAINING] : NGRAM_WORDS;
    size_t first = c->count[TASK_TRAINING] - trained, count = trained + c->count[TASK_EVALUATION];
    int *token = count < UINT32_MAX ? arena_alloc(&scratch, count, sizeof *token) : NULL;
    for (size_t i = 0; i < count && token; i++)
        token[i] = corpus_token(c, TASK_TRAINING, first + i);
    if (token)
        c->predicted = ngram_predict(token, trained, count, c->vocabulary.size, arena);
    arena_free(&scratch);
}

const int *corpus_predicted(const struct task_built *t) { return corpus_of(t)->predicted; }

bool corpus_predict(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    struct corpus *c = t->own;
    size_t count = NGRAMS * (c->count[TASK_EVALUATION] - 1);
    if (!in->saved)
        predict(c, arena);
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
    snprintf(
        text, size,
        "%s: %d %s to train on, %zu held out at its end; %d known; %.1f %% of the held-out ones are unknown ([UNK]).",
        text_printable(shown, options_of(t)->text), c->trained, unit, count, c->known,
        100.0 * (double)unknown / (double)count);
    if (t->kind->answers_words && unknown)
        text_append(text, size, " accuracy_known and loss_known leave out targets that are [UNK].");
    if (c->predicted && c->trained > NGRAM_WORDS)
        text_append(text, size, " Unigram and bigram count the last %d.", NGRAM_WORDS);
}

size_t corpus_draw_start(const struct task_built *t, enum task_stream from, struct random *r, int count) {
    const size_t *tokens = corpus_of(t)->count;
    size_t aside = (size_t)(t->size.validation * (double)tokens[TASK_TRAINING]); /* at the end of those to train on */
    size_t first = from == TASK_VALIDATION ? tokens[TASK_TRAINING] - aside : 0;
    size_t here = from == TASK_EVALUATION ? tokens[from] : from == TASK_TRAINING ? tokens[from] - aside : aside;
    uint64_t high = (uint64_t)random_word(r) << 32; /* 64 bits: no measurable bias */
    return first + (size_t)((high | random_word(r)) % (here - (size_t)count));
}

int corpus_draw(const struct task_built *t, enum task_stream from, struct random *r, int count, int *token) {
    const struct corpus *c = corpus_of(t);
    size_t at = corpus_draw_start(t, from, r, count);
    for (int i = 0; i < count; i++)
        token[i] = corpus_token(c, from, at + (size_t)i);
    return corpus_token(c, from, at + (size_t)count);
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
