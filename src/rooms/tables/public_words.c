/* public_words.c -- see public_words.h. */
#include "tables/public_words.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "format/node.h"

enum { LARGEST = 64 << 20, WORD_BYTES = 4096 }; /* bytes of a file; a word that is longer is not read as byte-level */

/* The vocabulary that is read. */
struct word_reader {
    const char **word; /* (rows) */
    int rows;
    bool bytes; /* of byte-level BPE */
    struct arena *arena;
    struct error *e;
};

/* ---- Byte-level BPE */

#define BLANK "\xc4\xa0"   /* U+0120, which stands for the byte of a blank */
#define NEWLINE "\xc4\x8a" /* U+010A */
#define OPEN_BOX "\xe2\x90\xa3"

/* The text that a word of bytes stands for; the word itself where it is not made of them. Such a vocabulary has a word
 * for each byte: those that Latin-1 prints stand for themselves, the others are U+0100 and following in their order. */
static const char *decode(const char *word, struct arena *arena) {
    char text[WORD_BYTES + 1];
    size_t size = 0;
    for (const char *at = word; *at;) {
        unsigned char first = (unsigned char)*at++;
        int character = first < 0x80 ? first : first < 0xe0 ? (first & 31) << 6 | (*at++ & 63) : 0, byte = -1;
        for (int b = 0, next = 256; b < 256 && byte < 0; b++) {
            bool itself = (b >= '!' && b <= '~') || (b >= 0xa1 && b != 0xad);
            byte = character == (itself ? b : next++) ? b : -1;
        }
        if (byte <= 0 || size == WORD_BYTES) /* no text holds a NUL */
            return word;
        text[size++] = (char)byte;
    }
    text[size] = 0;
    return public_words_shown(text, arena);
}

const char *public_words_shown(const char *word, struct arena *arena) {
    char *shown = arena_alloc(arena, strlen(word) * strlen(OPEN_BOX) + 1, 1), *to = shown;
    for (; *word; word++)
        if (*word == ' ')
            to = stpcpy(to, OPEN_BOX);
        else
            *to++ = *word;
    return shown;
}

/* ---- The files */

static void add_word(struct word_reader *r, int row, const char *word) {
    r->word[row] = text_shown(r->bytes ? decode(word, r->arena) : word, r->arena);
}

/* Rows are given by the order of lines. */
static bool read_lines(struct word_reader *r, const char *path, char *text, size_t size) {
    int line = 0;
    size_t broken = utf8_broken(text, size);
    for (char *at = text + utf8_mark(text, size); at < text + size; line++) {
        char *end = memchr(at, '\n', (size_t)(text + size - at));
        end = end ? end : text + size;
        if (broken < (size_t)(end - text) || memchr(at, 0, (size_t)(end - at)))
            return error_set(r->e, EXIT_DATA, "%s:%d: is not valid UTF-8, or has a NUL byte", path, line + 1);
        *end = 0;
        if (line >= r->rows)
            return error_set(r->e, EXIT_DATA, "%s:%d: a word too many: the table has %d rows, from 0 on", path,
                             line + 1, r->rows);
        if (end > at && end[-1] == '\r')
            end[-1] = 0;
        add_word(r, line, at);
        at = end + 1;
    }
    return true;
}

/* Words and their rows; no two words have the same. */
static bool read_object(struct word_reader *r, const struct node *words) {
    const char *word;
    json_t *number;
    if (!json_is_object(words->json))
        return node_refuse(words, "an object of words and their rows");
    r->bytes = json_object_get(words->json, BLANK) && json_object_get(words->json, NEWLINE);
    json_object_foreach((json_t *)words->json, word, number) {
        struct node row = {words->file, words, word, 0, number};
        int at = 0;
        if (!node_int(row, 0, r->rows - 1, &at))
            return false;
        if (r->word[at])
            return node_refuse(&row, "a row of its own (row %d is that of another word)", at);
        add_word(r, at, word);
    }
    return true;
}

/* Unigram: [[word, logarithm of its probability], ...] in the order of rows. */
static bool read_pieces(struct word_reader *r, const struct node *words) {
    int count = (int)json_array_size(words->json);
    if (count > r->rows)
        return node_refuse(words, "at most %d words, the rows of the table", r->rows);
    for (int i = 0; i < count; i++) {
        struct node piece = node_item(words, i), text = node_item(&piece, 0);
        if (!json_is_string(text.json))
            return node_refuse(&piece, "[word, number]");
        add_word(r, i, json_string_value(text.json));
    }
    return true;
}

/* Words that were added to a vocabulary may be in it as well. */
static bool read_added(struct word_reader *r, const struct node *added) {
    for (int i = 0; i < (int)json_array_size(added->json); i++) {
        struct node item = node_item(added, i), row = node_key(&item, "id"), text = node_key(&item, "content");
        int at = 0;
        if (!json_is_string(text.json))
            return node_refuse(&text, "a word");
        if (!node_int(row, 0, r->rows - 1, &at))
            return false;
        if (!r->word[at])
            add_word(r, at, json_string_value(text.json));
    }
    return true;
}

static bool read_tokenizer(struct word_reader *r, const struct node *document) {
    struct node model = node_key(document, "model"), words = node_key(&model, "vocab");
    struct node added = node_key(document, "added_tokens");
    return (json_is_array(words.json) ? read_pieces : read_object)(r, &words) && read_added(r, &added);
}

static bool read_json(struct word_reader *r, const char *path, char *text, size_t size) {
    const struct node_file file = {path, "is it the vocabulary of this model?", r->e};
    struct node document;
    if (!node_parse(&document, &file, text, size))
        return false;
    bool ok = (json_is_object(json_object_get(document.json, "model")) ? read_tokenizer : read_object)(r, &document);
    json_decref((json_t *)document.json);
    return ok;
}

static const struct form {
    const char *file;
    bool (*read)(struct word_reader *r, const char *path, char *text, size_t size);
} forms[] = {{"vocab.txt", read_lines}, {"vocab.json", read_json}, {"tokenizer.json", read_json}};

bool public_words_read(struct public_words *w, const char *folder, int rows, struct arena *arena, struct error *e) {
    char path[PATH_MAX_LENGTH];
    *w = (struct public_words){0};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t size;
        if (!file_path(path, folder, forms[i].file, e))
            return false;
        if (file_missing(path))
            continue;
        struct word_reader r = {.rows = rows, .arena = arena, .e = e};
        struct arena scratch = {0};
        char *text = (char *)file_read(path, LARGEST, &scratch, &size, e);
        r.word = arena_alloc(arena, (size_t)rows, sizeof *r.word);
        bool ok = text && forms[i].read(&r, path, text, size);
        arena_free(&scratch);
        *w = (struct public_words){ok ? r.word : NULL, ok ? forms[i].file : NULL};
        return ok;
    }
    return true;
}
