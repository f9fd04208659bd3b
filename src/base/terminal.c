/* terminal.c -- see terminal.h. */
#define _DEFAULT_SOURCE /* struct winsize */

#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

/* A side of the terminal, or what the environment says of it. */
static int side(int seen, const char *variable, int none) {
    const char *text = getenv(variable);
    int told;
    return seen > 0 ? seen : text && text_integer(text, &told) && told > 0 ? told : none;
}

int terminal_columns(int handle, int none) {
    struct winsize size;
    return side(ioctl(handle, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0, "COLUMNS", none);
}

int terminal_lines(int handle) {
    struct winsize size;
    return side(ioctl(handle, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0, "LINES", 0);
}

bool terminal_redraws(int handle) {
    const char *kind = getenv("TERM");
    return isatty(handle) && !(kind && strcmp(kind, "dumb") == 0);
}

bool terminal_colours(int handle) {
    const char *plain = getenv("NO_COLOR");
    return terminal_redraws(handle) && !(plain && *plain);
}
