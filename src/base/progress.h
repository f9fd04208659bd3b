/* progress.h -- one line on stderr that says how far a long job is.
 *
 * On a terminal the line is redrawn in place, at most ten times a second, and wiped when the job ends. It never takes
 * more than the one line: it is cut to the terminal's width, and where the terminal became narrower meanwhile and broke
 * the last one up, all of that is wiped. Elsewhere (a file, a pipe) an ordinary line is printed at the first tenth,
 * second tenth, ... of the job, at most one a second. Colour only on a terminal without NO_COLOR. */
#pragma once

#include <stdbool.h>

struct progress {
    const char *title;
    bool terminal, colour;
    double started, drawn;
    double from; /* share done when the job started: a resumed run */
    int tenth;   /* the last tenth that was printed */
    int columns; /* of the line that is on the terminal */
    /* A digit for each part of the details: what lacks room goes first where it is larger, and a part whose digit is
     * above that of the bar gives way to a short one. NULL: the last part goes first, and the bar before any. */
    const char *ranks;
};
enum { PROGRESS_BAR = '5' };

enum { PROGRESS_LINE = 512 };

struct progress progress_start(const char *title);
/* Sets the share that was done before the job started, so that the time left is right. */
void progress_from(struct progress *p, double done);
/* Whether a line would be drawn now: ask before working out the details. */
bool progress_due(const struct progress *p, double done);
/* Draws share `done` (0..1) with the details after it and the time left. Details have parts, with ", " or two blanks
 * between them. */
void progress_draw(struct progress *p, double done, const char *details);
/* Wipes the line, so that what is printed next starts clean. */
void progress_end(struct progress *p);

/* The line in at most `columns` columns: with as much of a bar as there is room for, with fewer details, without the
 * time left, with the title cut. Returns the columns that it takes. */
int progress_line(char line[PROGRESS_LINE], const struct progress *p, double done, const char *details, int columns);
