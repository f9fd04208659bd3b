/* test_progress.c -- the progress line at every width: what stays, and the order in which the rest is dropped. */
#include <string.h>

#include "base/clock.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "unit/tests.h"

static const char details[] = "step 10/40  loss 0.5, slow";

/* A quarter done in 10 seconds, so 30 s are left. */
static struct progress begun(const char *title, bool terminal, bool colour) {
    return (struct progress){
        .title = title, .terminal = terminal, .colour = colour, .started = clock_seconds() - 10, .drawn = -1};
}

TEST(widths) {
    static const struct {
        int columns;
        const char *line;
    } rows[] = {
        {300, "testing [======                  ]  25 %  step 10/40  loss 0.5, slow, 30 s left"},
        {79, "testing [======                  ]  25 %  step 10/40  loss 0.5, slow, 30 s left"},
        {78, "testing [=====                  ]  25 %  step 10/40  loss 0.5, slow, 30 s left"},
        {61, "testing [=     ]  25 %  step 10/40  loss 0.5, slow, 30 s left"},
        {60, "testing  25 %  step 10/40  loss 0.5, slow, 30 s left"}, /* a bar of five says nothing */
        {52, "testing  25 %  step 10/40  loss 0.5, slow, 30 s left"},
        {51, "testing  25 %  step 10/40  loss 0.5, 30 s left"},
        {46, "testing  25 %  step 10/40  loss 0.5, 30 s left"},
        {45, "testing  25 %  step 10/40, 30 s left"},
        {36, "testing  25 %  step 10/40, 30 s left"},
        {35, "testing  25 %, 30 s left"},
        {24, "testing  25 %, 30 s left"},
        {23, "testing  25 %"},
        {13, "testing  25 %"},
        {12, "testin  25 %"},
    };
    const struct progress p = begun("testing", true, false);
    char line[PROGRESS_LINE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int columns = progress_line(line, &p, 0.25, details, rows[i].columns);
        assert_string_equal(line, rows[i].line);
        assert_int_equal(columns, strlen(line));
    }
}

/* With ranks what matters most stays, wherever it stands in the line, and a short bar before what matters less. */
TEST(ranks) {
    static const char parts[] =
        "step 10/40  loss 0.5  accuracy 0.75  99 examples/s  learning rate 0.01  validation 0.25";
    static const struct {
        int columns;
        const char *line;
    } rows[] = {
        {300, "testing [======                  ]  25 %  step 10/40  loss 0.5  accuracy 0.75  99 examples/s  learning "
              "rate 0.01  validation 0.25, 30 s left"},
        {122, "testing [=     ]  25 %  step 10/40  loss 0.5  accuracy 0.75  99 examples/s  learning rate 0.01  "
              "validation 0.25, 30 s left"},
        {121, "testing [======                  ]  25 %  step 10/40  loss 0.5  accuracy 0.75  99 examples/s  "
              "validation 0.25, 30 s left"},
        {101, "testing [=====               ]  25 %  step 10/40  loss 0.5  99 examples/s  validation 0.25, 30 s left"},
        {86, "testing [====             ]  25 %  loss 0.5  99 examples/s  validation 0.25, 30 s left"},
        {74, "testing  25 %  loss 0.5  99 examples/s  validation 0.25, 30 s left"},
        {65, "testing  25 %  loss 0.5  99 examples/s, 30 s left"},
        {48, "testing  25 %  loss 0.5, 30 s left"},
        {33, "testing  25 %, 30 s left"},
        {23, "testing  25 %  loss 0.5"},
        {22, "testing  25 %"},
    };
    struct progress p = begun("testing", true, false);
    char line[PROGRESS_LINE];
    p.ranks = "607183";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int columns = progress_line(line, &p, 0.25, parts, rows[i].columns);
        assert_string_equal(line, rows[i].line);
        assert_int_equal(columns, strlen(line));
    }
    p.terminal = false; /* no bar, and all parts */
    progress_line(line, &p, 0.25, parts, 300);
    assert_string_equal(line, "testing  25 %  step 10/40  loss 0.5  accuracy 0.75  99 examples/s  learning rate 0.01  "
                              "validation 0.25, 30 s left");
}

/* Wide characters count twice, colours nothing, and a line is never wider than it may be. */
TEST(columns) {
    const struct progress p = begun("\u6d4b\u8bd5", true, true);
    char line[PROGRESS_LINE];
    assert_int_equal(progress_line(line, &p, 0.5, "", 38), 38);
    assert_string_equal(line, "\u6d4b\u8bd5 \x1b[36m\u2501\u2501\u2501\u2501\u2501\u2501\u2501\u2501\u2500\u2500\u2500"
                              "\u2500\u2500\u2500\u2500\u2500\x1b[0m  50 %, 10 s left");
    const struct progress plain = begun("\u6d4b\u8bd5", true, false);
    for (int columns = 8; columns < 120; columns++) {
        int used = progress_line(line, &plain, 0.5, "\u6d4b e\u0301, \u8bd5\u8bd5  \u8bd5", columns);
        assert_int_equal(utf8_columns(line), used);
        assert_in_range(used, 1, columns);
    }
}

/* Minutes from 90 s on; nothing where no time can be told; no bar where there is no terminal. */
TEST(left) {
    struct progress p = begun("t", false, false);
    char line[PROGRESS_LINE];
    progress_line(line, &p, 0.1, "", 1000);
    assert_string_equal(line, "t  10 %, 1.5 min left"); /* 90 s */
    p.from = 0.5;
    progress_line(line, &p, 0.75, "x", 1000);
    assert_string_equal(line, "t  75 %  x, 10 s left"); /* a quarter took 10 s */
    progress_line(line, &p, 0.5, "x", 1000);
    assert_string_equal(line, "t  50 %  x");
}

/* Without a terminal a line each tenth, and none within a second; on one, ten redraws a second. */
TEST(due) {
    struct progress p = begun("testing", false, false);
    p.tenth = 3;
    p.drawn = clock_seconds() - 5;
    assert_false(progress_due(&p, 0.39));
    assert_true(progress_due(&p, 0.4));
    p.drawn = clock_seconds();
    assert_false(progress_due(&p, 0.9));
    p.terminal = true;
    assert_false(progress_due(&p, 0.9));
    p.drawn -= 0.2;
    assert_true(progress_due(&p, 0.39));
}

GROUP(progress, NULL, NULL)
