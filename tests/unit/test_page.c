/* test_page.c -- what pages are made of: texts from outside stay texts. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "draw/html.h"

/* What a page of this one text is. */
static void assert_text(const char *text, const char *expected) {
    struct html h;
    html_open(&h);
    html_text(&h, text);
    fclose(h.f);
    assert_string_equal(h.page.bytes, expected);
    free(h.page.bytes);
}

TEST(texts_are_no_markup) {
    char every[256] = "";
    struct html h;
    assert_text("plain", "plain");
    assert_text("<b a='1' c=\"2\">&amp;", "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
    assert_text("\x1b[31m\n\t\x7f", "\\x1b[31m\\x0a\\x09\\x7f");
    assert_text("\xc3\xa4 \xe2\x82\xac", "\xc3\xa4 \xe2\x82\xac");
    assert_text("\xc3<\xff", "\\xc3&lt;\\xff");           /* broken UTF-8 swallows no mark */
    assert_text("a\xe2\x80\xae z", "a\\xe2\\x80\\xae z"); /* turned around */
    for (int i = 1; i < 256; i++)
        every[i - 1] = (char)i;
    html_open(&h);
    html_text(&h, every);
    fclose(h.f);
    assert_int_equal(strcspn(h.page.bytes, "<>\"'\n\t\x1b"), h.page.size);
    free(h.page.bytes);
}

TEST(long_texts_are_whole) {
    char text[5000], *expected = malloc(5 * sizeof text);
    assert_non_null(expected);
    memset(text, '&', sizeof text - 1);
    text[sizeof text - 1] = 0;
    *expected = 0;
    for (size_t i = 0; i + 1 < sizeof text; i++)
        memcpy(expected + 5 * i, "&amp;", 6);
    assert_text(text, expected);
    free(expected);
}

GROUP(page, NULL, NULL)
