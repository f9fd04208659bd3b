/* screen.h -- what is drawn on: how wide it is, which colours it has, and text that fits.
 *
 * Nothing here knows stdout: whoever opens a screen says where it goes. */
#ifndef PRESENT_SCREEN_H
#define PRESENT_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

enum screen_colours { SCREEN_PLAIN, SCREEN_256, SCREEN_24BIT };
enum { SCREEN_NARROWEST = 40, SCREEN_CELL = 32 };

struct screen {
    FILE *out;
    enum screen_colours colours;
    int width;  /* columns */
    int height; /* lines of the terminal; 0: it scrolls, or is none */
    int lines;  /* that a picture may take; 0: any */
};

/* `when` is auto (NULL: auto), always or never; colours are auto's only on a terminal (`handle`) without NO_COLOR.
 * The width is the given one, else COLUMNS, else the terminal's, else 80; 0: not given. The height is LINES, else the
 * terminal's. Errors: EXIT_USAGE. */
bool screen_open(struct screen *s, FILE *out, int handle, const char *when, int width, struct error *e);

/* Prints text broken at blanks to lines of the screen's width; lines after the first begin with `indent` blanks. A word
 * longer than a line stands alone. Ends the line. */
void screen_say(const struct screen *s, int indent, const char *format, ...) PRINTF_LIKE(3, 4);

/* Columns that a text of printable UTF-8 takes: 2 for a wide character of East Asia or an emoji, 0 for an accent that
 * stands on the character before it. */
int screen_columns(const char *text);
/* Prints it in exactly so many columns, to the left or the right; one that is too long ends in ~. */
void screen_fit(const struct screen *s, const char *text, int columns, bool right);

/* A share in -1..1 as a colour: blue below 0, near white at 0, red above, darker with every step away from 0, which the
 * colour-blind can tell apart. As foreground or background; nothing on a plain screen. */
void screen_foreground(const struct screen *s, double share);
void screen_background(const struct screen *s, double share);
/* A foreground that can be read on that background. */
void screen_ink(const struct screen *s, double share);
void screen_reset(const struct screen *s);
/* The share as one character, for a plain screen: "Nn=-.+xX#" from -1 to 1. */
char screen_character(double share);

/* "-0.18 [colours] 0.18" with 0 in the middle. */
void screen_legend(const struct screen *s, double limit);

#endif
