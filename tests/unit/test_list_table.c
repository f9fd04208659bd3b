/* test_list_table.c -- tables without values: rows of labels, on screens of several widths, as HTML, CSV and JSON. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "draw/table.h"
#include "unit/drawing.h"
#include "unit/golden.h"

static const struct table_label labels[] = {{"name", "running", SHOW_ALL, LABEL_CUT},
                                            {"step", "step", SHOW_ALL, LABEL_NUMBER},
                                            {"where", "where", SHOW_ALL, LABEL_BELOW},
                                            {"rate", "", SHOW_FILES, LABEL_NUMBER},
                                            {0}};

/* Three rows; counts are the same in all of them, the last has nothing else. */
static void fill(struct table *t, struct arena *arena) {
    table_begin(t, labels, 0, 3, arena);
    table_add_row(t, (const struct cell[]){cell_text("rope base=100"), cell_drawn(cell_count(7), "7 of 9"),
                                           cell_text("node, 1"), cell_number(0.5)});
    table_add_row(t, (const struct cell[]){cell_text("learned"), cell_count(7), cell_none("-"), cell_number(3)});
    table_add_row(
        t, (const struct cell[]){cell_text("none"), cell_count(7), cell_text(NULL), cell_text(NULL), cell_text(NULL)});
}

static void put(FILE *out, const struct table *t, int width) {
    table_terminal(&(struct screen){.out = out, .width = width}, t);
    fputc('\n', out);
}

/* Whole; without `where`, which goes below; cut; the first row of three, with a heading; no row; no heads. */
TEST(screen) {
    static const struct table_label plain[] = {{"word", "", SHOW_ALL, LABEL_TEXT}, {0}};
    struct arena arena = {0};
    struct drawing_text d;
    struct table t;
    FILE *f = drawing_open(&d);
    fill(&t, &arena);
    put(f, &t, 80);
    put(f, &t, 21);
    put(f, &t, 20);
    t.most = 1;
    t.indent = 3;
    lines_add(&t.heading, &arena, "Models:");
    put(f, &t, 80);
    t.rows = 0;
    put(f, &t, 80);
    table_begin(&t, plain, 0, 1, &arena);
    table_add_row(&t, (const struct cell[]){cell_text("cat")});
    put(f, &t, 80);
    assert_golden("list-table.txt", drawing_close(&d));
    drawing_free(&d);
    arena_free(&arena);
}

/* A label that has to be cut has 40 columns at most, however wide the screen is. */
TEST(long_label) {
    struct arena arena = {0};
    struct drawing_text d;
    struct table t;
    FILE *f = drawing_open(&d);
    table_begin(&t, labels, 0, 1, &arena);
    table_add_row(&t, (const struct cell[]){cell_text(arena_format(&arena, "%090d", 0)), cell_count(7),
                                            cell_text("here"), cell_number(3)});
    put(f, &t, 80);
    assert_non_null(strstr(drawing_close(&d), "\n000000000000000000000000000000000000000~ "));
    drawing_free(&d);
    arena_free(&arena);
}

TEST(of_files) {
    struct arena arena = {0};
    struct drawing_text d;
    struct table t;
    fill(&t, &arena);
    table_csv(drawing_open(&d), &t);
    assert_golden("list-table-of-files.csv", drawing_close(&d));
    drawing_free(&d);
    json_t *json = table_json(&t);
    char *text = json_dumps(json, JSON_COMPACT);
    assert_golden("list-table-of-files.json", text);
    free(text);
    json_decref(json);
    struct html h = {.f = drawing_open(&d)};
    table_html(&h, &t);
    assert_golden("list-table-of-files.html", drawing_close(&d));
    drawing_free(&d);
    arena_free(&arena);
}

GROUP(list_table, NULL, NULL)
