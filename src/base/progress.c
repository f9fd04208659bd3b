/* progress.c -- see progress.h. The width is asked for at each redraw: ten calls a second need no signal handler. */
#include "base/progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/utf8.h"

struct progress progress_start(const char *title) {
    return (struct progress){
        .title = title,
        .terminal = isatty(STDERR_FILENO) != 0,
        .colour = terminal_colours(STDERR_FILENO),
        .started = clock_seconds(),
        .drawn = -1,
    };
}

void progress_from(struct progress *p, double done) { p->from = done; }

bool progress_due(const struct progress *p, double done) {
    double now = clock_seconds();
    if (p->terminal)
        return p->drawn < 0 || now - p->drawn >= 0.1;
    return (int)(done * 10) > p->tenth && (p->drawn < 0 || now - p->drawn >= 1);
}

enum { BAR = 24, SHORTEST = 6 };

static void say_left(char *text, size_t size, const struct progress *p, double done) {
    double share = done - p->from, left = share > 0 ? (clock_seconds() - p->started) / share * (1 - done) : -1;
    char time[32];
    text[0] = 0;
    if (left >= 0)
        text_append(text, size, ", %s left", text_duration(time, sizeof time, left));
}

/* As wide as there is room for, with a blank in front; nothing where that is too little. Returns its columns. */
static int say_bar(char *text, size_t size, const struct progress *p, double done, int capacity) {
    int ends = p->colour ? 0 : 2, width = capacity - 1 - ends < BAR ? capacity - 1 - ends : BAR,
        full = (int)(done * width);
    text[0] = 0;
    if (!p->terminal || width < SHORTEST)
        return 0;
    text_append(text, size, p->colour ? " \x1b[36m" : " [");
    for (int i = 0; i < width; i++)
        text_append(text, size, "%s", i < full ? (p->colour ? "\xe2\x94\x81" : "=") : p->colour ? "\xe2\x94\x80" : " ");
    text_append(text, size, p->colour ? "\x1b[0m" : "]");
    return 1 + ends + width;
}

/* Bytes of the details without their last part. */
static size_t drop_part(const char *details, size_t bytes) {
    for (bytes--; bytes > 0; bytes--)
        if (strncmp(details + bytes, "  ", 2) == 0 || strncmp(details + bytes, ", ", 2) == 0)
            break;
    return bytes;
}

int progress_line(char line[PROGRESS_LINE], const struct progress *p, double done, const char *details, int columns) {
    char percent[16], left[32], bar[BAR * 3 + 16];
    snprintf(percent, sizeof percent, " %3.0f %%", done * 100);
    say_left(left, sizeof left, p, done);
    size_t head = utf8_fit(p->title, columns - (int)strlen(percent)), bytes = strlen(details);
    int capacity = columns - (int)strlen(percent) - utf8_columns_in(p->title, head), time = (int)strlen(left);
    while (bytes > 0 && 2 + utf8_columns_in(details, bytes) + time > capacity)
        bytes = drop_part(details, bytes);
    capacity -= bytes > 0 ? 2 + utf8_columns_in(details, bytes) : 0;
    if (time > capacity)
        left[time = 0] = 0;
    capacity -= time;
    capacity -= say_bar(bar, sizeof bar, p, done, details[bytes] ? 0 : capacity); /* a cut line has none */
    snprintf(line, PROGRESS_LINE, "%.*s%s%s%s%.*s%s", (int)head, p->title, bar, percent, bytes ? "  " : "", (int)bytes,
             details, left);
    return columns - capacity;
}

/* Wipes the last line, and what a terminal that became narrower has made of it: most break a line up then. */
static void wipe(struct progress *p, int width) {
    int above = p->columns > 0 ? (p->columns - 1) / width : 0;
    if (above)
        fprintf(stderr, "\r\x1b[%dA\x1b[J", above);
    else
        fputs("\r\x1b[K", stderr);
    p->columns = 0;
}

void progress_draw(struct progress *p, double done, const char *details) {
    char line[PROGRESS_LINE];
    int width = p->terminal ? terminal_columns(STDERR_FILENO, 80) : INT_MAX;
    int columns = progress_line(line, p, done, details, width - 1); /* a full line would move the cursor on */
    if (p->terminal)
        wipe(p, width);
    fprintf(stderr, p->terminal ? "%s" : "%s\n", line);
    fflush(stderr);
    p->columns = columns;
    p->drawn = clock_seconds();
    p->tenth = (int)(done * 10);
}

void progress_end(struct progress *p) {
    if (p->terminal && p->drawn >= 0)
        wipe(p, terminal_columns(STDERR_FILENO, 80));
    fflush(stderr);
}
