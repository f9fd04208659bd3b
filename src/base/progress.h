/* progress.h -- one line on stderr that tells how far a long job is.
 *
 * On a terminal the line is redrawn in place, at most ten times a second, and wiped
 * when the job ends. Elsewhere (a file, a pipe) an ordinary line is printed at the
 * first tenth, second tenth, ... of the job, at most one a second. Colour only on a
 * terminal without NO_COLOR. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>

struct progress {
    const char *title;
    bool terminal, colour;
    double started, drawn;
    double from; /* share done when the job started: a resumed run */
    int tenth;   /* the last tenth that was printed */
};

struct progress progress_start(const char *title);
/* Tells what share was done before the job started, so that the time left is right. */
void progress_from(struct progress *p, double done);
/* Whether a line would be drawn now: ask before working out the details. */
bool progress_due(const struct progress *p, double done);
/* Draws share `done` (0..1) with the details behind it and the time left. */
void progress_draw(struct progress *p, double done, const char *details);
/* Wipes the line, so that what is printed next starts clean. */
void progress_end(struct progress *p);

#endif
