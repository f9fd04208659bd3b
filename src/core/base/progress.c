/* progress.c -- see progress.h. Each redraw asks for the width: ten calls per second need no signal handler. */
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
        .terminal = terminal_redraws(STDERR_FILENO),
        .colour = terminal_colours(STDERR_FILENO),
        .started = clock_seconds(),
        .drawn = -1,
    };
}

bool progress_asks(struct progress *p) {
    double now = clock_seconds();
    if (p->drawn >= 0 && now - p->asked < 0.1)
        return false;
    p->asked = now;
    return true;
}

bool progress_due(const struct progress *p, double done) {
    double now = clock_seconds();
    if (p->terminal)
        return p->drawn < 0 || now - p->drawn >= 0.1;
    return (int)(done * 10) > p->tenth && (p->drawn < 0 || now - p->drawn >= 1);
}

enum { BAR = 24, SHORTEST = 6, PARTS = 12, GAP = 2 };

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

/* A part of the details, with the separator before it. */
struct part {
    const char *text;
    int bytes, columns, rank;
    bool fits;
};

/* Cuts the details into parts; returns how many. */
static int cut(struct part part[PARTS], const struct progress *p, const char *details) {
    int count = 0;
    while (*details && count < PARTS) {
        const char *blanks = strstr(details + 1, "  "), *comma = strstr(details + 1, ", "), *end = blanks;
        end = !end || (comma && comma < end) ? comma : end;
        int bytes = end ? (int)(end - details) : (int)strlen(details);
        part[count] = (struct part){details, bytes, utf8_columns_in(details, (size_t)bytes), PROGRESS_BAR, false};
        part[count].rank = !p->ranks ? -PARTS + count : p->ranks[count];
        part[count].columns += count ? 0 : GAP;
        details += bytes;
        count++;
    }
    return count;
}

/* The next part above a rank without a position yet; NULL: none. */
static struct part *next_part(struct part *part, int count, int most) {
    struct part *found = NULL;
    for (struct part *at = part; at < part + count; at++)
        if (!at->fits && at->rank < most && (!found || at->rank < found->rank))
            found = at;
    return found;
}

/* Positions the parts above a rank, the most important first; false if one does not fit, and then no later part gets
 * room. */
static bool place(struct part *part, int count, int most, int *capacity) {
    for (struct part *next; (next = next_part(part, count, most)); *capacity -= next->columns) {
        if (next->columns > *capacity)
            return false;
        next->fits = true;
    }
    return true;
}

static void join(char *text, size_t size, const struct part *part, int count) {
    text[0] = 0;
    for (int i = 0; i < count; i++)
        if (part[i].fits && !*text)
            text_append(text, size, "%*s%.*s", GAP, "", part[i].bytes - (i ? GAP : 0), part[i].text + (i ? GAP : 0));
        else if (part[i].fits)
            text_append(text, size, "%.*s", part[i].bytes, part[i].text);
}

int progress_line(char line[PROGRESS_LINE], const struct progress *p, double done, const char *details, int columns) {
    char percent[16], left[32], bar[BAR * 3 + 16], shown[PROGRESS_LINE / 2];
    struct part part[PARTS];
    snprintf(percent, sizeof percent, " %3.0f %%", done * 100);
    say_left(left, sizeof left, p, done);
    size_t head = utf8_fit(p->title, columns - (int)strlen(percent));
    int capacity = columns - (int)strlen(percent) - utf8_columns_in(p->title, head), time = (int)strlen(left),
        count = cut(part, p, details), least = p->terminal ? 1 + (p->colour ? 0 : 2) + SHORTEST : 0;
    if (time > capacity)
        left[time = 0] = 0;
    capacity -= time;
    bool whole = place(part, count, PROGRESS_BAR, &capacity), bars = whole && capacity >= least;
    capacity -= bars ? least : 0;
    if (bars)
        place(part, count, INT_MAX, &capacity);
    capacity += bars ? least : 0;
    join(shown, sizeof shown, part, count);
    capacity -= say_bar(bar, sizeof bar, p, done, bars ? capacity : 0);
    snprintf(line, PROGRESS_LINE, "%.*s%s%s%s%s", (int)head, p->title, bar, percent, shown, left);
    return columns - capacity;
}

/* Wipes the last line; with escapes also what a terminal that became narrower has made of it: most break a line up. */
static void wipe(struct progress *p, int width) {
    int above = p->columns > 0 ? (p->columns - 1) / width : 0;
    if (!p->colour)
        fprintf(stderr, "\r%*s\r", p->columns < width ? p->columns : width - 1, "");
    else if (above)
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
