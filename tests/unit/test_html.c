/* test_html.c -- a page is written completely or not at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "draw/html.h"
#include "unit/files.h"
#include "unit/tests.h"

static const char *path_of_page(char path[PATH_MAX_LENGTH]) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, PATH_MAX_LENGTH, "%s/poslab-page-%ld.html", folder ? folder : "build", (long)getpid());
    unlink(path);
    return path;
}

static void assert_page(const char *path, const char *expected) {
    struct arena arena = {0};
    struct error e = {0};
    size_t size;
    unsigned char *bytes = file_read(path, 1000, &arena, &size, &e);
    assert_non_null(bytes);
    assert_string_equal((char *)bytes, expected);
    arena_free(&arena);
}

TEST(whole) {
    struct html page = {0}, more = {0};
    struct error e = {0};
    char path[PATH_MAX_LENGTH];
    html_open(&page);
    html_open(&more);
    html_raw(&page, "<p>%d", 1);
    html_say(&more, "%s & %d", "<b>", 2);
    html_append(&page, &more);
    html_element(&page, "td class=n", "3 > 2");
    assert_true(html_close(&page, path_of_page(path), &e));
    assert_page(path, "<p>1&lt;b&gt; &amp; 2<td class=n>3 &gt; 2</td>");
    unlink(path);
}

/* Where the file cannot be written, that is what is said. */
TEST(unwritable) {
    struct html page = {0};
    struct error e = {0};
    html_open(&page);
    html_raw(&page, "said");
    assert_false(html_close(&page, "/dev/null/page.html", &e));
    assert_int_equal(e.code, EXIT_IO);
}

GROUP(html, NULL, NULL)
