/* bert_folder.c -- see bert_folder.h. */
#include "tables/bert_folder.h"

#include <jansson.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "format/json.h"
#include "maths/layers.h"
#include "model/attention.h"

#define HEAD "classifier."
#define PAD "[PAD]"

const char *const bert_files[BERT_FILES] = {"config.json", "vocab.txt", "model.safetensors"};

/* A setting for which BERT has only one value. */
static void require(char *text, size_t size, bool fits, const char *difference) {
    if (!fits)
        text_append(text, size, "%s%s", *text ? ", " : "", difference);
}

bool bert_folder_check(const struct model *m, struct error *e) {
    const struct model_config *c = &m->config;
    bool attention = m->mixer == &mixer_attention, learned = m->encoding.kind == encoding_find("learned");
    char not [400] = "", encoding[80];
    snprintf(encoding, sizeof encoding, "encoding.name = %s (BERT: learned)", m->encoding.kind->name);
    require(not, sizeof not, attention, "model.mixer is not attention");
    require(not, sizeof not, learned, encoding);
    require(not, sizeof not, !learned || m->encoding.columns == 0, "encoding.combine = concat (BERT: add)");
    require(not, sizeof not, c->norm == NORM_POST, "model.norm = pre (BERT: post)");
    require(not, sizeof not, c->embedding_norm, "model.embedding_norm = no (BERT: yes)");
    require(not, sizeof not, c->activation == ACTIVATION_GELU, "model.activation = relu (BERT: gelu)");
    require(not, sizeof not, c->d_ff > 0, "model.d_ff = 0 (BERT has a feed-forward)");
    require(not, sizeof not, !c->causal, "model.causal = yes (BERT: no)");
    require(not, sizeof not, !attention || !((const struct attention *)m->mixing)->log_length,
            "attention.log_length = yes (BERT: no)");
    return !*not || error_set(e, EXIT_USAGE, "export: this model does not have BERT's shape: %s", not );
}

/* The row of [PAD]: after the words where the task has none. */
static int pad_row(const struct run *r) {
    char buffer[TASK_WORD_MAX];
    int row = 0;
    while (row < r->model.size.vocabulary && strcmp(r->task.kind->word(&r->task, row, buffer), PAD) != 0)
        row++;
    return row;
}

static int count_rows(const struct run *r) {
    int words = r->model.size.vocabulary, pad = pad_row(r);
    return pad < words ? words : words + 1;
}

static bool write_config(const struct run *r, const char *path, struct error *e) {
    const struct model *m = &r->model;
    json_t *label = json_object(), *number = json_object(); /* answers by number, and numbers by answer */
    char buffer[TASK_WORD_MAX], key[16];
    for (int i = 0; i < m->size.classes; i++) {
        const char *answer = r->task.kind->answer(&r->task, i, buffer);
        snprintf(key, sizeof key, "%d", i);
        json_object_set_new(label, key, json_string(answer));
        json_object_set_new(number, answer, json_integer(i));
    }
    json_t *json = json_pack(
        "{s[s] ss si si si si ss sf sf si si si si sf ss sf ss so so}", "architectures", "BertForTokenClassification",
        "model_type", "bert", "hidden_size", m->config.d_model, "num_hidden_layers", 1, "num_attention_heads",
        m->config.heads, "intermediate_size", m->config.d_ff, "hidden_act", "gelu", "hidden_dropout_prob", 0.0,
        "attention_probs_dropout_prob", 0.0, "max_position_embeddings", m->encoding.rows, "type_vocab_size",
        m->size.segments, "vocab_size", count_rows(r), "pad_token_id", pad_row(r), "layer_norm_eps", NORM_EPSILON,
        "position_embedding_type", "absolute", "initializer_range", 0.02, "torch_dtype",
        sizeof(real) == 8 ? "float64" : "float32", "id2label", label, "label2id", number);
    bool ok = json_save(json, path, e);
    json_decref(json);
    return ok;
}

/* vocab.txt: line n, from 0, is the word of row n. No word has an end of line in it. */

static void fill_words(FILE *f, const void *run) {
    const struct run *r = run;
    char buffer[TASK_WORD_MAX];
    for (int i = 0; i < r->model.size.vocabulary; i++)
        fprintf(f, "%s\n", r->task.kind->word(&r->task, i, buffer));
    if (count_rows(r) > r->model.size.vocabulary)
        fprintf(f, PAD "\n");
}

static bool write_words(const struct run *r, const char *path, struct error *e) {
    return file_fill(path, fill_words, r, e);
}

/* Rows first..first + rows - 1 of a tensor, those after its end being zeros. */
static struct safetensors_entry entry_of(const struct params *p, const struct tensor *t, int first, int rows,
                                         struct arena *arena) {
    bool head = strncmp(t->name, HEAD, strlen(HEAD)) == 0;
    struct safetensors_entry entry = {.name = arena_format(arena, "%s%s", head ? "" : "bert.", t->name),
                                      .dtype = REAL_DTYPE};
    size_t columns = (size_t)t->columns, there = (size_t)(t->rows ? t->rows : 1) - (size_t)first;
    size_t wanted = t->rows ? (size_t)rows : 1, copied = wanted < there ? wanted : there;
    real *numbers = arena_alloc(arena, wanted * columns, sizeof *numbers);
    memcpy(numbers, p->value + t->offset + (size_t)first * columns, copied * columns * sizeof *numbers);
    entry.data = (const unsigned char *)numbers;
    entry.bytes = wanted * columns * sizeof *numbers;
    if (t->rows)
        entry.shape[entry.dims++] = wanted;
    entry.shape[entry.dims++] = columns;
    return entry;
}

static bool write_tensors(const struct run *r, const char *path, struct error *e) {
    const struct params *p = &r->model.params;
    const struct encoding_built *b = &r->model.encoding;
    struct arena arena = {0};
    struct safetensors file = {.entry = arena_alloc(&arena, (size_t)p->count, sizeof *file.entry)};
    size_t size;
    for (const struct tensor *t = p->tensor; t < p->tensor + p->count; t++) {
        bool words = t->offset == r->model.token, positions = strcmp(t->name, b->kind->table) == 0;
        int first = positions ? t->rows - b->rows : 0; /* row 0 is that of position 0 */
        file.entry[file.entries++] = entry_of(p, t, first, words ? count_rows(r) : t->rows - first, &arena);
    }
    const unsigned char *bytes = safetensors_bytes(&file, &arena, &size);
    bool ok = file_write(path, bytes, size, e);
    arena_free(&arena);
    return ok;
}

bool bert_folder_write(const struct run *r, const char *folder, struct error *e) {
    bool (*const write[BERT_FILES])(const struct run *, const char *, struct error *) = {write_config, write_words,
                                                                                         write_tensors};
    char path[BERT_FILES][PATH_MAX_LENGTH];
    for (int i = 0; i < BERT_FILES; i++)
        if (!file_path(path[i], folder, bert_files[i], e) || !write[i](r, path[i], e)) {
            while (i-- > 0)
                remove(path[i]);
            return false;
        }
    return true;
}
