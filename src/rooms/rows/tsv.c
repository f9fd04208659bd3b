/* tsv.c -- the user's own data: rows of a file with a label and one or two texts. [CLS] a1 ... an b1 ... bm, the second
 * text in segment 1. The target is [CLS], which may also be last: which label? No [SEP], so that no row is always at
 * the end: segments distinguish the texts. Training goes through the rows in rounds, each in a different order; a
 * column of a table is a range of lengths.
 *
 * Test rows come from a file of their own, or a share of the training rows is held out. The vocabulary comes from the
 * training rows, and the checkpoint saves it together with the test rows. Test rows longer than all training rows show
 * what happens beyond the trained length. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "data/tokens.h"
#include "format/records.h"
#include "rows/left_out.h"
#include "rows/rows.h"
#include "task/kinds.h"
#include "task/one_target.h"
#include "task/saved.h"

enum { UNKNOWN, CLS };
enum { WORDS_MAX = 1 << 20 };
enum { TEXT_LENGTHS = 32 };

#define AT(field) offsetof(struct rows_options, field)

static const struct setting options[] = {
    {"task.train", SETTING_TEXT, AT(train), "", 0, 0, NULL,
     "file of training rows: TSV, CSV or JSON lines, each also .gz; - is standard input"},
    {"task.test", SETTING_TEXT, AT(test), "", 0, 0, NULL,
     "file of test rows, with the same columns; not set: a share of the training rows is held out (task.held_out)"},
    {"task.format", SETTING_CHOICE, AT(format), "auto", 0, 0, RECORDS_FORMS,
     "form of the files; auto: by the end of their names, else by the first line"},
    {"task.charset", SETTING_CHOICE, AT(charset), "utf-8", 0, 0, CHARSETS, "the character encoding of the files"},
    {"task.label_column", SETTING_TEXT, AT(label_column), "label", 0, 0, NULL, "the column of the label"},
    {"task.text_columns", SETTING_TEXT, AT(text_columns), "", 0, 0, NULL,
     "the column of the text, or of two texts: a, b; not set: text_a and, if there is one, text_b, or else text"},
    {"task.tokens", SETTING_CHOICE, AT(tokens), "words", 0, 0, TOKENS_KINDS,
     "words: Unicode words in lower case, punctuation marks apart; spaces: anything between white space"},
    {"task.max_vocabulary", SETTING_INT, AT(max_vocabulary), "30000", 3, 10000000, NULL,
     "size of the vocabulary, with [UNK] and [CLS]: the most frequent words of the training rows"},
    {"task.min_count", SETTING_INT, AT(min_count), "1", 1, 1e9, NULL,
     "words that occur less often in the training rows are [UNK]; with 1, and all words known, training has no [UNK]"},
    {"task.max_words", SETTING_INT, AT(max_words), "512", 1, WORDS_MAX, NULL,
     "most words in a training row, both texts together: memory grows with the longest"},
    {"task.too_long", SETTING_CHOICE, AT(too_long), "truncate", 0, 0, ROWS_TOO_LONG,
     "a training row with more words is cut at its end (of two texts the longer one), left out, or refused"},
    {"task.held_out", SETTING_REAL, AT(held_out), "0.1", 0.001, 0.9, NULL,
     "without task.test: the share of the rows that is held out for the test"},
    {"task.split_seed", SETTING_INT, AT(split_seed), "1", 0, 2147483647, NULL,
     "seed that draws the held-out rows: the same for all members and seeds"},
    {"task.cls", SETTING_CHOICE, AT(cls), "first", 0, 0, "first|last",
     "where [CLS], the target, is: before the words, or after them for models that only look back"},
    {0},
};

/* Of the training rows: how many, words of the shortest and the longest, texts in each. */
enum { COUNT, SHORTEST, LONGEST, TEXTS, TRAINING };

struct tsv_task {
    struct vocabulary words, labels;
    char *word_bytes, *label_bytes;
    size_t word_size, label_size;
    struct rows part[2]; /* by task_stream, from the shortest on; that of training is empty after a checkpoint */
    int training[TRAINING];
    int left_out[2][ROWS_REASONS]; /* of rows of both files, by task_stream */
    uint64_t fingerprint[2];
};

/* ---- Reading files */

static bool check_files(const struct rows_options *o, struct error *e) {
    if (!*o->train)
        return error_set(e, EXIT_USAGE,
                         "name the file of rows: task.train = FILE (and task.test = FILE, else a share is held out)");
    return strcmp(o->train, "-") != 0 || strcmp(o->test, "-") != 0 ||
           error_set(e, EXIT_USAGE, "task.train and task.test cannot both be standard input");
}

static bool read_files(struct tsv_task *k, const struct rows_options *o, const struct task_input *in,
                       struct arena *arena, struct error *e) {
    struct arena scratch = {0};
    struct rows_read read;
    bool ok = check_files(o, e) && rows_read(&read, o, in, arena, &scratch, e);
    if (ok) {
        const struct rows *t = &read.part[TASK_TRAINING];
        memcpy(k->part, read.part, sizeof k->part);
        memcpy(k->left_out, read.left_out, sizeof k->left_out);
        memcpy(k->fingerprint, read.fingerprint, sizeof k->fingerprint);
        k->word_bytes = vocabulary_write(&read.words, arena, &k->word_size);
        k->label_bytes = vocabulary_write(&read.labels, arena, &k->label_size);
        k->training[COUNT] = t->count;
        k->training[SHORTEST] = rows_length(t, 0);
        k->training[LONGEST] = rows_length(t, t->count - 1);
        k->training[TEXTS] = read.texts;
    }
    arena_free(&scratch);
    return ok;
}

/* ---- What a checkpoint saves */

#define LEFT_OUT "task.left_out"

/* Whether rows were left out or cut; a checkpoint has a tensor of them only then. */
static bool any_left_out(const struct tsv_task *k) {
    int all = 0;
    for (int i = 0; i < 2 * ROWS_REASONS; i++)
        all += k->left_out[i / ROWS_REASONS][i % ROWS_REASONS] > 0;
    return all > 0;
}

static int save(const struct task_built *t, struct safetensors_entry *out) {
    const struct tsv_task *k = t->own;
    const struct rows *test = &k->part[TASK_EVALUATION];
    const struct safetensors_entry saved[] = {
        saved_bytes("task.words", k->word_bytes, k->word_size),
        saved_bytes("task.labels", k->label_bytes, k->label_size),
        saved_ints("task.training", k->training, TRAINING),
        saved_bytes("task.files", k->fingerprint, sizeof k->fingerprint),
        saved_ints("task.test.start", test->start, (size_t)test->count + 1),
        saved_ints("task.test.split", test->split, (size_t)test->count),
        saved_ints("task.test.label", test->label, (size_t)test->count),
        saved_ints("task.test.token", test->token, (size_t)test->words),
    };
    int count = sizeof saved / sizeof *saved;
    _Static_assert(sizeof saved / sizeof *saved < (size_t)TASK_SAVED, "a task may save that many");
    memcpy(out, saved, sizeof saved);
    if (any_left_out(k))
        out[count++] = saved_ints(LEFT_OUT, *k->left_out, (size_t)2 * ROWS_REASONS);
    return count;
}

/* Rows from a checkpoint, whose numbers are not checked yet. */
static bool check_rows(const struct tsv_task *k, const struct rows *rows, struct error *e) {
    if (!saved_check("task.test.label", rows->label, (size_t)rows->count, 0, k->labels.size - 1, e) ||
        !saved_check("task.test.token", rows->token, (size_t)rows->words, 0, k->words.size - 1, e))
        return false;
    bool ok = rows->start[0] == 0 && rows->start[rows->count] == rows->words, one = k->training[TEXTS] == 1;
    for (int n = 0; ok && n < rows->count; n++) {
        int words = rows->start[n] < rows->start[n + 1] ? rows_length(rows, n) : 0, split = rows->split[n];
        ok = split > 0 && (one ? split == words : split < words) && (n == 0 || rows_length(rows, n - 1) <= words);
    }
    return ok || error_set(e, EXIT_DATA, "tensors task.test.start and task.test.split do not fit task.test.token");
}

static bool read_left_out(struct tsv_task *k, const struct safetensors *saved, struct arena *arena, struct error *e) {
    size_t count;
    if (!safetensors_find(saved, LEFT_OUT))
        return true;
    const int *left_out = saved_read_ints(saved, LEFT_OUT, 2 * ROWS_REASONS, &count, arena, e);
    if (!left_out || !saved_check(LEFT_OUT, left_out, count, 0, INT_MAX, e))
        return false;
    memcpy(k->left_out, left_out, sizeof k->left_out);
    return any_left_out(k) || error_set(e, EXIT_DATA, "tensor " LEFT_OUT " counts nothing");
}

static bool read_saved(struct tsv_task *k, const struct safetensors *saved, struct arena *arena, struct error *e) {
    struct rows *test = &k->part[TASK_EVALUATION];
    size_t starts = 0, words = 0, count;
    const int *training = NULL;
    const char *files = NULL;
    bool ok = (k->word_bytes = saved_read_bytes(saved, "task.words", 0, &k->word_size, arena, e)) &&
              (k->label_bytes = saved_read_bytes(saved, "task.labels", 0, &k->label_size, arena, e)) &&
              (training = saved_read_ints(saved, "task.training", TRAINING, &count, arena, e)) &&
              (files = saved_read_bytes(saved, "task.files", sizeof k->fingerprint, &count, arena, e)) &&
              (test->start = saved_read_ints(saved, "task.test.start", 0, &starts, arena, e)) &&
              (test->split = saved_read_ints(saved, "task.test.split", starts - 1, &count, arena, e)) &&
              (test->label = saved_read_ints(saved, "task.test.label", starts - 1, &count, arena, e)) &&
              (test->token = saved_read_ints(saved, "task.test.token", 0, &words, arena, e));
    if (!ok)
        return false;
    test->count = (int)starts - 1;
    test->words = (int)words;
    memcpy(k->training, training, sizeof k->training);
    memcpy(k->fingerprint, files, sizeof k->fingerprint);
    if (test->count < 1)
        return error_set(e, EXIT_DATA, "tensor task.test.start has no row");
    return read_left_out(k, saved, arena, e);
}

/* ---- The task */

/* "4..16", or "8". */
static const char *lengths(char text[TEXT_LENGTHS], int low, int high) {
    snprintf(text, TEXT_LENGTHS, low < high ? "%d..%d" : "%d", low, high);
    return text;
}

static bool check_sizes(const struct tsv_task *k, const struct rows_options *o, struct error *e) {
    const struct rows *test = &k->part[TASK_EVALUATION];
    char trained[TEXT_LENGTHS], tested[TEXT_LENGTHS];
    int in_range = 0, low = k->training[SHORTEST], high = k->training[LONGEST];
    if (k->words.size < CLS + 1 || k->labels.size < 2 || k->training[COUNT] < 1 || low < 1 || high < low ||
        test->count < 1 || high > WORDS_MAX || k->training[TEXTS] < 1 || k->training[TEXTS] > 2)
        return error_set(e, EXIT_DATA, "tensors task.words, task.labels and task.training do not fit together");
    for (int n = 0; n < test->count; n++)
        in_range += rows_length(test, n) >= low && rows_length(test, n) <= high;
    return in_range > 0 ||
           error_set(e, EXIT_DATA,
                     "%s: no test row is as long as those of training: %d test row%s of %s words, training rows of %s; "
                     "such rows are needed to see whether the model learned anything",
                     *o->test ? o->test : o->train, test->count, text_plural(test->count),
                     lengths(tested, rows_length(test, 0), rows_length(test, test->count - 1)),
                     lengths(trained, low, high));
}

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct rows_options *o = t->options;
    struct tsv_task *k = arena_alloc(arena, 1, sizeof *k);
    if (!(in->saved ? read_saved(k, in->saved, arena, e) : read_files(k, o, in, arena, e)))
        return false;
    if (!vocabulary_read(&k->words, arena, k->word_bytes, k->word_size) ||
        !vocabulary_read(&k->labels, arena, k->label_bytes, k->label_size))
        return error_set(e, EXIT_DATA, "tensors task.words and task.labels are not lists of words");
    if (!check_rows(k, &k->part[TASK_EVALUATION], e) || !check_sizes(k, o, e))
        return false;
    t->own = k;
    t->size = (struct task_sizes){
        .vocabulary = k->words.size,
        .segments = k->training[TEXTS],
        .classes = k->labels.size,
        .shortest = 1,
        .trained = {k->training[SHORTEST], k->training[LONGEST]},
        .test_only = in->saved,
    };
    return true;
}

static const struct rows *part_of(const struct task_built *t, enum task_stream from) {
    return &((const struct tsv_task *)t->own)->part[from];
}

/* How many rows have at most that many words: rows are in the order of their lengths. */
static int dataset_count(const struct task_built *t, enum task_stream from, int words) {
    const struct rows *rows = part_of(t, from);
    int low = 0, high = rows->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (rows_length(rows, middle) <= words)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int dataset_words(const struct task_built *t, enum task_stream from, int number) {
    return rows_length(part_of(t, from), number);
}

/* What the labels of the test rows of these lengths come to. */
static struct task_levels levels_of(const struct task_built *t, struct range words) {
    const struct tsv_task *k = t->own;
    struct arena arena = {0};
    size_t *count = arena_alloc(&arena, (size_t)k->labels.size, sizeof *count);
    int last = dataset_count(t, TASK_EVALUATION, words.high);
    for (int n = dataset_count(t, TASK_EVALUATION, words.low - 1); n < last; n++)
        count[k->part[TASK_EVALUATION].label[n]]++;
    const struct task_levels levels = task_levels(count, t->size.classes);
    arena_free(&arena);
    return levels;
}

static double chance(const struct task_built *t, struct range words) { return levels_of(t, words).share; }
static int labels(const struct task_built *t, struct range words) { return levels_of(t, words).labels; }
static double entropy(const struct task_built *t, struct range words) { return levels_of(t, words).entropy; }

static bool cls_last(const struct task_built *t) { return ((const struct rows_options *)t->options)->cls; }

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    const struct rows *rows = part_of(t, d->from);
    int n = d->number, words = rows_length(rows, n);
    memcpy(out->token + !cls_last(t), rows->token + rows->start[n], (size_t)words * sizeof *out->token);
    one_target_pair(out, CLS, rows->split[n], words, cls_last(t));
    out->answer[0] = rows->label[n];
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    (void)buffer;
    return ((const struct tsv_task *)t->own)->words.text[token];
}

static const char *answer_word(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)buffer;
    return ((const struct tsv_task *)t->own)->labels.text[answer];
}

static enum tokens_kind kind_of(const struct task_built *t) {
    return (enum tokens_kind)((const struct rows_options *)t->options)->tokens;
}

static int encode(const struct task_built *t, const char *const text[2], struct example *out, int *targets,
                  struct error *e) {
    const struct tsv_task *k = t->own;
    struct tokens tokens = tokens_open(kind_of(t));
    struct vocabulary_word next;
    int words = 0, split = 0, first = !cls_last(t);
    tokens.written = true;
    for (int side = 0; side < 2; side++) {
        tokens_of(&tokens, text[side], strlen(text[side]));
        while (tokens_next(&tokens, &next))
            out->token[first + words++] =
                vocabulary_token(&k->words, vocabulary_find(&k->words, next.text, next.length));
        split = side == 0 ? words : split;
    }
    tokens_close(&tokens);
    if (split == 0) {
        error_set(e, EXIT_DATA, "the text has no words");
        return 0;
    }
    if (split < words && k->training[TEXTS] < 2) {
        error_set(e, EXIT_DATA, "two texts; the rows of training had one");
        return 0;
    }
    one_target_pair(out, CLS, split, words, cls_last(t));
    *targets = 1;
    return words;
}

/* A word of a text may look like a special one, so special words are recognised by their rows. */
static void decode(const struct task_built *t, const struct example *x, int rows, struct arena *arena,
                   const char *text[2]) {
    one_target_decode_pair(t, x, rows, tokens_between(kind_of(t)), cls_last(t), arena, text);
}

/* The sizes of both, how many words of the test rows the vocabulary does not have, and what was left out. */
static void note(const struct task_built *t, char *text, size_t size) {
    const struct tsv_task *k = t->own;
    const struct rows_options *o = t->options;
    const struct rows *test = &k->part[TASK_EVALUATION];
    const char *unit = tokens_unit(kind_of(t));
    char trained[TEXT_LENGTHS], tested[TEXT_LENGTHS];
    int unknown = 0;
    for (int i = 0; i < test->words; i++)
        unknown += test->token[i] == UNKNOWN;
    snprintf(text, size,
             "%d training row%s of %s %s, %d test row%s of %s%s; %d labels; %d %s known; %.1f %% of the %s in the test "
             "rows are unknown ([UNK]).",
             k->training[COUNT], text_plural(k->training[COUNT]),
             lengths(trained, k->training[SHORTEST], k->training[LONGEST]), unit, test->count, text_plural(test->count),
             lengths(tested, rows_length(test, 0), rows_length(test, test->count - 1)),
             *o->test ? "" : " held out of them", k->labels.size, k->words.size - CLS - 1, unit,
             100.0 * unknown / test->words, unit);
    left_out_note(k->left_out, o->max_words, text, size);
}

const struct task task_tsv = {
    .name = "tsv",
    .summary = "your own rows: a label and one or two texts, in TSV, CSV or JSON lines; see task.train",
    .question = "which label does the row have?",
    .fixed_test = true,
    .options = options,
    .build = build,
    .save = save,
    .dataset_count = dataset_count,
    .dataset_words = dataset_words,
    .note = note,
    ONE_TARGET_HOOKS,
    .chance = chance,
    .labels = labels,
    .entropy = entropy,
    .draw = draw,
    .word = word,
    .answer = answer_word,
    .encode = encode,
    .decode = decode,
};
