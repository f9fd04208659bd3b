/* test_texts_long.c -- plain text that is read in pieces: words counted here, borders in every character, files that
 * change while they are read, the line of a fault, and what is too long. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "format/pieces.h"
#include "open_text.h"
#include "task/kinds.h"
#include "texts/corpus.h"
#include "texts/texts.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { MIB = 1 << 20 };
#define TEN "a b c d e f g h i j k l\n" /* words enough */

/* A gigabyte is refused at its first piece: NUL bytes, and a word that never ends. */
TEST(huge_texts) {
    char path[PATH_MAX_LENGTH], *word = malloc(3 * MIB);
    struct error e;
    static struct file_task o;
    assert_true(file_path(path, test_folder, "x.txt", &e));
    write_file(test_folder, "x.txt", (struct bytes)BYTES(TEN));
    assert_int_equal(truncate(path, 1 << 30), 0);
    assert_text_refused("x.txt", EXIT_DATA, "x.txt:2: byte 1 of the line is NUL; this is not a text file");
    const struct bytes front = BYTES("a b\nc ");
    memset(word, 'w', 3 * MIB);
    memcpy(word, front.text, front.size);
    write_file(test_folder, "x.txt", (struct bytes){word, 3 * MIB});
    bool accepted = open_text(&o, &task_next, "x.txt", "spaces", "1");
    assert_refused("a long word", accepted, &o.error, EXIT_DATA,
                   "x.txt:2: the word is longer than " TEXT_OF(PIECES_LONGEST) " bytes");
    arena_free(&o.arena);
    free(word);
}

enum { BIG = CAP(5 * MIB / 2, 40 * PIECES_LONGEST), DIFFERENT = CAP(300, 40) }; /* three pieces, or forty small ones */

static const char *const blanks[] = {" ", "\n", "\r\n", "  ", "\t", "\xC2\xA0", "\xE3\x80\x80", NULL};

struct big {
    char *text;
    size_t size;
    int *word;   /* (words) their numbers */
    size_t *end; /* (words) where each ends */
    size_t words;
    long lines;
};

/* How a word of that number is spelled. */
static const char *spelled(int number, char buffer[TASK_WORD_MAX]) {
    snprintf(buffer, TASK_WORD_MAX, "%s%d", number % 3 ? "w" : "\xF0\x9F\x98\x80", number);
    return buffer;
}

/* Words, few of them often, between blanks: one kind of them, or where it is -1 all kinds in turn. */
static struct big make_big(const char *start, int blank) {
    struct big b = {.text = malloc(BIG + 2 * TASK_WORD_MAX),
                    .word = malloc(BIG * sizeof(int)),
                    .end = malloc(BIG * sizeof(size_t)),
                    .lines = 1};
    struct random r = random_open(5, RANDOM_TRAIN, (uint64_t)blank + 1);
    char *at = stpcpy(b.text, start), buffer[TASK_WORD_MAX];
    while (at < b.text + BIG) {
        int number = (int)random_below(&r, 1 + random_below(&r, DIFFERENT));
        const char *between = blanks[blank >= 0 ? blank : (int)random_below(&r, 7)];
        at = stpcpy(at, spelled(number, buffer));
        b.end[b.words] = (size_t)(at - b.text);
        b.word[b.words++] = number;
        b.lines += strchr(between, '\n') != NULL;
        at = stpcpy(at, between);
    }
    b.size = (size_t)(at - b.text);
    return b;
}

static void free_big(struct big *b) {
    free(b->text);
    free(b->word);
    free(b->end);
}

/* How often each word stands in the part to train on. */
static void count_words(const struct big *b, size_t trained, long count[DIFFERENT]) {
    memset(count, 0, DIFFERENT * sizeof *count);
    for (size_t i = 0; i < trained; i++)
        count[b->word[i]]++;
}

/* The words known are those of the part to train on, most frequent first; those held out follow them. */
static void check_words(const struct file_task *o, const struct big *b, size_t trained) {
    struct safetensors_entry test = kept_entry(o, "task.test.token"), training = kept_entry(o, "task.training");
    char buffer[TASK_WORD_MAX];
    long count[DIFFERENT], before = (long)trained;
    int got;
    memcpy(&got, training.data, sizeof got);
    assert_int_equal(got, trained);
    assert_int_equal(test.shape[0], b->words - trained);
    for (size_t i = trained; i < b->words; i++) {
        memcpy(&got, test.data + (i - trained) * sizeof got, sizeof got);
        assert_string_equal(corpus_word(&o->task, got, buffer), spelled(b->word[i], buffer));
    }
    count_words(b, trained, count);
    for (int token = CORPUS_SPECIAL; token < o->task.size.vocabulary; token++) {
        int number =
            atoi(corpus_word(&o->task, token, buffer) + (*corpus_word(&o->task, token, buffer) == 'w' ? 1 : 4));
        assert_in_range(count[number], 1, before);
        before = count[number];
    }
}

static void check_big(const char *what, const char *start, int blank) {
    static struct file_task o;
    struct big b = make_big(start, blank);
    size_t trained = 0;
    write_file(test_folder, "x.txt", (struct bytes){b.text, b.size});
    assert_accepted(what, open_text(&o, &task_next, "x.txt", "spaces", "1"), &o.error);
    size_t cut = b.size / 2; /* a word that it falls into is trained on */
    while (utf8_space(b.text + cut, b.size - cut) == 0)
        cut++;
    while (b.end[trained] <= cut)
        trained++;
    check_words(&o, &b, trained);
    arena_free(&o.arena);
    free_big(&b);
}

TEST(big_texts) {
    check_big("all kinds of blanks", "", -1);
    check_big("one line", "", 0);
    check_big("one line and a byte order mark", "\xEF\xBB\xBF", 0);
    check_big("lines of CR LF", "", 2);
    check_big("U+00A0 alone", "", 5);
    check_big("U+3000 alone", "", 6);
}

/* Every character stands once, whatever piece it lies in: those of four bytes cross all borders in all ways. */
TEST(big_characters) {
    static struct file_task o;
    for (size_t start = 0; start < 4; start++) {
        struct big b = make_big(&"abc"[start], 6);
        size_t characters = 0;
        int trained;
        for (size_t i = 0; i < b.size; i++)
            characters += ((unsigned char)b.text[i] & 0xC0) != 0x80;
        write_file(test_folder, "x.txt", (struct bytes){b.text, b.size});
        assert_accepted("characters", open_text(&o, &task_next, "x.txt", "characters", "1"), &o.error);
        memcpy(&trained, kept_entry(&o, "task.training").data, sizeof trained);
        assert_int_equal((size_t)trained + kept_entry(&o, "task.test.token").shape[0], characters);
        arena_free(&o.arena);
        free_big(&b);
    }
}

/* 65535 different characters have numbers; one more has none. */
TEST(many_characters) {
    static struct file_task o;
    enum { MOST = 65535, FIRST = 0x10000, ROOM = 4 * 2 * (MOST + 1) };
    char *text = malloc(ROOM), *at = text;
    for (uint32_t c = FIRST; c < FIRST + MOST + 1; c++)
        for (int i = 0; i < 4; i++)
            *at++ = (char)(i ? 0x80 | (c >> (18 - 6 * i) & 0x3F) : 0xF0 | c >> 18);
    memset(at, 'a', ROOM / 2); /* held out */
    write_file(test_folder, "x.txt", (struct bytes){text + 4, ROOM - 8});
    assert_accepted("65535", open_text(&o, &task_next, "x.txt", "characters", "1"), &o.error);
    assert_int_equal(o.task.size.vocabulary, 30000); /* task.max_vocabulary */
    arena_free(&o.arena);
    write_file(test_folder, "x.txt", (struct bytes){text, ROOM});
    bool accepted = open_text(&o, &task_next, "x.txt", "characters", "1");
    assert_refused("65536", accepted, &o.error, EXIT_DATA, "x.txt: more than 65535 different characters");
    arena_free(&o.arena);
    free(text);
}

/* A fault after pieces and lines is told where it is; also one that a border of two pieces cuts. */
TEST(lines_counted) {
    static struct file_task o;
    char says[100];
    struct big b = make_big("", -1);
    memcpy(b.text + b.size, "\nab\xE2\x82", 5);
    write_file(test_folder, "x.txt", (struct bytes){b.text, b.size + 5});
    snprintf(says, sizeof says, "x.txt:%ld: byte 3 of the line (0xe2) is not valid UTF-8", b.lines + 1);
    assert_text_refused("x.txt", EXIT_DATA, says);
    free_big(&b);
    for (size_t before = PIECES_LONGEST - 4; before < PIECES_LONGEST + 12; before++) {
        char *text = malloc(before + 8);
        memset(text, 'w', before);
        for (size_t i = 0; i < before; i += 64)
            text[i] = i % 128 ? ' ' : '\n';
        memcpy(text + before, "\n\xF0\x9F\x98 a b\n", 8);
        write_file(test_folder, "x.txt", (struct bytes){text, before + 8});
        snprintf(says, sizeof says, "x.txt:%zu: byte 1 of the line (0xf0) is not valid UTF-8",
                 2 + (before + 127) / 128);
        for (int unit = 0; unit < 2; unit++) { /* all texts are read alike: one task is enough */
            bool accepted = open_text(&o, &task_next, "x.txt", unit ? "characters" : "spaces", "1");
            assert_refused("a border", accepted, &o.error, EXIT_DATA, says);
            arena_free(&o.arena);
        }
        free(text);
    }
}

struct change {
    const char *path;
    off_t size; /* less: cut; more: as many NUL bytes */
};

static void change_size(void *user, const char *path, uint64_t read, uint64_t size) {
    const struct change *c = user;
    assert_true(read > 0 && read <= size);
    assert_string_equal(path, c->path);
    assert_int_equal(truncate(path, c->size), 0);
}

/* A file that grows or shrinks after its first piece: there was room for what it had. */
TEST(changing_files) {
    static struct file_task o;
    static const struct option words = {"task.tokens", "spaces"}, characters = {"task.tokens", "characters"};
    char path[PATH_MAX_LENGTH];
    struct error e;
    assert_true(file_path(path, test_folder, "x.txt", &e));
    for (int n = 0; n < 4; n++) {
        struct big b = make_big("", 0);
        struct change c = {path, n / 2 ? 20 * MIB : MIB};
        const struct task_input in = {.reading = change_size, .user = &c};
        const struct option options[] = {{"task.text", path}, n % 2 ? words : characters, {0}};
        write_file(test_folder, "x.txt", (struct bytes){b.text, b.size});
        bool accepted = open_files(&o, &task_next, options, &in);
        assert_refused("a changing file", accepted, &o.error, EXIT_IO, "x.txt changed while it was read");
        arena_free(&o.arena);
        free_big(&b);
    }
}

/* A checkpoint tells files apart: by every byte, not by the pieces that they are read in. */
TEST(fingerprints) {
    static struct file_task o;
    uint64_t seen[4];
    struct big b = make_big("", 0);
    for (int n = 0; n < 4; n++) {
        b.text[b.end[b.words - 1] - 1] = n == 2 ? 'x' : 'y';
        b.text[b.end[1] - 1] = n == 3 ? 'x' : 'y';
        write_file(test_folder, "x.txt", (struct bytes){b.text, b.size});
        assert_accepted("a text", open_text(&o, &task_next, "x.txt", n == 1 ? "characters" : "spaces", "1"), &o.error);
        memcpy(&seen[n], kept_entry(&o, "task.files").data, sizeof *seen);
        arena_free(&o.arena);
    }
    assert_true(seen[0] == seen[1] && seen[0] != seen[2] && seen[0] != seen[3]);
    free_big(&b);
}

GROUP(texts_long, folder_setup, folder_teardown)
