/* public_first.c -- see public_first.h. */
#include "tables/public_first.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/floats.h"
#include "format/node.h"
#include "tables/public_names.h"

enum { CONFIG_LARGEST = 16 << 20, ROWS_LEAST = 4 /* a smaller table has no row that tells */ };

/* ---- config.json */

/* Models that count positions from the row after padding, and those with two rows before position 0. */
#define AFTER_PADDING                                                                                                  \
    "roberta xlm-roberta xlm-roberta-xl roberta-prelayernorm camembert longformer mpnet esm ibert data2vec-text lilt " \
    "luke xmod"
#define TWO_BEFORE "bart mbart opt plbart mvp"
enum { USUAL_PADDING = 1, BEFORE = 2 };

bool public_first_of_config(int *first, const char *path, const char *text, size_t size, int rows, const char **model,
                            struct arena *arena, struct error *e) {
    const struct node_file file = {path, "--first ROW says which row is position 0", e};
    struct node document;
    int padding = USUAL_PADDING;
    *first = -1;
    if (!node_parse(&document, &file, text, size))
        return false;
    struct node type = node_key(&document, "model_type"), pad = node_key(&document, "pad_token_id");
    const char *name = json_string_value(type.json);
    bool after = name && text_lists(AFTER_PADDING, name), two = name && text_lists(TWO_BEFORE, name), ok = true;
    if (after && pad.json && !json_is_null(pad.json))
        ok = node_int(pad, 0, rows - 2, &padding);
    if (ok && (after || two)) {
        *first = after ? padding + 1 : BEFORE;
        *model = arena_text(arena, name);
    }
    json_decref((json_t *)document.json);
    return ok;
}

static bool ask_config(struct public_table *t, const char *folder, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH];
    const char *model = NULL;
    struct arena scratch = {0};
    int first = -1;
    size_t size;
    if (!file_path(path, folder, "config.json", e))
        return false;
    if (file_missing(path) || t->rows < 2)
        return true;
    const char *text = (const char *)file_read(path, CONFIG_LARGEST, &scratch, &size, e);
    bool ok = text && public_first_of_config(&first, path, text, size, t->rows, &model, arena, e);
    if (ok && first >= 0) {
        t->first = first;
        t->why = text_lists(AFTER_PADDING, model)
                     ? arena_format(arena, "it follows the row of padding, %d (config.json: %s)", first - 1, model)
                     : arena_format(arena, "two rows are before it (config.json: %s)", model);
    }
    arena_free(&scratch);
    return ok;
}

/* ---- The table itself */

/* A square of patches, with one or two rows of [CLS] and the like before them. */
static void ask_image(struct public_table *t, struct arena *arena) {
    static const char *const ends[] = {"pos_embed", "pos_embedding", "position_embeddings"};
    bool image = strstr(t->tensor, "vision") || strstr(t->tensor, "visual");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        image |= public_ends_in(t->tensor, ends[i]);
    for (int special = 0; special < 3 && image && !t->why; special++) {
        int side = (int)lround(sqrt(t->rows - special));
        if (side < 2 || side * side != t->rows - special)
            continue;
        t->first = special;
        t->patches = side;
        t->why = arena_format(arena, "positions are %d x %d patches of an image, row by row%s", side, side,
                              special == 0   ? ""
                              : special == 1 ? ", and row 0 is [CLS]"
                                             : ", and rows 0 and 1 are [CLS] and another special token");
    }
}

static bool is_zero(const struct public_table *t, int row) {
    size_t bytes = floats_width(t->dtype) * (size_t)t->columns;
    const unsigned char *at = t->data + bytes * (size_t)row;
    return !at[0] && memcmp(at, at + 1, bytes - 1) == 0;
}

/* The first row of zeros, where the rows after it are none. */
static void ask_zeros(struct public_table *t, struct arena *arena) {
    int row = 0;
    while (row < t->rows && !is_zero(t, row))
        row++;
    if (t->rows < ROWS_LEAST || row + 1 >= t->rows || is_zero(t, row + 1))
        return;
    t->first = row + 1;
    t->why = arena_format(arena, "row %d is zeros, as that of padding is", row);
}

/* OPT and BART have as many positions as a power of 2, and two rows more. */
static void ask_name(struct public_table *t) {
    int positions = t->rows - BEFORE;
    if (public_ends_in(t->tensor, "embed_positions.weight") && positions > 1 && (positions & (positions - 1)) == 0) {
        t->first = BEFORE;
        t->why = "two rows are before it in OPT and BART";
    }
}

bool public_first(struct public_table *t, const char *folder, const char *given, struct arena *arena, struct error *e) {
    char shown[TEXT_PRINTABLE];
    if (given) {
        if (t->kind != PUBLIC_POSITION && t->kind != PUBLIC_MATRIX)
            return error_set(e, EXIT_USAGE, "--first %s: %s is a table of %ss, which has no positions",
                             text_printable(shown, given), t->tensor, public_kinds[t->kind]);
        if (!text_integer(given, &t->first) || t->first < 0 || t->first >= t->rows)
            return error_set(e, EXIT_USAGE, "--first %s: expected a row of the table, 0 to %d",
                             text_printable(shown, given), t->rows - 1);
        t->kind = PUBLIC_POSITION;
        t->why = "given as --first";
    }
    if (t->kind != PUBLIC_POSITION || given)
        return true;
    ask_image(t, arena);
    if (!t->why && !ask_config(t, folder, arena, e))
        return false;
    if (!t->why)
        ask_name(t);
    if (!t->why)
        ask_zeros(t, arena);
    if (!t->why && t->rows >= ROWS_LEAST && (strstr(t->tensor, "roberta.") || strstr(t->tensor, "longformer."))) {
        t->first = USUAL_PADDING + 1;
        t->why = "it follows the row of padding, 1 (RoBERTa by its name)";
    }
    if (!t->why)
        t->why = "nothing says otherwise";
    return true;
}
