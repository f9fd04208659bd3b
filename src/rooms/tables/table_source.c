/* table_source.c -- see table_source.h. */
#include "tables/table_source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define POSITION "position"

/* Bytes 8 and 9 of safetensors are where its JSON begins. */
static bool is_safetensors(const char *path) {
    struct error unused;
    uint64_t size;
    char start[10] = "";
    FILE *f = file_open(path, &size, &unused);
    bool is = f && fread(start, 1, sizeof start, f) == sizeof start && start[8] == '{' && memchr(start, 0, 8);
    if (f)
        fclose(f);
    return is;
}

static bool open_public(struct table_source *s, struct error *e) {
    if (!public_table_open(&s->public, s->path, s->kind, NULL, NULL, &s->arena, e))
        return false;
    s->form = "safetensors";
    if (s->public.first)
        s->form = arena_format(&s->arena, "%s, position 0 is row %d", s->form, s->public.first);
    s->columns = s->public.columns;
    if (s->kind == PUBLIC_TOKEN && !s->public.word)
        return error_set(e, EXIT_USAGE,
                         "%s has no words next to it: put vocab.txt, vocab.json or tokenizer.json of the model there",
                         s->path);
    return true;
}

static bool open_ours(struct table_source *s, struct error *e) {
    static const struct assignments nothing;
    struct error warning;
    struct run *r = arena_alloc(&s->arena, 1, sizeof *r);
    bool ok = file_may_be_folder(s->path) ? checkpoint_read_folder(r, s->path, &nothing, NULL, &warning, e)
                                          : checkpoint_read(r, s->path, &nothing, NULL, e);
    if (!ok)
        return false;
    s->run = r;
    s->form = "run";
    if (!run_check_layer(r, s->path, "table", e))
        return false;
    ok = vectors_open(&s->vectors, s->kind, r, e);
    s->columns = s->vectors.columns;
    return ok || error_prefix(e, "%s", s->path);
}

bool table_source_open(struct table_source *s, const char *path, enum public_kind kind, struct error *e) {
    bool ok;
    *s = (struct table_source){.path = path, .kind = kind, .row = -1};
    bool public = public_table_is(path), ours = !public && (file_may_be_folder(path) || is_safetensors(path));
    if (public || ours) {
        ok = (public ? open_public : open_ours)(s, e);
    } else if (vector_binary_is(path)) {
        ok = vector_binary_open(&s->binary, path, e);
        s->form = "binary word2vec";
        s->columns = s->binary.columns;
    } else {
        ok = vector_text_open(&s->text, path, e);
        s->form = s->text.promised ? "word2vec text" : "GloVe text";
        s->columns = s->text.columns;
    }
    if (!ok)
        table_source_close(s);
    else if (public || ours)
        s->numbers = arena_alloc(&s->arena, (size_t)s->columns, sizeof *s->numbers);
    return ok;
}

/* The number in a name such as position12; -1: it is no such name. */
static int position_of(const char *name, size_t length) {
    size_t start = strlen(POSITION), digits = 0;
    int number = 0;
    if (length <= start || length > start + 7 || memcmp(name, POSITION, start) != 0)
        return -1;
    for (; start + digits < length && isdigit((unsigned char)name[start + digits]); digits++)
        number = 10 * number + name[start + digits] - '0';
    return start + digits == length ? number : -1;
}

bool table_source_next(struct table_source *s, bool *more, struct error *e) {
    bool binary = s->binary.columns;
    if (binary || s->text.columns) {
        if (!(binary ? vector_binary_next(&s->binary, more, e) : vector_text_next(&s->text, more, e)))
            return false;
        s->word = binary ? s->binary.word : s->text.word;
        s->length = binary ? s->binary.length : s->text.length;
        s->position = *more ? position_of(s->word, s->length) : -1;
        return true;
    }
    *more = ++s->row < (s->run ? s->vectors.rows : s->public.rows);
    if (!*more)
        return true;
    s->word = s->run ? vectors_name(&s->vectors, s->row, s->name) : public_table_name(&s->public, s->row, s->name);
    bool unnamed = s->public.word && !s->public.word[s->row];
    s->length = unnamed ? 0 : strlen(s->word);
    s->position = s->row - (s->run ? s->vectors.unread : s->public.first);
    return true;
}

bool table_source_numbers(struct table_source *s, real *out, int count, struct error *e) {
    if (s->text.columns)
        return vector_text_numbers(&s->text, out, count, e);
    if (s->binary.columns)
        return vector_binary_numbers(&s->binary, out, count, e);
    if (s->run)
        memcpy(s->numbers, s->vectors.value + (size_t)s->row * s->columns, (size_t)s->columns * sizeof *s->numbers);
    else if (!public_table_rows(s->numbers, &s->public, s->row, 1, e))
        return false;
    memcpy(out, s->numbers, (size_t)count * sizeof *out);
    return true;
}

void table_source_close(struct table_source *s) {
    vector_text_close(&s->text);
    if (s->binary.columns)
        vector_binary_close(&s->binary);
    public_table_close(&s->public);
    if (s->run)
        run_free(s->run);
    arena_free(&s->arena);
}
