/* tsv.c -- the user's own data: rows of a file with a label and one or two texts. [CLS] a1 ... an b1 ... bm,
 * the second text in segment 1. Asked at [CLS]: which label?
 *
 * The header names label, text_a and, where there are two texts, text_b; other columns are passed over. Words end
 * at white space; the vocabulary comes from the training file, and the checkpoint keeps it together with the test rows.
 * Test rows longer than all training rows show what happens beyond the trained length. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/tsv.h"
#include "task/kept.h"
#include "task/kinds.h"
#include "task/spelling.h"
#include "task/vocabulary.h"

enum { UNKNOWN, CLS };
enum { LABELS_MAX = 10000, WORDS_MAX = 1 << 20, AT_ONCE = 64 };

static const char *const specials[] = {"[UNK]", "[CLS]", NULL};
static const char *const columns[] = {"label", "text_a", "text_b"};
enum { LABEL, TEXT_A, TEXT_B, COLUMNS };

struct tsv_options {
    char train[SETTING_TEXT_MAX], test[SETTING_TEXT_MAX];
    int max_vocabulary, min_count, max_words;
};

#define AT(field) offsetof(struct tsv_options, field)

static const struct setting options[] = {
    {"task.train", SETTING_TEXT, AT(train), "", 0, 0, NULL,
     "file of training rows: a header with label, text_a and, if there are two texts, text_b; divided by tabs"},
    {"task.test", SETTING_TEXT, AT(test), "", 0, 0, NULL, "file of test rows, with the same columns"},
    {"task.max_vocabulary", SETTING_INT, AT(max_vocabulary), "30000", 3, 10000000, NULL,
     "tokens at most, [UNK] and [CLS] among them: the most frequent words of the training file"},
    {"task.min_count", SETTING_INT, AT(min_count), "1", 1, 1e9, NULL,
     "a word that the training file has less often is [UNK]; with 1 no training row has an [UNK]"},
    {"task.max_words", SETTING_INT, AT(max_words), "512", 1, WORDS_MAX, NULL,
     "a longer training row is an error: memory goes with the longest"},
    {0},
};

/* Rows of a file, from the shortest on. */
struct rows {
    int count, words;
    int *start; /* (count + 1) offset of a row's words */
    int *split; /* (count) words of its first text */
    int *label; /* (count) */
    int *token; /* (words) */
};

struct tsv_task {
    struct vocabulary words, labels;
    char *word_bytes, *label_bytes;
    size_t word_size, label_size;
    struct rows part[2]; /* by task_stream; that of training is empty where all is from a checkpoint */
    int training[3];     /* rows, words of the shortest and the longest */
    uint64_t fingerprint[2];
};

/* ---- Reading files */

/* A file on its way in. */
struct reading {
    const struct tsv_options *o;
    const struct task_input *in;
    struct tsv file;
    int column[COLUMNS]; /* -1: not there */
    struct vocabulary *words, *labels;
    struct rows rows;
    struct arena *arena;
    bool training;
};

static bool same(struct tsv_field f, const char *name) {
    return f.length == strlen(name) && memcmp(f.text, name, f.length) == 0;
}

static bool take_column(struct reading *r, struct tsv_field name, int at, struct error *e) {
    char copy[TEXT_PRINTABLE], shown[TEXT_PRINTABLE];
    int best = INT_MAX;
    snprintf(copy, sizeof copy, "%.*s", (int)(name.length < 100 ? name.length : 100), name.text);
    for (int k = 0; k < COLUMNS; k++)
        if (same(name, columns[k])) {
            if (r->column[k] >= 0)
                return tsv_fault(&r->file, e, "column %s stands twice in the header", columns[k]);
            r->column[k] = at;
            return true;
        }
    for (int k = 0; k < COLUMNS; k++)
        if (text_nearer(copy, columns[k], &best))
            return tsv_fault(&r->file, e, "column '%s': did you mean %s?", text_printable(shown, copy), columns[k]);
    return true;
}

static bool open_file(struct reading *r, const char *path, struct error *e) {
    struct tsv_field name[TSV_COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        r->column[k] = -1;
    if (!tsv_open(&r->file, path, name, e))
        return false;
    for (int i = 0; i < r->file.columns; i++)
        if (!take_column(r, name[i], i, e))
            return false;
    for (int k = LABEL; k <= TEXT_A; k++)
        if (r->column[k] < 0)
            return tsv_fault(&r->file, e,
                             "the header names no column %s; it takes label, text_a and, if there are two "
                             "texts, text_b, divided by tabs",
                             columns[k]);
    return true;
}

/* Room for all that a file of that size can hold: a row has four bytes or more, a word two. Memory that nothing is
 * written to costs nothing. */
static void make_room(struct reading *r) {
    size_t bytes = (size_t)r->file.pieces.size, rows = bytes / 4 + 2;
    r->rows = (struct rows){
        .start = arena_take(r->arena, rows, sizeof(int)),
        .split = arena_take(r->arena, rows, sizeof(int)),
        .label = arena_take(r->arena, rows, sizeof(int)),
        .token = arena_take(r->arena, bytes / 2 + 1, sizeof(int)),
    };
}

/* Words of a text, as their numbers; training counts them. */
static bool add_text(struct reading *r, struct tsv_field f, const char *column, struct error *e) {
    const char *at = f.text, *end = f.text + f.length;
    struct vocabulary_text word[AT_ONCE];
    uint32_t number[AT_ONCE];
    int before = r->rows.words;
    for (int count = AT_ONCE; count == AT_ONCE;) {
        count = 0;
        while (count < AT_ONCE && (word[count].text = utf8_word(&at, end, &word[count].length)))
            count++;
        if (r->rows.words > INT_MAX / 4)
            return tsv_fault(&r->file, e, "the file has too many words");
        if (r->training)
            vocabulary_count(r->words, word, count, number);
        for (int i = 0; i < count; i++)
            r->rows.token[r->rows.words++] =
                r->training ? (int)number[i] : vocabulary_find(r->words, word[i].text, word[i].length);
    }
    return r->rows.words > before || tsv_fault(&r->file, e, "%s has no words", column);
}

static bool unknown_label(const struct reading *r, struct tsv_field f, struct error *e) {
    char copy[TEXT_PRINTABLE], shown[TEXT_PRINTABLE];
    snprintf(copy, sizeof copy, "%.*s", (int)(f.length < 100 ? f.length : 100), f.text);
    return tsv_fault(&r->file, e, "label '%s' stands in no training row", text_printable(shown, copy));
}

static bool add_label(struct reading *r, struct tsv_field f, struct error *e) {
    int *label = &r->rows.label[r->rows.count];
    if (f.length == 0)
        return tsv_fault(&r->file, e, "label is empty");
    const struct vocabulary_text spelled = {f.text, f.length};
    uint32_t number = 0;
    if (r->training)
        vocabulary_count(r->labels, &spelled, 1, &number);
    *label = r->training ? (int)number : vocabulary_find(r->labels, f.text, f.length);
    if (r->training && *label >= LABELS_MAX)
        return tsv_fault(&r->file, e, "more than %d different labels", LABELS_MAX);
    const struct vocabulary_word *known = &r->labels->word[*label];
    return (known->length == f.length && memcmp(known->text, f.text, f.length) == 0) || unknown_label(r, f, e);
}

static bool add_row(struct reading *r, const struct tsv_field *field, struct error *e) {
    struct rows *rows = &r->rows;
    int n = rows->count, limit = r->training ? r->o->max_words : WORDS_MAX;
    if (!add_label(r, field[r->column[LABEL]], e) || !add_text(r, field[r->column[TEXT_A]], columns[TEXT_A], e))
        return false;
    rows->split[n] = rows->words - rows->start[n];
    if (r->column[TEXT_B] >= 0 && !add_text(r, field[r->column[TEXT_B]], columns[TEXT_B], e))
        return false;
    int words = rows->words - rows->start[n];
    rows->start[++rows->count] = rows->words;
    return words <= limit ||
           tsv_fault(&r->file, e, "has %d words, more than %s%d", words, r->training ? "task.max_words = " : "", limit);
}

static bool read_rows(struct reading *r, struct error *e) {
    struct tsv_field field[TSV_COLUMNS];
    bool more = true;
    make_room(r);
    while (more) {
        if (!tsv_next(&r->file, field, &more, e) || (more && !add_row(r, field, e)))
            return false;
        if (r->in->reading && (!more || r->file.line % 1024 == 0))
            r->in->reading(r->in->user, r->file.pieces.path, r->file.pieces.at, r->file.pieces.size);
    }
    return r->rows.count > 0 ||
           error_set(e, EXIT_DATA, "%s:%ld: no row stands under the header", r->file.pieces.path, r->file.line);
}

static int row_words(const struct rows *rows, int n) { return rows->start[n + 1] - rows->start[n]; }

/* One row by its length, then as in the file. */
struct ranked {
    int words, number;
};

static int by_length(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    return a->words != b->words ? (a->words > b->words) - (a->words < b->words)
                                : (a->number > b->number) - (a->number < b->number);
}

/* The rows from the shortest on, in the task's arena, with tokens for numbers. */
static void settle(struct rows *out, const struct rows *in, const struct vocabulary *words,
                   const struct vocabulary *labels, struct arena *scratch, struct arena *arena) {
    struct ranked *rank = arena_take(scratch, (size_t)in->count, sizeof *rank);
    for (int n = 0; n < in->count; n++)
        rank[n] = (struct ranked){row_words(in, n), n};
    qsort(rank, (size_t)in->count, sizeof *rank, by_length);
    *out = (struct rows){.count = in->count, .words = in->words};
    out->start = arena_take(arena, (size_t)in->count + 1, sizeof(int));
    out->split = arena_take(arena, (size_t)in->count, sizeof(int));
    out->label = arena_take(arena, (size_t)in->count, sizeof(int));
    out->token = arena_take(arena, (size_t)in->words, sizeof(int));
    for (int n = 0; n < in->count; n++) {
        int from = rank[n].number, at = out->start[n];
        for (int i = in->start[from]; i < in->start[from + 1]; i++)
            out->token[at++] = vocabulary_token(words, in->token[i]);
        out->start[n + 1] = at;
        out->split[n] = in->split[from];
        out->label[n] = vocabulary_token(labels, in->label[from]);
    }
}

static bool read_file(struct reading *r, const char *path, bool training, uint64_t *fingerprint, struct error *e) {
    char found[PATH_MAX_LENGTH];
    r->training = training;
    bool ok = open_file(r, file_find(found, path), e) && read_rows(r, e);
    *fingerprint = r->file.pieces.fingerprint;
    tsv_close(&r->file);
    return ok;
}

static bool check_labels(const struct reading *r, struct error *e) {
    return r->labels->words > 1 ||
           error_set(e, EXIT_DATA, "%s: all rows have the label '%s'; there is nothing to learn", r->o->train,
                     r->labels->word[0].text);
}

static bool read_files(struct tsv_task *k, const struct tsv_options *o, const struct task_input *in,
                       struct arena *arena, struct error *e) {
    static const char *const none[] = {NULL};
    struct arena scratch = {0};
    struct vocabulary words, labels;
    struct reading r = {.o = o, .in = in, .words = &words, .labels = &labels, .arena = &scratch};
    vocabulary_start(&words, &scratch, specials);
    vocabulary_start(&labels, &scratch, none);
    bool ok = read_file(&r, o->train, true, &k->fingerprint[TASK_TRAINING], e) && check_labels(&r, e);
    struct rows training = r.rows;
    ok = ok && read_file(&r, o->test, false, &k->fingerprint[TASK_EVALUATION], e);
    if (ok) {
        vocabulary_close(&words, o->min_count, o->max_vocabulary);
        vocabulary_close(&labels, 0, LABELS_MAX);
        settle(&k->part[TASK_TRAINING], &training, &words, &labels, &scratch, arena);
        settle(&k->part[TASK_EVALUATION], &r.rows, &words, &labels, &scratch, arena);
        k->word_bytes = vocabulary_write(&words, arena, &k->word_size);
        k->label_bytes = vocabulary_write(&labels, arena, &k->label_size);
        const struct rows *t = &k->part[TASK_TRAINING];
        k->training[0] = t->count;
        k->training[1] = row_words(t, 0);
        k->training[2] = row_words(t, t->count - 1);
    }
    arena_free(&scratch);
    return ok;
}

/* ---- What a checkpoint keeps */

static int keep(const struct task_built *t, struct safetensors_entry *out) {
    const struct tsv_task *k = t->own;
    const struct rows *test = &k->part[TASK_EVALUATION];
    const struct safetensors_entry kept[] = {
        kept_bytes("task.words", k->word_bytes, k->word_size),
        kept_bytes("task.labels", k->label_bytes, k->label_size),
        kept_ints("task.training", k->training, 3),
        kept_bytes("task.files", k->fingerprint, sizeof k->fingerprint),
        kept_ints("task.test.start", test->start, (size_t)test->count + 1),
        kept_ints("task.test.split", test->split, (size_t)test->count),
        kept_ints("task.test.label", test->label, (size_t)test->count),
        kept_ints("task.test.token", test->token, (size_t)test->words),
    };
    _Static_assert(sizeof kept / sizeof *kept <= TASK_KEPT, "there is room for so many");
    memcpy(out, kept, sizeof kept);
    return sizeof kept / sizeof *kept;
}

/* Rows from a checkpoint, whose numbers nobody has looked at yet. */
static bool check_rows(const struct tsv_task *k, const struct rows *rows, struct error *e) {
    if (!kept_check("task.test.label", rows->label, (size_t)rows->count, 0, k->labels.size - 1, e) ||
        !kept_check("task.test.token", rows->token, (size_t)rows->words, 0, k->words.size - 1, e))
        return false;
    bool ok = rows->start[0] == 0 && rows->start[rows->count] == rows->words;
    for (int n = 0; ok && n < rows->count; n++)
        ok = rows->start[n] < rows->start[n + 1] && rows->split[n] > 0 && rows->split[n] <= row_words(rows, n) &&
             (n == 0 || row_words(rows, n - 1) <= row_words(rows, n));
    return ok || error_set(e, EXIT_DATA, "tensors task.test.start and task.test.split do not divide task.test.token");
}

static bool read_kept(struct tsv_task *k, const struct safetensors *kept, struct arena *arena, struct error *e) {
    struct rows *test = &k->part[TASK_EVALUATION];
    size_t starts = 0, words = 0, count;
    const int *training = NULL;
    const char *files = NULL;
    bool ok = (k->word_bytes = kept_read_bytes(kept, "task.words", 0, &k->word_size, arena, e)) &&
              (k->label_bytes = kept_read_bytes(kept, "task.labels", 0, &k->label_size, arena, e)) &&
              (training = kept_read_ints(kept, "task.training", 3, &count, arena, e)) &&
              (files = kept_read_bytes(kept, "task.files", sizeof k->fingerprint, &count, arena, e)) &&
              (test->start = kept_read_ints(kept, "task.test.start", 0, &starts, arena, e)) &&
              (test->split = kept_read_ints(kept, "task.test.split", starts - 1, &count, arena, e)) &&
              (test->label = kept_read_ints(kept, "task.test.label", starts - 1, &count, arena, e)) &&
              (test->token = kept_read_ints(kept, "task.test.token", 0, &words, arena, e));
    if (!ok)
        return false;
    test->count = (int)starts - 1;
    test->words = (int)words;
    memcpy(k->training, training, sizeof k->training);
    memcpy(k->fingerprint, files, sizeof k->fingerprint);
    return test->count > 0 || error_set(e, EXIT_DATA, "tensor task.test.start holds no row");
}

/* ---- The task */

static bool check_sizes(const struct tsv_task *k, const struct tsv_options *o, struct error *e) {
    const struct rows *test = &k->part[TASK_EVALUATION];
    if (k->words.size < CLS + 1 || k->labels.size < 2 || k->training[0] < 1 || k->training[1] < 1 ||
        k->training[2] < k->training[1] || k->training[2] > WORDS_MAX)
        return error_set(e, EXIT_DATA, "tensors task.words, task.labels and task.training do not fit together");
    return row_words(test, 0) <= k->training[2] ||
           error_set(
               e, EXIT_DATA,
               "%s: every row is longer than the longest training row (%d words); without shorter ones nobody can "
               "tell whether the model learned anything",
               o->test, k->training[2]);
}

static bool build(struct task_built *t, const struct task_input *in, struct arena *arena, struct error *e) {
    const struct tsv_options *o = t->options;
    struct tsv_task *k = arena_take(arena, 1, sizeof *k);
    if (!in->kept && !(*o->train && *o->test))
        return error_set(e, EXIT_USAGE, "name the files of rows: task.train = FILE and task.test = FILE");
    if (!(in->kept ? read_kept(k, in->kept, arena, e) : read_files(k, o, in, arena, e)))
        return false;
    if (!vocabulary_read(&k->words, arena, k->word_bytes, k->word_size) ||
        !vocabulary_read(&k->labels, arena, k->label_bytes, k->label_size))
        return error_set(e, EXIT_DATA, "tensors task.words and task.labels hold no list of words");
    if (!check_sizes(k, o, e) || !check_rows(k, &k->part[TASK_EVALUATION], e))
        return false;
    t->own = k;
    t->size = (struct task_sizes){
        .vocabulary = k->words.size,
        .segments = 2,
        .classes = k->labels.size,
        .shortest = 1,
        .trained = {k->training[1], k->training[2]},
    };
    return true;
}

static int rows_of(const struct task_built *t, int length) {
    (void)t;
    return length + 1;
}

static int asks(const struct task_built *t, int length) {
    (void)t, (void)length;
    return 1;
}

static const struct rows *part_of(const struct task_built *t, enum task_stream from) {
    return &((const struct tsv_task *)t->own)->part[from];
}

/* How many rows have at most so many words: they stand in the order of their lengths. */
static int held(const struct task_built *t, enum task_stream from, int words) {
    const struct rows *rows = part_of(t, from);
    int low = 0, high = rows->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (row_words(rows, middle) <= words)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int held_words(const struct task_built *t, enum task_stream from, int number) {
    return row_words(part_of(t, from), number);
}

/* The share of the most frequent label among the test rows of these lengths. */
static double chance(const struct task_built *t, struct range words) {
    const struct tsv_task *k = t->own;
    struct arena arena = {0};
    int *count = arena_take(&arena, (size_t)k->labels.size, sizeof *count), most = 0;
    int first = held(t, TASK_EVALUATION, words.low - 1), last = held(t, TASK_EVALUATION, words.high);
    for (int n = first; n < last; n++) {
        int seen = ++count[k->part[TASK_EVALUATION].label[n]];
        most = seen > most ? seen : most;
    }
    arena_free(&arena);
    return last > first ? (double)most / (last - first) : (double)NAN;
}

/* [CLS] in front; the first `split` of `words` words in segment 0. */
static void frame(const struct example *out, int words, int split) {
    out->token[0] = CLS;
    spelling_rows(out, 0, words + 1, 0);
    for (int i = split; i < words; i++)
        out->segment[1 + i] = 1;
    out->ask[0] = 0;
}

static void draw(const struct task_built *t, const struct task_draw *d, struct example *out) {
    const struct rows *rows = part_of(t, d->from);
    int n = d->number, words = row_words(rows, n);
    memcpy(out->token + 1, rows->token + rows->start[n], (size_t)words * sizeof *out->token);
    frame(out, words, rows->split[n]);
    out->answer[0] = rows->label[n];
}

static const char *word(const struct task_built *t, int token, char buffer[TASK_WORD_MAX]) {
    (void)buffer;
    return ((const struct tsv_task *)t->own)->words.spelled[token];
}

static const char *answer_word(const struct task_built *t, int answer, char buffer[TASK_WORD_MAX]) {
    (void)buffer;
    return ((const struct tsv_task *)t->own)->labels.spelled[answer];
}

static int compose(const struct task_built *t, const char *const text[2], struct example *out, int *asked,
                   struct error *e) {
    const struct tsv_task *k = t->own;
    int words = 0, split = 0;
    for (int side = 0; side < 2; side++) {
        const char *at = text[side], *end = at + strlen(at), *next;
        size_t length;
        while ((next = utf8_word(&at, end, &length)))
            out->token[1 + words++] = vocabulary_token(&k->words, vocabulary_find(&k->words, next, length));
        split = side == 0 ? words : split;
    }
    if (split == 0) {
        error_set(e, EXIT_DATA, "the text has no words");
        return 0;
    }
    frame(out, words, split);
    *asked = 1;
    return words;
}

/* Words of the test rows that the vocabulary does not have. */
static void note(const struct task_built *t, char *text, size_t size) {
    const struct tsv_task *k = t->own;
    const struct rows *test = &k->part[TASK_EVALUATION];
    int unknown = 0;
    for (int i = 0; i < test->words; i++)
        unknown += test->token[i] == UNKNOWN;
    snprintf(
        text, size,
        "%d training rows of %d..%d words, %d test rows of %d..%d; %d labels; %d words known, and of the words of the "
        "test rows %.1f %% are not ([UNK]).",
        k->training[0], k->training[1], k->training[2], test->count, row_words(test, 0),
        row_words(test, test->count - 1), k->labels.size, k->words.size - CLS - 1, 100.0 * unknown / test->words);
}

const struct task task_tsv = {
    .name = "tsv",
    .summary = "your own rows: a label and one or two texts, divided by tabs; see task.train and task.test",
    .question = "which label?",
    .options = options,
    .build = build,
    .keep = keep,
    .held = held,
    .held_words = held_words,
    .note = note,
    .rows = rows_of,
    .asks = asks,
    .chance = chance,
    .draw = draw,
    .word = word,
    .answer = answer_word,
    .compose = compose,
};
