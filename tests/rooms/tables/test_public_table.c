/* test_public_table.c -- tables found under the names that public models give them, in each form that a model has on
 * disk, and what is refused. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "public_files.h"
#include "tables/public_table.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { COLUMNS = 4, ROWS_MOST = 2050 };

/* Row i, column c is 10 i + c. With `padding` 1 row 1 is zeros, with 2 all rows are. */
static const float *numbers(int padding) {
    static float table[3][ROWS_MOST * COLUMNS];
    for (int i = 0; i < ROWS_MOST; i++)
        for (int c = 0; c < COLUMNS; c++)
            table[padding][i * COLUMNS + c] = padding > 1 || (padding && i == 1) ? 0 : (float)(10 * i + c);
    return table[padding];
}

#define TABLE(name, rows) \
    { name, "F32", "[" #rows ",4]", numbers(0), (rows)*COLUMNS * sizeof(float) }
#define VECTOR(name) \
    { name, "F32", "[4]", numbers(0), COLUMNS * sizeof(float) }

static char path[PATH_MAX_LENGTH];
static struct arena arena;
static struct error e;

static int drop_folder(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

static void open_it(struct public_table *t, const char *of, enum public_kind kind, const char *name) {
    if (!public_table_open(t, of, kind, name, NULL, &arena, &e))
        fail_msg("%s", e.text);
}

/* Its last row is that of numbers(). */
static void assert_table(const char *of, enum public_kind kind, const char *tensor, int rows) {
    struct public_table t;
    real row[2 * COLUMNS];
    open_it(&t, of, kind, NULL);
    assert_string_equal(t.tensor, tensor);
    assert_int_equal(t.rows, rows);
    assert_int_equal(t.columns, COLUMNS);
    assert_true(public_table_rows(row, &t, rows - 2, 2, &e));
    for (int i = 0; i < 2 * COLUMNS; i++)
        assert_int_equal((int)row[i], 10 * (rows - 2 + i / COLUMNS) + i % COLUMNS);
    public_table_close(&t);
}

/* ---- Names */

/* Models as they are published, with few rows of words. */
TEST_WITH(bert, folder_setup, drop_folder) {
    static const int64_t ids[8];
    const struct public_tensor with[] = {
        TABLE("bert.embeddings.word_embeddings.weight", 30),
        TABLE("bert.embeddings.position_embeddings.weight", 512),
        TABLE("bert.embeddings.token_type_embeddings.weight", 2),
        VECTOR("bert.embeddings.LayerNorm.gamma"),
        VECTOR("bert.embeddings.LayerNorm.beta"),
        {"bert.embeddings.position_ids", "I64", "[1,8]", ids, sizeof ids},
        TABLE("cls.predictions.decoder.weight", 30),
        {0},
    };
    const struct public_tensor without[] = {
        {"embeddings.position_ids", "I64", "[1,8]", ids, sizeof ids},
        TABLE("embeddings.word_embeddings.weight", 30),
        TABLE("embeddings.position_embeddings.weight", 512),
        TABLE("embeddings.token_type_embeddings.weight", 2),
        VECTOR("embeddings.LayerNorm.weight"),
        {0},
    };
    public_file(path, test_folder, "with.safetensors", with);
    assert_table(path, PUBLIC_TOKEN, "bert.embeddings.word_embeddings.weight", 30);
    assert_table(path, PUBLIC_POSITION, "bert.embeddings.position_embeddings.weight", 512);
    assert_table(path, PUBLIC_SEGMENT, "bert.embeddings.token_type_embeddings.weight", 2);
    public_file(path, test_folder, "without.safetensors", without);
    assert_table(path, PUBLIC_TOKEN, "embeddings.word_embeddings.weight", 30);
    assert_table(path, PUBLIC_POSITION, "embeddings.position_embeddings.weight", 512);
    assert_true(public_table_is(path));
}

TEST_WITH(gpt2, folder_setup, drop_folder) {
    for (int prefix = 0; prefix < 2; prefix++) {
        const char *const p = prefix ? "transformer." : "";
        char name[3][64];
        snprintf(name[0], sizeof *name, "%swte.weight", p);
        snprintf(name[1], sizeof *name, "%swpe.weight", p);
        snprintf(name[2], sizeof *name, "%sh.0.attn.bias", p); /* a mask */
        const struct public_tensor tensors[] = {{name[2], "F32", "[1,1,8,8]", numbers(0), 64 * sizeof(float)},
                                                TABLE(name[1], 1024),
                                                TABLE(name[0], 40),
                                                {0}};
        public_file(path, test_folder, "model.safetensors", tensors);
        assert_table(test_folder, PUBLIC_TOKEN, name[0], 40);
        assert_table(test_folder, PUBLIC_POSITION, name[1], 1024);
        assert_public_refused(&e, test_folder, PUBLIC_SEGMENT, NULL, EXIT_USAGE, "no table of segments; it has ");
    }
}

static void assert_first(const char *position, int rows, int padding, int first, const char *name) {
    struct public_table t;
    char buffer[PUBLIC_NAME], shape[32];
    snprintf(shape, sizeof shape, "[%d,4]", rows);
    const struct public_tensor tensors[] = {{position, "F32", shape, numbers(padding), rows * COLUMNS * sizeof(float)},
                                            {0}};
    open_it(&t, public_file(path, test_folder, "m.safetensors", tensors), PUBLIC_POSITION, NULL);
    assert_int_equal(t.first, first);
    assert_string_equal(public_table_name(&t, 0, buffer), name);
    assert_string_equal(public_table_name(&t, first, buffer), "position0");
    public_table_close(&t);
}

/* RoBERTa by its prefix, or by its row of padding; others begin at row 0. */
TEST_WITH(first, folder_setup, drop_folder) {
    assert_first("roberta.embeddings.position_embeddings.weight", 514, 1, 2, "unread0");
    assert_first("roberta.embeddings.position_embeddings.weight", 514, 0, 2, "unread0");
    assert_first("embeddings.position_embeddings.weight", 514, 1, 2, "unread0");
    assert_first("embeddings.position_embeddings.weight", 514, 0, 0, "position0");
    assert_first("embeddings.position_embeddings.weight", 514, 2, 0, "position0"); /* a table of zeros has no padding */
    assert_first("distilbert.embeddings.position_embeddings.weight", 512, 0, 0, "position0");
    assert_first("electra.embeddings.position_embeddings.weight", 512, 0, 0, "position0");
}

/* OPT and BART count from row 2, which their numbers of rows say; Whisper, with names like theirs, does not. */
TEST_WITH(opt, folder_setup, drop_folder) {
    assert_first("model.decoder.embed_positions.weight", 2050, 0, 2, "unread0");
    assert_first("decoder.embed_positions.weight", 1026, 0, 2, "unread0");
    assert_first("model.decoder.embed_positions.weight", 448, 0, 0, "position0");
    assert_first("model.encoder.embed_positions.weight", 1024, 0, 0, "position0");
    assert_first("text_model.embeddings.position_embedding.weight", 77, 0, 0, "position0");
    assert_first("text_model.embeddings.position_embedding.weight", 65, 0, 0, "position0");
    assert_first("vision_model.embeddings.position_embedding.weight", 50, 0, 1, "[CLS]");
    assert_first("vision_model.embeddings.position_embedding.weight", 49, 0, 0, "position0"); /* SigLIP has no [CLS] */
    const struct public_tensor bart[] = {
        TABLE("model.encoder.embed_positions.weight", 1026), TABLE("model.decoder.embed_positions.weight", 1026), {0}};
    public_file(path, test_folder, "bart.safetensors", bart);
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_USAGE,
                          "has several tables of positions, model.encoder.embed_positions.weight and "
                          "model.decoder.embed_positions.weight; name one: --table NAME");
    assert_public_refused(
        &e, path, PUBLIC_TOKEN, NULL, EXIT_USAGE,
        "bart.safetensors has no table of tokens; it has model.encoder.embed_positions.weight (1026 x 4), "
        "model.decoder.embed_positions.weight (1026 x 4); --table NAME");
}

/* A parameter of its own, (1, 197, D): [CLS] and 14 x 14 patches. */
TEST_WITH(vit, folder_setup, drop_folder) {
    struct public_table t;
    char buffer[PUBLIC_NAME];
    real row[COLUMNS];
    for (int prefix = 0; prefix < 2; prefix++) {
        const struct public_tensor tensors[] = {
            {prefix ? "vit.embeddings.cls_token" : "embeddings.cls_token", "F32", "[1,1,4]", numbers(0), 16},
            {prefix ? "vit.embeddings.position_embeddings" : "embeddings.position_embeddings", "F32", "[1,197,4]",
             numbers(0), 197 * COLUMNS * sizeof(float)},
            {0}};
        open_it(&t, public_file(path, test_folder, "vit.safetensors", tensors), PUBLIC_POSITION, NULL);
        assert_int_equal(t.rows, 197);
        assert_int_equal(t.first, 1);
        assert_string_equal(public_table_name(&t, 0, buffer), "[CLS]");
        assert_string_equal(public_table_name(&t, 196, buffer), "position195");
        assert_true(public_table_rows(row, &t, 196, 1, &e));
        assert_true(row[3] == 1963);
        public_table_close(&t);
        assert_public_refused(&e, path, PUBLIC_TOKEN, NULL, EXIT_USAGE, "no table of tokens");
    }
}

/* ---- Numbers */

TEST_WITH(dtypes, folder_setup, drop_folder) {
    static const unsigned char half[] = {0, 0x3c, 0, 0xc0, 1, 0, 0, 0x3c},
                               upper[] = {0x80, 0x3f, 0, 0xc0, 1, 0, 0x80, 0x7f};
    struct public_table t;
    real row[COLUMNS];
    const struct public_tensor tensors[] = {
        {"wpe.weight", "F16", "[1,4]", half, sizeof half}, {"wte.weight", "BF16", "[1,4]", upper, sizeof upper}, {0}};
    public_file(path, test_folder, "m.safetensors", tensors);
    open_it(&t, path, PUBLIC_POSITION, NULL);
    assert_string_equal(t.dtype, "F16");
    assert_true(public_table_rows(row, &t, 0, 1, &e));
    assert_true(row[0] == 1 && row[1] == -2 && row[2] == (real)0x1p-24 && row[3] == 1);
    public_table_close(&t);
    open_it(&t, path, PUBLIC_TOKEN, NULL);
    assert_string_equal(t.dtype, "BF16");
    assert_false(public_table_rows(row, &t, 0, 1, &e));
    assert_int_equal(e.code, EXIT_DATA);
    assert_non_null(strstr(e.text, "m.safetensors: tensor wte.weight: number 4 of row 0 (row0) "));
    public_table_close(&t);
}

/* ---- Shards */

static void write_shards(void) {
    char other[PATH_MAX_LENGTH];
    const struct public_tensor first[] = {TABLE("wte.weight", 20), VECTOR("ln_f.weight"), {0}};
    const struct public_tensor second[] = {TABLE("wpe.weight", 16), {0}};
    public_file(other, test_folder, "model-00001-of-00002.safetensors", first);
    public_file(other, test_folder, "model-00002-of-00002.safetensors", second);
    assert_true(file_path(path, test_folder, "model.safetensors.index.json", &e));
}

#define INDEX(position)                                                                                             \
    "{\"metadata\": {\"total_size\": 592}, \"weight_map\": {\"wte.weight\": \"model-00001-of-00002.safetensors\", " \
    "\"ln_f.weight\": \"model-00001-of-00002.safetensors\", \"wpe.weight\": " position "}}"
#define SECOND "\"model-00002-of-00002.safetensors\""
#define index_is(position) public_text(test_folder, "model.safetensors.index.json", INDEX(position))

TEST_WITH(shards, folder_setup, drop_folder) {
    write_shards();
    index_is(SECOND);
    assert_true(public_table_is(test_folder) && public_table_is(path));
    assert_table(test_folder, PUBLIC_POSITION, "wpe.weight", 16);
    assert_table(path, PUBLIC_TOKEN, "wte.weight", 20);
    public_text(test_folder, "vocab.txt", "one\ntwo\n"); /* beside the shards */
    struct public_table t;
    open_it(&t, path, PUBLIC_TOKEN, NULL);
    assert_string_equal(t.word[1], "two");
    assert_null(t.word[2]);
    public_table_close(&t);
}

TEST_WITH(bad_shards, folder_setup, drop_folder) {
    char shard[PATH_MAX_LENGTH];
    write_shards();
    index_is("\"model-00003-of-00003.safetensors\"");
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA,
                          "index.json: weight_map.wpe.weight: expected a file that exists, next to the index");
    assert_table(path, PUBLIC_TOKEN, "wte.weight", 20); /* all that it needs is there */
    index_is("\"model-00001-of-00002.safetensors\"");
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA,
                          "model-00001-of-00002.safetensors has no tensor 'wpe.weight', which the index says it has");
    index_is("\"../model-00002-of-00002.safetensors\"");
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA, "expected the name of a file next to it");
    index_is("7");
    assert_public_refused(&e, path, PUBLIC_TOKEN, NULL, EXIT_DATA,
                          "weight_map.wpe.weight: expected the name of a file");
    public_text(test_folder, "model.safetensors.index.json", "{\"weight_map\": {}}");
    assert_public_refused(&e, path, PUBLIC_TOKEN, NULL, EXIT_USAGE, "has no table of tokens");
    public_text(test_folder, "model.safetensors.index.json", "{}");
    assert_public_refused(&e, path, PUBLIC_TOKEN, NULL, EXIT_DATA,
                          "weight_map: expected an object of tensors and their files");
    public_text(test_folder, "model.safetensors.index.json", "{\"weight_map\": ");
    assert_public_refused(&e, path, PUBLIC_TOKEN, NULL, EXIT_DATA, "cannot be read as JSON");
    index_is(SECOND);
    assert_true(file_path(shard, test_folder, "model-00002-of-00002.safetensors", &e));
    assert_int_equal(truncate(shard, 200), 0);
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA, "model-00002-of-00002.safetensors: ");
}

/* ---- Bad files */

TEST_WITH(candidates, folder_setup, drop_folder) {
    const struct public_tensor tensors[] = {TABLE("encoder.embeddings.position_embeddings.weight", 16),
                                            TABLE("decoder.bert.embeddings.position_embeddings.weight", 8),
                                            TABLE("embeddings.position_embeddings.weight", 4),
                                            TABLE("relative_position_embeddings.weight", 4),
                                            {0}};
    struct public_table t;
    public_file(path, test_folder, "m.safetensors", tensors);
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_USAGE,
                          "has several tables of positions, decoder.bert.embeddings.position_embeddings.weight and "
                          "embeddings.position_embeddings.weight; name one: --table NAME");
    open_it(&t, path, PUBLIC_POSITION, "encoder.embeddings.position_embeddings.weight");
    assert_int_equal(t.rows, 16);
    public_table_close(&t);
    open_it(&t, path, PUBLIC_POSITION, "embeddings.position_embeddings.weight"); /* the whole name, not an end */
    assert_int_equal(t.rows, 4);
    public_table_close(&t);
    open_it(&t, path, PUBLIC_POSITION, "bert.embeddings.position_embeddings.weight"); /* an end that one has */
    assert_int_equal(t.rows, 8);
    public_table_close(&t);
    assert_public_refused(
        &e, path, PUBLIC_POSITION, "wpe.weight", EXIT_USAGE,
        "has no matrix 'wpe.weight'; it has encoder.embeddings.position_embeddings.weight (16 x 4), ");
    assert_public_refused(&e, path, PUBLIC_MATRIX, "embeddings.position_embeddings.weight.x", EXIT_USAGE,
                          "has no matrix");
    open_it(&t, path, PUBLIC_MATRIX, "relative_position_embeddings.weight"); /* no table by its name */
    assert_int_equal(t.kind, PUBLIC_MATRIX);
    assert_int_equal(t.rows, 4);
    public_table_close(&t);
}

static void assert_bad(struct public_tensor tensor, const char *says) {
    const struct public_tensor tensors[] = {tensor, {0}};
    public_file(path, test_folder, "bad.safetensors", tensors);
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA, says);
}

TEST_WITH(bad, folder_setup, drop_folder) {
    assert_bad((struct public_tensor){"wpe.weight", "I32", "[2,4]", numbers(0), 32},
               "tensor 'wpe.weight' has the dtype I32; a table has F32, F16, BF16 or F64");
    assert_bad((struct public_tensor){"wpe.weight", "F32", "[8]", numbers(0), 32},
               "tensor 'wpe.weight' has the shape [8]; a table has rows and columns");
    assert_bad((struct public_tensor){"wpe.weight", "F32", "[2,2,2]", numbers(0), 32}, "has the shape [2, 2, 2]");
    assert_bad((struct public_tensor){"wpe.weight", "F32", "[0,4]", numbers(0), 0}, "has the shape [0, 4]");
    assert_bad((struct public_tensor){"wpe.weight", "F32", "[3,4]", numbers(0), 32}, "shape and dtype take 48 bytes");
    const struct public_tensor tensors[] = {TABLE("wpe.weight", 16), {0}};
    public_file(path, test_folder, "cut.safetensors", tensors);
    assert_int_equal(truncate(path, 300), 0);
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA,
                          "cut.safetensors: tensor 'wpe.weight': ends at byte 256");
    assert_int_equal(truncate(path, 0), 0);
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA, "the file has 0 bytes");
    assert_public_refused(&e, "nowhere.safetensors", PUBLIC_POSITION, NULL, EXIT_IO, "nowhere.safetensors");
    assert_false(public_table_is("nowhere.safetensors"));
}

/* ---- Folders without tables that we read */

TEST_WITH(foreign_folders, folder_setup, drop_folder) {
    assert_public_refused(&e, test_folder, PUBLIC_POSITION, NULL, EXIT_USAGE,
                          "has neither model.safetensors nor model.safetensors.index.json");
    assert_false(public_table_is(test_folder));
    static const struct {
        const char *file, *says;
    } rows[] = {
        {"tf_model.h5", "has its weights as TensorFlow saves them alone ("},
        {"pytorch_model.bin", "has its weights as PyTorch saves them alone; `python3 -c 'import torch"},
        {"diffusion.safetensors", "has no model.safetensors; name the file, such as "},
        {"model-00001-of-00002.safetensors", "has shards without model.safetensors.index.json, which says"},
        {"snapshots/3f2a/x", "is a cache of Hugging Face: name "},
        {"0_Transformer/pytorch_model.bin", "is a folder of sentence-transformers: name "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) { /* each goes before those above */
        size_t named = strncmp(rows[i].file, "snapshots/", 10) == 0 ? 14 : strcspn(rows[i].file, "/");
        const char *slash = strrchr(rows[i].file, '/');
        if (slash)
            assert_true(file_make_folder(
                arena_format(&arena, "%s/%.*s", test_folder, (int)(slash - rows[i].file), rows[i].file), &e));
        public_text(test_folder, rows[i].file, "x");
        assert_true(public_table_is(test_folder));
        assert_public_refused(&e, test_folder, PUBLIC_TOKEN, NULL, EXIT_USAGE, rows[i].says);
        assert_non_null(strstr(e.text, arena_format(&arena, "%s/%.*s", test_folder, (int)named, rows[i].file)));
    }
    public_text(test_folder, "checkpoint.safetensors", "x"); /* what a run left */
    assert_false(public_table_is(test_folder));
    const char *pattern = arena_format(&arena, "%s/[1]", test_folder); /* a name is no pattern */
    assert_true(file_make_folder(pattern, &e));
    public_text(pattern, "tf_model.h5", "x");
    assert_true(public_table_is(pattern));
}

GROUP(public_table, NULL, NULL)
