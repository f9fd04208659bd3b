/* test_texts.c -- plain text of the user's own (tasks next, cloze, sop; words and characters): bad files, each with its
 * message, and odd ones that are accepted. Long ones: test_texts_long.c. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "open_text.h"
#include "task/kinds.h"
#include "texts/corpus.h"
#include "texts/texts.h"
#include "unit/opened.h"
#include "unit/tests.h"

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
    BOTH("0 bytes", "", "x.txt:1:"),
    BOTH("a byte order mark alone", "\xEF\xBB\xBF", "x.txt:1:"),
    WORD("nothing but blanks", " \n\t\r\n\xE3\x80\x80\n  \n", "x.txt: has 0 words ... 0 "),
    {"nothing but blanks", BYTES("          \n"), NULL, "x.txt: 1 different characters occur at least 1 times"},
    WORD("shorter than an example", "a b c d e f",
         "x.txt: has 3 words ... 3 ... (task.held_out) ... 4 words (task.words)"),
    {"shorter than an example", BYTES("a b c "), NULL,
     "x.txt: has 3 characters ... 3 ... (task.held_out) ... 4 characters (task.words)"},
    BOTH("one word", "a", "x.txt: has 0 "),
    WORD("nothing in the held-out part", "a b c d e f g h i j k l                             \n",
         "x.txt: has 12 words ... 0 "),
    WORD("one word in the front part", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b c d e f g h i j", "x.txt: has 1 words "),
    WORD("one word repeated", "a a a a a a a a a a a a",
         "x.txt: 1 different words occur at least 1 times (task.min_count); it needs two"),
    {"one character repeated", BYTES("aaaaaaaaaaaa"), NULL, "x.txt: 1 different characters occur at least 1 times"},
    WORD("words like special ones", "[UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [UNK]",
         "x.txt: 0 different words occur"),
    BOTH("NUL within", TEN "a b\0c\n" TEN, "x.txt:2: byte 4 of the line is NUL"),
    BOTH("UTF-16",
         "\xFF\xFE"
         "a\0",
         " ... 1 held out"), /* the mark is believed */
    BOTH("Latin-1", TEN TEN "ice \xE9t\xE9 sun\n", "x.txt:3: byte 5 of the line (0xe9) "),
    BOTH("a character cut by a newline", TEN "a\xE2\x82\nb\n", "x.txt:2: byte 2 of the line (0xe2)"),
    BOTH("four bytes cut by the end", TEN "a\xF0\x9F\x98", "x.txt:2: byte 2 of the line (0xf0)"),
};

static void check_refused(const struct bad *row, const char *unit, const char *says) {
    static struct file_task o;
    for (const struct task *const *kind = text_kinds; *kind && says; kind++) {
        bool accepted = open_text(&o, *kind, "x.txt", unit, "1");
        assert_refused(row->what, accepted, &o.error, EXIT_DATA, says);
        arena_free(&o.arena);
    }
}

TEST(bad_texts) {
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(test_folder, "x.txt", bad[i].text);
        check_refused(&bad[i], "spaces", bad[i].word);
        check_refused(&bad[i], "characters", bad[i].character);
    }
}

/* A file that is fine, and settings that leave nothing of it. */
TEST(settings_of_texts) {
    static struct file_task o;
    write_file(test_folder, "x.txt", (struct bytes)BYTES(TEN "a b " TEN TEN));
    bool accepted = open_text(&o, &task_next, "x.txt", "spaces", "4");
    assert_refused("min_count", accepted, &o.error, EXIT_DATA,
                   "x.txt: 0 different words occur at least 4 times (task.min_count); it needs two");
    arena_free(&o.arena);
    for (const struct task *const *kind = text_kinds + 1; *kind; kind++) {
        const struct option options[] = {{"task.words", "1..9"}, {0}};
        accepted = open_files(&o, *kind, options, NULL);
        assert_refused("short examples", accepted, &o.error, EXIT_USAGE, "task.words = 1..9: ");
        arena_free(&o.arena);
    }
}

TEST(no_texts) {
    write_file(test_folder, "x.txt", (struct bytes)BYTES(TEN));
    assert_text_refused("absent.txt", EXIT_IO, "absent.txt: No such file or directory");
    assert_text_refused("x.txt/x", EXIT_IO, "x.txt/x: Not a directory");
    assert_text_refused(".", EXIT_IO, "/.: ");
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

TEST(good_texts) {
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

/* Examples are passages of the text, and none is longer than what there is. */
/* says task next: your text: the next word (causal, GPT-2); one layer learns what follows a word or two */
/* says task sop: your text: two neighbouring passages, in their order or swapped? (ALBERT) */
/* says data/README.md: `cloze` (BERT's masked words) and `sop` (two passages: in order or swapped?) also read text */
TEST(examples) {
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
TEST(note) {
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
/* says task cloze: your text: guess masked words (BERT); one layer learns which words are neighbours */
TEST(cloze_targets) {
    static const int words[] = {2, 9, 10, 16, 17, 23, 24}, targets[] = {1, 1, 2, 2, 3, 3, 4};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(task_cloze.targets(NULL, words[i]), targets[i]);
}

GROUP(texts, folder_setup, folder_teardown)
