/* test_public_words.c -- words of a public model's tokens, from each file that they may be in, and what is refused. */
#include <string.h>

#include "public_files.h"
#include "tables/public_words.h"
#include "unit/opened.h"
#include "unit/tests.h"

enum { ROWS = 6 };
#define BOX "\xe2\x90\xa3"

static struct arena arena;

static int drop_folder(void **state) {
    arena_free(&arena);
    return folder_teardown(state);
}

/* "-" in place of a word: the row has none. */
static void assert_words(const char *file, const char *const word[ROWS]) {
    struct public_words w;
    struct error e;
    if (!public_words_read(&w, test_folder, ROWS, &arena, &e))
        fail_msg("%s", e.text);
    assert_string_equal(w.file, file);
    for (int i = 0; i < ROWS; i++)
        assert_string_equal(w.word[i] ? w.word[i] : "-", word[i]);
}

static void assert_refused(const char *file, const char *text, const char *says) {
    struct public_words w;
    struct error e;
    public_text(test_folder, file, text);
    if (public_words_read(&w, test_folder, ROWS, &arena, &e))
        fail_msg("%s was read; expected: %s", text, says);
    if (!strstr(e.text, says))
        fail_msg("expected: %s; found: %s", says, e.text);
    assert_int_equal(e.code, EXIT_DATA);
    assert_null(w.word);
}

TEST_WITH(none, folder_setup, drop_folder) {
    struct public_words w;
    struct error e;
    assert_true(public_words_read(&w, test_folder, ROWS, &arena, &e));
    assert_null(w.word);
    assert_null(w.file);
}

TEST_WITH(lines, folder_setup, drop_folder) {
    public_text(test_folder, "vocab.txt", "[PAD]\n##ing\r\n\n\x1b[1m\nna\xc3\xafve");
    assert_words("vocab.txt", (const char *const[]){"[PAD]", "##ing", "", "\\x1b[1m", "na\xc3\xafve", "-"});
    assert_refused("vocab.txt", "a\nb\nc\nd\ne\nf\ng\n",
                   "vocab.txt:7: a word too many: the table has 6 rows, from 0 on");
    assert_refused("vocab.txt", "a\nb\xff\n", "vocab.txt:2: is not valid UTF-8, or has a NUL byte");
}

/* Of another kind than byte-level: U+0120 alone is no word, so a word that has it keeps it. */
TEST_WITH(object, folder_setup, drop_folder) {
    public_text(test_folder, "vocab.json", "{\"b\": 1, \"a\": 0, \"\xc4\xa0x\": 4, \"caf\xc3\xa9\": 2}");
    assert_words("vocab.json", (const char *const[]){"a", "b", "caf\xc3\xa9", "-", "\xc4\xa0x", "-"});
}

/* U+0120 and U+010A stand for blank and newline. U+00C3 is the first byte of letters with accents: U+00A9 makes it an
 * e, U+0143 an i; alone it is no character. */
TEST_WITH(bytes, folder_setup, drop_folder) {
    public_text(test_folder, "vocab.json",
                "{\"\xc4\xa0\": 0, \"\xc4\x8a\": 1, \"\xc4\xa0the\xc3\x83\xc5\x83\": 2, \"caf\xc3\x83\xc2\xa9\": 3, "
                "\"\xc3\x83\": 4, "
                "\"<|end of|>\": 5}");
    assert_words("vocab.json",
                 (const char *const[]){BOX, "\\x0a", (BOX "the\xc3\xad"), "caf\xc3\xa9", "\\xc3", "<|end of|>"});
    assert_string_equal(public_words_shown(" the end", &arena), BOX "the" BOX "end");
}

TEST_WITH(bad_object, folder_setup, drop_folder) {
    assert_refused("vocab.json", "{\"a\": 0, \"b\": 6}",
                   "vocab.json: b: expected a whole number from 0 to 5, found 6; is it the vocabulary of this model?");
    assert_refused("vocab.json", "{\"a\": -1}", "expected a whole number from 0 to 5, found -1");
    assert_refused("vocab.json", "{\"a\": 1.5}", "expected a whole number");
    assert_refused("vocab.json", "{\"a\": 0, \"b\": 0}",
                   "b: expected a row of its own (row 0 is that of another word)");
    assert_refused("vocab.json", "{\"a\": 0, \"a\": 1}", "cannot be read as JSON: duplicate object key");
    assert_refused("vocab.json", "[\"a\"]", "expected an object of words and their rows");
    assert_refused("vocab.json", "{\"a\": 0", "cannot be read as JSON");
}

TEST_WITH(tokenizer, folder_setup, drop_folder) {
    public_text(test_folder, "tokenizer.json",
                "{\"version\": \"1.0\", \"added_tokens\": [{\"id\": 0, \"content\": \"[PAD]\", \"special\": true}, "
                "{\"id\": 5, \"content\": \"[NEW]\"}], \"model\": {\"type\": \"WordPiece\", \"vocab\": {\"[PAD]\": 0, "
                "\"the\": 2}, \"merges\": [\"t h\"]}}");
    assert_words("tokenizer.json", (const char *const[]){"[PAD]", "-", "the", "-", "-", "[NEW]"});
    public_text(test_folder, "tokenizer.json",
                "{\"model\": {\"type\": \"Unigram\", \"vocab\": [[\"<s>\", 0], [\"\xe2\x96\x81the\", -1.5]]}}");
    assert_words("tokenizer.json", (const char *const[]){"<s>", "\xe2\x96\x81the", "-", "-", "-", "-"});
    assert_refused("tokenizer.json", "{\"model\": {\"vocab\": [[\"a\", 0], [1, 2]]}}",
                   "tokenizer.json: model.vocab[1]: expected [word, number]");
    assert_refused("tokenizer.json", "{\"model\": {}}", "model.vocab: expected an object of words");
    assert_refused("tokenizer.json",
                   "{\"model\": {\"vocab\": {}}, \"added_tokens\": [{\"id\": 6, \"content\": \"x\"}]}",
                   "added_tokens[0].id: expected a whole number from 0 to 5");
    assert_refused("tokenizer.json", "{\"model\": {\"vocab\": {}}, \"added_tokens\": [{\"id\": 1}]}",
                   "added_tokens[0].content: expected a word");
}

/* The first there is counts, and others are not looked at. */
/* says help models: Words are read from vocab.txt, vocab.json or tokenizer.json next to the model */
/* says help models: : the first that exists */
TEST_WITH(order, folder_setup, drop_folder) {
    public_text(test_folder, "tokenizer.json", "{");
    public_text(test_folder, "vocab.json", "{\"a\": 0}");
    assert_words("vocab.json", (const char *const[]){"a", "-", "-", "-", "-", "-"});
    public_text(test_folder, "vocab.txt", "b");
    assert_words("vocab.txt", (const char *const[]){"b", "-", "-", "-", "-", "-"});
}

GROUP(public_words, NULL, NULL)
