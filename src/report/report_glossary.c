/* report_glossary.c -- the words of the tables, folded away for those who know them. */
#include "report/report.h"
#include "result/glossary.h"

void report_glossary(struct html *h) {
    html_raw(h, "<section id=words><details><summary>What the words mean</summary>\n<dl>");
    for (const struct glossary_word *g = glossary; g->word; g++) {
        html_element(h, "dt", g->word);
        html_element(h, "dd", g->meaning);
    }
    html_raw(h, "</dl></details></section>\n");
}
