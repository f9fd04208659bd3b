/* terminal.c -- see terminal.h. */
#define _DEFAULT_SOURCE /* struct winsize */

#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

/* Of the terminal on this handle; 0: it is none. */
static struct winsize size_of(int handle) {
    struct winsize size;
    return ioctl(handle, TIOCGWINSZ, &size) == 0 ? size : (struct winsize){0};
}

/* What the environment says, or 0: a number that no terminal has says nothing. */
static int told(const char *variable) {
    const char *text = getenv(variable);
    int number;
    return text && text_integer(text, &number) && number > 0 && number <= TERMINAL_MOST ? number : 0;
}

int terminal_columns(int handle, int none) {
    const int seen[] = {size_of(handle).ws_col, told("COLUMNS"), size_of(STDERR_FILENO).ws_col,
                        size_of(STDIN_FILENO).ws_col};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (seen[i] > 0)
            return seen[i];
    return none;
}

int terminal_lines(int handle) {
    int lines = size_of(handle).ws_row;
    return lines > 0 ? lines : told("LINES");
}

bool terminal_redraws(int handle) {
    const char *kind = getenv("TERM");
    return isatty(handle) && !(kind && strcmp(kind, "dumb") == 0);
}

bool terminal_colours(int handle) {
    const char *plain = getenv("NO_COLOR");
    return terminal_redraws(handle) && !(plain && *plain);
}
