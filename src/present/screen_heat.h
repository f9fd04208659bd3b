/* screen_heat.h -- a heat map in a terminal: a cell of colour for each number, or a character on a plain screen.
 *
 * A coloured picture of many rows puts two of them into one line of half blocks. Where columns do not fit into the
 * width, or rows into s->lines, a cell is the mean of several, and a line below the picture says so. A cell without a
 * number is blank. */
#ifndef PRESENT_SCREEN_HEAT_H
#define PRESENT_SCREEN_HEAT_H

#include "present/heat.h"
#include "present/screen.h"

void screen_heat(const struct screen *s, const struct heat *h);

#endif
