/* test_picture.c -- where a picture goes and how large it is, as the command line says it. */
#include "unit/tests.h"

#include <string.h>

#include "draw/picture.h"

static void assert_size(const char *size, int width, int height) {
    struct picture_target t;
    struct error e;
    if (!picture_target(&t, "a/b.png", size, &e))
        fail_msg("%s: %s", size, e.text);
    assert_int_equal(t.size.width, width);
    assert_int_equal(t.size.height, height);
}

static void assert_refused(const char *file, const char *size, const char *text) {
    struct picture_target t;
    struct error e;
    assert_false(picture_target(&t, file, size, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    if (!strstr(e.text, text))
        fail_msg("lacks: %s\nin: %s", text, e.text);
}

/* Each side from 200 to 10000 pixels, and none longer than twice the other. */
TEST(sizes) {
    assert_size("800x600", 800, 600);
    assert_size("200x200", SVG_LEAST, SVG_LEAST);
    assert_size("10000x10000", SVG_MOST, SVG_MOST);
    assert_size("1600x800", 1600, 800);
    assert_size("800x1600", 800, 1600);
    assert_refused("b.png", "1601x800", "--size 1601x800: neither side may be more than twice the other");
    assert_refused("b.png", "800x1601", "--size 800x1601: neither side may be more than twice the other");
    assert_refused("b.png", "199x200", "each from 200 to 10000");
    assert_refused("b.png", "200x199", "each from 200 to 10000");
    assert_refused("b.png", "10001x10000", "each from 200 to 10000");
    assert_refused("b.png", "10000x10001", "each from 200 to 10000");
    assert_refused("b.png", "-800x600", "each from 200 to 10000");
    assert_refused("b.png", "800x600x1", "each from 200 to 10000");
}

/* The data go beside it, under the same name. */
TEST(its_files) {
    struct picture_target t;
    struct error e;
    assert_true(picture_target(&t, "runs.1/a.b.pdf", NULL, &e));
    assert_string_equal(t.path, "runs.1/a.b.pdf");
    assert_string_equal(t.csv, "runs.1/a.b.csv");
    assert_string_equal(t.form, "pdf");
    assert_int_equal(t.size.width, 0);
    assert_refused("runs.svg/a", NULL, "the file must end in .svg, .png or .pdf");
    assert_refused("a/.svg", NULL, "the file must end in .svg, .png or .pdf");
}

GROUP(picture, NULL, NULL)
