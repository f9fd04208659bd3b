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

bool terminal_colours(int handle) {
    const char *plain = getenv("NO_COLOR");
    return isatty(handle) && !(plain && *plain);
}
