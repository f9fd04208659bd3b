/* test_start_tables.c -- tables initialised from a file: which rows, to the bit, and what is refused. test_frozen.c is
 * about training them. Vectors are written by hand. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/safetensors.h"
#include "tables/start_tables.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { MOST = 12 };

static void write_text(const char *name, const char *text) {
    write_file(test_folder, name, (struct bytes){text, strlen(text)});
}

/* A run of the task first, words [CLS] X Y w1..w16, rows of four numbers; "FOLDER" in `more` is the tests' folder. */
static void open_small(struct run *r, const char *const *more) {
    static char text[MOST][SETTING_TEXT_MAX];
    const char *all[MOST + 1] = {"task.name=first", "model.d_model=4", "model.heads=1", "model.d_ff=4"};
    int count = 4;
    for (; *more; more++, count++) {
        const char *at = strstr(*more, "FOLDER");
        text[count][0] = 0;
        assert_true(text_append(text[count], sizeof *text, "%.*s%s%s", at ? (int)(at - *more) : (int)strlen(*more),
                                *more, at ? test_folder : "", at ? at + 6 : ""));
        all[count] = text[count];
    }
    open_run(r, all);
}
#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void open_started(struct run *r, const char *const *more) {
    struct error e;
    open_small(r, more);
    if (!start_tables(r, &e))
        fail_msg("%s", e.text);
}

static int row_of(const struct run *r, const char *word) {
    char buffer[TASK_WORD_MAX];
    int row = 0;
    while (strcmp(r->task.kind->word(&r->task, row, buffer), word) != 0)
        row++;
    return row;
}

static const real *token(const struct run *r, const char *word) {
    const struct tensor *t = params_at(&r->model.params, r->model.token);
    return r->model.params.value + t->offset + (size_t)row_of(r, word) * t->columns;
}

static const struct tensor *positions(const struct run *r) {
    return params_find(&r->model.params, "embeddings.position_embeddings.weight");
}

/* Row of the tensor, position 0 being that at `offset`. */
static const real *position(const struct run *r, int row) {
    return r->model.params.value + positions(r)->offset + (size_t)row * positions(r)->columns;
}

static void assert_row(const real *row, double a, double b, double c, double d) {
    const real expected[] = {(real)a, (real)b, (real)c, (real)d};
    assert_memory_equal(row, expected, sizeof expected);
}

static void assert_told(const struct run *r, const char *text) {
    if (!strstr(r->tables, text))
        fail_msg("'%s' does not say '%s'", r->tables, text);
}

/* A run's own tables, with the rows that no position reads left out. The
 * first test: a folder with another model is not ours. */
TEST(own_run) {
    struct run from, r;
    struct error e;
    open_small(&from, SETTINGS("learned.offset=2", "train.seed=9"));
    assert_true(checkpoint_write(&from, test_folder, &e));
    open_started(&r, SETTINGS("embedding.token=FOLDER", "embedding.position=FOLDER/checkpoint.safetensors"));
    assert_memory_equal(token(&r, "[CLS]"), token(&from, "[CLS]"), 19 * 4 * sizeof(real));
    assert_memory_equal(position(&r, 0), position(&from, 2), 17 * 4 * sizeof(real));
    assert_told(&r, "(run, 4 columns): 19 of 19 found; standard deviation");
    run_free(&from);
    run_free(&r);
}

/* ---- Words */

TEST(words) {
    struct run r, drawn;
    write_text("v.txt", "4 4\nX 0.1 -2e-3 3.00000024 1e-30\nzebra 9 9 9 9\nw16 1 2 3 4\n[CLS] 5 6 7 8\n");
    open_small(&drawn, SETTINGS("train.seed=7"));
    open_started(&r, SETTINGS("train.seed=7", "embedding.token=FOLDER/v.txt"));
    assert_row(token(&r, "X"), 0.1, -2e-3, 3.00000024, 1e-30);
    assert_row(token(&r, "w16"), 1, 2, 3, 4);
    assert_row(token(&r, "[CLS]"), 5, 6, 7, 8);
    assert_memory_equal(token(&r, "Y"), token(&drawn, "Y"), 16 * 4 * sizeof(real)); /* and w1 to w15 */
    assert_told(&r, "v.txt (word2vec text, 4 columns): 3 of 19 found (the others are random: Y, w1, w2, ...);");
    size_t after = params_at(&r.model.params, r.model.token)->offset + 19 * 4;
    assert_memory_equal(r.model.params.value + after, drawn.model.params.value + after,
                        (r.model.params.size - after) * sizeof(real));
    run_free(&r);
    run_free(&drawn);
}

/* A word as it is goes before one in another case, a whole word before a piece of one, the first before the next. */
TEST(which_row) {
    struct run r;
    write_text("v.txt", "x 1 1 1 1\nX 2 2 2 2\nX 3 3 3 3\n"
                        "y 4 4 4 4\ny 5 5 5 5\n"
                        "w1 6 6 6 6\n\xe2\x90\xa3w1 7 7 7 7\n"
                        "W2 8 8 8 8\n\xe2\x90\xa3W2 9 9 9 9\nw3 w3 10 10 10 10\n[cls] 11 11 11 11\n");
    open_started(&r, SETTINGS("embedding.token=FOLDER/v.txt"));
    assert_row(token(&r, "X"), 2, 2, 2, 2);
    assert_row(token(&r, "Y"), 4, 4, 4, 4);
    assert_row(token(&r, "w1"), 7, 7, 7, 7);
    assert_row(token(&r, "w2"), 9, 9, 9, 9);
    assert_row(token(&r, "[CLS]"), 11, 11, 11, 11);
    assert_told(&r, "GloVe text, 4 columns): 5 of 19 found, 3 of them in another case");
    run_free(&r);
}

/* ---- Columns and scale */

static const char wide[] =
    "X 1 2 3 4 5 6\nY 0 1 0 2 0 7\nw1 4 4 1 1 2 2\nw2 -1 3 -2 5 8 0\nw3 2 7 1 8 2 8\nw4 3 1 4 1 5 9\n";

/* says help train: With embedding.fit=cut the first columns of a wider file are used */
/* says help settings: a file with more columns than the table: refuse it, or use its first columns */
TEST(cut) {
    struct run r;
    write_text("wide.txt", wide);
    open_started(&r, SETTINGS("embedding.token=FOLDER/wide.txt", "embedding.fit=cut"));
    assert_row(token(&r, "X"), 1, 2, 3, 4);
    assert_row(token(&r, "w4"), 3, 1, 4, 1);
    assert_told(&r, "(GloVe text, 6 columns): 6 of 19 found (the others are random: [CLS], w5, w6, ...), cut to the "
                    "first 4 columns; standard deviation");
    run_free(&r);
}

/* says help train: embedding.rescale=usual gives them the standard deviation of random rows */
TEST(usual) {
    struct run r;
    write_text("v.txt", "X 1 1 1 1\nY -1 -1 -1 -1\n");
    open_started(&r, SETTINGS("embedding.token=FOLDER/v.txt", "embedding.rescale=usual"));
    assert_row(token(&r, "X"), 0.5, 0.5, 0.5, 0.5);
    assert_row(token(&r, "Y"), -0.5, -0.5, -0.5, -0.5);
    assert_told(&r, "standard deviation 1 scaled to 0.5;");
    run_free(&r);
}

/* ---- Positions */

TEST(some_positions) {
    struct run r, drawn;
    write_text("p.txt",
               "6 4\nunread0 9 9 9 9\nposition1 1 2 3 4\nposition0 5 6 7 8\nposition40 9 9 9 9\nposition 9 9 9 9\n"
               "position2x 9 9 9 9\n");
    open_small(&drawn, SETTINGS("learned.offset=2"));
    open_started(&r, SETTINGS("learned.offset=2", "embedding.position=FOLDER/p.txt"));
    assert_row(position(&r, 2), 5, 6, 7, 8);
    assert_row(position(&r, 3), 1, 2, 3, 4);
    assert_memory_equal(position(&r, 0), position(&drawn, 0), 2 * 4 * sizeof(real));
    assert_memory_equal(position(&r, 4), position(&drawn, 4), 15 * 4 * sizeof(real));
    assert_told(&r, "Positions start from ");
    assert_told(&r, "2 of 17 found (the others are random: position2, position3, position4, ...)");
    run_free(&r);
    run_free(&drawn);
}

/* Usual rows of positions have learned.std; a hybrid has the table of its part. */
TEST(positions_scaled) {
    struct run r;
    write_text("p.txt", "position0 3 3 3 3\nposition1 -3 -3 -3 -3\n");
    open_started(&r, SETTINGS("encoding.name=learned+alibi", "learned.std=0.25", "embedding.position=FOLDER/p.txt",
                              "embedding.rescale=usual"));
    assert_row(position(&r, 0), 0.25, 0.25, 0.25, 0.25);
    assert_row(position(&r, 1), -0.25, -0.25, -0.25, -0.25);
    run_free(&r);
}

/* ---- Other forms */

static struct safetensors_entry entry(const char *name, const float *numbers, int rows, int columns) {
    return (struct safetensors_entry){.name = name,
                                      .dtype = "F32",
                                      .dims = 2,
                                      .shape = {(uint64_t)rows, (uint64_t)columns},
                                      .data = (const unsigned char *)numbers,
                                      .bytes = (size_t)rows * columns * 4};
}

/* A public model of three words and five rows of positions. */
static void write_public(const char *prefix, const float *words, const float *places) {
    struct arena arena = {0};
    struct safetensors_entry entries[] = {
        entry(arena_format(&arena, "%sembeddings.word_embeddings.weight", prefix), words, 3, 4),
        entry(arena_format(&arena, "%sembeddings.position_embeddings.weight", prefix), places, 5, 4)};
    struct safetensors file = {.entry = entries, .entries = 2};
    size_t size;
    const unsigned char *bytes = safetensors_bytes(&file, &arena, &size);
    write_file(test_folder, "model.safetensors", (struct bytes){(const char *)bytes, size});
    arena_free(&arena);
}

static const float three[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                              11, 12, 13, 14, 15, 16, 17, 18, 19, 20}; /* and two more as positions */
static const float five[] = {1, 1, 1, 1, 0, 0, 0, 0, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5};

TEST(public) {
    struct run r;
    write_text("vocab.txt", "[PAD]\nx\nw2\n");
    write_public("bert.", three, three);
    open_started(&r, SETTINGS("embedding.token=FOLDER", "embedding.position=FOLDER/model.safetensors"));
    assert_row(token(&r, "X"), 5, 6, 7, 8);
    assert_row(token(&r, "w2"), 9, 10, 11, 12);
    assert_row(position(&r, 0), 1, 2, 3, 4);
    assert_told(&r, "(safetensors, 4 columns): 2 of 19 found, 1 of them in another case");
    assert_told(&r, "5 of 17 found");
    run_free(&r);
}

/* RoBERTa's position 0 is row 2, unless config.json says another row of padding. */
TEST(roberta) {
    struct run r;
    write_public("roberta.", three, five);
    open_started(&r, SETTINGS("embedding.position=FOLDER/model.safetensors"));
    assert_row(position(&r, 0), 3, 3, 3, 3);
    assert_row(position(&r, 2), 5, 5, 5, 5);
    assert_told(&r, "(safetensors, position 0 is row 2, 4 columns): 3 of 17 found");
    run_free(&r);
    write_text("config.json", "{\"model_type\": \"camembert\", \"pad_token_id\": 3}");
    open_started(&r, SETTINGS("embedding.position=FOLDER"));
    assert_row(position(&r, 0), 5, 5, 5, 5);
    assert_told(&r, "position 0 is row 4, 4 columns): 1 of 17 found");
    run_free(&r);
}

/* ---- What is refused */

static const struct refusal {
    const char *content, *setting, *more;
    enum exit_code code;
    const char *says;
} refusals[] = {
    {"X 1 2 3\n", "embedding.token", NULL, EXIT_USAGE, "v.txt has 3 columns ... tokens ... 4: ... model.d_model = 3"},
    {"X 1 2 3\n", "embedding.token", "embedding.fit=cut", EXIT_USAGE,
     "v.txt has 3 columns ... tokens ... 4: ... model.d_model = 3"},
    {wide, "embedding.token", NULL, EXIT_USAGE,
     "v.txt has 6 columns ... tokens ... 4: ... model.d_model = 6, or embedding.fit = cut"},
    {wide, "embedding.position", NULL, EXIT_USAGE,
     "v.txt has 6 columns ... positions ... 4: ... model.d_model = 6 ... embedding.fit = cut"},
    {"zebra 1 2 3 4\n", "embedding.token", NULL, EXIT_DATA, "v.txt has none of the 19 words: [CLS], X, Y, ..."},
    {"zebra 1 2 3 4\n", "embedding.position", NULL, EXIT_DATA,
     "v.txt ... 17 positions: position0, position1, position2, "},
    {"zebra 1 2 3 x\nX 1 2 3 x\n", "embedding.token", NULL, EXIT_DATA, "v.txt:1: "},
    {"zebra 1 2 3 4\nX 1 2 3 nan\n", "embedding.token", NULL, EXIT_DATA,
     "v.txt:2: number 4 is 'nan'; expected a finite number"},
    {"zebra 1 2 3 4\nX 1 2\n", "embedding.token", NULL, EXIT_DATA, "v.txt:2: has 2 numbers after its word; expected 4"},
    {"position0 1 2 3 4\n", "embedding.position", "learned.frozen=yes", EXIT_USAGE,
     "v.txt has 1 of the 17 positions, and a frozen table would keep the others random; choose "
     "learned.max_position_embeddings = 1, or another file"},
    {"X 2 2 2 2\n", "embedding.token", "embedding.rescale=usual", EXIT_DATA,
     "the 1 rows used do not differ, so they have no standard deviation"},
};

/* says help train: A file with more or fewer columns than the table is refused */
TEST(refusals) {
    for (const struct refusal *c = refusals; c < refusals + sizeof refusals / sizeof *refusals; c++) {
        struct run r;
        struct error e;
        char setting[SETTING_TEXT_MAX];
        snprintf(setting, sizeof setting, "%s=FOLDER/v.txt", c->setting);
        write_text("v.txt", c->content);
        open_small(&r, SETTINGS(setting, c->more));
        assert_refused(c->content, start_tables(&r, &e), &e, c->code, c->says);
        assert_memory_equal(e.text, c->setting, strlen(c->setting));
        run_free(&r);
    }
}

/* Positions in one column of their own leave three to words. */
TEST(own_columns) {
    struct run r;
    struct error e;
    write_text("v.txt", "X 1 2 3 4 5 6\n");
    write_text("p.txt", "position0 1 2\n");
    open_small(&r, SETTINGS("learned.combine=concat", "learned.columns=1", "embedding.token=FOLDER/v.txt"));
    assert_refused("words", start_tables(&r, &e), &e, EXIT_USAGE, "tokens ... 3: ... model.d_model = 7");
    run_free(&r);
    open_small(&r, SETTINGS("learned.combine=concat", "learned.columns=1", "embedding.position=FOLDER/p.txt"));
    assert_refused("positions", start_tables(&r, &e), &e, EXIT_USAGE, "positions ... 1: ... learned.columns = 2");
    run_free(&r);
}

TEST(not_finite) {
    struct run r;
    struct error e;
    float words[20];
    memcpy(words, three, sizeof words);
    words[6] = NAN;
    write_text("vocab.txt", "[PAD]\nX\nw2\n");
    write_public("", words, words);
    open_small(&r, SETTINGS("embedding.token=FOLDER/model.safetensors"));
    assert_refused("NaN", start_tables(&r, &e), &e, EXIT_DATA, "word_embeddings.weight: number 3 of row 1 (X)");
    run_free(&r);
    open_small(&r, SETTINGS("embedding.token=FOLDER/none.txt"));
    assert_refused("no file", start_tables(&r, &e), &e, EXIT_IO, "embedding.token: cannot open");
    assert_refused("no file", start_tables_check(&r, &e), &e, EXIT_IO, "embedding.token: cannot open");
    run_free(&r);
}

GROUP(start_tables, folder_setup, folder_teardown)
