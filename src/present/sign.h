/* sign.h -- how a curve looks, so that an encoding is recognised in every picture: its colour and dash come from its
 * place in the registry and from nothing else. Curves of one encoding in one picture (another policy, option or mixer)
 * differ by their markers. The colours themselves are in chart.css. */
#ifndef PRESENT_SIGN_H
#define PRESENT_SIGN_H

#include "encoding/encoding.h"

enum { SIGN_COLOURS = 8, SIGN_DASHES = 4, SIGN_MARKERS = 6 };

struct sign {
    int colour, dash, marker; /* from 0: classes k0.., d0.. of chart.css; shapes of svg_panel.c */
};

/* Of the curve number `nth` (from 0) of that encoding in a picture. */
struct sign sign_of(const struct encoding *kind, int nth);

#endif
