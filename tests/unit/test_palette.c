/* test_palette.c -- the colours of pictures: that text and lines stand out on light and dark paper, and that no two
 * models look alike to any reader, with their colours, with the three kinds of colour blindness, and without colours.
 */
#include "unit/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/svg.h"
#include "encoding/encoding.h"
#include "model/mixer.h"

extern const char result_page_css[];

enum { NORMAL_LEAST = 10, BLIND_LEAST = 6 }; /* CIEDE2000 */

/* ---- Colours as they are seen */

struct rgb {
    double part[3]; /* linear, 0 to 1 */
};

static struct rgb rgb_of(const char *text) { /* "#rrggbb" */
    struct rgb c;
    for (int i = 0; i < 3; i++) {
        char part[3] = {text[1 + 2 * i], text[2 + 2 * i], 0};
        double v = (double)strtol(part, NULL, 16) / 255;
        c.part[i] = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
    }
    return c;
}

/* Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
static const struct sight {
    const char *name;
    double mix[3][3];
} sights[] = {
    {"normal", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protan", {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {"deutan", {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {"tritan", {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
};
enum { SIGHTS = sizeof sights / sizeof *sights };

static struct rgb seen(struct rgb c, const struct sight *s) {
    struct rgb out;
    for (int i = 0; i < 3; i++)
        out.part[i] = fmin(1, fmax(0, s->mix[i][0] * c.part[0] + s->mix[i][1] * c.part[1] + s->mix[i][2] * c.part[2]));
    return out;
}

struct lab {
    double l, a, b;
};

static double lab_root(double t) { return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

/* CIE 1976, white D65. */
static struct lab lab_of(struct rgb c) {
    const double *p = c.part;
    double x = lab_root((0.4124564 * p[0] + 0.3575761 * p[1] + 0.1804375 * p[2]) / 0.95047);
    double y = lab_root(0.2126729 * p[0] + 0.7151522 * p[1] + 0.0721750 * p[2]);
    double z = lab_root((0.0193339 * p[0] + 0.1191920 * p[1] + 0.9503041 * p[2]) / 1.08883);
    return (struct lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double cos_degrees(double x) { return cos(x * acos(-1) / 180); }
static double sin_degrees(double x) { return sin(x * acos(-1) / 180); }

static double hue(double a, double b) {
    double h = atan2(b, a) * 180 / acos(-1);
    return h < 0 ? h + 360 : h;
}

/* CIEDE2000 as in Sharma, Wu and Dalal 2005. */
static double distance(struct lab p, struct lab q) {
    double chroma = (hypot(p.a, p.b) + hypot(q.a, q.b)) / 2,
           g = 1.5 - 0.5 * sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)));
    double c1 = hypot(g * p.a, p.b), c2 = hypot(g * q.a, q.b), h1 = hue(g * p.a, p.b), h2 = hue(g * q.a, q.b);
    double dh = h2 - h1, h = (h1 + h2) / 2, l = (p.l + q.l) / 2, c = (c1 + c2) / 2;
    if (fabs(dh) > 180) {
        dh += dh > 0 ? -360 : 360;
        h += h < 180 ? 180 : -180;
    }
    if (c1 * c2 == 0) {
        dh = 0;
        h = h1 + h2;
    }
    double t = 1 - 0.17 * cos_degrees(h - 30) + 0.24 * cos_degrees(2 * h) + 0.32 * cos_degrees(3 * h + 6) -
               0.2 * cos_degrees(4 * h - 63);
    double dl = (q.l - p.l) / (1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2)));
    double dc = (c2 - c1) / (1 + 0.045 * c), dd = 2 * sqrt(c1 * c2) * sin_degrees(dh / 2) / (1 + 0.015 * c * t);
    double turn = -2 * sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7))) * sin_degrees(60 * exp(-pow((h - 275) / 25, 2)));
    return sqrt(dl * dl + dc * dc + dd * dd + turn * dc * dd);
}

/* Pairs that Sharma, Wu and Dalal publish. */
TEST(distance) {
    static const struct {
        struct lab p, q;
        double is;
    } table[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                 {{50, 0, 0}, {50, -1, 2}, 2.3669},
                 {{50, 2.49, -0.001}, {50, -2.49, 0.0009}, 7.1792},
                 {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                 {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                 {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(distance(table[i].p, table[i].q) - table[i].is) < 1e-4);
}

/* ---- Rules of the style sheet */

/* WCAG 2: relative luminance. */
static double luminance(const char *colour) {
    const struct rgb c = rgb_of(colour);
    return 0.2126 * c.part[0] + 0.7152 * c.part[1] + 0.0722 * c.part[2];
}

static double contrast(const char *a, const char *b) {
    double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

/* The colour that a rule gives, in the light part or the dark part of the style sheet. */
static const char *rule(const char *selector, const char *property, bool dark) {
    const char *part = strstr(draw_chart_css, "prefers-color-scheme:dark");
    const char *at = strstr(dark ? part : draw_chart_css, selector);
    const char *end = at ? strchr(at, '}') : NULL, *value = at ? strstr(at, property) : NULL;
    if (!end || !value || value > end || (!dark && at > part))
        fail_msg("chart.css has no %s of %s on %s paper", property, selector, dark ? "dark" : "light");
    return value + strlen(property);
}

TEST(contrast) {
    static const struct {
        const char *selector, *property;
        double least;
    } table[] = {{"\n.picture text", "fill:", 4.5}, {"\n.picture .title", "fill:", 4.5},
                 {"\n.grid", "stroke:", 3},         {"\n.base,", "stroke:", 3},
                 {"\npath.edge", "stroke:", 3},     {"\npath.chance", "stroke:", 3},
                 {"\npath.baseline", "stroke:", 3}};
    assert_true(fabs(contrast("#000000", "#ffffff") - 21) < 1e-9);
    for (int dark = 0; dark < 2; dark++) {
        const char *paper = rule("\n.paper", "fill:", dark);
        for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
            double got = contrast(rule(table[i].selector, table[i].property, dark), paper);
            if (!(got >= table[i].least))
                fail_msg("%s stands out %.2f:1 on %s paper", table[i].selector, got, dark ? "dark" : "light");
        }
        for (int k = 0; k < SIGN_COLOURS; k++) {
            char line[32], dot[32];
            snprintf(line, sizeof line, ".k%d .leader", k);
            snprintf(dot, sizeof dot, ".k%d .band", k);
            double got = contrast(rule(line, "stroke:", dark), paper);
            if (!(got >= 3))
                fail_msg("colour %d stands out %.2f:1 on %s paper", k, got, dark ? "dark" : "light");
            assert_memory_equal(rule(line, "stroke:", dark), rule(dot, "fill:", dark), 7);
            for (int i = 0; i < k; i++) { /* and none is another */
                char other[32];
                snprintf(other, sizeof other, ".k%d .leader", i);
                assert_true(memcmp(rule(line, "stroke:", dark), rule(other, "stroke:", dark), 7) != 0);
            }
        }
    }
}

/* ---- Models */

enum { MODELS_MOST = 64 };

struct look {
    const char *name;
    struct sign sign;
};

/* Each encoding, each recurrence without positions, and a baseline. */
static int list_looks(struct look look[MODELS_MOST]) {
    int count = 0;
    for (int i = 0; encodings[i]; i++)
        look[count++] = (struct look){encodings[i]->name, mixer_sign(mixers[0], encodings[i])};
    for (int i = 1; mixers[i]; i++)
        look[count++] = (struct look){mixers[i]->name, mixer_sign(mixers[i], encoding_find("none"))};
    look[count++] = (struct look){"a baseline", encoding_sign(NULL)};
    return count;
}

static const char *colour_of(struct sign s, bool dark) {
    char line[32];
    snprintf(line, sizeof line, ".k%d .leader", s.colour);
    return rule(line, "stroke:", dark);
}

/* The colour of numbers that fall, in a report's tables: first on light paper, then on dark. */
static const char *colour_of_fall(bool dark) {
    static const char name[] = "--broke: ";
    const char *at = strstr(result_page_css, name);
    at = at && dark ? strstr(at + 1, name) : at;
    assert_non_null(at);
    return at + strlen(name);
}

/* No colour is that of another model to anybody, nor the one that marks numbers that fall. */
TEST(all_can_tell_colours) {
    struct look look[MODELS_MOST];
    int count = list_looks(look);
    for (int dark = 0; dark < 2; dark++)
        for (int i = 0; i < count; i++) {
            const struct rgb mine = rgb_of(colour_of(look[i].sign, dark));
            double falls = distance(lab_of(mine), lab_of(rgb_of(colour_of_fall(dark))));
            if (!(falls >= NORMAL_LEAST))
                fail_msg("%s has the colour of what falls: %.1f", look[i].name, falls);
            for (int k = 0; k < i; k++)
                for (int s = 0; s < SIGHTS; s++) {
                    const struct rgb other = rgb_of(colour_of(look[k].sign, dark));
                    double apart = distance(lab_of(seen(mine, &sights[s])), lab_of(seen(other, &sights[s])));
                    if (!(apart >= (s ? BLIND_LEAST : NORMAL_LEAST)))
                        fail_msg("%s and %s look alike on %s paper, %s: %.1f", look[i].name, look[k].name,
                                 dark ? "dark" : "light", sights[s].name, apart);
                }
        }
}

/* Nor do two models look alike without colours; one with positions and a recurrence looks like neither alone. */
TEST(without_colours) {
    struct look look[MODELS_MOST];
    int count = list_looks(look) - 1;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (look[i].sign.dash == look[k].sign.dash && look[i].sign.marker == look[k].sign.marker)
                fail_msg("%s and %s look alike without colours", look[i].name, look[k].name);
    const struct encoding *learned = encoding_find("learned");
    const struct sign alone = encoding_sign(learned), both = mixer_sign(mixers[2], learned);
    assert_int_equal(both.colour, alone.colour);
    assert_int_not_equal(both.dash, alone.dash);
    assert_int_not_equal(both.dash, mixer_sign(mixers[1], learned).dash);
}

GROUP(palette, NULL, NULL)
