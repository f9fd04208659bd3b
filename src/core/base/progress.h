/* progress.h -- one line on stderr that says how far a long job is.
 *
 * On a terminal the line is redrawn in place, at most ten times a second, and wiped when the job ends. It never takes
 * more than one line: it is cut to the terminal's width, and if a narrower terminal has wrapped the old line, all of
 * that is cleared. Elsewhere (a file, a pipe) an ordinary line is printed after each tenth of the job, at most one per
 * second. Colour only on a terminal without NO_COLOR. */
#pragma once

#include <stdbool.h>

struct progress {
    const char *title;
    bool terminal, colour;
    double started, drawn, asked;
    double from; /* share done when the job started; a caller sets it for a resumed run */
    int tenth;   /* the last tenth that was printed */
    int columns; /* of the line on the terminal */
    /* A digit per part of the details: if room is short, larger digits are dropped first; parts whose digit is above
     * the bar's make room for a short bar. NULL: the bar is dropped first, then the last part. */
    const char *ranks;
};
enum { PROGRESS_BAR = '5' };

enum { PROGRESS_LINE = 512 };

struct progress progress_start(const char *title);
/* Whether it is time to find out how much is done, where that is work itself: ten times a second, once the first line
 * is there. */
bool progress_asks(struct progress *p);
/* Whether a line would be drawn now: ask before computing the details. */
bool progress_due(const struct progress *p, double done);
/* Draws share `done` (0..1) with the details after it and the time left. Details have parts, with ", " or two blanks
 * between them. */
void progress_draw(struct progress *p, double done, const char *details);
/* Clears the line before other output. */
void progress_end(struct progress *p);

/* The line in at most `columns` columns: with as much of a bar as there is room for, with fewer details, without the
 * time left, with the title cut. Returns the columns that it takes. */
int progress_line(char line[PROGRESS_LINE], const struct progress *p, double done, const char *details, int columns);
