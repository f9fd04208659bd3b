/* public_table.c -- see public_table.h. */
#include "tables/public_table.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "base/text.h"
#include "format/floats.h"
#include "format/node.h"
#include "format/safetensors.h"
#include "tables/public_words.h"

#define WEIGHTS "model.safetensors"
#define INDEX ".index.json"
enum { INDEX_LARGEST = 64 << 20 };

const char *const public_kinds[PUBLIC_KINDS] = {"token", "segment", "position"};

/* How names of tables end. */
static const char *const ends[PUBLIC_KINDS][6] = {
    {"word_embeddings.weight", "wte.weight"},
    {"token_type_embeddings.weight"},
    {"position_embeddings.weight", "wpe.weight", "embed_positions.weight", "position_embedding.weight",
     "position_embeddings"},
};

/* ---- Which tensor it is */

/* Whether a name is `end`, or ends so after a point. */
static bool ends_in(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return text_ends(name, end) && (n == m || name[n - m - 1] == '.');
}

static bool is_table(const char *name, enum public_kind kind) {
    bool is = false;
    for (const char *const *end = ends[kind]; *end; end++)
        is |= ends_in(name, *end);
    return is;
}

bool public_kind_of(enum public_kind *kind, const char *name) {
    for (int k = 0; k < PUBLIC_KINDS; k++)
        if (strcmp(name, public_kinds[k]) == 0 || is_table(name, k)) {
            *kind = k;
            return true;
        }
    return false;
}

struct choice {
    enum public_kind kind;
    const char *wanted;        /* NULL: any table of that kind */
    const char *found, *other; /* NULL: none so far */
    bool whole;                /* found is all of `wanted` */
};

static void consider(struct choice *c, const char *name) {
    bool whole = c->wanted && strcmp(name, c->wanted) == 0;
    if (c->whole || !is_table(name, c->kind) || (c->wanted && !ends_in(name, c->wanted)))
        return;
    c->other = whole ? NULL : c->found;
    c->found = name;
    c->whole = whole;
}

static bool check_choice(const struct choice *c, const char *path, struct error *e) {
    char shown[3][TEXT_PRINTABLE], names[256] = "";
    if (c->found && !c->other)
        return true;
    if (c->found)
        return error_set(e, EXIT_USAGE, "%s has several tables of %ss, %s and %s; name one: --table NAME",
                         text_printable(shown[0], path), public_kinds[c->kind], text_printable(shown[1], c->other),
                         text_printable(shown[2], c->found));
    if (c->wanted)
        return error_set(e, EXIT_USAGE, "%s has no table of %ss '%s'", text_printable(shown[0], path),
                         public_kinds[c->kind], text_printable(shown[1], c->wanted));
    for (const char *const *end = ends[c->kind]; *end; end++)
        text_append(names, sizeof names, "%s%s", *names ? " or " : "", *end);
    return error_set(e, EXIT_USAGE, "%s has no table of %ss: no tensor whose name ends in %s",
                     text_printable(shown[0], path), public_kinds[c->kind], names);
}

/* ---- The file that has it */

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
    return error_set(e, EXIT_USAGE, "%s has neither " WEIGHTS " nor " WEIGHTS INDEX, path);
}

static bool choose_of_map(struct choice *c, char shard[PATH_MAX_LENGTH], const struct node *map, const char *path,
                          struct arena *arena) {
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
        consider(c, name);
    }
    if (!check_choice(c, path, map->file->e))
        return false;
    path_folder(folder, path);
    c->found = arena_text(arena, c->found);
    struct node entry = node_key(map, c->found);
    return file_path(shard, folder, json_string_value(entry.json), map->file->e) &&
           (!file_missing(shard) || node_refuse(&entry, "a file that exists, next to the index"));
}

/* The name of the tensor and its shard, from the index at `path`. */
static bool choose_of_index(struct choice *c, char shard[PATH_MAX_LENGTH], const char *path, struct arena *arena,
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

/* Where position 0 is. RoBERTa counts from its row of padding, which stays 0; OPT and BART have 2 rows more than
 * positions, of which there are as many as a power of 2; ViT, also that of CLIP, has a row of its own for [CLS]. */
static void find_first(struct public_table *t) {
    size_t bytes = floats_width(t->dtype) * t->columns;
    int side = (int)lround(sqrt(t->rows - 1)), positions = t->rows - 2;
    bool roberta = strstr(t->tensor, "roberta.") != NULL, zero[3] = {true, true, true};
    bool vit = ends_in(t->tensor, "position_embeddings") ||
               (ends_in(t->tensor, "position_embedding.weight") && strstr(t->tensor, "vision"));
    bool opt = ends_in(t->tensor, "embed_positions.weight") && positions > 1 && (positions & (positions - 1)) == 0;
    if (t->kind != PUBLIC_POSITION)
        return;
    for (size_t i = 0; t->rows > 3 && i < 3 * bytes; i++)
        zero[i / bytes] &= !t->data[i];
    if (vit && t->rows > 4 && side * side == t->rows - 1) {
        t->first = PUBLIC_AFTER_CLS;
    } else if (opt || (t->rows > 3 && (roberta || (zero[1] && !zero[2])))) {
        t->first = PUBLIC_AFTER_PADDING;
    }
}

static bool find_tensor(struct public_table *t, struct choice *c, bool shard, struct arena *arena, struct error *e) {
    char shown[TEXT_PRINTABLE];
    struct safetensors s;
    if (!safetensors_read(&s, arena, t->map.bytes, t->map.size, e))
        return error_prefix(e, "%s", t->file);
    for (int i = 0; i < s.entries && !shard; i++)
        consider(c, s.entry[i].name);
    if (!shard && !check_choice(c, t->file, e))
        return false;
    const struct safetensors_entry *x = safetensors_find(&s, c->found);
    if (!x)
        return error_set(e, EXIT_DATA, "%s has no tensor '%s', which the index says it has", t->file,
                         text_printable(shown, c->found));
    t->tensor = x->name;
    return read_shape(t, x, e);
}

bool public_table_open(struct public_table *t, const char *path, enum public_kind kind, const char *name,
                       struct arena *arena, struct error *e) {
    char model[PATH_MAX_LENGTH], folder[PATH_MAX_LENGTH];
    struct choice c = {.kind = kind, .wanted = name};
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
    bool ok = find_tensor(t, &c, shard, arena, e) &&
              (kind != PUBLIC_TOKEN || public_words_read(&words, folder, t->rows, arena, e));
    t->word = words.word;
    t->words_from = words.file;
    if (ok)
        find_first(t);
    else
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
        return file_path(inside, path, "config.ini", &e) && !file_exists(inside) && find_model(inside, path, &e);
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
    if (unread && t->first == PUBLIC_AFTER_CLS)
        return "[CLS]";
    snprintf(buffer, PUBLIC_NAME, "%s%d",
             t->kind == PUBLIC_TOKEN ? "row"
             : unread                ? "unread"
                                     : public_kinds[t->kind],
             unread ? row : row - t->first);
    return buffer;
}
