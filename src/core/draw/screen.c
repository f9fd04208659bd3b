/* screen.c -- see screen.h. */
#include "draw/screen.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/text_wrap.h"
#include "base/utf8.h"
#include "draw/sign.h"

enum { LINES_LEAST = 3, WIDTH_USUAL = 80 };

/* ---- What the terminal is */

static bool says(const char *name, const char *part) {
    const char *value = getenv(name);
    return value && strstr(value, part);
}

/* The colours that the terminal claims, or `least` where it claims none. */
static enum screen_colours claimed(enum screen_colours least) {
    if (says("COLORTERM", "truecolor") || says("COLORTERM", "24bit"))
        return SCREEN_24BIT;
    return says("TERM", "256color") ? SCREEN_256 : least;
}

/* The first of the three that is set decides. */
static bool is_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8");
    }
    return false;
}

/* No screen is narrower than `least`. */
static bool open_screen(struct screen *s, FILE *out, int handle, const char *when, int width, int least,
                        struct error *e) {
    if (width && width < least)
        return error_set(e, EXIT_USAGE, "--width %d: expected %d columns or more", width, least);
    width = wider(least, width ? width : terminal_columns(handle, WIDTH_USUAL));
    *s = (struct screen){.out = out, .width = width, .height = terminal_lines(handle), .utf8 = is_utf8()};
    if (!when || strcmp(when, "auto") == 0)
        s->colours = terminal_colours(handle) ? claimed(SCREEN_PLAIN) : SCREEN_PLAIN;
    else if (strcmp(when, "always") == 0)
        s->colours = claimed(SCREEN_256);
    else if (strcmp(when, "never") != 0)
        return error_set(e, EXIT_USAGE, "--colour %s: expected auto, always or never", when);
    return true;
}

bool screen_open(struct screen *s, FILE *out, int handle, const char *when, int width, struct error *e) {
    return open_screen(s, out, handle, when, width, SCREEN_NARROWEST, e);
}

bool screen_open_table(struct screen *s, FILE *out, int handle, int width, struct error *e) {
    return open_screen(s, out, handle, NULL, width, SCREEN_TABLE_NARROWEST, e);
}

/* ---- Text that fits */

void screen_fit(const struct screen *s, const char *text, int columns, bool right) {
    bool cut = utf8_columns(text) > columns;
    size_t bytes = utf8_fit(text, columns - cut);
    int blanks = columns - cut - utf8_columns_in(text, bytes);
    fprintf(s->out, "%*s%.*s%s%*s", right ? blanks : 0, "", (int)bytes, text, cut ? "~" : "", right ? 0 : blanks, "");
}

void screen_say(const struct screen *s, int indent, const char *format, ...) {
    struct arena arena = {0};
    va_list list;
    va_start(list, format);
    const char *text = arena_format_list(&arena, format, list);
    va_end(list);
    text_wrap(s->out, s->width, 0, indent, text_shown(text, &arena));
    arena_free(&arena);
}

static void put(const struct screen *s, const char *dash, int times) {
    while (times-- > 0)
        fputs(dash, s->out);
}

void screen_rule(const struct screen *s, const char *dash, const char *says, int columns) {
    int text = utf8_columns(says);
    columns = wider(columns, text + 4);
    columns = columns < s->width ? columns : s->width;
    int fits = text < columns - 4 ? text : columns - 4;
    put(s, dash, 2);
    if (*says) {
        fputc(' ', s->out);
        screen_fit(s, says, fits, false);
        fputc(' ', s->out);
    }
    put(s, dash, columns - 2 - (*says ? fits + 2 : 0));
    fputc('\n', s->out);
}

int screen_number(const struct screen *s, int used, int middle, const char *number) {
    int length = utf8_columns(number), at = middle - (length - 1) / 2;
    at = at + length > s->width ? s->width - length : at;
    return used && at <= used ? used : used + fprintf(s->out, "%*s%s", at - used, "", number);
}

/* ---- Pictures that fit */

int screen_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

bool screen_in_view(const struct screen *s, screen_drawer draw, void *of, struct error *e) {
    struct screen part = *s;
    struct memory_stream text;
    bool ok, fits;
    do {
        memory_stream_open(&text);
        part.out = text.f;
        ok = draw(&part, of, e);
        fclose(text.f);
        fits = !ok || !s->height || screen_lines(text.bytes) < s->height;
        part.lines = part.lines ? part.lines - 1 : s->height;
        if (fits || part.lines < LINES_LEAST)
            fputs(text.bytes, s->out);
        free(text.bytes);
    } while (!fits && part.lines >= LINES_LEAST);
    return ok;
}

/* ---- Colours */

struct colour {
    int part[3]; /* red, green, blue */
};

static const struct colour palette[] = {
    {{10, 50, 120}}, {{90, 150, 210}}, {{245, 245, 245}}, {{225, 120, 80}}, {{130, 15, 30}}};
enum { STOPS = sizeof palette / sizeof *palette };

/* The same scale in entries of xterm's 256 colours, chosen by hand: one blue and one red, darker step by step. */
static const struct entry {
    int number;
    struct colour colour;
} ramp[] = {
    {25, {{0, 95, 175}}},     {67, {{95, 135, 175}}},   {110, {{135, 175, 215}}},
    {153, {{175, 215, 255}}}, {255, {{238, 238, 238}}}, {217, {{255, 175, 175}}},
    {174, {{215, 135, 135}}}, {131, {{175, 95, 95}}},   {124, {{175, 0, 0}}},
};
enum { ENTRIES = sizeof ramp / sizeof *ramp };

static double clipped(double share) { return fmin(1, fmax(-1, share)); }

static struct colour colour_of(double share) {
    double at = (clipped(share) + 1) / 2 * (STOPS - 1);
    int low = (int)fmin(STOPS - 2, floor(at));
    struct colour out;
    for (int k = 0; k < 3; k++)
        out.part[k] =
            (int)lround(palette[low].part[k] + (at - low) * (palette[low + 1].part[k] - palette[low].part[k]));
    return out;
}

static const struct entry *entry_of(double share) { return &ramp[lround((clipped(share) + 1) / 2 * (ENTRIES - 1))]; }

static void set(const struct screen *s, int layer, struct colour c, int entry) {
    if (s->colours == SCREEN_24BIT)
        fprintf(s->out, "\x1b[%d;2;%d;%d;%dm", layer, c.part[0], c.part[1], c.part[2]);
    else if (s->colours == SCREEN_256)
        fprintf(s->out, "\x1b[%d;5;%dm", layer, entry);
}

void screen_foreground(const struct screen *s, double share) { set(s, 38, colour_of(share), entry_of(share)->number); }
void screen_background(const struct screen *s, double share) { set(s, 48, colour_of(share), entry_of(share)->number); }

/* As in chart.css on light paper, which stand out on dark as well, and the nearest of xterm's 256 that do. */
void screen_sign(const struct screen *s, int colour) {
    static const struct entry signs[SIGN_COLOURS + 1] = {
        {0, {{0}}},
        {25, {{0x00, 0x72, 0xb2}}},
        {126, {{0xb1, 0x02, 0x62}}},
        {103, {{0x8e, 0x84, 0xba}}},
        {137, {{0x99, 0x84, 0x55}}},
        {30, {{0x14, 0x9c, 0x89}}},
        {64, {{0x6c, 0x79, 0x09}}},
        {69, {{0x65, 0x81, 0xf8}}},
        {29, {{0x20, 0x6c, 0x3e}}},
        {168, {{0xde, 0x5f, 0x83}}},
        {58, {{0x6b, 0x59, 0x05}}},
        {96, {{0x80, 0x4f, 0x8a}}},
        {28, {{0x59, 0x9b, 0x13}}},
        {131, {{0xa3, 0x5f, 0x5f}}},
        {241, {{0x59, 0x63, 0x6e}}},
    };
    if (colour)
        set(s, 38, signs[colour].colour, signs[colour].number);
    else
        screen_reset(s);
}

void screen_ink(const struct screen *s, double share) {
    static const struct colour black = {{0, 0, 0}}, white = {{255, 255, 255}};
    struct colour c = s->colours == SCREEN_256 ? entry_of(share)->colour : colour_of(share);
    bool light = 2 * c.part[0] + 5 * c.part[1] + c.part[2] > 8 * 130;
    set(s, 38, light ? black : white, light ? 16 : 231);
}

static void set_style(const struct screen *s, int style) {
    if (s->colours != SCREEN_PLAIN)
        fprintf(s->out, "\x1b[%dm", style);
}

void screen_bold(const struct screen *s) { set_style(s, 1); }
void screen_dim(const struct screen *s) { set_style(s, 2); }
void screen_reset(const struct screen *s) { set_style(s, 0); }

char screen_character(double share) {
    static const char characters[] = "Nn=-.+xX#";
    return characters[4 + lround(4 * clipped(share))];
}

void screen_legend(const struct screen *s, double limit) {
    enum { HALF = 4 };
    fprintf(s->out, "Values: %.3g ", -limit);
    for (int k = -HALF; k <= HALF; k++) {
        double share = (double)k / HALF;
        screen_background(s, share);
        screen_ink(s, share);
        fputc(s->colours == SCREEN_PLAIN ? screen_character(share) : k == 0 ? '0' : ' ', s->out);
    }
    screen_reset(s);
    fprintf(s->out, " %.3g%s\n", limit, s->colours == SCREEN_PLAIN ? " (0 is .)" : "");
}
