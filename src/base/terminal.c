/* terminal.c -- see terminal.h. */
#define _DEFAULT_SOURCE /* struct winsize */

#include "base/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

int terminal_columns(int handle, int none) {
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width;
    if (ioctl(handle, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return columns && text_integer(columns, &width) && width > 0 ? width : none;
}

int terminal_lines(int handle) {
    struct winsize size;
    const char *lines = getenv("LINES");
    int height;
    if (ioctl(handle, TIOCGWINSZ, &size) == 0 && size.ws_row > 0)
        return size.ws_row;
    return lines && text_integer(lines, &height) && height > 0 ? height : 0;
}

bool terminal_colours(int handle) {
    const char *plain = getenv("NO_COLOR");
    return isatty(handle) && !(plain && *plain);
}
