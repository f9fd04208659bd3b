/* public_table.c -- see public_table.h. */
#include "tables/public_table.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "base/text.h"
#include "folder/folder_files.h"
#include "format/floats.h"
#include "format/node.h"
#include "format/safetensors.h"
#include "tables/public_first.h"
#include "tables/public_names.h"
#include "tables/public_words.h"

#define WEIGHTS "model.safetensors"
#define INDEX ".index.json"
enum { INDEX_LARGEST = 64 << 20 };

/* ---- The file that has it */

/* What else a folder of a model may have, by a pattern of its names, and what to do then; %1$s: the folder, %2$s: the
 * file. The first that is there counts. */
static const struct foreign {
    const char *in, *pattern, *says;
} foreign[] = {
    {"", "checkpoint*.safetensors", NULL}, /* ours */
    {"", "0_Transformer", "%1$s is a folder of sentence-transformers: name %2$s"},
    {"/snapshots", "*", "%1$s is a cache of Hugging Face: name %2$s"},
    {"", "*-00001-of-*.safetensors",
     "%1$s has shards without " WEIGHTS INDEX ", which says what is in which; get it, or name one, such as %2$s"},
    {"", "*.safetensors", "%1$s has no " WEIGHTS "; name the file, such as %2$s"},
    {"", "pytorch_model*.bin",
     "%1$s has its weights as PyTorch saves them alone; `python3 -c 'import torch, safetensors.torch as s; "
     "s.save_file({k: v.clone() for k, v in torch.load(\"%2$s\", \"cpu\").items()}, \"%1$s/" WEIGHTS
     "\")'` writes them so that poslab reads them"},
    {"", "*.h5", "%1$s has its weights as TensorFlow saves them alone (%2$s); take a model with " WEIGHTS},
};

/* Whether a folder without tables that we read is that of a model; *e says so. */
static bool is_foreign(const char *folder, struct error *e) {
    struct arena arena = {0};
    const struct foreign *f = foreign, *end = f + sizeof foreign / sizeof *foreign;
    for (bool is = false; f < end && !is; f += !is) {
        const char *in = arena_format(&arena, "%s%s", folder, f->in);
        struct folder_names there;
        folder_names(&there, in, &arena, e); /* none where there is no folder */
        for (int k = 0; k < there.count && !is; k++)
            if ((is = fnmatch(f->pattern, there.name[k], 0) == 0) && f->says)
                error_set(e, EXIT_USAGE, f->says, folder, arena_format(&arena, "%s/%s", in, there.name[k]));
    }
    arena_free(&arena);
    return f < end && f->says;
}

/* The file or index that a path stands for. One that the disk fails to read is there, too: opening it reports why. */
static bool find_model(char model[PATH_MAX_LENGTH], const char *path, struct error *e) {
    static const char *const names[] = {WEIGHTS, WEIGHTS INDEX};
    struct stat s;
    if (!file_may_be_folder(path))
        return snprintf(model, PATH_MAX_LENGTH, "%s", path) < PATH_MAX_LENGTH ||
               error_set(e, EXIT_USAGE, "the path %.60s... is too long", path);
    for (int i = 0; i < 2; i++) {
        if (!file_path(model, path, names[i], e))
            return false;
        if (stat(model, &s) == 0 || errno == EIO)
            return true;
    }
    return !is_foreign(path, e) && error_set(e, EXIT_USAGE, "%s has neither " WEIGHTS " nor " WEIGHTS INDEX, path);
}

static bool choose_of_map(struct public_choice *c, char shard[PATH_MAX_LENGTH], const struct node *map,
                          const char *path, struct arena *arena) {
    const char *name;
    json_t *file;
    char folder[PATH_MAX_LENGTH];
    if (!json_is_object(map->json))
        return node_refuse(map, "an object of tensors and their files");
    json_object_foreach((json_t *)map->json, name, file) {
        struct node entry = {map->file, map, name, 0, file};
        const char *shard_name = json_string_value(file);
        if (!shard_name || !*shard_name || strchr(shard_name, '/') || text_lists(".. .", shard_name))
            return node_refuse(&entry, "the name of a file next to it");
        public_consider(c, name, NULL);
    }
    if (!public_choice_check(c, path, map->file->e))
        return false;
    path_folder(folder, path);
    c->found = arena_text(arena, c->found);
    struct node entry = node_key(map, c->found);
    return file_path(shard, folder, json_string_value(entry.json), map->file->e) &&
           (!file_missing(shard) || node_refuse(&entry, "a file that exists, next to the index"));
}

/* The name of the tensor and its shard, from the index at `path`. */
static bool choose_of_index(struct public_choice *c, char shard[PATH_MAX_LENGTH], const char *path, struct arena *arena,
                            struct error *e) {
    const struct node_file file = {path, "is a part of the model missing?", e};
    struct arena scratch = {0};
    struct node document = {0};
    size_t size;
    const char *text = (const char *)file_read(path, INDEX_LARGEST, &scratch, &size, e);
    bool ok = text && node_parse(&document, &file, text, size);
    if (ok) {
        struct node map = node_key(&document, "weight_map");
        ok = choose_of_map(c, shard, &map, path, arena);
    }
    json_decref((json_t *)document.json);
    arena_free(&scratch);
    return ok;
}

/* Rows and columns; a 1 in front of them counts for nothing. */
static bool read_shape(struct public_table *t, const struct safetensors_entry *x, struct error *e) {
    char shown[TEXT_PRINTABLE], text[256] = "";
    int skip = x->dims == 3 && x->shape[0] == 1;
    const uint64_t *shape = x->shape + skip;
    for (int i = 0; i < x->dims; i++)
        text_append(text, sizeof text, "%s%llu", i ? ", " : "", (unsigned long long)x->shape[i]);
    if (!floats_width(x->dtype))
        return error_set(e, EXIT_DATA, "%s: tensor '%s' has the dtype %s; a table has F32, F16, BF16 or F64", t->file,
                         text_printable(shown, x->name), x->dtype);
    if (x->dims - skip != 2 || !shape[0] || !shape[1] || shape[0] > INT_MAX || shape[1] > INT_MAX)
        return error_set(e, EXIT_DATA, "%s: tensor '%s' has the shape [%s]; a table has rows and columns", t->file,
                         text_printable(shown, x->name), text);
    t->rows = (int)shape[0];
    t->columns = (int)shape[1];
    t->dtype = x->dtype;
    t->data = x->data;
    return true;
}

static bool find_tensor(struct public_table *t, struct public_choice *c, bool shard, struct arena *arena,
                        struct error *e) {
    char shown[TEXT_PRINTABLE];
    struct safetensors s;
    if (!safetensors_read(&s, arena, t->map.bytes, t->map.size, e))
        return error_prefix(e, "%s", t->file);
    for (int i = 0; i < s.entries && !shard; i++)
        public_consider(c, s.entry[i].name, &s.entry[i]);
    if (!shard && !public_choice_check(c, t->file, e))
        return false;
    const struct safetensors_entry *x = safetensors_find(&s, c->found);
    if (!x)
        return error_set(e, EXIT_DATA, "%s has no tensor '%s', which the index says it has", t->file,
                         text_printable(shown, c->found));
    t->tensor = x->name;
    return read_shape(t, x, e);
}

bool public_table_open(struct public_table *t, const char *path, enum public_kind kind, const char *name,
                       const char *first, struct arena *arena, struct error *e) {
    char model[PATH_MAX_LENGTH], folder[PATH_MAX_LENGTH];
    struct public_choice c = {.kind = kind, .wanted = name};
    struct public_words words = {0};
    *t = (struct public_table){.kind = kind};
    if (!find_model(model, path, e))
        return false;
    bool shard = text_ends(model, INDEX);
    if (!shard)
        memcpy(t->file, model, sizeof model);
    if ((shard && !choose_of_index(&c, t->file, model, arena, e)) || !file_map_open(&t->map, t->file, e))
        return false;
    path_folder(folder, t->file);
    bool ok = find_tensor(t, &c, shard, arena, e);
    t->kind = c.kind;
    ok = ok && (t->kind != PUBLIC_TOKEN || public_words_read(&words, folder, t->rows, arena, e)) &&
         public_first(t, folder, first, arena, e);
    t->word = words.word;
    t->words_from = words.file;
    if (!ok)
        public_table_close(t);
    return ok;
}

void public_table_close(struct public_table *t) { file_map_close(&t->map); }

bool public_table_is(const char *path) {
    char inside[PATH_MAX_LENGTH];
    struct error e;
    struct file_map map;
    struct arena arena = {0};
    struct safetensors s;
    if (file_may_be_folder(path))
        return file_path(inside, path, "config.ini", &e) && !file_exists(inside) &&
               (find_model(inside, path, &e) || is_foreign(path, &e)); /* opening that one says what it is */
    if (text_ends(path, INDEX))
        return true;
    if (!file_exists(path) || file_is_pipe(path))
        return false;
    if (!file_map_open(&map, path, &e))
        return true; /* opening it will report why it cannot be read */
    bool is = safetensors_read(&s, &arena, map.bytes, map.size, &e) && !safetensors_value(&s, "config");
    file_map_close(&map);
    arena_free(&arena);
    return is;
}

bool public_table_rows(real *out, const struct public_table *t, int first, int count, struct error *e) {
    char name[PUBLIC_NAME], shown[TEXT_PRINTABLE], also[TEXT_PRINTABLE];
    size_t columns = (size_t)t->columns, numbers = (size_t)count * columns,
           finite = floats_read(out, t->data + floats_width(t->dtype) * columns * first, t->dtype, numbers);
    int row = first + (int)(finite / columns);
    return finite == numbers || error_set(e, EXIT_DATA, "%s: tensor %s: number %zu of row %d (%s) is not finite",
                                          t->file, text_printable(shown, t->tensor), finite % columns + 1, row,
                                          text_printable(also, public_table_name(t, row, name)));
}

const char *public_table_name(const struct public_table *t, int row, char buffer[PUBLIC_NAME]) {
    bool unread = row < t->first;
    if (t->word && t->word[row])
        return t->word[row];
    if (unread && t->patches && row == 0)
        return "[CLS]";
    snprintf(buffer, PUBLIC_NAME, "%s%d",
             t->kind == PUBLIC_TOKEN || t->kind == PUBLIC_MATRIX ? "row"
             : unread                                            ? "unread"
                                                                 : public_kinds[t->kind],
             unread ? row : row - t->first);
    return buffer;
}
