/* terminal.h -- what a terminal is like: how wide, and whether colours are wanted there. */
#pragma once

#include <stdbool.h>

/* Columns of the terminal on this handle, as it is now; of a pipe COLUMNS, else those of the terminal that the program
 * was started in, where what it prints is likely to be read; else `none`. */
int terminal_columns(int handle, int none);
/* Its lines; LINES where there is no terminal; else 0. */
int terminal_lines(int handle);
/* Whether it is a terminal that can redraw a line: TERM is not dumb. */
bool terminal_redraws(int handle);
/* The same, and NO_COLOR is not set: without, nothing sends an escape. */
bool terminal_colours(int handle);
