/* text_wrap.h -- texts printed in lines of a width, with the program's name as it was called (advice.h). */
#pragma once

#include <stdio.h>

/* Prints a text wrapped to lines of `width` columns, and ends the last one. The first line already has `at` columns;
 * leading blanks are kept; later lines are indented by `indent` blanks; a word longer than a line gets its own line. */
void text_wrap(FILE *out, int width, int at, int indent, const char *text);
/* Prints a text with a paragraph on each line, wrapped. "name   meaning" (two blanks or more) is wrapped under its
 * meaning; other lines that begin with a blank stay as they are. */
void text_flow(FILE *out, int width, const char *text);
