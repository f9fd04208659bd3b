/* report_why.c -- of each model what is new to it in the longest texts, and what was measured there (result/why.h). */
#include "report/report.h"
#include "result/why.h"

void report_why(struct report *r) {
    struct answer a;
    struct why_paragraph *list;
    answer_find(&a, &r->f->result, METRIC_ACCURACY, &r->arena);
    int count = why_paragraphs(&list, &a, &r->arena);
    if (!count)
        return;
    html_raw(&r->h, "<section id=why><h2>What is new at %d words, and what was measured</h2>\n",
             r->f->result.words[a.at].high);
    for (int i = 0; i < count; i++) {
        html_raw(&r->h, "<p>");
        html_element(&r->h, "b", list[i].label);
        html_raw(&r->h, ": ");
        html_text(&r->h, list[i].text);
        html_raw(&r->h, "</p>\n");
    }
    html_raw(&r->h, "</section>\n");
}
