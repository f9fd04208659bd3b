/* test_list_table.c -- tables without values: rows of labels, on screens of several widths, as HTML, CSV and JSON. */
#include "unit/tests.h"

#include <stdlib.h>
#include <string.h>

#include "draw/table.h"
#include "unit/drawing.h"
#include "unit/golden.h"

static const struct table_label labels[] = {
    {"name", "running", SHOW_ALL, LABEL_CUT}, {"step", "step", SHOW_ALL, LABEL_NUMBER},
    {"others", "", SHOW_JSON, LABEL_TEXT},    {"where", "where", SHOW_ALL, LABEL_BELOW},
    {"rate", "", SHOW_FILES, LABEL_NUMBER},   {0}};

/* Three rows; counts are the same in all of them, the last has nothing else. */
static void fill(struct table *t, struct arena *arena) {
    static const char *const others[] = {"a", "b\"c"};
    table_begin(t, labels, 0, 3, arena);
    table_add_row(t, (const struct cell[]){cell_text("rope base=100"), cell_drawn(cell_count(7), "7 of 9"),
                                           cell_list(others, 2), cell_text("node, 1"), cell_number(0.5)});
    table_add_row(t, (const struct cell[]){cell_text("learned"), cell_count(7), cell_list(NULL, 0), cell_none("-"),
                                           cell_number(3)});
    table_add_row(
        t, (const struct cell[]){cell_text("none"), cell_count(7), cell_text(NULL), cell_text(NULL), cell_text(NULL)});
}

static void assert_drawn(const struct table *t, int width, const char *expected) {
    struct drawing_text d;
    table_terminal(&(struct screen){.out = drawing_open(&d), .width = width}, t);
    assert_string_equal(drawing_close(&d), expected);
    drawing_free(&d);
}

static void test_screen(void **state) {
    struct arena arena = {0};
    struct table t;
    fill(&t, &arena);
    t.cut = "~: cut";
    assert_drawn(&t, 80,
                 "running          step  where\n"
                 "rope base=100  7 of 9  node, 1\n"
                 "learned             7  -\n"
                 "none                7  -\n");
    assert_drawn(&t, 21,
                 "running          step\n"
                 "rope base=100  7 of 9\n"
                 "  node, 1\n"
                 "learned             7\n"
                 "none                7\n"
                 "~: cut\n");
    assert_drawn(&t, 20,
                 "running         step\n"
                 "rope base=1~  7 of 9\n"
                 "  node, 1\n"
                 "learned            7\n"
                 "none               7\n"
                 "~: cut\n");
    t.most = 1;
    t.indent = 3;
    t.heading = "Models:";
    assert_drawn(&t, 80,
                 "Models:\n"
                 "   running          step  where\n"
                 "   rope base=100  7 of 9  node, 1\n"
                 "and 2 more\n");
    t.rows = 0;
    assert_drawn(&t, 80, "Models:\n");
    arena_free(&arena);
}

/* Without heads there is no line for them. */
static void test_no_heads(void **state) {
    static const struct table_label plain[] = {{"word", "", SHOW_ALL, LABEL_TEXT}, {0}};
    struct arena arena = {0};
    struct table t;
    table_begin(&t, plain, 0, 1, &arena);
    table_add_row(&t, (const struct cell[]){cell_text("cat")});
    assert_drawn(&t, 80, "cat\n");
    arena_free(&arena);
}

static void test_of_files(void **state) {
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

int test_list_table(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screen),
        cmocka_unit_test(test_no_heads),
        cmocka_unit_test(test_of_files),
    };
    return cmocka_run_group_tests_name("list_table", tests, NULL, NULL);
}
