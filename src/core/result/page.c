/* page.c -- see page.h. */
#include "result/page.h"

#include "draw/svg.h"
#include "result/glossary.h"

/* page.css, page.js and what all our pages share, put into the program by make. */
extern const char result_page_css[], result_page_js[], draw_reading_css[], draw_reading_js[];

void page_open(struct html *h, const char *title) {
    html_open(h);
    html_raw(h, "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
                "<meta name=viewport content='width=device-width,initial-scale=1'>\n"
                "<meta name=color-scheme content='light dark'>\n"
                "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; "
                "script-src 'unsafe-inline'; img-src data:\">\n"
                "<link rel=icon href='data:,'>\n<title>poslab: ");
    html_text(h, title);
    html_raw(h, "</title>\n<style>\n%s%s%s</style>\n</head><body><main>\n", result_page_css, draw_reading_css,
             draw_chart_css);
}

void page_glossary(struct html *h) {
    html_raw(h, "<section id=words><details><summary>What the words mean</summary>\n<dl>");
    for (const struct glossary_word *g = glossary; g->word; g++) {
        html_element(h, "dt", g->word);
        html_element(h, "dd", g->meaning);
    }
    html_raw(h, "</dl></details></section>\n");
}

bool page_close(struct html *h, const char *path, struct error *e) {
    html_raw(h, "</main><div id=tip role=status hidden></div>\n<script>\n%s%s</script>\n</body></html>\n",
             result_page_js, draw_reading_js);
    return html_close(h, path, e);
}
