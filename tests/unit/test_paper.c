/* test_paper.c -- tables for papers: Markdown and LaTeX to the letter, with all that either would read as its own. */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "draw/table.h"
#include "evaluate/metric.h"

static struct summary share(double mean, double low, double high) { return (struct summary){3, mean, low, high}; }

/* Accuracies and a difference; a cell that was not measured; chance without a number at the second length. */
static void fill(struct table *t, struct arena *arena) {
    static const struct table_label label[] = {{"name", "", SHOW_ALL, LABEL_TEXT}, {0}};
    const struct metric *m = &metrics[METRIC_ACCURACY];
    table_begin(t, label, 3, 2, arena);
    table_add_value(t, "in_range")->detail = "4..16";
    table_add_value(t, NULL)->detail = "64";
    table_add_value(t, NULL)->detail = "< 200";
    table_add_layer(t, "accuracy", "Accuracy in %:");
    t->means = true;
    t->corner = "words_x";
    *table_cell(t, table_add_baseline(t, "chance"), 0, 0) = cell_value(&m->quantity, .0625, (double)NAN);
    struct table_row *row = table_add_row(t, &(struct cell){.kind = CELL_WORDS, .text = "a|b_c − d & 5 %"});
    *table_cell(t, row, 0, 0) = cell_metric(&m->quantity, share(.9996, .993, 1), .5);
    *table_cell(t, row, 0, 1) = cell_metric(&m->quantity, share(.712, .68, .8149), .5);
    row = table_add_row(t, &(struct cell){.kind = CELL_WORDS, .text = "plain"});
    *table_cell(t, row, 0, 1) = cell_difference(&m->quantity, share(.341, -.09, .574), .03, true);
    *table_cell(t, row, 0, 2) = cell_difference(&m->quantity, share(-.004, -.012, .004), .3, false);
}

static void assert_written(void (*write)(FILE *out, const struct table *t), const char *expected) {
    struct arena arena = {0};
    struct memory_stream text;
    struct table t;
    fill(&t, &arena);
    memory_stream_open(&text);
    write(text.f, &t);
    fclose(text.f);
    assert_string_equal(text.bytes, expected);
    free(text.bytes);
    arena_free(&arena);
}

TEST(markdown) {
    assert_written(table_markdown, "Accuracy in %:\n\n"
                                   "| words\\_x | 4..16 | 64 | < 200 |\n"
                                   "|---|---:|---:|---:|\n"
                                   "| chance | 6 |  |  |\n"
                                   "| a\\|b\\_c − d & 5 % | 100 [99.3-100] | 71 [68-81] |  |\n"
                                   "| plain |  | +34 [-9..+57]\\* | -0.4 [-1.2..+0.4] |\n\n");
}

TEST(latex) {
    assert_written(table_latex, "% Accuracy in %:\n% \\usepackage{booktabs}\n"
                                "\\begin{tabular}{lrrr}\n\\toprule\n"
                                "words\\_x & 4..16 & 64 & $<$ 200 \\\\\n"
                                "\\midrule\n"
                                "chance & 6 &  &  \\\\\n"
                                "\\midrule\n"
                                "a|b\\_c $-$ d \\& 5 \\% & 100 [99.3--100] & 71 [68--81] &  \\\\\n"
                                "plain &  & +34 [$-$9..+57]* & $-$0.4 [$-$1.2..+0.4] \\\\\n"
                                "\\bottomrule\n\\end{tabular}\n");
}

GROUP(paper, NULL, NULL)
