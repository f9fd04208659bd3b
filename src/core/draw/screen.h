/* screen.h -- what is drawn on: how wide it is, which colours it has, and text that fits.
 *
 * Nothing here knows stdout: whoever opens a screen says where it goes. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/* The wider of two, in columns; or the higher, in lines. */
static inline int wider(int a, int b) { return a > b ? a : b; }

enum screen_colours { SCREEN_PLAIN, SCREEN_256, SCREEN_24BIT };
enum { SCREEN_NARROWEST = 40, SCREEN_TABLE_NARROWEST = 20 };

struct screen {
    FILE *out;
    enum screen_colours colours;
    int width;  /* columns */
    int height; /* lines of the terminal; 0: it scrolls, or is none */
    int lines;  /* that a picture may take; 0: any */
    bool utf8;  /* the locale says so */
};

/* `when` is auto (NULL: auto), always or never; colours are auto's only on a terminal (`handle`) without NO_COLOR.
 * The width is the given one, else that of terminal_columns(), else 80; 0: not given. Errors: EXIT_USAGE. */
bool screen_open(struct screen *s, FILE *out, int handle, const char *when, int width, struct error *e);

/* The same for tables. */
bool screen_open_table(struct screen *s, FILE *out, int handle, int width, struct error *e);

/* text_wrap of base/text_wrap.h to the screen's width. */
void screen_say(const struct screen *s, int indent, const char *format, ...) PRINTF_LIKE(3, 4);

/* Prints a text in exactly so many columns (utf8_columns), to the left or the right; one that is too long ends in ~. */
void screen_fit(const struct screen *s, const char *text, int columns, bool right);
/* A line of dashes over so many columns, or as many as the text in it needs: "-- trained: 0..16 ----". */
void screen_rule(const struct screen *s, const char *dash, const char *says, int columns);

/* Prints a number of an axis with its middle in that column, further left where the screen ends, if it does not touch
 * what fills `used` columns of the line; returns how many are used then. */
int screen_number(const struct screen *s, int used, int middle, const char *number);

/* How many lines a text has on a screen that breaks none of them. */
int screen_lines(const char *text);

/* Draws with as many lines for the picture as leave its first line in view on the terminal: `draw` is called with fewer
 * s->lines again and again, and what it drew last is printed. False: what `draw` says. */
typedef bool (*screen_drawer)(const struct screen *s, void *of, struct error *e);
bool screen_in_view(const struct screen *s, screen_drawer draw, void *of, struct error *e);

/* A share in -1..1 as a colour: blue below 0, near white at 0, red above, darker with every step away from 0, which the
 * colour-blind can tell apart. As foreground or background; nothing on a plain screen. */
void screen_foreground(const struct screen *s, double share);
void screen_background(const struct screen *s, double share);
/* A foreground that can be read on that background. */
void screen_ink(const struct screen *s, double share);
void screen_bold(const struct screen *s);
void screen_dim(const struct screen *s);
void screen_reset(const struct screen *s);
/* The colour of a sign (sign.h); 0, the first, is that of the text. */
void screen_sign(const struct screen *s, int colour);
/* The share as one character, for a plain screen: "Nn=-.+xX#" from -1 to 1. */
char screen_character(double share);

/* "-0.18 [colours] 0.18" with 0 in the middle. */
void screen_legend(const struct screen *s, double limit);
