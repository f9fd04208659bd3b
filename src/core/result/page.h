/* page.h -- what every HTML page of results begins and ends with: style, script, the words of the tables. A page needs
 * no other file and no network; it is written whole or not at all. */
#pragma once

#include "draw/html.h"

void page_open(struct html *h, const char *title);
/* The words of the tables, folded away for those who know them. */
void page_glossary(struct html *h);
/* Writes it. Errors: EXIT_IO. */
bool page_close(struct html *h, const char *path, struct error *e);
