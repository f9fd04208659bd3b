/* terminal.h -- properties of a terminal: its size, and whether to use colour. */
#pragma once

#include <stdbool.h>

enum { TERMINAL_MOST = 65535 }; /* columns or lines that a terminal can have */

/* Current columns of the terminal on this handle. For a pipe: COLUMNS, or the columns of the terminal that started the
 * program, where the output will probably be read; else `none`. */
int terminal_columns(int handle, int none);
/* Its lines; LINES where there is no terminal; else 0. */
int terminal_lines(int handle);
/* Whether it is a terminal that can redraw a line: TERM is not dumb. */
bool terminal_redraws(int handle);
/* The same, and NO_COLOR is not set: without, nothing sends an escape. */
bool terminal_colours(int handle);
