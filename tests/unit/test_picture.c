/* test_picture.c -- where a picture goes and how large it is, as the command line says it; what a file draws of a map
 * with more cells than it can show. */
#include "unit/tests.h"

#include <string.h>

#include "draw/picture.h"
#include "unit/drawing.h"
#include "unit/opened.h"
#include "unit/refused.h"

static void assert_size(const char *size, int width, int height) {
    struct picture_target t;
    struct error e;
    if (!picture_target(&t, "a/b.png", size, &e))
        fail_msg("%s: %s", size, e.text);
    assert_int_equal(t.size.width, width);
    assert_int_equal(t.size.height, height);
}

static void refuse(const char *file, const char *size, const char *says) {
    struct picture_target t;
    struct error e;
    assert_refused(file, picture_target(&t, file, size, &e), &e, EXIT_USAGE, says);
}

/* Each side from 200 to 10000 pixels, and none longer than twice the other. */
TEST(sizes) {
    assert_size("800x600", 800, 600);
    assert_size("200x200", SVG_LEAST, SVG_LEAST);
    assert_size("10000x10000", SVG_MOST, SVG_MOST);
    assert_size("1600x800", 1600, 800);
    assert_size("800x1600", 800, 1600);
    refuse("b.png", "1601x800", "--size 1601x800: ");
    refuse("b.png", "800x1601", "--size 800x1601: ");
    refuse("b.png", "199x200", "200 to 10000");
    refuse("b.png", "200x199", "200 to 10000");
    refuse("b.png", "10001x10000", "200 to 10000");
    refuse("b.png", "10000x10001", "200 to 10000");
    refuse("b.png", "-800x600", "200 to 10000");
    refuse("b.png", "800x600x1", "200 to 10000");
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
    refuse("runs.svg/a", NULL, ".svg, .png or .pdf");
    refuse("a/.svg", NULL, ".svg, .png or .pdf");
}

/* A map of so many rows and two columns, cell (i, k) being 10 i + k, the edge before row 5; what its two files hold. */
static void write_rows(const char *text[2], int rows, struct arena *arena) {
    struct heat m = {.describe = "", .value_title = "value", .row.title = "position", .column.title = "column"};
    struct picture_target t;
    struct error e;
    size_t size;
    m.m = matrix_alloc(rows, 2, arena);
    m.row.edge = 5;
    for (int i = 0; i < 2 * rows; i++)
        m.m.value[i] = i / 2 * 10 + i % 2;
    if (!picture_target(&t, in_folder("", "map.svg"), NULL, &e) ||
        !picture_write(&t, &(struct picture){.heat = &m}, &e) ||
        !(text[0] = (char *)file_read(t.path, 1 << 20, arena, &size, &e)) ||
        !(text[1] = (char *)file_read(t.csv, 1 << 20, arena, &size, &e)))
        fail_msg("%s", e.text);
}

/* 512 rows are drawn. Of 513 a cell is the mean of two, but for the one that the edge cuts: 2 + 1 + 254 = 257 cells.
 * The picture says so, and the data have every row as it is. */
TEST(a_map_of_many_rows) {
    const char *text[2];
    struct arena arena = {0};
    write_rows(text, 512, &arena);
    assert_has(text[0], " 512 2' data-v='0 1 10 11 20 21 30 31 40 41 50 51 ");
    assert_has(text[0], "data-rows=\"position 0\nposition 1\n");
    assert_null(strstr(text[0], "the mean of"));
    write_rows(text, 513, &arena);
    assert_has(text[0], " 257 2' data-v='5 6 25 26 40 41 55 56 ");
    assert_has(text[0], "data-rows=\"position 0..1\nposition 2..3\nposition 4\nposition 5..6\n");
    assert_has(text[0], "\nposition 511..512\" data-columns=\"column 0\ncolumn 1\"");
    assert_has(text[0], ">Each cell is the mean of 2 rows.<");
    assert_int_equal(drawing_count(text[1], "\n"), 1 + 2 * 513);
    assert_has(text[1], "position,column,value\n0,0,0\n0,1,1\n1,0,10\n");
    assert_has(text[1], "\n512,0,5120\n512,1,5121\n");
    arena_free(&arena);
}

GROUP(picture, folder_setup, folder_teardown)
