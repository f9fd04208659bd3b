/* test_advice.c -- commands in printed texts name the program as it was called. */
#include <stdio.h>
#include <stdlib.h>

#include "base/advice.h"
#include "base/text.h"
#include "base/text_wrap.h"
#include "unit/tests.h"

static void assert_advice(const char *text, const char *expected) {
    struct arena arena = {0};
    assert_string_equal(advice_text(text, &arena), expected);
    arena_free(&arena);
}

static int back(void **state) {
    advice_called("poslab");
    return 0;
}

TEST_WITH(by_name, NULL, back) {
    const char *text = "see `poslab help train`";
    struct arena arena = {0};
    advice_called("poslab");
    assert_ptr_equal(advice_text(text, &arena), text);
}

TEST_WITH(by_path, NULL, back) {
    advice_called("build/poslab");
    assert_advice("see `poslab help train`", "see `build/poslab help train`");
    assert_advice("a (poslab train x) b", "a (build/poslab train x) b");
    assert_advice("To go on: poslab train", "To go on: build/poslab train");
    assert_advice("  poslab show task | poslab predict R\n  poslab help\n",
                  "  build/poslab show task | build/poslab predict R\n  build/poslab help\n");
    /* no command */
    assert_advice("poslab - which encoding", "poslab - which encoding");
    assert_advice("used by another poslab process", "used by another poslab process");
    assert_advice("poslab: warning", "poslab: warning");
    assert_advice("the file `poslab.ini`, /usr/poslab x", "the file `poslab.ini`, /usr/poslab x");
    /* what was replaced stays */
    assert_advice("`build/poslab help`", "`build/poslab help`");
}

/* A path with blanks is quoted, and no line breaks within it. */
TEST_WITH(quoted, NULL, back) {
    char *out;
    size_t size;
    advice_called("/my own/it's/poslab");
    assert_advice("`poslab help`", "`'/my own/it'\\''s/poslab' help`");
    FILE *f = open_memstream(&out, &size);
    text_wrap(f, 24, 0, 2, "Now see `poslab help models` for more");
    fclose(f);
    assert_string_equal(out, "Now see\n  `'/my own/it'\\''s/poslab'\n  help models` for more\n");
    free(out);
}

GROUP(advice, NULL, NULL)
