/* test_lists.c -- the word lists and templates of task chase: bad files, each with its message, and odd ones that are
 * accepted. A row replaces one file of a good folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "task/kinds.h"
#include "unit/files.h"
#include "unit/opened.h"
#include "unit/tests.h"

struct row {
    const char *what, *file;
    struct bytes text;
    const char *says; /* a piece of the message; or the vocabulary that was read, each word in bars */
};

#define TEMPLATE "the <adjectives> <chaser> <verb> the <chased>\n"
#define ROW(what, file, text, says) \
    { what, file ".txt", BYTES(text), file ".txt" says }
#define GOOD(what, file, text, says) \
    { what, file ".txt", BYTES(text), says }

static const struct row standard[] = {
    GOOD("", "nouns", "cat\ndog\n", ""), GOOD("", "verbs", "saw\n", ""),      GOOD("", "adjectives", "big\n", ""),
    GOOD("", "adverbs", "soon\n", ""),   GOOD("", "templates", TEMPLATE, ""),
};
enum { FILES = sizeof standard / sizeof *standard };

static const struct row bad[] = {
    ROW("0 bytes", "nouns", "", ": has 0 lines that are not empty or comments; it needs at least 2"),
    ROW("one noun", "nouns", "cat\n\n# dog\n", ": has 1 lines that are not empty or comments; it needs at least 2"),
    ROW("comments alone", "verbs", "# saw\n\n", ": has 0 lines that are not empty or comments; it needs at least 1"),
    ROW("no adjective", "adjectives", "\n", ": has 0 lines that are not empty or comments; it needs at least 1"),
    ROW("no adverb", "adverbs", "\r\n\r\n", ": has 0 lines that are not empty or comments; it needs at least 1"),
    ROW("no template", "templates", "\xEF\xBB\xBF",
        ": has 0 lines that are not empty or comments; it needs at least 1"),
    ROW("two words", "nouns", "cat\nsea lion\n", ":2: 'sea lion' is not a single word"),
    ROW("a blank behind", "nouns", "cat \ndog\n", ":1: 'cat ' is not a single word"),
    ROW("a blank in front", "verbs", " saw\n", ":1: ' saw' is not a single word"),
    ROW("a tab", "adverbs", "soon\tlate\n", ":1: 'soon\\x09late' is not a single word"),
    ROW("U+00A0", "nouns", "cat\nsea\xC2\xA0lion\n", ":2: 'sea\xC2\xA0lion' is not a single word"),
    ROW("lines that end in CR", "nouns", "cat\rdog\r", ":1: 'cat\\x0ddog' is not a single word"),
    ROW("brackets", "nouns", "cat\n[CLS]\n", ":2: '[CLS]' is not a single word without blanks and brackets"),
    ROW("a slot", "nouns", "cat\n<verb>\n", ":2: '<verb>' is not a single word without blanks and brackets"),
    ROW("a word twice", "nouns", "cat\ndog\n\ncat\n",
        ":4: 'cat' is given twice: in this list, another list or a template"),
    ROW("a word of another list", "verbs", "saw\ndog\n", ":2: 'dog'"),
    ROW("a word of a template", "nouns", "cat\ndog\nthe\n", ":3: 'the'"),
    ROW("NUL", "nouns", "cat\nd\0g\n", ":2: the line has a byte (0x00) that is not UTF-8 text"),
    ROW("NUL at the end", "templates", TEMPLATE "\0", ":2: the line has a byte (0x00) that is not UTF-8 text"),
    ROW("Latin-1", "nouns", "cat\ndog\n\xE9lan\n", ":3: the line has a byte (0xe9) that is not UTF-8 text"),
    ROW("cut by the end", "adverbs", "soon\nlate\xE2\x82", ":2: the line has a byte (0xe2) that is not UTF-8 text"),
    ROW("a surrogate", "verbs", "\xED\xA0\x80\n", ":1: the line has a byte (0xed) that is not UTF-8 text"),
    ROW("an unknown slot", "templates", "the <chaser> <verbs> <chased> <adverbs>\n",
        ":1: '<verbs>' is not one of <chaser>, <chased>, <verb>, <adjectives>, <adverbs>"),
    ROW("a slot with a full stop", "templates", TEMPLATE "<adverbs> <chaser> <verb> the <chased>.\n",
        ":2: '<chased>.' ... <chaser>"),
    ROW("a slot with a bracket", "templates", "the <chaser> <verb> (<chased>) <adverbs>\n",
        ":1: '(<chased>)' ... <chaser>"),
    ROW("a word in brackets", "templates", "[CLS] <chaser> <verb> <chased> <adverbs>\n", ":1: '[CLS]'"),
    ROW("no chaser", "templates", "<verb> <chased> <adverbs>\n", ":1: '<chaser>' must be in a template exactly once"),
    ROW("no chased", "templates", "<verb> <chaser> <adverbs>\n", ":1: '<chased>' must be in a template exactly once"),
    ROW("no verb", "templates", TEMPLATE "<chaser> <chased> <adverbs>\n",
        ":2: '<verb>' must be in a template exactly once"),
    ROW("two verbs", "templates", "<chaser> <verb> <chased> <verb> <adverbs>\n", ":1: '<verb>' must be"),
    ROW("nothing that grows", "templates", "# one\n\n<chaser> <verb> <chased>\n",
        ":3: '<chaser> <verb> <chased>' has neither <adjectives> nor <adverbs>, so it cannot grow"),
    ROW("blanks alone", "templates", TEMPLATE " \t\n", ":2: '<chaser>' must be in a template exactly once"),
};

static const struct row good[] = {
    GOOD("plain", "nouns", "cat\ndog\n", "the|cat|dog|saw|big|soon|"),
    GOOD("no newline at the end", "nouns", "cat\ndog", "the|cat|dog|saw|big|soon|"),
    GOOD("CR LF", "nouns", "cat\r\n\r\ndog\r\n", "the|cat|dog|saw|big|soon|"),
    GOOD("a byte order mark", "nouns",
         "\xEF\xBB\xBF"
         "cat\ndog\n",
         "the|cat|dog|saw|big|soon|"),
    GOOD("a byte order mark and a comment", "nouns", "\xEF\xBB\xBF# all\ncat\ndog\n", "the|cat|dog|saw|big|soon|"),
    GOOD("comments", "nouns", "# cat\ncat\n#dog\ndog#\n", "the|cat|dog#|saw|big|soon|"),
    GOOD("letters beyond ASCII", "nouns", "\xC3\xA9lan\n\xF0\x9F\x98\x80\n",
         "the|\xC3\xA9lan|\xF0\x9F\x98\x80|saw|big|soon|"),
    GOOD("words in a template again", "templates",
         "the <chaser> <verb> the <chased> ,\xE3\x80\x80"
         "the <adverbs>\r\n",
         "the|,|cat|dog|saw|big|soon|"),
};

static bool open_lists(struct file_task *o, const char *words) {
    return open_files(o, &task_chase, (const struct option[]){{"task.data", test_folder}, {"task.words", words}, {0}},
                      NULL);
}

static bool open_row(struct file_task *o, const struct row *row) {
    for (int i = 0; i < FILES; i++)
        write_file(test_folder, standard[i].file, standard[i].text);
    write_file(test_folder, row->file, row->text);
    return open_lists(o, "8");
}

TEST(bad_lists) {
    static struct file_task o;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool accepted = open_row(&o, &bad[i]);
        assert_refused(bad[i].what, accepted, &o.error, EXIT_DATA, bad[i].says);
        arena_free(&o.arena);
    }
}

TEST(good_lists) {
    static struct file_task o;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char got[200] = "", buffer[TASK_WORD_MAX];
        assert_accepted(good[i].what, open_row(&o, &good[i]), &o.error);
        for (int token = 0; token < o.task.size.vocabulary; token++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s|", o.task.kind->word(&o.task, token, buffer));
        if (strcmp(got, good[i].says) != 0)
            fail_msg("%s\nexpected: %s\ngot:      %s", good[i].what, good[i].says, got);
        arena_free(&o.arena);
    }
}

/* A list in place of one of the good ones, made by repeating a pattern with a number in it. */
static void write_many(const char *file, const char *pattern, int count) {
    char *text = malloc(64 * (size_t)count), *at = text;
    for (int n = 0; n < count; n++)
        at += snprintf(at, 64, pattern, n);
    write_file(test_folder, file, (struct bytes){text, (size_t)(at - text)});
    free(text);
}

static void check_many(const char *file, const char *pattern, int count, const char *says) {
    static struct file_task o;
    open_row(&o, &standard[0]);
    arena_free(&o.arena);
    write_many(file, pattern, count);
    bool accepted = open_lists(&o, "8");
    if (says)
        assert_refused(says, accepted, &o.error, EXIT_DATA, says);
    else
        assert_accepted(pattern, accepted, &o.error);
    arena_free(&o.arena);
}

TEST(limits) {
    check_many("nouns.txt", "w%d\n", 1000, NULL);
    check_many("nouns.txt", "w%d\n", 1001, "nouns.txt:1001: 'w1000' is one line too many");
    check_many("templates.txt", "<chaser> x%d <verb> <chased> <adverbs>\n", 1000, NULL);
    check_many("templates.txt", "<chaser> x%d <verb> <chased> <adverbs>\n", 1001,
               "templates.txt:1001: '<chaser> x1000 ");
    check_many("templates.txt", "x%d ", 70, "templates.txt:1: 'x64' is one word too many for a template");
    check_many("verbs.txt", "verb-number-%030d\n", 30000, "verbs.txt ... 1290000 ... 1048576 ");
}

/* A question about a sentence of the shipped lists: its words, or 0 and what is wrong with it. */
static int ask(const char *sentence, const char *animal, struct error *e) {
    static struct file_task o;
    const char *const text[2] = {sentence, animal};
    int room[5][128], targets;
    struct example x = {room[0], room[1], room[2], room[3], room[4]};
    assert_true(open_files(&o, &task_chase, (const struct option[]){{"task.data", "data/chase"}, {0}}, NULL));
    int words = task_chase.encode(&o.task, text, &x, &targets, e);
    arena_free(&o.arena);
    return words;
}

/* Sentences may be as short as the shortest template, which has five words, though those of training have seven or more
 * by default. */
TEST(questions) {
    static const struct {
        const char *sentence, *animal, *says;
    } refused[] = {
        {"cat chased the mouse", "mouse", "4 words; ... chase ... 5"},
        {"", "mouse", "0 words; ... chase ... 5"},
        {"the cat chased the pig", "cat", "'pig' ... chase"},
        {"the cat Chased the dog", "cat", "'Chased' ... chase ... chased?"},
        {"the cat chased the mouse", "chased", "second text of task chase"},
        {"the cat chased the mouse", "dog", "second text of task chase"},
        {"the cat chased the cat", "cat", "second text of task chase"},
        {"the cat chased the mouse", "cat mouse", "second text of task chase"},
    };
    struct error e = {0};
    assert_int_equal(ask("the cat chased the mouse", "mouse", &e), 5);
    assert_int_equal(ask("the mouse was chased by the cat", "mouse", &e), 7);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        bool accepted = ask(refused[i].sentence, refused[i].animal, &e) > 0;
        assert_refused(refused[i].sentence, accepted, &e, EXIT_DATA, refused[i].says);
    }
}

/* A template that is too long for an example is not drawn for it, the shorter one after it is; of those that fit each
 * is as likely. All words of an example are drawn. */
TEST(short_sentences) {
    static struct file_task o;
    static const char longer[] = "the <adjectives> <chased> was <verb> by the <chaser>\n" TEMPLATE;
    int room[5][16], passive[9] = {0}, verbs = 0;
    struct example x = {room[0], room[1], room[2], room[3], room[4]};
    char buffer[TASK_WORD_MAX];
    open_row(&o, &standard[0]);
    arena_free(&o.arena);
    write_file(test_folder, "templates.txt", (struct bytes){longer, strlen(longer)});
    assert_true(open_lists(&o, "5..12"));
    assert_int_equal(o.task.size.shortest, 5);
    for (int words = 5; words <= 8; words++)
        for (int n = 0; n < 1000; n++) {
            struct random r = random_open(1, RANDOM_TRAIN, (uint64_t)n);
            struct task_draw d = {TASK_TRAINING, words, 0, &r, -1};
            memset(room, 0, sizeof room);
            task_chase.draw(&o.task, &d, &x);
            for (int i = 1; i <= words; i++) {
                passive[words] += strcmp(task_chase.word(&o.task, x.token[i], buffer), "was") == 0;
                verbs += strcmp(task_chase.word(&o.task, x.token[i], buffer), "saw") == 0;
            }
        }
    assert_int_equal(verbs, 4 * 1000);
    assert_int_equal(passive[5] + passive[6], 0);
    assert_in_range(passive[7], 437, 563); /* four standard deviations */
    assert_in_range(passive[8], 437, 563);
    arena_free(&o.arena);
    bool accepted = open_lists(&o, "5..6");
    assert_refused("a template that is never drawn", accepted, &o.error, EXIT_USAGE,
                   "task.words = 5..6: the longest template has 7 words with nothing added");
    arena_free(&o.arena);
}

TEST(no_lists) {
    static struct file_task o;
    char path[PATH_MAX_LENGTH];
    struct error e;
    open_row(&o, &standard[0]);
    arena_free(&o.arena);
    bool accepted = open_lists(&o, "5..8");
    assert_accepted("words enough", accepted, &o.error);
    arena_free(&o.arena);
    accepted = open_lists(&o, "4..8");
    assert_refused("too few words", accepted, &o.error, EXIT_USAGE, "task.words = 4..8: ... 5 words");
    arena_free(&o.arena);
    accepted = open_lists(&o, "3..4");
    assert_refused("never enough words", accepted, &o.error, EXIT_USAGE,
                   "task.words = 3..4: the longest template has 5 words with nothing added");
    arena_free(&o.arena);
    assert_true(file_path(path, test_folder, "adverbs.txt", &e));
    assert_int_equal(unlink(path), 0);
    accepted = open_lists(&o, "8");
    assert_refused("a missing list", accepted, &o.error, EXIT_IO, "adverbs.txt: No such file or directory");
    arena_free(&o.arena);
    assert_int_equal(mkdir(path, 0700), 0);
    accepted = open_lists(&o, "8");
    assert_refused("a folder", accepted, &o.error, EXIT_IO, "adverbs.txt: ");
    arena_free(&o.arena);
    assert_int_equal(rmdir(path), 0);
}

GROUP(lists, folder_setup, folder_teardown)
