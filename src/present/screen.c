/* screen.c -- see screen.h. */
#include "present/screen.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"

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

static bool choose_colours(struct screen *s, int handle, const char *when, struct error *e) {
    const char *none = getenv("NO_COLOR");
    s->colours = SCREEN_PLAIN;
    if (!when || strcmp(when, "auto") == 0)
        s->colours = isatty(handle) && !(none && *none) ? claimed(SCREEN_PLAIN) : SCREEN_PLAIN;
    else if (strcmp(when, "always") == 0)
        s->colours = claimed(SCREEN_256);
    else if (strcmp(when, "never") != 0)
        return error_set(e, EXIT_USAGE, "--colour %s: expected auto, always or never", when);
    return true;
}

/* What a variable says, else `terminal`. */
static int own_size(const char *variable, int terminal) {
    const char *text = getenv(variable);
    int size;
    return text && text_integer(text, &size) && size > 0 ? size : terminal;
}

bool screen_open(struct screen *s, FILE *out, int handle, const char *when, int width, struct error *e) {
    struct winsize size = {0};
    ioctl(handle, TIOCGWINSZ, &size);
    int found = width ? width : own_size("COLUMNS", size.ws_col > 0 ? size.ws_col : 80);
    if (width && width < SCREEN_NARROWEST)
        return error_set(e, EXIT_USAGE, "--width %d: a view takes %d columns at least", width, SCREEN_NARROWEST);
    *s = (struct screen){.out = out, .width = found < SCREEN_NARROWEST ? SCREEN_NARROWEST : found};
    s->height = own_size("LINES", size.ws_row);
    return choose_colours(s, handle, when, e);
}

/* ---- Text that fits */

/* Characters two columns wide, and those that take none: the blocks that fonts agree about (Unicode's
 * EastAsianWidth, and its marks of categories Mn and Me in the scripts that words are written in). */
struct block {
    uint32_t first, last;
};
static const struct block wide[] = {
    {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};
static const struct block flat[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x093C, 0x093C}, {0x0941, 0x0948},
    {0x094D, 0x094D}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200D}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
};

static bool among(uint32_t c, const struct block *block, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (c >= block[i].first && c <= block[i].last)
            return true;
    return false;
}

/* Columns of the character at *at, which is moved behind it; a byte that is none counts as one. */
static int next_columns(const char **at) {
    int length = utf8_length(*at);
    uint32_t c = (unsigned char)**at & (length == 1 ? 0x7Fu : 0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if (((unsigned char)(*at)[i] & 0xC0) != 0x80) {
            (*at)++;
            return 1;
        }
        c = c << 6 | ((unsigned char)(*at)[i] & 0x3F);
    }
    *at += length;
    return among(c, flat, sizeof flat / sizeof *flat) ? 0 : among(c, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

int screen_columns(const char *text) {
    int columns = 0;
    while (*text)
        columns += next_columns(&text);
    return columns;
}

void screen_fit(const struct screen *s, const char *text, int columns, bool right) {
    int all = screen_columns(text), used = 0;
    const char *end = text;
    bool cut = all > columns;
    while (*end) {
        const char *next = end;
        int more = next_columns(&next);
        if (used + more > columns - cut)
            break;
        used += more;
        end = next;
    }
    int blanks = columns - used - cut;
    fprintf(s->out, "%*s%.*s%s%*s", right ? blanks : 0, "", (int)(end - text), text, cut ? "~" : "", right ? 0 : blanks,
            "");
}

void screen_say(const struct screen *s, int indent, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    int used = (int)strspn(text, " ");
    bool first = true;
    fprintf(s->out, "%*s", used, "");
    for (char *left = NULL, *word = strtok_r(text, " ", &left); word; word = strtok_r(NULL, " ", &left)) {
        int columns = screen_columns(word);
        if (!first && used + 1 + columns > s->width) {
            fprintf(s->out, "\n%*s", indent, "");
            used = indent;
            first = true;
        }
        used += columns + !first;
        fprintf(s->out, "%s%s", first ? "" : " ", word);
        first = false;
    }
    fputc('\n', s->out);
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

void screen_ink(const struct screen *s, double share) {
    static const struct colour black = {{0, 0, 0}}, white = {{255, 255, 255}};
    struct colour c = s->colours == SCREEN_256 ? entry_of(share)->colour : colour_of(share);
    bool light = 2 * c.part[0] + 5 * c.part[1] + c.part[2] > 8 * 130;
    set(s, 38, light ? black : white, light ? 16 : 231);
}

void screen_reset(const struct screen *s) {
    if (s->colours != SCREEN_PLAIN)
        fputs("\x1b[0m", s->out);
}

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
