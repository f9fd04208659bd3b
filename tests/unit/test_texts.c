/* test_texts.c -- plain text of the user's own (tasks next, cloze, sop; words and characters): bad files, each with its
 * message, and odd ones that are accepted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "task/corpus.h"
#include "task/kinds.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { MIB = 1 << 20, OPTIONS = 6 };

static const struct task *const kinds[] = {&task_next, &task_cloze, &task_sop, NULL};

/* A task on a file of the folder, held out by half, with short examples and every word known. */
static bool open_text(struct file_task *o, const struct task *kind, const char *name, const char *unit,
                      const char *min_count) {
    const struct option options[OPTIONS] = {{"task.text", in_folder("", name)},
                                            {"task.words", "4"},
                                            {"task.tokens", unit},
                                            {"task.min_count", min_count},
                                            {"task.held_out", "0.5"}};
    return open_files(o, kind, options, NULL);
}

/* ---- Files that no text task takes */

struct bad {
    const char *what;
    struct bytes text;
    const char *word, *character; /* a piece of the message, by unit; NULL: accepted */
};

#define TEN "a b c d e f g h i j k l\n" /* words enough */
#define BOTH(what, text, says) \
    { what, BYTES(text), says, says }
#define WORD(what, text, says) \
    { what, BYTES(text), says, NULL }

static const struct bad bad[] = {
    BOTH("0 bytes", "", "x.txt:1: the file is empty"),
    BOTH("a byte order mark alone", "\xEF\xBB\xBF", "x.txt:1: the file is empty"),
    WORD("nothing but blanks", " \n\t\r\n\xE3\x80\x80\n  \n", "x.txt: has 0 words to train on and 0 held out"),
    {"nothing but blanks", BYTES("          \n"), NULL, "x.txt: 1 different characters occur at least 1 times"},
    WORD("shorter than an example", "a b c d e f",
         "x.txt: has 3 words to train on and 3 held out (task.held_out); "
         "both must have more than 4 words (task.words)"),
    {"shorter than an example", BYTES("a b c "), NULL,
     "x.txt: has 3 characters to train on and 3 held out (task.held_out); both must have more than 4 characters "
     "(task.words)"},
    BOTH("one word", "a", "x.txt: has 0 "),
    WORD("nothing in the held-out part", "a b c d e f g h i j k l                             \n",
         "x.txt: has 12 words to train on and 0 held out"),
    WORD("one word in the front part", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b c d e f g h i j", "has 1 words to train on"),
    WORD("one word repeated", "a a a a a a a a a a a a",
         "x.txt: 1 different words occur at least 1 times (task.min_count); it needs two"),
    {"one character repeated", BYTES("aaaaaaaaaaaa"), NULL, "x.txt: 1 different characters occur at least 1 times"},
    WORD("words like special ones", "[UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK]",
         "x.txt: 0 different words occur"),
    BOTH("NUL within", TEN "a b\0c\n" TEN, "x.txt:2: byte 4 of the line is NUL"),
    BOTH("UTF-16",
         "\xFF\xFE"
         "a\0",
         "x.txt:1: byte 1 of the line (0xff) is not valid UTF-8"),
    BOTH("Latin-1", TEN TEN "ice \xE9t\xE9 sun\n",
         "x.txt:3: byte 5 of the line (0xe9) is not valid UTF-8; convert the file"),
    BOTH("a character cut by a newline", TEN "a\xE2\x82\nb\n", "x.txt:2: byte 2 of the line (0xe2)"),
    BOTH("four bytes cut by the end", TEN "a\xF0\x9F\x98", "x.txt:2: byte 2 of the line (0xf0)"),
};

static void check_refused(const struct bad *row, const char *unit, const char *says) {
    static struct file_task o;
    for (const struct task *const *kind = kinds; *kind && says; kind++) {
        bool accepted = open_text(&o, *kind, "x.txt", unit, "1");
        assert_refused(row->what, accepted, &o.error, EXIT_DATA, says);
        arena_free(&o.arena);
    }
}

static void test_bad_texts(void **state) {
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(test_folder, "x.txt", bad[i].text);
        check_refused(&bad[i], "spaces", bad[i].word);
        check_refused(&bad[i], "characters", bad[i].character);
    }
}

/* A file that is fine, and settings that leave nothing of it. */
static void test_settings_of_texts(void **state) {
    static struct file_task o;
    write_file(test_folder, "x.txt", (struct bytes)BYTES(TEN "a b " TEN TEN));
    bool accepted = open_text(&o, &task_next, "x.txt", "spaces", "4");
    assert_refused("min_count", accepted, &o.error, EXIT_DATA,
                   "x.txt: 0 different words occur at least 4 times (task.min_count); it needs two");
    arena_free(&o.arena);
    for (const struct task *const *kind = kinds + 1; *kind; kind++) {
        const struct option options[] = {{"task.words", "1..9"}, {0}};
        accepted = open_files(&o, *kind, options, NULL);
        assert_refused("short examples", accepted, &o.error, EXIT_USAGE,
                       "task.words = 1..9: an example needs at least");
        arena_free(&o.arena);
    }
}

static void check_path(const char *name, enum exit_code code, const char *says) {
    static struct file_task o;
    for (const struct task *const *kind = kinds; *kind; kind++)
        for (int character = 0; character < 2; character++) {
            bool accepted = open_text(&o, *kind, name, character ? "characters" : "spaces", "1");
            assert_refused(name, accepted, &o.error, code, says);
            arena_free(&o.arena);
        }
}

static void test_no_texts(void **state) {
    write_file(test_folder, "x.txt", (struct bytes)BYTES(TEN));
    check_path("absent.txt", EXIT_IO, "absent.txt: No such file or directory");
    check_path("x.txt/x", EXIT_IO, "x.txt/x: Not a directory");
    check_path(".", EXIT_IO, "/.: it is a folder, not a file");
}

/* A gigabyte is refused at its first piece: NUL bytes, and a word that never ends. */
static void test_huge_texts(void **state) {
    char path[PATH_MAX_LENGTH], *word = malloc(3 * MIB);
    struct error e;
    static struct file_task o;
    assert_true(file_path(path, test_folder, "x.txt", &e));
    write_file(test_folder, "x.txt", (struct bytes)BYTES(TEN));
    assert_int_equal(truncate(path, 1 << 30), 0);
    check_path("x.txt", EXIT_DATA, "x.txt:2: byte 1 of the line is NUL; this is not a text file");
    const struct bytes front = BYTES("a b\nc ");
    memset(word, 'w', 3 * MIB);
    memcpy(word, front.text, front.size);
    write_file(test_folder, "x.txt", (struct bytes){word, 3 * MIB});
    bool accepted = open_text(&o, &task_next, "x.txt", "spaces", "1");
    assert_refused("a long word", accepted, &o.error, EXIT_DATA, "x.txt:2: the word is longer than 1048576 bytes");
    arena_free(&o.arena);
    free(word);
}

/* ---- What is read as it stands */

struct good {
    const char *what;
    struct bytes text;
    const char *unit, *says; /* words of the vocabulary, '+', those held out; each in bars */
};

/* The middle of each is a blank. */
static const struct good good[] = {
    {"words", BYTES(" a b c a b b c b a d"), "spaces", "[UNK]|a|b|c|+b|c|b|a|[UNK]|"},
    {"no newline, blanks about", BYTES(" b a  a b a\n\nb x b a a b "), "spaces", "[UNK]|a|b|+b|[UNK]|b|a|a|b|"},
    {"a byte order mark",
     BYTES("\xEF\xBB\xBF"
           "a b b b a b a b a b"),
     "spaces", "[UNK]|b|a|+b|a|b|a|b|"},
    {"CR LF", BYTES("a b\r\nb b a\r\na b\r\nb x a a"), "spaces", "[UNK]|a|b|+b|b|[UNK]|a|a|"},
    {"CR", BYTES("\ra\rb\rb\rb\rb\ra\ra\ra\rb\ra"), "spaces", "[UNK]|b|a|+a|a|a|b|a|"},
    {"Unicode's white space",
     BYTES("a\xC2\xA0"
           "b\xE3\x80\x80"
           "c\xE2\x80\x83"
           "d\xC2\x85"
           "a\xE1\x9A\x80"
           "b\xE2\x80\xA9"
           "c\xE2\x81\x9F"
           "d\x0b"
           "d c c d "),
     "spaces", "[UNK]|a|b|c|d|+c|d|d|c|c|d|"},
    {"what is no white space", BYTES("a\xE2\x80\x8B b a b a\xE2\x80\x8B b a b b b b"), "spaces",
     "[UNK]|a\xE2\x80\x8B|b|a|+b|a|b|b|b|b|"},
    {"quotes", BYTES("\"a b\" 'c' \"a b\" 'c' \"a b\" 'c' \"a b\" 'c'"), "spaces",
     "[UNK]|\"a|b\"|'c'|+\"a|b\"|'c'|\"a|b\"|'c'|"},
    {"special words", BYTES("[UNK] [MASK] [CLS] a b [UNK] [MASK] [CLS] a b [CLS]"), "spaces",
     "[UNK]|[MASK]|[CLS]|a|b|+[MASK]|[CLS]|a|b|[CLS]|"},
    {"characters", BYTES("abbcbcbabcx"), "characters", "[UNK]|b|a|c|+c|b|a|b|c|[UNK]|"},
    {"white space is one character",
     BYTES("a\xC2\xA0"
           "b\r\n\xE3\x80\x80"
           "ab\xE2\x90\xA3"
           "b b\x0b\xE2\x80\xA8\xE1\x9A\x80"
           "b"),
     "characters", "[UNK]|\xE2\x90\xA3|a|b|+b|\xE2\x90\xA3|b|\xE2\x90\xA3|\xE2\x90\xA3|\xE2\x90\xA3|b|"},
    {"four bytes a character",
     BYTES("\xF0\x9F\x98\x80\xF0\x9F\x98\x81\xF0\x9F\x98\x80\xF0\x9F\x98\x81\xF0\x9F\x98\x80"
           "\xF0\x9F\x98\x81\xF0\x9F\x98\x80\xF0\x9F\x98\x81\xF0\x9F\x98\x80\xF0\x9F\x98\x82"),
     "characters",
     "[UNK]|\xF0\x9F\x98\x80|\xF0\x9F\x98\x81|+\xF0\x9F\x98\x81|\xF0\x9F\x98\x80|\xF0\x9F\x98\x81|\xF0\x9F\x98\x80|["
     "UNK]|"},
};

/* Vocabulary and held-out words, as next keeps them. */
static void write_kept(char *out, size_t size, const struct file_task *o) {
    struct safetensors_entry test = kept_entry(o, "task.test.token");
    char buffer[TASK_WORD_MAX];
    out[0] = 0;
    for (int token = 0; token < o->task.size.vocabulary; token++)
        snprintf(out + strlen(out), size - strlen(out), "%s|", corpus_word(&o->task, token, buffer));
    snprintf(out + strlen(out), size - strlen(out), "+");
    for (size_t i = 0; i < test.shape[0]; i++) {
        int token;
        memcpy(&token, test.data + i * sizeof token, sizeof token);
        snprintf(out + strlen(out), size - strlen(out), "%s|", corpus_word(&o->task, token, buffer));
    }
}

static void test_good_texts(void **state) {
    static struct file_task o;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char got[1000];
        write_file(test_folder, "x.txt", good[i].text);
        assert_accepted(good[i].what, open_text(&o, &task_next, "x.txt", good[i].unit, "1"), &o.error);
        write_kept(got, sizeof got, &o);
        if (strcmp(got, good[i].says) != 0)
            fail_msg("%s\nexpected: %s\ngot:      %s", good[i].what, good[i].says, got);
        arena_free(&o.arena);
    }
}

/* ---- Large texts, against words counted here */

enum { BIG = 5 * MIB / 2, DIFFERENT = 300 };

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

static void test_big_texts(void **state) {
    check_big("all kinds of blanks", "", -1);
    check_big("one line", "", 0);
    check_big("one line and a byte order mark", "\xEF\xBB\xBF", 0);
    check_big("lines of CR LF", "", 2);
    check_big("U+00A0 alone", "", 5);
    check_big("U+3000 alone", "", 6);
}

/* Every character stands once, whatever piece it lies in: those of four bytes cross all borders in all ways. */
static void test_big_characters(void **state) {
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
static void test_many_characters(void **state) {
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
static void test_lines_counted(void **state) {
    char says[100];
    struct big b = make_big("", -1);
    memcpy(b.text + b.size, "\nab\xE2\x82", 5);
    write_file(test_folder, "x.txt", (struct bytes){b.text, b.size + 5});
    snprintf(says, sizeof says, "x.txt:%ld: byte 3 of the line (0xe2) is not valid UTF-8", b.lines + 1);
    check_path("x.txt", EXIT_DATA, says);
    free_big(&b);
    for (size_t before = MIB - 4; before < MIB + 12; before++) {
        char *text = malloc(before + 8);
        memset(text, 'w', before);
        for (size_t i = 0; i < before; i += 64)
            text[i] = i % 128 ? ' ' : '\n';
        memcpy(text + before, "\n\xF0\x9F\x98 a b\n", 8);
        write_file(test_folder, "x.txt", (struct bytes){text, before + 8});
        snprintf(says, sizeof says, "x.txt:%zu: byte 1 of the line (0xf0) is not valid UTF-8",
                 2 + (before + 127) / 128);
        check_path("x.txt", EXIT_DATA, says);
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
static void test_changing_files(void **state) {
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
static void test_fingerprints(void **state) {
    static struct file_task o;
    uint64_t seen[4];
    struct big b = make_big("", 0);
    for (int n = 0; n < 4; n++) {
        b.text[b.size - 3] = n == 2 ? 'x' : 'y';
        b.text[5] = n == 3 ? 'x' : 'y';
        write_file(test_folder, "x.txt", (struct bytes){b.text, b.size});
        assert_accepted("a text", open_text(&o, &task_next, "x.txt", n == 1 ? "characters" : "spaces", "1"), &o.error);
        memcpy(&seen[n], kept_entry(&o, "task.files").data, sizeof *seen);
        arena_free(&o.arena);
    }
    assert_true(seen[0] == seen[1] && seen[0] != seen[2] && seen[0] != seen[3]);
    free_big(&b);
}

/* Examples are passages of the text, and none is longer than what there is. */
static void test_examples(void **state) {
    static struct file_task o;
    struct random r = random_open(1, RANDOM_EVAL, 0);
    char buffer[TASK_WORD_MAX];
    int token[8], last = 0;
    write_file(test_folder, "x.txt", (struct bytes)BYTES(" a b c d e f g a b c d e f g"));
    assert_accepted("seven and seven", open_text(&o, &task_next, "x.txt", "spaces", "1"), &o.error);
    assert_int_equal(o.task.size.longest, 6);
    for (int length = 1; length <= 6; length++)
        for (int i = 0; i < 100; i++) {
            int behind = corpus_draw(&o.task, TASK_EVALUATION, &r, length, token);
            for (int k = 0; k < length; k++)
                assert_int_equal(*corpus_word(&o.task, token[k], buffer) - *corpus_word(&o.task, token[0], buffer), k);
            assert_int_equal(*corpus_word(&o.task, behind, buffer) - *corpus_word(&o.task, token[0], buffer), length);
            last += *corpus_word(&o.task, behind, buffer) == 'g';
        }
    assert_in_range(last, 150, 599); /* the last word is reached */
    arena_free(&o.arena);
}

/* Five of the seven held-out words occur in the training words. */
static void test_note(void **state) {
    static struct file_task o;
    char note[1024] = "";
    write_file(test_folder, "x.txt", (struct bytes)BYTES(" a b c a b c a a b c a b x y"));
    assert_accepted("three words", open_text(&o, &task_next, "x.txt", "spaces", "1"), &o.error);
    task_next.note(&o.task, note, sizeof note);
    if (!strstr(note,
                "x.txt: 7 words to train on, 7 held out at its end; 3 known; 28.6 % of the held-out ones are unknown "
                "([UNK]). accuracy_known and loss_known leave out"))
        fail_msg("%s", note);
    arena_free(&o.arena);
}

/* 15 % of the words, rounded, and at least one. */
static void test_cloze_targets(void **state) {
    static const int words[] = {2, 9, 10, 16, 17, 23, 24}, targets[] = {1, 1, 2, 2, 3, 3, 4};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(task_cloze.targets(NULL, words[i]), targets[i]);
}

int test_texts(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cloze_targets),  cmocka_unit_test(test_note),
        cmocka_unit_test(test_bad_texts),      cmocka_unit_test(test_settings_of_texts),
        cmocka_unit_test(test_no_texts),       cmocka_unit_test(test_huge_texts),
        cmocka_unit_test(test_good_texts),     cmocka_unit_test(test_big_texts),
        cmocka_unit_test(test_big_characters), cmocka_unit_test(test_lines_counted),
        cmocka_unit_test(test_examples),       cmocka_unit_test(test_many_characters),
        cmocka_unit_test(test_changing_files), cmocka_unit_test(test_fingerprints),
    };
    return cmocka_run_group_tests_name("texts", tests, folder_setup, folder_teardown);
}
