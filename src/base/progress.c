/* progress.c -- see progress.h. */
#include "base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"

enum { BAR = 24 };

struct progress progress_start(const char *title) {
    bool terminal = isatty(STDERR_FILENO) != 0;
    const char *plain = getenv("NO_COLOR");
    return (struct progress){
        .title = title,
        .terminal = terminal,
        .colour = terminal && !(plain && *plain),
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

static void print_left(const struct progress *p, double done) {
    double share = done - p->from;
    double left = share > 0 ? (clock_seconds() - p->started) / share * (1 - done) : 0;
    if (share <= 0)
        return;
    if (left < 90)
        fprintf(stderr, ", %.0f s left", left);
    else
        fprintf(stderr, ", %d min left", (int)(left / 60 + .5));
}

static void print_bar(const struct progress *p, double done) {
    int full = (int)(done * BAR);
    fputs(p->colour ? " \x1b[36m" : " [", stderr);
    for (int i = 0; i < BAR; i++)
        fputs(i < full ? (p->colour ? "\xe2\x94\x81" : "=") : (p->colour ? "\xe2\x94\x80" : " "), stderr);
    fputs(p->colour ? "\x1b[0m" : "]", stderr);
}

void progress_draw(struct progress *p, double done, const char *details) {
    if (p->terminal)
        fputs("\r\x1b[K", stderr);
    fputs(p->title, stderr);
    if (p->terminal)
        print_bar(p, done);
    fprintf(stderr, " %3.0f %%  %s", done * 100, details);
    print_left(p, done);
    fputs(p->terminal ? "" : "\n", stderr);
    fflush(stderr);
    p->drawn = clock_seconds();
    p->tenth = (int)(done * 10);
}

void progress_end(struct progress *p) {
    if (p->terminal && p->drawn >= 0)
        fputs("\r\x1b[K", stderr);
    fflush(stderr);
}
