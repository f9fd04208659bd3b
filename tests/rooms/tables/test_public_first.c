/* test_public_first.c -- the names that models of the field give their tables, and which row is position 0. */
#include <string.h>

#include "public_files.h"
#include "tables/public_table.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { COLUMNS = 4, ROWS_MOST = 4100 };

/* Row i, column c is 10 i + c. */
static const float *numbers(void) {
    static float table[ROWS_MOST * COLUMNS];
    for (int i = 0; i < ROWS_MOST * COLUMNS; i++)
        table[i] = (float)(10 * (i / COLUMNS) + i % COLUMNS);
    return table;
}

#define TABLE(name, rows) \
    { name, "F32", "[" #rows ",4]", numbers(), (rows)*COLUMNS * sizeof(float) }
#define VECTOR(name) \
    { name, "F32", "[4]", numbers(), COLUMNS * sizeof(float) }

static char path[PATH_MAX_LENGTH];
static struct arena arena;
static struct error e;

static int drop_folder(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

static void assert_table(const char *of, enum public_kind kind, const char *tensor, int rows) {
    struct public_table t;
    if (!public_table_open(&t, of, kind, NULL, NULL, &arena, &e))
        fail_msg("%s", e.text);
    assert_string_equal(t.tensor, tensor);
    assert_int_equal(t.rows, rows);
    public_table_close(&t);
}

/* ---- Names of the field */

TEST_WITH(names, folder_setup, drop_folder) {
    static const struct {
        const char *name;
        enum public_kind kind;
    } models[] = {
        {"model.embed_tokens.weight", PUBLIC_TOKEN},              /* LLaMA, Mistral, Qwen */
        {"model.decoder.embed_tokens.weight", PUBLIC_TOKEN},      /* OPT */
        {"model.shared.weight", PUBLIC_TOKEN},                    /* BART */
        {"shared.weight", PUBLIC_TOKEN},                          /* T5 */
        {"embedding.weight", PUBLIC_TOKEN},                       /* torch.nn.Embedding in a module */
        {"tokens_embed.weight", PUBLIC_TOKEN},                    /* GPT-1 */
        {"tok_emb.weight", PUBLIC_TOKEN},                         /* minGPT */
        {"transformer.word_embedding.weight", PUBLIC_TOKEN},      /* XLNet */
        {"gpt_neox.embed_in.weight", PUBLIC_TOKEN},               /* GPT-NeoX */
        {"model.embeddings.tok_embeddings.weight", PUBLIC_TOKEN}, /* ModernBERT */
        {"positions_embed.weight", PUBLIC_POSITION},              /* GPT-1 */
        {"pos_emb", PUBLIC_POSITION},                             /* minGPT */
        {"pos_embed", PUBLIC_POSITION},                           /* timm */
        {"encoder.pos_embedding", PUBLIC_POSITION},               /* torchvision */
        {"visual.positional_embedding", PUBLIC_POSITION},         /* OpenAI's CLIP */
        {"transformer.wpe.weight", PUBLIC_POSITION},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        const struct public_tensor tensors[] = {VECTOR("h.0.attn.bias"), TABLE(models[i].name, 16), VECTOR("z"), {0}};
        assert_table(public_file(path, test_folder, "m.safetensors", tensors), models[i].kind, models[i].name, 16);
        assert_public_refused(&e, path, models[i].kind == PUBLIC_TOKEN ? PUBLIC_POSITION : PUBLIC_TOKEN, NULL,
                              EXIT_USAGE, "has no table of");
    }
    const struct public_tensor t5[] = {TABLE("encoder.embed_tokens.weight", 8),
                                       TABLE("shared.weight", 9),
                                       TABLE("decoder.embed_tokens.weight", 8),
                                       {0}};
    assert_table(public_file(path, test_folder, "t5.safetensors", t5), PUBLIC_TOKEN, "shared.weight", 9);
    const struct public_tensor mae[] = {TABLE("decoder_pos_embed", 10), TABLE("pos_embed", 17), {0}};
    assert_table(public_file(path, test_folder, "mae.safetensors", mae), PUBLIC_POSITION, "pos_embed", 17);
}

/* ---- Which row is position 0 */

static void open_with(struct public_table *t, const char *config, const char *name, int rows, int zero,
                      const char *given) {
    static float table[ROWS_MOST * COLUMNS];
    char shape[32];
    memcpy(table, numbers(), sizeof table);
    for (int c = 0; c < COLUMNS && zero >= 0; c++)
        table[zero * COLUMNS + c] = 0;
    snprintf(shape, sizeof shape, "[%d,4]", rows);
    const struct public_tensor tensors[] = {{name, "F32", shape, table, rows * COLUMNS * sizeof(float)}, {0}};
    public_text(test_folder, "config.json", config);
    public_file(path, test_folder, "model.safetensors", tensors);
    if (!public_table_open(t, test_folder, PUBLIC_POSITION, given ? name : NULL, given, &arena, &e))
        fail_msg("%s", e.text);
    public_table_close(t);
}

#define BERT "embeddings.position_embeddings.weight"

/* says help models: after one or two rows of special tokens, where the others are the square of an image */
/* says help models: after a row of zeros */
TEST_WITH(first_rows, folder_setup, drop_folder) {
    static const struct {
        const char *config, *name;
        int rows, zero, first;
        const char *why;
    } rows[] = {
        {"{\"model_type\": \"roberta\", \"pad_token_id\": 3}", "roberta." BERT, 20, 3, 4,
         "row of padding, 3 (config.json"},
        {"{\"model_type\": \"xlm-roberta\", \"pad_token_id\": 1}", BERT, 514, -1, 2,
         "row of padding, 1 (config.json: xlm"},
        {"{\"model_type\": \"camembert\", \"pad_token_id\": 0}", "roberta." BERT, 20, -1, 1, "padding, 0"},
        {"{\"model_type\": \"longformer\"}", "longformer." BERT, 4098, -1, 2, "padding, 1"},
        {"{\"model_type\": \"roberta\", \"pad_token_id\": null}", BERT, 20, -1, 2, "padding, 1"},
        {"{\"model_type\": \"opt\", \"pad_token_id\": 1}", "decoder.embed_positions.weight", 502, -1, 2, "opt"},
        {"{\"model_type\": \"bert\", \"pad_token_id\": 5}", BERT, 20, -1, 0, "nothing says otherwise"},
        {"{\"model_type\": \"bert\"}", BERT, 20, 7, 8, "row 7 is zeros"},
        {"{}", BERT, 20, 0, 1, "row 0 is zeros"},
        {"{}", BERT, 20, 19, 0, "nothing says otherwise"}, /* no position is after it */
        {"[]", "roberta." BERT, 20, -1, 2, "RoBERTa by its name"},
        {"{}", "pos_embed", 198, -1, 2, "14 x 14 patches of an image, row by row, and rows 0 and 1"}, /* DeiT */
        {"{}", "encoder.pos_embedding", 50, -1, 1, "7 x 7 patches of an image, row by row, and row 0 is [CLS]"},
        {"{}", "pos_embed", 196, -1, 0, "14 x 14 patches of an image, row by row"},
        {"{}", "pos_embed", 200, -1, 0, "nothing says otherwise"},
        {"{}", "wpe.weight", 50, -1, 0, "nothing says otherwise"}, /* of no image */
    };
    struct public_table t;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        open_with(&t, rows[i].config, rows[i].name, rows[i].rows, rows[i].zero, NULL);
        if (t.first != rows[i].first || !strstr(t.why, rows[i].why))
            fail_msg("%s, %s, %d rows: row %d (%s)", rows[i].config, rows[i].name, rows[i].rows, t.first, t.why);
    }
    open_with(&t, "not JSON", "wte.weight", 20, 3, "6");
    assert_int_equal(t.first, 6);
    assert_int_equal(t.kind, PUBLIC_POSITION);
}

TEST_WITH(bad_first, folder_setup, drop_folder) {
    const struct public_tensor tensors[] = {TABLE(BERT, 20), TABLE("wte.weight", 8), {0}};
    struct public_table t;
    public_file(path, test_folder, "model.safetensors", tensors);
    public_text(test_folder, "config.json", "{\"model_type\": \"roberta\", \"pad_token_id\": 19}");
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA, "config.json: pad_token_id: expected");
    public_text(test_folder, "config.json", "{\"model_type\": \"roberta\"");
    assert_public_refused(&e, path, PUBLIC_POSITION, NULL, EXIT_DATA, "config.json: line 1");
    assert_table(path, PUBLIC_TOKEN, "wte.weight", 8); /* words have no position */
    static const char *const given[] = {"-1", "20", "two"};
    for (int i = 0; i < 3; i++) {
        assert_false(public_table_open(&t, path, PUBLIC_POSITION, NULL, given[i], &arena, &e));
        assert_non_null(strstr(e.text, "expected a row of the table, 0 to 19"));
    }
    assert_false(public_table_open(&t, path, PUBLIC_TOKEN, NULL, "2", &arena, &e));
    assert_non_null(strstr(e.text, "wte.weight is a table of tokens, which has no positions"));
}

GROUP(public_first, NULL, NULL)
