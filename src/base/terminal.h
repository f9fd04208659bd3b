/* terminal.h -- what a terminal is like: how wide, and whether colours are wanted there. */
#pragma once

#include <stdbool.h>

/* Columns of the terminal on this handle, as it is now; of a pipe COLUMNS, else those of the terminal that the program
 * was started in, where what it prints is likely to be read; else `none`. */
int terminal_columns(int handle, int none);
/* Its lines; LINES where there is no terminal; else 0. */
int terminal_lines(int handle);
/* Whether it is a terminal, and NO_COLOR is not set. */
bool terminal_colours(int handle);
